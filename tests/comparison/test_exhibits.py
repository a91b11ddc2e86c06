"""What docs/comparison.md shows of each puzzle stands in the puzzle's folder and exists."""

from __future__ import annotations

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.comparison.exhibits import rooms
from pyasp_puzzles.engines.encodings import encodings
from pyasp_puzzles.puzzle import TASKS
from pyasp_puzzles.registry import find_puzzle, shipped_names


def test_every_puzzle_of_ours_is_on_the_page() -> None:
    assert tuple(rooms()) == shipped_names()
    assert list(rooms(["pips", "chess"])) == ["pips"]


@pytest.mark.parametrize("name", shipped_names())
def test_what_a_room_names_exists(name: str) -> None:
    room, puzzle = rooms()[name], find_puzzle(name)
    kinds = puzzle.symmetries.kinds if puzzle.symmetries else ()
    for exhibit in room.exhibits:
        assert exhibit.instance in puzzle.instance_files()
        assert exhibit.symmetry in ("", *kinds)
        assert set(exhibit.tasks) <= set(TASKS)
        if "unsat" in exhibit.tasks:
            known = dict(pp.load(name, exhibit.instance).known)
            assert known.get("answers", 0) == 0
    assert {*room.published} <= {*encodings("sat", name), *encodings("cpsat", name)}
    assert {each["instance"] for each in room.cited} <= {*puzzle.instance_files()}
    assert room.trap in ("", *puzzle.instance_files())


def test_one_puzzle_makes_the_plots() -> None:
    """Their files have one name each, whichever puzzle they are of."""
    assert sum(room.plots for room in rooms().values()) == 1
