"""Time limits within explanations and hints, and what makes hints cheap."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from derivations import theory_for
from support import run

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.explanation import subject as subjects
from pyasp_puzzles.explanation.explaining import Explanation
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.explanation.theory import Theory, theory_of
from pyasp_puzzles.work.deadline import TimeUpError

SMALL = [("twenty_four_seven", "four"), ("pips", "document"), ("packing", "slothouber_graatsma")]


def after(looks: int) -> Callable[[], bool]:
    """A clock that says after so many looks that the time is up."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Call it with a number of looks at the clock, after which the time of each subject is up."""

    def set_clock(looks: int) -> None:
        late = after(looks)

        def looked(self: BoardSubject) -> bool:
            if late():
                self.stop("time limit")
            return bool(self.reason)

        monkeypatch.setattr(BoardSubject, "late", looked)
        monkeypatch.setattr(subjects, "_FINISH", -1.0)

    yield set_clock


@pytest.mark.parametrize(("name", "board"), SMALL)
def test_a_search_raises_when_the_time_is_up(name: str, board: str) -> None:
    theory = theory_for(name, board)
    assert theory.solver().solve([]).outcome is Outcome.SATISFIABLE
    first = theory.index.of_clue[0]
    timed = theory.timed(lambda: True)
    with pytest.raises(TimeUpError):
        timed.solver().solve([])
    with pytest.raises(TimeUpError):
        timed.index.subproblem(first)
    part = theory.timed(after(1)).index.subproblem(first)
    with pytest.raises(TimeUpError):
        part.solve(1, (), 10)
    part = theory.timed(after(1)).index.subproblem(first)
    with pytest.raises(TimeUpError):
        part.solve(1, (), 100_000)
    assert theory.index.subproblem(first).solve(1, (), 3000).outcome is Outcome.SATISFIABLE


@cache
def all_that_follows(name: str, board: str) -> set[str]:
    return {str(step.follows) for step in pp.explain(pp.load(name, board), whole=True)}


@pytest.mark.parametrize("looks", [0, 3, 100, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "board"), SMALL)
def test_an_explanation_ends_wherever_the_time_is_up(
    name: str, board: str, looks: int, clock: Callable[[int], None]
) -> None:
    instance, whole = pp.load(name, board), all_that_follows(name, board)
    clock(looks)
    explanation = Explanation(BoardSubject(puzzle_of(instance), instance, None), whole=True)
    try:
        steps = list(explanation)
    except pp.GaveUpError:
        steps = []
    assert {str(step.follows) for step in steps} <= whole
    if explanation.subject.reason:
        assert explanation.status in (None, "unknown")
        assert explanation.reason == "time limit"


@pytest.mark.parametrize("looks", [0, 3, 50, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "board"), SMALL)
def test_a_hint_ends_wherever_the_time_is_up(
    name: str, board: str, looks: int, clock: Callable[[int], None]
) -> None:
    clock(looks)
    found = pp.find_hint(pp.load(name, board), played=True)
    assert found.status in ("step", "open", "unknown")
    assert list(found.sentences())
    if found.status == "unknown":
        assert found.reason == "time limit"


def test_a_contradiction_at_the_limit_keeps_what_was_found(clock: Callable[[int], None]) -> None:
    instance = pp.load("pips", "mutilated_6x6")
    for looks in (20, 200):
        clock(looks)
        explanation = Explanation(BoardSubject(puzzle_of(instance), instance, None))
        try:
            list(explanation)
        except pp.GaveUpError:
            continue
        assert explanation.status is not None


def test_a_player_is_told_that_no_move_is_certain_on_a_board_with_many_answers() -> None:
    found = pp.find_hint(pp.load("packing", "soma"), played=True)
    assert (found.status, found.reason) == ("open", "")
    assert list(found.sentences()) == [
        "no move is certain: several answers have all of it",
        "The fewest choices are at r1c1 of layer 1.",
    ]


def test_what_can_be_laid_differs_between_the_answers_that_say_so() -> None:
    """The claim of a hint, checked by the answers themselves."""
    board = pp.load("packing", "slothouber_graatsma")
    answers = [frozenset(answer.symbols) for answer in pp.solve(board)]
    for first in sorted(answers[0]):
        laid = Partial((first,))
        with_it = [answer for answer in answers if first in answer]
        found = pp.find_hint(board, laid, played=True)
        if found.status == "open":
            assert frozenset.intersection(*with_it) == {first}
        elif found.status == "step":
            assert found.step
            if found.step.form == "choice":
                [chosen] = found.step.follows
                assert 0 < sum(chosen.atom in a for a in with_it) < len(with_it)
                continue
            assert all((x.atom in a) == x.holds for x in found.step.follows for a in with_it)


@pytest.mark.parametrize(("name", "board"), [*SMALL, ("pips", "heart"), ("packing", "soma")])
def test_nothing_follows_in_a_free_choice(name: str, board: str) -> None:
    theory = theory_for(name, board)
    goals = [*theory.numbers, *(-number for number in theory.numbers)]
    found = StepFinder(theory, goals).known
    theory.index.bound = set(theory.index.all_components)
    assert sorted(StepFinder(theory, goals).known) == sorted(found)


def test_hints_of_one_board_ground_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    def counted(*args: Any) -> Theory:
        made.append(args)
        return theory_of(*args)

    monkeypatch.setattr(subjects, "theory_of", counted)
    monkeypatch.setattr(subjects, "_theories", [])
    board, other = (pp.load("twenty_four_seven", name) for name in ("four", "six"))
    first = pp.find_hint(board)
    assert pp.find_hint(board).step == first.step
    assert len(made) == 1
    pp.find_hint(other)
    assert pp.find_hint(board).step == first.step
    assert len(made) == 2
    monkeypatch.setattr(subjects, "_MOST_RULES", 10)
    pp.find_hint(other)
    assert pp.find_hint(board).step == first.step
    assert len(made) == 3


DURING_A_SEARCH = """
import threading
import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.explanation.subject import BoardSubject

board = pp.load("twenty_four_seven", "four")
searching, explained = threading.Event(), threading.Event()

def search():
    subject = BoardSubject(puzzle_of(board), board)
    subject.theory().searcher.solve([], lambda model: searching.set() or explained.wait(300))

thread = threading.Thread(target=search, daemon=True)
thread.start()
assert searching.wait(300)
steps = pp.explain(board)
list(steps)
explained.set()
thread.join()
print(steps.status)
"""


def test_a_thread_explains_a_board_while_another_one_searches_it() -> None:
    """In a process of its own, as two threads with one clingo control can end it."""
    done = run(sys.executable, "-c", DURING_A_SEARCH)
    assert (done.returncode, done.stdout) == (0, "solved\n"), done.stderr
