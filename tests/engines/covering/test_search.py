"""The search finds and counts each cover once, also when it is stopped and continued."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from cover_programs import DOMINOES, QUEENS, brute, covers
from hypothesis import given, settings
from hypothesis import strategies as st

from pyasp_puzzles.engines.covering import search as memory
from pyasp_puzzles.engines.covering.recognition import recognise
from pyasp_puzzles.engines.covering.search import Counting, Cover, CoverSearch
from pyasp_puzzles.engines.exact_cover import ExactCoverSearch
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.grounding import Source

# CoverSearch


@settings(max_examples=150, deadline=None)
@given(covers(), st.randoms(use_true_random=False))
def test_the_search_finds_each_cover_once(cover: Cover, rng: random.Random) -> None:
    expected = brute(cover)
    looking = CoverSearch(cover)
    assert list(looking.pending()) == []
    start = [looking.root] if looking.root else []
    listing = list(looking.covers(start, lambda nodes: False))
    assert len(set(listing)) == len(listing)
    assert set(listing) == expected
    parts = looking.split(start, rng.randint(1, 30))
    assert set(looking.covers(parts, lambda nodes: False)) == expected
    counting = Counting(CoverSearch(cover), memory=rng.choice([0, 3000, 1 << 20]))
    assert counting.run(start, lambda nodes: False)
    assert counting.found == len(expected)


@pytest.mark.parametrize("most", [1, 7, 40])
@pytest.mark.parametrize("how", ["list", "count"])
def test_what_a_stopped_search_leaves_is_pending(
    most: int, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "TICK", 1)
    cover = recognise(ground((), DOMINOES, {"r": 4, "c": 6})).cover
    looking = CoverSearch(cover)
    assert looking.root
    if how == "list":
        first = sum(1 for _ in looking.covers([looking.root], lambda nodes: nodes >= most))
        pending: Iterator[Any] = looking.pending()
    else:
        counting = Counting(looking)
        assert not counting.run([looking.root], lambda nodes: nodes >= most)
        first, pending = counting.found, counting.pending()
    rest = sum(
        1 for _ in CoverSearch.covers(CoverSearch(cover), list(pending), lambda nodes: False)
    )
    assert first + rest == 281


def test_counts_of_millions_need_no_listing() -> None:
    """Kasteleyn's formula gives the numbers of domino tilings."""

    def tilings(rows: int, columns: int) -> int:
        product = 1.0
        for j in range(1, (rows + 1) // 2 + 1):
            for k in range(1, (columns + 1) // 2 + 1):
                row, column = (
                    math.cos(math.pi * j / (rows + 1)),
                    math.cos(math.pi * k / (columns + 1)),
                )
                product *= 4 * row * row + 4 * column * column
        return round(product)

    for rows, columns in ((4, 4), (6, 4), (8, 8)):
        counting = ExactCoverSearch(Source((), DOMINOES, {"r": rows, "c": columns}))
        assert counting.count() == tilings(rows, columns)
        assert counting.statistics["nodes"] < 10_000
        assert counting.remarks[0].startswith("counted by memoised covers")
    assert counting.count() == 12_988_816


def test_a_memory_of_no_use_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queens hardly ever meet a node again, domino tilings all the time."""
    monkeypatch.setattr(memory, "TICK", 1)
    for text, constants, number, useful in (
        (QUEENS, {"n": 8}, 92, False),
        (DOMINOES, {"r": 6, "c": 6}, 6_728, True),
    ):
        cover = recognise(ground((), text, constants)).cover
        states = []
        for useless in (10**9, 100):
            monkeypatch.setattr(memory, "_USELESS", useless)
            looking = CoverSearch(cover)
            counting = Counting(looking)
            assert looking.root
            assert counting.run([looking.root], lambda nodes: False)
            assert counting.found == number
            states.append(counting.states)
        assert looking.nodes > 300  # so it was asked
        assert (states[0] == states[1]) is useful
