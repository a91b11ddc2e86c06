"""Files that we write: text, lines of JSON, folders.

What the system refuses becomes a :class:`PuzzleError` that names the file or folder.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pyasp_puzzles.core.errors import PuzzleError, system_reason


@contextmanager
def named_errors(path: str | Path) -> Iterator[None]:
    """Turn an error of the system into ours, with the path before it.

    Raises:
        PuzzleError: in place of an ``OSError``.
    """
    try:
        yield
    except OSError as error:
        raise PuzzleError(f"{path}: {system_reason(error)}") from None


def write_text(path: str, text: str) -> None:
    """Write a text file in UTF-8, and its folder if it does not exist.

    Raises:
        PuzzleError: the file cannot be written.
    """
    with named_errors(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8", newline="")


def append_text(path: str, text: str) -> None:
    """Write text at the end of a file.

    Raises:
        PuzzleError: the file cannot be written.
    """
    with named_errors(path), Path(path).open("a", encoding="utf-8") as file:
        file.write(text)


def check_writable(path: str) -> None:
    """Refuse a file that cannot be written before the work begins that fills it.

    Raises:
        PuzzleError: the file cannot be written, or the path is ``-``.
    """
    if path == "-":
        raise PuzzleError("found -, expected a file to write: standard output has the results")
    append_text(path, "")


def check_distinct(*paths: str) -> None:
    """Refuse one file for two things that are written.

    Raises:
        PuzzleError: a path occurs twice.
    """
    if len(set(paths)) < len(paths):
        raise PuzzleError("found one file for several formats, expected a file for each")


def make_folder(path: str) -> None:
    """Make a folder if it does not exist, before the work begins that fills it.

    Raises:
        PuzzleError: the folder cannot be made, or no file can be written there.
    """
    with named_errors(path):
        Path(path).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return


def json_lines(path: str | None) -> Callable[[Mapping[str, Any]], None]:
    """A function that writes JSON objects to a new file, one a line; without a path to none.

    It writes each line at once, so that a later failure loses no line.

    Raises:
        PuzzleError: the file cannot be written, now or later.
    """
    if not path:
        return lambda _value: None
    check_writable(path)
    write_text(path, "")
    return lambda value: append_text(path, json.dumps(value, ensure_ascii=False) + "\n")
