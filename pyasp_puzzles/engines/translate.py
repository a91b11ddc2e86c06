"""The ground program as a formula, for a SAT solver."""

from __future__ import annotations

from pyasp_puzzles.core.errors import warn_of
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.sat import SatSearch
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.ground.translation import translate


def start(job: Job, options: RunOptions) -> SatSearch:
    """The search of a job by a translation of its ground program.

    Its ``messages`` are what clingo and the translation say of the program.
    """

    def formula(seconds: dict[str, float], figures: dict[str, float]) -> Cnf:
        begin = options.clock()
        program = ground(job.program, job.facts, job.constants, log=search.report.messages.append)
        grounded = options.clock()
        seconds["ground"] = grounded - begin
        search.report.messages += program.warnings()
        warn_of(program.warnings())
        translation = translate(program, loops=job.engine.variant or "stages")
        cnf = translation.cnf
        for literal in translation.assumptions:
            cnf.add(literal)
        seconds["translate"] = options.clock() - grounded
        sizes = translation.sizes
        figures |= {"atoms": sizes.ground_atoms, "rules": sizes.rules}
        return cnf

    search = SatSearch(
        formula, job.engine.solver, limit=job.limit, seed=job.seed, clock=options.clock
    )
    return search
