"""Makes and runs docs/start/tour.ipynb: ``python tests/shared/tour.py FILE``."""

from __future__ import annotations

import sys
from typing import Any

from pyasp_puzzles.boards.formats.outputs import write_text
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import need

NAMES = ("eternity", "flower_finder", "packing", "pips")
NAMES += ("slitherlink", "star_battle", "sudoku", "twenty_four_seven")
"""The puzzles of the tour, which stand for all."""
TIMEOUT = 120
"""Seconds for one cell."""


def cells() -> list[tuple[str, str]]:
    """The cells: each "markdown" or "code", and its text."""
    found = [
        ("markdown", "# A tour\n\nBoards, answers and results show themselves."),
        ("code", "import pyasp_puzzles as pp"),
    ]
    for name in NAMES:
        found += [
            ("markdown", f"## {find_puzzle(name).title}"),
            ("code", f'board = pp.load("{name}")\nboard'),
            ("code", "next(pp.solve(board))"),
        ]
    return [
        *found,
        ("markdown", "## Why is this the answer?"),
        ("code", "pp.explain(board)"),
        ("markdown", "## New boards\n\nA seed makes the same board everywhere."),
        ("code", f'[new] = pp.generate("{NAMES[-1]}", seed=7)\nnew'),
        ("code", "pp.unique(new)"),
        ("markdown", "## Engines measured against each other"),
        ("code", 'found = pp.compare([new], ["asp", "exact-cover"], task="all")\nfound'),
        ("code", 'found.records()[0]["answers"]'),
        ("markdown", "## Counts"),
        ("code", "pp.count(new)"),
    ]


def tour() -> Any:
    client, form = need("nbclient"), need("nbformat")
    notebook = form.v4.new_notebook()
    for number, (kind, text) in enumerate(cells()):
        new = form.v4.new_markdown_cell if kind == "markdown" else form.v4.new_code_cell
        notebook.cells.append(new(text, id=f"cell-{number}"))
    try:
        client.NotebookClient(notebook, timeout=TIMEOUT, record_timing=False).execute()
    except (client.exceptions.CellExecutionError, client.exceptions.CellTimeoutError) as error:
        raise PuzzleError(f"a cell of the tour failed: {error}") from None
    notebook.metadata.pop("language_info", None)  # it names the version of Python
    return notebook


if __name__ == "__main__":
    [file] = sys.argv[1:]
    write_text(file, need("nbformat").writes(tour()) + "\n")
