"""The process behind a lane: how an order ends that cannot be done."""

from __future__ import annotations

from typing import Any

import pytest

from pyasp_puzzles.core.errors import ProcessEndedError
from pyasp_puzzles.web import rendering, worker
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.requests import Order


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("SIGXCPU", ("event", "end", {"reason": "CPU limit", "exhausted": False})),
        ("SIGSEGV", ("error", "the process of engine dlx ended with SIGSEGV")),
    ],
)
def test_an_engine_at_the_limit_of_cpu_time_is_no_error(
    how: str, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine has a process of its own, with the same limits as the one that starts it."""

    def search(*_: Any) -> None:
        raise ProcessEndedError("the process of engine dlx", how)

    monkeypatch.setattr(rendering, "JOBS", {"count": search})
    sent: list[Any] = []
    order = Order("count", {"options": {}}, 1, 1.0)
    worker._do(order, ServerLimits(), lambda *message: sent.append(message))
    assert sent == [told]
