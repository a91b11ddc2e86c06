"""What the SAT and CP-SAT encodings of Flower Finder are built of."""

from __future__ import annotations

from typing import Any

import pytest
from support import found, hand_written, raw_solutions

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.flower_finder.geometry import SYMMETRIES

pytest.importorskip("pysat")
pytest.importorskip("ortools")

from pyasp_puzzles.puzzles.flower_finder.candidates import candidates, image

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
    holes = {(row, column) for row in range(1, n + 1) for column in range(1, n + 1)}
    for symmetry in SYMMETRIES:
        assert {image(n, symmetry, hole) for hole in holes} == holes
    assert all(image(n, ("down", "none"), hole) == hole for hole in holes)
    assert all(image(n, ("down", "h"), (r, c)) == (r, n + 1 - c) for r, c in holes)


def test_a_strip_lies_over_the_holes_of_its_line() -> None:
    frame = pp.load("flower_finder", "document")
    for candidate in candidates(frame):
        across = candidate.atom.location > frame.n
        assert {hole[not across] for hole in candidate.holes} == {
            (candidate.atom.location - 1) % frame.n + 1
        }
        assert [hole[across] for hole in candidate.holes] == [1, 2, 3]
