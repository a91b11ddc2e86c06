"""What ``unique``, ``rate``, ``estimate`` and ``certify`` tell of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun, on_boards
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.core.errors import GaveUpError, NoEstimateError
from pyasp_puzzles.verbs.verb import ERROR, FOUND, GAVE_UP
from pyasp_puzzles.work.deadline import stopped_by_ctrl_c
from pyasp_puzzles.work.waiting import shortened

if TYPE_CHECKING:
    from pyasp_puzzles.explanation.deciding.unique import Uniqueness
    from pyasp_puzzles.explanation.rating import Rating

_HEADS = ("board", "difficulty", "grade", "steps", "several", "hardest")
_GRADES = {"none": "no answer", "unknown": "not rated", "open": "not rated"}


@on_boards
def tell_unique(run: CommandRun, board: Any) -> tuple[int, str]:
    """Draw the answer, or two that differ, and say how many there are."""
    found = run.search(board)
    terminal.keep(found)
    if run["json"]:
        terminal.print_json(found.as_json())
    else:
        for picture in found.pictures:
            terminal.show(run.console, picture)
        terminal.say(board.name, found.sentences(), _after_unique(run, found))
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
        explanation, name = explain(board, whole=True, **run.options), shortened(board.name)
        with stopped_by_ctrl_c(explanation), spinner(run.notes, f"{name}: grounding") as told:
            rating = rated(explanation, lambda words: told(f"{name}: {words}"))
        ratings.append(rating)
        if run["json"]:
            terminal.print_json(rating.as_json())
        elif len(run.boards) == 1:
            advice = run.why_none(board) if rating.status == "none" else ""
            terminal.say(board.name, rating.sentences(), advice)
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
        yield "  ".join([*words, *map(str.rjust, others, widths[3:])])
    several = [rating.instance.name for rating in ratings if rating.status == "open"]
    if several:
        yield f"several answers, rated by what they share: {', '.join(several)}"


def _row(rating: Rating[Any]) -> tuple[str, ...]:
    name = rating.instance.name
    if not rating.rated:
        return (name, "", _GRADES[rating.status], "", "", "")
    figures = (rating.steps, rating.several, rating.hardest)
    return (name, rating.number(), " or ".join(rating.grades), *map(str, figures))


def tell_estimate(run: CommandRun) -> int:
    """Print what a count of each board would need; a board without an estimate ends nothing."""
    worst = FOUND
    for board in run.boards:
        try:
            found = run.search(board, "estimating")
        except (GaveUpError, NoEstimateError) as error:
            click.echo(f"pyasp-puzzles: {error}", err=True)
            worst = max(worst, GAVE_UP if isinstance(error, GaveUpError) else ERROR)
            continue
        if run["json"]:
            terminal.print_json(found.as_json())
            continue
        label = f"{board.name}: " if len(run.boards) > 1 else ""
        terminal.echo(f"{label}{found}")
        if found.note:
            terminal.echo(f"{label}{found.note}", err=True)
    return worst


def tell_certify(run: CommandRun) -> int:
    """Print the certificate of each board, and write formula and proof if a folder is given."""
    from pyasp_puzzles.boards.formats.outputs import make_folder

    _ = run.boards
    if run["folder"]:
        make_folder(run["folder"])
    for board in run.boards:
        with spinner(run.notes, f"{board.name}: answers") as progress:
            certificate = run.function(board, progress=progress, **run.options)
        run.console.print(str(certificate), highlight=False)
        if run["folder"]:
            certificate.write(Path(run["folder"]))
    return FOUND
