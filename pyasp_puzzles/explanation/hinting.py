"""Hints: the next step that is not on the board yet, the first that says something new of it."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial as applied

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.playing import impossible
from pyasp_puzzles.boards.puzzle import InstanceLike
from pyasp_puzzles.core.errors import AnswerError, GaveUpError, Phrase
from pyasp_puzzles.explanation.deciding.check import Checked, check, partial_of_board
from pyasp_puzzles.explanation.laying import Laying, told_after
from pyasp_puzzles.explanation.reasons.deduction import LIMITS
from pyasp_puzzles.explanation.reasons.derivation import backbone
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.needed import Needed
from pyasp_puzzles.explanation.reasons.stepper import Stepper
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Literal, Step, joined, merged
from pyasp_puzzles.explanation.subject import BoardSubject, literals_in
from pyasp_puzzles.explanation.telling.english import sentence
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.pictures import picture_of, region, region_picture
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.pictures.notebook import Part, Shown
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.work.deadline import TimeUpError
from pyasp_puzzles.work.waiting import says_searching

Degree = typing.Literal["vague", "clues", "full"]
"""Where to look; which clues to use; what follows and why."""

HintStatus = typing.Literal["step", "wrong", "complete", "open", "unknown"]

RIGHT = "right so far: an answer has all of it"
"""What is known before the search for a step."""

_CONFLICTS = 20_000
"""Conflicts of the search for an answer, after which it takes the puzzle's own way to search; and
of the search for all that holds in some answer."""

_SMALL = 1_000
"""On boards with more atoms a hint for a player does not search for all that answers share."""

_latest: StepFinder | None = None
"""The finder of the last hint: people ask for one hint after the other."""

_SHORT = "a short search found no certain move"
"""Why a hint for somebody who plays by hand ends without one."""


@dataclass(frozen=True)
class Hint(Shown):
    """What is to say of a partial answer.

    Attributes:
        subject: the board.
        partial: what is on it.
        status: "step": something follows; "wrong": no answer has all of the partial answer;
            "complete": nothing is missing; "open": nothing more follows, as several answers are
            left; "unknown": a limit came first.
        step: what follows next.
        checked: what is wrong; only if something is.
        reason: why the search ended early; else empty.

    For somebody who plays by hand:
        told: what hints have told and nothing shows that a player can lay; the next call of
            :func:`find_hint` takes it.
        differ: whether answers differ in all that can be laid next; what else they share was not
            searched.
        suggested: where there is no step, an atom of one answer, with that cell of it where least
            fits; or an atom of all answers.
        certain: whether all answers have it; then no step of few clues was found that leads to it.
    """

    subject: BoardSubject
    partial: Partial
    status: HintStatus
    step: Step | None = None
    checked: Checked[InstanceLike, object] | None = None
    reason: str = ""
    told: Partial = field(default_factory=Partial)
    differ: bool = False
    suggested: Literal | None = None
    certain: bool = False

    def notebook_parts(self) -> Iterator[Part]:
        """The board and the clues to use; not what follows."""
        yield from self._parts("clues")

    def _parts(self, degree: Degree) -> Iterator[Part]:
        yield from filter(None, [self.picture(degree)])
        yield from self.sentences(degree)

    def whole_step(self) -> Step | None:
        """The step, which shows itself with the board and in sentences."""
        return self.step and replace(self.step, told=applied(self._parts, "full"))

    def picture(self, degree: Degree = "clues") -> Picture | None:
        """The board with what is known; of the step what a degree tells."""
        known, step = dict(self.partial.literals()), self.step
        vague = degree == "vague"
        if step is None and self.suggested is not None:  # an atom, or the cell where least fits
            vague, literal = degree != "full", self.suggested
            whole = literal if vague else self.subject.theory().literal(literal.atom, True)
            step = Step(1, (), (), (whole,))
        if step is not None and vague:
            return region_picture(self.subject, known, step)
        return picture_of(self.subject, known, step, solved=degree == "full")

    def sentences(self, degree: Degree = "clues", *, whole: bool = False) -> Iterator[str]:
        """The hint in words: where to look, which clues to use, or what follows and why.

        ``whole``: all of long lists.
        """
        if self.step is not None:
            yield from self._step(self.step, degree, whole)
        elif self.checked is not None:
            yield from self.checked.sentences()
        elif self.status == "complete":
            yield "complete: the answer is right, and nothing is missing"
        else:
            yield self._ending()
            if self.suggested is not None:
                yield sentence(self._suggesting(self.suggested, degree))

    def _ending(self) -> str:
        """Why there is no step."""
        if self.certain:
            return "a move is certain, though no step of few clues leads to it"
        if self.differ:
            return "no move is certain: answers differ in everything that can still be laid"
        if self.status == "open":
            return "nothing more follows: several answers have all of it"
        return self.reason if self.reason == _SHORT else f"not decided ({self.reason})"

    def _suggesting(self, literal: Literal, degree: Degree) -> str:
        """Where the choice is least, or an atom of one answer."""
        if degree == "full":
            return f"in {'every' if self.certain else 'one'} answer, {literal.words}"
        where = phrases_of(self.subject.theory()).cells(literal.cells)
        return f"{'look at' if self.certain else 'the fewest choices are at'} {where}"

    def _step(self, step: Step, degree: Degree, whole: bool) -> Iterator[str]:
        teller = Teller(self.subject.theory(), self.partial.literals())
        if degree == "full":
            told = teller.tell(step)
            yield from told.sentences(whole=whole)
            if told.note():
                yield f"({told.note()})"
        elif degree == "clues" and step.reason:
            yield from teller.tell(step).clue_sentences(whole=whole)
        else:
            if degree == "clues" and not step.clues:
                yield "No clue is needed."
            where = teller.phrases.cells(sorted(region(self.subject, step)))
            yield f"Look at {where or 'the whole board'}."


@says_searching
def find_hint(
    instance: InstanceLike,
    partial: Partial | str | None = None,
    *,
    timeout: float | None = None,
    played: bool = False,
    told: Partial | None = None,
    progress: Callable[[str], None] | None = None,
) -> Hint:
    """The next step from a partial answer, or why there is none.

    Args:
        partial: what is on the board, or a text of it as ``check`` reads it; ``None``: nothing.
        timeout: seconds for everything together.
        played: for somebody who plays by hand (:class:`pyasp_puzzles.boards.play.ByHand`): what
            the board shows to be impossible is no step, and the step ends with something to lay, or
            with the next thing to know on the way there.
        told: the :attr:`Hint.told` of the hint before, if nothing was taken from the board since;
            then the step goes on from there. What does not fit the board is not used.
        progress: called with what is known as soon as it is, before the search for the step.

    Raises:
        AnswerError: the partial answer does not fit the board, or cannot be read.
    """
    puzzle, partial = partial_of_board(instance, Partial() if partial is None else partial)
    subject = BoardSubject(puzzle, instance, timeout)
    try:
        theory = subject.theory()
    except GaveUpError:
        return Hint(subject, partial, "unknown", reason=subject.reason)
    with suppress(AnswerError):  # what was told contradicts the board
        if told:
            found = _find(subject, theory, partial.together(told), partial, progress)
            if found and found.status != "complete":
                return found
    found = _find(subject, theory, partial, partial if played else None, progress)
    if found is not None:
        return found
    checked = check(instance, partial, timeout=subject.left())
    return Hint(subject, partial, "wrong", checked=checked, reason=checked.reason)


def _find(
    subject: BoardSubject,
    theory: Theory,
    partial: Partial,
    board: Partial | None,
    progress: Callable[[str], None] | None,
) -> Hint | None:
    """The next step from a partial answer; ``None``: no answer has all of it."""
    known = theory.numbers_of(partial)
    goals: list[int] | None = None
    with suppress(TimeUpError):
        goals = None if known is None else _model(subject, theory, partial, known)
    if known is None or goals is None:
        return Hint(subject, partial, "unknown", reason=subject.reason) if subject.reason else None
    if progress:
        progress(RIGHT)
    shown = [atom for atom in theory.atoms if theory.is_shown(atom)]
    held, shows = set(goals), {}
    if held.intersection(map(theory.atom_numbers.__getitem__, shown)) <= set(known):
        return Hint(subject, partial, "complete")
    if board is not None:
        shows = impossible(subject.puzzle, subject.instance, board, shown)
    known += [-theory.atom_numbers[x] for x in shows if -theory.atom_numbers[x] in held]
    try:
        if board is None:
            found = _of_step(subject, partial, _first(subject, theory, goals, known))
        else:
            found = _to_lay(partial, Laying(subject, theory, goals, known, board))
    except TimeUpError:
        found = _of_step(subject, partial, None, searched=False)
    if found.step is None or board is None:
        return found
    seen = []  # what lies on the board in place of what it makes impossible
    for literal in found.step.premises:
        cause = shows.get(literal.atom)
        if literal.holds or literal.atom not in shows:
            seen.append(literal)
        elif cause is not None:
            seen.append(theory.literal(cause, True))
    step = replace(found.step, premises=tuple(dict.fromkeys(seen)))
    return replace(found, step=step, told=told_after(subject, board, partial, step))


def _of_step(
    subject: BoardSubject, partial: Partial, step: Step | None, *, searched: bool = True
) -> Hint:
    """A hint with a step; without one it is "open" if a search has seen that nothing follows."""
    if step is not None:
        return Hint(subject, partial, "step", step)
    if searched and not subject.reason:
        return Hint(subject, partial, "open")
    return Hint(subject, partial, "unknown", reason=subject.reason or _SHORT)


def _to_lay(partial: Partial, laying: Laying) -> Hint:
    """What to tell a player: a step to something to lay, if a short search finds one."""
    subject, theory, step = laying.subject, laying.theory, laying.step()
    if step is None and laying.differ:
        return Hint(subject, partial, "open", differ=True, suggested=laying.suggested())
    step = step or laying.excluding()
    if step is None and (certain := laying.certain()):
        return Hint(subject, partial, "open", certain=True, suggested=certain)
    searched = len(theory.atoms) <= _SMALL
    if step is None and searched:
        step = _first(subject, theory, laying.goals, laying.known)
    found = _of_step(subject, partial, step, searched=searched)
    return found if step else replace(found, suggested=laying.suggested())


def _model(
    subject: BoardSubject, theory: Theory, partial: Partial, known: Sequence[int]
) -> list[int] | None:
    """The literals of one answer that has all of the partial one; ``None``: none was found."""
    if theory.always_broken:
        return None
    wanted = set(known)
    for model in theory.models:
        if wanted <= model:
            return sorted(model, key=abs)
    found = theory.answer(known, _CONFLICTS)
    goals = found.value
    if found.outcome is Outcome.UNKNOWN:
        answers = subject.answer_sets(list(partial.literals()), 1)
        goals = literals_in(theory, answers[0]) if answers else None
    if goals is not None:
        theory.models.append(frozenset(goals))
    return goals


def _first(
    subject: BoardSubject, theory: Theory, goals: Sequence[int], known: Sequence[int]
) -> Step | None:
    """The first step that says something of a shown atom, with those that it needs.

    What is printed is read only when nothing else is left; then comes what needs no clue at all.
    """
    global _latest
    latest, _latest = _latest, None
    late, shared = subject.late, applied(_shared, subject, goals)
    stepper = Stepper(theory, goals, known, shared=shared, resumed=latest)
    chain, printed, found = list[Step](), list[Step](), None
    while found is None and not late() and (step := stepper.next()):
        read = [stage for stage in step.stages or (step,) if _printed(subject, stage)]
        printed += read
        if len(read) < len(step.stages or (step,)):
            others = [stage for stage in step.stages if stage not in read]
            chain.append(merged(others, 1) if read else step)
            if any(literal.shown for literal in chain[-1].follows):
                found = joined(chain)
    unread = (step for step in printed if any(literal.shown for literal in step.follows))
    step = found or next(unread, None)
    if step is None:
        unsaid = {x for x in theory.index.literals(stepper.given) if x > 0}
        step = _without_clue(theory, unsaid.difference(known), known)
    _latest = stepper.searched  # not if the time was up
    return step


def _shared(subject: BoardSubject, goals: Sequence[int], finder: StepFinder) -> list[int]:
    """The literals of one answer that all answers have, with what is known."""
    theory, index = finder.theory, finder.index
    false, complete = finder.propagator.ever_false(finder.allowed, _CONFLICTS)
    candidates = [x for x in goals if not false >> index.bit(x) & 1]
    proved = [x for x in candidates if complete and x < 0]
    left = [x for x in candidates if not complete or x > 0]
    known = [*finder.known, *proved]
    shared, _ = backbone(theory, [left], known, late=subject.late, solver=theory.searcher)
    return [*proved, *shared]


def _without_clue(theory: Theory, unsaid: Set[int], known: Sequence[int]) -> Step | None:
    """The first of some atoms that is shown, with what is known and needed; no clue is."""
    index = theory.index
    for number in filter(theory.shows, theory.numbers):
        if number in unsaid:
            bit = index.bit(number)
            place = next(c for c in sorted(index.bound) if index.scope([c]) >> bit & 1)
            part = index.build(frozenset([place]), clues=())
            premises = [x for x in known if part.scope >> index.bit(x) & 1]
            _, needed = Needed(part, [number], LIMITS.needed).of(0, premises) or (0, premises)
            return theory.step(0, needed, [number])
    return None


def _printed(subject: BoardSubject, step: Step) -> bool:
    """Whether a step only reads what is printed on the empty board, such as a given digit."""
    held = {literal.atom: True for literal in step.follows if literal.holds}
    if step.premises or not any(map(subject.theory().is_shown, held)):
        return False
    return picture_of(subject, {}) == picture_of(subject, held)


def hint(
    instance: InstanceLike, partial: Partial | str | None = None, *, timeout: float | None = None
) -> Step | None:
    """The next step that is not on the board yet.

    Args:
        partial: what is on the board, or a text of it as ``check`` reads it; ``None``: nothing.
        timeout: seconds for everything together.

    Returns:
        A step, which :meth:`Step.as_partial` puts on the board; ``None``: the partial answer is
        complete, or nothing more follows since several answers have all of it.

    Raises:
        AnswerError: the partial answer is wrong, does not fit the board, or cannot be read.
        GaveUpError: the time limit came first.

    >>> import pyasp_puzzles as pp
    >>> step = pp.hint(pp.load("twenty_four_seven", "four"), "?51? ???? ???? ????")
    >>> step.size, len(step.follows) > 0
    (1, True)
    """
    found = find_hint(instance, partial, timeout=timeout)
    if found.status == "wrong" and found.checked:
        words = next(found.checked.sentences())
        raise AnswerError(instance.name, "partial answer", Phrase(words), "a part of an answer")
    if found.status == "unknown":
        raise GaveUpError(f"{instance.name}: no step found ({found.reason})")
    return found.whole_step()
