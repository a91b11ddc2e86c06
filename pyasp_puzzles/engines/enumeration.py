"""The base of engines that list answers one by one and cannot keep a time limit themselves."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Generator

import clingo

from pyasp_puzzles.core.errors import RepeatedAnswerError
from pyasp_puzzles.core.symbols import Distinct, digest, number
from pyasp_puzzles.engines.search import Search

Symbols = tuple[clingo.Symbol, ...]


class Enumeration(Search):
    """A search that lists answers; see :class:`pyasp_puzzles.engines.search.Search`.

    A subclass lists them in ``_answers``, each once, and returns when there are no more.  Nothing
    in this process can interrupt a solver that holds Python's lock: run such a search in a process
    of its own (:class:`pyasp_puzzles.engines.process.ProcessSearch`).

    Args:
        limit: stop after so many answers; 0 means all.
        clock: a function that returns seconds: wall clock by default, CPU time in comparisons.
    """

    def __init__(self, *, limit: int = 0, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__()
        self._limit, self._clock = limit, clock
        self._stopped = ""

    @abstractmethod
    def _answers(self) -> Generator[Symbols]:
        """Every answer, each once."""

    def __iter__(self) -> Generator[Symbols]:
        start = self._clock()
        self.reset()
        found = 0
        answers = self._answers()
        try:
            for symbols in answers:
                self.report.seconds.setdefault("first", self._clock() - start)
                found += 1
                yield symbols
                self.report.reason = self._stopped
                if not self.report.reason and found == self._limit:
                    self.report.reason = "limit"
                if self.report.reason:
                    break
            else:
                self.report.reason = self._stopped
                self.report.exhausted = not self._stopped
        except KeyboardInterrupt:
            self.report.reason = "interrupted"
        finally:
            answers.close()
            self.report.seconds["all"] = self._clock() - start

    def count(self, progress: Callable[[int], None] | None = None) -> int:
        """The number of answers.

        Args:
            progress: called after each answer with the number so far.

        Raises:
            RepeatedAnswerError: an answer comes twice.
        """
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

    def stop(self, reason: str) -> None:
        """End the search after the next answer."""
        self._stopped = reason
