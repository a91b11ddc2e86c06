"""A small forward checker of DRUP proofs, which show that a formula has no model.

A proof is a list of lemmas (``1 -2 0``) and deletions (``d 1 -2 0``), one a line.  A lemma has to
follow from the clauses before it by reverse unit propagation (RUP): when all its literals are
assumed false, unit propagation ends in a conflict.  So a proof that reaches the empty clause shows
that the formula has no model.

Method: Goldberg and Novikov (DATE 2003), forwards; deletions as in Heule, Hunt and Wetzler (FMCAD
2013); two watched literals as in "Chaff" (DAC 2001).  Like drat-trim we ignore deletions of units,
which is sound because every lemma is implied by the formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from pyasp_puzzles.core.errors import PuzzleError, shorten

_LOOK = 256
"""Number of lines between two reports of progress."""

_DELETED = 0
"""Stands for both watched literals of a deleted clause, and counts as true."""


@dataclass(frozen=True)
class ProofStatistics:
    """Statistics of an accepted proof."""

    lemmas: int = 0
    deletions: int = 0
    lines: int = 0


class ProofError(PuzzleError):
    """A proof that the checker refuses.

    Attributes:
        line: 1-based number of the wrong line; 0 if no single line is wrong.
        lemma: the literals of that line.
        reason: what is wrong there.
    """

    def __init__(self, line: int, lemma: tuple[int, ...], reason: str, about: str = "") -> None:
        self.line, self.lemma, self.reason = line, lemma, reason
        where = f"proof, line {line}" if line else "proof"
        super().__init__(f"{about}: {where}: {reason}" if about else f"{where}: {reason}")

    def of(self, about: str) -> ProofError:
        """The same error; ``about`` names what was to be proved."""
        return ProofError(self.line, self.lemma, self.reason, about)


def check(
    clauses: Collection[Collection[int]],
    proof: Iterable[str],
    *,
    progress: Callable[[int], None] | None = None,
) -> ProofStatistics:
    """Check a DRUP proof that a formula has no model.

    Args:
        clauses: the formula; literals as in DIMACS, without the closing zeros.
        proof: its lines, for instance an open file.
        progress: called now and then with the number of lines read; it may raise to stop the check.

    Raises ProofError if a line is no line of a proof, a lemma does not follow, or the empty clause
    is never reached.

    >>> contradiction = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    >>> check(contradiction, ["1 0", "0"]).lemmas
    1
    >>> check(contradiction[:3], ["1 0", "0"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pyasp_puzzles.counts.certificate.rup.ProofError: proof, line 2: the empty clause does not ...
    """
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    formula = _Formula(variables)
    for clause in clauses:
        formula.add(clause)
        if formula.refuted:
            break
    lemmas = deletions = number = last = 0
    for number, deletes, literals in lines_of(proof, variables):
        if progress and number % _LOOK == 0:
            progress(number)
        if formula.refuted:
            continue  # everything follows
        if deletes:
            deletions += formula.delete(literals)
            continue
        if not formula.implies(literals):
            raise ProofError(number, tuple(literals), _refusal(literals))
        lemmas += 1
        formula.add(literals)
        last = number
    if not formula.refuted:
        raise ProofError(0, (), f"it ends after line {number} without reaching the empty clause")
    return ProofStatistics(lemmas, deletions, last)


def _refusal(literals: list[int], why: str = "does not follow by unit propagation (RUP)") -> str:
    """Why a lemma is refused."""
    if not literals:
        return "the empty clause does not follow by unit propagation"
    lemma = " ".join(map(str, literals))
    return (
        f"the lemma {lemma} {why}; if it is meant as a RAT "
        f"lemma, which keeps satisfiability only, drat-trim can check it"
    )


_LITERAL = re.compile(r"-?[1-9][0-9]{0,17}")


def lines_of(
    proof: Iterable[str], variables: int | None = None
) -> Iterator[tuple[int, bool, list[int]]]:
    """Yield for each line but comments: its number, whether it deletes, its literals.

    ``variables`` is the number of those of the formula; ``None``: a proof may define further ones.
    Raises ProofError if a line is no line of a proof, or has a variable that the formula lacks.
    """
    for number, line in enumerate(proof, 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        deletes = words[0] == "d"
        *literals, end = words[deletes:] or [""]
        if end != "0" or not all(map(_LITERAL.fullmatch, literals)):
            raise ProofError(number, (), f"found {shorten(line)}, expected literals and a final 0")
        found = list(map(int, literals))
        if variables is not None and max(map(abs, found), default=0) > variables:
            lacks = f"has a variable above {variables:,}, which the formula lacks"
            why = f"the deletion of {' '.join(literals)} {lacks}"
            raise ProofError(number, tuple(found), why if deletes else _refusal(found, lacks))
        yield number, deletes, found


class _Formula:
    """Clauses under unit propagation.

    Tables are indexed by literals; negative literals count from the end.  A clause is stored
    without the literals that are permanently false.  Its first two literals are watched; a clause
    of two literals is stored as two implications.
    """

    def __init__(self, variables: int) -> None:
        self.trail: list[int] = []
        self.refuted = False
        literals = range(2 * variables + 1)
        self._false = bytearray(literals.stop)
        self._false[-_DELETED] = 1
        self._watching: list[list[list[int]]] = [[] for _ in literals]
        self._implied: list[list[int]] = [[] for _ in literals]
        self._index: dict[tuple[int, ...], list[list[int]]] = {}

    def add(self, literals: Iterable[int]) -> None:
        """Add a clause; if it is a unit, propagate it permanently."""
        key = _key(literals)
        false = self._false
        if any(false[-literal] for literal in key):
            clause = []  # permanently true
        else:
            clause = [literal for literal in key if not false[literal]]
            if not clause:
                self.refuted = True
            elif len(clause) == 1:
                self._make_true(clause[0])
                self.refuted = not self._propagate(len(self.trail) - 1)
            elif len(clause) == 2:
                self._implied[clause[0]].append(clause[1])
                self._implied[clause[1]].append(clause[0])
            else:
                self._watching[clause[0]].append(clause)
                self._watching[clause[1]].append(clause)
        self._index.setdefault(key, []).append(clause)

    def delete(self, literals: Iterable[int]) -> bool:
        """Delete one copy of a clause; false if there is no copy."""
        copies = self._index.get(key := _key(literals))
        if not copies:
            return False
        clause = copies.pop()
        if not copies:
            del self._index[key]
        if len(clause) == 2:
            self._implied[clause[0]].remove(clause[1])
            self._implied[clause[1]].remove(clause[0])
        elif len(clause) > 2:
            clause[0] = clause[1] = _DELETED
        return True

    def implies(self, literals: list[int]) -> bool:
        """Whether a clause follows by reverse unit propagation."""
        start = len(self.trail)
        for literal in literals:
            if self._false[-literal]:
                conflict = True
                break
            if not self._false[literal]:
                self._make_true(-literal)
        else:
            conflict = not self._propagate(start)
        for literal in self.trail[start:]:
            self._false[-literal] = 0
        del self.trail[start:]
        return conflict

    def _make_true(self, literal: int) -> None:
        self._false[-literal] = 1
        self.trail.append(literal)

    def _propagate(self, start: int) -> bool:
        """Propagate the literals of the trail from index ``start`` on; false: a conflict.

        Clauses of two literals go first: they are cheap, and conflicts come sooner.
        """
        false, trail, watching, implied = self._false, self.trail, self._watching, self._implied
        short = long = start
        while True:
            while short < len(trail):
                for literal in implied[-trail[short]]:
                    if false[literal]:
                        return False
                    if not false[-literal]:
                        false[-literal] = 1
                        trail.append(literal)
                short += 1
            if long == len(trail):
                return True
            lost = -trail[long]
            long += 1
            visited = iter(watching[lost])
            kept = watching[lost] = []
            for clause in visited:
                other = clause[0]
                if other == lost:
                    other = clause[0] = clause[1]
                    clause[1] = lost
                if false[-other]:  # the clause is true
                    if other != _DELETED:
                        kept.append(clause)
                    continue
                for i in range(2, len(clause)):
                    literal = clause[i]
                    if not false[literal]:
                        clause[1], clause[i] = literal, lost
                        watching[literal].append(clause)
                        break
                else:
                    kept.append(clause)
                    if false[other]:
                        kept.extend(visited)
                        return False
                    false[-other] = 1
                    trail.append(other)


def _key(literals: Iterable[int]) -> tuple[int, ...]:
    """A clause as a key: sorted, each literal once."""
    return tuple(sorted(set(literals)))
