"""What a place can no longer have: "r2c5 has no f below, so r3c5 has no f on top"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from clingo import Symbol

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.frames import Parts, Phrase, either, joined
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.telling.phrases import VERB, Known, Phrases
from pyasp_puzzles.explanation.telling.told import Said
from pyasp_puzzles.explanation.theory import Theory

_FEW, _NAMED = 3, 2
"""Values that are told as what is left; candidates that are named."""


Evidence = tuple[list[Phrase], list[GroundClue] | None]
"""What a step needs to know, and the clues to be named with it; ``None``: those of the step."""


class PlaceValues:
    """Tells what a step excludes by the helper atoms of its clue, such as colours of a side.

    Only by those which the program has words for where they do not hold.

    Attributes:
        gone: those that places cannot have, as was told.
    """

    def __init__(self, theory: Theory, phrases: Phrases, needs: Needs) -> None:
        self._theory, self._phrases, self._needs = theory.original, phrases, needs
        self.gone: frozenset[Symbol] = frozenset()

    def demanded(self, step: Step, known: Known, evidence: Sequence[Literal]) -> Said | None:
        """A step told by what its clues demand, or would demand if it did not follow."""
        needs = self._needs
        asked, lacking = needs.of(step)
        if lacking:
            words = joined(needs.told(lacking))
            return Said(seen=(), otherwise=f"else {words}, and there is none")
        if not asked:
            return None
        goals = [-self._theory.number_of(x) for x in step.follows]
        given, _ = self._evidence(step, known, evidence, goals, needs.on(step.reason), asked)
        return Said(needs.told(asked), given, ())

    def said(self, step: Step, known: Known, evidence: Sequence[Literal]) -> Said | None:
        """A step that excludes something, told in values; ``None``: these do not say all of it.

        ``evidence``: what it needs to know.
        """
        theory, needs = self._theory, self._needs
        if not step.follows or any(x.holds for x in step.follows):
            return None
        if not step.each_by_itself or len(step.reason) != len(step.stages or (step,)):
            return None
        demands = (x for clue in step.reason for x in needs.demands(clue))
        atoms = [*filter(self._has_value, dict.fromkeys(demands))]
        if not atoms:
            return None
        given = [*needs.on(step.seen), *map(theory.number_of, step.premises)]
        clue, cells = needs.on(step.reason), {x.cells for x in step.follows}
        before = self._refuted(given, atoms)
        there = [x for x in atoms if x not in before and needs.home(x) in cells]
        after, used = self._refuted([*clue, *given], there), set[Symbol]()
        for goal in step.follows:
            placed = -theory.number_of(goal)
            own = [x for x in after if needs.follows([placed], theory.needs[x])]
            if not own:
                return None
            used.update(own)
        then = [self._left(atoms, x, [*clue, *given], before | after) for x in self._alike(used)]
        told = {-theory.needs[x]: x for x in sorted(before)}
        core = self._core([*clue, *told], [theory.needs[x] for x in sorted(used)]) or ()
        homes = {needs.home(told[x]) for x in told if x in core}
        lying = [x for x in step.premises if x.holds and x.cells in homes]
        homes -= {x.cells for x in lying}
        open_ = [told[x] for x in told if x in core and needs.home(told[x]) in homes]
        why = [self._left(atoms, x, given, before) for x in self._alike(open_)]
        out = [theory.needs[x] for x in open_]
        needed, seen = self._evidence(step, known, evidence, out, [], open_, lying)
        slots = {*map(self._slot, used)}
        self.gone |= {x for x in before | after if self._slot(x) in slots}
        return Said(
            self._phrases.alike(why),
            needed,
            seen,
            otherwise="",
            left=joined(self._phrases.alike(then)),
        )

    def _evidence(
        self,
        step: Step,
        known: Known,
        evidence: Sequence[Literal],
        refuted: Sequence[int],
        given: Sequence[int],
        but: Collection[Symbol],
        lying: Sequence[Literal] = (),
    ) -> Evidence:
        """What a step needs; where that is many candidates, what excludes some literals, in values.

        Args:
            but: helper atoms about whose places and values nothing is to be said.
            lying: what is told in any case.
        """
        theory, needs = self._theory, self._needs
        if sum(not x.holds for x in evidence) <= _NAMED:
            return self._phrases.premises(evidence, known), None
        if not refuted and not given:
            return self._phrases.premises(lying, known), []
        out = {theory.number_of(x): x for x in step.premises if not x.holds}
        held = {theory.number_of(x): x for x in step.premises if x.holds}
        seen = {needs.on([clue])[0]: clue for clue in step.seen}
        places = {needs.home(x) for x in but} | {x.cells for x in out.values()}
        slots = {self._slot(x) for x in but if self._has_value(x)}
        near_by = (x for own in sorted(places) for x in needs.at.get(own, ()))
        every = [x for x in near_by if self._has_value(x) and self._slot(x) not in slots]
        at = theory.cells_of
        numbers = [theory.number(x, holds) for x, holds in known.items() if at(x) in places]
        known_false = theory.index.opposite(theory.index.mask(theory.with_implied(numbers)))
        numbers += [-theory.needs[x] for x in self.gone if needs.home(x) in places]
        for x in self.gone:
            known_false |= needs.given_by(x)
        gone = [x for x in every if (by := needs.given_by(x)) and not by & ~known_false]
        values = {-theory.needs[x]: x for x in gone}
        core = self._core([*given, *values, *out, *seen, *held], refuted)
        if core is None:
            return self._phrases.premises(evidence, known), None
        values_of = ([-theory.needs[x] for x in group] for group in self._alike(gone))
        for some in (*([x] for x in (*seen, *held, *out)), *values_of):
            without = core.difference(some)
            if len(without) < len(core) and self._core([*without], refuted) is not None:
                core = without
        groups = self._alike(values[x] for x in values if x in core)
        told = self._phrases.alike(self._left(every, group, numbers, gone) for group in groups)
        premises = [*lying, *(x for number, x in (held | out).items() if number in core)]
        told += self._phrases.premises([*dict.fromkeys(premises)], known)
        return told, [x for number, x in seen.items() if number in core]

    def _has_value(self, atom: Symbol) -> bool:
        """Whether a value stands behind an atom's subject and verb, and its denial has words."""
        words = self._theory.program.needs[atom.name, len(atom.arguments)]
        return words.false != words.true and len(self._needs.sentence(atom, True)) > VERB

    def _refuted(self, given: Sequence[int], atoms: Iterable[Symbol]) -> set[Symbol]:
        """The atoms that contradict some literals."""
        return {x for x in atoms if self._needs.contradict([*given, self._theory.needs[x]])}

    def _core(self, given: Sequence[int], refuted: Iterable[int]) -> set[int] | None:
        """Those of some literals that each of some others contradicts; ``None``: one does not."""
        found = set[int]()
        for own in [[x] for x in refuted] or [[]]:
            result = self._needs.solve([*own, *given])
            if result.outcome is not Outcome.UNSATISFIABLE:
                return None
            found.update(x for x in result.core if x not in own)
        return found

    def _slot(self, atom: Symbol) -> tuple[object, ...]:
        """The place of an atom, and its sentence without the value."""
        parts = self._needs.sentence(atom, True)
        return self._needs.home(atom), *parts[:VERB], *parts[VERB + 1 :]

    def _alike(self, atoms: Iterable[Symbol]) -> Collection[list[Symbol]]:
        """Atoms that differ in their values only, together."""
        return by_key((self._slot(atom), atom) for atom in sorted(atoms)).values()

    def _left(
        self,
        atoms: Iterable[Symbol],
        gone: Sequence[Symbol],
        given: Sequence[int],
        refuted: Collection[Symbol],
    ) -> Parts:
        """What is left in place of some values, if these are more, else that they are gone."""
        theory = self._theory
        every = [x for x in atoms if self._slot(x) == self._slot(gone[0])]
        left = sorted(x for x in every if x not in refuted)
        if 0 < len(left) <= min(_FEW, len(gone)):
            numbers = [-theory.needs[x] for x in left]
            if self._needs.contradict([*given, *numbers]):
                return either([self._needs.sentence(x, True) for x in left])
        return either([self._needs.sentence(x, False) for x in gone])
