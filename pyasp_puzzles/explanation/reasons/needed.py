"""What a step needs: clues and known literals of which none can be left out, found by deletion."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain
from operator import or_

from pyasp_puzzles.explanation.reasons.subproblems import (
    LiteralIndex,
    Subproblem,
    SubproblemAnswer,
    bits,
)
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Literal, Step, Truth, leading_to_last, without_repeats
from pyasp_puzzles.explanation.theory import Theory

_NEEDED = 30_000  # conflicts of a search with all that a step may need, which may be a hard one
_SPARED = 20  # conflicts after which a search without a clue or literal gives up: that is needed
_MODELS = 400  # models of several clues that are kept


class Witnesses:
    """Models that refute literals: what they show needs no search.

    ``unknown``: for each clue the literals that no search decided.
    """

    def __init__(self, index: LiteralIndex) -> None:
        self._index, count = index, len(index.clue_scopes)
        self.unknown, self._refuted = [0] * count, [0] * count
        self._models: list[list[int]] = [[] for _ in range(count)]
        self._of_several = deque[tuple[int, int]](maxlen=_MODELS)

    def note(self, model: SubproblemAnswer) -> None:
        """Keep what a search ends with, if it is a model that was read."""
        clues = model.clues if model.false else 0
        for clue in bits(clues):
            seen = model.false & self._index.clue_scopes[clue]
            if seen & ~self._refuted[clue]:
                self._models[clue].append(seen)
                self._refuted[clue] |= seen
        if clues & (clues - 1):
            self._of_several.append((clues, model.false))

    def refuted(self, clues: int, true: int = 0) -> int:
        """The literals that models refute in which some clues and literals hold; all are masks."""
        clue, single = clues.bit_length() - 1, clues and not clues & (clues - 1)
        if single and not true:
            return self._refuted[clue]
        own = (false for false in (self._models[clue] if single else ()) if not false & true)
        models = (false for held, false in self._of_several if not (clues & ~held or false & true))
        return reduce(or_, chain(own, models), 0)

    def learn(self, new: int) -> None:
        """Forget the models that new literals rule out.

        Only what a clue can bear upon counts: the rest of a model may always be another one.
        """
        for clue, scope in enumerate(self._index.clue_scopes):
            if not scope & new:
                continue
            self.unknown[clue] = 0
            if self._refuted[clue] & new:
                kept = [x for x in self._models[clue] if not x & new]
                self._models[clue], self._refuted[clue] = kept, reduce(or_, kept, 0)
        left = (model for model in self._of_several if not model[1] & new)
        self._of_several = deque(left, maxlen=_MODELS)

    def shrunk(
        self, part: Subproblem, clues: int, order: Iterable[int], bit: int, limit: int, true: int
    ) -> int:
        """The clues of a literal's reason that a search cannot spare where ``true`` ones hold."""
        assumed = (*self._index.literals(true), *self._index.against(bit))
        for clue in order:
            fewer = clues & ~(1 << clue)
            if fewer in (clues, 0) or self.refuted(fewer, true) >> bit & 1:
                continue
            answer = part.solve(fewer, assumed, limit)
            if answer.follows:
                clues = answer.clues or 1 << clue
            self.note(answer)
        return clues


def kept(order: Iterable[int], core: Collection[int]) -> list[int]:
    """Those of some literals that a core has, in their order."""
    inside = frozenset(core)
    return [literal for literal in order if literal in inside]


def needed_parts(parts: Iterable[Step]) -> tuple[Step, ...]:
    """The parts that lead to the last one, each with what a later one needs, none twice in a row.

    What follows without a clue is no part of its own: what uses it rests upon its premises.
    """
    told, without = list[Step](), dict[Truth, tuple[Literal, ...]]()
    for part in parts:
        given = dict.fromkeys(x for own in part.premises for x in without.get(own.truth, (own,)))
        if part.follows and not part.clues:
            without.update((x.truth, tuple(given)) for x in part.follows)
            continue
        minimal = part.minimal and set(given) == set(part.premises)
        told.append(replace(part, premises=tuple(given), minimal=minimal))
    needed, kept = leading_to_last(told), list[Step]()
    wanted = {x.truth for part in needed for x in part.premises}
    for part in needed:
        follows = tuple(x for x in part.follows if x.truth in wanted)
        minimal = part.minimal and follows == part.follows
        kept.append(replace(part, follows=follows, minimal=minimal))
    again = enumerate(without_repeats(kept), 1)
    return tuple(replace(part, number=number) for number, part in again)


class _Needed:
    """Searches for what consequences need, all at once; ``proved``: all were decided."""

    def __init__(self, part: Subproblem, follows: Sequence[int]) -> None:
        self._part, self._against, self.proved = part, part.against(follows), True

    def of(self, clues: int, order: Sequence[int]) -> tuple[int, list[int]] | None:
        """Needed clues and needed known literals; ``None``: the consequences do not follow."""
        core = self._core(clues, order, _NEEDED)
        if core is None:
            return None
        clues, left = core.clues, kept(order, core.known)
        for clue in bits(clues):
            fewer = clues & ~(1 << clue)
            if fewer not in (0, clues) and (core := self._core(fewer, left)):
                clues, left = core.clues, kept(left, core.known)
        needed, together = list[int](), 1
        while left:  # after a success twice as many are left out at once
            if core := self._core(clues, [*needed, *left[:-together]]):
                left, together = kept(left[:-together], core.known), 2 * together
            elif together == 1:
                needed.append(left.pop())
            else:
                together = 1
        return clues, kept(order, needed)

    def _core(
        self, clues: int, known: Iterable[int], conflicts: int = _SPARED
    ) -> SubproblemAnswer | None:
        answer = self._part.solve(clues, [*known, *self._against], conflicts, read=False)
        self.proved = self.proved and answer.outcome is not Outcome.UNKNOWN
        return answer if answer.follows else None


def restated(
    theory: Theory, clues: int, seen: int, known: Sequence[int], follows: int
) -> Step | None:
    """A step of no more than some clues and known literals; ``None``: it does not follow.

    Args:
        clues, seen: masks: the reason, and what excludes candidates at a glance.
        known: literals that come first are kept rather than those that come last.
        follows: a mask; empty: the contradiction.
    """
    index, both, goals = theory.index, clues | seen, theory.index.literals(follows)
    components = index.components(bits(both))
    for literal in goals if both else (*goals, *known):
        components |= index.dependencies.components(abs(literal))
    part = index.subproblem(components, both)
    needed, order = _Needed(part, goals), part.within(known)
    found = needed.of(both, order)
    if found and both:
        found = needed.of(0, order) or found
    if found is None:
        return None
    used, premises = found
    return theory.step(used & clues, premises, goals, used & seen, minimal=needed.proved)
