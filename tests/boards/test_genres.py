"""The law of puzzles in layers: small boards have the answers that ``verify`` takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import prod
from typing import Any

import pytest
from random_boards import random_boards

import pyasp_puzzles as pp
from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.marks import Marks

MOST = 2_000
"""Ways to mark a board that is tried in all of them."""
BOARDS, TRIED = 6, 60
"""Boards of each puzzle; random boards of which those are taken."""


def ways(own: Marks, board: Any) -> list[list[Row | None]]:
    """For each place the rows that may stand there; a cell with a given number has it."""
    fixed = {own.place(row): row for row in own.given_rows(board)}
    none = [] if own.every else [None]
    return [
        [fixed[at]] if at in fixed else [own.row(board, at, v) for v in own.values(board)] + none
        for at in own.places(board)
    ]


def accepted(genre: Any, board: Any) -> set[Any]:
    """The answers that ``verify`` takes, of all ways to mark a board."""
    places = [(own, rows) for own in genre.marks for rows in ways(own, board)]

    def solutions() -> Iterator[Any]:
        for chosen in product(*(rows for _, rows in places)):
            rows = {own.name: list[Row]() for own in genre.marks}
            for (own, _), row in zip(places, chosen, strict=True):
                rows[own.name] += [row] if row else []
            yield genre.solution(*(own.pack(board, rows[own.name]) for own in genre.marks))

    return {solution for solution in solutions() if not genre.broken(board, solution)}


def few(genre: Any, board: Any) -> bool:
    sizes = (len(rows) for own in genre.marks for rows in ways(own, board))
    return prod(sizes) <= MOST


LAYERED = [name for name in pp.puzzle_names() if type(pp.find_puzzle(name).play) is Hands]


@pytest.mark.parametrize("name", LAYERED)
def test_the_program_has_the_answers_that_verify_takes(name: str) -> None:
    hands = pp.find_puzzle(name).play
    assert isinstance(hands, Hands)
    genre = hands.genre
    found = 0
    for board in islice(random_boards(name, 7), TRIED):
        if few(genre, board):
            text = pp.find_puzzle(name).format(board)
            assert {answer.solution for answer in pp.solve(board)} == accepted(genre, board), text
            found += 1
            if found == BOARDS:
                return
    if not found:
        pytest.skip("each board has too many ways")
