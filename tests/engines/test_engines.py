"""The laws of the search: statuses, limits, projection, messages, and what an answer must be."""

from __future__ import annotations

import dataclasses
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import clingo
import pytest
from support import run

import pyasp_puzzles as pp
from pyasp_puzzles.core.atoms import Predicate, fact_lines, unify
from pyasp_puzzles.counts.progress import Progress
from pyasp_puzzles.engines.asp import AspSearch, ClaspSettings
from pyasp_puzzles.engines.results import Answer, Answers
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.puzzles import packing
from pyasp_puzzles.puzzles.packing import parse

ENDLESS = "lattice: square\nboard: 16 x 16\npiece I x128:\n    ##\n"


def search(
    tmp_path: Path,
    program: str,
    facts: str = "",
    *,
    constants: Mapping[str, int] | None = None,
    options: Sequence[str] = (),
    **limits: Any,
) -> AspSearch:
    file = tmp_path / "program.lp"
    file.write_text(program)
    return AspSearch(Source((file,), facts, constants or {}), ClaspSettings(options), **limits)


def test_constants_reach_the_program(tmp_path: Path) -> None:
    program = "#const n = 1. { a(1..n) }. #show a/1."
    assert search(tmp_path, program, constants={"n": 3}).count() == 8


@pytest.mark.parametrize(
    ("program", "facts", "options", "message"),
    [
        ("a.", "b(", (), "syntax error"),
        ("a.", "", ("--eq=many",), "'many' invalid value"),
        ("a.", "", ("--no-lookback", "--heuristic=Vsids"), "requires lookback"),
    ],
)
def test_clingo_s_complaint_is_passed_on(
    tmp_path: Path, program: str, facts: str, options: tuple[str, ...], message: str
) -> None:
    with pytest.raises(pp.SolverError, match=message):
        list(search(tmp_path, program, facts, options=options))


def test_a_missing_input_is_named_in_the_messages(tmp_path: Path) -> None:
    found = search(tmp_path, "a :- forgotten. #show a/0.")
    list(found)
    assert any("forgotten" in message for message in found.messages)


def test_a_search_can_be_stopped_from_outside() -> None:
    answers = pp.solve(parse(ENDLESS, "f")[""])
    next(answers)
    threading.Timer(0.2, answers.stop, ["enough"]).start()
    found = 1 + sum(1 for _ in answers)
    assert answers.found == found
    assert (answers.exhausted, answers.reason) == (False, "enough")
    assert answers.status is pp.Status.SATISFIABLE


def test_uniqueness_is_not_guessed_when_time_is_up() -> None:
    with pytest.raises(pp.GaveUpError, match="time limit"):
        pp.is_unique(parse(ENDLESS, "f")[""], timeout=0.001)


PIGEONS = """
pigeon(1..16). hole(1..15).
{ in(P, H) : hole(H) } = 1 :- pigeon(P).
:- hole(H), 2 { in(P, H) }.
#show in/2.
"""


@pytest.mark.parametrize("timeout", [0.0, 0.001, 0.3])
def test_a_time_limit_ends_a_search_without_answers(tmp_path: Path, timeout: float) -> None:
    for late in (search(tmp_path, PIGEONS, timeout=timeout) for _ in range(3)):
        assert list(late) == []
        assert late.count() == 0
        assert not late.exhausted
        assert late.reason.startswith("time limit")


@pytest.mark.parametrize("end", ["", "raise SystemExit(5)", "del answers"])
def test_python_ends_cleanly_when_a_search_is_left_unfinished(end: str) -> None:
    code = (
        "import pyasp_puzzles as pp; answers = pp.solve(pp.load('eternity'), threads=2);"
        f"print(next(answers).puzzle.name); {end}"
    )
    done = run(sys.executable, "-c", code)
    expected = 5 if "5" in end else 0
    assert (done.returncode, done.stdout, done.stderr) == (expected, "eternity\n", "")


def test_a_closed_search_gives_no_more_answers() -> None:
    with pp.solve(parse(ENDLESS, "f")[""]) as answers:
        next(answers)
    assert list(answers) == []
    assert answers.found == 1


def test_an_error_that_is_not_clingo_s_is_raised(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        list(search(tmp_path, "a.", "b. % \ud800"))


def test_an_answer_can_be_put_in_a_set() -> None:
    soma = pp.load("packing", "soma")
    assert len({*pp.solve(soma, limit=3), *pp.solve(soma, limit=3)}) == 3


def test_a_wrong_answer_cannot_be_written_as_verified() -> None:
    instance = pp.load("packing", "slothouber_graatsma")
    answer = next(pp.solve(instance))
    with pytest.raises(pp.VerificationError):
        Answer(packing.PUZZLE, instance, answer.symbols[1:]).as_json()


def test_python_ends_cleanly_while_a_grounding_goes_on(tmp_path: Path) -> None:
    code = (
        "import pyasp_puzzles as pp; from pyasp_puzzles.puzzles.packing import parse;"
        "board = 'lattice: cubic\\nboard: 16 x 16 x 16\\npiece I x2048:\\n ##\\n';"
        "found = pp.count(parse(board, 'f')[''], timeout=0.3);"
        "print(found.exhausted, found.reason.startswith('time limit'))"
    )
    done = run(sys.executable, "-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False True\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        {"threads": 0},
        {"seed": -1},
        {"limit": "3"},
        {"timeout": -1},
        {"timeout": float("nan")},
        {"options": "--config=crafty"},
        {"options": 5},
        {"options": b"--eq=0"},
        {"limit": True},
        {"limit": 0},
        {"limit": -1},
        {"engine": 3},
        {"engine": "sat", "solver": 3},
        {"symmetry": 3},
        {"symmetry": "x"},
    ],
)
def test_a_senseless_argument_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(pp.PuzzleError, match=r"found .*expected"):
        pp.solve(pp.load("packing", "soma"), **arguments)


def test_an_answer_to_another_puzzle_is_refused() -> None:
    soma = pp.load("packing", "soma")
    other = next(pp.solve(pp.load("eternity"), limit=1))
    with pytest.raises(pp.PuzzleError, match="expected an answer to packing"):
        pp.verify(soma, other)


def test_a_path_is_an_address(tmp_path: Path) -> None:
    file = tmp_path / "a#b.txt"
    file.write_text(ENDLESS)
    assert len(pp.load("packing", file).cells) == 256
    with pytest.raises(pp.PuzzleError, match="found 3, expected a name, a path"):
        pp.load("packing", 3)  # type: ignore[arg-type]


def test_progress_is_reported() -> None:
    seen: list[int] = []

    def progress(told: Progress) -> None:
        seen.append(told.answers)
        if len(seen) >= 3 and told.answers:
            raise KeyboardInterrupt

    found = pp.count(parse(ENDLESS, "f")[""], progress=progress)
    assert seen == sorted(seen)
    assert int(found) >= seen[-1] > 0
    assert (found.exhausted, found.reason) == (False, "interrupted")


def test_unsatisfiable_is_told_from_unknown() -> None:
    board = "lattice: square\nmoves: none\nboard:\n    #.#\n    #.#\npiece I x2:\n    ##\n"
    answers = pp.solve(parse(board, "f")[""])
    assert list(answers) == []
    assert answers.status is pp.Status.UNSATISFIABLE
    late = pp.solve(parse(ENDLESS, "f")[""], timeout=0.001)
    assert list(late) == []
    assert late.status is pp.Status.UNKNOWN


# Atoms and answers


class PlacedPair(Predicate, name="place"):
    row: int
    column: int


def test_a_shown_atom_of_no_class_is_refused() -> None:
    for text in ("place(1)", "place(1,a)", "cell(1,2)", "7", "-place(1,2)"):
        with pytest.raises(pp.SolverError, match="is none of the answer's atoms"):
            unify([clingo.parse_term(text)], [PlacedPair])
    (atom,) = unify([clingo.parse_term("place(1,2)")], [PlacedPair])
    assert atom == PlacedPair(1, 2)


def test_facts_fit_100_columns_and_are_in_order() -> None:
    lines = fact_lines(PlacedPair(row, 10) for row in range(60, 0, -1))
    assert max(map(len, lines)) <= 100
    assert lines[0].startswith("place(1,10). place(2,10).")


def test_an_answer_that_breaks_a_rule_is_never_shown() -> None:
    """A verifier that objects to everything stands for a program that is wrong."""
    instance = pp.load("packing", "slothouber_graatsma")
    strict = dataclasses.replace(packing.PUZZLE, verify=lambda *_: ["No answer is right."])
    engine = AspSearch(Source((packing.PUZZLE.program_path(),), pp.facts(instance)), limit=1)
    with pytest.raises(pp.VerificationError, match=r"No answer is right\..*place"):
        next(Answers(strict, instance, engine))


def test_a_puzzle_that_does_not_exist_is_refused() -> None:
    with pytest.raises(pp.PuzzleError, match=r"no puzzle 'chess', expected one of .*packing"):
        pp.find_puzzle("chess")
    with pytest.raises(pp.PuzzleError, match="expected an instance of a puzzle"):
        pp.facts(object())  # type: ignore[type-var]
