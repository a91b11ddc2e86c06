"""Processes that wait: whose turn it is, which of them works next, how an order ends in them."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_client import PATIENCE, Server, served, wait_for, within

from pyasp_puzzles.core.errors import ProcessEndedError
from pyasp_puzzles.web import rendering, worker
from pyasp_puzzles.web.lanes import Call, TaskQueue, in_turn
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


def test_the_lane_that_came_last_goes_first() -> None:
    async def day() -> str:
        queue, took = TaskQueue[Any](5, ServerLimits()), ""
        lanes: dict[str, Any] = {}

        async def come(names: str) -> None:
            for name in names:
                lanes[name] = asyncio.create_task(queue.next())
                await asyncio.sleep(0)

        async def add() -> str:
            queue.add(Task())
            for _ in range(3):
                await asyncio.sleep(0)
            [name] = [name for name, lane in lanes.items() if lane.done()]
            lanes.pop(name).result().ended = True
            return name

        await come("abc")
        took += await add()
        await come("d")
        took += await add() + await add()
        await queue.close()
        assert [await lane for lane in lanes.values()] == [None]
        return took

    assert asyncio.run(day()) == "cdb"


def test_a_lane_that_has_lost_its_patience_does_not_stand_in_the_way() -> None:
    async def day() -> Any:
        queue = TaskQueue[Any](5, ServerLimits())
        patient = asyncio.create_task(queue.next())
        with pytest.raises(TimeoutError):
            await queue.next(0.01)
        task = Task()
        queue.add(task)
        assert await patient is task

    asyncio.run(day())


BOARD: Any = {"puzzle": "pips", "instance": "document"}


def test_a_task_that_comes_as_the_patience_ends_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From Python 3.12 on, ``wait_for`` may time out although its future has a result."""

    async def day() -> Any:
        queue, task = TaskQueue[Any](5, ServerLimits()), Task()

        async def late(_lane: Any, _patience: float | None) -> None:
            queue.add(task)
            raise TimeoutError

        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "wait_for", late)
            found = await queue.next(1.0)
        await queue.close()
        return found is task

    assert asyncio.run(day())


def solved(server: Server) -> bool:
    told = list(server.listen(server.start("solve", **BOARD)))
    return "answer" in [each.name for each in told] and told[-1].name == "end"


def test_a_client_that_goes_while_it_is_answered_ends_no_lane() -> None:
    async def day() -> None:
        call = Call(WorkOrder("board", {}, 1, 1.0), None)
        assert call.future.cancel()
        call.tell(("answer", {}))
        call.tell(("memory", "out of memory"))
        call.end("time limit")

    asyncio.run(day())


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
    jobs = server.site.jobs
    return within(jobs, lambda: jobs.submit(order, Client(address))).result(PATIENCE)


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
        calls, greedy = server.site.calls, Client("192.0.2.1")

        def ask(kind: str, body: Any, client: Client | None = None) -> Any:
            return within(calls, lambda: calls.submit(kind, body, client))

        ask("gallery", {}).result(PATIENCE)
        kept = [ask("gallery", {}, greedy) for _ in range(4)]
        other = ask("board", {"puzzle": "pips"}, Client("192.0.2.2"))

        def done() -> bool:
            assert sum(call.client == greedy for call in list(calls._running)) <= 1
            return other.done() and all(each.done() for each in kept)

        wait_for(done)
        wait_for(lambda: not calls._running and not calls._waiting)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("SIGXCPU", ("event", "end", '{"reason":"CPU limit","exhausted":false}')),
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
