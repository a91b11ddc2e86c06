"""The contract of a prober: how the tree of an engine's search can be measured by samples.

The row of an engine (:mod:`pyasp_puzzles.engines.kinds`) names the module with its function
``prober(job)``.  :mod:`pyasp_puzzles.counts.estimation` makes an estimate of what a prober says,
and knows no engine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from pyasp_puzzles.work.deadline import Late


@dataclass(frozen=True)
class Probe:
    """One unbiased estimate of the size of a tree.

    Attributes:
        nodes: of the whole tree.
        answers: of the whole tree.
        visited: nodes that the probe has really visited.
        whole: whether these are all nodes, so that the numbers are exact.
    """

    nodes: float
    answers: float
    visited: int
    whole: bool = False


@dataclass(frozen=True)
class Trial:
    """A part of the tree that the engine has really searched.

    Attributes:
        nodes: of the tree that is estimated.
        seconds: CPU time of the engine for these nodes.
        answers: found among these nodes.
        whole: whether this is the whole tree.
    """

    nodes: int
    seconds: float
    answers: int = 0
    whole: bool = False


class Prober(ABC):
    """The tree of one search.

    Attributes:
        engine: the full name of the engine that searches: "exact-cover:bitsets".
        node: what a node is, in words.
        note: in which way the count differs from a plain search of this tree; empty: in none.
        fewer: whether the count may need far fewer nodes than the tree has; ``note`` says why.
        budget: the number of nodes that all probes together may visit, for about two seconds.
        trial: the number of nodes that may be searched at first; a smaller tree needs no estimate.
    """

    engine: str
    node: str
    note: str = ""
    fewer: bool = False
    budget: int
    trial: int

    def load(self) -> None:  # noqa: B027 - most probers have nothing to load
        """Load or compile machine code. The time limit does not count it: it is once for all."""

    @abstractmethod
    def search(self, most: int, late: Late) -> Trial:
        """Search from the beginning of the tree, through at most about ``most`` nodes.

        Raises:
            MisfitError: the engine finds that it cannot do this search.
        """

    @abstractmethod
    def probe(self, width: int, seed: int, late: Late) -> Probe | None:
        """Walk down the tree with at most ``width`` nodes of each level, chosen at random.

        Args:
            seed: the same seed gives the same probe.

        Returns:
            The estimate; ``None``: it is late.
        """

    @abstractmethod
    def speed(self, seed: int, late: Late) -> list[Trial]:
        """Search some parts of the tree, chosen at random, as the count searches them.

        There are fewer, perhaps none, when it is late.
        """
