"""What a model shows, as the numbers by which clingo knows symbols.

``Model.symbols`` makes an object for each symbol, and hashing one calls into clingo again.  To get
an answer of seven atoms and write it as a word takes 16 microseconds with symbols, and 7 with
numbers (CPU time a piece, all answers of Soma).  Nobody but a long count needs to save that.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import clingo

from pyasp_puzzles.symbols import number

_NONE = 2**64 - 1
"""No number of a symbol."""


def reader() -> Callable[[clingo.Model], list[int]]:
    """A function that reads what a model shows; it is used by one thread."""
    try:
        internal: Any = importlib.import_module("clingo._internal")
        ffi, lib = internal._ffi, internal._lib
        symbols, count = lib.clingo_model_symbols, lib.clingo_model_symbols_size
        which, size = lib.clingo_show_type_shown, ffi.new("size_t*")
    except (ImportError, AttributeError):  # none of this is promised by clingo
        return lambda model: [number(symbol) for symbol in model.symbols(shown=True)]
    room, last = 256, 0  # and how many symbols the answer before had
    buffer, blank = ffi.new("clingo_symbol_t[]", room), ffi.new("clingo_symbol_t[]", room)

    def read(model: Any) -> list[int]:
        """Asking for the number of symbols first would take as long as getting them."""
        nonlocal buffer, blank, room, last
        ffi.memmove(buffer, blank, 8 * room)
        if last < room and symbols(model._rep, which, buffer, room):
            numbers = ffi.unpack(buffer, last + 1)
            if numbers.pop() == _NONE and (not last or numbers[-1] != _NONE):
                return numbers  # type: ignore[no-any-return]
        if not count(model._rep, which, size):
            raise MemoryError
        last = size[0]
        if last >= room:
            room = 2 * last
            buffer = ffi.new("clingo_symbol_t[]", room)
            blank = ffi.new("clingo_symbol_t[]", [_NONE] * room)
        if not symbols(model._rep, which, buffer, room):
            raise MemoryError
        return list(ffi.unpack(buffer, last))

    for place in range(room):
        blank[place] = _NONE
    return read
