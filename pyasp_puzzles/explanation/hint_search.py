"""The search for a hint: the first step that says something new of a board.

The :class:`~.reasons.stepper.Stepper` finds the steps.  A player waits less: after a short time
comes what propagation or a short search with all clues shows.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.playing import impossible
from pyasp_puzzles.explanation.reasons.derivation import CONFLICTS, MOST_COUNTED, backbone, choice
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.needed import restated
from pyasp_puzzles.explanation.reasons.stepper import Stepper
from pyasp_puzzles.explanation.reasons.subproblems import mask_of
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Literal, Step, Truth, joined, leading_to_last, merged
from pyasp_puzzles.explanation.subject import BoardSubject, literals_in
from pyasp_puzzles.explanation.telling.pictures import is_printed
from pyasp_puzzles.work.deadline import Deadline, Late, TimeUpError

_PATIENCE = 0.25  # CPU seconds: of a player's search for a step, and of that with all clues
_QUICK = 300  # conflicts after which a search with all clues gives up a literal
_TRIED = 6  # literals that such a search shows, of which the first with few clues is told
_MOST_CLUES = 30  # of such a search; more are too many to follow
_AHEAD = 6  # steps after which a player is told one that gives nothing to lay

_FINDER = "finder"
"""What a theory keeps: the finder of its last hint. People ask for one hint after the other."""


def literals_of_answer(subject: BoardSubject, partial: Partial) -> list[int] | None:
    """The literals of one answer that has all of a partial one; ``None``: none was found."""
    theory = subject.theory()
    known = theory.numbers_of(partial)
    if known is None or theory.always_broken:
        return None
    for model in theory.models:
        if model.issuperset(known):
            return sorted(model, key=abs)
    found = theory.answer(known, CONFLICTS)
    goals = found.value
    if found.outcome is Outcome.UNKNOWN:  # the puzzle's own way to search takes over
        answers = subject.answer_sets(list(partial.literals()), 1)
        goals = literals_in(theory, answers[0]) if answers else None
    if goals is not None:
        theory.models.append(frozenset(goals))
    return goals


class HintSearch:
    """Looks for the next step from a partial answer towards the literals of one answer.

    Args:
        goals: all literals of an answer, numbers of the ground program's atoms.
        partial: what is on the board, and what hints have told.
        board: of somebody who plays by hand: what is on the board.

    Attributes:
        complete: whether nothing is left to find.
        certain: whether nothing is left that all answers share, if no step was found.
    """

    def __init__(
        self, subject: BoardSubject, goals: Sequence[int], partial: Partial, board: Partial | None
    ) -> None:
        self.subject, self.theory, self.goals = subject, subject.theory(), goals
        self._partial, self._board, self.certain = partial, board, True
        theory, held = self.theory, set(goals)
        numbers, known = theory.atom_numbers, theory.numbers_of(partial) or []
        self.complete = held.intersection(numbers[x] for x in theory.shown) <= set(known)
        self._impossible: dict[Symbol, Symbol | None] = {}
        form = subject.puzzle.play
        if board is not None and form and not self.complete:
            own, places = (subject.puzzle, subject.instance), theory.kept.setdefault("spots", {})
            self._impossible = impossible(*own, board, theory.shown, places)
            given = form.given(subject.instance).atoms
            known += [numbers[x] for x in given if x in numbers]
            known += [-numbers[x] for x in self._impossible if -numbers[x] in held]
        self._known = [*dict.fromkeys(known)]

    def first(self) -> Step | None:
        """The first step that says something of a shown atom, with those that it needs.

        What is printed is read only when nothing else is left; then comes what needs no clue.
        """
        latest: StepFinder | None = self.theory.kept.pop(_FINDER, None)
        played, theory, late = self._board is not None, self.theory, self.subject.late
        patience = Deadline(_PATIENCE, time.process_time)
        if played:
            late = self._within(patience)
            theory = theory.timed(late)
        with patience.uncounted():  # what is made once for a board
            shared = None if played else self._shared
            stepper = Stepper(theory, self.goals, self._known, shared=shared, resumed=latest)
        chain, printed, found = list[Step](), list[Step](), None
        with suppress(TimeUpError):
            while found is None and not (chain and late()) and (step := stepper.next()):
                stages = step.stages or (step,)
                others = [stage for stage in stages if not self._printed(stage)]
                printed += [stage for stage in stages if stage not in others]
                if others:
                    chain.append(step if len(others) == len(stages) else merged(others, 1))
                    found = self._told(chain)
        with suppress(TimeUpError):
            found = found or self._told(chain, ended=True) or self._told(printed, ended=True)
            if not late():
                found = found or self._without_clue(stepper.given)
            if not self.subject.late():
                self.theory.kept[_FINDER] = stepper.searched
            if played:
                found = found or self._of_all_clues()
        return found and self._as_seen(found)

    def choice(self) -> Step | None:
        """A choice between several answers that place nothing more in common; ``None``: else."""
        held = dict(self._partial.literals())
        answers = self.subject.answer_sets([*held.items()], MOST_COUNTED, _QUICK)
        if len(answers) < 2 or frozenset.intersection(*answers) - held.keys():
            return None
        return choice(self.theory, answers, self._known)

    def _within(self, patience: Deadline) -> Late:
        """Whether it is late, or a player does not wait any longer."""
        return lambda: self.subject.late() or patience.late()

    def _told(self, chain: Sequence[Step], *, ended: bool = False) -> Step | None:
        """The last step with those that it needs, if it says something; ``None``: go on.

        A player is told what holds or can be laid, or the way there if that is far.
        """
        saying = [any(literal.shown for literal in step.follows) for step in chain]
        if True not in saying:
            return None
        if self._board is None or ended or len(chain) >= _AHEAD:
            return joined(chain[: saying.index(True) + 1])
        if not (any(x.holds and x.shown for x in chain[-1].follows) or self._lays(chain[-1])):
            return None
        needed = leading_to_last(chain)
        clues = {step.reason for step in needed if len(step.reason) == 1 and not step.parts}
        if len(clues) == len(needed):
            return joined(needed)
        first = next(n for n, step in enumerate(chain) if saying[n] and step in needed)
        return joined(chain[: first + 1])

    def _lays(self, step: Step) -> bool:
        """Whether a player can lay something of what was told and what a step says."""
        return self._does_more(x.truth for x in step.follows if x.shown)

    def _does_more(self, literals: Iterable[Truth]) -> bool:
        """Whether more of the board is done with these literals and what was told."""
        form, instance, before = self.subject.puzzle.play, self.subject.instance, self._board
        if form is None or before is None:
            return False
        after = Partial.of_literals({**dict(self._partial.literals()), **dict(literals)}.items())
        return form.progress(instance, after).done > form.progress(instance, before).done

    def told_after(self, step: Step) -> Partial:
        """What hints have told after this step and a player cannot lay."""
        if self._board is None or self._lays(step):
            return self._partial.without(self._board or self._partial)
        return self._partial.together(step.as_partial()).without(self._board)

    def _as_seen(self, step: Step) -> Step:
        """A step with what lies on the board in place of what that makes impossible."""
        seen = dict[Literal, None]()
        for literal in step.premises:
            if literal.holds or literal.atom not in self._impossible:
                seen[literal] = None
            elif cause := self._impossible[literal.atom]:
                seen[self.theory.literal(cause, True)] = None
        return replace(step, premises=tuple(seen))

    def _shared(self, finder: StepFinder) -> list[int]:
        """The goals that all answers have, with what is known."""
        theory, late = finder.theory, self.subject.late
        shared, self.certain = backbone(
            theory, [self.goals], finder.known, late=late, solver=theory.searcher
        )
        return shared

    def _of_all_clues(self) -> Step | None:
        """What a short search with all clues shows that a player can lay, of few clues."""
        theory, solver = self.theory, self.theory.searcher
        late = self._within(Deadline(_PATIENCE, time.process_time))
        left = self._open()
        if not self._does_more(theory.truth(x) for x in left if x < 0):
            left = [x for x in left if x > 0]
        models = [left, *map(list, (x for x in theory.models if x.issuperset(self._known)))]
        found, certain = backbone(
            theory, models, self._known, late=late, solver=solver, conflicts=_QUICK
        )
        self.certain = self.certain and certain and not found
        clue_of = {literal: clue for clue, literal in enumerate(solver.all_on())}
        for literal in found[:_TRIED]:
            core = solver.solve([*clue_of, *self._known, -literal]).core
            clues = mask_of(clue_of[x] for x in core if x in clue_of)
            known = [x for x in self._known if x in core]
            if 0 < clues.bit_count() <= _MOST_CLUES:
                return restated(theory, clues, 0, known, theory.index.mask([literal]))
        return None

    def _open(self) -> list[int]:
        """The goals that can stand in a partial answer, and are not known."""
        return [x for x in set(self.goals).difference(self._known) if self.theory.shows(x)]

    def _without_clue(self, given: int) -> Step | None:
        """The first shown atom that follows without any clue; ``given``: all that does, a mask."""
        theory = self.theory
        given_now = set(theory.index.literals(given)).difference(self._known)
        shown = (x for x in theory.numbers if x in given_now and theory.shows(x))
        steps = (restated(theory, 0, 0, self._known, theory.index.mask([x])) for x in shown)
        return next(filter(None, steps), None)

    def _printed(self, step: Step) -> bool:
        """Whether a step only reads what is printed on the empty board, such as a given digit."""
        held = [literal for literal in step.follows if literal.holds]
        shown = any(literal.shown for literal in held) and not step.premises
        return shown and is_printed(self.subject, (literal.atom for literal in held))

    def suggested(self) -> Literal | None:
        """An atom of one answer, on the cell where fewest fit; with this cell alone."""
        theory, known, fit = self.theory, {abs(x) for x in self._known}, Counter[Place]()
        for x, atom in zip(theory.numbers, theory.atoms, strict=True):
            if x not in known and theory.is_shown(atom):
                fit.update(theory.cells_of(atom))
        mine = [x for x in self._open() if x > 0]
        spots = [(fit[cell], cell, x) for x in mine for cell in theory.cells_of(theory.atom_of[x])]
        if not spots:
            return None
        _, cell, number = min(spots)
        return replace(*theory.told([number]), cells=(cell,))
