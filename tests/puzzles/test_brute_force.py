"""All answers of tiny random boards against a search without the program.

The search tries every way to mark the places and asks ``verify``, which knows nothing of lp/.
"""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.board import Layer, unchecked, with_fields
from pyasp_puzzles.boards.clues import Regions
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.layers import Numbers
from pyasp_puzzles.boards.layouts import grown
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.boards.scalars import Scalar
from pyasp_puzzles.core.errors import PuzzleError

SIDES = ((1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4))


NAMES = [name for name in shipped_names() if find_puzzle(name).site]
"""The classics: their boards are layers, their marks stand alone on their places."""


def random_board(genre: Genre[Any, Any], random: Random, most: int) -> Any:
    """A tiny board with random clues; it has so many ways to mark it at most."""
    while True:
        rows, columns = random.choice(SIDES)
        values: dict[str, Any] = {"title": "Tiny", "rows": rows, "columns": columns}
        board: Any = unchecked(genre.board, values)
        often = random.choice([0, 0.1, 0.2, 0.5, 1])
        for layer in genre.layers:
            if layer.name != "columns":
                values[layer.name] = filled(layer, board, random, often)
                board = with_fields(board, **values)
        try:
            board = genre.board(**values)
            if number_of_ways(genre, board) <= most:
                return board
        except (PuzzleError, ValueError, IndexError, StopIteration):
            continue  # no file may have such a board


def filled(layer: Layer, board: Any, random: Random, often: float) -> Any:
    """A random value for the field of a layer."""
    if isinstance(layer, Scalar):
        return random.choice([layer.least, layer.least, min(layer.most, layer.least + 1)])
    if isinstance(layer, Regions):
        number = min(len(board.cells), random.choice([1, 2, 3, board.rows]))
        return layer.pack(board, grown(random, board.cells, random.sample(board.cells, number)))
    rows = []
    for place in layer.places(board):
        if random.random() < often:
            several = isinstance(layer, Numbers) and layer.several > 1
            few = ["1", "2", "1,1"] if several else list(layer.values(board))[:6]
            if few:
                rows.append(layer.row(board, place, random.choice(few)))
    return layer.pack(board, rows)


def choices(genre: Genre[Any, Any], board: Any) -> list[list[tuple[Any, ...]]]:
    """For each place of each kind of marks, the atoms that may say what stands there."""
    found = []
    for marks in genre.marks:
        for place in marks.places(board):
            rows = [marks.row(board, place, value) for value in marks.values(board)]
            nothing = [] if marks.every else [()]
            found.append([*nothing, *(tuple(marks.atoms(row)) for row in rows)])
    return found


def number_of_ways(genre: Genre[Any, Any], board: Any) -> int:
    return prod(map(len, choices(genre, board)))


def compare(name: str, number: int, most: int) -> None:
    """Check that the program finds, on so many boards, what ``verify`` lets pass."""
    hands = find_puzzle(name).play
    assert isinstance(hands, Hands)
    genre, random = hands.genre, Random(name)
    for _ in range(number):
        board = random_board(genre, random, most)
        right = set()
        for way in product(*choices(genre, board)):
            solution = genre.decode(board, [atom for atoms in way for atom in atoms])
            if not genre.broken(board, solution):
                right.add(solution)
        found = {answer.solution for answer in pp.solve(board)}
        assert found == right, f"{genre.format(board)}\n{found ^ right}"


@pytest.mark.parametrize("name", NAMES)
def test_the_answers_of_tiny_boards_are_those_that_verify_lets_pass(name: str) -> None:
    compare(name, 4, 600)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_answers_of_many_small_boards_are_those_that_verify_lets_pass(name: str) -> None:
    compare(name, 30, 20_000)
