"""ProcessPool: a process stays for the next call, and its death concerns one call only."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pool_calls import dies, fails, pid, rests

from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.work.pool import ProcessPool, WorkerDiedError


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    with ProcessPool(2) as pool:
        yield pool


def test_a_process_stays_for_the_next_call(pool: ProcessPool) -> None:
    assert len({pool.submit(pid, number).result() for number in range(10)}) <= 2


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_death_concerns_its_call_only(
    pool: ProcessPool, how: signal.Signals, tmp_path: Path
) -> None:
    file = tmp_path / "go on"
    other, dead = pool.submit(rests, file), pool.submit(dies, how)
    with pytest.raises(WorkerDiedError, match=how.name):
        dead.result()
    file.touch()
    assert other.result() > 0
    assert pool.submit(pid, 0).result() > 0


def test_a_bug_comes_back_with_its_traceback(pool: ProcessPool) -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError: a bug"):
        pool.submit(fails, 1).result()
    with pytest.raises(TypeError):
        pool.submit(fails, argument=1)


def test_what_cannot_be_sent_is_told(pool: ProcessPool) -> None:
    nowhere: Callable[[], int] = lambda: 3  # noqa: E731
    with pytest.raises(SolverError):
        pool.submit(nowhere).result()
    assert pool.submit(pid, 0).result() > 0


def test_a_pool_that_is_shut_down_ends_its_processes(tmp_path: Path) -> None:
    pool = ProcessPool(1)
    process = pool.submit(pid, 0).result()
    late = pool.submit(rests, tmp_path / "never")
    pool.shutdown(cancel_futures=True)
    assert late.cancelled() or late.exception(timeout=0)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(RuntimeError):
        pool.submit(pid, 0)
