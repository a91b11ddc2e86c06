"""Answers as words over the atoms that a program can show: short, and the same for equal answers.

A letter is the number of an atom in clingo's order, in as few bytes as all numbers need.  The
letters of a word are sorted, so words compare as their sets of atoms do.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

import clingo

from pyasp_puzzles.errors import SolverError
from pyasp_puzzles.symbols import number

_CODES = {1: "B", 2: "H", 4: "I"}
"""The codes of the module ``struct`` for letters, by their width."""


class AnswerCodec:
    """The atoms that a program can show.

    Args:
        atoms: as clingo writes them, each once, in clingo's order.

    >>> letters = AnswerCodec(["place(1,1)", "place(1,2)", "place(2,1)"])
    >>> word = letters.word(map(clingo.parse_term, ["place(2,1)", "place(1,1)"]))
    >>> word, letters.read(word)
    (b'\\x00\\x02', ('place(1,1)', 'place(2,1)'))
    """

    def __init__(self, atoms: Sequence[str]) -> None:
        self.atoms = tuple(atoms)
        self.width = next(width for width in _CODES if len(self.atoms) <= 256**width)
        """Bytes of a letter."""
        self._symbols: list[clingo.Symbol] = []
        self._letters: dict[int, bytes] = {}

    def letter(self, place: int) -> bytes:
        """The letter of the atom at this place, from 0."""
        return place.to_bytes(self.width, "big")

    def word(self, symbols: Iterable[clingo.Symbol]) -> bytes:
        """The word of an answer.

        Raises:
            SolverError: a symbol is none of the atoms.
        """
        if not self._symbols:  # only those who write words need them, and they have to stay alive
            self._symbols = [clingo.parse_term(atom) for atom in self.atoms]
            known = enumerate(map(number, self._symbols))
            self._letters = {each: self.letter(place) for place, each in known}
        try:
            return b"".join(sorted(set(map(self._letters.__getitem__, map(number, symbols)))))
        except KeyError as error:
            new = clingo.Symbol(error.args[0])
            raise SolverError(f"{new} was not expected to be shown") from None

    def read(self, word: bytes) -> tuple[str, ...]:
        """The atoms of a word."""
        letters = struct.unpack(f">{len(word) // self.width}{_CODES[self.width]}", word)
        return tuple(map(self.atoms.__getitem__, letters))
