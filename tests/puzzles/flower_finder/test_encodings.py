"""What the SAT and CP-SAT encodings of Flower Finder are built of."""

from __future__ import annotations

from typing import Any

import pytest
from support import found, hand_written, raw_solutions

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.flower_finder.format import SYMMETRIES, holes

pytest.importorskip("pysat")
pytest.importorskip("ortools")

from pyasp_puzzles.puzzles.flower_finder.sat import image

ALL = hand_written("flower_finder")


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [
        (name, symmetry)
        for name, encoding in ALL.items()
        for symmetry in ("", "all")
        if name.startswith("cpsat.") and (encoding.symmetry or not symmetry)
    ],
)
def test_an_answer_is_a_single_solution_of_the_cp_model(name: str, symmetry: str) -> None:
    frame = pp.load("flower_finder", "generated_2")  # with equal strips
    problem: Any = ALL[name].build(frame, symmetry)
    assert raw_solutions(problem) == len(found(frame, "asp", symmetry=symmetry))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_symmetry_of_the_frame_takes_holes_to_holes(n: int) -> None:
    every = set(range(1, n * n + 1))
    for symmetry in SYMMETRIES:
        assert {image(n, symmetry, hole) for hole in every} == every
    assert all(image(n, ("down", "none"), hole) == hole for hole in every)
    assert [image(n, ("down", "h"), hole) for hole in holes(n, n + 1)] == [*range(n, 0, -1)]
