"""Processes that wait: which of them works next, and when one is replaced."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import pytest
from page_client import Server, served, wait_for

from pyasp_puzzles.web.lanes import TaskQueue
from pyasp_puzzles.web.limits import ServerLimits


@dataclass
class Task:
    """Ends when somebody has taken it."""

    client: Any = None
    order: Any = None
    ended: bool = False

    def stopped(self) -> bool:
        return False


class Desk:
    """Threads that wait for tasks, each with a name."""

    def __init__(self) -> None:
        self.queue: TaskQueue[Any] = TaskQueue(5, ServerLimits())
        self.took: list[str] = []
        self.threads: list[threading.Thread] = []

    def come(self, name: str) -> None:
        """Let a thread wait."""
        thread = threading.Thread(target=self._work, args=(name,), daemon=True)
        before = len(self.queue._idle)
        thread.start()
        self.threads.append(thread)
        wait_for(lambda: len(self.queue._idle) > before)

    def _work(self, name: str) -> None:
        if task := self.queue.next():
            self.took.append(name)
            task.ended = True


def test_the_lane_that_came_last_goes_first() -> None:
    desk = Desk()
    for name in "abc":
        desk.come(name)
    desk.queue.add(Task())
    wait_for(lambda: desk.took == ["c"])
    desk.come("d")
    desk.queue.add(Task())
    wait_for(lambda: desk.took == ["c", "d"])
    desk.queue.add(Task())
    wait_for(lambda: desk.took == ["c", "d", "b"])
    desk.queue.close()
    for thread in desk.threads:
        thread.join(10)
        assert not thread.is_alive()
    assert desk.took == ["c", "d", "b"]


def test_a_lane_that_has_lost_its_patience_does_not_stand_in_the_way() -> None:
    desk = Desk()
    desk.come("a")
    with pytest.raises(TimeoutError):
        desk.queue.next(0.01)
    desk.queue.add(Task())
    wait_for(lambda: desk.took == ["a"])


BOARD: Any = {"puzzle": "pips", "instance": "document"}


def solved(server: Server) -> bool:
    told = list(server.listen(server.start("solve", **BOARD)))
    return "answer" in [each.name for each in told] and told[-1].name == "end"


def test_a_process_that_has_grown_is_replaced_when_it_has_rested() -> None:
    with served(ServerLimits(running=1, drawers=1, growth=-(10**12), rest=0.05)) as server:
        first = server.pids()
        wait_for(lambda: server.pids() and server.pids() != first)
        assert solved(server)
        assert server.ask("POST", "/api/board", BOARD)[0] == 200


def test_a_process_that_has_not_grown_stays() -> None:
    with served(ServerLimits(running=1, drawers=1, growth=10**12, rest=0.01)) as server:
        assert solved(server)
        first = server.pids()
        assert solved(server)
        assert server.pids() == first
