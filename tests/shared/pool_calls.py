"""Calls for a pool of processes: in a module that its processes can import, too."""

from __future__ import annotations

import os
import time
from pathlib import Path


def pid(_argument: int = 0) -> int:
    return os.getpid()


def dies(how: int) -> None:
    os.kill(os.getpid(), how)


def fails(_argument: int) -> None:
    raise ZeroDivisionError("a bug")


def rests(until: Path) -> int:
    while not until.exists():
        time.sleep(0.01)
    return os.getpid()
