"""Flower Finder instances: their type, the shared text format, and JSON.

The text format::

    title: Two by two
    strip A: TR BL
    strip B: BR TR
    strip C: BL BR
    strip D: TR TR

A strip is listed upright, from top to bottom.  Each circle is named by its gap, which is the one
of its four quarters without a petal: ``TL`` (top left), ``TR``, ``BL`` or ``BR``.  A frame for
strips of N circles takes 2N strips, N below and N across.  A name of a strip has at most 12 signs,
no blank, quote, backslash, colon, percent sign or control character, also in JSON.

The JSON format::

    {
      "title": "Two by two",
      "strips": {
        "A": ["TR", "BL"],
        "B": ["BR", "TR"],
        "C": ["BL", "BR"],
        "D": ["TR", "TR"]
      }
    }
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass
from functools import lru_cache, partial
from itertools import product
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import FactClass, Layer, LayeredBoard, layer
from pyasp_puzzles.boards.formats.fields import Field, entry_of, title_of
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Line
from pyasp_puzzles.core.atoms import ConstantStr, Predicate
from pyasp_puzzles.core.errors import Phrase, counted
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.core.symmetry import Symmetry

Vector = tuple[int, int]
"""x to the right and y up."""
Circles = tuple[Vector, ...]
"""The gaps of the circles of a strip, from its top: from a middle to the quarter without petal."""
Attitude = tuple[str, str]
"""Direction (``down`` or ``across``) and flip: first flipped, then turned to the left if across."""

QUARTERS: dict[str, Vector] = {"TL": (-1, 1), "TR": (1, 1), "BL": (-1, -1), "BR": (1, -1)}
"""The quarters of a circle by name."""
NAMES = {vector: name for name, vector in QUARTERS.items()}
"""Their names."""
FLIPS = ("none", "h", "v", "both")
"""The flips of a strip: left to right, top to bottom."""
SYMMETRIES: tuple[Attitude, ...] = tuple(product(("down", "across"), FLIPS))
"""The eight ways in which a strip may lie, which are the eight symmetries of a square."""


def apply(symmetry: Attitude, vector: Vector) -> Vector:
    """The image of a vector."""
    direction, flip = symmetry
    x = -vector[0] if flip in ("h", "both") else vector[0]
    y = -vector[1] if flip in ("v", "both") else vector[1]
    return (-y, x) if direction == "across" else (x, y)


def as_laid(circles: Iterable[Vector], symmetry: Attitude) -> Circles:
    """The gaps of a strip's circles as the strip lies: from the top, or from the left if across.

    >>> as_laid([(1, 1), (1, -1)], ("down", "h"))
    ((-1, 1), (-1, -1))
    """
    moved = tuple(apply(symmetry, circle) for circle in circles)
    return moved[::-1] if symmetry[1] in ("v", "both") else moved


def distinct_flips(circles: Circles) -> dict[Circles, str]:
    """What flips make of an upright strip, each result with the first flip that gives it."""
    first: dict[Circles, str] = {}
    for flip in FLIPS:
        first.setdefault(as_laid(circles, ("down", flip)), flip)
    return first


def location_after(n: int, symmetry: Attitude, location: int) -> int:
    """The location to which a symmetry of the frame takes the strip of a location.

    Locations are 1..n in the lower layer, left to right, and n+1..2n in the upper one, top to
    bottom.

    >>> location_after(3, ("down", "h"), 1), location_after(3, ("across", "none"), 1)
    (3, 6)
    """
    direction, flip = symmetry
    across, line = divmod(location - 1, n)
    if flip in ("both", "v" if across else "h"):
        line = n - 1 - line
    if direction == "down":
        return across * n + line + 1
    return line + 1 if across else 2 * n - line


def holes(n: int, location: int) -> range:
    """The holes of a location, as numbers from 1, row by row."""
    if location > n:
        return range(n * (location - n - 1) + 1, n * (location - n) + 1)
    return range(location, n * n + 1, n)


STRIP_NAME = r"[^\s\"\\:%\x00-\x1f\x7f]{1,12}"
"""A pattern that every name of a strip matches."""
STRIP_NAMES = "at most 12 signs, no blank, quote, backslash, colon, percent or control sign"
"""The same in words."""

CIRCLES = range(2, 10)
"""The numbers of circles that a strip may have."""


@dataclass(frozen=True)
class Strip:
    """A strip held upright: the gaps of its circles from top to bottom."""

    name: str
    circles: Circles


class Strips(Layer):
    """The strips, an entry for each; the field holds a :class:`Strip` for each."""

    def entries(self) -> tuple[str, ...]:
        return ("strip NAME",)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        strips: list[Strip] = []
        for name, entry in entries.prefixed("strip"):
            gaps: list[Vector] = []
            for line in entry.body():
                for word in line.text.split():
                    if word.upper() not in QUARTERS:
                        raise entry.error(word, f"one of {', '.join(QUARTERS)}", line)
                    gaps.append(QUARTERS[word.upper()])
            entries.places[f"{self.name}[{len(strips)}]"] = entry.place()
            strips.append(Strip(name, tuple(gaps)))
        return {self.name: tuple(strips)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return {f"strip {s.name}": " ".join(NAMES[gap] for gap in s.circles) for s in board.strips}

    def check(self, board: Any, rows: Field) -> None:
        names: list[str] = []
        first = 0
        for node in rows.list():
            strip, name, circles = node.of(Strip).value, node["name"], node["circles"]
            if not re.fullmatch(STRIP_NAME, name.text()):
                raise name.error(f"a name: {STRIP_NAMES}")
            if strip.name in names:
                raise name.error("a name that no strip has yet")
            names.append(strip.name)
            for circle in circles.list():
                if circle.value not in QUARTERS.values():
                    raise circle.error(f"one of {', '.join(map(str, QUARTERS.values()))}")
            length = len(strip.circles)
            first = first or length
            if length != first or length not in CIRCLES:
                expected = f"{counted(first, 'circle')}, as in strip {names[0]}"
                if length == first:
                    expected = f"from {CIRCLES.start} to {CIRCLES.stop - 1} circles"
                raise circles.error(expected, Phrase(counted(length, "circle")))
        if not names:
            raise rows.error("'strip NAME: ...'", Phrase("no strip"))
        if len(names) != 2 * first:
            found = Phrase(f"{counted(len(names), 'strip')} of {counted(first, 'circle')}")
            raise rows.error(f"{2 * first} strips, {first} for each layer", found)


@dataclass(frozen=True)
class FlowerBoard(LayeredBoard):
    """The strips of a puzzle, twice as many as each of them has circles."""

    strips: tuple[Strip, ...] = layer(Strips("strip"), MISSING)
    sides: ClassVar[tuple[int, int]] = (CIRCLES.start, CIRCLES.stop - 1)
    square: ClassVar[bool] = True

    @property
    def n(self) -> int:
        """Circles of a strip, strips of a layer."""
        return len(self.strips) // 2


def empty(rows: int, _columns: int) -> FlowerBoard:
    """A frame whose strips are alike, each gap at the top left."""
    strips = (Strip(str(number), (QUARTERS["TL"],) * rows) for number in range(1, 2 * rows + 1))
    return FlowerBoard("Flower Finder", tuple(strips))


def json_boards(root: Field) -> Iterator[Entries]:
    """The board of a JSON file, as the text format has it.

    Raises:
        InstanceError: it has other members, or values of other types.
    """
    listed = root["strips"]  # first: a file of another puzzle lacks this member
    root.check_members(("title", "strips"))
    if not listed.object():
        raise listed.error("'strip NAME: ...'", Phrase("no strip"))
    entries = [entry_of(root, "title", title_of(root.get("title"), "Flower Finder"))]
    for name, circles in listed.items():
        lines = (Line(0, each.one_of(QUARTERS), path=each.path) for each in circles.list())
        entries.append(entry_of(circles, f"strip {name}", "", lines))
    yield Entries(root.source, "", entries, places={"strips": listed.path})


_LIES = (("direction", ConstantStr), ("flip", ConstantStr))
_QUARTER = (("x", int), ("y", int))
StripFact = FactClass("strip", (("kind", str), ("copies", int)))
Circle = FactClass("circle", (("kind", str), ("number", int), *_QUARTER))
Flip = FactClass("flip", (("kind", str), ("flip", ConstantStr)))
Location = FactClass("location", (("location", int), ("direction", ConstantStr)))
Align = FactClass("align", (("location", int), ("number", int), ("hole", int)))
Transform = FactClass("transform", (*_LIES, *_QUARTER, ("x_after", int), ("y_after", int)))
Order = FactClass("order", (("flip", ConstantStr), ("number", int), ("number_after", int)))
Move = FactClass("move", (*_LIES, ("location", int), ("location_after", int)))
INPUTS = StripFact, Circle, Flip, Location, Align, Transform, Order, Move


class StripPlaced(Predicate, name="place"):
    """Shown: a strip of this kind lies in a location, flipped beforehand."""

    kind: str
    location: int
    flip: ConstantStr


@dataclass(frozen=True, order=True)
class Placement:
    """A strip, flipped and then laid in a location: 1..n in the lower layer, n+1..2n above it."""

    location: int
    strip: str
    flip: str


@dataclass(frozen=True)
class FlowerSolution:
    """All placements, sorted by location.

    Solutions that look the same are equal: of strips of one kind, those listed first lie in the
    smaller locations; of flips that look the same, the first one is named.
    """

    placements: tuple[Placement, ...]


@lru_cache(maxsize=64)
def kinds(instance: FlowerBoard) -> dict[str, tuple[Strip, ...]]:
    """The strips by kind: some flip makes those of one kind equal; the first one names the kind."""
    members = by_key((min(distinct_flips(each.circles)), each) for each in instance.strips)
    return {strips[0].name: tuple(strips) for strips in members.values()}


def flips_of(instance: FlowerBoard, kind: str) -> list[str]:
    """The flips after which the strips of a kind look different."""
    return list(distinct_flips(kinds(instance)[kind][0].circles).values())


def as_kind(instance: FlowerBoard, name: str, flip: str) -> tuple[str, str]:
    """The kind of a strip, and the first of its flips that looks as the strip does after one."""
    kind, strip = next(
        (kind, each) for kind, own in kinds(instance).items() for each in own if each.name == name
    )
    look = as_laid(strip.circles, ("down", flip))
    return kind, distinct_flips(kinds(instance)[kind][0].circles)[look]


def facts(instance: FlowerBoard) -> Iterator[Predicate]:
    """The kinds of strips, the frame, and the eight symmetries as tables."""
    n = instance.n
    lines = range(1, n + 1)
    for kind, strips in kinds(instance).items():
        yield StripFact(kind, len(strips))
        yield from (Circle(kind, k, *c) for k, c in enumerate(strips[0].circles, start=1))
        yield from (Flip(kind, flip) for flip in flips_of(instance, kind))
    for location in range(1, 2 * n + 1):
        yield Location(location, "down" if location <= n else "across")
        yield from (Align(location, k, hole) for k, hole in enumerate(holes(n, location), start=1))
    for symmetry in SYMMETRIES:
        yield from (Transform(*symmetry, *v, *apply(symmetry, v)) for v in QUARTERS.values())
    for flip in FLIPS:
        yield from (Order(flip, k, n + 1 - k if flip in ("v", "both") else k) for k in lines)
    for symmetry in SYMMETRIES:
        yield from (Move(*symmetry, k, location_after(n, symmetry, k)) for k in lines)


def canonical(
    instance: FlowerBoard, placements: Iterable[Placement], by_kind: bool = False
) -> tuple[Placement, ...]:
    """The placements of the solution that looks like some placements; see :class:`FlowerSolution`.

    If a strip is missing or is used twice, all strips of its kind keep their names.

    Args:
        placements: of all strips, in any order.
        by_kind: whether the placements name kinds, as atoms do, in place of strips.

    >>> equal = tuple(Strip(name, ((1, 1), (1, 1))) for name in "ABCD")
    >>> swapped = [Placement(1, "B", "none"), Placement(2, "A", "v")]
    >>> swapped += [Placement(3, "C", "none"), Placement(4, "D", "none")]
    >>> [p.strip for p in canonical(FlowerBoard("", equal), swapped)]
    ['A', 'B', 'C', 'D']
    """
    circles = {strip.name: strip.circles for strip in instance.strips}
    result, every = [], sorted(placements)
    for strips in kinds(instance).values():
        names = [strip.name for strip in strips]
        same = [p for p in every if p.strip in names]
        found = [p.strip for p in same]
        if len(found) != len(names) if by_kind else sorted(found) != sorted(names):
            names = found
        for name, placement in zip(names, same, strict=True):
            flipped = as_laid(circles[placement.strip], ("down", placement.flip))
            flip = distinct_flips(circles[name])[flipped]
            result.append(Placement(placement.location, name, flip))
    return tuple(sorted(result))


def symmetries(instance: FlowerBoard) -> tuple[Symmetry[FlowerSolution], ...]:
    """The eight symmetries of the frame: four rotations and four mirror images of the square.

    A quarter turn, or a reflection in a diagonal, also exchanges the layers.
    """
    return tuple(
        Symmetry(partial(_image, instance, each), each[1] in ("h", "v")) for each in SYMMETRIES
    )


def _image(instance: FlowerBoard, symmetry: Attitude, solution: FlowerSolution) -> FlowerSolution:
    """The image of a solution under a symmetry of the frame."""
    n = instance.n
    placements = []
    for p in solution.placements:
        lies = "down" if p.location <= n else "across", p.flip
        after = [apply(symmetry, apply(lies, v)) for v in QUARTERS.values()]
        flip = next(s[1] for s in SYMMETRIES if [apply(s, v) for v in QUARTERS.values()] == after)
        placements.append(Placement(location_after(n, symmetry, p.location), p.strip, flip))
    return FlowerSolution(canonical(instance, placements))
