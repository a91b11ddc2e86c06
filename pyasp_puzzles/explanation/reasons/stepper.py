"""The next step: what can be seen first, then what has to be searched.

What a sum excludes is never told by itself.  A search knows it all the same, and a step that rests
upon it is told with the clues by which it is excluded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from itertools import chain, islice
from operator import or_

from pyasp_puzzles.explanation.reasons.cases import Cases
from pyasp_puzzles.explanation.reasons.eliminating import IDLE, Eliminations
from pyasp_puzzles.explanation.reasons.finder import FOLLOWED, LARGE, StepFinder
from pyasp_puzzles.explanation.reasons.joint_reason import Deduction
from pyasp_puzzles.explanation.reasons.making import AT_ONCE, StepMaker
from pyasp_puzzles.explanation.reasons.needed import needed_parts
from pyasp_puzzles.explanation.reasons.parts import Parts, nesting
from pyasp_puzzles.explanation.reasons.placing import Excluded, Sight
from pyasp_puzzles.explanation.reasons.propagation import Propagation
from pyasp_puzzles.explanation.reasons.searching import FEW_TOGETHER
from pyasp_puzzles.explanation.reasons.subproblems import CONTRADICTION, bits
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, LiteralSum
from pyasp_puzzles.explanation.reasons.supposing import Suppositions
from pyasp_puzzles.explanation.steps import Step, merged
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.work.deadline import TimeUpError

_MOST_LINKS = 12
"""Links of a supposition that are too many to follow."""

_SHORT_LINKS = 7
"""Links of a supposition that are too many to exclude one of several candidates."""

_TRIED = 3
"""Consequences of a few clues of which a way link by link is looked for."""

_SEARCHES = 2_000
"""Searches after which a large reason is told as it is."""

_LONGEST = 80
"""Links that are told where only a search for a reason of many clues is left."""


class Stepper(StepMaker):
    """Finds steps, one after the other, until all goals are known.

    Args:
        goals: literals to derive, numbers of the ground program's atoms; with ``CONTRADICTION``
            the step that shows it is the last one.
        known: literals that are known from the start.
        shared: called before a search with several clues, if not all answers may have the goals;
            it returns those that all of them have.
        resumed: a search that may know something of the same theory already.
        supposed: a literal that is supposed to hold, so that no other one is; all that follows from
            the known ones without any clue is known then.

    Attributes:
        before: those that were left before the last step.
    """

    def __init__(
        self,
        theory: Theory,
        goals: Iterable[int],
        known: Iterable[int] = (),
        *,
        shared: Callable[[StepFinder], Iterable[int]] | None = None,
        resumed: StepFinder | None = None,
        supposed: int | None = None,
    ) -> None:
        super().__init__(theory, goals, known, resumed, supposed)
        self._shared, self._supposing = shared, supposed is None
        self._started, self.before = supposed is not None, 0
        self._eliminations = Eliminations(self._placements)
        self._suppositions = Suppositions(self._placements)
        self._cases, self._parts = Cases(self._placements), Parts(theory, self._placements)
        self._unseen = 0  # what was seen, but is not shown within limits, a mask

    @classmethod
    def to_contradiction(
        cls, theory: Theory, known: Iterable[int] = (), supposed: int | None = None
    ) -> Stepper:
        """The steps of a theory that has no model with the known literals."""
        every = theory.index.literals(theory.index.scope(theory.index.all_components))
        return cls(theory, [CONTRADICTION, *every], known, supposed=supposed)

    @property
    def given(self) -> int:
        """What follows without any clue, or is excluded at a glance; a mask."""
        return self._placements.always | self.finder.given

    @property
    def searched(self) -> StepFinder | None:
        """The search, if there was one, here or before."""
        return self.__dict__.get("finder", self._resumed)

    def reach(self, literal: int) -> int:
        """How many literals hold along the sums where one more is known."""
        sums, bit = self._placements.bearing, self.index.bit(literal)
        propagation = Propagation(self.index, sums, self.known, 1 << bit)
        propagation.contradiction()
        return propagation.true.bit_count()

    def next(self) -> Step | None:
        """The next step, which is known from then on; ``None``: nothing more follows."""
        if not self._started:
            self._started = True
            if step := self._printed():
                return self._learnt(step)
        while self.open:
            excluded = self._placements.excluded(self.known)
            wanted = self.open & self.index.contradiction
            broken = self._placements.broken(excluded) if wanted else None
            left = self.open & ~self._unseen
            sight = self._placements.reached(excluded, left)
            sight = sight or self._placements.placed(excluded, left)
            if broken and (step := self._told(broken)):
                pass
            elif sight is not None:
                step = self._completed(sight, excluded)
                if step is None:  # a search within its limits does not show it
                    self._unseen |= sight.follows
                    continue
            else:
                step = self._last(excluded) or self._eliminated(excluded)
                if step is None:
                    given = self.open & self.finder.given & ~excluded.silent
                    if not given:
                        return None
                    self.open &= ~given
                    continue
            if not step.follows:
                self.open = 0  # a contradiction
                return step
            step = self._learnt(step)
            if step.clues or step.premises or step.parts:
                return step  # what needs nothing at all is not told
        return None

    def _learnt(self, step: Step) -> Step:
        """The step with what follows from it without any clue; that is known from then on."""
        self.before = self.open
        if step.stages:
            step = merged([*self._each_once(step.stages)], step.number)
        elif step.follows and not step.parts:
            step = self._extended(step)
        follows = self.index.mask(map(self.theory.number_of, step.follows))
        self.known |= follows
        self.open &= ~(self.known | self.index.opposite(self.known))
        if follows:
            self._placements.learnt(follows)
        return step

    def _each_once(self, stages: Iterable[Step]) -> Iterator[Step]:
        """Stages, each with what no earlier one says."""
        told = 0
        for stage in stages:
            own = self.index.mask(map(self.theory.number_of, stage.follows)) & ~told
            if own:
                follows = self.theory.told(self.index.literals(own))
                extended = self._extended(replace(stage, follows=follows), told)
                told |= self.index.mask(map(self.theory.number_of, extended.follows))
                yield extended

    def _extended(self, step: Step, before: int = 0) -> Step:
        """A step with the placements that follow from what it says without any clue.

        ``before``: what is told already, a mask.
        """
        follows = self.index.mask(map(self.theory.number_of, step.follows))
        more = self._placements.implied(follows, self.open & ~follows & ~before)
        told = self.theory.told(self.index.literals(more))
        return replace(step, follows=(*step.follows, *told))

    # -- what can be seen

    def _printed(self) -> Step | None:
        """What single clues say of single atoms, as one step."""
        wanted, of_clue = self.open & self._placements.placeable, dict[int, list[LiteralSum]]()
        for own in self._placements.sums:
            if own.is_single and own.mask & wanted:
                of_clue.setdefault(own.clue, []).append(own)
                wanted &= ~own.mask
        return self._together(
            Sight("given", reduce(or_, (own.mask for own in sums)), tuple(sums), (), 0, 0)
            for sums in of_clue.values()
        )

    def _last(self, excluded: Excluded) -> Step | None:
        """All that is left, if sums exclude it: each clue says what it excludes."""
        searched = self.given if "finder" in self.__dict__ else 0
        if self.open & ~(excluded.silent | searched):
            return None
        of_clue: dict[int, tuple[LiteralSum, int]] = {}
        for bit in bits(self.open & excluded.silent):
            sums = excluded.by[self.index.negated(bit)]
            own = min(sums, key=lambda own: own.clue)  # the background comes first
            first, mask = of_clue.get(own.clue, (own, 0))
            of_clue[own.clue] = first, mask | 1 << bit
        self.open &= ~of_clue.get(BACKGROUND, (None, 0))[1]
        return self._together(
            [
                Sight("rest", follows, (own,), (), self.known, 0)
                for own, follows in of_clue.values()
                if own.clue != BACKGROUND
            ]
        )

    def _together(self, sights: Iterable[Sight]) -> Step | None:
        """Steps of one clue each as one; what needs no clue is not told."""
        stages = []
        for sight in sights:
            step = self._told(sight)
            if step is not None and step.reason:
                stages.append(step)
            elif step is not None and not step.premises:
                self.open &= ~sight.follows
        return merged(stages, 1) if stages else None

    def _eliminated(self, excluded: Excluded) -> Step | None:
        """What does not hold: as a person sees it, else by a search of one clue, then of more."""
        if not self.open:
            return None
        seen = self._eliminations
        easy = chain(
            seen.excluding(excluded, self.open),
            seen.ahead(excluded, self.open),
            seen.sets(excluded, 2),
        )
        sights = sorted(easy, key=lambda sight: sight.cost)
        leads = sights and sights[0].cost < IDLE
        if not leads and not self.theory.normal_form.beyond:
            step = self._by_cases(excluded, alone=False) or self._aimed(excluded)
            if step:
                return step
        for sight in sights:
            if step := self._completed(sight, excluded):
                return step
        if step := self._of_one_clue(excluded):
            return step
        for sight in seen.sets(excluded, 3):
            if step := self._told(sight):
                return step
        return (
            self._by_cases(excluded, alone=True)
            or self._aimed(excluded)
            or self._supposed(excluded, _MOST_LINKS)
            or self._of_several_clues(excluded)
        )

    def _by_cases(self, excluded: Excluded, *, alone: bool, wide: bool = True) -> Step | None:
        """What excludes a candidate of a sum that has few; ``wide``: where others have many."""
        if not self._supposing or (alone and self.theory.normal_form.unread):
            return None
        found = self._cases.next(excluded, self.open, alone=alone, wide=wide)
        return found and self._parts.step(found, self.known)

    def _aimed(self, excluded: Excluded) -> Step | None:
        """What excludes a candidate of a sum all of whose candidates but one can be excluded."""
        if not self._supposing:
            return None
        ways = self._suppositions.aimed(excluded, self.open, _SHORT_LINKS)
        return next(filter(None, (self._linked(way, excluded) for way in ways)), None)

    def _supposed(self, excluded: Excluded, most: int) -> Step | None:
        """What does not hold, as it leads to a contradiction, clue by clue."""
        if not self._supposing:
            return None
        found = self._suppositions.shortest(
            excluded, self.open, most, lambda true: self._search.refuted(true)
        )
        return found and self._linked(found, excluded)

    # -- what has to be searched

    def _completed(self, sight: Sight, excluded: Excluded) -> Step | None:
        """What is seen; of one clue that may say more, all that it says."""
        by, seen = sight.clues
        clue = (by | seen).bit_length() - 1
        if (by | seen).bit_count() != 1 or clue not in self.theory.normal_form.beyond:
            return self._told(sight)
        return self._at_once(by | seen, sight.follows, excluded)

    def _of_one_clue(self, excluded: Excluded) -> Step | None:
        finder = self._informed(excluded)
        found = finder.single(self.theory.normal_form.beyond)
        if found is None:
            return None
        return self._deduced(found, excluded)

    def _of_several_clues(self, excluded: Excluded) -> Step | None:
        finder = self.finder
        if self._shared is not None:
            self.open &= self.index.mask(self._shared(finder))
            self._shared = None
            finder.aim(self.index.literals(self.open & ~excluded.silent))
        found = (finder.single() or finder.joint()) if finder.open else None
        if found is None:
            return None
        if not found.clues:
            return self._at_once(0, found.follows, excluded)
        return self._in_parts(found, excluded)

    def _in_parts(self, found: Deduction, excluded: Excluded) -> Step | None:
        """A deduction as a step; in place of a large reason a way clue by clue, if one is found."""
        contradiction = found.follows & self.index.contradiction
        found = found if contradiction else self.finder.sharpened(found)
        if found.clues.bit_count() > FEW_TOGETHER and self._supposing and not contradiction:
            for bit in islice(bits(found.follows), _TRIED):
                if step := self._link_by_link(found.clues, self.index.negated(bit), excluded):
                    return step
            if found.clues.bit_count() < LARGE:
                return self._deduced(found, excluded)
            number, step = found.clues.bit_count(), None
            if number <= FOLLOWED:
                ask = partial(self._search.said, found.clues)
                chain = self._suppositions.of_clues(excluded, found.follows, found.clues, ask)
                if chain and chain.worth <= (FEW_TOGETHER, _MOST_LINKS):
                    step = self._linked(chain, excluded)
            step = step or self._supposed(excluded, _LONGEST)
            if not step and number > AT_ONCE:
                step = self._by_cases(excluded, alone=True, wide=False)
            if not step and number <= FOLLOWED:
                most = _LONGEST if number > AT_ONCE else _SHORT_LINKS
                step = self._refutation(found, excluded, most)
            if step:
                return step
        return self._deduced(found, excluded)

    def _refutation(self, found: Deduction, excluded: Excluded, most: int) -> Step | None:
        """A large reason in parts that need fewer clues, from the opposite of a consequence."""
        supposed = -self.index.literal(next(bits(found.follows)))
        clues = [self.theory.clues[clue] for clue in bits(found.clues)]
        theory = self.theory.within(clues).limited(_SEARCHES)
        inner = Stepper.to_contradiction(theory, self.finder.known, supposed)
        parts = list[Step]()
        with suppress(TimeUpError):  # or there were too many searches
            for part in iter(inner.next, None):
                spelled = self._spelled_out(part, excluded)
                if spelled is None or len(spelled.reason) >= len(clues):
                    return None
                parts += self._in_few(spelled, inner.known, excluded) or [spelled]
        if not parts or parts[-1].follows or len(needed_parts(parts)) > most:
            return None
        return nesting(self.theory, self.theory.step(0, (), [-supposed]), parts, supposed)
