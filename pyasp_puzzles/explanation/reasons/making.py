"""Steps of clues and literals, which are masks: told at once, or link by link."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations

from pyasp_puzzles.explanation.reasons.finder import LARGE, QUICK, SEARCH, Deduction, StepFinder
from pyasp_puzzles.explanation.reasons.needed import restated
from pyasp_puzzles.explanation.reasons.normal_form import NormalForm
from pyasp_puzzles.explanation.reasons.parts import nesting
from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements, Sight
from pyasp_puzzles.explanation.reasons.subproblems import bits, mask_of
from pyasp_puzzles.explanation.reasons.supposing import Inference, Supposition
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory

AT_ONCE = 5
"""Clues that are told at once where no way clue by clue is found."""

FEW_TOGETHER = 2
"""So few clues that no fewer are looked for."""

_MOST_ALIKE = 6  # consequences of two clues for each of which a way clue by clue is looked for
_UNSEEN = 3  # links of such a way that one does not see at once
_PROPAGATION = 1  # conflicts within which a consequence counts as found by propagation
_MOST_INFERRED = 10  # links for each clue but one that lead too far; every other one has no clue
_PATIENCE = 3  # after so many failures a set of clues is not tried again


class ClueSearch:
    """Asks clues of which sums do not show all, by searches that know what a finder knows."""

    def __init__(self, finder: StepFinder, form: NormalForm) -> None:
        self._finder, self._index, self._form = finder, finder.index, form
        scopes, most = self._index.clue_scopes, self._index.atoms
        self._global = mask_of(x for x in form.unread if scopes[x].bit_count() > most)
        self._failed = Counter[int]()

    def refuted(self, true: int) -> Inference | None:
        """Whether literals, a mask, contradict clues about the whole board, by propagation."""
        known, witnesses = self._finder.known_mask, self._finder.witnesses
        if not self._global or witnesses.refuted(self._global, true):
            return None
        whole, assumed = self._finder.whole, self._index.literals(true & ~known)
        answer = whole.solve(self._global, assumed, _PROPAGATION)
        witnesses.note(whole, answer)
        if not answer.follows:
            return None
        return Inference(answer.clues, 0, self._index.mask(answer.known) | known)

    def by_few(self, clues: int, true: int) -> tuple[Inference, ...]:
        """Links of one or two of some clues each from literals that hold to a contradiction.

        Of two clues each link has one.  None: they do not lead to one.
        """
        found, new = list[Inference](), true & ~self._finder.known_mask
        others = clues.bit_count() - 1
        sizes = range(1, min(FEW_TOGETHER, others) + 1)
        few = [*map(mask_of, chain(*(combinations(bits(clues), n) for n in sizes)))]
        while new and self._failed[clues] < _PATIENCE:
            held = self._form.spread(true & ~new, new)
            found.append(Inference(0, (held or true) & ~true, true))
            if held is None:
                return _needed(found)
            true, new = held, 0
            for some in few if len(found) <= _MOST_INFERRED * others else ():
                if link := self._inferred(some, true):
                    found.append(link)
                    if not link.follows:
                        return _needed(found)
                    new, true = link.follows, true | link.follows
                    few = [*(x for x in few if x != some), some]  # the others say something next
                    break
        self._failed[clues] += 1
        return ()

    def _inferred(self, clues: int, true: int) -> Inference | None:
        """A contradiction of clues with literals that hold, else one that follows from both."""
        index, known, witnesses = self._index, self._finder.known_mask, self._finder.witnesses
        part = self._finder.subproblem(index.components(bits(clues)))
        given = true & ~known & part.scope
        left = part.scope & ~(true | index.opposite(true)) | index.contradiction
        left &= ~witnesses.refuted(clues, true)
        for bit in sorted(bits(left), key=lambda bit: 1 << bit != index.contradiction):
            if left >> bit & 1:
                assumed = (*index.literals(given), *index.against(bit))
                answer = part.solve(clues, assumed, QUICK)
                left &= ~answer.false
                witnesses.note(part, answer)
                if answer.follows:
                    order = bits(answer.clues)
                    used = witnesses.shrunk(part, answer.clues, order, bit, QUICK, given)
                    core = part.refutes(used, assumed, QUICK) or answer
                    premises = index.mask(core.known) & true | known
                    return Inference(core.clues, 1 << bit & ~index.contradiction, premises)
        return None


def _needed(links: Sequence[Inference]) -> tuple[Inference, ...]:
    """The last link with those before it that it needs."""
    needed = [links[-1]]
    for link in reversed(links[:-1]):
        if any(link.follows & later.premises for later in needed):
            needed.insert(0, link)
    return tuple(needed)


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
        goals = self.open & ~self.index.contradiction
        resumed, self._resumed = self._resumed, None  # the time may end while it is resumed
        if resumed:
            silent = self._placements.excluded(self.known).silent
            if resumed.resumed(self.theory, goals, self.known, silent):
                return resumed
        literals = self.index.literals
        return StepFinder(self.theory, literals(goals), literals(self.known))

    @cached_property
    def _search(self) -> ClueSearch:
        return ClueSearch(self.finder, self.theory.normal_form)

    def _informed(self, excluded: Excluded) -> StepFinder:
        """The search, which knows what was told and what is excluded."""
        self.finder.learn(self.known | excluded.silent)
        self.finder.given |= excluded.silent
        self.finder.aim(self.open & ~excluded.silent)
        return self.finder

    def _told(self, sight: Sight) -> Step | None:
        """A step with what it needs of what is looked at; ``None``: it does not follow."""
        by, seen, form = sight.clues, sight.seen, sight.form
        if not by and form != "value":
            by, seen, form = seen, 0, ""
        known = self.index.literals(sight.evidence)
        step = restated(self.theory, by, seen, known, sight.follows)
        if step is None or by & ~self.theory.mask_of(step.reason):
            return step
        return replace(step, form=form)

    def _shown(
        self, clues: int, known: Sequence[int], follows: int, excluded: Excluded
    ) -> Step | None:
        """A step in which everything is told; ``None``: searches within limits do not show it."""
        step = restated(self.theory, clues, 0, known, follows)
        return step and self._spelled_out(step, excluded)

    def _spelled_out(self, step: Step, excluded: Excluded) -> Step | None:
        """A step with the clues that give what it rests upon and nobody told, if these show it."""
        index, theory = self.index, self.theory
        premises, clues = theory.mask(step.premises), theory.mask_of(step.reason)
        silent = premises & excluded.silent & ~self.known
        hidden = premises & self.finder.given & ~(self.known | silent)
        if not silent and not hidden:
            return step
        known, seen = premises & ~(silent | hidden), 0
        for own in excluded.fewest(index.opposite(silent), self._placements.price):
            known |= own.mask & excluded.known
            seen |= own.clues & ~clues
        if not clues:
            clues, seen = seen, 0
        order = [*index.literals(known), *index.literals(self.known & ~known)]
        return restated(theory, clues, seen, order, theory.mask(step.follows))

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
        follows = self.theory.mask(step.follows)
        if not 0 < follows.bit_count() <= _MOST_ALIKE:
            return step
        clues, alike = self.theory.mask_of(step.reason), defaultdict[object, list[Step]](list)
        for bit in bits(follows):
            way = self._link_by_link(clues, self.index.negated(bit), excluded)
            if way is None or len(way.reason) < 2 or len(way.parts) < _UNSEEN:
                return step
            alike[tuple(part.clues for part in way.parts)].append(way)
        ways = max(alike.values(), key=len)
        shown = self.theory.mask(x for way in ways for x in way.follows)
        shown |= self._placements.implied(shown, follows)
        return replace(
            ways[0],
            premises=tuple(dict.fromkeys(x for way in ways for x in way.premises)),
            follows=tuple(self.theory.told(self.index.literals(shown))),
            minimal=all(way.minimal for way in ways),
        )

    def _at_once(self, clues: int, follows: int, excluded: Excluded) -> Step | None:
        """What follows from clues, and all else that they say; no clues: from what is excluded."""
        finder, components = self._informed(excluded), self.index.components(bits(clues))
        if follows & ~self.index.scope(components):
            return self._shown(clues, finder.known, follows, excluded)
        part = finder.subproblem(components)
        if not part.refutes(clues, part.against(self.index.literals(follows)), SEARCH):
            return None
        return self._deduced(finder.completed(Deduction(clues, follows)), excluded)

    def _linked(self, found: Supposition, excluded: Excluded) -> Step | None:
        """What a supposition shows, as a step with a part for each link."""
        if found.clues.bit_count() <= FEW_TOGETHER:
            return self._at_once(found.clues, found.follows, excluded)
        step = self._as_parts(found, excluded)
        if step is None:
            return None
        clues = self.theory.mask_of(step.reason)
        if max(len(part.reason) for part in step.parts) > FEW_TOGETHER:
            step = self._link_by_link(clues, found.bit, excluded) or step
        if len(step.parts) == 1 and clues.bit_count() < LARGE:
            return self._at_once(clues, found.follows, excluded)
        return step

    def _as_parts(self, found: Supposition, excluded: Excluded) -> Step | None:
        """A supposition as a step with a part for each link; ``None``: one of them is not shown."""
        parts = list[Step]()
        for link in found.links:
            known = self.index.literals(link.premises)
            step = self._shown(link.clues, known, link.follows, excluded)
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
