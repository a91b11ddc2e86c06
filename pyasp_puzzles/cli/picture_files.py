"""The option ``--svg``: the pictures of a command as files.

The first picture of a command goes to FILE, the next ones to FILE with a number before its ending.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pyasp_puzzles.cli.completion import complete_file
from pyasp_puzzles.core.errors import PuzzleError

F = TypeVar("F", bound=Callable[..., Any])

MOST = 1_000
"""Files that one command writes."""

_FILES = f"{__name__}.files"
"""Where a context keeps its files."""


class PictureFiles:
    """The files of the pictures of one command.

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
            from pyasp_puzzles.pictures.png import png

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


def _open(context: click.Context, _option: click.Parameter, path: str | None) -> None:
    if path is not None and not context.resilient_parsing:
        files = PictureFiles(path)
        context.meta[_FILES] = files
        context.call_on_close(files.close)


def picture_option(command: F) -> F:
    """Add the option ``--svg``; what :func:`keep` is told goes to its files."""
    option = click.option(
        "--svg",
        metavar="FILE",
        expose_value=False,
        callback=_open,
        shell_complete=complete_file,
        help="Write the picture to FILE, too: SVG, or PNG if it ends in .png (extra pictures). The "
        "second picture goes to FILE-2, and so on.",
    )
    return option(command)


def keep(drawn: Any) -> None:
    """Write a picture, or what has one, to the next file of ``--svg``, if that is given."""
    context = click.get_current_context(silent=True)
    files = context.meta.get(_FILES) if context else None
    if files is not None:
        files.add(drawn)
