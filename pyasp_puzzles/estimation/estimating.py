"""Estimates a count: which engine would count, how many nodes its tree has, and how long it takes.

The tree is walked down several times, each time with a random sample of the nodes of each level
(:meth:`pyasp_puzzles.prober.Prober.probe`).  Each walk is an unbiased estimate, in the way of
D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
(1975), 121-136.  Their spread makes the interval.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Sequence
from dataclasses import replace

from pyasp_puzzles.engines.auto import alternatives
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.request import at_least, make_job
from pyasp_puzzles.errors import GaveUpError, MisfitError, NoEstimateError, PuzzleError, listed
from pyasp_puzzles.estimation.estimate import Estimate
from pyasp_puzzles.estimation.spread import Spread, spread
from pyasp_puzzles.prober import Late, Probe, Prober, Trial
from pyasp_puzzles.puzzle import I

PROBES = 10
"""Number of walks down the tree; an estimate with a spread needs several."""

FEWEST = 4
"""With fewer walks, as the time was up, there is no estimate."""

NARROW = 64
"""Nodes of each level in the first walks, which measure how many nodes a walk visits."""

_FAR = 1_000
"""The seeds of the probes lie so far apart that users' seeds do not share any."""


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
            prober = _prober(each, late)
            first = prober.search(prober.trial, late)
        except MisfitError as misfit:
            refused.append(f"{each.engine} does not fit: {misfit}")
            continue
        found = _exact(job, prober, first) if first.whole else _probed(job, prober, seed, late)
        return replace(found, remarks=tuple(refused))
    raise MisfitError("; ".join(refused))


def _prober(job: Job, late: Late) -> Prober:
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


def _exact(job: Job, prober: Prober, whole: Trial) -> Estimate:
    return Estimate(
        job.puzzle,
        job.instance.name,
        prober.engine,
        Spread.exact(whole.nodes),
        Spread.exact(whole.seconds),
        Spread.exact(whole.answers),
        exact=True,
        probes=0,
        width=0,
        visited=whole.nodes,
        node=prober.node,
        note=prober.note,
    )


def _probed(job: Job, prober: Prober, seed: int, late: Late) -> Estimate:
    """The estimate from probes, and from the speed on parts of the tree.

    Raises:
        GaveUpError: too few probes ended in time.
    """
    width, probes = _probes(prober, seed, late)
    parts = prober.speed(seed, late)
    name = job.instance.name
    nodes = _spread([probe.nodes for probe in probes], prober.trial)
    if nodes and prober.fewer:
        nodes = replace(nodes, low=float(prober.trial))
    if nodes is None or not parts:
        raise GaveUpError(f"{name}: no estimate, the time was up after {len(probes)} probes")
    return Estimate(
        job.puzzle,
        name,
        prober.engine,
        nodes,
        _seconds(nodes, parts),
        _spread([probe.answers for probe in probes]),
        exact=False,
        probes=len(probes),
        width=width,
        visited=sum(probe.visited for probe in probes),
        node=prober.node,
        note=prober.note,
    )


def _probes(prober: Prober, seed: int, late: Late) -> tuple[int, list[Probe]]:
    """The width of the probes, and those that ended in time.

    Narrow probes come first.  They say how wide the others may be, and stand in for them if the
    time is up.
    """
    narrow = _some(prober, NARROW, seed * _FAR, late)
    if len(narrow) < PROBES or all(probe.whole for probe in narrow):
        return NARROW, narrow
    visited = sum(probe.visited for probe in narrow)
    width = max(NARROW, NARROW * prober.budget // max(1, visited))
    wide = _some(prober, width, seed * _FAR + PROBES, late)
    return (NARROW, narrow) if len(wide) < FEWEST else (width, wide)


def _some(prober: Prober, width: int, seed: int, late: Late) -> list[Probe]:
    """Several probes, with seeds from one on; fewer, if it is late."""
    found = []
    for number in range(PROBES):
        probe = prober.probe(width, seed + number, late)
        if probe is None:
            break
        found.append(probe)
    return found


def _spread(estimates: Sequence[float], least: float = 0.0) -> Spread | None:
    """The interval for some estimates; ``None``: there are too few to say anything."""
    return spread(estimates, least) if len(estimates) >= FEWEST else None


def _seconds(nodes: Spread, parts: Sequence[Trial]) -> Spread:
    """The CPU time for some nodes, from parts that were searched."""
    speeds = [part.nodes / max(part.seconds, 1e-9) for part in parts]
    mean = sum(part.nodes for part in parts) / max(sum(part.seconds for part in parts), 1e-9)
    return Spread(nodes.value / mean, nodes.low / max(speeds), nodes.high / min(speeds))
