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
_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of ``ru_maxrss``."""


def resident_bytes() -> int:
    """The bytes of main memory that this process has now; where this is unknown, has had at most.

    0 where the system tells neither.
    """
    try:
        return int(_PAGES.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        if resource is None:
            return 0
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
