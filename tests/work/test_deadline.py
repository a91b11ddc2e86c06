"""The one clock: time limits, requests to stop, and why; without waiting for real time."""

from __future__ import annotations

import os
import signal

import pytest

from pyasp_puzzles.work.deadline import Deadline, TimeUpError, never, stopped_by_signals


class Seconds:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_time_limit_ends_the_work_and_says_so() -> None:
    clock = Seconds()
    deadline = Deadline(5, clock)
    part = deadline.within(2)
    assert (deadline.late(), deadline.left(), deadline.reason, part()) == (False, 5, "", False)
    deadline.check()
    clock.now += 2
    assert (deadline.late(), part(), deadline.spent(), deadline.left()) == (False, True, 2, 3)
    with deadline.uncounted():
        clock.now += 10
    assert not deadline.late()
    clock.now += 4
    assert (deadline.late(), deadline.left(), deadline.reason) == (True, 0, "time limit")
    with pytest.raises(TimeUpError, match="the time limit came first"):
        deadline.check()


def test_the_first_reason_stays_and_without_a_limit_nothing_is_late() -> None:
    deadline = Deadline()
    assert (deadline.late(), deadline.left(), never()) == (False, None, False)
    deadline.stop("")
    assert not deadline.late()
    deadline.stop("interrupted")
    deadline.stop("time limit")
    assert (deadline.late(), deadline.reason, deadline.within(9)()) == (True, "interrupted", True)
    with pytest.raises(TimeUpError, match="interrupted"):
        deadline.check()


def test_the_first_signal_stops_the_work_and_the_second_is_python_s_own() -> None:
    deadline, before = Deadline(), signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), stopped_by_signals(deadline.stop):
        os.kill(os.getpid(), signal.SIGINT)
        assert deadline.reason == "interrupted"
        os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGTERM) is before
