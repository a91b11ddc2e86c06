"""What a page may ask for: checked bodies of requests.

Instances only: their text is read by the puzzle's own reader.  No path is opened and no program of
a user is ground.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.partial import Partial
from pyasp_puzzles.puzzle import Puzzle

MOST_BYTES = 300_000
"""The largest body of a request."""

KINDS = ("solve", "count", "unique", "check", "hint", "explain", "rate", "generate", "estimate")
"""What a job may do."""


class RefusedError(PuzzleError):
    """A request that is not served: what was found, and what was expected.

    Attributes:
        code: the status of HTTP.
        line: the line of the instance's text, where one is to blame.
    """

    def __init__(self, message: str, code: int = 400, line: int | None = None) -> None:
        super().__init__(message)
        self.code, self.line = code, line


@dataclass(frozen=True)
class Board:
    """An instance with what lies on it."""

    puzzle: Puzzle[Any, Any]
    instance: Any
    text: str
    partial: Partial = field(default_factory=Partial)


@dataclass(frozen=True)
class Order:
    """A job for a process: everything as text, so that it can be sent."""

    kind: str
    puzzle: str
    text: str
    partial: Mapping[str, list[str]]
    options: Mapping[str, Any]
