"""Recognises exact covers in ground programs by their structure.

*Why the answers are right.*  Let ``X`` be the heads of choice rules that are not facts, and ``D``
all other atoms.  (A fact is true whatever its choice rules say.)  The program has no disjunction,
and no cycle through negation or through an atom of ``X``; all others are refused.

1. *The choices are free.*  Put the atoms into layers, each above those that its rules mention
   (splitting: Lifschitz and Turner, "Splitting a logic program", 1994).  An atom of ``X`` is in no
   cycle, so it has a layer of its own, and what lies below decides which of its rules apply.  It
   may be true where one does, and must be where one does that is no choice.  The same is said by
   choosing it freely under two constraints: ":- chosen, no rule applies" and ":- a plain rule
   applies, not chosen".  An atom that a constraint denies by itself is no choice: its choice rules
   are dropped.
2. *The choices decide the rest.*  Without cycles through negation each layer of ``D`` has just one
   stable valuation, the least one.  So the answer sets are, one to one, the sets of choices that
   break no constraint.
3. *Some constraints are groups.*  A form says of an atom how many of some choices are true where
   the atom is.  In the first round forms follow by logic alone, and hold for every set of choices.
   A constraint whose body has a form is a group: a set of choices, with the numbers that are
   allowed.  A later round may use that the groups of earlier rounds allow at most one of some
   choices.  Its forms hold where those groups do, and there its groups mean what its constraints
   mean.  Groups are never dropped.  So by induction over the rounds all groups together say what
   the constraints that were read as groups say together.
4. *Cover and evaluation say it all.*  The cover has the least and the greatest number of each
   group.  What that leaves unsaid is evaluated for each cover (:class:`Rest`): the constraints
   without a form, and the gaps of groups, numbers between the least and the greatest one that are
   not allowed.  So the covers that pass are the answer sets, one each.
5. *Each answer comes once.*  An answer is the set of shown symbols; those that are not shown just
   with one option are evaluated, too.  Two covers may show the same.  A choice can be read off an
   answer if a symbol is shown just where it is chosen, or just where it is not; or if a fixed
   number of a group is chosen, and all others of the group can be read.  If every choice can,
   different covers are different answers (``injective``).  If not, the search remembers what it has
   shown.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

import clingo

from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.covering.reading import Form, Reading, Tally, disjunction, numbers_up_to
from pyasp_puzzles.engines.covering.search import Cover, Group, options
from pyasp_puzzles.engines.search import Cube, Symbols
from pyasp_puzzles.ground.ground import Body, Program, Sum, literals_of
from pyasp_puzzles.ground.grounding import WAIT


class Rest:
    """The constraints and shown symbols that groups do not express, evaluated for many covers.

    An atom's value is an integer with a bit for each cover, so a literal of a rule costs one ``&``.
    """

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


TRIAL = 1000
"""The search gives up after this number of covers if too few of them are answers."""

LEAST = 0.01
"""The least share of answers among the covers."""

_BATCH = 1024
"""The most covers that are evaluated together."""

_SHARE, _LONGEST = 20, 1.0
"""Covers are collected so many times as long as those before them took to evaluate, whatever
their number; but at most so many seconds."""

Row = tuple[int, int]
"""The options of an answer, and the conditions of :class:`Rest` that hold in it; both as bits."""


@dataclass(frozen=True)
class Recognised:
    """A ground program as an exact cover.

    Attributes:
        cover: its options are the choices.
        always: symbols shown in every answer.
        shown: for each option the symbols that are shown if and only if it is chosen.
        derived: further symbols; ``rest`` decides where they are shown.
        rest: what has to be evaluated for each cover; ``None``: nothing.
        atoms: the number of atoms with a rule.
        injective: whether different covers show different symbols.
    """

    cover: Cover
    always: tuple[clingo.Symbol, ...]
    shown: tuple[tuple[clingo.Symbol, ...], ...]
    derived: tuple[clingo.Symbol, ...]
    rest: Rest | None
    atoms: int
    injective: bool

    def rows(self, covers: Iterator[int], limit: int = 0) -> Iterator[Row]:
        """The answers among covers, each once.

        Args:
            covers: as bits.
            limit: number of answers wanted; 0: all.

        Raises MisfitError before the first answer if hardly any cover is one.
        """
        alone = ((chosen, 0) for chosen in covers)
        found = _evaluated(self.rest, covers, limit) if self.rest else alone
        if self.injective:
            yield from found
            return
        seen = set()
        named = sum(1 << option for option, symbols in enumerate(self.shown) if symbols)
        for chosen, conditions in found:
            if (chosen & named, conditions) not in seen:
                seen.add((chosen & named, conditions))
                yield chosen, conditions

    def symbols(self, row: Row) -> Symbols:
        """The shown symbols of an answer."""
        chosen, conditions = row
        found = list(self.always)
        for option in options(chosen):
            found += self.shown[option]
        found += (self.derived[number] for number in options(conditions))
        return tuple(found)

    def within(self, cube: Cube) -> tuple[list[int], int] | None:
        """The options that are chosen in a cube, and those (bits) that are not.

        ``None``: no answer is in the cube. Raises MisfitError if one of the atoms follows from
        several options.
        """
        chosen, never = [], 0
        numbers = {
            symbol: option
            for option, symbols in enumerate(self.shown if cube != Cube() else ())
            for symbol in symbols
        }
        for atom, value in cube.literals():
            symbol = clingo.parse_term(atom)
            if symbol in self.derived:
                raise MisfitError(f"the cube is about {atom}, which is no option")
            if symbol not in numbers:
                if value != (symbol in self.always):
                    return None
            elif value:
                chosen.append(numbers[symbol])
            else:
                never |= 1 << numbers[symbol]
        return chosen, never


def recognise(program: Program, seed: int | None = None) -> Recognised:
    """Find the exact cover in a ground program; a seed shuffles its options.

    Raises MisfitError if the program is no exact cover; the message says why, on one line.
    """
    if program.externals:  # objectives and heuristics change no answer
        names = [str(program.names.get(atom, "an atom")) for atom in program.externals]
        raise MisfitError(f"{names[0]} is external: its value comes from outside")
    if program.theory:
        raise MisfitError(f"the theory atom &{program.theory[0]} is not part of an exact cover")
    if program.edges:
        raise MisfitError("#edge statements ask for a graph without cycles, not for a cover")
    reading = Reading(program, seed)
    size = len(reading.choices)
    groups = [_group(mask, counts) for mask, counts in reading.groups.items()]
    if size and not any(group.low for group in groups):
        raise MisfitError("no group of choices of which one has to be made: nothing to cover")
    gaps = [
        Tally(mask, numbers_up_to(mask.bit_count()) ^ counts)
        for mask, counts in reading.groups.items()
        if counts and counts & counts + (counts & -counts)
    ]
    # Step 5 of the proof: symbols that are shown always, with one option, or otherwise.
    read = 0  # options that can be read off the shown symbols
    always: list[clingo.Symbol] = []
    shown: list[list[clingo.Symbol]] = [[] for _ in range(size)]
    derived: list[clingo.Symbol] = []
    conditions: list[Tally | list[Body]] = []
    outputs: dict[clingo.Symbol, list[Body]] = {}
    for output in program.outputs:
        outputs.setdefault(output.symbol, []).append(output.condition)
    for symbol, bodies in outputs.items():
        form = disjunction(map(reading.body, bodies))
        if isinstance(form, Tally):
            single = form.mask & (form.mask - 1) == 0
            if single:
                read |= form.mask
            if single and form.counts == 0b10:
                shown[form.mask.bit_length() - 1].append(symbol)
            else:
                derived.append(symbol)
                conditions.append(form)
        elif form is None:
            derived.append(symbol)
            conditions.append(bodies)
        elif form:
            always.append(symbol)
    for group in groups:  # of a group with a fixed number, one option follows from the others
        left = group.mask & ~read
        if group.low == group.high and left.bit_count() == 1:
            read |= left
    restricting = (g for g in groups if g.low > 0 or g.high < g.mask.bit_count())
    return Recognised(
        Cover(size, tuple(restricting)),
        tuple(always),
        tuple(map(tuple, shown)),
        tuple(derived),
        Rest(reading, gaps, conditions) if gaps or reading.others or conditions else None,
        len(reading.facts) + len(reading.rules),
        injective=read.bit_count() == size,
    )


def _group(mask: int, counts: int) -> Group:
    """A group from the least to the greatest allowed number."""
    if not counts:
        return Group(0, 1, 1)  # cannot be satisfied
    return Group(mask, (counts & -counts).bit_length() - 1, counts.bit_length() - 1)


def _evaluated(rest: Rest, covers: Iterator[int], limit: int) -> Iterator[Row]:
    """The covers that break no constraint, evaluated in batches; with a limit these grow.

    The first answers are yielded only when it is clear that enough of the covers are answers.
    """
    held: list[Row] = []
    tried, trying, size, wait = 0, rest.restricts, 1 if limit else _BATCH, WAIT
    stopped: KeyboardInterrupt | None = None
    while batch := list(_soon(covers, size, wait)):
        begun = time.monotonic()
        try:
            passing, columns = rest.evaluate(batch)
        except KeyboardInterrupt as stop:  # what was found is evaluated all the same
            stopped, (passing, columns) = stop, rest.evaluate(batch)
        for number in options(passing):
            bits = (column >> number & 1 for column in columns)
            held.append((batch[number], sum(bit << place for place, bit in enumerate(bits))))
        if stopped:
            yield from held
            raise stopped
        wait = max(WAIT, min(_SHARE * (time.monotonic() - begun), _LONGEST))
        tried += len(batch)
        size = min(2 * size, _BATCH)
        if trying and tried < TRIAL and not 0 < limit <= len(held):
            continue
        if trying and len(held) < LEAST * tried:
            raise MisfitError(
                f"of the first {tried:,} covers {len(held)} keep the other constraints, "
                f"such as {rest.example()}"
            )
        trying = False
        yield from held
        held = []
    yield from held


def _soon(covers: Iterator[int], most: int, wait: float) -> Iterator[int]:
    """The next covers, at most so many; one that comes after some seconds is the last one."""
    begun = time.monotonic()
    for cover in itertools.islice(covers, most):
        yield cover
        if time.monotonic() - begun > wait:
            return
