"""How hard a board is for a search: the decisions and conflicts of clasp until the first answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median_low
from typing import Any

import clingo

from pyasp_puzzles.grounding import WAIT, Grounder, Source, in_thread

SEARCHES = 9
"""Searches with different seeds; the figures are medians, so that no lucky one counts."""

CONFLICTS = 20_000
"""Of one search; then its figures count as they are."""

_OPTIONS = ("--rand-freq=0.2",)


@dataclass(frozen=True)
class Effort:
    """The figures of several searches for one answer.

    Attributes:
        decisions: median number of decisions: what propagation leaves open, and a person guesses.
        conflicts: median number of conflicts: guesses that were wrong.
        atoms: number of shown atoms in the first answer.
        found: whether there is an answer; ``None``: no search has decided it.
        searches: how many searches ended.
        limited: whether one of them met the limit of conflicts.
    """

    decisions: int = 0
    conflicts: int = 0
    atoms: int = 0
    found: bool | None = None
    searches: int = 0
    limited: bool = False


def effort(source: Source, late: Callable[[], bool]) -> Effort:
    """The effort of clasp on a program: the same figures on each run.

    Args:
        late: whether the time is up; then the searches that have ended count.

    Raises:
        SolverError: clingo refuses the program.
    """
    ended: list[_Ended] = []
    for seed in range(1, SEARCHES + 1):
        search = _search(source, seed, late)
        if search is None:
            break
        ended.append(search)
        if search.found is False:
            break
    if not ended:
        return Effort()
    return Effort(
        median_low(search.decisions for search in ended),
        median_low(search.conflicts for search in ended),
        next((search.atoms for search in ended if search.found), 0),
        next((search.found for search in ended if search.found is not None), None),
        len(ended),
        any(search.found is None for search in ended),
    )


@dataclass(frozen=True)
class _Ended:
    """One search; the attributes are as in :class:`Effort`."""

    decisions: int
    conflicts: int
    atoms: int
    found: bool | None


def _search(source: Source, seed: int, late: Callable[[], bool]) -> _Ended | None:
    """One search; ``None``: the time is up."""
    options = ["--warn=none", "--stats=1", f"--seed={seed}", *_OPTIONS]
    grounder = Grounder(source, options)
    if late() or not in_thread(grounder.ground, late):
        return None
    control, atoms = grounder.control, [0]
    solve: Any = control.configuration.solve
    solve.models, solve.solve_limit = 1, f"{CONFLICTS},umax"

    def count(model: clingo.Model) -> None:
        atoms[0] = len(model.symbols(shown=True))

    with control.solve(on_model=count, async_=True) as handle:
        while not handle.wait(WAIT):
            if late():
                handle.cancel()
                return None
        found = handle.get().satisfiable
    solvers = control.statistics["solving"]["solvers"]
    return _Ended(int(solvers["choices"]), int(solvers["conflicts"]), atoms[0], found)
