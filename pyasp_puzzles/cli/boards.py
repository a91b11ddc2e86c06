"""Commands about boards: ``list``, ``show``, ``facts``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.registry import find_puzzle, load_board, load_boards, puzzle_names
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import (
    FOUND,
    find,
    instance_argument,
    puzzle_argument,
)
from pyasp_puzzles.cli.completion import complete_puzzle
from pyasp_puzzles.cli.picture_files import keep, picture_option
from pyasp_puzzles.core.errors import counted

if TYPE_CHECKING:
    from pyasp_puzzles.boards.puzzle import Puzzle


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
        boards = list(_listed(found))
        if as_json:
            for board in boards:
                terminal.print_json(board)
            continue
        click.echo(f"{found.name}: {found.title}")
        rows = [(b["instance"], b["size"], _known(b)) for b in boards if b["instance"]]
        names, sizes = (max((len(row[i]) for row in rows), default=0) for i in (0, 1))
        for name, size, known in rows:
            click.echo(f"  {name:{names}}  {size:{sizes}}  {known}".rstrip())
    return FOUND


@click.command()
@puzzle_argument
@instance_argument
@picture_option
@click.option("--text", is_flag=True, help="Print it as an instance file, to copy and change.")
def show(puzzle: Any, instance: str, text: bool) -> int:
    """Draw the unsolved board.

    \b
    pyasp-puzzles show twenty_four_seven 2020_a
    pyasp-puzzles show pips day.json#hard
    pyasp-puzzles show packing soma --text > mine.txt
    """
    console = terminal.console()
    boards = load_boards(puzzle, instance)
    if text:
        for board in boards:
            keep(board)
        click.echo(_instance_text(puzzle, boards), nl=False)
        return FOUND
    for board in boards:
        terminal.draw(console, puzzle.picture(board, None))
    return FOUND


@click.command()
@puzzle_argument
@instance_argument
def facts(puzzle: Any, instance: str) -> int:
    """Print an instance as facts for plain clingo.

    \b
    pyasp-puzzles facts packing soma | pyasp-puzzles clingo packing.lp - 0 -q
    """
    from pyasp_puzzles.verbs import solving

    click.echo(solving.facts(load_board(puzzle, instance)), nl=False)
    return FOUND


def _listed(puzzle: Puzzle[Any, Any]) -> Iterator[dict[str, Any]]:
    """The shipped boards of a puzzle, for ``list --json``."""
    boards = [board for name in puzzle.instance_files() for board in load_boards(puzzle, name)]
    for board in boards or [None]:
        yield {
            "puzzle": puzzle.name,
            "title": puzzle.title,
            "instance": board and board.name,
            "size": board and puzzle.size(board),
            "known": dict(board.known) if board else {},
        }


def _instance_text(puzzle: Puzzle[Any, Any], boards: Sequence[Any]) -> str:
    """Boards as a file in the text format of their puzzle, labels between several of them.

    Raises:
        PuzzleError: one of them cannot be written as text.
    """
    texts = [puzzle.format(board) for board in boards]
    if len(boards) == 1:
        return texts[0]
    labels = [board.name.rpartition("#")[2] for board in boards]
    return "\n".join(f"=== {label}\n{text}" for label, text in zip(labels, texts, strict=True))


def _known(board: Mapping[str, Any]) -> str:
    """The known numbers of a listed board in words: "660 answers, 110 classes"."""
    return ", ".join(
        counted(count, "class" if words == "classes" else words.removesuffix("s"))
        for words, count in board["known"].items()
    )
