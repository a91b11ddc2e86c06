"""Shapes and words of a drawing: where they are, how wide, in which paint; few elements of SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from itertools import accumulate
from typing import NamedTuple
from unicodedata import east_asian_width

from pyasp_puzzles.pictures.svg.palette import Paint, pattern_id

FONT = "DejaVu Sans,Verdana,Arial,sans-serif"

_NARROW = dict.fromkeys("ijl|'", 0.3) | dict.fromkeys("ftr.,:;!I()[] -", 0.42)
_BOLD, _BOLD_LOOK = 1.12, ' font-weight="bold"'
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(words: str) -> str:
    """Words as text of XML; characters that XML forbids become a sign of their own.

    >>> clean("a < b\\x00")
    'a &lt; b\\ufffd'
    """
    return escape(_FORBIDDEN.sub("\ufffd", words), quote=False)


def width(words: str, size: float, bold: bool = False) -> float:
    """The greatest width of a line in the usual fonts, for a font size.

    >>> width("ill", 10) < width("WWW", 10)
    True
    """
    return sum(map(_unit, words)) * size * (_BOLD if bold else 1.0)


def _unit(sign: str) -> float:
    if sign in _NARROW:
        return _NARROW[sign]
    if sign in "mwMW%@…" or east_asian_width(sign) in "WF":
        return 1.05
    return 0.76 if sign.isupper() or sign in "<>=+~&#" else 0.64


def lines(words: str, size: float, most: float, bold: bool = False) -> Iterator[str]:
    """The words in lines that are no wider than ``most``; a longer word is cut.

    >>> list(lines("one two three", 10, 60))
    ['one two', 'three']
    """
    line, room = "", most / size / (_BOLD if bold else 1.0)
    for word in words.split():
        longer = f"{line} {word}".lstrip()
        if line and _fitting(longer, room) < len(longer):
            yield line
            longer = word
        line = longer
        while len(line) > 1 and (fits := _fitting(line, room)) < len(line):
            yield line[: max(1, fits)]
            line = line[max(1, fits) :]
    if line:
        yield line


def _fitting(words: str, room: float) -> int:
    """How many of the first signs fit; it looks no further, as a word may be as long as a file."""
    reached = enumerate(accumulate(map(_unit, words)))
    return next((count for count, units in reached if units > room), len(words))


Point = tuple[float, float]
Corners = Sequence[Point]


class Box(NamedTuple):
    """A part of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def corners(self) -> Corners:
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom)


def sides_of(corners: Corners) -> list[tuple[Point, Point]]:
    """The sides of a polygon, from each corner to the next one."""
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def centre_of(corners: Corners) -> Point:
    """The mean of some corners."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def around(x: float, y: float, wide: float, high: float) -> Box:
    """A box that reaches so far to each side of a point."""
    return Box(x - wide, y - high, x + wide, y + high)


@lru_cache(maxsize=1 << 14)
def number(value: float) -> str:
    """A coordinate with at most one decimal.

    >>> number(3.0), number(-0.04), number(2.25)
    ('3', '0', '2.2')
    """
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path(corners: Corners, *, closed: bool = True) -> str:
    """The data of a path through some points."""
    points = (f"{number(x)} {number(y)}" for x, y in corners)
    return "M" + "L".join(points) + ("Z" if closed else "")


def circle(x: float, y: float, r: float) -> str:
    """The data of a path around a circle."""
    arc = f"a{number(r)} {number(r)} 0 1 0"
    return f"M{number(x - r)} {number(y)}{arc} {number(2 * r)} 0{arc} {number(-2 * r)} 0Z"


def rounded(box: Box, radius: float) -> str:
    """The data of a path around a box with round corners."""
    left, top, right, bottom = box
    r, wide, high = number(radius), right - left - 2 * radius, bottom - top - 2 * radius
    return (
        f"M{number(left + radius)} {number(top)}h{number(wide)}a{r} {r} 0 0 1 {r} {r}"
        f"v{number(high)}a{r} {r} 0 0 1-{r} {r}h{number(-wide)}a{r} {r} 0 0 1-{r}-{r}"
        f"v{number(-high)}a{r} {r} 0 0 1 {r}-{r}Z"
    )


_NOWHERE = Box(0.0, 0.0, 0.0, 0.0)


@dataclass
class SvgCanvas:
    """Shapes in the order in which they are painted; equal neighbours become one element.

    Attributes:
        paints: all fills so far, for the definitions of their patterns.
        box: what the shapes cover; :meth:`cover` makes it larger.
    """

    paints: set[Paint] = field(default_factory=set)
    box: Box = _NOWHERE
    _parts: list[tuple[str, list[str]]] = field(default_factory=list)
    _patterns: dict[str, list[str]] = field(default_factory=dict)
    _notes: dict[tuple[float, bool], list[str]] = field(default_factory=dict)
    _hits: list[str] = field(default_factory=list)

    def fill(self, paint: Paint, data: str, further: str = "") -> None:
        """Fill a path with a colour and its pattern."""
        self.paints.add(paint)
        self.shape(f'fill="{paint.colour}"{further}', data)
        if paint.pattern:
            look = f'fill="url(#{pattern_id(paint.pattern, paint.on_dark)})"'
            self._patterns.setdefault(look, []).append(data)

    def shape(self, attributes: str, data: str) -> None:
        """Draw a path with attributes such as ``class="wall"``."""
        for kept, paths in reversed(self._parts):
            if kept == attributes:
                paths.append(data)
                return
            if kept == "":  # a layer ends here
                break
        self._parts.append((attributes, [data]))

    def layer(self) -> None:
        """Begin a new layer: what follows is painted over all before, patterns included."""
        self._parts += [("", []), *self._patterns.items(), ("", [])]
        self._patterns.clear()

    def text(
        self, x: float, y: float, words: str, size: float, look: str, bold: bool = False
    ) -> None:
        """Write words in the middle of a point, one line, with attributes such as a class."""
        if words:
            place = f'{_place(x, y, size)} font-size="{number(size)}" {look}{_BOLD_LOOK * bold}'
            self._parts.append(("text", [f"<text {place}>{clean(words)}</text>"]))

    def note(self, x: float, y: float, words: str, size: float, bold: bool = False) -> None:
        """Write words over a pattern, later than all shapes; a light rim keeps them readable."""
        note = f"<text {_place(x, y, size)}>{clean(words)}</text>"
        self._notes.setdefault((size, bold), []).append(note)

    def hit(self, place: str, kind: str, words: str, data: str) -> None:
        """Add an area without colour that a page can ask for clicks and focus."""
        label = clean(words).replace('"', "&quot;")
        look = f'class="hit" data-cell="{place}" aria-label="{label}"'
        look += f' data-kind="{kind}"' if kind else ""
        self._hits.append(f'<path {look} d="{data}"/>')

    def cover(self, points: Iterable[tuple[float, float]]) -> None:
        """Make the box large enough for some points."""
        before = () if self.box is _NOWHERE else self.box.corners
        xs, ys = zip(*points, *before, strict=True)
        self.box = Box(min(xs), min(ys), max(xs), max(ys))

    def elements(self) -> str:
        self.layer()
        found = []
        for attributes, data in self._parts:
            if attributes == "text":
                found += data
            elif data:
                found.append(f'<path {attributes} d="{"".join(data)}"/>')
        for (size, bold), notes in self._notes.items():
            look = 'class="on" stroke="#fff" stroke-width="2.4" paint-order="stroke"'
            look += _BOLD_LOOK * bold
            found.append(f'<g {look} font-size="{number(size)}">{"".join(notes)}</g>')
        return "".join((*found, *self._hits))


def _place(x: float, y: float, size: float) -> str:
    return f'x="{number(x)}" y="{number(y + 0.35 * size)}"'
