"""Counts in cubes: hands them to processes or a cluster, and keeps what they find.

Whatever happens to a worker happens to one cube, which is searched again; a cube at which workers
die every time is given up, reported, and the run not called exhausted.
"""

from __future__ import annotations

import random
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import replace

from pyasp_puzzles.engines.auto import alternatives
from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.engines.grounding import WAIT, in_thread
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.errors import PuzzleError, counted
from pyasp_puzzles.long_counts.cube_cutter import CubeCutter
from pyasp_puzzles.long_counts.cube_search import NOTHING, Found, Task, search_cube
from pyasp_puzzles.long_counts.identity import CountIdentity
from pyasp_puzzles.long_counts.progress import Progress, estimate
from pyasp_puzzles.long_counts.stop_request import StopRequest
from pyasp_puzzles.long_counts.store.store import Store
from pyasp_puzzles.long_counts.worker_pool import WorkerPool
from pyasp_puzzles.results import Count

CUBES = 16
"""Cubes for each process, where nobody says how many."""

MOST_DEATHS = 3
"""How often a worker may die at one cube."""

TOLD = 5
"""Cubes given up that are reported one by one; there may be hundreds, all for one reason."""

GRACE = 2.0
"""Seconds that the searches at work have to hand over what they have, when all has to end."""

_REPORT = 0.2
"""Seconds between two reports of the progress."""


class CubeScheduler:
    """One count: the cubes that wait, that are searched, and what was found."""

    def __init__(
        self,
        job: Job,
        run: CountIdentity,
        store: Store | None,
        stop: StopRequest,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._job, self._run, self._store, self._stop = job, run, store, stop
        self._progress = progress
        fit = {found.engine: found for found in alternatives(job) if found.engine.row.in_cubes}
        jobs = tuple(map(_sent, fit.values()))
        self._task = Task(jobs, f"{run} {[(j.engine, j.profile) for j in jobs]}")
        self._atoms: tuple[str, ...] | None = None
        self._waiting: deque[tuple[int, Cube]] = deque()
        self._flying: dict[Future[Found], tuple[int, Cube]] = {}
        self._begun: dict[int, float] = {}  # when a cube that is searched was begun, about
        self._deaths: Counter[int] = Counter()
        self._spans: list[float] = []  # seconds of each cube that was finished
        self._engines: Counter[str] = Counter()
        self._messages: dict[str, None] = {}
        self._seconds: dict[str, float] = {}
        self._remarks: list[str] = []
        self._cubes: int | None = None
        self._done = self._failed = self._answers = self._partial = 0
        self._before = store.answers if store else 0
        self._searching = self._reported = time.perf_counter()

    def run(self, crew: WorkerPool, wanted: int) -> None:
        """Search all cubes, or as many as the time allows.

        Args:
            crew: who searches.
            wanted: the number of cubes, where the store has none; 0: some for each process.
        """
        wanted = wanted or CUBES * max(2, crew.slots())
        if self._store is None or self._store.fresh:  # they ground while we cut
            for _ in range(min(wanted, crew.slots())):
                crew.executor.submit(search_cube, self._task, NOTHING, None, self._stop.left())
        if not self._cut(wanted):
            return
        self._searching = time.perf_counter()
        while self._waiting or self._flying:
            if crew.lost:
                self._stop.reason = self._stop.reason or "the scheduler of the cluster is gone"
            if self._stop():
                break
            self._submit(crew)
            for future in wait(self._flying, WAIT, return_when=FIRST_COMPLETED).done:
                self._take(future)
            self._report(crew)
        if self._flying:
            self._end(crew)

    def count(self, start: float) -> Count:
        """What is known at the end."""
        exhausted = self._done == self._cubes
        reason = "" if exhausted else self._stop.reason
        if not exhausted and not reason:
            reason = f"{counted(self._failed, 'cube')} given up" if self._failed else "stopped"
        if self._failed > TOLD:
            self._remarks.append(f"given up: {counted(self._failed - TOLD, 'more cube')}")
        self._seconds["searches"] = sum(self._spans)
        self._seconds["all"] = time.perf_counter() - start
        return Count(
            self._found,
            exhausted,
            reason,
            self._seconds,
            " and ".join(name for name, _ in self._engines.most_common()) or str(self._job.engine),
            {"cubes": self._cubes or 0, "cubes done": self._done},
            list(self._messages),
            self._remarks,
            (self._done, self._cubes or 0),
        )

    @property
    def _found(self) -> int:
        return self._store.answers if self._store else self._answers + self._partial

    def _cut(self, wanted: int) -> bool:
        """Make the cubes, or take them from the store; false when the time was up before."""
        start, store = time.perf_counter(), self._store
        if store and not store.fresh:
            self._atoms, self._cubes, self._done = store.atoms, store.cubes, store.done
            self._waiting.extend(store.open_cubes())
            self._remarks.append(
                f"resumed: {self._done:,} of {counted(self._cubes, 'cube')} were done before"
            )
        else:
            found: list[tuple[tuple[str, ...], list[Cube]]] = []
            made = 0

            def late(so_far: int) -> bool:
                nonlocal made
                made = so_far
                return self._stop()

            def work() -> None:
                cutting = CubeCutter(self._job)
                found.append((cutting.atoms, cutting.cubes(wanted, late)))

            def look() -> bool:
                if self._progress and made:
                    remark = f"cutting: {made:,} of {counted(wanted, 'cube')}"
                    self._progress(Progress(self._found, remark=remark))
                return self._stop()

            if not in_thread(work, look) or self._stop():
                self._stop.reason += " while cutting"
                return False
            atoms, cubes = found[0]
            self._cubes = len(cubes)
            self._waiting.extend(enumerate(cubes, start=1))
            if store:
                self._atoms = atoms
                store.begin(atoms, cubes)
        # Finished cubes are to be a sample of all: what is estimated rests on it.
        random.Random(self._run.facts).shuffle(self._waiting)
        self._seconds["cut"] = time.perf_counter() - start
        return True

    def _submit(self, crew: WorkerPool) -> None:
        """Have one cube ready for each that is searched, so that nobody has to wait."""
        slots = crew.slots()
        while self._waiting and len(self._flying) < 2 * max(1, slots):
            number, cube = self._waiting.popleft()
            future = crew.executor.submit(
                search_cube, self._task, cube, self._atoms, self._stop.left()
            )
            self._flying[future] = number, cube
        now = time.perf_counter()
        for number, _ in list(self._flying.values())[:slots]:
            self._begun.setdefault(number, now)

    def _take(self, future: Future[Found]) -> None:
        """Keep what was found in a cube, or note that its worker died."""
        number, cube = self._flying.pop(future)
        self._begun.pop(number, None)
        try:
            found = future.result()
        except CancelledError:
            self._waiting.append((number, cube))
            return
        except (PuzzleError, ImportError):  # the latter is what a worker lacks
            raise
        except Exception as error:  # whatever can become of a process, here or elsewhere
            self._died(number, cube, error)
            return
        self._messages |= dict.fromkeys(found.messages)
        self._engines[found.engine] += 1
        if not found.exhausted:
            self._stop.reason = self._stop.reason or found.reason
            self._partial += found.answers
            if self._store:
                self._store.keep(number, found.words)
            return
        if self._store:
            self._store.finish(number, found.words, found.seconds, found.engine)
        self._done += 1
        self._answers += found.answers
        self._spans.append(found.seconds)

    def _died(self, number: int, cube: Cube, error: Exception) -> None:
        if self._stop.reason:
            return  # we have ended it ourselves
        self._deaths[number] += 1
        if self._deaths[number] < MOST_DEATHS:
            self._waiting.append((number, cube))
            return
        words = str(error).strip().splitlines() or [type(error).__name__]
        why = f"{words[-1]}, {MOST_DEATHS} times"
        self._failed += 1
        if self._failed <= TOLD:
            self._remarks.append(f"given up: cube {number} ({cube}): {why}")
        if self._store:
            self._store.fail(number, why)

    def _end(self, crew: WorkerPool) -> None:
        """Let the searches at work hand over what they have."""
        for future in list(self._flying)[crew.slots() :]:
            if future.cancel():
                self._waiting.append(self._flying.pop(future))
        crew.stop(self._stop.reason)
        deadline = time.perf_counter() + GRACE
        while self._flying and not crew.lost and time.perf_counter() < deadline:
            for future in wait(self._flying, WAIT, return_when=FIRST_COMPLETED).done:
                self._take(future)

    def _report(self, crew: WorkerPool) -> None:
        now = time.perf_counter()
        if self._progress is None or now < self._reported + _REPORT:
            return
        self._reported = now
        slots, spent = crew.slots(), max(now - self._searching, 1e-6)
        running = [now - begun for begun in self._begun.values()]
        rest = len(self._waiting) + len(self._flying) - len(running)
        self._progress(
            Progress(
                self._found,
                self._done,
                self._cubes or 0,
                (self._found - self._before) / spent,
                estimate(self._spans, running, rest, slots) if slots else None,
                "" if slots else "no worker is there",
            )
        )


_BASE = "\n#program base.\n"


def _sent(job: Job) -> Job:
    """The job as it is sent to others: with its program, which may not be where it is here.

    Only who verifies answers needs the instance.
    """
    if not job.own_options:
        job = replace(job, instance=None)
    texts = [path.read_text(encoding="utf-8") for path in job.program]
    if any("#include" in text for text in texts):
        return job
    return replace(job, program=(), facts=_BASE.join((*texts, job.facts)))
