"""What all tests share: real instances where they are present, and a folder to write in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of published instances, which is not part of the project; else skip."""
    folder = Path(os.environ.get("PYASP_PUZZLES_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("no folder of published instances (set PYASP_PUZZLES_DATA)")
    return folder
