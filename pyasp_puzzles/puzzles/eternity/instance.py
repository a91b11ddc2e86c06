"""Edge-matching boards: the type of the instances, turned pieces, kinds of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, astuple, dataclass
from functools import lru_cache
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import GridBoard, Row, Rows, Size, Text, layer, predicate
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.boards.layers import Scalar
from pyasp_puzzles.boards.stocks import NumberRows
from pyasp_puzzles.core.atoms import Predicate
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
class HintPiece:
    """A piece that lies in place: number in the list from 1, quarter turns clockwise."""

    row: int
    column: int
    piece: int
    turns: int


COPIES = predicate("copies", (("kind", int), ("number", int)))


class SquarePieces(NumberRows):
    """The pieces, one for each cell: their colours, clockwise from the top unless ``order`` says.

    Facts have the kinds of pieces, each with the number of its first piece, and their copies.
    """

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        return (predicate("piece", (("kind", int), *self.shape)), COPIES)

    def facts(self, board: Any) -> Iterator[Predicate]:
        every = copies(board)
        yield from (self.classes[0](kind, *board.pieces[kind - 1]) for kind in every)
        yield from (COPIES(kind, number) for kind, number in every.items())

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        cells = board.rows * board.columns
        if len(rows.value) != cells:
            found = Phrase(counted(len(rows.value), "piece"))
            raise rows.error(f"{cells} of them, one for each cell of the board", found)

    def entries(self) -> tuple[str, ...]:
        return ("order", self.key)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        order = order_of(entries.optional("order"))
        rows = self.listed(board, entries.required(self.key))
        return {self.name: tuple(clockwise(row, order) for row in rows)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        width = max(len(str(colour)) for sides in board.pieces for colour in sides)
        rows = ((str(colour).rjust(width) for colour in sides) for sides in board.pieces)
        return {self.key: list(map(" ".join, rows))}

    def words(self, board: Any) -> str:
        colours = {colour for sides in board.pieces for colour in sides} - {board.frame}
        return counted(len(colours), "colour")


class Frame(Scalar):
    """The colour of the frame, or ``none``; left out, it is 0 where a piece has this colour."""

    def unpack(self, value: Any) -> Rows:
        return () if value is None else ((value,),)

    def check(self, board: Any, rows: Field) -> None:
        if rows.value is not None:
            super().check(board, rows)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        entry = entries.optional(self.key)
        if entry is None:
            return {self.name: usual_frame(board.pieces)}
        none = entry.word == "none"
        return {self.name: None if none else entry.number(entry.word, self.least, self.most)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return {self.key: "none" if board.frame is None else str(board.frame)}

    def words(self, board: Any) -> str:
        return "no frame" if board.frame is None else ""


class HintList(NumberRows):
    """Pieces that lie in place: the field holds a :class:`HintPiece` for each."""

    kind: ClassVar[type[Any]] = HintPiece

    def pack(self, board: Any, rows: Iterable[Row]) -> tuple[HintPiece, ...]:
        return tuple(HintPiece(*row) for row in super().pack(board, rows))

    def unpack(self, value: Any) -> Rows:
        return tuple(map(astuple, value))

    def facts(self, board: Any) -> Iterator[Predicate]:
        for hint in board.hints:
            yield self.atom((hint.row, hint.column, *as_kind(board, hint.piece, hint.turns)))

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        for node, expected in zip(rows.list(), _clashes(self.unpack(rows.value)), strict=True):
            if expected:
                raise node.error(expected)

    def listed(self, board: Any, entry: Entry) -> list[Row]:
        rows = super().listed(board, entry)
        for line, expected in zip(entry.body(), _clashes(rows), strict=True):
            if expected:
                raise entry.error(line.text.strip(), expected, line)
        return rows


def _clashes(hints: Iterable[Row]) -> Iterator[str]:
    """For each hint what is expected in place of what it shares with one before; empty: nothing."""
    seen: set[Row] = set()
    for row, column, piece, _ in hints:
        if (row, column) in seen:
            yield "a cell without another hint"
        else:
            yield "a piece that is not on the board yet" if (piece,) in seen else ""
        seen |= {(row, column), (piece,)}


def order_of(entry: Entry | None) -> str:
    """The order of the sides that an entry ``order:`` names, four letters."""
    if entry is None:
        return CLOCKWISE
    word = entry.word.upper()
    if sorted(word) != sorted(CLOCKWISE):
        raise entry.error(entry.value.text, "the letters U, R, D and L in some order")
    return word


SIZE = Size("size", key="board")
PIECES = SquarePieces(
    "piece",
    columns=tuple((side, 0, MAX_COLOUR) for side in CLOCKWISE),
    form="four colours",
    noun="piece",
    lines=True,
    ordered=False,
)
HINTS = HintList(
    "hint",
    columns=(
        ("row", 1, lambda board: board.rows),
        ("column", 1, lambda board: board.columns),
        ("piece", 1, lambda board: len(board.pieces)),
        ("turns", 0, 3),
    ),
    noun="hint",
    lines=True,
    optional=True,
)


@dataclass(frozen=True)
class EternityBoard(GridBoard):
    """A board: its size, its pieces as listed, the colour of its frame, and its hints.

    Attributes:
        pieces: one for each cell; numbers of pieces count from 1 in this order.
        frame: the colour that lies at the rim and nowhere else; ``None`` without a frame.
        hints: pieces that lie in place, sorted.
        note: what readers of the file should know; the picture shows it.
    """

    columns: int = layer(SIZE, MISSING)
    pieces: tuple[Sides, ...] = layer(PIECES, MISSING)
    frame: int | None = layer(Frame("frame", 0, MAX_COLOUR), 0)
    hints: tuple[HintPiece, ...] = layer(HINTS)
    note: str = layer(Text(), "")
    sides: ClassVar[tuple[int, int]] = (1, MAX_SIDE)
    most_cells: ClassVar[int] = MAX_CELLS


def turned(sides: Sides, turns: int) -> Sides:
    """The sides after quarter turns clockwise: what was on the left is at the top after one.

    >>> turned((1, 2, 3, 4), 1)
    (4, 1, 2, 3)
    """
    shift = -turns % 4
    u, r, d, left = (sides * 2)[shift : shift + 4]
    return u, r, d, left


@lru_cache(maxsize=64)
def kinds(instance: EternityBoard) -> tuple[tuple[int, int], ...]:
    """The kind of each piece of the list, and the turns after which the kind looks like it."""
    seen: dict[Sides, tuple[int, int]] = {}
    for number, sides in enumerate(instance.pieces, start=1):
        if sides not in seen:
            for turns in range(4):
                seen.setdefault(turned(sides, turns), (number, turns))
    return tuple(seen[sides] for sides in instance.pieces)


def joints(instance: EternityBoard) -> int:
    """The number of joints: pairs of cells with a side in common.

    >>> joints(EternityBoard("Two pieces", 1, 2, ((0, 0, 1, 0), (0, 1, 0, 0)), 0))
    1
    """
    return 2 * instance.rows * instance.columns - instance.rows - instance.columns


def _faces(sides: Sides) -> int:
    """The number of different looks of a piece: 1, 2 or 4."""
    return next(turns for turns in (1, 2, 4) if turned(sides, turns) == sides)


def as_kind(instance: EternityBoard, piece: int, turns: int) -> tuple[int, int]:
    """A piece of the list, turned: its kind, and the first turn of that kind that looks alike.

    >>> board = EternityBoard("Copies", 1, 2, ((0, 1, 0, 1), (1, 0, 1, 0)), frame=None)
    >>> as_kind(board, 2, 0), as_kind(board, 1, 3)
    ((1, 1), (1, 1))
    """
    kind, offset = kinds(instance)[piece - 1]
    return kind, (turns + offset) % _faces(instance.pieces[kind - 1])


def clockwise(colours: Sequence[int], order: str) -> Sides:
    """Colours listed in some order of the sides, as upper, right, lower, left."""
    u, r, d, left = (colours[order.index(letter)] for letter in CLOCKWISE)
    return u, r, d, left


def usual_frame(pieces: Iterable[Sides]) -> int | None:
    """The colour of the frame where none is named: 0, if a piece has it."""
    return 0 if any(0 in sides for sides in pieces) else None


def misread(instance: EternityBoard) -> int | None:
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


Cell = tuple[int, int]
"""Row and column, from 1."""
Joint = tuple[int, int]
"""A side of a cell, the same from both cells: twice the row and column of a cell, plus a step."""
Lying = tuple[int, int]
"""A turned piece: its kind, and its quarter turns clockwise."""
Looks = dict[Lying, Sides]
"""The colours of turned pieces."""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""From a cell to its neighbour: up, right, down, left."""


def fitting(instance: EternityBoard, *, hints: bool = True) -> dict[Cell, Looks]:
    """The pieces that the frame, and perhaps the hints, allow on each cell, and their colours."""
    looks = faces(instance)
    given = {(h.row, h.column): as_kind(instance, h.piece, h.turns) for h in instance.hints}
    return {
        cell: {
            lying: sides
            for lying, sides in looks.items()
            if instance.frame is None
            or rim_of(instance, *cell) == tuple(side == instance.frame for side in sides)
            if not hints or given.get(cell, lying) == lying
        }
        for cell in cells(instance)
    }


def faces(instance: EternityBoard) -> Looks:
    """The colours of every kind in all its turns; of turns that look the same only the first."""
    return {
        (kind, turns): turned(instance.pieces[kind - 1], turns)
        for kind in copies(instance)
        for turns in range(4)
        if as_kind(instance, kind, turns) == (kind, turns)
    }


def cells(instance: EternityBoard) -> list[Cell]:
    """The cells of the board in reading order."""
    return [(row, column) for row, column in instance.cells]


def rim_of(instance: EternityBoard, row: int, column: int) -> tuple[bool, ...]:
    """Whether the upper, right, lower and left side of a cell are at the rim."""
    return row == 1, column == instance.columns, row == instance.rows, column == 1


def copies(instance: EternityBoard) -> Counter[int]:
    """The number of pieces of each kind."""
    return Counter(kind for kind, _ in kinds(instance))


def joints_around(cell: Cell) -> tuple[Joint, ...]:
    """The joints around a cell: above, to the right, below, to the left."""
    row, column = cell
    return tuple((2 * row + down, 2 * column + right) for down, right in STEPS)


def anchor(instance: EternityBoard) -> int | None:
    """The kind with one piece and four faces that fits the fewest cells; ``None`` without any."""
    rims = Counter(rim_of(instance, *cell) for cell in cells(instance))
    positions: Counter[int] = Counter()
    looks: Counter[int] = Counter()
    for (kind, _), sides in faces(instance).items():
        framed = tuple(side == instance.frame for side in sides)
        positions[kind] += rims.total() if instance.frame is None else rims[framed]
        looks[kind] += 1
    single = [kind for kind, number in copies(instance).items() if number == 1]
    able = [(positions[kind], kind) for kind in single if positions[kind] and looks[kind] == 4]
    return min(able)[1] if able else None


def reading_order(joint: Joint) -> tuple[int, int, int]:
    """A key that sorts joints as ``joint/5`` does: by the position to their left or above.

    Of one position the joint to the right comes before the one below.
    """
    return joint[0] // 2, joint[1] // 2, joint[0] % 2


def rotations(instance: EternityBoard) -> list[int]:
    """The numbers of quarter turns of the board that take every hint to a hint; 0 comes first."""
    hints = {((h.row, h.column), as_kind(instance, h.piece, h.turns)) for h in instance.hints}
    return [
        quarters
        for quarters in (range(4) if instance.rows == instance.columns else (0, 2))
        if {turned_place(instance, *hint, quarters) for hint in hints} == hints
    ]


def turned_place(
    instance: EternityBoard, cell: Cell, lying: Lying, quarters: int
) -> tuple[Cell, Lying]:
    """Where a turned piece lies after quarter turns of the board clockwise, and how."""
    row, column = rotated(instance, (2 * cell[0], 2 * cell[1]), quarters)
    return (row // 2, column // 2), as_kind(instance, lying[0], lying[1] + quarters)


def rotated(instance: EternityBoard, joint: Joint, quarters: int) -> Joint:
    """Where clockwise quarter turns of the board take a joint, or a cell in its coordinates."""
    (row, column), rows, columns = joint, instance.rows, instance.columns
    for _ in range(quarters):
        row, column, rows, columns = column, 2 * (rows + 1) - row, columns, rows
    return row, column
