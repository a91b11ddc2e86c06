"""Steps of clues and literals, which are masks: told at once, or link by link."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from operator import or_

from pyasp_puzzles.explanation.reasons.finder import LARGE, StepFinder
from pyasp_puzzles.explanation.reasons.joint_reason import SEARCH, Deduction
from pyasp_puzzles.explanation.reasons.needed import restated
from pyasp_puzzles.explanation.reasons.parts import nesting
from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements, Sight
from pyasp_puzzles.explanation.reasons.propagation import Supposition
from pyasp_puzzles.explanation.reasons.searching import FEW_TOGETHER, ClueSearch
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory

AT_ONCE = 5
"""Clues that are told at once where no way clue by clue is found."""


_MOST_ALIKE, _UNSEEN = 6, 3
"""Consequences of two clues for each of which a way clue by clue is looked for; links of one that
is not seen at once."""


class StepMaker:
    """Makes steps, each with the clues and literals that it needs, where some are known.

    Attributes:
        known: what is known or was told, a mask.
        open: the goals that are left, a mask.
    """

    def __init__(
        self,
        theory: Theory,
        goals: Iterable[int],
        known: Iterable[int],
        resumed: StepFinder | None,
    ) -> None:
        self.theory, self.index, self._resumed = theory, theory.index, resumed
        places = [theory.cells_of(theory.atom_of[number]) for number in self.index.numbers]
        self._placements = Placements(theory.normal_form, self.index, places)
        self.known = self.index.mask(known) | self._placements.always
        self.open = self.index.mask(goals) & ~self.known

    @cached_property
    def finder(self) -> StepFinder:
        """The search, which knows what was told; it is made when it is needed first."""
        known, goals = self.index.literals(self.known), self.index.literals(self.open)
        silent = self._placements.excluded(self.known).silent if self._resumed else 0
        resumed, self._resumed = self._resumed, None  # the time may end while it is resumed
        if resumed and resumed.resumed(self.theory, goals, known, silent):
            return resumed
        return StepFinder(self.theory, goals, known)

    @cached_property
    def _search(self) -> ClueSearch:
        return ClueSearch(self.finder, self.theory.normal_form)

    def _informed(self, excluded: Excluded) -> StepFinder:
        """The search, which knows what was told and what is excluded."""
        self.finder.learn(self.known | excluded.silent)
        self.finder.given |= excluded.silent
        self.finder.aim(self.index.literals(self.open & ~excluded.silent))
        self.finder.open |= self.open & self.index.contradiction
        return self.finder

    def _told(self, sight: Sight) -> Step | None:
        """A step with what it needs of what is looked at; ``None``: it does not follow."""
        by, seen = sight.clues
        form = sight.form
        if not by and form != "value":
            by, seen, form = seen, 0, ""
        known = sorted(self.index.literals(sight.evidence), key=lambda literal: literal < 0)
        step = self._retold(by, seen, sight.follows, known)
        if step is None or by & ~self.theory.mask_of(step.reason):
            return step
        return replace(step, form=form)

    def _retold(self, clues: int, seen: int, follows: int, known: Sequence[int]) -> Step | None:
        literals = self.index.literals(follows)
        return restated(self.theory, clues, seen, known, literals)

    def _spelled_out(self, step: Step, excluded: Excluded) -> Step | None:
        """A step with the clues that give what it rests upon and nobody told.

        ``None``: a search within its limits does not show it.
        """
        index, number = self.index, self.theory.number_of
        premises = index.mask(map(number, step.premises))
        silent = premises & excluded.silent & ~self.known
        hidden = premises & self.finder.given & ~(self.known | silent)
        if not silent and not hidden:
            return step
        sight = self._placements.seen(silent, excluded)
        clues, follows = self.theory.mask_of(step.reason), index.mask(map(number, step.follows))
        seen = sight.clues[1] & ~clues
        if not clues:
            clues, seen = seen, 0
        known = premises & ~(silent | hidden) | sight.evidence
        order = [*index.literals(known), *index.literals(self.known & ~known)]
        return self._retold(clues, seen, follows, order)

    def _deduced(self, found: Deduction, excluded: Excluded) -> Step | None:
        """A deduction as a step; of one that no search within limits shows, one consequence."""
        each = (1 << bit for bit in bits(found.follows)) if found.follows.bit_count() > 1 else ()
        ways = (found._replace(follows=some) for some in (found.follows, *each))
        steps = (self._spelled_out(self.finder.told(way), excluded) for way in ways)
        step = next(filter(None, steps), None)
        return self._by_turns(step, excluded) if step and len(step.reason) == 2 else step

    def _by_turns(self, step: Step, excluded: Excluded) -> Step:
        """A step of two clues as a supposition in which they say something in turns.

        It keeps the consequences that have links of the same clues in the same order, and what
        follows from these without any clue.  One sees what two links show.
        """
        follows = self.index.mask(map(self.theory.number_of, step.follows))
        if not 0 < follows.bit_count() <= _MOST_ALIKE:
            return step
        clues, alike = self.theory.mask_of(step.reason), defaultdict[object, list[Step]](list)
        for bit in bits(follows):
            way = self._link_by_link(clues, self.index.negated(bit), excluded)
            if way is None or len(way.reason) < 2 or len(way.parts) < _UNSEEN:
                return step
            alike[tuple(part.clues for part in way.parts)].append(way)
        ways = max(alike.values(), key=len)
        shown = self.index.mask(self.theory.number_of(x) for way in ways for x in way.follows)
        shown |= self._placements.implied(shown, follows)
        return replace(
            ways[0],
            premises=tuple(dict.fromkeys(x for way in ways for x in way.premises)),
            follows=tuple(self.theory.told(self.index.literals(shown))),
            minimal=all(way.minimal for way in ways),
        )

    def _at_once(self, clues: int, follows: int, excluded: Excluded) -> Step | None:
        """What follows from clues, and all else that they say; no clues: from what is excluded."""
        self._informed(excluded)
        if follows & ~self.index.scope(self.index.components(bits(clues))):
            step = self._retold(clues, 0, follows, self.finder.known)
            return step and self._spelled_out(step, excluded)
        part = self.finder.subproblem(self.index.components(bits(clues)))
        against = part.against(self.index.literals(follows))
        if not part.refutes(clues, against, SEARCH):
            return None
        found = self.finder.completed(Deduction(clues, follows))
        return self._deduced(found, excluded)

    def _linked(self, found: Supposition, excluded: Excluded) -> Step | None:
        """What a supposition shows, as a step with a part for each link."""
        clues = reduce(or_, (link.clues for link in found.links))
        follows = self.index.opposite(1 << found.bit)
        if clues.bit_count() <= FEW_TOGETHER:
            return self._at_once(clues, follows, excluded)
        step = self._as_parts(found, excluded)
        if step is None:
            return None
        clues = self.theory.mask_of(step.reason)
        if max(len(part.reason) for part in step.parts) > FEW_TOGETHER:
            step = self._link_by_link(clues, found.bit, excluded) or step
        if len(step.parts) == 1 and clues.bit_count() < LARGE:
            return self._at_once(clues, follows, excluded)
        return step

    def _as_parts(self, found: Supposition, excluded: Excluded) -> Step | None:
        """A supposition as a step with a part for each link.

        ``None``: a search within its limits does not show one of them.
        """
        parts = list[Step]()
        for link in found.links:
            known = self.index.literals(link.premises)
            step = self._retold(link.clues, 0, link.follows, known)
            step = step and self._spelled_out(step, excluded)
            if step is None:
                return None
            parts.append(step)
        whole = self.theory.step(0, (), self.index.literals(found.follows))
        return nesting(self.theory, whole, parts, self.index.literal(found.bit))

    def _link_by_link(self, clues: int, bit: int, excluded: Excluded) -> Step | None:
        """What a supposition shows by a few clues, in links of one or two of them each."""
        if clues.bit_count() > AT_ONCE:
            return None
        links = self._search.by_few(clues, self._informed(excluded).known_mask | 1 << bit)
        return self._as_parts(Supposition.of(self.index, bit, links), excluded) if links else None
