"""How hard a board is for a search: the decisions and conflicts of clasp until the first answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median_low
from typing import Any

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
        found: whether there is an answer; ``None``: no search has decided it.
        searches: how many searches ended.
        limited: whether one of them met the limit of conflicts.
    """

    decisions: int = 0
    conflicts: int = 0
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
    decisions: list[int] = []
    conflicts: list[int] = []
    found: bool | None = None
    limited = False
    for seed in range(1, SEARCHES + 1):
        ended = _search(source, seed, late)
        if ended is None:
            break
        decisions.append(ended[0])
        conflicts.append(ended[1])
        limited = limited or ended[2] is None
        found = ended[2] if found is None else found
        if found is False:
            break
    if not decisions:
        return Effort()
    figures = median_low(decisions), median_low(conflicts)
    return Effort(*figures, found, len(decisions), limited)


def _search(
    source: Source, seed: int, late: Callable[[], bool]
) -> tuple[int, int, bool | None] | None:
    """Decisions, conflicts and whether there is an answer; ``None``: the time is up."""
    options = ["--warn=none", "--stats=1", f"--seed={seed}", *_OPTIONS]
    grounder = Grounder(source, options)
    if late() or not in_thread(grounder.ground, late):
        return None
    control = grounder.control
    solve: Any = control.configuration.solve
    solve.models, solve.solve_limit = 1, f"{CONFLICTS},umax"
    with control.solve(async_=True) as handle:
        while not handle.wait(WAIT):
            if late():
                handle.cancel()
                return None
        found = handle.get().satisfiable
    solvers = control.statistics["solving"]["solvers"]
    return int(solvers["choices"]), int(solvers["conflicts"]), found
