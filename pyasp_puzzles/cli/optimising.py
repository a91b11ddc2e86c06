"""What ``best`` tells: each better board, and how the search ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun, on_boards
from pyasp_puzzles.cli.searching import export_of
from pyasp_puzzles.cli.waiting import stopped_by_closed_pipe, watched
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.engines.optimising.board import optimiser_of
from pyasp_puzzles.verbs.verb import FOUND, GAVE_UP, NONE
from pyasp_puzzles.work.deadline import stopped_by_signals
from pyasp_puzzles.work.memory import size_of

if TYPE_CHECKING:
    from rich.console import Console

    from pyasp_puzzles.engines.optimising.searching import BestBoards

    Boards = BestBoards[Any, Any, Any]


def tell_best(run: CommandRun) -> int:
    """Follow the search for the best board of each instance."""
    optimiser_of(run.puzzle)
    for option in ("save", "json"):
        if run[option]:
            run.one_board(f"--{option} is for one board")
    export_of(run)  # may refuse
    return _best(run)


@on_boards
def _best(run: CommandRun, board: Any) -> tuple[int, str]:
    written = run.puzzle.export[run["export"]] if run["export"] else None
    with run.function(board, **run.options) as found:
        if board is run.boards[0] and (begins := run.puzzle.best.begins()):
            run.note(board.name, begins)
        try:
            _follow(run, found)
        finally:
            if found.best:
                terminal.keep(found.best)
                if written:
                    click.echo(written(board, found.best.answer.solution))
                elif not run["json"]:
                    terminal.show(run.console, found.best)
    run.note(board.name, _ending(found))
    if run["stats"]:
        _statistics(run.notes, found)
    return (FOUND if _full(found) else NONE if found.optimal else GAVE_UP), found.reason


def _follow(run: CommandRun, found: Boards) -> None:
    """Tell of each better board, until the search ends."""
    name = found.instance.name

    def so_far(_number: int) -> str:
        score = f"best {found.best.score:,} of {found.of:,}" if found.best else ""
        return f"{score}, {size_of(found.memory)}" if found.memory else score

    with (
        stopped_by_signals(found.stop),
        stopped_by_closed_pipe(found),
        watched(run.notes, name, found, so_far) as better,
    ):
        for board in better:
            if run["json"]:
                terminal.print_json(board.as_json())
                continue
            where = f"{board.seconds:.1f} s CPU, " if board.seconds else ""
            run.note(name, f"{board.words} ({where}{board.found_by})")


def _full(found: Boards) -> bool:
    return found.best is not None and not found.best.lost


def _ending(found: Boards) -> str:
    """How a search has ended, in words."""
    spent = f"{sum(found.seconds.values()):.1f} s CPU"
    spent += f", {counted(found.runs, 'run')}" if found.runs else ""
    spent += f", {size_of(found.memory)}" if found.memory else ""
    if found.best is None:
        proved = "no board keeps the strict rules (proved)"
        words = proved if found.optimal else f"gave up ({found.reason}): no board so far"
    elif _full(found):
        words = f"the full score: {found.best.words}, verified"
    elif found.optimal:
        words = f"the best score: {found.best.words}, checked; no board has more (proved)"
    else:
        words = f"stopped ({found.reason}): {found.best.words}, checked"
    kept = f"; `--save {found.saved}` goes on from there" if found.best and found.saved else ""
    return f"{words} ({spent}){'' if found.optimal else kept}"


def _statistics(notes: Console, found: Boards) -> None:
    """Print seed, runs, memory and CPU time by phase."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_row("seed", str(found.seed))
    table.add_row("runs", f"{found.runs:,}")
    if found.memory:
        table.add_row("memory", f"{size_of(found.memory)} of {size_of(found.limit)}")
    for phase, value in found.seconds.items():
        table.add_row(phase, f"{value:.3f} s CPU")
    notes.print(table)
