"""Evaluates the constraints and shown symbols that groups do not express, for many covers at once.

An atom's value is an integer with a bit for each cover, so a literal of a rule costs one ``&``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from pyasp_puzzles.engines.covering.reading import Form, Reading, Tally, numbers_up_to
from pyasp_puzzles.engines.covering.search import options
from pyasp_puzzles.ground.ground import Body, Sum, literals_of


class Rest:
    """The part of a program that is evaluated for each cover."""

    def __init__(
        self,
        reading: Reading,
        denials: Sequence[Tally],
        conditions: Sequence[Tally | Sequence[Body]],
    ) -> None:
        self._reading, self._denials, self._conditions = reading, denials, conditions
        bodies = [*reading.others]
        for condition in conditions:
            bodies += [] if isinstance(condition, Tally) else condition
        asked = [literal for body in bodies for literal in literals_of(body)]
        needed: set[int] = set()
        while asked:
            atom = abs(asked.pop())
            if atom not in needed and reading.form(atom) is None:
                needed.add(atom)
                for rule in reading.rules[atom]:
                    asked += literals_of(rule.body)
        layers = ([atom for atom in layer if atom in needed] for layer in reading.layers)
        self._layers = [layer for layer in layers if layer]
        self.restricts = bool(reading.others or denials)

    def example(self) -> str:
        """One of the constraints, for messages."""
        words = self._reading.words
        if self._reading.others:
            return f":- {words(literals_of(self._reading.others[0]))}"
        among = self._denials[0].mask
        some = (atom for atom, option in self._reading.choices.items() if option & among)
        return f"one on the number of {words(some)}"

    def evaluate(self, covers: Sequence[int]) -> tuple[int, list[int]]:
        """The covers that break no constraint, and for each condition the covers where it holds."""
        batch = _Batch(covers, self._reading)
        for layer in self._layers:
            again = True
            while again:
                before = [batch.values.get(atom, 0) for atom in layer]
                for atom in layer:
                    bodies = [rule.body for rule in self._reading.rules[atom]]
                    batch.values[atom] = batch.any_of(bodies)
                now = [batch.values[atom] for atom in layer]
                again = layer[0] in self._reading.looped and now != before
        broken = batch.any_of(self._reading.others)
        for form in self._denials:
            broken |= batch.form(form)
        held = [
            batch.form(condition) if isinstance(condition, Tally) else batch.any_of(condition)
            for condition in self._conditions
        ]
        return batch.all & ~broken, held


class _Batch:
    """The values of atoms, with a bit for each cover of a batch."""

    def __init__(self, covers: Sequence[int], reading: Reading) -> None:
        self.all = (1 << len(covers)) - 1
        self.values: dict[int, int] = {}
        self._reading = reading
        self._columns: dict[int, int] = {}  # of the options that are chosen in some cover
        for number, cover in enumerate(covers):
            for option in options(cover):
                self._columns[option] = self._columns.get(option, 0) | 1 << number

    def any_of(self, bodies: Sequence[Body]) -> int:
        """The covers where at least one of some bodies holds."""
        return reduce(or_, map(self._body, bodies), 0)

    def form(self, form: Form) -> int:
        """The covers where a form holds."""
        if not isinstance(form, Tally):
            return self.all if form else 0
        columns = [self._columns.get(option, 0) for option in options(form.mask)]
        if form.counts == numbers_up_to(len(columns)) ^ 1:  # at least one, as most forms say
            return reduce(or_, columns, 0)
        planes: list[int] = []
        for column in columns:
            _add(planes, column, 0)
        found = 0
        for number in options(form.counts):
            if number >> len(planes) == 0:
                equal = self.all
                for place, plane in enumerate(planes):
                    equal &= plane if number >> place & 1 else ~plane
                found |= equal
        return found

    def _body(self, body: Body) -> int:
        if isinstance(body, Sum):
            return self._reaches(body)
        held = self.all
        for literal in body:
            held &= self._literal(literal)
            if not held:
                break
        return held

    def _literal(self, literal: int) -> int:
        atom = abs(literal)
        value = self.values.get(atom)
        if value is None:
            form = self._reading.form(atom)
            value = self.values[atom] = 0 if form is None else self.form(form)
        return value if literal > 0 else self.all ^ value

    def _reaches(self, body: Sum) -> int:
        """The covers where a weighted sum reaches its bound; the sums are added in binary."""
        if body.bound <= 0:
            return self.all
        planes: list[int] = []
        for literal, weight in body.terms:
            for place in options(weight):
                _add(planes, self._literal(literal), place)
        more, equal = 0, self.all
        for place in reversed(range(max(len(planes), body.bound.bit_length()))):
            plane = planes[place] if place < len(planes) else 0
            if body.bound >> place & 1:
                equal &= plane
            else:
                more |= equal & plane
                equal &= ~plane
        return more | equal


def _add(planes: list[int], column: int, place: int) -> None:
    """Add a column times 2 to the power ``place`` to numbers whose binary digits are planes."""
    while column:
        while len(planes) <= place:
            planes.append(0)
        planes[place], column = planes[place] ^ column, planes[place] & column
        place += 1
