"""Reads a ground program as choices, definitions, and constraints on numbers of choices."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from pyasp_puzzles.core.errors import MisfitError, Phrase, shorten
from pyasp_puzzles.core.regions import components
from pyasp_puzzles.ground.ground import Body, Program, Rule, Sum, literals_of

_NAMED = 2
"""The most shown atoms that a message names to describe an atom that is not shown."""


class Reading:
    """A ground program in the order of its definitions; ``recognition`` has the proof in steps.

    Attributes:
        choices: the heads of choice rules.
        groups: for each set of choices the allowed numbers of true choices, as bits.
        forms: of the atoms with rules; ``None``: the atom has no form.
        others: bodies of constraints without a form.
        layers: the atoms with rules, each after those that it depends on; ``looped``: on
            themselves.

    Raises MisfitError for a disjunction, or a cycle through negation or a choice.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.facts: set[int] = set()
        self.rules: dict[int, list[Rule]] = {}
        self.denials: list[Body] = [(-literal,) for literal in program.assumptions]
        for rule in program.rules:
            if not rule.head and not rule.choice:
                self.denials.append(rule.body)
            elif len(rule.head) > 1 and not rule.choice:
                raise MisfitError(f"a disjunction: {self.words(rule.head, '; ')} in one head")
            elif rule.body == () and not rule.choice:
                self.facts.add(rule.head[0])
            else:
                for atom in rule.head:
                    self.rules.setdefault(atom, []).append(rule)
        for atom in self.facts:
            self.rules.pop(atom, None)
        self.choices = {
            atom for atom, rules in self.rules.items() if any(rule.choice for rule in rules)
        }
        self._constrain_choices()
        self.looped: set[int] = set()
        self.layers = self._layers()
        self.forms: dict[int, Form | None] = {}
        self.others: list[Body] = []
        self._at_most_one: dict[int, list[frozenset[int]]] = {}
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
            atom: {abs(literal) for rule in rules for literal in literals_of(rule.body)}
            for atom, rules in self.rules.items()
        }
        layers = components(graph)
        for layer in layers:
            inside = set(layer)
            if len(layer) == 1 and not inside & graph[layer[0]]:
                continue
            for atom in sorted(layer):
                if atom in self.choices:
                    raise MisfitError(f"the choice of {self.words((atom,))} depends on itself")
                for rule in self.rules[atom]:
                    if any(-literal in inside for literal in literals_of(rule.body)):
                        head, body = self.words((atom,)), self.words(literals_of(rule.body))
                        raise MisfitError(f"recursion through negation: {head} :- {body}")
            self.looped |= inside
        return layers

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
        """The form of a literal."""
        atom = abs(literal)
        form = True if atom in self.facts else self.forms.get(atom, False)
        return form if literal > 0 else negated(form)

    def body(self, body: Body) -> Form | None:
        """The form of a body."""
        if isinstance(body, Sum):
            terms = ((self.form(literal), weight) for literal, weight in body.terms)
            return at_least(body.bound, terms, self._exclusive)
        return self.form(body[0]) if len(body) == 1 else conjunction(map(self.form, body))

    def _exclusive(self, choices: frozenset[int]) -> bool:
        """Whether a group allows at most one of some choices."""
        some = next(iter(choices))
        return any(choices <= group for group in self._at_most_one.get(some, ()))

    def _groups(self) -> dict[frozenset[int], int]:
        """Forms and groups, in rounds; step 3 of the proof."""
        found: dict[frozenset[int], int] = {}
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
                    choices = needed.choices
                    found[choices] = found.get(choices, needed.counts) & needed.counts
                elif not needed:
                    return {frozenset(): 0}
            if not self.others or len(self.others) == len(unknown):
                return found
            # Atoms without a form may get one in the next round.
            asked, unknown = [atom for atom in asked if self.forms[atom] is None], self.others
            self._at_most_one = {}
            for choices, counts in found.items():
                if counts <= 3 and len(choices) > 1:
                    for choice in choices:
                        self._at_most_one.setdefault(choice, []).append(choices)

    def _define(self, atom: int) -> Form | None:
        """The form of an atom, from the forms of the atoms below it."""
        if atom in self.choices:
            return Tally(frozenset((atom,)), 0b10)
        if atom in self.looped:
            return None
        return disjunction(self.body(rule.body) for rule in self.rules[atom])


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of true choices among ``choices`` is one of ``counts``.

    Attributes:
        choices: atoms that are chosen freely.
        counts: bit ``k`` is set if ``k`` true choices are allowed; some are allowed, not all.
    """

    choices: frozenset[int]
    counts: int


Form = bool | Tally
"""Always, never, or a tally."""


def numbers_up_to(size: int) -> int:
    """The numbers 0 to ``size`` as bits."""
    return (2 << size) - 1


def tally(choices: frozenset[int], counts: int) -> Form:
    """A tally, or its value if it is constant."""
    every = numbers_up_to(len(choices))
    if counts & every in (0, every):
        return bool(counts & every)
    return Tally(choices, counts & every)


def negated(form: Form | None) -> Form | None:
    """The negation of a form."""
    if isinstance(form, Tally):
        return Tally(form.choices, numbers_up_to(len(form.choices)) ^ form.counts)
    return None if form is None else not form


def conjunction(forms: Iterable[Form | None]) -> Form | None:
    """The conjunction of forms."""
    found: dict[frozenset[int], int] = {}
    known = True
    for form in forms:
        if isinstance(form, Tally):
            found[form.choices] = found.get(form.choices, form.counts) & form.counts
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
    together = frozenset().union(*found)
    if set(found.values()) == {1}:
        return tally(together, 1)
    if all(counts == 1 << len(choices) for choices, counts in found.items()):
        return tally(together, 1 << len(together))
    return None


def disjunction(forms: Iterable[Form | None]) -> Form | None:
    """The disjunction of forms."""
    return negated(conjunction(negated(form) for form in forms))


def at_least(
    bound: int,
    terms: Iterable[tuple[Form | None, int]],
    exclusive: Callable[[frozenset[int]], bool],
) -> Form | None:
    """The form of: the weights of the true forms sum to ``bound`` or more; weights are positive.

    ``exclusive`` says whether at most one of some choices is ever true: then "at least one of them"
    can be replaced by their number.
    """
    weights: dict[int, int] = {}
    for form, weight in terms:
        if form is None:
            return None
        if isinstance(form, Tally):
            some = numbers_up_to(len(form.choices)) ^ 1
            single = len(form.choices) == 1 or exclusive(form.choices)
            if form.counts not in (some, 1) or not single:
                return None
            if form.counts == 1:  # "none" is 1 minus the number of true choices
                bound, weight = bound - weight, -weight
            for choice in form.choices:
                weights[choice] = weights.get(choice, 0) + weight
        elif form:
            bound -= weight
    weights = {choice: weight for choice, weight in weights.items() if weight}
    if all(weight > 0 for weight in weights.values()):
        weights = {choice: min(weight, max(bound, 1)) for choice, weight in weights.items()}
    if len(set(weights.values())) > 1:
        return None
    choices = frozenset(weights)
    weight = next(iter(weights.values()), 1)
    if weight > 0:
        least = max(0, -(-bound // weight))
        return tally(choices, numbers_up_to(len(choices)) >> least << least)
    most = bound // weight  # each true choice lowers the sum
    return tally(choices, (1 << max(0, most + 1)) - 1)
