"""AnswerFilter selects the answers that a loop over them does."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_files import ATOMS, filled

import pyasp_puzzles as pp
from pyasp_puzzles.counts.store.codec import AnswerCodec, AnswerFilter
from pyasp_puzzles.counts.store.store import Store

# Pages and filters


@settings(deadline=None, max_examples=30)
@given(
    st.sampled_from([100, 300]),
    st.lists(st.sets(st.integers(0, 99), max_size=6), max_size=40, unique_by=frozenset),
    st.lists(st.tuples(st.integers(0, 12), st.booleans(), st.booleans()), max_size=3),
)
def test_filters_choose_what_a_loop_over_the_answers_does(
    size: int, answers: list[set[int]], patterns: list[tuple[int, bool, bool]]
) -> None:
    names = [f'p("a_{n % 7}",{n // 7 % 8},f({n}))' for n in range(size)]
    codec = AnswerCodec(names)

    def has(answer: set[int], pattern: tuple[int, bool, bool]) -> bool:
        n, row, _ = pattern
        return any(i // 7 % 8 == n % 8 if row else i % 7 == n % 7 for i in answer)

    def text(pattern: tuple[int, bool, bool]) -> str:
        n, row, _ = pattern
        return f"p(_,{n % 8}, f(_))" if row else f'p("a_{n % 7}",_,_)'

    chosen = AnswerFilter(
        codec,
        [text(pattern) for pattern in patterns if pattern[2]],
        [text(pattern) for pattern in patterns if not pattern[2]],
    )
    for answer in answers:
        word = b"".join(map(codec.code, sorted(answer)))
        expected = all(has(answer, pattern) == pattern[2] for pattern in patterns)
        assert bool(chosen.matches(word)) == expected


def test_a_filtered_page_numbers_answers_as_the_store_does(tmp_path: Path) -> None:
    with Store.to_read(filled(tmp_path / "a", 4)) as store:
        chosen = AnswerFilter(store.codec, ["place(6,_)"], ["place(1,3)", "place(20,_)"])
        expected = [
            answer
            for answer in store.page()
            if any(atom.startswith("place(6,") for atom in answer.atoms)
            and not any(atom.startswith(("place(20,", "place(1,3)")) for atom in answer.atoms)
        ]
        assert 3 < len(expected) < 60
        assert list(store.page(filters=chosen)) == expected
        assert list(store.page(1, 2, chosen)) == expected[1:3]
        assert list(store.page(len(expected), None, chosen)) == []
        assert store.matching(chosen) == len(expected)


@pytest.mark.parametrize(
    "pattern",
    *[
        [
            "place",
            "place(1)",
            "place(21,1)",
            "put(1,1)",
            "_",
            "",
            "place(1,",
            "place(99999999999,1)",
        ]
    ],
)
def test_a_pattern_that_no_answer_can_match_is_refused(pattern: str) -> None:
    expected = r"which no answer has, expected one such as place\(1,1\), with _ for any argument"
    with pytest.raises(pp.StoreError, match=expected):
        AnswerFilter(AnswerCodec(ATOMS), [pattern])
    with pytest.raises(pp.StoreError, match=expected):
        AnswerFilter(AnswerCodec(ATOMS), without=[pattern])
