"""What an answer costs once it is found: its atoms, its solution, its verification."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import clingo
import clorm
import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.results import Answer

if TYPE_CHECKING:
    from .conftest import Medians, Report

BOARDS = [
    ("packing", "hexagonal_cylinder"),
    ("packing", "soma"),
    ("flower_finder", "generated_5"),
    ("eternity", "framed_5x5"),
    ("eternity", "framed_7x7"),
    ("twenty_four_seven", "patterns_6x6"),
    ("pips", "three_rings"),
]
MOST = 200
HEADS = (
    "board",
    "answers",
    "atoms",
    "listed",
    "clorm",
    "atoms",
    "ratio",
    "decode",
    "verify",
    "all",
)
TITLE = """Reading answers: CPU microseconds an answer, medians.
listed: clingo names the shown symbols; clorm: unifies each anew; atoms: through our cache; ratio:
clorm to atoms; decode, verify: the next steps; all: from symbols to a verified answer"""


def listed(board: Any) -> tuple[list[tuple[clingo.Symbol, ...]], float]:
    """The shown symbols of the first answers, and the CPU seconds for listing one answer's."""
    job = make_job(board, "asp", limit=MOST, task="all")
    options = [f"--const={name}={value}" for name, value in job.profile[1].constants.items()]
    control = clingo.Control([f"--models={MOST}", *job.profile[1].options, *options])
    for program in job.program:
        control.load(str(program))
    control.add("base", [], job.facts)
    control.ground([("base", [])])
    rows, spent = [], 0.0
    with control.solve(yield_=True) as models:
        for model in models:
            start = time.process_time()
            rows.append(tuple(model.symbols(shown=True)))
            spent += time.process_time() - start
    return rows, spent / len(rows)


@pytest.mark.parametrize(("name", "address"), BOARDS)
def test_reading(name: str, address: str, medians: Medians, report: Report) -> None:
    board = pp.load(name, address)
    puzzle = puzzle_of(board)
    found, listing = listed(board)
    # No Symbol object comes twice from clingo, so none may come twice here.
    rows = [found[number % len(found)] for number in range(MOST)]
    rows = [tuple(clingo.parse_term(str(symbol)) for symbol in row) for row in rows]
    atoms = [unify(row, puzzle.answers) for row in rows]
    solutions = [puzzle.decode(board, each) for each in atoms]
    for row, each, solution in zip(rows, atoms, solutions, strict=True):
        anew = clorm.unify(puzzle.answers, sorted(row))
        assert sorted(each) == sorted(anew)
        assert puzzle.verify(board, solution) == []
    spent = medians(
        {
            "clorm": lambda: [clorm.unify(puzzle.answers, row) for row in rows],
            "atoms": lambda: [unify(row, puzzle.answers) for row in rows],
            "decode": lambda: [puzzle.decode(board, each) for each in atoms],
            "verify": lambda: [puzzle.verify(board, each) for each in solutions],
            "all": lambda: [Answer.read(puzzle, board, row).verified() for row in rows],
        }
    )
    times = {step: f"{1e6 * seconds / len(rows):.1f}" for step, seconds in spent.items()}
    report(
        TITLE,
        HEADS,
        [
            [
                *(f"{name} {address}", str(len(found)), str(len(rows[0])), f"{1e6 * listing:.1f}"),
                *(times["clorm"], times["atoms"], f"{spent['clorm'] / spent['atoms']:.1f}"),
                *(times["decode"], times["verify"], times["all"]),
            ]
        ],
    )
