"""Puts roles on tiles by their cells: given, known, reason, new, wrong, differs."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import replace

from pyasp_puzzles.pictures.picture import Compass, Mark, Panel, Picture, Role, Tile

Cell = tuple[int, ...]

SIGNS: Mapping[Role, str] = {
    "given": "[]",
    "known": "",
    "reason": "()",
    "new": "**",
    "wrong": "!!",
    "differs": "<>",
}
"""The signs left and right of the text of a tile with a role, so that no role needs a colour."""


def signed(text: str, role: Role) -> str:
    """A text between the signs of a role.

    >>> signed("4", "new"), signed("", "reason"), signed("4", "known")
    ('*4*', '( )', '4')
    """
    if not SIGNS[role]:
        return text
    return f"{SIGNS[role][0]}{text or ' '}{SIGNS[role][1]}"


def with_roles(
    picture: Picture, roles: Mapping[Cell, Role], texts: Mapping[Cell, str] | None = None
) -> Picture:
    """The picture with a role for each cell of the board.

    A cell that is not named is given or known, if its tile has a text that says so much.  A cell
    may have tiles in several panels; a panel of the instance alone, such as one with the rules of
    regions, shows only what is a reason.

    Args:
        roles: by the cell of the board.
        texts: by the cell, for tiles that show neither letter nor digit.
    """
    instance_only = [_instance_only(panel) for panel in picture.panels]
    if all(instance_only):
        instance_only = [False] * len(instance_only)
    panels = []
    for panel, only in zip(picture.panels, instance_only, strict=True):
        tiles = []
        for tile in panel.tiles:
            changed = _with_text(tile, texts or {}) if not only else tile
            tiles.append(replace(changed, role=_role(changed, roles, only)))
        panels.append(replace(panel, tiles=tuple(tiles)))
    return replace(picture, panels=tuple(panels))


def with_facts(picture: Picture, facts: Collection[str]) -> Picture:
    """The picture with the role "reason" for the labels and tags that show some facts."""
    panels = []
    for panel in picture.panels:
        tiles = (replace(t, role="reason") if t.fact in facts else t for t in panel.tiles)
        areas = (replace(a, role="reason") if a.fact in facts else a for a in panel.areas)
        panels.append(replace(panel, tiles=tuple(tiles), areas=tuple(areas)))
    return replace(picture, panels=tuple(panels))


def _instance_only(panel: Panel) -> bool:
    """Whether all tiles of a panel are part of the instance."""
    return all(tile.given or tile.cell is None for tile in panel.tiles)


def _says_something(tile: Tile) -> bool:
    return any(sign.isalnum() for sign in tile.text)


def _with_text(tile: Tile, texts: Mapping[Cell, str]) -> Tile:
    if tile.cell is None or tile.cell not in texts or _says_something(tile):
        return tile
    return replace(tile, text=texts[tile.cell])


def _role(tile: Tile, roles: Mapping[Cell, Role], only_reasons: bool) -> Role | None:
    if tile.cell is None:
        return None
    role = roles.get(tile.cell)
    if only_reasons:
        return role if role == "reason" else None
    if role is None and tile.group is not None and _says_something(tile):
        return "given" if tile.given else "known"
    return role


def marked(
    picture: Picture, cells: Collection[Cell], role: Role, than: Picture | None = None
) -> Picture:
    """The picture with a role for some cells; the others are drawn as before.

    Args:
        than: of a cell with several tiles, mark those that look different in this picture, which
            has the same tiles; all of them if none does.
    """
    drawn = with_roles(picture, dict.fromkeys(cells, role))
    others = dict(_looks(than)) if than else {}
    changed = {cell for (at, cell), look in _looks(picture) if others.get((at, cell)) != look}
    panels = []
    for number, (panel, before) in enumerate(zip(drawn.panels, picture.panels, strict=True)):
        tiles = []
        for tile, old in zip(panel.tiles, before.tiles, strict=True):
            same = tile.cell in changed and others.get((number, tile.cell)) == _look(old)
            tiles.append(tile if tile.role == role and not same else old)
        panels.append(replace(panel, tiles=tuple(tiles)))
    return replace(drawn, panels=tuple(panels))


def roles_of_cells(picture: Picture) -> dict[Cell, Role]:
    """The roles of cells, for the blocks of a solid: that of a block is the one of its tile."""
    tiles = (tile for panel in picture.panels for tile in panel.tiles)
    return {tile.cell: tile.role for tile in tiles if tile.cell is not None and tile.role}


Look = tuple[str, dict[Compass, Mark], Hashable]


def _looks(picture: Picture) -> Iterator[tuple[tuple[int, Cell], Look]]:
    """The tiles that show a cell, by the number of their panel and the cell."""
    for number, panel in enumerate(picture.panels):
        for tile in panel.tiles:
            if tile.cell is not None:
                yield (number, tile.cell), _look(tile)


def _look(tile: Tile) -> Look:
    return tile.text, tile.marks, tile.group
