"""Skyscrapers: write heights 1 to N into an N x N board so that no row or column has one twice.

A number beside the board tells how many buildings are seen from there: each hides all lower ones
behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class Skyscrapers(kit.SquareBoard):
    """A board of N x N cells, some with a height, and numbers beside it."""

    heights: kit.Rows = kit.layer(
        kit.Numbers("height", 1, kit.side, about="a printed height", noun="height", drop="row")
    )
    views: kit.Rows = kit.layer(
        kit.Margin("view", 1, kit.side, about="how many are seen", noun="view", drop="row")
    )


def verify(board: Skyscrapers, answer: kit.Filled) -> Iterator[str]:
    yield from kit.printed_faults(board.heights, answer)
    lines = kit.lines(board.rows, board.columns)
    yield from kit.once_faults(lines, answer)
    for row, column, down, right, wanted in board.views:
        name = f"Column {column}" if down else f"Row {row}"
        heights = [answer[cell] for cell in lines[name]][:: down + right]
        seen = len(set(accumulate(heights, max)) - {0})
        if seen != wanted:
            side = {(1, 0): "above", (-1, 0): "below", (0, 1): "the left", (0, -1): "the right"}
            shows = f"{name} shows {counted(wanted, 'building')} from {side[down, right]}"
            yield f"{shows}: {seen}."


VALUES = kit.Values("value", 1, kit.side, given="heights")
URL = (kit.url.Base16("views"), kit.url.Base16("heights", optional=True))
FILE = kit.files.Framed("views", kit.files.Tokens("heights", before="q"), "rows")
LINK = kit.Pzpr("skyscrapers", URL, (FILE,))
GENRE = kit.Genre(Skyscrapers, kit.Filled, (VALUES,), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(first="heights"), first="six")
