"""Comparisons for files: Markdown for people, CSV and JSON lines for programs.

If engines disagree, none of them has times, and each of them names the disagreements.
"""

from __future__ import annotations

import csv as csv_format
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pyasp_puzzles.comparison.agreement import Disagreement
from pyasp_puzzles.comparison.columns import Block, footnotes, score_cells, text_table
from pyasp_puzzles.comparison.measurements import Measurements, Row
from pyasp_puzzles.comparison.run import BEFORE, EngineRun
from pyasp_puzzles.comparison.setting import record, setting
from pyasp_puzzles.comparison.tables import disagreement_text

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
