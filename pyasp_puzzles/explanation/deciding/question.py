"""One ground program that is searched several times, within one time limit.

The searches are for answers in which some literals hold, for what all answers share, and for the
answer that is nearest to a partial one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

import clingo
from clingo import Symbol

from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.engines.job import check_timeout, facts_in_time
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.grounding import WAIT, Grounder, Source, in_thread

CONFLICTS = 5_000
"""After so many conflicts a search that only adds to what is known ends."""

Assumptions = Sequence[tuple[Symbol, bool]]


class Question:
    """A board and the time that all searches on it may take together.

    A time limit and Ctrl-C end a search and all later ones; :attr:`reason` says which it was.

    Args:
        timeout: seconds of wall clock; ``None``: no limit.

    Attributes:
        reason: why a search ended early: "time limit" or "interrupted"; else empty.
        exhausted: whether the last search has seen its whole search space.
        phase: what is done now, for people.
    """

    def __init__(
        self, puzzle: Puzzle[Any, Any], instance: InstanceLike, timeout: float | None = None
    ) -> None:
        self.puzzle, self.instance = puzzle, instance
        self.renew(timeout)
        self.exhausted = False
        self._grounder: Grounder | None = None

    def renew(self, timeout: float | None) -> None:
        """Begin a new time limit; what ended a search before is forgotten."""
        check_timeout(timeout)
        self._deadline = None if timeout is None else time.perf_counter() + timeout
        self.reason = ""

    def left(self) -> float | None:
        """The seconds that are left; ``None``: no limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    def stop(self, reason: str) -> None:
        """End the search soon, and begin none."""
        self.reason = self.reason or reason

    def late(self) -> bool:
        """Whether the time is up, or somebody stopped the search."""
        if self._deadline is not None and time.perf_counter() > self._deadline:
            self.stop("time limit")
        return bool(self.reason)

    def answers(
        self, assumed: Assumptions = (), most: int = 0, conflicts: int | None = None
    ) -> Iterator[Answer[Any, Any, Any]]:
        """The verified answers in which some literals hold, at most so many (0: all)."""
        for model in self._models(assumed, most=most, conflicts=conflicts):
            answer: Answer[Any, Any, Any] = Answer.read(self.puzzle, self.instance, model)
            yield answer.verified()

    def refutes(self, assumed: Assumptions, conflicts: int = CONFLICTS) -> bool:
        """Whether it is proved, within so many conflicts, that no answer has these literals."""
        model = self._last(self._models(assumed, most=1, conflicts=conflicts))
        return model is None and self.exhausted

    def always(self, answers: Iterable[Answer[Any, Any, Any]]) -> frozenset[Symbol] | None:
        """The atoms that all answers have, when some of the answers are known.

        Model intersection: clasp asks each time for an answer that leaves out one of the atoms
        that all have had so far (cautious consequences).

        Returns:
            ``None``: a limit came first.
        """
        if not frozenset.intersection(*(frozenset(answer.symbols) for answer in answers)):
            return frozenset()
        found = self._last(self._models((), mode="cautious"))
        return frozenset(found) if found is not None and self.exhausted else None

    def never(self, conflicts: int = CONFLICTS) -> frozenset[Symbol] | None:
        """The shown atoms that no answer has (the others are the brave consequences).

        Args:
            conflicts: the search ends after so many; it can take far longer than :meth:`always`.

        Returns:
            ``None``: a limit came first.
        """
        ever = self._last(self._models((), mode="brave", conflicts=conflicts))
        return self.possible() - set(ever) if ever is not None and self.exhausted else None

    def nearest(self, wanted: Iterable[tuple[Symbol, bool]]) -> Answer[Any, Any, Any] | None:
        """An answer in which as many of these literals hold as in any other.

        ``exhausted`` says whether that is proved; if not, it is the best one found so far.  This
        can be asked once.

        Returns:
            ``None``: none was found.
        """
        control = self._control()
        if control is None:
            return None
        atoms = control.symbolic_atoms
        costs = []
        for atom, holds in wanted:
            known = atoms[atom]
            if known is not None:
                costs.append((-known.literal if holds else known.literal, 1))
        with control.backend() as backend:
            backend.add_minimize(0, costs)
        solve: Any = control.configuration.solve
        solve.opt_mode = "opt"
        try:
            model = self._last(self._models(()))
        finally:
            solve.opt_mode = "ignore"
        if model is None:
            return None
        answer: Answer[Any, Any, Any] = Answer.read(self.puzzle, self.instance, model)
        return answer.verified()

    def possible(self) -> frozenset[Symbol]:
        """The shown atoms of the ground program: no other one is in any answer."""
        control = self._control()
        if control is None:
            return frozenset()
        return frozenset(
            found.symbol
            for name, arity in map(signature, self.puzzle.answers)
            for found in control.symbolic_atoms.by_signature(name, arity)
        )

    def _last(self, models: Iterable[list[Symbol]]) -> list[Symbol] | None:
        last = None
        for model in models:
            last = model
        return last

    def _control(self) -> clingo.Control | None:
        """The control with the ground program; ``None`` if the time was up before."""
        if self._grounder is None and not self.late():
            self._interruptible(self._ground)
        return self._grounder.control if self._grounder else None

    def _ground(self) -> None:
        facts = facts_in_time(self.instance, self.late)
        if facts is not None:
            source = Source(self.puzzle.program_paths(), facts)
            grounder = Grounder(source, ["--project=show", "--opt-mode=ignore"])
            if in_thread(grounder.ground, self.late):
                self._grounder = grounder

    def _interruptible(self, work: Callable[[], None]) -> None:
        try:
            work()
        except KeyboardInterrupt:
            self.stop("interrupted")

    def _models(
        self,
        assumed: Assumptions,
        *,
        most: int = 0,
        mode: Literal["auto", "cautious", "brave"] = "auto",
        conflicts: int | None = None,
    ) -> Iterator[list[Symbol]]:
        """The shown atoms of each model, until all are found or a limit comes."""
        self.exhausted = False
        control = self._control()
        if control is None or self.late():
            return
        solve: Any = control.configuration.solve
        solve.models, solve.enum_mode = most, mode
        solve.solve_limit = f"{'umax' if conflicts is None else conflicts},umax"
        try:
            with control.solve(list(assumed), yield_=True, async_=True) as handle:
                while True:
                    handle.resume()
                    while not handle.wait(WAIT):
                        if self.late():
                            handle.cancel()
                            return
                    model = handle.model()
                    if model is None:
                        break
                    yield list(model.symbols(shown=True))
                self.exhausted = bool(handle.get().exhausted)
        except KeyboardInterrupt:
            self.stop("interrupted")
