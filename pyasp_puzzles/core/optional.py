"""Optional packages: imported when they are used; one clear error if one is missing."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from pyasp_puzzles.core.errors import PuzzleError

_EXTRAS = {
    "pysat": ("python-sat", "compare"),
    "ortools": ("ortools", "compare"),
    "matplotlib": ("matplotlib", "compare"),
    "numba": ("numba", "scan"),
    "numpy": ("numpy", "scan"),
    "distributed": ("distributed", "cluster"),
    "resvg_py": ("resvg-py", "pictures"),
    "starlette": ("starlette", "web"),
    "uvicorn": ("uvicorn", "web"),
    "pandas": ("pandas", ""),
    "nbclient": ("nbclient", "test"),
    "IPython": ("ipython", ""),
    "nbformat": ("nbformat", "test"),
}
"""For each optional module the package that has it, and our extra that installs it."""


def need(module: str) -> Any:
    """An optional module.

    Raises:
        PuzzleError: it is not installed; the message says what to install.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise _missing(module) from error


def check_installed(module: str) -> None:
    """Check that an optional module is installed, without importing it.

    Raises:
        PuzzleError: as :func:`need`.
    """
    if not is_installed(module):
        raise _missing(module)


def is_installed(module: str) -> bool:
    """Whether an optional module is installed; it is not imported."""
    return importlib.util.find_spec(module.partition(".")[0]) is not None


def package_of(module: str) -> str:
    """The name of the package that has an optional module."""
    return _EXTRAS[module.partition(".")[0]][0]


def _missing(module: str) -> PuzzleError:
    package, extra = _EXTRAS[module.partition(".")[0]]
    what = f"'pyasp-puzzles[{extra}]'" if extra else package
    return PuzzleError(f"this needs {package}, which is not installed: pip install {what}")
