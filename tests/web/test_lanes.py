"""Processes that wait: whose turn it is, which of them works next, how an order ends in them."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_client import PATIENCE, Server, served, wait_for, within

from pyasp_puzzles.web import lanes
from pyasp_puzzles.web.lanes import Call, Task, TaskQueue, in_turn
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.requests import WorkOrder

ORDER = WorkOrder("board", {}, 1.0)


class QueueAlone(TaskQueue[Any]):
    """Its lanes are those of a test."""

    async def _lane(self, after: Any) -> None:
        """Nothing."""


def test_the_lane_that_came_last_goes_first() -> None:
    async def day() -> str:
        queue, took = QueueAlone(5, ServerLimits(), (9, 9)), ""
        waiting: dict[str, Any] = {}

        async def come(names: str) -> None:
            for name in names:
                waiting[name] = asyncio.create_task(queue.next())
                await asyncio.sleep(0)

        async def add() -> str:
            queue.add(Task(ORDER))
            for _ in range(3):
                await asyncio.sleep(0)
            [name] = [name for name, lane in waiting.items() if lane.done()]
            waiting.pop(name).result().ended = True
            return name

        await come("abc")
        took += await add()
        await come("d")
        took += await add() + await add()
        await queue.close()
        assert [await lane for lane in waiting.values()] == [None]
        return took

    assert asyncio.run(day()) == "cdb"


BOARD: Any = {"puzzle": "pips", "instance": "document"}


def solved(server: Server) -> bool:
    told = list(server.listen(server.start("solve", **BOARD)))
    return "answer" in [each.name for each in told] and told[-1].name == "end"


def test_a_client_that_goes_while_it_is_answered_ends_no_lane() -> None:
    async def day() -> None:
        call = Call(ORDER)
        assert call.future.cancel()
        call.tell(("answer", {}))
        call.tell(("memory", "out of memory"))
        call.end("time limit")

    asyncio.run(day())


def test_a_process_keeps_what_it_has_in_memory() -> None:
    with served(ServerLimits(running=1, drawers=1)) as server:
        assert solved(server)
        first = server.pids()
        assert solved(server)
        assert server.pids() == first


addresses = st.sampled_from(["192.0.2.1", "192.0.2.2", "2001:db8::/64", ""])
tasks = st.lists(addresses, max_size=12).map(lambda found: [Task(ORDER, each) for each in found])


@given(tasks, tasks, st.integers(1, 5))
def test_an_address_leaves_a_process_to_others(
    waiting: list[Task], others: list[Task], processes: int
) -> None:
    running = others[:processes]
    begun = list(in_turn(waiting, running, processes))
    assert begun == [each for each in waiting if each in begun], "the order changes"
    assert len(begun) <= max(0, processes - len(running))
    busy = Counter(each.address for each in running)
    most = max(1, processes - 1)
    begins = Counter(each.address for each in begun)
    assert all(busy[x] + own <= most for x, own in begins.items() if x)
    if len(running) + len(begun) < processes:  # a process stays free only for other addresses
        for each in waiting:
            full = each.address and busy[each.address] + begins[each.address] >= most
            assert each in begun or full


def long_count(server: Server, address: str) -> Any:
    body = {"puzzle": "packing", "instance": "pentominoes_3x4x5", "options": {}}
    order = WorkOrder("count", body, 600.0)
    jobs = server.site.jobs
    return within(jobs, lambda: jobs.submit(order, address)).result(PATIENCE)


def stop(server: Server, *jobs: Any) -> None:
    queue = server.site.jobs
    within(queue, lambda: list(map(queue.stop, jobs))).result(PATIENCE)


@pytest.mark.slow
def test_a_search_of_another_address_begins_although_others_wait_longer() -> None:
    with served(ServerLimits(running=2, drawers=1, grace=PATIENCE)) as server:
        greedy = [long_count(server, "192.0.2.1") for _ in range(3)]
        other = long_count(server, "192.0.2.2")

        def told(job: Any) -> list[str]:
            return [event.name for event in job.events]

        wait_for(lambda: "progress" in told(greedy[0]) and "progress" in told(other))
        assert server.state()["waiting"] == 2
        places = [job.events[-1].text for job in greedy[1:]]
        assert places == ['{"place":1}', '{"place":2}']
        stop(server, greedy[0])
        wait_for(lambda: "progress" in told(greedy[1]))
        stop(server, *greedy, other)


def test_boards_of_an_address_are_drawn_by_one_of_two_processes() -> None:
    with served(ServerLimits(running=1, drawers=2)) as server:
        calls, greedy = server.site.calls, "192.0.2.1"

        def ask(kind: str, body: Any, address: str = "") -> Any:
            return within(calls, lambda: calls.submit(kind, body, address))

        ask("gallery", {}).result(PATIENCE)
        kept = [ask("gallery", {}, greedy) for _ in range(4)]
        other = ask("board", {"puzzle": "pips"}, "192.0.2.2")

        def done() -> bool:
            assert sum(call.address == greedy for call in list(calls._running)) <= 1
            return other.done() and all(each.done() for each in kept)

        wait_for(done)
        wait_for(lambda: not calls._running and not calls._waiting)


def test_a_search_that_does_not_end_in_time_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "SPARE", -599.5)
    with served(ServerLimits(running=1, drawers=1)) as server:
        [first] = server.pids() or [0]
        job = long_count(server, "")
        wait_for(lambda: job.ended)
        assert job.events[-1].text == '{"reason":"time limit","exhausted":false}'
        assert first not in server.pids()
