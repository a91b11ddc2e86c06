"""Hints of the page: the next degree of a hint is told without another search."""

from __future__ import annotations

from typing import Any

import pytest

from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.rendering import JOBS, RenderJob
from pyasp_puzzles.web.requests import WorkOrder


def hint(atoms: list[str], degree: str) -> dict[str, Any]:
    """The last event of each name."""
    told: dict[str, Any] = {}
    partial, options = {"atoms": atoms, "not": []}, {"degree": degree}
    body = {"puzzle": "sudoku", "instance": "four", "partial": partial, "options": options}
    JOBS["hint"](RenderJob(WorkOrder("hint", body, 60, 60.0), ServerLimits(), told.__setitem__))
    return told


def test_a_hint_is_searched_once_for_all_of_its_degrees(monkeypatch: pytest.MonkeyPatch) -> None:
    searched, run = [], RenderJob.run

    def counted(job: RenderJob, *arguments: Any, **own: Any) -> Any:
        searched.append(job.board.partial)
        return run(job, *arguments, **own)

    monkeypatch.setattr(RenderJob, "run", counted)
    first = [hint([], degree) for degree in ("vague", "clues", "full")]
    assert len(searched) == 1
    assert [told["end"]["reason"] for told in first] == ["", "", ""]
    assert len({tuple(told["result"]["sentences"]) for told in first}) == 3
    assert "step" in first[2]["result"]
    given = [each["atom"] for each in first[2]["result"]["step"]["follows"] if each["holds"]]
    assert hint(given, "full")["result"]["sentences"] != first[2]["result"]["sentences"]
    assert len(searched) == 2
    assert hint([], "full")["result"] == first[2]["result"]
    assert len(searched) == 2
