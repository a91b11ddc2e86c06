"""The way to a contradiction: steps of cheapest reasons, and of these only what it rests upon.

Forwards, a ``StepFinder`` derives whatever follows, atoms and their negations alike, until it meets
the contradiction.  Backwards, from the contradiction, each step is kept only for those consequences
that a later step needs, and looks for its premises among what is needed already, then among what
was known before, then among what was derived earliest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.masks import bits
from pyasp_puzzles.explanation.reasons.moves import Move
from pyasp_puzzles.explanation.reasons.needed import Needed
from pyasp_puzzles.explanation.reasons.parts import CONTRADICTION, Space
from pyasp_puzzles.explanation.reasons.several import LIMITS, Limits
from pyasp_puzzles.explanation.reasons.sharpen import sharpened
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.timed import Late, TimeUpError, never

FLAT = 5
"""A larger reason is told as "suppose not" in any case; then it has one consequence."""


@dataclass(frozen=True)
class Inference:
    """A step in numbers.

    Attributes:
        clues: a mask, none of which can be left out.
        premises: known literals, none of which can be left out.
        follows: new literals; none at all is the contradiction.
        smallest: whether no cheaper reason gives anything new at this point.
        minimal: whether it is proved that none of the clues and premises can be left out.
    """

    clues: int
    premises: tuple[int, ...]
    follows: tuple[int, ...]
    smallest: bool
    minimal: bool


@dataclass(frozen=True)
class Refutation:
    """Steps to a contradiction.

    Attributes:
        steps: the last one has no consequence, if the contradiction is reached.
        reached: whether it is; else the steps are all that was found.
        supposed: the literal that is supposed; 0: nothing is.
    """

    steps: tuple[Inference, ...]
    reached: bool
    supposed: int = 0

    def largest(self) -> int:
        """The largest number of clues in one step."""
        return max((step.clues.bit_count() for step in self.steps), default=0)


def refute(
    theory: Theory,
    known: Sequence[int] = (),
    clues: Iterable[int] | None = None,
    *,
    supposed: int = 0,
    limits: Limits = LIMITS,
    late: Late = never,
) -> Refutation:
    """Steps from known literals to a contradiction.

    Args:
        known: literals, which do not contradict the background.
        clues: numbers of the clues that may be used; ``None``: all.
        supposed: one more literal, not known but supposed; 0: none.
        limits: of the search for each step.
        late: whether the time is up; what was found until then is returned.
    """
    space = theory.space
    allowed = range(len(theory.clues)) if clues is None else tuple(clues)
    scope = space.scope(space.components(allowed))
    given = [*known, supposed] if supposed else list(known)
    moves: list[Move] = []
    with suppress(TimeUpError):
        finder = StepFinder(theory, space.literals(scope), given, clues=allowed, limits=limits)
        while not late():
            move = finder.move()
            if move is None:
                break
            move = sharpened(finder, move)
            moves.append(move)
            if move.follows == space.contradiction:
                steps = _Rest(space, known, supposed, moves, limits.search).kept()
                return Refutation(steps, True, supposed)
            finder.learn(move.follows)
    return Refutation(_Rest(space, known, supposed, moves, limits.search).all(), False, supposed)


class _Rest:
    """What a contradiction rests upon, found backwards.

    Args:
        moves: what the finder found, in this order.
        conflicts: limit of each search.
    """

    def __init__(
        self,
        space: Space,
        known: Sequence[int],
        supposed: int,
        moves: Sequence[Move],
        conflicts: int,
    ) -> None:
        self._space, self._moves, self._conflicts = space, moves, conflicts
        self._given = [*([supposed] if supposed else []), *known]
        self._derived = [space.literals(move.follows) for move in moves]
        self._wanted: set[int] = set()

    def kept(self) -> tuple[Inference, ...]:
        """The steps that remain if the last one is the contradiction.

        Each consequence of a large reason has a step of its own, as it may need fewer clues.
        """
        steps = [self._inference(len(self._moves) - 1, [CONTRADICTION])]
        for place in range(len(self._moves) - 2, -1, -1):
            follows = [literal for literal in self._derived[place] if literal in self._wanted]
            large = self._moves[place].clues.bit_count() > FLAT
            for group in [[x] for x in follows] if large else [follows] if follows else []:
                steps.append(self._inference(place, group))
        return tuple(reversed(steps))

    def all(self) -> tuple[Inference, ...]:
        """All steps, each with all its consequences."""
        return tuple(self._inference(i, follows) for i, follows in enumerate(self._derived))

    def _inference(self, place: int, follows: Sequence[int]) -> Inference:
        """A step that derives only some consequences; its premises are wanted from then on."""
        move, space = self._moves[place], self._space
        scope = space.scope(space.components(bits(move.clues)))
        sources = self._sources(place, follows, scope)
        found, needed = None, Needed(space.part(bits(move.clues)), follows, self._conflicts)
        with suppress(TimeUpError):
            found = self._needed(needed, move, sources)
        minimal = found is not None and needed.proved
        if found is None:  # a search that once succeeded has reached its limit
            found = move.clues, [x for group in sources for x in group]
        clues, premises = found
        self._wanted.difference_update(follows)
        self._wanted.update(set(premises).difference(self._given))
        return Inference(
            clues,
            tuple(premises),
            tuple(literal for literal in follows if literal != CONTRADICTION),
            move.smallest,
            minimal,
        )

    @staticmethod
    def _needed(
        needed: Needed, move: Move, sources: Sequence[Sequence[int]]
    ) -> tuple[int, list[int]] | None:
        """Needed clues and premises, these from as few of the first sources as possible."""
        low, high = 0, len(sources)
        while low < high - 1:
            middle = (low + high) // 2
            known = [literal for group in sources[:middle] for literal in group]
            if needed.follow(move.clues, known):
                high = middle
            else:
                low = middle
        return needed.of(move.clues, [x for group in sources[:high] for x in group])

    def _sources(self, place: int, follows: Sequence[int], scope: int) -> list[list[int]]:
        """Literals that may be premises of a step, in groups, those to be preferred first."""
        earlier = {literal for group in self._derived[:place] for literal in group}
        wanted = [x for x in sorted(self._wanted) if x in earlier and x not in follows]
        groups = [[*wanted, *self._given]]
        groups += [[x for x in group if x not in self._wanted] for group in self._derived[:place]]
        return [[x for x in group if self._space.mask([x]) & scope] for group in groups]
