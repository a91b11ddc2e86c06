"""Steps of clues and literals, which are masks: told at once, or link by link."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from pyasp_puzzles.explanation.reasons.finder import FEW, LARGE, SEARCH, Deduction, StepFinder
from pyasp_puzzles.explanation.reasons.needed import needed_parts, restated
from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements, Sight, best_cover
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.reasons.supposing import ClueSearch, Inference, Supposition
from pyasp_puzzles.explanation.steps import Form, Literal, Step
from pyasp_puzzles.explanation.theory import Theory

AT_ONCE = 5
"""Clues that are told at once where no way clue by clue is found."""

_MOST_ALIKE = 6  # consequences of two clues for each of which a way clue by clue is looked for
_UNSEEN = 3  # links of such a way that one does not see at once


class Parts:
    """Makes steps of suppositions along sums, which need no search to be right."""

    def __init__(self, theory: Theory, placements: Placements) -> None:
        self._theory, self._index, self._placements = theory, theory.index, placements
        self._choices = {own.clue for own in placements.sums if own.is_choice}
        self._several = {own.clue for own in placements.sums if own.is_count and own.low > 1}

    def step(
        self, found: Supposition, told: int, silent: Mapping[int, Inference] | None = None
    ) -> Step:
        """The step which shows that a supposition is wrong.

        Args:
            told: what is known or was told, a mask.
            silent: links which give literals, bits, that are not told.
        """
        told, links, parts = told | 1 << found.bit, dict(silent or {}), list[Step]()
        for link in found.links:
            if isinstance(link, Supposition):
                parts.append(self.step(link, told, links))
                told |= link.follows
                continue
            shown = link.follows & self._placements.placeable
            links.update(dict.fromkeys(bits(link.follows & ~shown), link))
            if shown or not link.follows:
                parts.append(self._part(link, shown, told, links))
                told |= shown
        whole = self._theory.step(0, (), self._index.literals(found.follows))
        return nesting(self._theory, whole, parts, self._index.literal(found.bit))

    def _part(
        self, link: Inference, follows: int, told: int, silent: Mapping[int, Inference]
    ) -> Step:
        """A link with what excludes other candidates beside what is told."""
        index, always = self._index, self._placements.always
        seen, premises, covers = 0, link.premises & told, dict[LiteralSum, int]()
        self._add_covers(covers, link.premises & ~always, told)
        todo = link.premises & ~(told | always)
        while todo:
            if best := best_cover(covers, todo, self._placements.price):
                seen |= best.clues
                premises = premises & ~covers[best] | best.mask & told
                todo &= ~covers[best]
                continue
            deeper = silent[next(bits(todo))]
            seen |= deeper.clues
            premises |= deeper.premises & told
            more = deeper.premises & ~(told | always)
            todo = todo & ~deeper.follows | more
            self._add_covers(covers, more, told)
        form = self._form(link, follows)
        by, seen = link.clues, seen & ~link.clues
        if not by and form != "value":
            by, seen = seen, 0
        literals = index.literals(premises & ~always), index.literals(follows)
        return self._theory.step(by, *literals, seen, form=form, minimal=False)

    def _form(self, link: Inference, follows: int) -> Form:
        """How a link is seen: a sum has one candidate left, or none, or is reached."""
        single, clue = follows & (follows - 1) == 0, link.clues.bit_length() - 1
        if not link.clues:
            return "value" if follows and single else ""
        if not follows:
            missing = link.premises >> self._index.atoms and clue not in self._several
            return "none" if missing else ""
        return "only" if single and clue in self._choices else "bound"

    def _add_covers(self, covers: dict[LiteralSum, int], literals: int, told: int) -> None:
        """Add the sums which have no room for the opposites of literals beside what is told."""
        for bit in bits(literals):
            negated = self._index.negated(bit)
            for own in self._placements.bearing.of.get(negated, ()):
                if own.heavier(own.high - own.of(told), 1 << negated):
                    covers[own] = covers.get(own, 0) | 1 << bit


class StepMaker:
    """Makes steps, each with the clues and literals that it needs, where some are known.

    Attributes:
        known: what is known or was told, a mask.
        open: the goals that are left, a mask.
    """

    def __init__(
        self, theory: Theory, goals: Iterable[int], known: Iterable[int], resumed: StepFinder | None
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
        """A deduction as a step; ``None``: no search within limits shows it."""
        step = self._spelled_out(self.finder.told(found), excluded)
        return self._by_turns(step, excluded) if step and len(step.reason) == 2 else step

    def _by_turns(self, step: Step, excluded: Excluded) -> Step:
        """A step of two clues as a supposition in which they say something in turns.

        It keeps the consequences that have links of the same clues in the same order.  One sees
        what two links show.
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
        return replace(
            ways[0],
            premises=tuple(dict.fromkeys(x for way in ways for x in way.premises)),
            follows=tuple(x for way in ways for x in way.follows),
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
        if found.clues.bit_count() <= FEW:
            return self._at_once(found.clues, found.follows, excluded)
        step = self._as_parts(found, excluded)
        if step is None:
            return None
        clues = self.theory.mask_of(step.reason)
        if max(len(part.reason) for part in step.parts) > FEW:
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


def nesting(theory: Theory, step: Step, parts: Iterable[Step], supposed: int) -> Step:
    """A step with the needed parts of the way from a literal to a contradiction."""
    parts, (opposite,) = needed_parts(parts), theory.told([supposed])
    used = dict.fromkeys(clue for part in parts for clue in part.reason)
    seen = dict.fromkeys(clue for part in parts for clue in part.seen if clue not in used)
    told, premises = {opposite}, dict[Literal, None]()
    for part in parts:
        premises.update((x, None) for x in part.premises if x not in told)
        told.update(part.follows)
    return replace(
        step,
        reason=tuple(used),
        seen=tuple(seen),
        premises=tuple(premises),
        follows=tuple(sorted(step.follows, key=lambda x: x.atom != opposite.atom)),
        parts=parts,
        supposes=opposite,
        minimal=all(part.minimal for part in parts),
    )
