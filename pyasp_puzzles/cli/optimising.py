"""The command that looks for the highest score: ``best``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.registry import addresses, load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import (
    FOUND,
    GAVE_UP,
    NONE,
    given_name,
    instance_argument,
    puzzle_argument,
    timeout_option,
)
from pyasp_puzzles.cli.completion import complete_file
from pyasp_puzzles.cli.numbers import SEED
from pyasp_puzzles.cli.picture_files import keep, picture_option
from pyasp_puzzles.cli.puzzle_option import PuzzleOption
from pyasp_puzzles.cli.search import export_of
from pyasp_puzzles.cli.waiting import stopped_by_closed_pipe, watched
from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.work.deadline import SIGNAL_REASONS, stopped_by_signals
from pyasp_puzzles.work.memory import size_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from pyasp_puzzles.boards.puzzle import Puzzle
    from pyasp_puzzles.engines.optimising.searching import BestBoards

    Boards = BestBoards[Any, Any, Any]


def _exports(puzzle: Puzzle[Any, Any]) -> Iterable[str]:
    """The foreign formats of a puzzle that has a search for the best board."""
    return puzzle.export if puzzle.best else ()


@click.command()
@puzzle_argument
@instance_argument
@timeout_option(
    "Stop after this time, all together; the best board so far is the result. [until Ctrl-C]"
)
@click.option(
    "--seed",
    type=SEED,
    default=1,
    help="The number that decides all random choices. [1]",
)
@click.option(
    "--save",
    default="",
    callback=given_name,
    metavar="FILE",
    shell_complete=complete_file,
    help="Write each better board to FILE; given again, the search goes on from there.",
)
@click.option(
    "--memory",
    default="1G",
    metavar="SIZE",
    help="The most memory for the search's own data: 500M, 2G (10^6, 10^9 bytes). [1G]",
)
@click.option(
    "--export",
    metavar="FORMAT",
    cls=PuzzleOption,
    of=_exports,
    help="Print the best board in a foreign format instead of drawing it",
)
@picture_option
@click.option("--json", "as_json", is_flag=True, help="One better board a line, as a JSON object.")
@click.option("--stats", is_flag=True, help="Say where the time went, on standard error.")
def best(
    puzzle: Any,
    instance: str,
    export: str | None,
    as_json: bool,
    stats: bool,
    **options: Any,
) -> int:
    """Find the board with the highest score: the most rules kept.

    Standard error has a line for each better board: its score, what is lost, the CPU time and the
    part of the search that found it. In the end the best one is drawn on standard output, with what
    is lost marked. Ctrl-C ends the search and keeps the best.

    The exit code is 0 if all is matched (the full score), 1 if it is proved that no board has the
    full score, 3 if the search ended before either.

    \b
    pyasp-puzzles best eternity FILE --timeout 60
    pyasp-puzzles best eternity FILE --seed 7 --save board.txt
    pyasp-puzzles best eternity FILE --timeout 60 --export viewer
    pyasp-puzzles best packing FILE --json

    The objects of --json have "score", "of" (the full score), "seconds" (CPU time so far) and
    "atoms".
    """
    from pyasp_puzzles.boards.puzzle import Found, WholeFile
    from pyasp_puzzles.engines.optimising.board import optimiser_of
    from pyasp_puzzles.engines.optimising.searching import best as boards_of

    optimiser_of(puzzle)
    written = export_of(puzzle, export, as_json)
    boards = load_boards(puzzle, instance)
    for option, given in (("--save", options["save"]), ("--json", as_json)):
        if given and len(boards) > 1:
            expected = addresses(boards)
            raise PuzzleError(f"{option} is for one board, expected one of {expected}")
    if isinstance(written, WholeFile):
        written.write([Found(board, (), exhausted=False) for board in boards])  # may refuse
    console, notes = terminal.console(), terminal.console(stderr=True)
    codes = []
    for board in boards:
        with boards_of(board, **options) as found:
            if board is boards[0] and (begins := puzzle.best.begins()):
                _say(notes, board.name, begins)
            try:
                _follow(notes, found, as_json)
            finally:
                if found.best:
                    keep(found.best)
                    if written:
                        click.echo(written(board, found.best.answer.solution))
                    elif not as_json:
                        terminal.show(console, found.best)
        _say(notes, board.name, _ending(found))
        if stats:
            _statistics(notes, found)
        codes.append(FOUND if _full(found) else NONE if found.optimal else GAVE_UP)
        if found.reason.startswith(SIGNAL_REASONS):
            break
    return max(codes)


def _follow(notes: Console, found: Boards, as_json: bool) -> None:
    """Tell of each better board, until the search ends."""
    name = found.instance.name

    def so_far(_number: int) -> str:
        score = f"best {found.best.score:,} of {found.of:,}" if found.best else ""
        return f"{score}, {size_of(found.memory)}" if found.memory else score

    with (
        stopped_by_signals(found.stop),
        stopped_by_closed_pipe(found),
        watched(notes, name, found, so_far) as better,
    ):
        for board in better:
            if as_json:
                terminal.print_json(board.as_json())
                continue
            where = f"{board.seconds:.1f} s CPU, " if board.seconds else ""
            _say(notes, name, f"{board.words} ({where}{board.found_by})")


def _say(notes: Console, name: str, words: str) -> None:
    notes.print(f"{name}: {words}", highlight=False, markup=False)


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
