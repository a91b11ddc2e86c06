"""From a prober to the numbers of an estimate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pyasp_puzzles.counts.estimation.spread import Spread, spread
from pyasp_puzzles.engines.prober import Probe, Prober, Trial
from pyasp_puzzles.work.deadline import Late

PROBES = 10
"""Number of walks down the tree; an estimate with a spread needs several."""

FEWEST = 4
"""With fewer walks, as the time was up, there is no estimate."""

NARROW = 64
"""Nodes of each level in the first walks, which measure how many nodes a walk visits."""

_FAR = 1_000
"""The seeds of the probes lie so far apart that users' seeds do not share any."""


@dataclass(frozen=True)
class Sample:
    """What probes say about a tree.

    Attributes:
        nodes, seconds, answers: of the whole tree; ``answers`` is ``None`` if a probe met none.
        probes: number of walks down the tree.
        width: nodes of each level that a walk kept at most.
        visited: nodes that the walks visited.
    """

    nodes: Spread
    seconds: Spread
    answers: Spread | None
    probes: int
    width: int
    visited: int


def whole_sample(trial: Trial) -> Sample:
    """The numbers of a tree that was searched in full."""
    return Sample(
        Spread.exact(trial.nodes),
        Spread.exact(trial.seconds),
        Spread.exact(trial.answers),
        probes=0,
        width=0,
        visited=trial.nodes,
    )


def sampled(prober: Prober, first: Trial, seed: int, late: Late) -> Sample | None:
    """Walk down the tree several times, and measure the speed of the search.

    Args:
        first: the trial that this prober has searched; it did not end.

    Returns:
        The numbers; ``None``: too few walks ended in time.
    """
    width, probes = _probes(prober, seed, late)
    parts = prober.speed(seed, late)
    sizes, answers = [probe.nodes for probe in probes], [probe.answers for probe in probes]
    if len(probes) < FEWEST or not parts:
        return None
    if all(probe.whole for probe in probes):
        nodes: Spread | None = Spread.exact(sizes[0])
        found: Spread | None = Spread.exact(answers[0])
    else:
        nodes, found = spread(sizes, first.nodes), spread(answers, first.answers)
    if nodes is None:
        return None
    if prober.fewer:
        nodes = replace(nodes, low=float(first.nodes))
    visited = sum(probe.visited for probe in probes)
    return Sample(nodes, _seconds(nodes, parts), found, len(probes), width, visited)


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


def _seconds(nodes: Spread, parts: Sequence[Trial]) -> Spread:
    """The CPU time for some nodes, from parts that were searched."""
    speeds = [part.nodes / max(part.seconds, 1e-9) for part in parts]
    mean = sum(part.nodes for part in parts) / max(sum(part.seconds for part in parts), 1e-9)
    return Spread(nodes.value / mean, nodes.low / max(speeds), nodes.high / min(speeds))
