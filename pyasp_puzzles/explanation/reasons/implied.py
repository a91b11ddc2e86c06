"""What literals of one cell say about each other: only one value fits, a value fills the cell."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from clingo import Symbol

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.parts import Part
from pyasp_puzzles.explanation.steps import Literal
from pyasp_puzzles.explanation.theory import Theory

_CONFLICTS = 20

Shape = Callable[[Symbol], Hashable]


class Implied:
    """Which literal of a cell follows from another one, with no clue at all.

    Args:
        shape: what two atoms have in common that differ in their cells only; equal shapes share
            one search.
    """

    def __init__(self, theory: Theory, shape: Shape) -> None:
        self._theory, self._shape = theory.original, shape
        self._known: dict[Hashable, bool] = {}
        self._parts: dict[frozenset[int], Part] = {}

    def without(self, literals: Sequence[Literal]) -> list[Literal]:
        """The literals without those that follow from another one of the same cells.

        An atom that holds, with its values, goes before one that does not hold.
        """
        by_cells: dict[object, list[Literal]] = {}
        for literal in literals:
            by_cells.setdefault(literal.cells or literal.atom, []).append(literal)
        kept: set[tuple[Symbol, bool]] = set()
        for group in by_cells.values():
            chosen: list[Literal] = []
            for literal in sorted(group, key=_rank):
                if not any(self.follows(other, literal) for other in chosen):
                    chosen.append(literal)
            kept.update((literal.atom, literal.holds) for literal in chosen)
        return [literal for literal in literals if (literal.atom, literal.holds) in kept]

    def follows(self, given: Literal, literal: Literal) -> bool:
        """Whether a literal holds wherever another one of the same cells does."""
        pair = [(given.atom, given.holds), (literal.atom, not literal.holds)]
        return given.cells == literal.cells and self._contradictory(pair)

    def one_of(self, atoms: Iterable[Symbol], otherwise: tuple[Symbol, bool] | None = None) -> bool:
        """Whether one of some atoms of a cell must hold, or else another literal of the cell."""
        pairs = [(atom, False) for atom in atoms]
        if otherwise:
            pairs.append((otherwise[0], not otherwise[1]))
        return self._contradictory(pairs)

    def _contradictory(self, pairs: Sequence[tuple[Symbol, bool]]) -> bool:
        key = frozenset((self._shape(atom), holds) for atom, holds in pairs)
        if key not in self._known:
            numbers = self._theory.atom_numbers
            wanted = [
                (numbers[atom] if holds else -numbers[atom])
                for atom, holds in pairs
                if atom in numbers
            ]
            self._known[key] = len(wanted) == len(pairs) and self._excludes(wanted)
        return self._known[key]

    def _excludes(self, literals: Sequence[int]) -> bool:
        """Whether no model of the background has all these literals."""
        space = self._theory.space
        components = space.dependencies.components
        touched = frozenset[int]().union(*(components(abs(literal)) for literal in literals))
        if touched not in self._parts:
            self._parts[touched] = space.build(touched, clues=())
        found = self._parts[touched].solve(0, literals, _CONFLICTS, read=False)
        return found.outcome is Outcome.UNSATISFIABLE


def _rank(literal: Literal) -> tuple[int, int]:
    """A value goes first, then "is filled", then "is empty", then a value that is excluded."""
    number = len(literal.atom.arguments)
    return (0, -number) if literal.holds else (1, number)
