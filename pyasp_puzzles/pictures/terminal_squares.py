"""Draws a panel of squares on a sheet of signs: walls, tiles with their marks, segments, dots.

Also how texts and grounds look: colours, styles of roles, brackets around clues.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from math import ceil

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from pyasp_puzzles.pictures.picture import BROKEN, Compass, Dot, Panel, Role, Segment, Tile
from pyasp_puzzles.pictures.positions import Place, kind, middle
from pyasp_puzzles.pictures.roles import signed

# Background colours for black text (xterm's 256 colours); neighbours in the list differ in hue.
PALETTE = (
    *(210, 117, 150, 222, 183, 80, 216, 147, 191, 180, 218, 109),
    *(144, 175, 75, 107, 229, 139, 173, 159, 203, 252, 113, 105),
)
ROLE_STYLES: Mapping[Role, str] = {
    "given": "bold",
    "known": "",
    "reason": "bold underline",
    "new": "bold color(16) on color(46)",
    "wrong": "bold color(231) on color(160)",
    "differs": "bold color(16) on color(226)",
}
SHADE = "█"
"""The sign of a black cell."""
PLAIN = Style()


@dataclass(frozen=True)
class Ink:
    """Whether there are colours, and whether only some of the texts are clues."""

    coloured: bool
    mixed: bool

    def ground(self, colour: int | None) -> Style:
        """The style of a ground with a colour of the palette."""
        return self.line(colour, "color(16) on ")

    def line(self, colour: int | None, before: str = "") -> Style:
        if colour is None or not self.coloured:
            return PLAIN
        return Style.parse(f"{before}color({PALETTE[colour % len(PALETTE)]})")

    def role(self, role: Role | None) -> Style:
        return Style.parse(ROLE_STYLES[role]) if role and self.coloured else PLAIN

    def label(self, tile: Tile) -> tuple[str, Style]:
        """The text of a tile; a clue among derived texts is bold, or in brackets without colour.

        A role has its signs with colours, too.
        """
        ground, text = self.ground(tile.colour), tile.text or SHADE * tile.shaded
        if tile.role:
            return signed(text, tile.role), ground + self.role(tile.role)
        if not (tile.given and self.mixed and tile.text) or tile.shaded:
            return text, ground
        if self.coloured:
            return text, ground + Style(bold=True, underline=True)
        return f"[{text}]", ground


_ROWS: tuple[tuple[Compass | None, ...], ...] = (
    ("NW", "N", "NE"),
    ("W", None, "E"),
    ("SW", "S", "SE"),
)
_NO_LINE = "×"
_SIGNS = {"filled": "●", "open": "○", "point": "·", "text": ""}
# Joints of lines; index: sum of left 1, up 2, right 4, down 8.
_LIGHT = " ╴╵┘╶─└┴╷┐│┤┌┬├┼"
_HEAVY = " ╸╹┛╺━┗┻╻┓┃┫┏┳┣╋"
_DOUBLE = " ═║╝══╚╩║╗║╣╔╦╠╬"
_WITHIN_CAGE = "╏╍"
"""Walls through which a cage goes on: one at the left of a cell, one above it."""
_LEFT, _UP, _RIGHT, _DOWN = 1, 2, 4, 8


def sign_of(dot: Dot) -> str:
    return dot.text or _SIGNS[dot.shape]


_Groups = Mapping[tuple[int, int], Hashable]


def _one_text(tile: Tile) -> bool:
    """Whether a tile shows one text at most, which is about the tile as a whole."""
    marked = bool(tile.marks and tile.text.strip("·"))
    return tile.figure is None and tile.marks.keys() <= {"NW"} and not marked


class SquareSheet:
    """A panel of squares on a sheet of signs; marks are left out if they do not fit.

    Attributes:
        signs: by line and column of the sheet; a wide sign has an empty one behind it.
        as_text: whether marks are shown as texts of tiles: a tile has one of both.
        lined: whether there is something on edges or corners.
        wide, high: columns and lines of a tile.
        fits: whether all tiles fit in the width, with their marks.
    """

    def __init__(self, panel: Panel, width: int, ink: Ink) -> None:
        self.panel, self.ink = panel, ink
        self.signs: dict[int, dict[int, tuple[str, Style]]] = defaultdict(dict)
        self.at = {(tile.row, tile.column): tile for tile in panel.tiles}
        self.rows = range(min(r for r, _ in self.at), max(r for r, _ in self.at) + 1)
        self.columns = range(min(c for _, c in self.at), max(c for _, c in self.at) + 1)
        beside = any(kind(dot.place) != "cell" for dot in panel.dots)
        self.lined = beside or bool(panel.segments) or panel.grid == "points"
        self.groups = {at: tile.group for at, tile in self.at.items()}
        self.cages = {at: number for number, cage in enumerate(panel.cages) for at in cage}
        self.as_text = not panel.cages and all(map(_one_text, panel.tiles))
        self.room = width - 1 - sum(wide + 1 for wide in self._narrow.values())
        self.marked, self.wide, self.fits = self._fitted()
        self.high = 3 if self.marked else 1
        wide = (self._narrow.get(column, self.wide) + 1 for column in self.columns)
        left = accumulate(wide, initial=0)
        self.left = dict(zip(range(self.columns.start, self.columns.stop + 1), left, strict=True))

    def lines(self) -> list[Text]:
        for tile in self.panel.tiles:
            line, start = self._corner(tile.row, tile.column)
            ground = (SHADE if tile.shaded else " ") * self._width(tile.column)
            for further in range(1, self.high + 1):
                self._put(line + further, start + 1, ground, self.ink.ground(tile.colour))
        for row in range(self.rows.start, self.rows.stop + 1):
            for column in range(self.columns.start, self.columns.stop + 1):
                self._draw_frame(row, column)
        for tile in self.panel.tiles if self.panel.grid == "none" else ():
            y, x = self._middle((tile.row, tile.column))
            self._put(y, x, "·" if tile.group is not None else " ", PLAIN)
        self._draw_segments()
        for tile in self.panel.tiles:
            self._draw_content(tile)
        for dot in self.panel.dots:
            if kind(dot.place) != "cell":
                self._write(dot.place, sign_of(dot), dot.role, dot.colour)
        lines = list(self._sheet())
        inked = [number for number, line in enumerate(lines) if line.plain.strip()]
        if self.lined and inked:
            return lines[inked[0] : inked[-1] + 1]
        return [lines[number] for number in inked]

    # The sheet

    def _put(self, line: int, column: int, text: str, style: Style) -> None:
        row = self.signs[line]
        if text.isascii():  # most of a board
            row.update(enumerate(((sign, style) for sign in text), start=column))
            return
        for sign in text:
            wide = cell_len(sign)
            if wide == 0 and column - 1 in row:
                row[column - 1] = row[column - 1][0] + sign, row[column - 1][1]
                continue
            row[column] = sign, style
            if wide == 2:
                row[column + 1] = "", style
            column += wide

    def _sheet(self) -> Iterator[Text]:
        columns = [column for row in self.signs.values() for column in row]
        left, right = min(columns), max(columns)  # signs of roles stand beside the outer walls
        for number in range(max(self.signs) + 1):
            text, words, last = Text(), "", PLAIN
            for column in range(left, right + 1):
                sign, style = self.signs[number].get(column, (" ", PLAIN))
                if style != last:
                    text.append(words, last)
                    words, last = "", style
                words += sign
            yield text.append(words, last)

    def _write(self, place: Place, text: str, role: Role | None, colour: int | None = None) -> None:
        """Write a text over the middle of a place, between the signs of its role."""
        y, x = self._middle(place)
        words = signed(text, role) if role else text
        style = self.ink.role(role) or self.ink.line(colour)
        self._put(y, x - (cell_len(words) - 1) // 2, words, style)

    # Sizes

    def _fitted(self) -> tuple[bool, int, bool]:
        """Whether there is room for the marks, the width of a tile, and whether all fits."""
        sides = {side for tile in self._wide_tiles for side in tile.marks}
        able, clues = bool(sides) and not self.as_text, sides & {"NW", "NE", "SW", "SE"}
        every = len(self.columns) - len(self._narrow)
        for marked in (True, False) if able else (False,):
            wide = self._tile_width(marked)
            fits = every * (wide + 1) <= self.room
            if fits or (marked and clues):
                return marked, wide, fits and marked == able
        least = self._least()
        return False, max(least, min(wide, self.room // every - 1)), False

    @property
    def most(self) -> int:
        """How many columns of tiles there is room for, with all their marks."""
        able = not self.as_text and any(tile.marks for tile in self._wide_tiles)
        wide = self._tile_width(marked=True) if able else self._least()
        return self.room // (1 + wide) + len(self._narrow)

    @cached_property
    def _wide_tiles(self) -> list[Tile]:
        """The tiles that are all of one width."""
        return [tile for tile in self.panel.tiles if tile.column not in self._narrow]

    def _least(self) -> int:
        return max(1, *(cell_len(self._label(tile)[0]) for tile in self._wide_tiles))

    @cached_property
    def _narrow(self) -> dict[int, int]:
        """The widths of the columns that hold lists of numbers to the left of the board."""
        if self.columns.start >= 0:
            return {}
        board = {t.column for t in self.panel.tiles if (t.group, t.cell) != (None, None)}
        found: dict[int, int] = {}
        for tile in self.panel.tiles:
            if tile.column not in board:
                wide = cell_len(self._label(tile)[0])
                found[tile.column] = max(found.get(tile.column, 1), wide)
        return found

    def _width(self, column: int) -> int:
        """The width of the tiles of a column."""
        return self._narrow.get(column, self.wide)

    def _label(self, tile: Tile) -> tuple[str, Style]:
        if not (self.as_text and tile.marks):
            return self.ink.label(tile)
        [mark] = tile.marks.values()
        return self.ink.label(replace(tile, text=mark.text + tile.text.strip("·")))

    def _tile_width(self, marked: bool) -> int:
        tiles = self._wide_tiles
        beside = [2 * (tile.shaded and bool(tile.text or tile.role)) for tile in tiles]
        labels = (cell_len(self._label(tile)[0]) for tile in tiles)
        label = max(map(sum, zip(labels, beside, strict=True)), default=1)
        if not marked:
            signs = self.lined and any(item.role for item in self.panel.lines_and_dots)
            return max(3, label + 2 * signs + (label == 2)) | self.lined
        marks = (tile.marks.get(side) for tile in tiles for side in ("W", "E"))
        longest = max((cell_len(mark.text) for mark in marks if mark), default=0)
        rows = (
            [tile.marks.get(side) for side in part if side] for tile in tiles for part in _ROWS[::2]
        )
        texts = ([cell_len(mark.text) if mark else 0 for mark in row] for row in rows)
        corners = max(sum(row) + 2 * bool(row[1]) + bool(row[0] and row[2]) for row in texts)
        return max(5, 2 * longest + max(3, label + 2), corners) | self.lined

    def _corner(self, row: int, column: int) -> tuple[int, int]:
        """Line and column of the sheet at the upper left corner of a tile."""
        return (row - self.rows.start) * (self.high + 1), self.left[column]

    def _middle(self, place: Place) -> tuple[int, int]:
        """Line and column of the sheet at the middle of a place."""
        row, column = middle(place)
        y, x = self._corner(ceil(row), ceil(column))
        y += 1 + self.high // 2 if row % 1 == 0 else 0
        return y, x + (1 + self._width(int(column)) // 2 if column % 1 == 0 else 0)

    # Walls

    def _draw_frame(self, row: int, column: int) -> None:
        """Draw the corner at the upper left of a position, its upper side and its left side."""
        line, start = self._corner(row, column)
        arms = self._arms(row, column, self.groups)
        sign = (_HEAVY if self.cages else _LIGHT)[arms]
        if self.cages and not arms:
            sign = _LIGHT[self._arms(row, column, self.cages)]
        if self.panel.grid != "walls":
            around = [self.groups.get((r, c)) for r in (row - 1, row) for c in (column - 1, column)]
            dotted = self.panel.grid == "points" and around != [None] * 4
            sign = "·" if dotted else " "
        self._put(line, start, sign, PLAIN if arms else self._gap_style(row, column, 1, 1))
        if column in self.columns:
            self._draw_side(line, start + 1, row, column, up=1)
        for further in range(self.high if row in self.rows else 0):
            self._draw_side(line + 1 + further, start, row, column, up=0)

    def _draw_side(self, line: int, start: int, row: int, column: int, up: int) -> None:
        walled = self._wall(row, column, up, self.groups)
        style = PLAIN if walled else self._gap_style(row, column, up, 1 - up)
        drawn = self.panel.grid == "walls"
        joints = _HEAVY if self.cages and walled else _LIGHT
        caged = bool(self.cages) and self._wall(row, column, up, self.cages)
        wall = joints[_LEFT + _RIGHT if up else _UP + _DOWN] if walled or caged else " "
        if walled and not caged and (row, column) in self.cages:
            wall = _WITHIN_CAGE[up]
        wall = wall if drawn else " "
        here, there = self.at.get((row, column)), self.at.get((row - up, column - 1 + up))
        ours, theirs = ("N", "S") if up else ("W", "E")
        if (here and ours in here.broken) or (there and theirs in there.broken):
            wall, style = BROKEN, self.ink.role("wrong")
        self._put(line, start, wall * (self._width(column) if up else 1), style)

    def _arms(self, row: int, column: int, of: _Groups) -> int:
        """Which walls meet at the upper left corner of a position."""
        arms = _LEFT * self._wall(row, column - 1, 1, of)
        arms += _UP * self._wall(row - 1, column, 0, of)
        arms += _RIGHT * self._wall(row, column, 1, of)
        return arms + _DOWN * self._wall(row, column, 0, of)

    def _wall(self, row: int, column: int, up: int, of: _Groups) -> bool:
        """Whether a wall stands between a position and the one above it, or else to its left."""
        return of.get((row, column)) != of.get((row - up, column - 1 + up))

    def _gap_style(self, row: int, column: int, up: int, left: int) -> Style:
        """The style of a gap: the background of the last tile, if all tiles around have one."""
        around = [self.at.get((r, c)) for r in {row - up, row} for c in {column - left, column}]
        tile = self.at.get((row, column))
        bare = any(other is None or other.colour is None for other in around)
        return PLAIN if tile is None or bare else self.ink.ground(tile.colour)

    # Tiles

    def _draw_content(self, tile: Tile) -> None:
        """Write the label of a tile, and its marks where there is room."""
        line, start = self._corner(tile.row, tile.column)
        _, centre = self._middle((tile.row, tile.column))
        for further, part in enumerate(_ROWS if self.marked else _ROWS[1:2], start=1):
            for number, side in enumerate(part):
                if side is None:
                    text, style = self._label(tile)
                    passed = self.lined and self.signs[line + further][centre][0] != " "
                    if passed and text == "·":
                        continue
                elif self.marked and side in tile.marks:
                    mark = tile.marks[side]
                    text = mark.text
                    style = self.ink.ground(mark.colour) or self.ink.ground(tile.colour)
                else:
                    continue
                room = self._width(tile.column) - cell_len(text)
                self._put(line + further, start + 1 + (0, room // 2, room)[number], text, style)

    # Segments

    def _draw_segments(self) -> None:
        arms: dict[tuple[int, int], int] = defaultdict(int)
        looks: dict[tuple[int, int], tuple[str, Style]] = {}
        for segment in (each for each in self.panel.segments if each.lines):
            joints = _DOUBLE if segment.lines > 1 else _LIGHT if segment.given else _HEAVY
            points = list(self._points(segment))
            lying = points[0][0] == points[-1][0]
            first, last = (_RIGHT, _LEFT) if lying else (_DOWN, _UP)
            for number, point in enumerate(points):
                arms[point] |= first * (number < len(points) - 1) | last * (number > 0)
                looks[point] = joints, self.ink.line(segment.colour)
        for (line, column), around in arms.items():
            joints, style = looks[line, column]
            self._put(line, column, joints[around], style)
        for segment in self.panel.segments:
            y, x = self._middle(segment.place)
            sign = self.signs[y][x][0] if segment.lines else _NO_LINE
            if segment.role or not segment.lines:
                self._write(segment.place, sign, segment.role, segment.colour)

    def _points(self, segment: Segment) -> Iterator[tuple[int, int]]:
        """The points of the sheet on a segment, from its one end to the other."""
        row, column, row2, column2 = segment.place
        if segment.across:
            (y, x), (y2, x2) = self._middle((row, column)), self._middle((row2, column2))
        else:
            y, x = self._corner(row2, column2)
            y2, x2 = self._corner(row2 + (row == row2), column2 + (row != row2))
        yield from ((line, c) for line in range(y, y2 + 1) for c in range(x, x2 + 1))
