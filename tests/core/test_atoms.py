"""No answer twice: what lists or counts answers refuses one that was there before, and says so."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator
from typing import Any

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.cli import run
from pyasp_puzzles.comparison.child import AnswerWriter
from pyasp_puzzles.core.atoms import Distinct, digest, number
from pyasp_puzzles.engines.answering import PreparedJob
from pyasp_puzzles.engines.covering.kernel import KernelSearch
from pyasp_puzzles.engines.covering.search import CoverSearch
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.search import Search, Symbols
from pyasp_puzzles.puzzles.packing import parse

BOARD = "eternity", "document_3x3"
UNIQUE = "twenty_four_seven", "2020_a"
DOMINOES = "lattice: square\nboard: 2 x 2\npiece a:\n    ##\npiece b:\n    ##\n"


def listed(puzzle: str, name: str) -> list[Symbols]:
    return [answer.symbols for answer in pp.solve(pp.load(puzzle, name))]


class Lister(Search):
    """An engine that lists what it was given, and is done."""

    def __init__(self, rows: list[Symbols], limit: int = 0) -> None:
        super().__init__(limit=limit)
        self.report.engine = "lister"
        self._rows = rows

    def _answers(self) -> Generator[Symbols]:
        yield from self._rows


@pytest.fixture
def lister(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let ``solve``, ``count`` and ``is_unique`` search with an engine that lists some rows."""

    def use(rows: list[Symbols]) -> None:
        monkeypatch.setattr(PreparedJob, "search", lambda made: Lister(rows, made.job.limit))

    return use


def reordered(row: Symbols) -> Symbols:
    return tuple(reversed(row))


# Where answers are listed or counted


def test_a_repeated_answer_ends_solve_with_an_error_that_names_it(lister: Any) -> None:
    rows = listed(*BOARD)
    lister([*rows, reordered(rows[3])])
    answers = pp.solve(pp.load(*BOARD))
    assert [next(answers).symbols for _ in rows] == rows
    with pytest.raises(pp.RepeatedAnswerError) as error:
        next(answers)
    assert str(error.value) == (
        "eternity document_3x3: lister lists an answer twice, again as answer 17; please report "
        f"this. Answer: {' '.join(map(str, rows[3]))}"
    )
    assert next(answers, None) is None, "nothing comes after a repeated answer"
    assert (answers.found, answers.exhausted) == (16, False)


def test_one_answer_that_comes_twice_never_makes_an_instance_ambiguous(lister: Any) -> None:
    (row,) = listed(*UNIQUE)
    lister([row, reordered(row)])
    with pytest.raises(pp.RepeatedAnswerError, match="again as answer 2"):
        pp.is_unique(pp.load(*UNIQUE))
    lister([row])
    assert pp.is_unique(pp.load(*UNIQUE))


def test_an_engine_that_counts_by_listing_refuses_a_repeated_answer(lister: Any) -> None:
    rows = listed(*BOARD)
    lister([*rows, reordered(rows[0])])
    with pytest.raises(pp.RepeatedAnswerError, match="lister lists an answer twice, again as"):
        pp.count(pp.load(*BOARD))
    lister(rows)
    assert int(pp.count(pp.load(*BOARD))) == 16


@pytest.mark.parametrize("words", [["solve", "-n", "0"], ["count"]])
def test_the_command_line_says_it_in_one_line_and_fails(
    words: list[str], lister: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = listed(*BOARD)
    lister([*rows, rows[0]])
    verb, *options = words
    assert run([verb, *BOARD, *options]) == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if "pyasp-puzzles:" in line]
    assert len(errors) == 1
    assert "lists an answer twice" in errors[0]


@pytest.mark.parametrize("engine", ["exact-cover", "exact-cover:kernel"])
def test_a_cover_that_is_found_twice_is_refused(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = make_job(parse(DOMINOES, "f")[""], engine)

    def twice(covers: Iterator[int]) -> Iterator[int]:
        for chosen in covers:
            yield chosen
            yield chosen

    search = KernelSearch if engine.endswith("kernel") else CoverSearch
    own = search.covers
    monkeypatch.setattr(search, "covers", lambda *given: twice(own(*given)))
    with pytest.raises(pp.RepeatedAnswerError, match=r"exact-cover:.* finds a cover twice"):
        list(start_search(job))


def test_a_measured_run_refuses_a_repeated_answer() -> None:
    rows = listed(*BOARD)
    file = io.StringIO()
    write = AnswerWriter(file)
    write(rows)
    assert len(file.getvalue().splitlines()) == 16
    with pytest.raises(pp.RepeatedAnswerError, match="lists an answer twice: place"):
        write([reordered(rows[5])])


def test_two_answers_of_the_same_atoms_through_a_process_are_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = pp.load(*BOARD)
    answers = pp.solve(board, engine="sat")
    run_ = type(answers._search)._messages  # type: ignore[attr-defined]

    def again(self: Any, *, counting: bool) -> Iterator[Any]:
        for message in run_(self, counting=counting):
            yield message
            yield [], message[1]

    monkeypatch.setattr(type(answers._search), "_messages", again)
    next(answers)
    with pytest.raises(pp.RepeatedAnswerError, match="again as answer 2"):
        next(answers)


# What is remembered


def row(*numbers: int) -> Symbols:
    return tuple(clingo.Function("a", [clingo.Number(n)]) for n in numbers)


@given(st.lists(st.frozensets(st.integers(0, 6)), max_size=40))
def test_an_answer_is_new_just_when_no_equal_set_of_atoms_came_before(
    answers: list[frozenset[int]],
) -> None:
    distinct = Distinct()
    for place, answer in enumerate(answers):
        symbols = sorted(row(*answer), key=number)
        assert distinct.add(digest(symbols)) == (answer not in answers[:place])


def test_what_is_remembered_is_bounded_and_a_list_that_comes_twice_is_still_noticed() -> None:
    most, total = 64, 5000
    distinct = Distinct(most)
    for n in range(total):
        assert distinct.add(digest(row(n, n + 1))), "no two of these answers are equal"
        assert len(distinct._seen) <= most
    assert len(distinct._seen) > most // 8
    noticed = sum(not distinct.add(digest(row(n, n + 1))) for n in range(total))
    assert noticed == len(distinct._seen)


def test_digests_of_answers_that_differ_little_are_spread() -> None:
    """Of 40,000 random numbers of 32 bits, 0.2 pairs are equal on average."""
    pairs = {(i, j): digest(row(i, j)) for i in range(200) for j in range(200)}
    assert len({found & 0xFFFFFFFF for found in pairs.values()}) > len(pairs) - 8
