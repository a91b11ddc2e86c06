"""Number grids for SAT and CP-SAT: the same answers as the program, and the document's mistake."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest
from number_grids import PAIRS, view_from, without_region
from support import found, hand_written

import pyasp_puzzles as pp
from pyasp_puzzles.boards.grid import Filled
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.registry import load_board
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.puzzles.twenty_four_seven import PUZZLE
from pyasp_puzzles.puzzles.twenty_four_seven.instance import NumberGridBoard, usual_digits
from pyasp_puzzles.puzzles.twenty_four_seven.sat import most_filled
from pyasp_puzzles.puzzles.twenty_four_seven.verify import verify

pytest.importorskip("pysat")
pytest.importorskip("ortools")

Shown = frozenset[clingo.Symbol]
ALL = hand_written("twenty_four_seven")
DEFAULTS = ["sat.levels", "sat.lazy", "cpsat.distances"]
DOCUMENT = "cpsat.document"


def load(name: str) -> NumberGridBoard:
    return load_board(PUZZLE, name)


def expected(instance: NumberGridBoard) -> set[Shown]:
    return {frozenset(answer.symbols) for answer in pp.solve(instance)}


def board(instance: NumberGridBoard, shown: Shown) -> Filled:
    return PUZZLE.decode(instance, unify(shown, PUZZLE.answers))


def filled_cells(solution: Filled) -> set[Place]:
    return {
        (r, c)
        for r, row in enumerate(solution.rows, start=1)
        for c, digit in enumerate(row, start=1)
        if digit
    }


def rule_of(text: str) -> str:
    return text.partition(":")[0]


# The same answers as the program ----------------------------------------------------------------


@pytest.mark.parametrize(
    "file",
    [
        "2018-06.json",
        pytest.param("2020-12.json", marks=pytest.mark.slow),
        pytest.param("2023-02.json", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("engine", DEFAULTS)
def test_published_boards_have_their_one_answer(engine: str, file: str, data: Path) -> None:
    boards = pp.load_all("twenty_four_seven", str(data / "twenty_four_seven" / file))
    for instance in boards:
        assert found(instance, engine) == list(expected(instance)), instance.name


@pytest.mark.parametrize("engine", ALL)
def test_view_that_no_line_can_show_has_no_answer(engine: str) -> None:
    views = (view_from("top", 1, 4, 4, 10),)
    instance = NumberGridBoard("Blind", 4, ((1, 4), (3, 4), (5, 4)), views=views)
    assert found(instance, engine) == []


def test_functional_formula_has_one_model_an_answer() -> None:
    """Blocking whole models, hidden variables included, lists each answer once all the same."""
    instance = NumberGridBoard("All", 4, ((1, 4), (3, 4), (5, 4)))
    cnf = ALL["sat.levels_functional"].build(instance, "")
    assert isinstance(cnf, Cnf)
    from pysat.solvers import Solver

    with Solver("cadical195", bootstrap_with=cnf.clauses) as solver:
        assert sum(1 for _ in solver.enum_models()) == 48


# Connection -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(PUZZLE.instance_files()))
def test_bound_on_the_filled_cells_is_reached_or_kept(name: str) -> None:
    instance = load(name)
    for answer in pp.solve(instance, limit=3):
        cells = len(filled_cells(answer.solution))
        assert cells <= most_filled(instance)
        assert len(instance.grids) > 1 or cells == most_filled(instance)


def test_four_overlapping_grids_fill_at_most_96_cells() -> None:
    grids = ((1, 1), (1, 6), (6, 1), (6, 6))
    assert most_filled(NumberGridBoard("Four in one", 7, usual_digits(7), grids)) == 96


# The document's model ---------------------------------------------------------------------------


def test_document_finds_a_board_of_the_trap_and_verify_names_the_connection() -> None:
    flaws = {name: encoding.flaw for name, encoding in ALL.items() if encoding.flaw}
    assert flaws == {DOCUMENT: "unsound: counts adjacent pairs"}
    instance = load("trap_pairs")
    assert expected(instance) == set()
    (shown,) = found(instance, DOCUMENT)
    assert [shown] == without_region(instance, PAIRS)
    (broken,) = verify(instance, board(instance, shown))
    assert rule_of(broken) == "The filled cells form one connected region"


def test_document_finds_a_board_of_the_published_trap_alone(data: Path) -> None:
    instance = load(str(data / "twenty_four_seven" / "trap_edge_count.json"))
    assert expected(instance) == set()
    (shown,) = found(instance, DOCUMENT)
    (broken,) = verify(instance, board(instance, shown))
    assert rule_of(broken) == "The filled cells form one connected region"


@pytest.mark.parametrize("name", ["2020_a", "2020_b", "four", "side_by_side"])
def test_document_has_just_the_boards_with_enough_adjacent_pairs(name: str) -> None:
    assert set(found(load(name), DOCUMENT)) == {*without_region(load(name), PAIRS)}
