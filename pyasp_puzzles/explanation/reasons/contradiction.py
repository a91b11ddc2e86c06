"""Contradictory instances: conflicts, the steps to the contradiction, and corrections.

A conflict is a minimal unsatisfiable subset, found by deletion from cores (Marques-Silva, "Minimal
Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010, section 3).
A minimal correction set is the optimum of a MaxSAT problem
(Andres, Kaufmann, Matheis, Schaub, "Unsatisfiability-based optimization in clasp", ICLP 2012).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.explanation.reasons.derivation import in_time, told_when_needed
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.needed import kept
from pyasp_puzzles.explanation.reasons.stepper import Stepper
from pyasp_puzzles.explanation.reasons.subproblems import CONTRADICTION
from pyasp_puzzles.explanation.search import ClueSolver, Models, Outcome, SearchResult
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step, Truth, leading_to_last
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.work.deadline import Late, TimeUpError, never

CONFLICTS = 20_000
"""Conflicts after which one search gives up."""

_FEW = 12  # clues of a conflict that are looked at alone; more of them seldom have a short way
_FEWER = 2_000  # conflicts after which a search for fewer clues against a partial answer gives up


@dataclass(frozen=True)
class Conflict:
    """Clues and literals that contradict each other, if the outcome is unsatisfiable.

    ``minimal``: it is proved that none of them can be left out.
    """

    outcome: Outcome
    clues: tuple[GroundClue, ...] = ()
    literals: tuple[Literal, ...] = ()
    minimal: bool = False

    @property
    def size(self) -> int:
        """The sum of the clues' weights."""
        return sum(clue.source.weight for clue in self.clues)


def conflict(
    theory: Theory, assumed: Iterable[Truth] = (), conflicts: int = CONFLICTS, late: Late = never
) -> Conflict:
    """Why there is no answer in which all assumed literals hold."""
    literals: dict[int, Literal] = {}
    facts = set(theory.facts)
    for atom, holds in assumed:
        number, literal = theory.atom_numbers.get(atom), theory.literal(atom, holds)
        if number is not None:
            literals.setdefault(number if holds else -number, literal)
        elif holds != (atom in facts):
            return Conflict(Outcome.UNSATISFIABLE, (), (literal,), minimal=True)
    if theory.always_broken:
        cheapest = min(theory.always_broken, key=lambda clue: clue.source.weight)
        return Conflict(Outcome.UNSATISFIABLE, (cheapest,), minimal=True)
    solver = theory.solver(conflicts=conflicts)
    clues = dict(zip(solver.all_on(), theory.clues, strict=True))
    price = {literal: clue.source.weight for literal, clue in clues.items()}
    price |= dict.fromkeys(literals, 1)
    first: SearchResult[None] = solver.solve(list(price))
    if first.outcome is not Outcome.UNSATISFIABLE:
        return Conflict(first.outcome)
    core, minimal = _shrunk(solver, kept(price, first.core), price, late)
    own = tuple(clue for literal, clue in clues.items() if literal in core)
    told = tuple(literal for number, literal in literals.items() if number in core)
    return Conflict(first.outcome, own, told, minimal)


def contradiction(theory: Theory, partial: Partial, late: Late) -> Conflict | None:
    """Why a partial answer is in no answer, with as few clues as two searches find.

    The finder of steps tries single clues, then sets of clues; deletion from a core may find fewer.
    ``None``: a limit came first, or the partial answer contradicts nothing.
    """
    found = None
    if all(atom in theory.atom_numbers for atom in partial.atoms) and not theory.always_broken:
        known = (theory.number(*x) for x in partial.literals() if x[0] in theory.atom_numbers)
        step = StepFinder(theory, [CONTRADICTION], known).next()
        if step is not None:
            found = Conflict(Outcome.UNSATISFIABLE, step.reason, step.premises, step.minimal)
    if found and (len(found.clues) < 2 or late()):
        return found
    other = conflict(theory, partial.literals(), _FEWER, late)
    shown = other.outcome is Outcome.UNSATISFIABLE
    return other if shown and not (found and found.size <= other.size) else found


def _shrunk(
    solver: ClueSolver, core: Sequence[int], price: Mapping[int, int], late: Late
) -> tuple[list[int], bool]:
    """A minimal part of a core, and whether that is proved; the dearest are left out first."""
    left = sorted(core, key=lambda literal: price[literal])
    needed, undecided = list[int](), set[int]()
    while left:
        if late():
            return [*needed, *left], False
        tried = left.pop()
        found: SearchResult[None] = solver.solve([*needed, *left])
        if found.outcome is Outcome.UNSATISFIABLE:
            left, needed = kept(left, found.core), kept(needed, found.core)
            continue
        needed.append(tried)
        if found.outcome is Outcome.UNKNOWN:
            undecided.add(tried)
    return needed, undecided.isdisjoint(needed)


@dataclass(frozen=True)
class Correction:
    """A set of clues without which there is an answer; without lemmas, which go with other clues.

    The outcome is unsatisfiable if there is none even without any clue, and unknown if a limit came
    before any set was found.  ``smallest``: it is proved that no set of fewer clues does, nor a
    lighter one.
    """

    outcome: Outcome
    clues: tuple[GroundClue, ...] = ()
    smallest: bool = False


def correction(theory: Theory, conflicts: int = CONFLICTS, late: Late = never) -> Correction:
    """As few clues as possible, then of the least weight, that have to go for an answer."""
    given = [clue for clue in theory.always_broken if not clue.source.lemma]
    pairs = zip(theory.clue_atoms, theory.clues, strict=True)
    prices = [(atom, clue) for atom, clue in pairs if not clue.source.lemma]
    for strategy in ("usc", "bb"):  # proves the optimum fast; finds models on the way
        solver = theory.solver([f"--opt-strategy={strategy}"], conflicts)
        with solver.control.backend() as backend:
            backend.add_minimize(1, [(atom, 1) for atom, _ in prices])
            backend.add_minimize(0, [(atom, clue.source.weight) for atom, clue in prices])
        best: list[GroundClue] | None = None
        models = Models(solver.control, (), late)
        for model in models:
            best = [clue for atom, clue in prices if model.is_true(atom)]
        if best is not None:
            return Correction(Outcome.SATISFIABLE, (*given, *best), smallest=models.exhausted)
        if models.exhausted:
            return Correction(Outcome.UNSATISFIABLE)
        if late():
            break
    return Correction(Outcome.UNKNOWN)


def steps_to_contradiction(
    theory: Theory, conflicts: int = CONFLICTS, late: Late = never
) -> tuple[tuple[Step, ...], bool]:
    """The steps to a contradiction, and whether they reach it; by the clues of a small conflict.

    Where steps do not reach it, one with all clues of the conflict does; one without any clue if
    the rules without words contradict each other.
    """
    theory.searcher.limit(conflicts)
    if theory.searcher.solve([]).outcome is Outcome.UNSATISFIABLE:
        return (theory.step(0, (), ()),), True
    found = conflict(theory, conflicts=conflicts, late=late)
    if len(found.clues) < 2:
        whole = tuple(Step(1, (clue,), (), ()) for clue in found.clues)
        return whole, found.outcome is Outcome.UNSATISFIABLE
    within = theory.within(found.clues) if len(found.clues) <= _FEW else theory
    index, steps = within.index, list[Step]()
    every = index.literals(index.scope(index.all_components))
    stepper = Stepper(within, [CONTRADICTION, *every])
    with suppress(TimeUpError):
        steps += told_when_needed(within, in_time(stepper, late))
    if late() or (steps and not steps[-1].follows):
        needed = steps if late() else leading_to_last(steps)
        return tuple(replace(step, number=n) for n, step in enumerate(needed, 1)), not late()
    return (Step(1, found.clues, (), (), minimal=found.minimal),), True
