"""SAT solvers as engines: list the models of an encoding or of the translated ground program."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial

from pyasp_puzzles.core.errors import warn_of
from pyasp_puzzles.engines.job import Job, RunOptions, builder
from pyasp_puzzles.engines.search import Search, SearchReport, Symbols
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.sat import DEFAULT_SOLVER, check_solver
from pyasp_puzzles.ground.sat.cnf import Clause, Cnf
from pyasp_puzzles.ground.sat.dimacs import open_solver
from pyasp_puzzles.ground.translation import translate


class SatSearch(Search):
    """Lists the answers of a formula with a SAT solver."""

    def __init__(
        self,
        build: Callable[[SearchReport], Cnf],
        solver: str = DEFAULT_SOLVER,
        *,
        limit: int = 0,
        seed: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(clock=clock, limit=limit)
        check_solver(solver)
        self._build, self._solver, self._seed = build, solver, seed

    def _answers(self) -> Generator[Symbols]:
        self.enter("building the formula")
        cnf, statistics = self._build(self.report), self.report.statistics
        self.report.seconds["build"] = self._spent() - sum(self.report.seconds.values())
        statistics |= {"variables": cnf.variables, "clauses": len(cnf.clauses)}
        names = Scrambling(self._seed)
        self.enter("searching")
        solver = open_solver(self._solver)
        try:
            solver.add(names.clauses(cnf.clauses, cnf.variables))
            shown = list(cnf.shown.items())
            while not self._late() and (scrambled := solver.solve()) is not None:
                model = names.model(scrambled, cnf.variables)
                added = len(cnf.clauses)
                broken = cnf.refine(model) if cnf.refine else []
                new = cnf.clauses[added:] + broken
                if cnf.refine:
                    statistics["cuts"] = statistics.get("cuts", 0) + len(new)
                if not new:
                    values = [(atom, literal, model[abs(literal) - 1]) for atom, literal in shown]
                    yield tuple(atom for atom, literal, value in values if value == literal)
                    new = [
                        [
                            -literal if value == literal else literal
                            for _, literal, value in values
                            if value == literal or not cnf.antichain
                        ]
                    ]
                    if not new[0]:
                        return  # nothing is shown: this answer is the only one
                solver.add(names.clauses(new, cnf.variables))
        finally:
            statistics |= solver.statistics()
            solver.close()


class Scrambling:
    """A random renaming of the variables and order of the clauses; nothing without a seed."""

    def __init__(self, seed: int | None) -> None:
        self._random = None if seed is None else random.Random(seed)
        self._names, self._originals = [0], [0]

    def clauses(self, clauses: Sequence[Clause], variables: int) -> Sequence[Clause]:
        """The clauses as the solver gets them."""
        if not self._random:
            return clauses
        largest = max((abs(literal) for clause in clauses for literal in clause), default=0)
        new = list(range(len(self._names), max(variables, largest) + 1))
        self._random.shuffle(new)
        self._names += new
        self._originals += sorted(new, key=self._names.__getitem__)
        names = self._names
        renamed = [[names[x] if x > 0 else -names[-x] for x in clause] for clause in clauses]
        self._random.shuffle(renamed)
        return renamed

    def model(self, model: Sequence[int], variables: int) -> Sequence[int]:
        """A solver's model with the original names; a variable that no clause has is false."""
        if not self._random:
            return [*model, *(-v for v in range(len(model) + 1, variables + 1))]
        own = [-variable for variable in range(1, variables + 1)]
        for literal in model:
            if 0 < literal < len(self._originals):
                original = self._originals[literal]
                own[original - 1] = original
        return own


def start(job: Job, options: RunOptions) -> SatSearch:
    """The search of a job with a hand-written encoding, or by a translation of its program."""
    if job.engine.row.encoded:
        make: Callable[[], Cnf] = builder(job)

        def build(_report: SearchReport) -> Cnf:
            return make()
    else:
        build = partial(_translated, job, options.clock)
    return SatSearch(build, job.engine.solver, limit=job.limit, seed=job.seed, clock=options.clock)


def _translated(job: Job, clock: Callable[[], float], report: SearchReport) -> Cnf:
    """The ground program of a job as a formula; reports what clingo and the translation say."""
    begin = clock()
    program = ground(job.program, job.facts, job.constants, log=report.messages.append)
    grounded = clock()
    report.seconds["ground"] = grounded - begin
    report.messages += program.warnings()
    warn_of(program.warnings())
    translation = translate(program, loops=job.engine.variant or "stages")
    for literal in translation.assumptions:
        translation.cnf.add(literal)
    report.seconds["translate"] = clock() - grounded
    report.statistics |= {"atoms": translation.sizes.ground_atoms, "rules": translation.sizes.rules}
    return translation.cnf
