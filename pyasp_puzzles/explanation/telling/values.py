"""What a place can no longer have: "r2c5 has no f below, so r3c5 has no f on top"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Symbol

from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.frames import either
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.theory import Theory

_FEW = 3
"""Values that are told as what is left."""


class PlaceValues:
    """Tells what a step excludes by the helper atoms of its clue, such as colours of a side.

    Only by those which the program has words for where they do not hold.
    """

    def __init__(self, theory: Theory, needs: Needs) -> None:
        self._theory, self._needs = theory.original, needs

    def of(self, step: Step) -> tuple[list[str], list[str]]:
        """What places cannot have by what is known, and cannot have then: sentences.

        Of what is known the clue needs no more than this, and what is told to lie on a place.
        None: they do not say all that follows.
        """
        theory, needs = self._theory, self._needs
        alone = len(step.reason) == 1 and not step.parts and not step.stages
        if not alone or not step.follows or any(x.holds for x in step.follows):
            return [], []
        if not (atoms := [*filter(self._has_denial, needs.demands(step.reason[0]))]):
            return [], []
        known = [*needs.on(step.seen), *map(theory.number_of, step.premises)]
        given = [*needs.on(step.reason), *known]
        before = self._refuted(known, atoms)
        cells = {x.cells for x in step.follows}
        after = self._refuted(
            given, [x for x in atoms if x not in before and theory.cells_of(x) in cells]
        )
        used = set[Symbol]()
        for goal in step.follows:
            placed = -theory.number_of(goal)
            own = [x for x in after if needs.follows([placed], theory.needs[x])]
            if not own:
                return [], []
            used.update(own)
        why = self._why(needs.on(step.reason), before, used)
        held = {x.cells for x in step.premises if x.holds}
        open_ = (part for part in self._alike(why) if theory.cells_of(part[0]) not in held)
        told = [self._told(atoms, part, known, before) for part in open_]
        then = [self._told(atoms, part, given, before | after) for part in self._alike(used)]
        if not all(then):
            return [], []
        return list(filter(None, told)) if all(told) else [], list(filter(None, then))

    def _has_denial(self, atom: Symbol) -> bool:
        words = self._theory.program.needs[atom.name, len(atom.arguments)]
        return words.false is not words.true

    def _refuted(self, known: Sequence[int], atoms: Iterable[Symbol]) -> set[Symbol]:
        """The atoms that contradict some literals."""
        theory, open_, found = self._theory, dict.fromkeys(atoms), set[Symbol]()
        while open_:
            atom, _ = open_.popitem()
            number, left = theory.needs[atom], list(open_)
            result = self._needs.solve([*known, number], left)
            if result.outcome is Outcome.UNSATISFIABLE:
                found.add(atom)
            for held in result.value or ():
                del open_[held]
        return found

    def _why(self, clue: Sequence[int], before: set[Symbol], used: Iterable[Symbol]) -> set[Symbol]:
        """Those of the refuted atoms that a clue needs to refute others; none: it needs more."""
        numbers = {-self._theory.needs[x]: x for x in before}
        found = set[Symbol]()
        for atom in used:
            result = self._needs.solve([*clue, *numbers, self._theory.needs[atom]], ())
            if result.outcome is not Outcome.UNSATISFIABLE:
                return set()
            found.update(numbers[x] for x in result.core if x in numbers)
        return found

    def _alike(self, atoms: Iterable[Symbol]) -> list[list[Symbol]]:
        """Atoms whose sentences differ in one value, together."""
        groups = list[list[Symbol]]()
        for atom in sorted(atoms):
            own = next((x for x in groups if self._differ_once([x[0], atom])), None)
            if own:
                own.append(atom)
            else:
                groups.append([atom])
        return groups

    def _differ_once(self, atoms: Sequence[Symbol]) -> bool:
        return self._theory.cells_of(atoms[0]) == self._theory.cells_of(atoms[-1]) and bool(
            either([self._theory.parts(x, True) for x in atoms])
        )

    def _told(
        self,
        atoms: Iterable[Symbol],
        gone: Sequence[Symbol],
        known: Sequence[int],
        refuted: set[Symbol],
    ) -> str:
        """What is left in place of some values, if it is little, else that these are gone."""
        theory = self._theory
        every = [x for x in atoms if x in gone or self._differ_once([gone[0], x])]
        left = sorted(x for x in every if x not in refuted)
        if 0 < len(left) <= _FEW and self._needs.contradict(
            [*known, *(-theory.needs[x] for x in left)]
        ):
            return "".join(either([theory.parts(x, True) for x in left]) or ())
        return "".join(either([theory.parts(x, False) for x in gone]) or ())
