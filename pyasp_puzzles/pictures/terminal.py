"""Draws pictures on a terminal, with rich: box-drawing walls, coloured backgrounds, labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pyasp_puzzles.pictures.picture import BROKEN, Picture
from pyasp_puzzles.pictures.roles import signed, used_roles
from pyasp_puzzles.pictures.terminal_ink import ROLE_STYLES, background
from pyasp_puzzles.pictures.terminal_panels import panel_lines

_GAP = "   "


class TerminalPicture:
    """A picture as a rich renderable: ``rich.print(TerminalPicture(picture))``."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        coloured = console.color_system is not None and not console.no_color
        for line in draw(self.picture, options.max_width, coloured):
            if not coloured:
                line.rstrip()
            yield line


def plain(picture: Picture, width: int = 80) -> str:
    """The picture as text without colours, in lines of at most ``width`` columns if possible.

    This uses no console of rich, which would show HTML in a notebook.

    Returns:
        Lines joined by newlines, without trailing spaces.
    """
    lines = []
    for line in draw(picture, width, coloured=False):
        line.expand_tabs()
        lines += line.plain.splitlines() or [""]
    return "\n".join(line.rstrip() for line in lines)


def draw(picture: Picture, width: int, coloured: bool) -> Iterator[Text]:
    """The lines of a picture: title, panels side by side if they fit, legend."""
    if picture.title:
        yield Text(picture.title, style="bold" if coloured else "")
    panels = (panel for panel in picture.panels if panel.medium != "shapes")
    row: list[list[Text]] = []
    for block in (panel_lines(panel, width, coloured) for panel in panels):
        if row and sum(len(_GAP) + _width(each) for each in row) + _width(block) > width:
            yield from _side_by_side(row)
            row = []
        row.append(block)
    yield from _side_by_side(row)
    yield from _legend(picture, width, coloured)
    yield from _roles_legend(picture, coloured)


def _side_by_side(blocks: Sequence[list[Text]]) -> Iterator[Text]:
    widths = [_width(block) for block in blocks]
    for parts in zip_longest(*blocks):
        line, start = Text(), 0
        for part, wide in zip(parts, widths, strict=True):
            if part:
                line.append(" " * (start - line.cell_len))
                line.append_text(part)
            start += wide + len(_GAP)
        yield line


def _width(block: Iterable[Text]) -> int:
    return max((line.cell_len for line in block), default=0)


def _legend(picture: Picture, width: int, coloured: bool) -> Iterator[Text]:
    entries = []
    for entry in picture.legend:
        if entry.medium == "shapes":
            continue
        line = Text()
        if entry.key:
            broken = entry.key == BROKEN and coloured
            style = ROLE_STYLES["wrong"] if broken else background(entry.colour, coloured)
            line.append(f" {entry.key} ", style=style)
            line.append(" ")
        entries.append(line.append(entry.meaning))
    wide = _width(entries) + len(_GAP)
    columns = max(1, (width + len(_GAP)) // wide) if len(entries) > 3 else 1
    height = -(-len(entries) // columns)
    for number in range(height):
        line = Text()
        for entry_line in entries[number::height]:
            line.append_text(entry_line)
            line.append(" " * (wide - entry_line.cell_len))
        line.rstrip()
        yield line


def _roles_legend(picture: Picture, coloured: bool) -> Iterator[Text]:
    """The signs of the roles in a picture, in one line."""
    used = used_roles(picture.panels)
    if not used - {None, "given", "known"}:
        return
    line = Text()
    for role, style in ROLE_STYLES.items():
        if role in used:
            line.append(_GAP if line else " ")
            line.append(signed("x", role), style if coloured else "").append(f" {role}")
    yield line
