"""What a count would need: nodes, CPU time, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from pyasp_puzzles.counts.estimation.sampling import Sample
from pyasp_puzzles.counts.estimation.telling import between, duration, large, power_below, times
from pyasp_puzzles.pictures.notebook.parts import Part, Shown, Table

HOPELESS = 100 * 365.25 * 86400
"""A count that needs more CPU seconds than this is hopeless: a hundred years."""


@dataclass(frozen=True, kw_only=True)
class Estimate(Shown, Sample):
    """What a count would need; see :class:`Sample` for the numbers.

    The seconds are CPU time on this machine, without the grounding.

    Attributes:
        puzzle, instance: names.
        engine: the full name of the engine that would count.
        node: what a node is.
        note: in which way the count differs from a search of all these nodes; empty: in none.
        remarks: why the engine was chosen and others were not.
    """

    puzzle: str
    instance: str
    engine: str
    node: str
    note: str = ""
    remarks: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, sample: Sample, **further: Any) -> Estimate:
        """An estimate with the numbers of a sample."""
        numbers = {each.name: getattr(sample, each.name) for each in fields(sample)}
        return cls(**numbers, **further)

    @property
    def exact(self) -> bool:
        """Whether the whole tree was searched, so that nodes and answers are known."""
        return self.nodes.known

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

    def notebook_parts(self) -> Iterator[Part]:
        """The estimate in a sentence, and its numbers with their intervals of 95 %."""
        yield f"{self.engine}: {self}"
        known = (("nodes", self.nodes), ("seconds", self.seconds), ("answers", self.answers))
        rows = [
            (name, *(f"{number:,.4g}" for number in (found.value, found.low, found.high)))
            for name, found in known
            if found is not None
        ]
        yield Table(("", "estimate", "at least", "at most"), tuple(rows))

    def __str__(self) -> str:
        if self.hopeless:
            return f"more than 10^{power_below(self.nodes.low)} nodes: hopeless"
        time = duration(self.seconds.value)
        if self.nodes.known:
            return f"{self.nodes.value:,.0f} nodes, {time} (exact: the whole tree was searched)"
        return (
            f"about {large(self.nodes.value)} nodes (between {between(self.nodes)}), "
            f"{time} ({times(self.seconds)})"
        )

    def share(self, nodes: int, seconds: float) -> str:
        """How far a count is that has searched for some time.

        Args:
            nodes: that it has searched; 0: not known.
            seconds: that it has searched.
        """
        if self.hopeless:
            return str(self)
        if not nodes or self.note:
            return f"{duration(seconds)} of about {duration(self.seconds.value)}"
        whole = f"about {large(self.nodes.value)} nodes, {duration(self.seconds.value)}"
        percent = 100 * nodes / self.nodes.value
        if percent >= 100:
            return f"past the estimate of {whole}"
        done = f"about {percent:.0f} %" if percent >= 1 else "less than 1 %"
        return f"{done} of {whole}"
