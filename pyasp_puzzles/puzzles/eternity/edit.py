"""Edge-matching boards changed by hand: hints, colours of pieces, the frame, the size.

A cell is a place of the board, ``(ROW, COLUMN)``, or a piece of the list, ``(NUMBER,)``.  A colour
that is set on the board goes to both pieces at that side.  So a new board is made fast: lay all
pieces, set the colours, remove the hints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from pyasp_puzzles.boards.board import with_fields
from pyasp_puzzles.boards.edit import EditForm, Fields, Values, clue, row_and_column, typed
from pyasp_puzzles.boards.editing import GivenPieces, Way, replaced
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.boards.places import STEPS, Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.puzzles.eternity.instance import MAX_COLOUR, EternityBoard, HintPiece, size_of
from pyasp_puzzles.puzzles.eternity.picture import list_picture

SIDES = ("upper side", "right side", "lower side", "left side")
"""The clues of the four colours, clockwise from the top."""
LAY, CLEAR = "lay all pieces", "remove all"
"""What the act "hints" does."""
TURN = "clockwise"
_OFFERED = 40
"""The most colours, and the most pieces, that are offered; others can be typed."""


def _numbers(board: EternityBoard, name: str, entry: Entry) -> Sequence[range]:
    entry.number(name, 1, len(board.pieces))
    return [range(4)]


def _ways(
    _board: EternityBoard, name: str, cell: Place, others: Sequence[HintPiece]
) -> Iterator[Way]:
    for hint in others:
        if hint.piece == int(name):
            raise MoveError(f"Piece {hint.piece} lies on r{hint.row}c{hint.column}.")
    row, column = cell
    yield from (((turns,), HintPiece(row, column, int(name), turns)) for turns in range(4))


HINTS = GivenPieces(
    "hints",
    "a piece, perhaps with 0 to 3 quarter turns: '5 2'",
    lambda board: board.cells,
    lambda hint: [(hint.row, hint.column)],
    _numbers,
    _ways,
)


def _free(board: EternityBoard) -> Iterator[str]:
    laid = {hint.piece for hint in board.hints}
    return islice((str(n) for n in range(1, len(board.pieces) + 1) if n not in laid), _OFFERED)


@clue(_free, values=HINTS.words, typed=True)
def hint(board: EternityBoard, cell: Place, value: str) -> Fields:
    """A piece of the list that lies in place; with '5 2', piece 5 after 2 quarter turns."""
    return HINTS.laid(board, "hint", cell, value)


@clue((TURN,), values=HINTS.turns, act=True)
def turn(board: EternityBoard, cell: Place, _: str) -> Fields:
    """Turns a hint by a quarter."""
    return HINTS.turned(board, cell)


def _colours(board: EternityBoard) -> tuple[str, ...]:
    """Those that pieces have, and a new one."""
    used = {colour for sides in board.pieces for colour in sides}
    new = next((colour for colour in range(1, MAX_COLOUR + 1) if colour not in used), 1)
    return tuple(map(str, sorted({*sorted(used)[:_OFFERED], new})))


def _shown(side: int, board: EternityBoard) -> Values:
    """The colour of a side of each piece in the list, and of each as it lies on the board."""
    shown: dict[Place | None, str] = {
        (number,): str(own[side]) for number, own in enumerate(board.pieces, start=1)
    }
    return shown | {(h.row, h.column): str(board.look(h.piece, h.turns)[side]) for h in board.hints}


def _coloured(side: int, board: EternityBoard, cell: Place, value: str) -> Fields:
    """With a colour on a side of a piece, and of the one that lies beside it."""
    colour, pieces = _colour(SIDES[side], value), board.pieces
    ends = [(cell[0], side)]
    if len(cell) == 2:
        beside = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
        at = {cell: side, beside: side + 2}
        there = ((hint, at.get((hint.row, hint.column))) for hint in board.hints)
        ends = [(hint.piece, of - hint.turns) for hint, of in there if of is not None]
    for number, of in ends:
        pieces = replaced(pieces, number, replaced(pieces[number - 1], of % 4 + 1, colour))
    return {"pieces": pieces}


@clue((LAY, CLEAR), act=True)
def hints(board: EternityBoard, _: Place, value: str) -> Fields:
    """Lays all pieces on free cells, with the frame at the rim, or removes all hints."""
    return {"hints": _all_laid(board) if value == LAY else ()}


@clue(typed=True, act=True)
def size(board: EternityBoard, _: Place, value: str) -> Fields:
    """ROWS x COLUMNS, now {board.rows} x {board.columns}: pieces for corners, sides and the
    inside are added, or the last ones are removed."""
    rows, columns = size_of(typed("size", value))
    wider = with_fields(board, rows=rows, columns=columns)
    rims = (wider.rim(cell) if board.frame is not None else (False,) * 4 for cell in wider.cells)
    needed = Counter(map(_kind, rims))
    kept = []
    for number, sides in enumerate(board.pieces, start=1):
        kind = _kind(board.grey(sides))
        if needed[kind] > 0:
            needed[kind] -= 1
            kept.append(number)
    frame, inner = board.frame or 0, 2 if board.frame == 1 else 1
    new = (tuple(frame if rim else inner for rim in kind) for kind in needed.elements())
    hints = (
        hint._replace(piece=kept.index(hint.piece) + 1)
        for hint in board.hints
        if hint.row <= rows and hint.column <= columns and hint.piece in kept
    )
    pieces = (*(board.pieces[number - 1] for number in kept), *new)
    return {"rows": rows, "columns": columns, "pieces": pieces, "hints": tuple(hints)}


@clue(_colours, value=lambda board: str("" if board.frame is None else board.frame), typed=True)
def frame(board: EternityBoard, _: Place, value: str) -> Fields:
    """The colour that lies at the rim and nowhere else; without it there is no frame."""
    return {"frame": _colour("frame", value) if value else None}


def _colour(clue: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= len(str(MAX_COLOUR))):
        raise typed(clue, value).error(value, f"a colour, 0 to {MAX_COLOUR}")
    return int(value)


def _all_laid(board: EternityBoard) -> tuple[HintPiece, ...]:
    """A hint on every cell: in the order of the list, with the frame at the rim where it fits."""
    hints = list(board.hints)
    for framed in (True, False):
        taken, left = {(h.row, h.column) for h in hints}, {h.piece for h in hints}
        for cell in board.cells:
            ways = (
                HintPiece(cell[0], cell[1], number, turns)
                for number in range(1, len(board.pieces) + 1)
                if number not in left and cell not in taken
                for turns in range(4)
                if not framed or board.grey(board.look(number, turns)) == board.rim(cell)
            )
            for hint in islice(ways, 1):
                left.add(hint.piece)
                hints.append(hint)
    return tuple(sorted(hints))


def _kind(rim: tuple[bool, ...]) -> tuple[bool, ...]:
    """Which sides are at the rim, the same after quarter turns."""
    return max(rim[k:] + rim[:k] for k in range(4))


def place(board: EternityBoard, cell: Place) -> str:
    """A place of the board by its row and column, a piece of the list by its number."""
    return f"piece {cell[0]}" if len(cell) == 1 else row_and_column(board, cell)


_SIDES = [
    clue(
        _colours,
        name=name,
        about=f"The colour of the {name} of a piece; on the board, the piece beside it gets the "
        "colour, too.",
        values=partial(_shown, number),
        missing="Each side of a piece has a colour.",
        typed=True,
    )(partial(_coloured, number))
    for number, name in enumerate(SIDES)
]
EDIT = EditForm((hint, turn, *_SIDES, hints, size, frame), list_picture, place)


def empty(rows: int, columns: int) -> EternityBoard:
    """A framed board whose pieces have one colour where they do not lie at the rim."""
    least = EternityBoard("Eternity", 1, 1, ((0, 0, 0, 0),))
    return replace(least, **size.change(least, (), f"{rows} x {columns}"))
