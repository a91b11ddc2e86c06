"""The command ``unique``."""

from __future__ import annotations

from typing import Any

import click

from pyasp_puzzles.boards.registry import load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.advice import advised, after_unique, say_unchecked
from pyasp_puzzles.cli.arguments import (
    FOUND,
    GAVE_UP,
    NONE,
    instance_argument,
    puzzle_argument,
    search_options,
)
from pyasp_puzzles.cli.numbers import Integer
from pyasp_puzzles.cli.picture_files import keep, picture_option
from pyasp_puzzles.cli.symmetry import SymmetryCommand
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.work.deadline import SIGNAL_REASONS
from pyasp_puzzles.work.waiting import shortened

CODES = {"unique": FOUND, "several": NONE, "none": NONE, "unknown": GAVE_UP}


@click.command(cls=SymmetryCommand)
@puzzle_argument
@instance_argument
@click.option(
    "--up-to",
    "most",
    type=Integer(2),
    help="Count at most N answers. [100]",
)
@search_options
@picture_option
@click.option("--json", "as_json", is_flag=True, help="One board a line, as a JSON object.")
def unique(puzzle: Any, instance: str, most: int | None, as_json: bool, **options: Any) -> int:
    """Say whether a board has exactly one answer.

    The proof is a search for two answers that has seen everything. If there are several, two are
    drawn side by side, with the cells marked in which they differ, and what all of them share.

    The exit code is 0 if the answer is unique, 1 if there are several or none, 3 if a time limit or
    Ctrl-C came before that was decided; of several boards the greatest of these.

    \b
    pyasp-puzzles unique twenty_four_seven 2020_b
    pyasp-puzzles unique eternity document_3x3 --symmetry
    pyasp-puzzles unique pips day.json --json
    pyasp-puzzles unique packing soma --up-to 1000 --timeout 10

    The objects of --json have "puzzle", "instance", "status" ("unique", "several", "none" or
    "unknown"), "answers" (how many were found), "exhausted" (whether there are no others), "reason"
    (why the count ended early), "symmetry", "one_class" (whether several answers are images of one
    under symmetries), "found" (the atoms of the answer, or of two), "differ" (cells), "always" and
    "never" (atoms that all answers have, or none; null: not known).
    """
    from pyasp_puzzles.explanation.deciding.unique import MOST
    from pyasp_puzzles.explanation.deciding.unique import unique as decide

    console, notes = terminal.console(), terminal.console(stderr=True)
    codes = []
    for board in load_boards(puzzle, instance):
        with spinner(notes, f"{shortened(board.name)}: searching"):
            found = decide(board, most=most or MOST, **options)
        keep(found)
        if as_json:
            terminal.print_json(found.as_json())
        else:
            for picture in found.pictures:
                terminal.show(console, picture)
            terminal.say(board.name, advised(found.sentences(), after_unique(found)))
        say_unchecked(puzzle.name, board, options["engine"])
        codes.append(CODES[found.status])
        if found.reason.startswith(SIGNAL_REASONS):
            break
    return max(codes)
