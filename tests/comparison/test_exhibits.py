"""What measured/comparison.md shows of each puzzle stands in the puzzle's folder and exists."""

from __future__ import annotations

import pytest
from comparison_page import chapters

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import TASKS
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.engines.encoding import encodings


def test_the_page_has_puzzles_of_ours() -> None:
    assert {*chapters()} <= {*shipped_names()}
    assert list(chapters(["pips", "chess"])) == ["pips"]


@pytest.mark.parametrize("name", chapters())
def test_what_a_chapter_names_exists(name: str) -> None:
    chapter, puzzle = chapters()[name], find_puzzle(name)
    kinds = puzzle.symmetries.kinds if puzzle.symmetries else ()
    for exhibit in chapter.exhibits:
        assert exhibit.instance in puzzle.instance_files()
        assert exhibit.symmetry in ("", *kinds)
        assert set(exhibit.tasks) <= set(TASKS)
        if "unsat" in exhibit.tasks:
            known = dict(pp.load(name, exhibit.instance).known)
            assert known.get("answers", 0) == 0
    assert {*chapter.published} <= {*encodings("sat", name), *encodings("cpsat", name)}
    assert {each["instance"] for each in chapter.cited} <= {*puzzle.instance_files()}
    assert chapter.trap in ("", *puzzle.instance_files())


def test_one_puzzle_makes_the_plots() -> None:
    """The names of their files do not contain the puzzle."""
    assert sum(chapter.plots for chapter in chapters().values()) == 1
