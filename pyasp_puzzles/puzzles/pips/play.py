"""Pips by hand: the marks of its answers, and answers as people write them.

A domino lies in pose 0 with its smaller half to the left, in pose 1 with it above, in 2 to the
right and in 3 below; the smaller half lies on the chosen cell.  A double has the poses 0 and 1.

Answers are written as pips, with ``-`` or ``|`` between the halves of a domino. In a partial
answer pips and links may be missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.formats.fields import is_json, read_json
from pyasp_puzzles.boards.formats.text import UNKNOWN
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.pieces import Poses
from pyasp_puzzles.boards.places import Place, between, short_name
from pyasp_puzzles.boards.play import Laid, MoveError
from pyasp_puzzles.core.atoms import Predicate, arguments
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.pictures.picture import DominoHalf, Panel, Picture, Tile
from pyasp_puzzles.pictures.positions import kind
from pyasp_puzzles.puzzles.pips.format import boards_of_day
from pyasp_puzzles.puzzles.pips.instance import (
    CellPips,
    Link,
    PipsBoard,
    PipsSolution,
    empty,
    pips_of,
)
from pyasp_puzzles.puzzles.pips.picture import picture
from pyasp_puzzles.puzzles.pips.verify import verify

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""From the smaller half to the other one, by pose."""


@dataclass(frozen=True)
class DominoPoses(Poses):
    """Dominoes on two cells: rows of both pips and both cells, the smaller half first.

    Three atoms say one: a link and two values.
    """

    piece: str = field(default="domino", kw_only=True)
    classes: ClassVar[tuple[type[Predicate], ...]] = (Link, CellPips)

    def stock(self, board: PipsBoard) -> Mapping[str, int]:
        return {f"{each.low}-{each.high}": each.copies for each in board.dominoes}

    def poses(self, board: PipsBoard, name: str) -> int:
        low, high = name.split("-")
        return 2 if low == high else 4

    def places(self, board: PipsBoard) -> Sequence[Place]:
        return list(board.region_of())

    def value(self, row: Row) -> str:
        return f"{row[0]}-{row[1]}"

    def atoms(self, row: Row) -> Sequence[Predicate]:
        low, high, *cells = row
        first, second = tuple(cells[:2]), tuple(cells[2:])
        return [CellPips(*first, low), CellPips(*second, high), Link(*between(first, second))]

    def said(self, atoms: Sequence[Predicate]) -> Iterator[Row]:
        pips = {arguments(atom)[:2]: atom.pips for atom in atoms if isinstance(atom, CellPips)}
        for atom in atoms:
            if isinstance(atom, Link) and set(cells := _cells(atom)) <= pips.keys():
                (low, first), (high, second) = sorted((pips[cell], cell) for cell in cells)
                yield low, high, *first, *second

    def covered(self, board: PipsBoard, row: Row) -> Sequence[Place]:
        return [row[2:4], row[4:]]

    def spots(self, board: PipsBoard, atom: Predicate) -> Sequence[Place]:
        return _cells(atom)

    def pictured(self, board: PipsBoard, atom: Predicate) -> Sequence[Place]:
        if isinstance(atom, CellPips) and atom.pips not in pips_of(board):
            expected = f"pips of the dominoes: {', '.join(map(str, pips_of(board)))}"
            raise AnswerError(board.name, "answer", str(atom), expected)
        return _cells(atom)

    def taken(
        self, board: PipsBoard, rows: Mapping[Place, Row], place: Place
    ) -> tuple[Collection[Place], bool]:
        """The domino; without one, all that is said of the cell."""
        if place in rows:
            return self.covered(board, rows[place]), False
        return [place], True

    def ways(self, board: PipsBoard, laid: Laid) -> Iterator[Row]:
        (row, column), (down, right) = laid.cell, STEPS[laid.pose]
        second = (row + down, column + right)
        if second not in board.region_of():
            raise MoveError(f"The board has no cell {short_name(second)}.")
        yield (*map(int, laid.tool.split("-")), row, column, *second)

    def laid(self, board: PipsBoard, row: Row) -> Laid:
        low, high, r, c, r2, c2 = row
        return Laid(f"{low}-{high}", STEPS.index((r2 - r, c2 - c)), (r, c))

    def look(self, board: PipsBoard, tool: str, pose: int) -> Panel:
        down, right = STEPS[pose % len(STEPS)]
        row, column = 1 + (down < 0), 1 + (right < 0)
        low, high = map(int, tool.split("-"))
        halves = sorted([(row, column, low), (row + down, column + right, high)])
        tiles = [Tile(r, c, str(value), tool, figure=DominoHalf(value)) for r, c, value in halves]
        return Panel(tuple(tiles), bodies=True)


def _cells(atom: Predicate) -> list[Place]:
    """The cells of a link or of pips."""
    row, column, *others = arguments(atom)
    return [(row, column), *([tuple(others)] if isinstance(atom, Link) else [])]


class PipsGenre(Genre[PipsBoard, PipsSolution]):
    """Boards in the text format, and days in JSON; answers have links and values apart."""

    @cached_property
    def marks(self) -> tuple[Marks, ...]:
        return self.answer

    def parse(self, text: str, source: str) -> dict[str, PipsBoard]:
        """The boards of a file in either format, by label.

        Raises:
            InstanceError: the text is no instance; the message says where and why.
        """
        if is_json(text):
            return boards_of_day(read_json(text, source))
        return super().parse(text, source)

    def decode(self, board: PipsBoard, atoms: Iterable[Predicate]) -> PipsSolution:
        """The values and links of one answer.

        Raises:
            AnswerError: a link leads neither to the right nor downwards.
        """
        found: dict[type[Predicate], set[Any]] = {CellPips: set(), Link: set()}
        for atom in atoms:
            found[type(atom)].add(arguments(atom))
            if isinstance(atom, Link) and kind(arguments(atom)) != "edge":
                expected = "a link from a cell to the next one on its right or below it"
                raise AnswerError(board.name, "answer", str(atom), expected)
        return PipsSolution(*(tuple(sorted(rows)) for rows in found.values()))


GENRE = PipsGenre(
    name="pips",
    title="Pips",
    board=PipsBoard,
    solution=PipsSolution,
    answer=(DominoPoses(Link),),
    verify=verify,
    counts=("fillings",),
    painted=picture,
    blank=empty,
)


# Answers as people write them


def export_drawing(instance: PipsBoard, solution: PipsSolution, unknown: str = "") -> str:
    """An answer as text that :func:`read` takes: pips, with ``-`` or ``|`` on each link.

    Args:
        unknown: the sign of a cell of the board without pips.
    """
    width = _width(instance)
    words = dict.fromkeys(instance.region_of(), unknown)
    words |= {(row, column): str(pips) for row, column, pips in solution.values}
    rows, columns = map(max, zip(*words, strict=True))
    lines = [[" "] * (width * columns) for _ in range(2 * rows)]
    for (row, column), sign in words.items():
        lines[2 * row - 2][width * (column - 1) : width * column - 1] = sign.rjust(width - 1)
    for row, column, row2, _ in solution.links:
        if row == row2:
            lines[2 * row - 2][width * column - 1] = "-"
        else:
            lines[2 * row - 1][width * column - 2] = "|"
    return "\n".join("".join(line).rstrip() for line in lines).rstrip() + "\n"


def read(instance: PipsBoard, text: str, unknown: str = "") -> PipsSolution:
    """The answer that a text in the form of :func:`export_drawing` describes.

    The first sign of the text belongs to the upper left corner of the board.

    Args:
        unknown: the signs of a cell whose pips are not known.

    Raises:
        AnswerError: a sign that is neither pips nor a link, or stands where it cannot stand.

    >>> from pyasp_puzzles.puzzles.pips.instance import Domino, Region
    >>> region = Region("A", "empty", ((1, 1), (1, 2)))
    >>> one = PipsBoard("One domino", (region,), (Domino(3, 4),))
    >>> read(one, "4-3")
    PipsSolution(values=((1, 1, 4), (1, 2, 3)), links=((1, 1, 1, 2),))
    >>> export_drawing(one, read(one, "4-3"))
    '4-3\\n'
    """
    width = _width(instance)
    values, links = [], []
    for number, line in enumerate(text.rstrip().splitlines()):
        row, of_pips = number // 2 + 1, number % 2 == 0
        for start in range(0, len(line), width):
            column = start // width + 1
            word, link = line[start : start + width - 1].strip(), line[start + width - 1 :][:1]
            where = f"answer, line {number + 1}"
            if of_pips and link == "-":
                links.append((row, column, row, column + 1))
            elif link.strip():
                expected = "'-' or a blank between two cells"
                raise AnswerError(instance.name, where, link, expected)
            if not of_pips and word == "|":
                links.append((row, column, row + 1, column))
            elif of_pips and word.isascii() and word.isdigit():
                values.append((row, column, int(word)))
            elif word and not (of_pips and word in tuple(unknown)):
                expected = "pips" if of_pips else "'|' or a blank between two cells"
                raise AnswerError(instance.name, where, word, expected)
    return PipsSolution(tuple(values), tuple(sorted(links)))


def _width(instance: PipsBoard) -> int:
    """The width of a column of the text, the sign of a link included."""
    return len(str(max(pips_of(instance)))) + 1


class PipsHands(Hands):
    """Hands with the room's own notation of partial answers."""

    def sketch(self, board: PipsBoard, partial: Partial) -> Picture:
        """The board; ``?`` where the pips are not known."""
        apart = self.solution(board, Partial(partial.absent)).links
        return picture(board, self.solution(board, partial), apart)

    def read(self, board: PipsBoard, text: str) -> Partial:
        """A drawing with ``?``, ``_`` or a blank for pips not known, and some of the links."""
        solution = read(board, text, f"{UNKNOWN}_")
        values = [CellPips(*value) for value in solution.values]
        return Partial.of([*values, *(Link(*link) for link in solution.links)])

    def write(self, board: PipsBoard, partial: Partial) -> str:
        """The drawing of what holds; it cannot say that an atom does not hold."""
        return export_drawing(board, self.solution(board, partial), UNKNOWN)


PLAY = PipsHands(GENRE)
