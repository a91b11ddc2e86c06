"""Steps replayed on a fresh control: what they claim follows, and needs all that they name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.publishing.proof import StepProof


class Judge(StepProof):
    """Judges steps, their parts and their stages."""

    def __init__(self, theory: Theory) -> None:
        super().__init__(theory)
        self.theory = theory

    def check(self, step: Step, *, needs: bool = True) -> None:
        """A step told at once follows; if it says so, not without any one clue or premise."""
        clues, known, goals = step.clues, step.premises, step.follows
        assert self.follows(clues, known, goals), f"{step} does not follow"
        if not needs or not step.minimal:
            return
        for clue in clues:
            rest = [x for x in clues if x != clue]
            assert not self.follows(rest, known, goals), f"{step} does not need {clue}"
        for literal in known:
            rest_known = [x for x in known if x != literal]
            assert not self.follows(clues, rest_known, goals), f"{step} does not need {literal}"

    def check_all(
        self, steps: Sequence[Step], known: Iterable[Literal] = (), *, needs: bool = True
    ) -> None:
        """Each step rests upon earlier ones; one told as "suppose not" upon its parts."""
        told = _told(known)
        for number, step in enumerate(steps, 1):
            assert step.number == number
            assert _told(step.premises) <= told
            if step.form == "choice":
                assert not (step.clues or step.premises) and len(step.follows) == 1
                self.check_choice(told, step.follows[0])
            elif step.parts:
                self.check_parts(step, needs=needs)
            elif step.stages:
                self.check_stages(step, needs=needs)
            else:
                assert step.supposes is None
                self.check(step, needs=needs)
            told |= _told(step.follows)

    def check_choice(self, told: set[tuple[clingo.Symbol, bool]], chosen: Literal) -> None:
        """What was told does not decide what is chosen."""
        clues = self.theory.clues
        known = [self.theory.literal(*truth) for truth in told]
        assert not self.follows(clues, known, [chosen]), f"{chosen} is no choice"
        denied = self.theory.literal(chosen.atom, not chosen.holds)
        assert not self.follows(clues, known, [denied]), f"{chosen} cannot be chosen"

    def check_stages(self, step: Step, *, needs: bool = True) -> None:
        """Each stage needs one clue, premises of the step, and what earlier stages give."""
        assert len(step.stages) > 1
        self.check_all(step.stages, step.premises, needs=needs)
        assert [clue for stage in step.stages for clue in stage.reason] == list(step.reason)
        assert max(len(stage.reason) for stage in step.stages) == 1
        assert [x for stage in step.stages for x in stage.follows] == list(step.follows)
        used = {x for stage in step.stages for x in stage.premises}
        assert used - set(step.follows) == set(step.premises)
        assert step.each_by_itself == (not used & set(step.follows))
        if step.each_by_itself:
            for literal in step.follows:
                own = [[clue, *step.seen] for clue in step.reason]
                alone = [self.follows(some, step.premises, [literal]) for some in own]
                assert any(alone), f"no clue of {step} alone gives {literal}"

    def check_parts(self, step: Step, *, needs: bool = True) -> None:
        """The parts lead from what is supposed to a contradiction, and none is superfluous.

        Further consequences, told as "likewise", may need further premises.
        """
        supposed, first = step.supposes, step.follows[0]
        assert supposed is not None
        assert (supposed.atom, supposed.holds) == (first.atom, not first.holds)
        self.check_all(step.parts, [*step.premises, supposed], needs=needs)
        check_each_is_used(step.parts)
        used = {clue for part in step.parts for clue in part.reason}
        assert used == set(step.reason)
        assert {clue for part in step.parts for clue in part.seen} <= set(step.clues)
        named = {x for part in step.parts for x in _told(part.premises)}
        assert len(step.follows) > 1 or _told(step.premises) <= named
        assert self.follows(step.clues, step.premises, step.follows)


def _told(literals: Iterable[Literal]) -> set[tuple[clingo.Symbol, bool]]:
    return {(x.atom, x.holds) for x in literals}


def check_each_is_used(steps: Sequence[Step]) -> None:
    """The last step is the contradiction, and each step before is needed by a later one."""
    assert [number for number, step in enumerate(steps, 1) if not step.follows] == [len(steps)]
    later: set[tuple[object, bool]] = set()
    for step in reversed(steps):
        needed = any(x.truth in later for x in step.follows)
        assert needed or not step.follows, f"{step} is superfluous"
        later |= _told(step.premises)
