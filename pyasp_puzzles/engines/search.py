"""The contract between engines and their callers: a search of a cube, and its report."""

from __future__ import annotations

import dataclasses
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

import clingo

from pyasp_puzzles.core.errors import RepeatedAnswerError
from pyasp_puzzles.core.symbols import Distinct, digest, number
from pyasp_puzzles.work.deadline import INTERRUPTED, Deadline

Symbols = tuple[clingo.Symbol, ...]
T = TypeVar("T")


@dataclass
class SearchReport:
    """How a search went; reports are equal if the searches ended in the same way.

    Attributes:
        engine: the full name of the engine that searches: "asp:sweep", "exact-cover:bitsets".
        exhausted: whether the engine has seen the whole search space.
        reason: why the search ended early: "limit", "time limit", "interrupted"; else empty.
        seconds: time by phase: "ground", "first", "all", ..., from the beginning of the first
            phase.
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


class _ReportField(Generic[T]):
    """A field of ``report`` as an attribute of the object that has the report."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, has_report: Any, _owner: type | None = None) -> T:
        return cast("T", getattr(has_report.report, self._name))


class Reported:
    """Makes the fields of ``report`` attributes of the object that has it."""

    engine = _ReportField[str]()
    exhausted = _ReportField[bool]()
    reason = _ReportField[str]()
    seconds = _ReportField[dict[str, float]]()
    statistics = _ReportField[dict[str, float]]()
    messages = _ReportField[list[str]]()
    remarks = _ReportField[list[str]]()


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
    def __iter__(self) -> Generator[Symbols]: ...

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


@dataclass(frozen=True)
class Cube:
    """The answers in which some shown atoms are true and others false; atoms as clingo's text.

    >>> cube = Cube(("place(1,1,2,0)",), ("place(1,2,3,1)",))
    >>> print(cube)
    place(1,1,2,0), not place(1,2,3,1)
    >>> print(cube.rules())
    :- not place(1,1,2,0).
    :- place(1,2,3,1).
    """

    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join((*self.true, *(f"not {atom}" for atom in self.false))) or "everything"

    def literals(self) -> Iterator[tuple[str, bool]]:
        """The atoms, each with its truth value."""
        yield from ((atom, True) for atom in self.true)
        yield from ((atom, False) for atom in self.false)

    def rules(self) -> str:
        """Constraints with which a program has these answers only."""
        return "\n".join(f":- {'not ' if value else ''}{atom}." for atom, value in self.literals())


class TimedSearch(Search):
    """A search in this process, which checks for its time limit and for a stop.

    Attributes:
        timeout: seconds of wall clock for the next search.
        within: the cube that the next search is about.
    """

    def __init__(
        self,
        timeout: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
        engine: str = "",
    ) -> None:
        super().__init__(engine)
        self.timeout, self._clock, self._stopped = timeout, clock, ""
        self.within = Cube()
        self._restart()

    def stop(self, reason: str) -> None:
        self._stopped = reason

    def _restart(self) -> None:
        self.reset()
        self._start = self._clock()
        self._deadline = Deadline(self.timeout)

    def _spent(self) -> float:
        return self._clock() - self._start

    def _late(self) -> bool:
        """Whether the search has to end now; ``reason`` says why."""
        self._deadline.stop(self._stopped)
        late = self._deadline.late()
        self.report.reason = self._deadline.reason
        return late

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """The search runs in this block; Ctrl-C ends it and keeps what was found."""
        try:
            yield
        except KeyboardInterrupt:
            self.report.reason = INTERRUPTED
        finally:
            self.report.seconds["all"] = self._spent()


class Enumeration(TimedSearch):
    """A search that lists answers and cannot keep a time limit itself.

    A subclass lists them in ``_answers``, each once, and returns when there are no more.  Nothing
    in this process can interrupt a solver that holds Python's lock: run such a search in a process
    of its own (:class:`pyasp_puzzles.engines.process.ProcessSearch`).
    """

    def __init__(self, *, limit: int = 0, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(clock=clock)
        self._limit = limit

    @abstractmethod
    def _answers(self) -> Generator[Symbols]:
        """Every answer, each once."""

    def __iter__(self) -> Generator[Symbols]:
        self._restart()
        found = 0
        with self._timed(), closing(self._answers()) as answers:
            for symbols in answers:
                self.report.seconds.setdefault("first", self._spent())
                found += 1
                yield symbols
                self.report.reason = self._stopped or ("limit" if found == self._limit else "")
                if self.report.reason:
                    return
            self.report.reason = self._stopped
            self.report.exhausted = not self._stopped

    def count(self, progress: Callable[[int], None] | None = None) -> int:
        """The number of answers."""
        found, distinct = 0, Distinct()
        for symbols in self:
            if not distinct.add(digest(sorted(symbols, key=number))):
                raise RepeatedAnswerError(
                    f"{self.engine} lists an answer twice, again as answer {found + 1:,}; please "
                    f"report this. Answer: {' '.join(map(str, sorted(symbols)))}"
                )
            found += 1
            if progress:
                progress(found)
        return found
