"""Processes that wait: whose turn it is, which of them works next, how an order ends in them."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_client import PATIENCE, Server, served, wait_for

from pyasp_puzzles.core.errors import ProcessEndedError
from pyasp_puzzles.web import rendering, worker
from pyasp_puzzles.web.lanes import TaskQueue, in_turn
from pyasp_puzzles.web.limits import Client, ServerLimits
from pyasp_puzzles.web.requests import WorkOrder


@dataclass(eq=False)
class Task:
    """Ends when somebody has taken it."""

    client: Any = None
    number: int = 0
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


addresses = st.sampled_from(["192.0.2.1", "192.0.2.2", "2001:db8::/64", "127.0.0.1", None])
tasks = st.lists(addresses, max_size=12).map(
    lambda found: [Task(each and Client(each), number) for number, each in enumerate(found)]
)


@given(tasks, tasks, st.integers(1, 5))
def test_an_address_leaves_a_process_to_others(
    waiting: list[Task], others: list[Task], processes: int
) -> None:
    running = [Task(each.client, -1 - each.number) for each in others[:processes]]
    begun = list(in_turn(waiting, running, processes))
    assert begun == [each for each in waiting if each in begun], "the order changes"
    assert len(begun) <= max(0, processes - len(running))
    busy = Counter(each.client.address for each in running if each.client)
    most = max(1, processes - 1)
    for address, own in Counter(each.client.address for each in begun if each.client).items():
        assert Client(address).local or busy[address] + own <= most
    if len(running) + len(begun) < processes:  # a process stays free only for other addresses
        for each in waiting:
            assert each in begun or (
                each.client
                and not each.client.local
                and busy[each.client.address] + sum(other.client == each.client for other in begun)
                >= most
            )


def long_count(server: Server, address: str) -> Any:
    body = {"puzzle": "packing", "instance": "pentominoes_3x4x5", "options": {}}
    order = WorkOrder("count", body, 600, 600.0)
    return server.site.jobs.submit(order, Client(address))


def test_a_search_of_another_address_begins_although_others_wait_longer() -> None:
    with served(ServerLimits(running=2, drawers=1, grace=PATIENCE)) as server:
        greedy = [long_count(server, "192.0.2.1") for _ in range(3)]
        other = long_count(server, "192.0.2.2")

        def told(job: Any) -> list[str]:
            return [event.name for event in job.after(0)]

        wait_for(lambda: "progress" in told(greedy[0]) and "progress" in told(other))
        assert server.state()["waiting"] == 2
        places = [job.after(0)[-1].text for job in greedy[1:]]
        assert places == ['{"place":1}', '{"place":2}']
        server.site.jobs.stop(greedy[0])
        wait_for(lambda: "progress" in told(greedy[1]))
        for job in (*greedy, other):
            server.site.jobs.stop(job)


def test_boards_of_an_address_are_drawn_by_one_of_two_processes() -> None:
    with served(ServerLimits(running=1, drawers=2)) as server:
        calls, greedy = server.site.calls, Client("192.0.2.1")
        calls.submit("gallery", {}).result(PATIENCE)
        kept = [calls.submit("gallery", {}, greedy) for _ in range(10)]
        other = calls.submit("board", {"puzzle": "pips"}, Client("192.0.2.2"))

        def done() -> bool:
            with calls._changed:
                assert sum(call.client == greedy for call in calls._running) <= 1
            return other.done() and all(each.done() for each in kept)

        wait_for(done)
        wait_for(lambda: not calls._running and not calls._waiting)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("SIGXCPU", ("event", "end", {"reason": "CPU limit", "exhausted": False})),
        ("SIGSEGV", ("error", "the process of engine dlx ended with SIGSEGV")),
    ],
)
def test_an_engine_at_the_limit_of_cpu_time_is_no_error(
    how: str, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine has a process of its own, with the same limits as the one that starts it."""

    def search(*_: Any) -> None:
        raise ProcessEndedError("the process of engine dlx", how)

    monkeypatch.setattr(rendering, "JOBS", {"count": search})
    sent: list[Any] = []
    order = WorkOrder("count", {"options": {}}, 1, 1.0)
    worker._do(order, ServerLimits(), lambda *message: sent.append(message))
    assert sent == [told]
