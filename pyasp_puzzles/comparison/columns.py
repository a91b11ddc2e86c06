"""The columns of a comparison's tables, and the notes below them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pyasp_puzzles.comparison.measurements import FLAWED, Measurements, Row
from pyasp_puzzles.comparison.run import Ending
from pyasp_puzzles.work.memory import size_of

Block = Literal["answers", "times", "sizes", "search"]

CONSTRAINTS = "‡"
"""Marks constraints in the place of clauses."""


@dataclass(frozen=True)
class Column:
    """A column of figures."""

    block: Block  # what it belongs with
    title: str
    cell: Callable[[Row], str]  # perhaps in two lines; empty where a figure is not known
    narrow: str = ""  # the title in a narrow table, in two lines


def seconds_text(seconds: float) -> str:
    """Seconds with three decimals, fewer from 10 on.

    >>> seconds_text(0.04906), seconds_text(12.345), seconds_text(1234.56)
    ('0.049', '12.35', '1,234.6')
    """
    return f"{seconds:,.{3 if seconds < 9.9995 else 2 if seconds < 99.995 else 1}f}"


def ratio_text(ratio: float) -> str:
    """A ratio with two or three figures.

    >>> ratio_text(0.0123), ratio_text(1.306), ratio_text(12.34), ratio_text(1234.5)
    ('0.012', '1.31', '12.3', '1,234')
    """
    decimals = 2 if ratio < 9.995 else 1 if ratio < 99.95 else 0
    return f"{ratio:.2g}" if ratio < 0.095 else f"{ratio:,.{decimals}f}"


def _phase(title: str, narrow: str, *names: str) -> Column:
    def cell(row: Row) -> str:
        known = [row.seconds[name] for name in names if name in row.seconds]
        return seconds_text(sum(known)) if known else ""

    return Column("times", title, cell, narrow)


def _figure(block: Block, title: str, narrow: str, name: str) -> Column:
    return Column(block, title, lambda row: _count(row.figures.get(name)), narrow)


def total_text(row: Row) -> str:
    """The median of the total, or what stands in its place: a limit, or what went wrong."""
    if row.seconds:
        return seconds_text(row.seconds["total"])
    if row.ending is Ending.TIME:
        return f">{row.limits.seconds:g} s"
    if row.ending is Ending.MISFIT:
        return "no fit"
    return f">{size_of(row.limits.memory)}" if row.ending is Ending.MEMORY else "error"


def _count(figure: float | None) -> str:
    return "" if figure is None else f"{figure:,.0f}"


def answers_text(row: Row) -> str:
    """The number of answers; a lower bound where a run did not finish."""
    return f"{row.answers:,}" if row.ending is Ending.DONE else f"≥ {row.answers:,}"


def range_text(row: Row) -> str:
    """Smallest and largest total; empty for a single run."""
    if row.spread is None or row.runs == 1:
        return ""
    return "–".join(map(seconds_text, row.spread))


def clauses_text(row: Row) -> str:
    """Clauses; or the constraints of clasp and CP-SAT, with a mark."""
    if "clauses" in row.figures:
        return _count(row.figures["clauses"])
    constraints = _count(row.figures.get("constraints"))
    return f"{constraints}{CONSTRAINTS}" if constraints else ""


_AGREEMENT = {True: "yes", False: "no", None: "–"}
COLUMNS = (
    Column("answers", "answers", answers_text),
    Column("answers", "agree", lambda row: _AGREEMENT[row.agrees]),
    _phase("facts+ground", "facts+\nground", "facts", "tried", "ground"),
    _phase("build", "", "recognise", "build"),
    _phase("translate", "trans-\nlate", "translate"),
    _phase("solve", "", "solve"),
    _phase("first", "", "first"),
    Column("times", "÷ asp", lambda row: "" if row.ratio is None else ratio_text(row.ratio)),
    _figure("sizes", "ground atoms", "ground\natoms", "atoms"),
    _figure("sizes", "rules", "ground\nrules", "rules"),
    _figure("sizes", "variables", "vari-\nables", "variables"),
    Column("sizes", "clauses", clauses_text),
    _figure("search", "choices", "", "choices"),
    _figure("search", "conflicts", "con-\nflicts", "conflicts"),
    _figure("search", "restarts", "re-\nstarts", "restarts"),
    Column("search", "peak MB", lambda row: _count(row.memory / 1e6 or None), "peak\nMB"),
)
_TOTALS = (Column("times", "total", total_text), Column("times", "min–max", range_text))
_BOTH = Column(
    "times", "total\nmin–max", lambda row: f"{total_text(row)}\n{range_text(row)}".strip()
)


def columns(comparison: Measurements, *, narrow: bool = False) -> list[Column]:
    """The columns of a table, ``narrow`` in two lines; no times among them if engines disagree."""
    wall = [_phase("wall", "", "wall")] if comparison.plan.threads > 1 else []
    every = [*COLUMNS[:7], *((_BOTH,) if narrow else _TOTALS), *wall, *COLUMNS[7:]]
    if narrow:
        every = [replace(each, title=each.narrow or each.title) for each in every]
    return [each for each in every if each.block != "times" or not comparison.disagreements]


def text_table(
    comparison: Measurements,
    blocks: Sequence[Block],
    engine: Callable[[Row], str],
) -> tuple[int, list[list[str]]]:
    """A table of these blocks of columns, for files; ``engine`` writes the engine of a row.

    Returns:
        The number of columns with names, "case" if there are several and "engine"; then the lines,
        that of the titles first.
    """
    several = len(comparison.plan.cases) > 1
    chosen = [column for column in columns(comparison) if column.block in blocks]
    lines = [["case"] * several + ["engine", *(column.title for column in chosen)]]
    for row in comparison.rows():
        cells = (column.cell(row) for column in chosen)
        lines.append([row.case] * several + [engine(row), *cells])
    return 1 + several, lines


def score_cells(comparison: Measurements) -> list[list[str]]:
    """Engine, solved cases and PAR2 of each score."""
    return [
        [str(score.engine), f"{score.solved} of {score.cases}", seconds_text(score.par2)]
        for score in comparison.scores()
    ]


def engine_text(row: Row) -> str:
    """The engine, with a mark if its encoding has a flaw."""
    return f"{row.engine}{row.mark}"


def footnotes(comparison: Measurements) -> Iterator[str]:
    """The notes below a table: what the marks mean, what went wrong, what is missing."""
    rows = comparison.rows()
    for engine, flaw in dict.fromkeys((row.engine, row.flaw) for row in rows if row.flaw):
        yield f"{FLAWED} {engine}: {flaw}"
    if any(clauses_text(row).endswith(CONSTRAINTS) for row in rows):
        yield f"{CONSTRAINTS} constraints of clasp or CP-SAT, not clauses"
    for row in rows:
        if row.ending in (Ending.ERROR, Ending.MISFIT):
            yield f"{row.ending.value}: {row.engine} on {row.case}: {_reason(row.message)}"
    yield from _choices_made(comparison)
    if comparison.plan.threads > 1 and not comparison.disagreements:
        yield "Several threads: CPU seconds of all of them together; wall: seconds of wall clock."
    if comparison.interrupted:
        yield "Interrupted: the figures are those of the runs that were made until then."


def _choices_made(comparison: Measurements) -> Iterator[str]:
    """Which engine ``auto`` took on each case, and why not another one."""
    made = dict.fromkeys(
        (run.case, run.report.engine, tuple(run.report.remarks))
        for run in comparison.runs
        if run.engine.row.chooses and run.report.engine
    )
    for case, searched, remarks in made:
        yield f"auto on {case}: {'; '.join((searched, *remarks))}"


def _reason(message: str) -> str:
    """A message on one line; of a traceback only the last line."""
    if message.startswith("Traceback"):
        return f"a bug, please report it: {message.rstrip().splitlines()[-1]}"
    return " ".join(message.split())
