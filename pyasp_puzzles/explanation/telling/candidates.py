"""Why the other candidates of a clue are excluded, where one of them is left, or none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from clingo import Symbol

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.reasons.placing import Excluded
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.english import things
from pyasp_puzzles.explanation.telling.frames import (
    Parts,
    Phrase,
    either,
    is_subject,
    joined,
    together,
)
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.told import Said
from pyasp_puzzles.explanation.theory import Theory

PIECE = 3
"""What lies on so many cells is a piece: one sees on the board what it excludes."""
_FEW, _OPTIONS = 4, 2
"""Subjects of candidates, and values of a place, that are told."""
_SEVERAL = "several clues together"

T = TypeVar("T")


class Candidates:
    """Says what excludes each candidate of a step's clue, if these are pieces."""

    def __init__(self, theory: Theory, needs: Needs) -> None:
        self._theory, self._needs = theory.original, needs

    def said(self, step: Step, sources: Mapping[Symbol, str]) -> Said | None:
        """What excludes each other candidate; ``None``: they are no pieces.

        Each reason is with how many candidates it excludes that no earlier one does.

        Args:
            sources: which step or link told an atom.
        """
        own = self._sum(step)
        if own is not None:
            return Exclusions(self._theory, self._needs, step, own.mask).told(sources)
        return self._options(step) if step.form == "none" and len(step.reason) == 1 else None

    def _sum(self, step: Step) -> LiteralSum | None:
        """The sum of a step's clue, or of the place of what it places, if it chooses a piece."""
        theory, index = self._theory, self._theory.index
        goal = theory.mask(step.follows)
        clues = () if step.form == "bound" else step.reason
        if step.stages or step.form not in ("only", "value", "none", "bound"):
            return None
        if goal & (goal - 1) or goal >> index.atoms or not (clues or goal):
            return None
        choices = [x for x in theory.sums_of(clues) if x.is_choice and not goal & ~x.mask]
        found = [x for x in choices if not x.mask >> index.atoms]
        atoms = [theory.atom_of[x] for own in found for x in index.literals(own.mask)]
        pieces = all(len(theory.cells_of(x)) >= PIECE for x in atoms)
        return found[0] if len(found) == 1 and pieces else None

    def _options(self, step: Step) -> Said | None:
        """What helper atoms of a clue that contradicts itself can be at each place."""
        theory, needs = self._theory, self._needs
        premises = [*map(theory.number_of, step.premises)]
        given, groups = [*premises, *needs.on(step.seen)], defaultdict[Parts, list[Parts]](list)
        for atom in needs.demands(step.reason[0]):
            if len(theory.cells_of(atom)) != 1:
                return None
            parts = needs.sentence(atom, True)
            possible = not needs.contradict([*given, theory.needs[atom]])
            groups[parts[:3]] += [parts] * possible
        options = [*groups.values()]
        if len(options) < 2 or not all(0 < len(x) <= _OPTIONS and either(x) for x in options):
            return None
        found = (x for clue in step.seen for x in needs.demanded(clue, premises))
        told = [("".join(either(x)), len(x)) for x in options]
        return Said(needs.told(found), told, (), "", others=True)


class Exclusions:
    """The candidates of a step, a mask, and what excludes them."""

    def __init__(self, theory: Theory, needs: Needs, step: Step, candidates: int) -> None:
        self._theory, self._needs, self._index, self._step = theory, needs, theory.index, step
        self._held = {theory.number_of(x): x for x in step.premises}
        self._known = self._index.mask(self._held)
        self._by = Excluded(theory.normal_form.sums, self._known, self._index).by
        self._all = self._left = candidates & ~theory.mask(step.follows)

    def told(self, sources: Mapping[Symbol, str]) -> Said:
        """All of it: what is seen first, then what takes several clues."""
        lying, named = self._at_a_glance()
        pieces = self._take(lying)
        told = [self._excluding(self._subjects(x.atom for x in pieces), pieces)] if pieces else []
        lacking = self._lacking()
        if lacking:
            noun = "these needs" if len(lacking) > 1 else "this need"
            told.append(self._excluding(noun, lacking, first=not told))
        before = self._before(sources)
        if before:
            told.append((f"excluded before: {_number(before)}", _number(before)))
        clues, techniques = self._take(named), defaultdict[str, int](int)
        for clue, mask in clues.items():
            techniques[clue.source.technique] |= mask
        broken = self._broken([self._theory.needs[x] for x in lacking])
        if broken:
            none = listed(text for text, _ in together(sorted(map(self._none_left, broken))))
            told.append((f"{none}: {_number(broken)}", _number(broken)))
        last = {**techniques, _SEVERAL: self._left} if self._left else techniques
        told += [self._counted(text, mask) for text, mask in last.items()]
        every = {x or "known": mask for x, mask in before.items()}
        every |= {"".join(self._none_left(x)): mask for x, mask in broken.items()} | last
        each, needs = partial(self._each, every), self._needs.told(lacking)
        return Said(needs, told, (), "", others=True, clues=[*clues], each=each)

    def _each(self, reasons: Mapping[str, int]) -> Iterator[str]:
        """The candidates that each reason excludes, but for what one sees on the board."""
        for text, mask in reasons.items():
            gone = [self._theory.literal(x, False) for x in self._atoms(mask)]
            yield f"{text}: {joined(phrases_of(self._theory).told(gone, {}))}"

    def _take(self, masks: Mapping[T, int]) -> dict[T, int]:
        """The fewest reasons for what is left, each with its own part."""
        found = dict[T, int]()
        while masks:
            best = max(masks, key=lambda key: (masks[key] & self._left).bit_count())
            if not masks[best] & self._left:
                break
            found[best] = masks[best] & self._left
            self._left &= ~masks[best]
        return found

    # -- reasons

    def _at_a_glance(self) -> tuple[dict[Literal, int], dict[GroundClue, int]]:
        """What pieces that lie on the board exclude, and what clues with a name do."""
        lying, named = defaultdict[Literal, int](int), defaultdict[GroundClue, int](int)
        for bit in bits(self._left):
            for own in self._by.get(bit, ()):
                known = self._index.literals(own.mask & self._known)
                for literal in (self._held[x] for x in known if x > 0):
                    lying[literal] |= 1 << bit
                clue = self._theory.clues[own.clue] if own.clues and not known else None
                if clue and clue.source.technique:
                    named[clue] |= 1 << bit
        return lying, named

    def _lacking(self) -> dict[Symbol, int]:
        """What clues demand by what is known, one after the other, with what contradicts it."""
        step, needs, found = self._step, self._needs, dict[Symbol, int]()
        for clue in step.seen if step.form == "none" else step.clues:
            for atom in needs.demanded(clue, [*self._held]) if self._left else ():
                if own := self._left & needs.excludes(atom):
                    found[atom] = own
                    self._left &= ~own
        return found

    def _before(self, sources: Mapping[Symbol, str]) -> dict[str, int]:
        """The candidates that were excluded before, by what told it; empty: that is not known."""
        gone, found = self._left & self._index.opposite(self._known), defaultdict[str, int](int)
        self._left &= ~gone
        for literal in self._index.literals(gone):
            found[sources.get(self._theory.atom_of[literal], "")] |= self._index.mask([literal])
        order = sorted(found, key=lambda text: (text[:4] != "step", len(text), text))
        return {told: found[told] for told in order}

    def _broken(self, needed: Sequence[int]) -> dict[GroundClue, int]:
        """The candidates that leave nothing for one clue, by what is known or excluded."""
        needs, found = self._needs, defaultdict[GroundClue, int](int)
        gone = [-x for x in map(self._index.literal, self._by) if x > 0]
        on = {needs.on([clue])[0]: clue for clue in self._step.clues}
        for bit in bits(self._left if self._theory.needs else 0):
            known = [*self._held, *needed, *gone, self._index.literal(bit)]
            core = [x for x in needs.solve([*known, *on]).core if x in on]
            core.sort(key=lambda x: (on[x] not in found, on[x].symbol))
            alone = next((on[x] for x in core if needs.contradict([*known, x])), None)
            if alone:
                found[alone] |= 1 << bit
                self._left &= ~(1 << bit)
        return found

    # -- words

    def _none_left(self, clue: GroundClue) -> Parts:
        """What a clue says where nothing is left for it."""
        words = clue.source.none or clue.source.template
        return words.parts(clue.values, self._theory.spell)

    def _excluding(self, subject: str, masks: Mapping[T, int], *, first: bool = True) -> Phrase:
        """That something, one thing or several, excludes so many candidates."""
        count, total = _number(masks), self._all.bit_count()
        which, left = f"{count:,}", total - count
        if first and 2 * left < count:
            which = f"all but {left}" if left else "all" + " others" * bool(self._step.follows)
        elif first:
            which += f" of {total:,}"
        return f"{subject} {'excludes' if len(masks) == 1 else 'exclude'} {which}", count

    def _counted(self, reason: str, mask: int) -> Phrase:
        """A reason with the number of its candidates, and what these are about, if it is little."""
        number, own = mask.bit_count(), self._atoms(mask)
        subjects, every = ({*map(self._subject, x)} for x in (own, self._atoms(self._all)))
        which = f" of {self._subjects(own)}" if len(subjects) <= _FEW and len(every) > 1 else ""
        return f"{reason}: {number}{which}", number

    def _atoms(self, mask: int) -> list[Symbol]:
        return [self._theory.atom_of[x] for x in self._index.literals(mask)]

    def _subject(self, atom: Symbol) -> Parts:
        """The beginning of an atom's sentence; the whole one, if that names nothing."""
        parts = self._needs.sentence(atom, True)
        return parts[:2] if is_subject(parts, 1) else parts

    def _subjects(self, atoms: Iterable[Symbol]) -> str:
        """What atoms are about: "pieces L and U"."""
        found = sorted({*map(self._subject, atoms)})
        if len({(len(x), x[0]) for x in found}) == 1 and len(found[0]) == 2:
            return things(found[0][0].rstrip(), [x[1] for x in found])
        return listed(map("".join, found))


def _number(masks: Mapping[T, int]) -> int:
    """How many candidates masks have, none of them in two."""
    return sum(mask.bit_count() for mask in masks.values())
