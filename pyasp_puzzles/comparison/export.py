"""Comparisons for files: Markdown and a cactus plot for people, CSV and JSON lines for programs.

If engines disagree, none of them has times, and each of them names the disagreements.
"""

from __future__ import annotations

import csv as csv_format
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pyasp_puzzles.comparison.agreement import Disagreement
from pyasp_puzzles.comparison.columns import Block, footnotes, score_cells, text_table
from pyasp_puzzles.comparison.measurements import Measurements, Row
from pyasp_puzzles.comparison.run import BEFORE, EngineRun
from pyasp_puzzles.comparison.setting import record, setting
from pyasp_puzzles.comparison.tables import NO_TIMES, disagreement_text
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import need

SETTING = ".setting.json"
"""The ending of the file beside a CSV that says how its figures were measured."""

PHASES = (*BEFORE, "solve", "first", "total")
FIGURES = (
    *("atoms", "rules", "variables", "clauses", "constraints"),
    *("conflicts", "choices", "restarts"),
)
CSV_COLUMNS = (
    *("case", "engine", "flaw", "task", "ending", "message", "runs", "answers", "agrees"),
    *PHASES,
    *("total_min", "total_max", "ratio"),
    *FIGURES,
    *("memory", "disagreement"),
)
"""The columns of :func:`csv`; they never depend on the comparison."""


def markdown(comparison: Measurements) -> str:
    """A comparison in Markdown; when engines disagree, that in words and no times."""
    parts = [
        markdown_rows(comparison, ("answers", "times")),
        markdown_rows(comparison, ("sizes", "search")),
    ]
    if comparison.disagreements:
        parts.append(f"```text\n{disagreement_text(comparison)}\n```")
    elif len(comparison.plan.cases) > 1:
        parts.append(markdown_scores(comparison))
    parts += [markdown_notes(comparison), markdown_setting(comparison)]
    return "\n\n".join(filter(None, parts)) + "\n"


def markdown_rows(comparison: Measurements, blocks: Sequence[Block]) -> str:
    """A table of these blocks of columns (see :class:`pyasp_puzzles.comparison.columns.Column`)."""
    left, (titles, *rows) = text_table(comparison, blocks, lambda row: f"`{row.engine}`{row.mark}")
    return markdown_table(titles, rows, left)


def markdown_scores(comparison: Measurements) -> str:
    """Solved counts and PAR2, best engine first."""
    rows = [[f"`{engine}`", *cells] for engine, *cells in score_cells(comparison)]
    return markdown_table(["engine", "solved", "PAR2 (s)"], rows)


def markdown_notes(comparison: Measurements) -> str:
    """The footnotes as a list."""
    return "\n".join(f"* {_escaped(note)}" for note in footnotes(comparison))


def markdown_setting(comparison: Measurements) -> str:
    """The setting as a list."""
    lines = setting(comparison.plan).items()
    return "\n".join(f"* {name}: {_escaped(value)}" for name, value in lines)


def markdown_table(titles: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table in Markdown, lined up: so many columns flush left, the others flush right."""
    cells = [[_escaped(cell) for cell in row] for row in [titles, *rows]]
    widths = [max(3, *map(len, column)) for column in zip(*cells, strict=True)]
    signs = "<" * left + ">" * (len(widths) - left)
    shapes = [f" {{:{sign}{width}}} " for sign, width in zip(signs, widths, strict=True)]
    first, *others = (f"|{'|'.join(shapes).format(*row)}|" for row in cells)
    rules = ("-" * (w + 1) + ("-" if s == "<" else ":") for s, w in zip(signs, widths, strict=True))
    return "\n".join([first, f"|{'|'.join(rules)}|", *others])


_PLAIN = str.maketrans({sign: f"\\{sign}" for sign in "\\*_|[]`"} | {"<": "&lt;"})
_IN_CODE = str.maketrans({"|": "\\|", "<": "&lt;"})


def _escaped(text: str) -> str:
    """The text on one line, with the signs escaped that Markdown would interpret."""
    return " ".join(text.split()).translate(_IN_CODE if "`" in text else _PLAIN)


def csv(comparison: Measurements) -> str:
    """One line for each case and engine, under :data:`CSV_COLUMNS`.

    Times are medians in CPU seconds, memory is in bytes, numbers are not rounded; empty is not
    known.  When engines disagree, the columns of times and ratios are empty, and the last one
    says what the engine of that line has that another one lacks.
    """
    file = io.StringIO()
    writer = csv_format.DictWriter(file, CSV_COLUMNS, lineterminator="\n")
    writer.writeheader()
    words = {True: "yes", False: "no", None: ""}
    writer.writerows({**row, "agrees": words[row["agrees"]]} for row in records(comparison))
    return file.getvalue()


def csv_files(comparison: Measurements, path: str) -> dict[str, str]:
    """The texts of a CSV file and of its setting, by path."""
    beside = json.dumps(record(comparison.plan), ensure_ascii=False, indent=2) + "\n"
    return {path: csv(comparison), f"{path}{SETTING}": beside}


def records(comparison: Measurements) -> list[dict[str, Any]]:
    """The lines of :func:`csv` as values by column; ``None`` is not known."""
    made = []
    for row in comparison.rows():
        values: dict[str, Any] = {name: getattr(row, name, None) for name in CSV_COLUMNS}
        values |= {name: row.figures.get(name) for name in FIGURES}
        low, high = row.spread or (None, None)
        times = {name: row.seconds.get(name) for name in PHASES}
        times |= {"total_min": low, "total_max": high, "ratio": row.ratio}
        values |= {name: None if comparison.disagreements else v for name, v in times.items()}
        values |= {"engine": str(row.engine), "task": comparison.plan.task}
        values |= {"ending": row.ending.value, "memory": row.memory or None}
        values["disagreement"] = "; ".join(_sentences(row, comparison.disagreements))
        made.append(values)
    return made


def _sentences(row: Row, disagreements: Iterable[Disagreement]) -> Iterator[str]:
    """The disagreements about answers of this row's engine, a sentence each."""
    for each in disagreements:
        if (each.case, each.has) == (row.case, row.engine):
            if each.counts:
                yield each.counts_text
                continue
            lacks = f" that {each.lacks} lacks" if each.lacks else ""
            verdict = "; ".join(["", *each.verdict]) if each.verdict else ""
            yield f"has an answer{lacks}: {' '.join(each.answer)}{verdict}"


def json_lines(comparison: Measurements) -> str:
    """One JSON object a line: the setting, each run, each disagreement, in the end a summary.

    Every object has a ``type``: "setting", "run", "disagreement" or "summary".  Times are in CPU
    seconds, except ``wall``; memory is in bytes.  When engines disagree, runs have no times.
    """
    timed = not comparison.disagreements
    objects = [
        {"type": "setting", **record(comparison.plan)},
        *(_run(run, timed) for run in comparison.runs),
        *(_disagreement(each, comparison) for each in comparison.disagreements),
        {
            "type": "summary",
            "runs": len(comparison.runs),
            "disagreements": len(comparison.disagreements),
            "interrupted": comparison.interrupted,
        },
    ]
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects)


def _run(run: EngineRun, timed: bool) -> dict[str, Any]:
    times = {"seconds": dict(run.report.seconds), "wall": run.wall}
    return {
        "type": "run",
        "case": run.case,
        "engine": str(run.engine),
        "round": run.repeat,
        "seed": run.seed,
        "ending": run.ending.value,
        "message": run.message,
        "answers": run.answers,
        "exhausted": run.report.exhausted,
        **(times if timed else {}),
        "searched": run.report.engine,
        "remarks": run.report.remarks,
        "warnings": run.report.messages,
        "statistics": run.report.statistics,
        "memory": run.memory or None,
        "imported": run.imported or None,
    }


def _disagreement(found: Disagreement, comparison: Measurements) -> dict[str, Any]:
    return {
        "type": "disagreement",
        "case": found.case,
        "has": str(found.has),
        "lacks": None if found.lacks is None else str(found.lacks),
        "answer": list(found.answer),
        **({"counts": list(found.counts)} if found.counts else {}),
        "verify": None if found.verdict is None else list(found.verdict),
        "flaws": {
            str(engine): comparison.flaws[engine]
            for engine in found.engines
            if comparison.flaws.get(engine)
        },
    }


# The plot: SVG, the same bytes for the same comparison, readable from 700 pixels on.

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Those of Okabe and Ito, "Color Universal Design" (2008), which colour-blind people can tell
apart; markers and dashes differ besides."""
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
