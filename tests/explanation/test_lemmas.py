"""Lemmas follow from the rules: with them a board has the answers that it has without them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import clingo
import pytest
from random_boards import MAKERS, random_boards

from pyasp_puzzles.boards.registry import empty_board, find_puzzle, load_boards, shipped_names
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.job import fact_text

WITH_LEMMAS = [name for name in shipped_names() if find_puzzle(name).lemma_paths()]
MOST = 2000


def answers(files: Iterable[Path], facts: str, shown: set[tuple[str, int]]) -> list[Any]:
    """The answers to a board, each once, sorted; the lemmas may have choices of their own."""
    control = clingo.Control(["--project=show", f"--models={MOST}", "--warn=none"])
    for path in files:
        control.load(str(path))
    control.add("base", [], facts)
    control.ground([("base", [])])
    found: list[Any] = []
    control.solve(on_model=lambda model: found.append(sorted(model.symbols(shown=True))))
    assert all((atom.name, len(atom.arguments)) in shown for each in found for atom in each)
    return sorted(found)


def boards_of(name: str) -> Iterable[Any]:
    """Random boards; where no maker is known, shipped ones and those without any clue."""
    if name in MAKERS:
        return islice(random_boards(name), 12)
    puzzle, empty = find_puzzle(name), list[Any]()
    for size in ("2x2", "2x3", "3x3", "3x4"):
        with suppress(PuzzleError):  # a puzzle may have square boards only
            empty.append(empty_board(puzzle, size))
    return [*load_boards(puzzle)[:3], *empty]


@pytest.mark.parametrize("name", WITH_LEMMAS)
def test_lemmas_exclude_no_answer_and_add_none(name: str) -> None:
    puzzle = find_puzzle(name)
    rules = puzzle.program_path()
    shown = set(map(signature, puzzle.answers))
    for board in boards_of(name):
        facts = fact_text(board)
        usual = answers([rules], facts, shown)
        if len(usual) < MOST:
            assert answers([rules, *puzzle.lemma_paths()], facts, shown) == usual, board
