"""add_a_puzzle.md on play and editing: its code makes the queens of that page playable."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from support import example_package, pages

from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.playing import Move, moved, standing
from pyasp_puzzles.core.errors import InstanceError


@pytest.fixture
def queens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The package of the page, with what its sections on play and editing add."""
    code = ""
    for title in ("## Played by hand", "## Changed by hand"):
        section = (
            pages()["docs/reference/add_a_puzzle.md"].partition(title)[2].partition("\n## ")[0]
        )
        code += section.partition("```python\n")[2].partition("```")[0] + "\n\n"
    for path, text in example_package().items():
        if path == "queens/__init__.py":
            assert text.count("PUZZLE = Puzzle(\n") == 1
            text = text.replace(
                "PUZZLE = Puzzle(\n", f"{code}PUZZLE = Puzzle(\n    play=PLAY,\n    edit=EDIT,\n"
            )
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("queens")
    del sys.modules["queens"]


def test_queens_are_laid_taken_moved_and_the_board_is_solved(queens: ModuleType) -> None:
    puzzle, board = queens.PUZZLE, queens.Instance(6)
    lying = Partial()
    for row, column in enumerate((2, 4, 6, 1, 3), start=1):
        lying = moved(puzzle, board, lying, Move("lay", (row, column), "queen"))
    lying = moved(puzzle, board, lying, Move("lay", (6, 6), "queen"))
    assert puzzle.play.tools(board, lying)[0].left == 0
    found = standing(puzzle, board, lying)
    assert (found.progress, found.full, found.right) == ("6 of 6 queens", True, False)
    lying = moved(puzzle, board, lying, Move("move", (6, 6), to=(6, 5)))
    assert standing(puzzle, board, lying).right
    lying = moved(puzzle, board, lying, Move("take", (6, 5)))
    assert str(standing(puzzle, board, lying)) == "5 of 6 queens."


def test_queens_are_refused_outside_the_board_and_on_each_other(queens: ModuleType) -> None:
    puzzle, board = queens.PUZZLE, queens.Instance(6)
    lying = moved(puzzle, board, Partial(), Move("lay", (1, 1), "queen"))
    for move, why in (
        (Move("lay", (7, 1), "queen"), "no such cell"),
        (Move("lay", (1,), "queen"), "no such cell"),
        (Move("lay", (1, 1), "queen"), "stands there"),
        (Move("turn", (1, 1)), "same from all sides"),
        (Move("lay", (2, 1), "king"), "None is left"),
    ):
        with pytest.raises(MoveError, match=why):
            moved(puzzle, board, lying, move)


def test_the_size_of_queens_is_changed_by_hand(queens: ModuleType) -> None:
    puzzle, board = queens.PUZZLE, queens.Instance(8, known=(("answers", 92),))
    now = changed(puzzle.edit, board, Change("size", "6"))
    assert now == queens.Instance(6)
    assert puzzle.edit.values(now, "size") == {None: "6"}
    assert changed(puzzle.edit, board, Change("size", "8")) is board
    with pytest.raises(InstanceError, match="size: found '201', expected an integer from 1 to 200"):
        changed(puzzle.edit, board, Change("size", "201"))
    with pytest.raises(MoveError, match="cannot stand on r1c1"):
        changed(puzzle.edit, board, Change("size", "6", (1, 1)))
