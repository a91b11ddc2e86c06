"""Figures of matplotlib: our settings, the same bytes for the same drawing, no global state left.

Colours are those of Okabe and Ito, "Color Universal Design" (2008), which colour-blind people can
tell apart; markers and dashes differ besides.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pyasp_puzzles.core.optional import need

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_MARKERS = "osD^vPX"
_DASHES = ("-", "--", ":", "-.")
GREY = "#767676"

_SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pyasp-puzzles",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_OURS = (
    *("axes", "figure", "font", "grid", "legend", "lines", "patch", "path", "savefig", "svg"),
    *("text", "xaxis", "xtick", "yaxis", "ytick"),
)
"""Groups of matplotlib's settings that keep their defaults, whatever the user has set."""


def look(number: int) -> dict[str, Any]:
    """Colour, marker and dashes of the engine of that number; different for 28 engines."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": _MARKERS[number % len(_MARKERS)],
        "linestyle": _DASHES[number // len(COLOURS) % len(_DASHES)],
        "linewidth": 1.6,
    }


def plain_numbers(axis: Any) -> None:
    """Label a logarithmic axis with 0.01, 0.1, 1, 10; a short one with 0.02 and 0.05, too."""
    ticker = need("matplotlib.ticker")
    plain = ticker.FuncFormatter(lambda value, _: f"{value:g}")
    axis.set_major_formatter(plain)
    least, most = axis.get_view_interval()
    if most < 100 * least:
        axis.set_minor_locator(ticker.LogLocator(subs=(2, 5)))
        axis.set_minor_formatter(plain)
    else:
        axis.set_minor_formatter(ticker.NullFormatter())


def new_renderer(figure: Any) -> Any:
    """The renderer that measures texts."""
    return need("matplotlib.backends.backend_agg").FigureCanvasAgg(figure).get_renderer()


@contextmanager
def new_figure(width: float, height: float) -> Iterator[tuple[Any, Callable[[], str]]]:
    """A figure of so many inches, and a function that makes it SVG; no global state is left."""
    matplotlib = need("matplotlib")
    defaults = matplotlib.rcParamsDefault.items()
    plain = {name: value for name, value in defaults if name.partition(".")[0] in _OURS}
    with matplotlib.rc_context({**plain, **_SETTINGS}):
        figure = need("matplotlib.figure").Figure(figsize=(width, height))
        need("matplotlib.backends.backend_svg").FigureCanvasSVG(figure)

        def text() -> str:
            file = io.StringIO()
            figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
            return file.getvalue()

        yield figure, text
