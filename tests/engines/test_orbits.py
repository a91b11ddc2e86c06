"""Counts by classes: the number of all answers, each verified, or a reason why there is none."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.symmetry import ALL, Symmetry


@pytest.mark.parametrize(
    ("puzzle", "name", "number"),
    [
        ("packing", "slothouber_graatsma", 8),
        ("packing", "hexagonal_cylinder", 660),
        ("eternity", "document_3x3", 16),
        ("flower_finder", "", 8),
    ],
)
def test_the_number_is_that_of_all_answers(puzzle: str, name: str, number: int) -> None:
    found = pp.count(pp.load(puzzle, name), engine="orbits")
    assert (found.answers, found.exhausted, found.engine) == (number, True, "orbits")
    assert found.remarks[-1].endswith(" and their images")


def test_a_count_that_is_ended_says_at_least() -> None:
    found = pp.count(pp.load("packing", "pentominoes_6x10"), engine="orbits", timeout=0.5)
    assert (found.exhausted, found.reason[:10]) == (False, "time limit")
    assert found.answers % 4 == 0


@pytest.mark.parametrize("symmetry", ["twice", "wrong"])
def test_symmetries_that_are_wrong_are_found_out(
    symmetry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Classes by the identity alone, which have each answer; an image that is no answer."""
    puzzle = find_puzzle("packing")
    assert puzzle.symmetries
    elements = puzzle.symmetries.elements
    wrong = Symmetry[Any](lambda answer: dataclasses.replace(answer, placements=()))
    changed = dataclasses.replace(puzzle.symmetries, elements=lambda board: [wrong])
    if symmetry == "twice":
        monkeypatch.setattr(
            "pyasp_puzzles.engines.orbits.program_of",
            lambda puzzle, *_: puzzle.program_paths(("packing",)),
        )
        changed = dataclasses.replace(changed, elements=elements)
    monkeypatch.setattr(
        "pyasp_puzzles.engines.orbits.find_puzzle",
        lambda _: dataclasses.replace(puzzle, symmetries=changed),
    )
    error = pp.RepeatedAnswerError if symmetry == "twice" else pp.VerificationError
    with pytest.raises(error):
        pp.count(pp.load("packing", "slothouber_graatsma"), engine="orbits")


def test_what_it_does_not_count_is_refused() -> None:
    board = pp.load("packing", "slothouber_graatsma")
    with pytest.raises(pp.MisfitError, match="does not list"):
        list(pp.solve(board, engine="orbits"))
    with pytest.raises(pp.MisfitError, match="not classes"):
        pp.count(board, engine="orbits", symmetry=ALL)
    with pytest.raises(pp.PuzzleError, match="sudoku: its program knows no symmetries, use asp"):
        pp.count(pp.load("sudoku"), engine="orbits")
