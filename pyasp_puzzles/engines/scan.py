"""Searches with a puzzle's own compiled search, chunk by chunk.

The puzzle has the search (:class:`pyasp_puzzles.engines.encoding.Scan`). This engine does what is
the same
for all: compilation, time limits, Ctrl-C, limits, cubes, progress.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial

import clingo

from pyasp_puzzles.core.errors import MisfitError, PuzzleError
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.engines.encoded import builder
from pyasp_puzzles.engines.encoding import Scan, ScanRequest, ScanRun
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.timed import TimedSearch
from pyasp_puzzles.ground.grounding import in_thread

Symbols = tuple[clingo.Symbol, ...]

CHUNK = 4_000_000
"""Nodes between two checks of the time limit and of Ctrl-C: about a tenth of a second."""

RESTART, RESTARTS = 1_000_000, 8
"""Nodes and number of the short searches for one answer (docs/measured/encodings/eternity.md)."""

BATCH = 256
"""Answers that are listed between two checks."""


class ScanSearch(TimedSearch):
    """Searches with a compiled search; see :class:`pyasp_puzzles.engines.search.Search`.

    Args:
        build: makes the search of the instance.
        engine: its name.
        limit: stop after so many answers; 0 means all.
        timeout: seconds of wall clock for everything together; ``None``: no limit.
        seed: shuffles the search.
        clock: a function that returns seconds, for the report.

    Each search is for the answers in the cube ``within``. The phase "compile" is the time for the
    machine code, most of it when it is first used; it can end after the time limit, in a thread.

    Raises:
        MisfitError, PuzzleError: before the first answer, see :func:`scan_of`.
    """

    def __init__(
        self,
        build: Callable[[], Scan],
        engine: str,
        *,
        limit: int = 0,
        timeout: float | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(timeout, clock, engine)
        self._build, self._limit, self._seed = build, limit, seed
        self._scan: Scan | None = None
        self._run: ScanRun | None = None
        self._before = 0  # nodes of the runs before

    def __iter__(self) -> Generator[Symbols]:
        self._restart()
        found = 0
        try:
            for run in self._chunks(listed=True):
                for symbols in run.taken():
                    found += 1
                    self.report.seconds.setdefault("first", self._spent())
                    yield symbols
                    if self._ended(found):
                        return
        except KeyboardInterrupt:
            self.report.reason = "interrupted"
        finally:
            self.report.seconds["all"] = self._spent()

    def count(
        self,
        progress: Callable[[int], None] | None = None,
        each: Callable[[Symbols], None] | None = None,
    ) -> int:
        """The number of answers; lists them only if that is needed.

        Args:
            progress: called a few times a second with the number so far.
            each: called with the shown symbols of every answer; then all of them are listed.
        """
        self._restart()
        found = 0
        try:
            for run in self._chunks(listed=bool(each or self._limit)):
                if each or self._limit:
                    for symbols in run.taken():
                        if each:
                            each(symbols)
                        found += 1
                        if self._ended(found):
                            return found
                else:
                    found = run.found
                if found:
                    self.report.seconds.setdefault("first", self._spent())
                if progress:
                    progress(found)
        except KeyboardInterrupt:
            self.report.reason = "interrupted"
        finally:
            self.report.seconds["all"] = self._spent()
        return found

    @property
    def nodes(self) -> int:
        return self._before + (self._run.nodes if self._run else 0)

    def _ended(self, found: int) -> bool:
        """Whether the search ends with this answer."""
        if found == self._limit:
            self.report.reason = "limit"
        return bool(self.report.reason)

    def _chunks(self, *, listed: bool) -> Iterator[ScanRun]:
        """The run after each chunk, until it is exhausted or has to end."""
        scan = self._compiled()
        if scan is None:
            return
        self.enter("searching")
        batch = min(self._limit or BATCH, BATCH) if listed else 0
        self.report.seconds["tables"] = 0.0
        self._before, self._run = 0, None
        try:
            for seed, most in self._orders():
                begun = self._spent()
                request = ScanRequest(tuple(self.within.literals()), seed, batch)
                run = self._run = scan.start(request)
                self.report.seconds["tables"] += self._spent() - begun
                while run.nodes < most and not self._late():
                    run.advance(int(min(CHUNK, most)))
                    yield run
                    if run.exhausted:
                        self.report.exhausted = True  # now that the caller has its answers
                        return
                if self.report.reason:
                    return
                self._before += run.nodes
                self._run = None
        finally:
            self.report.statistics["nodes"] = self.report.statistics["choices"] = self.nodes

    def _orders(self) -> Iterator[tuple[int | None, float]]:
        """The seeds with which to search, each with its most nodes.

        For one answer there are short searches in random orders before the whole one: the time to
        a first answer has a heavy tail (C. P. Gomes, B. Selman, N. Crato and H. Kautz,
        "Heavy-tailed phenomena in satisfiability and constraint satisfaction problems",
        J. Automated Reasoning 24, 2000).
        """
        if self._limit == 1:
            first = (self._seed or 0) * RESTARTS
            yield from ((first + number, RESTART) for number in range(RESTARTS))
        yield self._seed, math.inf

    def _compiled(self) -> Scan | None:
        """The search with its machine code; ``None`` if the time is up before there is any."""
        if self._late():
            return None
        if self._scan is None:
            self.enter("compiling")
            self._scan = self._build()
        if not in_thread(self._scan.compile, self._late):
            self.report.reason += " while compiling"
            return None
        self.report.seconds["compile"] = self._spent()
        return None if self._late() else self._scan


def scan_of(job: Job) -> Scan:
    """The compiled search of a job.

    Raises:
        MisfitError: it does not know the symmetry of the job, or ``auto`` should take another
            engine.
        PuzzleError: a package is missing.
    """
    found: Scan = builder(job)()
    if job.by_auto and (why := found.why_not(job.task)):
        raise MisfitError(why)
    try:
        for module in job.engine.row.needs:
            check_installed(module)
    except PuzzleError as missing:
        if job.by_auto:
            raise MisfitError(str(missing)) from None
        raise
    return found


def start(job: Job, options: RunOptions) -> ScanSearch:
    """The search of a job by the puzzle's compiled search; see :func:`scan_of` for errors."""
    return ScanSearch(
        partial(scan_of, job),
        str(job.engine),
        limit=job.limit,
        timeout=options.timeout,
        seed=job.seed,
        clock=options.clock,
    )
