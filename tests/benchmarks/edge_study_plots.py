"""The plots of the study: a map of the fastest engines, and times against the number of colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from edge_study import Records, critical
from edge_study_page import CLASSES, EngineTimes, FamilyTimes, cells, duration, engines_of

from pyasp_puzzles.comparison.export import COLOURS, GREY, look, new_figure, plain_numbers
from pyasp_puzzles.core.optional import need

_SHADES = ("#ffffcc", "#a1dab4", "#41b6c4", "#225ea8")
"""A colour for each class of time, from light to dark, which also a grey print shows."""
_INKS = ("black", "black", "black", "white")
_UNKNOWN = "white"
_ORANGE = COLOURS[1]

_TITLES = {
    "first": "First answer: the fastest engine and its CPU time",
    "count": "All answers counted: the fastest engine and its CPU time",
}
_LEAST = 1e-3
"""Shorter times (CPU seconds) are drawn as this one."""


def time_map(records: Records, task: str) -> str:
    """Sizes against numbers of colours; each cell names the fastest engine and its time.

    A line separates the boards on which more than one accidental answer is expected from those
    with fewer.
    """
    found = cells(records, task)
    sizes = sorted({cell.family.size for cell in found})
    colours = sorted({cell.family.colours for cell in found})
    rims = {cell.family.size: cell.family.rim for cell in found}
    with new_figure(10.2, 0.56 * len(sizes) + 1.4) as (figure, text):
        height = figure.get_figheight()
        axes = figure.add_axes((0.085, 0.9 / height, 0.91, 0.56 * len(sizes) / height))
        axes.set_xlim(0, len(colours))
        axes.set_ylim(0, len(sizes))
        for cell in found:
            _draw_cell(
                axes, cell, colours.index(cell.family.colours), sizes.index(cell.family.size)
            )
        for row, size in enumerate(sizes):
            _draw_boundary(axes, row, colours, critical(size, rims[size]))
        axes.set_xticks([x + 0.5 for x in range(len(colours))], [str(c) for c in colours])
        axes.set_yticks(
            [y + 0.5 for y in range(len(sizes))],
            [f"{size} x {size}\n{rims[size]} at the rim" for size in sizes],
            fontsize=8.5,
        )
        axes.tick_params(length=0)
        axes.set_xlabel("colours inside the board (≈: estimated, d: days, y: years)")
        for side in ("left", "bottom"):
            axes.spines[side].set_visible(False)
        axes.set_title(_TITLES[task], loc="left", fontsize=11)
        _draw_legend(figure)
        return text()


def _draw_cell(axes: Any, cell: FamilyTimes, x: int, y: int) -> None:
    """A field in the colour of its class of time, with the engine and the time in words."""
    number, fastest = cell.time_class, cell.fastest
    if fastest is None or number is None:
        field: dict[str, Any] = {"facecolor": _UNKNOWN, "hatch": "///"}
        words = f"none\n> {duration(cell.cap)}" if cell.cap else "not run"
        style: dict[str, Any] = {"bbox": {"facecolor": "white", "edgecolor": "none", "pad": 1.2}}
    else:
        field = {"facecolor": _SHADES[number]}
        about = "≈" if fastest.estimated else ""
        words = f"{_short(fastest.engine)}\n{about}{duration(fastest.seconds, short=True)}"
        style = {"color": _INKS[number]}
    rectangle = need("matplotlib.patches").Rectangle
    corner = x + 0.03, y + 0.04
    axes.add_patch(rectangle(corner, 0.94, 0.92, edgecolor=GREY, linewidth=0.6, **field))
    axes.text(x + 0.5, y + 0.5, words, ha="center", va="center", fontsize=8, **style)


def _short(engine: str) -> str:
    return engine.partition(":")[0].partition(".")[0]


def _draw_boundary(axes: Any, row: int, colours: Sequence[int], at: float) -> None:
    """A thick line in a row of the map, between the numbers of colours below and above a value."""
    below = sum(c < at for c in colours)
    axes.plot((below, below), (row, row + 1), color=_ORANGE, linewidth=2.6, zorder=3)


def _draw_legend(figure: Any) -> None:
    """The classes of time, what has no time, and the thick line, below the map."""
    patch, line = need("matplotlib.patches").Patch, need("matplotlib.lines").Line2D
    names = [f"within {name}" if math.isfinite(most) else "longer" for name, most in CLASSES]
    unknown = {"facecolor": _UNKNOWN, "hatch": "///", "label": "over the cap, or not run"}
    shades = zip(_SHADES, names, strict=True)
    fields = [*({"facecolor": shade, "label": name} for shade, name in shades), unknown]
    handles = [patch(edgecolor=GREY, **field) for field in fields]
    handles += [line([], [], color=_ORANGE, linewidth=2.6, label="1 accidental answer expected")]
    _legend(figure, handles, fontsize=8.5, handlelength=1.6, columnspacing=1.4)


def _legend(figure: Any, handles: Sequence[Any], **style: Any) -> None:
    row = {"loc": "lower center", "ncols": len(handles), "frameon": False}
    figure.legend(handles=handles, **row, **style)


def time_lines(records: Records, sizes: Sequence[int] = (6, 7, 8)) -> str:
    """CPU time against the number of colours: a panel for each task and size, a line an engine."""
    engines = engines_of(records)
    by_task = {task: cells(records, task) for task in _ASKED}
    known = sorted({cell.family.size for found in by_task.values() for cell in found})
    shown = [size for size in sizes if size in known] or known[-3:]
    with new_figure(10.2, 6.6) as (figure, text):
        panels = figure.subplots(2, max(1, len(shown)), sharey="row", squeeze=False)
        for row, (task, asked) in enumerate(_ASKED.items()):
            for column, size in enumerate(shown):
                own = [cell for cell in by_task[task] if cell.family.size == size]
                _draw_panel(panels[row][column], own, engines)
                panels[row][column].set_title(f"{size} x {size}, {asked}", fontsize=10)
            panels[row][0].set_ylabel("CPU seconds, median")
            _limit(panels[row])
        for axes in panels[1]:
            axes.set_xlabel("colours inside the board")
        _draw_line_legend(figure, engines)
        figure.subplots_adjust(0.085, 0.175, 0.99, 0.95, 0.06, 0.3)
        return text()


_ASKED = {"first": "first answer", "count": "all answers"}
_MOST = 1e5
"""CPU seconds, about a day: estimates above are drawn here, with an arrow."""


def _draw_panel(axes: Any, own: Sequence[FamilyTimes], engines: Sequence[str]) -> None:
    axes.set_yscale("log")
    axes.grid(axis="y", color="#e2e2e2", linewidth=0.6)
    axes.set_axisbelow(True)
    for number, engine in enumerate(engines):
        style = look(number)
        points = [
            (cell.family.colours, *shown)
            for cell in own
            for times in cell.times
            if times.engine == engine and (shown := _shown(times))
        ]
        xs, ys = [x for x, *_ in points], [y for _, y, *_ in points]
        axes.plot(xs, ys, markersize=5, **style)
        for x, y, measured, beyond in points:
            if not measured:
                hollow = {"marker": style["marker"], "markerfacecolor": "white", "ms": 6}
                axes.plot([x], [y], color=style["color"], **hollow)
            if beyond:
                arrow = {"arrowstyle": "<-", "color": style["color"], "linewidth": 1.3}
                arrow["shrinkA"] = 0
                axes.annotate("", (x, y), (0, 16), textcoords="offset points", arrowprops=arrow)
    if own:
        family = own[0].family
        axes.axvline(critical(family.size, family.rim), color=_ORANGE, linestyle=":", linewidth=1.4)
        colours = [cell.family.colours for cell in own]
        axes.set_xticks(colours)
        axes.set_xlim(colours[0] - 0.6, colours[-1] + 0.6)


def _shown(times: EngineTimes) -> tuple[float, bool, bool] | None:
    """CPU seconds, whether they are measured, whether the true value lies above; not run: none."""
    if math.isfinite(times.seconds):
        y = min(_MOST, max(_LEAST, times.seconds))
        return y, not times.estimated, times.seconds > _MOST
    return (times.cap, False, True) if times.cap else None


def _limit(panels: Sequence[Any]) -> None:
    """Leave space above for arrows, and label the axis with plain numbers."""
    least, most = panels[0].get_ylim()
    if least > 0:  # there are points
        panels[0].set_ylim(least, most * (most / least) ** 0.1)
    plain_numbers(panels[0].yaxis)


def _draw_line_legend(figure: Any, engines: Sequence[str]) -> None:
    """Engines in a row, and below them what hollow marks and the dotted line mean."""
    line = need("matplotlib.lines").Line2D
    looks = [{"label": e, "markersize": 5, **look(number)} for number, e in enumerate(engines)]
    hollow = {"color": GREY, "marker": "o", "markerfacecolor": "white", "linestyle": ""}
    hollow["label"] = "hollow: estimated; with an arrow: more than this"
    dotted = {"color": _ORANGE, "linestyle": ":", "label": "1 accidental answer expected"}
    for styles, y in ((looks, 0.045), ([hollow, dotted], 0.0)):
        handles = [line([], [], **style) for style in styles]
        _legend(figure, handles, bbox_to_anchor=(0.5, y))
