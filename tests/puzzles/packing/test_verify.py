"""The rules of a packing, checked once more: against the definition, on spoiled answers, alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.puzzles.packing import PUZZLE, parse
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, apply
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.placements import (
    PackingSolution,
    PolyformPlaced,
    PolyformPlacement,
)
from pyasp_puzzles.puzzles.packing.verify import verify


@cache
def answers(address: str) -> list[Answer[PackingBoard, PackingSolution, PolyformPlaced]]:
    return list(pp.solve(pp.load("packing", address), limit=20, engine="asp"))


# Two boards of one size whose piece I differs: a row of two, or a cell and the next but one.
NEAR = parse("lattice: square\nboard: 2 x 2\npiece I x2:\n    ##\n", "f")[""]
FAR = parse("lattice: square\nboard:\n    #.#\n    #.#\npiece I x2:\n    #.#\n", "f")[""]


def test_boards_that_are_read_in_turns_are_not_mixed_up() -> None:
    lying = [PolyformPlaced("I", 1, 1, 1, 0), PolyformPlaced("I", 1, 2, 1, 0)]
    near, far = PUZZLE.decode(NEAR, lying), PUZZLE.decode(FAR, lying)
    for _ in range(2):
        assert PUZZLE.decode(NEAR, lying) == near != far == PUZZLE.decode(FAR, lying)
        assert (verify(NEAR, near), verify(FAR, far)) == ([], [])
        assert verify(NEAR, far)
        assert verify(FAR, near)


def reference(instance: PackingBoard, solution: PackingSolution) -> bool:
    """Whether a solution is right, by the definition alone: what ``verify`` has to agree with."""
    lattice, pieces = LATTICES[instance.lattice], {p.name: p for p in instance.pieces}
    copies = Counter(p.piece for p in solution.placements)
    cells = [cell for p in solution.placements for cell in p.cells]
    if sorted(cells) != sorted(instance.cells) or not copies.keys() <= pieces.keys():
        return False
    if any(not p.least <= copies[p.name] <= p.most for p in instance.pieces):
        return False
    for p in solution.placements:
        if not 0 < p.orientation <= len(lattice.turns(instance.moves)) or not lattice.moves_by(
            p.shift
        ):
            return False
        turned = [
            apply(lattice.turns(instance.moves)[p.orientation - 1], b)
            for b in pieces[p.piece].blocks
        ]
        moved = {tuple(map(sum, zip(block, p.shift, strict=True))) for block in turned}
        if moved != set(p.cells) or len(moved) != len(p.cells):
            return False
    return True


points = st.tuples(*[st.integers(-1, 4)] * 3)


@st.composite
def spoiled(draw: st.DrawFn, solution: PackingSolution) -> PackingSolution:
    """A solution of which perhaps one placement was changed, lost or doubled."""
    placements = list(solution.placements)
    at = draw(st.integers(0, len(placements) - 1))
    other = draw(st.sampled_from(placements))

    def moved(by: Point) -> PolyformPlacement:
        cells = tuple(add(cell, by) for cell in placements[at].cells)
        shift = add(placements[at].shift, by)
        return replace(placements[at], shift=shift, cells=cells)

    placements[at : at + 1] = draw(
        st.one_of(
            st.just([placements[at]]),
            st.just([]),
            st.just([placements[at]] * 2),
            st.just([replace(placements[at], piece=other.piece)]),
            st.just([replace(placements[at], cells=other.cells)]),
            st.just([replace(placements[at], cells=placements[at].cells[::-1])]),
            st.just([replace(placements[at], cells=())]),
            st.integers(-1, 30).map(lambda t: [replace(placements[at], orientation=t)]),
            points.map(lambda shift: [replace(placements[at], shift=shift)]),
            points.map(lambda by: [moved(by)]),
            points.map(lambda c: [replace(placements[at], cells=(c, *placements[at].cells[1:]))]),
        )
    )
    return PackingSolution(tuple(draw(st.permutations(placements))))


@settings(deadline=None)  # the first example searches
@given(st.data())
def test_verify_accepts_what_keeps_the_rules_and_nothing_else(data: st.DataObject) -> None:
    address = data.draw(st.sampled_from(["soma", "slothouber_graatsma", "hexagonal_cylinder"]))
    answer = data.draw(st.sampled_from(answers(address)))
    solution = data.draw(spoiled(answer.solution))
    broken = verify(answer.instance, solution)
    assert (broken == []) == reference(answer.instance, solution), broken
    # Nothing is remembered of a copy: it is another object.
    assert verify(replace(answer.instance), solution) == broken


@pytest.mark.parametrize("orientation", [-1, 0, 25, 10**9])
def test_an_orientation_that_no_piece_has_is_a_broken_rule(orientation: int) -> None:
    answer = answers("soma")[0]
    first, *rest = answer.solution.placements
    for cells in (first.cells, ()):
        wrong = replace(first, orientation=orientation, cells=cells)
        assert any(
            "keeps its shape" in rule
            for rule in verify(answer.instance, PackingSolution((wrong, *rest)))
        )


SQUARE = "lattice: square\nmoves: none\nboard: 1 x 2\npiece I x0-2:\n    ##\npiece O x1-2:\n    #\n"
TRIANGLES = "lattice: triangular\nmoves: none\nboard: 1 1 0, 2 2 0\npiece T x2: 1 1 0\n"


def placed(piece: str, *cells: Point, shift: Point) -> PolyformPlacement:
    return PolyformPlacement(piece, 1, shift, cells)


ROW = (1, 1, 0), (1, 2, 0)


@pytest.mark.parametrize(
    ("board", "placements", "rule"),
    [
        (
            SQUARE,
            [placed("I", *ROW, shift=ROW[0]), placed("O", ROW[0], shift=ROW[0])],
            "Exactly one piece covers r1c1: 2 do.",
        ),
        (
            SQUARE,
            [placed("O", ROW[1], shift=ROW[1])],
            "Exactly one piece covers r1c1: none does.",
        ),
        (
            SQUARE,
            [placed("I", *ROW, shift=ROW[0])],
            "Piece O is used 1 to 2 times: it is used 0 times.",
        ),
        (
            TRIANGLES,
            [placed("T", (1, 1, 0), shift=(0, 0, 0)), placed("T", (2, 2, 0), shift=(1, 1, 0))],
            "Every piece keeps its shape: T in orientation 1, moved by (1, 1, 0), does not have "
            "the cells ((2, 2, 0),).",
        ),
    ],
)
def test_a_rule_that_is_broken_alone_is_found(
    board: str, placements: list[PolyformPlacement], rule: str
) -> None:
    assert verify(parse(board, "f")[""], PackingSolution(tuple(placements))) == [rule]
