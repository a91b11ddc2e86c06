"""Time limits count the preparation, too: a deadline ends it, or lets nothing begin.

No test here measures seconds: the facts of a board wait until the verb has given up, or a deadline
has passed before the verb begins.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import GaveUpError, MisfitError
from pyasp_puzzles.counts.certificate import certificate as certifying
from pyasp_puzzles.engines.job import facts_in_time
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.explanation import subject
from pyasp_puzzles.ground.grounding import Grounder
from pyasp_puzzles.work.child import Child

BOARD = "packing", "soma"


class Facts:
    """The facts of a board: the first at once, the others when the gate opens."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate, self.ended, self.calls = threading.Event(), threading.Event(), 0
        puzzle = puzzle_of(pp.load(*BOARD))
        self._real = puzzle.facts
        monkeypatch.setitem(vars(puzzle), "facts", self._waiting)
        monkeypatch.setattr(
            subject, "_theories", []
        )  # another test may have made that of the board

    def _waiting(self, instance: Any) -> Iterator[Any]:
        self.calls += 1
        try:
            for fact in self._real(instance):
                yield fact
                self.gate.wait(300)
        finally:
            self.ended.set()


@pytest.fixture
def facts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Facts]:
    made = Facts(monkeypatch)
    yield made
    made.gate.set()


def gave_up(verb: Callable[[float], object]) -> Callable[[float], str]:
    def says(timeout: float) -> str:
        with pytest.raises(GaveUpError) as error:
            verb(timeout)
        return str(error.value)

    return says


def reason_of(verb: Callable[[float], Any]) -> Callable[[float], str]:
    def says(timeout: float) -> str:
        found = verb(timeout)
        if isinstance(found, pp.Answers | pp.Explanation):
            assert list(found) == []
        if isinstance(found, pp.Answers):
            assert found.status is pp.Status.UNKNOWN
        elif isinstance(found, pp.Count):
            assert (found.answers, found.exhausted) == (0, False)
        else:
            assert found.status == "unknown"
        return str(found.reason)

    return says


def board() -> Any:
    return pp.load(*BOARD)


VERBS: dict[str, Callable[[float], str]] = {
    "solve": reason_of(lambda t: pp.solve(board(), timeout=t)),
    "solve, classes": reason_of(lambda t: pp.solve(board(), timeout=t, symmetry=True)),
    "count": reason_of(lambda t: pp.count(board(), timeout=t)),
    "count in cubes": reason_of(lambda t: pp.count(board(), timeout=t, cubes=4, processes=1)),
    "unique": reason_of(lambda t: pp.unique(board(), timeout=t)),
    "is_unique": gave_up(lambda t: pp.is_unique(board(), timeout=t)),
    "check": reason_of(lambda t: pp.check(board(), "", timeout=t)),
    "rate": reason_of(lambda t: pp.rate(board(), timeout=t)),
    "hint": gave_up(lambda t: pp.hint(board(), timeout=t)),
    "explain": gave_up(lambda t: list(pp.explain(board(), timeout=t))),
    "certify": gave_up(lambda t: certifying.certify(board(), checker="own", timeout=t)),
}


LIMITED = VERBS | {"estimate": gave_up(lambda t: pp.estimate(board(), timeout=t))}
"""The verbs; estimate knows no limit of 0."""


@pytest.mark.parametrize("verb", LIMITED)
def test_a_time_limit_ends_a_verb_while_the_facts_are_made(verb: str, facts: Facts) -> None:
    said = LIMITED[verb](0.1)
    assert not facts.gate.is_set()
    assert "time limit" in said or "the time was up" in said
    facts.gate.set()
    facts.ended.wait(300)  # with the next fact: nobody makes the others for nothing


@pytest.mark.parametrize("verb", VERBS)
def test_a_time_limit_that_has_passed_lets_nothing_begin(
    verb: str, facts: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Grounder, "ground", never)
    monkeypatch.setattr(Child, "__init__", never)
    assert "time limit" in VERBS[verb](0.0)
    assert facts.calls == 0


@pytest.mark.parametrize("counting", [False, True])
@pytest.mark.parametrize("engine", KINDS)
def test_no_engine_begins_after_its_time_limit(
    engine: str, counting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if KINDS[engine].own_program:
        pytest.skip("its programs are the user's")

    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Grounder, "ground", never)
    monkeypatch.setattr(Child, "__init__", never)
    for name in ("packing", "eternity", "flower_finder"):
        one = next(iter(pp.load_all(name)))
        try:
            if counting:
                found: Any = pp.count(one, engine=engine, timeout=0.0)
                assert found.answers == 0
            else:
                found = pp.solve(one, engine=engine, timeout=0.0)
                assert list(found) == []
        except (MisfitError, pp.PuzzleError):  # this puzzle has no such encoding
            continue
        assert not found.exhausted
        assert found.reason.startswith("time limit")


def test_facts_end_with_the_next_one_when_the_time_is_up(facts: Facts) -> None:
    facts.gate.set()
    asked = 0

    def late() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    assert facts_in_time(board(), late) is None
    assert facts.ended.is_set()
    assert asked < 20


def test_facts_in_time_are_the_facts() -> None:
    assert (facts_in_time(board(), lambda: False) or "none") in pp.facts(board())
