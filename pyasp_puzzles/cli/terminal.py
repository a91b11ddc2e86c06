"""What the command line prints on: consoles, pictures and their files, JSON, wrapped lines.

rich is imported where it is used, so that ``--help`` stays fast.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.core.errors import PuzzleError

if TYPE_CHECKING:
    from rich.console import Console

MOST = 1_000
"""Picture files that one command writes."""

_FILES = f"{__name__}.files"
"""Where a context keeps its picture files."""


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


def echo(text: str, *, err: bool = False) -> None:
    """Print lines; a terminal gets long ones wrapped between words, with two blanks before."""
    if (sys.stderr if err else sys.stdout).isatty():
        width = shutil.get_terminal_size().columns
        lines = (wrapped(line, width, "  ") or [""] for line in text.split("\n"))
        text = "\n".join(line for found in lines for line in found)
    click.echo(text, err=err)


def wrapped(text: str, width: int, further: str, first: str = "") -> list[str]:
    """A text in lines that break between words; only a word longer than a line is broken.

    Args:
        first, further: blanks before the first line, and before the other ones.
    """
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=further,
        break_on_hyphens=False,
    )


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


def say(name: str, sentences: Iterable[str], advice: str = "") -> None:
    """Print sentences behind the name of their board; indented ones belong to the one above.

    Args:
        advice: a command that tells more, for the end of the first sentence.
    """
    for sentence in sentences:
        text = f"{sentence}; {advice}" if advice else sentence
        echo(text if text.startswith(" ") else f"{name}: {text}")
        advice = ""


class PictureFiles:
    """The files of the pictures of one command: the option ``--svg``.

    The first picture goes to the file itself, the next ones to it with a number before its ending.

    Args:
        path: the first file; its ending says what is written: ``.svg``, or ``.png``, which needs
            the extra ``pictures``.

    Raises:
        PuzzleError: the file cannot be written, it has another ending, or a package is missing.
    """

    def __init__(self, path: str) -> None:
        from pyasp_puzzles.boards.formats.outputs import check_writable
        from pyasp_puzzles.core.optional import check_installed

        self.path, self.number = Path(path), 0
        self._raster = self.path.suffix.lower() == ".png"
        if self.path.suffix.lower() not in (".svg", ".png"):
            raise PuzzleError(f"--svg: found {path}, expected a name that ends in .svg or .png")
        if self._raster:
            check_installed("resvg_py")
        existed = self.path.exists()
        check_writable(path)
        self._made = not existed

    def add(self, drawn: Any) -> None:
        """Write the picture of a board or a result to the next file.

        Raises:
            PuzzleError: the file cannot be written.
        """
        from pyasp_puzzles.boards.formats.outputs import named_errors
        from pyasp_puzzles.boards.shown import svg

        self.number += 1
        if self.number > MOST:
            return
        path = self.path
        if self.number > 1:
            path = path.with_stem(f"{path.stem}-{self.number}")
        data = svg(drawn).encode()
        if self._raster:
            from pyasp_puzzles.pictures.svg.document import png

            data = png(svg(drawn, "light"))
        with named_errors(path):
            path.write_bytes(data)

    def close(self) -> None:
        """Say if there was no picture, or too many; leave no empty file."""
        if not self.number:
            if self._made:
                self.path.unlink(missing_ok=True)
            if sys.exc_info()[0] is None:
                click.echo(f"{self.path}: not written, as there was no picture", err=True)
        elif self.number > MOST:
            what = f"the first {MOST:,} of {self.number:,} pictures were written"
            click.echo(f"{self.path}: {what}", err=True)


def open_picture_files(context: click.Context, path: str) -> None:
    """Let :func:`keep` write to these files until the context ends."""
    files = PictureFiles(path)
    context.meta[_FILES] = files
    context.call_on_close(files.close)


def keep(drawn: Any) -> None:
    """Write a picture, or what has one, to the next file of ``--svg``, if that is given."""
    context = click.get_current_context(silent=True)
    files = context.meta.get(_FILES) if context else None
    if files is not None:
        files.add(drawn)
