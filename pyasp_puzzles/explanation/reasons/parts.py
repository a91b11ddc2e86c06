"""Suppositions as steps: their placements and cases are parts, the rest is seen at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pyasp_puzzles.explanation.reasons.needed import needed_parts
from pyasp_puzzles.explanation.reasons.placing import Placements, best_cover
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.reasons.supposing import Inference, Supposition
from pyasp_puzzles.explanation.steps import Form, Literal, Step
from pyasp_puzzles.explanation.theory import Theory


class Parts:
    """Makes steps of suppositions along sums, which need no search to be right."""

    def __init__(self, theory: Theory, placements: Placements) -> None:
        self._theory, self._index, self._placements = theory, theory.index, placements
        self._choices = {own.clue for own in placements.sums if own.is_choice}
        counts = (own for own in placements.sums if own.is_count)
        self._several = {own.clue for own in counts if own.low > 1}

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
        follows = self._index.literals(found.follows)
        whole = self._theory.step(0, (), follows)
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
        step = self._theory.step(by, *literals, minimal=False)
        clues = tuple(self._theory.clues[clue] for clue in bits(seen))
        return replace(step, seen=clues, form=form)

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
