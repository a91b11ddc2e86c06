"""Flower Finder as facts for the program, and the program's shown atoms as a solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pyasp_puzzles.core.atoms import ConstantStr, Predicate
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, Instance, Strip
from pyasp_puzzles.puzzles.flower_finder.geometry import (
    FLIPS,
    SYMMETRIES,
    Circles,
    apply,
    as_laid,
    distinct_flips,
    location_after,
    number_after,
)


class StripFact(Predicate, name="strip"):
    kind: str
    copies: int


class Circle(Predicate):
    kind: str
    number: int
    x: int
    y: int


class Flip(Predicate):
    kind: str
    flip: ConstantStr


class Location(Predicate):
    location: int
    direction: ConstantStr


class Align(Predicate):
    location: int
    number: int
    hole: int


class Transform(Predicate):
    direction: ConstantStr
    flip: ConstantStr
    x: int
    y: int
    x_after: int
    y_after: int


class Order(Predicate):
    flip: ConstantStr
    number: int
    number_after: int


class Move(Predicate):
    direction: ConstantStr
    flip: ConstantStr
    location: int
    location_after: int


class Place(Predicate):
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
class Solution:
    """All placements, sorted by location.

    Solutions that look the same are equal: of strips of one kind, those listed first lie in the
    smaller locations; of flips that look the same, the first one is named.
    """

    placements: tuple[Placement, ...]


@lru_cache(maxsize=64)
def kinds(instance: Instance) -> dict[str, tuple[Strip, ...]]:
    """The strips by kind: some flip makes those of one kind equal; the first one names the kind."""
    members: dict[Circles, list[Strip]] = {}
    for strip in instance.strips:
        members.setdefault(min(distinct_flips(strip.circles)), []).append(strip)
    return {strips[0].name: tuple(strips) for strips in members.values()}


def facts(instance: Instance) -> Iterator[Predicate]:
    """The kinds of strips, the frame, and the eight symmetries as tables."""
    n = instance.n
    for kind, strips in kinds(instance).items():
        circles = strips[0].circles
        yield StripFact(kind, len(strips))
        yield from (Circle(kind, number, *c) for number, c in enumerate(circles, start=1))
        yield from (Flip(kind, flip) for flip in distinct_flips(circles).values())
    for line in range(1, n + 1):
        yield Location(line, "down")
        yield Location(n + line, "across")
        for number in range(1, n + 1):
            yield Align(line, number, n * (number - 1) + line)
            yield Align(n + line, number, n * (line - 1) + number)
    for symmetry, matrix in SYMMETRIES.items():
        yield from (Transform(*symmetry, *v, *apply(matrix, v)) for v in QUARTERS.values())
    for flip in FLIPS:
        yield from (Order(flip, k, number_after(n, flip, k)) for k in range(1, n + 1))
    for symmetry in SYMMETRIES:
        yield from (
            Move(*symmetry, line, location_after(n, symmetry, line)) for line in range(1, n + 1)
        )


def decode(instance: Instance, atoms: Sequence[Predicate]) -> Solution:
    """The placements of one answer, as strips of the instance.

    Raises:
        AnswerError: an atom names no strip, location or flip of the instance.
    """
    names = [strip.name for strip in instance.strips]
    placements = []
    for atom in atoms:
        if not isinstance(atom, Place):
            continue
        for found, known in (
            (atom.kind, names),
            (atom.location, range(1, 2 * instance.n + 1)),
            (atom.flip, list(FLIPS)),
        ):
            if found not in known:
                expected = f"one of {', '.join(map(str, known))} where {found} stands"
                raise AnswerError(instance.name, "answer", str(atom), expected)
        placements.append(Placement(atom.location, atom.kind, str(atom.flip)))
    return canonical(instance, placements, by_kind=True)


def canonical(
    instance: Instance, placements: Sequence[Placement], by_kind: bool = False
) -> Solution:
    """The solution that looks like some placements; see :class:`Solution`.

    If a strip is missing or is used twice, all strips of its kind keep their names.

    Args:
        instance: the frame.
        placements: of all strips, in any order.
        by_kind: whether the placements name kinds, as atoms do, in place of strips.

    >>> equal = tuple(Strip(name, ((1, 1), (1, 1))) for name in "ABCD")
    >>> swapped = [Placement(1, "B", "none"), Placement(2, "A", "v")]
    >>> swapped += [Placement(3, "C", "none"), Placement(4, "D", "none")]
    >>> [p.strip for p in canonical(Instance("", equal), swapped).placements]
    ['A', 'B', 'C', 'D']
    """
    circles = {strip.name: strip.circles for strip in instance.strips}
    kind_of = {strip.name: kind for kind, strips in kinds(instance).items() for strip in strips}
    placed = sorted(placements)
    result = []
    for kind, strips in kinds(instance).items():
        same = [p for p in placed if kind_of[p.strip] == kind]
        names = [strip.name for strip in strips]
        found = [p.strip for p in same]
        if len(found) != len(names) if by_kind else sorted(found) != sorted(names):
            names = found
        for name, placement in zip(names, same, strict=True):
            flipped = as_laid(circles[placement.strip], ("down", placement.flip))
            flip = distinct_flips(circles[name])[flipped]
            result.append(Placement(placement.location, name, flip))
    return Solution(tuple(sorted(result)))
