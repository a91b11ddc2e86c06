"""Partial answers: what is known of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyasp_puzzles.core.errors import AnswerError, Phrase

if TYPE_CHECKING:
    from clingo import Symbol

    from pyasp_puzzles.core.atoms import Predicate


@dataclass(frozen=True)
class Partial:
    """A partial answer: shown atoms that hold and shown atoms that do not; all others are open.

    Both are sorted when it is made, and each atom is kept once.

    Attributes:
        atoms: those that hold.
        absent: those that do not hold.

    Raises:
        AnswerError: an atom is in both.

    >>> from clingo import parse_term
    >>> known = Partial((parse_term("p(2)"), parse_term("p(1)")), (parse_term("q"),))
    >>> print(known)
    p(1). p(2). not q.
    """

    atoms: tuple[Symbol, ...] = ()
    absent: tuple[Symbol, ...] = ()

    def __post_init__(self) -> None:
        if both := set(self.atoms) & set(self.absent):
            found = Phrase(f"{min(both)} and not {min(both)}")
            raise AnswerError("", "", found, "one of them")
        object.__setattr__(self, "atoms", tuple(sorted(set(self.atoms))))
        object.__setattr__(self, "absent", tuple(sorted(set(self.absent))))

    @classmethod
    def of(cls, atoms: Iterable[Predicate], absent: Iterable[Predicate] = ()) -> Partial:
        """A partial answer of typed atoms."""
        return cls(tuple(a.symbol for a in atoms), tuple(a.symbol for a in absent))

    @classmethod
    def of_literals(cls, literals: Iterable[tuple[Symbol, bool]]) -> Partial:
        """A partial answer of pairs: an atom, and whether it holds."""
        pairs = list(literals)
        return cls(tuple(a for a, holds in pairs if holds), tuple(a for a, h in pairs if not h))

    def literals(self) -> Iterator[tuple[Symbol, bool]]:
        """Each atom with whether it holds; those that hold come first."""
        yield from ((atom, True) for atom in self.atoms)
        yield from ((atom, False) for atom in self.absent)

    def without(self, other: Partial) -> Partial:
        """The literals that the other partial answer has not."""
        known = set(other.literals())
        return self.of_literals(pair for pair in self.literals() if pair not in known)

    def together(self, other: Partial) -> Partial:
        """The literals of both.

        Raises:
            AnswerError: an atom holds in one and not in the other.
        """
        return self.of_literals((*self.literals(), *other.literals()))

    def holding(self, atoms: Iterable[Predicate]) -> Partial:
        """The same with atoms that hold, whether or not they were said not to."""
        more = {atom.symbol for atom in atoms}
        absent = (atom for atom in self.absent if atom not in more)
        return Partial((*self.atoms, *more), tuple(absent))

    def __len__(self) -> int:
        return len(self.atoms) + len(self.absent)

    def __str__(self) -> str:
        return " ".join(f"{'' if holds else 'not '}{atom}." for atom, holds in self.literals())

    def as_json(self) -> dict[str, list[str]]:
        """JSON values: the atoms that hold under "atoms", the others under "not"."""
        return {"atoms": list(map(str, self.atoms)), "not": list(map(str, self.absent))}
