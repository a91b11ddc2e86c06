"""What the text format says of instances: given placements read and written, boards written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from pyasp_puzzles.boards.formats.text import Board, Entry, Line, write_board
from pyasp_puzzles.boards.stocks import joined
from pyasp_puzzles.core.errors import Phrase, counted, did_you_mean
from pyasp_puzzles.puzzles.packing.cells import (
    OPTIONAL,
    PAPER,
    has_points,
    is_box,
    layers,
    levels,
    on_paper,
    read_cells,
    read_drawing,
)
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point
from pyasp_puzzles.puzzles.packing.instance import GivenPiece, Instance, Piece, pivoted

FREE = ".·#+"
"""The signs of places where nothing is given, unless a piece has this name."""

MOST_IN_ROW = 91
"""The most signs of a row of points."""

MOST_SIGNS = 4000
"""The most signs of a drawing that is written."""

Sheet = dict[tuple[int, int, int], Point]
"""The cells of a space by their layer, line and column in a drawing, each counted from 0."""


def _sheet(lattice: str, cells: Iterable[Point]) -> tuple[Sheet, tuple[int, ...]]:
    """Where a drawing of the space has its cells: in the first line and column on, if any can.

    Also the numbers of its layers, lines and columns.
    """
    at = {}
    for cell in cells:
        line, column = on_paper(lattice, cell)
        at[cell[2], line, 2 * column - line if PAPER[lattice] == "hexagonal" else column] = cell
    a, b, c = map(min, zip(*at, strict=True))
    sheet = {(layer - a, line - b, column - c): cell for (layer, line, column), cell in at.items()}
    return sheet, tuple(max(along) + 1 for along in zip(*sheet, strict=True))


# Given placements read


def read_givens(
    board: Board, lattice: str, cells: Iterable[Point], pieces: Mapping[str, Piece]
) -> list[tuple[GivenPiece, Entry]]:
    """The given placements of a board in the text format, sorted, each with its entry.

    Raises:
        InstanceError: an entry is no drawing of the space and no list of points, or names no piece.
    """
    found: list[tuple[GivenPiece, Entry]] = []
    drawing: Entry | None = None
    for name, entry in board.prefixed("given"):
        if name and name not in pieces:
            expected = f"'given NAME' with one of {', '.join(pieces)}{did_you_mean(name, pieces)}"
            raise entry.error(name, expected)
        if not name and drawing:
            raise entry.error(Phrase("the key a second time"), "every key once")
        if name and is_box(entry.value.text):
            raise entry.error(entry.value.text, "a drawing of the space, or points")
        if name and has_points(entry):
            copies = _in_copies(entry, pieces[name], list(read_cells(entry, lattice)))
        else:
            drawing = drawing if name else entry
            copies = _drawn(entry, lattice, cells, pieces, name)
        found += ((GivenPiece(piece, tuple(sorted(copy))), entry) for piece, copy in copies)
    return sorted(found, key=lambda pair: pair[0])


def _in_copies(
    entry: Entry, piece: Piece, points: Sequence[Point]
) -> Iterator[tuple[str, Iterable[Point]]]:
    """The points of the copies of a piece, one copy after the other."""
    size = len(piece.blocks)
    if len(points) % size:
        found = Phrase(counted(len(points), "point"))
        raise entry.error(found, f"{size} for each copy of {piece.name}")
    for start in range(0, len(points), size):
        yield piece.name, points[start : start + size]


def _drawn(
    entry: Entry, lattice: str, cells: Iterable[Point], pieces: Mapping[str, Piece], name: str
) -> Iterator[tuple[str, Iterable[Point]]]:
    """The copies of pieces in a drawing of the space; with a name, any sign is this piece."""
    covered: dict[str, list[Point]] = {}
    drawn, (sheet, sides) = layers(entry), _sheet(lattice, cells)
    _check_sides(entry, drawn, sides)
    none = ". " if name else {*". ", *set(FREE).difference(pieces)}
    places = ((layer, row) for layer, lines in enumerate(drawn) for row in range(len(lines)))
    for layer, row in places:
        line = drawn[layer][row]
        for column, sign in enumerate(line.text):
            if sign in none:
                continue
            if not name and sign not in pieces:
                expected = f"names of pieces ({', '.join(pieces)}), or '.' where none is given"
                raise entry.error(sign, expected, line)
            if (layer, row, column) not in sheet:
                found = f"{sign!r} in column {column + 1}, where the board has no cell"
                raise entry.error(Phrase(found), "given pieces on cells of the board", line)
            covered.setdefault(sign, []).append(sheet[layer, row, column])
    if not covered:
        raise entry.error(Phrase("no piece"), "a drawing of the board with the given pieces")
    if name and len(covered) > 1:
        several = Phrase(f"several signs, {' and '.join(covered)}")
        raise entry.error(several, f"one sign for piece {name}, '.' for all other cells")
    for sign, points in covered.items():
        piece = pieces[name or sign]
        size = len(piece.blocks)
        regions = [points] if len(points) == size else LATTICES[lattice].regions(points)
        for region in regions:
            if len(region) != size:
                found = f"a region of {counted(len(region), 'cell')} of piece {piece.name}"
                expected = "copies that touch are listed as points, under 'given"
                raise entry.error(Phrase(found), f"{size} cells; {expected} {piece.name}:'")
            yield piece.name, region


def _check_sides(entry: Entry, drawn: Sequence[Sequence[Line]], sides: Sequence[int]) -> None:
    """A drawing is as large as the board, so that nobody need guess where a piece lies."""
    layers, rows, columns = sides
    as_drawn = "as in a drawing of the board ('.' for a free cell)"
    if len(drawn) != layers:
        words = f"{counted(layers, 'layer')}, as the board has"
        raise entry.error(Phrase(counted(len(drawn), "layer")), words)
    for lines in drawn:
        if len(lines) != rows:
            found = Phrase(counted(len(lines), "line"))
            raise entry.error(found, f"{counted(rows, 'line')}, {as_drawn}", lines[0])
    longest = max((line for lines in drawn for line in lines), key=lambda line: len(line.text))
    if len(longest.text) != columns:
        found = Phrase(counted(len(longest.text), "sign"))
        raise entry.error(found, f"{counted(columns, 'sign')}, {as_drawn}", longest)


# Written


def format_text(instance: Instance) -> str:
    """The instance in the shared text format."""
    lattice = instance.lattice
    entries: dict[str, str | Iterable[str]] = {
        "title": instance.title,
        "lattice": lattice,
        "moves": instance.moves,
        **_written_board(instance),
    }
    for piece in instance.pieces:
        lines = _drawing_of(lattice, piece.blocks, pivoted)
        entries[f"piece {piece.name}{piece.times()}"] = lines or _in_rows(lattice, piece.blocks)
    for piece in instance.pieces:
        if piece.orientations:
            shapes = [_words(lattice, shape) for shape in piece.orientations]
            entries[f"orientations {piece.name}"] = shapes
    if instance.given:
        entries |= written_givens(instance)
    return write_board(entries, instance.known)


def _written_board(instance: Instance) -> dict[str, str | list[str]]:
    """A box or a drawing where it will be read as just these cells, else the points."""
    lattice, cells, optional = instance.lattice, instance.cells, instance.optional
    lines = _drawing_of(lattice, cells, lambda _, drawn: tuple(sorted(drawn)), optional)
    if optional and lines:
        return {"board": lines}
    written: str | list[str] = lines or _in_rows(lattice, cells)
    if PAPER[lattice] == "square" and len(cells) > 8:
        sides = [max(along) for along in zip(*cells, strict=True)]
        ranges = (range(1, sides[0] + 1), range(1, sides[1] + 1), levels(lattice, sides[2]))
        if cells == tuple(product(*ranges)):
            written = " x ".join(map(str, sides[: 2 if lattice == "square" else 3]))
    return {"board": written} | ({"optional": _in_rows(lattice, optional)} if optional else {})


def _in_rows(lattice: str, points: tuple[Point, ...]) -> str | list[str]:
    """Points with commas between them, in rows of moderate length."""
    rows = list(joined(_words(lattice, points).split(", "), ", ", MOST_IN_ROW))
    return rows[0] if len(rows) == 1 else rows


def _words(lattice: str, points: Iterable[Point]) -> str:
    numbers = 2 if LATTICES[lattice].flat else 3
    return ", ".join(" ".join(map(str, point[:numbers])) for point in points)


def _drawing_of(
    lattice: str,
    points: tuple[Point, ...],
    placed: Callable[[str, Iterable[Point]], tuple[Point, ...]],
    optional: Iterable[Point] = (),
) -> list[str] | None:
    """A drawing of one layer on square paper, where it will be read as just these points."""
    if PAPER[lattice] != "square" or len({point[2] for point in points}) > 1:
        return None
    lines = _drawing(lattice, points, dict.fromkeys(optional, OPTIONAL), "#")
    drawn = read_drawing(Entry("", "", Line(0, ""), tuple(Line(0, x) for x in lines)), lattice)
    return lines if placed(lattice, drawn) == points else None


def _drawing(
    lattice: str, cells: Iterable[Point], signs: Mapping[Point, str], other: str
) -> list[str]:
    """The lines of a drawing of some cells; a line ``-`` parts two layers."""
    at, (layers, lines, columns) = _sheet(lattice, cells)
    none = "." if PAPER[lattice] == "square" else " "
    drawn: list[str] = []
    for layer in range(layers):
        drawn += ["-"] * (layer > 0)
        for line in range(lines):
            places = (at.get((layer, line, column)) for column in range(columns))
            text = "".join(none if cell is None else signs.get(cell, other) for cell in places)
            drawn.append(text.rstrip() or ".")
    return drawn


def written_givens(instance: Instance) -> dict[str, list[str]]:
    """The entries of the given placements: a drawing where it can be read, else points."""
    lattice = instance.lattice
    if prod(_sheet(lattice, instance.cells)[1]) <= MOST_SIGNS and _can_be_drawn(instance):
        owner = {cell: given.piece for given in instance.given for cell in given.cells}
        return {"given": _drawing(lattice, instance.cells, owner, ".")}
    entries: dict[str, list[str]] = {}
    for given in instance.given:
        entries.setdefault(f"given {given.piece}", []).append(_words(lattice, given.cells))
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
