"""Commands about boards: ``list``, ``show``, ``facts``, ``check``."""

from __future__ import annotations

from typing import Any

import click

from pyasp_puzzles import report
from pyasp_puzzles.cli.arguments import (
    FOUND,
    NONE,
    find,
    instance_argument,
    puzzle_argument,
)
from pyasp_puzzles.cli.completion import complete_file, complete_puzzle
from pyasp_puzzles.puzzle import STANDARD_INPUT, find_puzzle, puzzle_names


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
        if as_json:
            for value in report.listed(found):
                report.line(value)
            continue
        boards = [board for name in found.instance_files() for board in found.load_all(name)]
        rows = [(board.name, found.size(board), report.known(board)) for board in boards]
        names, sizes = (max((len(row[i]) for row in rows), default=0) for i in (0, 1))
        click.echo(f"{found.name}: {found.title}")
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
    boards = puzzle.load_all(instance)
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

    click.echo(api.facts(puzzle.load(instance)), nl=False)
    return FOUND


@click.command()
@puzzle_argument
@instance_argument
@click.argument("answer", default="-", shell_complete=complete_file)
def check(puzzle: Any, instance: str, answer: str) -> int:
    """Verify an answer from a file or standard input, in words.

    The answer is what `solve --json` prints, what clingo prints in any of its forms, or the
    puzzle's own notation (rows of digits for a number grid).

    \b
    pyasp-puzzles solve packing --json | pyasp-puzzles check packing hexagonal_cylinder -
    clingo my.lp facts.lp 0 --outf=2 | pyasp-puzzles check packing soma -
    """
    from pyasp_puzzles.formats.answers import read_answers
    from pyasp_puzzles.puzzle import read_text

    board = puzzle.load(instance)
    name = STANDARD_INPUT if answer == "-" else answer
    code = FOUND
    solutions = read_answers(puzzle, board, read_text(answer, most=None), name)
    for number, solution in enumerate(solutions, 1):
        broken = puzzle.verify(board, solution)
        click.echo(f"answer {number}: " + ("breaks a rule" if broken else "all rules hold"))
        for rule in broken:
            click.echo(f"  {rule}")
        code = max(code, NONE if broken else FOUND)
    return code
