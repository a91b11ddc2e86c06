"""Pips files: the daily JSON and the text format."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pips_board import BOARD
from support import message_of, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.pips import PUZZLE
from pyasp_puzzles.puzzles.pips.instance import Domino, PipsBoard, Region, make

# The daily file


LEVEL = {
    "constructors": "A. Maker",
    "dominoes": [[1, 0], [1, 1]],
    "regions": [
        {"indices": [[0, 1], [0, 0]], "type": "equals"},
        {"indices": [[1, 0]], "type": "sum", "target": 0},
        {"indices": [[1, 1]], "type": "empty"},
    ],
    "solution": [],
}
BLANK = {"id": 0, "dominoes": None, "regions": None, "solution": None}


def day(tmp_path: Path, **levels: object) -> str:
    file = tmp_path / "day.json"
    file.write_text(json.dumps({"printDate": "2025-01-02", **levels}))
    return str(file)


def test_all_levels_of_a_day_are_solved(tmp_path: Path) -> None:
    file = day(tmp_path, easy=LEVEL, medium=LEVEL, hard=LEVEL)
    boards = pp.load_all("pips", file)
    assert [board.name for board in boards] == [f"{file}#{x}" for x in ("easy", "medium", "hard")]
    assert boards[0].title == "Pips 2025-01-02 easy, by A. Maker"
    assert boards[0].regions[0] == Region("A", "equals", ((1, 1), (1, 2)))
    done = puzzles("solve", "pips", file, "--json")
    assert done.stdout.count('"verified": true') == 3, done.stderr
    assert pp.load("pips", f"{file}#hard").title.endswith("hard, by A. Maker")


def test_a_blank_level_is_reported_and_the_others_are_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = day(tmp_path, easy=LEVEL, medium=BLANK, hard=LEVEL)
    assert [board.name[-4:] for board in pp.load_all("pips", file)] == ["easy", "hard"]
    assert "medium is blank" in caplog.text
    with pytest.raises(pp.InstanceError, match=r"day\.json: found '#medium', expected easy, hard"):
        pp.load("pips", f"{file}#medium")


def test_a_single_board_in_json_is_read(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(LEVEL))
    assert pp.load("pips", str(file)).name == str(file)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dominoes": None}, r"easy\.dominoes: found None, expected a list"),
        ({"dominoes": [[1, 0]]}, "1 domino for 4 cells, expected half as many"),
        ({"dominoes": [[1, 0], [1]]}, r"dominoes\[1\]: found a list of 1, expected a list of 2"),
        ({"dominoes": [[1, 0], [1, "x"]]}, r"dominoes\[1\]\[1\]: found 'x', expected an integer"),
        ({"dominoes": [[1, 0], [1, -1]]}, r"found -1, expected an integer from 0 to 9999"),
        ({"dominoes": [[1, 0], [1, 2**32]]}, r"4294967296, expected an integer from 0 to 9999"),
        ({"regions": []}, r"easy\.regions: found none, expected at least one region"),
        ({"regions": [{"indices": [], "type": "empty"}]}, r"regions\[0\]\.indices.*at least one"),
        ({"regions": [{"indices": [[0, 0]]}]}, r"regions\[0\]: found only 'indices', expected a"),
        (
            {"regions": [{"indices": [[0, 0]], "type": "prod"}]},
            r"type: found 'prod', expected one of sum, less, greater, equals, unequal, empty",
        ),
        (
            {"regions": [{"indices": [[0, 0]], "type": "sum"}]},
            r"regions\[0\]: found only 'indices', 'type', expected a member 'target'",
        ),
        (
            {"regions": [{"indices": [[0, 0]], "type": "less", "target": 2**31}]},
            r"target: found 2147483648, expected an integer from 0 to 2147483647",
        ),
        (
            {"regions": [{"indices": [[0, 0], [0, 0]], "type": "empty"}]},
            r"indices\[1\]: found \[0, 0\], expected a cell of one region only",
        ),
        (
            {"regions": [{"indices": [[0, 10**6]], "type": "empty"}]},
            r"indices\[0\]\[1\]: found 1000000, expected an integer from 0 to 199",
        ),
    ],
    ids=lambda value: None if isinstance(value, dict) else value[:20],
)
def test_a_bad_json_board_is_refused_with_its_place(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    file = day(tmp_path, easy={**LEVEL, **change})
    with pytest.raises(pp.InstanceError, match=r"day\.json, easy\..*found") as caught:
        pp.load_all("pips", file)
    assert caught.match(message)


@pytest.mark.parametrize("member", ["Target", "rule", "name"])
def test_an_unknown_member_of_a_region_is_refused(tmp_path: Path, member: str) -> None:
    region = {"indices": [[0, 0], [0, 1]], "type": "empty", member: 3}
    file = day(tmp_path, easy={**LEVEL, "regions": [region]})
    expected = rf"regions\[0\]: found '{member}', expected one of indices, type, target"
    with pytest.raises(pp.InstanceError, match=expected):
        pp.load_all("pips", file)


def test_what_else_a_day_or_a_board_says_is_ignored(tmp_path: Path) -> None:
    file = day(tmp_path, easy={**LEVEL, "backendId": "x", "news": [1]}, editor="E", more={})
    assert len(pp.load_all("pips", file)) == 1


def test_a_day_without_boards_is_refused(tmp_path: Path) -> None:
    assert "'printDate', expected a member 'easy'" in message_of(pp.load_all, "pips", day(tmp_path))
    assert "nothing but blank boards" in message_of(pp.load_all, "pips", day(tmp_path, easy=BLANK))


def test_a_truncated_day_is_refused_with_its_place(tmp_path: Path) -> None:
    text = Path(day(tmp_path, easy=LEVEL, hard=LEVEL)).read_text()
    for length in range(1, len(text)):
        with pytest.raises(pp.InstanceError, match=r"cut: |cut, line 1, column"):
            PUZZLE.parse(text[:length], "cut")


# The text format


def test_the_text_gives_its_regions_and_dominoes() -> None:
    (instance,) = PUZZLE.parse(BOARD, "small").values()
    assert instance.regions == (
        Region("A", "sum", ((1, 1), (1, 2), (2, 1)), 6),
        Region("B", "equals", ((1, 3), (2, 3))),
        Region("C", "empty", ((3, 1),)),
        Region("D", "empty", ((3, 2), (3, 3))),
    )
    assert instance.dominoes == (Domino(0, 4), Domino(1, 2), Domino(3, 3, 2))


def test_names_of_several_letters_and_holes_are_read() -> None:
    text = BOARD.replace("AAB", "A  A B1").replace("A.B", "A  .  B1").replace("CDD", "CC D D")
    text = text.replace("B equals", "B1 equals").replace("C D empty", "CC D empty")
    (instance,) = PUZZLE.parse(text, "wide").values()
    assert [region.name for region in instance.regions] == ["A", "B1", "CC", "D"]
    assert instance.regions[1].cells == ((1, 3), (2, 3))
    (again,) = PUZZLE.parse(PUZZLE.format(instance), "again").values()
    assert again == instance


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("A sum 6", "A product 6", "line 7, regions: found '6', expected a rule: sum NUMBER"),
        ("A sum 6", "A sum x", "line 7, regions: found 'x', expected an integer"),
        ("B equals", "B equals 3", "found 'equals 3', expected 'equals' alone, which takes no nu"),
        ("A sum 6", "A SUM 6", "line 7, regions: found 'SUM', expected rules in small letters:"),
        ("B equals", "B Equals", "line 8, regions: found 'Equals', expected rules in small"),
        ("A sum 6", "A sum -1", "line 7, regions: found '-1', expected an integer from 0"),
        ("sum 6", "sum 2147483648", "found '2147483648', expected an integer from 0 to 2147483647"),
        ("B equals", "equals", "line 8, regions: found 'equals', expected the names of regions"),
        ("C D empty", "D empty", "line 2, board: found the region 'C' at row 3, column 1 without"),
        ("A.B", "A?B", "line 4, board: found '?', expected letters or digits that name a region"),
        ("0-4", "0-4, 5-5", "line 10, dominoes: found 5 dominoes for 8 cells, expected half as"),
        (", 0-4", "", "line 10, dominoes: found 3 dominoes for 8 cells"),
        ("1-2", "1-10000", "line 10, dominoes: found '10000', expected an integer from 0 to 9999"),
        ("x2", "x0", "line 10, dominoes: found '0', expected an integer from 1"),
        ("x2", "x99999", "line 10, dominoes: found '99999', expected an integer from 1 to 20000"),
        ("title: Small", "rows: 3", "line 1, rows: found 'rows', expected one of the keys title"),
        ("dominoes: 1-2, 3-3 x2, 0-4\n", "", "expected an entry 'dominoes:'"),
        ("regions:", "regions: A empty", "line 7, regions: found region 'A' again"),
    ],
)
def test_a_bad_text_is_refused_with_its_place(old: str, new: str, message: str) -> None:
    assert BOARD.count(old) == 1
    with pytest.raises(pp.InstanceError) as caught:
        PUZZLE.parse(BOARD.replace(old, new), "small.txt")
    assert re.match(r"small\.txt[:,] ", str(caught.value))
    assert message in str(caught.value)


def test_a_board_without_cells_or_of_more_than_200_lines_is_refused() -> None:
    empty = BOARD.replace("AAB", "...").replace("A.B", "...").replace("CDD", "...")
    assert "line 2, board: found no cell" in message_of(PUZZLE.parse, empty, "empty")
    with pytest.raises(pp.InstanceError, match="found 210 rows, expected at most 200"):
        PUZZLE.parse("board:\n" + "    AA\n" * 210, "long")
    with pytest.raises(pp.InstanceError, match="found 201 columns, expected at most 200"):
        PUZZLE.parse("board:\n    " + "A" * 201, "wide")


def test_a_region_may_be_called_like_a_rule_in_capitals() -> None:
    text = BOARD.replace("AAB", "SUM SUM B").replace("A.B", "SUM . B").replace("CDD", "C D D")
    (instance,) = PUZZLE.parse(text.replace("A sum 6", "SUM sum 6"), "small").values()
    assert instance.regions[0].name == "SUM"


def test_a_region_is_not_called_as_a_rule_and_a_rule_without_a_target_has_none() -> None:
    def board(name: str, rule: str, target: int) -> PipsBoard:
        return make("", [Region(name, rule, ((1, 1), (1, 2)), target)], [Domino(0, 1)])

    assert board("A", "sum", 1).regions[0].target == 1
    assert "found 'sum', expected a name that is none of" in message_of(board, "sum", "empty", 0)
    assert "found 1, expected 0: the rule unequal has no" in message_of(board, "A", "unequal", 1)
