"""Packing: the truths of the Hexagonal Cylinder and of the famous boxes, and bad input."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import clingo
import pytest
from polyforms import covers, read, refused

import pyasp_puzzles as pp
from pyasp_puzzles.engines.asp import AspSearch, ClaspSettings
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, apply, determinant
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, Piece
from pyasp_puzzles.puzzles.packing.placements import (
    PackingSolution,
    PolyformPlacement,
    symmetry_group,
)

DOCUMENT_COUNTS = dict(zip("123456789AB", (6, *[72] * 4, 96, *[72] * 3, 96, 72), strict=True))


@pytest.fixture(scope="module")
def cylinder() -> PackingBoard:
    return pp.load("packing", "hexagonal_cylinder")


def grounded(instance: PackingBoard, *paths: Path, **constants: int) -> clingo.Control:
    """A program about a board; its atoms live as long as it does."""
    control = clingo.Control([f"--const={name}={n}" for name, n in constants.items()])
    for path in paths:
        control.load(str(path))
    control.add("base", [], pp.facts(instance))
    control.ground([("base", [])])
    return control


@pytest.fixture(scope="module")
def placements(cylinder: PackingBoard) -> dict[str, list[frozenset[Point]]]:
    """The placements of each piece as the program grounds them with symmetry, by their cells."""
    control = grounded(cylinder, *PUZZLE.program_paths(symmetry=True))
    atoms = control.symbolic_atoms
    crowded = {tuple(a.symbol.arguments) for a in atoms.by_signature("crowds", 3)}
    fits = {tuple(atom.symbol.arguments) for atom in atoms.by_signature("fits", 5)}
    assert len(fits) == 1296
    fits = {place for place in fits if (place[0], place[1], place[4]) not in crowded}
    assert len(fits) == 804
    images = [atom.symbol.arguments[1:] for atom in atoms.by_signature("image", 3)]
    beaten = {tuple(old.arguments) for old, new in images if new < old}
    cells: dict[tuple[Any, ...], set[Point]] = {}
    for atom in atoms.by_signature("covers", 8):
        key, cell = tuple(atom.symbol.arguments[:5]), atom.symbol.arguments[5:]
        if key in fits - beaten:
            cells.setdefault(key, set()).add((cell[0].number, cell[1].number, cell[2].number))
    found: dict[str, list[frozenset[Point]]] = {}
    for key, covered in sorted(cells.items()):
        found.setdefault(key[0].string, []).append(frozenset(covered))
    return found


# The Hexagonal Cylinder


def test_a_piece_has_12_orientations_at_30_origins(cylinder: PackingBoard) -> None:
    matrices = LATTICES["hexprism"].turns("rotations")
    assert len(matrices) == 12
    for piece in cylinder.pieces:
        heights = [{apply(m, block)[2] for block in piece.blocks} for m in matrices]
        inside = [
            cell for levels in heights for cell in cylinder.cells
            if all(0 <= cell[2] + level <= 2 for level in levels)
        ]  # fmt: skip
        assert len(inside) == 12 * 30 == 360


@pytest.mark.parametrize(
    ("board", "classes", "most"),
    [
        ("hexagonal_cylinder", 110, 95_000),
        pytest.param("pentominoes_8x8_hole", 65, 100_000, marks=pytest.mark.slow),
        pytest.param("pentominoes_2x3x10", 12, 150_000, marks=pytest.mark.slow),
    ],
)
def test_a_sweep_follows_the_order_of_the_cells(board: str, classes: int, most: int) -> None:
    """82,634, 37,691 and 64,135 conflicts; without the facts of the order 1.25, 80 and 182 times.

    A bound on the choice, which lets the constraints number the atoms, costs the cylinder as much.
    """
    sweep = PUZZLE.profiles["sweep"]
    program = PUZZLE.program_paths(sweep.search, symmetry=True)
    facts = pp.facts(pp.load("packing", board))
    search = AspSearch(Source(program, facts, sweep.constants), ClaspSettings(sweep.options))
    assert search.count() == classes
    assert search.statistics["conflicts"] < most


def test_the_file_of_the_order_names_the_options_of_the_sweep() -> None:
    sweep = PUZZLE.profiles["sweep"]
    text = PUZZLE.program_paths(sweep.search)[-1].read_text(encoding="utf-8")
    named = next(line for line in text.splitlines() if line.startswith("%     0 -q -c ")).split()
    constants = {f"{name}={value}" for name, value in sweep.constants.items()}
    assert constants | set(sweep.options) <= set(named)


def test_gringo_numbers_the_placements_in_the_order_of_the_sweep(cylinder: PackingBoard) -> None:
    sweep = PUZZLE.profiles["sweep"]
    control = grounded(cylinder, *PUZZLE.program_paths(sweep.search), **sweep.constants)
    atoms = control.symbolic_atoms
    first = {
        str(clingo.Function("place", atom.symbol.arguments[:5])): atom.symbol.arguments[5].number
        for atom in atoms.by_signature("starts", 6)
    }
    numbered = sorted((atom.literal, str(atom.symbol)) for atom in atoms.by_signature("place", 5))
    starts = [first[name] for _, name in numbered]
    assert len(starts) == 1296
    assert starts == sorted(starts)


def test_a_sweep_without_its_order_finds_the_same_answers() -> None:
    facts = pp.facts(pp.load("packing", "soma"))
    without = "\n".join(line for line in facts.splitlines() if "sweep(" not in line)
    profile = PUZZLE.profiles["sweep"]
    program = PUZZLE.program_paths(profile.search, symmetry=True)
    search = AspSearch(Source(program, without, profile.constants), ClaspSettings(profile.options))
    assert "sweep(" in facts
    assert search.count() == 240


def test_the_placements_are_the_774_of_the_notebook(
    placements: dict[str, list[frozenset[Point]]],
) -> None:
    assert {name: len(cells) for name, cells in placements.items()} == DOCUMENT_COUNTS
    assert sum(map(len, placements.values())) == 774
    assert all(len(set(cells)) == len(cells) for cells in placements.values()), "twins"


def test_the_symmetry_group_is_the_six_rotations(cylinder: PackingBoard) -> None:
    group = symmetry_group(cylinder)
    assert len(group) == 6
    assert all(determinant(isometry.matrix) == 1 for isometry, _ in group)
    assert len(list(LATTICES["hexprism"].symmetries(cylinder.cells))) == 12


@pytest.mark.parametrize(
    ("board", "classes"),
    [("soma", 240), pytest.param("hexagonal_cylinder", 110, marks=pytest.mark.slow)],
)
def test_counting_the_layers_leaves_the_count_unchanged(board: str, classes: int) -> None:
    rules, layers, symmetry = PUZZLE.program_paths(symmetry=True)
    learn = ClaspSettings(PUZZLE.profiles["learn"].options)
    facts = pp.facts(pp.load("packing", board))
    for files in ((rules, symmetry), (rules, layers, symmetry)):
        assert AspSearch(Source(files, facts), learn).count() == classes


@pytest.mark.slow
def test_the_cylinder_has_660_raw_answers_with_and_without_counting_layers(
    cylinder: PackingBoard,
) -> None:
    learn = ClaspSettings(PUZZLE.profiles["learn"].options)
    plain, counted = (
        {frozenset(symbols) for symbols in AspSearch(Source(files, pp.facts(cylinder)), learn)}
        for files in (PUZZLE.program_paths(()), PUZZLE.program_paths())
    )
    assert len(plain) == 660
    assert plain == counted


# Boxes and rectangles


@pytest.mark.parametrize(
    ("board", "classes", "times"),
    [
        ("hexagonal_cylinder", 110, 6),
        ("pentominoes_3x20", 2, 4),
        pytest.param("pentominoes_8x8_hole", 65, 8, marks=pytest.mark.slow),
        pytest.param("pentominoes_2x3x10", 12, 8, marks=pytest.mark.slow),
        ("soma", 240, 48),
        ("slothouber_graatsma", 1, 8),
        pytest.param("pentominoes_4x15", 368, 4, marks=pytest.mark.slow),
        pytest.param("pentominoes_5x12", 1010, 4, marks=pytest.mark.slow),
        pytest.param("pentominoes_6x10", 2339, 4, marks=pytest.mark.slow),
        pytest.param("pentominoes_2x5x6", 264, 8, marks=pytest.mark.slow),
        pytest.param("pentominoes_3x4x5", 3940, 8, marks=pytest.mark.slow),
    ],
)
def test_a_famous_board_has_its_known_count(board: str, classes: int, times: int) -> None:
    instance = pp.load("packing", board)
    answers = pp.solve(instance, symmetry=True)
    orbits = [PUZZLE.symmetries.orbit(instance, answer.solution) for answer in answers]
    assert answers.exhausted
    assert len(orbits) == len(set(orbits)) == classes
    assert sum(map(len, orbits)) == classes * times
    assert dict(instance.known) == {"answers": classes * times, "classes": classes}


def test_the_chiral_pieces_of_soma_are_exchanged_by_a_mirror() -> None:
    soma = pp.load("packing", "soma")
    for isometry, pieces in symmetry_group(soma):
        mirrored = determinant(isometry.matrix) == -1
        assert (pieces["A"].name, pieces["B"].name) == (("B", "A") if mirrored else ("A", "B"))
        assert pieces["L"].name == "L"


# Published instances


def test_the_json_of_the_cylinder_is_the_same_puzzle(data: Path, cylinder: PackingBoard) -> None:
    found = pp.load("packing", str(data / "packing" / "hexprism.json"))
    assert (found.cells, found.pieces) == (cylinder.cells, cylinder.pieces)


@pytest.mark.parametrize(
    ("raw", "seconds"), [(60, 0.1), pytest.param(10**9, 1, marks=pytest.mark.slow)]
)
def test_a_published_polyform_board_has_its_published_raw_count(
    data: Path, raw: int, seconds: float
) -> None:
    folder = data / "packing" / "polyform"
    index = json.loads((folder / "index.json").read_text())
    quick = [row for row in index if row["raw"] <= raw and row["seconds_dlx1"] <= seconds]
    assert len(quick) >= 5
    for row in quick:
        instance = pp.load("packing", str(folder / f"{row['name']}.json"))
        assert int(pp.count(instance)) == row["raw"], row["name"]


def test_json_takes_optional_pieces_and_orientations_of_single_pieces() -> None:
    root: dict[str, Any] = {
        "lattice": "square",
        "board": [[1, 1], [1, 2], [2, 1], [2, 2]],
        "pieces": {"I": [[0, 0], [0, 1]], "O": [[0, 0]]},
        "piece_counts": {"I": [1, 2], "O": [0, 2]},
    }
    both = read(json.dumps(root))
    assert [(piece.least, piece.most) for piece in both.pieces] == [(1, 2), (0, 2)]
    assert int(pp.count(both)) == len(covers(both)) == 6
    upright = {**root, "orientations": {"I": [[[0, 0], [1, 0]]]}}
    listed = read(json.dumps(upright))
    assert int(pp.count(listed)) == len(covers(listed)) == 3
    text = PUZZLE.format(listed)
    assert "orientations I:\n    0 0, 1 0\n" in text
    assert read(text) == listed


def test_copies_of_a_piece_are_told_apart_where_no_walls_are_drawn() -> None:
    text = "lattice: hexagonal\nboard: 0 0, 1 0, 0 1, 1 1\npiece D x2: 0 0, 1 0\n"
    drawings = {str(answer) for answer in pp.solve(read(text))}
    assert "Packing\n   D2  D2\n D1  D1" in drawings
    assert len(drawings) == int(pp.count(read(text))) > 1


# Verifier


def test_the_verifier_rejects_a_mirror_image() -> None:
    soma = pp.load("packing", "soma")
    solution = next(pp.solve(soma, limit=1)).solution
    names = {"A": "B", "B": "A"}
    swapped = tuple(
        PolyformPlacement(names.get(p.piece, p.piece), p.orientation, p.shift, p.cells)
        for p in solution.placements
    )
    broken = pp.verify(soma, PackingSolution(swapped))
    assert len(broken) == 2
    assert all("keeps its shape" in rule for rule in broken)


# Bad input


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"lattice": "sqare"},
            "lattice: found 'sqare', expected one of square, cubic, hexagonal, hexprism, "
            "triangular, triprism; did you mean 'square'?",
        ),
        ({"moves": "spin"}, "moves: found 'spin', expected one of none, rotations, reflections"),
        ({"cells": ((1, 1), (1, 2))}, "cells[0]: found (1, 1), expected a point (A, B, C)"),
        (
            {"cells": ((1, 1, 1), (1, 2, 1))},
            "cells[0]: found (1, 1, 1), expected a cell of the square lattice",
        ),
        (
            {"cells": ((1, 1, 0),)},
            "cells: found pieces with 2 blocks, expected 1 block, one for each cell of the board",
        ),
        (
            {"pieces": (Piece("I", ((0, 0), (0, 1))),)},
            "pieces[0].blocks[0]: found (0, 0), expected a point (A, B, C)",
        ),
        (
            {"optional": ((5, 5, 0),)},
            "optional[0]: found (5, 5, 0), expected a cell of the board",
        ),
    ],
)
def test_an_instance_made_by_hand_gets_the_error_of_a_file(
    change: dict[str, Any], message: str
) -> None:
    small = read("title: Small\nboard: 1 x 2\npiece I:\n    ##\n")
    with pytest.raises(pp.InstanceError) as error:
        replace(small, **change)
    assert str(error.value) == f"PackingBoard 'Small', {message}"


GOOD = "title: x\nlattice: square\nboard: 2 x 2\npiece I x2:\n    ##\n"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("square", "round", "f, line 2, lattice: found 'round', expected one of square"),
        ("square", "sqare", "triangular, triprism; did you mean 'square'?"),
        ("lattice: square\nboard: 2 x 2", "board: 1 1, 1 2", "expected an entry 'lattice:'"),
        ("board: 2 x 2\n", "", "expected an entry 'board:'"),
        ("2 x 2", "2 x 2 x 2", "f, line 3, board: found '2 x 2 x 2'"),
        ("2 x 2", "0 x 2", "expected an integer from 1 to 1000"),
        ("2 x 2", "1000 x 1000", "at most 20000 cells"),
        ("2 x 2", "2 x 3", "found pieces with 4 blocks, expected 6 blocks"),
        ("2 x 2", "1 1, 1 2, 1 1, 2 2", "the point (1, 1, 0) twice"),
        ("2 x 2", "1 1 1, 1 2, 2 1, 2 2", "expected a cell of the square lattice"),
        ("2 x 2", "1 1, 1 99999", "expected an integer from -9999 to 9999"),
        ("2 x 2", "1 1, 1 two", "found 'two', expected an integer"),
        ("    ##", "    #?", "f, line 5, piece I x2: found '#?', expected one sign for all cells"),
        ("    ##", "    ..", "found no cell"),
        ("    ##", "    ##\n    --\n    ##", "found 2 layers"),
        ("piece I x2", "piece I x0", "a number of copies"),
        ("piece I x2", "piece I x3-2", "a number of copies"),
        ("piece I x2", "piece", "'piece NAME'"),
        ("piece I x2:\n    ##\n", "", "found no piece"),
        ("    ##\n", "    ##\npiece I: 0 0\n", "a name that no piece has yet"),
        ("title", "tutle", "found 'tutle', expected one of the keys title"),
        ("title: x", "moves: sideways", "found 'sideways', expected one of none, rotations"),
    ],
)
def test_a_bad_text_gives_one_message_that_names_its_place(
    old: str, new: str, message: str
) -> None:
    assert old in GOOD
    assert message in refused(GOOD.replace(old, new))


def test_triangles_off_the_lattice_are_refused() -> None:
    text = "lattice: triangular\nboard:\n    ^v^\npiece A:\n    {}\n"
    assert len(read(text.format("^v^")).cells) == 3
    assert "cells that lie on the lattice" in refused(text.format("^^v"))
    assert "triangles that share sides" in refused(text.format("^.^.^"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lattice": "round"}, "f, lattice: found 'round'"),
        ({"lattice": 3}, "f, lattice: found 3, expected a string"),
        ({"board": []}, "f, board: found none, expected at least one point"),
        (
            {"board": [[1, 1], [1, 1]]},
            "f, board[1]: found the point (1, 1, 0) twice, exp",
        ),
        ({"board": [[1, 1], [1, "x"]]}, "f, board[1][1]: found 'x', expected an integer"),
        ({"board": [[1, 1], [1, 2, 3]]}, "f, board[1]: found [1, 2, 3], expected a cell"),
        ({"board": [[1, 1], [1, 10**12]]}, "expected an integer from -9999 to 9999"),
        ({"pieces": {"I": [[0, 0]]}}, "found pieces with 1 blocks, expected 2 blocks"),
        ({"pieces": [1]}, "f, pieces: found [1], expected an object"),
        ({"moves": "twirl"}, "f, moves: found 'twirl', expected words that name one"),
        ({"piece_counts": {"J": 2}}, "f, piece_counts: found 'J', expected names of pieces: I"),
        ({"piece_counts": {"I": [2, 1]}}, "f, piece_counts.I: found [2, 1], expected a range"),
        ({"orientations": {"J": []}}, "f, orientations.J: found 'J', expected names of pieces: I"),
        ({"moves": "rotations, no reflections"}, "expected words that name one of none"),
        ({"orientations": {"I": []}}, "f, orientations.I: found none, expected shapes of 2 blocks"),
    ],
)
def test_a_bad_json_gives_one_message_that_names_its_place(
    change: dict[str, Any], message: str
) -> None:
    good = {"lattice": "square", "board": [[1, 1], [1, 2]], "pieces": {"I": [[0, 0], [0, 1]]}}
    assert read(json.dumps(good))
    assert message in refused(json.dumps({**good, **change}))
