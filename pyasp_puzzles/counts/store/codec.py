"""Encodes answers as bytes: short, and equal for equal answers.

The code of an atom is its index among all atoms that the program can show, in clingo's order, in
one, two or four bytes.  An encoded answer is the sorted codes of its atoms, one behind the other.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import clingo

from pyasp_puzzles.core.atoms import REMEMBERED, parse_atoms
from pyasp_puzzles.core.errors import AnswerError, SolverError, StoreError, shorten
from pyasp_puzzles.core.symbols import number

_FORMATS = {1: "B", 2: "H", 4: "I"}
"""Format characters of the module ``struct`` for a code, by its bytes."""


class AnswerCodec:
    """Encodes and decodes the answers of one program.

    Attributes:
        width: bytes of the code of an atom.

    >>> codec = AnswerCodec(["place(1,1)", "place(1,2)", "place(2,1)"])
    >>> encoded = codec.encode(map(clingo.parse_term, ["place(2,1)", "place(1,1)"]))
    >>> encoded, codec.decode(encoded)
    (b'\\x00\\x02', ('place(1,1)', 'place(2,1)'))
    """

    def __init__(self, atoms: Sequence[str]) -> None:
        self.atoms = tuple(atoms)
        self.width = next(width for width in _FORMATS if len(self.atoms) <= 256**width)
        self._symbols: list[clingo.Symbol] = []
        self._codes: dict[int, bytes] = {}

    def code(self, index: int) -> bytes:
        """The code of the atom with this index, from 0."""
        return index.to_bytes(self.width, "big")

    def encode(self, symbols: Iterable[clingo.Symbol]) -> bytes:
        """Encode an answer."""
        if not self._symbols:  # made only for encoding; clingo needs them to stay alive
            self._symbols = [clingo.parse_term(atom) for atom in self.atoms]
            known = enumerate(map(number, self._symbols))
            self._codes = {each: self.code(index) for index, each in known}
        try:
            return b"".join(sorted(set(map(self._codes.__getitem__, map(number, symbols)))))
        except KeyError as error:
            new = clingo.Symbol(error.args[0])
            raise SolverError(f"{new} was not expected to be shown") from None

    def decode(self, encoded: bytes) -> tuple[str, ...]:
        """The atoms of an answer, in clingo's order."""
        indices = struct.unpack(f">{len(encoded) // self.width}{_FORMATS[self.width]}", encoded)
        return tuple(map(self.atoms.__getitem__, indices))


parsed_atom = lru_cache(maxsize=REMEMBERED)(clingo.parse_term)
_BLANK = re.compile(r'("(?:[^"\\]|\\.)*")|(?<![\w\'])_(?![\w\'])')
"""A string, or ``_`` as an argument."""


class AnswerFilter:
    """Selects answers by their atoms.

    Args:
        codec: of the store.
        with_: an answer needs an atom for each of these patterns; ``_`` stands for any argument.
        without: an answer has no atom for any of these patterns.

    Attributes:
        matches: gets an encoded answer; its result is true if the answer is selected.

    Raises:
        StoreError: no answer can have such an atom.
    """

    matches: Callable[[bytes], object]

    def __init__(
        self, codec: AnswerCodec, with_: Iterable[str] = (), without: Iterable[str] = ()
    ) -> None:
        atoms = [(number, parsed_atom(atom)) for number, atom in enumerate(codec.atoms)]
        conditions = b""
        for sign, patterns in ((b"=", with_), (b"!", without)):
            for pattern in patterns:
                wanted = _pattern(pattern, codec)
                codes = [codec.code(n) for n, atom in atoms if _fits(atom, wanted)]
                if not codes:
                    raise _no_atom(pattern, codec)
                conditions += b"(?" + sign + _any_of(codes) + b")"
        self._conditions = conditions
        self.matches = re.compile(conditions, re.DOTALL).match

    def __bool__(self) -> bool:
        return bool(self._conditions)


def _any_of(codes: Sequence[bytes]) -> bytes:
    """A regular expression for encoded answers that have any of these atoms.

    Codes that differ only in their last byte share one set of bytes, which keeps it short.
    """
    heads: dict[bytes, bytes] = {}
    for code in codes:
        heads[code[:-1]] = heads.get(code[:-1], b"") + re.escape(code[-1:])
    choices = b"|".join(re.escape(head) + b"[" + tails + b"]" for head, tails in heads.items())
    return b"(?:" + b"." * len(codes[0]) + b")*?(?:" + choices + b")"


def _pattern(text: str, codec: AnswerCodec) -> clingo.Symbol:
    """The pattern as a term; ``#sup`` in it stands for any argument."""
    try:
        (symbol,) = parse_atoms([_BLANK.sub(lambda found: found[1] or "#sup", text)], text)
    except AnswerError:
        raise _no_atom(text, codec) from None
    if symbol.type == clingo.SymbolType.Supremum:  # _ alone
        raise _no_atom(text, codec)
    return symbol


def _fits(found: clingo.Symbol, wanted: clingo.Symbol) -> bool:
    if wanted.type == clingo.SymbolType.Supremum or found == wanted:
        return True
    return (
        found.type == wanted.type == clingo.SymbolType.Function
        and (found.name, found.positive) == (wanted.name, wanted.positive)
        and len(found.arguments) == len(wanted.arguments)
        and all(map(_fits, found.arguments, wanted.arguments))
    )


def _no_atom(pattern: str, codec: AnswerCodec) -> StoreError:
    """The error for a pattern that no atom matches; it names an atom like it."""
    name = pattern.partition("(")[0].strip()
    like = [atom for atom in codec.atoms if atom.partition("(")[0] == name]
    example = next(iter(like or codec.atoms), "")
    expected = f"one such as {example}, with _ for any argument" if example else "none at all"
    return StoreError(f"found {shorten(pattern)}, which no answer has, expected {expected}")
