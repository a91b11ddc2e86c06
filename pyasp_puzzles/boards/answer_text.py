"""What a partial answer says of marks, and the same as a drawing in text.

Comes in: the marks of a puzzle's answers, and a partial answer or a text. Goes out: the other one.
"""

from __future__ import annotations

import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import Any

from clingo import Symbol

from pyasp_puzzles.boards.board import Row, Value
from pyasp_puzzles.boards.formats.text import NONE, UNKNOWN, at, framed, signs
from pyasp_puzzles.boards.marks import NOTHING, Kinds, Lines, Marks
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.pieces import Placed, first_at_zero
from pyasp_puzzles.boards.places import Place, ends, short_name
from pyasp_puzzles.boards.values import Values
from pyasp_puzzles.core.atoms import Predicate, signature, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted, shorten

_OPEN = (UNKNOWN, "_")
"""Signs of a place of which nothing is known."""


def said(own: Marks, partial: Partial) -> list[Row]:
    """The rows that hold, though two of them may lie on one place."""
    return list(own.said(typed_atoms(own, partial.atoms)))


@lru_cache(maxsize=64)
def found(own: Marks, board: Any, partial: Partial) -> tuple[dict[Place, Row], set[Place]]:
    """What is known of some marks: the row on each place, and the places that have none."""
    rows = {place: row for row in said(own, partial) for place in own.covered(board, row)}
    out = Counter(x for atom in typed_atoms(own, partial.absent) for x in own.spots(board, atom))
    every = inf if own.solid else len(own.values(board))
    return rows, {place for place, n in out.items() if n >= every and place not in rows}


def typed_atoms(own: Marks, symbols: Iterable[Symbol]) -> Sequence[Predicate]:
    """Those of some atoms that are of some marks."""
    kinds = set(map(signature, own.classes))
    mine = (symbol for symbol in symbols if (symbol.name, len(symbol.arguments)) in kinds)
    return unify(mine, own.classes)


def read_drawing(marks: Sequence[Marks], board: Any, text: str) -> Partial:
    """A partial answer of a drawing for each of the marks, one below the other.

    ``.`` is a place where there is nothing, ``?`` or ``_`` one of which nothing is known.

    Raises:
        AnswerError: it does not fit the board.
    """
    if len(marks) == 1 and isinstance(marks[0], Values):
        return marks[0].partial(board, text)
    lines = [line for line in textwrap.dedent(text).splitlines() if line.strip()]
    frames = [_frame(own, board)[1] for own in marks]
    if len(lines) != sum(map(len, frames)):
        rows = Phrase(counted(len(lines), "row"))
        expected = f"a drawing of {counted(sum(map(len, frames)), 'row')}"
        raise AnswerError(board.name, "answer", rows, expected)
    literals: list[tuple[Symbol, bool]] = []
    for own, frame in zip(marks, frames, strict=True):
        drawn = list(_signs(own, board, frame, lines[: len(frame)]))
        if isinstance(own, Placed):
            literals += _pieces(own, board, drawn)
        else:
            literals += [x for spot, sign in drawn for x in _literals(own, board, spot, sign)]
        del lines[: len(frame)]
    return Partial.of_literals(literals)


def write_drawing(marks: Sequence[Marks], board: Any, partial: Partial) -> str:
    """The text that :func:`read_drawing` reads; ``?`` where only some is excluded."""
    lines = []
    for own in marks:
        rows, absent = found(own, board, partial)
        texts = {place: _sign(own, place, own.value(row)) for place, row in rows.items()}
        texts |= dict.fromkeys(absent, NONE)
        gap, frame = _frame(own, board)
        wide = max(map(len, texts.values()), default=1)
        for row in frame:
            words = (x if isinstance(x, str) else texts.get(x, UNKNOWN) for x in row)
            lines.append(gap.join(word.rjust(wide) for word in words).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _frame(own: Marks, board: Any) -> tuple[str, list[list[Place | str]]]:
    """What a drawing has in each row: places, and signs that say nothing; what is between them."""
    every, open_ = own.everywhere(board), set(own.places(board))
    if not isinstance(own, Lines):
        return " ", [[x if x in open_ else NONE for x in row] for row in framed(every)]
    drawn: dict[tuple[int, int], Place | str] = {
        at(end): "+" for x in every for end in ((x[:2], x[2:]) if own.across else ends(x))
    }
    drawn |= {at(x): x if x in open_ else NONE for x in every}
    ys, xs = ([each[axis] for each in drawn] for axis in (0, 1))
    across = range(min(xs), max(xs) + 1)
    return "", [[drawn.get((y, x), " ") for x in across] for y in range(min(ys), max(ys) + 1)]


def _signs(
    own: Marks, board: Any, frame: list[list[Place | str]], lines: Sequence[str]
) -> Iterator[tuple[Place, str]]:
    """The sign of each place in a drawing."""
    for number, (row, line) in enumerate(zip(frame, lines, strict=True), start=1):
        words = list(line.ljust(len(row))) if isinstance(own, Lines) else signs(line, len(row))
        if len(words) != len(row):
            found = Phrase(f"{counted(len(words), 'sign')} in {shorten(line.strip())}")
            raise AnswerError(board.name, f"answer, row {number}", found, f"{len(row)} signs")
        for place, word in zip(row, words, strict=True):
            if isinstance(place, tuple):
                yield place, word
            elif place == NONE and word not in (NONE, NOTHING, *_OPEN):
                expected = f"{NONE!r} where no {own.noun} is open"
                raise AnswerError(board.name, f"answer, row {number}", word, expected)


def _sign(own: Marks, place: Place, value: Value) -> str:
    return own.drawn_as(place, value) if isinstance(own, Lines) else own.text(value)


def _pieces(
    own: Placed, board: Any, drawn: Iterable[tuple[Place, str]]
) -> Iterator[tuple[Symbol, bool]]:
    cells: defaultdict[str, list[Place]] = defaultdict(list)
    for place, sign in drawn:
        if sign not in (NONE, *_OPEN):
            cells[sign].append(place)
    shapes = own.shapes(board)
    for piece, places in cells.items():
        poses, first, shape = shapes.get(piece, []), min(places), first_at_zero(places)
        if shape not in poses:
            expected = f"the cells of one of the pieces {', '.join(shapes)}"
            raise AnswerError(board.name, f"answer, {short_name(first)}", piece, expected)
        yield own.atom((piece, poses.index(shape), *first)).symbol, True


def _literals(own: Marks, board: Any, place: Place, sign: str) -> list[tuple[Symbol, bool]]:
    """What a sign on a place says."""
    values = own.values(board)
    if sign in _OPEN:
        return []
    if sign in (NONE, NOTHING, "x", " ") and not own.every:
        return [(own.atom(own.row(board, place, value)).symbol, False) for value in values]
    typed = own.typed if isinstance(own, Kinds) else {}
    for value in values:
        said = own.text(value), _sign(own, place, value), typed.get(str(value))
        if sign in said or (isinstance(own, Lines) and own.most == 1 and sign in "-|│"):
            return [(own.atom(own.row(board, place, value)).symbol, True)]
    known = (typed.get(str(value)) or _sign(own, place, value) for value in values)
    listed = ", ".join(dict.fromkeys(known))
    expected = f"one of {listed}, '{NONE}' or '{UNKNOWN}'"
    raise AnswerError(board.name, f"answer, {short_name(place)}", sign, expected)
