"""AnswerCodec: equal answers have equal bytes, and decoding returns the atoms."""

from __future__ import annotations

from typing import Any

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.core.atoms import number
from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.counts.store.codec import AnswerCodec
from pyasp_puzzles.engines.job import Job, make_job
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.engines.process import start_search

# The words


@given(st.sets(st.integers(0, 299)))
def test_an_encoded_answer_is_decoded_to_its_atoms(numbers: set[int]) -> None:
    atoms = tuple(f"p({number})" for number in range(300))
    codec = AnswerCodec(atoms)
    word = codec.encode(
        clingo.parse_term(atoms[number]) for number in sorted(numbers, reverse=True)
    )
    assert codec.decode(word) == tuple(atoms[number] for number in sorted(numbers))
    assert len(word) == 2 * len(numbers)


def test_a_count_hands_over_the_answers_that_an_iteration_gives() -> None:
    board = pp.load("eternity", "alike_3x3")
    job = make_job(board, "asp")
    search: Any = start_search(job)
    seen: list[frozenset[int]] = []
    search.count(each=lambda symbols: seen.append(frozenset(map(number, symbols))))
    assert len(seen) == len(set(seen)) == 9432
    listed = {frozenset(map(number, symbols)) for symbols in start_search(job)}
    assert listed == set(seen)


def test_long_answers_are_read_whole() -> None:
    search: Any = start_search(
        Job(Engine("asp"), (), facts="{a}. p(1..3000). #show p/1. #show a/0.")
    )
    sizes: list[int] = []
    search.count(each=lambda symbols: sizes.append(len(symbols)))
    assert sorted(sizes) == [3000, 3001]


def test_an_unknown_atom_cannot_be_encoded() -> None:
    with pytest.raises(SolverError, match=r"q\(1\)"):
        AnswerCodec(("p(1)",)).encode([clingo.parse_term("q(1)")])
