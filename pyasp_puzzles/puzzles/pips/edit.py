"""Pips boards changed by hand: regions, their rules, the set of dominoes, the shape of the board.

There are always half as many dominoes as cells: cells come and go in pairs, each with a domino.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.edit import Change, Clue, EditForm, typed
from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.partial import Cell as AnyCell
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import INT32, shorten
from pyasp_puzzles.pictures.picture import LegendEntry, Picture, Tile
from pyasp_puzzles.puzzles.pips.format import read_dominoes
from pyasp_puzzles.puzzles.pips.instance import (
    COMPARING,
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
_TWO = "with its neighbour to the right, down, left or up"


def clues(instance: Instance) -> Sequence[Clue]:
    """Regions, rules, pairs of cells, and the dominoes."""
    regions = [region.name for region in instance.regions]
    new = next(name for name in names() if name not in regions)
    rules = "sum 8, less 5, greater 5, equals or unequal; 8, <5, >5, = and ≠ are the same"
    return (
        Clue(
            REGION,
            f"The region of a cell; {new} is a new one.",
            (*regions, new),
            typed=True,
            removable=False,
        ),
        Clue(RULE, f"The rule of the region of a cell: {rules}.", PLAIN[:2], typed=True),
        Clue(
            ADD,
            f"A new cell {_TWO}, and a domino: right, or right 2-5. Without pips it is 0-0.",
            tuple(STEPS),
            typed=True,
            act=True,
        ),
        Clue(
            TAKE,
            f"Take a cell away {_TWO}, and a domino: right, or right 2-5. Without pips it is the "
            f"first domino of the list.",
            tuple(STEPS),
            typed=True,
            act=True,
        ),
        Clue(
            DOMINOES,
            "The dominoes, such as 1-2, 3-3 x2: half as many as cells.",
            typed=True,
            scope="board",
            removable=False,
        ),
    )


def values(instance: Instance, clue: str) -> Mapping[AnyCell | None, str]:
    """The region of each cell or its rule; free places; the list of dominoes."""
    if clue == DOMINOES:
        return {None: ", ".join(map(str, instance.dominoes))}
    board = instance.region_of()
    if clue == ADD:
        return dict.fromkeys(_free(board), "")
    if clue == TAKE:
        return dict.fromkeys(board, "")
    if clue == REGION:
        return {cell: region.name for cell, region in board.items()}
    return {cell: _rule(region) for cell, region in board.items()}


def change(instance: Instance, asked: Change) -> Instance:
    """The board with another region, rule, shape or set of dominoes.

    Raises:
        MoveError: a rule or a pair of cells cannot be read, a cell would be without a region, or
            two cells cannot be added or taken there.
        InstanceError: there would not be half as many dominoes as cells.
    """
    if asked.cell is None:
        dominoes = read_dominoes(typed(DOMINOES, asked.value))
        with placed("", {DOMINOES: DOMINOES}):
            return replace(make(instance.title, instance.regions, dominoes), name=instance.name)
    row, column = asked.cell
    cell = (row, column)
    if asked.clue == REGION:
        return _with_region(instance, cell, asked.value)
    if asked.clue == RULE:
        rule, target = read_rule(asked.value)
        there = instance.region_of()[cell]
        regions = [
            replace(region, rule=rule, target=target) if region == there else region
            for region in instance.regions
        ]
        return replace(instance, regions=tuple(regions), known=())
    if asked.clue == ADD:
        return _with_pair(instance, cell, asked.value)
    return _without_pair(instance, cell, asked.value)


def read_rule(text: str) -> tuple[str, int]:
    """A rule and its target, as they are typed; nothing is the rule ``empty``.

    Raises:
        MoveError: it is no rule.
        InstanceError: the target is too large.

    >>> read_rule("sum 8"), read_rule("<5"), read_rule("8"), read_rule("≠"), read_rule("")
    (('sum', 8), ('less', 5), ('sum', 8), ('unequal', 0), ('empty', 0))
    """
    words = text.strip().lower()
    rule = words or PLAIN[-1]
    if _RULES.get(rule, rule) in PLAIN:
        return _RULES.get(rule, rule), 0
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
    if region.rule in COMPARING:
        return f"{region.rule} {region.target}"
    return "" if region.rule == PLAIN[-1] else region.rule


def _free(board: Mapping[Cell, Region]) -> Iterator[Cell]:
    """The places without a cell, up to a line around the board."""
    rows, columns = [row for row, _ in board], [column for _, column in board]
    for row in range(min(rows) - 1, max(rows) + 2):
        for column in range(min(columns) - 1, max(columns) + 2):
            if (row, column) not in board:
                yield row, column


def _with_region(instance: Instance, cell: Cell, name: str) -> Instance:
    if not name:
        raise MoveError("Every cell has a region: choose another one, or a new one.")
    if not re.fullmatch(f"[A-Za-z0-9]{{1,{MOST_NAME}}}", name):
        expected = f"the name of a region has 1 to {MOST_NAME} letters and digits"
        raise MoveError(f"{shorten(name)} is no region; {expected}.")
    regions = {region.name: region for region in instance.regions}
    cells = {region.name: set(region.cells) - {cell} for region in instance.regions}
    cells.setdefault(name, set()).add(cell)
    new = Region(name, PLAIN[-1], ())
    return _made(instance, {n: (regions.get(n, new), own) for n, own in cells.items()})


def _with_pair(instance: Instance, cell: Cell, asked: str) -> Instance:
    """The board with two new cells, a region of their own, and a domino."""
    board = instance.region_of()
    pair = sorted((cell, _other(cell, asked)))
    for row, column in pair:
        if (row, column) in board:
            raise MoveError(f"The board has the cell r{row}c{column} already.")
    new = next(name for name in names() if all(name != r.name for r in instance.regions))
    cells = {region.name: (region, set(region.cells)) for region in instance.regions}
    cells[new] = Region(new, PLAIN[-1], ()), set(pair)
    dominoes = (*instance.dominoes, _domino(asked) or Domino(0, 0))
    return _made(instance, cells, dominoes)


def _without_pair(instance: Instance, cell: Cell, asked: str) -> Instance:
    """The board without two cells and a domino."""
    board = instance.region_of()
    pair = {cell, _other(cell, asked)}
    for row, column in pair - board.keys():
        raise MoveError(f"The board has no cell r{row}c{column}.")
    if len(board) == len(pair):
        raise MoveError("A board has at least two cells.")
    gone = _domino(asked) or instance.dominoes[0]
    dominoes = [
        replace(domino, copies=domino.copies - ((domino.low, domino.high) == (gone.low, gone.high)))
        for domino in instance.dominoes
    ]
    if sum(d.copies for d in dominoes) == sum(d.copies for d in instance.dominoes):
        raise MoveError(f"The board has no domino {gone.low}-{gone.high}.")
    cells = {region.name: (region, set(region.cells) - pair) for region in instance.regions}
    return _made(instance, cells, [domino for domino in dominoes if domino.copies])


def _other(cell: Cell, asked: str) -> Cell:
    """The other cell of a pair."""
    word = asked.split()[0].lower() if asked.strip() else ""
    if word not in STEPS:
        found = shorten(asked) if asked else "nothing"
        raise MoveError(f"Two cells are named by right, down, left or up, not by {found}.")
    down, right = STEPS[word]
    return cell[0] + down, cell[1] + right


def _domino(asked: str) -> Domino | None:
    """The domino that is named behind the direction."""
    _, _, words = asked.strip().partition(" ")
    if not words:
        return None
    found = list(read_dominoes(typed("domino", words)))
    if len(found) != 1 or found[0].copies != 1:
        raise MoveError(f"Two cells have one domino, not {shorten(words)}.")
    low, high = sorted((found[0].low, found[0].high))
    return Domino(low, high)


def _made(
    instance: Instance,
    cells: Mapping[str, tuple[Region, set[Cell]]],
    dominoes: Sequence[Domino] | None = None,
) -> Instance:
    """The board with other cells; where they begin before the first row or column, it moves.

    A board that begins in the first row or column still does so.
    """
    every = [cell for _, own in cells.values() for cell in own]
    before = instance.region_of()
    down, right = (
        1 - first if first < 1 or min(cell[axis] for cell in before) == 1 else 0
        for axis, first in enumerate(map(min, zip(*every, strict=True)))
    )
    if any(max(row + down, column + right) > SIDE for row, column in every):
        raise MoveError(f"A board has at most {SIDE} rows and columns.")
    regions = [
        replace(region, cells=tuple(sorted((r + down, c + right) for r, c in own)))
        for region, own in cells.values()
        if own
    ]
    made = make(instance.title, regions, instance.dominoes if dominoes is None else dominoes)
    return replace(made, name=instance.name)


EDIT = EditForm(clues, change, values, edit_picture)
