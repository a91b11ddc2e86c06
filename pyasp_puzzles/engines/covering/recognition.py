"""Recognises exact covers in ground programs by their structure.

*Why the answers are right.*  Let ``X`` be the heads of choice rules that are not facts, and ``D``
all other atoms.  (A fact is true whatever its choice rules say.)  The program has no disjunction,
and no cycle through negation or through an atom of ``X``; all others are refused.

1. *The choices are free.*  Put the atoms into layers, each above those that its rules mention
   (splitting: Lifschitz and Turner, "Splitting a logic program", 1994).  An atom of ``X`` is in no
   cycle, so it has a layer of its own, and what lies below decides which of its rules apply.  It
   may be true where one does, and must be where one does that is no choice.  The same is said by
   choosing it freely under two constraints: ":- chosen, no rule applies" and ":- a plain rule
   applies, not chosen".
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
   group; a choice in a group that allows none is no option.  What that leaves unsaid is evaluated
   for each cover (:mod:`pyasp_puzzles.engines.covering.rest`): the constraints without a form, and
   the gaps of groups, numbers between the least and the greatest one that are not allowed.  So the
   covers that pass are the answer sets, one each.
5. *Each answer comes once.*  An answer is the set of shown symbols; those that are not shown just
   with one option are evaluated, too.  Two covers may show the same.  A choice can be read off an
   answer if a symbol is shown just where it is chosen, or just where it is not; or if a fixed
   number of a group is chosen, and all others of the group can be read.  If every choice can,
   different covers are different answers (``injective``).  If not, the search remembers what it has
   shown.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import clingo

from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.covering.reading import Reading, Tally, disjunction, numbers_up_to
from pyasp_puzzles.engines.covering.rest import Rest
from pyasp_puzzles.engines.covering.search import Cover, Group, options
from pyasp_puzzles.engines.search import Symbols
from pyasp_puzzles.ground.ground import Body, Program


@dataclass(frozen=True)
class Recognised:
    """A ground program as an exact cover.

    Attributes:
        cover: its options are the choices, without those that are known to be never true.
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


def recognise(program: Program) -> Recognised:
    """Find the exact cover in a ground program.

    Raises:
        MisfitError: the program is no exact cover; the message says why, on one line.
    """
    _refuse_extras(program)
    return _Result(Reading(program)).recognised()


def _refuse_extras(program: Program) -> None:
    """Refuse externals, theory atoms and edges; objectives and heuristics change no answer."""
    if program.externals:
        names = [str(program.names.get(atom, "an atom")) for atom in program.externals]
        raise MisfitError(f"{names[0]} is external: its value comes from outside")
    if program.theory:
        raise MisfitError(f"the theory atom &{program.theory[0]} is not part of an exact cover")
    if program.edges:
        raise MisfitError("#edge statements ask for a graph without cycles, not for a cover")


class _Result:
    """Options, groups, rest and shown symbols of a program that was read; steps 4 and 5."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        never = (choices for choices, counts in reading.groups.items() if counts == 1)
        options = sorted(reading.choices.difference(*never))
        self._size = len(options)
        self._numbers = {atom: number for number, atom in enumerate(options)}
        self._read = 0  # options that can be read off the shown symbols
        self._always: list[clingo.Symbol] = []
        self._shown: list[list[clingo.Symbol]] = [[] for _ in options]
        self._derived: list[clingo.Symbol] = []
        self._conditions: list[Tally | list[Body]] = []

    def recognised(self) -> Recognised:
        """The result."""
        allowed: dict[int, int] = {}
        for choices, counts in self._reading.groups.items():
            mask = self._mask(choices)
            allowed[mask] = allowed.get(mask, -1) & counts
        groups = [
            _group(mask, counts & numbers_up_to(mask.bit_count()))
            for mask, counts in allowed.items()
        ]
        if self._size and not any(group.low for group in groups):
            raise MisfitError("no group of choices of which one has to be made: nothing to cover")
        gaps = [
            Tally(choices, numbers_up_to(len(choices)) ^ counts)
            for choices, counts in self._reading.groups.items()
            if counts and counts & counts + (counts & -counts)
        ]
        self._read_outputs()
        for group in groups:  # of a group with a fixed number, one option follows from the others
            left = group.mask & ~self._read
            if group.low == group.high and left.bit_count() == 1:
                self._read |= left
        return Recognised(
            Cover(self._size, tuple(filter(_restricts, groups))),
            tuple(self._always),
            tuple(map(tuple, self._shown)),
            tuple(self._derived),
            self._rest(gaps),
            len(self._reading.facts) + len(self._reading.rules),
            injective=self._read.bit_count() == self._size,
        )

    def _mask(self, choices: Iterable[int]) -> int:
        return sum(1 << self._numbers[atom] for atom in choices if atom in self._numbers)

    def _rest(self, gaps: list[Tally]) -> Rest | None:
        """What groups do not express."""
        if not (gaps or self._reading.others or self._conditions):
            return None
        return Rest(self._reading, self._numbers, gaps, self._conditions)

    def _read_outputs(self) -> None:
        """Sort the shown symbols: shown always, with one option, otherwise; step 5 of the proof."""
        conditions: dict[clingo.Symbol, list[Body]] = {}
        for output in self._reading.program.outputs:
            conditions.setdefault(output.symbol, []).append(output.condition)
        for symbol, bodies in conditions.items():
            form = disjunction(map(self._reading.body, bodies))
            if form is None:
                self._derived.append(symbol)
                self._conditions.append(bodies)
                continue
            mask, counts = 0, int(form is True)
            if isinstance(form, Tally):
                mask, counts = self._mask(form.choices), form.counts
            every = numbers_up_to(mask.bit_count())
            counts &= every
            if counts == every:
                self._always.append(symbol)
            elif mask.bit_count() == 1 and counts == 0b10:
                self._shown[mask.bit_length() - 1].append(symbol)
                self._read |= mask
            elif counts:
                assert isinstance(form, Tally)
                self._derived.append(symbol)
                self._conditions.append(form)
                if mask.bit_count() == 1:
                    self._read |= mask


def _group(mask: int, counts: int) -> Group:
    """A group from the least to the greatest allowed number."""
    if not counts:
        return Group(0, 1, 1)  # cannot be satisfied
    return Group(mask, (counts & -counts).bit_length() - 1, counts.bit_length() - 1)


def _restricts(group: Group) -> bool:
    """Whether a group forbids anything."""
    return group.low > 0 or group.high < group.mask.bit_count()


TRIAL = 1000
"""The search gives up after this number of covers if too few of them are answers."""

LEAST = 0.01
"""The least share of answers among the covers."""

_BATCH = 1024
"""The most covers that are evaluated together."""

Row = tuple[int, int]
"""The options of an answer, and the conditions of :class:`Rest` that hold in it; both as bits."""


def rows(recognised: Recognised, covers: Iterator[int], limit: int) -> Iterator[Row]:
    """The answers among covers, each once.

    Args:
        recognised: the program.
        covers: as bits.
        limit: number of answers wanted; 0: all.

    Raises:
        MisfitError: hardly any cover is an answer; raised before the first answer.
    """
    rest = recognised.rest
    found = _evaluated(rest, covers, limit) if rest else ((chosen, 0) for chosen in covers)
    if recognised.injective:
        yield from found
        return
    seen = set()
    named = sum(1 << option for option, symbols in enumerate(recognised.shown) if symbols)
    for chosen, conditions in found:
        if (chosen & named, conditions) not in seen:
            seen.add((chosen & named, conditions))
            yield chosen, conditions


def symbols(recognised: Recognised, row: Row) -> Symbols:
    """The shown symbols of an answer."""
    chosen, conditions = row
    found = list(recognised.always)
    for option in options(chosen):
        found += recognised.shown[option]
    found += (recognised.derived[number] for number in options(conditions))
    return tuple(found)


def assumed(
    recognised: Recognised, order: Sequence[int], literals: Sequence[tuple[str, bool]]
) -> tuple[list[int], int] | None:
    """Translate assumptions on shown atoms to options that are chosen, and those (bits) that are
    not.

    ``order`` has for each option of the cover its number in the program.  ``None``: the assumptions
    contradict the program.

    Raises:
        MisfitError: one of the atoms follows from several options.
    """
    if not literals:
        return [], 0
    numbers = {
        str(symbol): place
        for place, option in enumerate(order)
        for symbol in recognised.shown[option]
    }
    always = set(map(str, recognised.always))
    derived = set(map(str, recognised.derived))
    chosen, never = [], 0
    for atom, value in literals:
        if atom in derived:
            raise MisfitError(f"the cube is about {atom}, which is no option")
        if atom in numbers and value:
            chosen.append(numbers[atom])
        elif atom in numbers:
            never |= 1 << numbers[atom]
        elif value != (atom in always):
            return None
    return chosen, never


def _evaluated(rest: Rest, covers: Iterator[int], limit: int) -> Iterator[Row]:
    """The covers that break no constraint, evaluated in batches that grow.

    The first answers are yielded only when it is clear that enough of the covers are answers.
    """
    held: list[Row] = []
    tried, trying, size = 0, rest.restricts, 1
    while batch := list(itertools.islice(covers, size)):
        try:
            passing, columns = rest.evaluate(batch)
        except KeyboardInterrupt:  # yield what has passed so far
            yield from held
            raise
        held += ((batch[number], _bits(columns, number)) for number in options(passing))
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


def _bits(columns: Sequence[int], number: int) -> int:
    """Bit ``number`` of each column, as the bits of one integer."""
    return sum((column >> number & 1) << place for place, column in enumerate(columns))
