"""Pips boards changed by hand: regions, their rules, the set of dominoes, the shape of the board.

There are always half as many dominoes as cells: cells come and go in pairs, each with a domino.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.edit import EditForm, Fields, clue, typed
from pyasp_puzzles.boards.editing import of_layer
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import INT32, shorten
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.pictures.picture import LegendEntry, Picture, Tile
from pyasp_puzzles.puzzles.pips.instance import (
    COMPARING,
    DOMINO_SET,
    EMPTY,
    PLAIN,
    SIDE,
    Cell,
    PipsBoard,
    Region,
    names,
)
from pyasp_puzzles.puzzles.pips.picture import SIGNS, picture

MOST_NAME = 20
"""Letters and digits in the name of a region."""
STEPS: Mapping[str, Cell] = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}
"""From a cell to the other one of its pair, by the word for the direction."""

_SIGNS = {sign: rule for rule, sign in SIGNS.items() if sign}


def _new_name(board: PipsBoard) -> str:
    known = {region.name for region in board.regions}
    return next(name for name in names() if name not in known)


def _free(cells: Collection[Cell]) -> Iterator[Cell]:
    """The empty places on the board and next to it."""
    rows, columns = (range(min(axis) - 1, max(axis) + 2) for axis in zip(*cells, strict=True))
    return ((row, column) for row in rows for column in columns if (row, column) not in cells)


def _names(board: PipsBoard) -> dict[Any, str]:
    """The name of the region of each cell."""
    return {cell: region.name for cell, region in board.region_of().items()}


def _rules(board: PipsBoard) -> dict[Any, str]:
    """The rule of the region of each cell."""
    return {c: "" if r.rule == EMPTY else r.words for c, r in board.region_of().items()}


def read_rule(text: str) -> tuple[str, int]:
    """A rule and its target, as they are typed; nothing is the rule ``empty``.

    Raises:
        MoveError: it is no rule.
        InstanceError: the target is too large.

    >>> read_rule("sum 8"), read_rule("<5"), read_rule("8"), read_rule("≠"), read_rule("")
    (('sum', 8), ('less', 5), ('sum', 8), ('unequal', 0), ('empty', 0))
    """
    words = text.strip().lower()
    rule = _SIGNS.get(words, words or EMPTY)
    if rule in PLAIN:
        return rule, 0
    match = re.fullmatch(rf"(?:({'|'.join(COMPARING)})\s+|([<>])\s*)?([0-9]+)", words)
    if not match:
        listed = "sum 8, less 5, greater 5, equals, unequal or empty"
        raise MoveError(f"{shorten(text)} is no rule; a rule is {listed}.")
    rule = match[1] or _SIGNS.get(match[2], COMPARING[0])
    return rule, typed("rule", match[3]).integer(0, INT32)


def _pair(cell: Place, value: str) -> tuple[list[Place], Row]:
    """Two cells, and the pips of their domino; none if they are not typed."""
    word, _, words = value.strip().partition(" ")
    if word.lower() not in STEPS:
        found = shorten(value) if value else "nothing"
        raise MoveError(f"Two cells are named by right, down, left or up, not by {found}.")
    down, right = STEPS[word.lower()]
    named = DOMINO_SET.parsed(typed("domino", words)) if words else ()
    if len(named) > 1 or any(domino.copies > 1 for domino in named):
        raise MoveError(f"Two cells have one domino, not {shorten(words)}.")
    return sorted([cell, (cell[0] + down, cell[1] + right)]), named[0][:2] if named else ()


def _made(board: PipsBoard, cells: Mapping[Any, str], dominoes: Iterable[Row]) -> Fields:
    """Other cells and dominoes; cells before the first row or column move the board.

    A board that begins in the first row or column still does so.
    """
    first, before = (list(map(min, zip(*c, strict=True))) for c in (cells, board.region_of()))
    down, right = (1 - first[i] if first[i] < 1 or before[i] == 1 else 0 for i in (0, 1))
    if any(max(row + down, column + right) > SIDE for row, column in cells):
        raise MoveError(f"A board has at most {SIDE} rows and columns.")
    known = {region.name: region for region in board.regions}
    moved = sorted((row + down, column + right, name) for (row, column), name in cells.items())
    regions = (
        replace(known.get(name, Region(name, EMPTY, ())), cells=tuple(there))
        for name, there in by_key((name, (r, c)) for r, c, name in moved).items()
    )
    return {"regions": tuple(regions), "dominoes": DOMINO_SET.pack(None, dominoes)}


@clue(
    lambda board: (*(region.name for region in board.regions), _new_name(board)),
    about=lambda board: f"The region of a cell; {_new_name(board)} is a new one.",
    values=_names,
    missing="Every cell has a region: choose another one, or a new one.",
    typed=True,
)
def region(board: PipsBoard, cell: Place, name: str) -> Fields:
    if not re.fullmatch(f"[A-Za-z0-9]{{1,{MOST_NAME}}}", name):
        expected = f"the name of a region has 1 to {MOST_NAME} letters and digits"
        raise MoveError(f"{shorten(name)} is no region; {expected}.")
    return _made(board, {**_names(board), cell: name}, board.dominoes)


@clue(PLAIN[:2], values=_rules, typed=True)
def rule(board: PipsBoard, cell: Place, value: str) -> Fields:
    """The rule of the region of a cell: sum 8, less 5, greater 5, equals or unequal; 8, <5,
    >5, = and ≠ are the same."""
    rule, target = read_rule(value)
    regions = (
        replace(each, rule=rule, target=target) if cell in each.cells else each
        for each in board.regions
    )
    return {"regions": tuple(regions)}


@clue(tuple(STEPS), values=lambda b: dict.fromkeys(_free(b.region_of()), ""), typed=True, act=True)
def add(board: PipsBoard, cell: Place, value: str) -> Fields:
    """A new cell with its neighbour to the right, down, left or up, and a domino: right, or
    right 2-5. Without pips it is 0-0."""
    pair, named = _pair(cell, value)
    cells = _names(board)
    for row, column in (place for place in pair if place in cells):
        raise MoveError(f"The board has the cell r{row}c{column} already.")
    cells |= dict.fromkeys(pair, _new_name(board))
    return _made(board, cells, (*board.dominoes, (*(named or (0, 0)), 1)))


@clue(tuple(STEPS), values=lambda board: dict.fromkeys(board.region_of(), ""), typed=True, act=True)
def take(board: PipsBoard, cell: Place, value: str) -> Fields:
    """Take a cell away with its neighbour to the right, down, left or up, and a domino: right,
    or right 2-5. Without pips it is the first domino of the list."""
    pair, named = _pair(cell, value)
    cells = _names(board)
    for row, column in (place for place in pair if place not in cells):
        raise MoveError(f"The board has no cell r{row}c{column}.")
    if len(cells) == len(pair):
        raise MoveError("A board has at least two cells.")
    low, high = named or board.dominoes[0][:2]
    rows = [(a, b, n - ((a, b) == (low, high))) for a, b, n in board.dominoes]
    if tuple(rows) == board.dominoes:
        raise MoveError(f"The board has no domino {low}-{high}.")
    left = {at: name for at, name in cells.items() if at not in pair}
    return _made(board, left, (row for row in rows if row[2]))


def edit_picture(board: PipsBoard) -> Picture:
    """The board with the names of its regions, and the free places around it."""
    drawn, regions = picture(board, None), board.region_of()
    panel = next(panel for panel in drawn.panels if panel.areas)
    tiles = [replace(tile, text=regions[tile.row, tile.column].name) for tile in panel.tiles]
    tiles += [Tile(*cell, "+", cell=cell) for cell in _free(regions)]
    shown = replace(panel, tiles=tuple(tiles), medium="all")
    words = LegendEntry("", "A letter in a cell names its region; + is a place for new cells.")
    return Picture(drawn.title, (shown,), (words, *drawn.legend))


EDIT = EditForm(
    (region, rule, add, take, of_layer("dominoes", DOMINO_SET.named("dominoes"))), edit_picture
)
