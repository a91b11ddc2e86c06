"""Pictures of whatever has one: an instance, an answer, a hint, two answers side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.svg.document import svg as svg_of
from pyasp_puzzles.pictures.svg.palette import THEMES, Theme


def svg(x: Any, theme: Theme = "auto", *, ids: str = "") -> str:
    """What a board or a result looks like, as the text of an SVG file.

    Args:
        x: an instance; an answer; what ``find_hint``, ``unique``, ``check`` and ``explain`` return
            (an explanation is run to its end, and drawn with all that it has derived); a board of
            ``best``; a :class:`.Picture`, such as ``explanation.picture(3)``, the third step.
        theme: "auto": light, and dark where the reader's system is dark; or "light", or "dark".
        ids: what the ids within the file begin with.  Different pictures have different ids
            anyway; say one for a page of HTML that shows the same picture twice.

    Raises:
        PuzzleError: ``x`` has no picture, or there is no such theme.

    >>> import pyasp_puzzles as pp
    >>> pp.svg(pp.load("packing", "soma"))[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """
    if theme not in THEMES:
        raise PuzzleError(f"found theme {theme!r}, expected {', '.join(THEMES)}")
    return svg_of(one_picture(pictures_of(x)), theme=theme, ids=ids)


def pictures_of(x: Any) -> list[Picture]:
    """The pictures of a board or a result: one, or several that belong together.

    Raises:
        PuzzleError: it has none.
    """
    if isinstance(x, Picture):
        return [x]
    found = getattr(x, "pictures", getattr(x, "picture", None))
    if callable(found):
        found = found()
    if isinstance(found, Picture):
        return [found]
    if isinstance(found, Sequence) and found:
        return list(found)
    if found == [] and hasattr(x, "instance"):  # drawing the only answer would tell it
        return [puzzle_of(x.instance).picture(x.instance, None)]
    if hasattr(x, "picture") or hasattr(x, "pictures"):
        raise PuzzleError(f"found {type(x).__name__} without a picture, expected something to draw")
    return [puzzle_of(x).picture(x, None)]


def one_picture(pictures: Sequence[Picture]) -> Picture:
    """Pictures that belong together as one: all panels, no solid, all lines of legends once."""
    first = pictures[0]
    if len(pictures) == 1:
        return first
    panels = (
        replace(panel, caption=", ".join(filter(None, (heading, panel.caption))), line=line)
        for line, picture in enumerate(pictures)
        for heading in ["" if picture.title == first.title else picture.title]
        for panel in picture.panels
    )
    legend = dict.fromkeys(entry for picture in pictures for entry in picture.legend)
    return replace(first, panels=tuple(panels), legend=tuple(legend), solid=())
