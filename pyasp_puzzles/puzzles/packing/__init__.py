"""Packing: fill a space of lattice cells with polyforms, each used as often as the instance says.

The founding instance is the Hexagonal Cylinder puzzle of Leslie Shader (notebook
"HexagonalPuzzleSat" of the Rexl samples): 11 pieces of hexagonal prisms fill a triangular
cylinder three layers high in 110 ways up to rotation, 660 in all.  A smaller one, solved: the
piece L twice and the piece I once, in three rows of four (4 answers, 1 up to symmetry)::

    ┌───────────┬───┐
    │ L   L   L │ L │
    │   ┌───────┘   │
    │ L │ L   L   L │
    ├───┴───────────┤
    │ I   I   I   I │
    └───────────────┘

Coordinates are those of :mod:`pyasp_puzzles.puzzles.packing.geometry` and of ``lp/packing.lp``.

Symmetries are the isometries that keep the space and the set of pieces; a mirror image may
exchange pieces.  ``symmetry="rotations"`` leaves mirror images apart: reflections of the plane on
a flat board (the board turned over), in space what no hand can do.  See ``docs/symmetry.md``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

from clingo import Symbol

from pyasp_puzzles.atoms import Predicate
from pyasp_puzzles.drawing.picture import Entry, Panel, Picture, Tile
from pyasp_puzzles.errors import AnswerError, counted
from pyasp_puzzles.formats.xml import is_xml
from pyasp_puzzles.puzzle import Profile, Puzzle, WholeFile
from pyasp_puzzles.puzzles.packing import burrtools as packing_burrtools
from pyasp_puzzles.puzzles.packing import format as files
from pyasp_puzzles.puzzles.packing import xmpuzzle as packing_xmpuzzle
from pyasp_puzzles.puzzles.packing.cells import OPTIONAL, PAPER, Paper
from pyasp_puzzles.puzzles.packing.facts import INPUTS, facts
from pyasp_puzzles.puzzles.packing.format import Instance, Piece
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, apply, determinant
from pyasp_puzzles.puzzles.packing.placements import (
    Keyed,
    Placement,
    Solution,
    image,
    in_order,
    keyed,
    moves,
    of_instance,
    orientations,
    sweep,
    symmetry_group,
)
from pyasp_puzzles.puzzles.packing.text import format_text
from pyasp_puzzles.symmetry import ALL, ROTATIONS, Symmetries, Symmetry


class Place(Predicate):
    """Shown: a copy of a piece, turned and then moved by ``(a, b, c)``."""

    piece: str
    orientation: int
    a: int
    b: int
    c: int


def parse(text: str, source: str) -> Mapping[str, Instance]:
    """The boards of a file, by label: text, JSON or BurrTools' XML.

    Raises:
        InstanceError: the text is no instance; the message says where and why.
    """
    return packing_burrtools.parse(text, source) if is_xml(text) else files.parse(text, source)


def decode(instance: Instance, atoms: Sequence[Predicate]) -> Solution:
    """The placements of one answer.

    Raises:
        AnswerError: an atom names a piece or an orientation that the instance has not.
    """
    decoded = _decoded(instance)
    return in_order(decoded[atom] for atom in atoms if isinstance(atom, Place))


class _Decoded(dict[Place, Keyed]):
    """The placements of the atoms met so far."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._shapes = {piece.name: orientations(instance, piece) for piece in instance.pieces}

    def __missing__(self, atom: Place) -> Keyed:
        shapes = self._shapes.get(atom.piece, {})
        if atom.orientation not in shapes:
            expected = f"one of the orientations {', '.join(map(str, shapes)) or 'of a piece'}"
            raise AnswerError(self._instance.name, "answer", str(atom), expected)
        shift = (atom.a, atom.b, atom.c)
        cells = sorted(add(block, shift) for block in shapes[atom.orientation])
        found = keyed(Placement(atom.piece, atom.orientation, shift, tuple(cells)))
        return self.setdefault(atom, found)


_decoded = of_instance(_Decoded)


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The broken rules: coverage, shapes and numbers of copies, from the cells alone."""
    broken = []
    rules = _rules(instance)
    covered = [cell for placement in solution.placements for cell in placement.cells]
    once = set(covered)
    if len(once) != len(covered) or not rules.needed <= once <= rules.space:
        times = Counter(covered)
        for cell in sorted(rules.space | times.keys()):
            if cell not in rules.space:
                broken.append(f"Every piece lies inside the space: {cell} is no cell of it.")
            elif times[cell] > 1 or not (times[cell] or cell in rules.optional):
                allowed = "at most" if cell in rules.optional else "exactly"
                broken.append(
                    f"Every cell is covered by {allowed} one piece: {cell} by {times[cell]}."
                )
    copies = dict.fromkeys(rules.pieces, 0)
    for p in solution.placements:
        if p.piece not in copies:
            broken.append(f"Every piece belongs to the instance: {p.piece} does not.")
            continue
        copies[p.piece] += 1
        cells = rules[p.piece, p.orientation, p.shift]
        if cells is None or (p.cells != cells and tuple(sorted(p.cells)) != cells):
            broken.append(
                f"Every piece keeps its shape: {p.piece} in orientation {p.orientation}, moved "
                f"by {p.shift}, does not have the cells {p.cells}."
            )
    broken += [
        f"Every piece is used as often as the instance says: {name} is used "
        f"{copies[name]} times, not {piece.least} to {piece.most}."
        for name, piece in rules.pieces.items()
        if not piece.least <= copies[name] <= piece.most
    ]
    return broken


class _Rules(dict[tuple[str, int, Point], tuple[Point, ...] | None]):
    """What the verifier knows of an instance, from its blocks and matrices alone.

    A piece, orientation and shift lead to the sorted cells of the piece, turned and moved, or to
    ``None`` where the piece may not be turned or moved like this.
    """

    def __init__(self, instance: Instance) -> None:
        self.space = frozenset(instance.cells)
        self.optional = frozenset(instance.optional)
        self.needed = self.space - self.optional
        self.pieces = {piece.name: piece for piece in instance.pieces}
        self._lattice, self._matrices = LATTICES[instance.lattice], moves(instance)

    def __missing__(self, key: tuple[str, int, Point]) -> tuple[Point, ...] | None:
        name, orientation, shift = key
        shapes = self.pieces[name].orientations
        cells = None
        turns = range(1, len(shapes or self._matrices) + 1)
        if orientation in turns and self._lattice.moves_by(shift):
            if shapes:
                blocks = shapes[orientation - 1]
            else:
                matrix = self._matrices[orientation - 1]
                blocks = tuple(apply(matrix, block) for block in self.pieces[name].blocks)
            cells = tuple(sorted(add(block, shift) for block in blocks))
        return self.setdefault(key, cells)


_rules = of_instance(_Rules)


def symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    """The isometries of the space and the set of pieces, as far as they differ in what they do.

    In a space that is flat or straight, such as a box of one layer, several isometries move the
    cells alike; a mirror image that a rotation can replace is left out then.
    """
    return _symmetries(instance)


@lru_cache(maxsize=8)
def _symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    distinct: dict[tuple[object, ...], Symmetry[Solution]] = {}
    for isometry, pieces in symmetry_group(instance):  # rotations come first
        exchanged = tuple(pieces[piece.name].name for piece in instance.pieces)
        done = (*map(isometry, instance.cells), *exchanged)
        mirror = determinant(isometry.matrix) < 0
        distinct.setdefault(done, Symmetry(partial(image, instance, isometry, pieces), mirror))
    return tuple(distinct.values())


def cuts(instance: Instance, atoms: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
    """The placements that cover a cell, in the order of the sweep, and those of a piece.

    All cubes of 6x10 together take 8.3 seconds with bit sets, like one search; with cells only 17.1
    (CPU time).  In a sweep by clingo 1.05 times what they take with cells only.
    """
    shapes = {piece.name: orientations(instance, piece) for piece in instance.pieces}
    covering: dict[Point, list[Symbol]] = defaultdict(list)
    of_piece: dict[str, list[Symbol]] = defaultdict(list)
    for atom in atoms:
        piece, orientation, a, b, c = atom.arguments
        shift = a.number, b.number, c.number
        for block in shapes[piece.string][orientation.number]:
            covering[add(block, shift)].append(atom)
        of_piece[piece.string].append(atom)
    once = [piece.name for piece in instance.pieces if piece.least == piece.most == 1]
    optional = frozenset(instance.optional)
    cells = [covering[cell] for cell in sweep(instance) if cell not in optional]
    yield cells + [of_piece[name] for name in once]


def picture(instance: Instance, solution: Solution | None) -> Picture:
    """The layers of the space, side by side; unsolved, the pieces below it."""
    walls = _paper(instance.lattice) == "square"
    most = {piece.name: piece.most for piece in instance.pieces}
    colours = {piece.name: number for number, piece in enumerate(instance.pieces)}
    optional = frozenset(instance.optional)
    owner: dict[Point, tuple[int, str, int | None]] = {}
    copies: dict[str, int] = {}
    for number, placement in enumerate(solution.placements if solution else ()):
        name = placement.piece
        copies[name] = copies.get(name, 0) + 1
        # Without walls between the tiles, copies of one piece are told apart by number and shade.
        apart = not walls and most.get(name, 1) > 1
        label = f"{name}{copies[name]}" if apart else name
        shade = colours.get(name, 0) + (copies[name] - 1) * apart
        owner.update(dict.fromkeys(placement.cells, (number, label, shade)))
    layers = sorted({cell[2] for cell in instance.cells})
    panels = []
    for layer in layers:
        tiles = []
        for cell in instance.cells:
            if cell[2] == layer:
                sign = OPTIONAL if cell in optional else "·"
                group, label, colour = owner.get(cell, (-1, sign, None))
                row, column = _on_paper(instance.lattice, cell)
                tiles.append(Tile(row, column, label, group, colour))
        caption = f"layer {layer}" if len(layers) > 1 else ""
        panels.append(Panel(tuple(tiles), caption, _paper(instance.lattice)))
    if solution is None:
        panels += [_piece_panel(instance, piece, colours[piece.name]) for piece in instance.pieces]
    legend = []
    if solution is None and len(layers) > 1:
        legend.append(Entry("", "In a piece, the numbers are the layers of its blocks."))
    if optional - owner.keys():
        words = "may stay empty" if solution is None else "is empty"
        legend.append(Entry("", f"A cell drawn {OPTIONAL} {words}."))
    return Picture(instance.title, tuple(panels), tuple(legend))


def _piece_panel(instance: Instance, piece: Piece, colour: int) -> Panel:
    """A piece seen from above, its blocks labelled with their layers (flat: with its name)."""
    columns: dict[tuple[int, int], list[int]] = {}
    for block in piece.blocks:
        columns.setdefault(_on_paper(instance.lattice, block), []).append(block[2])
    flat = LATTICES[instance.lattice].flat
    tiles = tuple(
        Tile(row, column, piece.name if flat else "+".join(map(str, sorted(levels))), 0, colour)
        for (row, column), levels in sorted(columns.items())
    )
    times = "" if piece.least == piece.most == 1 else f" x{piece.copies()}"
    return Panel(tiles, f"piece {piece.name}{times}", _paper(instance.lattice))


def _paper(lattice: str) -> Paper:
    return PAPER[lattice]


def _on_paper(lattice: str, cell: Point) -> tuple[int, int]:
    """Row and column of a cell in a panel of its kind of paper."""
    if PAPER[lattice] == "square":
        return cell[0], cell[1]
    if PAPER[lattice] == "hexagonal":
        return -cell[1], cell[0]
    i, j, down = cell[0] // 3, cell[1] // 3, cell[0] % 3 - 1
    return -j, 2 * i + j + down


def size(instance: Instance) -> str:
    words = f"{counted(len(instance.pieces), 'piece')}, {counted(len(instance.cells), 'cell')}"
    return f"{words} ({len(instance.optional):,} optional)" if instance.optional else words


PLAIN = ("--no-lookback", "--heuristic=None")
"""A search without learning, which takes the placements in the order of the sweep."""

PROFILES = {
    "sweep": Profile(
        (*PLAIN, "--lookahead=atom,1"),
        ("all", "unsat"),
        {"labels": 0},
        ("packing", "packing_sweep"),
        about="fills cell by cell without learning, looking ahead",
    ),
    "dive": Profile(
        (*PLAIN, "--lookahead=no"),
        ("first",),
        {"labels": 0},
        ("packing", "packing_sweep"),
        about="fills cell by cell without learning",
        portfolio=(
            "[dive]: --no-lookback --heuristic=None --lookahead=no --restarts=no --deletion=no",
            "[learn](crafty):",
        ),
    ),
    "learn": Profile(
        ("--config=crafty",),
        about="learns from conflicts, clasp's configuration crafty",
    ),
}

PUZZLE = Puzzle(
    name="packing",
    title="Polyform packing",
    instance_type=Instance,
    solution_type=Solution,
    inputs=INPUTS,
    answers=(Place,),
    parse=parse,
    format=format_text,
    facts=facts,
    decode=decode,
    verify=verify,
    picture=picture,
    size=size,
    symmetries=Symmetries(symmetries, {ALL: {}, ROTATIONS: {"mirrors": 0}}),
    profiles=PROFILES,
    cuts=cuts,
    first="hexagonal_cylinder",
    export={"xmpuzzle": WholeFile(packing_xmpuzzle.write)},
    file_formats=f"{files.__doc__ or ''}\n{packing_burrtools.__doc__ or ''}",
)
