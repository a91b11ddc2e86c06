"""Which part of a ground program a clue can bear upon.

*Guesses* are the atoms that choice rules choose, those in heads of disjunctions, and those in a
loop through negation; the other atoms are functions of guesses.  A constraint without words, the
body of a choice, and each rule for a guess of another kind tie the guesses that they speak of.  A
clue can bear upon an atom only if both depend on guesses that are tied, and the rules upon which
tied guesses depend are the bottom of a splitting (Lifschitz, Turner, "Splitting a logic program",
ICLP 1994): the answers of the program, restricted to their atoms, are answers of these rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from pyasp_puzzles.core.regions import by_key, components
from pyasp_puzzles.ground.ground import Program, Rule, literals_of

NO_GUESS = 0  # in place of a guess, for atoms that depend on none and that clingo leaves open


class Dependencies:
    """The dependency graph of a ground program.

    Args:
        whole: atoms of which each ties the guesses upon which it depends.

    Attributes:
        guessed: atoms in heads of disjunctions, or in loops through negation.
    """

    def __init__(self, program: Program, whole: Iterable[int] = ()) -> None:
        self._whole = tuple(whole)
        self._components: dict[int, frozenset[int]] = {}
        self._known: dict[int, frozenset[int]] = {}
        self._constraints = [rule for rule in program.rules if not (rule.head or rule.choice)]
        heads = [(head, rule) for rule in program.rules for head in rule.head]
        self._defined = by_key(pair for pair in heads if not pair[1].choice)
        self._chosen = by_key(pair for pair in heads if pair[1].choice)
        self.guessed = frozenset(_guessed(self._defined))

    def support(self, atom: int) -> frozenset[int]:
        """The guesses upon which an atom depends, itself included if it is one."""
        if atom in self._known:
            return self._known[atom]
        seen, todo, found = {atom}, [atom], set()
        while todo:
            current = todo.pop()
            if current in self.guessed or current in self._chosen:
                found.add(current)
            for rule in () if current in self.guessed else self._defined.get(current, ()):
                for other in map(abs, literals_of(rule.body)):
                    if other in self._known:
                        found |= self._known[other]
                    elif other not in seen:
                        seen.add(other)
                        todo.append(other)
        self._known[atom] = frozenset(found)
        return self._known[atom]

    def components(self, atom: int) -> frozenset[int]:
        """The sets of tied guesses upon which an atom depends, each as one of its guesses."""
        if atom not in self._components:
            found = frozenset(self._tied[0][guess] for guess in self.support(atom))
            self._components[atom] = found or frozenset([NO_GUESS])
        return self._components[atom]

    def free(self, guess: int) -> bool:
        """Whether a guess is a choice and nothing else, which is tied to none and always open."""
        rules = [*self._tied[1].get(guess, ()), *self._defined.get(guess, ())]
        return bool(rules) and all(rule.choice and not literals_of(rule.body) for rule in rules)

    def part(self, atoms: Iterable[int], components: Iterable[int]) -> list[Rule]:
        """The rules upon which some atoms depend, with all that ties their guesses.

        Choices have only atoms of these components, which must hold those of the atoms.
        """
        within, ties = frozenset(components), self._tied[1]
        rules: dict[int, Rule] = {}
        todo, seen = list(atoms), set[int]()

        def take(found: Iterable[Rule]) -> None:
            for rule in found:
                if id(rule) not in rules:  # one rule may choose thousands of atoms
                    head = rule.head
                    if rule.choice:
                        head = tuple(atom for atom in head if self.components(atom) <= within)
                    rules[id(rule)] = Rule(head, rule.body, rule.choice)
                    todo.extend([*head, *map(abs, literals_of(rule.body))])

        for component in sorted(within):
            take(ties.get(component, ()))
        while todo:
            atom = todo.pop()
            if atom not in seen:
                seen.add(atom)
                take(self._defined.get(atom, ()))
                take(self._chosen.get(atom, ()))
        return list(rules.values())

    @cached_property
    def _tied(self) -> tuple[dict[int, int], dict[int, list[Rule]]]:
        """For each guess the least one that is tied to it; for that one the rules that tie."""
        ties = [(self._guesses(literals_of(rule.body)), rule) for rule in self._constraints]
        for head, chosen in self._chosen.items():
            for rule in chosen:
                # One rule may choose thousands of atoms: only its body ties them together.
                ties.append((self._guesses(literals_of(rule.body)) | {head}, rule))
        for rule in (r for head, own in self._defined.items() if head in self.guessed for r in own):
            ties.append((self._guesses((*rule.head, *literals_of(rule.body))), rule))
        graph: dict[int, list[int]] = {guess: [] for guess in (*self._chosen, *self.guessed)}
        for group in (*(group for group, _ in ties), *map(self.support, self._whole)):
            for one, other in pairwise(group):
                graph[one].append(other)
                graph[other].append(one)
        component_of = {guess: min(own) for own in components(graph) for guess in own}
        own = ((sorted({component_of[guess] for guess in group}), rule) for group, rule in ties)
        return component_of, by_key((each, rule) for tied, rule in own for each in tied)

    def _guesses(self, literals: Iterable[int]) -> frozenset[int]:
        return frozenset[int]().union(*(self.support(abs(literal)) for literal in literals))


def _guessed(defined: Mapping[int, Sequence[Rule]]) -> Iterator[int]:
    """The atoms in heads of disjunctions or in loops through negation."""
    rules = [rule for own in defined.values() for rule in own]
    several = {atom for rule in rules if len(rule.head) > 1 for atom in rule.head}
    todo = [*several, *{-x for rule in rules for x in literals_of(rule.body) if x < 0}]
    graph: dict[int, list[int]] = {}  # what these need: each loop that counts has one of them
    while todo:
        atom = todo.pop()
        if atom in defined and atom not in graph:
            bodies = (abs(x) for rule in defined[atom] for x in literals_of(rule.body))
            heads = (x for rule in defined[atom] if len(rule.head) > 1 for x in rule.head)
            graph[atom] = [*heads, *bodies]
            todo += graph[atom]
    for component in components(graph):
        inside = set(component)
        own = (rule for atom in component for rule in defined[atom])
        if inside & several or any(-x in inside for rule in own for x in literals_of(rule.body)):
            yield from component
