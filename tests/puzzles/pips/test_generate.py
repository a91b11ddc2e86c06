"""New Pips boards: shapes, sets of dominoes, regions, rules; parameters that make no board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.generator import Draft, Settings
from pyasp_puzzles.core.regions import neighbours, regions
from pyasp_puzzles.puzzles import pips
from pyasp_puzzles.puzzles.pips.generate import GENERATOR, box, drawn, full_set
from pyasp_puzzles.puzzles.pips.instance import PipsBoard, PipsSolution, Region
from pyasp_puzzles.puzzles.pips.regions import refine

DEFAULTS = {parameter.name: parameter.default for parameter in GENERATOR.parameters}


def made(seed: int = 1, **parameters: Any) -> PipsBoard:
    (board,) = pp.generate("pips", seed=seed, **parameters)
    assert isinstance(board, PipsBoard)
    return board


def drafted(seed: int, **parameters: Any) -> Draft[PipsBoard]:
    while True:
        random = Random(seed)
        found = GENERATOR.draft(
            random, Settings("pips", {**DEFAULTS, **parameters}), lambda _: None
        )
        if isinstance(found, Draft):
            return found
        seed += 1000


def test_a_drawing_or_a_size_is_the_board() -> None:
    assert list(made(board="##./##./.##").region_of()) == list(drawn("##. ##. .##"))
    assert list(made(board="2x3").region_of()) == box(2, 3)


@pytest.mark.parametrize("seed", range(5))
def test_a_random_shape_is_connected_and_begins_at_row_and_column_1(seed: int) -> None:
    cells = list(drafted(seed, dominoes=10).board.region_of())
    assert len(cells) == 20
    assert len(regions(cells, neighbours)) == 1
    assert min(row for row, _ in cells) == min(column for _, column in cells) == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_draft_has_the_answer_that_it_names(seed: int) -> None:
    draft = drafted(seed)
    solution = pips.PUZZLE.decode(draft.board, list(draft.answer))
    assert pp.verify(draft.board, solution) == []


@pytest.mark.parametrize("seed", range(3))
def test_dominoes_are_of_the_set_each_as_often_as_it_has_copies(seed: int) -> None:
    board = drafted(seed, dominoes=10, pips=3).board
    assert {(d.low, d.high) for d in board.dominoes} == {(d.low, d.high) for d in full_set(3)}
    assert all(d.copies == 1 for d in board.dominoes)
    twice = drafted(seed, dominoes=6, pips=1, copies=2).board
    assert all(d.copies == 2 for d in twice.dominoes)


def test_regions_have_the_sizes_and_rules_that_are_asked_for() -> None:
    board = made(seed=3, dominoes=4, least=2, most=3, rules="sum,equals")
    for region in board.regions:
        assert len(region.cells) <= 3
        assert region.rule in ("sum", "equals", "empty")
    assert pp.is_unique(board)


def test_a_board_may_have_regions_without_a_rule() -> None:
    boards = [made(seed=seed, dominoes=5) for seed in range(4)]
    assert any(region.rule == "empty" for board in boards for region in board.regions)


def test_refined_regions_tell_all_other_answers_apart() -> None:
    """The other answers are those to the board without any rule."""
    draft = drafted(2, dominoes=4)
    bare = GENERATOR.with_clues(draft.board, ())
    right = pips.PUZZLE.decode(bare, list(draft.answer))
    others: list[PipsSolution] = [
        a.solution for a in pp.solve(bare, limit=40) if a.solution != right
    ]
    others = [other for other in others if other.values != right.values]
    free = PipsBoard(bare.title, (Region("A", "empty", tuple(bare.region_of())),), bare.dominoes)
    refined = refine(Random(1), Settings("pips", DEFAULTS), free, right, others)
    assert refined is not None
    assert pp.verify(refined, right) == []
    assert all(pp.verify(refined, other) for other in others)


def test_no_regions_tell_apart_answers_with_the_same_pips() -> None:
    draft = drafted(2, dominoes=4)
    right = pips.PUZZLE.decode(draft.board, list(draft.answer))
    same = PipsSolution(right.values, ())
    settings = Settings("pips", DEFAULTS)
    assert refine(Random(1), settings, draft.board, right, [same]) is None


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"board": "3x3"}, "board: found 9 cells, expected an even number from 2 to 120"),
        ({"board": "20x20"}, "board: found 400 cells, expected an even number from 2 to 120"),
        ({"board": "abc"}, "found 'abc', expected ROWSxCOLUMNS such as 4x5, each up to 99, or"),
        ({"board": "##/.#/#."}, "cells that dominoes can cover; here "),
        ({"board": "..."}, "board: found 0 cells, expected an even number"),
        ({"board": "4x5", "dominoes": 9}, "dominoes: found 9, expected 10 for this board, or 0"),
        ({"dominoes": 7, "pips": 2}, "7 dominoes are needed, and the set from 0-0 to 2-2 has 6"),
        ({"least": 5}, "least: found 5, expected at most 4, the value of most"),
        ({"rules": "sum, product"}, "rules: found 'sum, product', expected some of sum, less"),
        ({"rules": ""}, "rules: found '', expected some of sum, less"),
    ],
    ids=str,
)
def test_parameters_that_make_no_board_say_what_is_possible(
    parameters: dict[str, Any], message: str
) -> None:
    assert message in message_of(made, **parameters)
