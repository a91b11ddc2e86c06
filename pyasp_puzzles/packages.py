"""Optional packages: imported where they are used, with one clear line where one is missing."""

from __future__ import annotations

import importlib
from typing import Any

from pyasp_puzzles.errors import PuzzleError

_EXTRAS = {
    "pysat": ("python-sat", "compare"),
    "ortools": ("ortools", "compare"),
    "matplotlib": ("matplotlib", "compare"),
}
"""The package and the extra that bring each optional module along."""


def need(module: str) -> Any:
    """An optional module.

    Raises:
        PuzzleError: it is not installed; the message says what to install.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package, extra = _EXTRAS[module.partition(".")[0]]
        raise PuzzleError(
            f"this needs {package}, which is not installed: pip install 'pyasp-puzzles[{extra}]'"
        ) from error
