"""Comparisons over many cases as a picture, a cactus plot.

It is SVG, the same bytes for the same comparison, readable from 700 pixels on.  Colours are
those of Okabe and Ito, "Color Universal Design" (2008), which colour-blind people can tell apart;
markers and dashes differ besides.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pyasp_puzzles.comparison.measurements import Measurements
from pyasp_puzzles.comparison.tables import NO_TIMES
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import need

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_MARKERS = "osD^vPX"
_DASHES = ("-", "--", ":", "-.")
GREY = "#767676"
_LIMIT = {"color": GREY, "linewidth": 0.8, "linestyle": (0, (4, 3))}

_SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pyasp-puzzles",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
"""All other settings of matplotlib keep their defaults, whatever the user has set."""


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


@contextmanager
def new_figure(width: float, height: float) -> Iterator[tuple[Any, Callable[[], str]]]:
    """A figure of so many inches, and a function that makes it SVG; no global state is left."""
    with need("matplotlib.style").context(["default", _SETTINGS]):
        figure = need("matplotlib.figure").Figure(figsize=(width, height))
        need("matplotlib.backends.backend_svg").FigureCanvasSVG(figure)

        def text() -> str:
            file = io.StringIO()
            figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
            return file.getvalue()

        yield figure, text


_LEAST = 1e-3  # shorter times (CPU seconds) are drawn as this one: they say little about a solver


def cactus(comparison: Measurements) -> str:
    """A cactus plot as SVG: how many cases each engine solves within a time.

    An engine's times are sorted; point (n, t) says that its n-th easiest case took t seconds.
    Lower and further to the right is better.  PuzzleError: engines disagree, or matplotlib is not
    installed.
    """
    if comparison.disagreements:
        raise PuzzleError(f"{NO_TIMES} Nothing is drawn.")
    plan, rows = comparison.plan, comparison.rows()
    own = {engine: [row for row in rows if row.engine == engine] for engine in plan.engines}
    times = {
        e: sorted(max(_LEAST, row.seconds["total"]) for row in own[e] if row.seconds)
        for e in plan.engines
    }
    limit = plan.limits.seconds
    drawn = [time for each in times.values() for time in each]
    with new_figure(7.6, 4.2) as (figure, text):
        figure.set_layout_engine("constrained")
        axes = figure.add_subplot()
        for engine in sorted(times, key=lambda engine: (-len(times[engine]), sum(times[engine]))):
            solved = times[engine]
            axes.plot(
                range(1, len(solved) + 1),
                solved,
                label=f"{engine} ({len(solved)} of {len(own[engine])})",
                markersize=4.5,
                clip_on=False,
                **look(plan.engines.index(engine)),
            )
        longest = max(drawn, default=limit)
        if not all(row.seconds for row in rows):  # if all finished, the limit would waste space
            longest = limit
            axes.axhline(limit, **_LIMIT)
        cases = max(map(len, own.values()), default=1)
        axes.set(xlim=(0.5, cases + 0.5), xlabel="cases solved, each engine's easiest first")
        axes.set_xticks(range(1, cases + 1, 1 + cases // 20))
        axes.set(yscale="log", ylim=(min(drawn, default=_LEAST) / 1.6, longest * 1.6))
        axes.set_ylabel("CPU seconds of a case")
        plain_numbers(axes.yaxis)
        axes.grid(axis="y", color="#e2e2e2", linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_title(f"task {plan.task}, limit {limit:g} s", loc="left", fontsize=10)
        figure.legend(loc="outside right upper", frameon=False, fontsize=9)
        return text()
