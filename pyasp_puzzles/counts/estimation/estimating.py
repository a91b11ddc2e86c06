"""Estimates a count: which engine would count, how many nodes its tree has, and how long it takes.

The tree is walked down several times, each time with a random sample of the nodes of each level.
Each walk is an unbiased estimate (D. E. Knuth, "Estimating the efficiency of backtrack programs",
Mathematics of Computation 29, 1975).  Their spread makes the interval.
"""

from __future__ import annotations

import importlib
import os
import threading
import time
from dataclasses import replace
from typing import Any, Self

from pyasp_puzzles.boards.puzzle import I
from pyasp_puzzles.core.errors import GaveUpError, MisfitError, NoEstimateError, PuzzleError, listed
from pyasp_puzzles.counts.estimation.estimate import Estimate, sampled, whole_sample
from pyasp_puzzles.engines.auto import alternatives
from pyasp_puzzles.engines.encoding import Prober, Trial
from pyasp_puzzles.engines.job import Job, at_least, check_timeout, facts_in_time, make_job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.process import ProcessSearch, start_search
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.work.child import GONE, Child
from pyasp_puzzles.work.deadline import Deadline, Late
from pyasp_puzzles.work.parent import open_parent
from pyasp_puzzles.work.waiting import says_searching

TRIAL = 1.0
"""Seconds for a count by an engine that has no prober."""

NODES = ("choices", "states")
"""What the statistics of such engines call the nodes, the first one that they have."""


@says_searching
def estimate(
    instance: I,
    *,
    engine: str = "auto",
    symmetry: bool | str = False,
    by: str = "",
    timeout: float = 5.0,
    seed: int = 0,
) -> Estimate:
    """How many nodes and how much CPU time :func:`pyasp_puzzles.count` would need.

    Args:
        engine, symmetry, by: as in ``count``.
        timeout: seconds, without those for machine code; most estimates need two or three.
        seed: of the random choices; it fixes the numbers, unless the time limit ended the probes.

    Raises:
        GaveUpError: the time was up before there was an estimate.
        NoEstimateError: there is no honest estimate for the engine that would count.
        MisfitError: the engine does not fit; never for ``auto``.
        PuzzleError: an argument makes no sense, or a package is missing.

    >>> import pyasp_puzzles as pp
    >>> found = pp.estimate(pp.load("packing", "slothouber_graatsma"))
    >>> found.exact, found.nodes.value, found.answers.value
    (True, 262, 8)
    """
    at_least(0, "seed", seed)
    if timeout is None:
        raise PuzzleError("timeout: found None, expected seconds, more than 0")
    check_timeout(timeout, zero=False)
    deadline = Deadline(timeout)
    job = make_job(instance, engine, symmetry=symmetry, by=by, task="count", with_facts=False)
    facts = facts_in_time(instance, deadline.late) if job.engine.grounds else ""
    if facts is None:
        raise GaveUpError(f"{instance.name}: no estimate, the time was up")
    return estimate_job(replace(job, facts=facts), seed, deadline)


def estimate_job(job: Job, seed: int, deadline: Deadline | None = None) -> Estimate:
    """The estimate of a job; otherwise as :func:`estimate`."""
    deadline = deadline or Deadline()
    refused: list[str] = []
    for each in alternatives(job):
        try:
            found: Estimate | None
            if each.engine.row.prober:
                found = _sampled(each, seed, deadline)
            else:
                found = _counted(each, deadline.late)
        except MisfitError as misfit:
            refused.append(f"{each.engine} does not fit: {misfit}")
            continue
        if found:
            return replace(found, remarks=tuple(refused))
        refused.append(f"{each.engine} was not through within {TRIAL:g} s")
    if all(each.engine.row.prober for each in alternatives(job)):
        raise MisfitError("; ".join(refused))
    able = listed((name for name, kind in KINDS.items() if kind.prober), "or")
    raise NoEstimateError(
        f"{job.instance.name}: no estimate: {'; '.join(refused)}; samples say nothing reliable "
        f"about longer searches of such engines, estimates are for {able}"
    )


def prober_of(job: Job, late: Late) -> Prober:
    """The prober of a job, whose engine has one."""
    made: Prober = importlib.import_module(job.engine.row.module).prober(job, late)
    return made


def _sampled(job: Job, seed: int, deadline: Deadline) -> Estimate:
    """The estimate of a job whose engine has a prober."""
    late = deadline.late
    prober = prober_of(job, late)
    with deadline.uncounted():
        prober.load()
    first = prober.search(prober.trial, late)
    sample = whole_sample(first) if first.whole else sampled(prober, first, seed, late)
    if sample is None:
        raise GaveUpError(f"{job.instance.name}: no estimate, the time was up")
    return Estimate.of(
        sample,
        puzzle=job.puzzle,
        instance=job.instance.name,
        engine=prober.engine,
        node=prober.node,
        note=prober.note,
    )


def _counted(job: Job, late: Late) -> Estimate | None:
    """The numbers of a count that ends soon; ``None``: it does not."""
    search: Search
    if job.engine.row.own_clock:
        search = start_search(job, timeout=TRIAL, clock=time.process_time)
    elif job.engine.row.own_program:
        search = ProcessSearch(job, timeout=TRIAL)
    else:
        return None
    answers = search.count(lambda _found: search.stop("time limit") if late() else None)
    if search.reason == "interrupted":
        raise KeyboardInterrupt
    if not search.exhausted:
        if late():
            raise GaveUpError(f"{job.instance.name}: no estimate, the time was up")
        return None
    node = next(name for name in NODES if name in search.statistics)
    trial = Trial(int(search.statistics[node]), search.seconds["all"], answers, whole=True)
    return Estimate.of(
        whole_sample(trial),
        puzzle=job.puzzle,
        instance=job.instance.name,
        engine=search.engine,
        node=node,
    )


AFTER = 10.0
"""Seconds of a count before the estimate begins."""

PATIENCE = 60.0
"""Seconds for the estimate: another program may need the other cores."""


class EstimateBeside:
    """Makes an estimate of a count that runs, if it runs long enough.

    The process has a low priority, and ends with the ``with`` block.

    Args:
        instance: what is counted.
        wanted: keywords of :func:`pyasp_puzzles.estimate`.
        after: seconds before it begins.

    Attributes:
        found: the estimate; ``None``: there is none yet, or none at all.
    """

    def __init__(self, instance: Any, *, after: float = AFTER, **wanted: Any) -> None:
        self._order, self._after = (instance, wanted), after
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.found: Estimate | None = None

    def _run(self) -> None:
        if self._ended.wait(self._after):
            return
        try:
            with Child(__name__, self._order) as child:
                for message in child.messages(self._ended.is_set):
                    if message == GONE:
                        return
                    self.found = message[1]
        except (PuzzleError, OSError):  # no estimate: the count goes on without one
            return

    def join(self) -> None:
        """Wait for the end of the estimate."""
        self._thread.join()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


def main() -> None:
    """Read an instance and the wishes from standard input; write the estimate."""
    (instance, wanted), send = open_parent()
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        send("estimate", estimate(instance, timeout=PATIENCE, **wanted))
    except PuzzleError:
        return
