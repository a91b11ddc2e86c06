"""Packing by brute force, with matrices and moves of lattices alone; boards from their text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from random_boards import random_boards

from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.puzzles.packing import parse
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, apply, subtract
from pyasp_puzzles.puzzles.packing.instance import PackingBoard

Laid = tuple[str, frozenset[Point]]
"""A piece and the cells that it covers."""


def read(text: str) -> PackingBoard:
    """The only board of a file."""
    (board,) = parse(text, "f").values()
    return board


def refused(text: str) -> str:
    """The error of a file that is none: one line."""
    with pytest.raises(InstanceError) as error:
        parse(text, "f")
    assert "\n" not in str(error.value)
    return str(error.value)


def small_boards(number: int, most: int = 9) -> Iterator[PackingBoard]:
    """Random boards of all lattices with at most so many cells: optional cells, given pieces."""
    small = (board for board in random_boards("packing") if len(board.cells) <= most)
    return islice(small, number)


def placings(instance: PackingBoard) -> list[Laid]:
    """All pairs of a piece and a set of cells of the space that it can cover."""
    inside, lattice = set(instance.cells), LATTICES[instance.lattice]
    found = set()
    for piece in instance.pieces:
        shapes = piece.orientations or [
            [apply(matrix, block) for block in piece.blocks]
            for matrix in lattice.turns(instance.moves)
        ]
        for shape in shapes:
            for shift in (subtract(cell, min(shape)) for cell in instance.cells):
                cells = frozenset(add(block, shift) for block in shape)
                if cells <= inside and lattice.moves_by(shift):
                    found.add((piece.name, cells))
    return sorted(found, key=lambda laid: (laid[0], sorted(laid[1])))


def covers(instance: PackingBoard) -> set[frozenset[Laid]]:
    """The answers: all ways to cover the first free cell, or to leave it empty, and so on.

    Given pieces are no part of the search: of all answers, those with them are kept.
    """
    every, optional = placings(instance), set(instance.optional)
    answers: set[frozenset[Laid]] = set()

    def extend(rest: list[Point], chosen: frozenset[Laid], taken: set[Point]) -> None:
        if not rest:
            used = Counter(name for name, _ in chosen)
            if all(piece.least <= used[piece.name] <= piece.most for piece in instance.pieces):
                answers.add(chosen)
            return
        first, *others = rest
        if first in taken or first in optional:
            extend(others, chosen, taken | {first})
        if first not in taken:
            for name, cells in every:
                if first in cells and not cells & taken:
                    extend(others, chosen | {(name, cells)}, taken | cells)

    extend(list(instance.cells), frozenset(), set())
    given = {(laid.piece, frozenset(laid.cells)) for laid in instance.given}
    return {answer for answer in answers if given <= answer}
