"""Edge-matching boards changed by hand: hints, colours of pieces, the frame, the size.

A cell is a place of the board, ``(ROW, COLUMN)``, or a piece of the list, ``(NUMBER,)``.  A colour
that is set on the board goes to both pieces at that side.  So a new board is made fast: lay all
pieces, set the colours, remove the hints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.edit import Change, Clue, EditForm, row_and_column, typed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.puzzles.eternity.foreign import size_of
from pyasp_puzzles.puzzles.eternity.instance import (
    MAX_COLOUR,
    STEPS,
    Hint,
    Instance,
    Sides,
    cells,
    rim_of,
    turned,
)
from pyasp_puzzles.puzzles.eternity.picture import list_picture

SIDES = ("upper side", "right side", "lower side", "left side")
"""The clues of the four colours, clockwise from the top."""

LAY, CLEAR = "lay all pieces", "remove all"
"""What the act "hints" does."""

TURN = "clockwise"

_OFFERED = 40
"""The most colours, and the most pieces, that are offered; others can be typed."""


def clues(instance: Instance) -> Sequence[Clue]:
    """Hints, their turns, and the colours of pieces; for the whole board, size and frame."""
    laid = {hint.piece for hint in instance.hints}
    free = [str(number) for number in range(1, len(instance.pieces) + 1) if number not in laid]
    used = {colour for sides in instance.pieces for colour in sides}
    new = next((colour for colour in range(1, MAX_COLOUR + 1) if colour not in used), 1)
    colours = tuple(map(str, sorted({*sorted(used)[:_OFFERED], new})))
    beside = "on the board, the piece beside it gets the colour, too"
    return (
        Clue(
            "hint",
            "A piece of the list that lies in place; with '5 2', piece 5 after 2 quarter turns.",
            tuple(free[:_OFFERED]),
            typed=True,
        ),
        Clue("turn", "Turns a hint by a quarter.", (TURN,), act=True),
        *(
            Clue(
                side,
                f"The colour of the {side} of a piece; {beside}.",
                colours,
                True,
                removable=False,
            )
            for side in SIDES
        ),
        Clue(
            "hints",
            "Lays all pieces on free cells, with the frame at the rim, or removes all hints.",
            (LAY, CLEAR),
            scope="board",
            act=True,
        ),
        Clue(
            "size",
            f"ROWS x COLUMNS, now {instance.rows} x {instance.columns}: pieces for corners, sides "
            "and the inside are added, or the last ones are removed.",
            typed=True,
            scope="board",
            act=True,
        ),
        Clue(
            "frame",
            "The colour that lies at the rim and nowhere else; without it there is no frame.",
            colours,
            typed=True,
            scope="board",
        ),
    )


def values(instance: Instance, clue: str) -> Mapping[Place | None, str]:
    """Hints as ``PIECE`` or ``PIECE TURNS``, colours of sides, the frame of the board."""
    if clue == "frame":
        return {None: "" if instance.frame is None else str(instance.frame)}
    if clue in ("hints", "size"):
        return {None: ""}
    hints = {(hint.row, hint.column): hint for hint in instance.hints}
    if clue == "turn":
        return dict.fromkeys(hints, "")
    if clue == "hint":
        words = {cell: f"{h.piece} {h.turns}".removesuffix(" 0") for cell, h in hints.items()}
        return {cell: words.get(cell, "") for cell in cells(instance)}
    looks: dict[Place, Sides] = {(n,): sides for n, sides in enumerate(instance.pieces, start=1)}
    looks |= {cell: turned(instance.pieces[h.piece - 1], h.turns) for cell, h in hints.items()}
    return {cell: str(look[SIDES.index(clue)]) for cell, look in looks.items()}


def change(instance: Instance, asked: Change) -> Instance:
    """The board with another hint, colour, size or frame.

    Raises:
        MoveError: the piece lies elsewhere, or the clue cannot be removed.
        InstanceError: the value is no piece, colour or size.
    """
    cell, value = asked.cell or (), asked.value
    if asked.clue in SIDES:
        changed = _coloured(instance, cell, SIDES.index(asked.clue), value)
    elif asked.clue == "hint":
        changed = _with_hint(instance, cell, value)
    elif asked.clue == "turn":
        (hint,) = (h for h in instance.hints if (h.row, h.column) == cell)
        changed = _with_hint(instance, cell, f"{hint.piece} {(hint.turns + 1) % 4}")
    elif asked.clue == "hints":
        changed = _all_laid(instance) if value == LAY else replace(instance, hints=())
    elif asked.clue == "size":
        changed = _resized(instance, value)
    else:
        changed = replace(instance, frame=_colour("frame", value) if value else None)
    return replace(changed, known=())


def _with_hint(instance: Instance, cell: Place, value: str) -> Instance:
    others = [hint for hint in instance.hints if (hint.row, hint.column) != cell]
    if not value:
        return replace(instance, hints=tuple(others))
    entry, words = typed("hint", value), value.split()
    if not 1 <= len(words) <= 2:
        raise entry.error(value, "a piece, perhaps with 0 to 3 quarter turns: '5 2'")
    piece = entry.number(words[0], 1, len(instance.pieces))
    turns = entry.number(words[1], 0, 3) if words[1:] else 0
    for hint in others:
        if hint.piece == piece:
            raise MoveError(f"Piece {piece} lies on r{hint.row}c{hint.column}.")
    row, column = cell
    return replace(instance, hints=tuple(sorted([*others, Hint(row, column, piece, turns)])))


def _coloured(instance: Instance, cell: Place, side: int, value: str) -> Instance:
    """The board with a colour on a side of a piece, and of the piece that lies beside it."""
    if not value:
        raise MoveError("Each side of a piece has a colour.")
    colour = _colour(SIDES[side], value)
    hints = {(hint.row, hint.column): hint for hint in instance.hints}
    ends = [(cell[0], 0, side)]
    if len(cell) == 2:
        beside = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
        lying = ((hints.get((cell[0], cell[1])), side), (hints.get(beside), (side + 2) % 4))
        ends = [(hint.piece, hint.turns, at) for hint, at in lying if hint]
    pieces = list(instance.pieces)
    for piece, turns, at in ends:
        look = list(turned(pieces[piece - 1], turns))
        look[at] = colour
        u, r, d, left = look
        pieces[piece - 1] = turned((u, r, d, left), -turns)
    return replace(instance, pieces=tuple(pieces))


def _colour(clue: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= len(str(MAX_COLOUR))):
        raise typed(clue, value).error(value, f"a colour, 0 to {MAX_COLOUR}")
    return int(value)


def _all_laid(instance: Instance) -> Instance:
    """The board with a hint on every cell: in the order of the list, with the frame at the rim."""
    hints, laid = list(instance.hints), {hint.piece for hint in instance.hints}
    taken, unframed = {(hint.row, hint.column) for hint in hints}, []
    for cell in cells(instance):
        if cell in taken:
            continue
        ways = (
            (number, turns)
            for number, sides in enumerate(instance.pieces, start=1)
            if number not in laid
            for turns in range(4)
            if _grey(instance, turned(sides, turns)) == rim_of(instance, *cell)
        )
        way = next(ways, None)
        if way:
            laid.add(way[0])
            hints.append(Hint(*cell, *way))
        else:
            unframed.append(cell)
    left = (number for number in range(1, len(instance.pieces) + 1) if number not in laid)
    hints += [Hint(*cell, piece, 0) for cell, piece in zip(unframed, left, strict=True)]
    return replace(instance, hints=tuple(sorted(hints)))


def _resized(instance: Instance, value: str) -> Instance:
    """A board of another size; of each kind (corner, side, inner) pieces are kept in order."""
    rows, columns = size_of(typed("size", value))
    needed = Counter(
        _kind((row == 1, column == columns, row == rows, column == 1))
        if instance.frame is not None
        else (False,) * 4
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    )
    kept = []
    for number, sides in enumerate(instance.pieces, start=1):
        kind = _kind(_grey(instance, sides))
        if needed[kind] > 0:
            needed[kind] -= 1
            kept.append(number)
    inner = next(colour for colour in (1, 2) if colour != instance.frame)
    pieces = [instance.pieces[number - 1] for number in kept]
    for kind in needed.elements():
        u, r, d, left = ((instance.frame or 0) if rim else inner for rim in kind)
        pieces.append((u, r, d, left))
    hints = tuple(
        replace(hint, piece=kept.index(hint.piece) + 1)
        for hint in instance.hints
        if hint.row <= rows and hint.column <= columns and hint.piece in kept
    )
    return replace(instance, rows=rows, columns=columns, pieces=tuple(pieces), hints=hints)


def _grey(instance: Instance, sides: Sides) -> tuple[bool, ...]:
    """Which sides have the colour of the frame."""
    return tuple(side == instance.frame for side in sides)


def _kind(rim: tuple[bool, ...]) -> tuple[bool, ...]:
    """Which sides are at the rim, the same after quarter turns."""
    return max(rim[k:] + rim[:k] for k in range(4))


def place(instance: Instance, cell: Place) -> str:
    """A place of the board by its row and column, a piece of the list by its number."""
    return f"piece {cell[0]}" if len(cell) == 1 else row_and_column(instance, cell)


EDIT = EditForm(clues, change, values, list_picture, place)
