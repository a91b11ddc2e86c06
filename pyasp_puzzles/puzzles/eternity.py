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

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pyasp_puzzles.atoms import Predicate
from pyasp_puzzles.errors import AnswerError, Phrase
from pyasp_puzzles.formats import eternity as files
from pyasp_puzzles.formats.eternity import Instance, Sides, letter, turned
from pyasp_puzzles.picture import Compass, Entry, Mark, Panel, Picture, Tile
from pyasp_puzzles.puzzle import Puzzle


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
    """Any piece of the list, turned, as its kind and the first turn that looks like it."""
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

    def normal(piece: int) -> tuple[int, ...]:
        return min(look(piece, turns) for turns in range(4))

    broken = []
    numbers = range(1, len(instance.pieces) + 1)
    used: Counter[tuple[int, ...]] = Counter()
    on: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for p in solution.placements:
        if p.piece in numbers:
            used[normal(p.piece)] += 1
            on.setdefault((p.row, p.column), []).append(look(p.piece, p.turns))
        else:
            broken.append(f"Every piece belongs to the set: {p.piece} does not.")
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
    there: dict[tuple[int, ...], list[int]] = {}
    for number in numbers:
        there.setdefault(normal(number), []).append(number)
    broken += [
        f"Every piece of the set is used, as often as it is there: piece {same[0]} is used "
        f"{used[kind]} times, not {len(same)}."
        for kind, same in there.items()
        if used[kind] != len(same)
    ]
    for (row, column), pieces in sorted(on.items()):
        for sides in pieces:
            broken += _broken_sides(instance, on, row, column, sides)
    for hint in instance.hints:
        if on.get((hint.row, hint.column)) != [look(hint.piece, hint.turns)]:
            broken.append(
                f"Every hint stays where it is: ({hint.row}, {hint.column}) should have piece "
                f"{hint.piece} after {hint.turns} turns."
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


def orbit(instance: Instance, solution: Solution) -> frozenset[Solution]:
    """The images under the rotations of the board that keep the hints; pieces turn with it."""

    def rotated(row: int, column: int, piece: int, turns: int, quarters: int) -> Placement:
        rows, columns = instance.rows, instance.columns
        for _ in range(quarters):
            row, column, rows, columns = column, rows + 1 - row, columns, rows
        return Placement(row, column, *as_kind(instance, piece, turns + quarters))

    hints = [(h.row, h.column, h.piece, h.turns) for h in instance.hints]
    images = set()
    for quarters in range(4) if instance.rows == instance.columns else (0, 2):
        if {rotated(*h, quarters) for h in hints} == {rotated(*h, 0) for h in hints}:
            placements = (
                rotated(p.row, p.column, p.piece, p.turns, quarters) for p in solution.placements
            )
            images.add(Solution(tuple(sorted(placements))))
    return frozenset(images)


def read(instance: Instance, text: str) -> Solution:
    """An answer as a string of colours for board viewers, alone or as ``board_edges=`` of a link.

    Which piece lies where follows from the colours.

    Raises:
        AnswerError: no such string, or one that shows a piece that the set has not.
    """
    found = re.search(r"board_edges=([a-z]*)", text) or re.fullmatch(r"\s*([a-z\s]+)", text)
    letters = "".join(found[1].split()) if found else ""
    length = 4 * instance.rows * instance.columns
    if len(letters) != length:
        words = Phrase(f"{len(letters)} letters") if letters else text.strip()
        raise AnswerError(instance.name, "answer", words, f"board_edges of {length} letters")
    number = {sides: i for i, sides in reversed(list(enumerate(instance.pieces, start=1)))}
    placements = []
    for index, sides in enumerate(files.read_letters(instance, letters)):
        row, column = index // instance.columns + 1, index % instance.columns + 1
        seen = [(number[look], t) for t in range(4) if (look := turned(sides, -t)) in number]
        if not seen:
            place = f"answer, cell ({row}, {column})"
            shown = letters[4 * index : 4 * index + 4]
            raise AnswerError(instance.name, place, shown, "the letters of a piece of the set")
        placements.append(Placement(row, column, *as_kind(instance, *seen[0])))
    return Solution(tuple(sorted(placements)))


def _sides_on_board(instance: Instance, solution: Solution) -> dict[tuple[int, int], Sides]:
    return {
        (p.row, p.column): turned(instance.pieces[p.piece - 1], p.turns)
        for p in solution.placements
    }


def board_edges(instance: Instance, solution: Solution) -> str:
    """Four letters a cell (up, right, down, left), row by row: ``a`` is the frame.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.
    """
    board = _sides_on_board(instance, solution)
    return "".join(
        letter(instance, colour) for _, sides in sorted(board.items()) for colour in sides
    )


def viewer(instance: Instance, solution: Solution) -> str:
    """The parameters of a link to a board viewer: size, colours and piece numbers from 0.

    The names are those that the viewer of J. Bucas documents; copies get the numbers of their
    kind's pieces in reading order.
    """
    copies: dict[int, list[int]] = {}
    for index, (kind, _) in enumerate(kinds(instance)):
        copies.setdefault(kind, []).append(index)
    numbers = "".join(f"{copies[p.piece].pop(0):03d}" for p in solution.placements)
    title = re.sub(r"\W+", "_", instance.title, flags=re.ASCII).strip("_")
    return (
        f"puzzle={title}&board_w={instance.columns}&board_h={instance.rows}"
        f"&board_edges={board_edges(instance, solution)}&board_pieces={numbers}"
    )


def _names(instance: Instance) -> dict[int, Mark]:
    """How each colour is marked: as a number of one digit, else as a letter where there is one."""
    colours = sorted({colour for sides in instance.pieces for colour in sides})
    inner = [colour for colour in colours if colour != instance.frame]
    names = {}
    for index, colour in enumerate(inner):
        name = str(colour)
        if colours[-1] > 9 and colours[-1] < 26:
            name = letter(instance, colour)
        names[colour] = Mark(name, index + (index >= _GREY))
    if instance.frame is not None:
        names[instance.frame] = Mark("·", _GREY)
    return names


_GREY = 21
"""The palette's number for a light grey."""
_AROUND: tuple[Compass, ...] = ("N", "E", "S", "W")


def picture(instance: Instance, solution: Solution | None) -> Picture:
    """The board with the colours of all sides; unsolved, the hints and below it the pieces."""
    names = _names(instance)

    def marks(sides: Sides) -> dict[Compass, Mark]:
        return {
            at: replace(names[side], text=f" {names[side].text} ") if at in "NS" else names[side]
            for at, side in zip(_AROUND, sides, strict=True)
        }

    hints = {(h.row, h.column): as_kind(instance, h.piece, h.turns) for h in instance.hints}
    lying = {
        cell: (kind, turned(instance.pieces[kind - 1], t)) for cell, (kind, t) in hints.items()
    }
    if solution:
        board = _sides_on_board(instance, solution)
        lying = {(p.row, p.column): (p.piece, board[p.row, p.column]) for p in solution.placements}
    tiles = []
    for row in range(1, instance.rows + 1):
        for column in range(1, instance.columns + 1):
            cell = (row, column)
            if cell in lying:
                kind, sides = lying[cell]
                given = cell in hints
                tile = Tile(row, column, str(kind), cell, given=given, marks=marks(sides))
            else:
                tile = Tile(row, column, "", cell)
            tiles.append(tile)
    panels = [Panel(tuple(tiles))] if solution is None else _panels(instance, tiles, names)
    if solution is None:
        copies = Counter(kind for kind, _ in kinds(instance))
        wide = min(8, max(instance.columns, 4))
        panels.append(
            Panel(
                tuple(
                    Tile(
                        index // wide + 1,
                        index % wide + 1,
                        f"{kind}x{number}" if number > 1 else str(kind),
                        index,
                        marks=marks(instance.pieces[kind - 1]),
                    )
                    for index, (kind, number) in enumerate(copies.items())
                ),
                "pieces",
            )
        )
    return Picture(instance.title, tuple(panels), tuple(_legend(instance, names)))


def _panels(instance: Instance, tiles: Sequence[Tile], names: dict[int, Mark]) -> list[Panel]:
    """A solved board, in parts side by side where 80 columns have no room for all the colours."""
    label = len(str(len(instance.pieces))) + 2 * bool(instance.hints)  # hints stand in brackets
    sides = 2 * max(len(mark.text) for mark in names.values())
    parts = -(-instance.columns * (label + sides + 3) // 79)
    wide = -(-instance.columns // parts)
    return [
        Panel(
            tuple(tile for tile in tiles if first <= tile.column < first + wide),
            f"columns {first} to {min(first + wide - 1, instance.columns)}" if parts > 1 else "",
        )
        for first in range(1, instance.columns + 1, wide)
    ]


def _legend(instance: Instance, names: dict[int, Mark]) -> Iterator[Entry]:
    words = "In the middle of a piece is its number, at its sides are its colours"
    letters = [(mark.text, colour) for colour, mark in names.items() if mark.text.isalpha()]
    yield Entry("", words + ".")
    if letters:
        (first, low), (last, high) = letters[0], letters[-1]
        yield Entry("", f"The letters {first} to {last} are the colours {low} to {high}.")
    if instance.frame is not None:
        yield Entry("·", "frame", _GREY)
    if instance.hints:
        yield Entry("", "Hints are underlined in the answer, or in brackets where all is plain.")
    if instance.note:
        yield Entry("", instance.note)


def size(instance: Instance) -> str:
    colours = {colour for sides in instance.pieces for colour in sides} - {instance.frame}
    words = [f"{instance.rows} x {instance.columns} cells", f"{len(colours)} colours"]
    if instance.frame is None:
        words.append("no frame")
    if instance.hints:
        words.append(f"{len(instance.hints)} hints")
    return ", ".join(words)


PUZZLE = Puzzle(
    name="eternity",
    title="Eternity (edge matching)",
    instance_type=Instance,
    solution_type=Solution,
    inputs=(Size, Frame, PieceFact, Copies, HintFact),
    answers=(Place,),
    parse=files.parse,
    format=files.format_text,
    facts=facts,
    decode=decode,
    verify=verify,
    picture=picture,
    size=size,
    orbit=orbit,
    read=read,
    options=("--configuration=crafty",),
    first="document_3x3",
    export={"board_edges": board_edges, "viewer": viewer},
)
