"""Grounding: what clingo refuses is one line, and waiting for it has a deadline."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pyasp_puzzles.boards.registry import find_puzzle, load_boards, shipped_names
from pyasp_puzzles.core.atoms import Predicate, signature
from pyasp_puzzles.core.errors import PuzzleWarning, SolverError
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.ground.grounding import Grounder, Source, in_thread


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a :- b", r"wrong\.lp, line 2, column 1: syntax error, unexpected EOF$"),
        (
            "p(X) :- not q(X).",
            r"wrong\.lp, line 1: unsafe variables in: p\(X\):-not q\(X\); 'X' is unsafe$",
        ),
        ('#include "nowhere.lp".', r"wrong\.lp, line 1: .*nowhere\.lp"),
    ],
)
def test_an_error_of_clingo_is_one_line_with_file_and_place(
    text: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "wrong.lp"
    file.write_text(text)
    with pytest.raises(SolverError, match=words) as error:
        Grounder(Source((file,))).ground()
    assert "\n" not in str(error.value)
    assert str(error.value).count("wrong.lp") == 1, "the file is named once"


def test_the_error_counts_and_not_a_warning_before_it() -> None:
    logged: list[str] = []
    wrong = "a :- not_there. :- X = 1/0, a. b(X) :- X = Y+1."
    with pytest.raises(SolverError, match=r"^program, line 1: .*unsafe"):
        Grounder(Source(facts=wrong), log=logged.append).ground()
    assert logged == []


def test_a_warning_of_clingo_is_one_line_told_once_and_reaches_a_python_caller(
    tmp_path: Path,
) -> None:
    file = tmp_path / "queens.lp"
    file.write_text("{ queen(1..N) } :- siz(N).\n:- siz(N), 1/0 = N.\n" + ":- b, c.\n" * 2)
    logged: list[str] = []
    with pytest.warns(PuzzleWarning) as caught:
        Grounder(Source((file,), "siz(0..9)."), log=logged.append).ground()
    told = [str(warning.message) for warning in caught]
    assert told == logged
    assert len(told) == len(set(told))
    assert f"{file}, line 2: operation undefined: (1/0)" in told
    assert f"{file}, line 4: atom does not occur in any rule head: b" in told


def shipped(most: int | None) -> Iterator[Source]:
    """Each program of a shipped puzzle, with each further file, on its first boards."""
    for name in shipped_names():
        puzzle = find_puzzle(name)
        boards = [b for file in puzzle.instance_files() for b in load_boards(puzzle, file)]
        files = (*puzzle.all_program_paths(), *puzzle.lemma_paths())
        rules, *further = dict.fromkeys(files)
        best = rules.parent / "best" / rules.name
        own = signature_text(puzzle.answers)
        for board in boards[:most]:
            facts = fact_text(board)
            yield Source((rules,), facts)
            for file in further:
                yield Source((rules, file), facts)
            if best.is_file():  # a judge gets an answer as facts
                yield Source((best,), facts + own)


def signature_text(answers: Iterable[type[Predicate]]) -> str:
    return "".join(f"#defined {name}/{arity}.\n" for name, arity in map(signature, answers))


@pytest.mark.parametrize("most", [1, pytest.param(None, marks=pytest.mark.slow)])
def test_shipped_programs_have_no_warning_on_shipped_boards(most: int | None) -> None:
    for source in shipped(most):
        with warnings.catch_warnings():
            warnings.simplefilter("error", PuzzleWarning)
            Grounder(source).ground()


def test_a_refused_option_is_called_an_option() -> None:
    with pytest.raises(SolverError, match=r"^clingo options: .*nosuch"):
        Grounder(Source(), ["--nosuch"])


def test_constants_and_facts_are_part_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "program.lp"
    file.write_text("#const n = 1. a(n, X) :- fact(X).")
    grounder = Grounder(Source((file,), "fact(5).", {"n": 7}))
    grounder.ground()
    found = {str(atom.symbol) for atom in grounder.control.symbolic_atoms}
    assert found == {"fact(5)", "a(7,5)"}


def test_waiting_ends_when_the_time_is_up_and_errors_reach_the_caller() -> None:
    release = threading.Event()

    def work() -> None:
        release.wait(60)

    try:
        assert not in_thread(work, lambda: True)
    finally:
        release.set()
    assert in_thread(lambda: None, lambda: False)
    with pytest.raises(KeyError):
        in_thread({}.popitem, lambda: False)  # type: ignore[arg-type]
