"""Steps replayed on a fresh control: what they claim follows, and needs all that they name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.steps import Clue, Literal, Step
from pyasp_puzzles.explanation.theory import Theory


class Judge:
    """Asks a fresh control without limits what follows."""

    def __init__(self, theory: Theory) -> None:
        self._theory, self._solver = theory, theory.solver()
        self._clue = {clue.symbol: number for number, clue in enumerate(theory.clues)}

    def number(self, literal: Literal) -> int:
        """A literal as a number of the ground program."""
        atom = self._theory.atom_numbers[literal.atom]
        return atom if literal.holds else -atom

    def follows(
        self, clues: Iterable[Clue], known: Iterable[Literal], goals: Sequence[Literal]
    ) -> bool:
        """Whether all goals follow; without goals: whether it is a contradiction."""
        given = self._solver.on(self._clue[clue.symbol] for clue in clues)
        given += [self.number(literal) for literal in known]
        against = [[-self.number(goal)] for goal in goals] or [[]]
        ends = [self._solver.solve([*given, *goal]).outcome for goal in against]
        return all(end is Outcome.UNSATISFIABLE for end in ends)

    def check(self, step: Step) -> None:
        """A step told at once follows, and not without any one of its clues and premises."""
        clues, known, goals = step.reason, step.premises, step.follows
        assert self.follows(clues, known, goals), f"{step} does not follow"
        for clue in clues:
            rest = [x for x in clues if x != clue]
            assert not self.follows(rest, known, goals), f"{step} does not need {clue}"
        for literal in known:
            rest_known = [x for x in known if x != literal]
            assert not self.follows(clues, rest_known, goals), f"{step} does not need {literal}"

    def check_all(self, steps: Sequence[Step], known: Iterable[Literal] = ()) -> None:
        """Each step rests upon earlier ones; one told as "suppose not" upon its parts."""
        told = {self.number(literal) for literal in known}
        for number, step in enumerate(steps, 1):
            assert step.number == number
            assert {self.number(x) for x in step.premises} <= told
            if step.parts:
                self.check_parts(step)
            else:
                assert step.supposes is None
                self.check(step)
            told |= {self.number(x) for x in step.follows}

    def check_parts(self, step: Step) -> None:
        """The parts lead from what is supposed to a contradiction, and none is superfluous."""
        supposed, first = step.supposes, step.follows[0]
        assert supposed is not None
        assert self.number(supposed) == -self.number(first)
        self.check_all(step.parts, [*step.premises, supposed])
        check_each_is_used(step.parts)
        used = {clue for part in step.parts for clue in part.reason}
        assert used == set(step.reason)
        named = {self.number(x) for part in step.parts for x in part.premises}
        assert {self.number(x) for x in step.premises} <= named
        assert self.follows(step.reason, step.premises, step.follows)


def check_each_is_used(steps: Sequence[Step]) -> None:
    """The last step is the contradiction, and each consequence before is needed by a later step."""
    assert [number for number, step in enumerate(steps, 1) if not step.follows] == [len(steps)]
    later: set[tuple[object, bool]] = set()
    for step in reversed(steps):
        told = step.follows[:1] if step.parts else step.follows
        assert all((x.atom, x.holds) in later for x in told), f"{step} is superfluous"
        later |= {(x.atom, x.holds) for x in step.premises}
