"""Packing for SAT and CP-SAT: the same answers as the program, and the notebook's sizes."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import clingo
import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.engines.asp import AspSearch
from pyasp_puzzles.engines.encoding import CpProblem, Encoding
from pyasp_puzzles.engines.encodings import encodings
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.puzzles import packing
from pyasp_puzzles.puzzles.packing.format import Instance, parse
from pyasp_puzzles.puzzles.packing.placements import anchor_piece
from pyasp_puzzles.puzzles.packing.sat import choices, every_placement, uncrowded

pytest.importorskip("pysat", reason="the extra 'compare' is not installed")
pytest.importorskip("ortools", reason="the extra 'compare' is not installed")

from pyasp_puzzles.engines.cpsat import CpSearch
from pyasp_puzzles.engines.sat import SatSearch

Answers = set[frozenset[clingo.Symbol]]

ALL = [("sat", name) for name in encodings("sat", "packing")] + [
    ("cpsat", name) for name in encodings("cpsat", "packing")
]
LIMIT = 1500
"""Answers of a random instance: more of them only take longer."""


def of_program(instance: Instance, symmetry: str, search: tuple[str, ...] | None = None) -> Answers:
    """The answers of ``lp/packing.lp``, at most ``LIMIT``."""
    files = packing.PUZZLE.program_paths(search, symmetry=bool(symmetry))
    symmetries = packing.PUZZLE.symmetries
    constants = symmetries.kinds[symmetry] if symmetry and symmetries else {}
    source = Source(files, pp.facts(instance), constants)
    return set(map(frozenset, AspSearch(source, limit=LIMIT)))


def of_encoding(kind: str, name: str, instance: Instance, symmetry: str) -> Answers:
    """The answers of an encoding, each of them found once."""
    encoding: Encoding = encodings(kind, "packing")[name]  # type: ignore[arg-type]
    build: Any = partial(encoding.build, instance, symmetry)
    search = SatSearch(lambda *_: build()) if kind == "sat" else CpSearch(build)
    answers = list(map(frozenset, search))
    assert len(answers) == len(set(answers))
    return set(answers)


def board(text: str) -> Instance:
    return parse(text, "text")[""]


BOARDS = {
    "copies without an anchor": """lattice: square
board: 3 x 4
piece L x2:
    ###
    #
piece I: 1 1, 1 2, 1 3, 1 4
""",
    "optional pieces and a range of copies": """lattice: square
board: 3 x 3
piece I x1-3:
    ###
piece V x0-2:
    ##
    #
piece O x0-1:
    #
""",
    "an anchor in the middle, which a symmetry keeps": """lattice: square
board: 3 x 3
piece O:
    #
piece I x4:
    ##
""",
    "pieces of one shape under two names": """lattice: square
board: 2 x 4
piece A:
    ##
piece B:
    ##
piece C x2:
    ##
""",
    "pieces that a mirror exchanges": """lattice: cubic
board: 2 x 2 x 3
piece A: 0 0 0, 1 0 0, 1 1 0, 1 1 1
piece B: 0 0 0, 1 0 0, 0 1 0, 0 1 1
piece O x4: 0 0 0
""",
    "layers that leave no room": """lattice: cubic
board: 2 x 2 x 3
piece T x2: 0 0 0, 1 0 0, 0 1 0, 0 0 1
piece I x2: 0 0 0, 0 0 1
""",
    "hexagons": """lattice: hexagonal
board:
     # #
    # # #
     # #
piece A x2: 0 0, -1 1, -2 1
piece O: 0 0
""",
    "prisms of hexagons": """lattice: hexprism
board: 0 0 0, 1 0 0, 0 1 0, 0 0 1, 1 0 1, 0 1 1
piece V: 0 0 0, 1 0 0, 0 0 1
piece A x0-1: 0 0 0, 1 0 0, 0 1 1
piece O x0-3: 0 0 0
""",
    "triangles": """lattice: triangular
board:
    ^v^
    v^v
piece D x1-3:
    ^v
piece S x0-2:
    ^
""",
    "nothing fits": """lattice: square
board:
    ##.
    .##
piece I:
    ####
""",
    "the volume is right, the shape is wrong": """lattice: square
board: 2 x 4
piece T x2:
    ###
    .#
""",
}


# The notebook's sizes


@pytest.fixture(scope="module")
def cylinder() -> Instance:
    return pp.load("packing", "hexagonal_cylinder")


@pytest.fixture(scope="module")
def document(cylinder: Instance) -> Cnf:
    cnf = encodings("sat", "packing")["document"].build(cylinder, "all")
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
    cylinder: Instance,
) -> None:
    everything = every_placement(cylinder)
    assert len(everything) == 1296
    assert len(uncrowded(cylinder, everything)) == 804
    options, remaining = choices(cylinder, symmetry="all")
    assert (len(options), remaining) == (774, [])


def test_the_cp_model_of_the_cylinder_has_774_variables_and_56_constraints(
    cylinder: Instance,
) -> None:
    problem = encodings("cpsat", "packing")["exactly_one"].build(cylinder, "all")
    assert isinstance(problem, CpProblem)
    assert len(problem.model.proto.variables) == len(problem.atoms) == 774
    assert len(problem.model.proto.constraints) == 11 + 45


# The same options and the same answers as the program


@pytest.mark.parametrize("name", ["hexagonal_cylinder", "soma", "pentominoes_2x3x10"])
def test_the_options_are_the_placements_that_fit_in_the_program(name: str) -> None:
    instance = pp.load("packing", name)
    control = clingo.Control()
    for path in packing.PUZZLE.program_paths():
        control.load(str(path))
    control.add("base", [], pp.facts(instance))
    control.ground([("base", [])])
    atoms = control.symbolic_atoms
    crowded = {tuple(atom.symbol.arguments) for atom in atoms.by_signature("crowds", 3)}
    fits = {tuple(a.symbol.arguments) for a in atoms.by_signature("fits", 5)}
    fits = {place for place in fits if (place[0], place[1], place[4]) not in crowded}
    options, _ = choices(instance, symmetry="")
    assert {tuple(option.symbol.arguments) for option in options} == fits


@pytest.mark.parametrize("symmetry", ["", "all", "rotations"], ids=["raw", "classes", "rotations"])
@pytest.mark.parametrize("name", BOARDS)
def test_every_encoding_has_the_answers_of_the_program(name: str, symmetry: str) -> None:
    instance = board(BOARDS[name])
    expected = {frozenset(a.symbols) for a in pp.solve(instance, symmetry=symmetry)}
    assert bool(expected) != name.startswith(("nothing", "the volume"))
    for kind, encoding in ALL:
        assert of_encoding(kind, encoding, instance, symmetry) == expected, (kind, encoding)


def test_the_boards_above_have_twins_with_and_without_an_anchor() -> None:
    seen = set()
    for text in BOARDS.values():
        instance = board(text)
        anchored = anchor_piece(instance) is not None
        seen.add((anchored, bool(choices(instance, symmetry="all")[1])))
    assert {(True, True), (False, True)} <= seen


@pytest.mark.parametrize(("kind", "encoding"), ALL)
@pytest.mark.parametrize(
    ("name", "classes"),
    [
        ("slothouber_graatsma", 1),
        pytest.param("pentominoes_3x20", 2, marks=pytest.mark.slow),
        pytest.param("soma", 240, marks=pytest.mark.slow),
        pytest.param("hexagonal_cylinder", 110, marks=pytest.mark.slow),
    ],
)
def test_a_famous_board_has_the_classes_of_the_program(
    kind: str, encoding: str, name: str, classes: int
) -> None:
    instance = pp.load("packing", name)
    found = of_encoding(kind, encoding, instance, symmetry="all")
    assert len(found) == classes
    assert found == {frozenset(a.symbols) for a in pp.solve(instance, symmetry=True)}


@pytest.mark.parametrize(
    ("name", "kind"),
    [("hexagonal_cylinder", "sat"), ("pentominoes_3x20", "cpsat")],
)
def test_a_default_encoding_has_the_classes_of_the_program(name: str, kind: str) -> None:
    instance = pp.load("packing", name)
    first = next(iter(encodings(kind, "packing")))  # type: ignore[arg-type]
    expected = {frozenset(a.symbols) for a in pp.solve(instance, symmetry=True)}
    assert of_encoding(kind, first, instance, symmetry="all") == expected


def test_an_answer_of_the_raw_board_has_the_same_atoms_whatever_the_engine() -> None:
    instance = pp.load("packing", "slothouber_graatsma")
    expected = {frozenset(a.symbols) for a in pp.solve(instance)}
    assert len(expected) == 8
    for kind, encoding in ALL:
        assert of_encoding(kind, encoding, instance, symmetry="") == expected, (kind, encoding)


def test_a_published_board_has_the_published_answers_in_every_encoding(data: Path) -> None:
    folder = data / "packing" / "polyform"
    index = json.loads((folder / "index.json").read_text())
    quick = sorted((row for row in index if row["raw"] <= 60), key=lambda row: row["options"])
    for row in quick[:2]:
        instance = pp.load("packing", str(folder / f"{row['name']}.json"))
        assert any(piece.orientations for piece in instance.pieces)
        expected = of_program(instance, symmetry="")
        assert len(expected) == row["raw"]
        for kind, encoding in ALL:
            found = of_encoding(kind, encoding, instance, symmetry="")
            assert found == expected, (row["name"], kind, encoding)
