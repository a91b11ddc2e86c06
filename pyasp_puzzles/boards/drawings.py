"""Drawings in text: which signs stand in their rows, and which places of a board these are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import Phrase, counted
from pyasp_puzzles.pictures.positions import middle

NONE = "."
"""The sign of a place on which nothing stands."""
UNKNOWN = "?"
"""The sign of a clue whose number is not told."""


def signs(text: str, columns: int | None = None) -> list[str]:
    """The signs of a line of a drawing: its words, if there are blanks within it."""
    words = text.split()
    return words if len(words) > 1 or len(words) == columns else list(text.strip())


def drawn_signs(entry: Entry, columns: int | None = None) -> list[tuple[Line, list[str]]]:
    """The lines of a drawing with their signs, as many in each.

    Raises:
        InstanceError: there is no drawing, or a line has another number of signs.
    """
    found = [(line, signs(line.text, columns)) for line in entry.drawing()]
    width = columns or len(found[0][1])
    if not width:
        raise entry.error(Phrase("an empty row"), "a sign for each cell", found[0][0])
    for line, each in found:
        if len(each) != width:
            words = Phrase(f"{counted(len(each), 'sign')} in {line.text.strip()!r}")
            which = "as the board has columns" if columns else "as in the first row"
            raise entry.error(words, f"{counted(width, 'sign')}, {which}", line)
    return found


def at(place: Place) -> tuple[int, int]:
    """Where a place is drawn: row and column, twice as many as cells."""
    row, column = middle(place)
    return int(2 * row), int(2 * column)


def framed(places: Iterable[Place]) -> list[list[Place]]:
    """Places in rows as they lie on the board; ``()`` where none lies between them."""
    drawn = {at(place): place for place in places}
    lines = [range(0)] * 2
    for axis in (0, 1):
        numbers = sorted({each[axis] for each in drawn})
        step = 2 if len({number % 2 for number in numbers}) == 1 else 1
        lines[axis] = range(numbers[0], numbers[-1] + 1, step) if numbers else range(0)
    return [[drawn.get((y, x), ()) for x in lines[1]] for y in lines[0]]


def drawing(frame: Iterable[Sequence[Place]], texts: Mapping[Place, str]) -> list[str]:
    """Texts of places in rows, ``.`` for none; with blanks where one has several signs."""
    wide = max(map(len, texts.values()), default=1)
    between = " " if wide > 1 else ""
    return [between.join(texts.get(at, NONE).rjust(wide) for at in row) for row in frame]
