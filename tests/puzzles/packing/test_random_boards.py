"""Small random boards of all lattices, with optional cells and given pieces: every engine."""

from __future__ import annotations

import pytest
from polyforms import covers, small_boards
from support import found

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.packing import PUZZLE

ENGINES = ["asp:sweep", "exact-cover", "sat", "sat.document", "translate", "cpsat"]


def test_the_answers_are_those_of_brute_force_and_classes_are_orbits() -> None:
    assert PUZZLE.symmetries
    for board in small_boards(60):
        solutions = {answer.solution for answer in pp.solve(board)}
        laid = [{(p.piece, frozenset(p.cells)) for p in s.placements} for s in solutions]
        assert set(map(frozenset, laid)) == covers(board), PUZZLE.format(board)
        assert all(pp.verify(board, solution) == [] for solution in solutions)
        for kind in PUZZLE.symmetries.kinds:
            orbits = {PUZZLE.symmetries.orbit(board, solution, kind) for solution in solutions}
            assert set().union(*orbits) == solutions
            assert sum(map(len, orbits)) == len(solutions)
            kept = [answer.solution for answer in pp.solve(board, symmetry=kind)]
            assert len(kept) == len(orbits)
            assert {PUZZLE.symmetries.orbit(board, solution, kind) for solution in kept} == orbits


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_has_as_many_answers_and_classes(engine: str) -> None:
    pytest.importorskip("pysat")
    pytest.importorskip("ortools")
    for board in small_boards(15):
        expected = covers(board)
        try:
            assert len(found(board, engine)) == len(expected), PUZZLE.format(board)
            if engine != "translate":
                classes = pp.count(board, symmetry=True).answers
                assert len(found(board, engine, symmetry=True)) == classes
        except pp.MisfitError:
            assert engine == "exact-cover"  # nothing that has to be covered
