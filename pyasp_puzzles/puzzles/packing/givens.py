"""Given placements as people write them: a drawing of the space, or the points of each copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pyasp_puzzles.boards.formats.json import Node
from pyasp_puzzles.boards.formats.text import Board, Entry, Line
from pyasp_puzzles.core.errors import Phrase, counted, did_you_mean
from pyasp_puzzles.puzzles.packing.cells import PAPER, has_points, is_box, layers, read_cells
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point
from pyasp_puzzles.puzzles.packing.instance import Given, Instance, Piece

FREE = ".·#+"
"""The signs of places where nothing is given, unless a piece has this name."""

MOST_SIGNS = 4000
"""The most signs of a drawing that is written."""

Sheet = dict[tuple[int, int, int], Point]
"""The cells of a space by their layer, line and column in a drawing, each counted from 0."""


def sheet(lattice: str, cells: Iterable[Point]) -> Sheet:
    """Where a drawing of the space has its cells: in the first line and column on, if any can."""
    at = {_on_sheet(lattice, cell): cell for cell in cells}
    least = [min(place[axis] for place in at) for axis in range(3)]
    return {
        (layer - least[0], line - least[1], column - least[2]): cell
        for (layer, line, column), cell in at.items()
    }


def _on_sheet(lattice: str, cell: Point) -> tuple[int, int, int]:
    a, b, c = cell
    if PAPER[lattice] == "square":
        return c, a, b
    if PAPER[lattice] == "hexagonal":
        return c, -b, 2 * a + b
    return c, -(b // 3), 2 * (a // 3) + b // 3 + a % 3 - 1


def sides(cells: Sheet) -> tuple[int, int, int]:
    """The numbers of layers, lines and columns of a drawing of the space."""
    layer, line, column = (max(place[axis] for place in cells) + 1 for axis in range(3))
    return layer, line, column


def read_givens(
    board: Board, lattice: str, cells: Iterable[Point], pieces: Mapping[str, Piece]
) -> list[tuple[Given, Entry]]:
    """The given placements of a board in the text format, sorted, each with its entry.

    Raises:
        InstanceError: an entry is no drawing of the space and no list of points, or names no piece.
    """
    found: list[tuple[Given, Entry]] = []
    drawing: Entry | None = None
    for name, entry in board.prefixed("given"):
        if name and name not in pieces:
            expected = f"'given NAME' with one of {', '.join(pieces)}{did_you_mean(name, pieces)}"
            raise entry.error(name, expected)
        if not name and drawing:
            raise entry.error(Phrase("the key a second time"), "every key once")
        if not name:
            drawing = entry
        if name and is_box(entry.value.text):
            raise entry.error(entry.value.text, "a drawing of the space, or points")
        if name and has_points(entry):
            blocks = _in_copies(entry, pieces[name], list(read_cells(entry, lattice)))
        else:
            blocks = _drawn(entry, lattice, sheet(lattice, cells), pieces, name)
        found += ((Given(piece, tuple(sorted(copy))), entry) for piece, copy in blocks)
    return sorted(found, key=lambda pair: pair[0])


def _in_copies(
    entry: Entry, piece: Piece, points: Sequence[Point]
) -> Iterator[tuple[str, Iterable[Point]]]:
    """The points of the copies of a piece, one copy after the other."""
    size = len(piece.blocks)
    if len(points) % size:
        found, expected = counted(len(points), "point"), f"{size} for each copy of {piece.name}"
        raise entry.error(Phrase(found), expected)
    for start in range(0, len(points), size):
        yield piece.name, points[start : start + size]


def _drawn(
    entry: Entry, lattice: str, cells: Sheet, pieces: Mapping[str, Piece], name: str
) -> Iterator[tuple[str, Iterable[Point]]]:
    """The copies of pieces in a drawing of the space.

    Args:
        cells: the cells of the space by their places in the drawing.
        name: the piece that is drawn, with any sign; empty: the signs are names of pieces.
    """
    covered: dict[str, list[Point]] = {}
    drawn = layers(entry)
    _check_sides(entry, drawn, sides(cells))
    for layer, lines in enumerate(drawn):
        for row, line in enumerate(lines):
            for column, sign in enumerate(line.text):
                if sign in ". " or (sign in FREE and not name and sign not in pieces):
                    continue
                if not name and sign not in pieces:
                    expected = f"names of pieces ({', '.join(pieces)}), or '.' where none is given"
                    raise entry.error(sign, expected, line)
                if (layer, row, column) not in cells:
                    found = Phrase(f"{sign!r} in column {column + 1}, where the board has no cell")
                    raise entry.error(found, "given pieces on cells of the board", line)
                covered.setdefault(sign, []).append(cells[layer, row, column])
    if not covered:
        raise entry.error(Phrase("no piece"), "a drawing of the board with the given pieces")
    if name and len(covered) > 1:
        found = Phrase(f"several signs, {' and '.join(covered)}")
        raise entry.error(found, f"one sign for piece {name}, '.' for all other cells")
    for sign, points in covered.items():
        yield from _apart(entry, lattice, pieces[name or sign], points)


def _check_sides(
    entry: Entry, drawn: Sequence[Sequence[Line]], expected: tuple[int, int, int]
) -> None:
    """A drawing is as large as the board, so that nobody need guess where a piece lies."""
    layers, rows, columns = expected
    if len(drawn) != layers:
        words = f"{counted(layers, 'layer')}, as the board has"
        raise entry.error(Phrase(counted(len(drawn), "layer")), words)
    for lines in drawn:
        if len(lines) != rows:
            words = f"{counted(rows, 'line')}, as in a drawing of the board ('.' for a free cell)"
            raise entry.error(Phrase(counted(len(lines), "line")), words, lines[0])
    longest = max((line for lines in drawn for line in lines), key=lambda line: len(line.text))
    if len(longest.text) != columns:
        words = f"{counted(columns, 'sign')}, as in a drawing of the board ('.' for a free cell)"
        raise entry.error(Phrase(counted(len(longest.text), "sign")), words, longest)


def _apart(
    entry: Entry, lattice: str, piece: Piece, points: Sequence[Point]
) -> Iterator[tuple[str, Iterable[Point]]]:
    """The copies of a piece among the points that are drawn with its sign."""
    size = len(piece.blocks)
    regions = LATTICES[lattice].regions(points)
    if len(points) == size:
        yield piece.name, points
    elif all(len(region) == size for region in regions):
        yield from ((piece.name, region) for region in regions)
    else:
        found = next(len(region) for region in regions if len(region) != size)
        raise entry.error(
            Phrase(f"a region of {counted(found, 'cell')} of piece {piece.name}"),
            f"{size} cells; copies that touch are listed as points, under 'given {piece.name}:'",
        )


def json_givens(node: Node, points: Callable[[Node], list[Point]]) -> list[tuple[Given, Node]]:
    """The given placements of a JSON file, sorted, each with its place there.

    Args:
        node: names of pieces to lists of copies, each a list of points.
        points: reads a list of points.
    """
    found = [
        (Given(name, tuple(sorted(points(copy)))), copy)
        for name, copies in node.items()
        for copy in copies.list()
    ]
    return sorted(found, key=lambda pair: pair[0])


def written_givens(instance: Instance) -> dict[str, list[str]]:
    """The entries of the given placements: a drawing where it can be read, else points."""
    cells = sheet(instance.lattice, instance.cells)
    layers, lines, columns = sides(cells)
    if layers * lines * columns <= MOST_SIGNS and _can_be_drawn(instance):
        owner = {cell: given.piece for given in instance.given for cell in given.cells}
        return {"given": _drawing(instance.lattice, cells, owner)}
    entries: dict[str, list[str]] = {}
    flat = LATTICES[instance.lattice].flat
    for given in instance.given:
        words = (" ".join(map(str, cell[: 2 if flat else 3])) for cell in given.cells)
        entries.setdefault(f"given {given.piece}", []).append(", ".join(words))
    return entries


def _can_be_drawn(instance: Instance) -> bool:
    """Whether each given piece has one sign as its name, and no copies of it touch."""
    copies: dict[str, list[set[Point]]] = {}
    for given in instance.given:
        copies.setdefault(given.piece, []).append(set(given.cells))
    for name, sets in copies.items():
        regions = LATTICES[instance.lattice].regions(sorted(set().union(*sets)))
        alone = len(sets) == 1 or sorted(map(sorted, regions)) == sorted(map(sorted, sets))
        if len(name) != 1 or name in ".-%" or not name.isprintable() or not alone:
            return False
    return True


def _drawing(lattice: str, cells: Sheet, owner: Mapping[Point, str]) -> list[str]:
    """The lines of a drawing of the space; a line ``-`` parts two layers."""
    layers, lines, columns = sides(cells)
    none = "." if PAPER[lattice] == "square" else " "
    drawn: list[str] = []
    for layer in range(layers):
        drawn += ["-"] * (layer > 0)
        for line in range(lines):
            places = (cells.get((layer, line, column)) for column in range(columns))
            text = "".join(none if cell is None else owner.get(cell, ".") for cell in places)
            drawn.append(text.rstrip() or ".")
    return drawn
