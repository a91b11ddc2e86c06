"""Ratings: the same figures twice, and those of the steps; dependence; the command."""

from __future__ import annotations

from typing import Any

import clingo
import pytest
from pyasp_puzzles.rating.dependence import chain, possible

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.explaining import explain
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.rating.grade import GRADES, grade
from pyasp_puzzles.rating.rating import rated
from pyasp_puzzles.registry import shipped_names

SMALL = {"flower_finder": "generated_2", "twenty_four_seven": "four"}
STRIP = "lattice: square\nboard: 2 x 4\n" + "".join(
    f"piece {name}:\n    {drawing}\n"
    for name, drawing in {"L": "###\n    #..", "V": "##\n    #.", "M": "#"}.items()
)


def small(name: str) -> Any:
    """A board with little to derive; of some puzzles the first one is small."""
    if name == "packing":
        return pp.find_puzzle(name).parse(STRIP, "strip")[""]
    return pp.load(name, SMALL.get(name, ""))


def step(number: int, premises: str, follows: str) -> Step:
    """A step with premises and consequences of one letter each."""

    def literals(letters: str) -> tuple[Literal, ...]:
        return tuple(Literal(clingo.Function(letter), True, letter) for letter in letters)

    return Step(number, (), literals(premises), literals(follows), 1, True)


def test_a_step_is_possible_as_soon_as_its_premises_are_known() -> None:
    # b needs a, d needs c; c needs nothing, so it is possible from the start
    steps = [step(1, "", "a"), step(2, "a", "b"), step(3, "", "c"), step(4, "bc", "d")]
    assert possible(steps) == (2, 2, 1, 1)
    assert chain(steps) == 3
    assert possible([]) == ()
    assert chain([]) == 0


def test_premises_that_were_known_from_the_start_make_no_step_wait() -> None:
    assert possible([step(1, "x", "a"), step(2, "y", "b")]) == (2, 1)


def test_the_last_step_is_the_only_one_that_is_possible_before_it() -> None:
    rating = pp.rate(pp.load("pips", "document"))
    assert rating.possible[-1] == 1
    assert min(rating.possible) >= 1


def test_grades_rise_with_each_figure() -> None:
    scores = [grade(20, 0, 0), grade(40, 0, 0), grade(40, 5, 0), grade(40, 5, 30)]
    assert [found.score for found in scores] == sorted({found.score for found in scores})
    names = [name for name, _ in GRADES]
    found = [grade(size, 10, 100).name for size in range(1, 10_000, 7)]
    assert sorted(found, key=names.index) == found
    assert f"{scores[0].score:g}" in scores[0].why
    assert scores[0].name in scores[0].why


@pytest.mark.parametrize("name", shipped_names())
def test_a_board_has_the_same_figures_twice_and_those_of_its_explanation(name: str) -> None:
    board = small(name)
    rating, again = pp.rate(board), pp.rate(board)
    assert rating == again
    assert rating.grade in dict(GRADES)
    steps = list(explain(board, whole=True))
    assert rating.steps == len(steps) == len(rating.possible)
    assert rating.largest == max((step.size for step in steps), default=0)
    assert rating.several == sum(len(step.reason) > 1 for step in steps)
    assert rating.extra == sum(max(0, step.size - 1) for step in steps)
    assert rating.chain <= rating.steps


def test_a_timeout_that_is_no_number_is_an_error() -> None:
    with pytest.raises(pp.PuzzleError, match="timeout: found 'soon', expected seconds"):
        pp.rate(pp.load("pips", "document"), timeout="soon")  # type: ignore[arg-type]


def test_what_ctrl_c_ends_is_not_rated_and_says_so() -> None:
    explanation = explain(pp.load("pips", "document"), whole=True)
    explanation.stop("interrupted")
    rating = rated(explanation)
    assert (rating.status, rating.reason, rating.grade) == ("unknown", "interrupted", "")
    assert "not rated (interrupted)" in str(rating)
