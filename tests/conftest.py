"""What every test may use."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from support import ROOT


def pytest_configure(config: pytest.Config) -> None:
    """Let the processes of tests keep bytecode in pytest's cache, where they may keep none.

    Else each of some thousand processes compiles all that it imports.
    """
    if sys.dont_write_bytecode and config.pluginmanager.hasplugin("cacheprovider"):
        os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of published instances, which is not part of the project; else skip."""
    folder = Path(os.environ.get("PYASP_PUZZLES_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("no folder of published instances (set PYASP_PUZZLES_DATA)")
    return folder
