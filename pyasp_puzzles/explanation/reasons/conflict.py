"""Conflicts: clues and literals of a partial answer that contradict each other.

A conflict is a minimal unsatisfiable subset: without any one of its parts there would be an
answer to the rest.  It is found by deletion, starting from the solver's core and going on with each
smaller core (Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL
2010, section 3).  Several orders of deletion find several conflicts, and the cheapest is taken.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clingo import Symbol

from pyasp_puzzles.explanation.steps import Clue, Literal
from pyasp_puzzles.explanation.theory import Found, Outcome, Solver, Theory
from pyasp_puzzles.explanation.timed import Late, never

CONFLICTS = 20_000
"""Conflicts after which one search gives up."""
ORDERS = 8
"""Orders of deletion that are tried."""
QUICK = 300
"""Conflicts after which a search for a cheaper conflict gives up."""


@dataclass(frozen=True)
class Conflict:
    """Clues and literals that contradict each other, if there are any.

    Attributes:
        outcome: unsatisfiable: these contradict each other; satisfiable: there is an answer;
            unknown: the limit came first.
        clues: the clues that take part, in the order of the theory.
        literals: the literals of the partial answer that take part, in the given order.
        minimal: whether it is proved that none of them can be left out.
    """

    outcome: Outcome
    clues: tuple[Clue, ...] = ()
    literals: tuple[Literal, ...] = ()
    minimal: bool = False

    @property
    def size(self) -> int:
        """The sum of the clues' weights."""
        return sum(clue.weight for clue in self.clues)


@dataclass(frozen=True)
class Core:
    """Assumptions that together are contradictory.

    Attributes:
        literals: the assumptions.
        minimal: whether it is proved that none can be left out.
    """

    literals: tuple[int, ...]
    minimal: bool


def conflict(
    theory: Theory,
    assumed: Iterable[tuple[Symbol, bool]] = (),
    conflicts: int = CONFLICTS,
    late: Late = never,
) -> Conflict:
    """Why there is no answer in which all assumed literals hold.

    Args:
        assumed: atoms with whether they hold, as :meth:`Partial.literals` yields them.
        conflicts: the limit of each search.
        late: whether the time is up; what was found until then is returned.
    """
    literals: dict[int, Literal] = {}
    facts = set(theory.facts)
    for atom, holds in assumed:
        number = theory.atom_numbers.get(atom)
        if number is not None:
            literals.setdefault(number if holds else -number, theory.literal(atom, holds))
        elif holds != (atom in facts):
            return Conflict(
                Outcome.UNSATISFIABLE, literals=(theory.literal(atom, holds),), minimal=True
            )
    if theory.always_broken:
        cheapest = min(theory.always_broken, key=lambda clue: clue.weight)
        return Conflict(Outcome.UNSATISFIABLE, (cheapest,), minimal=True)
    solver = theory.solver(conflicts=conflicts)
    clues = dict(zip(solver.on(range(len(theory.clues))), theory.clues, strict=True))
    price = {
        **{literal: clue.weight for literal, clue in clues.items()},
        **dict.fromkeys(literals, 1),
    }
    outcome, core = cheapest_core(solver, list(price), price, late)
    if core is None:
        return Conflict(outcome)
    return Conflict(
        outcome,
        tuple(clue for literal, clue in clues.items() if literal in core.literals),
        tuple(literal for number, literal in literals.items() if number in core.literals),
        core.minimal,
    )


def cheapest_core(
    solver: Solver,
    candidates: Sequence[int],
    price: Mapping[int, int],
    late: Late = never,
    fixed: Sequence[int] = (),
) -> tuple[Outcome, Core | None]:
    """The cheapest of several minimal sets of candidates that contradict each other.

    Args:
        solver: each of its searches has a limit.
        candidates: assumptions that may be left out.
        price: the price of each candidate.
        late: whether the time is up.
        fixed: assumptions that always hold.

    Returns:
        What a search with all candidates ends with, and the set if that is a contradiction.
    """
    found: Found[None] = solver.solve([*fixed, *candidates])
    if found.outcome is not Outcome.UNSATISFIABLE:
        return found.outcome, None
    draw = random.Random(0)
    best = shrink(solver, _kept(candidates, found.core), price, late, fixed)
    indispensable: set[int] = set()
    solver.limit(QUICK)
    for _ in range(ORDERS - 1):
        without = [literal for literal in best.literals if literal not in indispensable]
        if late() or not without:
            break
        dropped = draw.choice(without)
        left = [literal for literal in candidates if literal != dropped]
        draw.shuffle(left)
        found = solver.solve([*fixed, *left])
        if found.outcome is not Outcome.UNSATISFIABLE:
            indispensable.add(dropped)
            continue
        other = shrink(solver, _kept(left, found.core), price, late, fixed, thorough=False)
        if (not other.minimal, _cost(other, price)) < (not best.minimal, _cost(best, price)):
            best = other
    return Outcome.UNSATISFIABLE, best


def shrink(
    solver: Solver,
    core: Sequence[int],
    price: Mapping[int, int],
    late: Late = never,
    fixed: Sequence[int] = (),
    thorough: bool = True,
) -> Core:
    """A minimal part of a contradictory set; the dearest assumptions are left out first.

    Args:
        core: the set.
        thorough: whether to go on after a search that reaches its limit.

    The other parameters are those of :func:`cheapest_core`.
    """
    left = sorted(core, key=lambda literal: price[literal])
    needed: list[int] = []
    undecided: set[int] = set()
    while left:
        if late():
            return Core((*needed, *left), False)
        tried = left.pop()
        found: Found[None] = solver.solve([*fixed, *needed, *left])
        if found.outcome is Outcome.UNSATISFIABLE:
            left, needed = _kept(left, found.core), _kept(needed, found.core)
        else:
            needed.append(tried)
            if found.outcome is Outcome.UNKNOWN:
                undecided.add(tried)
                if not thorough:
                    return Core((*needed, *left), False)
    return Core(tuple(needed), undecided.isdisjoint(needed))


def _kept(literals: Iterable[int], core: Sequence[int]) -> list[int]:
    inside = set(core)
    return [literal for literal in literals if literal in inside]


def _cost(core: Core, price: Mapping[int, int]) -> int:
    return sum(price[literal] for literal in core.literals)
