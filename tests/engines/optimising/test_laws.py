"""What holds for the search of every puzzle that has one: better boards, legal ones, by the seed.

No law depends on the speed of the machine: a search ends after a number of questions for the time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.answers import read_answers
from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Improvement, Optimiser
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.engines.optimising.board import measured
from pyasp_puzzles.pictures.terminal import plain

ABLE = [name for name in shipped_names() if pp.find_puzzle(name).best]
FEW = 20
"""So often a search asks whether it is late before it is."""


def boards_of(name: str) -> Iterator[str]:
    """The first shipped instance of a puzzle, and those without an answer."""
    puzzle = pp.find_puzzle(name)
    files = list(puzzle.instance_files())
    for board in files:
        known = dict(pp.load_all(name, board)[0].known)
        if board == files[0] or known.get("answers") == 0:
            yield board


BOARDS = [(name, board) for name in ABLE for board in boards_of(name)]
BOARDS += [("queens", "eight"), ("queens", "three")]  # of a third party
each_board = pytest.mark.parametrize(("name", "board"), BOARDS, ids=map("-".join, BOARDS))


@pytest.fixture(autouse=True)
def _third_party(queens: ModuleType) -> None:
    """The queens are installed."""


class Questions:
    """A limit that is no clock: it is late when it was asked some times."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def optimiser_of(name: str) -> Optimiser[Any, Any]:
    optimiser = pp.find_puzzle(name).best
    assert optimiser
    return optimiser


def searched(name: str, instance: Any, **request: Any) -> tuple[BestSearch, list[Improvement]]:
    request.setdefault("late", Questions(FEW))
    search = optimiser_of(name).start(instance, BestRequest(**{"seed": 1, **request}))
    return search, list(search)


@each_board
def test_each_board_is_better_than_all_before_legal_and_drawn(name: str, board: str) -> None:
    puzzle, instance = pp.find_puzzle(name), pp.load(name, board)
    optimiser = optimiser_of(name)
    search, found = searched(name, instance)
    scores = [improvement.score for improvement in found]
    assert scores == sorted(set(scores))
    assert scores or search.optimal
    most = optimiser.most(instance)
    for improvement in found:
        answer, scored = measured(puzzle, instance, improvement.symbols)
        assert (scored.broken, scored.score) == ((), improvement.score)
        assert 0 <= scored.score <= most
        full = scored.score == most
        assert full == (puzzle.verify(instance, answer.solution) == [])
        assert plain(optimiser.picture(instance, answer.solution))
        text = json.dumps({"atoms": list(map(str, improvement.symbols))})
        assert read_answers(puzzle, instance, text, "the board") == [answer.solution]
        assert improvement.found_by
        for export in puzzle.export.values():
            with suppress(pp.InstanceError):  # the format cannot express such a board at all
                assert export(instance, answer.solution).strip()


@each_board
def test_a_seed_finds_the_same_boards_again(name: str, board: str) -> None:
    """A machine that is slower finds fewer of them, where it asks for the time more often."""
    instance = pp.load(name, board)
    once, again = (
        [(found.symbols, found.score, found.found_by) for found in searched(name, instance)[1]]
        for _ in range(2)
    )
    common = min(len(once), len(again))
    assert [(set(symbols), *rest) for symbols, *rest in once[:common]] == [
        (set(symbols), *rest) for symbols, *rest in again[:common]
    ]
    assert common or not (once or again)


@each_board
def test_a_search_that_is_late_from_the_start_finds_one_board(name: str, board: str) -> None:
    search, found = searched(name, pp.load(name, board), late=Questions(0))
    assert found or search.optimal


@each_board
def test_a_search_that_knows_a_board_finds_only_better_ones(name: str, board: str) -> None:
    puzzle, instance = pp.find_puzzle(name), pp.load(name, board)
    first, found = searched(name, instance)
    if found:
        answer, _ = measured(puzzle, instance, found[-1].symbols)
        known = {"known": answer.solution, "known_score": found[-1].score}
        second, better = searched(name, instance, **known, runs=first.runs)
        assert all(improvement.score > found[-1].score for improvement in better)
        assert second.runs >= first.runs
        if first.optimal:
            assert better == []


@each_board
def test_a_search_goes_on_from_its_file_and_never_gets_worse(
    name: str, board: str, tmp_path: Path
) -> None:
    instance = pp.load(name, board)
    scores, runs = [], []
    for _ in range(2):
        with pp.best(instance, save=tmp_path / "board.txt", timeout=0) as boards:
            scores.append([found.score for found in boards])
            runs.append(boards.runs)
    if scores[0]:
        assert scores[1][0] == scores[0][-1]
        assert scores[1] == sorted(set(scores[1]))
    assert runs == sorted(runs)
