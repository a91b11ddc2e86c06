"""Puts roles on tiles, segments and dots by their places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from typing import Any

from pyasp_puzzles.pictures.picture import Dot, Panel, Picture, Role, Segment, Tile
from pyasp_puzzles.pictures.positions import Place, kind

SIGNS: Mapping[Role, str] = {
    "given": "[]",
    "known": "",
    "reason": "()",
    "new": "**",
    "wrong": "!!",
    "differs": "<>",
}
"""The signs left and right of the text of a tile with a role, so that no role needs a colour."""

Item = Tile | Segment | Dot


def signed(text: str, role: Role) -> str:
    """A text between the signs of a role.

    >>> signed("4", "new"), signed("", "reason"), signed("4", "known")
    ('*4*', '( )', '4')
    """
    if not SIGNS[role]:
        return text
    return f"{SIGNS[role][0]}{text or ' '}{SIGNS[role][1]}"


def told_as_clues(panel: Panel, also: str = "") -> list[Tile]:
    """The clues among the texts in cells, if some of these are clues and others are not.

    Args:
        also: signs that count as texts, besides letters and digits.
    """
    cells = (tile for tile in panel.tiles if tile.group is not None and not tile.shaded)
    shown = [tile for tile in cells if tile.text and (says(tile.text) or tile.text in also)]
    clues = [tile for tile in shown if tile.given]
    return clues if len(clues) < len(shown) else []


def used_roles(panels: Iterable[Panel]) -> set[Role | None]:
    """The roles of what some panels show."""
    found: set[Role | None] = set()
    for panel in panels:
        found |= {item.role for item in _items(panel)} | {area.role for area in panel.areas}
    return found


def with_roles(picture: Picture, roles: Mapping[Place, Role]) -> Picture:
    """The picture with a role for each place of the board.

    A cell that is not named is given or known, if its tile has a text that says so much.  A place
    may be drawn in several panels; a panel of the instance alone, such as one with the rules of
    regions, shows only what is a reason.  An edge or a corner on which nothing is drawn gets an
    empty dot with the role.

    Args:
        roles: by the place of the board.
    """
    instance_only = [
        not panel.targets and all(item.given or not place_of(item) for item in _items(panel))
        for panel in picture.panels
    ]
    if all(instance_only):
        instance_only = [False] * len(instance_only)
    panels = []
    for panel, only in zip(picture.panels, instance_only, strict=True):
        own = {place: role for place, role in roles.items() if not only or role == "reason"}
        drawn = _changed(panel, partial(_told, roles=own, only=only))
        shown = set(map(place_of, _items(panel)))
        bare = (place for place in sorted(own.keys() - shown) if kind(place) != "cell" and not only)
        dots = (Dot(place, role=own[place]) for place in bare)
        panels.append(replace(drawn, dots=(*drawn.dots, *dots)))
    return replace(picture, panels=tuple(panels))


def _told(item: Item, roles: Mapping[Place, Role], only: bool) -> Item:
    """A tile, segment or dot with its role; ``only``: on a panel of the instance alone."""
    if not isinstance(item, Tile):
        return replace(item, role=roles.get(item.place) if kind(item.place) != "cell" else None)
    if item.cell is None:
        return replace(item, role=None)
    role = roles.get(item.cell)
    if role is None and not only and item.group is not None and says(item.text):
        role = "given" if item.given else "known"
    return replace(item, role=role)


def says(text: str) -> bool:
    """Whether a text has letters or digits."""
    return any(sign.isalnum() for sign in text)


def with_facts(picture: Picture, facts: Collection[str]) -> Picture:
    """The picture with the role "reason" for what shows some facts: tiles, tags, lines, dots."""

    def change(item: Any) -> Any:
        own = {item.fact, *(mark.fact for mark in getattr(item, "marks", {}).values())}
        return item if own.isdisjoint(facts) else replace(item, role="reason")

    panels = (
        replace(_changed(panel, change), areas=tuple(map(change, panel.areas)))
        for panel in picture.panels
    )
    return replace(picture, panels=tuple(panels))


def place_of(item: Item) -> Place | None:
    """The place of the board that something shows; ``None`` for a label."""
    return item.cell if isinstance(item, Tile) else item.place


def _items(panel: Panel) -> Iterator[Item]:
    return chain(panel.tiles, panel.segments, panel.dots)


def _changed(panel: Panel, change: Callable[[Any], Any]) -> Panel:
    """The panel with each tile, segment and dot changed."""
    tiles, segments, dots = (
        tuple(map(change, each)) for each in (panel.tiles, panel.segments, panel.dots)
    )
    return replace(panel, tiles=tiles, segments=segments, dots=dots)


def marked(
    picture: Picture, places: Collection[Place], role: Role, than: Picture | None = None
) -> Picture:
    """The picture with a role for some places; the others are drawn as before.

    Args:
        than: of a place drawn several times, mark what looks different in this picture, which has
            the same panels; all of it if nothing does.
    """
    drawn = with_roles(picture, dict.fromkeys(places, role))
    looks, others = _looks(picture), _looks(than) if than else {}
    changed = {place for (at, place), look in looks.items() if others.get((at, place)) != look}
    panels = []
    for number, (panel, before) in enumerate(zip(drawn.panels, picture.panels, strict=True)):
        old = chain(_items(before), repeat(None))
        was = dict(zip(map(id, _items(panel)), old, strict=False))

        def as_before(item: Item, number: int = number, was: Any = was) -> Item:
            place = place_of(item)
            same = place in changed and others.get((number, place)) == looks.get((number, place))
            return item if item.role == role and not same else was[id(item)] or item

        panels.append(_changed(panel, as_before))
    return replace(drawn, panels=tuple(panels))


def roles_of_cells(picture: Picture) -> dict[Place, Role]:
    """The roles of cells, for the prisms of a solid: that of a prism is the one of its tile."""
    tiles = (tile for panel in picture.panels for tile in panel.tiles)
    return {tile.cell: tile.role for tile in tiles if tile.cell is not None and tile.role}


def _looks(picture: Picture) -> dict[tuple[int, Place], list[object]]:
    """How each place looks, by the number of the panel and the place."""
    found = defaultdict(list)
    for number, panel in enumerate(picture.panels):
        for item in _items(panel):
            if place := place_of(item):
                found[number, place].append(_look(item))
    return found


def _look(item: Item) -> object:
    if isinstance(item, Tile):
        return item.text, item.marks, item.group, item.shaded
    return (item.across, item.lines) if isinstance(item, Segment) else (item.shape, item.text)
