"""Edge-matching boards: the type of the instances, turned pieces, kinds of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pyasp_puzzles.boards.formats.fields import fields
from pyasp_puzzles.boards.formats.text import Known
from pyasp_puzzles.core.errors import Phrase, counted

Sides = tuple[int, int, int, int]
"""Colours of the upper, right, lower and left side."""

CLOCKWISE = "URDL"
MAX_COLOUR = 999
MAX_SIDE = 256
MAX_CELLS = 1024
"""Grounding more cells than this takes too long."""

ASSUMED = "The file names no order of colours; assumed: clockwise from the top (URDL)."


@dataclass(frozen=True, order=True)
class Hint:
    """A piece that lies in place: number in the list from 1, quarter turns clockwise."""

    row: int
    column: int
    piece: int
    turns: int


@dataclass(frozen=True)
class Instance:
    """A board: its size, its pieces as listed, the colour of its frame, and its hints.

    Attributes:
        pieces: one for each cell; numbers of pieces count from 1 in this order.
        frame: the colour that lies at the rim and nowhere else; ``None`` without a frame.
        hints: pieces that lie in place, sorted.
        note: what readers of the file should know; the picture shows it.
    """

    title: str
    rows: int
    columns: int
    pieces: tuple[Sides, ...]
    frame: int | None = 0
    hints: tuple[Hint, ...] = ()
    note: str = ""
    name: str = ""
    known: Known = ()

    def __post_init__(self) -> None:
        _check(self)


def _check(instance: Instance) -> None:
    """Check an instance, read from a file or made by code.

    Raises:
        InstanceError: a field is wrong, or there is not one piece for each cell.
    """
    root = fields(instance)
    rows, columns = (root[key].integer(1, MAX_SIDE) for key in ("rows", "columns"))
    cells = rows * columns
    if cells > MAX_CELLS:
        raise root["rows"].error(f"at most {MAX_CELLS} cells", Phrase(f"{rows} x {columns}"))
    for piece in root["pieces"].list():
        for colour in piece.list(4):
            colour.integer(0, MAX_COLOUR)
    if len(instance.pieces) != cells:
        found = Phrase(counted(len(instance.pieces), "piece"))
        raise root["pieces"].error(f"{cells} of them, one for each cell of the board", found)
    if instance.frame is not None:
        root["frame"].integer(0, MAX_COLOUR)
    root["note"].one_line()
    places: set[tuple[int, int]] = set()
    lying: set[int] = set()
    for node in root["hints"].list():
        hint = node.of(Hint)
        place = hint["row"].integer(1, rows), hint["column"].integer(1, columns)
        piece_number = hint["piece"].integer(1, cells)
        hint["turns"].integer(0, 3)
        if place in places:
            raise hint.error("a cell without another hint")
        if piece_number in lying:
            raise hint.error("a piece that is not on the board yet")
        places.add(place)
        lying.add(piece_number)


def turned(sides: Sides, turns: int) -> Sides:
    """The sides after quarter turns clockwise: what was on the left is at the top after one.

    >>> turned((1, 2, 3, 4), 1)
    (4, 1, 2, 3)
    """
    shift = -turns % 4
    u, r, d, left = (sides * 2)[shift : shift + 4]
    return u, r, d, left


@lru_cache(maxsize=64)
def kinds(instance: Instance) -> tuple[tuple[int, int], ...]:
    """The kind of each piece of the list, and the turns after which the kind looks like it."""
    seen: dict[Sides, tuple[int, int]] = {}
    for number, sides in enumerate(instance.pieces, start=1):
        if sides not in seen:
            for turns in range(4):
                seen.setdefault(turned(sides, turns), (number, turns))
    return tuple(seen[sides] for sides in instance.pieces)


def joints(instance: Instance) -> int:
    """The number of joints: pairs of cells with a side in common.

    >>> joints(Instance("Two pieces", 1, 2, ((0, 0, 1, 0), (0, 1, 0, 0)), 0))
    1
    """
    return 2 * instance.rows * instance.columns - instance.rows - instance.columns


def _faces(sides: Sides) -> int:
    """The number of different looks of a piece: 1, 2 or 4."""
    return next(turns for turns in (1, 2, 4) if turned(sides, turns) == sides)


def as_kind(instance: Instance, piece: int, turns: int) -> tuple[int, int]:
    """A piece of the list, turned: its kind, and the first turn of that kind that looks alike.

    >>> board = Instance("Copies", 1, 2, ((0, 1, 0, 1), (1, 0, 1, 0)), frame=None)
    >>> as_kind(board, 2, 0), as_kind(board, 1, 3)
    ((1, 1), (1, 1))
    """
    kind, offset = kinds(instance)[piece - 1]
    return kind, (turns + offset) % _faces(instance.pieces[kind - 1])


def clockwise(colours: Sequence[int], order: str) -> Sides:
    """Colours listed in some order of the sides, as upper, right, lower, left."""
    u, r, d, left = (colours[order.index(letter)] for letter in CLOCKWISE)
    return u, r, d, left


def number_of(pieces: Sequence[Sides]) -> Phrase:
    """How many pieces were found, in words."""
    return Phrase(counted(len(pieces), "piece"))


def usual_frame(pieces: Iterable[Sides]) -> int | None:
    """The colour of the frame where none is named: 0, if a piece has it."""
    return 0 if any(0 in sides for sides in pieces) else None


def misread(instance: Instance) -> int | None:
    """The index of a piece with the frame on opposite sides; ``None`` without such a piece.

    On a board of several rows and columns no piece has it there, so that the assumed order of the
    colours is wrong.
    """
    if instance.frame is not None and min(instance.rows, instance.columns) > 1:
        for index, sides in enumerate(instance.pieces):
            grey = [side == instance.frame for side in sides]
            if (grey[0] and grey[2]) or (grey[1] and grey[3]):
                return index
    return None


def size(instance: Instance) -> str:
    """The size of a board in a few words: cells, colours, hints."""
    colours = {colour for sides in instance.pieces for colour in sides} - {instance.frame}
    words = [f"{instance.rows} x {instance.columns} cells", counted(len(colours), "colour")]
    if instance.frame is None:
        words.append("no frame")
    if instance.hints:
        words.append(counted(len(instance.hints), "hint"))
    return ", ".join(words)
