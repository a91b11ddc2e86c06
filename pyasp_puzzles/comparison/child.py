"""The process of measured runs: limits, CPU seconds by phase, peak memory, answers to a file."""

from __future__ import annotations

import importlib
import math
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import IO, Any

import clingo

from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.comparison.run import ATOM_SEPARATOR, RunLimits
from pyasp_puzzles.core.atoms import Distinct, digest, number
from pyasp_puzzles.core.errors import MisfitError, RepeatedAnswerError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.engines.auto import alternatives
from pyasp_puzzles.engines.job import Job, fact_text
from pyasp_puzzles.engines.names import encoding_of, libraries
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.work.deadline import TIME_LIMIT
from pyasp_puzzles.work.memory import peak_bytes, peak_bytes_of_children, reserved_bytes
from pyasp_puzzles.work.parent import failures_sent, next_order, open_parent

_Answers = list[tuple[clingo.Symbol, ...]]

_BATCH = 5_000  # answers that are kept before they are written


class CpuClock:
    """CPU seconds of this process and of its ended child processes, without the pauses.

    ``time.process_time`` is too coarse: once a process has a limit on its CPU time, Linux moves
    that clock only a few hundred times a second.
    """

    def __init__(self) -> None:
        self._paused = 0.0

    def __call__(self) -> float:
        own, children = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        spent = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
        return spent - self._paused

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Exclude what this thread does in the ``with`` block."""
        start = time.thread_time()
        yield
        self._paused += time.thread_time() - start


def main() -> None:
    """Run each job of the parent and send one message about it."""
    order, send = open_parent()
    while order is not None:
        job, limits, path = order
        with failures_sent(send, str(job.engine)):
            prepare(job)
            imported = peak_memory()
            _limit(limits)
            try:
                with Path(path).open("w", encoding="utf-8") as file:
                    figures = _measured(job, limits, file)
            except MisfitError as misfit:
                send("misfit", str(misfit))
            else:
                send("measured", {**figures, "memory": peak_memory(), "imported": imported})
        order = next_order()


def prepare(job: Job) -> None:
    """Import and look up what a process needs once; no engine's time includes this.

    For instance :func:`puzzle_of` asks all installed packages for puzzles, which takes longer
    than ASP needs for a small instance; the hand-written encodings never ask.
    """
    for library in libraries(job.engine):
        need(library)
    for each in (job, *alternatives(job)):
        importlib.import_module(each.engine.row.module)
    if job.instance is not None:
        puzzle_of(job.instance)
    if job.engine.row.encoded:
        encoding_of(job.engine, job.puzzle, job.by)


def _measured(job: Job, limits: RunLimits, file: IO[str]) -> dict[str, Any]:
    """Search; fields of a :class:`pyasp_puzzles.comparison.run.EngineRun`."""
    clock = CpuClock()
    start, facts = clock(), 0.0
    if job.instance is not None and job.engine.grounds:
        job = replace(job, facts=fact_text(job.instance))
        facts = clock() - start
    search = start_search(job, clock=clock, check=False)

    def look(_number: int = 0) -> None:
        if clock() - start > limits.seconds:
            search.stop(TIME_LIMIT)

    if job.task == "count":
        found = search.count(look)
    else:
        found, write, written = 0, AnswerWriter(file), time.monotonic()
        pending: _Answers = []
        for symbols in search:
            pending.append(symbols)
            found += 1
            if found == 1 or len(pending) == _BATCH or time.monotonic() - written > 1:
                with clock.pause():
                    write(pending)
                    pending, written = [], time.monotonic()
            look()
        write(pending)
    report = search.report.preceded_by("facts", facts) if facts else search.report
    if job.instance is not None and not job.engine.row.warns:
        report = replace(report, messages=[])
    return {"answers": found, "report": report}


class AnswerWriter:
    """Writes answers, one a line, atoms sorted by text; RepeatedAnswerError: one came before."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._distinct = Distinct()
        self._text = cache(str)

    def __call__(self, answers: _Answers) -> None:
        for symbols in answers:
            atoms = sorted(map(self._text, symbols))
            if not self._distinct.add(digest(sorted(symbols, key=number))):
                raise RepeatedAnswerError(f"it lists an answer twice: {' '.join(atoms)}")
            self._file.write(ATOM_SEPARATOR.join(atoms) + "\n")
        self._file.flush()


def _limit(limits: RunLimits) -> None:
    """Tell the operating system to end this process at its limits."""
    if reserved_bytes() > limits.memory:  # a search within what was given back ends anywhere
        raise MemoryError
    spent = resource.getrusage(resource.RUSAGE_SELF)
    seconds = math.ceil(limits.seconds + spent.ru_utime + spent.ru_stime) + 1
    _, most = resource.getrlimit(resource.RLIMIT_CPU)  # it cannot be raised again for the next job
    if most != resource.RLIM_INFINITY:
        seconds = min(seconds, most)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, most))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))


def peak_memory() -> int:
    """Peak resident bytes of this process, or of a solver that it started if that took more."""
    return max(peak_bytes(), peak_bytes_of_children())
