"""CubeCutter: cubes share no answer and together have all answers, for every program."""

from __future__ import annotations

from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import boards, found

import pyasp_puzzles as pp
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.counts.cube_cutter import CubeCutter
from pyasp_puzzles.engines.job import Job, make_job
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.search import Cube, SearchReport

MOST = 100
"""Boards with more answers are left to the counts of their puzzles' own tests."""
LONG = {"pentominoes_2x3x10", "pentominoes_3x20"}
"""Boards with few answers, for which clingo searches for seconds."""


def small_boards() -> list[Any]:
    """Boards with few answers, and some with none; of each puzzle two are enough."""
    return [
        pytest.param(name, board, marks=[pytest.mark.slow] if number > 1 or board in LONG else [])
        for name in pp.puzzle_names()
        for number, (board, instances) in enumerate(boards(name).items())
        for instance in instances
        if dict(instance.known).get("answers", MOST + 1) <= MOST
    ]


def texts(symbols: frozenset[clingo.Symbol]) -> set[str]:
    return set(map(str, symbols))


def has(cube: Cube, shown: set[str]) -> bool:
    """Whether an answer lies in a cube."""
    return shown.issuperset(cube.true) and shown.isdisjoint(cube.false)


# The laws of cubes


@pytest.mark.parametrize(("name", "board"), small_boards(), ids=lambda part: part)
def test_every_answer_is_in_just_one_cube(name: str, board: str) -> None:
    instance = pp.load(name, board)
    answers = list(map(texts, found(instance, "asp")))
    for wanted in (2, 30):
        parts = pp.cubes(instance, wanted)
        for shown in answers:
            assert sum(has(cube, shown) for cube in parts) == 1


@pytest.mark.parametrize("wanted", [1, 2, 8, 40])
def test_there_are_about_as_many_cubes_as_are_wanted(wanted: int) -> None:
    parts = pp.cubes(pp.load("eternity", "alike_3x3"), wanted)
    assert wanted <= len(parts) < wanted + 40
    assert len(set(parts)) == len(parts)


def test_a_board_without_answer_has_few_cubes_or_none() -> None:
    assert pp.cubes(pp.load("pips", "mutilated_6x6"), 10) == []
    assert pp.count(pp.load("pips", "mutilated_6x6"), cubes=10) == pp.Count(
        0, SearchReport(exhausted=True)
    )


def test_cubes_of_classes_have_the_classes() -> None:
    board = pp.load("eternity", "document_3x3")
    parts = pp.cubes(board, 6, symmetry=True)
    answers = list(map(texts, found(board, "asp", symmetry=True)))
    assert len(answers) == 4
    assert all(sum(has(cube, shown) for cube in parts) == 1 for shown in answers)


def test_edge_matching_is_cut_from_a_corner_along_the_border() -> None:
    for cube in pp.cubes(pp.load("eternity", "framed_7x7"), 60):
        assert not cube.false
        cells = [clingo.parse_term(atom).arguments[:2] for atom in cube.true]
        places = [(row.number, column.number) for row, column in cells]
        assert places == [(1, column) for column in range(1, len(places) + 1)]


def test_packings_are_cut_along_the_cells_of_the_sweep() -> None:
    soma = pp.load("packing", "soma")
    placed = pp.find_puzzle("packing").decode
    for cube in pp.cubes(soma, 40):
        atoms = unify(map(clingo.parse_term, cube.true), pp.find_puzzle("packing").answers)
        covered = {cell for p in placed(soma, atoms).placements for cell in p.cells}
        assert min(soma.cells) in covered
        assert not cube.false


@pytest.mark.slow
def test_cubes_are_of_about_one_size() -> None:
    """Conflicts of the largest cube, as a share of all, where 1/number would be just even."""
    board = pp.load("packing", "hexagonal_cylinder")
    search: Any = start_search(make_job(board, "asp:sweep"), keep=True)
    conflicts = []
    for cube in pp.cubes(board, 24):
        search.within = cube
        search.count()
        conflicts.append(search.statistics["conflicts"])
    assert max(conflicts) < 0.25 * sum(conflicts)


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_any_program_is_cut_into_disjoint_exhaustive_cubes(data: st.DataObject) -> None:
    """Also where shown terms are no atoms, atoms are hidden, and nothing comes in groups."""
    text = data.draw(programs())
    job = Job(Engine("asp"), (), facts=text)
    answers = [texts(frozenset(symbols)) for symbols in start_search(job)]
    cutting = CubeCutter(job)
    assert set(cutting.atoms).issuperset(set().union(*answers))
    for wanted in (2, 7):
        parts = cutting.cubes(wanted)
        assert all(sum(has(cube, shown) for cube in parts) == 1 for shown in answers)
        within = [shown for cube in parts for shown in searched(job, cube)]
        assert sorted(map(sorted, within)) == sorted(map(sorted, answers))


def searched(job: Job, cube: Cube) -> list[set[str]]:
    search: Any = start_search(job)
    search.within = cube
    return [texts(frozenset(symbols)) for symbols in search]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Choices, rules and constraints over some atoms, shown in different ways."""
    number = st.integers(1, 4)
    lines = ["p(1..4). { a(X) } :- p(X). { b(X,Y) : p(Y), Y < 4 } 1 :- p(X), X < 3."]
    for _ in range(draw(st.integers(0, 4))):
        x, y, z = draw(number), draw(number), draw(number)
        lines.append(
            draw(
                st.sampled_from(
                    [
                        f":- a({x}), a({y}), not a({z}).",
                        f":- not a({x}), b({y},{z}).",
                        f"c({x}) :- a({y}), not b({z},1).",
                        f"a({x}) :- b({y},{z}).",
                        f":- {{ a(X) }} > {x}.",
                        f":- c({x}), not a({y}).",
                    ]
                )
            )
        )
    shown = draw(
        st.sampled_from(
            [
                "#show a/1. #show c/1.",
                "#show a/1. #show b/2.",
                "#show b/2.",
                "#show a(X) : a(X), not c(1). #show b/2.",
                "#show f(X) : a(X). #show a(1) : c(2). #show b/2.",
                "#show.",
            ]
        )
    )
    return "\n".join((*lines, shown, "#defined c/1."))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcde"), st.booleans()), max_size=5))
def test_a_cube_means_the_same_as_assumption_and_as_rule(literals: list[tuple[str, bool]]) -> None:
    text = "{a; b; c; d}. :- a, b, not c. :- d, not a. #show a/0. #show b/0. #show c/0. #show d/0."
    cube = Cube(
        tuple(dict.fromkeys(atom for atom, value in literals if value)),
        tuple(dict.fromkeys(atom for atom, value in literals if not value)),
    )
    assumed = searched(Job(Engine("asp"), (), facts=text), cube)
    ruled = searched(Job(Engine("asp"), (), facts=f"{text} {cube.rules()} #defined e/0."), Cube())
    assert sorted(map(sorted, assumed)) == sorted(map(sorted, ruled))
