"""Reads a ground program as choices, definitions, and constraints on numbers of choices."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.core.errors import MisfitError, Phrase, shorten
from pyasp_puzzles.core.regions import components
from pyasp_puzzles.engines.covering.search import options
from pyasp_puzzles.ground.ground import Body, Program, Rule, Sum, literals_of

_NAMED = 2
"""The most shown atoms that a message names to describe an atom that is not shown."""


class Reading:
    """A ground program in the order of its definitions; ``recognition`` has the proof in steps.

    A seed shuffles the options.

    Attributes:
        choices: the heads of choice rules, each with its option, a single bit; without those that
            a constraint denies.
        groups: for each set of options the allowed numbers of chosen ones; both as bits.
        forms: of the atoms with rules; ``None``: the atom has no form.
        others: bodies of constraints without a form.
        layers: the atoms with rules, each after those that it depends on; ``looped``: on
            themselves.

    Raises MisfitError for a disjunction, or a cycle through negation or a choice.
    """

    def __init__(self, program: Program, seed: int | None = None) -> None:
        self.program = program
        self.facts: set[int] = set()
        self.rules: dict[int, list[Rule]] = {}
        self.denials: list[Body] = [(-literal,) for literal in program.assumptions]
        for rule in program.rules:
            head, body, choice = rule
            if len(head) == 1 and not body and not choice:  # most rules
                self.facts.add(head[0])
            elif not head and not choice:
                self.denials.append(body)
            elif len(head) > 1 and not choice:
                raise MisfitError(f"a disjunction: {self.words(head, '; ')} in one head")
            else:
                for atom in head:
                    self.rules.setdefault(atom, []).append(rule)
        for atom in self.facts:
            self.rules.pop(atom, None)
        denied = {body[0] for body in self.denials if not isinstance(body, Sum) and len(body) == 1}
        free = [atom for atom, rules in self.rules.items() if any(rule.choice for rule in rules)]
        for atom in denied.intersection(free):
            self.rules[atom] = [rule for rule in self.rules[atom] if not rule.choice]
        order = sorted(set(free) - denied)
        if seed is not None:
            random.Random(seed).shuffle(order)
        self.choices = {atom: 1 << option for option, atom in enumerate(order)}
        self._constrain_choices()
        self.looped: set[int] = set()
        self.layers = self._layers()
        self.forms: dict[int, Form | None] = {}
        self.others: list[Body] = []
        self._at_most_one: dict[int, list[int]] = {}
        self.groups = self._groups()

    def _constrain_choices(self) -> None:
        """Step 1 of the proof; "a rule applies" gets an atom of its own."""

        def numbers() -> Iterator[int]:  # begins when the first one is needed
            yield from itertools.count(max(self.program.atoms()) + 1)

        def name(rules: list[Rule]) -> int:
            atom = next(new)
            self.rules[atom] = [Rule((atom,), rule.body) for rule in rules]
            return atom

        new = numbers()
        for atom in sorted(self.choices):
            rules = self.rules[atom]
            plain = [rule for rule in rules if not rule.choice]
            if plain:
                self.denials.append((name(plain), -atom))
            if not any(rule.choice and self._certain(rule.body) for rule in rules):
                self.denials.append((atom, -name(rules)))

    def _certain(self, body: Body) -> bool:
        return not isinstance(body, Sum) and all(literal in self.facts for literal in body)

    def _layers(self) -> list[list[int]]:
        """The atoms with rules, each after those that it depends on; steps 1 and 2 of the proof."""
        graph = {
            atom: [abs(literal) for rule in rules for literal in literals_of(rule.body)]
            for atom, rules in self.rules.items()
        }
        lowest = [[atom] for atom, below in graph.items() if not below]
        layers = components({atom: below for atom, below in graph.items() if below})
        for layer in layers:
            inside = set(layer)
            if len(layer) == 1 and layer[0] not in graph[layer[0]]:
                continue
            for atom in sorted(layer):
                if atom in self.choices:
                    raise MisfitError(f"the choice of {self.words((atom,))} depends on itself")
                for rule in self.rules[atom]:
                    if any(-literal in inside for literal in literals_of(rule.body)):
                        head, body = self.words((atom,)), self.words(literals_of(rule.body))
                        raise MisfitError(f"recursion through negation: {head} :- {body}")
            self.looped |= inside
        return lowest + layers

    def words(self, literals: Iterable[int], joint: str = ", ") -> str:
        """Literals for a message; an atom that is not shown is described by shown atoms."""
        names = {
            output.condition[0]: str(output.symbol)
            for output in self.program.outputs
            if len(output.condition) == 1
        }
        names.update((atom, str(symbol)) for atom, symbol in self.program.names.items())
        parts = ("not " * (lit < 0) + self._word(abs(lit), names) for lit in literals)
        return shorten(Phrase(joint.join(parts)), 200)

    def _word(self, atom: int, names: Mapping[int, str]) -> str:
        if atom in names:
            return names[atom]
        asked, seen = [atom], {atom}
        known: list[str] = []
        while asked and len(known) < _NAMED:
            for rule in self.rules.get(asked.pop(), ()):
                new = [abs(lit) for lit in literals_of(rule.body) if abs(lit) not in seen]
                seen.update(new)
                known += [names[other] for other in new if other in names]
                asked += new
        about = ", ".join(known[:_NAMED])
        return f"(a condition on {about}, ...)" if known else "(something not shown)"

    # Forms

    def form(self, literal: int) -> Form | None:
        atom = abs(literal)
        form = True if atom in self.facts else self.forms.get(atom, False)
        return form if literal > 0 else negated(form)

    def body(self, body: Body) -> Form | None:
        if isinstance(body, Sum):
            mask = sum(self.choices.get(lit, 0) for lit, weight in body.terms if weight == 1)
            if mask.bit_count() == len(body.terms):  # as in most programs
                least = max(0, body.bound)
                return tally(mask, numbers_up_to(len(body.terms)) >> least << least)
            terms = ((self.form(literal), weight) for literal, weight in body.terms)
            return at_least(body.bound, terms, self._exclusive)
        return self.form(body[0]) if len(body) == 1 else conjunction(map(self.form, body))

    def _exclusive(self, mask: int) -> bool:
        """Whether a group allows at most one of some options."""
        groups = self._at_most_one.get(mask & -mask, ())
        return any(mask & group == mask for group in groups)

    def _groups(self) -> dict[int, int]:
        """Forms and groups, in rounds; step 3 of the proof."""
        found: dict[int, int] = {}
        asked, unknown = [atom for layer in self.layers for atom in layer], self.denials
        while True:
            for atom in asked:
                self.forms[atom] = self._define(atom)
            self.others = []
            for denial in unknown:
                needed = negated(self.body(denial))
                if needed is None:
                    self.others.append(denial)
                elif isinstance(needed, Tally):
                    found[needed.mask] = found.get(needed.mask, needed.counts) & needed.counts
                elif not needed:
                    return {0: 0}
            if not self.others or len(self.others) == len(unknown):
                return found
            # Atoms without a form may get one in the next round.
            asked, unknown = [atom for atom in asked if self.forms[atom] is None], self.others
            self._at_most_one = {}
            for mask, counts in found.items():
                if counts <= 3 and mask & (mask - 1):
                    for option in options(mask):
                        self._at_most_one.setdefault(1 << option, []).append(mask)

    def _define(self, atom: int) -> Form | None:
        """The form of an atom, from the forms of the atoms below it."""
        if atom in self.choices:
            return Tally(self.choices[atom], 0b10)
        if atom in self.looped:
            return None
        rules = self.rules[atom]
        if len(rules) == 1:
            return self.body(rules[0].body)
        return disjunction(self.body(rule.body) for rule in rules)


class Tally(NamedTuple):
    """The number of chosen options among ``mask`` is one of ``counts``.

    Attributes:
        mask: options, as bits.
        counts: bit ``k`` is set if ``k`` chosen ones are allowed; some are allowed, not all.
    """

    mask: int
    counts: int


Form = bool | Tally
"""Always, never, or a tally."""


def numbers_up_to(size: int) -> int:
    """The numbers 0 to ``size`` as bits."""
    return (2 << size) - 1


def tally(mask: int, counts: int) -> Form:
    """A tally, or its value if it is constant."""
    every = numbers_up_to(mask.bit_count())
    if counts & every in (0, every):
        return bool(counts & every)
    return Tally(mask, counts & every)


def negated(form: Form | None) -> Form | None:
    if isinstance(form, Tally):
        return Tally(form.mask, numbers_up_to(form.mask.bit_count()) ^ form.counts)
    return None if form is None else not form


def conjunction(forms: Iterable[Form | None]) -> Form | None:
    found: dict[int, int] = {}
    known = True
    for form in forms:
        if isinstance(form, Tally):
            found[form.mask] = found.get(form.mask, form.counts) & form.counts
        elif form is None:
            known = False
        elif not form:
            return False
    if not all(found.values()):
        return False
    if not known:
        return None
    if len(found) < 2:
        return tally(*found.popitem()) if found else True
    together = reduce(or_, found)
    if set(found.values()) == {1}:
        return tally(together, 1)
    if all(counts == 1 << mask.bit_count() for mask, counts in found.items()):
        return tally(together, 1 << together.bit_count())
    return None


def disjunction(forms: Iterable[Form | None]) -> Form | None:
    return negated(conjunction(negated(form) for form in forms))


def at_least(
    bound: int,
    terms: Iterable[tuple[Form | None, int]],
    exclusive: Callable[[int], bool],
) -> Form | None:
    """The form of: the weights of the true forms sum to ``bound`` or more; weights are positive.

    ``exclusive`` says whether at most one of some options is ever chosen: then "at least one of
    them" can be replaced by their number.
    """
    weights: dict[int, int] = {}  # of sets of options
    seen = repeated = 0
    for form, weight in terms:
        if form is None:
            return None
        if isinstance(form, Tally):
            mask, size = form.mask, form.mask.bit_count()
            some = numbers_up_to(size) ^ 1
            if form.counts not in (some, 1) or not (size == 1 or exclusive(mask)):
                return None
            if form.counts == 1:  # "none" is 1 minus the number of chosen ones
                bound, weight = bound - weight, -weight
            weights[mask] = weights.get(mask, 0) + weight
            repeated |= seen & mask
            seen |= mask
        elif form:
            bound -= weight
    if repeated:
        single: dict[int, int] = {}
        for mask, weight in weights.items():
            for option in options(mask):
                single[1 << option] = single.get(1 << option, 0) + weight
        weights = single
    masks: dict[int, int] = {}  # by their weights
    for mask, weight in weights.items():
        masks[weight] = masks.get(weight, 0) | mask
    masks.pop(0, None)
    if all(weight > 0 for weight in masks):
        enough = max(bound, 1)
        more = [weight for weight in masks if weight > enough]
        for weight in more:
            masks[enough] = masks.get(enough, 0) | masks.pop(weight)
    if len(masks) > 1:
        return None
    weight, mask = next(iter(masks.items()), (1, 0))
    if weight > 0:
        least = max(0, -(-bound // weight))
        return tally(mask, numbers_up_to(mask.bit_count()) >> least << least)
    most = bound // weight  # each chosen one lowers the sum
    return tally(mask, (1 << max(0, most + 1)) - 1)
