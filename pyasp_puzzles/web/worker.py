"""The process behind a lane: imports everything, then does one order after the other.

It is killed to stop an order.  It limits its own memory before it reads anything that a page has
sent.
"""

from __future__ import annotations

import re
import threading

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import BadInputError, PuzzleError
from pyasp_puzzles.web.answers import ANSWERS
from pyasp_puzzles.web.rendering import JOBS, RenderJob
from pyasp_puzzles.web.requests import RefusedError, WorkOrder, compact
from pyasp_puzzles.work.memory import peak_bytes
from pyasp_puzzles.work.parent import Send, failures_sent, next_order, open_parent

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

MOST_MEMORY = 400_000_000  # a process that has needed more memory (bytes) takes no further order
_PATIENCE = 0.1  # seconds that a thread gets to end after its search


def main() -> None:
    """Do the orders that come through standard input, and send what comes of them."""
    limits, tell = open_parent()
    if resource is not None:  # Windows has no such limit
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = limits.memory if hard < 0 else min(limits.memory, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    for name in pp.puzzle_names():  # so that none has to be imported later
        pp.find_puzzle(name).instance_files()
    tell("idle", True)
    while order := next_order():
        _do(order, tell)
        tell("idle", peak_bytes() < MOST_MEMORY and _threads_end())


def _do(order: WorkOrder, tell: Send) -> None:
    """Do an order; a mistake in the request becomes the message "refused"."""
    with failures_sent(tell, "the process"):
        try:
            if order.kind in JOBS:
                job = RenderJob(order, lambda name, data: tell("event", name, compact(data)))
                JOBS[order.kind](job)
            else:
                tell("answer", ANSWERS[order.kind](order.body))
        except RefusedError as error:
            tell("refused", error)
        except BadInputError as error:
            found = re.search(r"\bline (\d+)", error.place)
            tell("refused", RefusedError(str(error), line=int(found[1]) if found else 0))
        except PuzzleError as error:
            tell("refused", RefusedError(str(error)))


def _threads_end() -> bool:
    """Whether no other thread runs, or all of them end at once.

    A grounding that nobody waits for any more goes on in its thread: nothing can stop it.
    """
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join(_PATIENCE)
    return threading.active_count() == 1
