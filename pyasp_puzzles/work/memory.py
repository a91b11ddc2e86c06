"""The memory of this process."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from pyasp_puzzles.core.errors import PuzzleError

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


UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
"""Bytes of a unit, by its letter."""

EXPECTED = "expected a number of bytes, or a size such as 500M or 2G"
MOST = 10**15


def bytes_of(size: int | str) -> int:
    """The bytes of a size: a number, or a text such as "500M", "1.5G" or "2 GB".

    K, M, G and T stand for 10^3, 10^6, 10^9 and 10^12 bytes. Raises PuzzleError if it is no size,
    or less than a byte.

    >>> [bytes_of(size) for size in ("500M", "1.5 GB", "2g", "7", 4096)]
    [500000000, 1500000000, 2000000000, 7, 4096]
    """
    if type(size) is int and 0 < size <= MOST:
        return size
    match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,9})?) ?([KMGT]?)B?", str(size).strip().upper())
    found = round(float(match[1]) * UNITS[match[2]]) if match and isinstance(size, str) else 0
    if not 0 < found <= MOST:
        raise PuzzleError(f"memory: found {size!r}, {EXPECTED}")
    return found


def size_of(number: int) -> str:
    """A number of bytes for people.

    >>> size_of(212_345_678), size_of(1_000_000_000), size_of(800)
    ('212 MB', '1.0 GB', '800 bytes')
    """
    for unit in ("T", "G", "M", "K"):
        amount = number / UNITS[unit]
        if amount >= 1:
            return f"{amount:.{0 if amount >= 10 else 1}f} {unit.replace('K', 'k')}B"
    return f"{number} bytes"
