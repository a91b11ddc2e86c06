"""Laws of play, for all puzzles that people play by hand."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import each_board

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import ByHand, Laid, MoveError
from pyasp_puzzles.boards.playing import Move, moved, standing, whole
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.svg.document import svg

NAMES = [name for name in shipped_names() if find_puzzle(name).play]
BOARDS = [(name, board) for name in NAMES for board in find_puzzle(name).instance_files()]
FEW = 3
"""The first boards of each puzzle, for the laws that draw."""


def form_of(name: str) -> ByHand[Any]:
    form = find_puzzle(name).play
    assert form
    return form


@cache
def solved(name: str, board: str) -> tuple[Any, Partial]:
    """A board and one of its answers; with nothing laid where it has none."""
    instance = pp.load(name, board)
    answers = pp.solve(instance, limit=1)
    return instance, next((Partial(tuple(found.symbols)) for found in answers), Partial())


def cells_of(name: str, instance: Any) -> list[Place]:
    """The cells that a page offers: those of the picture."""
    panels = find_puzzle(name).sketch(instance, Partial()).panels
    tiles = (tile for panel in panels for tile in panel.tiles if tile.group is not None)
    spots = [tile.spot or tile.cell for tile in tiles if tile.cell]
    return list(dict.fromkeys([*spots, *(place for panel in panels for place in panel.targets)]))


def laid_on(name: str, instance: Any, partial: Partial) -> list[Laid]:
    """Everything that a player has laid, each once."""
    cells = cells_of(name, instance)
    there = (form_of(name).lying(instance, partial, cell) for cell in cells)
    return list(dict.fromkeys(laid for laid in there if laid))


def test_every_shipped_puzzle_is_played_by_hand() -> None:
    assert list(shipped_names()) == NAMES


@each_board(most=1)
def test_an_answer_that_is_laid_piece_by_piece_has_the_atoms_of_the_answer(
    name: str, board: str
) -> None:
    """On the way: what is laid lies there, is no longer left, and can be taken again."""
    puzzle, form = find_puzzle(name), form_of(name)
    instance, answer = solved(name, board)
    lying = Partial()
    for laid in laid_on(name, instance, answer):
        assert not standing(puzzle, instance, lying).right
        left = {tool.name: tool.left for tool in form.tools(instance, lying)}
        before, lying = lying, form.lay(instance, lying, laid)
        if (copies := left[laid.tool]) is not None:
            left[laid.tool] = copies - 1
        assert {tool.name: tool.left for tool in form.tools(instance, lying)} == left
        assert form.lying(instance, lying, laid.cell) == laid
        assert form.take(instance, lying, laid.cell) == before
    assert set(whole(puzzle, instance, lying).atoms) == {*answer.atoms, *form.given(instance).atoms}
    if answer.atoms:
        assert standing(puzzle, instance, lying).right
        assert form.progress(instance, lying).done <= form.progress(instance, lying).all


@each_board()
def test_what_is_given_is_neither_taken_nor_covered(name: str, board: str) -> None:
    puzzle, form = find_puzzle(name), form_of(name)
    instance = pp.load(name, board)
    given_atoms = form.given(instance)
    tool = form.tools(instance, Partial())[0].name
    for cell in puzzle.cells_of(instance, given_atoms.atoms):
        for known in (Partial(), given_atoms):
            assert form.lying(instance, known, cell) is None
            with pytest.raises(MoveError):
                form.take(instance, known, cell)
            with pytest.raises(MoveError):
                form.lay(instance, known, Laid(tool, 0, cell))


@pytest.mark.parametrize("name", NAMES)
def test_every_tool_can_be_drawn_in_all_its_poses(name: str) -> None:
    for instance_name in list(find_puzzle(name).instance_files())[:FEW]:
        instance = pp.load(name, instance_name)
        tools = form_of(name).tools(instance, Partial())
        assert len({tool.name for tool in tools}) == len(tools)
        keys = [key for tool in tools for key in tool.keys]
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
    boards = [board for puzzle_name, board in BOARDS if puzzle_name == name]
    instance = pp.load(name, data.draw(st.sampled_from(boards)))
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
