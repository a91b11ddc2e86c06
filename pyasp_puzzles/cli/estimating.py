"""The command ``estimate``."""

from __future__ import annotations

from typing import Any

import click

from pyasp_puzzles.boards.registry import load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import (
    ERROR,
    FOUND,
    GAVE_UP,
    instance_argument,
    puzzle_argument,
    timeout_option,
)
from pyasp_puzzles.cli.completion import complete_engine
from pyasp_puzzles.cli.numbers import SEED
from pyasp_puzzles.cli.puzzle_option import by_option
from pyasp_puzzles.cli.symmetry import SymmetryCommand, symmetry_option
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.core.errors import GaveUpError, NoEstimateError
from pyasp_puzzles.work.waiting import shortened


@click.command(cls=SymmetryCommand)
@puzzle_argument
@instance_argument
@by_option
@symmetry_option
@click.option(
    "--engine",
    default="auto",
    metavar="ENGINE",
    shell_complete=complete_engine,
    help="The engine that would count. [auto: the one that count chooses]",
)
@timeout_option("Stop after this time; compilation is not counted. [5]")
@click.option("--seed", type=SEED, default=0, help="The number that decides the samples. [0]")
@click.option("--json", "as_json", is_flag=True, help="One board a line, as a JSON object.")
def estimate(
    puzzle: Any, instance: str, timeout: float | None, as_json: bool, **options: Any
) -> int:
    """Estimate how long a count takes, before it begins.

    It tells the number of nodes of the search and its CPU time. A small tree is searched in full.
    Of a larger one random samples are visited; the interval has the true number of nodes with
    about 95 % confidence. docs/use/estimate.md has tests of that.

    The exit code is 0 if there is an estimate for each board, 2 if there is none for the engine, 3
    if the time was up before.

    \b
    pyasp-puzzles estimate packing pentominoes_6x10
    pyasp-puzzles estimate packing soma --symmetry --json

    The objects of --json have "puzzle", "instance", "engine", "nodes", "seconds" and "answers"
    (each an object with "value", "low" and "high"; answers may be null), "exact" (the whole tree
    was searched), "hopeless" (more than a hundred years), "method", "probes", "width" (nodes kept
    of each level), "visited" (nodes visited for the estimate), "node" (what a node is) and "note"
    (how the count differs from a search of all these nodes).
    """
    from pyasp_puzzles.counts.estimation.estimating import estimate as estimated

    notes = terminal.console(stderr=True)
    boards = load_boards(puzzle, instance)
    worst = FOUND
    for board in boards:
        try:
            with spinner(notes, f"{shortened(board.name)}: estimating"):
                found = estimated(board, timeout=timeout or 5.0, **options)
        except (GaveUpError, NoEstimateError) as error:
            click.echo(f"pyasp-puzzles: {error}", err=True)
            worst = max(worst, GAVE_UP if isinstance(error, GaveUpError) else ERROR)
            continue
        if as_json:
            terminal.print_json(found.as_json())
            continue
        label = f"{board.name}: " if len(boards) > 1 else ""
        click.echo(f"{label}{found}")
        if found.note:
            notes.print(f"{label}{found.note}", highlight=False, markup=False)
    return worst
