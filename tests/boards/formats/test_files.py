"""The two file formats that all puzzles share: entries and boards, JSON with paths."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import MAKERS, random_boards
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.description import example
from pyasp_puzzles.boards.formats.fields import json_boards, read_json
from pyasp_puzzles.boards.formats.inputs import MAX_BYTES, read_text
from pyasp_puzzles.boards.formats.text import one_line, read_boards, write_board
from pyasp_puzzles.boards.registry import MOST_READ, readers

TEXT = """
% a comment
size: 3   % and another
=== one
rows:
    a b
    c d
=== two
rows: e
"""


def test_boards_share_what_stands_before_the_first() -> None:
    one, two = read_boards(TEXT, "f")
    assert (one.label, two.label) == ("one", "two")
    assert one.required("size").integer() == two.required("size").integer() == 3
    assert [line.text for line in one.required("rows").drawing()] == ["a b", "c d"]
    assert two.required("rows").value.text == "e"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: found an empty file"),
        ("  indented\n", "f, line 1: found 'indented', expected 'KEY: VALUE' first"),
        ("no colon\n", "f, line 1: found 'no colon', expected 'KEY: VALUE'"),
        ("a: 1\n=== x\n=== x\n", "f, line 3: found '=== x', expected '=== LABEL' with a new"),
        ("a: 1\n===\n", "f, line 2: found '==='"),
    ],
)
def test_a_malformed_text_gives_a_message_that_names_its_place(text: str, message: str) -> None:
    assert message in message_of(read_boards, text, "f")


@pytest.mark.parametrize("number", ["x", "1.5", "", "99999999999999", "٣", "-1", "5000000000"])
def test_a_number_out_of_bounds_is_refused(number: str) -> None:
    (board,) = read_boards(f"n: {number}\n", "f")
    assert "f, line 1, n" in message_of(board.required("n").integer)


def test_a_repeated_or_unknown_key_is_refused() -> None:
    (board,) = read_boards("n: 1\nn: 2\nm: 3\n", "f")
    assert "line 2, n: found the key a second time" in message_of(board.required, "n")
    (board,) = read_boards("m: 3\n", "f")
    assert "line 1, m: found 'm', expected one of the keys n" in message_of(board.finish, ["n"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n: 1\nregion: a\n", "f, line 2: found 'region', expected an entry 'regions:', which is"),
        ("n: 1\n", "f: found only 'n', expected an entry 'regions:'"),
        ("=== a\nn: 1\n", "f, board a: found only 'n', expected an entry 'regions:'"),
    ],
)
def test_a_missing_key_is_named_with_the_misspelt_one_in_its_place(text: str, message: str) -> None:
    (board,) = read_boards(text, "f")
    board.optional("n")
    assert message_of(board.required, "regions").startswith(message)


@pytest.mark.parametrize(
    ("key", "hint"),
    [("tilte", "; did you mean 'title'?"), ("peice F", "; did you mean 'piece NAME'?"), ("x", "")],
)
def test_an_unknown_key_is_named_with_the_known_one_that_is_like_it(key: str, hint: str) -> None:
    (board,) = read_boards(f"{key}: 1\n", "f")
    with pytest.raises(pp.InstanceError) as error:
        board.finish(["title", "piece NAME"])
    message = f"f, line 1, {key}: found '{key}', expected one of the keys title, piece NAME{hint}"
    assert str(error.value) == message


def test_an_empty_line_in_a_drawing_is_refused_with_its_place_but_a_comment_is_not() -> None:
    (board,) = read_boards("rows:\n\n    a b\n% a comment\n    c d\n\n\nn: 1\n", "f")
    assert [line.text for line in board.required("rows").drawing()] == ["a b", "c d"]
    (board,) = read_boards("rows:\n    a b\n\n% a comment\n    c d\n", "f")
    entry = board.required("rows")
    assert "line 5, rows: found an empty line above this one" in message_of(entry.drawing)
    assert [[line.text for line in group] for group in entry.drawings()] == [["a b"], ["c d"]]


words = st.text(alphabet="abc #.", min_size=1, max_size=8).map(str.strip).filter(bool)


@given(st.dictionaries(st.text("kl", min_size=1), words | st.lists(words, min_size=1)))
def test_writing_and_reading_a_board_keeps_it(entries: dict[str, str | list[str]]) -> None:
    if entries:
        (board,) = read_boards(write_board(entries), "f")
        for key, value in entries.items():
            entry = board.required(key)
            if isinstance(value, str):
                assert entry.value.text == value
            else:
                assert [line.text.strip() for line in entry.lines] == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": [1, 2', "f, line 1, column 12: found the end of the file, expected JSON"),
        ('{"a": x}', "f, line 1, column 7: found 'x}'"),
        ('{\n"a" 1}', "f, line 2, column 5: found '1}'"),
    ],
)
def test_a_malformed_json_gives_a_message_that_names_its_place(text: str, message: str) -> None:
    assert message in message_of(read_json, text, "f")


def test_a_json_value_of_the_wrong_type_is_refused() -> None:
    root = read_json('{"a": {"b": [true, "x", 1.5, 3]}}', "f")
    items = root["a"]["b"].list()
    for item, message in zip(items, ["a.b[0]: found True", "a.b[1]", "a.b[2]"], strict=False):
        assert message in message_of(item.integer)
    assert "found 3, expected an integer from 0 to 2" in message_of(items[3].integer, 0, 2)
    with pytest.raises(pp.InstanceError, match=r"a: found only 'b', expected a member 'c'"):
        root["a"]["c"]


def test_a_huge_or_binary_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(b"x" * (MAX_BYTES + 1))
    assert "found more than 4 MB" in message_of(read_text, str(file))
    file.write_bytes(b"ok\n\xff")
    assert "line 2: found the byte 0xff, expected UTF-8" in message_of(read_text, str(file))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("title: a\0b\n", "line 1: found the control character"),
        ('{"a": "x\\u0000"}', "f, line 1: found"),
        ('{\n"a": ["\\ud800"]}', "f, line 2: found"),
        ('{"a": 1, "a": 2}', "the member 'a' twice in one object"),
    ],
)
def test_a_control_character_or_a_repeated_member_is_refused(
    tmp_path: Path, content: str, message: str
) -> None:
    file = tmp_path / "f"
    file.write_text(content)
    with pytest.raises(pp.InstanceError, match=message):
        read_json(read_text(str(file)), "f")


def test_a_missing_or_unknown_member_is_named_with_the_one_that_is_like_it() -> None:
    root = read_json('{"region": [{"tpye": "sum"}]}', "f")
    with pytest.raises(
        pp.InstanceError, match="f: found 'region', expected a member 'regions', wh"
    ):
        root["regions"]
    with pytest.raises(pp.InstanceError, match=r"found 'tpye'.*; did you mean 'type'\?"):
        root["region"].list()[0].check_members(["indices", "type"])
    with pytest.raises(pp.InstanceError, match=r"type: found 'equal', .*; did you mean 'equals'\?"):
        read_json('{"type": "equal"}', "f")["type"].one_of(["equals", "sum"])


def test_lines_below_a_label_are_no_lines_of_a_shared_entry() -> None:
    with pytest.raises(pp.InstanceError, match="line 3: found 'b', expected 'KEY: VALUE' first"):
        read_boards("drawing: a\n=== one\n  b\nsize: 1\n", "f")


def test_a_member_like_a_missing_key_is_named_by_its_path() -> None:
    (board,) = json_boards(read_json('{"clus": ["1"]}', "f"))
    with pytest.raises(pp.InstanceError, match="f, clus: found 'clus', expected an entry 'clues:'"):
        board.required("clues")


def test_a_misspelt_member_is_refused() -> None:
    root = read_json('{"piece_count": 3, "comment": 1}', "f")
    with pytest.raises(pp.InstanceError, match="found 'piece_count', expected a member 'piece_c"):
        root.check_spelling(["piece_counts", "board"])


@pytest.mark.parametrize(
    "text",
    [
        "lattice: square\nboard:\n" + " ###\n" * 100_000,
        "lattice: square\nboard:\n" + " 1 1\n" * 100_000,
        "lattice: square\nboard: 1 x 2\n" + "piece I:\n ##\n" * 30_000,
        "=== a\n" * 100_000,
        "".join(f"=== {n}\n" for n in range(60_000)),
        "[" * 2_000_000,
        '{"pieces": {' + '"a": [[1, 1]],' * 100_000 + '"b": []}}',
    ],
    ids=["drawing", "points", "pieces", "one label", "labels", "brackets", "json"],
)
def test_a_large_file_that_looks_right_is_refused_in_good_time(tmp_path: Path, text: str) -> None:
    file = tmp_path / "large.txt"
    file.write_text(text)
    assert "large.txt" in message_of(pp.load, "packing", str(file))


def test_json_of_another_puzzle_is_recognised_and_the_first_error_kept(tmp_path: Path) -> None:
    file = tmp_path / "day.json"
    board = {"dominoes": [[1, 2]], "regions": [{"indices": [[0, 0], [0, 1]], "type": "empty"}]}
    file.write_text(json.dumps({"easy": board}))
    with pytest.raises(pp.InstanceError) as error:
        pp.load("packing", str(file))
    message = str(error.value)
    assert message.startswith(f"{file}: found only 'easy', expected a member 'lattice'")
    assert message.endswith(f"; this looks like pips: solve pips {file}")


def test_a_file_of_no_puzzle_gives_the_error_of_the_puzzle_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("shopping: bread\n")
    assert "looks like" not in message_of(pp.load, "pips", str(file))
    assert "a file needs its puzzle before it: solve PUZZLE" in message_of(pp.load, str(file))


def test_a_long_file_is_not_tried_on_other_puzzles() -> None:
    text = "1 1\n0 0 0 0\n"
    assert readers(text, "f", but="packing") == ["eternity"]
    assert readers(text + "\n" * MOST_READ, "f", but="packing") == []


TITLES = st.one_of(st.sampled_from(["", " ", "%", "a % b", "\u2028", "=== a", "{"]), st.text())


@pytest.mark.parametrize("name", MAKERS)
def test_random_boards_survive_writing_and_reading(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    for board in islice(random_boards(name), 60):
        assert puzzle.parse(puzzle.format(board), "written") == {"": board}


@pytest.mark.parametrize(
    ("name", "member", "default"),
    [
        ("packing", "name", "Packing"),
        ("eternity", "name", "Eternity 2 x 2"),
        ("twenty_four_seven", "title", "Twenty Four Seven"),
        ("pips", "constructors", "Pips"),
    ],
)
@pytest.mark.parametrize("several", [False, True])
@settings(max_examples=40, deadline=None, derandomize=True)
@given(title=TITLES)
def test_a_json_title_survives_our_text_format(
    name: str, member: str, default: str, several: bool, title: str
) -> None:
    """Also the empty one: it is not written as a blank, nor does it become the default."""
    puzzle = pp.find_puzzle(name)
    tree = json.loads(example(puzzle, "json"))
    if several and name == "twenty_four_seven":
        tree["grids"] *= 2
    (board, *_) = puzzle.parse(json.dumps(tree), "json").values()
    assert board.title == (f"{default} (1)" if "grids" in tree and several else default)
    if re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", title):
        return  # refused, whatever it says
    for board in puzzle.parse(json.dumps({**tree, member: title}), "json").values():
        written = puzzle.format(board)
        (again,) = puzzle.parse(written, "text").values()
        assert again == replace(board, name="")
        if name != "pips":
            assert board.title.startswith(one_line(title)) and default not in board.title
        assert board.title == one_line(board.title)


def test_a_title_that_is_no_text_is_refused() -> None:
    with pytest.raises(pp.InstanceError, match="name: found 5, expected a string"):
        pp.find_puzzle("eternity").parse(
            '{"width": 1, "height": 1, "name": 5, "pieces": [[1,1,1,1]]}', "f"
        )
