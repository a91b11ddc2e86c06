"""Hints of the page: one is searched once for all of its degrees, and for all who ask."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from pyasp_puzzles.web.jobs import JobQueue
from pyasp_puzzles.web.lanes import TaskQueue
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.requests import WorkOrder

DEGREES = ("vague", "clues", "full")


async def asked(queue: JobQueue, atoms: list[str], degree: str) -> dict[str, str]:
    """The last event of each name that a client hears."""
    partial, options = {"atoms": atoms, "not": []}, {"degree": degree}
    body = {"puzzle": "sudoku", "instance": "four", "partial": partial, "options": options}
    job = queue.submit(WorkOrder("hint", body, 60.0), "")
    news = asyncio.Event()
    job.listeners.add(news)
    while not job.ended:
        await news.wait()
        news.clear()
    return {event.name: event.text for event in job.events}


def test_a_hint_is_searched_once_for_all_degrees_and_clients(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done, do, given = list[list[str]](), TaskQueue._done, list[str]()

    def counted(queue: Any, child: Any, task: Any, end: float) -> Any:
        if task:
            done.append(task.order.body["partial"]["atoms"])
        return do(queue, child, task, end)

    async def told() -> list[dict[str, str]]:
        queue = JobQueue(ServerLimits(running=1))
        try:
            same = [asked(queue, [], degree) for degree in DEGREES]
            first = await asyncio.gather(*same, asked(queue, [], "full"))
            step = json.loads(first[-1]["result"])["step"]
            given.extend(each["atom"] for each in step["follows"] if each["holds"])
            return [*first, await asked(queue, given, "full")]
        finally:
            await queue.close()

    monkeypatch.setattr(TaskQueue, "_done", counted)
    vague, clues, full, again, other = asyncio.run(told())
    assert done == [[], given]
    assert len({each["result"] for each in (vague, clues, full)}) == len(DEGREES)
    assert again["result"] == full["result"] != other["result"]
    assert all('"reason":""' in each["end"] for each in (vague, clues, full, again, other))
