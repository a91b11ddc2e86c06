"""The SAT and CP-SAT encodings of Flower Finder have the answers of the ASP program."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped_boards import flower_frame
from support import found, hand_written

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, Instance, Strip
from pyasp_puzzles.puzzles.flower_finder.geometry import SYMMETRIES

pytest.importorskip("pysat")
cp_model = pytest.importorskip("ortools.sat.python.cp_model")

from pyasp_puzzles.puzzles.flower_finder.candidates import candidates, image  # noqa: E402

PUZZLE = pp.find_puzzle("flower_finder")
SHIPPED = tuple(PUZZLE.instance_files())
ALL = hand_written("flower_finder")
Answer = frozenset[clingo.Symbol]


@lru_cache(maxsize=64)
def by_asp(frame: Instance, symmetry: bool | str = False) -> frozenset[Answer]:
    return frozenset(found(frame, "asp", symmetry=symmetry))


def by_encoding(name: str, frame: Instance, symmetry: bool | str = False) -> frozenset[Answer]:
    return frozenset(found(frame, name, symmetry=symmetry))


class Counting(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
    solutions = 0

    def on_solution_callback(self) -> None:
        self.solutions += 1


VECTORS = st.sampled_from(sorted(QUARTERS.values()))


@st.composite
def loose_frames(draw: st.DrawFn) -> Instance:
    """Any strips of two circles at all: often equal ones, often without an answer."""
    strips = draw(st.lists(st.tuples(VECTORS, VECTORS), min_size=4, max_size=4))
    return Instance("Loose", tuple(Strip(str(i), circles) for i, circles in enumerate(strips, 1)))


cut_frames = st.builds(flower_frame, st.integers(2, 3), st.integers(0, 10**6))


def assert_same_answers(kind: str, frame: Instance) -> None:
    for name, encoding in ALL.items():
        if name.startswith(kind):
            for symmetry in ("", "all") if encoding.symmetry else ("",):
                assert by_encoding(name, frame, symmetry) == by_asp(frame, symmetry), name


@settings(max_examples=30, deadline=None)
@given(frame=loose_frames() | cut_frames)
def test_random_frames_have_the_answers_of_the_program_in_every_sat_encoding(
    frame: Instance,
) -> None:
    assert_same_answers("sat.", frame)


@settings(max_examples=6, deadline=None)
@given(frame=loose_frames() | cut_frames)
def test_random_frames_have_the_answers_of_the_program_in_every_cp_model(frame: Instance) -> None:
    assert_same_answers("cpsat.", frame)


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
    solver, counting = cp_model.CpSolver(), Counting()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(problem.model, counting)
    assert counting.solutions == len(by_asp(frame, symmetry))


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
