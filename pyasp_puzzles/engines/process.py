"""A search in a process of its own, so that it can be stopped at any time.

Some SAT solvers hold Python's lock while they search, and none can be interrupted; grounding
cannot either.  The process is started afresh (not forked, and without importing the caller's main
module), gets its job through a pipe and sends its answers back.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

import clingo

from pyasp_puzzles.engines.child import LIFELINE
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.state import SearchState
from pyasp_puzzles.errors import SolverError

_CODE = "import sys; sys.path[:] = sys.argv[1:]; from {} import main; main()"
_UNSENT = "the instance cannot be sent to a process, as all engines but asp need it"
_WAIT = 0.05
"""Seconds between two looks at the clock, and at Ctrl-C."""


class ProcessSearch(SearchState):
    """Runs a job in a process of its own; see :class:`pyasp_puzzles.results.Search`.

    Args:
        job: what to search.
        timeout: seconds of wall clock; then the process is killed, and answers that nobody has
            asked for are dropped.

    ``seconds`` are those of the process, without its start (some tenths of a second).

    Raises:
        SolverError: the engine refuses the job or fails.
    """

    def __init__(self, job: Job, *, timeout: float | None = None) -> None:
        self._job, self._timeout = job, timeout
        self.engine = str(job.engine)
        self._stopped = ""
        self.reset()

    def __iter__(self) -> Generator[tuple[clingo.Symbol, ...]]:
        symbols: list[clingo.Symbol] = []
        for message in self._run(counting=False):
            _, new, numbers = message
            symbols += [clingo.parse_term(text) for text in new]
            yield tuple(symbols[number] for number in numbers)

    def count(self, progress: Callable[[int], None] | None = None) -> int:
        """The number of answers; what was counted before an early end is kept."""
        found = 0
        for _, found in self._run(counting=True):
            if progress:
                progress(found)
        return found

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason

    def _run(self, *, counting: bool) -> Generator[tuple[Any, ...]]:
        """The messages of the process until it ends or has to end."""
        start = time.perf_counter()
        self.reset()
        child = Child("pyasp_puzzles.engines.child", (self._job, counting, self._timeout))
        try:
            while True:
                late = self._timeout is not None and time.perf_counter() - start > self._timeout
                self.reason = self._stopped or ("time limit" if late else "")
                if self.reason:
                    return
                message = child.message()
                if message is None:
                    continue
                kind, *values = message
                if kind in ("answer", "count"):
                    yield message
                    continue
                if kind == "phase":
                    self.enter(values[0])
                    continue
                if kind == "end":
                    self.exhausted, self.reason, *rest = values
                    self.seconds, self.statistics, self.messages, self.remarks, self.engine = rest
                    return
                raise self._failure(kind, values, child)
        except KeyboardInterrupt:
            self.reason = "interrupted"
        finally:
            child.end()
            self.seconds.setdefault("all", time.perf_counter() - start)

    def _failure(self, kind: str, values: list[Any], child: Child) -> Exception:
        if kind in ("error", "memory"):
            return SolverError(values[0])
        who = f"the process of engine {self._job.engine}"
        if kind == "bug":
            return RuntimeError(f"{who} failed:\n{values[0]}")
        return SolverError(f"{who} ended with {child.how()}")


class Child:
    """A Python process that runs the ``main`` of a module, and a thread that reads its messages.

    Args:
        module: its ``main`` begins with :func:`pyasp_puzzles.engines.child.open_parent`.
        order: what it is to do; anything that can be pickled.

    Its temporary files are in a folder that is deleted when it ends: a process that is killed
    does not tidy up.

    Raises:
        SolverError: the order cannot be pickled.
    """

    def __init__(self, module: str, order: object) -> None:
        data = _pickled(order)
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._noise = tempfile.TemporaryFile()  # noqa: SIM115
        theirs, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CODE.format(module), *map(os.path.abspath, sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._noise,
                env={**os.environ, "TMPDIR": self._folder.name, LIFELINE: str(theirs)},
                start_new_session=True,  # Ctrl-C is for us; and we can end those that it starts
                pass_fds=() if os.name == "nt" else (theirs,),
            )
        except OSError:
            os.close(self._lifeline)
            self._noise.close()
            self._folder.cleanup()
            raise
        finally:
            os.close(theirs)
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout
        self._inbox: queue.Queue[tuple[Any, ...]] = queue.Queue(maxsize=1000)
        self._ended = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._write(data)

    def send(self, order: object) -> None:
        """Send a process that waits for more what it is to do.

        Raises:
            SolverError: the order cannot be pickled.
        """
        self._write(_pickled(order))

    def _write(self, data: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):  # it ended early: how() will tell
            self._input.write(data)
            self._input.flush()

    def message(self) -> tuple[Any, ...] | None:
        """What came next, or ``None`` when nothing came for a moment."""
        try:
            return self._inbox.get(timeout=_WAIT)
        except queue.Empty:
            return None

    def _read(self) -> None:
        message: tuple[Any, ...] = ()
        while message != ("gone",) and not self._ended.is_set():
            try:
                message = pickle.load(self._output)
            except Exception:  # it has ended, perhaps in the middle of a message; or no memory
                message = ("gone",)
            while not self._ended.is_set():
                try:
                    self._inbox.put(message, timeout=_WAIT)
                    break
                except queue.Full:
                    continue

    def how(self) -> str:
        """How the process ended: the name of a signal, or its exit code."""
        code = self._process.wait()
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def last_words(self) -> str:
        """The last line that it wrote to standard error; nobody else sees what libraries print."""
        self._noise.seek(0)
        lines = self._noise.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def end(self) -> None:
        """End the process and those that it started."""
        self._ended.set()
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        os.close(self._lifeline)
        self._process.wait()
        self._reader.join()
        self._output.close()
        with contextlib.suppress(BrokenPipeError):  # the rest of an order that nobody will read
            self._input.close()
        self._noise.close()
        self._folder.cleanup()


def _pickled(order: object) -> bytes:
    try:
        return pickle.dumps(order)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise SolverError(f"{_UNSENT}: {error}") from None
