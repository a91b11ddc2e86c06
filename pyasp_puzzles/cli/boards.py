"""Commands about boards: ``list``, ``show``, ``facts``."""

from __future__ import annotations

from typing import Any

import click

from pyasp_puzzles.cli import report
from pyasp_puzzles.cli.arguments import (
    FOUND,
    find,
    instance_argument,
    puzzle_argument,
)
from pyasp_puzzles.cli.completion import complete_puzzle
from pyasp_puzzles.registry import find_puzzle, load_board, load_boards, puzzle_names


@click.command(name="list")
@click.argument("puzzle", required=False, callback=find, shell_complete=complete_puzzle)
@click.option("--json", "as_json", is_flag=True, help="One board a line, as a JSON object.")
def list_(puzzle: Any, as_json: bool) -> int:
    """List the puzzles and their shipped instances.

    "answers" is the known number of answers, "classes" their number up to symmetry. With --json
    each line has "puzzle", "title", "instance", "size" and "known" (these numbers by name); a
    puzzle that ships no instance has one line, with the instance null.

    \b
    pyasp-puzzles list pips
    pyasp-puzzles list --json | head -1
    """
    for found in [puzzle] if puzzle else map(find_puzzle, puzzle_names()):
        boards = list(report.listed(found))
        if as_json:
            for board in boards:
                report.line(board)
            continue
        click.echo(f"{found.name}: {found.title}")
        rows = [
            (b["instance"], b["size"], report.known(b["known"])) for b in boards if b["instance"]
        ]
        names, sizes = (max((len(row[i]) for row in rows), default=0) for i in (0, 1))
        for name, size, known in rows:
            click.echo(f"  {name:{names}}  {size:{sizes}}  {known}".rstrip())
    return FOUND


@click.command()
@puzzle_argument
@instance_argument
@click.option("--text", is_flag=True, help="Print it as an instance file, to copy and change.")
def show(puzzle: Any, instance: str, text: bool) -> int:
    """Draw the unsolved board.

    \b
    pyasp-puzzles show twenty_four_seven 2020_a
    pyasp-puzzles show pips day.json#hard
    pyasp-puzzles show packing soma --text > mine.txt
    """
    console = report.console()
    boards = load_boards(puzzle, instance)
    if text:
        click.echo(report.instance_text(puzzle, boards), nl=False)
        return FOUND
    for board in boards:
        report.draw(console, puzzle.picture(board, None))
    return FOUND


@click.command()
@puzzle_argument
@instance_argument
def facts(puzzle: Any, instance: str) -> int:
    """Print an instance as facts for plain clingo.

    \b
    pyasp-puzzles facts packing soma | pyasp-puzzles clingo packing.lp - 0 -q
    """
    from pyasp_puzzles import api

    click.echo(api.facts(load_board(puzzle, instance)), nl=False)
    return FOUND
