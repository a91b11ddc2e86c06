"""Huge and hostile files: one error, in little time; and errors about what has no file."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import pytest
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.text import MOST_ENTRIES
from pyasp_puzzles.core.errors import InstanceError, MisfitError
from pyasp_puzzles.puzzles import packing
from pyasp_puzzles.puzzles.eternity.format import parse as parse_eternity
from pyasp_puzzles.puzzles.packing.burrtools import read_xml
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, Piece


def error_of(parse: Callable[..., object], text: str) -> str:
    return message_of(parse, text, "file")


def test_the_names_of_many_equal_pieces_differ() -> None:
    """With 5,000 of them; finding each name anew would take millions of steps."""
    copies = '<shape id="0"/>' * 5000
    text = f"""<puzzle version="2"><gridType type="0"/><shapes>
    <voxel x="1" y="1" z="1" name="A">#</voxel>
    <voxel x="1" y="1" z="1" name="A_2">#</voxel>
    <voxel x="101" y="50" z="1">{"#" * 5050}</voxel></shapes>
    <problems><problem><shapes><shape id="1"/>{copies}<shape id="1" min="0" max="60"/></shapes>
    <result id="2"/></problem></problems></puzzle>"""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        names = [piece.name for piece in packing.parse(text, "many.xmpuzzle")[""].pieces]
    assert len(set(names)) == len(names) == 5002
    assert names[:4] == ["A_2", "A", "A_3", "A_4"]


def test_text_between_many_elements_is_kept_whole() -> None:
    root = read_xml("<a>" + "xy<b>in</b>" * 20_000 + "z</a>", "file")
    assert root.text == "xy" * 20_000 + "z"
    assert {child.text for child in root.children} == {"in"}


def test_a_member_that_stands_twice_is_named_in_a_large_object() -> None:
    members = ", ".join(f'"k{number}": 1' for number in range(50_000))
    message = error_of(packing.parse, "{" + members + ', "twice": 1, "twice": 2}')
    assert message == "file: found the member 'twice' twice in one object, expected JSON"


def test_json_that_is_nested_too_deep_is_said_in_plain_words() -> None:
    found = "found lists and objects nested too deep, expected JSON of an instance"
    assert error_of(packing.parse, "[" * 100_000) == f"file: {found}"
    assert error_of(parse_eternity, '{"a":' * 100_000) == f"file: {found}"


def test_a_parameter_of_a_link_that_stands_twice_is_named_among_many() -> None:
    many = "&".join(f"k{number}=1" for number in range(50_000))
    message = error_of(parse_eternity, f"board_edges=aaaa&{many}&board_w=1&board_w=2")
    assert message == "file, line 1: found 'board_w' twice, expected every parameter once"


def test_entries_that_too_many_boards_share_are_refused() -> None:
    shared = "".join(f"key{number}: 1\n" for number in range(2000))
    boards = "".join(f"=== {number}\n" for number in range(MOST_ENTRIES // 2000 + 1))
    message = error_of(packing.parse, shared + boards)
    assert message.startswith("file, line 2501: found more than 500 boards that share 2000 entries")


def test_a_list_of_too_many_pieces_is_refused() -> None:
    message = error_of(packing.parse, "board: 2 x 2\npieces:\n" + "  #\n\n" * 20_001)
    assert message == "file, line 2, pieces: found 20001 pieces, expected at most 20000"


@pytest.mark.parametrize("size", ["2 2", "2 x 2", "2x2", "2 X 2", "2 × 2"])
def test_a_list_may_write_its_size_as_the_option_does(size: str) -> None:
    listed = parse_eternity(f"{size}\n0 1 2 0\n0 0 3 1\n2 4 0 0\n0 4 3 0\n", "list.txt")[""]
    assert (listed.rows, listed.columns, listed.frame) == (2, 2, 0)
    assert pp.count(listed).answers == 4


def test_messages_about_an_instance_without_a_name_begin_with_words() -> None:
    """An instance made in Python has no file, and as a rule no name."""
    free = PackingBoard(
        *("Free", "square", "none", ((1, 1, 0), (1, 2, 0)), (Piece("o", ((0, 0, 0),), 0, 2),)),
        optional=((1, 1, 0), (1, 2, 0)),
    )
    with pytest.raises(MisfitError, match=r"^engine exact-cover:bitsets does not fit: "):
        pp.count(free, engine="exact-cover")
    assert pp.count(free).answers == 4
    assert str(InstanceError("", "", 1, "2")) == "found 1, expected 2"
    assert str(InstanceError("", "pieces", 1, "2")) == "pieces: found 1, expected 2"


def test_half_a_surrogate_pair_in_a_name_is_an_error_not_a_traceback() -> None:
    with pytest.raises(InstanceError, match=r"name: found .*, expected text without halves"):
        PackingBoard("T", "square", "none", ((1, 1, 0),), (Piece("\ud800", ((0, 0, 0),)),))
