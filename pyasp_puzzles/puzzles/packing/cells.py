"""Cells as people write them: a box, a drawing, points, or a space by a short name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.boards.stocks import wrapped
from pyasp_puzzles.core.errors import Phrase
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Lattice, Point

OPTIONAL = "+"
"""The sign of a cell that may stay empty, in drawings and pictures."""

UP, DOWN = "^A▲△", "vV▼▽"
"""The signs of triangles."""

BOUND = 9999
"""Greatest coordinate: products of coordinates stay far below 32 bits."""

MOST_CELLS = 20_000
"""Far more than can be packed: the number of placements grows with it times the orientations."""

FORMS = {
    "square": "ROWSxCOLUMNS",
    "cubic": "ROWSxCOLUMNSxLAYERS",
    **dict.fromkeys(("hexagonal", "triangular"), "ROWSxCOLUMNS, triangleSIDE or hexagonSIDE"),
    **dict.fromkeys(
        ("hexprism", "triprism"),
        "ROWSxCOLUMNSxLAYERS, triangleSIDExLAYERS or hexagonSIDExLAYERS",
    ),
}
"""How the spaces of each lattice are written; on hexagons and triangles the rows of a box lean."""

_SPACE = re.compile(r"(?:(triangle|hexagon)(\d{1,2})|(\d{1,2})x(\d{1,2}))(?:x(\d{1,2}))?")
_BOX = re.compile(r"(\d+) *[xX×] *(\d+)(?: *[xX×] *(\d+))?")


def is_box(text: str) -> bool:
    """Whether a text is ``ROWS x COLUMNS``, perhaps with ``x LAYERS``."""
    return _BOX.fullmatch(text.strip()) is not None


def box(grid: Lattice, rows: int, columns: int, layers: int = 1) -> tuple[Point, ...]:
    """The cells of a box of squares or cubes, sorted."""
    levels = (0,) if grid.flat else range(1, layers + 1)
    return tuple(product(range(1, rows + 1), range(1, columns + 1), levels))


def usual_lattice(entry: Entry) -> str:
    """The lattice of a board that names none.

    Raises:
        InstanceError: points, or a drawing whose cells do not stand side by side.
    """
    if box := _BOX.fullmatch(entry.value.text):
        return "cubic" if box[3] else "square"
    if has_points(entry):
        raise entry.error(Phrase("points"), "an entry 'lattice:', which says where points lie")
    drawn = layers(entry)
    texts = [line.text for lines in drawn for line in lines]
    signs = set("".join(texts)) - {".", " "}
    if signs <= set(UP + DOWN) and signs & set(UP) and signs & set(DOWN):
        return "triangular" if len(drawn) == 1 else "triprism"
    if any(re.search(r"[^. ].*[^. ]", text) for text in texts) and not any(
        re.search(r"[^. ]{2}", text) for text in texts
    ):
        raise entry.error(
            Phrase("a drawing without cells side by side"),
            "an entry 'lattice:', such as 'lattice: hexagonal'",
        )
    return "square" if len(drawn) == 1 else "cubic"


def read_cells(entry: Entry, grid: Lattice) -> dict[Point, str]:
    """The cells of an entry, a box, a drawing or points, each with the sign that it is drawn as."""
    if match := _BOX.fullmatch(entry.value.text):
        if grid.paper != "square" or grid.flat == bool(match[3]):
            raise entry.error(entry.value.text, f"a drawing or points of the {grid.name} lattice")
        sides = [entry.number(side, 1, 1000) for side in match.groups("1")]
        if prod(sides) > MOST_CELLS:
            raise entry.error(entry.value.text, f"at most {MOST_CELLS} cells")
        return dict.fromkeys(box(grid, *sides), "#")
    if not has_points(entry):
        points = read_drawing(entry, grid)
    else:
        points = {}
        for point, line in ((p, x) for x in entry.body() for p in read_line(entry, x, grid)):
            if point in points:
                raise entry.error(Phrase(f"the point {point} twice"), "every point once", line)
            points[point] = "#"
    if len(points) > MOST_CELLS:
        raise entry.error(Phrase(f"{len(points)} points"), f"at most {MOST_CELLS} points")
    return points


def has_points(entry: Entry) -> bool:
    """Whether there is a digit: no digit is a sign of a drawing."""
    return any(re.search(r"\d", line.text) for line in entry.body())


def read_line(entry: Entry, line: Line, grid: Lattice) -> Iterable[Point]:
    """The points of a line: ``1 2 0, 1 3 0`` or ``(1, 2, 0) (1, 3, 0)``."""
    brackets = r"[(\[]([^()\[\]]*)[)\]]"
    bracketed = re.findall(brackets, line.text)
    rest = re.sub(brackets, " ", line.text).strip(" ,;") if bracketed else ""
    if rest:
        raise entry.error(rest, "all points in brackets, such as (1, 2, 0), or none", line)
    groups = [words.replace(",", " ") for words in bracketed] or re.split("[,;]", line.text)
    skewed = bool(bracketed) and grid.name == "triangular"
    for words in filter(None, map(str.split, groups)):
        numbers = [entry.number(word, -BOUND, BOUND, line) for word in words]
        found = Phrase(f"[{', '.join(words)}]") if line.path else " ".join(words)
        flat = [0] if len(numbers) == 2 and grid.flat and not skewed else []
        match [*numbers, *flat]:
            case x, y, 0 | 1 as z if skewed and max(abs(x), abs(y)) < BOUND // 3:
                point = triangle(x, y, z)
            case a, b, c if not skewed:
                point = (a, b, c)
            case _:
                expected = "a point 'A B C' (flat: 'A B'); in a drawing no digit is a sign"
                expected = "a point [A, B, C]" if line.path else expected
                if skewed:
                    expected = (
                        "(x, y, z), where z is 0 for a triangle that points up and 1 for down"
                    )
                    found = found if line.path else f"({', '.join(words)})"
                raise entry.error(found, expected, line)
        if not grid.is_cell(point):
            raise entry.error(found, f"a cell of the {grid.name} lattice", line)
        yield point


def triangle(x: int, y: int, z: int) -> Point:
    """A triangle in the coordinates that are usual for polyiamonds, in ours.

    ``x`` counts along the rows, ``y`` along an axis 60 degrees counter-clockwise from them; ``z``
    is 0 for the half of the rhombus ``(x, y)`` that points up, 1 for the one that points down.

    >>> triangle(0, 0, 0), triangle(0, 0, 1), triangle(1, 0, 0)
    ((1, 1, 0), (2, 2, 0), (4, 1, 0))
    """
    return 3 * x + 1 + z, 3 * y + 1 + z, 0


def read_drawing(entry: Entry, grid: Lattice) -> dict[Point, str]:
    """The cells of a drawing with their signs, in reading order (layer by layer)."""
    drawn = layers(entry)
    if len(drawn) > 1 and grid.flat:
        expected = "one layer: the lattice is flat ('.' for no cell, no empty line within)"
        raise entry.error(Phrase(f"{len(drawn)} layers"), expected, drawn[1][0])
    _check_signs(entry, grid, drawn)
    parity: set[int] = set()
    points: dict[Point, str] = {}
    for level, row, column, sign, line in signs_of(drawn):
        if sign in ". ":
            continue
        if grid.paper == "square":
            points[row + 1, column + 1, level + (not grid.flat)] = sign
            continue
        line_up = row - len(drawn[level]) + 1  # the last one is line 0
        down = grid.paper == "triangular" and sign in DOWN
        parity.add((line_up + column + down) % 2)
        if len(parity) == 2:
            raise entry.error(line.text, "cells that lie on the lattice", line)
        points[drawn_at(grid, line_up, column - min(parity), level)] = sign
    if not points:
        raise entry.error(Phrase("no cell"), "at least one cell")
    return points


def signs_of(drawn: Sequence[Sequence[Line]]) -> Iterator[tuple[int, int, int, str, Line]]:
    """The signs of a drawing: layer, line and column, each counted from 0, sign and line."""
    for layer, lines in enumerate(drawn):
        for row, line in enumerate(lines):
            for column, sign in enumerate(line.text):
                yield layer, row, column, sign, line


def layers(entry: Entry) -> list[list[Line]]:
    """The layers of a drawing, with empty lines or a line of ``-`` between them."""
    found: list[list[Line]] = []
    dashed = False
    for group in entry.drawings():
        for line in group:
            before, dashed = dashed, set(line.text.strip()) == {"-"}
            if dashed and (before or not found):
                expected = "a layer before each line of '-'; '.' is a place without a cell"
                raise entry.error(line.text.strip(), expected, line)
            if not dashed:
                if before or line is group[0]:
                    found.append([])
                found[-1].append(line)
    return found


def drawn_at(grid: Lattice, line: int, column: int, layer: int) -> Point:
    """The cell that is drawn in a line and a column, counted from those of the point (0, 0)."""
    if grid.paper == "square":
        return line, column, layer
    down = (line + column) % 2
    along = (line + column - down) // 2
    return (*(triangle(along, -line, down) if grid.step > 1 else (along, -line))[:2], layer)


def on_paper(grid: Lattice, cell: Point) -> tuple[int, int]:
    """Row and column of a cell in a panel of its kind of paper."""
    a, b, _ = cell
    if grid.paper == "square":
        return a, b
    if grid.paper == "hexagonal":
        return -b, a
    return -(b // 3), 2 * (a // 3) + b // 3 + a % 3 - 1


def _check_signs(entry: Entry, grid: Lattice, drawn: Sequence[Sequence[Line]]) -> None:
    """A drawing has one sign for its cells, besides the one of cells that may stay empty."""
    triangles = grid.paper == "triangular"
    first = expected = ""
    for *_, sign, line in signs_of(drawn):
        if sign in ". " or (sign == OPTIONAL and not triangles):
            continue
        first = first or sign
        if triangles and sign not in UP + DOWN:
            expected = "'^' (up) and 'v' (down) for triangles, '.' or a blank for no cell"
        elif sign == "-":
            expected = "any sign but '-' for a cell; a line of '-' parts two layers"
        elif sign != first and not triangles:
            expected = f"one sign for all cells ({first!r} before), '.' or a blank for no cell"
        if expected:
            raise entry.error(line.text, expected, line)
    lines = [line for lines in drawn for line in lines]
    parted = next((line for line in lines if re.search(r"[^ ] [^ ]", line.text)), None)
    compact = any(re.search(r"[^ ]{2}", line.text) for line in lines)
    if parted and not compact and grid.paper == "square":
        expected = "cells side by side, without blanks between them; '.' for no cell"
        raise entry.error(parted.text, expected, parted)


def space(lattice: str, words: str) -> tuple[Point, ...] | None:
    """The cells of a space, sorted; ``None``: the words are in none of the lattice's forms.

    A triangle or hexagon has so many cells along each side; a box of hexagons or triangles is a
    parallelogram.

    >>> space("square", "1x2"), space("hexagonal", "triangle2"), space("square", "hexagon3")
    (((1, 1, 0), (1, 2, 0)), ((0, 0, 0), (0, 1, 0), (1, 0, 0)), None)
    """
    grid, match = LATTICES[lattice], _SPACE.fullmatch(words)
    if not match or grid.flat == bool(match[5]):
        return None
    shape, (side, rows, columns, high) = match[1], (int(match[n] or 0) for n in range(2, 6))
    if grid.paper == "square":
        return None if shape else box(grid, rows, columns, high)
    triangles = grid.paper == "triangular"
    least = 0 if shape == "triangle" else (0 if triangles else 1) - side
    wide = range(least, side)
    x_y = (wide, wide) if shape else (range(columns), range(rows))
    return tuple(
        sorted(
            (*(triangle(x, y, z) if triangles else (x, y))[:2], layer)
            for x, y, z in product(*x_y, range(1 + triangles))
            if not shape or least <= x + y + z < side
            for layer in range(high if match[5] else 1)
        )
    )


# Written

MOST_IN_ROW = 91
"""The most signs of a row of points."""

Sheet = dict[tuple[int, int, int], Point]
"""The cells of a space by their layer, line and column in a drawing, each counted from 0."""


def sheet_of(grid: Lattice, cells: Iterable[Point]) -> tuple[Sheet, tuple[int, ...]]:
    """Where a drawing of the space has its cells: in the first line and column on, if any can.

    Also the numbers of its layers, lines and columns.
    """
    at = {}
    for cell in cells:
        line, column = on_paper(grid, cell)
        at[cell[2], line, 2 * column - line if grid.paper == "hexagonal" else column] = cell
    a, b, c = map(min, zip(*at, strict=True))
    sheet = {(layer - a, line - b, column - c): cell for (layer, line, column), cell in at.items()}
    return sheet, tuple(max(along) + 1 for along in zip(*sheet, strict=True))


def in_rows(grid: Lattice, points: Iterable[Point]) -> str | list[str]:
    """Points with commas between them, in rows of moderate length."""
    rows = list(wrapped(words_of(grid, points).split(", "), ", ", MOST_IN_ROW))
    return rows[0] if len(rows) == 1 else rows


def words_of(grid: Lattice, points: Iterable[Point]) -> str:
    return ", ".join(" ".join(map(str, point[: 2 if grid.flat else 3])) for point in points)


def drawing_of(
    grid: Lattice,
    points: tuple[Point, ...],
    placed: Callable[[Lattice, Iterable[Point]], tuple[Point, ...]],
    optional: Iterable[Point] = (),
) -> list[str] | None:
    """A drawing of one layer on square paper, where it will be read as just these points."""
    if grid.paper != "square" or len({point[2] for point in points}) > 1:
        return None
    lines = drawing(grid, points, dict.fromkeys(optional, OPTIONAL), "#")
    drawn = read_drawing(Entry("", "", Line(0, ""), tuple(Line(0, x) for x in lines)), grid)
    return lines if placed(grid, drawn) == points else None


def drawing(
    grid: Lattice, cells: Iterable[Point], signs: Mapping[Point, str], other: str
) -> list[str]:
    """The lines of a drawing of some cells; a line ``-`` parts two layers."""
    at, (layers, lines, columns) = sheet_of(grid, cells)
    none = "." if grid.paper == "square" else " "
    drawn: list[str] = []
    for layer in range(layers):
        drawn += ["-"] * (layer > 0)
        for line in range(lines):
            places = (at.get((layer, line, column)) for column in range(columns))
            text = "".join(none if cell is None else signs.get(cell, other) for cell in places)
            drawn.append(text.rstrip() or ".")
    return drawn


# Checked


def points_of(node: Field, grid: Lattice) -> tuple[Point, ...]:
    """Points of three numbers, each of them a cell and there once."""
    points = node.value
    if (
        isinstance(points, tuple)
        and all(
            type(point) is tuple
            and len(point) == 3
            and all(type(part) is int and -BOUND <= part <= BOUND for part in point)
            and grid.is_cell(point)
            for point in points
        )
        and len({*points}) == len(points) > 0
    ):
        return points  # looked at without a field for each number
    for number, item in enumerate(node.list()):
        for part in item.list():
            part.integer(-BOUND, BOUND)
        if len(item.value) != 3:
            raise item.error("a point (A, B, C)")
        if not grid.is_cell(item.value):
            raise item.error(f"a cell of the {grid.name} lattice")
        if item.value in points[:number]:
            raise item.error("every point once")
    raise node.error("at least one point", Phrase("none"))
