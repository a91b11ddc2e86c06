"""Laws of play, for all puzzles that people play by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.drawing.picture import Picture
from pyasp_puzzles.drawing.svg.document import svg
from pyasp_puzzles.partial import Cell, Partial
from pyasp_puzzles.play import Laid, MoveError, PlayForm
from pyasp_puzzles.playing.moves import Move, moved
from pyasp_puzzles.playing.standing import standing, whole
from pyasp_puzzles.registry import find_puzzle, shipped_names

NAMES = [name for name in shipped_names() if find_puzzle(name).play]
FEW = 3
"""How many of the instances of a puzzle the slower laws look at."""
EASY = 150
"""The most atoms of an answer whose board is played piece by piece."""


def form_of(name: str) -> PlayForm[Any]:
    form = find_puzzle(name).play
    assert form
    return form


@cache
def answer(name: str, instance_name: str) -> tuple[Any, Partial] | None:
    """A board and one answer of it, which is found within a small limit; ``None``: it is not."""
    instance = pp.load(name, instance_name)
    if len(find_puzzle(name).sketch(instance, Partial()).panels[0].tiles) > EASY:
        return None
    for found in pp.solve(instance, limit=1, timeout=20):
        return instance, Partial(tuple(found.symbols))
    return None


def boards(name: str, most: int | None = FEW) -> Iterator[tuple[Any, Partial]]:
    """Some boards of a puzzle, each with an answer."""
    for instance_name in list(find_puzzle(name).instance_files())[:most]:
        found = answer(name, instance_name)
        if found:
            yield found


def laid_on(name: str, instance: Any, partial: Partial) -> list[Laid]:
    """Everything that a player has laid, each once."""
    cells = cells_of(name, instance)
    there = (form_of(name).lying(instance, partial, cell) for cell in cells)
    return list(dict.fromkeys(laid for laid in there if laid))


def cells_of(name: str, instance: Any) -> list[Cell]:
    """The cells that a page offers: those of the picture."""
    panels = find_puzzle(name).sketch(instance, Partial()).panels
    tiles = (tile for panel in panels for tile in panel.tiles if tile.group is not None)
    return list(dict.fromkeys(tile.spot or tile.cell for tile in tiles if tile.cell))


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_that_is_laid_piece_by_piece_has_the_atoms_of_the_answer(name: str) -> None:
    for instance, solved in boards(name):
        board = Partial()
        for laid in laid_on(name, instance, solved):
            board = form_of(name).lay(instance, board, laid)
        assert set(whole(find_puzzle(name), instance, board).atoms) == set(solved.atoms)


@pytest.mark.parametrize("name", NAMES)
def test_each_copy_that_is_laid_is_no_longer_left(name: str) -> None:
    for instance, solved in boards(name):
        form = form_of(name)
        board, laid = Partial(), laid_on(name, instance, solved)
        for one in laid:
            before = {t.name: t.left for t in form.tools(instance, board)}
            board = form.lay(instance, board, one)
            after = {t.name: t.left for t in form.tools(instance, board)}
            if before[one.tool] is not None:
                before[one.tool] -= 1
            assert after == before


@pytest.mark.parametrize("name", NAMES)
def test_to_take_undoes_to_lay_from_every_board_on_the_way_to_an_answer(name: str) -> None:
    for instance, solved in boards(name):
        form = form_of(name)
        board = Partial()
        for laid in laid_on(name, instance, solved):
            before, board = board, form.lay(instance, board, laid)
            assert form.lying(instance, board, laid.cell) == laid
            assert form.take(instance, board, laid.cell) == before


@pytest.mark.parametrize("name", NAMES)
def test_a_board_is_solved_by_its_answer_and_not_before(name: str) -> None:
    puzzle = find_puzzle(name)
    for instance, solved in boards(name):
        board = Partial()
        for laid in laid_on(name, instance, solved):
            assert not standing(puzzle, instance, board).right
            board = form_of(name).lay(instance, board, laid)
        assert standing(puzzle, instance, solved).right


@pytest.mark.parametrize("name", NAMES)
def test_every_tool_can_be_drawn_in_all_its_poses(name: str) -> None:
    for instance_name in list(find_puzzle(name).instance_files())[:FEW]:
        instance = pp.load(name, instance_name)
        tools = form_of(name).tools(instance, Partial())
        assert len({tool.name for tool in tools}) == len(tools)
        keys = [tool.key for tool in tools if tool.key]
        assert len(set(keys)) == len(keys)
        for tool in tools[:12]:
            assert tool.poses >= 1
            for pose in range(tool.poses):
                panel = form_of(name).look(instance, tool.name, pose)
                assert (
                    min(tile.row for tile in panel.tiles),
                    min(tile.column for tile in panel.tiles),
                ) == (1, 1) or panel.lattice != "square"
                assert all(tile.cell is None for tile in panel.tiles)
                assert svg(Picture("", (panel,))).startswith("<svg")


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_random_moves_are_made_or_refused_with_one_sentence(name: str, data: st.DataObject) -> None:
    puzzle, form = find_puzzle(name), form_of(name)
    names = list(puzzle.instance_files())[:FEW]
    instance = pp.load(name, data.draw(st.sampled_from(names)))
    cells = [*cells_of(name, instance), (0, 0), (99, 99), (1,), (1, 2, 3, 4)]
    tools = [*(tool.name for tool in form.tools(instance, Partial())), "", "what"]
    moves = st.builds(
        Move,
        kind=st.sampled_from(["lay", "lay", "lay", "take", "turn", "move"]),
        cell=st.sampled_from(cells),
        tool=st.sampled_from(tools),
        pose=st.none() | st.integers(0, 12),
        to=st.sampled_from(cells),
    )
    board = Partial()
    for move in data.draw(st.lists(moves, min_size=4, max_size=12)):
        try:
            board = moved(puzzle, instance, board, move)
        except MoveError as error:
            assert str(error)[0].isupper() and str(error).endswith(".")
    puzzle.sketch(instance, board)
    assert standing(puzzle, instance, board).progress
    for cell in cells_of(name, instance):
        laid = form.lying(instance, board, cell)
        if laid:
            rest = form.take(instance, board, cell)
            assert form.lay(instance, rest, laid) == board
