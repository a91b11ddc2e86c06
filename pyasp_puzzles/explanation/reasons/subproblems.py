"""Subproblems: the clues over one set of atoms, each with a clingo Control of its own.

A search within a subproblem costs microseconds where one of the whole program costs a millisecond.
What it finds is right for the whole: the other clues are free, and nothing else ties its guesses to
the rest (see :mod:`pyasp_puzzles.explanation.dependencies`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import or_

import clingo

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.dependencies import Dependencies
from pyasp_puzzles.explanation.search import (
    Outcome,
    add_rule,
    first_model,
    keep_numbers,
    options_for,
    set_limit,
)
from pyasp_puzzles.ground.ground import Program
from pyasp_puzzles.ground.grounding import Grounder, Source
from pyasp_puzzles.work.deadline import Late, TimeUpError, never

CONTRADICTION = 0
"""The literal that never holds: as a goal it asks for the way to a contradiction."""

_SHORT = 3_000  # conflicts of a search that ends soon; a longer one ends when the time is up
_AUXILIARY = 1 << 32  # atoms of a subproblem's own have numbers above this one


def bits(mask: int) -> Iterator[int]:
    """The members of a mask, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(numbers: Iterable[int]) -> int:
    """The mask of some numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


@cache
def _name(bit: int) -> clingo.Symbol:
    """The name of the atom of a bit."""
    return clingo.Function("bit", [clingo.Number(bit)])


class LiteralIndex:
    """Literals and clues of a theory as bits, and where they meet.

    Bit ``i`` is atom ``i`` of the theory; bit ``n + i`` its negation, with ``n`` atoms; bit ``2n``
    the contradiction.

    Attributes:
        every: all atoms, a mask.
        of_clue: for each clue the components, sets of tied guesses, upon which it depends.
        clue_scopes: for each clue the literals upon which it can bear.
        bound: the components in which something may follow without any clue. In the others, each a
            free choice with no other atom of the theory, nothing does.
    """

    def __init__(
        self,
        ground: Program,
        numbers: Sequence[int],
        clue_atoms: Sequence[int],
        weights: Sequence[int],
    ) -> None:
        self.numbers, self.clue_atoms, self.weights = numbers, clue_atoms, weights
        self.atoms, self.every = len(numbers), (1 << len(numbers)) - 1
        self.contradiction = 1 << 2 * self.atoms
        self._place = {number: i for i, number in enumerate(numbers)}
        self.dependencies, self.options = Dependencies(ground, numbers), options_for(ground)
        of_atoms, of_clues = (map(self.dependencies.components, x) for x in (numbers, clue_atoms))
        places = by_key((component, i) for i, own in enumerate(of_atoms) for component in own)
        self._scopes = {component: mask_of(own) for component, own in places.items()}
        self.of_clue = [*of_clues]
        self.clue_scopes = [self.scope(components) for components in self.of_clue]
        self.all_components = frozenset(self._scopes).union(*self.of_clue)
        free = self.dependencies.free
        self.bound = {
            each for each, atoms in self._scopes.items() if atoms.bit_count() > 1 or not free(each)
        }
        self._made: dict[tuple[frozenset[int], int | None], Subproblem] = {}
        self.late: Late = never

    def timed(self, late: Late) -> LiteralIndex:
        """The same index, whose subproblems raise TimeUpError when the time is up."""
        found = copy(self)
        found.late, found._made = late, {}
        return found

    def within(self, clues: Sequence[int]) -> LiteralIndex:
        """The same index with some clues only, which have the numbers 0, 1, ... in it."""
        found = self.timed(self.late)
        for name in ("clue_atoms", "weights", "of_clue", "clue_scopes"):
            setattr(found, name, [getattr(self, name)[clue] for clue in clues])
        return found

    def check_time(self) -> None:
        """Raise TimeUpError if the time is up."""
        if self.late():
            raise TimeUpError

    def bit(self, literal: int) -> int:
        """The place of a literal."""
        if literal == CONTRADICTION:
            return 2 * self.atoms
        return self._place[abs(literal)] + (0 if literal > 0 else self.atoms)

    def literal(self, bit: int) -> int:
        """The literal at a place."""
        if bit == 2 * self.atoms:
            return CONTRADICTION
        return self.numbers[bit] if bit < self.atoms else -self.numbers[bit - self.atoms]

    def mask(self, literals: Iterable[int]) -> int:
        """The mask of literals."""
        return mask_of(map(self.bit, literals))

    def literals(self, mask: int) -> list[int]:
        """The literals of a mask, without the contradiction: atoms that hold come first."""
        return [self.literal(bit) for bit in bits(mask & ~self.contradiction)]

    def opposite(self, mask: int) -> int:
        """The negations of a mask's literals; the contradiction has none."""
        return mask >> self.atoms & self.every | (mask & self.every) << self.atoms

    def negated(self, bit: int) -> int:
        """The place of the negation of a literal, by its place."""
        return (bit + self.atoms) % (2 * self.atoms)

    def against(self, bit: int) -> tuple[int, ...]:
        """The opposite of a literal, to be assumed."""
        return () if 1 << bit == self.contradiction else (-self.literal(bit),)

    def scope(self, components: Iterable[int]) -> int:
        """The literals that depend on some of the components, and the contradiction."""
        mask = reduce(or_, (self._scopes.get(each, 0) for each in components), 0)
        return mask | mask << self.atoms | self.contradiction

    def components(self, clues: Iterable[int]) -> frozenset[int]:
        """The components that some clues touch."""
        return frozenset[int]().union(*(self.of_clue[clue] for clue in clues))

    def weight(self, clues: int) -> int:
        """The price of a mask of clues."""
        return sum(self.weights[clue] for clue in bits(clues))

    # -- subproblems

    def subproblem(self, components: frozenset[int], clues: int | None = None) -> Subproblem:
        """Some components, with these clues only, a mask, or with all that lie within them."""
        if clues is not None and clues.bit_count() > 1:
            return Subproblem(self, components, clues)  # there are too many sets to keep
        if (components, clues) not in self._made:
            self._made[components, clues] = Subproblem(self, components, clues)
        return self._made[components, clues]


@dataclass(frozen=True, slots=True)
class SubproblemAnswer:
    """What a search in a subproblem ends with.

    If unsatisfiable: the assumed ``clues`` of the core, and its other assumptions, ``known``.  If
    satisfiable: the ``clues`` that hold in the model, and the literals of the scope that do not.
    """

    outcome: Outcome
    clues: int = 0
    known: tuple[int, ...] = ()
    false: int = 0

    @property
    def follows(self) -> bool:
        """Whether it is proved that there is no model."""
        return self.outcome is Outcome.UNSATISFIABLE


class Subproblem:
    """A control with the rules of some components, and with those of clues within these.

    ``scope``, ``clues``: the literals and the clues that it has, masks.
    """

    def __init__(
        self,
        index: LiteralIndex,
        components: frozenset[int],
        clues: int | None = None,
        options: Sequence[str] = (),
    ) -> None:
        index.check_time()
        among = range(len(index.of_clue)) if clues is None else bits(clues)
        own = [clue for clue in among if index.of_clue[clue] <= components]
        self.index, self.scope, self.clues = index, index.scope(components), mask_of(own)
        shown = [index.numbers[i] for i in bits(self.scope) if i < index.atoms]
        self._shown = frozenset(shown)
        self._clue_of = {index.clue_atoms[clue]: clue for clue in own}
        rules = index.dependencies.part([*shown, *self._clue_of], components)
        self._control = Grounder(Source(), [*index.options, *options]).control
        self._numbers, self._symbols = dict[int, int](), dict[clingo.Symbol, int]()
        named = {number: index.bit(number) for number in shown}
        named |= {number: index.atoms + clue for number, clue in self._clue_of.items()}
        with self._control.backend() as backend:
            for number, bit in named.items():
                self._numbers[number] = backend.add_atom(_name(bit))
                self._symbols[_name(bit)] = 1 << bit
            for rule in rules:
                add_rule(backend, rule, partial(self._number, backend))
            keep_numbers(backend)
        self._literals = {new: old for old, new in self._numbers.items()}
        self._limit, self._learnt = -1, list[int]()

    def _number(self, backend: clingo.Backend, literal: int) -> int:
        atom = abs(literal)
        if atom not in self._numbers:
            self._numbers[atom] = backend.add_atom()
        return self._numbers[atom] if literal > 0 else -self._numbers[atom]

    def within(self, literals: Iterable[int]) -> list[int]:
        """Those of some literals that are in its scope, in their order."""
        return [x for x in literals if abs(x) in self._shown]

    def learn(self, literals: Iterable[int]) -> None:
        """Let literals hold from now on."""
        self._learnt += [x for x in literals if abs(x) in self._numbers]

    def _begin(self) -> None:
        """Tell the control what it has to know before a search, if there is time."""
        self.index.check_time()
        if self._learnt:
            with self._control.backend() as backend:
                for literal in self._learnt:
                    backend.add_rule([], [-self._number(backend, literal)])
            self._learnt.clear()

    def against(self, literals: Sequence[int]) -> list[int]:
        """What has to be assumed so that not all these literals hold."""
        if len(literals) < 2:
            return [-literal for literal in literals if literal != CONTRADICTION]
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            for literal in literals:
                backend.add_rule([atom], [-self._number(backend, literal)])
        number = _AUXILIARY + atom
        self._literals[atom], self._numbers[number] = number, atom
        return [number]

    def solve(
        self, clues: int | Sequence[int], assumed: Iterable[int], limit: int, *, read: bool = True
    ) -> SubproblemAnswer:
        """Search for a model in which clues and literals hold; TimeUpError: the time is up.

        Args:
            clues: a mask, of which those outside the subproblem are ignored; or numbers in the
                order in which they are assumed: a core tends to consist of the first ones.
            limit: conflicts after which the search gives up.
            read: whether to say what holds in a model, which takes a third of the time.
        """
        self._begin()
        numbers, clue_atoms = self._numbers, self.index.clue_atoms
        literals = [numbers[x] if x > 0 else -numbers[-x] for x in assumed]
        ordered = bits(clues & self.clues) if isinstance(clues, int) else clues
        literals += [-numbers[clue_atoms[clue]] for clue in ordered]
        found = self._search(literals, min(limit, _SHORT), never, read)
        if found.outcome is Outcome.UNKNOWN and limit > _SHORT:
            # To be ended a search needs a thread, and most take less time than to start one.
            found = self._search(literals, limit, self.index.late, read)
        return found

    def refutes(
        self, clues: int | Sequence[int], assumed: Iterable[int], limit: int
    ) -> SubproblemAnswer | None:
        """The core of a search that proves that clues and literals contradict each other."""
        answer = self.solve(clues, assumed, limit, read=False)
        return answer if answer.follows else None

    def _search(
        self, literals: Sequence[int], limit: int, late: Late, read: bool
    ) -> SubproblemAnswer:
        if limit != self._limit:
            set_limit(self._control, limit)
            self._limit = limit
        with first_model(self._control, literals, late) as handle:
            if model := handle.model():
                return self._read(model) if read else SubproblemAnswer(Outcome.SATISFIABLE)
            if not handle.get().unsatisfiable:
                return SubproblemAnswer(Outcome.UNKNOWN)
            return self._core(handle.core())

    def _read(self, model: clingo.Model) -> SubproblemAnswer:
        """The clues that hold in a model, and the literals that do not."""
        found, index = 0, self.index
        for symbol in model.symbols(atoms=True):
            found |= self._symbols[symbol]
        clues, true = self.clues & ~(found >> index.atoms), found & index.every
        false = true << index.atoms | index.every & ~true | index.contradiction
        return SubproblemAnswer(Outcome.SATISFIABLE, clues, false=false & self.scope)

    def _core(self, core: Sequence[int]) -> SubproblemAnswer:
        clues, known = 0, []
        for literal in core:
            number = self._literals[abs(literal)]
            if literal < 0 and number in self._clue_of:
                clues |= 1 << self._clue_of[number]
            else:
                known.append(number if literal > 0 else -number)
        return SubproblemAnswer(Outcome.UNSATISFIABLE, clues, tuple(known))
