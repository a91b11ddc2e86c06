"""The contract between engines and their callers: a search, its one loop, and its report."""

from __future__ import annotations

import dataclasses
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

import clingo

from pyasp_puzzles.core.atoms import Distinct, digest, number
from pyasp_puzzles.core.errors import RepeatedAnswerError
from pyasp_puzzles.work.deadline import INTERRUPTED, Deadline

Symbols = tuple[clingo.Symbol, ...]
Each = Callable[[Sequence[clingo.Symbol]], None]
T = TypeVar("T")


@dataclass
class SearchReport:
    """How a search went; reports are equal if the searches ended in the same way.

    Attributes:
        engine: the full name of the engine that searches: "asp:sweep", "exact-cover:bitsets".
        exhausted: whether the engine has seen the whole search space.
        reason: why the search ended early: "limit", "time limit", "interrupted"; else empty.
        seconds: time by phase ("ground", "first", "all", ...) from the beginning of the first one.
        statistics: the engine's own figures, by name.
        messages, remarks: warnings of the engine, and its decisions, such as to use no other
            engine.
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


PROGRESS = 0.1
"""Seconds between two reports of the number so far."""


class Search(Reported, ABC):
    """A search by an engine: yields the shown symbols of each answer, each answer once.

    An engine lists its answers in ``_answers``, and calls ``_late`` now and then.  The rest is the
    same for all engines: limit, time limit, stop, Ctrl-C, and the report.

    Args:
        engine: the name of the engine, if it is known before the search.
        limit: the most answers; 0: all, or the engine keeps the limit itself.

    Attributes:
        report: of the running search or the last one.
        watcher: called with the name of each phase that begins.
        timeout, within: seconds of wall clock for the next search, and its cube.
    """

    _progress: Callable[[int], None] | None

    def __init__(
        self,
        timeout: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
        engine: str = "",
        limit: int = 0,
    ) -> None:
        self.report = SearchReport(engine)
        self.watcher: Callable[[str], None] | None = None
        self.timeout, self.within = timeout, Cube()
        self._clock, self._limit, self._stopped = clock, limit, ""
        self._phase = "starting"
        self._restart()

    @abstractmethod
    def _answers(self) -> Generator[Symbols]:
        """Every answer, each once; where some are missing, ``report.reason`` says why."""

    def _count(self, each: Each | None) -> None:
        """Count the answers, here by listing them; ``each`` is called with every answer."""
        distinct = Distinct()
        for symbols in self._noted(self._answers()):
            if not distinct.add(digest(sorted(symbols, key=number))):
                raise RepeatedAnswerError(
                    f"{self.engine} lists an answer twice, again as answer {self._found:,}; please "
                    f"report this. Answer: {' '.join(map(str, sorted(symbols)))}"
                )
            if each:
                each(symbols)
            self._look()

    def __iter__(self) -> Generator[Symbols]:
        self._restart()
        with self._timed():
            yield from self._noted(self._answers())

    def count(self, progress: Callable[[int], None] | None = None, each: Each | None = None) -> int:
        """The number of answers; if the search ends early, the number so far.

        Args:
            progress: called a few times a second, and in the end, with the number so far.
            each: called with every answer; so all are listed.
        """
        self._restart()
        self._progress = progress
        with self._timed():
            self._count(each)
        with self._timed():  # Ctrl-C in the last report ends the search, too
            self._look(at_once=True)
        return self._number()

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason

    @property
    def phase(self) -> str:
        """What the search does now, for people: "grounding", "searching"."""
        return self._phase

    @property
    def nodes(self) -> int:
        """Nodes of the search tree so far; 0: the engine does not count them."""
        return 0

    def enter(self, phase: str) -> None:
        self._phase = phase
        if self.watcher:
            self.watcher(phase)

    def _restart(self) -> None:
        """Begin a new report and the time of a search."""
        self.report = SearchReport(self.report.engine)
        self._found, self._progress, self._looked = 0, None, 0.0
        self._start, self._deadline = self._clock(), Deadline(self.timeout)

    def _noted(self, answers: Generator[T]) -> Generator[T]:
        """The same answers, counted, up to the limit."""
        with closing(answers):
            for answer in answers:
                self._found += 1
                self.report.seconds.setdefault("first", self._spent())
                yield answer
                if self._found == self._limit:
                    self.report.reason = "limit"
                    return

    def _number(self) -> int:
        """The number of answers so far."""
        return self._found

    def _spent(self) -> float:
        return self._clock() - self._start

    def _look(self, *, at_once: bool = False) -> None:
        """Report the number so far, if the last report is some time ago."""
        if self._progress and (at_once or time.perf_counter() >= self._looked + PROGRESS):
            self._looked = time.perf_counter()
            self._progress(self._number())

    def _late(self) -> bool:
        """Whether the search has to end now; ``reason`` says why."""
        self._look()
        self._deadline.stop(self._stopped)
        late = self._deadline.late()
        self.report.reason = self._deadline.reason
        return late

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """The search runs in this block; Ctrl-C ends it and keeps what was found."""
        try:
            yield
            self.report.exhausted = not self.report.reason
        except KeyboardInterrupt:
            self.report.exhausted, self.report.reason = False, INTERRUPTED
        finally:
            self.report.seconds.setdefault("all", self._spent())
