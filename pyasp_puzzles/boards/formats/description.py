"""Describes the file formats of a puzzle, with examples that can be copied.

A puzzle describes its formats once, in the docstring that ``Puzzle.file_formats`` names.  The first
paragraph of the docstring describes the module; the others are for users.  After a paragraph that
ends with ``::`` comes an example: a whole indented file, which ``parse`` reads.  Other indented
lines are shown unchanged, and ``* `` begins an item of a list.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pyasp_puzzles.boards.formats import text as textfile
from pyasp_puzzles.boards.formats.fields import as_json, is_json
from pyasp_puzzles.boards.formats.inputs import read_text
from pyasp_puzzles.boards.formats.outputs import filled
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.errors import PuzzleError

Form = Literal["text", "json"]


@dataclass(frozen=True)
class Block:
    """A part of a description.

    Attributes:
        kind: a paragraph of "words", an "item" of a list, "lines" to show unchanged, or an
            "example": lines that are a whole file.
        text: words and items on one line; backticks enclose what stands in files.
    """

    kind: Literal["words", "item", "lines", "example"]
    text: str

    def wrapped(self, width: int) -> str:
        """The text to show: words in lines of at most ``width`` characters, lines indented."""
        if self.kind in ("lines", "example"):
            return textwrap.indent(self.text, "    ")
        words = re.findall(r"(?:`[^`]*`|\S)+", self.text)
        first, others = ("* ", "  ") if self.kind == "item" else ("", "")
        return "\n".join(filled(words, width, others, first))


def describe(puzzle: Puzzle[Any, Any]) -> Iterator[Block]:
    """The description of a puzzle's files, and then what all text files share."""
    yield Block("words", f"File formats of {puzzle.name}: {puzzle.title}")
    yield from own_formats(puzzle)
    yield Block("words", "What all text files share:")
    yield from blocks(textfile.__doc__ or "")


def own_formats(puzzle: Puzzle[Any, Any]) -> Iterator[Block]:
    """The puzzle's own description; without one, its first instance as an example."""
    name, first = next(iter(puzzle.instance_files().items()), ("", None))
    if puzzle.file_formats:
        yield from (own := blocks(puzzle.file_formats))
        if first and not any(block.kind in ("example", "lines") for block in own):
            text = read_text(str(first)).rstrip()
            yield Block("words", "The text format:")
            yield Block("example", text)
            yield Block("words", "The JSON format has the same keys:")
            yield Block("example", as_json(text))
    elif first:
        yield Block("words", f"This puzzle describes no format. Its instance `{name}` is:")
        yield Block("example", read_text(str(first)).rstrip())
    else:
        yield Block("words", "This puzzle describes no format, and ships no instance.")


def example(puzzle: Puzzle[Any, Any], form: Form) -> str:
    """The first example of this form in a puzzle's description, as the text of a file.

    Raises:
        PuzzleError: there is no such example.
    """
    for block in own_formats(puzzle):
        if block.kind == "example" and is_json(block.text) == (form == "json"):
            return f"{block.text}\n"
    raise PuzzleError(f"{puzzle.name}: its description has no example in {form}")


def blocks(docstring: str) -> list[Block]:
    """A docstring as blocks, without its first paragraph.

    >>> blocks('''Small files: their type and format.
    ...
    ... Text::
    ...
    ...     size: 3
    ...
    ... ``size`` is at least 1.
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    [Block(kind='words', text='Text:'), Block(kind='example', text='size: 3'),
     Block(kind='words', text='`size` is at least 1.')]
    """
    found: list[Block] = []
    opened = False  # the paragraph before ended with ::
    for chunk in re.split(r"\n\s*\n", inspect.cleandoc(docstring).strip()):
        if not chunk.startswith(" "):
            found += map(_words, re.split(r"\n(?=\* )", chunk))
            opened = chunk.endswith("::")
        elif found[-1].kind in ("lines", "example"):  # an empty line within it
            found[-1] = Block(found[-1].kind, f"{found[-1].text}\n\n{chunk}")
        else:
            found.append(Block("example" if opened else "lines", chunk))
    return [
        Block(block.kind, textwrap.dedent(block.text).rstrip()) for block in found[1:] if block.text
    ]


def _words(chunk: str) -> Block:
    """A paragraph or an item, with backticks in place of reST markup."""
    text = re.sub(r"``(.+?)``|:\w+:`([^`]+)`", r"`\1\2`", " ".join(chunk.split()))
    if text.endswith("::"):
        text = text.removesuffix("::") and text.removesuffix(":")
    return Block("item", text[2:]) if text.startswith("* ") else Block("words", text)
