"""Searches under assumptions that end when the time is up: one model, or all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import clingo

from pyasp_puzzles.core.atoms import Status
from pyasp_puzzles.ground.ground import Program, Rule, Sum
from pyasp_puzzles.ground.grounding import WAIT, Grounder, Source
from pyasp_puzzles.work.deadline import Late, TimeUpError, never

T = TypeVar("T")

Outcome = Status
"""What a limited search ends with."""


def set_limit(control: clingo.Control, conflicts: int | None) -> None:
    """Let each search end as unknown after so many conflicts; ``None``: no limit."""
    solve: Any = control.configuration.solve
    solve.solve_limit = f"{'umax' if conflicts is None else conflicts},umax"


@contextmanager
def first_model(
    control: clingo.Control, assumptions: Sequence[int], late: Late
) -> Iterator[clingo.SolveHandle]:
    """A search that has found a model or has ended; TimeUpError: the time is up."""
    timed = late is not never  # else it needs no thread
    if timed and late():
        raise TimeUpError
    with control.solve(assumptions=list(assumptions), yield_=True, async_=timed) as handle:
        if timed:
            handle.resume()
            if not ended(handle, late):
                raise TimeUpError
        yield handle


def ended(handle: clingo.SolveHandle, late: Late) -> bool:
    """Whether a search came to a model or to its end; else the time is up, and it is cancelled."""
    while not handle.wait(WAIT):
        if late():
            handle.cancel()
            return False
    return True


@dataclass
class Models:
    """The models of one search, until all are found (``exhausted``) or a limit comes."""

    control: clingo.Control
    assumptions: Sequence[Any]
    late: Late
    exhausted: bool = False

    def __iter__(self) -> Iterator[clingo.Model]:
        with self.control.solve(list(self.assumptions), yield_=True, async_=True) as handle:
            handle.resume()
            while ended(handle, self.late):
                model = handle.model()
                if model is None:
                    self.exhausted = bool(handle.get().exhausted)
                    return
                yield model
                handle.resume()


@dataclass(frozen=True)
class SearchResult(Generic[T]):
    """The end of one search: a contradictory core of its assumptions, or what a model says."""

    outcome: Outcome
    core: tuple[int, ...] = ()
    value: T | None = None


class ClueSolver:
    """One clingo control with a ground program; all clues are free until a call assumes them."""

    def __init__(
        self,
        program: Program,
        clue_atoms: Sequence[int],
        options: Sequence[str] = (),
        conflicts: int | None = None,
        late: Late = never,
        control: clingo.Control | None = None,
    ) -> None:
        self._clue_atoms, self._late = clue_atoms, late
        if control is None:
            control = Grounder(Source(), [*options_for(program), *options]).control
            with control.backend() as backend:
                for _ in range(max(program.atoms(), default=0)):
                    backend.add_atom()
                for rule in program.rules:
                    add_rule(backend, rule)
                keep_numbers(backend)
        self.control = control
        self.limit(conflicts)

    def limit(self, conflicts: int | None) -> None:
        """Let each search end as unknown after so many conflicts."""
        set_limit(self.control, conflicts)

    def on(self, clues: Iterable[int]) -> list[int]:
        """Assumptions that switch on clues, given by their numbers."""
        return [-self._clue_atoms[clue] for clue in clues]

    def all_on(self) -> list[int]:
        """Assumptions that switch on all clues."""
        return self.on(range(len(self._clue_atoms)))

    def solve(
        self, assumptions: Sequence[int], read: Callable[[clingo.Model], T] | None = None
    ) -> SearchResult[T]:
        """Search for one model in which all these literals hold; TimeUpError: the time is up."""
        with first_model(self.control, assumptions, self._late) as handle:
            model = handle.model()
            if model is not None:
                return SearchResult(Outcome.SATISFIABLE, value=read(model) if read else None)
            if handle.get().unsatisfiable:
                return SearchResult(Outcome.UNSATISFIABLE, tuple(handle.core()))
            return SearchResult(Outcome.UNKNOWN)


def held(literals: Iterable[int], model: clingo.Model) -> list[int]:
    """Those of some literals that hold in a model."""
    return [x for x in literals if model.is_true(abs(x)) == (x > 0)]


def options_for(program: Program) -> list[str]:
    """clingo 5.8.3 loses answers of some disjunctive programs if it simplifies equivalences."""
    disjunctive = any(len(rule.head) > 1 and not rule.choice for rule in program.rules)
    return ["--warn=none", *(["--eq=0"] if disjunctive else [])]


def keep_numbers(backend: clingo.Backend) -> None:
    """Let clasp number its own atoms after all that were added, not after the last one of a rule.

    Else it takes one of its own for an added one, whose only rule it drops.
    """
    backend.add_rule([backend.add_atom()])


def add_rule(backend: clingo.Backend, rule: Rule, number: Callable[[int], int] = int) -> None:
    """Add a rule of a ground program; its literals have other numbers there."""
    head = list(map(number, rule.head))
    if isinstance(rule.body, Sum):
        terms = [(number(literal), weight) for literal, weight in rule.body.terms]
        backend.add_weight_rule(head, rule.body.bound, terms, rule.choice)
    else:
        backend.add_rule(head, list(map(number, rule.body)), rule.choice)
