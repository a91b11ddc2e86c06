"""Starting a search: the table of engines says which module does it."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable

from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.search import Search


def start_search(
    job: Job,
    *,
    timeout: float | None = None,
    clock: Callable[[], float] = time.perf_counter,
    keep: bool = False,
    check: bool = True,
) -> Search:
    """The search of a job, ready to run in this process.

    Args:
        timeout: wall clock seconds; engines that hold Python's lock cannot keep it in this
            process.
        clock: what its seconds are measured with.
        keep: ground once for all searches; for the engines that search in cubes.
        check: verify some of the answers that a program or options of the user's own give, where
            they are only counted.

    Raises:
        PuzzleError: the engine cannot do this job, or its packages are missing.
    """
    return _start(job, RunOptions(timeout, clock, keep, check, _start))


def _start(job: Job, options: RunOptions) -> Search:
    module = importlib.import_module(job.engine.row.module)
    search: Search = module.start(job, options)
    search.report.engine = search.engine or str(job.engine)
    return search
