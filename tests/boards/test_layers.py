"""The laws of boards in layers: files are read back, facts are rows, bad text is one error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.board import (
    Layer,
    Rows,
    layer,
    layers_of,
    with_fields,
)
from pyasp_puzzles.boards.clues import Margin, RegionNumbers, Regions
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.editing import editor
from pyasp_puzzles.boards.formats.fields import as_json
from pyasp_puzzles.boards.formats.text import signs
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.grid import Filled, GridBoard, Marked
from pyasp_puzzles.boards.layers import Cells, Numbers, Signs
from pyasp_puzzles.boards.marks import Lines, Marks, Shaded
from pyasp_puzzles.boards.places import corners, edges, ends, links, sides
from pyasp_puzzles.boards.scalars import Scalar, Text
from pyasp_puzzles.boards.stocks import Dominoes, NumberRows, Rules
from pyasp_puzzles.boards.values import Values
from pyasp_puzzles.core.errors import AnswerError, InstanceError
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.pictures.terminal import plain

RULES: dict[str, Any] = {"sum": "sum", "equals": "equals", "empty": None}


@dataclass(frozen=True)
class Everything(GridBoard):
    limit: int = layer(Scalar("limit", 1, 20, about="a limit"), 1)
    regions: Rows = layer(Regions("region", about="its region"))
    rooms: Rows = layer(RegionNumbers("room", 0, 12, about="numbers of regions"))
    rules: Rows = layer(Rules("rule", RULES, ("sum",), about="a rule"))
    numbers: Rows = layer(Numbers("number", 0, 12, "island", about="a number or ``?``"))
    circles: Rows = layer(Signs("circle", {"white": "o", "black": "x"}, about="a circle"))
    walls: Rows = layer(Cells("wall", about="``#`` for a wall"))
    views: Rows = layer(Margin("view", 1, 30, about="a view"))
    dominoes: Rows = layer(Dominoes("domino", about="the dominoes"))
    visits: Rows = layer(
        NumberRows(
            "visit",
            columns=(("row", 1, lambda board: board.rows), ("times", 0, 9)),
            about="the rows that are visited, and how often",
            noun="visit",
            lines=True,
            optional=True,
        )
    )
    note: str = layer(Text(about="a note"), "")
    mood: str = layer(Text(known=("calm", "wild"), about="calm or wild"), "calm")


def _nothing_broken(_board: Any, _answer: Any) -> Iterator[str]:
    return iter(())


EVERYTHING = Genre[Everything, Marked](
    name="everything",
    board=Everything,
    solution=Marked,
    answer=(Shaded("shaded"),),
    verify=_nothing_broken,
)


def rows_on_places(draw: st.DrawFn, kind: Layer, board: Any, *, all_of_them: bool) -> Any:
    """Random rows of a layer whose rows stand on places."""
    places = list(kind.places(board))
    chosen = places if all_of_them else sorted(draw(st.sets(st.sampled_from(places))))
    return kind.pack(
        board, [kind.row(board, at, draw(st.sampled_from(kind.values(board)))) for at in chosen]
    )


@st.composite
def boards(draw: st.DrawFn) -> Everything:
    size = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cells = [(r, c) for r in range(1, size[0] + 1) for c in range(1, size[1] + 1)]
    names = draw(st.sampled_from(["AB", "é0", ("A1", "B")]))
    regions = tuple((*cell, draw(st.sampled_from(names))) for cell in cells)
    board = Everything(draw(st.sampled_from(["", "A title"])), *size, regions=regions)
    declared = {each.name: each for each in layers_of(Everything)}
    for name in ("rooms", "numbers", "circles", "walls", "views"):
        rows = rows_on_places(draw, declared[name], board, all_of_them=False)
        board = replace(board, **{name: rows})
    pips = st.integers(0, 9)
    pairs = draw(st.sets(st.tuples(pips, pips).map(lambda pair: tuple(sorted(pair))), min_size=1))
    drawn = sorted({region for *_, region in regions})
    rules = [
        (name, rule, *((draw(st.integers(0, 99)),) if rule == "sum" else ()))
        for name in drawn
        for rule in [draw(st.sampled_from(list(RULES)))]
    ]
    return replace(
        board,
        limit=draw(st.integers(1, 20)),
        dominoes=tuple((*pair, draw(st.integers(1, 3))) for pair in sorted(pairs)),
        rules=tuple(rules),
        visits=tuple(sorted(draw(st.sets(st.tuples(st.integers(1, size[0]), pips))))),
        note=draw(st.sampled_from(["", "two: words"])),
        mood=draw(st.sampled_from(["calm", "wild"])),
        known=draw(st.sampled_from([(), (("answers", 3),)])),
    )


@settings(max_examples=40, deadline=None)
@given(boards())
def test_any_board_is_read_back_from_text_and_from_json(board: Everything) -> None:
    text = EVERYTHING.format(board)
    assert EVERYTHING.parse(text, "x") == {"": board}
    assert EVERYTHING.parse(as_json(text), "x") == {"": board}
    assert plain(EVERYTHING.picture(board, None))
    assert EVERYTHING.size(board).startswith(f"{board.rows} x {board.columns} cells")


@settings(max_examples=40, deadline=None)
@given(boards())
def test_facts_are_the_rows_of_the_layers(board: Everything) -> None:
    atoms = list(EVERYTHING.facts(board))
    assert {type(atom) for atom in atoms} <= set(EVERYTHING.inputs)
    for each in EVERYTHING.layers:
        own = [tuple(atom) for atom in each.facts(board)]
        if isinstance(each, (RegionNumbers, Numbers)):
            assert own == [r for r in each.rows(board) if len(r) > 2] + [
                row[:2] for row in each.rows(board) if each.unknown
            ]
        elif not isinstance(each, Rules | Text):
            assert own == list(each.rows(board))


@settings(max_examples=30, deadline=None)
@given(boards(), st.data())
def test_a_file_with_one_wrong_sign_is_another_board_or_gives_one_placed_error(
    board: Everything, data: st.DataObject
) -> None:
    text = EVERYTHING.format(board)
    at = data.draw(st.integers(0, len(text) - 1))
    wrong = text[:at] + data.draw(st.sampled_from("?9:#%\n aé-,")) + text[at + 1 :]
    try:
        EVERYTHING.parse(wrong, "bad.txt")
    except InstanceError as error:
        assert re.match(r"bad\.txt.*: found .*, expected .", str(error), re.S)


SMALL = "mood: wild\nregions:\n    AB\n    AB\ndominoes: 1-2\nrules:\n    A B empty\nlimit: 3\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SMALL.replace("3\n", "30\n"), "line 8, limit: found '30', expected an integer from 1 to"),
        (SMALL.replace("3\n", "x\n"), "line 8, limit: found 'x', expected an integer"),
        (SMALL.replace("    AB\n", "    A-\n", 1), "line 3, regions: found '-', expected a region"),
        (SMALL.replace("    AB\n", "    ABA\n", 1), "line 4, regions: found 2 signs in 'AB'"),
        (SMALL.replace("1-2", "1-2, 3"), "line 5, dominoes: found '3', expected a domino 'A-B'"),
        (SMALL.replace("A B e", "A C e"), "line 7, rules: found 'C', expected a region that is"),
        (SMALL.replace("empty", "full"), "line 7, rules: found 'full', expected a rule: sum NUMB"),
        (SMALL.replace("A B e", "A A e"), "line 7, rules: found region 'A' again, expected one"),
        (SMALL.replace("empty", "sum"), "line 7, rules: found 'sum' without a target"),
        (SMALL + "rooms: A 13\n", "line 9, rooms: found '13', expected an integer from 0 to 12"),
        (SMALL + "rooms: C 1\n", "line 9, rooms: found 'C 1', expected a region and its number"),
        (SMALL + "top: 1\n", "line 9, top: found 1 sign, expected 2, one for each line"),
        (SMALL + "numbers:\n    1.\n", "line 9, numbers: found 1 row, expected 2 rows"),
        (SMALL + "circles:\n    oo\n    o?\n", "line 11, circles: found '?', expected one of o, x"),
        (SMALL + "size: 2\n", "line 9, size: found '2', expected rows and columns"),
        (SMALL + "size: 3 x 2\n", "line 2, regions: found 2 rows, expected 3 rows"),
        (SMALL + "colour: 1\n", "line 9, colour: found 'colour', expected one of the keys"),
        (SMALL + "visits: 1 2 3\n", "line 9, visits: found '1 2 3', expected ROW TIMES"),
        (SMALL + "visits: 3 1\n", "line 9, visits: found '3', expected an integer from 1 to 2"),
        (SMALL.replace("wild", "wilt"), "line 1, mood: found 'wilt', expected one of calm, wild"),
        ('{"regions": [["A", "B"]], "limit": {}}', "limit: found {}, expected a string"),
        ('{"regions": ["AB", "A"]}', "limit"),
    ],
)
def test_bad_text_is_one_error_that_names_line_and_key(text: str, message: str) -> None:
    assert message in message_of(EVERYTHING.parse, text, "bad.txt")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"limit": 21}, "limit: found 21, expected an integer from 1 to 20"),
        ({"numbers": ((1, 1, 13),)}, "numbers[0]: found '13', expected an integer from 0 to 12"),
        ({"numbers": ((9, 9, 1),)}, "numbers[0]: found (9, 9, 1), expected a place of the board"),
        ({"numbers": ((1, 2, 1), (1, 1, 1))}, "numbers: found (1, 1, 1) behind (1, 2, 1)"),
        ({"views": ((0, 1, 0, 1, 2),)}, "views[0]: found (0, 1, 0, 1, 2), expected a place just"),
        ({"dominoes": ((2, 1, 1),)}, "dominoes[0]: found (2, 1, 1), expected a clue"),
        ({"regions": ((1, 1, "A"),)}, "regions: found 1 of 4 cells, expected a region for each"),
        ({"visits": ((1, 10),)}, "visits[0]: found '10', expected an integer from 0 to 9"),
        ({"note": " x"}, "note: found ' x', expected one line"),
        ({"mood": "odd"}, "mood: found 'odd', expected one of calm, wild"),
        ({"rows": 0}, "rows: found 0, expected an integer from 1 to 100"),
    ],
)
def test_a_board_made_by_code_is_checked_with_the_same_words(
    values: dict[str, Any], message: str
) -> None:
    (board,) = EVERYTHING.parse(SMALL, "x").values()
    assert message in message_of(replace, board, **values)


@dataclass(frozen=True)
class Outside(GridBoard):
    """A board without a drawing."""

    views: Rows = layer(Margin("view", 1, 9, about="a view"))
    most_cells = 20


def test_a_board_without_a_drawing_says_its_size_in_the_file() -> None:
    genre = replace(EVERYTHING, board=Outside)
    (board,) = genre.parse("size: 2 X 3\ntop: 1 . 2\n", "x").values()
    assert (board.rows, board.columns, board.views) == (2, 3, ((0, 1, 1, 0, 1), (0, 3, 1, 0, 2)))
    for text, message in (
        ("top: 1\n", "found only 'top', expected an entry 'size:'"),
        ("size: 5 x 5\n", "line 1, size: found '5 x 5', expected at most 20 cells"),
    ):
        with pytest.raises(InstanceError, match=message):
            genre.parse(text, "x")
    assert "columns: found 7 x 3, expected at most 20 cells" in message_of(Outside, "", 7, 3)


def test_the_description_of_the_files_names_each_entry() -> None:
    words = EVERYTHING.describe()
    assert all(f"``{key}``" in words for each in EVERYTHING.layers for key in each.entries())


def test_atoms_off_the_board_or_with_strange_values_are_no_answer() -> None:
    board = pp.load("sudoku", "four")
    marks = Values("value", 1, lambda b: b.rows).named("rows")
    for row, expected in (((5, 1, 1), "a cell in rows 1 to 4"), ((1, 1, 5), "one of 1, 2, 3, 4")):
        with pytest.raises(AnswerError, match=expected):
            marks.checked(board, [marks.atom(row)])
    assert Filled(marks.pack(board, [(1, 2, 3)])).rows[0] == (0, 3, 0, 0)
    with pytest.raises(AnswerError, match="found 3 and 4 in r1c2, expected one number a cell"):
        marks.pack(board, [(1, 2, 3), (1, 2, 4)])
    line = Lines("line").named("marks")
    assert line.checked(board, [line.atom((0, 1, 1, 1))]) == [(0, 1, 1, 1)]
    assert "two neighbours" in message_of(line.checked, board, [line.atom((1, 1, 2, 2))])
    assert list(Marks("star").values(board)) == ["●"]


@dataclass(frozen=True)
class Remembering(GridBoard):
    """A board of an author who keeps what is computed."""

    walls: Rows = layer(Cells("wall"))

    @cached_property
    def number(self) -> int:
        return len(self.walls)


def test_what_a_board_remembers_is_no_field_of_a_board_made_from_it() -> None:
    form = editor(replace(EVERYTHING, board=Remembering))
    board = Remembering("", 2, 2, walls=((1, 1), (2, 2)))
    assert board.number == 2
    assert changed(form, board, Change("size", "1 x 2")).number == 1
    assert with_fields(board, walls=()).number == 0


def test_places_are_named_by_the_cells_that_meet_there() -> None:
    cells = [(1, 1), (1, 2)]
    assert sides((1, 1)) == [(0, 1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 1), (1, 0, 1, 1)]
    assert (len(edges(cells)), links(cells), len(corners(cells))) == (7, [(1, 1, 1, 2)], 6)
    assert set(ends((1, 1, 1, 2))) <= set(corners(cells))


def test_signs_of_a_line_are_words_if_there_are_blanks() -> None:
    assert signs("1.2") == ["1", ".", "2"] == signs(" 1 . 2")
    assert (signs("12"), signs("12", 1)) == (["1", "2"], ["12"])


def test_diagonals_are_drawn_where_a_board_has_their_rule() -> None:
    empty, nine = (pp.load("sudoku", name) for name in ("diagonals", "six"))
    draw = pp.find_puzzle("sudoku").picture
    text, lines = plain(draw(empty, None)), 'd="M40 40L280 280M280 40L40 280"'
    assert "│ ╲   3     │         ╱ │" in text and "│         ╲ │ ╱         │" in text
    assert lines in svg(draw(empty, None))
    assert lines not in svg(draw(nine, None))
