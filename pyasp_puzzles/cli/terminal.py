"""What the command line prints on: consoles, pictures, JSON lines.

rich is imported where it is used, so that ``--help`` stays fast.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.cli.picture_files import keep

if TYPE_CHECKING:
    from rich.console import Console


def console(stderr: bool = False) -> Console:
    """A console: colours on a terminal unless ``NO_COLOR`` is set, plain text elsewhere."""
    from rich.console import Console

    class PipeConsole(Console):
        """Raises an error for a closed pipe; rich would exit with 1, which means "none" here."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return PipeConsole(stderr=stderr, soft_wrap=True)


def echo_over_progress(line: str) -> None:
    """Print a line on standard error; on a terminal in place of a line of progress."""
    progress = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    click.echo(f"\r\x1b[2K{line}" if progress else line, err=True)


def draw(to: Console, drawn: Any) -> None:
    """Print a picture, or an answer, which draws itself; with ``--svg`` write it to a file."""
    keep(drawn)
    show(to, drawn)


def show(to: Console, drawn: Any) -> None:
    """Print a picture, or an answer, which draws itself."""
    from pyasp_puzzles.pictures.picture import Picture
    from pyasp_puzzles.pictures.terminal import TerminalPicture

    to.print(TerminalPicture(drawn) if isinstance(drawn, Picture) else drawn, soft_wrap=True)


def print_json(value: dict[str, Any]) -> None:
    """Print a JSON object on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def say(name: str, sentences: Iterable[str]) -> None:
    """Print sentences behind the name of their board; indented ones belong to the one above."""
    for sentence in sentences:
        click.echo(sentence if sentence.startswith(" ") else f"{name}: {sentence}")
