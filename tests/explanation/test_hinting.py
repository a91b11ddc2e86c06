"""A hint does not tell what is printed on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from clingo import parse_term

import pyasp_puzzles as pp
from pyasp_puzzles.explanation import subject


@pytest.mark.parametrize("partial", [None, "?5?? ???? ???? ????"])
def test_a_hint_tells_no_printed_digit(partial: str | None) -> None:
    step = pp.hint(pp.load("twenty_four_seven", "four"), partial)
    assert step is not None
    assert len(step.reason) == 1
    assert "printed" not in step.reason[0].words


@pytest.mark.parametrize(
    ("name", "instance", "begun"),
    [
        ("twenty_four_seven", "four", 0),
        ("pips", "document", 0),
        ("eternity", "document_3x3", 2),
        ("flower_finder", "document", 2),
        ("packing", "slothouber_graatsma", 4),
    ],
)
def test_hints_put_on_the_board_one_after_the_other_reach_the_answer(
    name: str, instance: str, begun: int
) -> None:
    board = pp.load(name, instance)
    (answer,) = pp.solve(board, limit=1)
    state = pp.Partial(answer.symbols[:begun])
    while step := pp.hint(board, state):
        news = step.as_partial()
        assert news.without(state), "a hint that says nothing new would be told for ever"
        state = state.together(news)
    assert state.atoms == answer.symbols
    assert pp.find_hint(board, state).status == "complete"


@pytest.mark.parametrize(
    ("name", "instance"), [("twenty_four_seven", "four"), ("pips", "document"), ("sudoku", "four")]
)
def test_what_the_last_hint_found_out_changes_no_hint(
    name: str, instance: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, state = pp.load(name, instance), pp.Partial()
    while step := pp.hint(board, state):
        with monkeypatch.context() as patched:
            patched.setattr(subject, "_theories", [])
            alone = pp.hint(board, state)
        assert alone
        assert (alone.reason, alone.premises, alone.follows) == (
            *(step.reason, step.premises, step.follows),
        )
        state = state.together(step.as_partial())


def test_a_step_put_on_the_board_has_no_helper_atom() -> None:
    board = pp.load("twenty_four_seven", "four")
    helpers = 0
    for step in pp.explain(board):
        news = step.as_partial()
        assert {atom.name for atom, _ in news.literals()} <= {"value"}
        helpers += len(step.follows) - len(news)
    assert helpers, "no step derives a helper atom, so this test would see nothing"


def test_a_helper_atom_on_the_board_gets_advice_that_helps() -> None:
    board = pp.load("twenty_four_seven", "four")
    with pytest.raises(pp.AnswerError, match=r"filled/2 is not an answer atom.*as_partial"):
        pp.hint(board, pp.Partial((parse_term("filled(1,1)"),)))


def test_what_needs_no_clue_is_never_told(tmp_path: Path) -> None:
    """All dominoes are alike: each pip is known without a clue, and hints lead to it."""
    path = tmp_path / "ones.txt"
    path.write_text("board:\n    AAA\n    ..A\nregions:\n    A empty\ndominoes: 1-1, 1-1\n")
    board, state = pp.load("pips", path), pp.Partial()
    while step := pp.hint(board, state):
        assert step.as_partial() != pp.Partial()
        state = state.together(step.as_partial())
    assert state.atoms == next(pp.solve(board)).symbols
    assert pp.find_hint(board, state).status == "complete"


@pytest.mark.parametrize("degree", ["vague", "clues", "full"])
def test_a_board_of_one_piece_ends_with_a_traceback(
    degree: Literal["vague", "clues", "full"], tmp_path: Path
) -> None:
    path = tmp_path / "one.txt"
    path.write_text("board: 1 x 1\nframe: 0\npieces:\n    0 0 0 0\n")
    found = pp.find_hint(pp.load("eternity", path))
    assert found.status == "step"
    assert list(found.sentences(degree))


def test_a_step_at_several_places_is_looked_for_at_the_first() -> None:
    found = pp.find_hint(pp.load("slitherlink", "six"))
    assert len({cell[:2] for literal in found.step.follows for cell in literal.cells}) > 2
    assert list(found.sentences("vague")) == ["Look at the cells from r1c1 to r2c2."]


def test_a_hint_is_a_choice_in_place_of_a_supposition_where_nothing_is_shared() -> None:
    board = pp.load("eternity", "framed_4x4")
    found = pp.find_hint(board)
    assert found.step and found.step.form == "choice"
    [vague], [clues], [full] = (
        [*found.sentences(degree)][-1:] for degree in ("vague", "clues", "full")
    )
    assert vague == clues and full.startswith("A choice, as several answers are left: ")
    assert "Several answers are left." in [*found.sentences("clues")]
    after = pp.find_hint(board, found.step.as_partial())
    assert after.status == "step" and after.step and after.step.form != "choice"
    unique = pp.find_hint(pp.load("packing", "three_given_6x10"))
    assert unique.step and unique.step.parts
