"""Whose turn it is: one address in the network does not keep everybody else waiting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pyasp_puzzles.web.addresses import is_local


@dataclass(frozen=True)
class Client:
    """Who asks.

    Attributes:
        address: in the network, as :func:`.addresses.network_of` has it.
        page: the random name that an open page has given itself; empty: none.
    """

    address: str
    page: str = ""

    @property
    def local(self) -> bool:
        """Whether it is this machine: a browser on it, or a proxy."""
        return is_local(self.address)


class Asked(Protocol):
    """Something that a client has asked for; ``None``: the server itself."""

    @property
    def client(self) -> Client | None: ...


Task = TypeVar("Task", bound=Asked)


def in_turn(waiting: Iterable[Task], running: Iterable[Task], processes: int) -> Iterator[Task]:
    """The tasks that may begin now, in their order, each as if those before it had begun.

    Where there are several processes, the tasks of one address in the network leave one of them to
    others. The machine's own address has no such limit: behind a proxy all clients have it.

    Args:
        processes: how many tasks can run at the same time.
    """
    most = max(1, processes - 1)
    busy = list(running)
    free = processes - len(busy)
    own = Counter(task.client.address for task in busy if task.client)
    for task in waiting:
        if free < 1:
            return
        client = task.client
        if client is None or client.local or own[client.address] < most:
            yield task
            free -= 1
            own[client.address if client else ""] += 1
