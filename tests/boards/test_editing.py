"""Laws of editing, for all puzzles whose boards are changed by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.boards.edit import Change, EditForm, changed
from pyasp_puzzles.boards.grid import GridBoard
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.registry import find_puzzle, load_boards, shipped_names
from pyasp_puzzles.core.errors import InstanceError, PuzzleError
from pyasp_puzzles.pictures.svg.document import svg

NAMES = [name for name in shipped_names() if find_puzzle(name).edit]
BOARDS = [(name, board) for name in NAMES for board in find_puzzle(name).instance_files()]
FEW = 12
"""Changes of a clue that are tried on each board."""


def form_of(name: str) -> EditForm[Any]:
    form = find_puzzle(name).edit
    assert form
    return form


@cache
def small(name: str) -> list[str]:
    """The boards of a puzzle whose pictures are small, for the laws that try many changes."""
    every = [board for puzzle, board in BOARDS if puzzle == name]
    return sorted(every, key=lambda board: len(pp.facts(pp.load(name, board))))[:2]


def read_again(name: str, instance: Any) -> Any:
    puzzle = find_puzzle(name)
    [found] = puzzle.parse(puzzle.format(instance), "").values()
    return replace(found, name=instance.name)


def set_back(form: EditForm[Any], now: Any, before: Any, cell: Place | None) -> Any:
    """The instance on which each clue of a cell has the value of before."""
    for clue in form.clues(before):
        old = form.values(before, clue.name)
        if not clue.act and cell in old and form.values(now, clue.name).get(cell) != old[cell]:
            now = changed(form, now, Change(clue.name, old[cell], cell))
    return now


def offered(form: EditForm[Any], instance: Any) -> Iterator[Change]:
    """Some changes of each clue: to its choices, to values of other cells, to nothing."""
    for clue in form.clues(instance):
        values = form.values(instance, clue.name)
        tried = [*clue.choices, *dict.fromkeys(values.values()), ""]
        pairs = [(cell, value) for cell in values for value in dict.fromkeys(tried)]
        for cell, value in pairs[:: max(1, len(pairs) // FEW)]:
            yield Change(clue.name, value, cell)


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_clues_have_distinct_names_and_stand_on_cells_that_the_picture_shows(
    name: str, board: str
) -> None:
    form, instance = form_of(name), pp.load(name, board)
    clues = form.clues(instance)
    assert len({clue.name for clue in clues}) == len(clues)
    panels = form.picture(instance).panels
    shown = {t.spot or t.cell for panel in panels if panel.medium != "text" for t in panel.tiles}
    shown |= {place for panel in panels for place in panel.targets}
    for clue in clues:
        assert clue.about.endswith(".")
        assert clue.choices or clue.typed
        assert len(set(clue.choices)) == len(clue.choices)
        assert "" not in clue.choices
        stands = set(form.values(instance, clue.name))
        assert stands == {None} if clue.scope == "board" else stands <= shown - {None}
    assert svg(form.picture(instance), interactive=True).count('class="hit"') >= len(shown - {None})


@pytest.mark.parametrize("name", NAMES)
def test_a_change_gives_its_value_and_a_board_that_its_text_has_and_is_set_back(name: str) -> None:
    puzzle, form = find_puzzle(name), form_of(name)
    made = 0
    for board in small(name):
        instance = replace(pp.load(name, board), known=(("answers", 1),))
        clues = {clue.name: clue for clue in form.clues(instance)}
        for change in offered(form, instance):
            try:
                now = changed(form, instance, change)
            except (MoveError, InstanceError):
                continue
            if now == instance:
                continue
            made += 1
            assert now.known == (instance.known if change.clue in ("title", "author") else ())
            assert now.name == instance.name
            assert now == read_again(name, now)
            assert puzzle.format(now) != puzzle.format(instance)
            assert puzzle.size(now)
            if not clues[change.clue].act:
                assert form.values(now, change.clue)[change.cell] == change.value
                back = set_back(form, now, instance, change.cell)
                same = replace(back, known=()) == replace(instance, known=())
                assert same or pp.facts(back) == pp.facts(instance), (board, change)
    assert made > len(form.clues(pp.load(name)))


@pytest.mark.parametrize("name", NAMES)
def test_title_and_author_are_kept_in_files_and_stand_over_pictures(name: str) -> None:
    puzzle, form = find_puzzle(name), form_of(name)
    before = replace(pp.load(name, small(name)[0]), known=(("answers", 1),))
    now = changed(form, before, Change("title", " A  ring"))
    now = changed(form, now, Change("author", "Ada"))
    assert (now.title, now.author, now.known) == ("A ring", "Ada", before.known)
    assert read_again(name, now) == now
    assert pp.facts(replace(now, title=before.title, author="")) == pp.facts(before)
    assert puzzle.picture(now, None).title == "A ring, by Ada"
    assert "author" not in puzzle.format(before)


@pytest.mark.parametrize(
    ("value", "error"),
    [("100%", "title: found '100%', expected one line"), ("x" * 201, "more than 200 characters")],
)
def test_a_title_that_no_file_can_hold_is_refused(value: str, error: str) -> None:
    form = form_of("sudoku")
    with pytest.raises((MoveError, InstanceError), match=error):
        changed(form, pp.load("sudoku", "four"), Change("title", value))


def test_each_puzzle_has_empty_boards() -> None:
    assert all(find_puzzle(name).empty for name in shipped_names())


@pytest.mark.parametrize(
    ("name", "size", "words", "answers"),
    [
        ("eternity", "3x4", "3 x 4 cells, 1 colour", 1),
        ("flower_finder", "3", "6 strips, 3 circles each", 4),
        ("packing", "2x3", "1 piece, 6 cells (6 optional)", 7),
        ("pips", "2x2", "2 dominoes, 0 rules", 8),
        ("twenty_four_seven", "4", "4 x 4 cells", 10),
    ],
)
def test_an_empty_board_of_pieces_or_digits_can_be_filled(
    name: str, size: str, words: str, answers: int
) -> None:
    [board] = load_boards(find_puzzle(name), f"empty?size={size}")
    assert (board.name, find_puzzle(name).size(board)) == ("empty", words)
    assert read_again(name, board) == board
    assert len(list(pp.solve(board, limit=10))) == answers


@pytest.mark.parametrize(
    "name",
    [name for name in shipped_names() if issubclass(find_puzzle(name).instance_type, GridBoard)],
)
def test_an_empty_board_has_its_size_and_no_clue_that_can_be_removed(name: str) -> None:
    puzzle, square = find_puzzle(name), getattr(find_puzzle(name).instance_type, "square", False)
    [board] = load_boards(puzzle, "empty?size=6" if square else "empty?size=5x6")
    assert (board.name, board.rows, board.columns) == ("empty", 6 if square else 5, 6)
    assert read_again(name, board) == board
    form = form_of(name)
    for clue in form.clues(board):
        standing = [value for at, value in form.values(board, clue.name).items() if at and value]
        if clue.scope == "cell" and clue.removable:
            assert set(standing) <= {"#"}, "nothing but the rim that the rules of Kakuro need"


@pytest.mark.parametrize(
    ("name", "address", "error"),
    [
        ("sudoku", "empty", "size: found nothing, expected rows and columns"),
        ("sudoku", "empty?size=9x8", "found '9x8', expected as many columns as rows"),
        ("slitherlink", "empty?size=0x4", "found '0', expected an integer from 1 to 100"),
        ("nurikabe", "empty?size=5x101", "found '101', expected an integer from 1 to 100"),
        ("lits", "empty?size=large", "found 'large', expected rows and columns"),
        ("pips", "empty?size=3x3", "found 3 x 3 cells, expected an even number of cells"),
        ("flower_finder", "empty?size=10", "found '10', expected an integer from 2 to 9"),
    ],
)
def test_an_empty_board_of_no_size_is_refused(name: str, address: str, error: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(error)):
        load_boards(find_puzzle(name), address)


@pytest.mark.parametrize("name", NAMES)
def test_a_clue_set_to_its_own_value_changes_nothing(name: str) -> None:
    form = form_of(name)
    for board in small(name):
        instance = pp.load(name, board)
        for clue in form.clues(instance):
            for cell, value in list(form.values(instance, clue.name).items())[:FEW]:
                if not clue.act:
                    assert changed(form, instance, Change(clue.name, value, cell)) is instance


@pytest.mark.parametrize("name", NAMES)
def test_a_clue_that_is_not_removable_is_not_removed(name: str) -> None:
    form, removed, removable = form_of(name), set(), set()
    for board in small(name):
        instance = pp.load(name, board)
        for clue in form.clues(instance):
            removable |= {clue.name} if clue.removable and not clue.act else set()
            values = form.values(instance, clue.name)
            for cell in [] if clue.act else [cell for cell in values if values[cell]][:FEW]:
                try:
                    now = changed(form, instance, Change(clue.name, "", cell))
                except (MoveError, InstanceError):
                    continue
                assert clue.removable
                assert form.values(now, clue.name).get(cell, "") == ""
                removed.add(clue.name)
    assert bool(removed) == bool(removable)


def one_sentence(error: Exception) -> bool:
    return bool(re.fullmatch(r"[^\n]{5,400}", str(error)))


hostile = st.sampled_from(
    [
        *("", " ", "0", "-1", "1", "7", "99", "10" * 20, "١", "½", "a", "A", "é", "\n", "=== x"),
        *("a\nb", "1-2", "1-2 x0", "1-2 x99999999", "9999-9999", "right", "up 0-0", "sum", "< 3"),
        *("sum -1", "sum 99999999999", "1x4", "1x0", "1x4 1x4", "100x4", "%", "#", ":", ".", "\0"),
        *("title: x", "board:", "####", "x" * 20_000, "\ud800", "1.5", "1e3", "+", "right right"),
    ]
) | st.text(max_size=8)
cells = st.none() | st.lists(st.integers(-3, 10**6), max_size=4).map(tuple)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_hostile_changes_are_made_or_refused_in_words(name: str, data: st.DataObject) -> None:
    puzzle, form = find_puzzle(name), form_of(name)
    instance = pp.load(name, data.draw(st.sampled_from(small(name))))
    for _ in range(data.draw(st.integers(1, 4))):
        clues = form.clues(instance)
        clue = data.draw(st.sampled_from([*(clue.name for clue in clues), "none"]))
        places = list(form.values(instance, clue)) if clue != "none" else []
        cell = data.draw(st.sampled_from([*places, None]) | cells)
        choices = [choice for each in clues if each.name == clue for choice in each.choices]
        value = data.draw(hostile | st.sampled_from([*choices, ""]))
        try:
            instance = changed(form, instance, Change(clue, value, cell))
        except (MoveError, InstanceError) as error:
            assert one_sentence(error)
    assert read_again(name, replace(instance, known=())) == replace(instance, known=())
    assert puzzle.picture(instance, None).panels
    assert form.picture(instance).panels
