"""Pips for SAT and CP-SAT: the answers of the program, and the document's figures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import found, hand_written, raw_solutions

import pyasp_puzzles as pp
from pyasp_puzzles.engines.cpsat import CpSearch
from pyasp_puzzles.engines.sat import SatSearch
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.puzzles.pips.generate import box
from pyasp_puzzles.puzzles.pips.instance import Cell, Domino, PipsBoard, Region, make

pytest.importorskip("pysat")
pytest.importorskip("ortools")

from pyasp_puzzles.puzzles.pips import cpsat, sat

ALL = hand_written("pips")
STAGED = "cpsat.document"
every_encoding = pytest.mark.parametrize("name", ALL)

Answers = set[frozenset[clingo.Symbol]]


def by_program(instance: PipsBoard) -> Answers:
    return {frozenset(answer.symbols) for answer in pp.solve(instance)}


def by_encoding(name: str, instance: PipsBoard) -> Answers:
    return set(found(instance, name))


def one_region(cells: Sequence[Cell], rule: str, target: int, *dominoes: Domino) -> PipsBoard:
    return make(rule, [Region("A", rule, tuple(sorted(cells)), target)], dominoes)


def square(rule: str, target: int, *dominoes: Domino) -> PipsBoard:
    return one_region(box(2, 2), rule, target, *dominoes)


# The same answers as the program


@every_encoding
@pytest.mark.parametrize(
    "instance, answers",
    [
        pytest.param(square(rule, target, *dominoes), answers, id=f"{rule} {target}")
        for rule, target, answers, *dominoes in (
            ("sum", 0, 2, Domino(0, 0, 2)),
            ("sum", 1, 0, Domino(0, 0, 2)),
            ("less", 0, 0, Domino(0, 0, 2)),
            ("less", 2**31 - 1, 8, Domino(0, 3, 2)),
            ("greater", 12, 0, Domino(3, 3, 2)),
            ("greater", 2**31 - 1, 0, Domino(0, 3, 2)),
            ("equals", 0, 0, Domino(4, 4), Domino(2, 4)),
            ("unequal", 0, 16, Domino(0, 2), Domino(1, 3)),
            ("sum", 1000, 8, Domino(1, 999), Domino(0, 0)),
        )
    ]
    + [
        pytest.param(one_region(cells, "empty", 0, *dominoes), answers, id=f"{len(cells)} cells")
        for cells, answers, *dominoes in (
            ([(1, 1), (3, 3)], 0, Domino(1, 2)),
            ([(1, 1), (1, 2), (5, 5), (6, 5)], 4, Domino(1, 2), Domino(3, 3)),
        )
    ],
)
def test_an_odd_board_has_as_many_answers_as_by_hand(
    name: str, instance: PipsBoard, answers: int
) -> None:
    listed = by_encoding(name, instance)
    assert len(listed) == answers
    assert listed == by_program(instance)


# The document


def test_the_document_s_puzzle_has_84_value_variables_and_2_layouts() -> None:
    layouts, fillings = cpsat.document(pp.load("pips", "document")).stages
    assert len(fillings.model.Proto().variables) == len(fillings.atoms) == 84
    assert CpSearch(lambda: layouts).count() == 2


def test_the_hard_puzzle_has_64_layouts_and_360_value_sets(data: Path) -> None:
    instance = pp.load("pips", f"{data}/pips/2025-09-21.json#hard")
    search = CpSearch(lambda: cpsat.document(instance))
    assert {frozenset(symbols) for symbols in search} == by_program(instance)
    assert search.statistics["stage 1 solutions"] == 64
    assert search.statistics["stage 2 solutions"] == 360


def test_a_search_in_stages_ends_when_it_is_stopped_between_two_answers() -> None:
    search = CpSearch(lambda: cpsat.document(pp.load("pips", "checkers_4x4")))
    for _ in search:
        search.stop("enough")
    assert (search.exhausted, search.reason) == (False, "enough")


# Published puzzles


DAYS = ("2025-08-19", "2025-09-10", "2025-10-05", "2025-10-14")


@pytest.mark.parametrize("name", [name for name in ALL if name != STAGED])
@pytest.mark.parametrize("day", DAYS)
def test_a_published_puzzle_has_the_answers_of_the_program(name: str, day: str, data: Path) -> None:
    for instance in pp.load_all("pips", f"{data}/pips/{day}.json"):
        assert by_encoding(name, instance) == by_program(instance), instance.name


# How it is written


@pytest.mark.parametrize("board", ["document", "heart", "two_islands"])
def test_links_and_values_determine_every_variable_of_the_cp_model(board: str) -> None:
    instance = pp.load("pips", board)
    assert raw_solutions(cpsat.joint(instance)) == dict(instance.known)["answers"]


@given(
    columns=st.lists(st.sets(st.integers(0, 5), min_size=1, max_size=3), min_size=1, max_size=4),
    low=st.integers(-1, 21),
    span=st.integers(-1, 21),
)
def test_numbers_add_up_with_one_model_for_each_choice_within_the_bounds(
    columns: list[set[int]], low: int, span: int
) -> None:
    high = low + span
    cnf = Cnf()
    numbers = [{number: cnf.new() for number in column} for column in columns]
    for column in numbers:
        cnf.exactly_one(column.values())
    sat.add_up(cnf, numbers, low, high)
    # All variables are shown, the hidden ones too: a second model of a choice would be counted.
    cnf.shown = {clingo.Number(variable): variable for variable in range(1, cnf.variables + 1)}
    expected = sum(low <= sum(choice) <= high for choice in product(*columns))
    assert SatSearch(lambda _report: cnf).count() == expected
