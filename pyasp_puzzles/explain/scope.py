"""Which literals a clue alone can bear upon, read from the ground program.

Choices are free.  The other atoms are functions of the choices upon which they depend.  A
constraint without words ties all choices that it speaks of together.  So a clue can bear upon an
atom only if both depend on choices that are tied together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyasp_puzzles.translate.ground import Program, literals_of


def supports(program: Program, atoms: Sequence[int]) -> list[frozenset[int]]:
    """For each atom the choices upon which it depends, itself included if it is one."""
    return Dependencies(program).supports(atoms)


class Dependencies:
    """The dependency graph of a ground program."""

    def __init__(self, program: Program) -> None:
        self._bodies: dict[int, list[tuple[int, ...]]] = {}
        self._choices: set[int] = set()
        self._ties: list[tuple[int, ...]] = []
        self._known: dict[int, frozenset[int]] = {}
        for rule in program.rules:
            body = tuple(map(abs, literals_of(rule.body)))
            if rule.choice:
                self._choices.update(rule.head)
                if body:
                    self._ties += [(head, *body) for head in rule.head]
            elif not rule.head:
                self._ties.append(body)
            else:
                for head in rule.head:
                    self._bodies.setdefault(head, []).append(body)
                if len(rule.head) > 1:
                    self._ties.append((*rule.head, *body))

    def supports(self, atoms: Sequence[int]) -> list[frozenset[int]]:
        """For each atom the choices upon which it depends."""
        return [self._support(atom) for atom in atoms]

    def _support(self, atom: int) -> frozenset[int]:
        if atom in self._known:
            return self._known[atom]
        seen, todo, found = {atom}, [atom], set()
        while todo:
            current = todo.pop()
            if current in self._choices:
                found.add(current)
            for body in self._bodies.get(current, ()):
                for other in body:
                    if other in self._known:
                        found |= self._known[other]
                    elif other not in seen:
                        seen.add(other)
                        todo.append(other)
        self._known[atom] = frozenset(found)
        return self._known[atom]

    def scopes(self, clues: Sequence[int], targets: Sequence[int]) -> list[int]:
        """For each clue's atom the targets that it can bear upon, as a bit mask.

        Args:
            targets: atoms of the ground program; bit ``i`` of a mask is ``targets[i]``.
        """
        tied = _Partition()
        for group in self._ties:
            tied.join(set().union(*map(self._support, group)))
        parts = [{tied.find(atom) for atom in self._support(target)} for target in targets]
        masks = []
        for clue in clues:
            touched = {tied.find(atom) for atom in self._support(clue)}
            masks.append(sum(1 << i for i, part in enumerate(parts) if part & touched))
        return masks


class _Partition:
    """Disjoint sets that can be joined."""

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
        numbers = list(items)
        for item in numbers[1:]:
            self._parent[self.find(item)] = self.find(numbers[0])
