"""New edge-matching boards: unique up to rotation and minimal by other engines; few colours."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support import found

import pyasp_puzzles as pp
from pyasp_puzzles.boards.generator import Settings
from pyasp_puzzles.puzzles import eternity
from pyasp_puzzles.puzzles.eternity.facts import symmetries
from pyasp_puzzles.puzzles.eternity.format import parse
from pyasp_puzzles.puzzles.eternity.generate import GENERATOR, answer_of, draft
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard

BOARDS: list[dict[str, Any]] = [
    {"rows": 4, "colours": 2},
    {"rows": 4, "colours": 4, "rim_colours": 2},
    {"rows": 3, "columns": 5, "colours": 3},
    {"rows": 3, "colours": 2},
    {"rows": 3, "columns": 4, "colours": 5, "unframed": True},
    {"rows": 3, "colours": 3, "unframed": True},
    {"rows": 1, "columns": 4, "colours": 1},
    {"rows": 4, "hints": "none"},
]


def made(seed: int = 1, **parameters: Any) -> EternityBoard:
    (board,) = pp.generate("eternity", seed=seed, **parameters)
    assert isinstance(board, EternityBoard)
    return board


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("parameters", BOARDS, ids=str)
def test_the_hints_leave_one_class_and_none_of_them_can_be_dropped(
    parameters: dict[str, Any], seed: int
) -> None:
    """By a SAT solver on a hand-written encoding, which has no part in making the board."""
    board = made(seed, **parameters)
    assert len(found(board, "sat", limit=5)) == dict(board.known)["answers"]
    assert len(found(board, "sat", symmetry=True, limit=2)) == dict(board.known)["classes"] == 1
    for hint in board.hints:
        others = replace(board, hints=tuple(other for other in board.hints if other != hint))
        assert len(found(others, "sat", symmetry=True, limit=2)) == 2
    assert parse(eternity.PUZZLE.format(board), "written")[""] == replace(board, name="")
    assert not board.hints or parameters.get("hints") != "none"


def test_a_board_has_the_size_frame_and_colours_that_were_asked_for() -> None:
    board = made(rows=3, columns=4, colours=3, rim_colours=2)
    assert (board.rows, board.columns, board.frame) == (3, 4, 0)
    colours = {colour for sides in board.pieces for colour in sides}
    assert colours <= set(range(6))
    loose = made(rows=3, columns=4, colours=5, unframed=True)
    assert loose.frame is None
    assert 0 not in {colour for sides in loose.pieces for colour in sides}


@pytest.mark.parametrize("colours", [1, 2, 3])
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (4, 4), (3, 4), (5, 5)])
def test_no_hint_lies_alike_in_another_image_of_the_answer(
    rows: int, columns: int, colours: int
) -> None:
    """Else a rotated answer would keep all hints, and the board would have two classes."""
    values = {parameter.name: parameter.default for parameter in GENERATOR.parameters}
    values |= {"rows": rows, "columns": columns, "colours": colours}
    seen = 0
    for seed in range(5):
        drafted = draft(Random(seed), Settings("eternity", values), lambda board: None)
        board = drafted.board
        bare = replace(board, hints=())
        answer = eternity.PUZZLE.decode(board, list(drafted.answer))
        assert pp.verify(board, answer) == []
        for symmetry in symmetries(bare):
            image = symmetry.image(answer)
            for hint in board.hints:
                middle = (2 * hint.row, 2 * hint.column) == (rows + 1, columns + 1)
                if image != answer and not middle:
                    placement = answer_of(bare, [hint]).placements[0]
                    assert placement in answer.placements
                    assert placement not in image.placements
                    seen += 1
    assert seen or colours == 1
