"""Encodes answers as bytes: short, and equal for equal answers.

The code of an atom is its index among all atoms that the program can show, in clingo's order, in
one, two or four bytes.  An encoded answer is the sorted codes of its atoms, one behind the other.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

import clingo

from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.core.symbols import number

_FORMATS = {1: "B", 2: "H", 4: "I"}
"""Format characters of the module ``struct`` for a code, by its bytes."""


class AnswerCodec:
    """Encodes and decodes the answers of one program.

    Args:
        atoms: all atoms that the program can show, as clingo writes them, in clingo's order.

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
        """Encode an answer.

        Raises:
            SolverError: a symbol is none of the atoms.
        """
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
