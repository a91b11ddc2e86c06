"""What ``unique``, ``rate``, ``estimate``, ``certify`` and ``best`` tell of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun, on_boards
from pyasp_puzzles.cli.searching import export_of
from pyasp_puzzles.core.errors import GaveUpError, NoEstimateError, counted
from pyasp_puzzles.verbs.verb import ERROR, FOUND, GAVE_UP, NONE
from pyasp_puzzles.work.deadline import stopped_by_ctrl_c, stopped_by_signals
from pyasp_puzzles.work.memory import size_of

if TYPE_CHECKING:
    from pyasp_puzzles.engines.optimising.searching import BestBoards
    from pyasp_puzzles.explanation.deciding.unique import Uniqueness
    from pyasp_puzzles.explanation.rating import Rating

    Boards = BestBoards[Any, Any, Any]

_HEADS = ("board", "difficulty", "grade", "steps", "effort", "hardest")
_GRADES = {"none": "no answer", "unknown": "not rated", "open": "not rated"}


@on_boards
def tell_unique(run: CommandRun, board: Any) -> tuple[int, str]:
    """Draw the answer, or two that differ, and say how many there are."""
    found = run.search(board)
    run.keep(found)
    run.tell(found, _after_unique(run, found))
    run.note_unchecked(board)
    return run.code(found)


def _after_unique(run: CommandRun, found: Uniqueness[Any, Any]) -> str:
    """A command that says more; empty: there is none."""
    if found.status == "unique":
        return "`solve` draws it"
    if found.status == "none" and not found.program:
        return run.why_none(found.instance)
    if found.status == "several" and found.reason == "limit":
        return f"--up-to {10 * found.found} counts further"
    return ""


def tell_rate(run: CommandRun) -> int:
    """Print how hard each board is; of several boards a table."""
    from pyasp_puzzles.explanation.explaining import explain
    from pyasp_puzzles.explanation.rating import rated

    ratings: list[Rating[Any]] = []

    @on_boards
    def tell(run: CommandRun, board: Any) -> tuple[int, str]:
        explanation = explain(board, whole=True, **run.options)
        with stopped_by_ctrl_c(explanation), run.busy(board.name, "grounding") as told:
            rating = rated(explanation, told)
        ratings.append(rating)
        if run["json"] or len(run.boards) == 1:
            run.tell(rating, run.why_none(board) if rating.status == "none" else "")
        return run.code(rating)

    code = tell(run)
    if len(run.boards) > 1 and not run["json"]:
        click.echo("\n".join(_table(ratings)))
    return code


def _table(ratings: Sequence[Rating[Any]]) -> Iterator[str]:
    """The lines of a table with a row for each board."""
    rows = [_HEADS, *map(_row, ratings)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, difficulty, grade, *others in rows:
        words = name.ljust(widths[0]), difficulty.rjust(widths[1]), grade.ljust(widths[2])
        numbers = map(str.rjust, others[:-1], widths[3:])
        yield "  ".join([*words, *numbers, others[-1]]).rstrip()
    several = [rating.instance.name for rating in ratings if rating.status == "open"]
    if several:
        yield f"several answers, rated by what they share: {', '.join(several)}"


def _row(rating: Rating[Any]) -> tuple[str, ...]:
    name = rating.instance.name
    if not rating.rated:
        return (name, "", _GRADES[rating.status], "", "", "")
    figures = (rating.difficulty, rating.grade or "", rating.steps, rating.effort, rating.hardest)
    return (name, *map(str, figures))


def tell_estimate(run: CommandRun) -> int:
    """Print what a count of each board would need; a board without an estimate ends nothing."""
    worst = FOUND
    for board in run.boards:
        try:
            found = run.search(board)
        except (GaveUpError, NoEstimateError) as error:
            click.echo(f"pyasp-puzzles: {error}", err=True)
            worst = max(worst, GAVE_UP if isinstance(error, GaveUpError) else ERROR)
            continue
        label = f"{board.name}: " if len(run.boards) > 1 else ""
        if run["json"]:
            terminal.print_json(found.as_json())
        else:
            terminal.echo(f"{label}{found}")
            if found.note:
                terminal.echo(f"{label}{found.note}", err=True)
    return worst


@on_boards
def tell_certify(run: CommandRun, board: Any) -> tuple[int, str]:
    """Print the certificate of each board, and write formula and proof if a folder is given."""
    from pyasp_puzzles.boards.formats.outputs import make_folder

    if run["folder"]:
        make_folder(run["folder"])
    with run.busy(board.name, "answers") as told:
        begin = f"{board.name}: "
        certificate = run.function(
            board, progress=lambda words: told(words.removeprefix(begin)), **run.options
        )
    run.console.print(str(certificate), highlight=False)
    if run["folder"]:
        certificate.write(Path(run["folder"]))
    return FOUND, ""


def tell_best(run: CommandRun) -> int:
    """Follow the search for the best board of each instance."""
    from pyasp_puzzles.engines.optimising.board import optimiser_of

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
                run.keep(found.best)
                if written:
                    click.echo(written(board, found.best.answer.solution))
                elif not run["json"]:
                    run.show(found.best)
    run.note(board.name, _best_ending(found))
    if run["stats"]:
        memory = [("memory", f"{size_of(found.memory)} of {size_of(found.limit)}")]
        rows = [("seed", str(found.seed)), ("runs", f"{found.runs:,}")]
        rows += memory if found.memory else []
        rows += [(phase, f"{value:.3f} s CPU") for phase, value in found.seconds.items()]
        run.notes.print(terminal.rows(rows))
    return (FOUND if _full(found) else NONE if found.optimal else GAVE_UP), found.reason


def _follow(run: CommandRun, found: Boards) -> None:
    """Tell of each better board, until the search ends."""
    signals, pipe = stopped_by_signals(found.stop), terminal.stopped_by_closed_pipe(found)
    with signals, pipe, run.watched(found) as better:
        for board in better:
            if run["json"]:
                terminal.print_json(board.as_json())
                continue
            where = f"{board.seconds:.1f} s CPU, " if board.seconds else ""
            run.note(found.instance.name, f"{board.words} ({where}{board.found_by})")


def _full(found: Boards) -> bool:
    return found.best is not None and not found.best.lost


def _best_ending(found: Boards) -> str:
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
