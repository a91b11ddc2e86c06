"""Searches with a puzzle's own compiled search, chunk by chunk, and measures its tree.

The puzzle has the search (:class:`pyasp_puzzles.engines.encoding.Scan`); here is what all share.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator
from operator import methodcaller

from pyasp_puzzles.core.errors import MisfitError, NoEstimateError, PuzzleError
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.engines.encoding import Probe, Prober, Scan, ScanRequest, ScanRun, Trial
from pyasp_puzzles.engines.job import Job, RunOptions, builder
from pyasp_puzzles.engines.search import Each, Search, Symbols
from pyasp_puzzles.ground.grounding import in_thread
from pyasp_puzzles.work.deadline import Late, never
from pyasp_puzzles.work.pool import in_turn

CHUNK = 4_000_000
"""Nodes between two checks of the time limit and of Ctrl-C: about a tenth of a second."""

RESTART, RESTARTS = 1_000_000, 8
"""Nodes and number of the short searches for one answer (docs/measured/encodings/eternity.md)."""

BATCH = 256
"""Answers that are listed between two checks."""


class ScanSearch(Search):
    """Searches with a compiled search, among the answers in the cube ``within``.

    The phase "compile" is mostly the first use of the machine code; it can outlast the time limit.
    """

    def __init__(self, job: Job, options: RunOptions) -> None:
        super().__init__(options.timeout, options.clock, str(job.engine), job.limit)
        self._job = job
        self._scan: Scan | None = None
        self._runs: list[ScanRun] = []
        self._before = 0  # nodes of the runs before

    def _answers(self) -> Generator[Symbols]:
        for run in self._chunks(listed=True):
            yield from run.taken()

    def _count(self, each: Each | None) -> None:
        if each or self._limit:
            for symbols in self._noted(self._answers()):
                if each:
                    each(symbols)
            return
        for _ in self._chunks(listed=False):
            self._found = sum(run.found for run in self._runs)
            if self._found:
                self.report.seconds.setdefault("first", self._spent())

    @property
    def nodes(self) -> int:
        return self._before + sum(run.nodes for run in self._runs)

    def _chunks(self, *, listed: bool) -> Generator[ScanRun]:
        """The run after each chunk, until it is exhausted or has to end; the runs of threads."""
        scan = self._compiled()
        if scan is None:
            return
        self.enter("searching")
        batch = min(self._limit or BATCH, BATCH) if listed else 0
        self.report.seconds["tables"] = 0.0
        self._before, self._runs = 0, []
        threads = 1 if self._limit else self._job.workers
        try:
            for seed, most in self._orders():
                begun = self._spent()
                whole = scan.start(ScanRequest(tuple(self.within.literals()), seed, batch))
                self._runs = [whole]
                self.report.seconds["tables"] += self._spent() - begun
                chunk = methodcaller("advance", int(min(CHUNK, most)))
                for run in in_turn([whole], threads, chunk, self._then):
                    yield run
                    if self._late() or whole.nodes >= most:
                        break
                else:
                    return
                if self.report.reason:
                    return
                self._before += whole.nodes
                self._runs = []
        finally:
            self.report.statistics["nodes"] = self.report.statistics["choices"] = self.nodes

    def _then(self, run: ScanRun, most: int) -> list[ScanRun]:
        """The runs after a chunk of one of them, which gives parts to threads without work."""
        runs = [] if run.exhausted else [run]
        while runs and len(runs) < most and (half := run.split()):
            runs.append(half)
            self._runs.append(half)
        return runs

    def _orders(self) -> Iterator[tuple[int | None, float]]:
        """The seeds with which to search, each with its most nodes.

        For one answer there are short searches in random orders before the whole one: the time to
        a first answer has a heavy tail (C. P. Gomes, B. Selman, N. Crato and H. Kautz,
        "Heavy-tailed phenomena in satisfiability and constraint satisfaction problems",
        J. Automated Reasoning 24, 2000).
        """
        seed = self._job.seed
        if self._limit == 1:
            first = (seed or 0) * RESTARTS
            yield from ((first + number, RESTART) for number in range(RESTARTS))
        yield seed, math.inf

    def _compiled(self) -> Scan | None:
        """The search with its machine code; ``None`` if the time is up before there is any."""
        if self._late():
            return None
        if self._scan is None:
            self.enter("compiling")
            self._scan = scan_of(self._job)
        if not in_thread(self._scan.compile, self._late):
            self.report.reason += " while compiling"
            return None
        self.report.seconds["compile"] = self._spent()
        return None if self._late() else self._scan


def scan_of(job: Job) -> Scan:
    """The compiled search of a job."""
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
    return ScanSearch(job, options)


PROBE_CHUNK = 1_000_000
"""Nodes between two looks at the clock."""

PARTS = 3
"""Searches in random orders that measure the speed."""


class ScanProber(Prober):
    """Probes a compiled search; see :class:`pyasp_puzzles.engines.encoding.Prober`."""

    node = "partial answers that the scan makes"
    budget = 8_000_000
    trial = 8_000_000

    def __init__(self, scan: Scan, engine: str) -> None:
        assert scan.probe
        self.engine, self._scan, self._probe = engine, scan, scan.probe

    def load(self) -> None:
        def work() -> None:
            self._scan.compile()
            self._probe(1, 0, never)

        in_thread(work, never)  # in the main thread Ctrl-C would not end it

    def search(self, most: int, late: Late, seed: int | None = None) -> Trial:
        run = self._scan.start(ScanRequest(seed=seed))
        start = time.process_time()
        while not run.exhausted and run.nodes < most:
            run.advance(PROBE_CHUNK)
            if late():
                break
        seconds = time.process_time() - start
        return Trial(run.nodes, seconds, run.found, whole=run.exhausted)

    def probe(self, width: int, seed: int, late: Late) -> Probe | None:
        return self._probe(width, seed, late)

    def speed(self, seed: int, late: Late) -> list[Trial]:
        """Begin the search in a few random orders; late or not, in one at least."""
        seeds = range(seed * PARTS, (seed + 1) * PARTS)
        return [
            self.search(PROBE_CHUNK, late, each) for each in seeds if each == seeds[0] or not late()
        ]


def prober(job: Job, _late: Late) -> ScanProber:
    """The prober of a job.

    Raises:
        MisfitError, PuzzleError: as :func:`pyasp_puzzles.engines.scan.scan_of`.
        NoEstimateError: the search has no probes.
    """
    scan = scan_of(job)
    if scan.probe is None:
        raise NoEstimateError(f"{job.instance.name}: no estimate: {job.engine} has no probes")
    return ScanProber(scan, str(job.engine))
