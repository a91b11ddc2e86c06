"""Whose turn it is: nobody is kept waiting by one address alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from page_client import PATIENCE, Server, served, wait_for

from pyasp_puzzles.web.lanes import in_turn
from pyasp_puzzles.web.limits import Client, ServerLimits
from pyasp_puzzles.web.requests import Order


@dataclass(frozen=True)
class Asked:
    client: Client | None
    number: int = 0


addresses = st.sampled_from(["192.0.2.1", "192.0.2.2", "2001:db8::/64", "127.0.0.1", None])
tasks = st.lists(addresses, max_size=12).map(
    lambda found: [Asked(each and Client(each), number) for number, each in enumerate(found)]
)


@given(tasks, tasks, st.integers(1, 5))
def test_an_address_leaves_a_process_to_others(
    waiting: list[Asked], others: list[Asked], processes: int
) -> None:
    running = [Asked(each.client, -1 - each.number) for each in others[:processes]]
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
    order = Order("count", body, 600, 600.0)
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
