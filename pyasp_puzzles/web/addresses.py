"""Addresses of clients in the network, as limits count them."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(host)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def is_local(host: str) -> bool:
    """Whether an address is this machine's own: a browser on it, or a proxy.

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
