"""The ground program as bounds on sums of literals, which a person checks at a glance.

A denied cardinality, a bounded choice and an integrity constraint are all of the form
``low <= sum of the weights of true literals <= high``.  A defined atom is a linear expression in
others where it is a single literal, or a disjunction of which at most one holds; so "the values sum
to 20" over helper atoms is a weighted sum of choices again.  What has no such form (connectivity,
nested conditions) stays with the searches of :mod:`.finder`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import reduce
from operator import or_

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, spread, sum_of
from pyasp_puzzles.explanation.reasons.tables import TooWideError, TruthTables
from pyasp_puzzles.ground.ground import Body, Program, Sum, literals_of

_DEEP = 6  # definitions that are followed into each other

Linear = tuple[dict[int, int], int]  # coefficients by the atom's place, and a constant
Demand = tuple[dict[int, int], int | None, int | None]  # the same, and the bounds of their sum

_FALSE: Linear = ({}, 0)
_TRUE: Linear = ({}, 1)


class _NotLinearError(Exception):
    """Something has no form as a sum."""


class NormalForm:
    """The sums of a ground program with clues.

    Attributes:
        sums, background: all of them, and those without a clue.
        unread: the clues of which not all is in the sums.
        beyond: these, and clues that may say more than each of their sums by itself.
    """

    def __init__(self, program: Program, index: LiteralIndex) -> None:
        self._index = index
        self._place = {number: i for i, number in enumerate(index.numbers)}
        heads = [(head, rule) for rule in program.rules for head in rule.head]
        self._rules = by_key(heads)
        chosen = (head for head, rule in heads if rule.choice or len(rule.head) > 1)
        self._chosen = index.dependencies.guessed.difference(self._place).union(chosen)
        self._tables = TruthTables(self._rules, self._place, self._chosen.difference(self._place))
        self._known: dict[int, Linear] = {}
        self._exclusive: list[frozenset[int]] = []
        self._bounds: dict[tuple[int, tuple[tuple[int, int], ...]], tuple[int, int]] = {}
        self._in_tables: set[int] = set()
        self.unread = frozenset(self._read(program))
        bounds = self._bounds.items()
        self.sums = [sum_of(index, clue, terms, *own) for (clue, terms), own in bounds if terms]
        self.background = [own for own in self.sums if own.clue == BACKGROUND]
        wide = Counter(own.clue for own in self.sums if own.mask.bit_count() > 1)
        several = {clue for clue in wide if wide[clue] > 1 and clue not in self._in_tables}
        not_simple = (own.clue for own in self.sums if not own.is_simple)
        self.beyond = self.unread.union(several, not_simple) - {BACKGROUND}

    @property
    def always(self) -> int:
        """The literals that the background alone demands one by one, a mask."""
        return reduce(or_, (own.mask for own in self.background if own.is_single), 0)

    def spread(self, true: int, new: int) -> int | None:
        """What holds without any clue beside known and new literals; ``None``: they contradict."""
        return spread(self._index, self.background, true, new)

    def within(self, clues: Sequence[int]) -> NormalForm:
        """The sums of some clues and of the background; the clues have the numbers 0, 1, ..."""
        number = {clue: i for i, clue in enumerate(clues)} | {BACKGROUND: BACKGROUND}
        found = copy(self)
        found.sums = [replace(x, clue=number[x.clue]) for x in self.sums if x.clue in number]
        found.background = [own for own in found.sums if own.clue == BACKGROUND]
        found.beyond = frozenset(number[clue] for clue in self.beyond if clue in number)
        found.unread = frozenset(number[clue] for clue in self.unread if clue in number)
        return found

    def _read(self, program: Program) -> set[int]:
        """Read all that is demanded, first what excludes atoms; returns the clues that say more."""
        jobs: list[tuple[int, Iterator[Demand], list[Body], int]] = []
        for rule in program.rules:
            if not rule.head and not rule.choice:
                jobs.append((BACKGROUND, self._denied(rule.body), [rule.body], 0))
            elif len(rule.head) > 1 and not rule.choice and not literals_of(rule.body):
                self._bound(BACKGROUND, *self._one_of(rule.head))
        for clue, atom in enumerate(self._index.clue_atoms):
            jobs.append((clue, self._demanded(atom, False), self._bodies(atom), 0))
        for atom in self._index.numbers:
            if atom not in self._chosen:
                jobs.append((BACKGROUND, self._defined(atom), self._bodies(atom), atom))
        left = [(clue, denied, x) for clue, own, denied, x in jobs if not self._summed(clue, own)]
        return {job[0] for job in left if not self._tabled(*job)} - {BACKGROUND}

    def _bodies(self, atom: int) -> list[Body]:
        return [rule.body for rule in self._rules.get(atom, ())]

    def _one_of(self, heads: Sequence[int]) -> Demand:
        """A disjunction: one of its atoms, and no other one where nothing else supports any."""
        named = [head for head in heads if head in self._place]
        alone = all(len(self._rules[head]) == 1 for head in heads)
        low = 1 if len(named) == len(heads) else 0
        return {self._place[head]: 1 for head in named}, low, 1 if alone else None

    def _summed(self, clue: int, demands: Iterable[Demand]) -> bool:
        """Whether sums say all of what is demanded."""
        try:
            found = [*demands]
        except _NotLinearError:
            return False
        for demand in found:
            self._bound(clue, *demand)
        return all(any(terms.values()) or (low or 0) <= 0 for terms, low, _ in found)

    def _tabled(self, clue: int, denied: Sequence[Body], atom: int) -> bool:
        """Whether clauses say all of it."""
        try:
            clauses = self._tables.clauses(denied, atom)
        except TooWideError:
            return False
        for clause in clauses:
            terms = {self._place[abs(x)]: 1 if x > 0 else -1 for x in clause}
            self._bound(clue, terms, 1 - sum(x < 0 for x in clause), None)
        self._in_tables.add(clue)
        return True

    def _bound(self, clue: int, terms: dict[int, int], low: int | None, high: int | None) -> None:
        """Take the bounds of a sum together with those that it has already."""
        used = tuple(sorted((i, weight) for i, weight in terms.items() if weight))
        least = sum(weight for _, weight in used if weight < 0)
        most = sum(weight for _, weight in used if weight > 0)
        least, most = self._bounds.get((clue, used), (least, most))
        least = least if low is None else max(least, low)
        most = most if high is None else min(most, high)
        self._bounds[clue, used] = least, most
        if clue == BACKGROUND and most == 1 and all(weight == 1 for _, weight in used):
            self._exclusive.append(frozenset(i for i, _ in used))

    # -- expressions

    def _literal(self, literal: int, inside: frozenset[int] = frozenset()) -> Linear:
        """A literal as a linear expression."""
        found = self._atom(abs(literal), inside)
        return found if literal > 0 else _added([(_TRUE, 1), (found, -1)])

    def _atom(self, atom: int, inside: frozenset[int]) -> Linear:
        if atom in self._place:
            return {self._place[atom]: 1}, 0
        if atom in self._chosen or len(inside) > _DEEP:
            raise _NotLinearError
        if atom in inside:  # a rule that needs itself adds nothing
            return _FALSE
        if atom not in self._known:
            within = inside | {atom}
            found = self._either([self._conjunction(x, within) for x in self._bodies(atom)])
            if inside:
                return found  # what is cut there may be more elsewhere
            self._known[atom] = found
        return self._known[atom]

    def _conjunction(self, body: Body, inside: frozenset[int] = frozenset()) -> Linear:
        """A body that is one literal at most; a sum if it is a disjunction."""
        if isinstance(body, Sum):
            if body.bound != 1:
                raise _NotLinearError
            return self._either([self._literal(literal, inside) for literal, _ in body.terms])
        found = [self._literal(literal, inside) for literal in body]
        found = [each for each in found if each != _TRUE]
        if _FALSE in found:
            return _FALSE
        if len(found) > 1:
            raise _NotLinearError
        return found[0] if found else _TRUE

    def _either(self, parts: Iterable[Linear]) -> Linear:
        """A disjunction, if at most one of its atoms holds."""
        parts = [part for part in parts if part != _FALSE]
        if _TRUE in parts:
            return _TRUE
        if len(parts) == 1:
            return parts[0]
        if any(constant or set(terms.values()) - {1} for terms, constant in parts):
            raise _NotLinearError
        together = {i: 1 for terms, _ in parts for i in terms}
        if len(together) > 1 and not any(set(together) <= group for group in self._exclusive):
            raise _NotLinearError
        return together, 0

    # -- what is demanded

    def _defined(self, atom: int) -> Iterator[Demand]:
        """An atom with words equals what its rules say."""
        terms, constant = self._either(map(self._conjunction, self._bodies(atom)))
        place = self._place[atom]
        yield {**terms, place: terms.get(place, 0) - 1}, -constant, -constant

    def _demanded(
        self, literal: int, truth: bool, inside: frozenset[int] = frozenset()
    ) -> Iterator[Demand]:
        """What it takes that a literal has a truth value; ``inside``: atoms that lead to it."""
        if literal < 0:
            literal, truth = -literal, not truth
        if literal in inside:
            return
        bodies = self._bodies(literal)
        inside |= {literal}
        if literal in self._place:
            yield {self._place[literal]: 1}, int(truth), int(truth)
        elif literal in self._chosen:
            raise _NotLinearError
        elif not truth:
            for body in bodies:
                yield from self._denied(body, inside)
        elif len(bodies) != 1:
            terms, constant = _added((self._conjunction(body), 1) for body in bodies)
            yield terms, 1 - constant, None
        elif isinstance(bodies[0], Sum):
            yield self._bounded(bodies[0], reached=True)
        else:
            for own in bodies[0]:
                yield from self._demanded(own, True, inside)

    def _denied(self, body: Body, inside: frozenset[int] = frozenset()) -> Iterator[Demand]:
        """What it takes that a body does not hold."""
        if isinstance(body, Sum):
            yield self._bounded(body, reached=False)
            return
        flat, todo, counts = list[int](), list(body), dict[int, Sum]()
        while todo:
            literal = todo.pop()
            is_open = abs(literal) in self._place or abs(literal) in self._chosen
            bodies = [] if is_open else self._bodies(abs(literal))
            own = bodies[0] if len(bodies) == 1 else None
            if literal > 0 and not bodies and not is_open:
                return  # it never holds
            if isinstance(own, Sum) and own.bound > 1:
                counts[literal] = own
            if literal > 0 and own is not None and not isinstance(own, Sum):
                todo += own
            elif bodies or is_open:
                flat.append(literal)
        if len(flat) == 1:
            yield from self._demanded(flat[0], False, inside)
        elif len(counts) == 1:
            flat.remove(count := next(iter(counts)))
            yield self._bounded(counts[count], reached=count < 0, where=flat)
        elif flat:
            yield self._bounded(Sum(len(flat), tuple((x, 1) for x in flat)), reached=False)

    def _bounded(self, own: Sum, *, reached: bool, where: Sequence[int] = ()) -> Demand:
        """What it takes that a sum is reached, or is not, where all of some literals hold."""
        terms, constant = _added((self._literal(x), weight) for x, weight in own.terms)
        bound = own.bound - constant - (not reached)
        # where one of these does not hold, its weight leaves room for everything
        if reached:
            weight = min(0, sum(each for each in terms.values() if each < 0) - bound)
        else:
            weight = max(0, sum(each for each in terms.values() if each > 0) - bound)
        parts = [((terms, -weight * len(where)), 1), *((self._literal(x), weight) for x in where)]
        together, constant = _added(parts)
        bound -= constant
        return (together, bound, None) if reached else (together, None, bound)


def _added(parts: Iterable[tuple[Linear, int]]) -> Linear:
    """The sum of expressions, each with a factor."""
    total, constant = Counter[int](), 0
    for (terms, more), factor in parts:
        constant += factor * more
        for i, weight in terms.items():
            total[i] += factor * weight
    return dict(total), constant
