"""Ratings: what is hard and what is easy, the law of further clues, calibrations."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption
from support import packaged

import pyasp_puzzles as pp
from pyasp_puzzles.boards.generator import Calibration, Generator
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.explanation.explaining import explain
from pyasp_puzzles.explanation.rating import Rating, difficulties, rated
from pyasp_puzzles.verbs.generation.generating import checked
from pyasp_puzzles.verbs.generation.loop import BoardSearch, Wanted
from pyasp_puzzles.work.deadline import Deadline

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


@pytest.mark.parametrize("name", shipped_names())
def test_a_board_has_on_each_run_the_figures_of_its_explanation(name: str) -> None:
    board = small(name)
    rating, steps = pp.rate(board), list(explain(board, whole=True))
    assert rating.steps == len(steps)
    assert (rating.least, rating.difficulty) == difficulties(steps)
    assert rating.difficulty == max((step.size for step in steps), default=0)
    assert rating.hardest == sum(step.size == rating.difficulty for step in steps)
    assert rating.least <= rating.difficulty


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
    assert (rating.status, rating.least, rating.difficulty) == ("solved", 1, 1)


def test_suppositions_over_four_clues_are_harder_than_steps_of_one_clue() -> None:
    four = pp.rate(pp.load("twenty_four_seven", "four"))
    assert four.least == four.difficulty == 4
    assert pp.rate(printed(4)).difficulty < four.least


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
    assert (rating.status, rating.least, rating.difficulty) == ("solved", 1, 1)
    assert rating.grade is None
    assert rating.as_json()["grade"] is None
    assert "difficulty 1, not calibrated" in str(rating)
    assert "easy" not in str(rating)


def test_a_puzzle_may_declare_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Calibration(("gentle", "moderate", "fiendish"), (82, 83), "our magazine")
    rating = rate_sudoku(monkeypatch, own)
    assert rating.grade == "gentle"
    assert "gentle below 82, moderate below 83, else fiendish (our magazine)" in str(rating)


# -- a further clue never makes a board harder


def with_a_further_clue(name: str, seed: int, **parameters: Any) -> tuple[Any, Any] | None:
    """A minimal board, and the same with one of the clues that were dropped; both unique."""
    puzzle = find_puzzle(name)
    own = puzzle.generator
    assert own is not None
    drafts: list[tuple[Any, list[Any]]] = []

    def clues(board: Any, given: Any) -> Any:
        found = own.clues(board, given)
        drafts.append((board, list(found)))
        return found

    chosen = checked(name, own, parameters)
    search = BoardSearch(
        puzzle, replace(own, clues=clues), chosen, seed, Deadline(None), print, Wanted(puzzle)
    )
    board = search.board()
    draft, every = drafts[-1]
    kept = set(own.clues(board, chosen))
    further = [clue for clue in every if clue not in kept]
    if not further:
        return None
    chosen_clue = further[seed % len(further)]
    return board, own.with_clues(draft, [c for c in every if c in kept or c == chosen_clue])


def check_law(name: str, seed: int, **parameters: Any) -> None:
    pair = with_a_further_clue(name, seed, **parameters)
    assume(pair is not None)
    assert pair is not None
    harder, easier = (pp.rate(board) for board in pair)
    assume(harder.status == easier.status == "solved")
    assert easier.least <= harder.difficulty
    if easier.least == easier.difficulty:
        assert easier.difficulty <= harder.difficulty
    scale = find_puzzle(name).calibration
    if scale and harder.grade and easier.grade:
        assert scale.grades.index(easier.grade) <= scale.grades.index(harder.grade)


LAW = [
    ("sudoku", {"size": 4}),
    ("slitherlink", {"rows": 4, "columns": 4}),
    ("twenty_four_seven", {"size": 4}),
    ("pips", {"dominoes": 5}),
    ("packing", {"space": "4x5"}),
    ("eternity", {"rows": 3, "columns": 4, "unframed": True, "colours": 3}),
]


def test_the_law_is_tested_for_each_package_with_clues_to_drop() -> None:
    without = Generator.__dataclass_fields__["clues"].default
    own = {name: pp.find_puzzle(name).generator for name in packaged()}
    able = {name for name, found in own.items() if found and found.clues is not without}
    assert able <= {name for name, _ in LAW}


@pytest.mark.parametrize(("name", "parameters"), LAW, ids=[name for name, _ in LAW])
@settings(max_examples=1)
@given(seed=st.integers(0, 10_000))
def test_a_further_clue_never_makes_a_board_harder(
    name: str, parameters: dict[str, Any], seed: int
) -> None:
    check_law(name, seed, **parameters)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parameters"),
    [*LAW, ("twenty_four_seven", {"size": 6}), ("pips", {"dominoes": 8})],
    ids=str,
)
def test_a_further_clue_never_makes_many_boards_harder(name: str, parameters: Any) -> None:
    checked_boards = 0
    for seed in range(40):
        with suppress(UnsatisfiedAssumption):  # no clue to give back, or several answers
            check_law(name, seed, **parameters)
            checked_boards += 1
    assert checked_boards >= 20


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


def test_a_grade_that_is_not_decided_is_no_grade() -> None:
    puzzle = find_puzzle("pips")
    board = pp.load("pips", "document")
    rating = Rating(puzzle, board, "solved", difficulty=3, least=1, steps=9, size=15)
    assert (rating.grade, rating.grades) == (None, ("easy", "medium"))
    assert str(rating).startswith(
        "document: easy or medium\n  why: 15 atoms and difficulty 1 to 3 make 15 to 17 points;"
    )


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
