"""Cheapest hitting sets against all subsets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pyasp_puzzles.explanation.reasons.hitting_set import cheapest_hitting_set

MEMBERS = 7


@given(
    sets=st.lists(st.integers(0, 2**MEMBERS - 1), max_size=12),
    weights=st.lists(st.integers(1, 4), min_size=MEMBERS, max_size=MEMBERS),
    most=st.integers(0, 12),
)
def test_no_hitting_set_is_cheaper(sets: list[int], weights: list[int], most: int) -> None:
    def price(chosen: int) -> int:
        return sum(weight for i, weight in enumerate(weights) if chosen >> i & 1)

    hits = [chosen for chosen in range(2**MEMBERS) if all(chosen & one for one in sets)]
    least = min(map(price, hits), default=None)
    found = cheapest_hitting_set(sets, weights, most)
    if least is None or least > most:
        assert found is None
    else:
        assert found in hits
        assert price(found) == least


def test_a_search_cut_short_gives_the_best_so_far() -> None:
    assert cheapest_hitting_set([0b11, 0b1100, 0b110000], [1] * 6, 6, nodes=1) == 0
