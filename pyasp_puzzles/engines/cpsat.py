"""OR-Tools CP-SAT: models made of constraints, and the engine that lists all solutions of one."""

from __future__ import annotations

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.engines.encoding import CpProblem, Shown, Staged
from pyasp_puzzles.engines.job import Job, RunOptions, builder
from pyasp_puzzles.engines.search import Search, Symbols
from pyasp_puzzles.ground.sat.constraints import Constraints

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_WAIT = 0.05
"""Seconds between two checks for a stop, while the solver waits for its reader."""

_REFUSED = 32
"""Number of refused solutions after which the solver restarts with the cuts."""


class CpSearch(Search):
    """Lists the answers of a CP-SAT model, or of several models whose solutions are joined.

    With several workers, OR-Tools 9.15 does not list all solutions.
    """

    def __init__(
        self,
        build: Callable[[], CpProblem | Staged],
        *,
        limit: int = 0,
        seed: int | None = None,
        threads: int = 1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(clock=clock, limit=limit)
        self._build, self._seed = build, seed
        self._workers = threads if limit == 1 else 1

    def _answers(self) -> Generator[Symbols]:
        self.enter("building the model")
        problem = self._build()
        self.report.seconds["build"] = self._spent()
        self.enter("searching")
        self._figures: Counter[str] = Counter()
        try:
            if isinstance(problem, CpProblem):
                for shown in self._solutions(problem, single=self._limit == 1):
                    yield tuple(shown)
                return
            stages = []
            for number, stage in enumerate(problem.stages, 1):
                stages.append(list(self._solutions(stage, single=False)))
                self._figures[f"stage {number} solutions"] = len(stages[-1])
                if not stages[-1] or self._late():
                    return
            seen: set[Shown] = set()
            for shown in problem.join(stages):
                if self._late():
                    return
                if shown not in seen:
                    seen.add(shown)
                    yield tuple(shown)
        finally:
            self.report.statistics |= self._figures

    def _solutions(self, problem: CpProblem, *, single: bool) -> Generator[Shown]:
        """The distinct sets of true atoms; ``refine`` refuses solutions and adds cuts."""
        model = problem.model
        self._figures["variables"] += len(model.proto.variables)
        self._figures["constraints"] += len(model.proto.constraints)
        seen: set[Shown] = set()
        blocked: set[Shown] = set()
        while True:
            cuts: list[tuple[Shown, Shown]] = []
            refused = 0
            run = _Run(self, problem, single)
            try:
                for shown in run:
                    if shown in seen:
                        continue
                    broken = problem.refine(shown) if problem.refine else []
                    if not broken:
                        seen.add(shown)
                        yield shown
                        continue
                    cuts += broken
                    refused += 1
                    if refused == _REFUSED:
                        break
                else:
                    if self._late() or not (single and cuts):
                        return  # all solutions were listed
            finally:
                run.close()
                if problem.refine:
                    self._figures["cuts"] += len(cuts)
            every = frozenset(problem.atoms)
            cuts += [(shown, every - shown) for shown in seen - blocked]
            blocked |= seen
            for true, false in dict.fromkeys(cuts):
                true_ones = (~problem.atoms[atom] for atom in true)
                model.add_bool_or(*true_ones, *(problem.atoms[atom] for atom in false))


class _Run:
    """One call of the solver in a thread; its solutions are read one by one."""

    def __init__(self, search: CpSearch, problem: CpProblem, single: bool) -> None:
        cp_model = need("ortools.sat.python.cp_model")
        self._search, self._closed = search, False
        self._found: queue.SimpleQueue[Shown | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(64)  # the solver waits if its reader is far behind
        self._failure: Exception | None = None
        atoms = list(problem.atoms.items())
        found, room, stopped = self._found, self._room, self._stopped

        class Listen(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
            def on_solution_callback(self) -> None:
                while not room.acquire(timeout=_WAIT):
                    if stopped():
                        break
                if stopped():
                    self.stop_search()
                else:
                    found.put(frozenset(a for a, literal in atoms if self.boolean_value(literal)))

        self._solver: Any = cp_model.CpSolver()
        parameters = self._solver.parameters
        parameters.num_workers = search._workers
        parameters.enumerate_all_solutions = not single
        if search._seed is not None:
            parameters.random_seed = search._seed % 2**31
        ends = (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)

        def work() -> None:
            try:
                status = self._solver.solve(problem.model, Listen())
                if status not in ends and not self._closed:
                    name = self._solver.status_name(status)
                    raise SolverError(f"CP-SAT ended with {name}: {problem.model.validate()}")
            except Exception as error:  # raised in the reader's thread below
                self._failure = error
            finally:
                self._found.put(None)

        self._thread = threading.Thread(target=work)
        self._thread.start()

    def _stopped(self) -> bool:
        return self._closed or bool(self._search._stopped)

    def __iter__(self) -> Generator[Shown]:
        while (shown := self._found.get()) is not None:
            self._room.release()
            yield shown
        if self._failure:
            raise self._failure

    def close(self) -> None:
        """Stop the solver and add its figures to the statistics."""
        self._closed = True
        self._solver.stop_search()
        self._thread.join()
        if self._failure is None:
            self._search._figures["conflicts"] += self._solver.num_conflicts
            self._search._figures["choices"] += self._solver.num_branches
            self._search._figures["restarts"] += self._solver.response_proto.num_restarts


def start(job: Job, options: RunOptions) -> CpSearch:
    """The search of a job with a hand-written CP-SAT model."""
    return CpSearch(
        builder(job),
        limit=job.limit,
        seed=job.seed,
        threads=job.workers,
        clock=options.clock,
    )


class CpConstraints(Constraints):
    """A formula that is a CP-SAT model; methods of encoding into clauses mean nothing to it.

    Attributes:
        model: for further variables and constraints of CP-SAT's own.
        cp: the module ``cp_model``.
    """

    determined: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.cp = need("ortools.sat.python.cp_model")
        self.model: cp_model.CpModel = self.cp.CpModel()
        self._booleans: list[Any] = []

    def new(self) -> int:
        self._booleans.append(self.model.new_bool_var(""))
        self.variables += 1
        return self.variables

    def boolean(self, literal: int) -> Any:
        """The Boolean variable of a literal, or its negation."""
        variable = self._booleans[abs(literal) - 1]
        return variable if literal > 0 else ~variable

    def booleans(self, literals: Iterable[int]) -> list[Any]:
        return [self.boolean(literal) for literal in literals]

    def add(self, *literals: int) -> None:
        self.model.add_bool_or(self.booleans(literals))

    def at_most_one(self, literals: Iterable[int], method: str = "") -> None:
        self.model.add_at_most_one(self.booleans(literals))

    def exactly_one(self, literals: Iterable[int], method: str = "") -> None:
        self.model.add_exactly_one(self.booleans(literals))

    def exactly(self, number: int, literals: Iterable[int], method: str = "") -> None:
        self.number(number, number, literals)

    def number(self, least: int, most: int, literals: Iterable[int], method: str = "") -> None:
        if least == most == 1:
            self.exactly_one(literals)
        else:
            total = self.cp.LinearExpr.sum(self.booleans(literals))
            self.model.add_linear_constraint(total, least, most)

    def count(self, number: int, groups: Iterable[list[int]]) -> None:
        self.exactly(number, [literal for group in groups for literal in group])

    def between(self, terms: Iterable[tuple[int, int]], low: int, high: int) -> None:
        parts = list(terms)
        booleans = self.booleans(literal for literal, _ in parts)
        total = self.cp.LinearExpr.weighted_sum(booleans, [weight for _, weight in parts])
        if low > high:  # OR-Tools takes such bounds for none
            self.add()
        self.model.add_linear_constraint(total, low, high)

    def define(self, literal: int, exclusive: Iterable[int]) -> None:
        self.exactly_one([*exclusive, -literal])

    def integer(self, least: int, most: int) -> Any:
        return self.model.new_int_var(least, most, "")

    def equals(self, literal: int, variable: Any, value: int) -> None:
        """A literal is true just when an integer variable has a value."""
        boolean = self.boolean(literal)
        self.model.add(variable == value).only_enforce_if(boolean)
        self.model.add(variable != value).only_enforce_if(~boolean)

    def problem(
        self, refine: Callable[[Shown], list[tuple[Shown, Shown]]] | None = None
    ) -> CpProblem:
        """The model with the literals of the shown atoms."""
        atoms = {symbol: self.boolean(literal) for symbol, literal in self.shown.items()}
        return CpProblem(self.model, atoms, refine)
