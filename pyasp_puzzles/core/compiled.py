"""Kernels: functions that numba compiles to machine code when they are first called.

A module with kernels needs numba when it is imported, so it is imported where it is used.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

from pyasp_puzzles.core.optional import need

F = TypeVar("F", bound=Callable[..., Any])


def compiled(kernel: F) -> F:
    """The kernel, compiled when it is first called; the machine code is kept for later processes.

    It lies beside the module, or in the user's cache where that folder cannot be written. Without
    such a folder each process compiles anew. Machine code that cannot be read is compiled anew and
    replaced. Threads can run it together. Raises PuzzleError if numba is not installed.
    """
    return _decorated(kernel)


def cold(kernel: Callable[..., Any]) -> bool:
    """Whether no machine code of a kernel is kept that can be read: its first call compiles it."""
    try:
        return not cast("Any", kernel)._cache._cache_file._load_index()
    except Exception:  # no folder to keep anything, or a damaged file
        return True


def inlined(kernel: F) -> F:
    """A part of kernels of its module: the machine code has its body in place of each call.

    Raises PuzzleError if numba is not installed.
    """
    return _decorated(kernel, forceinline=True)


def _decorated(kernel: F, **options: bool) -> F:
    dispatcher = need("numba").njit(kernel, nogil=True, **options)
    with suppress(RuntimeError):  # no folder in which numba can keep anything
        dispatcher._cache = _cache_class()(kernel)
    return cast("F", dispatcher)


def _cache_class() -> type[Any]:
    """numba's cache of one function, which no damaged or unwritable file can stop."""
    caching = need("numba.core.caching")

    class KernelCache(caching.FunctionCache):  # type: ignore[misc, name-defined]
        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                return super().load_overload(sig, target_context)
            except Exception:  # a damaged file can raise anything; without it numba compiles
                self._empty()
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            try:
                super().save_overload(sig, data)
            except Exception:  # the machine code is not kept, but it can be used
                self._empty()

        def _empty(self) -> None:
            """Forget what is kept, where the folder can be written."""
            with suppress(OSError):
                self.flush()

    return KernelCache
