"""What a place can no longer have: "r2c5 has no f below, so r3c5 has no f on top"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple, TypeVar

from clingo import Symbol

from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.frames import Parts, either
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.theory import Theory

_FEW = 3
"""Values that are told as what is left."""

Known = Mapping[Symbol, bool]
T = TypeVar("T")


class Because(NamedTuple):
    """Values of a place, known literals and clues, which show that it cannot have others."""

    values: list[Parts]
    premises: list[Literal]
    seen: list[GroundClue]


class ValuesTold(NamedTuple):
    """What a step excludes, in the values of places: sentences.

    Attributes:
        then: what places cannot have then, which gives all that follows.
        why: what places cannot have by what is known: the clue needs no more than this, and what is
            told to lie on a place.
        because: from what that follows; ``None``: other values of these places do not show it.
    """

    then: list[Parts]
    why: list[Parts]
    because: Because | None


class PlaceValues:
    """Tells what a step excludes by the helper atoms of its clue, such as colours of a side.

    Only by those which the program has words for where they do not hold.

    Attributes:
        gone: those that places cannot have, as was told.
    """

    def __init__(self, theory: Theory, needs: Needs) -> None:
        self._theory, self._needs = theory.original, needs
        self.gone: frozenset[Symbol] = frozenset()
        self._at: dict[str, int] = {}  # the value among the parts of a predicate's sentences

    def of(self, step: Step, known: Known) -> ValuesTold | None:
        """A step in values; ``None``: they do not say all that follows."""
        found = list[ValuesTold]()
        for stage in step.stages or (step,):
            own = self._of_one(stage, known) if step.each_by_itself else None
            if own is None:
                return None
            found.append(own)
        then, why, because = zip(*found, strict=True)
        return ValuesTold(_once(then), _once(why), _all_of(because))

    def _of_one(self, step: Step, known: Known) -> ValuesTold | None:
        theory, needs = self._theory, self._needs
        if len(step.reason) != 1 or step.parts or not step.follows:
            return None
        atoms = [*filter(self._has_denial, needs.demands(step.reason[0]))]
        if not atoms or any(x.holds for x in step.follows) or not self._has_values(atoms):
            return None
        given = [*needs.on(step.seen), *map(theory.number_of, step.premises)]
        clue, cells = needs.on(step.reason), {x.cells for x in step.follows}
        before = self._refuted(given, atoms)
        there = [x for x in atoms if x not in before and theory.cells_of(x) in cells]
        after = self._refuted([*clue, *given], there)
        used = set[Symbol]()
        for goal in step.follows:
            placed = -theory.number_of(goal)
            own = [x for x in after if needs.follows([placed], theory.needs[x])]
            if not own:
                return None
            used.update(own)
        then = [self._left(atoms, x, [*clue, *given], before | after) for x in self._alike(used)]
        held = {x.cells for x in step.premises if x.holds}
        core = self._core([*clue, *(-theory.needs[x] for x in before)], used) or set()
        open_ = [x for x in before if -theory.needs[x] in core and theory.cells_of(x) not in held]
        why = [self._left(atoms, x, given, before) for x in self._alike(open_)]
        because, slots = self._because(step, open_, known), {*map(self._slot, used)}
        self.gone |= {x for x in before | after if self._slot(x) in slots}
        return ValuesTold(then, why, because)

    def _because(self, step: Step, gone: Sequence[Symbol], known: Known) -> Because | None:
        """By what a place cannot have some values, if others of it show that."""
        theory, needs = self._theory, self._needs
        cells = {theory.cells_of(x) for x in gone}
        if len(cells) != 1:
            return None
        every = [x for x in needs.at(*cells) if self._has_denial(x)]
        slots = {*map(self._slot, gone)}
        others = [x for x in every if self._slot(x) not in slots]
        numbers = [theory.number(x, holds) for x, holds in known.items()]
        numbers += [-theory.needs[x] for x in self.gone]
        refuted = self._refuted(numbers, others)
        values = {-theory.needs[x]: x for x in refuted}
        held = {theory.number_of(x): x for x in step.premises if x.holds}
        seen = {needs.on([clue])[0]: clue for clue in step.seen}
        core = self._core([*values, *seen, *held], gone)
        if core is None:
            return None
        groups = self._alike(values[x] for x in values if x in core)
        spared = [[x] for x in (*seen, *held)]
        spared += [[-theory.needs[x] for x in group] for group in groups]
        for some in spared:
            without = core.difference(some)
            if len(without) < len(core) and self._core([*without], gone) is not None:
                core = without
        groups = self._alike(values[x] for x in values if x in core)
        return Because(
            [self._left(every, group, numbers, refuted) for group in groups],
            [x for number, x in held.items() if number in core],
            [x for number, x in seen.items() if number in core],
        )

    def _has_denial(self, atom: Symbol) -> bool:
        words = self._theory.program.needs[atom.name, len(atom.arguments)]
        return words.false is not words.true

    def _has_values(self, atoms: Sequence[Symbol]) -> bool:
        """Whether those of a clue's atoms that belong to one place differ in one value."""
        for name in {x.name for x in atoms} - self._at.keys():
            cells = next(self._theory.cells_of(x) for x in atoms if x.name == name)
            own = [x for x in atoms if x.name == name and self._theory.cells_of(x) == cells]
            columns = zip(*(self._theory.parts(x, True) for x in own), strict=False)
            different = [i for i, texts in enumerate(columns) if len({*texts}) > 1]
            if len(different) != 1:
                return False
            self._at[name] = different[0]
        return True

    def _refuted(self, given: Sequence[int], atoms: Iterable[Symbol]) -> set[Symbol]:
        """The atoms that contradict some literals."""
        theory, open_, found = self._theory, dict.fromkeys(atoms), set[Symbol]()
        while open_:
            atom, _ = open_.popitem()
            result = self._needs.solve([*given, theory.needs[atom]], open_)
            if result.outcome is Outcome.UNSATISFIABLE:
                found.add(atom)
            for held in result.value or ():
                del open_[held]
        return found

    def _core(self, given: Sequence[int], atoms: Iterable[Symbol]) -> set[int] | None:
        """Those of some literals that each of some atoms contradicts; ``None``: one does not."""
        found = set[int]()
        for atom in atoms:
            own = self._theory.needs[atom]
            result = self._needs.solve([own, *given], ())
            if result.outcome is not Outcome.UNSATISFIABLE:
                return None
            found.update(x for x in result.core if x != own)
        return found

    def _slot(self, atom: Symbol) -> tuple[object, ...]:
        """The place of an atom, and its sentence without the value."""
        parts, at = self._theory.parts(atom, True), self._at[atom.name]
        return self._theory.cells_of(atom), *parts[:at], *parts[at + 1 :]

    def _alike(self, atoms: Iterable[Symbol]) -> list[list[Symbol]]:
        """Atoms that differ in their values only, together."""
        groups = dict[tuple[object, ...], list[Symbol]]()
        for atom in sorted(atoms):
            groups.setdefault(self._slot(atom), []).append(atom)
        return [*groups.values()]

    def _left(
        self,
        atoms: Iterable[Symbol],
        gone: Sequence[Symbol],
        given: Sequence[int],
        refuted: Set[Symbol],
    ) -> Parts:
        """What is left in place of some values, if these are more, else that they are gone."""
        theory = self._theory
        every = [x for x in atoms if self._slot(x) == self._slot(gone[0])]
        left = sorted(x for x in every if x not in refuted)
        if 0 < len(left) <= min(_FEW, len(gone)):
            numbers = [-theory.needs[x] for x in left]
            if self._needs.contradict([*given, *numbers]):
                return either([theory.parts(x, True) for x in left])
        return either([theory.parts(x, False) for x in gone])


def _once(lists: Iterable[list[T]]) -> list[T]:
    """What stands in some lists, each once."""
    return list(dict.fromkeys(chain.from_iterable(lists)))


def _all_of(reasons: Sequence[Because | None]) -> Because | None:
    """Reasons as one; ``None``: one is not known."""
    known = [x for x in reasons if x is not None]
    if len(known) < len(reasons):
        return None
    return Because(*(_once(own) for own in zip(*known, strict=True)))
