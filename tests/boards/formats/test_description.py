"""The formats that ``format PUZZLE`` describes: its examples are files that can be solved."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import message_of, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.description import Block, blocks, describe, example, own_formats
from pyasp_puzzles.boards.formats.fields import is_json

EXAMPLES = [
    pytest.param(name, block.text, id=f"{name}-{number}")
    for name in pp.puzzle_names()
    for number, block in enumerate(own_formats(pp.find_puzzle(name)))
    if block.kind == "example"
]
each_puzzle = pytest.mark.parametrize("name", pp.puzzle_names())


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_an_example_of_a_format_is_read_solved_and_written(name: str, text: str) -> None:
    boards = pp.find_puzzle(name).parse(text, "example")
    assert boards
    for board in boards.values():
        answers = pp.solve(board, limit=1, timeout=600)
        assert [pp.verify(board, answer) for answer in answers] == [[]]
        (again,) = pp.find_puzzle(name).parse(pp.find_puzzle(name).format(board), "").values()
        assert dataclasses.replace(again, name="") == dataclasses.replace(board, name="")


@each_puzzle
def test_a_description_has_an_example_in_text_and_one_in_json(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    assert puzzle.file_formats
    forms = {is_json(block.text) for block in own_formats(puzzle) if block.kind == "example"}
    assert forms == {False, True}


@each_puzzle
@pytest.mark.parametrize("width", [80, 120])
def test_a_description_fits_the_terminal_and_has_no_signs_of_rest(name: str, width: int) -> None:
    text = "\n\n".join(block.wrapped(width) for block in describe(pp.find_puzzle(name)))
    assert max(map(len, text.splitlines())) <= width
    assert not re.search(r"``|::|:\w+:`", text)


@each_puzzle
def test_format_prints_what_the_docstring_says_and_examples_that_solve_reads(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    done = puzzles("format", name)
    assert done.returncode == 0
    assert done.stdout.startswith(f"File formats of {name}: {puzzle.title}\n")
    said = " ".join(done.stdout.split())
    for block in describe(puzzle):
        assert " ".join(block.text.split()) in said
    example = puzzles("format", name, "--example", "text").stdout
    assert f"{example}" == next(
        f"{b.text}\n" for b in own_formats(puzzle) if b.kind == "example" and not is_json(b.text)
    )
    assert puzzles("solve", name, "-", text=example).returncode == 0


def test_a_form_without_an_example_is_one_clear_line() -> None:
    described = "Files.\n\nText::\n\n    board: 1\n\nThat is all."
    puzzle = dataclasses.replace(pp.find_puzzle("pips"), file_formats=described)
    assert message_of(example, puzzle, "json") == "pips: its description has no example in json"


def test_a_puzzle_without_a_description_is_described_by_its_first_instance() -> None:
    puzzle = dataclasses.replace(pp.find_puzzle("pips"), file_formats="")
    words, example = own_formats(puzzle)
    assert "describes no format. Its instance `document` is:" in words.text
    assert puzzle.parse(example.text, "example")


def test_a_puzzle_with_a_description_needs_no_instance(tmp_path: Path) -> None:
    described = list(describe(dataclasses.replace(pp.find_puzzle("gokigen"), instances=tmp_path)))
    assert "one row and one column more than cells" in described[1].text
    assert not any(block.kind == "example" for block in described[:2])


def test_words_items_examples_and_other_lines_are_distinguished() -> None:
    found = blocks(
        """What the module is.

        Words with ``a  sign``
        over two lines::

            size: 3

            board: 4

        * one item
          of two lines
        * :func:`another`

        Now lines of no file:

            1 2 3
        """
    )
    assert found == [
        Block("words", "Words with `a sign` over two lines:"),
        Block("example", "size: 3\n\nboard: 4"),
        Block("item", "one item of two lines"),
        Block("item", "`another`"),
        Block("words", "Now lines of no file:"),
        Block("lines", "1 2 3"),
    ]


@given(st.text(alphabet="ab`:* \n", max_size=60))
def test_any_docstring_can_be_shown(docstring: str) -> None:
    for block in blocks(docstring):
        assert "\0" not in block.wrapped(20)
