"""The laws of reading answers: what is remembered on the way changes nothing that is read."""

from __future__ import annotations

import random
import sys
from functools import cache
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import run

import pyasp_puzzles as pp
from pyasp_puzzles.core import atoms as reading
from pyasp_puzzles.core.atoms import Predicate, order, unify
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.puzzles.packing import PUZZLE

# Atoms


class Value(Predicate):
    row: int
    column: int


class Name(Predicate, name="value"):
    first: str
    second: str


def terms() -> st.SearchStrategy[clingo.Symbol]:
    names = st.sampled_from(["", "a", "ab", "b", "a_b", "_a", "aB"])
    plain = st.one_of(
        st.just(clingo.Infimum),
        st.just(clingo.Supremum),
        st.integers(-(2**31), 2**31 - 1).map(clingo.Number),
        st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=3).map(clingo.String),
    )

    def function(name: str, arguments: list[clingo.Symbol], positive: bool) -> clingo.Symbol:
        return clingo.Function(name, arguments, positive or not name)

    return st.recursive(
        plain | st.builds(function, names, st.just([]), st.booleans()),
        lambda inner: st.builds(function, names, st.lists(inner, max_size=3), st.booleans()),
        max_leaves=5,
    )


@given(st.lists(terms(), min_size=2, max_size=8))
def test_the_key_of_a_symbol_sorts_as_clingo_does(symbols: list[clingo.Symbol]) -> None:
    for one in symbols:
        for other in symbols:
            assert (order(one) < order(other)) == (one < other), (one, other)
            assert (order(one) == order(other)) == (one == other), (one, other)


places = st.builds(
    lambda *numbers: clingo.Function("value", [clingo.Number(n) for n in numbers]),
    *[st.integers(-3, 12)] * 2,
)


@given(st.lists(places, max_size=20))
def test_atoms_come_in_clingo_s_order_and_each_once(symbols: list[clingo.Symbol]) -> None:
    found = unify(symbols, [Value])
    assert [atom.symbol for atom in found] == sorted(set(symbols))
    for atom in found:
        assert atom == Value(*(argument.number for argument in atom.symbol.arguments))


def test_what_was_read_as_one_class_is_not_taken_for_another() -> None:
    number, text = map(clingo.parse_term, ("value(1,2)", 'value("1","2")'))
    assert unify([number], [Value]) == (Value(1, 2),)
    assert unify([text], [Name]) == (Name("1", "2"),)
    for symbol, classes in ((number, [Name]), (text, [Value])):
        for _ in range(2):  # what was refused once is refused again
            with pytest.raises(pp.SolverError, match="is none of the answer's atoms"):
                unify([symbol], classes)


def test_memory_is_bounded_and_what_is_forgotten_is_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Fresh(Predicate, name="value"):
        row: int
        column: int

    monkeypatch.setattr(reading, "REMEMBERED", 10)
    symbols = [clingo.parse_term(f"value({n},{-n})") for n in range(50)]
    for _ in range(2):
        assert unify([*symbols, *symbols], [Fresh]) == tuple(Fresh(n, -n) for n in range(50))
    assert reading._reader((Fresh,)).cache_info().currsize == 10  # type: ignore[attr-defined]


# Answers


@cache
def first() -> Answer[Any, Any, Any]:
    return next(pp.solve(pp.load("packing", "soma"), engine="asp"))


@settings(deadline=None)  # the first example searches
@given(st.randoms(use_true_random=False))
def test_an_answer_read_in_any_order_is_the_one_made_by_hand(rng: random.Random) -> None:
    by_hand = first()
    symbols = [clingo.parse_term(str(symbol)) for symbol in by_hand.symbols * 2]
    rng.shuffle(symbols)
    read = Answer.read(PUZZLE, by_hand.instance, symbols)
    again = Answer(PUZZLE, by_hand.instance, tuple(sorted(by_hand.symbols)))
    assert (read, hash(read), read.symbols) == (again, hash(again), again.symbols)
    assert (read.atoms, read.solution) == (again.atoms, again.solution)


# Benchmarks

HEAVY = ("ortools", "numba", "matplotlib", "pandas")


def benchmark_run(*options: str) -> list[str]:
    code = (
        "import sys, pytest; pytest.main(sys.argv[1:]);"
        f"print('heavy:', *sorted({set(HEAVY)} & sys.modules.keys()))"
    )
    arguments = ("-q", "-p", "no:cacheprovider", "-m", "benchmark", *options)
    return run(sys.executable, "-c", code, *arguments).stdout.split("\n")


def test_collecting_the_benchmarks_imports_no_heavy_library() -> None:
    lines = benchmark_run("-n", "0", "--collect-only", "tests/benchmarks")
    assert any("test_frontier" in line for line in lines)
    assert "heavy:" in lines


@pytest.mark.slow
def test_benchmarks_in_several_processes_are_refused_at_once() -> None:
    lines = benchmark_run("-n", "1", "tests/benchmarks/test_frontier.py")
    assert any("benchmarks run one at a time: pytest -m benchmark -n 0" in line for line in lines)
    assert not any("passed" in line for line in lines)
