"""Flower Finder as facts for the program; its shown atoms as a solution, with its symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from pyasp_puzzles.boards.board import FactClass
from pyasp_puzzles.core.atoms import ConstantStr, Predicate
from pyasp_puzzles.core.symmetry import Symmetry
from pyasp_puzzles.puzzles.flower_finder.format import (
    FLIPS,
    QUARTERS,
    SYMMETRIES,
    Circles,
    FlowerBoard,
    Strip,
    apply,
    as_laid,
    distinct_flips,
    holes,
    location_after,
)

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
    members: dict[Circles, list[Strip]] = {}
    for strip in instance.strips:
        members.setdefault(min(distinct_flips(strip.circles)), []).append(strip)
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


def _image(
    instance: FlowerBoard, symmetry: tuple[str, str], solution: FlowerSolution
) -> FlowerSolution:
    """The image of a solution under a symmetry of the frame."""
    n = instance.n
    placements = []
    for p in solution.placements:
        lies = "down" if p.location <= n else "across", p.flip
        after = [apply(symmetry, apply(lies, v)) for v in QUARTERS.values()]
        flip = next(s[1] for s in SYMMETRIES if [apply(s, v) for v in QUARTERS.values()] == after)
        placements.append(Placement(location_after(n, symmetry, p.location), p.strip, flip))
    return FlowerSolution(canonical(instance, placements))
