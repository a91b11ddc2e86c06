"""Steps of generated boards of every puzzle are true to the word, replayed on a fresh control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from replay import Judge

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory

BOARDS = 9
"""So many boards of each puzzle, seeds 0, 1, ..."""
SECONDS = 8
"""A long explanation is judged as far as it comes in that time."""
SHAPES = [
    {"rows": rows, "columns": columns}
    for rows, columns in ((5, 5), (5, 6), (6, 5), (6, 6), (6, 7), (7, 6), (7, 7), (8, 8))
]
OWN: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "eternity": [
        {"rows": rows, "columns": columns} for rows, columns in product((2, 3, 4), (3, 4))
    ],
    "flower_finder": [{"circles": 2}, {"circles": 3}, {"circles": 3, "distinct": True}],
    "packing": [
        *({"space": space} for space in ("3x5", "4x5", "5x6")),
        {"lattice": "cubic", "space": "2x3x5"},
    ],
    "pips": [{"dominoes": dominoes} for dominoes in range(4, 4 + BOARDS)],
    "skyscrapers": [{"size": size} for size in (4, 5, 6)],
    "star_battle": [{"size": 5}, {"size": 6}, {"size": 8}, {"size": 10, "stars": 2}],
    "sudoku": [{"size": 4}, {"size": 6}, {"size": 9}, {"size": 6, "diagonals": True}],
    "twenty_four_seven": [{"size": 4}, {"size": 6}],
}
"""The parameters of the boards of a puzzle, one after the other; left out: the shapes."""


def explained(name: str, seed: int) -> tuple[Theory, list[Step]]:
    """The steps of a generated board."""
    kinds = OWN.get(name, SHAPES)
    [board] = pp.generate(name, seed=seed, **kinds[seed % len(kinds)])
    explanation = pp.explain(board, timeout=SECONDS)
    steps = list(explanation)
    return explanation.theory, steps


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_names())
def test_every_step_of_generated_boards_is_true_to_the_word(name: str) -> None:
    for seed in range(BOARDS):
        theory, steps = explained(name, seed)
        Judge(theory).check_all(steps, needs=False)
