"""What the command line prints on: consoles, pictures, JSON lines.

rich is imported where it is used, so that ``--help`` stays fast.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console


def console(stderr: bool = False) -> Console:
    """Colours on a terminal unless ``NO_COLOR`` is set; plain text into pipes and files."""
    from rich.console import Console

    class PipeConsole(Console):
        """rich would end the program with 1, which means "none" here."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return PipeConsole(stderr=stderr, soft_wrap=True)


def draw(to: Console, drawn: Any) -> None:
    """A picture, or an answer, which knows how to draw itself."""
    from pyasp_puzzles.drawing.picture import Picture
    from pyasp_puzzles.drawing.terminal import TerminalPicture

    to.print(TerminalPicture(drawn) if isinstance(drawn, Picture) else drawn, soft_wrap=True)


def print_json(value: dict[str, Any]) -> None:
    """Print a JSON object on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))
