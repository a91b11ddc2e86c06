"""The exact-cover engine: what it recognises, and that it answers as clingo does."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import itertools
import math
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import found, run

import pyasp_puzzles as pp
from pyasp_puzzles.api import make_job
from pyasp_puzzles.engines.asp import AspSearch
from pyasp_puzzles.engines.exact_cover import ExactCoverSearch
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.start import start_search
from pyasp_puzzles.errors import MisfitError, SolverError
from pyasp_puzzles.exact_cover import counting as memory
from pyasp_puzzles.exact_cover import coverers
from pyasp_puzzles.exact_cover.counting import Counting
from pyasp_puzzles.exact_cover.cover import Cover, Group
from pyasp_puzzles.exact_cover.forms import (
    Form,
    Tally,
    at_least,
    conjunction,
    disjunction,
    negated,
    tally,
)
from pyasp_puzzles.exact_cover.recognition import Recognised, recognise
from pyasp_puzzles.exact_cover.search import Search
from pyasp_puzzles.grounding import Source
from pyasp_puzzles.translate.ground import ground

TEXTBOOK = """
    set(1..6). elem(a;b;c;d;e;f;g).
    in(1,(a;d;g)). in(2,(a;d)). in(3,(d;e;g)). in(4,(c;e;f)). in(5,(b;c;f)). in(6,(b;g)).
    { x(S) : set(S) }.
    :- elem(E), #count { S : x(S), in(S,E) } != 1.
    #show x/1.
"""
"""Knuth's example in "Dancing links" has this one cover: 2, 4, 6 in our numbers."""

QUEENS = """
    #const n = 6.
    { q(R,1..n) } = 1 :- R = 1..n.
    { q(1..n,C) } = 1 :- C = 1..n.
    :- D = 2..2*n, 2 { q(R,D-R) : R = 1..n, D-R >= 1, D-R <= n }.
    :- D = 1-n..n-1, 2 { q(R,R-D) : R = 1..n, R-D >= 1, R-D <= n }.
    #show q/2.
"""

DOMINOES = """
    #const r = 4. #const c = 4.
    cell(1..r,1..c).
    pair((A,B),(A+1,B)) :- cell(A,B), cell(A+1,B).
    pair((A,B),(A,B+1)) :- cell(A,B), cell(A,B+1).
    { d(X,Y) : pair(X,Y) }.
    :- cell(A,B), not 1 { d((A,B),Y) : pair((A,B),Y); d(X,(A,B)) : pair(X,(A,B)) } 1.
    #show d/2.
"""

SUDOKU = """
    { v(R,C,N) : N = 1..4 } = 1 :- R = 1..4, C = 1..4.
    { v(R,C,N) : C = 1..4 } = 1 :- R = 1..4, N = 1..4.
    { v(R,C,N) : R = 1..4 } = 1 :- C = 1..4, N = 1..4.
    :- N = 1..4, B = 0..1, D = 0..1, { v(2*B+(1..2),2*D+(1..2),N) } != 1.
    #show v/3.
"""

PAIRS = """
    1 { c(V,(red;green;blue)) } 1 :- V = 1..5.
    :- c(V,K), c((V \\ 5)+1,K).
    #show c/2.
"""
"""Colourings of a pentagon: each conflict is a constraint of its own."""

COPIES = """
    2 { p(1..4) } 3. { q(1..4) } = 2.
    :- C = 1..4, { p(C); q(C) } > 1.
    #show p/1. #show q/1.
"""

LABELS = """
    { put(1..3,1..3) } = 3.
    one(A,X) :- put(A,X).  two(X) :- one(_,X).
    :- X = 1..3, not two(X).
    :- A = 1..3, { one(A,X) : X = 1..3 } != 1.
    #show two/1. #show put/2.
"""

COLOURED = """
    { v(X,1..3) } = 1 :- X = 1..4.
    big(X) :- v(X,3).  some :- big(X).  path(1) :- big(1).  path(X+1) :- path(X), X < 4.
    odd :- #sum { N,X : v(X,N) } = 7.
    :- v(X,1), v(X+1,2), not path(X).
    :- some, odd.
    #show big/1. #show odd/0.
"""
"""Hidden choices, definitions, a sum, and constraints that no group says."""

FITTING = {
    "textbook": (TEXTBOOK, 1),
    "queens": (QUEENS, 4),
    "dominoes": (DOMINOES, 36),
    "sudoku": (SUDOKU, 288),
    "pairs": (PAIRS, 30),
    "copies": (COPIES, 6),
    "labels": (LABELS, 6),
    "coloured": (COLOURED, None),
    "bounds": ("1 { a; b; c } 2. { a; d } = 1. #show a/0. #show d/0.", 2),
    "gaps": ("{ a(1..5) } != 3. { a(1..2) } = 1. #show a/1.", None),
    "support": (
        "1 { a; b } 1. 1 { c; d } 1. { e } :- a, c. e :- b, d. #show e/0. #show a/0.",
        None,
    ),
    "loop": ("{ e(1..3,1..3) } = 2. r(1). r(Y) :- r(X), e(X,Y). :- not r(3). #show e/2.", None),
    "negation": ("{ a; b } = 1. c :- not a. d :- not c. :- d, b. #show c/0. #show d/0.", 2),
    "nothing to choose": ("a. b :- a. #show b/0.", 1),
    "contradiction": ("{ a; b } = 1. :- a. :- b. #show a/0.", 0),
    "empty constraint": ("{ a; b } = 1. :- #true. #show a/0.", 0),
    "costs": ("{ a; b } = 1. #minimize { 2 : a; 1 : b }. #show a/0.", 2),
    "a fact shown": ("{ a; b } = 1. c. #show a : c. #show f : a. #show f : c.", 2),
}

MISFITS = {
    "disjunction": ("a; b. #show a/0. #show b/0.", "a disjunction: a; b in one head"),
    "negative loop": (
        "{ c; d } = 1. a :- not b, c. b :- not a, c. #show a/0. #show b/0. #show c/0. #show d/0.",
        r"recursion through negation: (a :- (c, )?not b|b :- (c, )?not a)",
    ),
    "choice in a loop": (
        "{ c; d } = 1. { a } :- b. b :- a. b :- c. #show a/0. #show b/0.",
        "the choice of a depends on itself",
    ),
    "external": ("{ a; b } = 1. #external e. :- e, a. #show a/0.", "e is external"),
    "theory": (
        "#theory t { x { }; &th/0 : x, any }. { a; b } = 1. &th { }. #show a/0.",
        "the theory atom &th",
    ),
    "edges": ("{ a; b } = 1. #edge (1,2) : a. #edge (2,1) : b. #show a/0.", "#edge statements"),
    "nothing needed": ("{ a; b; c }. :- a, b. #show a/0.", "no group of choices"),
    "sums": (
        "{ w(X,0..9) } = 1 :- X = 1..6. :- #sum { N,X : w(X,N) } != 1. #show w/2.",
        r"of the first 1,023 covers \d keep the other constraints, such as :- \(a condition on w",
    ),
}


def search(text: str, solver: str = "", **options: Any) -> ExactCoverSearch:
    return ExactCoverSearch(Source((), text), solver, **options)


def by_clingo(text: str) -> set[frozenset[str]]:
    return {frozenset(map(str, answer)) for answer in AspSearch(Source((), text))}


def listed(text: str, solver: str = "", **options: Any) -> list[frozenset[str]]:
    looking = search(text, solver, **options)
    answers = [frozenset(map(str, answer)) for answer in looking]
    assert (looking.exhausted, looking.reason) == (True, "")
    return answers


def recognised(job: Job) -> Recognised:
    """What the engine recognises: it grounds with the constants of the profile."""
    constants = {**job.profile[1].constants, **job.constants}
    return recognise(ground(job.program, job.facts, constants))


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

    @settings(max_examples=200, deadline=None)
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


# Forms

FORMS = st.booleans() | st.builds(
    lambda choices, counts: tally(frozenset(choices), counts),
    st.sets(st.integers(0, 5), min_size=1, max_size=4),
    st.integers(0, 31),
)
SETS = [set(chosen) for size in range(7) for chosen in itertools.combinations(range(6), size)]


def holds(form: Form, chosen: set[int]) -> bool:
    if isinstance(form, Tally):
        return bool(form.counts >> len(form.choices & chosen) & 1)
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
    st.sets(st.integers(0, 5)),
)
def test_sums_of_forms_are_sums_of_their_values(
    bound: int, terms: list[tuple[Form, int]], alone: set[int]
) -> None:
    """Where at most one choice of ``alone`` is made."""
    form = at_least(bound, terms, alone.issuperset)
    for chosen in SETS:
        if form is not None and len(chosen & alone) <= 1:
            total = sum(weight for term, weight in terms if holds(term, chosen))
            assert holds(form, chosen) == (total >= bound)


# Search


@st.composite
def covers(draw: st.DrawFn) -> Cover:
    size = draw(st.integers(0, 8))
    masks = st.integers(0, (1 << size) - 1)
    bounds = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda pair: pair[0] <= pair[1])
    groups = draw(st.lists(st.tuples(masks, st.just((1, 1)) | bounds), max_size=5))
    return Cover(size, tuple(Group(mask, low, high) for mask, (low, high) in groups))


def brute(cover: Cover) -> set[int]:
    return {
        chosen
        for chosen in range(1 << cover.size)
        if all(low <= (chosen & mask).bit_count() <= high for mask, low, high in cover.groups)
    }


@settings(max_examples=300, deadline=None)
@given(covers(), st.booleans(), st.randoms(use_true_random=False))
def test_the_search_finds_each_cover_once(cover: Cover, pairs: bool, rng: random.Random) -> None:
    expected = brute(cover)
    looking = Search(cover)
    assert list(looking.pending()) == []
    if pairs:
        looking.add_pair_nogoods()
    start = [looking.root] if looking.root else []
    listing = list(looking.covers(start, lambda nodes: False))
    assert len(set(listing)) == len(listing)
    assert set(listing) == expected
    counting = Counting(Search(cover), memory=rng.choice([0, 3000, 1 << 20]))
    assert counting.run(start, lambda nodes: False)
    assert counting.found == len(expected)
    order = list(range(cover.size))
    rng.shuffle(order)
    assert len(brute(cover.permuted(order))) == len(expected)


@pytest.mark.parametrize("most", [1, 7, 40])
@pytest.mark.parametrize("how", ["list", "count"])
def test_what_a_stopped_search_leaves_is_pending(
    most: int, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyasp_puzzles.exact_cover.search.TICK", 1)
    monkeypatch.setattr("pyasp_puzzles.exact_cover.counting.TICK", 1)
    cover = recognise(ground((), DOMINOES, {"r": 4, "c": 6})).cover
    looking = Search(cover)
    assert looking.root
    if how == "list":
        first = sum(1 for _ in looking.covers([looking.root], lambda nodes: nodes >= most))
        pending: Iterator[Any] = looking.pending()
    else:
        counting = Counting(looking)
        assert not counting.run([looking.root], lambda nodes: nodes >= most)
        first, pending = counting.found, counting.pending()
    rest = sum(1 for _ in Search.covers(Search(cover), list(pending), lambda nodes: False))
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
            looking = Search(cover)
            counting = Counting(looking)
            assert looking.root
            assert counting.run([looking.root], lambda nodes: False)
            assert counting.found == number
            states.append(counting.states)
        assert looking.nodes > 300  # so it was asked
        assert (states[0] == states[1]) is useful


# Packing

SMALL = ["slothouber_graatsma", "soma", "hexagonal_cylinder"]


@pytest.mark.parametrize("board", SMALL)
def test_classes_of_packings_are_those_of_the_program(board: str) -> None:
    instance = pp.load("packing", board)
    expected = found(instance, "asp", symmetry=True)
    assert set(found(instance, "exact-cover", symmetry=True)) == set(expected)
    counting = start_search(make_job(instance, "exact-cover", symmetry=True, task="count"))
    assert counting.count() == len(expected)


@pytest.mark.parametrize("board", ["slothouber_graatsma", "straights_6x6"])
def test_packings_are_those_of_the_program(board: str) -> None:
    instance = pp.load("packing", board)
    assert set(found(instance, "exact-cover")) == set(found(instance, "asp"))


@pytest.mark.parametrize(("symmetry", "number"), [(True, 240), (False, 11_520)])
def test_soma_has_240_packings_in_48_positions(symmetry: bool, number: int) -> None:
    counted = pp.count(pp.load("packing", "soma"), engine="exact-cover", symmetry=symmetry)
    assert (counted.answers, counted.exhausted) == (number, True)
    assert counted.engine == "exact-cover:bitsets"


def test_threads_change_nothing() -> None:
    board = pp.load("packing", "hexagonal_cylinder")
    one, two = (
        start_search(make_job(board, "exact-cover", symmetry=True, threads=threads))
        for threads in (1, 2)
    )
    assert list(one) == list(two)
    assert one.statistics == two.statistics
    assert one.remarks == two.remarks == []


# Endings


def test_a_limit_ends_the_search_and_says_so() -> None:
    few = search(SUDOKU, limit=5)
    assert len(list(few)) == 5
    assert (few.exhausted, few.reason) == (False, "limit")
    assert search(SUDOKU, limit=5).count() == 5
    trial = search(COLOURED, limit=2)
    assert (len(list(trial)), trial.reason) == (2, "limit")


def test_no_time_is_told_while_grounding() -> None:
    late = search(QUEENS.replace("6.", "40."), timeout=0.0)
    assert list(late) == []
    assert late.reason.startswith("time limit")
    assert not late.exhausted


LONG = QUEENS.replace("n = 6.", "n = 16.")


@pytest.mark.parametrize("solver", ["", "xcover"])
def test_a_time_limit_keeps_what_was_found(solver: str) -> None:
    if solver:  # its import may compile, which no time limit should see
        pytest.importorskip(solver)
    found, timeout = 0, 0.5
    while not found and timeout < 60:  # how fast the machine is must not decide
        timeout *= 2
        late = search(LONG, solver, timeout=timeout)
        found = sum(1 for _ in late)
        assert (late.exhausted, late.reason) == (False, "time limit")
    assert found


def test_a_count_that_runs_out_of_time_is_a_lower_bound() -> None:
    late = search(LONG, timeout=1.0)
    numbers: list[int] = []
    assert late.count(numbers.append) >= max(numbers)
    assert (late.exhausted, late.reason) == (False, "time limit")
    assert numbers == sorted(numbers)


def test_another_thread_can_stop_the_search() -> None:
    endless = search(LONG)
    threading.Timer(0.5, lambda: endless.stop("enough")).start()
    assert endless.count() >= 0
    assert (endless.exhausted, endless.reason) == (False, "enough")


def test_ctrl_c_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    looking = search(LONG)
    pauses = 0  # a thousand nodes lie between two

    def interrupted(nodes: int) -> bool:
        nonlocal pauses
        pauses += 1
        if pauses == 20:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(looking, "_pause", interrupted)
    assert list(looking)
    assert (looking.exhausted, looking.reason) == (False, "interrupted")
    pauses = 0
    assert looking.count() > 0
    assert (looking.exhausted, looking.reason) == (False, "interrupted")


def test_a_search_can_be_closed_and_started_again() -> None:
    looking = search(SUDOKU)
    answers = iter(looking)
    next(answers)
    answers.close()
    assert not looking.exhausted
    assert len(list(looking)) == 288


def test_a_seed_changes_the_order_and_no_answer() -> None:
    orders = [listed(SUDOKU, seed=seed) for seed in (None, 1, 2, 1)]
    assert all(set(order) == set(orders[0]) for order in orders)
    assert orders[1] == orders[3] != orders[2]


def test_clingos_errors_are_told() -> None:
    with pytest.raises(SolverError, match="syntax error"):
        list(search("{ a :- b."))


def test_it_says_what_it_cost() -> None:
    looking = search(SUDOKU)
    list(looking)
    assert 0 < looking.seconds["ground"] < looking.seconds["first"] <= looking.seconds["all"]
    assert looking.seconds["recognise"] > 0
    assert looking.statistics["options"] == 64
    assert {"rules", "atoms", "variables", "constraints", "choices", "conflicts"} <= set(
        looking.statistics
    )
    assert looking.engine == "exact-cover:bitsets"


# Packages


@pytest.mark.parametrize("package", ["xcover", "exact_cover"])
@pytest.mark.parametrize("name", ["textbook", "queens", "dominoes", "sudoku", "contradiction"])
def test_a_package_finds_the_same_covers(package: str, name: str) -> None:
    pytest.importorskip(package)
    text, number = FITTING[name]
    answers = listed(text, package)
    assert len(answers) == number
    assert set(answers) == by_clingo(text)


@pytest.mark.parametrize("package", ["xcover", "exact_cover"])
def test_a_package_refuses_groups_that_it_does_not_know(package: str) -> None:
    pytest.importorskip(package)
    with pytest.raises(MisfitError, match=f"{package} knows groups with at most one"):
        list(search(COPIES, package))
    with pytest.raises(MisfitError, match=f"{package} knows no free choices, found 1"):
        list(search("{ a; b } = 1. { c }. #show c/0.", package))


@pytest.mark.parametrize(
    "how", [lambda s: len(list(s)), lambda s: s.count()], ids=["list", "count"]
)
def test_a_long_search_is_handed_over(
    how: Callable[[ExactCoverSearch], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("xcover")
    monkeypatch.setattr(coverers, "HAND_OVER", 20)
    monkeypatch.setattr(coverers, "HAND_OVER_COLD", 20)
    for module in ("search", "counting"):
        monkeypatch.setattr(f"pyasp_puzzles.exact_cover.{module}.TICK", 1)
    looking = search(QUEENS.replace("n = 6.", "n = 8."))
    assert how(looking) == 92
    assert looking.engine == "exact-cover:xcover"
    assert any("handed to xcover after" in remark for remark in looking.remarks)


@pytest.mark.parametrize("package", ["xcover", "exact_cover"])
def test_packages_find_the_covers_of_a_single_group(package: str) -> None:
    """xcover 0.2.6 fails on one item."""
    pytest.importorskip(package)
    assert len(list(search("{ a(1..2) } = 1. { b(1..2) } = 1. { c(1..2) } = 1.", package))) == 8
    assert len(list(search("{ a(1..3) } = 1.", package))) == 3


@pytest.mark.parametrize("package", ["xcover", "exact_cover"])
def test_a_package_ends_at_the_time_limit(package: str) -> None:
    """Both hold Python's lock for long."""
    pytest.importorskip(package)
    board = pp.load("packing", "pentominoes_3x4x5")
    start = time.perf_counter()
    found = pp.count(board, engine=f"exact-cover:{package}", timeout=3)
    assert (found.exhausted, found.reason) == (False, "time limit")
    assert time.perf_counter() - start < 12


def test_a_package_that_cannot_begin_leaves_the_search_to_us(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_arguments: object) -> Iterator[int]:
        raise pp.SolverError("xcover: no numba")
        yield

    pytest.importorskip("xcover")
    monkeypatch.setattr("pyasp_puzzles.engines.exact_cover.CoverProcess.covers", fails)
    monkeypatch.setattr(coverers, "HAND_OVER", 20)
    monkeypatch.setattr(coverers, "HAND_OVER_COLD", 20)
    monkeypatch.setattr("pyasp_puzzles.exact_cover.search.TICK", 1)
    looking = search(QUEENS.replace("n = 6.", "n = 8."))
    assert len(list(looking)) == 92
    assert (looking.engine, looking.exhausted) == ("exact-cover:bitsets", True)
    assert any("not handed over after" in remark for remark in looking.remarks)


def test_a_count_of_millions_is_never_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package would list them."""
    monkeypatch.setattr(coverers, "HAND_OVER", 1000)
    monkeypatch.setattr(coverers, "HAND_OVER_COLD", 1000)
    counting = ExactCoverSearch(Source((), DOMINOES, {"r": 8, "c": 8}))
    assert (counting.count(), counting.engine) == (12_988_816, "exact-cover:bitsets")


@pytest.mark.parametrize("name", ["copies", "bounds"])
def test_what_the_package_does_not_know_stays_with_us(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverers, "HAND_OVER", 1)
    monkeypatch.setattr(coverers, "HAND_OVER_COLD", 1)
    monkeypatch.setattr("pyasp_puzzles.exact_cover.search.TICK", 1)
    text, number = FITTING[name]
    looking = search(text)
    assert len(list(looking)) == number
    assert looking.engine == "exact-cover:bitsets"


def test_a_package_that_is_missing_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(pp.PuzzleError, match=r"pip install 'pyasp-puzzles\[exact-cover\]'"):
        search(TEXTBOOK, "xcover")


def test_a_small_job_imports_no_package() -> None:
    """The hexagonal cylinder has 40,587 nodes; the import would take longer than the search."""
    if importlib.util.find_spec("xcover") is None:
        pytest.skip("without xcover there is nothing to import")
    code = """
import sys
import pyasp_puzzles as pp
board = pp.load("packing", "hexagonal_cylinder")
found = len(list(pp.solve(board, engine="exact-cover", symmetry=True)))
print(found, [name for name in ("xcover", "numba", "numpy") if name in sys.modules])
"""
    told = run(sys.executable, "-c", code)
    assert (told.stdout, told.stderr) == ("110 []\n", "")


@pytest.mark.parametrize("set_", [True, False], ids=["NUMBA_CACHE_DIR", "beside the package"])
def test_what_numba_has_yet_to_compile_takes_over_later(
    set_: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = importlib.machinery.ModuleSpec("xcover", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: package)
    if set_:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    else:
        monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    cover = recognise(ground((), QUEENS)).cover
    assert coverers.hand_over_after(cover) == coverers.HAND_OVER_COLD
    folder = tmp_path / ("xcover_0123" if set_ else "__pycache__")
    folder.mkdir()
    (folder / "dancing_cells.cpython-311.pyc").touch()
    assert not coverers.compiled()
    (folder / "dancing_cells.algorithm_c-8.py311.nbi").touch()
    assert coverers.hand_over_after(cover) == coverers.HAND_OVER < coverers.HAND_OVER_COLD
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert coverers.hand_over_after(cover) is None


def test_what_numba_has_compiled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of its files are its own affair: this fails if they change."""
    package = pytest.importorskip("xcover")
    if "NUMBA_CACHE_DIR" in os.environ or not os.access(Path(package.__file__).parent, os.W_OK):
        pytest.skip("numba keeps what it compiles elsewhere")
    assert coverers.compiled()


def test_pair_nogoods_save_nodes() -> None:
    """The hexagonal cylinder, one class each: 0.7 times the nodes."""
    job = make_job(pp.load("packing", "hexagonal_cylinder"), "exact-cover", symmetry=True)
    cover = recognised(job).cover
    nodes = []
    for pairs in (False, True):
        looking = Search(cover)
        if pairs:
            looking.add_pair_nogoods()
        assert looking.root
        assert sum(1 for _ in looking.covers([looking.root], lambda nodes: False)) == 110
        nodes.append(looking.nodes)
    assert nodes[1] < 0.8 * nodes[0]


def test_clingo_symbols_come_back() -> None:
    (answer,) = search(TEXTBOOK)
    assert set(answer) == {clingo.Function("x", [clingo.Number(n)]) for n in (2, 4, 6)}


@pytest.mark.slow
def test_bedlam_has_19186_packings(data: Path) -> None:
    """Without rotations and reflections of the cube; under two minutes with xcover."""
    pytest.importorskip("xcover")
    instance = pp.load("packing", str(data / "packing" / "bedlam_cube.json"))
    counting = start_search(make_job(instance, "exact-cover", symmetry=True, task="count"))
    assert (counting.count(), counting.exhausted) == (19_186, True)
    assert counting.engine == "exact-cover:xcover"


@pytest.mark.slow
def test_pentominoes_of_the_solid_box_have_3940_classes() -> None:
    instance = pp.load("packing", "pentominoes_3x4x5")
    counting = start_search(make_job(instance, "exact-cover", symmetry=True, task="count"))
    assert (counting.count(), counting.exhausted) == (3_940, True)
