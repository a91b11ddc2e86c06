"""What is told of puzzles, their boards and files, and of new puzzles to their authors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.puzzle import KINDS
from pyasp_puzzles.boards.registry import (
    by_kind,
    find_puzzle,
    load_board,
    load_boards,
    puzzle_names,
    words_of,
)
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.verbs.verb import FOUND, NONE

if TYPE_CHECKING:
    from rich.text import Text

    from pyasp_puzzles.boards.formats.description import Block
    from pyasp_puzzles.boards.puzzle import Puzzle

WIDEST = 100  # longer lines are hard to read


def tell_list(run: CommandRun) -> int:
    """Print the puzzles by kind, or one of them with its boards."""
    if run["json"]:
        for puzzle in [run.puzzle] if run.puzzle else map(find_puzzle, puzzle_names()):
            for board in _listed(puzzle):
                terminal.print_json(board)
    elif run.puzzle:
        _list_boards(run.puzzle)
    else:
        _list_puzzles(max(60, get_terminal_size().columns))
    return FOUND


def _list_puzzles(width: int) -> None:
    names = max(map(len, puzzle_names()))
    for kind, puzzles in by_kind().items():
        click.echo(kind)
        for puzzle in puzzles:
            number = counted(len(puzzle.instance_files()), "file")
            about = words_of(puzzle)["about"].partition(". ")[0].removesuffix(".")
            line = f"  {puzzle.name:{names}}  {number:>8}  {about}"
            click.echo(line if len(line) <= width else f"{line[: width - 1].rstrip()}…")


def _list_boards(puzzle: Puzzle[Any, Any]) -> None:
    click.echo(f"{puzzle.name}: {puzzle.title}")
    rows = [(b["instance"], b["size"], b["known"]) for b in _listed(puzzle) if b["instance"]]
    names, sizes = (max((len(row[i]) for row in rows), default=0) for i in (0, 1))
    for name, size, numbers in rows:
        known = ", ".join(
            counted(count, "class" if words == "classes" else words.removesuffix("s"))
            for words, count in numbers.items()
        )
        click.echo(f"  {name:{names}}  {size:{sizes}}  {known}".rstrip())


def _listed(puzzle: Puzzle[Any, Any]) -> Iterator[dict[str, Any]]:
    """The shipped boards of a puzzle, for ``list --json``."""
    boards = [board for name in puzzle.instance_files() for board in load_boards(puzzle, name)]
    for board in boards or [None]:
        yield {
            "puzzle": puzzle.name,
            "title": puzzle.title,
            "kind": KINDS[puzzle.kind],
            "instance": board and board.name,
            "size": board and puzzle.size(board),
            "known": dict(board.known) if board else {},
        }


def tell_show(run: CommandRun) -> int:
    """Draw the boards, or print them as a file in the text format, with labels of several."""
    texts = []
    if run["url"]:
        if run.puzzle.site is None:
            raise PuzzleError(f"--url: no web site that we know has boards of {run.puzzle.name}")
        click.echo("\n".join(map(run.puzzle.site.address, run.boards)))
        return FOUND
    for board in run.boards:
        if run["text"]:
            run.keep(board)
            label = f"=== {board.name.rpartition('#')[2]}\n" if len(run.boards) > 1 else ""
            texts.append(label + run.puzzle.format(board))
        else:
            run.draw(run.puzzle.picture(board, None))
    click.echo("\n".join(texts), nl=False)
    return FOUND


def tell_facts(run: CommandRun) -> int:
    """Print a board as facts."""
    board = load_board(run.puzzle, run.address(run["instance"] or ""))
    click.echo(run.function(board), nl=False)
    return FOUND


def tell_format(run: CommandRun) -> int:
    """Describe the files of a puzzle."""
    from pyasp_puzzles.boards.formats.description import describe, example

    if run["example"]:
        click.echo(example(run.puzzle, run["example"]), nl=False)
        return FOUND
    width = min(run.console.width, WIDEST)
    before = ""
    for block in describe(run.puzzle):
        if before and not before == block.kind == "item":
            run.console.print()
        run.console.print(_styled(block, width), highlight=False)
        before = block.kind
    return FOUND


def _styled(block: Block, width: int) -> Text:
    """A block in colours: the text of files differs from the text about them."""
    from rich.text import Text

    text = Text(block.wrapped(width))
    if block.kind in ("lines", "example"):
        text.stylize("cyan")
    for quoted in re.finditer(r"`[^`]*`", text.plain):
        text.stylize("cyan", *quoted.span())
    return text


def tell_new_puzzle(run: CommandRun) -> int:
    """Write a package, and print its files and what comes next."""
    for path in run.function(run["name"], run["answer"], Path(run["folder"] or "")):
        click.echo(path)
    folder = Path(run["folder"] or "") / run["name"]
    advice = f"`pip install -e {folder}` makes it a puzzle, `check-puzzle {run['name']}` checks it"
    terminal.echo(advice, err=True)
    return FOUND


def tell_check_puzzle(run: CommandRun) -> int:
    """Print each finding as it comes."""
    code = FOUND
    for found in run.function(run.puzzle.name):
        if run["json"]:
            terminal.print_json(asdict(found))
        else:
            click.echo(found)
        if found.kept is False:
            code = NONE
    return code
