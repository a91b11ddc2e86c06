"""The colours of SVG pictures, for light and dark pages, with patterns beside them.

No two numbers look alike in grey: :data:`SIDES` differ in pattern or in brightness. Tints carry a
label or lie between walls, so they may share a pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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


_LIGHT = {
    "page": "#ffffff",
    "ink": "#1b1b1b",
    "dim": "#595959",
    "cell": "#fbfaf7",
    "line": "#b9b5ab",
    "drawn": "#1d5f95",
    "shade": "#4a4e57",
    "on-shade": "#ffffff",
}
_NIGHT = {
    "page": "#16181c",
    "ink": "#ececec",
    "dim": "#b4b4b4",
    "cell": "#24272d",
    "line": "#5b606b",
    "drawn": "#8cc4f2",
    "shade": "#a9afba",
    "on-shade": "#141414",
}


def style(theme: Theme, classes: Mapping[str, Mapping[str, str]]) -> str:
    """A style sheet for the inside of a picture, whose class is ``pp-`` and the theme.

    Args:
        theme: "auto" follows the reader's system where the viewer can do that, else it is light.
        classes: by class the properties that are the same on every page.
    """
    scope = f".pp-{theme}"
    fixed = [
        f"{scope}{{max-width:100%;height:auto}}",
        *_rules(scope, {f".{name}": dict(values) for name, values in classes.items()}),
    ]
    first = _rules(scope, _themed(_NIGHT if theme == "dark" else _LIGHT))
    sheet = "".join((*first, *fixed))
    if theme != "auto":
        return sheet
    dark = "".join(_rules(scope, _themed(_NIGHT)))
    return f"{sheet}@media(prefers-color-scheme:dark){{{dark}}}"


def _themed(colours: Mapping[str, str]) -> dict[str, dict[str, str]]:
    fills = ("page", "cell", "ink", "dim", "shade", "on-shade")
    strokes = {"thin": "line", "wall": "ink", "drawn": "drawn"}
    return {f".{name}": {"fill": colours[name]} for name in fills} | {
        f".{name}": {"stroke": colours[colour]} for name, colour in strokes.items()
    }


def _rules(scope: str, classes: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for selector, values in classes.items():
        yield f"{scope} {selector}{{{';'.join(f'{key}:{value}' for key, value in values.items())}}}"


def definitions(paints: Iterable[Paint]) -> str:
    """The patterns that some paints need."""
    used = sorted({(paint.pattern, paint.on_dark) for paint in paints if paint.pattern})
    return "".join(pattern(name, on_dark) for name, on_dark in used)
