"""Generation: parts of the loop, difficulty, limits, errors."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.generator import Generator, NoBoardError, Settings
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import GaveUpError, ParameterError
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.verbs.generation import loop
from pyasp_puzzles.verbs.generation.generating import generator_of
from pyasp_puzzles.verbs.generation.loop import SECONDS, Judgement, NotAsWantedError, Wanted
from pyasp_puzzles.verbs.generation.searches import (
    FIRST,
    ClueProgram,
    LimitedModels,
    LimitedSolver,
    RandomAnswers,
    free_clues,
    fresh_answers,
    minimal,
    proved_minimal,
)
from pyasp_puzzles.work.deadline import TIME_LIMIT, Deadline, TimeUpError

GRID = find_puzzle("twenty_four_seven")
SMALL = {"size": 4, "seed": 3}


def grid_generator() -> Generator[Any]:
    assert GRID.generator is not None
    return GRID.generator


@pytest.fixture(scope="module")
def drafted() -> tuple[Any, Settings, list[Any]]:
    """A grid of 4 x 4 cells with all its clues, its settings, and the clues."""
    generator = grid_generator()
    settings = Settings(GRID.name, {p.name: p.default for p in generator.parameters} | {"size": 4})
    random = Random(1)
    draft = generator.draft(random, settings, RandomAnswers(GRID, random, Deadline(None)))
    assert draft is not None
    return draft, settings, list(generator.clues(draft, settings))


def program_of(draft: Any, clues: list[Any]) -> ClueProgram:
    generator = grid_generator()
    text = free_clues(GRID, generator, draft, clues)
    program = ClueProgram(GRID, generator.with_clues(draft, ()), text, "", Deadline(None))
    assert program.take_answer(None)
    return program


def test_fresh_searches_drop_what_a_limit_has_kept(drafted: Any) -> None:
    """As if each search for another answer had come to its limit: all clues are kept."""
    draft, _, clues = drafted
    generator = grid_generator()
    board, kept = proved_minimal(GRID, generator, "", draft, dict.fromkeys(clues), Deadline(None))
    assert 0 < len(kept) < len(clues)
    assert len(fresh_answers(GRID, board, "", Deadline(None))) == 1
    for clue in kept:
        smaller = generator.with_clues(board, [other for other in kept if other != clue])
        assert len(fresh_answers(GRID, smaller, "", Deadline(None))) == 2


def test_another_answer_that_breaks_a_rule_proves_no_clue_needed(drafted: Any) -> None:
    draft, _, clues = drafted
    program = program_of(draft, clues)
    proof = program.others(range(len(clues)), FIRST)
    needed = minimal(program, proof, range(len(clues)))
    assert all(needed.values()) and len(set(needed.values())) == len(needed)
    kept = {clues[number]: program.answer[1:] for number in needed}  # a number is missing
    board = grid_generator().with_clues(draft, list(kept))
    with pytest.raises(pp.VerificationError, match="the program returned an answer that breaks"):
        proved_minimal(GRID, grid_generator(), "", board, kept, Deadline(None))


def test_a_search_that_came_to_its_limit_gives_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyasp_puzzles.verbs.generation.searches.FRESH", 0)
    monkeypatch.setattr(loop, "TRIES", 2)
    with pytest.raises(GaveUpError, match=r"no board in 2 drafts \(2 not decided within the limit"):
        list(pp.generate("twenty_four_seven", seed=1, size=6))


def test_a_board_with_an_answer_too_many_is_a_bug_and_is_never_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loop, "minimal", lambda *_: {})
    monkeypatch.setattr(loop, "proved_minimal", lambda *given: (given[3], []))
    with pytest.raises(pp.VerificationError, match="finds 2 answers on a board that was made to"):
        list(pp.generate("twenty_four_seven", **SMALL))


def test_facts_of_a_clue_that_depend_on_other_clues_are_refused(drafted: Any) -> None:
    draft, _, clues = drafted
    right = grid_generator().with_clues

    def wrong(board: Any, kept: Any) -> Any:
        return right(board, kept if len(kept) < 2 else list(kept)[:-1])

    with pytest.raises(pp.PuzzleError, match="the facts of a clue depend on other clues, a bug"):
        free_clues(GRID, replace(grid_generator(), with_clues=wrong), draft, clues)


def test_a_random_answer_is_an_answer_and_each_seed_finds_its_own() -> None:
    bare = replace(pp.load("twenty_four_seven", "2020_a"), givens=(), views=())
    found = {RandomAnswers(GRID, Random(seed), Deadline(None))(bare) for seed in range(4)}
    assert len(found) == 4
    assert all(pp.verify(bare, solution) == [] for solution in found)


def test_a_board_without_answer_is_told_from_a_search_that_gave_up() -> None:
    with pytest.raises(NoBoardError, match="a search proves that this board has no answer"):
        RandomAnswers(GRID, Random(1), Deadline(None))(pp.load("twenty_four_seven", "five"))


def test_a_draft_whose_clues_are_not_found_within_the_limit_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solve = LimitedSolver.solve

    def limited(*given: Any, brave: bool = False) -> LimitedModels:
        return LimitedModels((), exhausted=False) if brave else solve(*given)

    monkeypatch.setattr(LimitedSolver, "solve", limited)
    puzzle, board = find_puzzle("sudoku"), pp.load("sudoku", "empty_4x4")
    sampler = RandomAnswers(puzzle, Random(1), Deadline())
    assert sampler.with_clues(board, "", puzzle.inputs, own=False) is None


def test_a_puzzle_without_generator_says_so() -> None:
    bare = replace(GRID, generator=None)
    with pytest.raises(pp.PuzzleError, match="this puzzle has no generator; those that have one: "):
        generator_of(bare)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sise": 4}, "found sise, expected a parameter of twenty_four_seven: size, .*mean 'size'"),
        ({"n": 0}, "n: found 0, expected an integer of at least 1"),
        ({"n": True}, "n: found True, expected an integer of at least 1"),
        ({"seed": -1}, "seed: found -1, expected an integer of at least 0"),
        ({"seed": 2**31}, "seed: found 2147483648, expected less than"),
        ({"timeout": 0}, "timeout: found 0, expected seconds"),
        ({"difficulty": "easy"}, "expected a number .* such as 2 or 3..5; the puzzle is not calib"),
        ({"difficulty": "4..2"}, "difficulty: found '4..2', expected a number of points"),
        ({"difficulty": 0}, "difficulty: found 0, expected a number of points"),
        ({"difficulty": True}, "difficulty: found True, expected a number of points"),
        ({"difficulty": ".."}, "difficulty: found '..', expected a number of points"),
        ({"extra_clues": 1}, "extra_clues: found 1, expected True or False"),
    ],
    ids=str,
)
def test_arguments_are_checked_before_anything_is_searched(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(pp.PuzzleError, match=message):
        pp.generate("twenty_four_seven", **given)


def test_parameters_that_a_search_refutes_are_an_error() -> None:
    with pytest.raises(ParameterError, match="expected others: a search proves that no board has"):
        list(pp.generate("twenty_four_seven", seed=1, size=6, filled=3, digits="1x18"))


def test_boards_found_before_the_time_is_up_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made = pp.generate("twenty_four_seven", n=3, timeout=3600, **SMALL)
    first = next(made)
    monkeypatch.setattr(Deadline, "late", lambda deadline: deadline.stop(TIME_LIMIT) or True)
    with pytest.raises(GaveUpError, match="the time limit came first; 1 of 3 boards found"):
        next(made)
    monkeypatch.undo()
    assert pp.is_unique(first)


def test_the_time_limit_says_what_was_found_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Any] = []

    def judge(_self: Wanted, board: Any, _size: int, _deadline: Deadline) -> Judgement:
        if judged:
            raise TimeUpError("the time limit came first")
        judged.append(board)
        return Judgement("difficulty 7", 3)

    monkeypatch.setattr(Wanted, "judge", judge)
    with pytest.raises(NotAsWantedError) as error:
        list(pp.generate("twenty_four_seven", difficulty="1..4", **SMALL))
    assert str(error.value).startswith(
        "the time limit came first; wanted difficulty 1..4, found difficulty 7 in the nearest of 2 "
    )
    assert [error.value.board] == judged


def test_a_search_for_a_difficulty_has_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is the test's own: the first rating takes as long as the limit."""
    monkeypatch.setattr(loop, "RATED", 10**6)
    clock = [0.0]

    def judge(_self: Wanted, _board: Any, _size: int, _deadline: Deadline) -> Judgement:
        clock[0] += SECONDS + 1
        return Judgement("difficulty 1", -8)

    monkeypatch.setattr(Wanted, "judge", judge)
    monkeypatch.setattr("pyasp_puzzles.work.deadline.time.monotonic", lambda: clock[0])
    expected = "the time limit came first; wanted difficulty 9, found difficulty 1 in the nearest"
    with pytest.raises(NotAsWantedError, match=expected):
        list(pp.generate("twenty_four_seven", difficulty=9, **SMALL))


def test_numbers_and_ranges_say_which_difficulties_are_wanted() -> None:
    for text, least, most in (("3", 3, 3), (2, 2, 2), ("2..4", 2, 4), ("..4", 1, 4)):
        assert Wanted(GRID, text).fitting(28) == range(least, most + 1)
    assert Wanted(GRID, "5..").fitting(28)[0] == 5
    assert not Wanted(GRID)


@pytest.mark.parametrize("difficulty", ["easy", "2"])
def test_a_board_has_the_difficulty_that_is_wanted(difficulty: str) -> None:
    [board] = pp.generate("pips", seed=1, dominoes=4, difficulty=difficulty)
    rating = pp.rate(board)
    assert difficulty in (rating.grade, str(rating.difficulty))
    assert pp.is_unique(board)


@pytest.mark.parametrize(
    ("dominoes", "grade", "possible"), [(3, "hard", "easy"), (10, "easy", "hard")]
)
def test_a_grade_that_no_board_of_the_size_has_is_refused_before_any_is_rated(
    dominoes: int, grade: str, possible: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wanted, "judge", None)
    words = (
        f"pips, difficulty: found '{grade}', expected {possible}: the answer of such a board has"
    )
    with pytest.raises(ParameterError, match=f"{words} {3 * dominoes} atoms"):
        list(pp.generate("pips", seed=1, dominoes=dominoes, difficulty=grade))


def test_the_nearest_board_is_kept_where_none_is_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "RATED", 2)
    with pytest.raises(NotAsWantedError) as error:
        list(pp.generate("twenty_four_seven", difficulty="90..", **SMALL))
    found = pp.rate(error.value.board)
    assert (
        f"seed 3: wanted difficulty 90.., found difficulty {found.difficulty} in the nearest of"
        in (str(error.value))
    )
    assert "2 boards; change the size, the seed or what is wanted, or allow" in str(error.value)
    assert pp.is_unique(error.value.board)


def test_extra_clues_make_a_board_easier_and_it_stays_unique() -> None:
    [board] = pp.generate("twenty_four_seven", difficulty="..2", extra_clues=True, **SMALL)
    assert pp.rate(board).difficulty <= 2
    assert pp.is_unique(board)
    assert fact_text(board)


def test_progress_says_what_is_going_on() -> None:
    said: list[str] = []
    list(pp.generate("twenty_four_seven", progress=said.append, **SMALL))
    assert said[:3] == ["board 1 of 1, draft 1", "board 1 of 1, dropping clues",
                        "board 1 of 1, proving"]  # fmt: skip
