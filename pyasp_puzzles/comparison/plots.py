"""Comparisons over many cases as pictures: a cactus plot, and a scatter plot of two engines.

Both are SVG, the same bytes for the same comparison, readable from 700 pixels on.  Colours are
those of Okabe and Ito, "Color Universal Design" (2008), which colour-blind people can tell apart;
markers and dashes differ besides.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pyasp_puzzles.comparison.measurements import Measurements, Row
from pyasp_puzzles.comparison.tables import NO_TIMES
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.engines.names import Engine

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
_LABELS = tuple(
    (radius * x, radius * y)
    for radius in (8, 16, 28, 44, 64, 88)
    for x, y in ((1, 0), (1, 1), (0, 1), (1, -1), (0, -1), (-1, 0), (-1, 1), (-1, -1))
)
"""Offsets of a name from its point, in typographic points, the best place first."""


def cactus(comparison: Measurements) -> str:
    """A cactus plot as SVG: how many cases each engine solves within a time.

    An engine's times are sorted; point (n, t) says that its n-th easiest case took t seconds.
    Lower and further to the right is better.  PuzzleError: engines disagree, or matplotlib is not
    installed.
    """
    plan, rows = comparison.plan, _rows(comparison)
    own = {engine: [row for row in rows if row.engine == engine] for engine in plan.engines}
    times = {e: sorted(_time(row) for row in own[e] if row.seconds) for e in plan.engines}
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


def scatter(comparison: Measurements, x: Engine | str, y: Engine | str) -> str:
    """Two engines case by case, as SVG: below the diagonal the second one is faster.

    Cases that an engine did not finish lie on the line of the limit, which is drawn if there are
    some.  PuzzleError: as :func:`cactus`, or one of the two does not take part.
    """
    across, up = (_engine(comparison, engine) for engine in (x, y))
    limit = comparison.plan.limits.seconds
    points = _points(comparison, across, up)
    all_times = [time for point in points.values() for time in point] or [_LEAST, limit]
    least, most = min(all_times) / 1.6, max(all_times) * 1.6
    with new_figure(7.0, 6.2) as (figure, text):
        axes = figure.add_axes((0.11, 0.1, 0.86, 0.86))
        ends = least, most
        axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends, aspect="equal")
        axes.set(xlabel=f"{across}: CPU seconds", ylabel=f"{up}: CPU seconds")
        axes.plot(ends, ends, color=GREY, linewidth=0.8)
        if limit < most:  # some case reached it
            axes.axhline(limit, **_LIMIT)
            axes.axvline(limit, **_LIMIT)
        axes.plot(
            *zip(*points.values(), strict=True) if points else ((), ()),
            color=COLOURS[0],
            marker="o",
            markersize=6,
            linestyle="",
            markeredgecolor="white",
            clip_on=False,
        )
        plain_numbers(axes.xaxis)
        plain_numbers(axes.yaxis)
        in_corner = {"color": GREY, "transform": axes.transAxes, "fontsize": 9}
        corners = [
            axes.text(0.02, 0.9, f"{across} is faster", **in_corner),
            axes.text(0.9, 0.02, f"{up} is faster", ha="right", **in_corner),
        ]
        if limit < most:
            corners.append(axes.text(0.02, 0.965, f"limit {limit:g} s", va="bottom", **in_corner))
        _name_points(figure, axes, points, corners)
        return text()


def _points(comparison: Measurements, x: Engine, y: Engine) -> dict[str, tuple[float, float]]:
    """The times of two engines by case; the limit for a case that is not finished."""
    rows, limit = _rows(comparison), comparison.plan.limits.seconds
    across, up = (
        {row.case: _time(row) if row.seconds else limit for row in rows if row.engine == engine}
        for engine in (x, y)
    )
    return {case: (across[case], up[case]) for case in across if case in up}


def _rows(comparison: Measurements) -> list[Row]:
    if comparison.disagreements:
        raise PuzzleError(f"{NO_TIMES} Nothing is drawn.")
    return comparison.rows()


def _time(row: Row) -> float:
    return max(_LEAST, row.seconds["total"])


def _engine(comparison: Measurements, engine: Engine | str) -> Engine:
    for known in comparison.plan.engines:
        if engine in (known, str(known)):
            return known
    names = ", ".join(map(str, comparison.plan.engines))
    raise PuzzleError(f"found engine {engine}, expected one of {names}")


def _name_points(
    figure: Any, axes: Any, points: Mapping[str, Sequence[float]], placed: Iterable[Any]
) -> None:
    """Write each case's name beside its point, where it covers no name and no other point."""
    renderer = need("matplotlib.backends.backend_agg").FigureCanvasAgg(figure).get_renderer()
    figure.draw_without_rendering()
    box, text = need("matplotlib.transforms").Bbox, need("matplotlib.text").Text
    frame = axes.get_window_extent(renderer)
    taken = [each.get_window_extent(renderer) for each in placed]
    for point in points.values():
        x, y = axes.transData.transform(point)
        taken.append(box.from_extents(x - 4, y - 4, x + 4, y + 4))
    for case, point in sorted(points.items(), key=lambda item: (-item[1][1], item[0])):
        for x, dy in _LABELS:
            dx = x if point[1] <= point[0] else -x  # away from the diagonal
            name = axes.annotate(
                case,
                point,
                (dx, dy),
                textcoords="offset points",
                fontsize=8,
                ha="left" if dx > 0 else "right" if dx < 0 else "center",
                va="center" if dy == 0 else "bottom" if dy > 0 else "top",
                arrowprops={"arrowstyle": "-", "color": GREY, "linewidth": 0.5, "shrinkB": 4}
                if max(abs(dx), abs(dy)) > 10
                else None,
            )
            name.update_positions(renderer)
            extent = text.get_window_extent(name, renderer)  # of the name without its arrow
            inside = box.union([frame, extent]).bounds == frame.bounds
            if inside and not any(map(extent.overlaps, taken)):
                taken.append(extent)
                break
            name.remove()
