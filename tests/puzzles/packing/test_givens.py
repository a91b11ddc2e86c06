"""Pieces that lie in the space from the start: symmetry, verifier, files, pictures."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from polyforms import read, refused

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.puzzles import packing
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.givens import GivenPiece
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, Piece
from pyasp_puzzles.puzzles.packing.placements import symmetry_group

BOARD = """title: Two L and an I
lattice: square
board: 3 x 4
piece L x2:
    #..
    ###
piece I:
    ####
given:
    LLL.
    L...
    ....
"""

# Symmetry


def laid_out(*given_pieces: GivenPiece, names: str = "ABC") -> PackingBoard:
    """A row of six cells, three pieces of one shape, some of them given."""
    cells = tuple((1, column, 0) for column in range(1, 7))
    pieces = tuple(Piece(name, ((0, 0, 0), (0, 1, 0))) for name in names)
    return PackingBoard("Row", "square", "reflections", cells, pieces, given=tuple(given_pieces))


def at(piece: str, column: int) -> GivenPiece:
    return GivenPiece(piece, ((1, column, 0), (1, column + 1, 0)))


@pytest.mark.parametrize(
    ("placements", "order", "classes"),
    [
        ((), 4, 3),
        ((at("A", 1),), 2, 2),
        ((at("A", 3),), 4, 1),
        ((at("A", 1), at("B", 5)), 4, 1),
        ((at("A", 1), at("B", 3)), 2, 1),
    ],
)
def test_pieces_of_one_shape_change_places_as_their_given_placements_do(
    placements: tuple[GivenPiece, ...], order: int, classes: int
) -> None:
    """Isometries of the plane that move the row alike count apart here: each two times."""
    instance = laid_out(*placements)
    assert len(symmetry_group(instance)) == order
    solutions = [answer.solution for answer in pp.solve(instance)]
    symmetries = PUZZLE.symmetries
    assert symmetries
    orbits = {symmetries.orbit(instance, solution) for solution in solutions}
    assert set().union(*orbits) == set(solutions)
    assert len(orbits) == int(pp.count(instance, symmetry=True)) == classes


@pytest.mark.slow
def test_a_given_piece_takes_away_the_symmetries_that_move_it() -> None:
    soma = pp.load("packing", "soma")
    answer = next(pp.solve(soma, limit=1)).solution
    laid = next(p for p in answer.placements if p.piece == "V")
    given_v = replace(soma, given=(GivenPiece("V", laid.cells),), known=())
    assert len(symmetry_group(given_v)) < len(symmetry_group(soma)) == 48
    every = pp.count(given_v).answers
    assert every == sum(
        any(p.piece == "V" and p.cells == laid.cells for p in a.solution.placements)
        for a in pp.solve(soma)
    )


# Verifier


def test_the_verifier_tells_a_given_piece_that_moved() -> None:
    instance = read(BOARD)
    free = replace(instance, given=())
    kept = {answer.solution for answer in pp.solve(instance)}
    moved = [answer.solution for answer in pp.solve(free) if answer.solution not in kept]
    assert len(kept) == 1
    assert moved
    for solution in moved:
        assert PUZZLE.verify(free, solution) == []
        assert PUZZLE.verify(instance, solution) == [
            "Piece L is given on r1c1, r1c2, r1c3 and r2c1: it lies elsewhere."
        ]


# Files


FORMS = {
    "a drawing with other signs of free cells": "given:\n    LLL#\n    L##+\n    ...·\n",
    "points": "given L: 1 1, 1 2, 1 3, 2 1\n",
    "points in brackets": "given L: (2, 1) (1, 1) (1, 2) (1, 3)\n",
    "points without a layer, over several lines": "given L:\n    1 1, 1 2,\n    1 3, 2 1\n",
    "a drawing of one piece": "given L:\n    XXX.\n    X...\n    ....\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_given_piece_can_be_drawn_or_listed(form: str) -> None:
    text = BOARD.partition("given:")[0] + FORMS[form]
    assert read(text) == read(BOARD)


def test_json_lists_given_copies_by_the_name_of_their_piece() -> None:
    drawn = read(BOARD)
    members = {
        "name": drawn.title,
        "lattice": "square",
        "board": [cell[:2] for cell in drawn.cells],
        "pieces": {"L": [[0, 0], [1, 0], [1, 1], [1, 2]], "I": [[0, 0], [0, 1], [0, 2], [0, 3]]},
        "piece_counts": {"L": 2, "I": 1},
        "given": {"L": [[[2, 1], [1, 1], [1, 2], [1, 3]]]},
    }
    assert read(json.dumps(members)) == drawn
    members["given"] = {"L": [[[1, 1], [1, 2], [1, 3], [2, 2]]]}
    assert refused(json.dumps(members)).startswith("f, given.L[0]: found (1, 1, 0), (1, 2, 0)")


def test_copies_that_touch_are_listed_as_points() -> None:
    dominoes = "lattice: square\nboard: 2 x 2\npiece D x2: 1 1, 1 2\n"
    listed = read(f"{dominoes}given D:\n    1 1, 1 2\n    2 1, 2 2\n")
    assert [laid.cells[0] for laid in listed.given] == [(1, 1, 0), (2, 1, 0)]
    assert PUZZLE.format(listed).endswith("given D:\n    1 1, 1 2\n    2 1, 2 2\n")
    wide = dominoes.replace("2 x 2", "2 x 3").replace("x2", "x3")
    apart = read(f"{wide}given:\n    D.D\n    D.D\n")
    assert len(apart.given) == 2
    assert PUZZLE.format(apart).endswith("given:\n    D.D\n    D.D\n")


def test_a_piece_with_a_long_name_is_listed_as_points() -> None:
    text = BOARD.partition("given:")[0].replace("piece I", "piece bar")
    board = read(f"{text}given bar: 3 1, 3 2, 3 3, 3 4\n")
    assert PUZZLE.format(board).endswith("given bar:\n    3 1, 3 2, 3 3, 3 4\n")
    assert int(pp.count(board)) == 2


def test_hexagons_triangles_and_layers_are_drawn_as_the_board_is() -> None:
    hexagons = "lattice: hexagonal\nboard:\n     # #\n    # # #\n     # #\n"
    drawn = "given:\n     V V\n    . V .\n     . .\n"
    board = read(f"{hexagons}piece V x2:\n     # #\n      #\npiece O: 1 1\n{drawn}")
    assert board.given == (GivenPiece("V", ((-1, 2, 0), (0, 1, 0), (0, 2, 0))),)
    triangles = "board:\n    ^v^\n    v^v\npiece D x3:\n    ^v\ngiven:\n    DD.\n    ...\n"
    assert len(read(triangles).given[0].cells) == 2
    cube = "board: 2 x 2 x 2\npiece I x4:\n    ##\ngiven:\n    I.\n    I.\n    -\n    .I\n    .I\n"
    assert read(cube).given == (
        GivenPiece("I", ((1, 1, 1), (2, 1, 1))),
        GivenPiece("I", ((1, 2, 2), (2, 2, 2))),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    LLL.", "    LQL.", "line 10, given: found 'Q', expected names of pieces (L, I), or"),
        ("    L...\n", "", "line 10, given: found 2 lines, expected 3 lines, as in a drawing"),
        ("    LLL.", "    LLL..", "line 10, given: found 5 signs, expected 4 signs, as in a dr"),
        ("    L...", "    ....", "given: found a region of 3 cells of piece L, expected 4 cells"),
        ("    L...", "    .L..", "given: found (1, 1, 0), (1, 2, 0), (1, 3, 0), (2, 2, 0), expect"),
        ("    L...\n", "    L...\n\n", "line 9, given: found 2 layers, expected 1 layer, as the"),
        ("given:", "given T:", "line 9, given T: found 'T', expected 'given NAME' with one of L"),
        ("given:", "given L: 1 x 4", "line 9, given L: found '1 x 4', expected a drawing of the"),
        ("given:", "givens:", "line 9, givens: found 'givens', expected one of the keys"),
        ("given:\n    LLL.", "given L:\n    LLX.", "found several signs, L and X, expected one"),
        ("given:\n", "given I: 1 1, 1 2, 1 3, 1 4\ngiven:\n", "the cell (1, 1, 0) of the given"),
        ("given:\n", "given I: 1 1, 1 2, 1 3\ngiven:\n", "found 3 points, expected 4 for each"),
        ("given:\n", "given I: 1 2, 1 3, 1 4, 1 5\ngiven:\n", "found (1, 5, 0), expected a cell"),
        (
            "given:\n",
            "given I:\n  3 1, 3 2, 3 3, 3 4\n  2 1, 2 2, 2 3, 2 4\ngiven:\n",
            "found 2 given placements, expected at most 1 of piece I",
        ),
        ("given:", "given:\n    ....\n    ....\n    IIII\ngiven:", "the key a second time"),
        ("LLL.\n    L...", "....\n    ....", "given: found no piece, expected a drawing of the"),
    ],
)  # fmt: skip
def test_bad_given_pieces_give_one_message(old: str, new: str, message: str) -> None:
    assert old in BOARD
    assert message in refused(BOARD.replace(old, new, 1))


@pytest.mark.parametrize(
    ("laid", "message"),
    [
        (GivenPiece("K", ((1, 1, 0),)), "given[0].piece: found 'K', expected one of L, I"),
        (GivenPiece("I", ((1, 2, 0), (1, 1, 0), (1, 3, 0), (1, 4, 0))), "given[0].cells: found"),
        (GivenPiece("I", ()), "given[0].cells: found none, expected at least one point"),
        ("I", "given[0]: found 'I', expected a Given"),
    ],
)
def test_a_given_piece_made_by_code_is_checked(laid: GivenPiece, message: str) -> None:
    with pytest.raises(pp.InstanceError) as error:
        replace(read(BOARD), given=(laid,))
    assert message in str(error.value)


def test_given_placements_made_by_code_are_in_order() -> None:
    board = replace(read(BOARD), given=())
    one, two = (GivenPiece("L", laid) for laid in (
        ((1, 1, 0), (1, 2, 0), (1, 3, 0), (2, 1, 0)),
        ((1, 4, 0), (2, 2, 0), (2, 3, 0), (2, 4, 0)),
    ))  # fmt: skip
    assert int(pp.count(replace(board, given=(one, two)))) == 1
    with pytest.raises(pp.InstanceError, match="expected every given placement in order"):
        replace(board, given=(two, one))


# Picture, size


def test_a_given_piece_is_told_from_the_others_without_colour() -> None:
    instance = read(BOARD)
    assert PUZZLE.size(instance) == "2 pieces, 12 cells, 1 given placement"
    unsolved = plain(packing.picture(instance, None))
    assert "[L] [L] [L]" in unsolved
    assert "piece L x2 (1 given)" in unsolved
    (answer,) = pp.solve(instance)
    solved = plain(packing.picture(instance, answer.solution))
    assert solved.count("[L]") == 4
    assert solved.count("L") - solved.count("Two L") == 8
    assert "[I]" not in solved
    assert "[" not in plain(packing.picture(replace(instance, given=()), answer.solution))


def test_a_given_piece_is_not_left_in_a_partial_answer() -> None:
    sketch = PUZZLE.play.sketch(read(BOARD), Partial())
    assert [entry.meaning for entry in sketch.legend] == ["Pieces left: L, I."]
    assert sum(tile.given for tile in sketch.panels[0].tiles) == 4


def test_a_layer_that_has_only_given_pieces_says_so() -> None:
    text = "board: 1 x 2 x 2\npiece I x2:\n    ##\ngiven I: 1 1 1, 1 2 1\n"
    (answer,) = pp.solve(read(text))
    layers = packing.picture(read(text), answer.solution).panels
    assert [panel.caption for panel in layers] == ["layer 1 (all given)", "layer 2"]
