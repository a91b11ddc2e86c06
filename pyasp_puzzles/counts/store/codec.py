"""The answers of a store: encoded as bytes, selected by their atoms, decoded and verified.

An atom's code is its index among all that the program can show, in clingo's order, in one, two or
four bytes; an answer is the sorted codes of its atoms.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import clingo

from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.atoms import REMEMBERED, number, parse_atoms
from pyasp_puzzles.core.errors import AnswerError, SolverError, StoreError, shorten
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.engines.results import Answer

_FORMATS = {1: "B", 2: "H", 4: "I"}
"""Format characters of the module ``struct`` for a code, by its bytes."""


class AnswerCodec:
    """Encodes and decodes the answers of one program; ``width``: bytes of the code of an atom.

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
        return tuple(map(self.atoms.__getitem__, self.indices(encoded)))

    def indices(self, encoded: bytes) -> tuple[int, ...]:
        """The indices of the atoms of an answer."""
        return struct.unpack(f">{len(encoded) // self.width}{_FORMATS[self.width]}", encoded)


_parsed_atom = lru_cache(maxsize=REMEMBERED)(clingo.parse_term)


@dataclass(frozen=True)
class StoredAnswer:
    """An answer of a store; its number and that of its cube begin at 1, its atoms are in order."""

    number: int
    cube: int
    atoms: tuple[str, ...]
    run: CountIdentity = field(repr=False, compare=False)

    @cached_property
    def answer(self) -> Answer[Any, Any, Any]:
        """The answer, verified.

        Raises StoreError for a part of an answer, VerificationError for a broken rule (a bug).
        """
        if not self.run.whole:
            raise StoreError(
                f"{self.run.puzzle} {self.run.instance}: found a {self.run.by}, which leaves out "
                "a part of the answer, expected a whole answer to verify and to draw"
            )
        return self._read().verified()

    def verify(self) -> None:
        """Raises VerificationError if a whole answer breaks a rule, which is a bug."""
        if self.run.whole:
            self._read().verified()

    def as_json(self) -> dict[str, Any]:
        """As :meth:`pyasp_puzzles.engines.results.Answer.as_json`; a part has atoms only."""
        if self.run.whole:
            return self._read().as_json()
        names = {"puzzle": self.run.puzzle, "instance": self.run.instance}
        return {**names, "atoms": list(self.atoms), "verified": False}

    def _read(self) -> Answer[Any, Any, Any]:
        puzzle = find_puzzle(self.run.puzzle)
        return Answer.read(puzzle, self.run.loaded, map(_parsed_atom, self.atoms))


_BLANK = re.compile(r'("(?:[^"\\]|\\.)*")|(?<![\w\'])_(?![\w\'])')
"""A string, or ``_`` as an argument."""


class AnswerFilter:
    """Selects answers by their atoms.

    An answer needs an atom for each pattern of ``with_``, and has none for any of ``without``;
    ``_`` stands for any argument.  Raises StoreError if no answer can have such an atom.
    """

    def __init__(
        self, codec: AnswerCodec, with_: Iterable[str] = (), without: Iterable[str] = ()
    ) -> None:
        self._indices = codec.indices
        self._with, self._without = (
            [_matching(pattern, codec) for pattern in patterns] for patterns in (with_, without)
        )

    def __bool__(self) -> bool:
        return bool(self._with or self._without)

    def matches(self, encoded: bytes) -> bool:
        """Whether an encoded answer is selected."""
        found = self._indices(encoded)
        if any(atoms.isdisjoint(found) for atoms in self._with):
            return False
        return all(atoms.isdisjoint(found) for atoms in self._without)


def _matching(pattern: str, codec: AnswerCodec) -> frozenset[int]:
    """The indices of the atoms that a pattern matches."""
    wanted = _pattern(pattern, codec)
    atoms = enumerate(map(_parsed_atom, codec.atoms))
    if not (found := frozenset(index for index, atom in atoms if _fits(atom, wanted))):
        raise _no_atom(pattern, codec)
    return found


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
