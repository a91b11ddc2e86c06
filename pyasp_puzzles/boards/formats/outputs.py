"""What we write: files of text, lines of JSON, folders, and words in lines of a width.

What the system refuses becomes a :class:`PuzzleError` that names the file or folder.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pyasp_puzzles.core.errors import PuzzleError, system_reason


@contextmanager
def named_errors(path: str | Path) -> Iterator[None]:
    """Turn an ``OSError`` into a :class:`PuzzleError` that begins with the path."""
    try:
        yield
    except OSError as error:
        raise PuzzleError(f"{path}: {system_reason(error)}") from None


def write_text(path: str, text: str) -> None:
    """Write a text file in UTF-8, and its folder if it does not exist."""
    with named_errors(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8", newline="")


def append_text(path: str, text: str) -> None:
    """Write text at the end of a file."""
    with named_errors(path), Path(path).open("a", encoding="utf-8") as file:
        file.write(text)


def check_writable(path: str) -> None:
    """Refuse a file that cannot be written, and ``-``, before the work begins that fills it."""
    if path == "-":
        raise PuzzleError("found -, expected a file to write: standard output has the results")
    append_text(path, "")


def check_distinct(*paths: str) -> None:
    """Refuse one file for two things that are written."""
    if len(set(paths)) < len(paths):
        raise PuzzleError("found one file for several formats, expected a file for each")


def make_folder(path: str) -> None:
    """Make a folder if it does not exist, and refuse one in which no file can be written."""
    with named_errors(path):
        Path(path).mkdir(parents=True, exist_ok=True)
        from tempfile import TemporaryFile

        with TemporaryFile(dir=path):
            return


def json_lines(path: str | None) -> Callable[[Mapping[str, Any]], None]:
    """A function that writes JSON objects to a new file, one a line; without a path to none.

    It writes each line at once, so that a later failure loses no line.
    """
    if not path:
        return lambda _value: None
    check_writable(path)
    write_text(path, "")
    return lambda value: append_text(path, json.dumps(value, ensure_ascii=False) + "\n")


def filled(words: Iterable[str], width: int, indent: str = "", first: str = "") -> list[str]:
    """Words in lines of at most so many columns; no word is broken, also not one with blanks.

    Args:
        width: columns of a line, its indent included.
        first: the indent of the first line, if it is another.

    >>> filled(["p(1)", "p(2)", 'p("a b c d")'], 11, "  ")
    ['  p(1) p(2)', '  p("a b c d")']
    """
    lines = textwrap.wrap(
        " ".join(word.replace(" ", "\0") for word in words),
        width,
        initial_indent=first or indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]
