"""Packing boards that are changed by hand: what becomes of their answers, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from polyforms import read

import pyasp_puzzles as pp
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.cells import space
from pyasp_puzzles.puzzles.packing.edit import BLOCK, EDIT, EXACT, LOOSE, REMOVE, TURN
from pyasp_puzzles.puzzles.packing.geometry import LATTICES
from pyasp_puzzles.puzzles.packing.givens import GivenPiece
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, Piece, pivoted
from pyasp_puzzles.puzzles.packing.picture import PLACE, around

SMALL = read("board: 3 x 4\npiece L x2:\n    #..\n    ###\npiece I:\n    ####\n")
NEXT = {"square": 4, "cubic": 6, "hexagonal": 6, "hexprism": 8, "triangular": 3, "triprism": 5}
"""Cells that share a side with a cell."""


def edited(instance: PackingBoard, *changes: tuple[str, str, Place | None]) -> PackingBoard:
    for clue, value, cell in changes:
        instance = changed(EDIT, instance, Change(clue, value, cell))
    return instance


def refusal(instance: PackingBoard, clue: str, value: str, cell: Place | None) -> str:
    with pytest.raises((MoveError, InstanceError)) as refused:
        edited(instance, (clue, value, cell))
    return str(refused.value)


def count(instance: PackingBoard) -> int:
    return pp.count(instance).answers


def tiny(lattice: str) -> PackingBoard:
    """One cell, and a piece that fills it."""
    spaces = filter(None, (space(lattice, words) for words in ("1x1", "1x1x1")))
    cell, grid = next(spaces)[0], LATTICES[lattice]
    return PackingBoard("One", lattice, "rotations", (cell,), (Piece("a", pivoted(grid, [cell])),))


@pytest.mark.parametrize(("lattice", "places"), NEXT.items())
def test_every_place_next_to_the_space_and_to_a_piece_is_shown(lattice: str, places: int) -> None:
    one = tiny(lattice)
    assert len(around(one)) == places
    tiles = [tile for panel in EDIT.picture(one).panels for tile in panel.tiles]
    free = [tile for tile in tiles if tile.text == PLACE]
    flat = {"cubic": "square", "hexprism": "hexagonal", "triprism": "triangular"}
    assert len(free) == places + NEXT[flat.get(lattice, lattice)]
    for place in around(one):
        wider = edited(one, ("cell", "optional", place))
        assert set(wider.cells) == {*one.cells, place}
        assert count(edited(wider, ("fit", LOOSE, None))) == 3  # on one of them, or unused
        assert edited(wider, ("cell", "", place)) == one


def test_a_cell_that_moves_changes_the_number_of_answers() -> None:
    swap = ("cell", "optional", (1, 5, 0)), ("cell", "", (1, 1, 0)), ("cell", "filled", (1, 5, 0))
    moved = edited(SMALL, *swap)
    assert len(moved.cells) == 12
    assert (count(SMALL), count(moved)) == (4, 2)


def test_an_exact_board_loses_no_cell_but_a_loose_one_does() -> None:
    square = pp.load("packing", "straights_6x6")
    corners = [(1, 1, 0), (1, 6, 0), (6, 1, 0), (6, 6, 0)]
    said = "36 blocks, and the space 35 cells; make the fit loose"
    assert said in refusal(square, "cell", "", corners[0])
    loose = edited(square, ("fit", LOOSE, None), *(("cell", "", corner) for corner in corners))
    said = "The pieces would have 36 blocks, and the space 32"
    assert refusal(loose, "fit", EXACT, None).startswith(said)
    exact = edited(loose, ("copies", "8", (1, 0, 0, 0)), ("fit", EXACT, None))
    assert exact.optional == ()
    assert (count(square), count(exact)) == (0, 6)


def test_an_exact_board_of_squares_is_drawn_from_the_first_row_and_column() -> None:
    loose = edited(
        SMALL,
        ("fit", LOOSE, None),
        *(("cell", "filled", (0, column, 0)) for column in range(1, 5)),
        *(("cell", "", (3, column, 0)) for column in range(1, 5)),
        ("given", "I", (0, 2, 0)),
    )
    exact = edited(loose, ("fit", EXACT, None))
    assert exact.given == (GivenPiece("I", tuple((1, column, 0) for column in range(1, 5))),)
    assert "board: 3 x 4\n" in PUZZLE.format(exact)
    assert replace(exact, given=()) == replace(SMALL, known=())


def test_a_given_piece_leaves_some_answers_and_without_it_all_are_back() -> None:
    given = edited(SMALL, ("given", "I", (3, 2, 0)))
    assert given.given == (GivenPiece("I", tuple((3, column, 0) for column in range(1, 5))),)
    assert count(given) == 2
    assert count(edited(given, ("given", "", (3, 4, 0)))) == 4


def test_a_given_piece_is_turned_through_all_its_turns_on_its_cell() -> None:
    lying = edited(SMALL, ("given", "L", (2, 2, 0)))
    seen = []
    while lying.given not in seen:
        seen.append(lying.given)
        lying = edited(lying, ("turn", TURN, (2, 2, 0)))
        assert (2, 2, 0) in lying.given[0].cells
    assert lying.given == seen[0]
    assert len(seen) == 8
    straight = edited(SMALL, ("given", "I", (1, 1, 0)))
    said = "Piece I fits there in no other turn."
    assert refusal(straight, "turn", TURN, (1, 1, 0)) == said


def test_a_piece_replaces_a_given_one_but_not_its_neighbour() -> None:
    given = edited(SMALL, ("given", "I", (1, 1, 0)), ("given", "L", (2, 1, 0)))
    assert [placement.piece for placement in given.given] == ["I", "L"]
    replaced = edited(given, ("given", "L", (1, 4, 0)))
    assert [placement.piece for placement in replaced.given] == ["L", "L"]
    assert refusal(replaced, "given", "L", (3, 4, 0)) == "All copies of piece L are given."


def test_a_block_more_and_a_block_less_make_another_piece() -> None:
    loose = edited(SMALL, ("fit", LOOSE, None), ("block", BLOCK, (2, 0, 3, 0)))
    assert loose.pieces[1].blocks == ((0, 0, 0), (0, 1, 0), (0, 2, 0))
    square = edited(
        loose,
        ("block", BLOCK, (2, 0, 2, 0)),
        ("block", BLOCK, (2, 1, 0, 0)),
        ("block", BLOCK, (2, 1, 1, 0)),
        ("fit", EXACT, None),
    )
    assert "piece I:\n    ##\n    ##\n" in PUZZLE.format(square)
    assert count(square) == 6


def test_blocks_of_solids_are_added_in_layers_the_lowest_is_0() -> None:
    soma = edited(pp.load("packing", "soma"), ("fit", LOOSE, None))
    assert soma.pieces[0].blocks == ((0, 0, 0), (1, 0, 0), (0, 1, 0))
    below = edited(soma, ("block", "-1", (1, 0, 0, 0)))
    assert below.pieces[0].blocks == ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 1))
    [text] = [t.text for p in EDIT.picture(below).panels for t in p.tiles if t.cell == (1, 0, 0, 0)]
    assert text == "0+1"
    assert edited(below, ("block", "0", (1, 0, 0, 0))).pieces[0].blocks == (
        (0, 0, 0),
        (0, 1, 0),
        (1, 0, 0),
    )
    said = "block: found '3', expected an integer from -1 to 2"
    assert refusal(below, "block", "3", (1, 0, 0, 0)) == said


def test_pieces_come_and_go_and_have_names_and_copies() -> None:
    new = edited(SMALL, ("new piece", "o", None))
    assert new.pieces[2] == Piece("o", ((0, 0, 0),), 0, 1)
    assert count(new) == 4
    loose = edited(new, ("fit", LOOSE, None), ("remove piece", REMOVE, (2, 0, 0, 0)))
    assert [piece.name for piece in loose.pieces] == ["L", "o"]
    four = edited(loose, ("copies", "3", (1, 1, 0, 0)), ("copies", "0-2", (2, 0, 0, 0)))
    assert [(piece.least, piece.most) for piece in four.pieces] == [(3, 3), (0, 2)]
    given = edited(SMALL, ("given", "I", (1, 1, 0)), ("piece name", "bar", (2, 0, 1, 0)))
    assert given.pieces[1].name == given.given[0].piece == "bar"


def test_a_new_space_takes_the_pieces_or_the_board_is_loose() -> None:
    turned = edited(SMALL, ("given", "I", (3, 1, 0)), ("space", "4x3", None))
    assert turned.optional == turned.given == ()
    assert turned.pieces == SMALL.pieces
    assert count(turned) == 4
    larger = edited(SMALL, ("given", "I", (3, 1, 0)), ("space", "5x5", None))
    assert larger.optional == larger.cells == space("square", "5x5")
    assert len(larger.given) == 1


@pytest.mark.parametrize(
    ("clue", "value", "cell", "said"),
    [
        ("cell", "filled", (5, 1, 0), "The clue cell cannot stand there."),
        ("cell", "filled", (4, 1, 0), "12 blocks, and the space 13 cells to be filled; make"),
        ("cell", "", (1, 1, 0), "12 blocks, and the space 11 cells; make the fit loose first."),
        ("given", "X", (1, 1, 0), "There is no piece 'X'."),
        ("given", "I 2", (1, 1, 0), "Piece I does not fit there so."),
        ("given", "I 3", (1, 1, 0), "found '3', expected an integer from 1 to 2"),
        ("given", "I 1 1 1", (1, 1, 0), "expected PIECE, PIECE TURN or PIECE TURN BLOCK"),
        ("turn", TURN, (1, 1, 0), "The clue turn cannot stand there."),
        ("block", BLOCK, (2, 0, 0, 0), "11 blocks, and the space 12 cells to be filled; make"),
        ("copies", "3", (2, 0, 0, 0), "20 blocks, and the space 12 cells; make the fit loose"),
        ("copies", "2-1", (2, 0, 0, 0), "expected a number such as 2, or a range such as 0-1"),
        ("copies", "", (2, 0, 0, 0), "expected a number such as 2, or a range such as 0-1"),
        ("piece name", "L", (2, 0, 0, 0), "expected a name that no piece has yet"),
        ("piece name", "a:", (2, 0, 0, 0), "expected a name: at most 30 signs"),
        ("remove piece", REMOVE, (2, 0, 0, 0), "8 blocks, and the space 12 cells to be filled"),
        ("space", "triangle3", None, "expected ROWSxCOLUMNS, at most 20,000 cells"),
        ("space", "999x999", None, "expected ROWSxCOLUMNS, at most 20,000 cells"),
        ("moves", "", None, "A board says which moves a piece may make."),
    ],
)
def test_a_change_that_makes_no_board_is_refused(
    clue: str, value: str, cell: Place | None, said: str
) -> None:
    assert said in refusal(SMALL, clue, value, cell)


def test_what_is_given_keeps_its_cells_its_shape_and_its_turn() -> None:
    given = edited(SMALL, ("given", "L 3", (2, 2, 0)), ("fit", LOOSE, None))
    cell = given.given[0].cells[0]
    for clue, value, place, said in (
        ("cell", "", cell, "The given piece L lies there; remove it first."),
        ("block", BLOCK, (1, 0, 0, 0), "A copy of piece L is given; remove it first."),
        ("remove piece", REMOVE, (1, 0, 0, 0), "A copy of piece L is given; remove it first."),
        ("moves", "none", None, "expected cells that piece L can cover, not turned"),
    ):
        assert said in refusal(given, clue, value, place)


def test_one_block_one_cell_and_one_piece_are_the_least() -> None:
    loose = edited(tiny("cubic"), ("fit", LOOSE, None))
    piece = (1, 0, 0, 0)
    assert refusal(loose, "cell", "", (1, 1, 1)) == "A space has at least one cell."
    assert refusal(loose, "block", "0", piece) == "A piece has at least one block."
    assert refusal(loose, "remove piece", REMOVE, piece) == "A board has at least one piece."


def test_listed_orientations_and_triangles_apart_are_refused() -> None:
    shapes = (((1, 1, 0), (1, 2, 0)),)
    listed = PackingBoard("L", "square", "none", ((1, 1, 0), (1, 2, 0)),
                      (Piece("a", shapes[0], orientations=shapes),))  # fmt: skip
    said = "orientations of piece a are listed in the text"
    assert said in refusal(edited(listed, ("fit", LOOSE, None)), "block", BLOCK, (1, 1, 1, 0))
    row = ((1, 1, 0), (2, 2, 0), (4, 1, 0))
    pieces = (Piece("a", pivoted(LATTICES["triangular"], row)),)
    triangles = PackingBoard("T", "triangular", "rotations", row, pieces)
    said = refusal(edited(triangles, ("fit", LOOSE, None)), "block", BLOCK, (1, 2, 2, 0))
    assert said.startswith("block: found blocks apart") and said.endswith("share sides")


@pytest.mark.parametrize("name", ["", "a:b", "a%b", "a b", 'a"b', "a\n", "a" * 91])
def test_a_piece_has_no_name_that_its_text_cannot_have(name: str) -> None:
    board = pp.load("packing", "soma")
    first, *rest = board.pieces
    with pytest.raises(InstanceError, match="a name of at most 90 signs"):
        replace(board, pieces=(replace(first, name=name), *rest))
    if "\n" not in name:  # no text in JSON may have a control character
        words = {"lattice": "square", "board": [[1, 1]], "pieces": {name: [[1, 1]]}}
        with pytest.raises(InstanceError, match="a name of at most 90 signs") as caught:
            find_puzzle("packing").parse(json.dumps(words), "one.json")
        assert (caught.value.source, caught.value.place) == ("one.json", f"pieces.{name}")
