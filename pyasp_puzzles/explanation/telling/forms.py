"""What is open in the words of a predicate, read from its templates."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Symbol

from pyasp_puzzles.explanation.telling.english import PREPOSITIONS
from pyasp_puzzles.explanation.words.words import AtomWords

Arguments = tuple[Symbol, ...]

_SLOTS = 3


class Form:
    """The atoms of a predicate by what their sentences have in common but for the last value.

    Attributes:
        place: which arguments are the numbers of an atom's cell; none: it has no cell of its own.
        at: the place of the last value among the parts of a sentence; 0: there is none.
        has_manner: whether the last value may be left out, as in "r1c1 holds piece 3 after 2
            turns".
        domain: the atoms with the same sentence but for their last values.
    """

    def __init__(self, words: AtomWords, atoms: Sequence[Symbol]) -> None:
        pieces, self.place = words.true.pieces, words.cell_arguments
        self.at = len(pieces) - 2 if len(pieces) > 1 else 0
        other = {name for text in pieces[: self.at] for name in words.true.names_in(text)}
        names = enumerate(words.arguments)
        self._fixed = [i for i, name in names if name in other or not self.at]
        before = pieces[self.at - 1].split() if len(pieces) > 2 * _SLOTS else []
        ends = {text.pieces[-1] == "" for text in (words.true, words.false)} == {True}
        self.has_manner = (
            ends and before[-1:] != [] and (before[-1].endswith(",") or before[-1] in PREPOSITIONS)
        )
        self.domain: dict[Arguments, list[Symbol]] = {}
        for atom in sorted(atoms):
            self.domain.setdefault(self.key(atom), []).append(atom)

    def key(self, atom: Symbol) -> Arguments:
        """The arguments of an atom but for those of the last value."""
        return tuple(atom.arguments[i] for i in self._fixed)

    def shape(self, atom: Symbol) -> Arguments:
        """The arguments of an atom but for those of its cell; all, if it has none."""
        return tuple(x for i, x in enumerate(atom.arguments) if i not in self.place)
