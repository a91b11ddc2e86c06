"""Grounding: what clingo refuses is one line, and waiting for it has a deadline."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pyasp_puzzles.errors import SolverError
from pyasp_puzzles.grounding import Grounder, Source, in_thread


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a :- b", r"^wrong\.lp: .*wrong\.lp:\d+:\d.*syntax error"),
        ("p(X) :- not q(X).", r"^wrong\.lp: .*wrong\.lp:1:1.*unsafe variables"),
        ('#include "nowhere.lp".', r"^wrong\.lp: .*nowhere\.lp"),
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


def test_the_error_counts_and_not_a_warning_before_it() -> None:
    warnings: list[str] = []
    wrong = "a :- not_there. :- X = 1/0, a. b(X) :- X = Y+1."
    with pytest.raises(SolverError, match=r"^program: .*unsafe"):
        Grounder(Source(facts=wrong), log=warnings.append).ground()
    grounder = Grounder(Source(facts="a :- not_there."), log=warnings.append)
    grounder.ground()
    assert "atom does not occur in any rule head" in warnings[-1]


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
