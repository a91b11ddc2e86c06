"""A board as numbers, for the scan and the beam: colours, turned pieces, sorts of sides and joints.

A *sort* is the place of a side on a framed board of at least three rows and columns: along the rim;
of inner pieces; of border pieces, inwards. On other boards all sides are INNER. The pieces tell how
many sides there are of each sort and colour (an *entry*), and so how many joints.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import clingo

from pyasp_puzzles.boards.board import with_fields
from pyasp_puzzles.boards.places import STEPS
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.puzzles.eternity.facts import Place
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, Lying, Sides

RIM, INNER, EDGE = range(3)
UP, RIGHT, DOWN, LEFT = range(4)


@dataclass(frozen=True)
class Wishes:
    """By cell the turned piece that has to lie there; turned pieces that must not lie on a cell."""

    fixed: Mapping[Cell, Lying] = field(default_factory=dict)
    barred: Collection[tuple[Cell, Lying]] = ()


class NumberedBoard:
    """An instance as numbers; its hints do not count, the wishes have them.

    Args:
        quarters: the instance and the wishes are turned clockwise so often.

    Attributes:
        instance, fixed, barred: the turned instance and wishes.
        looks: all kinds in all turns that look different, with their colours as numbers from 1;
            the frame is 0.
        indices: of the kinds, from 0.
        copies: the number of pieces by index of kind.
        colours: the number of colours, the frame counted (as 0) whether or not there is one.
        borders: for each cell bits of the sides at the rim: 1 up, 2 right, 4 down, 8 left.
        rim, inner: the number of colours along the rim, and of those elsewhere.
        entries: for each sort and colour the number of this pair, -1 where no side is such a pair.
            First come the pairs along the rim; then those of inner pieces; then, in the same order
            of colours, those of border pieces.
        supply: the number of sides by entry, and at the end those of the frame.
    """

    def __init__(self, instance: EternityBoard, wishes: Wishes, quarters: int = 0) -> None:
        self.quarters = quarters
        self.fixed = dict(instance.turned_place(*x, quarters) for x in wishes.fixed.items())
        self.barred = [instance.turned_place(*x, quarters) for x in wishes.barred]
        size = (instance.rows, instance.columns)[:: -1 if quarters % 2 else 1]
        self.rows, self.columns = size
        self.instance = with_fields(instance, rows=self.rows, columns=self.columns, hints=())
        self.cells = self.instance.cells
        self.framed = instance.frame is not None
        self.sorted = self.framed and min(size) >= 3
        others = sorted({c for sides in instance.pieces for c in sides} - {instance.frame})
        self._numbers = {colour: index for index, colour in enumerate(others, start=1)}
        if instance.frame is not None:
            self._numbers[instance.frame] = 0
        self.colours = len(others) + 1
        self.looks = {lying: self._numbered(sides) for lying, sides in instance.faces.items()}
        self.indices = {kind: index for index, kind in enumerate(instance.copies)}
        self.copies = tuple(instance.copies.values())
        self.borders = {cell: _bits(self.instance.rim(cell)) for cell in self.cells}
        self._atoms: dict[tuple[Cell, Lying, int], clingo.Symbol] = {}
        self._number_sides()

    def grey(self, sides: Sides) -> int:
        """Bits of the sides of a piece in the colour of the frame."""
        return _bits(side == 0 for side in sides)

    def neighbour(self, cell: Cell, side: int) -> Cell | None:
        """The cell beside another one; ``None`` at the rim."""
        beside = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
        return beside if beside in self.borders else None

    def pinned(self, cell: Cell, side: int) -> int:
        """The colour that a piece in place shows a cell beside it; 0: there is none."""
        beside = self.neighbour(cell, side)
        if beside is None or beside not in self.fixed:
            return 0
        return self.looks[self.fixed[beside]][(side + 2) % 4]

    def sort(self, border: int, side: int) -> int:
        """The sort of a side of cells with these sides at the rim; -1: a side of the frame."""
        if self.framed and border >> side & 1:
            return -1
        if not self.sorted:
            return INNER
        before, opposite, after = (border >> (side + k) % 4 & 1 for k in (3, 2, 1))
        return RIM if before or after else EDGE if opposite else INNER

    def sort_beside(self, cell: Cell, side: int) -> int:
        """The sort of the side that touches one of a cell; -1: there is none."""
        beside = self.neighbour(cell, side)
        return -1 if beside is None else self.sort(self.borders[beside], (side + 2) % 4)

    def joint(self, cell: Cell, side: int) -> int:
        """The sort of a joint: EDGE if one of its sides is of this sort; -1: a side at the rim."""
        beside = self.sort_beside(cell, side)
        return beside if beside < 0 else max(self.sort(self.borders[cell], side), beside)

    def entries_of(self, sides: Sides) -> list[int]:
        """The entries of the sides of a piece; for a side of the frame the number of entries."""
        sorts = (self.sort(self.grey(sides), side) for side in range(4))
        return [
            self.entries[sort][colour] if sort >= 0 else len(self.supply) - 1
            for sort, colour in zip(sorts, sides, strict=True)
        ]

    def by_sort(self) -> tuple[list[int], list[int], list[int]]:
        """The supply of the sorts RIM, INNER and EDGE."""
        first, last = self.rim, self.rim + self.inner
        return self.supply[:first], self.supply[first:last], self.supply[last:-1]

    def joints(self) -> list[int] | None:
        """The number of joints by entry; ``None`` if it does not come out even: there is no answer.

        On an unframed board sides can also lie at the rim; then these are the most joints there
        can be.
        """
        rim, inner, edge = self.by_sort()
        rest = [all_sides - border for all_sides, border in zip(inner, edge, strict=True)]
        odd = sum(number % 2 for number in (*rim, *rest))
        if odd > (0 if self.framed else 2 * (self.rows + self.columns)) or min(rest, default=0) < 0:
            return None
        return [*(number // 2 for number in (*rim, *rest)), *edge]

    def rims(self) -> tuple[Counter[int], Counter[int]]:
        """The numbers of cells and of pieces by their sides at the rim: the least turn of the bits.

        On a framed board both are the same, or there is no answer. All is 0 without a frame.
        """
        pieces = (self.grey(self._numbered(sides)) for sides in self.instance.pieces)
        borders = (self.borders[cell] if self.framed else 0 for cell in self.cells)
        return Counter(map(_least_turn, borders)), Counter(map(_least_turn, pieces))

    def atom(self, cell: Cell, lying: Lying, image: int = 0) -> clingo.Symbol:
        """The atom of a turned piece on the board before it was turned, or on its image there.

        Args:
            image: quarter turns of the image.
        """
        key = cell, lying, image
        if key not in self._atoms:
            turns = (image - self.quarters) % 4
            cell, lying = self.instance.turned_place(cell, lying, turns)
            self._atoms[key] = Place(*cell, *lying).symbol
        return self._atoms[key]

    def _numbered(self, sides: Sides) -> Sides:
        return tuple(self._numbers[colour] for colour in sides)

    def _number_sides(self) -> None:
        pieces = [self._numbered(sides) for sides in self.instance.pieces]
        known = Counter(
            (self.sort(self.grey(sides), side), colour)
            for sides in pieces
            for side, colour in enumerate(sides)
        )
        along = sorted(colour for sort, colour in known if sort == RIM)
        inside = sorted({colour for sort, colour in known if sort in (INNER, EDGE)})
        self.rim, self.inner = len(along), len(inside)
        pairs = [(RIM, c) for c in along] + [(sort, c) for sort in (INNER, EDGE) for c in inside]
        self.entries = [[-1] * self.colours for _ in range(3)]
        for entry, (sort, colour) in enumerate(pairs):
            self.entries[sort][colour] = entry
        self.supply = [known[pair] for pair in pairs] + [known[-1, 0]]


def _bits(sides: Iterable[bool]) -> int:
    return sum(1 << side for side, holds in enumerate(sides) if holds)


def _least_turn(bits: int) -> int:
    """The least number that a set of sides becomes by turning."""
    return min((bits << k | bits >> 4 - k) & 15 for k in range(4))


MOST_PARTS = 2
"""The largest number of cells on which an anchor lies in place: a corner has so many."""
_LARGEST = 700.0
"""The largest exponent that is used: a float ends at 709."""


def plan(
    instance: EternityBoard, symmetry: str, within: Sequence[tuple[str, bool]] = ()
) -> tuple[list[NumberedBoard], list[int]]:
    """The parts of a search, and the images of each answer that is found.

    Args:
        symmetry: the kind of symmetry, to search for one answer of each class; empty for all.
        within: atoms of a cube, each with its truth value.

    Returns:
        The board as the scan sees it, with what lies in place in each part: no answer is in two
        parts, and there is none if the wanted pieces contradict each other. And quarter turns, each
        of which makes an answer of an answer; all these answers are different.

    Raises:
        MisfitError: one answer of each class is wanted, and there is no anchor.
    """
    wishes = _wishes(instance, within)
    if wishes is None:
        return [], [0]
    group, lead = instance.rotations, instance.anchor
    if symmetry and len(group) > 1 and lead is None:
        raise MisfitError("there is no piece that all rotations turn, to keep one of each class")
    parts, images = [wishes], [0]
    if lead is not None and len(group) > 1 and (symmetry or not within):
        parts = _led(instance, wishes, lead, 4 // len(group))
        images = [0] if symmetry else group

    def lateness(quarters: int) -> int:
        """How late a scan of the turned board comes to the pieces in place."""
        columns = instance.rows if quarters % 2 else instance.columns
        fixed = (each for part in parts for each in part.fixed.items())
        cells = (instance.turned_place(*each, quarters)[0] for each in fixed)
        return sum((row - 1) * columns + column for row, column in cells)

    wide = (instance.columns > instance.rows) - (instance.columns < instance.rows)
    turns = {-1: (0, 2), 0: (0, 1, 2, 3), 1: (1, 3)}[wide]  # the rows become short
    quarters = min(turns, key=lateness)
    return [NumberedBoard(instance, part, quarters) for part in parts], images


def _wishes(instance: EternityBoard, within: Sequence[tuple[str, bool]]) -> Wishes | None:
    """What the hints and the cube want; ``None`` if two of them contradict each other."""
    fixed = dict(instance.hinted)
    barred: list[tuple[Cell, Lying]] = []
    for text, wanted in within:
        symbol = clingo.parse_term(text)
        if not symbol.match("place", 4):
            if wanted:
                return None
            continue
        row, column, kind, turns = (argument.number for argument in symbol.arguments)
        cell, lying = (row, column), (kind, turns)
        if not wanted:
            barred.append((cell, lying))
        elif fixed.setdefault(cell, lying) != lying:
            return None
    return Wishes(fixed, barred)


def _led(instance: EternityBoard, wishes: Wishes, lead: int, turns: int) -> list[Wishes]:
    """The parts of a search in which the anchor has less than so many turns."""
    places = [
        (cell, lying)
        for cell, looks in instance.fitting(hints=False).items()
        for lying in looks
        if lying[0] == lead and lying[1] < turns
    ]
    if len(places) <= MOST_PARTS and lead not in {kind for kind, _ in wishes.fixed.values()}:
        return [
            replace(wishes, fixed={**wishes.fixed, cell: lying})
            for cell, lying in places
            if cell not in wishes.fixed
        ]
    later = [(cell, (lead, turn)) for cell in instance.cells for turn in range(turns, 4)]
    return [replace(wishes, barred=[*wishes.barred, *later])]


def expected_nodes(board: NumberedBoard) -> float:
    """The expected number of nodes of a scan; about 1e304 stands for all larger numbers."""
    match = _matches(board)
    alike = len(board.copies) / len(board.cells)  # copies make no further nodes
    rims = {cell: board.borders[cell].bit_count() * board.framed for cell in board.cells}
    left = Counter(rims.values())
    total = level = 0.0
    for cell, rim in rims.items():
        if cell not in board.fixed:
            level += math.log(max(1.0, left[rim] * alike * (1 if rim else 4)))
            level += sum(match[board.joint(cell, side)] for side in (LEFT, UP))
            for side in (RIGHT, DOWN):
                if board.neighbour(cell, side) in board.fixed:
                    level += match[board.joint(cell, side)]
        left[rim] -= 1
        total += math.exp(min(level, _LARGEST))
    return total


def matching_pieces(board: NumberedBoard) -> float:
    """The expected number of turned inner pieces that match both the sides above and to the left.

    All inner pieces count, also those that would be on the board by then. Without a frame, or
    without inner cells, there are no inner pieces: infinity.
    """
    _, pieces = board.rims()
    if not board.framed or not pieces[0]:
        return math.inf
    return 4 * pieces[0] * math.exp(2 * _matches(board)[board.joint((2, 2), RIGHT)])


def _matches(board: NumberedBoard) -> dict[int, float]:
    """By sort of a joint the logarithm of the probability that its sides have one colour."""
    rim, inner, edge = board.by_sort()
    found = {-1: 0.0}
    for sort, one, other in ((RIM, rim, rim), (INNER, inner, inner), (EDGE, edge, inner)):
        pairs = sum(a * b for a, b in zip(one, other, strict=True))
        every = sum(one) * sum(other)
        found[sort] = math.log(pairs / every) if pairs else 0.0
    return found
