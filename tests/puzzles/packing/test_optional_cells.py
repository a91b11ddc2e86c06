"""Cells of a packing board that may stay empty: symmetry, verifier, files, pictures."""

from __future__ import annotations

import pytest
from polyforms import read, refused

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles import packing
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, Piece
from pyasp_puzzles.puzzles.packing.placements import (
    PackingSolution,
    PolyformPlacement,
    symmetry_group,
)

BOARD = """title: Optional
lattice: square
board:
    +##
    ###
    ##+
piece L x0-2:
    ##
    #
piece I x2: 1 1, 1 2
"""


def test_one_optional_corner_leaves_a_square_only_its_diagonal() -> None:
    cells = tuple((a, b, 0) for a in (1, 2, 3) for b in (1, 2, 3))
    piece = Piece("O", ((0, 0, 0),), 8, 9)
    whole = PackingBoard("Square", "square", "reflections", cells, (piece,))
    corner = PackingBoard("Corner", "square", "reflections", cells, (piece,), optional=((1, 1, 0),))
    assert len(symmetry_group(whole)) == 8
    assert len(symmetry_group(corner)) == 2


def test_the_verifier_tells_optional_cells_from_others() -> None:
    instance = read(BOARD)
    one = PolyformPlacement("I", 1, (1, 2, 0), ((1, 2, 0), (1, 3, 0)))
    two = PolyformPlacement("I", 2, (2, 1, 0), ((2, 1, 0), (3, 1, 0)))
    broken = PUZZLE.verify(instance, PackingSolution((one, two)))
    assert broken[:3] == [
        f"Exactly one piece covers {cell}: none does." for cell in ("r2c2", "r2c3", "r3c2")
    ]
    assert PUZZLE.verify(instance, PackingSolution((one, one)))[0] == (
        "Exactly one piece covers r1c2: 2 do."
    )
    top = PolyformPlacement("I", 1, (1, 1, 0), ((1, 1, 0), (1, 2, 0)))
    assert PUZZLE.verify(instance, PackingSolution((top, top)))[0] == (
        "At most one piece covers r1c1: 2 do."
    )


def test_optional_cells_are_read_and_written_in_each_form() -> None:
    drawn = read(BOARD)
    assert drawn.optional == ((1, 1, 0), (3, 3, 0))
    assert "    +##\n" in PUZZLE.format(drawn)
    points = BOARD.replace("+##", "###").replace("##+", "###\noptional: 1 1, 3 3")
    json = """{"name": "Optional", "lattice": "square",
        "board": [[1,1],[1,2],[1,3],[2,1],[2,2],[2,3],[3,1],[3,2],[3,3]],
        "optional": [[3,3],[1,1]],
        "pieces": {"L": [[0,0],[0,1],[1,0]], "I": [[0,0],[0,1]]},
        "piece_counts": {"L": [0,2], "I": 2}}"""
    cube = """lattice: cubic
board: 2 x 2 x 2
optional: 1 1 1
piece O x7: 1 1 1
"""
    assert read(points) == read(json) == drawn
    assert read(PUZZLE.format(read(cube))) == read(f"moves: rotations\n{cube}")
    assert "optional: 1 1 1\n" in PUZZLE.format(read(cube))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("board:", "optional: 4 4\nboard:", "optional: found the point (4, 4, 0), expected cells"),
        ("    ##\n    #\n", "    #+\n    #\n", "found '+', expected blocks"),
        ("x2: 1 1", "x5: 1 1", "found pieces with 10 to 16 blocks, expected 7 to 9 blocks"),
    ],
)
def test_bad_optional_cells_give_one_message(old: str, new: str, message: str) -> None:
    assert old in BOARD
    assert message in refused(BOARD.replace(old, new))


def test_a_picture_shows_which_cells_may_stay_empty_and_which_do() -> None:
    instance = read(BOARD)
    unsolved = packing.picture(instance, None)
    assert [tile.text for tile in unsolved.panels[0].tiles] == list("+·······+")
    assert unsolved.legend[-1].meaning == "A cell drawn + may stay empty."
    answer = next(a for a in pp.solve(instance) if len(a.solution.placements) == 3)
    solved = packing.picture(instance, answer.solution)
    assert sorted(tile.text for tile in solved.panels[0].tiles).count("+") == 2
