"""Counts a job cube by cube on the workers of a pool; a cube whose workers die is searched again.

After several deaths the scheduler gives the cube up, and the count is not exhausted.
"""

from __future__ import annotations

import random
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from pathlib import Path

from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.counts.cube_cutter import (
    EMPTY_CUBE,
    CubeCutter,
    CubeResult,
    CubeTask,
    search_cube,
)
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.progress import Progress, estimate
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.engines.auto import alternatives
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.results import Count
from pyasp_puzzles.engines.search import Cube, SearchReport
from pyasp_puzzles.ground.grounding import WAIT, in_thread
from pyasp_puzzles.work.child import cores
from pyasp_puzzles.work.deadline import INTERRUPTED, Deadline, stopped_by_signals
from pyasp_puzzles.work.pool import WorkerPool, local_processes

CUBES = 16
"""Default number of cubes for each worker."""

MOST_DEATHS = 3
"""Number of workers that may die at one cube before it is given up."""

REPORTED = 5
"""Number of failed cubes that are named; the others are only counted."""

GRACE = 2.0
"""Seconds that the running searches get to return their answers when the count has to stop."""

_PROGRESS_INTERVAL = 0.2
"""Seconds between two reports of the progress."""


def count_in_cubes(
    job: Job,
    *,
    processes: int | None,
    cluster: str,
    store: str,
    cubes: int | None,
    timeout: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Count:
    """Count the answers of a job that has its facts; a time limit keeps the answers found.

    Args:
        processes: number of worker processes on this machine; ``None``: one for each core.
        cluster: address of a Dask scheduler, used in place of local processes; empty: none.
        store: path of the store; empty: no store.
        cubes: number of cubes to make; ``None``: :data:`CUBES` for each worker.

    Raises:
        StoreError: the store belongs to another count, is in use, or cannot be read or written.
        PuzzleError: the engine does not search in cubes, or the cluster cannot be used.
        SolverError: clingo refuses the program.
    """
    if not job.engine.row.in_cubes:
        engines = ", ".join(name for name, kind in KINDS.items() if kind.in_cubes)
        raise PuzzleError(f"engine {job.engine} does not search in cubes, expected {engines}")
    deadline = Deadline(timeout)
    identity = CountIdentity.of(job)
    with ExitStack() as stack:
        kept = stack.enter_context(Store.to_write(Path(store), identity)) if store else None
        if kept and kept.exhausted:
            remark = f"{kept.path} has all answers: nothing was searched"
            seconds = {"all": deadline.spent()}
            report = SearchReport("store", exhausted=True, seconds=seconds, remarks=[remark])
            return Count(kept.answers, report, (kept.done, kept.cubes))
        stack.enter_context(stopped_by_signals(deadline.stop))
        scheduler = CubeScheduler(job, identity, kept, deadline, progress)
        try:
            with _workers(processes or cores(), cluster, deadline) as pool:
                scheduler.run(pool, cubes)
        except KeyboardInterrupt:  # the second signal, or the first before the handler was set
            deadline.stop(INTERRUPTED)
        return scheduler.count()


def _workers(
    processes: int, cluster: str, deadline: Deadline
) -> AbstractContextManager[WorkerPool]:
    if not cluster:
        return local_processes(processes)
    from pyasp_puzzles.counts.cluster import connected

    return connected(cluster, deadline.late)


class CubeScheduler:
    """Runs one count: keeps the waiting and the running cubes, and what was found."""

    def __init__(
        self,
        job: Job,
        identity: CountIdentity,
        store: Store | None,
        deadline: Deadline,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._job, self._identity, self._store = job, identity, store
        self._deadline, self._progress = deadline, progress
        fit = {found.engine: found for found in alternatives(job) if found.engine.row.in_cubes}
        jobs = tuple(map(_portable, fit.values()))
        self._task = CubeTask(jobs, f"{identity} {[(j.engine, j.profile) for j in jobs]}")
        self._atoms: tuple[str, ...] | None = None
        self._waiting: deque[tuple[int, Cube]] = deque()
        self._running: dict[Future[CubeResult], tuple[int, Cube]] = {}
        self._begun: dict[int, float] = {}  # start of each running cube, about
        self._deaths: Counter[int] = Counter()
        self._spans: list[float] = []  # seconds of each finished cube
        self._engines: Counter[str] = Counter()
        self._report = SearchReport()
        self._cubes: int | None = None
        self._done = self._failed = self._answers = 0
        self._earlier = store.answers if store else 0  # answers of earlier sessions
        self._searching = self._reported = time.perf_counter()

    def run(self, pool: WorkerPool, wanted: int | None) -> None:
        """Search all cubes, or as many as the time limit allows."""
        wanted = wanted or CUBES * max(2, pool.slots())
        if self._store is None or self._store.fresh:  # workers ground while we cut
            for _ in range(min(wanted, pool.slots())):
                pool.submit(search_cube, self._task, EMPTY_CUBE, None, self._deadline.left())
        if not self._cut(wanted):
            return
        self._searching = time.perf_counter()
        while self._waiting or self._running:
            if pool.lost:
                self._deadline.stop("the scheduler of the cluster is gone")
            if self._deadline.late():
                break
            self._submit(pool)
            for future in wait(self._running, WAIT, return_when=FIRST_COMPLETED).done:
                self._take(future)
            self._send_progress(pool)
        if self._running:
            self._end(pool)

    def count(self) -> Count:
        """The result, once :meth:`run` has returned."""
        report, cubes = self._report, self._cubes or 0
        report.exhausted = self._done == self._cubes
        if not report.exhausted:
            failed = f"{counted(self._failed, 'cube')} given up" if self._failed else "stopped"
            report.reason = self._deadline.reason or failed
        if self._failed > REPORTED:
            report.remarks.append(f"given up: {counted(self._failed - REPORTED, 'more cube')}")
        engines = " and ".join(name for name, _ in self._engines.most_common())
        report.engine = engines or str(self._job.engine)
        report.seconds |= {"searches": sum(self._spans), "all": self._deadline.spent()}
        report.statistics = {"cubes": cubes, "cubes done": self._done}
        return Count(self._found, report, (self._done, cubes))

    @property
    def _found(self) -> int:
        return self._store.answers if self._store else self._answers

    def _cut(self, wanted: int) -> bool:
        """Make the cubes, or read them from the store; false: the count has to stop before."""
        start, store = time.perf_counter(), self._store
        if store and not store.fresh:
            self._atoms, self._cubes, self._done = store.codec.atoms, store.cubes, store.done
            self._waiting.extend(store.open_cubes())
            self._report.remarks.append(
                f"resumed: {self._done:,} of {counted(self._cubes, 'cube')} were done before"
            )
        else:
            made = 0

            def late(so_far: int) -> bool:
                nonlocal made
                made = so_far
                return self._deadline.late()

            def cut() -> tuple[list[Cube], tuple[str, ...] | None]:
                cutter = CubeCutter(self._job)
                return cutter.cubes(wanted, late), cutter.atoms if store else None

            def watch() -> bool:
                if self._progress and made:
                    remark = f"cutting: {made:,} of {counted(wanted, 'cube')}"
                    self._progress(Progress(self._found, remark=remark))
                return self._deadline.late()

            found = in_thread(cut, watch)
            if not found or self._deadline.late():
                self._deadline.reason += " while cutting"
                return False
            cubes, self._atoms = found[0]
            self._cubes = len(cubes)
            self._waiting.extend(enumerate(cubes, start=1))
            if store:
                store.begin(self._atoms or (), cubes)
        # In random order the finished cubes are a sample of all, as the estimate assumes.
        random.Random(self._identity.facts).shuffle(self._waiting)
        self._report.seconds["cut"] = time.perf_counter() - start
        return True

    def _submit(self, pool: WorkerPool) -> None:
        """Submit up to two cubes for each slot, so that no worker waits for the next one."""
        slots = pool.slots()
        while self._waiting and len(self._running) < 2 * max(1, slots):
            number, cube = self._waiting.popleft()
            future = pool.submit(search_cube, self._task, cube, self._atoms, self._deadline.left())
            self._running[future] = number, cube
        now = time.perf_counter()
        for number, _ in list(self._running.values())[:slots]:
            self._begun.setdefault(number, now)

    def _take(self, future: Future[CubeResult]) -> None:
        """Record the answers of a cube, or that its worker has died."""
        number, cube = self._running.pop(future)
        self._begun.pop(number, None)
        try:
            found = future.result()
        except CancelledError:
            self._waiting.append((number, cube))
            return
        except (PuzzleError, ImportError):  # ImportError: a worker lacks a package
            raise
        except Exception as error:  # a worker can fail in any way
            self._died(number, cube, error)
            return
        report, spent = found.report, found.report.seconds["all"]
        self._report.messages += [m for m in report.messages if m not in self._report.messages]
        self._engines[report.engine] += 1
        self._answers += found.answers
        if report.exhausted:
            if self._store:
                self._store.finish(number, found.encoded, spent, report.engine)
            self._done += 1
            self._spans.append(spent)
        else:
            self._deadline.stop(report.reason)
            if self._store:
                self._store.keep(number, found.encoded)

    def _died(self, number: int, cube: Cube, error: Exception) -> None:
        """Search a cube again whose worker has died, or give it up."""
        if self._deadline.reason:
            return  # this process has ended the worker
        self._deaths[number] += 1
        if self._deaths[number] < MOST_DEATHS:
            self._waiting.append((number, cube))
            return
        words = str(error).strip().splitlines() or [type(error).__name__]
        why = f"{words[-1]}, {MOST_DEATHS} times"
        self._failed += 1
        if self._failed <= REPORTED:
            self._report.remarks.append(f"given up: cube {number} ({cube}): {why}")
        if self._store:
            self._store.fail(number, why)

    def _end(self, pool: WorkerPool) -> None:
        """Stop the running searches and take what they have found."""
        for future in list(self._running)[pool.slots() :]:
            if future.cancel():
                self._waiting.append(self._running.pop(future))
        pool.stop(self._deadline.reason)
        grace = Deadline(GRACE)
        while self._running and not pool.lost and not grace.late():
            for future in wait(self._running, WAIT, return_when=FIRST_COMPLETED).done:
                self._take(future)

    def _send_progress(self, pool: WorkerPool) -> None:
        now = time.perf_counter()
        if self._progress is None or now < self._reported + _PROGRESS_INTERVAL:
            return
        self._reported = now
        slots, found = pool.slots(), self._found
        running = [now - begun for begun in self._begun.values()]
        rest = len(self._waiting) + len(self._running) - len(running)
        self._progress(
            Progress(
                found,
                self._done,
                self._cubes or 0,
                (found - self._earlier) / max(now - self._searching, 1e-6),
                estimate(self._spans, running, rest, slots) if slots else None,
                "" if slots else "no worker is there",
            )
        )


_BASE = "\n#program base.\n"


def _portable(job: Job) -> Job:
    """The job with the text of its program, whose files a worker may not have.

    Only encodings and the verification of the user's clasp options need the instance.
    """
    job = replace(job, threads=job.threads or 1)  # the processes are as many as the cores
    if not job.engine.grounds:
        return replace(job, program=(), facts="")
    if not job.own_options:
        job = replace(job, instance=None)
    texts = [path.read_text(encoding="utf-8") for path in job.program]
    if any("#include" in text for text in texts):
        return job
    return replace(job, program=(), facts=_BASE.join((*texts, job.facts)))
