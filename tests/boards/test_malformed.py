"""What stood in the way of a newcomer: malformed files and moves, each with its one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.answers import read_answers
from pyasp_puzzles.boards.kit import Genre, GridBoard, Marked, Marks, Numbers, Rows, layer
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid, MoveError
from pyasp_puzzles.core.errors import InstanceError, PuzzleError
from pyasp_puzzles.verbs.new_puzzle import new_puzzle

DRAWN = "clues:\n    3.\n"


@dataclass(frozen=True)
class WalledBoard(GridBoard):
    """A board with walls, some without a number."""

    walls: Rows = layer(Numbers("touches", 0, 4, "wall", about="a wall"))


WALLS = Genre(WalledBoard, Marked, (Marks("lamp"),), lambda _board, _answer: (), name="walled")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("slitherlink", f"title: a\n    b\n{DRAWN}", "line 2, title: found 'b', expected nothing"),
        ("slitherlink", f"title:\n    b\n{DRAWN}", "line 2, title: found 'b', expected nothing"),
        ("slitherlink", f"size: 1 x 2\n    7 x 7\n{DRAWN}", "line 2, size: found '7 x 7', expec"),
        ("slitherlink", f"answers: 3\n    5\n{DRAWN}", "line 2, answers: found '5', expected not"),
        ("star_battle", "stars: 1\n    2\nregions:\n    A\n", "line 2, stars: found '2', expect"),
        ("eternity", "board: 1 x 1\n    2 x 2\npieces: 0 0 0 0\n", "line 2, board: found '2 x 2'"),
        ("packing", "lattice: square\n    cubic\nboard: 1 x 1\n", "line 2, lattice: found 'cubic'"),
        ("slitherlink", '{"clues": ["3."], "title": ["a"]}', "title[0]: found 'a', expected one v"),
        ("slitherlink", '{"clues": [""]}', "clues[0]: found an empty row, expected a sign for"),
        ("slitherlink", f"answers: {'9' * 20}\n{DRAWN}", "expected an integer from 0 to"),
        ("slitherlink", f'{{"answers": {"9" * 5000}}}', "found a number of thousands of digits"),
    ],
)
def test_a_malformed_file_gives_one_placed_error(
    name: str, text: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.txt").write_text(text, encoding="utf-8")
    with pytest.raises(InstanceError) as caught:
        pp.load(name, str(tmp_path / "bad.txt"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_clue_without_a_number_is_said_in_format_and_errors() -> None:
    numbers = Numbers("touches", 0, 4, "wall", about="a wall").named("walls")
    assert "``?`` for one without a number" in numbers.format()
    with pytest.raises(InstanceError, match=r"found 'Z', expected an integer from 0 to 4, or '\?'"):
        WALLS.parse("walls:\n    .Z\n", "bad.txt")
    (board,) = WALLS.parse("walls:\n    .?\n", "good.txt").values()
    assert board.walls == ((1, 2),)


@pytest.mark.parametrize("name", ["sudoku", "slitherlink", "star_battle", "twenty_four_seven"])
def test_a_move_with_a_strange_tool_pose_or_place_is_refused(name: str) -> None:
    board, play = pp.load(name), pp.find_puzzle(name).play
    assert play
    tool = play.tools(board, Partial())[0].name
    for cell, pose in ((), 0), ((1, 1), 7), ((1, 1, 1, 2), 7), ((1, 1), -1):
        with pytest.raises(MoveError, match=r"no \w+ \w*|pose 0 only"):
            play.lay(board, Partial(), Laid(tool, pose, cell))
    assert "There is no 'strange'" in message_of(play.look, board, "strange", 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stars: 1\nregions:\n" + "    AAAAA\n" * 4, "4 rows and 5 columns, expected as many"),
        (
            "stars: 2\nregions:\n" + "    ABCD\n" * 4,
            "line 1, stars: found 2 stars in each of 4 rows",
        ),
        (
            "stars: 1\nregions:\n    AB\n    BB\n",
            "found 1 star in each of 2 rows, expected 4 rows or more",
        ),
    ],
)
def test_a_star_battle_has_no_room_for_its_stars(text: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        pp.find_puzzle("star_battle").parse(text, "bad.txt")


def test_a_star_battle_with_several_stars_is_made() -> None:
    (board,) = pp.generate("star_battle", seed=1, size=9, stars=2)
    assert pp.is_unique(board)
    with pytest.raises(PuzzleError, match="expected 12 rows or more: no two stars touch"):
        list(pp.generate("star_battle", seed=1, size=9, stars=3))


@pytest.mark.parametrize("name", ["class", "json", "pyasp_puzzles"])
def test_a_new_puzzle_has_no_name_that_python_uses(name: str, tmp_path: Path) -> None:
    assert "which Python uses" in message_of(new_puzzle, name, "shade", tmp_path)


def test_a_new_puzzle_that_cannot_be_written_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PuzzleError, match="file/mine: not a directory"):
        new_puzzle("mine", "shade", tmp_path / "file")


def test_an_answer_that_is_nested_too_deep_is_told_in_words() -> None:
    board = pp.load("sudoku", "four")
    with pytest.raises(PuzzleError, match="found lists and objects nested too deep, expected JSON"):
        read_answers(pp.find_puzzle("sudoku"), board, "[" * 100_000, "x")
