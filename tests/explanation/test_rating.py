"""Ratings: figures and techniques, what is hard and what is easy, calibrations."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import packaged, slow_but

import pyasp_puzzles as pp
from pyasp_puzzles.boards.generator import Calibration
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.explanation.explaining import explain
from pyasp_puzzles.explanation.rating import Rating, rated

SMALL = {
    "flower_finder": "generated_2",
    "shikaku": "six",
    "slitherlink": "six",
    "star_battle": "six",
    "sudoku": "four",
    "twenty_four_seven": "four",
}
STRIP = "lattice: square\nboard: 2 x 4\n" + "".join(
    f"piece {name}:\n    {drawing}\n"
    for name, drawing in {"L": "###\n    #..", "V": "##\n    #.", "M": "#"}.items()
)


def small(name: str) -> Any:
    """A board with little to derive; of some puzzles the first one is small."""
    if name == "packing":
        return pp.find_puzzle(name).parse(STRIP, "strip")[""]
    return pp.load(name, SMALL.get(name, ""))


@slow_but({*packaged(), "sudoku"})
def test_a_board_has_on_each_run_the_figures_of_its_explanation(name: str) -> None:
    board = small(name)
    rating, steps = pp.rate(board), list(explain(board, whole=True))
    points = [step.points for step in steps]
    assert rating.steps == len(steps) == sum(rating.techniques.values())
    assert (rating.difficulty, rating.effort) == (max(points, default=0), sum(points))
    hardest = {step.technique for step in steps if step.points == rating.difficulty}
    assert rating.hardest in hardest or not steps
    assert rating.techniques == Counter(step.technique for step in steps)


# -- what is hard, what is easy


def printed(left: int) -> Any:
    """A 7 x 7 grid on which all but so many of the 28 digits are printed, and nothing else."""
    board = pp.load("twenty_four_seven", "2020_a")
    [answer] = pp.solve(board)
    digits = [
        (r, c, value)
        for r, row in enumerate(answer.solution.rows, 1)
        for c, value in enumerate(row, 1)
        if value
    ]
    return replace(board, givens=tuple(digits[: len(digits) - left]), views=())


def test_a_grid_with_24_of_28_digits_printed_is_at_the_bottom() -> None:
    rating = pp.rate(printed(4))
    assert (rating.status, rating.difficulty) == ("solved", 2)


def test_suppositions_are_harder_than_steps_of_one_clue() -> None:
    four = pp.rate(pp.load("twenty_four_seven", "four"))
    assert four.hardest == "supposition"
    assert pp.rate(printed(4)).difficulty < four.difficulty


EASY = """\
numbers:
    53..7....
    6..195...
    .98....6.
    8...6...3
    4..8.3..1
    7...2...6
    .6....28.
    ...419..5
    ....8..79
"""
"""The example of the Wikipedia article "Sudoku"; each digit follows from one row, column or box."""


def rate_sudoku(
    monkeypatch: pytest.MonkeyPatch, calibration: Calibration | None = None
) -> Rating[Any]:
    """The rating of the easy sudoku, of a puzzle with grades of its own."""
    puzzle = replace(find_puzzle("sudoku"), calibration=calibration)
    monkeypatch.setattr("pyasp_puzzles.boards.registry._puzzle_of_type", lambda _type: puzzle)
    return pp.rate(puzzle.parse(EASY, "easy")[""])


def test_an_easy_sudoku_is_at_the_bottom_and_has_no_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rating = rate_sudoku(monkeypatch)
    assert (rating.status, rating.difficulty) == ("solved", 1)
    assert {"the only place left", "the only value left"} >= set(rating.techniques) - {"given"}
    assert rating.grade is None
    assert rating.as_json()["grade"] is None
    assert "difficulty 1, not calibrated" in str(rating)
    assert "easy" not in str(rating)


def test_a_puzzle_may_declare_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Calibration(("gentle", "moderate", "fiendish"), (82, 83), "our magazine")
    rating = rate_sudoku(monkeypatch, own)
    assert rating.grade == "gentle"
    assert "gentle below 82, moderate below 83, else fiendish (our magazine)" in str(rating)


# -- calibrations


@given(
    st.integers(0, 60),
    st.integers(0, 12),
    st.lists(st.integers(1, 70), min_size=2, max_size=2, unique=True).map(sorted),
)
def test_a_grade_never_rises_as_the_difficulty_falls(
    size: int, difficulty: int, bounds: list[int]
) -> None:
    scale = Calibration(("a", "b", "c"), tuple(bounds), "")
    assert scale.grade(size, difficulty) <= scale.grade(size, difficulty + 1)
    for grade in scale.grades:
        fits = max(1, difficulty) in scale.difficulties(grade, size)
        assert fits == (scale.grade(size, difficulty) == grade)


# -- limits


def test_a_timeout_that_is_no_number_is_an_error() -> None:
    with pytest.raises(pp.PuzzleError, match="timeout: found 'soon', expected seconds"):
        pp.rate(pp.load("pips", "document"), timeout="soon")  # type: ignore[arg-type]


def test_what_ctrl_c_ends_is_not_rated_and_says_so() -> None:
    explanation = explain(pp.load("pips", "document"), whole=True)
    explanation.stop("interrupted")
    rating = rated(explanation)
    assert (rating.status, rating.reason, rating.grade) == ("unknown", "interrupted", None)
    assert "not rated (interrupted)" in str(rating)


def test_answers_that_share_nothing_are_not_rated() -> None:
    rating = pp.rate(pp.load("eternity", "alike_3x3"))
    assert (rating.status, rating.steps, rating.grade) == ("open", 0, None)
    assert str(rating) == (
        "alike_3x3: not rated; not unique: it has several answers, and they share nothing"
    )
