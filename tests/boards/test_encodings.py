"""The law of encodings: on random boards each has the answers of the program, and each once."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import pytest
from clingo import Symbol
from random_boards import MAKERS, random_boards
from support import found, hand_written

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import MisfitError

pytest.importorskip("pysat")
pytest.importorskip("ortools")

NUMBERS = {"sat": 8, "cpsat": 5}
"""Boards for each kind of encoding: a search of CP-SAT takes longer to begin."""
MOST = 300
"""Answers of a board that takes part."""
CASES = [
    pytest.param(name, engine, ("", *sorted(encoding.symmetry)), id=f"{name}-{engine}")
    for name in MAKERS
    for engine, encoding in hand_written(name).items()
    if not encoding.flaw
]


@cache
def boards(name: str) -> list[Any]:
    return list(islice(random_boards(name), max(NUMBERS.values())))


@cache
def count(board: Any) -> int:
    return pp.count(board).answers


@cache
def by_the_program(board: Any, kind: str) -> set[frozenset[Symbol]]:
    return set(found(board, "asp", symmetry=kind or False))


@pytest.mark.parametrize(("name", "engine", "kinds"), CASES)
def test_an_encoding_has_the_answers_of_the_program_on_random_boards(
    name: str, engine: str, kinds: tuple[str, ...]
) -> None:
    """Also where one answer of each class is wanted, if it knows that kind of symmetry."""
    answered = 0
    for board in boards(name)[: NUMBERS[engine.partition(".")[0]]]:
        if count(board) > MOST:
            continue
        try:
            for kind in kinds:
                expected = by_the_program(board, kind)
                answers = set(found(board, engine, symmetry=kind or False))
                assert answers == expected, pp.find_puzzle(name).format(board)
        except MisfitError:
            continue
        answered += bool(expected)
    assert answered
