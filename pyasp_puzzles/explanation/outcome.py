"""What a limited search ends with."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """What a limited search ends with."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"
