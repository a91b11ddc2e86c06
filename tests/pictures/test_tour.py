"""The notebook docs/start/tour.ipynb: what it has is what the command makes, and it runs again."""

from __future__ import annotations

import json
from typing import Any

import pytest
import tour
from support import ROOT

FILE = ROOT / "docs/start/tour.ipynb"


def committed() -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["cells"]
    return cells


def kinds(cell: Any) -> list[list[str]]:
    """The media types of each output of a cell."""
    return [
        sorted(output.get("data", [output["output_type"]])) for output in cell.get("outputs", [])
    ]


def test_the_committed_tour_has_the_cells_of_the_command_and_no_error() -> None:
    found = [(cell["cell_type"], "".join(cell["source"])) for cell in committed()]
    assert found == tour.cells()
    outputs = [output for cell in committed() for output in cell.get("outputs", [])]
    assert outputs
    assert all(output["output_type"] == "execute_result" for output in outputs)
    assert FILE.stat().st_size < 500_000


@pytest.mark.slow
def test_the_tour_runs_again_and_shows_the_same_kinds_of_outputs() -> None:
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    assert list(map(kinds, tour.tour().cells)) == list(map(kinds, committed()))
