"""Eternity: lay square pieces on a board so that sides that touch have the same colour.

The puzzle is known from Eternity II (256 pieces, 16 x 16, unsolved without its frame of hints);
the founding instance is the 3 x 3 board of a tutorial on solving it with SeaPearl.  Pieces are
turned, never flipped; on a framed board one colour, the grey of most sets, lies just along the
rim.  One of that board's 16 answers, four up to rotation, colour by colour::

    +-----------+
    | 0   0   0 |      a piece is written u r d l: clockwise from the top
    |0 1 1 1 1 0|      corner 0 1 2 0 at the upper left, border 0 1 4 1 beside it,
    | 2   4   2 |      and where they touch both have a 1
    | 2   4   2 |
    |0 3 3 4 4 0|      pieces that look alike after a turn are copies of one kind, so that
    | 1   3   2 |      exchanging them makes no new answer
    | 1   3   2 |
    |0 1 1 2 2 0|
    | 0   0   0 |
    +-----------+
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from clingo import Symbol

from pyasp_puzzles.atoms import Predicate
from pyasp_puzzles.drawing.picture import Picture
from pyasp_puzzles.errors import AnswerError, Phrase, counted
from pyasp_puzzles.puzzle import Profile, Puzzle
from pyasp_puzzles.puzzles.eternity import format as text_format
from pyasp_puzzles.puzzles.eternity import letters as eternity_letters
from pyasp_puzzles.puzzles.eternity import viewer as eternity_viewer
from pyasp_puzzles.puzzles.eternity.files import parse
from pyasp_puzzles.puzzles.eternity.format import Instance, Sides, turned
from pyasp_puzzles.puzzles.eternity.picture import draw
from pyasp_puzzles.symmetry import ALL, ROTATIONS, Symmetries, Symmetry


class Size(Predicate):
    rows: int
    columns: int


class Frame(Predicate):
    colour: int


class PieceFact(Predicate, name="piece"):
    kind: int
    up: int
    right: int
    down: int
    left: int


class Copies(Predicate):
    kind: int
    number: int


class HintFact(Predicate, name="hint"):
    row: int
    column: int
    kind: int
    turns: int


class Place(Predicate):
    """Shown: a piece of a kind lies on a cell, after quarter turns clockwise."""

    row: int
    column: int
    kind: int
    turns: int


@dataclass(frozen=True, order=True)
class Placement:
    """A piece on a cell: its kind is the number of the first piece that looks like it."""

    row: int
    column: int
    piece: int
    turns: int


@dataclass(frozen=True)
class Solution:
    """All placements, in reading order."""

    placements: tuple[Placement, ...]


@lru_cache(maxsize=64)
def kinds(instance: Instance) -> tuple[tuple[int, int], ...]:
    """For each piece of the list: its kind, and by how many quarter turns it differs from that."""
    seen: dict[Sides, tuple[int, int]] = {}
    for number, sides in enumerate(instance.pieces, start=1):
        if sides not in seen:
            for turns in range(4):
                seen.setdefault(turned(sides, turns), (number, turns))
    return tuple(seen[sides] for sides in instance.pieces)


def _faces(sides: Sides) -> int:
    """After how many quarter turns a piece looks as before: 1, 2 or 4."""
    return next(turns for turns in (1, 2, 4) if turned(sides, turns) == sides)


def as_kind(instance: Instance, piece: int, turns: int) -> tuple[int, int]:
    """Any piece of the list, turned, as its kind and the first turn that looks like it.

    >>> board = Instance("Copies", 1, 2, ((0, 1, 0, 1), (1, 0, 1, 0)), frame=None)
    >>> as_kind(board, 2, 0), as_kind(board, 1, 3)
    ((1, 1), (1, 1))
    """
    kind, offset = kinds(instance)[piece - 1]
    return kind, (turns + offset) % _faces(instance.pieces[kind - 1])


def facts(instance: Instance) -> Iterator[Predicate]:
    """Board and frame, the kinds of pieces with their numbers of copies, and the hints."""
    yield Size(instance.rows, instance.columns)
    if instance.frame is not None:
        yield Frame(instance.frame)
    copies = Counter(kind for kind, _ in kinds(instance))
    yield from (PieceFact(kind, *instance.pieces[kind - 1]) for kind in copies)
    yield from (Copies(kind, number) for kind, number in copies.items())
    for hint in instance.hints:
        yield HintFact(hint.row, hint.column, *as_kind(instance, hint.piece, hint.turns))


def decode(instance: Instance, atoms: Sequence[Predicate]) -> Solution:
    """The placements of one answer.

    Raises:
        AnswerError: an atom names a piece that the instance has not, or too many turns.
    """
    placements = []
    for atom in atoms:
        if not isinstance(atom, Place):
            continue
        if not 1 <= atom.kind <= len(instance.pieces):
            expected = f"a piece from 1 to {len(instance.pieces)}"
            raise AnswerError(instance.name, "answer", Phrase(str(atom)), expected)
        if not 0 <= atom.turns <= 3:
            raise AnswerError(instance.name, "answer", Phrase(str(atom)), "0 to 3 quarter turns")
        kind, turns = as_kind(instance, atom.kind, atom.turns)
        placements.append(Placement(atom.row, atom.column, kind, turns))
    return Solution(tuple(sorted(placements)))


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The broken rules, from the pieces as listed; pieces are alike if some turn says so."""

    def look(piece: int, turns: int) -> tuple[int, ...]:
        sides = list(instance.pieces[piece - 1])
        for _ in range(turns % 4):
            sides.insert(0, sides.pop())
        return tuple(sides)

    numbers = range(1, len(instance.pieces) + 1)
    normal = {piece: min(look(piece, turns) for turns in range(4)) for piece in numbers}
    alike: dict[tuple[int, ...], list[int]] = {}
    for piece in numbers:
        alike.setdefault(normal[piece], []).append(piece)
    broken = []
    used: Counter[tuple[int, ...]] = Counter()
    on: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for p in solution.placements:
        if p.piece not in numbers:
            broken.append(f"Every piece belongs to the set: {p.piece} does not.")
            continue
        used[normal[p.piece]] += 1
        on.setdefault((p.row, p.column), []).append(look(p.piece, p.turns))
        first = alike[normal[p.piece]][0]
        if p.piece != first:
            broken.append(
                "Of pieces that look alike the number of the first is used: "
                f"({p.row}, {p.column}) has {p.piece}, not {first}."
            )
        distinct = len({look(p.piece, turns) for turns in range(4)})
        if not 0 <= p.turns < distinct:
            turns = f"0 to {distinct - 1}" if distinct > 1 else "0"
            broken.append(
                "Of turns that look the same only the first is used: "
                f"piece {p.piece} on ({p.row}, {p.column}) has {p.turns}, not {turns}."
            )
    for row in range(1, instance.rows + 1):
        for column in range(1, instance.columns + 1):
            number = len(on.get((row, column), ()))
            if number != 1:
                broken.append(f"Every cell takes one piece: ({row}, {column}) has {number}.")
    broken += [
        f"Every piece lies on the board: ({row}, {column}) is no cell of it."
        for row, column in sorted(on)
        if not (1 <= row <= instance.rows and 1 <= column <= instance.columns)
    ]
    broken += [
        f"Every piece of the set is used, as often as it is there: piece {same[0]} is used "
        f"{counted(used[kind], 'time')}, not {len(same)}."
        for kind, same in alike.items()
        if used[kind] != len(same)
    ]
    for (row, column), pieces in sorted(on.items()):
        for sides in pieces:
            broken += _broken_sides(instance, on, row, column, sides)
    for hint in instance.hints:
        if on.get((hint.row, hint.column)) != [look(hint.piece, hint.turns)]:
            broken.append(
                f"Every hint stays where it is: ({hint.row}, {hint.column}) should have piece "
                f"{hint.piece} after {counted(hint.turns, 'turn')}."
            )
    return broken


def _broken_sides(
    instance: Instance,
    on: dict[tuple[int, int], list[tuple[int, ...]]],
    row: int,
    column: int,
    sides: tuple[int, ...],
) -> Iterator[str]:
    """What is wrong with the sides of one piece; joints are looked at from above and from left."""
    at_rim = (row == 1, column == instance.columns, row == instance.rows, column == 1)
    for side, rim, name in zip(sides, at_rim, ("upper", "right", "lower", "left"), strict=True):
        if instance.frame is not None and (side == instance.frame) != rim:
            where = "at the rim" if rim else "inside"
            yield (
                "The colour of the frame lies on every side at the rim, and on no other: the "
                f"{name} side of ({row}, {column}) is {where} and has colour {side}."
            )
    for cell, mine, its in (((row, column + 1), 1, 3), ((row + 1, column), 2, 0)):
        for neighbour in on.get(cell, ()):
            if sides[mine] != neighbour[its]:
                yield (
                    f"Sides that touch have the same colour: ({row}, {column}) has "
                    f"{sides[mine]} where ({cell[0]}, {cell[1]}) has {neighbour[its]}."
                )


def symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    """The rotations of the board that keep the hints; pieces turn with it, and are never flipped.

    There are four on a square board, else two, fewer if they move a hint (or turn the one piece of
    a board of one cell into itself).
    """

    def rotated(row: int, column: int, piece: int, turns: int, quarters: int) -> Placement:
        rows, columns = instance.rows, instance.columns
        for _ in range(quarters):
            row, column, rows, columns = column, rows + 1 - row, columns, rows
        return Placement(row, column, *as_kind(instance, piece, turns + quarters))

    def image(solution: Solution, quarters: int) -> Solution:
        placements = (
            rotated(p.row, p.column, p.piece, p.turns, quarters) for p in solution.placements
        )
        return Solution(tuple(sorted(placements)))

    hints = [(h.row, h.column, h.piece, h.turns) for h in instance.hints]
    distinct: dict[tuple[Placement, ...], Symmetry[Solution]] = {}
    for quarters in range(4) if instance.rows == instance.columns else (0, 2):
        if {rotated(*h, quarters) for h in hints} == {rotated(*h, 0) for h in hints}:
            corner = tuple(
                rotated(1, 1, n, 0, quarters) for n in range(1, len(instance.pieces) + 1)
            )
            distinct.setdefault(corner, Symmetry(partial(image, quarters=quarters), mirror=False))
    return tuple(distinct.values())


def read(instance: Instance, text: str) -> list[Solution]:
    """The answers in links of the viewer, or in their strings of colours alone, one a line.

    Which piece lies where follows from the colours; cells may be empty.

    Raises:
        AnswerError: no such link or string, or one that shows a piece that the set has not.
    """
    number = {sides: i for i, sides in reversed(list(enumerate(instance.pieces, start=1)))}
    answers = []
    for cells in eternity_viewer.read(instance, text):
        placements = []
        for index, letters, sides in cells:
            row, column = index // instance.columns + 1, index % instance.columns + 1
            seen = [(number[look], t) for t in range(4) if (look := turned(sides, -t)) in number]
            if not seen:
                place = f"answer, cell ({row}, {column})"
                expected = "the letters of a piece of the set"
                raise AnswerError(instance.name, place, letters, expected)
            placements.append(Placement(row, column, *as_kind(instance, *seen[0])))
        answers.append(Solution(tuple(sorted(placements))))
    return answers


def _looks(instance: Instance, solution: Solution) -> list[Sides]:
    """The sides of all cells in reading order."""
    return [turned(instance.pieces[p.piece - 1], p.turns) for p in sorted(solution.placements)]


def board_edges(instance: Instance, solution: Solution) -> str:
    """Four letters a cell (up, right, down, left), row by row; ``a`` is the frame.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.

    >>> board = Instance("Two pieces", 1, 2, ((0, 1, 0, 0), (0, 2, 0, 1)), frame=None)
    >>> board_edges(board, Solution((Placement(1, 1, 1, 0), Placement(1, 2, 2, 0))))
    'dbdddcdb'
    """
    return eternity_letters.write(instance, _looks(instance, solution))


def viewer(instance: Instance, solution: Solution) -> str:
    """A link to the viewer that shows an answer; reading it gives the instance, or the answer.

    Copies get the numbers of their kind's pieces in reading order.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.
    """
    copies: dict[int, list[int]] = {}
    for number, (kind, _) in enumerate(kinds(instance), start=1):
        copies.setdefault(kind, []).append(number)
    numbers = [copies[p.piece].pop(0) for p in sorted(solution.placements)]
    return eternity_viewer.write_link(instance, _looks(instance, solution), numbers)


def cuts(instance: Instance, atoms: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
    """The pieces that fit a cell: the corner at the upper left, the border, the rest row by row.

    A sweep takes 1.1 times the conflicts of one search in all cubes together, where the cell with
    the fewest pieces is taken 1.3 times (7 x 7, CPU time).
    """
    fitting: dict[tuple[int, int], list[Symbol]] = defaultdict(list)
    for atom in atoms:
        row, column, _, _ = atom.arguments
        fitting[row.number, column.number].append(atom)
    yield from ([fitting[cell]] for cell in sorted(fitting))


def picture(instance: Instance, solution: Solution | None) -> Picture:
    """The board with the colours of all sides; unsolved, the hints and beside it the pieces."""
    hints = {(h.row, h.column): as_kind(instance, h.piece, h.turns) for h in instance.hints}
    lying = hints
    if solution:
        lying = {(p.row, p.column): (p.piece, p.turns) for p in solution.placements}
    return draw(
        instance,
        Counter(kind for kind, _ in kinds(instance)),
        {cell: (k, turned(instance.pieces[k - 1], turns)) for cell, (k, turns) in lying.items()},
        given=hints.keys(),
        solved=solution is not None,
    )


def size(instance: Instance) -> str:
    colours = {colour for sides in instance.pieces for colour in sides} - {instance.frame}
    words = [f"{instance.rows} x {instance.columns} cells", counted(len(colours), "colour")]
    if instance.frame is None:
        words.append("no frame")
    if instance.hints:
        words.append(counted(len(instance.hints), "hint"))
    return ", ".join(words)


PROFILES = {
    "learn": Profile(
        ("--configuration=crafty",),
        ("first",),
        about="learns from conflicts, clasp's configuration crafty",
    ),
    "sweep": Profile(
        ("--no-lookback", "--lookahead=no", "--heuristic=None"),
        ("all", "unsat"),
        about="goes row by row, without learning",
    ),
}

PUZZLE = Puzzle(
    name="eternity",
    title="Eternity (edge matching)",
    instance_type=Instance,
    solution_type=Solution,
    inputs=(Size, Frame, PieceFact, Copies, HintFact),
    answers=(Place,),
    parse=parse,
    format=text_format.format_text,
    facts=facts,
    decode=decode,
    verify=verify,
    picture=picture,
    size=size,
    symmetries=Symmetries(symmetries, {ALL: {}, ROTATIONS: {}}),
    read=read,
    profiles=PROFILES,
    engines={},  # placements of pieces by colours: hardly a cover of the board matches
    cuts=cuts,
    first="document_3x3",
    export={"board_edges": board_edges, "viewer": viewer},
    file_formats=text_format.__doc__ or "",
    reading=("size",),
)
