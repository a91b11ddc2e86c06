"""Packing for SAT and CP-SAT: the same answers as the program, and the notebook's sizes."""

from __future__ import annotations

import json
from pathlib import Path

import clingo
import pytest
from polyforms import read
from support import found, hand_written

import pyasp_puzzles as pp
from pyasp_puzzles.engines.encoding import CpProblem
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.placements import anchor_piece
from pyasp_puzzles.puzzles.packing.sat import choices, every_placement, uncrowded

pytest.importorskip("pysat", reason="the extra 'compare' is not installed")
pytest.importorskip("ortools", reason="the extra 'compare' is not installed")

ALL = hand_written("packing")


# The notebook's sizes


@pytest.fixture(scope="module")
def cylinder() -> PackingBoard:
    return pp.load("packing", "hexagonal_cylinder")


@pytest.fixture(scope="module")
def document(cylinder: PackingBoard) -> Cnf:
    cnf = ALL["sat.document"].build(cylinder, "all")
    assert isinstance(cnf, Cnf)
    return cnf


def test_the_document_has_774_variables_and_169017_clauses(document: Cnf) -> None:
    assert (document.variables, len(document.shown)) == (774, 774)
    assert len(document.clauses) == 169_017 == 11 + 29_583 + 45 + 139_378


def test_119330_of_the_documents_168961_clauses_of_pairs_are_distinct(document: Cnf) -> None:
    pairs = [frozenset(clause) for clause in document.clauses if max(clause) < 0]
    assert {len(pair) for pair in pairs} == {2}
    assert len(pairs) == 29_583 + 139_378 == 168_961
    assert len(set(pairs)) == 119_330
    assert len(document.clauses) - len(pairs) == 11 + 45


def test_the_cylinder_has_1296_placements_804_options_and_774_with_symmetry(
    cylinder: PackingBoard,
) -> None:
    everything = every_placement(cylinder)
    assert len(everything) == 1296
    assert len(uncrowded(cylinder, everything)) == 804
    options, remaining = choices(cylinder, symmetry="all")
    assert (len(options), remaining) == (774, [])


def test_the_cp_model_of_the_cylinder_has_774_variables_and_56_constraints(
    cylinder: PackingBoard,
) -> None:
    problem = ALL["cpsat.exactly_one"].build(cylinder, "all")
    assert isinstance(problem, CpProblem)
    assert len(problem.model.proto.variables) == len(problem.atoms) == 774
    assert len(problem.model.proto.constraints) == 11 + 45


# The same options and the same answers as the program


@pytest.mark.parametrize("name", ["hexagonal_cylinder", "soma", "pentominoes_2x3x10"])
def test_the_options_are_the_placements_that_fit_in_the_program(name: str) -> None:
    instance = pp.load("packing", name)
    control = clingo.Control()
    for path in PUZZLE.program_paths():
        control.load(str(path))
    control.add("base", [], pp.facts(instance))
    control.ground([("base", [])])
    atoms = control.symbolic_atoms
    crowded = {tuple(atom.symbol.arguments) for atom in atoms.by_signature("crowds", 3)}
    fits = {tuple(a.symbol.arguments) for a in atoms.by_signature("fits", 5)}
    fits = {place for place in fits if (place[0], place[1], place[4]) not in crowded}
    options, _ = choices(instance, symmetry="")
    assert {tuple(option.symbol.arguments) for option in options} == fits


KEPT = {
    "an anchor in the middle": "board: 3 x 3\npiece O:\n    #\npiece I x4:\n    ##\n",
    "pieces that a mirror exchanges": """board: 2 x 2 x 3
piece A: 0 0 0, 1 0 0, 1 1 0, 1 1 1
piece B: 0 0 0, 1 0 0, 0 1 0, 0 1 1
piece O x4: 0 0 0
""",
}
"""Boards with symmetries that keep the anchor; random boards have hardly any."""


@pytest.mark.parametrize("symmetry", ["", "all", "rotations"])
@pytest.mark.parametrize("name", KEPT)
def test_symmetries_that_keep_the_anchor_are_broken_as_in_the_program(
    name: str, symmetry: str
) -> None:
    instance = read(KEPT[name])
    assert anchor_piece(instance) or name != "an anchor in the middle"
    expected = {frozenset(a.symbols) for a in pp.solve(instance, symmetry=symmetry)}
    assert expected
    for engine in ALL:
        assert set(found(instance, engine, symmetry=symmetry or False)) == expected, engine


def test_a_published_board_has_the_published_answers_in_every_encoding(data: Path) -> None:
    folder = data / "packing" / "polyform"
    index = json.loads((folder / "index.json").read_text())
    quick = sorted((row for row in index if row["raw"] <= 60), key=lambda row: row["options"])
    for row in quick[:2]:
        instance = pp.load("packing", str(folder / f"{row['name']}.json"))
        assert any(piece.orientations for piece in instance.pieces)
        expected = {frozenset(answer.symbols) for answer in pp.solve(instance)}
        assert len(expected) == row["raw"]
        for engine in ALL:
            assert set(found(instance, engine)) == expected, (row["name"], engine)
