"""How a board is scanned: from which side, with which pieces in place, and what its answers mean.

The scan goes along the shorter side of the board, from the corner near which pieces lie in place.
So it sees the board after some quarter turns.

The answers under all rotations follow from one answer of each class: the anchor is a piece of which
there is one, so that each rotation of an answer turns it differently
(``lp/symmetry/eternity.lp``). If the anchor fits few cells it lies in place, in one part of the
search for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import clingo

from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.puzzles.eternity.instance import (
    Cell,
    Instance,
    Lying,
    anchor,
    as_kind,
    faces,
    rim_of,
    rotations,
    turned_place,
)


@dataclass(frozen=True)
class ScanWishes:
    """What has to lie in place, and what must not.

    Attributes:
        fixed: by cell the turned piece that lies there.
        barred: by cell the turned pieces that must not lie there.
        nowhere: turned pieces that must not lie on any cell.
    """

    fixed: Mapping[Cell, Lying] = field(default_factory=dict)
    barred: Mapping[Cell, frozenset[Lying]] = field(default_factory=dict)
    nowhere: frozenset[Lying] = frozenset()


MOST_PARTS = 2
"""The largest number of cells on which an anchor lies in place: a corner has so many."""


@dataclass(frozen=True)
class ScanPlan:
    """A board, turned as the scan sees it, and what to search.

    Attributes:
        board: the turned board, without its hints.
        parts: what lies in place in each part of the search; no answer is in two parts. Empty if
            the pieces that should lie in place contradict each other.
        turns: quarter turns clockwise of the turned board, each of which makes an answer of every
            answer that is found; all these answers are different.
    """

    board: Instance
    parts: tuple[ScanWishes, ...]
    turns: tuple[int, ...]


def plan(instance: Instance, symmetry: str, within: Sequence[tuple[str, bool]] = ()) -> ScanPlan:
    """The plan for a search.

    Args:
        symmetry: the kind of symmetry, to search for one answer of each class; empty for all.
        within: atoms of a cube, each with its truth value.

    Raises:
        MisfitError: one answer of each class is wanted, and there is no anchor.
    """
    wishes = _wishes(instance, within)
    if wishes is None:
        return ScanPlan(replace(instance, hints=()), (), (0,))
    group, lead = rotations(instance), anchor(instance)
    if symmetry and len(group) > 1 and lead is None:
        raise MisfitError("there is no piece that all rotations turn, to keep one of each class")
    parts: tuple[ScanWishes, ...] = (wishes,)
    images: tuple[int, ...] = (0,)
    if lead is not None and len(group) > 1 and (symmetry or not within):
        parts = _led(instance, wishes, lead, 4 // len(group))
        images = (0,) if symmetry else tuple(group)
    quarters = min(_orientations(instance), key=lambda q: _lateness(instance, parts, q))
    board = replace(_turned(instance, quarters), hints=())
    turned = tuple(_turned_wishes(instance, each, quarters) for each in parts)
    return ScanPlan(board, turned, tuple((image - quarters) % 4 for image in images))


def _wishes(instance: Instance, within: Sequence[tuple[str, bool]]) -> ScanWishes | None:
    """What the hints and the cube want; ``None`` if two of them contradict each other."""
    fixed = {(h.row, h.column): as_kind(instance, h.piece, h.turns) for h in instance.hints}
    barred: dict[Cell, frozenset[Lying]] = {}
    for text, wanted in within:
        symbol = clingo.parse_term(text)
        if not symbol.match("place", 4):
            if wanted:
                return None
            continue
        row, column, kind, turns = (argument.number for argument in symbol.arguments)
        cell, lying = (row, column), (kind, turns)
        if not wanted:
            barred[cell] = barred.get(cell, frozenset()) | {lying}
        elif fixed.setdefault(cell, lying) != lying:
            return None
    return ScanWishes(fixed, barred)


def _led(instance: Instance, wishes: ScanWishes, lead: int, turns: int) -> tuple[ScanWishes, ...]:
    """The parts of a search in which the anchor has less than so many turns."""
    looks = {lying: sides for lying, sides in faces(instance).items() if lying[0] == lead}
    places = [
        ((row, column), lying)
        for row in range(1, instance.rows + 1)
        for column in range(1, instance.columns + 1)
        for lying, sides in looks.items()
        if lying[1] < turns
        if instance.frame is None
        or rim_of(instance, row, column) == tuple(side == instance.frame for side in sides)
    ]
    if len(places) <= MOST_PARTS and lead not in {kind for kind, _ in wishes.fixed.values()}:
        return tuple(
            replace(wishes, fixed={**wishes.fixed, cell: lying})
            for cell, lying in places
            if cell not in wishes.fixed
        )
    return (replace(wishes, nowhere=frozenset(each for each in looks if each[1] >= turns)),)


def _orientations(instance: Instance) -> Iterator[int]:
    """Quarter turns after which the board has no more columns than rows."""
    for quarters in range(4):
        turned = _turned(instance, quarters)
        if turned.columns <= turned.rows:
            yield quarters


def _turned(instance: Instance, quarters: int) -> Instance:
    """A board of this size and these pieces after quarter turns; without hints."""
    rows, columns = instance.rows, instance.columns
    if quarters % 2:
        rows, columns = columns, rows
    return replace(instance, rows=rows, columns=columns, hints=())


def _lateness(instance: Instance, parts: Sequence[ScanWishes], quarters: int) -> int:
    """How late a scan of the turned board comes to the pieces in place: the sum of their cells."""
    turned = _turned(instance, quarters)
    fixed = (each for part in parts for each in part.fixed.items())
    cells = [turned_place(instance, *each, quarters)[0] for each in fixed]
    return sum((row - 1) * turned.columns + column for row, column in cells)


def _turned_wishes(instance: Instance, wishes: ScanWishes, quarters: int) -> ScanWishes:
    """The same wishes for the board after quarter turns."""

    after = partial(turned_place, instance, quarters=quarters)

    return ScanWishes(
        dict(after(cell, lying) for cell, lying in wishes.fixed.items()),
        {
            after(cell, next(iter(barred)))[0]: frozenset(after(cell, each)[1] for each in barred)
            for cell, barred in wishes.barred.items()
        },
        frozenset(after((1, 1), lying)[1] for lying in wishes.nowhere),
    )
