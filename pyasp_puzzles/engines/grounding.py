"""Grounding with a deadline: clingo 5 cannot be interrupted while it grounds."""

from __future__ import annotations

import threading
from collections.abc import Callable

WAIT = 0.05
"""Seconds between two looks at the clock, and at Ctrl-C."""


def in_thread(work: Callable[[], None], late: Callable[[], bool]) -> bool:
    """Do something in a thread; false when the time was up before it ended.

    Then the thread works on, and Python waits for it when the process ends.

    Args:
        work: what is to be done; what it raises is raised here.
        late: whether to wait no longer.
    """
    failure: list[BaseException] = []

    def watched() -> None:
        try:
            work()
        except BaseException as error:  # passed on to the caller below
            failure.append(error)

    thread = threading.Thread(target=watched)
    thread.start()
    while thread.is_alive():
        thread.join(WAIT)
        if thread.is_alive() and late():
            return False
    if failure:
        raise failure[0]
    return True
