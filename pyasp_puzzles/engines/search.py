"""The contract between engines and their callers: a search and its report."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import clingo


@dataclass
class SearchReport:
    """How a search went. The engine fills it in; everyone else passes it on whole.

    Two reports are equal if the searches ended in the same way.

    Attributes:
        engine: the full name of the engine that searches: "asp:sweep", "exact-cover:bitsets".
        exhausted: whether the engine has seen the whole search space.
        reason: why the search ended early: "limit", "time limit", "interrupted"; else empty.
        seconds: time by phase: "ground", "first", "all", ...; "first" and "all" count from the
            beginning of the first phase.
        statistics: the engine's own figures, by name.
        messages: warnings of the engine.
        remarks: decisions of the engine, such as why it did not use another engine.
    """

    engine: str = field(default="", compare=False)
    exhausted: bool = False
    reason: str = ""
    seconds: dict[str, float] = field(default_factory=dict, compare=False)
    statistics: dict[str, float] = field(default_factory=dict, compare=False)
    messages: list[str] = field(default_factory=list, compare=False)
    remarks: list[str] = field(default_factory=list, compare=False)

    def preceded_by(self, phase: str, spent: float) -> SearchReport:
        """This report with a phase before all others; "first" and "all" include its seconds."""
        shifted = {
            name: value + spent if name in ("first", "all") else value
            for name, value in self.seconds.items()
        }
        return dataclasses.replace(self, seconds={phase: spent, **shifted})


class _HasReport(Protocol):
    @property
    def report(self) -> SearchReport: ...


class Reported:
    """Makes the fields of ``report`` attributes of the object that has it."""

    @property
    def engine(self: _HasReport) -> str:
        return self.report.engine

    @property
    def exhausted(self: _HasReport) -> bool:
        return self.report.exhausted

    @property
    def reason(self: _HasReport) -> str:
        return self.report.reason

    @property
    def seconds(self: _HasReport) -> dict[str, float]:
        return self.report.seconds

    @property
    def statistics(self: _HasReport) -> dict[str, float]:
        return self.report.statistics

    @property
    def messages(self: _HasReport) -> list[str]:
        return self.report.messages

    @property
    def remarks(self: _HasReport) -> list[str]:
        return self.report.remarks


class Search(Reported, ABC):
    """A search by an engine: yields the shown symbols of each answer, each answer once.

    Args:
        engine: the name of the engine, if it is known before the search.

    Attributes:
        report: of the running search or the last one; each search begins a new report.
        watcher: called with the name of each phase that begins.
    """

    watcher: Callable[[str], None] | None = None
    _phase = "starting"

    def __init__(self, engine: str = "") -> None:
        self.report = SearchReport(engine)

    @abstractmethod
    def __iter__(self) -> Generator[tuple[clingo.Symbol, ...]]: ...

    @abstractmethod
    def count(self, progress: Callable[[int], None] | None = None) -> int:
        """The number of answers; ``progress`` is called now and then with the number so far."""

    @abstractmethod
    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""

    @property
    def phase(self) -> str:
        """What the search does now, for people: "grounding", "searching"."""
        return self._phase

    @property
    def nodes(self) -> int:
        """Nodes of the search tree so far; 0: the engine does not count them."""
        return 0

    def enter(self, phase: str) -> None:
        """Begin a phase."""
        self._phase = phase
        if self.watcher:
            self.watcher(phase)

    def reset(self) -> None:
        """Begin a new report."""
        self.report = SearchReport(self.report.engine)
