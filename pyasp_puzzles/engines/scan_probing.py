"""Makes the prober of the engine ``scan``, which tells how long its counts take."""

from __future__ import annotations

import time

from pyasp_puzzles.core.errors import NoEstimateError
from pyasp_puzzles.engines.encoding import Scan, ScanRequest
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.prober import Probe, Prober, Trial
from pyasp_puzzles.engines.scan import scan_of
from pyasp_puzzles.ground.grounding import in_thread
from pyasp_puzzles.work.deadline import Late, never

CHUNK = 1_000_000
"""Nodes between two looks at the clock."""

PARTS = 3
"""Searches in random orders that measure the speed."""


class ScanProber(Prober):
    """Probes a compiled search; see :class:`pyasp_puzzles.engines.prober.Prober`.

    Args:
        scan: the search; it has a function ``probe``.
        engine: its name.
    """

    node = "partial answers that the scan makes"
    budget = 8_000_000
    trial = 8_000_000

    def __init__(self, scan: Scan, engine: str) -> None:
        assert scan.probe
        self.engine = engine
        self._scan, self._probe = scan, scan.probe

    def load(self) -> None:
        def work() -> None:
            self._scan.compile()
            self._probe(1, 0, never)

        in_thread(work, never)  # in the main thread Ctrl-C would not end it

    def search(self, most: int, late: Late) -> Trial:
        return self._searched(most, None, late)

    def probe(self, width: int, seed: int, late: Late) -> Probe | None:
        return self._probe(width, seed, late)

    def speed(self, seed: int, late: Late) -> list[Trial]:
        """Begin the search in a few random orders; late or not, in one at least."""
        found = [self._searched(CHUNK, seed * PARTS, late)]
        for number in range(1, PARTS):
            if not late():
                found.append(self._searched(CHUNK, seed * PARTS + number, late))
        return found

    def _searched(self, most: int, seed: int | None, late: Late) -> Trial:
        """The first nodes of a search."""
        run = self._scan.start(ScanRequest(seed=seed))
        start = time.process_time()
        while not run.exhausted and run.nodes < most:
            run.advance(CHUNK)
            if late():
                break
        seconds = time.process_time() - start
        return Trial(run.nodes, seconds, run.found, whole=run.exhausted)


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
