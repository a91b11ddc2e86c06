"""The law of encodings: on random boards each has the answers of the program, and each once."""

from __future__ import annotations

from itertools import islice

import pytest
from random_boards import MAKERS, random_boards
from support import found, hand_written

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import MisfitError

pytest.importorskip("pysat")
pytest.importorskip("ortools")

NUMBERS = {"sat": 30, "cpsat": 8}
"""Boards for each kind of encoding: a search of CP-SAT takes longer to begin."""
MOST = 300
"""Answers of a board that takes part."""
CASES = [
    pytest.param(name, engine, ("", *sorted(encoding.symmetry)), id=f"{name}-{engine}")
    for name in MAKERS
    for engine, encoding in hand_written(name).items()
    if not encoding.flaw
]


@pytest.mark.parametrize(("name", "engine", "kinds"), CASES)
def test_an_encoding_has_the_answers_of_the_program_on_random_boards(
    name: str, engine: str, kinds: tuple[str, ...]
) -> None:
    """Also where one answer of each class is wanted, if it knows that kind of symmetry."""
    answered = 0
    for board in islice(random_boards(name), NUMBERS[engine.partition(".")[0]]):
        if pp.count(board).answers > MOST:
            continue
        try:
            for kind in kinds:
                expected = set(found(board, "asp", symmetry=kind or False))
                answers = set(found(board, engine, symmetry=kind or False))
                assert answers == expected, pp.find_puzzle(name).format(board)
        except MisfitError:
            continue
        answered += bool(expected)
    assert answered
