"""What a model shows, as the numbers by which clingo knows symbols.

``Model.symbols`` makes an object for each symbol, and hashing one calls into clingo again: 16
microseconds for an answer of seven atoms that are then looked up, and 3 by their numbers (CPU time,
all answers of Soma).  Nobody but long counts needs to save that.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import clingo

number: Callable[[clingo.Symbol], int] = attrgetter("_rep")
"""The number of a symbol: the same for equal ones, in this process."""


def reader() -> Callable[[clingo.Model], list[int]]:
    """A function that reads what a model shows; it is used by one thread."""
    try:
        internal: Any = importlib.import_module("clingo._internal")
        ffi, lib = internal._ffi, internal._lib
        symbols, count = lib.clingo_model_symbols, lib.clingo_model_symbols_size
        which, size = lib.clingo_show_type_shown, ffi.new("size_t*")
    except (ImportError, AttributeError):  # none of this is promised by clingo
        return lambda model: [number(symbol) for symbol in model.symbols(shown=True)]
    buffer = ffi.new("clingo_symbol_t[]", 256)

    def read(model: Any) -> list[int]:
        nonlocal buffer
        if not count(model._rep, which, size):
            raise MemoryError
        if size[0] > len(buffer):
            buffer = ffi.new("clingo_symbol_t[]", 2 * size[0])
        if not symbols(model._rep, which, buffer, size[0]):
            raise MemoryError
        numbers: list[int] = ffi.unpack(buffer, size[0])
        return numbers

    return read
