"""The command ``rate``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

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
from pyasp_puzzles.long_counts.stop_request import SIGNAL_REASONS
from pyasp_puzzles.registry import load_boards
from pyasp_puzzles.waiting import shortened, stopped_by_ctrl_c

if TYPE_CHECKING:
    from pyasp_puzzles.rating.rating import Rating

CODES = {"solved": FOUND, "open": FOUND, "none": NONE, "unknown": GAVE_UP}


@click.command()
@puzzle_argument
@instance_argument
@timeout_option()
@click.option("--json", "as_json", is_flag=True, help="One board a line, as a JSON object.")
def rate(puzzle: Any, instance: str, timeout: float | None, as_json: bool) -> int:
    """Rate how hard a board is for people.

    The grade is easy, medium, hard or very hard; the line "why" has its rule. The figures are those
    of the derivation behind `explain`, and of a search for an answer. `explain` tells several small
    steps as one, so it may count fewer. Several boards make a table. A board with several answers
    is rated by the steps to what all of them share.

    The exit code is 0 if the board is rated, 1 if it has no answer, 3 if a time limit or Ctrl-C
    came first; of several boards the greatest of these.

    \b
    pyasp-puzzles rate twenty_four_seven 2020_c
    pyasp-puzzles rate pips day.json
    pyasp-puzzles rate eternity framed_4x4 --json

    The objects of --json have "puzzle", "instance", "status" ("solved": one answer; "open":
    several; "none"; "unknown"), "grade" (or null), "score", "why", "steps", "largest" and "mean"
    (price of a reason), "several" (steps that need several clues), "extra" (the sum of
    the prices minus one), "possible" (how many steps were
    possible before each step), "mean_possible", "bottlenecks" (points with one possible step),
    "chain" (steps of which each needs the one before), "decisions" and "conflicts" of the search,
    "size" (atoms of an answer), "certain" (whether all is known that several answers share) and
    "reason" (why it ended early).
    """
    from pyasp_puzzles.explanation.explaining import explain
    from pyasp_puzzles.rating.rating import rated

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


_HEADS = (
    *("board", "grade", "score", "steps", "largest", "mean", "several", "possible", "decisions"),
    "conflicts",
)


def table(ratings: Sequence[Rating[Any]]) -> Iterator[str]:
    """The lines of a table with a row for each board."""
    rows = [_HEADS, *map(_row, ratings)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, second, *others in rows:
        numbers = map(str.rjust, others, widths[2:])
        yield "  ".join([first.ljust(widths[0]), second.ljust(widths[1]), *numbers])
    several = [rating.instance.name for rating in ratings if rating.status == "open"]
    if several:
        yield f"several answers, rated by what they share: {', '.join(several)}"


_GRADES = {"none": "no answer", "unknown": "not rated"}


def _row(rating: Rating[Any]) -> tuple[str, ...]:
    name = rating.instance.name
    if rating.status == "none":
        return (name, _GRADES["none"], *[""] * (len(_HEADS) - 2))
    return (
        *(name, rating.grade or _GRADES["unknown"]),
        *(f"{rating.score:.1f}" if rating.grade else "", str(rating.steps), str(rating.largest)),
        *(f"{rating.mean:.2f}", str(rating.several), f"{rating.mean_possible:.1f}"),
        *(str(rating.decisions), str(rating.conflicts)),
    )
