"""What a notebook and ``print`` show of an object: pictures, sentences, tables.

A class that derives from :class:`Shown` names its parts; Jupyter and IPython ask for the bundle.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from pyasp_puzzles.pictures.picture import Picture

Bundle = dict[str, str]
"""Texts by their media types, such as ``image/svg+xml``."""


@dataclass(frozen=True)
class Table:
    """A table with a line of titles; all cells are text."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Part = Picture | Table | str
"""A string is a paragraph."""


class Shown(ABC):
    """A base class for what shows itself in a notebook, and as plain text where it is printed."""

    @abstractmethod
    def notebook_parts(self) -> Iterator[Part]:
        """What is shown, from top to bottom."""

    def __str__(self) -> str:
        return _text(self.notebook_parts())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        return bundle(self.notebook_parts())


class Lazy(Shown):
    """A base class for iterators that search when the next item is asked for.

    It shows how far the search is; to show it never searches.

    Attributes:
        begun: whether an item has been asked for.
        ended: whether no further item comes.
    """

    begun = ended = False

    @abstractmethod
    def _subject(self) -> str:
        """What is searched, such as "answers of packing soma"."""

    @abstractmethod
    def _how_far(self) -> str:
        """What has been found, and how the search ended, such as "3 answers so far"."""

    @abstractmethod
    def _how_on(self) -> str:
        """How to ask for the first item, or for more of them."""

    @abstractmethod
    def _found_parts(self) -> Iterator[Part]:
        """What is worth showing of what has been found."""

    def notebook_parts(self) -> Iterator[Part]:
        """How far the search is, how to go on, and what has been found."""
        subject = self._subject()
        words = self._how_far() if self.begun or self.ended else "no search has begun"
        yield f"{subject[:1].upper()}{subject[1:]}: {words}."
        if not self.ended:
            yield self._how_on()
        yield from self._found_parts()

    def __repr__(self) -> str:
        words = self._how_far() if self.begun or self.ended else "not begun"
        return f"<{self._subject()}: {words}>"


def bundle(parts: Iterable[Part]) -> Bundle:
    """Parts as texts by media type: SVG for one picture alone, else HTML; and plain text."""
    every = list(parts)
    text = _text(every)
    if len(every) == 1 and isinstance(every[0], Picture):
        return {"image/svg+xml": _svg(every[0], ""), "text/plain": text}
    html = "".join(_html(part, f"n{number}-") for number, part in enumerate(every))
    return {"text/html": f"<div>{html}</div>", "text/plain": text}


def _text(parts: Iterable[Part]) -> str:
    return "\n\n".join(map(_plain, parts))


def _svg(picture: Picture, ids: str) -> str:
    """A picture on white paper."""
    from pyasp_puzzles.pictures.svg.document import svg

    return svg(picture, theme="light", ids=ids)


def _html(part: Part, ids: str) -> str:
    if isinstance(part, Picture):
        return _svg(part, ids)
    if isinstance(part, Table):
        head, lines = _row("th", part.titles), "".join(_row("td", row) for row in part.rows)
        return f"<table><thead>{head}</thead><tbody>{lines}</tbody></table>"
    return f"<p>{escape(part)}</p>"


def _row(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _plain(part: Part) -> str:
    if isinstance(part, Picture):
        from pyasp_puzzles.pictures.terminal import plain

        return plain(part)
    if isinstance(part, str):
        return part
    lines = [part.titles, *part.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ([cell.ljust(wide) for cell, wide in zip(line, widths, strict=True)] for line in lines)
    return "\n".join("  ".join(line).rstrip() for line in padded)


def show_instances(instance_type: type[Any], picture: Any) -> None:
    """Let the instances of a class show the board; a class with a way of its own keeps it.

    Args:
        picture: the board of an instance and ``None``, as :attr:`.Puzzle.picture`.
    """

    def _repr_mimebundle_(self: Any, include: object = None, exclude: object = None) -> Bundle:
        return bundle([picture(self, None)])

    def text(self: Any) -> str:
        return _text([picture(self, None)])

    if isinstance(instance_type, type) and not hasattr(instance_type, "_repr_mimebundle_"):
        instance_type._repr_mimebundle_ = _repr_mimebundle_
    printed: object = instance_type.__str__
    if isinstance(instance_type, type) and printed is object.__str__:
        instance_type.__str__ = text  # type: ignore[assignment]
