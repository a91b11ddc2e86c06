"""What clues that are no sums say of what is supposed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain, combinations

from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.joint_reason import QUICK
from pyasp_puzzles.explanation.reasons.normal_form import NormalForm
from pyasp_puzzles.explanation.reasons.propagation import Inference
from pyasp_puzzles.explanation.reasons.subproblems import bits, mask_of
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, spread

_PROPAGATION = 1
"""Conflicts within which a consequence counts as found by propagation."""

_MOST_INFERRED = 10
"""Links for each clue but one that lead too far; every other one has no clue."""

_PATIENCE = 3
"""After so many failures a set of clues is not tried again."""

FEW_TOGETHER = 2
"""So few clues that no fewer are looked for."""


class ClueSearch:
    """Asks clues of which sums do not show all, by searches that know what a finder knows."""

    def __init__(self, finder: StepFinder, form: NormalForm) -> None:
        self._finder, self._index, self._form = finder, finder.index, form
        self._background = [own for own in form.sums if own.clue == BACKGROUND]
        self._failed = Counter[int]()

    def refuted(self, true: int) -> Inference | None:
        """Whether literals, a mask, contradict clues about the whole board, by propagation."""
        if not self._global:
            return None
        known = self._finder.known_mask
        if self._finder.witnesses.refuted(self._global, true):
            return None
        assumed = self._index.literals(true & ~known)
        whole = self._finder.whole
        answer = whole.solve(self._global, assumed, _PROPAGATION)
        self._finder.witnesses.note(whole, answer)
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
            held = spread(self._index, self._background, true & ~new, new)
            found.append(Inference(0, (held or true) & ~true, true))
            if held is None:
                return _needed(found)
            true = held
            new = 0
            for some in few if len(found) <= _MOST_INFERRED * others else ():
                if link := self._inferred(some, true, QUICK):
                    found.append(link)
                    if not link.follows:
                        return _needed(found)
                    new, true = link.follows, true | link.follows
                    few = [*(x for x in few if x != some), some]  # the others say something next
                    break
        self._failed[clues] += 1
        return ()

    def _inferred(self, clues: int, true: int, conflicts: int) -> Inference | None:
        """A contradiction of clues with literals that hold, else one that follows from both."""
        index, known, witnesses = self._index, self._finder.known_mask, self._finder.witnesses
        part = self._finder.subproblem(index.components(bits(clues)))
        given = true & ~known & part.scope
        left = part.scope & ~(true | index.opposite(true)) | index.contradiction
        left &= ~witnesses.refuted(clues, true)
        for bit in sorted(bits(left), key=lambda bit: 1 << bit != index.contradiction):
            if left >> bit & 1:
                assumed = (*index.literals(given), *index.against(bit))
                answer = part.solve(clues, assumed, conflicts)
                left &= ~answer.false
                witnesses.note(part, answer)
                if answer.follows:
                    order = bits(answer.clues)
                    used = witnesses.shrunk(part, answer.clues, order, bit, conflicts, given)
                    core = part.refutes(used, assumed, conflicts) or answer
                    premises = index.mask(core.known) & true | known
                    return Inference(core.clues, 1 << bit & ~index.contradiction, premises)
        return None

    @cached_property
    def _global(self) -> int:
        """The clues that are no sums and bear upon most of the board, a mask."""
        scopes, most = self._index.clue_scopes, self._index.atoms
        unread = self._form.unread
        return mask_of(clue for clue in unread if scopes[clue].bit_count() > most)


def _needed(links: Sequence[Inference]) -> tuple[Inference, ...]:
    """The last link with those before it that it needs."""
    kept, wanted = list[Inference](), ~0
    for link in reversed(links):
        if not kept or link.follows & wanted:
            wanted = link.premises | (wanted if kept else 0)
            kept.insert(0, link)
    return tuple(kept)
