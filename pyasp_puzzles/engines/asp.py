"""clingo as an engine: ground a program with its facts, then search in short, stoppable waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import clingo

from pyasp_puzzles.errors import SolverError

_WAIT = 0.05
"""Seconds between two looks at the clock, and at Ctrl-C."""


class AspSearch:
    """One search with clingo; see :class:`pyasp_puzzles.outcome.Search`.

    Args:
        program: the ``.lp`` file.
        facts: the instance as text.
        constants: values for the program's ``#const`` statements.
        limit: stop after so many answers; 0 means all.
        timeout: seconds of wall clock for grounding and solving together; ``None``: no limit.
        threads: clasp's parallel search with so many threads.
        seed: shuffles the search; the same seed gives the same order on one thread.
        options: further clasp options, after ours.

    Grounding cannot be interrupted in clingo 5, so it runs in a daemon thread: a time limit or
    Ctrl-C stops the waiting, and the thread ends with the process.

    Raises:
        SolverError: clingo refuses an option, the program or the facts.
    """

    def __init__(
        self,
        program: Path,
        facts: str,
        *,
        constants: Mapping[str, int] | None = None,
        limit: int = 0,
        timeout: float | None = None,
        threads: int = 1,
        seed: int | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self.exhausted = False
        self.reason = ""
        self.seconds: dict[str, float] = {}
        self.statistics: dict[str, float] = {}
        self.messages: list[str] = []
        self._program, self._facts, self._timeout = program, facts, timeout
        self._limit, self._stopped = limit, ""
        arguments = [f"--models={limit}", "--project=show", "--stats"]
        arguments += [f"--const={name}={value}" for name, value in (constants or {}).items()]
        if threads > 1:
            arguments.append(f"--parallel-mode={threads}")
        if seed is not None:
            # The seed alone changes nothing: clasp makes no random decision unless told to.
            arguments += [f"--seed={seed}", "--rand-freq=0.05", "--sign-def=rnd"]
        try:
            self._control = clingo.Control([*arguments, *options], logger=self._log)
        except RuntimeError as error:
            raise SolverError(f"clingo options: {self._why(error)}") from None

    def __iter__(self) -> Iterator[tuple[clingo.Symbol, ...]]:
        start = time.perf_counter()
        try:
            if not self._ground(start):
                return
            found = 0
            with self._control.solve(yield_=True, async_=True) as handle:
                while not self._late(start):
                    handle.resume()
                    if not self._wait(handle, start):
                        break
                    model = handle.model()
                    if model is None:
                        break
                    found += 1
                    self.seconds.setdefault("first", time.perf_counter() - start)
                    yield tuple(model.symbols(shown=True))
                self._finish(handle.get(), found)
        except KeyboardInterrupt:
            self.reason = "interrupted"
        finally:
            self._close(start)

    def count(self, progress: Callable[[int], None] | None = None) -> int:
        """The number of answers, found without looking at them.

        Args:
            progress: called a few times a second with the number so far.
        """
        found = 0

        def one_more(model: clingo.Model) -> None:
            nonlocal found
            found += 1

        start = time.perf_counter()
        try:
            if self._ground(start):
                with self._control.solve(async_=True, on_model=one_more) as handle:
                    self._wait(handle, start, lambda: progress(found) if progress else None)
                    self._finish(handle.get(), found)
        except KeyboardInterrupt:
            self.reason = "interrupted"
        finally:
            self._close(start)
        return found

    def _ground(self, start: float) -> bool:
        """Load and ground; false when the time was up before."""
        failure: list[Exception] = []

        def work() -> None:
            try:
                self._control.load(str(self._program))
                self._control.add("base", [], self._facts)
                self._control.ground([("base", [])])
            except RuntimeError as error:
                failure.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(_WAIT)
            if thread.is_alive() and self._late(start):
                self.reason += " while grounding"
                return False
        self.seconds["ground"] = time.perf_counter() - start
        if failure:
            raise SolverError(f"{self._program.name}: {self._why(failure[0])}") from None
        return True

    def _wait(
        self, handle: clingo.SolveHandle, start: float, look: Callable[[], None] | None = None
    ) -> bool:
        """Wait for the next result; false when the time was up before."""
        while not handle.wait(_WAIT):
            if look:
                look()
            if self._late(start):
                handle.cancel()
                return False
        return True

    def _finish(self, result: clingo.SolveResult, found: int) -> None:
        self.exhausted = bool(result.exhausted)
        if not self.exhausted and not self.reason:
            self.reason = "limit" if self._limit and found >= self._limit else "stopped by clasp"

    def _close(self, start: float) -> None:
        self.seconds["all"] = time.perf_counter() - start
        if "first" in self.seconds or self.exhausted:
            statistics = self._control.statistics
            solvers, problem = statistics["solving"]["solvers"], statistics["problem"]
            self.statistics = {
                "rules": problem["lp"]["rules"],
                "atoms": problem["lp"]["atoms"],
                "variables": problem["generator"]["vars"],
                "constraints": problem["generator"]["constraints"],
                "choices": solvers["choices"],
                "conflicts": solvers["conflicts"],
                "restarts": solvers["restarts"],
            }

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason

    def _late(self, start: float) -> bool:
        """Whether the search has to end now; ``reason`` says why."""
        if self._timeout is not None and time.perf_counter() - start > self._timeout:
            self._stopped = self._stopped or "time limit"
        self.reason = self._stopped
        return bool(self._stopped)

    def _log(self, code: clingo.MessageCode, message: str) -> None:
        self.messages.append(message.strip())

    def _why(self, error: Exception) -> str:
        words = self.messages[0] if self.messages else str(error)
        return " ".join(words.split())
