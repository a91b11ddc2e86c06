"""Covers recognised in ground programs have clingo's answers, others are refused."""

from __future__ import annotations

import pytest
from cover_programs import FITTING, MISFITS, QUEENS, by_clingo, listed, recognised, search
from hypothesis import given, settings
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.covering.recognition import recognise
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.ground.ground import ground

# Recognition


@pytest.mark.parametrize("name", FITTING)
def test_answers_are_those_of_clingo_each_once(name: str) -> None:
    text, number = FITTING[name]
    answers = listed(text)
    assert len(set(answers)) == len(answers)
    assert set(answers) == by_clingo(text)
    assert number is None or len(answers) == number


@pytest.mark.parametrize("name", FITTING)
def test_a_count_is_the_length_of_the_list(name: str) -> None:
    text, _ = FITTING[name]
    counting = search(text)
    assert counting.count() == len(listed(text))
    assert counting.exhausted


@pytest.mark.parametrize("name", MISFITS)
def test_what_is_no_cover_is_refused_with_the_reason(name: str) -> None:
    text, reason = MISFITS[name]
    looking = search(text)
    with pytest.raises(MisfitError, match=reason) as caught:
        list(looking)
    assert "\n" not in str(caught.value)
    with pytest.raises(MisfitError, match=reason):
        search(text).count()


def test_definitions_and_bounds_become_groups() -> None:
    known = recognise(ground((), QUEENS, {"n": 8}))
    bounds = sorted((group.low, group.high) for group in known.cover.groups)
    assert bounds == [(0, 1)] * 26 + [(1, 1)] * 16
    assert (known.rest, known.injective) == (None, True)


def test_labels_that_exclude_each_other_are_counted_through() -> None:
    """The cells of a packing may be counted by labels, each of which is a set of placements."""
    text = """
        { put(P,1..4) } = 1 :- P = 1..2.
        label(P,X..X+1) :- put(P,X), X <= 3.  label(P,4) :- put(P,4).
        :- X = 1..4, { label(P,X) : P = 1..2 } > 1.
        #show put/2.
    """
    known = recognise(ground((), text))
    assert known.rest is None
    assert set(listed(text)) == by_clingo(text)


def test_labels_that_do_not_exclude_each_other_are_evaluated() -> None:
    """A cell covered twice by one label is covered once: no count of placements says that."""
    text = """
        { put(P,1..4) } = 2 :- P = 1..2.
        label(P,X..X+1) :- put(P,X).
        :- { label(P,2) : P = 1..2 } != 1.
        #show put/2.
    """
    known = recognise(ground((), text))
    assert known.rest is not None
    assert set(listed(text)) == by_clingo(text)


def test_choices_that_are_never_made_are_no_options() -> None:
    known = recognise(ground((), "{ a(1..5) } = 1. :- a(2). :- a(X), X > 3. #show a/1."))
    assert known.cover.size == 2


def test_twins_of_the_packing_program_are_evaluated() -> None:
    job = make_job(pp.load("packing", "soma"), "exact-cover", symmetry=True)
    assert recognised(job).rest is not None
    assert start_search(job).count() == 240


ATOMS = st.sampled_from("abcdefgh")


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Small programs around some groups of choices, with definitions over earlier atoms."""
    names = "abcdefgh"
    lines = ["{ " + "; ".join(names) + " }." if draw(st.booleans()) else "{ a; b; c; d; e; f }."]
    some = st.lists(ATOMS, min_size=1, max_size=4, unique=True)
    for _ in range(draw(st.integers(1, 3))):
        lines.append(f":- {{ {'; '.join(draw(some))} }} != {draw(st.integers(0, 2))}.")
    known = list(names)

    def literal() -> str:
        return draw(st.sampled_from(["", "", "not "])) + draw(st.sampled_from(known))

    def body() -> str:
        kind = draw(st.integers(0, 3))
        if kind == 0:
            terms = [f"{draw(st.integers(1, 3))},{n} : {literal()}" for n in range(3)]
            relation = draw(st.sampled_from([">=", "=", "!=", "<"]))
            return f"#sum {{ {'; '.join(terms)} }} {relation} {draw(st.integers(0, 4))}"
        if kind == 1:
            return f"{draw(st.integers(1, 2))} {{ {literal()}; {literal()}; {literal()} }}"
        return ", ".join(literal() for _ in range(draw(st.integers(1, 2))))

    for number in range(draw(st.integers(0, 4))):
        for _ in range(draw(st.integers(1, 2))):
            lines.append(f"x{number} :- {body()}.")
        if draw(st.booleans()):
            lines.append(f"y{number} :- x{number}. x{number} :- y{number}, {literal()}.")
        known.append(f"x{number}")
    if draw(st.booleans()):
        lines.append(f"{{ z }} :- {body()}.")
        known.append("z")
    for _ in range(draw(st.integers(0, 2))):
        lines.append(f":- {body()}.")
    shown = draw(st.lists(st.sampled_from(known), min_size=1, unique=True))
    return "\n".join([*lines, *(f"#show {name}/0." for name in shown)])


def test_random_programs_are_answered_as_clingo_does_or_refused() -> None:
    """And the property is not empty: many are recognised, and have answers."""
    tried = fitting = answered = 0

    @settings(max_examples=100, deadline=None)
    @given(programs(), st.none() | st.integers(0, 9))
    def alike(text: str, seed: int | None) -> None:
        nonlocal tried, fitting, answered
        tried += 1
        try:
            answers = listed(text, seed=seed)
        except MisfitError:
            return
        assert len(set(answers)) == len(answers)
        assert set(answers) == by_clingo(text)
        assert search(text).count() == len(answers)
        fitting += 1
        answered += bool(answers)

    alike()
    assert fitting > tried / 2  # 4 of 5, as a rule
    assert answered > tried / 5  # 2 of 5
