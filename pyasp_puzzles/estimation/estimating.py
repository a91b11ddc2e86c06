"""Estimates a count: which engine would count, how many nodes its tree has, and how long it takes.

The tree is walked down several times, each time with a random sample of the nodes of each level
(:meth:`pyasp_puzzles.prober.Prober.probe`).  Each walk is an unbiased estimate, in the way of
D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
(1975), 121-136.  Their spread makes the interval.
"""

from __future__ import annotations

import importlib
import time

from pyasp_puzzles.engines.auto import alternatives
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.request import at_least, make_job
from pyasp_puzzles.errors import GaveUpError, MisfitError, NoEstimateError, PuzzleError, listed
from pyasp_puzzles.estimation.estimate import Estimate
from pyasp_puzzles.estimation.sampling import sampled, whole_sample
from pyasp_puzzles.prober import Late, Prober
from pyasp_puzzles.puzzle import I


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
        timeout: seconds. Most estimates need two or three of them.
        seed: of the random choices. With the same seed the numbers of nodes are the same, unless
            the time limit ended the probes.

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
    if not (isinstance(timeout, int | float) and timeout > 0):
        raise PuzzleError(f"timeout: found {timeout!r}, expected seconds")
    end = time.perf_counter() + timeout
    job = make_job(instance, engine, symmetry=symmetry, by=by, task="count")
    return estimate_job(job, seed, lambda: time.perf_counter() > end)


def estimate_job(job: Job, seed: int, late: Late) -> Estimate:
    """The estimate of a job; otherwise as :func:`estimate`."""
    refused: list[str] = []
    for each in alternatives(job):
        try:
            prober = prober_of(each, late)
            first = prober.search(prober.trial, late)
        except MisfitError as misfit:
            refused.append(f"{each.engine} does not fit: {misfit}")
            continue
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
            remarks=tuple(refused),
        )
    raise MisfitError("; ".join(refused))


def prober_of(job: Job, late: Late) -> Prober:
    """The prober of a job's engine.

    Raises:
        GaveUpError: the time was up.
        MisfitError: the engine does not fit; ``auto`` takes the next one.
        NoEstimateError: the engine cannot be probed.
    """
    where = job.engine.row.prober
    if not where:
        able = listed((name for name, kind in KINDS.items() if kind.prober), "or")
        raise NoEstimateError(
            f"{job.instance.name}: no estimate: {job.engine} would count, and samples say nothing "
            f"reliable about its search; estimates are for {able}"
        )
    prober: Prober | None = importlib.import_module(where).prober(job, late)
    if prober is None:
        raise GaveUpError(f"{job.instance.name}: no estimate, the time was up while grounding")
    return prober
