"""Flower Finder: strips in two crossed layers, so that all circles that lie on each other match.

A frame takes n strips of n circles side by side in its lower layer and n more across them in the
upper one.  A circle has petals in three of its four quarters; a strip may be flipped.  Place all
strips so that exactly three petals are visible at every crossing, that is: so that the empty
quarters of the two circles coincide.  With two circles a strip (``o`` petal, ``.`` none)::

    strips, upright        lower layer    upper layer
     A    B    C    D       A    D
    o .  o o  o o  o .     o .  . o       o .  . o   B
    o o  o .  . o  o o     o o  o o       o o  o o

    o o  o .  o o  o .     o o  . o       o o  . o   C
    . o  o o  o .  o o     . o  o o       . o  o o

    A lies as it is, D is flipped left to right; B, as it is, and C, flipped
    both ways, have then been given a quarter turn to the left

The puzzle sold as FlowerFinder has six strips of three circles, and 8 solutions, which the eight
symmetries of the frame carry into each other.  ``lp/flower_finder.lp`` tells three mistakes that a
published program for it makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from pyasp_puzzles.atoms import ConstantStr, Predicate
from pyasp_puzzles.drawing.picture import Entry, Mark, Panel, Picture, Tile
from pyasp_puzzles.errors import AnswerError, Phrase, counted
from pyasp_puzzles.puzzle import Profile, Puzzle
from pyasp_puzzles.puzzles.flower_finder import format as files
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, Instance, Strip, format_text, parse
from pyasp_puzzles.puzzles.flower_finder.geometry import (
    FLIPS,
    SYMMETRIES,
    Circles,
    after,
    carry,
    laid,
    looks,
    moved,
    reordered,
)
from pyasp_puzzles.symmetry import Symmetries, Symmetry


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
    """A strip in a location (below 1..n, across n+1..2n), flipped before it was laid."""

    location: int
    strip: str
    flip: str


@dataclass(frozen=True)
class Solution:
    """All placements, by location.

    Of equal strips, those listed first lie in the smaller locations; of flips that look the same,
    the first is named.  So two solutions are equal just when they look the same.
    """

    placements: tuple[Placement, ...]


@lru_cache(maxsize=64)
def kinds(instance: Instance) -> dict[str, tuple[Strip, ...]]:
    """Strips that some flip makes equal, under the name of the first of them."""
    members: dict[Circles, list[Strip]] = {}
    for strip in instance.strips:
        members.setdefault(min(looks(strip.circles)), []).append(strip)
    return {strips[0].name: tuple(strips) for strips in members.values()}


def facts(instance: Instance) -> Iterator[Predicate]:
    """The kinds of strips, the frame, and the eight symmetries as tables."""
    n = instance.n
    for kind, strips in kinds(instance).items():
        circles = strips[0].circles
        yield StripFact(kind, len(strips))
        yield from (Circle(kind, number, *c) for number, c in enumerate(circles, start=1))
        yield from (Flip(kind, flip) for flip in looks(circles).values())
    for line in range(1, n + 1):
        yield Location(line, "down")
        yield Location(n + line, "across")
        for number in range(1, n + 1):
            yield Align(line, number, n * (number - 1) + line)
            yield Align(n + line, number, n * (line - 1) + number)
    for symmetry, matrix in SYMMETRIES.items():
        yield from (Transform(*symmetry, *v, *carry(matrix, v)) for v in QUARTERS.values())
    for flip in FLIPS:
        yield from (Order(flip, k, reordered(n, flip, k)) for k in range(1, n + 1))
    for symmetry in SYMMETRIES:
        yield from (Move(*symmetry, line, moved(n, symmetry, line)) for line in range(1, n + 1))


def decode(instance: Instance, atoms: Sequence[Predicate]) -> Solution:
    """The placements of one answer, as strips of the instance.

    Raises:
        AnswerError: an atom names a strip, a location or a flip that the instance has not.
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
    """The solution that looks like these placements; see :class:`Solution`.

    Strips that are not all there, or are there too often, keep the names they came with.

    Args:
        instance: the frame.
        placements: of all strips, in any order.
        by_kind: the placements name kinds, as atoms do, not strips: one name stands for all
            strips of the kind.

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
            look = laid(circles[placement.strip], ("down", placement.flip))
            result.append(Placement(placement.location, name, looks(circles[name])[look]))
    return Solution(tuple(sorted(result)))


# verify works on strips as they are printed, petal by petal: a picture of 2n rows and 2 columns.
Print = list[list[bool]]


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The broken rules, from the petals: both layers are printed and laid on each other."""
    n = instance.n
    broken = []
    prints = {strip.name: _print(strip) for strip in instance.strips}
    there: dict[int, list[Print]] = {location: [] for location in range(1, 2 * n + 1)}
    for p in solution.placements:
        if p.strip in prints and p.location in there and p.flip in ("none", "h", "v", "both"):
            strip = _flip(prints[p.strip], p.flip)
            there[p.location].append(strip if p.location <= n else _turn_left(strip))
        else:
            broken.append(f"Every strip, location and flip is one of the puzzle's: {p} is not.")
    for location, strips in there.items():
        if len(strips) != 1:
            broken.append(
                f"In every location lies one strip: in location {location} lie {len(strips)}."
            )
    for name in prints:
        times = sum(p.strip == name for p in solution.placements)
        if times != 1:
            broken.append(f"Every strip is used once: strip {name} is used {times} times.")
    for row, column in product(range(n), repeat=2):
        for lower, upper in product(there[column + 1], there[n + row + 1]):
            below = [petal for line in lower[2 * row : 2 * row + 2] for petal in line]
            above = [petal for line in upper for petal in line[2 * column : 2 * column + 2]]
            visible = sum(a or b for a, b in zip(above, below, strict=True))
            if visible != 3:
                broken.append(
                    "The two circles that lie on each other match: "
                    f"{visible} petals are visible in row {row + 1}, column {column + 1}."
                )
    return broken


def _print(strip: Strip) -> Print:
    """A strip as printed: for each quarter whether it has a petal, all but the odd one have."""
    rows = []
    for x, y in strip.circles:
        rows.append([not (y > 0 and x < 0), not (y > 0 and x > 0)])
        rows.append([not (y < 0 and x < 0), not (y < 0 and x > 0)])
    return rows


def _flip(strip: Print, flip: str) -> Print:
    rows = strip[::-1] if flip in ("v", "both") else strip
    return [row[::-1] for row in rows] if flip in ("h", "both") else rows


def _turn_left(strip: Print) -> Print:
    """What was the right column becomes the upper row, top first."""
    return [[row[column] for row in strip] for column in (1, 0)]


def symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    """The eight symmetries of the frame: four rotations and four mirror images of the square.

    Turning by a quarter, or mirroring by a diagonal, also exchanges the layers.
    """
    return tuple(
        Symmetry(partial(_image, instance, symmetry), a * d - b * c < 0)
        for symmetry, ((a, b), (c, d)) in SYMMETRIES.items()
    )


def _image(instance: Instance, symmetry: tuple[str, str], solution: Solution) -> Solution:
    """What a symmetry of the frame makes of a solution."""
    n = instance.n
    symmetry_of = {matrix: other for other, matrix in SYMMETRIES.items()}
    placements = []
    for p in solution.placements:
        lies = SYMMETRIES["down" if p.location <= n else "across", p.flip]
        _, flip = symmetry_of[after(SYMMETRIES[symmetry], lies)]
        placements.append(Placement(moved(n, symmetry, p.location), p.strip, flip))
    return canonical(instance, placements)


def read(instance: Instance, text: str) -> Solution:
    """An answer as people write it: ``STRIP`` or ``STRIP:FLIP`` for each location in order.

    Raises:
        AnswerError: a word names no strip or no flip, or there are too few or too many.

    >>> strips = (Strip("A", ((1, 1), (-1, -1))), Strip("B", ((1, -1), (1, 1))))
    >>> strips += (Strip("C", ((-1, -1), (1, -1))), Strip("D", ((1, 1), (1, 1))))
    >>> verify(Instance("", strips), read(Instance("", strips), "A D:h B C:both"))
    []
    """
    words = text.replace("|", " ").split()
    if len(words) != len(instance.strips):
        expected = f"{len(instance.strips)} words, for the locations in order: STRIP or STRIP:FLIP"
        raise AnswerError(instance.name, "answer", Phrase(counted(len(words), "word")), expected)
    names = [strip.name for strip in instance.strips]
    placements = []
    for location, word in enumerate(words, start=1):
        name, _, flip = word.rpartition(":") if word not in names else (word, "", "none")
        if name not in names or flip not in FLIPS:
            expected = f"STRIP or STRIP:FLIP; strips {', '.join(names)}; flips {', '.join(FLIPS)}"
            raise AnswerError(instance.name, f"answer, word {location}", word, expected)
        placements.append(Placement(location, name, flip))
    return canonical(instance, placements)


FLIP_LABELS = {"none": "", "h": "h", "v": "v", "both": "hv"}


def picture(instance: Instance, solution: Solution | None) -> Picture:
    """Both layers, every circle with its petals; unsolved, the strips held upright."""
    colours = {strip.name: number for number, strip in enumerate(instance.strips)}
    circles = {strip.name: strip.circles for strip in instance.strips}
    n = instance.n
    short = _short_names(list(circles), 79 // (n + 1) - 3)
    if solution is None:
        panels = [
            Panel(tuple(_tiles(name, look, 1, False, colours[name])))
            for name, look in circles.items()
        ]
        note = f"The strips upright. {n} lie side by side in the lower layer, {n} across them."
        return Picture(instance.title, tuple(panels), (Entry("", note),))
    captions = f"lower layer, locations 1-{n}", f"upper layer, locations {n + 1}-{2 * n}"
    layers: dict[str, list[Tile]] = {caption: [] for caption in captions}
    for p in solution.placements:
        across = p.location > n
        line = p.location - n if across else p.location
        look = laid(circles[p.strip], ("across" if across else "down", p.flip))
        label = Tile(*((line, n + 1) if across else (n + 1, line)), FLIP_LABELS[p.flip])
        tiles = layers[captions[across]]
        tiles += [*_tiles(short[p.strip], look, line, across, colours[p.strip]), label]
    legend = (
        Entry("h", "flipped left to right"),
        Entry("v", "flipped top to bottom"),
        Entry("hv", "both; then the strips across were given a quarter turn to the left"),
        *(Entry(key, f"strip {name}") for name, key in short.items() if key != name),
    )
    panels = [Panel(tuple(tiles), caption) for caption, tiles in layers.items() if tiles]
    return Picture(instance.title, tuple(panels), legend)


def _short_names(names: Sequence[str], room: int) -> dict[str, str]:
    """The names if there is room for all of them, else their beginnings, ends or numbers.

    >>> _short_names(["strip_one", "strip_two"], 5)
    {'strip_one': 'p_one', 'strip_two': 'p_two'}
    """
    numbers = [str(number) for number, _ in enumerate(names, start=1)]
    beginnings, ends = [name[:room] for name in names], [name[-room:] for name in names]
    for short in (list(names), beginnings, ends):
        if len(set(short)) == len(names) and max(map(_wide, short)) <= room:
            return dict(zip(names, short, strict=True))
    return dict(zip(names, numbers, strict=True))


def _wide(name: str) -> int:
    """How many columns a name may take: signs beyond ASCII may take two."""
    return sum(1 if sign.isascii() else 2 for sign in name)


def _tiles(name: str, look: Circles, line: int, across: bool, colour: int) -> Iterator[Tile]:
    """The circles of a strip as it lies in a row or a column: petals around its name."""
    for number, circle in enumerate(look, start=1):
        petal = {quarter: "·" if v == circle else "●" for quarter, v in QUARTERS.items()}
        row, column = (line, number) if across else (number, line)
        top = Mark(f"{petal['TL']} {petal['TR']}")
        bottom = Mark(f"{petal['BL']} {petal['BR']}")
        yield Tile(row, column, name, name, colour, marks={"N": top, "S": bottom})


def size(instance: Instance) -> str:
    return f"{len(instance.strips)} strips, {instance.n} circles each"


PROFILES = {
    "turns": Profile(
        ("--heuristic=domain",),
        ("first", "all", "unsat"),
        about="lays strips in turn in both layers, from one corner",
    ),
    "learn": Profile(
        about="clasp's default",
    ),
}

PUZZLE = Puzzle(
    name="flower_finder",
    title="Flower Finder",
    instance_type=Instance,
    solution_type=Solution,
    inputs=(StripFact, Circle, Flip, Location, Align, Transform, Order, Move),
    answers=(Place,),
    parse=parse,
    format=format_text,
    facts=facts,
    decode=decode,
    verify=verify,
    picture=picture,
    size=size,
    symmetries=Symmetries(symmetries),
    read=read,
    profiles=PROFILES,
    engines={},  # no exact cover: of its first 1,023 covers none keeps the other constraints
    first="document",
    file_formats=files.__doc__ or "",
)
