"""Two or more pictures of one board side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pyasp_puzzles.pictures.picture import Panel, Picture


def beside(pictures: Sequence[Picture], captions: Sequence[str]) -> Picture:
    """One picture of several, with a caption for each; panels of the instance stand there once.

    >>> from pyasp_puzzles.pictures.picture import Tile
    >>> rules = Panel((Tile(1, 1, "<5", given=True),), "regions")
    >>> first, second = (Panel((Tile(1, 1, pips),), "pips") for pips in "34")
    >>> both = beside([Picture("P", (rules, first)), Picture("P", (rules, second))], ["a", "b"])
    >>> [panel.caption for panel in both.panels]
    ['regions', 'a, pips', 'b, pips']
    """
    common = [
        panel
        for panel in pictures[0].panels
        if all(tile.given for tile in panel.tiles)
        and all(panel in other.panels for other in pictures[1:])
    ]
    panels: list[Panel] = [*common]
    for picture, caption in zip(pictures, captions, strict=True):
        for panel in picture.panels:
            if panel not in common:
                words = ", ".join(filter(None, (caption, panel.caption)))
                panels.append(replace(panel, caption=words))
    legend = dict.fromkeys(entry for picture in pictures for entry in picture.legend)
    solid = pictures[0].solid if len(pictures) == 1 else ()
    return Picture(pictures[0].title, tuple(panels), tuple(legend), solid)


def in_rows(pictures: Sequence[Picture], captions: Sequence[str]) -> list[Picture]:
    """The pictures side by side, if each has one panel of its own; else one below the other."""
    both = beside(pictures, captions)
    own = len(both.panels) // len(pictures)
    if own == 1:
        return [both]
    rows = [
        replace(beside([picture], [caption]), legend=(), title="")
        for picture, caption in zip(pictures, captions, strict=True)
    ]
    rows[0] = replace(rows[0], title=both.title)
    rows[-1] = replace(rows[-1], legend=both.legend)
    return rows
