"""Forms: logic and sums agree with those of their values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pyasp_puzzles.engines.covering.reading import (
    Form,
    Tally,
    at_least,
    conjunction,
    disjunction,
    negated,
    tally,
)

# Forms

FORMS = st.booleans() | st.builds(
    tally,
    st.sets(st.integers(0, 5), min_size=1, max_size=4).map(lambda some: sum(1 << o for o in some)),
    st.integers(0, 31),
)
SETS = range(1 << 6)


def holds(form: Form, chosen: int) -> bool:
    if isinstance(form, Tally):
        return bool(form.counts >> (form.mask & chosen).bit_count() & 1)
    return form


@given(st.lists(FORMS, max_size=3))
def test_logic_of_forms_is_that_of_their_meanings(forms: list[Form]) -> None:
    both, one = conjunction(forms), disjunction(forms)
    for chosen in SETS:
        values = [holds(form, chosen) for form in forms]
        assert both is None or holds(both, chosen) == all(values)
        assert one is None or holds(one, chosen) == any(values)
    for form in forms:
        opposite = negated(form)
        assert opposite is not None
        assert all(holds(opposite, chosen) != holds(form, chosen) for chosen in SETS)


@given(
    st.integers(-2, 6),
    st.lists(st.tuples(FORMS, st.integers(1, 3)), max_size=4),
    st.sampled_from(SETS),
)
def test_sums_of_forms_are_sums_of_their_values(
    bound: int, terms: list[tuple[Form, int]], alone: int
) -> None:
    """Where at most one choice of ``alone`` is made."""
    form = at_least(bound, terms, lambda mask: mask & ~alone == 0)
    for chosen in SETS:
        if form is not None and (chosen & alone).bit_count() <= 1:
            total = sum(weight for term, weight in terms if holds(term, chosen))
            assert holds(form, chosen) == (total >= bound)
