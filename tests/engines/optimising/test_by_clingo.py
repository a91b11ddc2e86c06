"""A search for the best board by clingo, with programs that are no puzzle of this package."""

from __future__ import annotations

from typing import Any

import pytest

from pyasp_puzzles.boards.optimiser import BestRequest, Improvement
from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.engines.optimising.by_clingo import ClaspProgram, ClingoBest, Maximising
from pyasp_puzzles.ground.grounding import Source

CIRCLE = """
node(1..9). edge(1, 9). edge(N, N+1) :- node(N), node(N+1).
{ in(N) : node(N) }.
:- edge(N, M), in(N), in(M).
#show in/1.
"""
"""Nodes of a circle of nine, no two of them neighbours: four at most."""

COUNTED = CIRCLE + "#maximize { 1, N : in(N) }."


def search(text: str, most: int = 9, request: BestRequest[Any] | None = None, **more: Any) -> Any:
    wanted = Maximising(lambda: ClaspProgram(Source(facts=text)), most, **more)
    return ClingoBest(wanted, request or BestRequest())


def test_the_boards_get_better_until_the_best_is_proved() -> None:
    found = search(COUNTED)
    boards = list(found)
    scores = [board.score for board in boards]
    assert scores == sorted(set(scores)) and scores[-1] == 4
    assert [len(board.symbols) for board in boards] == scores
    assert {symbol.name for symbol in boards[-1].symbols} == {"in"}
    assert found.optimal and "ground" in found.seconds


def test_only_scores_that_are_possible_are_asked_for() -> None:
    asked: list[int] = []

    def above(score: int) -> int | None:
        asked.append(score)
        return score + 1 if score < 4 else None

    found = search(COUNTED, above=above)
    *_, last = found
    assert (last.score, found.optimal, asked[0], asked[-1]) == (4, True, -1, 4)
    assert found.runs == 0, "the proof needs no run"


def test_a_known_score_leaves_only_better_boards() -> None:
    found = search(COUNTED, request=BestRequest(known_score=3))
    assert [board.score for board in found] == [4]
    found = search(COUNTED, request=BestRequest(known_score=4))
    assert (list(found), found.optimal) == ([], True)


def test_strict_rules_that_cannot_be_kept_are_a_proof_without_a_board() -> None:
    found = search(COUNTED + ":- { in(N) } < 5.")
    assert (list(found), found.optimal) == ([], True)


def test_the_own_program_is_searched_where_only_the_full_score_is_better() -> None:
    answer = ClaspProgram(Source(facts="in(1..4). #show in/1."), ())
    request = BestRequest[Any](known_score=3)
    text = PIGEONS + "#maximize { 1, P, H : in(P, H) }."
    found = search(text, 12, request, answers=lambda: answer, above=lambda _: 12)
    (board,) = found
    assert (board.score, len(board.symbols), found.optimal) == (12, 4, True)
    assert board.found_by == "run 1, answers"
    searches: list[ClingoBest] = []
    one_run = BestRequest[Any](known_score=3, late=lambda: searches[0].runs == 1)
    found = search(text, 13, one_run, answers=lambda: answer, above=lambda _: 12)
    searches.append(found)
    assert (list(found), found.optimal) == ([], False), "another score may be better, too"


PIGEONS = """
{ in(P, H) : H = 1..11 } = 1 :- P = 1..12.
:- in(P, H), in(Q, H), P < Q.
#show in/2.
"""
"""Twelve pigeons in eleven holes: no model, but clasp needs many conflicts for the proof."""


def test_runs_of_an_earlier_search_are_counted_on() -> None:
    late = iter([False] * 6 + [True] * 99)
    found = search(COUNTED, request=BestRequest(runs=7, late=lambda: next(late)))
    assert all(board.found_by.startswith("run 8, ") for board in found)
    assert found.runs == 7


def test_a_search_that_is_late_at_once_shows_its_first_board_only() -> None:
    first = Improvement((), 0, "none")
    found = search(COUNTED, request=BestRequest(late=lambda: True), first=lambda late: first)
    assert (list(found), found.optimal) == ([first], False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CIRCLE, "program: found none, expected one #maximize statement"),
        (COUNTED + "#maximize { 1@2, N : in(N) }.", "found 2 priorities, expected one"),
        ("a :- not b(X).", "unsafe"),
    ],
)
def test_a_program_that_cannot_be_used_is_one_line(text: str, words: str) -> None:
    with pytest.raises(SolverError, match=words) as error:
        list(search(text))
    assert "\n" not in str(error.value)


def test_a_memory_limit_ends_the_search_and_says_so() -> None:
    found = search(PIGEONS + "#maximize { 1, P, H : in(P, H) }.", request=BestRequest(memory=-1))
    assert (list(found), found.optimal, found.ended) == ([], False, "memory limit")
