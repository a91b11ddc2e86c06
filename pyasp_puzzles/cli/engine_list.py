"""The engines of a puzzle as a list, for ``compare PUZZLE --list``."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pyasp_puzzles.boards.puzzle import CONFIGURATIONS
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.names import engines_of
from pyasp_puzzles.ground.sat.solvers import DEFAULT_SOLVER, SOLVERS

if TYPE_CHECKING:
    from rich.console import Console

_LEAST = 24
"""Columns that a description has at least, however narrow the terminal is."""


def print_engines(to: Console, puzzle: str, *, verbose: bool) -> None:
    """Print a line for each engine of a puzzle: its name, and what it is.

    Args:
        verbose: the whole of what is known of each, what else can be tried, and the page on the
            puzzle's encodings.
    """
    from rich.table import Table
    from rich.text import Text

    rows = []
    for engine, encoding, about in engines_of(puzzle):
        flaw = encoding.flaw if encoding else ""
        rows.append((str(engine), flaw, f"{flaw}; {about}" if flaw else about))
    rows += [(row.form, "", row.about) for row in KINDS.values() if row.own_program]
    gap = 2
    width = max(_LEAST, to.width - gap - max(len(name) for name, _, _ in rows))
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for name, flaw, about in rows:
        words = Text(about if verbose else textwrap.shorten(about, width, placeholder=" ..."))
        words.stylize("bold", 0, len(flaw))
        table.add_row(name, words)
    to.print(table, soft_wrap=False)
    notes = _notes(puzzle) if verbose else ["Sources and further engines: --list -v"]
    for note in notes:
        to.print(f"\n{note}", highlight=False, markup=False, soft_wrap=False)


def _notes(puzzle: str) -> list[str]:
    """What else can be tried, and where the measurements stand."""
    coverers = ", ".join(KINDS["exact-cover"].solvers)
    notes = [
        "auto takes the best of them for the task. Any puzzle can be tried with exact-cover, or "
        f"exact-cover:COVERER with COVERER one of {coverers}. asp:PROFILE knows clasp's own "
        f"configurations as well: {', '.join(CONFIGURATIONS)}.",
        f"Instead of {DEFAULT_SOLVER}: {', '.join(SOLVERS)}, or any DIMACS solver on the PATH.",
    ]
    if puzzle in shipped_names():
        notes.append(f"What was tried and measured: docs/measured/encodings/{puzzle}.md")
    return notes
