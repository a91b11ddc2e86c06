"""A time limit that several searches share."""

from __future__ import annotations

import time
from typing import Any

from pyasp_puzzles.core.errors import GaveUpError


class TimeUpError(GaveUpError):
    """The time limit came first."""


class NotAsWantedError(GaveUpError):
    """No board is as hard as wanted.

    Attributes:
        board: the nearest one, unique and proved.
    """

    def __init__(self, message: str, board: Any) -> None:
        self.board = board
        super().__init__(message)


class Deadline:
    """The end of the time for everything that is done for one user's call.

    The time decides only when to stop, never what is found: everything else is limited by numbers
    of conflicts, so that the same seed makes the same boards on a slow machine.

    Args:
        timeout: seconds of wall clock from now; ``None``: no limit.
    """

    def __init__(self, timeout: float | None) -> None:
        self._end = None if timeout is None else time.monotonic() + timeout

    def check(self) -> None:
        """Stop if the time is up.

        Raises:
            TimeUpError: it is.
        """
        if self._end is not None and time.monotonic() > self._end:
            raise TimeUpError("the time limit came first")

    def left(self) -> float | None:
        """Seconds that are left; ``None``: no limit.

        Raises:
            TimeUpError: none are left.
        """
        self.check()
        return None if self._end is None else max(0.001, self._end - time.monotonic())
