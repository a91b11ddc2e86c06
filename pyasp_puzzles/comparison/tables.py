"""Comparisons as tables on a terminal: answers and times, sizes and search, scores, footnotes.

If engines disagree, no time is shown: they did not solve the same problem.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product, zip_longest
from typing import TYPE_CHECKING

from pyasp_puzzles.boards.formats.outputs import filled
from pyasp_puzzles.comparison.agreement import Disagreement
from pyasp_puzzles.comparison.columns import (
    Block,
    Column,
    columns,
    engine_text,
    footnotes,
    score_cells,
)
from pyasp_puzzles.comparison.measurements import Measurements
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.engines.names import Engine

if TYPE_CHECKING:
    from rich.console import Group
    from rich.text import Text

NO_TIMES = "The engines disagree, so no times are shown."

_FOLD = 16  # longer names of engines take several lines in a narrow table
_PARTS: tuple[tuple[tuple[Block, ...], ...], ...] = (
    (("answers", "times", "sizes", "search"),),
    (("answers", "times"), ("sizes", "search")),
    (("times",), ("answers", "sizes", "search")),
)
"""How the blocks may be spread over tables, the best way first."""


def table(comparison: Measurements, width: int = 80) -> Group:
    """A comparison for a terminal, in as many tables as its columns require; nothing is cut off."""
    from rich.console import Group
    from rich.text import Text

    lines = [line for rows in _layouts(comparison, width) for line in (*rows, Text())]
    if comparison.disagreements:
        lines.append(Text(NO_TIMES, style="bold red"))
    else:
        rounds = len(comparison.plan.rounds())
        runs = "one run" if rounds == 1 else f"medians of {rounds} runs"
        if comparison.interrupted:
            runs = "medians of the runs that were made"
        lines.append(Text(f"CPU seconds, {runs}"))
        if len(comparison.plan.cases) > 1:
            lines += [
                Text(),
                *grid(("engine", "solved", "PAR2 s"), score_cells(comparison)),
                Text(),
            ]
    for note in footnotes(comparison):
        lines += map(Text, textwrap.wrap(note, width, subsequent_indent="  "))
    return Group(*lines)


def _layouts(comparison: Measurements, width: int) -> Iterable[list[Text]]:
    """The tables: one or two if they fit, else as many as necessary."""
    for parts in _PARTS:
        tables = [_fitted(comparison, blocks, width) for blocks in parts]
        if None not in tables:
            return filter(None, tables)
    return _split(comparison, width)


def _fitted(comparison: Measurements, blocks: Sequence[Block], width: int) -> list[Text] | None:
    """The table of these blocks; ``None`` if it is too wide, no lines if it has no columns."""
    for narrow, gap in product((False, True) if len(blocks) < 4 else (False,), (2, 1)):
        chosen = [c for c in columns(comparison, narrow=narrow) if c.block in blocks]
        lines = _lines(comparison, chosen, narrow, gap) if chosen else []
        if _width(lines) <= width:
            return lines
    return None


def _width(lines: Sequence[Text]) -> int:
    """The width of a table; a long heading may take several lines."""
    return max((line.cell_len for line in lines if line.no_wrap), default=0)


def _split(comparison: Measurements, width: int) -> Iterator[list[Text]]:
    """Tables with as many columns each as fit."""
    waiting = columns(comparison, narrow=True)
    while waiting:
        number = len(waiting)
        while _width(lines := _lines(comparison, waiting[:number], True, 1)) > width and number > 1:
            number -= 1
        yield lines
        waiting = waiting[number:]


def _lines(
    comparison: Measurements, chosen: Sequence[Column], narrow: bool, gap: int
) -> list[Text]:
    """The titles, then each case's name and its rows."""
    body: list[Sequence[str] | str] = []
    for case, rows in groupby(comparison.rows(), key=lambda row: row.case):
        body.append(case)
        for row in rows:
            name = engine_text(row)
            cells = (column.cell(row) for column in chosen)
            body.append([_folded(name) if narrow else name, *cells])
    return grid(["engine", *(column.title for column in chosen)], body, gap)


def _folded(name: str) -> str:
    """The name of an engine, a long one in lines that begin with a dot, colon, slash or plus."""
    lines: list[str] = []
    for part in re.split(r"(?=[:/+]|\.(?!lp\b))", name):
        if lines and len(lines[-1]) + len(part) <= _FOLD:
            lines[-1] += part
        else:
            lines.append(part)
    return "\n".join(lines)


def grid(titles: Sequence[str], body: Sequence[Sequence[str] | str], gap: int = 2) -> list[Text]:
    """A table as lines: the first column flush left, the others flush right.

    Args:
        titles: of the columns, perhaps in several lines.
        body: rows of cells, perhaps in several lines; a text alone is a heading over what follows.
    """
    from rich.cells import cell_len
    from rich.text import Text

    rows = [titles, *(row for row in body if not isinstance(row, str))]
    widths = [
        max(cell_len(line) for cell in cells for line in cell.split("\n"))
        for cells in zip(*rows, strict=True)
    ]

    def lines(cells: Sequence[str], style: str, low: bool) -> Iterator[Text]:
        parts = [cell.split("\n")[:: -1 if low else 1] for cell in cells]
        heights = list(zip_longest(*parts, fillvalue=""))
        for first, *others in heights[:: -1 if low else 1]:
            line = Text(first + " " * (widths[0] - cell_len(first)), style, no_wrap=True)
            for words, width in zip(others, widths[1:], strict=True):
                line.append(" " * (gap + width - cell_len(words)))
                line.append(words, _STYLES.get(words, ""))
            line.rstrip()
            yield line

    made = [*lines(titles, "bold", True)]
    rule = "─" * (sum(widths) + gap * (len(widths) - 1))
    made.append(Text(rule, style="dim", no_wrap=True))
    for row in body:
        made += [Text(row, style="bold")] if isinstance(row, str) else lines(row, "", False)
    return made


_STYLES = {"yes": "green", "no": "bold red", "error": "red"}


def disagreement_text(comparison: Measurements, width: int = 80) -> Text:
    """The disagreements in words: for each an answer, who has it, and what ``verify`` says of it.

    The lines have at most that width, where no atom is longer; no disagreement: empty.
    """
    from rich.text import Text

    if not comparison.disagreements:
        return Text()
    parts = [Text(NO_TIMES, style="bold red")]
    for found in comparison.disagreements:
        runs = [run for run in comparison.runs if run.case == found.case]
        warnings = dict.fromkeys(warning for run in runs for warning in run.report.messages)
        told = _sentences(found, comparison.flaws, warnings)
        lines = (line for indent, words in told for line in filled(words, width, indent))
        parts.append(Text("\n".join(lines)))
    return Text("\n\n").join(parts)


def _sentences(
    found: Disagreement, flaws: Mapping[Engine, str], warnings: Iterable[str]
) -> Iterator[tuple[str, Sequence[str]]]:
    """What is said of a disagreement: the indent and the words of each paragraph."""
    reasons = [f"see the warning about {text.partition(': ')[0]}" for text in warnings]
    if found.counts:
        yield "", f"{found.case}: {found.counts_text}".split()
        known = []
    else:
        lacks = " that verify refuses" if found.lacks is None else f" that {found.lacks} lacks"
        yield "", f"{found.case}: {found.has} has an answer{lacks}.".split()
        yield "  ", [f"answer ({counted(len(found.answer), 'atom')}):"]
        yield "    ", found.answer
        verdict = list(found.verdict or ())
        if found.verdict is None:
            verdict = ["a program has no verifier, so it stays open who is right"]
            if found.lacks and found.lacks.row.clasp and not reasons:
                hint = "try --eq=0 (docs/reference/clasp_options.md)"
                verdict.append(f"clasp's preprocessing may lose answers: {hint}")
        elif not verdict:
            verdict = ["accepts it" + (f"; {found.lacks} misses an answer" if found.lacks else "")]
        reasons = [*(f"verify: {sentence}" for sentence in verdict), *reasons]
        known = [engine for engine in found.engines if flaws.get(engine)]
    for sentence in (*reasons, *(f"known of {engine}: {flaws[engine]}" for engine in known)):
        yield "  ", sentence.split()
