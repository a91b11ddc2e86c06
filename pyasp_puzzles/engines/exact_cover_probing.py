"""Makes the prober of the engine ``exact-cover``, which tells how long its counts take."""

from __future__ import annotations

from pyasp_puzzles.core.errors import GaveUpError, NoEstimateError
from pyasp_puzzles.engines.covering.coverers import SUCCESSOR, compiled, hand_over_after
from pyasp_puzzles.engines.covering.probing import CoverProber
from pyasp_puzzles.engines.covering.recognition import Recognised, recognise
from pyasp_puzzles.engines.exact_cover import OWN, PAIR_NOGOODS
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.grounding import in_thread
from pyasp_puzzles.work.deadline import Late


def prober(job: Job, late: Late) -> CoverProber:
    """The prober of a job.

    Raises:
        GaveUpError: it is late.
        MisfitError: the program is no exact cover.
        NoEstimateError: a package searches from the beginning, in a tree of its own.
        SolverError: clingo refuses the program or the facts.
    """
    if job.engine.solver not in ("", OWN):
        raise NoEstimateError(
            f"{job.instance.name}: no estimate for {job.engine}, which searches a tree of its own; "
            "estimates are for exact-cover without a package"
        )
    found: list[Recognised] = []

    def work() -> None:
        source = job.source(with_profile=True)
        program = ground(source.files, source.facts, source.constants, log=lambda _text: None)
        found.append(recognise(program))

    if not in_thread(work, late):
        raise GaveUpError(f"{job.instance.name}: no estimate, the time was up while grounding")
    cover = found[0].cover
    after = None if job.engine.solver else hand_over_after(cover)
    nogoods = tuple(pair for pair in PAIR_NOGOODS if after is None or pair[0] < after)
    made = CoverProber(found[0], nogoods, successor=SUCCESSOR if after and compiled() else "")
    if after and not compiled():
        made.note = f"timed without {SUCCESSOR}, which takes over, once numba has compiled it"
    return made
