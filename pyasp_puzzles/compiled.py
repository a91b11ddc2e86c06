"""Kernels: functions that numba compiles to machine code when they are first called.

A module with kernels needs numba when it is imported, so it is imported where it is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from pyasp_puzzles.optional import need

F = TypeVar("F", bound=Callable[..., Any])


def compiled(kernel: F) -> F:
    """The kernel, compiled when it is first called; the machine code is kept for later processes.

    It lies beside the module, or in the user's cache where that folder cannot be written. Without
    such a folder each process compiles anew.

    Raises:
        PuzzleError: numba is not installed.
    """
    return _decorated(kernel)


def inlined(kernel: F) -> F:
    """A part of kernels of its module: the machine code has its body in place of each call.

    Raises:
        PuzzleError: numba is not installed.
    """
    return _decorated(kernel, forceinline=True)


def _decorated(kernel: F, **options: bool) -> F:
    numba = need("numba")
    try:
        return cast("F", numba.njit(cache=True, **options)(kernel))
    except RuntimeError:  # no folder in which numba can keep anything
        return cast("F", numba.njit(**options)(kernel))
