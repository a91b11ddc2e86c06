"""What can be laid where on a board, as JSON values from which a page makes moves by itself.

Comes in: a board and the marks of its puzzle. Goes out: for each tool in each pose the atoms that
it says and the places that it covers, in a closed form where there is one, and what it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise
from typing import Any

from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.pieces import Poses
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import Laid, MoveError, Tool
from pyasp_puzzles.core.errors import nouns
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.positions import kind
from pyasp_puzzles.pictures.svg.changes import changes

MOST_WAYS = 60_000
"""Where tools lie in more ways than this, a server lists no moves: it would take seconds."""

_MOST_SKETCHES = 1_000  # pictures of ways that differ from place to place
_SAMPLES = 3  # ways of a tool whose looks are compared
_NUMBER = re.compile(r'(?<![\w"-])-?\d+(?![\w"])')


@dataclass(frozen=True)
class Way:
    """A tool as it lies: the atoms that say it, and the places that it covers."""

    atoms: tuple[str, ...]
    covers: tuple[Place, ...]
    partial: Partial


@dataclass
class Listing:
    """The moves of one board; equal drawings are listed once."""

    hands: Hands
    board: Any
    base: Picture
    art: dict[str, int] = field(default_factory=lambda: {"": 0})
    sketches: int = 0

    def as_json(self) -> dict[str, Any]:
        """All marks with their tools, and the drawings."""
        marks = [self._marks(own) for own in self.hands.marks]
        return {"marks": marks, "lines": _lines(self.base), "art": list(self.art)}

    def _marks(self, own: Marks) -> dict[str, Any]:
        tools = own.tools(self.board, own.given_rows(self.board))
        places = list(own.places(self.board))
        given = own.given_places(self.board)
        return {
            "noun": own.noun,
            "nouns": nouns(own.noun),
            "solid": own.solid,
            "nothing": own.nothing,
            "places": list(map(place_key, places)),
            "given": list(map(place_key, given)),
            "absent": self._absent(own, [place for place in places if place not in given]),
            "tools": [self._tool(own, tool, places) for tool in tools],
        }

    def _tool(self, own: Marks, tool: Tool, places: Sequence[Place]) -> dict[str, Any]:
        poses = [self._pose(own, tool.name, pose, places) for pose in range(max(1, tool.poses))]
        return {"name": tool.name, "left": tool.left, "poses": poses}

    def _pose(self, own: Marks, tool: str, pose: int, places: Sequence[Place]) -> dict[str, Any]:
        found = {place: self._ways(own, Laid(tool, pose, place)) for place in places}
        every = dict.fromkeys(way for ways in found.values() for way in ways)
        if closed := _closed(list(every), found):
            return {**closed, "looks": self._looks(own, list(every))}
        numbers = {way: number for number, way in enumerate(every)}
        return {
            "rows": [
                [list(way.atoms), list(map(place_key, way.covers)), self._look(own, way)]
                for way in every
            ],
            "at": {
                place_key(place): [numbers[way] for way in ways]
                for place, ways in found.items()
                if ways
            },
        }

    def _ways(self, own: Marks, laid: Laid) -> list[Way]:
        try:
            if isinstance(own, Poses):
                rows = list(own.ways(self.board, laid))
            else:
                rows = [own.laid_row(self.board, laid)]
        except MoveError:
            return []
        found = []
        for row in rows:
            partial = Partial.of(own.atoms(row))
            covers = tuple(own.covered(self.board, row))
            found.append(Way(tuple(map(str, partial.atoms)), covers, partial))
        return found

    def _looks(self, own: Marks, ways: Sequence[Way]) -> dict[str, Any]:
        """What a tool looks like: once for all cells, or edges of one direction, or by place."""
        found: dict[str, Any] = {}
        given = own.given_places(self.board).keys()
        free = [way for way in ways if given.isdisjoint(way.covers)]
        for sort in dict.fromkeys(map(_sort, free)):
            same = [way for way in free if _sort(way) == sort]
            chosen = same[:1] if own.solid else same[:: max(1, len(same) // _SAMPLES)]
            looks = [self._look(own, way) for way in chosen]
            found[sort] = looks[0]
            if any(look != looks[0] for look in looks) and self.sketches < _MOST_SKETCHES:
                found |= {place_key(way.covers[0]): self._look(own, way) for way in same}
        return found

    def _look(self, own: Marks, way: Way) -> list[list[Any]]:
        """Drawings: the place (a number: one that is covered), the panel, ground, content."""
        self.sketches += 1
        after, covers, found = self.hands.sketch(self.board, way.partial), way.covers, []
        for each in changes(self.base, after, covers, whole=own.solid):
            inside = each.place in covers
            where = covers.index(each.place) if inside else place_key(each.place)
            drawn = [self.art.setdefault(x, len(self.art)) for x in (each.ground, each.content)]
            found.append([where, each.panel, *drawn, *([1] if each.grouped else [])])
        # What changes elsewhere is painted first.
        return sorted(found, key=lambda look: isinstance(look[0], int))

    def _absent(self, own: Marks, places: Sequence[Place]) -> dict[str, Any] | None:
        """The atoms that say that nothing stands on a place, and the look of that."""
        if not own.nothing or own.solid or not places:
            return None
        found = {}
        for place in places:
            rows = [own.row(self.board, place, value) for value in own.values(self.board)]
            atoms = Partial.of((), [own.atom(row) for row in rows])
            found[place] = [Way(tuple(map(str, atoms.absent)), (place,), atoms)]
        every = [way for ways in found.values() for way in ways]
        return {**(_closed(every, found) or {}), "looks": self._looks(own, every)}


def placements(hands: Hands, board: Any, most: int = MOST_WAYS) -> dict[str, Any] | None:
    """What can be laid where, see ``static/README.md`` of the page; ``None``: in more ways."""
    ways = 0
    for own in hands.marks:
        poses = sum(max(1, tool.poses) for tool in own.tools(board, ()))
        ways += poses * len(own.places(board))
    if ways > most:
        return None
    return Listing(hands, board, hands.sketch(board, Partial())).as_json()


def _lines(picture: Picture) -> list[list[str]]:
    """The rows, columns and regions of cells in a picture, of which a page says which are full."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for number, panel in enumerate(picture.panels):
        tiles = [each for each in panel.tiles if each.group is not None and each.cell]
        for tile in tiles if panel.lattice == "square" and not panel.bodies else ():
            key = place_key(tile.spot or tile.cell or ())
            for line in (("row", tile.row), ("column", tile.column), ("group", tile.group)):
                found.setdefault((number, *line), []).append(key)
    whole = {len(panel.tiles) for panel in picture.panels}
    return [cells for cells in found.values() if len(cells) > 1 and len(cells) not in whole]


def place_key(place: Iterable[int]) -> str:
    """A place as the page names it.

    >>> place_key((1, 2))
    '1,2'
    """
    return ",".join(map(str, place))


def _sort(way: Way) -> str:
    """Ways of one sort look the same: those on cells, or on edges of one direction."""
    place = way.covers[0]
    return kind(place) if kind(place) == "cell" else f"{place[2] - place[0]}{place[3] - place[1]}"


def _closed(ways: Sequence[Way], found: dict[Place, list[Way]]) -> dict[str, Any] | None:
    """The ways as steps from the first place and templates of atoms; ``None``: they have none.

    ``{2}`` in a template is the third number of the places that are covered, ``{2+1}`` one more.
    """
    if not ways or len({len(way.atoms) for way in ways}) > 1:
        return None
    steps = {tuple(_added(at, way.covers[0], -1) for at in way.covers) for way in ways}
    pairs = [[(atom, [*chain(*way.covers)]) for atom in way.atoms] for way in ways]
    templates = [_template(same) for same in zip(*pairs, strict=True)]
    if len(steps) > 1 or None in templates:
        return None
    own, places = next(iter(steps)), set(found)
    inside = {
        first
        for first in places
        if len(first) == len(own[0]) and all(_added(first, step) in places for step in own)
    }
    if sorted(inside) != sorted(way.covers[0] for way in ways):
        return None
    firsts = {place: [way.covers[0] for way in here] for place, here in found.items()}
    order = _order(own, firsts)
    if any(firsts[place] != _by_order(place, order, inside) for place in places):
        return None
    return {"steps": own, "atoms": templates, "order": [own.index(step) for step in order]}


def _order(steps: Collection[Place], firsts: Mapping[Place, list[Place]]) -> list[Place]:
    """The steps in the order in which they are tried; those that never meet in any order."""
    after: TopologicalSorter[Place] = TopologicalSorter()
    for place, here in firsts.items():
        tried = [_added(place, first, -1) for first in here]
        for one, other in pairwise(tried):
            after.add(other, one)
        for step in tried:
            after.add(step)
    try:
        return [step for step in after.static_order() if step in steps]
    except CycleError:
        return []


def _by_order(place: Place, order: Iterable[Place], inside: Collection[Place]) -> list[Place]:
    """The first places of the ways in which a step after the other lies on a place."""
    return [first for step in order if (first := _added(place, step, -1)) in inside]


def _added(place: Place, step: Place, times: int = 1) -> Place:
    return tuple(a + times * b for a, b in zip(place, step, strict=False))


def _template(pairs: Sequence[tuple[str, list[int]]]) -> str | None:
    """The text that all atoms are, with numbers of their places in braces; ``None``: none."""
    texts = {_NUMBER.sub("#", atom) for atom, _ in pairs}
    if len(texts) > 1:
        return None
    columns = list(zip(*(map(int, _NUMBER.findall(atom)) for atom, _ in pairs), strict=True))
    words = []
    for numbers in columns:
        word = str(numbers[0]) if len(set(numbers)) == 1 else None
        for at in range(len(pairs[0][1])):
            apart = {number - flat[at] for number, (_, flat) in zip(numbers, pairs, strict=True)}
            if word is None and len(apart) == 1:
                by = apart.pop()
                word = f"{{{at}{by:+d}}}" if by else f"{{{at}}}"
        if word is None:
            return None
        words.append(word)
    parts = iter(words)
    return re.sub("#", lambda _: next(parts), texts.pop())
