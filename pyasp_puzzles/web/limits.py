"""Limits of a server, and the addresses for which they are counted."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network


@dataclass(frozen=True)
class ServerLimits:
    """Limits of a server; sizes in bytes, times in seconds.

    The machine's own address has no limits of an address: behind a proxy all clients have it.
    """

    connections: int = 500  # at the same time, of all clients
    address_connections: int = 100  # and of one address
    head_seconds: float = 10.0  # for the head of a request, and for a connection about to end
    stalled_seconds: float = 30.0  # until a client that does not read loses the connection
    body: int = 300_000  # of a request
    body_seconds: float = 10.0  # until all of it is there
    running: int = 2  # jobs that search at the same time
    waiting: int = 100  # jobs in the queue
    address_jobs: int = 8  # of one address, running or waiting
    seconds: float = 600.0  # of wall clock for a job
    memory: int = 2_000_000_000  # address space of each process
    results: int = 20_000_000  # of the events that are kept of a job
    kept: int = 200  # ended jobs, for pages that connect again
    kept_results: int = 100_000_000  # their events together
    hints: int = 600  # kept in each degree for others who ask the same
    kept_seconds: float = 120.0  # how long they are kept
    grace: float = 5.0  # until a job ends that no page listens to
    drawers: int = 2  # processes that read and draw boards
    drawing_seconds: float = 10.0  # for a board, a move or a file
    drawings: int = 200  # of these that may wait, in all
    address_drawings: int = 20  # and of one address


def network_of(host: str) -> str:
    """Whose address it is: an IPv4 address, the first half of an IPv6 address, or "".

    A household has all IPv6 addresses with the same first half. This machine's own address, behind
    a proxy that of all clients, is "".

    >>> network_of("::ffff:192.0.2.1"), network_of("2001:db8::7"), network_of("?")
    ('192.0.2.1', '2001:db8::/64', '?')
    >>> network_of("127.0.0.1"), network_of("::ffff:127.0.0.1"), network_of("::1")
    ('', '', '')
    """
    found = address_of(host)
    if found is None or found.is_loopback:
        return host if found is None else ""
    return str(ip_network((int(found), 64), strict=False) if found.version == 6 else found)


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is given by; ``None``: it is a name."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
