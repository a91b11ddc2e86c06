"""Estimates a count: which engine would count, how many nodes its tree has, and how long it takes.

Each walk down the tree, with a random sample of each level, is an unbiased estimate (D. E. Knuth,
"Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975); their
spread makes the interval.
"""

from __future__ import annotations

import importlib
import os
import threading
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any, Self

from pyasp_puzzles.boards.puzzle import I
from pyasp_puzzles.core.errors import GaveUpError, MisfitError, NoEstimateError, PuzzleError, listed
from pyasp_puzzles.counts.estimation.estimate import Estimate, Spread, spread
from pyasp_puzzles.engines.auto import alternatives
from pyasp_puzzles.engines.encoding import Probe, Prober, Trial
from pyasp_puzzles.engines.job import Job, at_least, check_timeout, facts_in_time, make_job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.process import ProcessSearch, start_search
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.work.child import sent_by
from pyasp_puzzles.work.deadline import Deadline, Late
from pyasp_puzzles.work.parent import Send
from pyasp_puzzles.work.waiting import says_searching

TRIAL = 1.0
"""Seconds for a count by an engine that has no prober."""

NODES = ("choices", "states")
"""What the statistics of such engines call the nodes, the first one that they have."""

PROBES = 10
"""Number of walks down the tree; an estimate with a spread needs several."""

FEWEST = 4
"""With fewer walks, as the time was up, there is no estimate."""

NARROW = 64
"""Nodes of each level in the first walks, which measure how many nodes a walk visits."""

_FAR = 1_000
"""The seeds of the probes lie so far apart that users' seeds do not share any."""


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
            if each.engine.row.prober:
                found: Estimate | None = _sampled(each, seed, deadline)
            else:
                found = _counted(each, deadline.late)
        except MisfitError as misfit:
            refused.append(f"{each.engine} does not fit: {misfit}")
            continue
        if found:
            names = {"puzzle": job.puzzle, "instance": job.instance.name}
            return replace(found, **names, remarks=tuple(refused))
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
    prober = prober_of(job, deadline.late)
    with deadline.uncounted():
        prober.load()
    first = prober.search(prober.trial, deadline.late)
    if first.whole:
        return replace(_whole(first, prober.engine, prober.node), note=prober.note)
    found = sampled(prober, first, seed, deadline.late)
    if found is None:
        raise GaveUpError(f"{job.instance.name}: no estimate, the time was up")
    return found


def _whole(tree: Trial, engine: str, node: str) -> Estimate:
    """The numbers of a tree that was searched in full."""
    nodes, seconds, answers = map(Spread.exact, (tree.nodes, tree.seconds, tree.answers))
    return Estimate(
        engine=engine, nodes=nodes, seconds=seconds, answers=answers, visited=tree.nodes, node=node
    )


def sampled(prober: Prober, first: Trial, seed: int, late: Late) -> Estimate | None:
    """Walk down the tree several times, and measure the speed of the search.

    ``first`` is the part of the tree that was searched before.  The estimate has no names of the
    board; ``None``: it was late, or probes met nothing.
    """
    width, probes = _probes(prober, seed, late)
    parts = prober.speed(seed, late)
    if len(probes) < FEWEST or not parts:
        return None
    sizes, answers = [probe.nodes for probe in probes], [probe.answers for probe in probes]
    nodes, found = spread(sizes, first.nodes), spread(answers, first.answers)
    if all(probe.whole for probe in probes):
        nodes, found = Spread.exact(sizes[0]), Spread.exact(answers[0])
    if nodes is None:
        return None
    if prober.fewer:
        nodes = replace(nodes, low=float(first.nodes))
    speeds = [part.nodes / max(part.seconds, 1e-9) for part in parts]
    mean = sum(part.nodes for part in parts) / max(sum(part.seconds for part in parts), 1e-9)
    return Estimate(
        engine=prober.engine,
        nodes=nodes,
        seconds=Spread(nodes.value / mean, nodes.low / max(speeds), nodes.high / min(speeds)),
        answers=found,
        probes=len(probes),
        width=width,
        visited=sum(probe.visited for probe in probes),
        node=prober.node,
        note=prober.note,
    )


def _probes(prober: Prober, seed: int, late: Late) -> tuple[int, list[Probe]]:
    """The width of the probes, and those that ended in time.

    Narrow ones come first: they say how wide the others may be, and replace them if the time is up.
    """

    def walk(width: int, first: int) -> list[Probe]:
        found = []
        for number in range(first, first + PROBES):
            if (probe := prober.probe(width, number, late)) is None:
                break
            found.append(probe)
        return found

    narrow = walk(NARROW, seed * _FAR)
    if len(narrow) < PROBES or all(probe.whole for probe in narrow):
        return NARROW, narrow
    visited = sum(probe.visited for probe in narrow)
    width = max(NARROW, NARROW * prober.budget // max(1, visited))
    wide = walk(width, seed * _FAR + PROBES)
    return (NARROW, narrow) if len(wide) < FEWEST else (width, wide)


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
    tree = Trial(int(search.statistics[node]), search.seconds["all"], answers, whole=True)
    return _whole(tree, search.engine, node)


AFTER = 10.0
"""Seconds of a count before the estimate begins."""

PATIENCE = 60.0
"""Seconds for the estimate: another program may need the other cores."""


class EstimateBeside:
    """Makes an estimate of a count that runs, if it runs long enough.

    The process has a low priority, begins ``after`` seconds, and ends with the ``with`` block.
    ``wanted`` are keywords of :func:`pyasp_puzzles.estimate`; ``found`` is ``None`` without an
    estimate.
    """

    def __init__(self, instance: Any, *, after: float = AFTER, **wanted: Any) -> None:
        self._order, self._after = (instance, wanted), after
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.found: Estimate | None = None

    def _run(self) -> None:
        if self._ended.wait(self._after):
            return
        late = self._ended.is_set
        with suppress(PuzzleError, OSError, RuntimeError):  # the count goes on without one
            for _, found in sent_by(_patient, *self._order, who="the estimate", late=late):
                self.found = found

    def join(self) -> None:
        """Wait for the end of the estimate."""
        self._thread.join()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


def _patient(send: Send, instance: Any, wanted: dict[str, Any]) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    send("estimate", estimate(instance, timeout=PATIENCE, **wanted))
