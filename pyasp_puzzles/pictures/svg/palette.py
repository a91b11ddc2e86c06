"""The colours of SVG pictures, for light and dark pages, with patterns beside them.

No two sides look alike in grey: they differ in pattern or in brightness (:func:`side`). Tints carry
a label or lie between walls, so they may share a pattern.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

Theme = Literal["auto", "light", "dark"]
"""The page behind a picture: as the reader's system has it, or one of the two."""

THEMES: tuple[Theme, ...] = get_args(Theme)

IDS = "\0"
"""What stands for the beginning of each id, until the file is complete; no text can have it."""

_HUES = (
    *("#77aadd", "#ee8866", "#44bb99", "#eedd88", "#ffaabb", "#99ddff"),
    *("#bbcc33", "#c9a9e2", "#dddddd", "#c9b458", "#e09bc3", "#d0a583"),
)
"""Tints for black text: the scheme "light" of P. Tol, "Colour schemes" (SRON, 2021), extended."""

_BRIGHT = ("#f7d95c", "#8fd0f0", "#f5b5c8", "#b5e08c", "#ffb870", "#d5c6f5")
_MIDDLE = ("#d9a400", "#3f9fd8", "#e06f95", "#6cb33e", "#ee7733", "#9d84dd")
_DEEP = ("#9c6b00", "#1d6fa8", "#b02a5c", "#3c7a1e", "#b0480b", "#6a47b5")
_DARK = ("#5a3d00", "#0c3f66", "#6b0f35", "#1f450c", "#6b2800", "#3a1f75")
_SIDE_COLOURS = (*_MIDDLE, *_DEEP, *_BRIGHT, *_DARK)
_PATTERNS = ("", "rising", "dots", "falling", "grid", "rings")


@dataclass(frozen=True)
class Paint:
    """A fill: a colour, and the pattern over it (empty: none)."""

    colour: str
    pattern: str = ""
    on_dark: bool = False
    """Whether the colour is dark, so that what lies on it has to be light."""


def tint(number: int) -> Paint:
    """The fill of a group or an area; from 12 on with stripes."""
    return Paint(_HUES[number % len(_HUES)], "rising" if number % 24 >= len(_HUES) else "")


def side(number: int) -> Paint:
    """The fill of a side of a piece: 24 that differ in pattern or brightness."""
    number %= len(_SIDE_COLOURS)
    tone, hue = divmod(number, len(_PATTERNS))
    return Paint(_SIDE_COLOURS[number], _PATTERNS[(hue + tone) % len(_PATTERNS)], tone in (1, 3))


def pattern(name: str, on_dark: bool) -> str:
    """The definition of a pattern, with an id such as ``rising-d`` behind :data:`IDS`."""
    ink = "#fff" if on_dark else "#000"
    stroke = f'stroke="{ink}" stroke-opacity=".6" stroke-width="1.3" fill="none"'
    shapes = {
        "rising": f'<path d="M-1 1l2-2M0 6l6-6M5 7l2-2" {stroke}/>',
        "falling": f'<path d="M-1 5l2 2M0 0l6 6M5-1l2 2" {stroke}/>',
        "grid": f'<path d="M0 3h6M3 0v6" {stroke}/>',
        "dots": f'<circle cx="3" cy="3" r="1.3" fill="{ink}" fill-opacity=".65"/>',
        "rings": f'<circle cx="3" cy="3" r="1.8" {stroke}/>',
    }
    where = 'width="6" height="6" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{pattern_id(name, on_dark)}" {where}>{shapes[name]}</pattern>'


def pattern_id(name: str, on_dark: bool) -> str:
    return f"{IDS}{name}-{'d' if on_dark else 'l'}"


_THEMED = {
    "page": ("fill", "#ffffff", "#16181c"),
    "cell": ("fill", "#fbfaf7", "#24272d"),
    "ink": ("fill", "#1b1b1b", "#ececec"),
    "dim": ("fill", "#595959", "#b4b4b4"),
    "shade": ("fill", "#4a4e57", "#a9afba"),
    "on-shade": ("fill", "#ffffff", "#141414"),
    "thin": ("stroke", "#b9b5ab", "#5b606b"),
    "wall": ("stroke", "#1b1b1b", "#ececec"),
    "drawn": ("stroke", "#1d5f95", "#8cc4f2"),
}
"""By class a property, and its colour on light and on dark pages."""


def style(theme: Theme) -> str:
    """A style sheet for the inside of a picture, whose class is ``pp-`` and the theme.

    "auto" follows the reader's system where the viewer can do that, else it is light.
    """
    scope = f".pp-{theme}"

    def themed(dark: bool) -> str:
        rules = ((name, key, colours[dark]) for name, (key, *colours) in _THEMED.items())
        return "".join(f"{scope} .{name}{{{key}:{colour}}}" for name, key, colour in rules)

    sheet = themed(theme == "dark") + f"{scope}{{max-width:100%;height:auto}}"
    sheet += f"{scope} .on{{fill:#141414}}{scope} .hit{{fill:transparent}}"
    dark = f"@media(prefers-color-scheme:dark){{{themed(dark=True)}}}"
    return sheet + dark if theme == "auto" else sheet


def definitions(paints: Iterable[Paint]) -> str:
    """The patterns that some paints need."""
    used = sorted({(paint.pattern, paint.on_dark) for paint in paints if paint.pattern})
    return "".join(pattern(name, on_dark) for name, on_dark in used)
