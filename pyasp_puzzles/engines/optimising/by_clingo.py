"""The best board by clingo: for a puzzle with a program whose ``#maximize`` counts the score.

Two programs are searched in turns, in runs of so many conflicts, each twice as long as the one
before: the one with ``#maximize`` by branch and bound (Gebser et al., "Multi-Criteria Optimization
in Answer Set Programming", ICLP 2011), and the puzzle's own, where only the full score is better.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import clingo

from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Improvement
from pyasp_puzzles.boards.puzzle import InstanceLike
from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.engines.clasp_options import full_options
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.ground.grounding import WAIT, Grounder, Source, in_thread
from pyasp_puzzles.work.memory import resident_bytes

CONFLICTS = 5_000
"""The conflicts of the first run."""

MOST_DOUBLINGS = 40

NOT_LEARNT = 10
"""So many conflicts take as long as one where clasp learns, if it does not learn from them."""

OPTIONS = ("--configuration=crafty", "--opt-heuristic=sign")
"""clasp's options for branch and bound (measured: ``docs/measured/encodings/packing.md``)."""


@dataclass(frozen=True)
class ClaspProgram:
    """A program with facts, clasp's options, and how many times a run's conflicts it may have."""

    source: Source
    options: Sequence[str] = OPTIONS
    times: int = 1


@dataclass(frozen=True)
class Maximising:
    """What a search by clingo has to know of a puzzle and an instance.

    Attributes:
        program: makes the program: shows the answer atoms, has one ``#maximize`` statement.
        most: the full score.
        answers: makes the puzzle's own program, see :func:`own_program`; ``None``: not searched.
        first: finds a board while clingo grounds, until its argument ``late`` is true.
        above: the least higher score that a board may have, or ``None``; it can end a proof early.
    """

    program: Callable[[], ClaspProgram]
    most: int
    answers: Callable[[], ClaspProgram] | None = None
    first: Callable[[Callable[[], bool]], Improvement | None] | None = None
    above: Callable[[int], int | None] | None = None


def own_program(instance: InstanceLike) -> ClaspProgram:
    """The program with all rules of the instance's puzzle, and the options found best for proofs.

    Raises SolverError if an option of the puzzle's profile may change what is found.
    """
    job = make_job(instance, "asp", task="unsat")
    options = full_options(job.profile[1].options)
    learns = "--no-lookback" not in options
    return ClaspProgram(job.source(with_profile=True), options, 1 if learns else NOT_LEARNT)


class ClingoBest(BestSearch):
    """The search for the best board with clingo, until it has proved that no board is better.

    It looks how much memory the process has, as clingo takes no limit.  While it searches it raises
    SolverError if clingo refuses a program, or one has no ``#maximize`` statement.
    """

    def __init__(self, maximising: Maximising, request: BestRequest[Any]) -> None:
        super().__init__()
        self._maximising, self._request = maximising, request
        self.runs = request.runs
        self._aim: int | None = 0  # the least score that is wanted next
        self._bytes_before = 0

    def __iter__(self) -> Iterator[Improvement]:
        self._bytes_before = resident_bytes()
        self.phase = "first board"
        score, first = self._request.known_score, self._maximising.first
        if score < 0 and first and (found := first(self._request.late)):
            score = found.score
            yield found
        self.phase = "possible scores"
        self._aim = self._above(score)
        better = _Searched(self._maximising.program, self._request.seed, maximises=True)
        whole = self._maximising.answers
        answer = _Searched(whole, self._request.seed) if whole else None
        while self._aim is not None and not self._late():
            conflicts = CONFLICTS << min(self.runs, MOST_DOUBLINGS)
            yield from self._run(better, conflicts)
            if answer and self._aim == self._maximising.most:
                yield from self._run(answer, conflicts)
            if self._aim is not None and not self._late():
                self.runs += 1
        self.optimal = self._aim is None

    def _run(self, program: _Searched, conflicts: int) -> Iterator[Improvement]:
        """The improvements that so many conflicts of one program bring."""
        if self._late():
            return
        if not program.control:
            self.phase = "grounding"
            if not in_thread(program.ground, self._late):
                return
            self.seconds["ground"] = self.seconds.get("ground", 0.0) + program.seconds
        before = None
        while self._aim not in (None, before) and not self._late():
            before = self._aim
            wanted = f"scores from {self._aim:,} on" if program.maximises else "answers"
            self.phase = f"run {self.runs + 1}, {wanted}"
            yield from self._solve(program, conflicts)

    def _solve(self, program: _Searched, conflicts: int) -> Iterator[Improvement]:
        """The improvements of one call of clasp.

        It ends early where a new call can leave out scores that no board can have.
        """
        assert program.control and self._aim is not None
        solve: Any = program.control.configuration.solve
        solve.solve_limit = str(program.times * conflicts)
        if program.maximises:
            solve.opt_mode = f"opt,{-self._aim}"
        with program.control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(WAIT):
                    if self._late():
                        return
                model = handle.model()
                if model is None:
                    break
                score = program.score(model, self._maximising.most)
                self._aim = self._above(score)
                yield Improvement(tuple(model.symbols(shown=True)), score, self.phase)
                if self._aim != score + 1:
                    return
            if handle.get().exhausted:
                self._aim = None

    def _above(self, score: int) -> int | None:
        """The least score above this one that a board may have."""
        if score >= self._maximising.most:
            return None
        above = self._maximising.above
        return above(score) if above else score + 1

    def _late(self) -> bool:
        """Whether the search has to end: its time is up, or it needs too much memory."""
        self.memory = max(self.memory, resident_bytes() - self._bytes_before)
        if self.memory > self._request.memory:
            self.ended = "memory limit"
        return bool(self.ended) or self._request.late()


class _Searched:
    """A program that is ground once and searched in many calls."""

    def __init__(
        self, make: Callable[[], ClaspProgram], seed: int, *, maximises: bool = False
    ) -> None:
        self._make, self._seed, self.maximises = make, seed, maximises
        self.control: clingo.Control | None = None
        self.seconds, self.times, self._name = 0.0, 1, ""

    def ground(self) -> None:
        """Make the facts and ground."""
        start = time.process_time()
        program = self._make()
        options = ["--models=0", *program.options]
        if self.maximises:
            # With --seed alone clasp makes no random decision.
            options += [f"--seed={self._seed}", "--rand-freq=0.01"]
        grounder = Grounder(program.source, options)
        grounder.ground()
        self._name, self.times = program.source.name, program.times
        self.seconds = time.process_time() - start
        self.control = grounder.control

    def score(self, model: clingo.Model, most: int) -> int:
        if not self.maximises:
            return most
        if len(model.cost) != 1:
            found = f"{len(model.cost)} priorities" if model.cost else "none"
            raise SolverError(f"{self._name}: found {found}, expected one #maximize statement")
        return -model.cost[0]
