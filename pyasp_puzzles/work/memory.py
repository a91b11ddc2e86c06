"""The memory of this process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]

_PAGES = Path("/proc/self/statm")
_STATUS = Path("/proc/self/status")
_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of ``ru_maxrss``."""


def reserved_bytes() -> int:
    """The bytes of this process's address space, which ``RLIMIT_AS`` limits; 0: unknown."""
    try:
        return int(_PAGES.read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def resident_bytes() -> int:
    """The bytes of main memory that this process has now; where this is unknown, has had at most.

    0 where the system tells neither.
    """
    try:
        return int(_PAGES.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return _used_by("self")


def peak_bytes() -> int:
    """The most bytes of main memory that this process has had; 0 where the system tells nothing."""
    try:
        lines = _STATUS.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return _used_by("self")
    # Not from getrusage: on Linux a new process starts there with the peak of its parent.
    peak = next((line.split()[1] for line in lines if line.startswith("VmHWM:")), None)
    return int(peak) * 1024 if peak else _used_by("self")


def peak_bytes_of_children() -> int:
    """The most bytes that one of the ended child processes has had; 0: unknown."""
    return _used_by("children")


def _used_by(who: str) -> int:
    if resource is None:
        return 0
    number = resource.RUSAGE_SELF if who == "self" else resource.RUSAGE_CHILDREN
    return resource.getrusage(number).ru_maxrss * _UNIT
