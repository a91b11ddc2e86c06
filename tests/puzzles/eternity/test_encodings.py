"""The SAT and CP-SAT encodings of edge matching have the answers of the ASP program."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import clingo
import pytest
from shipped_boards import edge_board
from support import found, hand_written, raw_solutions

import pyasp_puzzles as pp
from pyasp_puzzles.engines.encoding import CpProblem
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, HintPiece

pytest.importorskip("pysat")
pytest.importorskip("ortools")

ALL = hand_written("eternity")
Answer = frozenset[clingo.Symbol]

each_encoding = pytest.mark.parametrize("name", ALL)


@lru_cache(maxsize=64)
def by_asp(board: EternityBoard, symmetry: bool | str = False) -> frozenset[Answer]:
    return frozenset(found(board, "asp", symmetry=symmetry))


def by_encoding(name: str, board: EternityBoard, symmetry: bool | str = False) -> list[Answer]:
    return found(board, name, symmetry=symmetry)


@each_encoding
@pytest.mark.parametrize(("board", "count"), [("eternity3x3", 16), ("eternity_A_v2", 4)])
def test_published_boards_have_their_known_counts(
    name: str, board: str, count: int, data: Path
) -> None:
    instance = pp.load("eternity", data / "eternity" / f"seapearl_{board}.json")
    assert len(by_encoding(name, instance)) == count
    assert set(by_encoding(name, instance)) == by_asp(instance)


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [
        (name, symmetry)
        for name, encoding in ALL.items()
        for symmetry in ("", "all")
        if name.startswith("cpsat.") and (encoding.symmetry or not symmetry)
    ],
)
def test_an_answer_is_a_single_solution_of_the_cp_model_also_where_pieces_are_alike(
    name: str, symmetry: str
) -> None:
    build: Any = ALL[name].build
    for seed in (2, 5):  # without and with an anchor
        board = edge_board(2, 2, 2, seed, framed=False)[0]
        assert len(board.copies) < 4
        assert raw_solutions(build(board, symmetry)) == len(by_asp(board, symmetry))


@each_encoding
def test_a_hint_that_the_frame_forbids_leaves_no_answer(name: str) -> None:
    board = pp.load("eternity", "document_3x3")
    middle = EternityBoard("", 3, 3, board.pieces, 0, (HintPiece(1, 1, 9, 0),))
    assert by_encoding(name, middle) == []


def test_the_table_of_the_document_lists_every_piece_in_every_turn() -> None:
    problem = ALL["cpsat.document"].build(pp.load("eternity", "document_3x3"), "")
    assert isinstance(problem, CpProblem)
    text = str(problem.model.proto)
    assert text.count("table {") == 9
    assert text.count("all_diff {") == 1
