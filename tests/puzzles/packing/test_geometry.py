"""Lattices and polyforms: group orders, normal positions, known numbers of shapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyasp_puzzles.puzzles.packing.geometry import (
    IDENTITY,
    LATTICES,
    Point,
    add,
    apply,
    determinant,
    multiply,
    polyforms,
)

points = st.tuples(*[st.integers(-20, 20)] * 3)
ORDERS = {
    "square": 8,
    "cubic": 48,
    "hexagonal": 12,
    "hexprism": 24,
    "triangular": 12,
    "triprism": 24,
}


@pytest.mark.parametrize(("name", "order"), ORDERS.items())
def test_a_point_group_is_a_group_that_keeps_neighbourhood_and_the_lattice(
    name: str, order: int
) -> None:
    lattice = LATTICES[name]
    group = set(lattice.isometries())
    assert (len(group), len(set(lattice.turns("rotations")))) == (order, order // 2)
    assert {multiply(a, b) for a in group for b in group} == group
    assert lattice.isometries()[0] == IDENTITY
    assert {abs(determinant(matrix)) for matrix in group} == {1}
    start = (0, 0, 0) if lattice.step == 1 else (1, 1, 0)
    sides = {*lattice.neighbours, *(tuple(-part for part in side) for side in lattice.neighbours)}
    for matrix in group:
        assert {apply(matrix, side) for side in sides} == sides
        assert lattice.is_cell(apply(matrix, start))


@given(st.frozensets(points, min_size=1, max_size=5), points)
def test_translates_have_the_same_normal_position(cells: frozenset[Point], shift: Point) -> None:
    lattice = LATTICES["cubic"]
    moved = frozenset(add(cell, shift) for cell in cells)
    assert lattice.normalise(cells) == lattice.normalise(moved)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("square", [1, 1, 2, 5, 12, 35]),
        ("hexagonal", [1, 1, 3, 7, 22]),
        ("triangular", [1, 1, 1, 3, 4, 12]),
        ("cubic", [1, 1, 2, 8, 29]),
    ],
)
def test_the_number_of_free_polyforms_is_right(name: str, numbers: list[int]) -> None:
    """OEIS A000105, A000228, A000577 and A000162."""
    assert [len(polyforms(name, size)) for size in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize(
    ("name", "cells", "order"),
    [
        ("triangular", ((1, 1, 0),), 6),
        ("triangular", ((1, 1, 0), (2, 2, 0)), 4),
        ("triprism", ((1, 1, 0),), 12),
        ("triprism", ((1, 1, 0), (2, 2, 0), (1, 1, 1)), 2),
    ],
)
def test_the_number_of_symmetries_of_a_space_is_right(
    name: str, cells: tuple[Point, ...], order: int
) -> None:
    found = list(LATTICES[name].symmetries(cells))
    assert len(found) == order
    assert found[0].matrix == IDENTITY
    assert all({isometry(cell) for cell in cells} == set(cells) for isometry in found)


def test_prisms_of_one_layer_are_triangles_that_are_turned_over() -> None:
    """A rotation of space that keeps the plane is an isometry of the plane."""
    flat, prisms = LATTICES["triangular"], LATTICES["triprism"]
    plane = {matrix[:2] for matrix in flat.isometries()}
    assert {matrix[:2] for matrix in prisms.turns("rotations")} == plane
    assert {matrix[:2] for matrix in prisms.isometries()} == plane
    for size in range(1, 5):
        levels = [{c for _, _, c in shape} for shape in polyforms("triprism", size)]
        assert levels.count({0}) == len(polyforms("triangular", size))


def test_a_prism_moves_by_any_number_of_layers() -> None:
    prisms = LATTICES["triprism"]
    assert prisms.moves_by((3, -3, 5))
    assert not prisms.moves_by((1, 1, 0))
    assert prisms.normalise([(4, 1, 7), (5, 2, 6)]) == {(1, 1, 0), (2, 2, -1)}
    assert prisms.is_connected([(1, 1, 0), (1, 1, 1), (2, 2, 1)])
    assert not prisms.is_connected([(1, 1, 0), (2, 2, 1)])
