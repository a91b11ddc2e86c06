"""The command ``rate``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.registry import load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.advice import advised, why_none
from pyasp_puzzles.cli.arguments import (
    FOUND,
    GAVE_UP,
    NONE,
    instance_argument,
    puzzle_argument,
    timeout_option,
)
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.work.deadline import SIGNAL_REASONS, stopped_by_ctrl_c
from pyasp_puzzles.work.waiting import shortened

if TYPE_CHECKING:
    from pyasp_puzzles.explanation.rating import Rating

CODES = {"solved": FOUND, "open": FOUND, "none": NONE, "unknown": GAVE_UP}


@click.command()
@puzzle_argument
@instance_argument
@timeout_option()
@click.option("--json", "as_json", is_flag=True, help="One board a line, as a JSON object.")
def rate(puzzle: Any, instance: str, timeout: float | None, as_json: bool) -> int:
    """Rate how hard a board is for people.

    The difficulty is how many clues the hardest step needs together: 1 means that one clue at a
    time is enough. A puzzle with published levels has a grade, too: easy, medium or hard; the line
    "why" has its rule. The others are not calibrated. The steps are those of the derivation behind
    `explain`, also those that `explain` leaves out or tells as one. Several boards make a table. A
    board with several answers is rated by the steps to what all of them share.

    The exit code is 0 if the board is rated, 1 if it has no answer, 3 if a time limit or Ctrl-C
    came first; of several boards the greatest of these.

    \b
    pyasp-puzzles rate twenty_four_seven 2020_c
    pyasp-puzzles rate pips day.json
    pyasp-puzzles rate eternity framed_4x4 --json

    The objects of --json have "puzzle", "instance", "status" ("solved": one answer; "open":
    several; "none"; "unknown"), "grade" (null where it is not calibrated or not
    decided), "calibrated", "difficulty", "least" (it is proved that the difficulty is not below),
    "steps", "several" (steps that need several clues), "hardest" (steps that need as many as the
    hardest), "size" (atoms of an answer), "certain" (whether all is known that several answers
    share) and "reason" (why it ended early).
    """
    from pyasp_puzzles.explanation.explaining import explain
    from pyasp_puzzles.explanation.rating import rated

    notes = terminal.console(stderr=True)
    ratings: list[Rating[Any]] = []
    boards = load_boards(puzzle, instance)
    for board in boards:
        explanation, name = explain(board, timeout=timeout, whole=True), shortened(board.name)
        with stopped_by_ctrl_c(explanation), spinner(notes, f"{name}: grounding") as told:
            rating = rated(explanation, _named(told, name))
        ratings.append(rating)
        if as_json:
            terminal.print_json(rating.as_json())
        if rating.reason.startswith(SIGNAL_REASONS):
            break
    if not as_json:
        if len(boards) > 1:
            click.echo("\n".join(table(ratings)))
        else:
            advice = why_none(puzzle.name, board) if rating.status == "none" else ""
            terminal.say(board.name, advised(rating.sentences(), advice))
    return max(CODES[rating.status] for rating in ratings)


def _named(told: Callable[[str], None], name: str) -> Callable[[str], None]:
    """The line of a spinner with the name of the board."""
    return lambda words: told(f"{name}: {words}")


_HEADS = ("board", "difficulty", "grade", "steps", "several", "hardest")
_GRADES = {"none": "no answer", "unknown": "not rated", "open": "not rated"}


def table(ratings: Sequence[Rating[Any]]) -> Iterator[str]:
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
