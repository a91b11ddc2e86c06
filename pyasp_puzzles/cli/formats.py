"""The command that describes instance files: ``format``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import FOUND, puzzle_argument

if TYPE_CHECKING:
    from rich.text import Text

    from pyasp_puzzles.boards.formats.description import Block, Form

WIDEST = 100
"""Longer lines are hard to read."""


@click.command(name="format")
@puzzle_argument
@click.option(
    "--example",
    "form",
    type=click.Choice(["text", "json"]),
    help="Print nothing but the smallest example, as a file to copy.",
)
def format_(puzzle: Any, form: Form | None) -> int:
    """Describe the instance files of a puzzle, with small examples.

    \b
    pyasp-puzzles format packing
    pyasp-puzzles format pips --example text > my.txt
    pyasp-puzzles format pips --example json | pyasp-puzzles solve pips -
    """
    from pyasp_puzzles.boards.formats.description import describe, example

    if form:
        click.echo(example(puzzle, form), nl=False)
        return FOUND
    console = terminal.console()
    width = min(console.width, WIDEST)
    before = ""
    for block in describe(puzzle):
        if before and not before == block.kind == "item":
            console.print()
        console.print(_styled(block, width), highlight=False)
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
