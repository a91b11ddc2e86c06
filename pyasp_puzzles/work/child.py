"""A Python process that a parent can end at any time, and that ends with its parent.

Some solvers hold Python's lock, and clingo's grounding cannot be interrupted.  The process does not
import the caller's main module; order and messages go through pipes.
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
from collections.abc import Callable, Generator, Iterator
from typing import Any

from pyasp_puzzles.core.errors import ProcessEndedError, SolverError
from pyasp_puzzles.work import parent
from pyasp_puzzles.work.deadline import Closing, Late

Message = tuple[Any, ...]
"""A word that says what kind of message it is, and values."""

GONE: Message = ("gone",)
"""The last message of every process: it has ended."""

_CODE = "import sys; sys.path[:] = sys.argv[1:]; from {} import main; main()"
_UNSENT = "the instance cannot be sent to a process"
_WAIT = 0.05
"""Seconds between two checks for a time limit or Ctrl-C."""


class Child(Closing):
    """A Python process that runs the ``main`` of a module, and a thread that reads its messages.

    A ``with`` block ends the process.  ``main`` begins with
    :func:`pyasp_puzzles.work.parent.open_parent`; its order is anything that can be pickled.
    Temporary files of the process are in a folder that the parent deletes. Raises SolverError if
    the order cannot be pickled.
    """

    def __init__(self, module: str, order: object) -> None:
        data = _pickled(order)
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        theirs, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CODE.format(module), *map(os.path.abspath, sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env={**os.environ, "TMPDIR": self._folder.name, parent.LIFELINE: str(theirs)},
                # Ctrl-C then reaches only the parent, and close() can kill the child's children.
                start_new_session=True,
                pass_fds=() if os.name == "nt" else (theirs,),
            )
        except OSError:
            os.close(self._lifeline)
            self._errors.close()
            self._folder.cleanup()
            raise
        finally:
            os.close(theirs)
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout
        self._inbox: queue.Queue[Message] = queue.Queue(maxsize=1000)
        self._ended = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._write(data)

    @property
    def pid(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def send(self, order: object) -> None:
        """Send a further order to a process that waits for it.

        Raises SolverError if the order cannot be pickled.
        """
        self._write(_pickled(order))

    def _write(self, data: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):  # it ended early: exit_reason() says why
            self._input.write(data)
            self._input.flush()

    def messages(self, stop: Callable[[], bool]) -> Iterator[Message]:
        """The messages as they come, until ``stop`` says so; the last one is :data:`GONE`.

        ``stop`` is called before each message, and about twenty times a second while none comes.
        """
        while not stop():
            message = self.message()
            if message is not None:
                yield message
                if message == GONE:
                    return

    def message(self) -> Message | None:
        """The next message, or ``None`` if none comes for a moment."""
        try:
            return self._inbox.get(timeout=_WAIT)
        except queue.Empty:
            return None

    def _read(self) -> None:
        message: Message = ()
        while message != GONE and not self._ended.is_set():
            try:
                message = pickle.load(self._output)
            except Exception:  # it has ended, perhaps in the middle of a message; or no memory
                message = GONE
            while not self._ended.is_set():
                try:
                    self._inbox.put(message, timeout=_WAIT)
                    break
                except queue.Full:
                    continue

    def failure(self, message: Message, who: str) -> Exception:
        """The exception for a message of :func:`.parent.failures_sent`, or :data:`GONE`."""
        kind, *values = message
        if kind in ("error", "memory"):
            return SolverError(values[0])
        if kind == "bug":
            return RuntimeError(f"{who} failed:\n{values[0]}")
        return ProcessEndedError(who, self.exit_reason())

    def exit_reason(self) -> str:
        """The signal that ended the process, or its exit code; waits for its end."""
        code = self._process.wait()
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def last_stderr_line(self) -> str:
        """The last line that the process wrote to standard error, for an error message."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def close(self) -> None:
        """Kill the process and those that it started."""
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
        self._errors.close()
        self._folder.cleanup()


def sent_by(work: Callable[..., None], *arguments: Any, who: str, late: Late) -> Generator[Message]:
    """What ``work(send, *arguments)`` sends from a process of its own, which then ends.

    Args:
        work: a function of a module, with arguments that can be pickled.
        who: the work in words, for errors.
        late: whether to end the process now.

    Raises:
        SolverError: the work fails, or the process dies.
        RuntimeError: a bug.
    """
    with Child(parent.__name__, (who, work, arguments)) as child:
        for message in child.messages(late):
            if message[0] in ("error", "memory", "bug", *GONE):
                raise child.failure(message, f"the process of {who}")
            if message == parent.DONE:
                return
            yield message


def _pickled(order: object) -> bytes:
    try:
        return pickle.dumps(order)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise SolverError(f"{_UNSENT}: {error}") from None


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
