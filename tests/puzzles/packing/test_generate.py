"""New packing boards: unique, minimal and of one class by other engines; spaces; bad parameters."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from polyforms import read
from support import found

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.cells import space
from pyasp_puzzles.puzzles.packing.geometry import LATTICES
from pyasp_puzzles.puzzles.packing.instance import PackingBoard


def made(seed: int = 1, **parameters: Any) -> PackingBoard:
    (board,) = pp.generate("packing", seed=seed, **parameters)
    assert isinstance(board, PackingBoard)
    return board


GIVENS: list[dict[str, Any]] = [
    {"space": "4x5"},
    {"space": "5x5", "holes": 1, "blocks": 4, "copies": 2},
    {"space": "3x4", "blocks": "2-3", "copies": 3, "moves": "none"},
    {"board": "slothouber_graatsma"},
    {"lattice": "cubic", "space": "2x2x4", "blocks": 4},
    {"lattice": "hexagonal", "space": "hexagon3", "blocks": "3-4"},
    {"lattice": "hexprism", "space": "triangle3x2", "blocks": 4},
    {"lattice": "triangular", "space": "hexagon2", "blocks": 6},
    {"lattice": "triprism", "space": "hexagon1x2", "blocks": 4, "copies": 2},
]


@pytest.mark.parametrize("parameters", GIVENS, ids=str)
def test_the_givens_leave_one_answer_and_none_of_them_can_be_dropped(
    parameters: dict[str, Any],
) -> None:
    """By the search for exact covers, which has no part in making the board."""
    board = made(**parameters)
    assert len(found(board, "exact-cover", limit=2)) == 1
    for laid in board.given:
        others = tuple(given for given in board.given if given != laid)
        assert len(found(replace(board, given=others), "exact-cover", limit=2)) == 2
    assert dict(board.known) == {"answers": 1}
    assert read(PUZZLE.format(board)) == replace(board, name="")


CLASSES: list[dict[str, Any]] = [
    {"space": "4x5"},
    {"space": "4x4", "holes": 1},
    {"lattice": "hexprism", "space": "triangle3x2", "blocks": 4},
    {"lattice": "triangular", "space": "hexagon2", "blocks": 6},
]


@pytest.mark.parametrize("parameters", CLASSES, ids=str)
def test_a_board_of_one_class_has_one_under_its_own_symmetries(parameters: dict[str, Any]) -> None:
    board = made(kind="class", **parameters)
    assert not board.given
    assert len(found(board, "exact-cover", symmetry=True, limit=2)) == 1
    assert len(found(board, "exact-cover")) == dict(board.known)["answers"]
    assert dict(board.known)["classes"] == 1


def test_the_pieces_are_those_of_the_family_and_fill_the_space() -> None:
    board = made(space="4x5")
    names = [piece.name for piece in board.pieces]
    assert set(names) <= set("FILNPTUVWXYZ")
    assert names == sorted(names)
    assert sum(len(piece.blocks) * piece.most for piece in board.pieces) == len(board.cells) == 20
    whole = made(space="2x10", blocks="1-3", copies=9)
    assert sum(len(piece.blocks) * piece.least for piece in whole.pieces) == 20


def test_pieces_of_a_large_family_have_short_names_on_a_board() -> None:
    board = made(lattice="hexagonal", space="4x6", blocks=6)  # 82 hexahexes
    assert "".join(piece.name for piece in board.pieces) == "ABCD"
    assert {laid.piece for laid in board.given} <= set("ABCD")
    assert len(found(board, "exact-cover", limit=2)) == 1


def test_holes_leave_a_space_that_hangs_together() -> None:
    for holes in (4, 8, 12):
        board = made(space="4x4", holes=holes, blocks=4, copies=2)
        assert len(board.cells) == 16 - holes
        assert LATTICES["square"].is_connected(board.cells)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"space": "7x7"}, "space: found 49 cells, expected a multiple of 5, the blocks of a p"),
        ({"space": "7x7", "holes": 1}, "the blocks of a piece; holes 4 would do"),
        ({"space": "hexagon3"}, "found 'hexagon3', expected ROWSxCOLUMNS, each up to 99"),
        ({"space": "3x3x3"}, "expected ROWSxCOLUMNS, each up to 99 (lattice square)"),
        ({"lattice": "cubic", "space": "3x3"}, "ROWSxCOLUMNSxLAYERS, each up to 99 (lattice"),
        ({"space": "99x99"}, "space: found 9,801 cells, expected 1 to 200 cells"),
        ({"space": "0x4"}, "space: found 0 cells, expected 1 to 200 cells"),
        ({"space": "2x2", "holes": 4}, "holes: found 4, expected fewer than the 4 cells"),
        ({"blocks": "7"}, "blocks: found '7', expected a number from 1 to 6, or a range such as"),
        ({"blocks": "4-3"}, "blocks: found '4-3', expected a number from 1 to 6, or a range"),
        ({"lattice": "cubic", "blocks": 6}, "a number from 1 to 5, or a range such as 3-4 ("),
        ({"space": "8x10"}, "copies: found 1, expected at least 2: 12 pieces have 60 blocks"),
        ({"kind": "class"}, "kind: found 'class', expected givens, or a smaller space or holes"),
        ({"kind": "class", "board": "soma"}, "kind: found 'class', expected givens beside board"),
        ({"board": "som"}, "slothouber_graatsma, soma; did you mean 'soma'?"),
        ({"board": "straights_6x6"}, "board: found 'straights_6x6', expected one of hexagonal_cyl"),
        ({"board": "soma", "copies": 2}, "copies: found 2, expected nothing beside board soma"),
        ({"space": "4x5", "blocks": 4}, "expected another one, or holes: a search proves that th"),
        ({"lattice": "round"}, "lattice: found 'round', expected one of square, cubic"),
    ],
    ids=str,
)  # fmt: skip
def test_parameters_that_make_no_board_say_what_is_possible(
    parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(pp.PuzzleError) as error:
        made(**parameters)
    assert message in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("lattice", "words", "cells", "symmetries"),
    [
        ("square", "6x10", 60, 4),
        ("square", "4x4", 16, 8),
        ("cubic", "3x3x3", 27, 48),
        ("cubic", "2x3x10", 60, 8),
        ("cubic", "2x3x3", 18, 16),
        ("hexagonal", "triangle5", 15, 6),
        ("hexagonal", "hexagon3", 19, 12),
        ("hexagonal", "3x3", 9, 4),
        ("hexprism", "triangle5x3", 45, 12),
        ("triangular", "triangle4", 16, 6),
        ("triangular", "hexagon2", 24, 12),
        ("triangular", "2x3", 12, 2),
        ("triprism", "hexagon1x2", 12, 24),
    ],
)
def test_a_space_has_the_cells_and_symmetries_of_its_shape(
    lattice: str, words: str, cells: int, symmetries: int
) -> None:
    found = space(lattice, words)
    assert found is not None
    assert len(found) == cells
    assert all(first < second for first, second in pairwise(found))
    assert all(map(LATTICES[lattice].is_cell, found))
    assert LATTICES[lattice].is_connected(found)
    assert len(list(LATTICES[lattice].symmetries(found))) == symmetries


def test_a_shipped_board_keeps_its_space_and_its_pieces() -> None:
    cylinder = pp.load("packing", "hexagonal_cylinder")
    board = made(board="hexagonal_cylinder")
    assert replace(board, given=(), known=(), name="") == replace(cylinder, known=(), name="")
    assert board.given
