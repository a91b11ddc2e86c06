"""Whatever a caller gives to a public function in place of a board, the error is one of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pyasp_puzzles as pp

VERBS: list[Callable[[Any], Any]] = [
    pp.solve,
    pp.count,
    pp.is_unique,
    pp.unique,
    pp.facts,
    pp.svg,
    pp.explain,
    pp.hint,
    pp.rate,
    pp.estimate,
    pp.best,
    pp.certify,
    lambda board: pp.cubes(board, 2),
    lambda board: pp.check(board, None),
    lambda board: pp.verify(board, None),
]
NAMES = [pp.load, pp.load_all, pp.find_puzzle, pp.generate]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "board", [None, 3, "soma", object(), []], ids=["None", "number", "text", "object", "list"]
)
def test_what_is_no_board_is_refused_in_words(verb: Callable[[Any], Any], board: Any) -> None:
    with pytest.raises(pp.PuzzleError, match="expected an instance of a puzzle"):
        verb(board)


@pytest.mark.parametrize("verb", NAMES)
@pytest.mark.parametrize("name", [None, 3, b"pips", []], ids=repr)
def test_what_is_no_name_of_a_puzzle_is_refused_in_words(
    verb: Callable[[Any], Any], name: Any
) -> None:
    with pytest.raises(pp.PuzzleError, match="expected the name of a puzzle"):
        verb(name)
