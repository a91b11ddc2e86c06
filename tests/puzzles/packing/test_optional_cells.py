"""Cells of a packing board that may stay empty: engines against brute force, and their form."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import found

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles import packing
from pyasp_puzzles.puzzles.packing.format import Instance, Piece, parse
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, apply, subtract
from pyasp_puzzles.puzzles.packing.placements import PolyformPlacement, Solution, symmetry_group
from pyasp_puzzles.puzzles.packing.text import format_text

ENGINES = ["asp", "asp:sweep", "exact-cover", "sat", "sat.document", "translate", "cpsat"]

BOARD = """title: Optional
lattice: square
board:
    +##
    ###
    ##+
piece L x0-2:
    ##
    #
piece I x2: 1 1, 1 2
"""


def covers(instance: Instance) -> int:
    """The number of answers: all choices of placements, tried one by one.

    Nothing of the project is used but the matrices of the square lattice.
    """
    space, needed = set(instance.cells), set(instance.cells) - set(instance.optional)
    options = []
    for piece in instance.pieces:
        turned = {
            frozenset(subtract(block, min(shape)) for block in shape)
            for matrix in LATTICES["square"].isometries()
            for shape in [[apply(matrix, block) for block in piece.blocks]]
        }
        for shape, (a, b, _) in product(turned, instance.cells):
            cells = frozenset((a + r, b + c, 0) for r, c, _ in shape)
            if cells <= space:
                options.append((piece.name, cells))

    def count(at: int, covered: frozenset[Point], used: tuple[int, ...]) -> int:
        if at == len(options):
            numbers = zip(instance.pieces, used, strict=True)
            return needed <= covered and all(p.least <= n <= p.most for p, n in numbers)
        name, cells = options[at]
        total = count(at + 1, covered, used)
        if not cells & covered:
            more = tuple(
                n + (piece.name == name) for piece, n in zip(instance.pieces, used, strict=True)
            )
            total += count(at + 1, covered | cells, more)
        return total

    return count(0, frozenset(), (0,) * len(instance.pieces))


@st.composite
def boards(draw: st.DrawFn) -> Instance:
    """At most nine square cells, some of them optional, and two or three small pieces."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    cells = sorted(rng.sample([(a, b, 0) for a in (1, 2, 3) for b in (1, 2, 3)], draw(SIZES)))
    optional = sorted(rng.sample(cells, rng.randrange(1, len(cells) + 1)))
    shapes = [((0, 0, 0), (0, 1, 0), (1, 0, 0)), ((0, 0, 0), (0, 1, 0)), ((0, 0, 0),)]
    pieces = []
    for name, blocks in zip("LIO", shapes[: draw(st.integers(1, 3))], strict=False):
        least = rng.randrange(0, 2)
        pieces.append(Piece(name, blocks, least, max(1, least + rng.randrange(0, 2))))
    if sum(len(piece.blocks) * piece.least for piece in pieces) > len(cells):
        pieces = [replace(piece, least=0) for piece in pieces]
    if sum(len(piece.blocks) * piece.most for piece in pieces) < len(cells) - len(optional):
        pieces[0] = replace(pieces[0], most=3)
    return Instance(
        "Small",
        "square",
        "reflections",
        tuple(cells),
        tuple(pieces),
        optional=tuple(optional),
    )


SIZES = st.integers(2, 7)


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=15, deadline=None)
@given(instance=boards())
def test_every_engine_leaves_just_optional_cells_empty(engine: str, instance: Instance) -> None:
    try:
        answers = found(instance, engine)
    except pp.MisfitError:
        assert engine == "exact-cover"  # nothing that has to be covered
        return
    assert len(answers) == covers(instance)
    for solution in (answer.solution for answer in pp.solve(instance)):
        assert pp.verify(instance, solution) == []


@settings(max_examples=15, deadline=None)
@given(boards())
def test_a_symmetry_keeps_the_optional_cells(instance: Instance) -> None:
    solutions = {answer.solution for answer in pp.solve(instance)}
    orbits = {packing.PUZZLE.symmetries.orbit(instance, solution) for solution in solutions}
    assert set().union(*orbits) == solutions
    for engine in ("asp", "sat", "cpsat", "exact-cover"):
        try:
            assert len(found(instance, engine, symmetry=True)) == len(orbits)
        except pp.MisfitError:
            assert engine == "exact-cover"


def test_one_optional_corner_leaves_a_square_only_its_diagonal() -> None:
    cells = tuple((a, b, 0) for a in (1, 2, 3) for b in (1, 2, 3))
    piece = Piece("O", ((0, 0, 0),), 8, 9)
    whole = Instance("Square", "square", "reflections", cells, (piece,))
    corner = Instance("Corner", "square", "reflections", cells, (piece,), optional=((1, 1, 0),))
    assert len(symmetry_group(whole)) == 8
    assert len(symmetry_group(corner)) == 2


def test_the_verifier_tells_optional_cells_from_others() -> None:
    instance = parse(BOARD, "text")[""]
    one = PolyformPlacement("I", 1, (1, 2, 0), ((1, 2, 0), (1, 3, 0)))
    two = PolyformPlacement("I", 2, (2, 1, 0), ((2, 1, 0), (3, 1, 0)))
    broken = packing.verify(instance, Solution((one, two)))
    assert broken[:3] == [
        f"Exactly one piece covers {cell}: none does." for cell in ("r2c2", "r2c3", "r3c2")
    ]
    assert packing.verify(instance, Solution((one, one)))[0] == (
        "Exactly one piece covers r1c2: 2 do."
    )
    top = PolyformPlacement("I", 1, (1, 1, 0), ((1, 1, 0), (1, 2, 0)))
    assert packing.verify(instance, Solution((top, top)))[0] == (
        "At most one piece covers r1c1: 2 do."
    )


def test_optional_cells_are_read_and_written_in_each_form() -> None:
    drawn = parse(BOARD, "text")[""]
    assert drawn.optional == ((1, 1, 0), (3, 3, 0))
    assert "    +##\n" in format_text(drawn)
    points = BOARD.replace("+##", "###").replace("##+", "###\noptional: 1 1, 3 3")
    json = """{"name": "Optional", "lattice": "square",
        "board": [[1,1],[1,2],[1,3],[2,1],[2,2],[2,3],[3,1],[3,2],[3,3]],
        "optional": [[3,3],[1,1]],
        "pieces": {"L": [[0,0],[0,1],[1,0]], "I": [[0,0],[0,1]]},
        "piece_counts": {"L": [0,2], "I": 2}}"""
    cube = """lattice: cubic
board: 2 x 2 x 2
optional: 1 1 1
piece O x7: 1 1 1
"""
    assert parse(points, "text") == parse(json, "json") == {"": drawn}
    assert parse(format_text(parse(cube, "text")[""]), "text") == parse(
        f"title: Packing\nmoves: rotations\n{cube}", "text"
    )
    assert "optional: 1 1 1\n" in format_text(parse(cube, "text")[""])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("board:", "optional: 4 4\nboard:", "optional: found the point (4, 4, 0), expected cells"),
        ("    ##\n    #\n", "    #+\n    #\n", "found '+', expected blocks"),
        ("x2: 1 1", "x5: 1 1", "found pieces with 10 to 16 blocks, expected 7 to 9 blocks"),
    ],
)
def test_bad_optional_cells_give_one_message(old: str, new: str, message: str) -> None:
    assert old in BOARD
    with pytest.raises(pp.InstanceError) as error:
        parse(BOARD.replace(old, new), "f")
    assert message in str(error.value)


def test_a_picture_shows_which_cells_may_stay_empty_and_which_do() -> None:
    instance = parse(BOARD, "text")[""]
    unsolved = packing.picture(instance, None)
    assert [tile.text for tile in unsolved.panels[0].tiles] == list("+·······+")
    assert unsolved.legend[-1].meaning == "A cell drawn + may stay empty."
    answer = next(a for a in pp.solve(instance) if len(a.solution.placements) == 3)
    solved = packing.picture(instance, answer.solution)
    assert sorted(tile.text for tile in solved.panels[0].tiles).count("+") == 2
