"""Draws pictures on a terminal, with rich: box-drawing walls, coloured backgrounds, labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.text import Text

from pyasp_puzzles.pictures.picture import BROKEN, Compass, Panel, Picture, Role, Tile
from pyasp_puzzles.pictures.roles import signed
from pyasp_puzzles.pictures.walls import Walls

# Background colours for black text (xterm's 256 colours); neighbours in the list differ in hue.
PALETTE = (
    *(210, 117, 150, 222, 183, 80, 216, 147, 191, 180, 218, 109),
    *(144, 175, 75, 107, 229, 139, 173, 159, 203, 252, 113, 105),
)
_ROWS: tuple[tuple[Compass | None, ...], ...] = (
    ("NW", "N", "NE"),
    ("W", None, "E"),
    ("SW", "S", "SE"),
)
_ROLES: dict[Role, str] = {
    "given": "bold",
    "known": "",
    "reason": "bold underline",
    "new": "bold color(16) on color(46)",
    "wrong": "bold color(231) on color(160)",
    "differs": "bold color(16) on color(226)",
}
_GAP = "   "
_MOST_TILES = 10_000


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
    blocks = [_panel(panel, width, coloured) for panel in panels]
    for row in _rows_of_blocks(blocks, width):
        yield from _beside(row)
    yield from _legend(picture, width, coloured)
    yield from _roles_legend(picture, coloured)


def _rows_of_blocks(blocks: Sequence[list[Text]], width: int) -> Iterator[list[list[Text]]]:
    row: list[list[Text]] = []
    used = 0
    for block in blocks:
        wide = _width(block)
        if row and used + len(_GAP) + wide > width:
            yield row
            row, used = [], 0
        used += wide + (len(_GAP) if row else 0)
        row.append(block)
    if row:
        yield row


def _beside(blocks: list[list[Text]]) -> Iterator[Text]:
    widths = [_width(block) for block in blocks]
    for number in range(max(map(len, blocks))):
        line = Text()
        start = 0
        for block, wide in zip(blocks, widths, strict=True):
            if number < len(block) and block[number]:
                line.append(" " * (start - line.cell_len))
                line.append_text(block[number])
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
            style = _ROLES["wrong"] if broken else _background(entry.colour, coloured)
            line.append(f" {entry.key} ", style=style)
            line.append(" ")
        entries.append(line.append(entry.meaning))
    if not entries:
        return
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
    used = {tile.role for panel in picture.panels for tile in panel.tiles}
    if not used - {None, "given", "known"}:
        return
    line = Text()
    for role, style in _ROLES.items():
        if role in used:
            line.append(_GAP if line else " ")
            line.append(signed("x", role), style if coloured else "").append(f" {role}")
    yield line


def _background(colour: int | None, coloured: bool) -> Style:
    if colour is None or not coloured:
        return Style()
    return Style.parse(f"color(16) on color({PALETTE[colour % len(PALETTE)]})")


def _panel(panel: Panel, width: int, coloured: bool) -> list[Text]:
    mixed = len({tile.given for tile in panel.tiles if tile.text and tile.group is not None}) == 2
    block = [Text(panel.caption, style="dim" if coloured else "")] if panel.caption else []
    rows, columns = (_extent(numbers) for numbers in zip(*map(_position, panel.tiles), strict=True))
    if rows * columns > _MOST_TILES:
        return [*block, Text(f"({rows} rows, {columns} columns: too large to draw)")]
    if panel.lattice == "square":
        return block + _walled(panel.tiles, width, coloured, mixed)
    return block + _staggered(panel, coloured, mixed)


def _position(tile: Tile) -> tuple[int, int]:
    return tile.row, tile.column


def _extent(numbers: Sequence[int]) -> int:
    return max(numbers) - min(numbers) + 1


def _label(tile: Tile, coloured: bool, mixed: bool) -> tuple[str, Style]:
    """The text of a tile; a clue among derived texts is bold, or in brackets without colour.

    A role has its signs with colours, too.
    """
    background = _background(tile.colour, coloured)
    if tile.role:
        style = Style.parse(_ROLES[tile.role]) if coloured else Style()
        return signed(tile.text, tile.role), background + style
    if not (tile.given and mixed and tile.text):
        return tile.text, background
    if not coloured:
        return f"[{tile.text}]", background
    return tile.text, background + Style(bold=True, underline=True)


def _walled(tiles: Sequence[Tile], width: int, coloured: bool, mixed: bool) -> list[Text]:
    """Draw square tiles with walls between groups; marks are left out if they do not fit."""
    walls = Walls(tiles)
    at, rows, columns = walls.at, walls.rows, walls.columns
    marked, wide = _fitted(tiles, len(columns), width, coloured, mixed)
    parts = _ROWS if marked else _ROWS[1:2]
    lines = []
    for row in range(rows.start, rows.stop + 1):
        line = Text()
        for column in range(columns.start, columns.stop + 1):
            corner = walls.corner(row, column)
            line.append(corner, _joint_style(at, row, column, corner, coloured))
            if column in columns:
                walled = walls.above(row, column)
                style = Style() if walled else _gap_style(at, row, column, 1, 0, coloured)
                side = Text(("─" if walled else " ") * wide, style)
                line.append_text(_broken(side, walls.broken_above(row, column), coloured))
        lines.append(line)
        if row not in rows:
            continue
        for part in parts:
            line = Text()
            for column in range(columns.start, columns.stop + 1):
                walled = walls.left(row, column)
                style = Style() if walled else _gap_style(at, row, column, 0, 1, coloured)
                side = Text("│" if walled else " ", style)
                line.append_text(_broken(side, walls.broken_left(row, column), coloured))
                if column in columns:
                    tile = at.get((row, column))
                    line.append_text(_tile_line(tile, part, wide, coloured, mixed, marked))
            lines.append(line)
    return [line for line in lines if line.plain.strip()]


def _broken(side: Text, broken: bool, coloured: bool) -> Text:
    """A piece of a wall or gap, with signs if the tiles on both sides do not fit."""
    if not broken:
        return side
    return Text(BROKEN * side.cell_len, _ROLES["wrong"] if coloured else "")


def _joint_style(
    at: dict[tuple[int, int], Tile], row: int, column: int, joint: str, coloured: bool
) -> Style:
    """The style of a corner; without walls it is inside one group and has its background."""
    return _gap_style(at, row, column, 1, 1, coloured) if joint == " " else Style()


def _gap_style(
    at: dict[tuple[int, int], Tile], row: int, column: int, up: int, left: int, coloured: bool
) -> Style:
    """The style of a gap: the background of the last tile, if all tiles around it have one."""
    around = [at.get((r, c)) for r in {row - up, row} for c in {column - left, column}]
    tile = at.get((row, column))
    if tile is None or any(other is None or other.colour is None for other in around):
        return Style()
    return _background(tile.colour, coloured)


def _fitted(
    tiles: Sequence[Tile], columns: int, width: int, coloured: bool, mixed: bool
) -> tuple[bool, int]:
    """Whether there is room for the marks, and the width of a tile."""
    for marked in (True, False):
        if marked and not any(tile.marks for tile in tiles):
            continue
        wide = _tile_width(tiles, coloured, mixed, marked)
        if columns * (wide + 1) + 1 <= width:
            return marked, wide
    label = max(cell_len(_label(tile, coloured, mixed)[0]) for tile in tiles)
    return False, max(label, 1, min(wide, (width - 1) // columns - 1))


def _tile_width(tiles: Sequence[Tile], coloured: bool, mixed: bool, marked: bool) -> int:
    middle = max((cell_len(_label(tile, coloured, mixed)[0]) for tile in tiles), default=1)
    if not marked:
        return max(3, middle + (middle == 2))

    def longest(*sides: Compass) -> int:
        marks = (tile.marks[side] for tile in tiles for side in sides if side in tile.marks)
        return max((cell_len(mark.text) for mark in marks), default=0)

    edges = 2 * longest("W", "E")
    corners = 2 * longest("NW", "NE", "SW", "SE")
    return max(5, edges + max(3, middle + 2), corners + max(3, longest("N", "S") + 2))


def _tile_line(
    tile: Tile | None,
    part: tuple[Compass | None, ...],
    wide: int,
    coloured: bool,
    mixed: bool,
    marked: bool,
) -> Text:
    """One line of a tile: left mark, middle, right mark."""
    if tile is None:
        return Text(" " * wide)
    background = _background(tile.colour, coloured)
    pieces: list[tuple[str, Style]] = []
    for side in part:
        mark = tile.marks.get(side) if side and marked else None
        if side is None:
            pieces.append(_label(tile, coloured, mixed))
        elif mark is not None:
            pieces.append((mark.text, _background(mark.colour, coloured) or background))
        else:
            pieces.append(("", background))
    left, middle, right = pieces
    before = (wide - cell_len(middle[0])) // 2 - cell_len(left[0])
    after = wide - cell_len(left[0]) - before - cell_len(middle[0]) - cell_len(right[0])
    text = Text()
    for words, style in (
        left,
        (" " * before, background),
        middle,
        (" " * after, background),
        right,
    ):
        text.append(words, style)
    return text


def _staggered(panel: Panel, coloured: bool, mixed: bool) -> list[Text]:
    """Draw hexagons or triangles as rows of labels, shifted by half a tile from row to row."""
    hexagonal = panel.lattice == "hexagonal"
    longest = max(cell_len(_label(tile, coloured, mixed)[0]) for tile in panel.tiles)
    half = (max(3, longest + longest % 2 + 1) + 1) // 2 if hexagonal else longest + 2

    def place(tile: Tile) -> int:
        return 2 * tile.column - tile.row if hexagonal else tile.column

    left = min(place(tile) for tile in panel.tiles)
    at = {(tile.row, tile.column): tile for tile in panel.tiles}
    rows = sorted({tile.row for tile in panel.tiles})
    lines = []
    for row in range(rows[0], rows[-1] + 1):
        line = Text()
        for tile in sorted((t for t in panel.tiles if t.row == row), key=place):
            words, style = _label(tile, coloured, mixed)
            start = (place(tile) - left) * half
            line.append(" " * (start - line.cell_len))
            if hexagonal:
                line.append(words.center(2 * half - 1), style)
                following = at.get((row, tile.column + 1))
                if following and following.group is not None and following.group == tile.group:
                    line.append(" ", style)
            else:
                left_side, right_side = "/\\" if (tile.row + tile.column) % 2 == 0 else "\\/"
                if line.cell_len == start:  # otherwise the neighbour has drawn the common side
                    line.append(left_side, style)
                line.append(words.center(half - 1), style)
                line.append(right_side, style)
        lines.append(line)
    return lines
