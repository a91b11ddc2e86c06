"""The SAT and CP-SAT encodings of edge matching have the answers of the ASP program."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped_boards import edge_board
from support import found, hand_written

import pyasp_puzzles as pp
from pyasp_puzzles.engines.encoding import CpProblem
from pyasp_puzzles.puzzles.eternity.instance import Hint, Instance, Sides, kinds

pytest.importorskip("pysat")
cp_model = pytest.importorskip("ortools.sat.python.cp_model")

PUZZLE = pp.find_puzzle("eternity")
SHIPPED = tuple(PUZZLE.instance_files())
ALL = hand_written("eternity")
LONG = ("alike_3x3", "framed_7x7", "unframed_3x4")
"""Boards with thousands of answers, or hard ones."""
Answer = frozenset[clingo.Symbol]

each_encoding = pytest.mark.parametrize("name", ALL)
with_symmetry = pytest.mark.parametrize("name", [name for name in ALL if ALL[name].symmetry])


@lru_cache(maxsize=64)
def by_asp(board: Instance, symmetry: bool | str = False) -> frozenset[Answer]:
    return frozenset(found(board, "asp", symmetry=symmetry))


def by_encoding(name: str, board: Instance, symmetry: bool | str = False) -> list[Answer]:
    return found(board, name, symmetry=symmetry)


class Counting(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
    solutions = 0

    def on_solution_callback(self) -> None:
        self.solutions += 1


def solutions(problem: CpProblem) -> int:
    """All solutions of a CP-SAT model, also those with the same atoms."""
    solver, counting = cp_model.CpSolver(), Counting()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(problem.model, counting)
    return counting.solutions


@pytest.mark.parametrize(
    ("name", "board"),
    [
        pytest.param(name, board, marks=[pytest.mark.slow] if board in LONG else [])
        for name in ALL
        for board in SHIPPED
    ],
)
def test_every_encoding_has_the_answers_of_the_program(name: str, board: str) -> None:
    instance = pp.load("eternity", board)
    assert set(by_encoding(name, instance)) == by_asp(instance)


@with_symmetry
@pytest.mark.parametrize("board", ["alike_3x3", *(board for board in SHIPPED if board not in LONG)])
def test_symmetry_keeps_the_very_answers_that_the_program_keeps(name: str, board: str) -> None:
    instance = pp.load("eternity", board)
    assert set(by_encoding(name, instance, True)) == by_asp(instance, True)


@each_encoding
@pytest.mark.parametrize(("board", "count"), [("eternity3x3", 16), ("eternity_A_v2", 4)])
def test_published_boards_have_their_known_counts(
    name: str, board: str, count: int, data: Path
) -> None:
    instance = pp.load("eternity", data / "eternity" / f"seapearl_{board}.json")
    assert len(by_encoding(name, instance)) == count
    assert set(by_encoding(name, instance)) == by_asp(instance)


SIZES = st.sampled_from([(1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3)])


@st.composite
def cut_boards(draw: st.DrawFn) -> Instance:
    """Boards with an answer, few colours, hence copies and symmetric pieces, perhaps hints."""
    rows, columns = draw(SIZES)
    framed = draw(st.booleans()) or rows * columns == 9
    fewest = 2 if framed or rows * columns <= 4 else 5  # fewer would give thousands of answers
    colours, seed = draw(st.integers(fewest, 6)), draw(st.integers(0, 10**6))
    hints = draw(st.integers(0, min(2, rows * columns)))
    return edge_board(rows, columns, colours, seed, framed=framed, hints=hints)[0]


@st.composite
def loose_boards(draw: st.DrawFn) -> Instance:
    """Any pieces at all: often without an answer, the colour of the frame also inside."""
    rows, columns = draw(SIZES.filter(lambda size: size[0] * size[1] <= 4))
    colour = st.integers(0, 2)
    side: st.SearchStrategy[Sides] = st.tuples(colour, colour, colour, colour)
    cells = rows * columns
    pieces = draw(st.lists(side, min_size=cells, max_size=cells))
    frame = draw(st.sampled_from([None, 0]))
    hint = Hint(rows, columns, draw(st.integers(1, cells)), draw(st.integers(0, 3)))
    hints = (hint,) if draw(st.booleans()) else ()
    return Instance("Loose", rows, columns, tuple(pieces), frame, hints)


@settings(max_examples=30, deadline=None)
@given(board=cut_boards() | loose_boards())
def test_random_boards_have_the_answers_of_the_program_in_every_sat_encoding(
    board: Instance,
) -> None:
    expected = by_asp(board)
    for name in ALL:
        if name.startswith("sat."):
            assert set(by_encoding(name, board)) == expected, name


@settings(max_examples=6, deadline=None)
@given(board=cut_boards() | loose_boards())
def test_random_boards_have_the_answers_of_the_program_in_every_cp_model(board: Instance) -> None:
    expected = by_asp(board)
    for name in ALL:
        if name.startswith("cpsat."):
            assert set(by_encoding(name, board)) == expected, name


@settings(max_examples=20, deadline=None)
@given(board=cut_boards() | loose_boards())
def test_random_boards_keep_the_same_answer_of_each_class(board: Instance) -> None:
    expected = by_asp(board, True)
    for name in ALL:
        if ALL[name].symmetry:
            assert set(by_encoding(name, board, True)) == expected, name


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [
        (name, symmetry)
        for name, encoding in ALL.items()
        for symmetry in ("", "all")
        if name.startswith("cpsat.") and (encoding.symmetry or not symmetry)
    ],
)
def test_an_answer_is_a_single_solution_of_the_cp_model_also_where_pieces_are_alike(
    name: str, symmetry: str
) -> None:
    build: Any = ALL[name].build
    for seed in (2, 5):  # without and with an anchor
        board = edge_board(2, 2, 2, seed, framed=False)[0]
        assert len({kind for kind, _ in kinds(board)}) < 4
        assert solutions(build(board, symmetry)) == len(by_asp(board, symmetry))


@each_encoding
def test_a_hint_that_the_frame_forbids_leaves_no_answer(name: str) -> None:
    board = pp.load("eternity", "document_3x3")
    middle = Instance("", 3, 3, board.pieces, 0, (Hint(1, 1, 9, 0),))
    assert by_encoding(name, middle) == []


def test_the_table_of_the_document_lists_every_piece_in_every_turn() -> None:
    problem = ALL["cpsat.document"].build(pp.load("eternity", "document_3x3"), "")
    assert isinstance(problem, CpProblem)
    text = str(problem.model.proto)
    assert text.count("table {") == 9
    assert text.count("all_diff {") == 1
