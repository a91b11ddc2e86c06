"""The next step: what can be seen first, then what has to be searched.

What a sum excludes is never told by itself.  A search knows it all the same, and a step that rests
upon it is told with the clues by which it is excluded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

from pyasp_puzzles.explanation.reasons.finder import FEW, LARGE, Deduction, StepFinder
from pyasp_puzzles.explanation.reasons.making import AT_ONCE, Parts, StepMaker
from pyasp_puzzles.explanation.reasons.placing import IDLE, Excluded, Sight
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.supposing import Cases, Propagation, shortest_supposition
from pyasp_puzzles.explanation.steps import Step, merged
from pyasp_puzzles.explanation.theory import Theory

_MOST_LINKS = 12  # links of a supposition that are too many to follow
_TRIED = 3  # consequences of a few clues of which a way link by link is looked for
_LONGEST = 80  # links that are told where only a search for a reason of many clues is left


class Stepper(StepMaker):
    """Finds steps, one after the other, until all goals are known.

    Args:
        goals: literals to derive, numbers of the ground program's atoms; with ``CONTRADICTION``
            the step that shows it is the last one.
        shared: called before a search with several clues, if not all answers may have the goals;
            it returns those that all of them have.
        resumed: a search that may know something of the same theory already.

    Attributes:
        before: the goals that were left before the last step.
    """

    def __init__(
        self,
        theory: Theory,
        goals: Iterable[int],
        known: Iterable[int] = (),
        *,
        shared: Callable[[StepFinder], Iterable[int]] | None = None,
        resumed: StepFinder | None = None,
    ) -> None:
        super().__init__(theory, goals, known, resumed)
        self._shared, self._started, self.before = shared, False, 0
        self._cases, self._parts = Cases(self._placements), Parts(theory, self._placements)
        self._unseen = 0  # what was seen, but is not shown within limits, a mask

    @property
    def given(self) -> int:
        """What follows without any clue, or is excluded at a glance; a mask."""
        return self._placements.always | self.finder.given

    @property
    def searched(self) -> StepFinder | None:
        """The search, if there was one, here or before."""
        return self.__dict__.get("finder", self._resumed)

    def reach(self, bit: int) -> int:
        """How many literals hold along the sums where one more is known, a bit."""
        self.index.check_time()
        known = self.known | self._placements.excluded(self.known).silent
        propagation = Propagation(self.index, self._placements.bearing, known, 1 << bit)
        propagation.contradiction()
        return propagation.true.bit_count()

    def __iter__(self) -> Iterator[Step]:
        """All steps; TimeUpError: the time is up."""
        while step := self.next():
            yield step
            self.index.check_time()

    def next(self) -> Step | None:
        """The next step, which is known from then on; ``None``: nothing more follows."""
        if not self._started:
            self._started = True
            if step := self._printed():
                return self._learnt(step)
        while self.open:
            excluded = self._placements.excluded(self.known)
            step = self._seen(excluded) or self._last(excluded) or self._eliminated(excluded)
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
            step = merged([*map(self._extended, step.stages)], 1)
        elif step.follows and not step.parts:
            step = self._extended(step)
        follows = self.theory.mask(step.follows)
        self.known |= follows
        self.open &= ~(self.known | self.index.opposite(self.known))
        if follows:
            self._placements.learnt(follows)
        return step

    def _extended(self, step: Step) -> Step:
        """A step with the placements that follow from what it says without any clue."""
        follows = self.theory.mask(step.follows)
        more = self._placements.implied(follows, self.open & ~follows)
        told = self.theory.told(self.index.literals(more))
        return replace(step, follows=(*step.follows, *told))

    # -- what can be seen

    def _seen(self, excluded: Excluded) -> Step | None:
        """A sum that is broken, else the placement that is easiest to see."""
        placements, wanted = self._placements, self.open & self.index.contradiction
        broken = placements.broken(excluded) if wanted else None
        if broken and (step := self._told(broken)):
            return step
        while left := self.open & ~self._unseen:
            sight = placements.reached(excluded, left) or placements.placed(excluded, left)
            step = self._completed(sight, excluded) if sight else None
            if step or not sight:
                return step
            self._unseen |= sight.follows  # a search within its limits does not show it
        return None

    def _printed(self) -> Step | None:
        """What single clues say of single atoms, as one step."""
        wanted, said = self.open & self._placements.placeable, dict[int, int]()
        for own in self._placements.sums:
            if own.is_single and own.mask & wanted:
                said[own.clues] = said.get(own.clues, 0) | own.mask
                wanted &= ~own.mask
        return self._together(Sight("given", said[clue], clue, 0, 0, 0) for clue in said)

    def _last(self, excluded: Excluded) -> Step | None:
        """All that is left, if sums exclude it: each clue says what it excludes."""
        searched = self.given if "finder" in self.__dict__ else 0
        if self.open & ~(excluded.silent | searched):
            return None
        said = dict[int, int]()
        for bit in bits(self.open & excluded.silent):
            clue = min(own.clues for own in excluded.by[self.index.negated(bit)])
            said[clue] = said.get(clue, 0) | 1 << bit
        self.open &= ~said.pop(0, 0)  # by rules that are always known
        told, sights = 0, list[Sight]()
        for clue, follows in said.items():  # without what follows from others and from no clue
            implied = self.theory.normal_form.spread(self.known, told) or 0
            self.open &= ~(follows & implied)
            follows &= ~implied
            told |= follows
            sights += [Sight("rest", follows, clue, 0, self.known, 0)] if follows else []
        return self._together(sights)

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
        seen = self._placements
        easy = seen.excluding(excluded, self.open), seen.ahead(excluded, self.open)
        sights = sorted(chain(*easy, seen.sets(excluded, 2)), key=lambda sight: sight.cost)
        leads = sights and sights[0].cost < IDLE
        of_sums = not self.theory.normal_form.beyond
        if not leads and of_sums and (step := self._by_cases(excluded, alone=False)):
            return step
        return (
            next(filter(None, (self._completed(sight, excluded) for sight in sights)), None)
            or self._of_one_clue(excluded)
            or next(filter(None, map(self._told, seen.sets(excluded, 3))), None)
            or self._by_cases(excluded, alone=True)
            or self._supposed(excluded, _MOST_LINKS)
            or self._of_several_clues(excluded)
        )

    def _by_cases(self, excluded: Excluded, *, alone: bool, wide: bool = True) -> Step | None:
        """What excludes a candidate of a sum that has few; ``wide``: where others have many."""
        if alone and self.theory.normal_form.unread:
            return None
        found = self._cases.next(excluded, self.open, alone=alone, wide=wide)
        return found and self._parts.step(found, self.known)

    def _supposed(self, excluded: Excluded, most: int) -> Step | None:
        """What does not hold, as it leads to a contradiction, clue by clue."""
        ask = self._search.refuted
        found = shortest_supposition(self._placements, excluded, self.open, most, ask)
        return found and self._linked(found, excluded)

    # -- what has to be searched

    def _completed(self, sight: Sight, excluded: Excluded) -> Step | None:
        """What is seen; of one clue that may say more, all that it says."""
        clues = sight.clues | sight.seen
        beyond = clues.bit_length() - 1 in self.theory.normal_form.beyond
        if clues.bit_count() != 1 or not beyond:
            return self._told(sight)
        return self._at_once(clues, sight.follows, excluded)

    def _of_one_clue(self, excluded: Excluded) -> Step | None:
        found = self._informed(excluded).single(self.theory.normal_form.beyond)
        return found and self._deduced(found, excluded)

    def _of_several_clues(self, excluded: Excluded) -> Step | None:
        finder = self.finder
        if self._shared is not None:
            self.open &= self.index.mask(self._shared(finder))
            self._shared = None
            finder.aim(self.open & ~excluded.silent)
        found = finder.joint(self.reach) if finder.open else None
        if found is None:
            return None
        if not found.clues:
            return self._at_once(0, found.follows, excluded)
        return self._in_parts(found, excluded)

    def _in_parts(self, found: Deduction, excluded: Excluded) -> Step | None:
        """A deduction as a step; in place of a large reason a way clue by clue, if one is found."""
        number = found.clues.bit_count()
        if number <= FEW or found.follows & self.index.contradiction:
            return self._deduced(found, excluded)
        for bit in islice(bits(found.follows), _TRIED):
            if step := self._link_by_link(found.clues, self.index.negated(bit), excluded):
                return step
        step = self._supposed(excluded, _LONGEST) if number >= LARGE else None
        if not step and number > AT_ONCE:
            step = self._by_cases(excluded, alone=True, wide=False)
        return step or self._deduced(found, excluded)
