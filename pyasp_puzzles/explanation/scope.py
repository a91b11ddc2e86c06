"""Which part of a ground program a clue can bear upon.

Choices are free.  The other atoms are functions of the choices upon which they depend.  A
constraint without words ties all choices that it speaks of together.  So a clue can bear upon an
atom only if both depend on choices that are tied together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyasp_puzzles.translate.ground import Program, Rule, literals_of


def supports(program: Program, atoms: Sequence[int]) -> list[frozenset[int]]:
    """For each atom the choices upon which it depends, itself included if it is one."""
    return Dependencies(program).supports(atoms)


class Dependencies:
    """The dependency graph of a ground program.

    Args:
        whole: atoms of which each ties the choices upon which it depends.
    """

    def __init__(self, program: Program, whole: Iterable[int] = ()) -> None:
        self._whole = tuple(whole)
        self._components: dict[int, frozenset[int]] = {}
        self._defined: dict[int, list[Rule]] = {}
        self._chosen: dict[int, list[Rule]] = {}
        self._constraints: list[Rule] = []
        self._known: dict[int, frozenset[int]] = {}
        self._tied: _Partition | None = None
        self._ties: dict[int, list[Rule]] = {}
        for rule in program.rules:
            if not rule.head and not rule.choice:
                self._constraints.append(rule)
            for head in rule.head:
                (self._chosen if rule.choice else self._defined).setdefault(head, []).append(rule)

    def supports(self, atoms: Sequence[int]) -> list[frozenset[int]]:
        """For each atom the choices upon which it depends."""
        return [self._support(atom) for atom in atoms]

    def _support(self, atom: int) -> frozenset[int]:
        if atom in self._known:
            return self._known[atom]
        seen, todo, found = {atom}, [atom], set()
        while todo:
            current = todo.pop()
            if current in self._chosen:
                found.add(current)
            for rule in self._defined.get(current, ()):
                for other in map(abs, literals_of(rule.body)):
                    if other in self._known:
                        found |= self._known[other]
                    elif other not in seen:
                        seen.add(other)
                        todo.append(other)
        self._known[atom] = frozenset(found)
        return self._known[atom]

    def components(self, atom: int) -> frozenset[int]:
        """The sets of tied choices upon which an atom depends, each as one of its choices."""
        if atom not in self._components:
            tied = self._partition()
            found = frozenset(tied.find(choice) for choice in self._support(atom))
            self._components[atom] = found
        return self._components[atom]

    def free(self, choice: int) -> bool:
        """Whether a choice is tied to nothing but itself, and no condition limits it."""
        self._partition()
        rules = self._ties.get(choice, ())
        return all(rule.choice and not literals_of(rule.body) for rule in rules)

    def part(self, atoms: Iterable[int], components: Iterable[int]) -> list[Rule]:
        """The rules upon which some atoms depend, with all that ties their choices.

        Args:
            components: must hold the components of the atoms.
        """
        self._partition()
        rules: dict[int, Rule] = {}
        todo, seen = list(atoms), set[int]()
        for component in sorted(components):
            for rule in self._ties.get(component, ()):
                if id(rule) not in rules:  # one rule may choose thousands of atoms
                    rules[id(rule)] = rule
                    todo += [*rule.head, *map(abs, literals_of(rule.body))]
        while todo:
            atom = todo.pop()
            if atom in seen:
                continue
            seen.add(atom)
            for rule in (*self._defined.get(atom, ()), *self._chosen.get(atom, ())):
                if id(rule) not in rules:
                    rules[id(rule)] = rule
                    todo += map(abs, literals_of(rule.body))
        return list(rules.values())

    def _partition(self) -> _Partition:
        """The choices, those that a constraint without words speaks of in one set."""
        if self._tied is not None:
            return self._tied
        tied = _Partition()
        ties: list[tuple[frozenset[int], Rule]] = []
        for rule in self._constraints:
            ties.append((self._choices(literals_of(rule.body)), rule))
        for head, chosen in self._chosen.items():
            for rule in chosen:
                # One rule may choose thousands of atoms: only its body ties them together.
                ties.append((self._choices(literals_of(rule.body)) | {head}, rule))
        for defined in self._defined.values():
            for rule in defined:
                if len(rule.head) > 1:
                    ties.append((self._choices((*rule.head, *literals_of(rule.body))), rule))
        for group in (*(group for group, _ in ties), *map(self._support, self._whole)):
            tied.join(group)
        for group, rule in ties:
            for component in sorted({tied.find(choice) for choice in group}):
                self._ties.setdefault(component, []).append(rule)
        self._tied = tied
        return tied

    def _choices(self, literals: Iterable[int]) -> frozenset[int]:
        return frozenset[int]().union(*(self._support(abs(literal)) for literal in literals))


class _Partition:
    """Disjoint sets that can be joined; the smallest number stands for its set."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def find(self, item: int) -> int:
        """The item that stands for the set of this one."""
        parent = self._parent
        while parent.setdefault(item, item) != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def join(self, items: Iterable[int]) -> None:
        """Join the sets of all these items."""
        roots = sorted({self.find(item) for item in items})
        for root in roots[1:]:
            self._parent[root] = roots[0]
