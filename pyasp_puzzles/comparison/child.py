"""The process of one measured run: limits, CPU seconds by phase, peak memory, answers to a file."""

from __future__ import annotations

import importlib
import math
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import clingo

from pyasp_puzzles.api import fact_text
from pyasp_puzzles.comparison.run import ATOM_SEPARATOR, TIME_LIMIT, Limits
from pyasp_puzzles.engines.child import failures_sent, open_parent
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.names import encoding_of
from pyasp_puzzles.puzzle import find_puzzle

_LIBRARIES = {
    "asp": (),
    "translate": ("pysat.solvers", "pysat.card", "pyasp_puzzles.translate.ground"),
    "sat": ("pysat.solvers", "pysat.card"),
    "cpsat": ("ortools.sat.python.cp_model",),
}
"""What an engine imports when it is first used; the time that this takes is nobody's fault."""

_BATCH = 5_000
"""Answers that are kept before they are written."""


class Clock:
    """CPU seconds of this process and of those that it started and ended, minus the pauses."""

    def __init__(self) -> None:
        self._paused = 0.0

    def __call__(self) -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime - self._paused

    @contextmanager
    def pause(self) -> Iterator[None]:
        """What this thread does here is not part of the search."""
        start = time.thread_time()
        yield
        self._paused += time.thread_time() - start


def main() -> None:
    """Run the job of the parent and send one message about it."""
    (job, limits, path), send = open_parent()
    with failures_sent(send, str(job.engine)):
        for library in _LIBRARIES[job.engine.kind]:
            importlib.import_module(library)
        if job.puzzle:
            find_puzzle(job.puzzle)
        if not job.engine.grounds:
            encoding_of(job.engine, job.puzzle)
        imported = peak_memory()
        _limit(limits)
        with Path(path).open("w", encoding="utf-8") as file:
            figures = _measured(job, limits, file)
        send("measured", {**figures, "memory": peak_memory(), "imported": imported})


def _measured(job: Job, limits: Limits, file: IO[str]) -> dict[str, Any]:
    """Search; figures of a :class:`pyasp_puzzles.comparison.run.Run`, and why it ended."""
    clock = Clock()
    start = clock()
    if job.instance is not None and job.engine.grounds:
        job = replace(job, facts=fact_text(job.instance))
    facts = clock() - start
    search = job.search(clock=clock)
    write = _Writer(file)
    pending, found, written = [], 0, time.monotonic()
    for symbols in search:
        pending.append(symbols)
        found += 1
        if found == 1 or len(pending) == _BATCH or time.monotonic() - written > 1:
            with clock.pause():
                write(pending)
                pending, written = [], time.monotonic()
        if clock() - start > limits.seconds:
            search.stop(TIME_LIMIT)
    seconds = dict(search.seconds)
    for phase in ("first", "all"):
        if phase in seconds:
            seconds[phase] += facts
    write(pending)
    return {
        "answers": found,
        "exhausted": search.exhausted,
        "reason": search.reason,
        "seconds": {"facts": facts, **seconds} if facts else seconds,
        "statistics": dict(search.statistics),
    }


class _Writer:
    """Writes answers, one a line: their atoms, sorted by text."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._texts: dict[clingo.Symbol, str] = {}

    def __call__(self, answers: list[tuple[clingo.Symbol, ...]]) -> None:
        texts = self._texts
        for symbols in answers:
            for symbol in symbols:
                if symbol not in texts:
                    texts[symbol] = str(symbol)
            line = ATOM_SEPARATOR.join(sorted(texts[symbol] for symbol in symbols))
            self._file.write(line + "\n")
        self._file.flush()


def _limit(limits: Limits) -> None:
    """Let the system end this process at its limits."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    seconds = math.ceil(limits.seconds + spent.ru_utime + spent.ru_stime) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))


def peak_memory() -> int:
    """Peak resident bytes of this process."""
    status = Path("/proc/self/status")
    if status.exists():  # unlike getrusage, without what the parent had when it started us
        for line in status.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
