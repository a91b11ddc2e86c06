"""What a child process tells its parent of a failure."""

from __future__ import annotations

from typing import Any

import pytest

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.work.parent import failures_sent


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (PuzzleError("found 7"), "error"),
        (OSError(28, "No space left on device"), "error"),
        (MemoryError(), "memory"),
        (RuntimeError("std::bad_alloc"), "memory"),
        (RuntimeError("can't start new thread"), "memory"),
        (RuntimeError("Resource temporarily unavailable"), "memory"),
        (OSError(12, "Cannot allocate memory"), "memory"),
        (SystemError("error return without exception set"), "memory"),
        (RuntimeError("a mistake"), "bug"),
        (SystemError("a mistake"), "bug"),
    ],
)
def test_missing_memory_is_told_apart_from_a_bug(error: Exception, kind: str) -> None:
    sent: list[tuple[Any, ...]] = []
    with failures_sent(lambda *message: sent.append(message), "the process"):
        raise error
    assert [message[0] for message in sent] == [kind]
