"""Edge-matching boards that are changed by hand: what becomes of their answers."""

from __future__ import annotations

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.puzzles.eternity.edit import CLEAR, EDIT, LAY, SIDES, TURN
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, HintPiece

BOARD = pp.load("eternity", "document_3x3")
CORNER, RIM, INSIDE = (0, 1, 1, 0), (0, 1, 1, 1), (1, 1, 1, 1)


def edited(instance: EternityBoard, *changes: tuple[str, str, Place | None]) -> EternityBoard:
    for clue, value, cell in changes:
        instance = changed(EDIT, instance, Change(clue, value, cell))
    return instance


def count(instance: EternityBoard) -> int:
    return pp.count(instance).answers


def test_a_hint_leaves_a_quarter_of_the_answers_and_without_it_all_are_back() -> None:
    hinted = edited(BOARD, ("hint", "1 3", (1, 1)))
    assert hinted.hints == (HintPiece(1, 1, 1, 3),)
    assert count(hinted) == 4
    assert count(edited(hinted, ("hint", "", (1, 1)))) == 16


def test_a_hint_turns_all_the_way_round() -> None:
    lying = edited(BOARD, ("hint", "1", (1, 1)))
    counts = []
    for _ in range(4):
        counts.append(count(lying))
        lying = edited(lying, ("turn", TURN, (1, 1)))
    assert counts == [0, 0, 0, 4]
    assert lying.hints == (HintPiece(1, 1, 1, 0),)


def test_a_piece_replaces_another_one_but_does_not_lie_twice() -> None:
    lying = edited(BOARD, ("hint", "1 3", (1, 1)), ("hint", "2 3", (1, 1)))
    assert lying.hints == (HintPiece(1, 1, 2, 3),)
    with pytest.raises(MoveError, match=r"^Piece 2 lies on r1c1\.$"):
        edited(lying, ("hint", "2", (3, 3)))


def test_a_colour_on_the_board_goes_to_both_pieces_at_the_side_as_they_lie() -> None:
    lying = edited(BOARD, ("hint", "1 3", (1, 1)), ("hint", "6", (1, 2)))
    painted = edited(lying, ("right side", "7", (1, 1)))
    assert [EDIT.values(painted, side)[1, 1] for side in SIDES] == ["0", "7", "1", "0"]
    assert [EDIT.values(painted, side)[1, 2] for side in SIDES] == ["0", "1", "4", "7"]
    assert painted.pieces[0] == (0, 0, 7, 1)
    assert painted.pieces[5] == (0, 1, 4, 7)
    assert painted.pieces[1:5] == BOARD.pieces[1:5]


def test_a_colour_in_the_list_goes_to_one_piece_alone() -> None:
    painted = edited(BOARD, ("left side", "7", (9,)))
    assert painted.pieces == (*BOARD.pieces[:8], (3, 3, 4, 7))
    assert count(painted) == 0


def test_all_pieces_lie_with_the_frame_at_the_rim() -> None:
    lying = edited(BOARD, ("hint", "2", (3, 3)), ("hints", LAY, None))
    assert [hint.piece for hint in lying.hints] == [1, 5, 3, 6, 9, 7, 4, 8, 2]
    grey = {side: {c for c, v in EDIT.values(lying, side).items() if v == "0"} for side in SIDES}
    assert grey["upper side"] >= {(1, 1), (1, 2), (1, 3)}
    assert grey["left side"] >= {(1, 1), (2, 1), (3, 1)}
    assert not any((2, 2) in cells for cells in grey.values())


def test_all_pieces_lie_where_their_frame_fits_no_place() -> None:
    lying = edited(BOARD, ("upper side", "0", (9,)), ("hints", LAY, None))
    assert [hint.piece for hint in lying.hints] == [1, 5, 2, 6, 9, 7, 3, 8, 4]


def test_a_board_that_is_painted_while_all_pieces_lie_has_this_answer() -> None:
    lying = edited(BOARD, ("size", "2 x 2", None), ("hints", LAY, None))
    painted = edited(
        lying,
        ("right side", "5", (1, 1)),
        ("lower side", "6", (1, 1)),
        ("lower side", "7", (1, 2)),
        ("right side", "8", (2, 1)),
    )
    assert count(painted) == 1
    open_board = edited(painted, ("hints", CLEAR, None))
    assert open_board.hints == ()
    assert count(open_board) == 4


def test_a_board_of_another_size_has_the_pieces_that_its_places_need() -> None:
    wider = edited(BOARD, ("size", "3 x 4", None))
    assert wider.pieces == (*BOARD.pieces, RIM, RIM, INSIDE)
    assert edited(wider, ("size", "3x3", None)).pieces == BOARD.pieces
    smaller = edited(BOARD, ("hint", "1 3", (1, 1)), ("hint", "9", (2, 2)), ("size", "2 x 2", None))
    assert smaller.pieces == BOARD.pieces[:4]
    assert smaller.hints == (HintPiece(1, 1, 1, 3),)


def test_without_its_frame_the_board_has_more_answers() -> None:
    assert count(edited(BOARD, ("frame", "", None))) > 16
    assert count(edited(BOARD, ("frame", "3", None))) == 0


@pytest.mark.parametrize(
    ("clue", "value", "cell", "said"),
    [
        ("hint", "10", (1, 1), "hint: found '10', expected an integer from 1 to 9"),
        ("hint", "1 4", (1, 1), "hint: found '4', expected an integer from 0 to 3"),
        ("hint", "1 2 3", (1, 1), "expected a piece, perhaps with 0 to 3 quarter turns"),
        ("hint", "1", (1,), "The clue hint cannot stand there."),
        ("hint", "1", (4, 1), "The clue hint cannot stand on r4c1."),
        ("turn", TURN, (1, 1), "The clue turn cannot stand on r1c1."),
        ("right side", "1", (1, 1), "The clue right side cannot stand on r1c1."),
        ("right side", "1000", (1,), "right side: found '1000', expected a colour, 0 to 999"),
        ("right side", "", (1,), "Each side of a piece has a colour."),
        ("size", "40 x 40", None, "size: found '40 x 40', expected at most 1024 cells"),
        ("size", "", None, "size: found nothing, expected rows and columns"),
        ("hints", "some", None, f"Hints: found 'some', expected one of {LAY}, {CLEAR}."),
    ],
)
def test_a_change_that_makes_no_board_is_refused(
    clue: str, value: str, cell: Place | None, said: str
) -> None:
    with pytest.raises((MoveError, InstanceError)) as refused:
        edited(BOARD, (clue, value, cell))
    assert said in str(refused.value)
