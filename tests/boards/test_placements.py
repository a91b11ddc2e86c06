"""The list of moves that a page makes by itself says the same as play does."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from browsing import small_board

import pyasp_puzzles as pp
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.placements import place_key, placements
from pyasp_puzzles.boards.play import Laid, MoveError
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names


def _filled(template: str, flat: list[int]) -> str:
    """An atom of a template and the numbers of the places that it covers."""

    def number(found: re.Match[str]) -> str:
        return str(flat[int(found[1])] + int(found[2] or 0))

    return re.sub(r"\{(\d+)([+-]\d+)?\}", number, template)


def _listed(mark: dict[str, Any], pose: dict[str, Any], cell: str) -> list[str] | None:
    """The atoms that the list has for a tool on a cell; ``None``: it does not lie there."""
    if "rows" in pose:
        numbers = pose["at"].get(cell, [])
        return pose["rows"][numbers[0]][0] if numbers else None
    place, steps = [int(word) for word in cell.split(",")], pose["steps"]
    for number in pose["order"]:
        first = [a - b for a, b in zip(place, steps[number], strict=True)]
        covers = [[a + b for a, b in zip(first, step, strict=True)] for step in steps]
        if all(place_key(cover) in mark["places"] for cover in covers):
            flat = [n for cover in covers for n in cover]
            return sorted(_filled(atom, flat) for atom in pose["atoms"])
    return None


@pytest.mark.parametrize("name", shipped_names())
def test_each_move_of_the_list_is_that_of_the_hands(name: str) -> None:
    puzzle, board = find_puzzle(name), pp.load(name, small_board(name))
    form = puzzle.play
    assert isinstance(form, Hands)
    found = placements(form, board)
    assert found
    every = [
        (mark, tool["name"], number, pose, place)
        for mark in found["marks"]
        for tool in mark["tools"]
        for number, pose in enumerate(tool["poses"])
        for place in mark["places"]
        if place not in mark["given"]
    ]
    for mark, tool, number, pose, place in Random(1).sample(every, min(150, len(every))):
        cell = tuple(map(int, place.split(",")))
        listed = _listed(mark, pose, place)
        given = {str(atom) for atom in form.given(board).atoms}
        with suppress(MoveError):
            laid = form.lay(board, form.given(board), Laid(tool, number, cell))
            assert listed is not None
            assert {*listed, *given} == set(map(str, laid.atoms)), (tool, number, place)


def test_that_nothing_stands_there_is_listed_with_all_its_atoms() -> None:
    board = pp.load("twenty_four_seven", "four")
    form = find_puzzle("twenty_four_seven").play
    assert isinstance(form, Hands)
    found = placements(form, board)
    assert found
    (mark,) = found["marks"]
    laid = form.lay(board, Partial(), Laid(mark["nothing"], 0, (1, 2)))
    assert _listed(mark, mark["absent"], "1,2") == list(map(str, laid.absent))


def test_a_board_with_too_many_ways_has_no_list() -> None:
    form = find_puzzle("sudoku").play
    assert isinstance(form, Hands)
    assert placements(form, pp.load("sudoku", "four"), 10) is None
