"""What a count would need: nodes, CPU time, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pyasp_puzzles.estimation.spread import Spread
from pyasp_puzzles.estimation.telling import between, duration, large, power_below

HOPELESS = 100 * 365.25 * 86400
"""A count that needs more CPU seconds than this is hopeless: a hundred years."""


@dataclass(frozen=True)
class Estimate:
    """What a count would need.

    Attributes:
        puzzle, instance: names.
        engine: the full name of the engine that would count.
        nodes: of its search. Exact where the whole tree was searched, see ``exact``.
        seconds: CPU time on this machine, without the grounding.
        answers: the number of answers; ``None``: the probes met too few to say anything.
        exact: whether the whole tree was searched, so that nodes and answers are known.
        probes: number of walks down the tree; 0 if ``exact``.
        width: nodes of each level that a walk keeps at most; 0 if ``exact``.
        visited: nodes that were visited for the estimate.
        node: what a node is.
        note: in which way the count differs from a search of all these nodes; empty: in none.
        remarks: why the engine was chosen and others were not.
    """

    puzzle: str
    instance: str
    engine: str
    nodes: Spread
    seconds: Spread
    answers: Spread | None
    exact: bool
    probes: int
    width: int
    visited: int
    node: str
    note: str = ""
    remarks: tuple[str, ...] = field(default=(), compare=False)

    @property
    def method(self) -> str:
        """How it was found, in words."""
        return "searched in full" if self.exact else "stratified random probes"

    @property
    def hopeless(self) -> bool:
        """Whether the count surely needs more than a hundred years of CPU time."""
        return self.seconds.low > HOPELESS

    def as_json(self) -> dict[str, Any]:
        """JSON values; a spread is an object with "value", "low" and "high"."""
        names = ("puzzle", "instance", "engine", "nodes", "seconds", "answers", "exact", "hopeless")
        found: dict[str, Any] = {name: getattr(self, name) for name in names}
        for name in ("nodes", "seconds", "answers"):
            if found[name] is not None:
                known = found[name]
                found[name] = {"value": known.value, "low": known.low, "high": known.high}
        further = ("method", "probes", "width", "visited", "node", "note")
        return found | {name: getattr(self, name) for name in further}

    def __str__(self) -> str:
        if self.hopeless:
            return f"more than 10^{power_below(self.nodes.low)} nodes: hopeless"
        time = duration(self.seconds.value)
        if self.nodes.known:
            return f"{self.nodes.value:,.0f} nodes, {time} (exact: the whole tree was searched)"
        return f"about {large(self.nodes.value)} nodes, {time} (between {between(self.nodes)})"
