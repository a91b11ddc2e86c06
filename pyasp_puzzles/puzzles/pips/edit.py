"""Pips boards changed by hand: regions, their rules, the set of dominoes, the shape of the board.

There are always half as many dominoes as cells: cells come and go in pairs, each with a domino.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.edit import Change, Clue, EditForm, typed
from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import INT32, shorten
from pyasp_puzzles.pictures.picture import LegendEntry, Picture, Tile
from pyasp_puzzles.puzzles.pips.instance import (
    COMPARING,
    DOMINO_SET,
    EMPTY,
    PLAIN,
    SIDE,
    Cell,
    Domino,
    Instance,
    Region,
    make,
    names,
)
from pyasp_puzzles.puzzles.pips.picture import SIGNS, picture

REGION, RULE, ADD, TAKE, DOMINOES = "region", "rule", "add", "take", "dominoes"
MOST_NAME = 20
"""Letters and digits in the name of a region."""
STEPS: Mapping[str, Cell] = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}
"""From a cell to the other one of its pair, by the word for the direction."""

_RULES = {sign: rule for rule, sign in SIGNS.items() if sign}


def clues(instance: Instance) -> Sequence[Clue]:
    """Regions, rules, pairs of cells, and the dominoes."""
    new, steps = _new_name(instance), tuple(STEPS)
    regions = (*(region.name for region in instance.regions), new)
    rules = "sum 8, less 5, greater 5, equals or unequal; 8, <5, >5, = and ≠ are the same"
    pair = "with its neighbour to the right, down, left or up, and a domino: right, or right 2-5"
    first = "the first domino of the list"
    listed = "The dominoes, such as 1-2, 3-3 x2: half as many as cells."
    regional = f"The region of a cell; {new} is a new one."
    added = f"A new cell {pair}. Without pips it is 0-0."
    taken = f"Take a cell away {pair}. Without pips it is {first}."
    return (
        Clue(REGION, regional, regions, typed=True, removable=False),
        Clue(RULE, f"The rule of the region of a cell: {rules}.", PLAIN[:2], typed=True),
        Clue(ADD, added, steps, typed=True, act=True),
        Clue(TAKE, taken, steps, typed=True, act=True),
        Clue(DOMINOES, listed, typed=True, scope="board", removable=False),
    )


def values(instance: Instance, clue: str) -> Mapping[Place | None, str]:
    """The region of each cell or its rule; free places; the list of dominoes."""
    board = instance.region_of()
    if clue == DOMINOES:
        return {None: ", ".join(map(str, instance.dominoes))}
    if clue in (ADD, TAKE):
        return dict.fromkeys(_free(board) if clue == ADD else board, "")
    return {cell: r.name if clue == REGION else _rule(r) for cell, r in board.items()}


def change(instance: Instance, asked: Change) -> Instance:
    """The board with another region, rule, shape or set of dominoes.

    Raises:
        MoveError: a rule or a pair of cells cannot be read, a cell would be without a region, or
            two cells cannot be added or taken there.
        InstanceError: there would not be half as many dominoes as cells.
    """
    if asked.cell is None:
        dominoes = DOMINO_SET.parsed(typed(DOMINOES, asked.value))
        with placed("", {DOMINOES: DOMINOES}):
            return replace(make(instance.title, instance.regions, dominoes), name=instance.name)
    row, column = asked.cell
    if asked.clue == RULE:
        return _with_rule(instance, (row, column), asked.value)
    board = {cell: region.name for cell, region in instance.region_of().items()}
    if asked.clue == REGION:
        board[row, column] = _region_name(asked.value)
        return _made(instance, board, instance.dominoes)
    return _with_shape(instance, board, (row, column), asked)


def read_rule(text: str) -> tuple[str, int]:
    """A rule and its target, as they are typed; nothing is the rule ``empty``.

    Raises:
        MoveError: it is no rule.
        InstanceError: the target is too large.

    >>> read_rule("sum 8"), read_rule("<5"), read_rule("8"), read_rule("≠"), read_rule("")
    (('sum', 8), ('less', 5), ('sum', 8), ('unequal', 0), ('empty', 0))
    """
    words = text.strip().lower()
    rule = _RULES.get(words, words or EMPTY)
    if rule in PLAIN:
        return rule, 0
    match = re.fullmatch(rf"(?:({'|'.join(COMPARING)})\s+|([<>])\s*)?([0-9]+)", words)
    if not match:
        listed = "sum 8, less 5, greater 5, equals, unequal or empty"
        raise MoveError(f"{shorten(text)} is no rule; a rule is {listed}.")
    rule = match[1] or _RULES.get(match[2], COMPARING[0])
    return rule, typed(RULE, match[3]).integer(0, INT32)


def edit_picture(instance: Instance) -> Picture:
    """The board with the names of its regions, and the free places around it."""
    drawn = picture(instance, None)
    board = next(panel for panel in drawn.panels if panel.areas)
    regions = instance.region_of()
    tiles = [replace(tile, text=regions[tile.row, tile.column].name) for tile in board.tiles]
    tiles += [Tile(*cell, "+", cell=cell) for cell in _free(regions)]
    shown = replace(board, tiles=tuple(tiles), medium="all")
    words = LegendEntry("", "A letter in a cell names its region; + is a place for new cells.")
    return Picture(drawn.title, (shown,), (words, *drawn.legend))


def _rule(region: Region) -> str:
    """A rule as it is typed."""
    return "" if region.rule == EMPTY else region.words


def _new_name(instance: Instance) -> str:
    known = {region.name for region in instance.regions}
    return next(name for name in names() if name not in known)


def _free(board: Collection[Cell]) -> Iterator[Cell]:
    """The empty places on the board and next to it."""
    (top, bottom), (left, right) = ((min(axis), max(axis)) for axis in zip(*board, strict=True))
    for row in range(top - 1, bottom + 2):
        for column in range(left - 1, right + 2):
            if (row, column) not in board:
                yield row, column


def _region_name(name: str) -> str:
    if not name:
        raise MoveError("Every cell has a region: choose another one, or a new one.")
    if not re.fullmatch(f"[A-Za-z0-9]{{1,{MOST_NAME}}}", name):
        expected = f"the name of a region has 1 to {MOST_NAME} letters and digits"
        raise MoveError(f"{shorten(name)} is no region; {expected}.")
    return name


def _with_rule(instance: Instance, cell: Cell, asked: str) -> Instance:
    rule, target = read_rule(asked)
    regions = [
        replace(region, rule=rule, target=target) if cell in region.cells else region
        for region in instance.regions
    ]
    return replace(instance, regions=tuple(regions), known=())


def _with_shape(
    instance: Instance, board: Mapping[Cell, str], cell: Cell, asked: Change
) -> Instance:
    """The board with two further cells, a region of their own, and a domino; or without them."""
    word, _, words = asked.value.strip().partition(" ")
    if word.lower() not in STEPS:
        found = shorten(asked.value) if asked.value else "nothing"
        raise MoveError(f"Two cells are named by right, down, left or up, not by {found}.")
    down, right = STEPS[word.lower()]
    pair = sorted((cell, (cell[0] + down, cell[1] + right)))
    named = DOMINO_SET.parsed(typed("domino", words)) if words else ()
    if len(named) > 1 or any(domino.copies > 1 for domino in named):
        raise MoveError(f"Two cells have one domino, not {shorten(words)}.")
    add = asked.clue == ADD
    for row, column in (place for place in pair if (place in board) == add):
        has = f"has the cell r{row}c{column} already" if add else f"has no cell r{row}c{column}"
        raise MoveError(f"The board {has}.")
    each = [Domino(d.low, d.high) for d in instance.dominoes for _ in range(d.copies)]
    if add:
        cells = {**board, **dict.fromkeys(pair, _new_name(instance))}
        return _made(instance, cells, (*each, *(named or [Domino(0, 0)])))
    if len(board) == len(pair):
        raise MoveError("A board has at least two cells.")
    (gone,) = named or each[:1]
    if gone not in each:
        raise MoveError(f"The board has no domino {gone}.")
    each.remove(gone)
    return _made(instance, {c: name for c, name in board.items() if c not in pair}, each)


def _made(instance: Instance, cells: Mapping[Cell, str], dominoes: Iterable[Domino]) -> Instance:
    """The board with other cells; where they begin before the first row or column, it moves.

    A board that begins in the first row or column still does so.
    """
    first, before = (list(map(min, zip(*c, strict=True))) for c in (cells, instance.region_of()))
    down, right = (1 - first[i] if first[i] < 1 or before[i] == 1 else 0 for i in (0, 1))
    if any(max(row + down, column + right) > SIDE for row, column in cells):
        raise MoveError(f"A board has at most {SIDE} rows and columns.")
    known = {region.name: region for region in instance.regions}
    own: dict[str, list[Cell]] = {}
    for (row, column), name in sorted(cells.items()):
        own.setdefault(name, []).append((row + down, column + right))
    regions = [
        replace(known.get(name, Region(name, EMPTY, ())), cells=tuple(there))
        for name, there in own.items()
    ]
    return replace(make(instance.title, regions, dominoes), name=instance.name)


EDIT = EditForm(clues, change, values, edit_picture)
