"""The symmetries of packings: classes counted by hand, and the order of each board's group.

The matrices and orbits here are the test's own and share nothing with the programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from typing import Any

import pytest
from polyforms import covers, small_boards
from support import CLINGO, ROOT, run

import pyasp_puzzles as pp
from pyasp_puzzles.core.symmetry import SymmetryGroup
from pyasp_puzzles.puzzles.packing import PUZZLE, parse
from pyasp_puzzles.puzzles.packing.instance import PackingBoard

Cell = tuple[int, int, int]
Cells = frozenset[Cell]
Map = Callable[[Cell], Cell]

SEVEN_BY_FOUR = """title: Polyominoes of one to four cells, a rectangle and one cell apart
lattice: square
board:
    ...#...
    .......
    #######
    #######
    #######
    #######
piece O1:
    #
piece I2:
    ##
piece I3:
    ###
piece V3:
    ##
    #.
piece I4:
    ####
piece L4:
    ###
    #..
piece O4:
    ##
    ##
piece T4:
    ###
    .#.
piece S4:
    ##.
    .##
"""


def seven_by_four(whole: bool = True) -> PackingBoard:
    """The board with a cell apart; or the rectangle only, without the piece of one cell."""
    text = SEVEN_BY_FOUR
    if not whole:
        text = text.replace("    ...#...\n    .......\n", "").replace("piece O1:\n    #\n", "")
    return parse(text, "text")[""]


# Classes by hand


def isometries(lattice: str) -> Iterator[tuple[Map, bool]]:
    """The isometries that fix the origin, and whether each of them is a mirror image.

    Squares and cubes: exchange coordinates and change their signs.  Hexagons, and triangles by
    their centroids: the three coordinates ``a``, ``b`` and ``-a-b`` exchanged, with or without a
    change of all signs; the change of all signs is half a turn.
    """
    if lattice in ("square", "cubic"):
        for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
            flat = lattice == "square"
            if flat and (order[2] != 2 or signs[2] != 1):
                continue
            inversions = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))
            mirror = (inversions + sum(sign < 0 for sign in signs)) % 2 == 1
            yield (lambda p, o=order, s=signs: tuple(s[i] * p[o[i]] for i in range(3))), mirror  # type: ignore[misc]
        return
    for order, sign, up in product(permutations(range(3)), (1, -1), (1, -1)):
        if up < 0 and lattice in ("hexagonal", "triangular"):
            continue
        inversions = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))

        def turned(p: Cell, o: Any = order, s: int = sign, u: int = up) -> Cell:
            three = (p[0], p[1], -p[0] - p[1])
            return (s * three[o[0]], s * three[o[1]], u * p[2])

        yield turned, (inversions + (up < 0)) % 2 == 1


def moved(cells: Iterable[Cell], turn: Map, by: Cell) -> Cells:
    return frozenset(
        (a + by[0], b + by[1], c + by[2]) for a, b, c in (turn(cell) for cell in cells)
    )


def of_space(instance: PackingBoard) -> list[tuple[Map, Cell, bool]]:
    """The isometries that take the space to itself: each tried with every shift that can be."""
    space = frozenset(instance.cells)
    kept = []
    for turn, mirror in isometries(instance.lattice):
        image = [turn(cell) for cell in space]
        first = image[0]
        for cell in space:
            by = (cell[0] - first[0], cell[1] - first[1], cell[2] - first[2])
            if moved(space, turn, by) == space:
                kept.append((turn, by, mirror))
    return kept


def classes(
    instance: PackingBoard, answers: set[frozenset[Cells]], mirrors: bool
) -> tuple[int, int]:
    """The number of orbits of answers, written as sets of pieces' cells, and the group's order.

    A symmetry is an isometry of the space that takes every answer to an answer.
    """
    group = []
    for turn, by, mirror in of_space(instance):
        if mirrors or not mirror:
            image = {cell: next(iter(moved([cell], turn, by))) for cell in instance.cells}
            first = next(iter(answers))
            if frozenset(frozenset(image[c] for c in piece) for piece in first) in answers:
                group.append(image)
    left, number = set(answers), 0
    while left:
        answer = left.pop()
        images = {frozenset(frozenset(g[c] for c in piece) for piece in answer) for g in group}
        assert images <= answers, "an isometry of the space that takes no answer to an answer"
        left -= images
        number += 1
    return number, len(group)


BOTH_WAYS = [
    # all answers, classes and order, the same with mirror images apart
    pytest.param("soma", 11_520, (240, 48), (480, 24), marks=pytest.mark.slow),
    pytest.param("hexagonal_cylinder", 660, (110, 6), (110, 6), marks=pytest.mark.slow),
    ("7x4 and one", 6_088, (3_044, 2), (6_088, 1)),
    ("7x4", 6_088, (1_522, 4), (3_044, 2)),
]


def board(name: str) -> PackingBoard:
    if name.startswith("7x4"):
        return seven_by_four(name != "7x4")
    instance: PackingBoard = pp.load("packing", name)
    return instance


@pytest.mark.parametrize(("name", "raw", "together", "apart"), BOTH_WAYS)
def test_counts_with_mirror_images_and_without_are_those_of_orbits_by_hand(
    name: str, raw: int, together: tuple[int, int], apart: tuple[int, int]
) -> None:
    instance = board(name)
    answers = {
        frozenset(frozenset(placement.cells) for placement in answer.solution.placements)
        for answer in pp.solve(instance)
    }
    assert len(answers) == raw
    for kind, (number, order) in (("all", together), ("rotations", apart)):
        assert classes(instance, answers, mirrors=kind == "all") == (number, order)
        counted = pp.count(instance, symmetry=kind)
        assert (counted.answers, counted.exhausted) == (number, True)
        assert counted.symmetry and counted.symmetry.order == order


@pytest.mark.parametrize("name", [*pp.find_puzzle("packing").instance_files(), "7x4 and one"])
def test_the_order_of_a_packing_board_is_that_of_its_own_isometries(name: str) -> None:
    """Those that keep the space, the set of pieces as sets of shapes, and what is given, once."""
    instance = board(name)
    space = of_space(instance)

    def shapes(piece: Any, turn: Map) -> frozenset[Cells]:
        """All that a piece can look like, moved to one place, after one more turn."""
        allowed = [
            move
            for move, mirror in isometries(instance.lattice)
            if instance.moves == "reflections" or not mirror
        ]
        looks = set()
        for move in allowed:
            blocks = sorted(turn(move(block)) for block in piece.blocks)
            x, y, z = blocks[0]
            looks.add(frozenset((a - x, b - y, c - z) for a, b, c in blocks))
        return frozenset(looks)

    def identity(cell: Cell) -> Cell:
        return cell

    pieces = sorted(map(repr, (sorted(map(sorted, shapes(p, identity))) for p in instance.pieces)))
    given = {frozenset(laid.cells) for laid in instance.given}
    group: dict[tuple[Cell, ...], bool] = {}
    for turn, by, mirror in sorted(space, key=lambda element: element[2]):
        turned = (sorted(map(sorted, shapes(p, turn))) for p in instance.pieces)
        if sorted(map(repr, turned)) == pieces and given == {
            moved(laid, turn, by) for laid in given
        }:
            image = tuple(next(iter(moved([cell], turn, by))) for cell in instance.cells)
            group.setdefault(image, mirror)
    symmetries = pp.find_puzzle("packing").symmetries
    assert symmetries
    assert symmetries.group(instance).order == len(group)
    assert symmetries.group(instance, "rotations").order == list(group.values()).count(False)


def test_mirror_images_that_rotations_can_replace_count_once() -> None:
    symmetries = pp.find_puzzle("packing").symmetries
    assert symmetries
    pieces = "piece L x2:\n    ##\n    #.\n"
    layer = parse(f"lattice: cubic\nboard: 2 x 3 x 1\n{pieces}", "text")[""]
    assert str(symmetries.group(layer)) == (
        "one answer of each class under 4 symmetries, rotations only"
    )
    row = parse("lattice: square\nboard: 1 x 4\npiece I x2:\n    ##\n", "text")[""]
    assert symmetries.group(row) == SymmetryGroup("all", 2, "none")


def test_plain_clingo_counts_both_ways() -> None:
    facts = pp.facts(seven_by_four(whole=False))
    classes = "lp/symmetry/packing.lp"
    for words, number in (((), 6_088), ((classes,), 1_522), ((classes, "-c", "mirrors=0"), 3_044)):
        done = run(*CLINGO, "lp/packing.lp", *words, "-", "0", "-q", text=facts, cwd=ROOT)
        assert f"Models       : {number}\n" in done.stdout


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
