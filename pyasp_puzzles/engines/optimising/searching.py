"""The function ``best``: boards with higher and higher scores, each measured before it is shown."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Generator, Iterator
from math import inf
from typing import Any

from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Improvement
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.job import at_least, check_timeout
from pyasp_puzzles.engines.optimising.board import BestBoard, SaveFile, checked, optimiser_of
from pyasp_puzzles.engines.results import A
from pyasp_puzzles.pictures.notebook import Lazy, Part
from pyasp_puzzles.work.deadline import Closing, Deadline
from pyasp_puzzles.work.memory import bytes_of
from pyasp_puzzles.work.waiting import said, timed

MOST_SEED = 2**31
"""Seeds are smaller than this."""

SAVE_RUNS = 60.0
"""Seconds between two versions of the file that differ only in the number of runs."""


class BestBoards(Lazy, Closing, Iterator[BestBoard[I, S, A]]):
    """Boards, each better than all before, and in the end why there are no more.

    The first one is the board in the file, if an earlier search has saved one.

    Raises:
        VerificationError: a board of the search is not what the search says: a bug.
        PuzzleError: the file can no longer be written.

    Attributes:
        best, of, found: the best board so far, the full score, and the number of boards.
        seed, limit: of the search; the limit is the most bytes of its own data.
        reason: why the iteration has ended: "complete" (the full score), "optimal" (proved), "time
            limit", "interrupted", "memory limit", "no further runs"; empty before the end.
        saved: the name of the file; empty: there is none.
    """

    def __init__(
        self,
        puzzle: Puzzle[I, S],
        instance: I,
        *,
        deadline: Deadline,
        seed: int,
        memory: int,
        file: SaveFile[I, S] | None,
    ) -> None:
        self.puzzle, self.instance = puzzle, instance
        self.seed, self.limit = seed, memory
        self.of = optimiser_of(puzzle).most(instance)
        self.best: BestBoard[I, S, A] | None = None
        self.found, self.reason = 0, ""
        self.saved = file.name if file else ""
        self._deadline, self._file = deadline, file
        known = self._known = file.known if file else None
        self._runs = dict(known.runs) if known else {}
        self._before = known.seconds if known else 0.0
        self._cpu, self._spent = time.process_time(), 0.0
        self._written, self._begun = time.perf_counter(), time.monotonic()
        request = BestRequest(
            seed=seed,
            memory=memory,
            known=known.board.answer.solution if known else None,
            known_score=known.board.score if known else -1,
            runs=self._runs.get(seed, 0),
            late=self._late,
            left=self._left,
        )
        self._search: BestSearch = optimiser_of(puzzle).start(instance, request)
        self._iterator: Iterator[Improvement] | None = None
        if file:
            weakref.finalize(self, file.close)

    def __next__(self) -> BestBoard[I, S, A]:
        self.begun = True
        if self.reason:
            raise StopIteration
        if self._known and not self.found:
            self.best, self.found = self._known.board, 1
            return self.best
        improvement = None
        try:
            if not self._complete:
                self._iterator = self._iterator or iter(self._search)
                name = self.instance.name
                with said(self, timed(name, lambda: self.phase, self._begun, self._told)):
                    improvement = next(self._iterator, None)
        except KeyboardInterrupt:
            self.stop("interrupted")
        except MemoryError:
            self.stop("out of memory")
        if improvement is None:
            self._end()
            raise StopIteration
        before = self.best.score if self.best else -1
        answer = checked(self.puzzle, self.instance, improvement, before)
        score, found_by = improvement.score, improvement.found_by
        self.best = BestBoard(answer, score, self.of, self._cpu_spent(), found_by)
        self.found += 1
        self._save()
        return self.best

    @property
    def _complete(self) -> bool:
        return bool(self.best and self.best.score == self.of)

    def _cpu_spent(self) -> float:
        return time.process_time() - self._cpu

    def _subject(self) -> str:
        return f"best boards of {self.puzzle.name} {self.instance.name}"

    def _how_far(self) -> str:
        found = self.best.words if self.best else "no board"
        if not self.ended:
            return f"so far {found}"
        return f"{found}; no board is better" if self.optimal else f"{found}; ended ({self.reason})"

    def _how_on(self) -> str:
        if self.begun:
            return "next(boards) looks for a better one; boards.best is the best one so far."
        return (
            "The search begins when a board is asked for. Name it, "
            "boards = pp.best(..., timeout=60): then 'for board in boards' goes on to better and "
            "better ones, and boards.best is the best one."
        )

    def _found_parts(self) -> Iterator[Part]:
        if self.best:
            yield self.best.picture

    def _told(self) -> str:
        return f"best {self.best.score:,} of {self.of:,}" if self.best else ""

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._deadline.stop(reason)

    def close(self) -> None:
        """End the search, and free its memory and its file; so does the end of a ``with`` block."""
        if not self.reason:
            self.stop("closed")
            self._end()

    @property
    def optimal(self) -> bool:
        """Whether no board has a higher score than the best one, by the full score or a proof."""
        return self._search.optimal or self._complete

    @property
    def phase(self) -> str:
        """What the search does now, for people: "grounding", "run 3, width 18,000"."""
        return self._search.phase

    @property
    def memory(self) -> int:
        """Bytes of the search's own data, at most so far."""
        return self._search.memory

    @property
    def runs(self) -> int:
        """Runs that have ended with this seed, those of earlier searches included."""
        return self._search.runs

    @property
    def seconds(self) -> dict[str, float]:
        """CPU time by phase, as far as the search tells it, and "search" for the rest of it."""
        told = dict(self._search.seconds)
        spent = self._spent if self.reason else self._cpu_spent()
        return {**told, "search": max(0.0, spent - sum(told.values()))}

    def _late(self) -> bool:
        """Whether the search has to end; it asks this often, so the file learns of ended runs."""
        ended = self._iterator and self._search.runs > self._runs.get(self.seed, 0)
        if ended and time.perf_counter() > self._written + SAVE_RUNS:
            self._save()
        return self._deadline.late()

    def _left(self) -> float:
        left = self._deadline.left()
        return inf if left is None else left

    def _save(self) -> None:
        """Write the best board and what has been done for it."""
        if self._file is None or self.best is None:
            return
        self._runs[self.seed] = self._search.runs
        self._file.write(self.best, self._runs, self._before + self._cpu_spent())
        self._written = time.perf_counter()

    def _end(self) -> None:
        """Note why the search has ended, and close its file."""
        self.ended, self._spent = True, self._cpu_spent()
        proved = "complete" if self._complete else "optimal" if self._search.optimal else ""
        self.reason = proved or self._search.ended or self._deadline.reason or "no further runs"
        begun, self._iterator = self._iterator, None
        if isinstance(begun, Generator):  # which may have to free something
            begun.close()
        try:
            if begun:
                self._save()
        finally:
            if self._file:
                self._file.close()


def best(
    instance: I,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[I, Any, Any]:
    """Boards that keep most of the rules, each better than the one before.

    Some rules stay strict; the score counts how often the other ones are kept, by the puzzle's own
    ``measure``.  ``best``, ``optimal`` and ``reason`` of the iterator say how the search has ended.

    Args:
        timeout: seconds of wall clock; ``None``: until Ctrl-C, or no board can be better. A search
            without a board by then yields the first one that it can make.
        seed: without a time limit the same seed finds the same boards.
        memory: the most bytes for the search's own data; or a text: "500M" (10^6 bytes), "2G".
        save: a file for the best board, written after each improvement; a later search goes on
            there.

    Raises:
        PuzzleError: the puzzle has no optimiser, a package is missing, an argument makes no sense,
            or the file cannot be written or is in use.
        AnswerError: the file has another board, or not the score that it says.

    >>> import pyasp_puzzles as pp
    >>> boards = pp.best(pp.load("packing", "straights_6x6"))
    >>> list(boards)[-1].score, boards.of, boards.reason
    (32, 36, 'optimal')
    """
    check_timeout(timeout)
    deadline = Deadline(timeout)
    puzzle = puzzle_of(instance)
    optimiser_of(puzzle)
    at_least(0, "seed", seed)
    if seed is None or seed >= MOST_SEED:
        raise PuzzleError(f"seed: found {seed}, expected a number less than {MOST_SEED}")
    if not isinstance(save, str | os.PathLike):
        raise PuzzleError(f"save: found {save!r}, expected a file")
    limit = bytes_of(memory)
    file = SaveFile(save, puzzle, instance) if os.fspath(save) else None
    try:
        return BestBoards(puzzle, instance, deadline=deadline, seed=seed, memory=limit, file=file)
    except BaseException:
        if file:
            file.close()
        raise
