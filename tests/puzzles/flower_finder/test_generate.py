"""New Flower Finder sets: one class by another engine, distinct strips where they are wanted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support import found

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles import flower_finder
from pyasp_puzzles.puzzles.flower_finder.format import kinds


@pytest.mark.parametrize("circles", [2, 3, 4])
def test_a_set_has_one_class_of_answers(circles: int) -> None:
    """By a SAT solver on a hand-written encoding, which has no part in making the set."""
    for board in pp.generate("flower_finder", seed=3, n=3, circles=circles):
        assert board.n == circles
        answers = found(board, "sat")
        assert len(answers) == dict(board.known)["answers"]
        orbit = flower_finder.PUZZLE.symmetries.orbit(board, next(pp.solve(board)).solution)
        assert len(orbit) == len(answers)
        assert dict(board.known)["classes"] == 1
        text = flower_finder.PUZZLE.format(board)
        assert flower_finder.PUZZLE.parse(text, "written")[""] == replace(board, name="")


def test_distinct_strips_stay_so_after_flips() -> None:
    alike = [
        len(kinds(board)) < 4 for board in pp.generate("flower_finder", seed=1, n=8, circles=2)
    ]
    assert any(alike)
    for board in pp.generate("flower_finder", seed=1, n=8, circles=2, distinct=True):
        assert len(kinds(board)) == 4


def test_the_number_of_circles_has_bounds() -> None:
    for wrong in (1, 10):
        with pytest.raises(pp.PuzzleError) as error:
            list(pp.generate("flower_finder", seed=1, circles=wrong))
        assert str(error.value).endswith(f"found {wrong}, expected a number from 2 to 9")
