"""What a scan searches: the turned board in parts, and how large the search is expected to be."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import clingo

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, Lying
from pyasp_puzzles.puzzles.eternity.search.board import (
    DOWN,
    EDGE,
    INNER,
    LEFT,
    RIGHT,
    RIM,
    UP,
    NumberedBoard,
    Wishes,
)

MOST_PARTS = 2
"""The largest number of cells on which an anchor lies in place: a corner has so many."""
_LARGEST = 700.0
"""The largest exponent that is used: a float ends at 709."""


def plan(
    instance: EternityBoard, symmetry: str, within: Sequence[tuple[str, bool]] = ()
) -> tuple[list[NumberedBoard], list[int]]:
    """The parts of a search, and the images of each answer that is found.

    Args:
        symmetry: the kind of symmetry, to search for one answer of each class; empty for all.
        within: atoms of a cube, each with its truth value.

    Returns:
        The board as the scan sees it, with what lies in place in each part: no answer is in two
        parts, and there is none if the wanted pieces contradict each other. And quarter turns, each
        of which makes an answer of an answer; all these answers are different.

    Raises:
        MisfitError: one answer of each class is wanted, and there is no anchor.
    """
    wishes = _wishes(instance, within)
    if wishes is None:
        return [], [0]
    group, lead = instance.rotations, instance.anchor
    if symmetry and len(group) > 1 and lead is None:
        raise MisfitError("there is no piece that all rotations turn, to keep one of each class")
    parts, images = [wishes], [0]
    if lead is not None and len(group) > 1 and (symmetry or not within):
        parts = _led(instance, wishes, lead, 4 // len(group))
        images = [0] if symmetry else group

    def lateness(quarters: int) -> int:
        """How late a scan of the turned board comes to the pieces in place."""
        columns = instance.rows if quarters % 2 else instance.columns
        fixed = (each for part in parts for each in part.fixed.items())
        cells = (instance.turned_place(*each, quarters)[0] for each in fixed)
        return sum((row - 1) * columns + column for row, column in cells)

    wide = (instance.columns > instance.rows) - (instance.columns < instance.rows)
    turns = {-1: (0, 2), 0: (0, 1, 2, 3), 1: (1, 3)}[wide]  # the rows become short
    quarters = min(turns, key=lateness)
    return [NumberedBoard(instance, part, quarters) for part in parts], images


def _wishes(instance: EternityBoard, within: Sequence[tuple[str, bool]]) -> Wishes | None:
    """What the hints and the cube want; ``None`` if two of them contradict each other."""
    fixed = dict(instance.hinted)
    barred: list[tuple[Place, Lying]] = []
    for text, wanted in within:
        symbol = clingo.parse_term(text)
        if not symbol.match("place", 4):
            if wanted:
                return None
            continue
        row, column, kind, turns = (argument.number for argument in symbol.arguments)
        cell, lying = (row, column), (kind, turns)
        if not wanted:
            barred.append((cell, lying))
        elif fixed.setdefault(cell, lying) != lying:
            return None
    return Wishes(fixed, barred)


def _led(instance: EternityBoard, wishes: Wishes, lead: int, turns: int) -> list[Wishes]:
    """The parts of a search in which the anchor has less than so many turns."""
    places = [
        (cell, lying)
        for cell, looks in instance.fitting(hints=False).items()
        for lying in looks
        if lying[0] == lead and lying[1] < turns
    ]
    if len(places) <= MOST_PARTS and lead not in {kind for kind, _ in wishes.fixed.values()}:
        return [
            replace(wishes, fixed={**wishes.fixed, cell: lying})
            for cell, lying in places
            if cell not in wishes.fixed
        ]
    later = [(cell, (lead, turn)) for cell in instance.cells for turn in range(turns, 4)]
    return [replace(wishes, barred=[*wishes.barred, *later])]


def expected_nodes(board: NumberedBoard) -> float:
    """The expected number of nodes of a scan; about 1e304 stands for all larger numbers."""
    match = _matches(board)
    alike = len(board.copies) / len(board.cells)  # copies make no further nodes
    rims = {cell: board.borders[cell].bit_count() * board.framed for cell in board.cells}
    left = Counter(rims.values())
    total = level = 0.0
    for cell, rim in rims.items():
        if cell not in board.fixed:
            level += math.log(max(1.0, left[rim] * alike * (1 if rim else 4)))
            level += sum(match[board.joint(cell, side)] for side in (LEFT, UP))
            for side in (RIGHT, DOWN):
                if board.neighbour(cell, side) in board.fixed:
                    level += match[board.joint(cell, side)]
        left[rim] -= 1
        total += math.exp(min(level, _LARGEST))
    return total


def matching_pieces(board: NumberedBoard) -> float:
    """The expected number of turned inner pieces that match both the sides above and to the left.

    All inner pieces count, also those that would be on the board by then. Without a frame, or
    without inner cells, there are no inner pieces: infinity.
    """
    _, pieces = board.rims()
    if not board.framed or not pieces[0]:
        return math.inf
    return 4 * pieces[0] * math.exp(2 * _matches(board)[board.joint((2, 2), RIGHT)])


def _matches(board: NumberedBoard) -> dict[int, float]:
    """By sort of a joint the logarithm of the probability that its sides have one colour."""
    rim, inner, edge = board.by_sort()
    found = {-1: 0.0}
    for sort, one, other in ((RIM, rim, rim), (INNER, inner, inner), (EDGE, edge, inner)):
        pairs = sum(a * b for a, b in zip(one, other, strict=True))
        every = sum(one) * sum(other)
        found[sort] = math.log(pairs / every) if pairs else 0.0
    return found
