"""Sums of a ground program say what its constraints say; what a person sees is read off them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import clingo
import pytest
from clue_programs import clues_of_cells, programs
from derivations import own, theory_for
from hypothesis import given
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, LiteralSum
from pyasp_puzzles.explanation.reasons.tables import TooWideError, TruthTables
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.ground.ground import Body, Rule, Sum

MODELS = 40
"""So many models of each program are compared, found in a random order."""


def models(theory: Theory, seed: int = 1) -> Iterator[tuple[int, set[int]]]:
    """The literals of models, as a mask, each with the clues that it breaks."""
    options = ["--warn=none", f"--seed={seed}", "--rand-freq=1", "--sign-def=rnd", "--models=0"]
    control = clingo.Control(options)
    control.add("base", [], theory.text)
    control.ground()
    number = {clue.symbol: i for i, clue in enumerate(theory.clues)}
    with control.solve(yield_=True) as handle:
        for model in islice(handle, MODELS):
            held = set(model.symbols(shown=True))
            literals = [n if a in held else -n for a, n in theory.atom_numbers.items()]
            yield theory.index.mask(literals), {number[s] for s in held if s in number}


def check(theory: Theory) -> None:
    """A clue that holds keeps all its sums; sums that say all of a clue hold only with it."""
    form = theory.normal_form
    told = {each.clue for each in form.sums}
    for true, broken in models(theory):
        kept = dict.fromkeys(told, True)
        for each in form.sums:
            fits = each.low <= each.of(each.mask & true) <= each.high
            kept[each.clue] = kept[each.clue] and fits
        assert kept.get(BACKGROUND, True)
        for clue, holds in kept.items():
            if clue != BACKGROUND and clue not in broken:
                assert holds, theory.clues[clue].words
            if clue in broken and clue not in form.unread:
                assert not holds, theory.clues[clue].words


@cache
def small(name: str) -> str:
    """The smallest board of a puzzle."""
    return min(pp.load_all(name), key=lambda board: len(pp.facts(board))).name


@pytest.mark.parametrize("name", shipped_names())
def test_the_sums_of_a_puzzle_hold_just_where_its_clues_do(name: str) -> None:
    check(theory_for(name, small(name)))


@given(text=programs(3, 8, 3))
def test_the_sums_of_random_clues_hold_just_where_these_do(text: str) -> None:
    check(own(text))


@given(text=clues_of_cells())
def test_the_sums_of_random_cells_hold_just_where_their_clues_do(text: str) -> None:
    check(own(text))


COUNTS = """\
{ p(1..6) }. #show p/1.
odd :- p(1). odd :- p(3). odd :- p(5).
many :- 2 { p(1..4) }.
%@ "weights"
:- #sum{ X : p(X) } > 9.
%@ "a count beside an atom"
:- p(6), { p(1..5) } > 2.
%@ "a count that is reached beside an atom"
:- not p(5), { p(1..4) } < 2.
%@ "defined atoms"
:- odd, many, p(6).
%@ "neither"
:- not odd, not many.
"""


def test_weights_conditions_and_defined_atoms_become_sums_that_say_all() -> None:
    theory = own(COUNTS)
    assert not theory.normal_form.unread
    check(theory)


ATOMS = st.integers(1, 5)
LITERALS = st.builds(lambda atom, sign: atom if sign else -atom, ATOMS, st.booleans())
BODIES = st.one_of(
    st.lists(LITERALS, min_size=1, max_size=3, unique_by=abs).map(tuple),
    st.builds(
        lambda bound, literals: Sum(bound, tuple((x, 1 + abs(x) % 2) for x in literals)),
        st.integers(1, 4),
        st.lists(LITERALS, min_size=1, max_size=4, unique_by=abs),
    ),
)


def holds(body: Body, true: set[int]) -> bool:
    """Whether a body holds, with 6 defined by a rule."""

    def of(literal: int) -> bool:
        return (abs(literal) in true) == (literal > 0)

    if isinstance(body, Sum):
        return sum(weight for x, weight in body.terms if of(x)) >= body.bound
    return all(map(of, body))


@given(rule=BODIES, bodies=st.lists(BODIES, min_size=1, max_size=3))
def test_the_clauses_of_a_table_are_all_that_follows_and_none_follows_from_another(
    rule: Body, bodies: list[Body]
) -> None:
    tables = TruthTables({6: [Rule((6,), rule)]}, set(range(1, 6)), set())
    denied = [*bodies, (6, 1)]
    clauses = tables.clauses(denied)
    for row in range(32):
        true = {atom for atom in range(1, 6) if row >> (atom - 1) & 1}
        whole = true | ({6} if holds(rule, true) else set())
        allowed = not any(holds(body, whole) for body in denied)
        assert allowed == all(
            any((abs(x) in true) == (x > 0) for x in clause) for clause in clauses
        )
    for clause in clauses:
        assert not any(set(other) < set(clause) for other in clauses)


def test_a_table_of_too_many_atoms_is_none() -> None:
    tables = TruthTables({}, set(range(1, 20)), set())
    with pytest.raises(TooWideError):
        tables.clauses([tuple(range(1, 12))])


def test_an_easy_board_takes_a_step_for_each_empty_cell_told_by_what_is_seen() -> None:
    board = pp.load("sudoku", "six")
    explanation = pp.explain(board)
    steps = list(explanation)
    givens = len(steps[0].follows)
    assert [step.form for step in steps] == ["given"] + ["only"] * (36 - givens)
    teller = Teller(explanation.theory)
    told = [" ".join(teller.tell(step).sentences()) for step in steps]
    assert told[1] == "The only place for 1 in the box at r3c1 is r4c3 (r3c5 is 1)."
    assert all(text.startswith("The only place for ") for text in told[1:])


def test_what_one_look_excludes_is_told_in_no_step_but_in_the_one_that_rests_upon_it() -> None:
    for name, board in (("sudoku", "nine"), ("star_battle", "eight")):
        for step in pp.explain(pp.load(name, board)):
            if step.form == "only":
                assert len(step.reason) == 1
                assert [x.holds for x in step.follows].count(True) == 1 and step.follows[0].holds


@pytest.mark.parametrize(
    ("name", "board"),
    [("ripple_effect", "six"), ("kakuro", "six"), ("twenty_four_seven", "2020_a")],
)
def test_no_link_of_a_supposition_concludes_what_was_told_not_to_hold(
    name: str, board: str
) -> None:
    """Where a step waits until it is needed, more is known than where it was found."""
    explanation, said = pp.explain(pp.load(name, board)), dict[clingo.Symbol, bool]()
    for step in explanation:
        for part in step.parts:
            assert all(said.get(x.atom, x.holds) == x.holds for x in part.follows), step
        said.update((x.atom, x.holds) for x in step.follows)
    assert any(step.parts for step in explanation.steps)


def test_a_sum_that_lacks_and_has_no_room_for_one_candidate_is_broken() -> None:
    """7 more is needed, and 8 is the only candidate that is left."""
    eight = LiteralSum(0, 1, ((8, 1),), 7, 7)
    assert eight.implied(0, 0) is None
