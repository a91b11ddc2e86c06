"""What every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import ROOT


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of published instances, which is not part of the project; else skip."""
    folder = Path(os.environ.get("PYASP_PUZZLES_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("no folder of published instances (set PYASP_PUZZLES_DATA)")
    return folder
