"""Packing instances written in the shared text format; the module ``format`` reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product

from pyasp_puzzles.boards.formats.text import Entry, Line, write_board
from pyasp_puzzles.puzzles.packing.cells import OPTIONAL, PAPER, levels, read_drawing
from pyasp_puzzles.puzzles.packing.format import Instance, pivoted
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point
from pyasp_puzzles.puzzles.packing.givens import written_givens


def format_text(instance: Instance) -> str:
    """The instance in the shared text format, or as JSON: only this can list orientations."""
    if any(piece.orientations for piece in instance.pieces):
        return _as_json(instance)
    entries: dict[str, str | Iterable[str]] = {
        "title": instance.title,
        "lattice": instance.lattice,
        "moves": instance.moves,
        **_written_board(instance),
    }
    for piece in instance.pieces:
        times = "" if piece.least == piece.most == 1 else f" x{piece.copies()}"
        entries[f"piece {piece.name}{times}"] = _written(
            instance.lattice, piece.blocks, partial(pivoted, instance.lattice)
        )
    if instance.given:
        entries |= written_givens(instance)
    return write_board(entries, instance.known)


def _as_json(instance: Instance) -> str:
    """The instance as JSON, a member a line."""
    given: dict[str, list[tuple[Point, ...]]] = {}
    for placement in instance.given:
        given.setdefault(placement.piece, []).append(placement.cells)
    members = {
        "name": instance.title,
        "lattice": instance.lattice,
        "moves": instance.moves,
        "board": instance.cells,
        "optional": instance.optional,
        "pieces": {piece.name: piece.blocks for piece in instance.pieces},
        "piece_counts": {piece.name: (piece.least, piece.most) for piece in instance.pieces},
        "orientations": {p.name: p.orientations for p in instance.pieces if p.orientations},
        **({"given": given} if given else {}),
    }
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in members.items())
    return "{" + ",\n ".join(lines) + "}\n"


def _written_board(instance: Instance) -> dict[str, str | list[str]]:
    """The entry of the board, and one for its optional cells where it is not drawn."""

    def as_cells(drawn: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(sorted(drawn))

    lattice, optional = instance.lattice, instance.optional
    if optional and PAPER[lattice] == "square":
        lines = _drawing(lattice, instance.cells, as_cells, optional)
        if lines:
            return {"board": lines}
    entries = {"board": _written(lattice, instance.cells, as_cells)}
    if optional:
        entries["optional"] = _in_rows(lattice, optional)
    return entries


def _written(
    lattice: str, points: tuple[Point, ...], placed: Callable[[Iterable[Point]], tuple[Point, ...]]
) -> str | list[str]:
    """A box or a drawing where it will be read as just these points, else the points."""
    if lattice in ("square", "cubic"):
        sides = [max(point[axis] for point in points) for axis in range(3)]
        rows, columns = range(1, sides[0] + 1), range(1, sides[1] + 1)
        box = tuple(product(rows, columns, levels(lattice, sides[2])))
        if points == box and len(points) > 8:
            return " x ".join(map(str, sides[: 2 if lattice == "square" else 3]))
    lines = _drawing(lattice, points, placed) if PAPER[lattice] == "square" else None
    return lines or _in_rows(lattice, points)


def _in_rows(lattice: str, points: tuple[Point, ...]) -> str | list[str]:
    """Points with commas between them, in rows of moderate length."""
    flat = LATTICES[lattice].flat
    words = [" ".join(map(str, point[: 2 if flat else 3])) for point in points]
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + len(word) < 90:
            rows[-1] += f", {word}"
        else:
            rows.append(word)
    return rows[0] if len(rows) == 1 else rows


def _drawing(
    lattice: str,
    points: tuple[Point, ...],
    placed: Callable[[Iterable[Point]], tuple[Point, ...]],
    optional: tuple[Point, ...] = (),
) -> list[str] | None:
    """A drawing on square paper, where it will be read as just these points."""
    if len({point[2] for point in points}) > 1:
        return None
    at = {(a, b): "#" for a, b, _ in points} | {(a, b): OPTIONAL for a, b, _ in optional}
    rows = range(min(a for a, _ in at), max(a for a, _ in at) + 1)
    columns = range(min(b for _, b in at), max(b for _, b in at) + 1)
    lines = ["".join(at.get((row, column), ".") for column in columns) for row in rows]
    drawn = read_drawing(Entry("", "", Line(0, ""), tuple(Line(0, x) for x in lines)), lattice)
    return lines if placed(drawn) == points else None
