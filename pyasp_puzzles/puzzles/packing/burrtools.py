"""Packing puzzles of BurrTools: ``.xmpuzzle`` files, which are XML, as a rule packed by gzip.

A file has a grid, shapes and problems::

    <puzzle version="2">
      <gridType type="0"/>
      <shapes>
        <voxel x="3" y="1" z="1" type="0" name="I">###</voxel>
        <voxel x="3" y="3" z="1" type="0">####+####</voxel>
      </shapes>
      <problems>
        <problem name="Frame">
          <shapes><shape id="0" min="2" max="3"/></shapes>
          <result id="1"/>
        </problem>
      </problems>
    </puzzle>

A shape gives a state for each voxel, ``x`` fastest, then ``y``, then ``z``: ``#`` filled, ``_``
empty, ``+`` variable (an optional cell of a result).  Grid 0 has cubes and grid 1 triangular
prisms; a puzzle of one layer is read in the lattice ``square`` or ``triangular``, others in
``cubic`` or ``triprism``.  As in BurrTools, pieces are turned in space and never mirrored (flat
ones are turned over).  The voxel ``(x, y, z)`` is seen as BurrTools draws it, ``x`` to the right
and ``y`` upwards, with ``z`` as the layer.  A problem is addressed by ``#NAME``, or by ``#NUMBER``
where names are missing or equal.

Answers are assemblies: whether they can be taken apart is not asked.  Colours that restrict where
a piece may lie, other grids and a limit on the holes are refused.

Source: the documentation and the sources of BurrTools by Andreas Roever.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import count, product
from math import prod
from xml.parsers import expat

from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.formats.text import one_line
from pyasp_puzzles.core.errors import InstanceError, Phrase, warn_of
from pyasp_puzzles.pictures.positions import Lattice as Paper
from pyasp_puzzles.puzzles.packing.cells import BOUND, MOST_CELLS, drawn_at
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Lattice, Point
from pyasp_puzzles.puzzles.packing.instance import (
    PackingBoard,
    Piece,
    block_limits,
    pivoted,
    usual_moves,
)

MOST_ELEMENTS = 100_000
"""The most elements of a file; an instance has far fewer."""


def is_xml(text: str) -> bool:
    """Whether a file is XML: its first character opens an element."""
    return text.lstrip().startswith("<")


@dataclass(slots=True)
class Element:
    """An element of an XML file, with the line of its start tag."""

    source: str
    line: int
    tag: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def error(self, found: object, expected: str) -> InstanceError:
        """An error at this element."""
        return InstanceError(self.source, f"line {self.line}, {self.tag}", found, expected)

    def all(self, tag: str) -> Iterator[Element]:
        """The children with this tag."""
        return (child for child in self.children if child.tag == tag)

    def get(self, tag: str) -> Element | None:
        """The child with this tag; ``None``: there is none. Several are an InstanceError."""
        found = list(self.all(tag))
        for second in found[1:]:
            raise second.error(Phrase("a second one"), f"one <{tag}>")
        return found[0] if found else None

    def child(self, tag: str) -> Element:
        """The only child with this tag; an InstanceError without one."""
        found = self.get(tag)
        if found is None:
            raise self.error(Phrase(f"no <{tag}>"), f"a <{tag}> in it")
        return found

    def integer(
        self, attribute: str, minimum: int, maximum: int, default: int | None = None
    ) -> int:
        """An attribute as an integer within bounds; an InstanceError if it is none."""
        if default is not None and attribute not in self.attributes:
            return default
        if attribute not in self.attributes:
            raise self.error(Phrase(f"no attribute '{attribute}'"), f"{attribute}=...")
        text = self.attributes[attribute]
        digits, expected = text.strip(), "an integer"
        if digits.isascii() and digits.isdigit() and len(digits) < 12:
            if minimum <= int(digits) <= maximum:
                return int(digits)
            expected = f"an integer from {minimum} to {maximum}"
        raise self.error(f"{attribute}={text}", expected)


def read_xml(text: str, source: str, *, skipped: Collection[str] = ()) -> Element:
    """Read a file; return its outermost element.

    Args:
        skipped: tags of elements whose content is left out.

    Raises:
        InstanceError: the text is no XML, has a DOCTYPE or too many elements.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    opened = [Element(source, 0, "", {})]
    numbers = count(1)

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = opened[-1]  # a skipped one stands for all that is in it
        if element.tag not in skipped:
            element = Element(source, parser.CurrentLineNumber, tag, attributes)
            if next(numbers) > MOST_ELEMENTS:
                found = Phrase(f"more than {MOST_ELEMENTS:,} elements")
                raise element.error(found, "an instance, which has far fewer")
            opened[-1].children.append(element)
        opened.append(element)

    def words(text: str) -> None:
        if opened[-1].tag not in skipped:
            opened[-1].text += text

    def doctype(*_words: object) -> None:
        place = f"line {parser.CurrentLineNumber}"
        raise InstanceError(source, place, "<!DOCTYPE", "XML without a document type")

    parser.StartElementHandler, parser.EndElementHandler = start, lambda _tag: opened.pop()
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = words, doctype
    (root,) = opened
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        lines = text.splitlines()
        line = "".join(lines[error.lineno - 1 : error.lineno])
        rest = line[error.offset : error.offset + 20]
        last = error.lineno >= len(lines) and not rest.strip()
        place = f"line {error.lineno}, column {error.offset + 1}"
        found = Phrase("the end of the file" if last else repr(rest))
        expected = f"XML ({expat.ErrorString(error.code)})"
        raise InstanceError(source, place, found, expected) from None
    return root.children[0]


OTHER_GRIDS = {2: "spheres", 3: "rhombic tetrahedra", 4: "tetrahedra and octahedra"}
NO_NAME = re.compile(r'[\s"\\:%\x7f]+')
"""What no name of a piece has in our text format."""


GRIDS: dict[int, Paper] = {0: "square", 1: "triangular"}
"""The grids that packing has lattices for, by their number: how a layer of them is drawn."""


@dataclass(frozen=True)
class VoxelShape:
    """A shape: its voxels with their states, ``#`` or ``+``, and the numbers of their colours."""

    element: Element
    name: str
    height: int
    hotspot: Point
    states: dict[Point, str]
    colours: set[int]


def parse(text: str, source: str) -> dict[str, PackingBoard]:
    """The problems of a file, by label; the only one has the label ``""``.

    A problem that packing cannot say is left out, and a warning says why; so do things that change
    no answer and are left aside.

    Raises:
        InstanceError: the text is no such file, or packing can say none of its problems.
    """
    root = read_xml(text, source, skipped=("solutions", "assembler", "comment"))
    if root.tag != "puzzle":
        raise root.error(f"<{root.tag}>", "<puzzle>, as in BurrTools' .xmpuzzle files")
    root.integer("version", 1, 2)
    grid, colours = _grid(root), root.get("colors")
    coloured = bool(colours and list(colours.all("color")))
    voxels = root.child("shapes").all("voxel")
    shapes = [_shape(voxel, number) for number, voxel in enumerate(voxels, start=1)]
    problems = list(root.child("problems").all("problem"))
    if not problems:
        raise root.error(Phrase("no <problem>"), "a problem with pieces and a result")
    found: dict[str, PackingBoard] = {}
    errors: dict[str, InstanceError] = {}
    for label, problem in zip(_labels(problems), problems, strict=True):
        try:
            found[label] = _instance(problem, grid, shapes, coloured)
        except InstanceError as error:
            errors[label] = error
    if not found:
        raise next(iter(errors.values()))
    told = [f"#{label} is left out: {reason}" for label, reason in errors.items()]
    if aside := _left_aside(shapes, problems, text):
        told.append(f"{source}: left aside: {', '.join(aside)}")
    warn_of(told)
    return found


def _grid(root: Element) -> Paper:
    element = root.get("gridType")
    number = element.integer("type", 0, BOUND) if element else 0
    if element and number not in GRIDS:
        name = f" ({OTHER_GRIDS[number]})" if number in OTHER_GRIDS else ""
        known = "type=0 (bricks) or type=1 (triangular prisms)"
        raise element.error(Phrase(f"type={number}{name}"), known)
    return GRIDS[number]


def _labels(problems: list[Element]) -> list[str]:
    """Names where they tell the problems apart, else numbers; nothing for the only problem."""
    if len(problems) == 1:
        return [""]
    names = [_words(problem) for problem in problems]
    return [
        name if name and names.count(name) == 1 and not name.isdigit() else str(number)
        for number, name in enumerate(names, start=1)
    ]


def _words(element: Element) -> str:
    return " ".join(element.attributes.get("name", "").split())


def _shape(voxel: Element, number: int) -> VoxelShape:
    """A shape; BurrTools calls those without a name S1, S2, ..."""
    voxel.integer("type", 0, 0, 0)
    sides = [voxel.integer(side, 1, BOUND) for side in "xyz"]
    text = "".join(voxel.text.split())
    if wrong := re.sub(r"[#+_]\d{0,9}", "", text):
        raise voxel.error(wrong, "voxels # (filled), + (variable) or _ (empty), and colours")
    states = re.findall(r"([#+_])(\d*)", text)
    if len(states) != prod(sides):
        expected = f"{prod(sides)} ({' x '.join(map(str, sides))})"
        raise voxel.error(Phrase(f"{len(states)} voxels"), expected)
    places = product(*map(range, reversed(sides)))
    filled = {
        (x, y, z): state
        for (z, y, x), (state, _) in zip(places, states, strict=True)
        if state != "_"
    }
    if len(filled) > MOST_CELLS:
        raise voxel.error(Phrase(f"more than {MOST_CELLS} voxels"), f"at most {MOST_CELLS}")
    name = NO_NAME.sub("_", _words(voxel))[:30] or f"S{number}"
    x, y, z = (voxel.integer(f"h{side}", 0, BOUND, 0) for side in "xyz")
    colours = {int(colour or 0) for state, colour in states if state != "_"} - {0}
    return VoxelShape(voxel, name, sides[1], (x, y, z), filled, colours)


Part = tuple[VoxelShape, int, int]
"""A shape with the least and the greatest number of its copies."""


def _instance(
    problem: Element, paper: Paper, shapes: list[VoxelShape], coloured: bool
) -> PackingBoard:
    """A problem as an instance; an InstanceError if packing cannot say what it asks for."""
    listed = problem.child("shapes").all("shape")
    parts = [part for each in listed if (part := _part(each, shapes))[2]]
    result = _shape_of(problem.child("result"), shapes)
    if not parts:
        raise problem.error(Phrase("no piece"), "at least one <shape> with a count")
    if coloured:
        _check_colours(problem, result, parts)
    used = [result, *(shape for shape, _, _ in parts)]
    flat = all(len({z for _, _, z in shape.states}) <= 1 for shape in used)
    grid = next(x for x in LATTICES.values() if (x.paper, x.flat) == (paper, flat))
    pieces = tuple(_pieces(parts, grid))
    if not result.states:
        raise result.element.error(Phrase("no voxel"), "a result with voxels")
    rows, first = (result.height, 1) if paper == "square" else (0, 0)  # cubes count from 1 on
    cells = {
        drawn_at(grid, rows - y, first + x, 0 if flat else first + z): state
        for (x, y, z), state in result.states.items()
    }
    title = one_line(_words(problem)) or "BurrTools puzzle"
    optional = tuple(sorted(cell for cell, state in cells.items() if state == "+"))
    space, moves = tuple(sorted(cells)), usual_moves(grid)
    with placed(problem.source, {}, f"line {problem.line}, problem"):
        board = PackingBoard(title, grid.name, moves, space, pieces, optional)
    most = min(len(cells) - block_limits(pieces)[0], len(optional))  # cells that may be empty
    limit = problem.integer("maxHoles", 0, 2**32 - 1, most)
    if limit < most:
        raise problem.error(f"maxHoles={limit}", f"no limit below {most}, which packing cannot say")
    return board


def _part(element: Element, shapes: list[VoxelShape]) -> Part:
    if "count" in element.attributes or not {"min", "max"} <= element.attributes.keys():
        least = most = element.integer("count", 0, BOUND, 1)
    else:
        least, most = element.integer("min", 0, BOUND), element.integer("max", 0, BOUND)
    if least > most:
        raise element.error(f"min={least} max={most}", "min that is at most max")
    return _shape_of(element, shapes), least, most


def _shape_of(element: Element, shapes: list[VoxelShape]) -> VoxelShape:
    number = element.integer("id", 0, 10**9)
    if number >= len(shapes):
        raise element.error(f"id={number}", f"one of the {len(shapes)} shapes, from 0")
    return shapes[number]


def _pieces(parts: list[Part], grid: Lattice) -> Iterator[Piece]:
    used: dict[str, int] = {}  # each name with the last number that stands behind it
    for shape, least, most in parts:
        if not shape.states:
            raise shape.element.error(Phrase("no voxel"), "a piece with voxels")
        if "+" in shape.states.values():
            raise shape.element.error("+", "filled voxels; only a result may have variable ones")
        name = shape.name
        while name in used:
            used[shape.name] += 1
            name = f"{shape.name}_{used[shape.name]}"
        used[name] = 1
        voxels = sorted(shape.states, key=shape.hotspot.__ne__)
        blocks = [drawn_at(grid, -y, x, 0 if grid.flat else z) for x, y, z in voxels]
        yield Piece(name, pivoted(grid, blocks), least, most)


def _check_colours(problem: Element, result: VoxelShape, parts: list[Part]) -> None:
    """Colours that keep a piece from some cells are refused; others change no answer."""
    bitmap = problem.get("bitmap")
    allowed = {
        (pair.integer("piece", 0, BOUND) + 1, pair.integer("result", 0, BOUND) + 1)
        for pair in (bitmap.all("pair") if bitmap else ())
    }
    for shape, _, _ in parts:
        for own, other in product(sorted(shape.colours), sorted(result.colours)):
            if (own, other) not in allowed:
                found = f"colour {own} of piece {shape.name}, kept from colour {other}"
                expected = "no constraint on colours, which packing cannot say"
                raise problem.error(Phrase(found), expected)


_PART = {"id", "count", "min", "max", "group"}
_PROBLEM = {"name", "state", "assemblies", "solutions", "time", "maxHoles"}
_INSIDE = {"shapes", "result", "bitmap", "solutions", "assembler"}


def _left_aside(shapes: list[VoxelShape], problems: list[Element], text: str) -> list[str]:
    """What a file says besides the problems, in words."""
    lists = [listed for problem in problems for listed in problem.all("shapes")]
    parts = [part for listed in lists for part in listed.all("shape")]
    attributes = {name for part in parts for name in part.attributes.keys() - _PART}
    attributes |= {name for problem in problems for name in problem.attributes.keys() - _PROBLEM}
    tags = {child.tag for problem in problems for child in problem.children} - _INSIDE
    found = {
        "colours": any(shape.colours for shape in shapes),
        "weights": any(shape.element.attributes.get("weight", "1") != "1" for shape in shapes),
        "groups of pieces": any("group" in p.attributes or p.get("group") for p in parts),
        "saved solutions": "<solution>" in text or "<solution " in text,
        "disassemblies": "<separation" in text,
        "an interrupted search": any(problem.get("assembler") for problem in problems),
        **{f"the unknown attribute {name!r}": True for name in sorted(attributes)},
        **{f"the unknown element <{tag}>": True for tag in sorted(tags)},
    }
    return [words for words, there in found.items() if there]
