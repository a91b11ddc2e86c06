"""Generation: boards of every kind, all unique by another search; CPU seconds, median and worst."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.verbs.generation.generating import checked, generator_of

if TYPE_CHECKING:
    from .conftest import Report

BOARDS = 200
TITLE = f"""{BOARDS} new boards of each kind, seeds 0 to {BOARDS - 1}, all parameters left out: CPU
seconds for a whole board, its proofs included"""


@pytest.mark.parametrize("name", shipped_names())
def test_all_boards_are_unique(name: str, report: Report) -> None:
    generator = generator_of(find_puzzle(name))
    kind = generator.kind(checked(name, generator, {}))
    spent, unique = [], 0
    for seed in range(BOARDS):
        start = time.process_time()
        [board] = pp.generate(name, seed=seed)
        spent.append(time.process_time() - start)
        unique += len(list(pp.solve(board, limit=2, symmetry=kind or False))) == 1
    assert unique == BOARDS
    figures = (statistics.median(spent), max(spent))
    row = [name, str(unique), *(f"{seconds:.2f}" for seconds in figures)]
    report(TITLE, ["puzzle", "unique", "median s", "worst s"], [row])
