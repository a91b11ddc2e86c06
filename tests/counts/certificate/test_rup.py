"""Our checker of proofs: on proofs made by hand, on solvers' proofs, and against a naive one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyasp_puzzles.counts.certificate.prover import PROVERS
from pyasp_puzzles.counts.certificate.rup import ProofError, check

Clauses = Sequence[Sequence[int]]

ALL_PAIRS = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
CHAIN = [[1, 2, 3], [1, 2, -3], [1, -2, 4], [1, -2, -4], [-1, 5], [-1, -5]]
"""Without 1 there are two ways to go on, and with 1 there is none."""


def test_a_proof_that_reaches_the_empty_clause_is_accepted() -> None:
    found = check(CHAIN, ["1 2 0", "1 0", "0"])
    assert (found.lemmas, found.deletions, found.lines) == (2, 0, 2)


def test_a_lemma_that_propagation_does_not_reach_is_refused_by_line_and_literals() -> None:
    with pytest.raises(ProofError, match=r"line 3: the lemma 2 3 does not follow") as refused:
        check(CHAIN[:4], ["c why", "1 2 0", "2 3 0", "0"])
    assert (refused.value.line, refused.value.lemma) == (3, (2, 3))


def test_an_implied_lemma_is_refused_when_propagation_alone_does_not_see_it() -> None:
    cube = [list(signs) for signs in product((1, -1), (2, -2), (3, -3))]
    with pytest.raises(ProofError, match="line 1: the lemma 1 does not follow"):
        check(cube, ["1 0"])
    assert check(cube, ["1 2 0", "1 0", "-1 2 0", "0"]).lemmas == 3


def test_a_lemma_that_only_keeps_satisfiability_is_refused_with_a_hint() -> None:
    for rat in ("3 1 0", "-1 2 0"):  # a definition, and a lemma blocked on its first literal
        with pytest.raises(ProofError, match=r"RAT lemma.*drat-trim can check it"):
            check([[1, 2]], [rat])


def test_a_lemma_with_a_variable_that_the_formula_lacks_is_refused() -> None:
    for clause in ([1, 2], [1, -2], [-1, 2], [-1, -2]):
        for strange in (3, -3, 4, -4, 99, -99, 10**12):
            for lemma in ([strange], [1, strange], [-1, strange], [strange, 2], [strange, -2]):
                with pytest.raises(ProofError, match="line 1: the lemma"):
                    check([clause], [line_of(lemma)])


def test_a_proof_that_ends_early_is_refused() -> None:
    for proof, line in (([], 0), (["1 2 0"], 1)):
        with pytest.raises(ProofError, match=f"after line {line} without reaching the empty"):
            check(CHAIN, proof)


def test_the_empty_clause_has_to_follow() -> None:
    with pytest.raises(ProofError, match="line 1: the empty clause does not follow"):
        check(ALL_PAIRS[:3], ["0"])


def test_a_formula_that_propagation_refutes_needs_no_proof() -> None:
    for clauses in ([[1], [-1, 2], [-2]], [[]], [[1, 2], []]):
        assert check(clauses, []).lines == 0


JUNK = (
    *("junk", "no proof 0", "1 2", "1 x 0", "0 1 0", "1 0 0", "d 1", "d", "d d 1 0", "a 1 0"),
    *("1.5 0", "+1 0", "-0 1 0", "01 0", "1_0 0", "1 00", "1 -0", "\u0661 0", "1 0\n0", "comment"),
    *("a\x01\x02\x00", "d\x8a\x01\x00", "\ufffd", "%PDF-1.4", f"1{'0' * 5000} 0", "s VERIFIED"),
)
"""Lines that are none of a proof: text, binary, literals that are no numbers, ends cut off."""

REFUTED = ([[1], [-1]], [[]], [[1, 2, 3], [1], [-1, 2], [-2]])
"""Formulas that propagation alone refutes."""


@pytest.mark.parametrize("line", JUNK)
def test_a_line_that_is_no_line_of_a_proof_is_refused_wherever_it_stands(line: str) -> None:
    proofs = [([*REFUTED][i], ["c why", line], 2) for i in range(len(REFUTED))]
    proofs += [
        (ALL_PAIRS, [line, "1 0"], 1),
        (ALL_PAIRS, ["1 0", line], 2),  # after the conflict
        (ALL_PAIRS, ["1 0", "0", line], 3),  # after the empty clause
    ]
    for clauses, proof, number in proofs:
        with pytest.raises(ProofError, match=r"found .*, expected literals and a final 0") as found:
            check(clauses, proof)
        assert found.value.line == number
        assert "\n" not in str(found.value)


def test_a_literal_that_the_formula_lacks_is_refused_wherever_it_stands() -> None:
    for line in ("4 0", "-4 0", "1 4 0", "d 4 0", "d 1 -4 0", f"{10**17} 0"):
        for clauses, proof in (
            *((clauses, [line]) for clauses in REFUTED),
            (ALL_PAIRS, ["1 0", "0", line]),
        ):
            with pytest.raises(
                ProofError, match=r"has a variable above \d, which the formula lacks"
            ):
                check(clauses, proof)


def test_lines_of_a_proof_after_the_conflict_are_read_and_change_nothing() -> None:
    found = check(ALL_PAIRS, ["1 0"])
    assert check(ALL_PAIRS, ["1 0", "0", "c end", "", "-2 0", "d 1 2 0", "0"]) == found
    for clauses in REFUTED:
        assert check(clauses, ["0", "c end"]) == check(clauses, [])
    assert check([[1], [-1]], ["1 0", "d 1 0", "-1 0"]) == check([[1], [-1]], [])


def test_a_proof_cut_off_in_any_place_is_refused() -> None:
    text = "1 2 0\n1 0\n"
    check(CHAIN, text.split("\n"))
    for end in range(len(text) - 2):
        with pytest.raises(ProofError):
            check(CHAIN, text[:end].split("\n"))


def test_a_deleted_clause_does_not_help_any_more() -> None:
    for deleted in ("1 2 3", "3 2 1", "2 3 1 2"):  # the order and repetitions do not matter
        with pytest.raises(ProofError, match="line 2: the lemma 1 2 does not follow"):
            check(CHAIN, [f"d {deleted} 0", "1 2 0"])
    with pytest.raises(ProofError, match="line 2"):
        check(ALL_PAIRS, ["d 1 2 0", "1 0"])


def test_one_of_two_copies_may_be_deleted() -> None:
    for clauses, first in ((CHAIN, "1 2"), (ALL_PAIRS, "1")):
        doubled = [*clauses, clauses[0]]
        copy = " ".join(map(str, clauses[0]))
        proof = [f"d {copy} 0", f"{first} 0", "1 0"]
        assert check(doubled, proof).deletions == 1
        with pytest.raises(ProofError, match="line 3"):
            check(doubled, [f"d {copy} 0", *proof])


def test_the_deletion_of_a_unit_changes_nothing() -> None:
    units = [[1], [-1, 2, 3], [-2, 4, 3], [-2, -4, 3], [-3, 5], [-3, -5]]
    assert check(units, ["d 1 0", "3 0"]).deletions == 1
    forced = [[1], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-3, 4], [-3, -4]]
    assert check(forced, ["d -1 2 0", "3 0"]).deletions == 1


def test_the_deletion_of_a_clause_that_is_not_there_is_counted() -> None:
    found = check(CHAIN, ["d 1 4 0", "d 5 0", "1 2 0", "d 1 2 0", "d 1 2 0", "1 2 0", "1 0"])
    assert (found.deletions, found.lemmas) == (1, 3)


def test_tautologies_and_repeated_literals_do_no_harm() -> None:
    clauses = [[1, 1, 2, 2], [3, -3], [3, -3, 1], *ALL_PAIRS[1:]]
    proof = ["2 -2 0", "d 3 -3 0", "1 1 1 0", "0"]
    assert check(clauses, proof).deletions == 1
    with pytest.raises(ProofError, match="line 1"):
        check([[1, -1], [2, 3]], ["1 0"])


def test_progress_gets_the_line_and_may_stop_the_check() -> None:
    class StopError(Exception):
        pass

    def look(line: int) -> None:
        seen.append(line)
        if len(seen) == 2:
            raise StopError

    seen: list[int] = []
    with pytest.raises(StopError):
        check(CHAIN, ["1 -1 0"] * 10_000, progress=look)
    assert 0 < seen[0] < seen[1] < 2000


# ── proofs of solvers ────────────────────────────────────────────────────────────────────────────


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon more than there are holes, each in a hole of its own."""
    into = {pair: i for i, pair in enumerate(product(range(holes + 1), range(holes)), 1)}
    clauses = [[into[p, h] for h in range(holes)] for p in range(holes + 1)]
    for h in range(holes):
        clauses += [[-into[p, h], -into[q, h]] for p, q in combinations(range(holes + 1), 2)]
    return clauses


def proof_of(clauses: Clauses, name: str) -> list[str] | None:
    """A solver's proof, or ``None`` when there is a model."""
    solvers: Any = pytest.importorskip("pysat.solvers")
    with solvers.Solver(name, bootstrap_with=clauses, with_proof=True) as solver:
        return None if solver.solve() else [*(solver.get_proof() or []), "0"]


@pytest.mark.parametrize("name", PROVERS)
def test_the_proofs_of_a_solver_are_accepted(name: str) -> None:
    clauses = pigeons(5)
    proof = proof_of(clauses, name)
    assert proof
    found = check(clauses, proof)
    assert found.lemmas > 50
    with pytest.raises(ProofError):
        check(clauses[1:], proof)  # one pigeon may stay outside


# ── against a naive checker and all assignments ──────────────────────────────────────────────────


def closure(clauses: Iterable[frozenset[int]], true: frozenset[int]) -> frozenset[int] | None:
    """All that follows by unit propagation, or ``None`` on a conflict."""
    if any(-literal in true for literal in true):
        return None
    for clause in clauses:
        if not clause & true:
            rest = [literal for literal in clause if -literal not in true]
            if not rest:
                return None
            if len(rest) == 1:
                return closure(clauses, true | {rest[0]})
    return true


def naively(clauses: Clauses, proof: Sequence[str]) -> tuple[bool, int]:
    """Whether the proof is accepted, and the line that decides; 0 for the last one."""
    known = [frozenset(clause) for clause in clauses]
    fixed = closure(known, frozenset())
    if fixed is None:
        return True, 0
    for number, line in enumerate(proof, 1):
        literals = frozenset(map(int, line.removeprefix("d").split()[:-1]))
        if line.startswith("d"):
            if literals in known:
                known.remove(literals)
            continue
        if closure(known, fixed | {-literal for literal in literals}) is not None:
            return False, number
        known.append(literals)
        fixed = closure(known, fixed)
        if fixed is None:
            return True, number
    return False, 0


def checked(clauses: Clauses, proof: Sequence[str]) -> tuple[bool, int]:
    try:
        return True, check(clauses, proof).lines
    except ProofError as error:
        return False, error.line


def has_model(clauses: Clauses) -> bool:
    variables = range(1, 1 + max((abs(lit) for clause in clauses for lit in clause), default=0))
    return any(
        all(any(literal in model for literal in clause) for clause in clauses)
        for signs in product((1, -1), repeat=len(variables))
        for model in [{sign * variable for sign, variable in zip(signs, variables, strict=True)}]
    )


literals = st.integers(1, 6).flatmap(lambda variable: st.sampled_from((variable, -variable)))
some_clauses = st.lists(st.lists(literals, min_size=1, max_size=4), min_size=6, max_size=45)


def line_of(clause: Sequence[int], deletes: bool = False) -> str:
    return " ".join(map(str, (*["d"][: int(deletes)], *clause, 0)))


@st.composite
def formulas_with_proofs(draw: st.DrawFn) -> tuple[Clauses, list[str]]:
    """Any lines at all, among them deletions of clauses that are there."""
    clauses = draw(some_clauses)
    lemmas = st.lists(literals, max_size=3).map(line_of)
    deletions = st.sampled_from(clauses).map(lambda clause: line_of(clause, True))
    return clauses, [*draw(st.lists(lemmas | deletions, max_size=12)), "0"]


@settings(max_examples=120)
@given(formulas_with_proofs())
def test_the_naive_checker_decides_the_same_on_any_lines(
    problem: tuple[Clauses, list[str]],
) -> None:
    clauses, proof = problem
    variables = {abs(literal) for clause in clauses for literal in clause}
    known = {abs(int(word)) for line in proof for word in line.split() if word != "d"} - {0}
    if known <= set(range(max(variables) + 1)):
        assert checked(clauses, proof) == naively(clauses, proof)


@settings(max_examples=100)
@given(formulas_with_proofs())
def test_an_accepted_proof_means_that_there_is_no_model(problem: tuple[Clauses, list[str]]) -> None:
    clauses, proof = problem
    if checked(clauses, proof)[0]:
        assert not has_model(clauses)


@settings(max_examples=40)
@given(
    clauses=st.lists(st.lists(literals, min_size=2, max_size=3), min_size=25, max_size=60),
    name=st.sampled_from(("cadical195", "glucose4")),
    change=st.tuples(st.integers(0), st.lists(literals, max_size=3)),
)
def test_a_changed_proof_is_accepted_only_where_the_naive_checker_accepts_it(
    clauses: Clauses, name: str, change: tuple[int, list[int]]
) -> None:
    proof = proof_of(clauses, name)
    assert (proof is None) == has_model(clauses)
    if proof:
        assert checked(clauses, proof) == naively(clauses, proof)
        assert checked(clauses, proof)[0]
        place, lemma = change
        proof[place % len(proof)] = line_of(lemma)
        if max(map(abs, lemma), default=0) <= max(abs(lit) for clause in clauses for lit in clause):
            assert checked(clauses, proof) == naively(clauses, proof)
