"""Explanations: the steps from the empty board to all that follows, and how they end."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from clingo import Symbol

from pyasp_puzzles.boards.puzzle import InstanceLike
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import PuzzleError, VerificationError, counted
from pyasp_puzzles.explanation.reasons import derivation
from pyasp_puzzles.explanation.reasons.contradiction import correction, steps_to_contradiction
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import GroundClue, Step
from pyasp_puzzles.explanation.subject import BoardSubject, Subject, Symbols, literals_in
from pyasp_puzzles.explanation.telling.output import SeveralAnswers, clue_json
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.pictures import is_printed, named, picture_of
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.pictures.notebook import Part, Shown
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.work.deadline import TimeUpError, never
from pyasp_puzzles.work.waiting import said, timed

Ending = Literal["solved", "chosen", "open", "contradiction", "unknown"]

_CONFLICTS = 2_000  # after so many the search for one more answer gives up
_MOST_CELLS = 8  # that are named where answers differ
_PICTURES = 6  # of steps that a notebook shows at most; ``picture`` draws any of them


class Explanation(Shown, Iterator[Step]):
    """The steps of an explanation, each as soon as a later one needs it, and how they ended.

    Args:
        whole: also the steps that nothing needs, each when it is found; and no choice.

    Attributes:
        status: "solved": the steps lead to the one answer; "chosen": to one of several answers,
            by choices that are steps; "open": to all that several answers share; "contradiction":
            to the proof that there is no answer; "unknown": a limit came first; ``None`` while
            there may be further steps.
        steps: those that were found.
        answer: the shown atoms of the answer, from a search of its own; verified.
        open: the atoms that hold in some answers and not in others.
        correction: clues that would have to go so that there is an answer; only if there is none.
        certain: whether it is proved that the open atoms are all, or no correction is smaller.
        several: what is known of several answers; ``None`` until two are found.
        phase: what is done now, for people.
    """

    def __init__(self, subject: Subject, *, whole: bool = False) -> None:
        self.subject, self._whole = subject, whole
        self.status: Ending | None = None
        self.steps: list[Step] = []
        self.answer: Symbols | None = None
        self.open: tuple[Symbol, ...] = ()
        self.certain = True
        self.correction: tuple[GroundClue, ...] = ()
        self.phase = "grounding"
        self.several: SeveralAnswers | None = None
        self._every: list[Symbols] | None = None  # all answers, if these are known
        self._steps = self._run()
        self._start = time.monotonic()

    @cached_property
    def first_answers(self) -> list[Symbols]:
        """At most two answers, which tell whether there are none, one or several."""
        found = self.subject.answer_sets((), 2)
        self._every = found if self.subject.exhausted else None
        return found

    @property
    def theory(self) -> Theory:
        """The theory that the steps are of."""
        return self.subject.theory()

    @property
    def reason(self) -> str:
        """Why it ended early, such as "time limit" or "interrupted"; else empty."""
        if self.status == "unknown" and not self.subject.reason:
            return "no further step was found"
        return self.subject.reason

    def picture(self, step: int | None = None) -> Picture | None:
        """The board with what is known before a step, what it uses, and what follows.

        ``step``: its number, from 1; 0: the empty board; ``None``: the board after all steps, which
        are derived. ``None`` is returned for a program without a puzzle: nobody can draw it.

        Raises PuzzleError if there is no such step.
        """
        while (step is None or len(self.steps) < step) and next(self, None):
            pass
        if step is not None and not 0 <= step <= len(self.steps):
            raise PuzzleError(f"found step {step}, expected 0 to {len(self.steps)}")
        if step == 0 and self.subject.puzzle is not None:
            return named(self.subject, self.subject.puzzle.picture(self.subject.instance, None))
        before = self.steps if step is None else self.steps[: step - 1]
        known = {x.atom: x.holds for each in before for x in each.follows}
        if step is None:
            known |= dict.fromkeys(self.answer or (), True)
        return picture_of(self.subject, known, self.steps[step - 1] if step else None)

    def notebook_parts(self) -> Iterator[Part]:
        """The board, all steps in words, some in pictures, and the end; it derives all steps."""
        last, teller = self.picture(), Teller(self.theory)
        parts: list[Part | None] = [self.picture(0)]
        every = max(2, -(-len(self.steps) // _PICTURES))
        for step in self.steps:
            told = teller.tell(step)
            note = [f"({told.note()})"] if told.note() else []
            parts.append(f"{step.number}. {' '.join([*told.sentences(), *note])}")
            if step.number % every == 0:
                parts.append(self.picture(step.number))
        parts += [last] if self.steps else []
        yield from filter(None, [*parts, *self.ending()])

    def ending(self) -> Iterator[str]:
        """How it ended, in words."""
        number = len(self.steps)
        found, lead = counted(number, "step"), "leads" if number == 1 else "lead"
        if self.status == "solved":
            yield f"solved in {found}; the answer is the only one, and it is verified"
        elif self.status == "chosen":
            chosen = counted(sum(step.form == "choice" for step in self.steps), "choice")
            told = f"one of several answers in {found}, {chosen} among them; it is verified"
            yield f"{told}; {self._left_open()}"
        elif self.status == "open":
            yield f"several answers: {found} {lead} to all that they share; {self._left_open()}"
        elif self.status == "contradiction":
            if any(step.reason for step in self.steps):
                yield f"no answer: {found} {lead} to a contradiction"
            else:
                why = "the rules without words contradict each other"
                yield f"no answer, even without any clue: {why}"
            if self.correction:
                clues = "; ".join(clue.words for clue in self.correction)
                least = "; perhaps fewer would do: a limit came first" * (not self.certain)
                gone = counted(len(self.correction), "clue")
                yield f"without {gone} there would be an answer: {clues}{least}"
        else:
            known = ["several answers", *self.several.sentences()] if self.several else []
            yield f"not finished ({self.reason}): {'; '.join([f'{found} so far', *known])}"

    def _left_open(self) -> str:
        """In how much the answers differ, and where."""
        cells = {cell for atom in self.open for cell in self.theory.cells_of(atom)}
        differing = counted(len(cells), "cell") if cells else counted(len(self.open), "atom")
        if 0 < len(cells) <= _MOST_CELLS:
            differing += f" ({phrases_of(self.theory).cells(sorted(cells))})"
        if self.certain:
            return f"the answers differ in {differing}"
        return f"the answers differ in at most {differing}: a limit came before more was known"

    def as_json(self) -> dict[str, Any]:
        """How it ended, as JSON values: the status, and what belongs to it; not the steps."""
        values: dict[str, Any] = {"status": self.status}
        if self.answer is not None:
            values["atoms"] = sorted(map(str, self.answer))
        if self.status in ("open", "chosen"):
            values |= {"open": list(map(str, self.open)), "certain": self.certain}
        if self.several is not None:
            values["several"] = self.several.as_json()
        if self.status == "contradiction":
            correction = [clue_json(clue) for clue in self.correction]
            values |= {"correction": correction, "certain": self.certain}
        if self.status == "unknown":
            values["reason"] = self.reason
        return values

    def stop(self, reason: str = "stopped") -> None:
        """End after the step that is being found; the steps so far are kept."""
        self.subject.stop(reason)

    def _saying(self) -> AbstractContextManager[None]:
        def so_far() -> str:
            return counted(len(self.steps), "step") if self.steps else ""

        return said(self, timed(self.subject.name, lambda: self.phase, self._start, so_far))

    def __next__(self) -> Step:
        with self._saying():
            step = replace(next(self._steps), number=len(self.steps) + 1)
        self.steps.append(step)
        return step

    def overview(self) -> list[str]:
        """What is known before the first step: how many answers there are, and what all have."""
        with self._saying():
            self.subject.theory()  # a program without words is an error
            if self._every is None:
                self.phase = "searching"
            number = len(self.first_answers)
            if number > 1 and self.several is None:
                self.several = SeveralAnswers(number, exhausted=False)
                with suppress(TimeUpError):
                    self._compare()
        if self.several:
            return ["several answers", *self.several.sentences()]
        return [] if self._every is None else [f"{'one' if number else 'no'} answer (proved)"]

    def _compare(self) -> None:
        self.phase = "counting answers"
        found = self.subject.answer_sets((), derivation.MOST_COUNTED, _CONFLICTS)
        exhausted = self.subject.exhausted
        found = found if len(found) > 1 else self.first_answers
        self._every = found if exhausted else None
        group = self.subject.one_class(found) if exhausted else None
        several = SeveralAnswers(len(found), exhausted, symmetries=group.short if group else "")
        self.several, numbers = several, self.theory.atom_numbers
        common = frozenset.intersection(*found, *self.first_answers) & numbers.keys()
        shared, certain = self._shared([[numbers[atom] for atom in common]], _CONFLICTS)
        proved = sorted(self.theory.told(shared), key=lambda literal: literal.atom)
        self.several = replace(several, shared=tuple(proved), certain=certain)

    def _shared(
        self, models: Sequence[Sequence[int]], conflicts: int = derivation.CONFLICTS
    ) -> tuple[list[int], bool]:
        """What all answers share, as far as limits allow, and whether that is all."""
        self.phase = "comparing answers"

        def compare(proved: int, left: int) -> None:
            self.phase = f"comparing answers: {proved:,} proved to be in all of them, {left:,} open"

        always = self.subject.consequences("cautious", conflicts)
        theory, negative = self.theory, any(x < 0 for x in models[0])
        ever = self.subject.consequences("brave", conflicts) if negative else None

        def proved(x: int) -> bool | None:
            atom, holds = theory.truth(x)
            found = always if holds else ever
            return None if found is None or not theory.shows(x) else (atom in found) == holds

        known = sorted(filter(proved, models[0]))
        models = [[x for x in own if proved(x) is not False] for own in models]
        late, solver = self.subject.late, theory.searcher
        found, certain = derivation.backbone(
            theory, models, known, late=late, solver=solver, conflicts=conflicts, progress=compare
        )
        return [*known, *found], certain

    def _run(self) -> Iterator[Step]:
        self.overview()
        with suppress(TimeUpError):
            if self.first_answers:
                yield from self._led()
            elif self._every is not None:
                self.phase = "finding a smallest correction"
                found = correction(self.theory, late=self.subject.late)
                self.correction, self.certain = found.clues, found.smallest
                self.phase = "finding steps"
                steps, reached = steps_to_contradiction(self.theory, late=self.subject.late)
                yield from steps
                self.status = "contradiction" if reached else "unknown"
        self.status = self.status or "unknown"

    def _led(self) -> Iterator[Step]:
        """The steps to what all answers share, then choices until one is left, with their steps."""
        every, answers = self._every is not None, self._every or self.first_answers
        chosen = list[tuple[Symbol, bool]]()
        while True:
            one = every and len(answers) == 1
            goals = self._goals(answers, every=every, first=not chosen)
            if not (one or chosen):
                known = {self.theory.atom_of[abs(x)] for x in goals}
                self.open = tuple(sorted(set(self.theory.atoms) - known))
            if not (yield from self._derived(goals, partly=not (one or self._whole))):
                return
            if one:
                self.answer, self.status = answers[0], "chosen" if self.several else "solved"
                return
            step = None
            if not self._whole:
                step = derivation.choice(self.theory, answers, self._said())
            if step is None or self.subject.late():
                self.status = "unknown" if self.subject.late() or len(answers) < 2 else "open"
                return
            yield step
            atom = step.follows[0].atom
            chosen.append((atom, True))
            answers = [x for x in answers if atom in x]
            if not every:
                found = self.subject.answer_sets(chosen, derivation.MOST_COUNTED, _CONFLICTS)
                if len(found) < 2 and not self.subject.exhausted:
                    found = self.subject.answer_sets(chosen, 2)
                every, answers = self.subject.exhausted, found or answers

    def _goals(self, answers: Sequence[Symbols], *, every: bool, first: bool) -> list[int]:
        """What all answers share; nothing where a choice comes sooner than that is known."""
        theory, several = self.theory, self.several
        if every and self.subject.puzzle:  # tests of puzzles show that answers leave nothing open
            return literals_in(theory, *answers)
        if every and len(answers) == 1:
            goals = literals_in(theory, *answers)
            shown = [x for x in goals if theory.shows(x)]
            further, _ = derivation.backbone(theory, [goals], shown, late=self.subject.late)
            return [*shown, *further]
        shared: list[int] = []
        if first and (self._whole or (several and (several.exhausted or several.shared))):
            shared, self.certain = self._shared([literals_in(theory, x) for x in answers])
        elif first:
            self.certain = False
        return shared

    def _said(self) -> list[int]:
        return [self.theory.number_of(x) for step in self.steps for x in step.follows]

    def _derived(
        self, goals: Sequence[int], *, partly: bool = False
    ) -> Generator[Step, None, bool]:
        """The steps to goals, ``partly`` to those that place something; whether it reached them."""
        self.phase = "finding steps"
        placed_first = () if self.steps else derivation.placed_without_clue(self.theory, goals)
        if placed_first and not is_printed(self.subject, (x.atom for x in placed_first)):
            yield Step(1, (), (), placed_first)
        known, placements = self._said(), [x for x in goals if x > 0 and self.theory.shows(x)]
        placed = {*placements}.difference(known)
        if partly and not placed:
            return True
        found = derivation.in_time(derivation.derive(self.theory, goals, known), self.subject.late)
        with suppress(TimeUpError):  # where nothing is placed, no step waits until one needs it
            waits = placed and not self._whole
            for step in derivation.told_when_needed(self.theory, found, known) if waits else found:
                yield step
                placed.difference_update(map(self.theory.number_of, step.follows))
                if partly and not placed:
                    break
        if not self._check_derived(placements if partly else goals) or self.subject.late():
            self.status = "unknown"
        return self.status is None

    def _check_derived(self, goals: Sequence[int]) -> bool:
        """Whether all goals follow from what the steps say, with the background and no clue."""
        said = self._said()
        if {*said}.intersection(-x for x in goals):
            raise VerificationError(f"{self.subject.name}: a step derives what no answer has")
        solver = self.theory.solver(conflicts=_CONFLICTS, late=never)
        with solver.control.backend() as backend:
            for literal in said:
                backend.add_rule([], [-literal])
            all_hold = backend.add_atom()
            backend.add_rule([all_hold], list(goals))
        return solver.solve([-all_hold]).outcome is Outcome.UNSATISFIABLE


def explain(
    instance: InstanceLike, *, timeout: float | None = None, whole: bool = False
) -> Explanation:
    """Why a board has the answer that it has, step by step; or why it has none.

    Args:
        timeout: seconds for everything together; the steps found so far are kept.
        whole: also the steps that nothing needs, each when it is found.

    Raises:
        PuzzleError: the program has no words, or an argument makes no sense.

    >>> import pyasp_puzzles as pp
    >>> steps = pp.explain(pp.load("twenty_four_seven", "four"))
    >>> next(steps).number
    1
    >>> len(list(steps)) > 3, steps.status
    (True, 'solved')
    """
    return Explanation(BoardSubject(puzzle_of(instance), instance, timeout), whole=whole)


def explain_program(
    files: Sequence[Path],
    facts: str = "",
    constants: Mapping[str, str] | None = None,
    *,
    timeout: float | None = None,
) -> Explanation:
    """The same for anybody's program with words; its answers are searched with plain clingo.

    ``facts``: further text of it; ``constants``: values for ``#const`` statements.
    """
    return Explanation(Subject(files, facts, constants, timeout))
