"""Limits of a server, and the clients for whom they are counted."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network


@dataclass(frozen=True)
class ServerLimits:
    """Limits of a server; sizes in bytes, times in seconds.

    The machine's own address has no limits of an address: behind a proxy all clients have it.

    Attributes:
        connections, address_connections: at the same time, of all clients and of one address.
        head_seconds: until the head of a request is there; and for what a client still sends or
            reads when its connection is about to end.
        stalled_seconds: after which a client that does not read its answer loses the connection.
        body, body_seconds: the largest body of a request, and until when all of it is there.
        facts: characters of the facts of a board that is searched, checked before grounding.
        cells: tiles of the picture of a board.
        running, waiting: jobs that search at the same time, and jobs in the queue.
        page_jobs, address_jobs: jobs of one page and of one address, running or waiting.
        seconds, cpu: of wall clock and of CPU time for a job.
        memory: address space of each process.
        growth, rest: a process that has grown so much is replaced after so long without a task.
        results: of the events that are kept of a job.
        kept, kept_results, kept_seconds: ended jobs that are kept for pages that connect again,
            their events together, and how long.
        grace: after which a job ends that no page listens to.
        drawers: processes that read and draw boards.
        drawing_seconds: for a board, a move or a file.
        drawings, address_drawings: of these that may wait, in all and of one address.
    """

    connections: int = 500
    address_connections: int = 100
    head_seconds: float = 10.0
    stalled_seconds: float = 30.0
    body: int = 300_000
    body_seconds: float = 10.0
    facts: int = 3_000_000
    cells: int = 4_000
    running: int = 2
    waiting: int = 100
    page_jobs: int = 3
    address_jobs: int = 8
    seconds: float = 600.0
    cpu: int = 600
    memory: int = 2_000_000_000
    growth: int = 20_000_000
    rest: float = 30.0
    results: int = 20_000_000
    kept: int = 200
    kept_results: int = 100_000_000
    kept_seconds: float = 120.0
    grace: float = 5.0
    drawers: int = 2
    drawing_seconds: float = 10.0
    drawings: int = 200
    address_drawings: int = 20


@dataclass(frozen=True)
class Client:
    """Who asks: an address as :func:`network_of` has it, and the name of a page, if it has one."""

    address: str
    page: str = ""

    @property
    def local(self) -> bool:
        """Whether it is this machine: a browser on it, or a proxy."""
        return is_local(self.address)


def is_address(host: str) -> bool:
    """Whether it is an address and no name."""
    return _parsed(host) is not None


def is_local(host: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_local("127.0.0.1"), is_local("::ffff:127.0.0.1"), is_local("192.0.2.1"), is_local("?")
    (True, True, False, False)
    """
    found = _parsed(host)
    return found is not None and found.is_loopback


def network_of(host: str) -> str:
    """Whose address it is: an IPv4 address, or the first half of an IPv6 address.

    A household has all IPv6 addresses with the same first half.

    >>> network_of("::ffff:192.0.2.1"), network_of("2001:db8::7"), network_of("::1"), network_of("")
    ('192.0.2.1', '2001:db8::/64', '::1', '')
    """
    found = _parsed(host)
    if found is None or found.is_loopback or isinstance(found, IPv4Address):
        return str(found or host)
    return str(ip_network((int(found), 64), strict=False))


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(host)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
