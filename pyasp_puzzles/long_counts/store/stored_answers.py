"""The answers of a store for people: some of them, by the atoms in them, and verified.

>>> alphabet = AnswerCodec(["place(1,1)", "place(1,2)", "place(2,1)"])
>>> first = AnswerFilter(alphabet, with_=["place(1,_)"], without=["place(2,1)"])
>>> [bool(first.matches(word)) for word in (b"\\x00", b"\\x02", b"\\x01\\x02")]
[True, False, False]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import clingo

from pyasp_puzzles.atoms import REMEMBERED, parse_atoms
from pyasp_puzzles.errors import AnswerError, StoreError, shorten
from pyasp_puzzles.long_counts.identity import CountIdentity
from pyasp_puzzles.long_counts.store.codec import AnswerCodec
from pyasp_puzzles.registry import find_puzzle
from pyasp_puzzles.results import Answer

_symbol = lru_cache(maxsize=REMEMBERED)(clingo.parse_term)
_BLANK = re.compile(r'("(?:[^"\\]|\\.)*")|(?<![\w\'])_(?![\w\'])')


@dataclass(frozen=True)
class StoredAnswer:
    """An answer of a store.

    Attributes:
        number: its place among all answers of the store, from 1.
        cube: the number of its cube.
        atoms: what it shows, in clingo's order.
        run: what it is an answer to.
    """

    number: int
    cube: int
    atoms: tuple[str, ...]
    run: CountIdentity = field(repr=False, compare=False)

    @cached_property
    def answer(self) -> Answer[Any, Any, Any]:
        """The answer, verified.

        Raises:
            StoreError: what was counted are no whole answers.
            VerificationError: it breaks a rule, which is a bug.
        """
        if not self.run.whole:
            raise StoreError(
                f"{self.run.puzzle} {self.run.instance}: found a {self.run.by}, which leaves out "
                "a part of the answer, expected a whole answer to verify and to draw"
            )
        return self._answer().verified()

    def verify(self) -> None:
        """Have the puzzle look at it, if it is a whole answer.

        Raises:
            VerificationError: it breaks a rule, which is a bug.
        """
        if self.run.whole:
            self._answer().verified()

    def _answer(self) -> Answer[Any, Any, Any]:
        puzzle = find_puzzle(self.run.puzzle)
        return Answer.read(puzzle, self.run.loaded, map(_symbol, self.atoms))

    def as_json(self) -> dict[str, Any]:
        """As :meth:`pyasp_puzzles.results.Answer.as_json`; what is no whole answer has atoms only.

        Raises:
            VerificationError: it breaks a rule, which is a bug.
        """
        if self.run.whole:
            return self._answer().as_json()
        return {
            "puzzle": self.run.puzzle,
            "instance": self.run.instance,
            "atoms": list(self.atoms),
            "verified": False,
        }


class AnswerFilter:
    """Chooses answers by their atoms.

    Args:
        alphabet: of the store.
        with_: atoms that an answer has to have, all of them; ``_`` stands for any argument.
        without: atoms that it must not have, none of them.

    Attributes:
        matches: of a word, something that is true if the answer is one of the chosen.

    Raises:
        StoreError: no answer can have such an atom.
    """

    matches: Callable[[bytes], object]

    def __init__(
        self, alphabet: AnswerCodec, with_: Iterable[str] = (), without: Iterable[str] = ()
    ) -> None:
        atoms = [(number, _symbol(atom)) for number, atom in enumerate(alphabet.atoms)]
        conditions = b""
        for sign, patterns in ((b"=", with_), (b"!", without)):
            for pattern in patterns:
                wanted = _pattern(pattern, alphabet)
                letters = [alphabet.letter(n) for n, atom in atoms if _fits(atom, wanted)]
                if not letters:
                    raise _no_atom(pattern, alphabet)
                conditions += b"(?" + sign + _any_of(letters) + b")"
        self._conditions = conditions
        self.matches = re.compile(conditions, re.DOTALL).match

    def __bool__(self) -> bool:
        """Whether it leaves out any answer."""
        return bool(self._conditions)


def _any_of(letters: Sequence[bytes]) -> bytes:
    """A regular expression for words with any of these letters.

    Letters that differ in their last byte only are one set of bytes, which keeps it short.
    """
    heads: dict[bytes, bytes] = {}
    for letter in letters:
        heads[letter[:-1]] = heads.get(letter[:-1], b"") + re.escape(letter[-1:])
    choices = b"|".join(re.escape(head) + b"[" + tails + b"]" for head, tails in heads.items())
    return b"(?:" + b"." * len(letters[0]) + b")*?(?:" + choices + b")"


def _pattern(text: str, alphabet: AnswerCodec) -> clingo.Symbol:
    """The pattern as a term in which ``#sup`` stands for any argument."""
    try:
        (symbol,) = parse_atoms([_BLANK.sub(lambda found: found[1] or "#sup", text)], text)
    except AnswerError:
        raise _no_atom(text, alphabet) from None
    if symbol.type == clingo.SymbolType.Supremum:  # _ alone
        raise _no_atom(text, alphabet)
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


def _no_atom(pattern: str, alphabet: AnswerCodec) -> StoreError:
    name = pattern.partition("(")[0].strip()
    like = [atom for atom in alphabet.atoms if atom.partition("(")[0] == name]
    example = next(iter(like or alphabet.atoms), "")
    expected = f"one such as {example}, with _ for any argument" if example else "none at all"
    return StoreError(f"found {shorten(pattern)}, which no answer has, expected {expected}")
