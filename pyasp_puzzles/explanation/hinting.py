"""Hints: the next step that is not on the board yet, the first that says something new of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from functools import partial as applied
from typing import Literal as Typed

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import InstanceLike
from pyasp_puzzles.core.errors import AnswerError, GaveUpError, Phrase
from pyasp_puzzles.explanation.deciding.check import Checked, check, partial_of_board
from pyasp_puzzles.explanation.hint_search import HintSearch, literals_of_answer
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.explanation.telling.english import sentence
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.pictures import Degree, picture_of, region
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.telling.told import Told
from pyasp_puzzles.pictures.notebook import Part, Shown
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.work.deadline import TimeUpError
from pyasp_puzzles.work.waiting import says_searching

Progress = Callable[[str], None]
"""Called with what is known as soon as it is."""

RIGHT = "right so far: an answer has all of it"
"""What is known before the search for a step."""

_SHORT = "a short search found no certain move"


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
        told: what hints have told and a player cannot lay, for the next :func:`find_hint`.
        suggested: where no step is found, an atom of one answer, with its cell where least fits.
    """

    subject: BoardSubject
    partial: Partial
    status: Typed["step", "wrong", "complete", "open", "unknown"]
    step: Step | None = None
    checked: Checked[InstanceLike, object] | None = None
    reason: str = ""
    told: Partial = field(default_factory=Partial)
    suggested: Literal | None = None

    def notebook_parts(self, degree: Degree = "clues") -> Iterator[Part]:
        """The board, and the hint in words."""
        yield from filter(None, [self.picture(degree)])
        yield from self.sentences(degree)

    def picture(self, degree: Degree = "clues") -> Picture | None:
        """The board with what is known; of the step what a degree tells."""
        known, step = dict(self.partial.literals()), self.step
        if step is None and self.suggested is not None:  # an atom, or the cell where least fits
            whole = self.subject.theory().literal(*self.suggested.truth)
            step = Step(1, (), (), (whole if degree == "full" else self.suggested,))
            degree = "full" if degree == "full" else "vague"
        return picture_of(self.subject, known, step, degree)

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
            if self.status == "open":
                what = "no move is certain" if self.suggested else "nothing more follows"
                yield f"{what}: several answers have all of it"
            else:
                yield self.reason if self.reason == _SHORT else f"not decided ({self.reason})"
            if self.suggested is not None:
                where = phrases_of(self.subject.theory()).cells(self.suggested.cells)
                fewest, one = f"the fewest choices are at {where}", self.suggested.words
                yield sentence(f"in one answer, {one}" if degree == "full" else fewest)

    @cached_property
    def _told(self) -> Told:
        """The step in words, from which all degrees are told."""
        assert self.step
        return Teller(self.subject.theory(), self.partial.literals()).tell(self.step)

    def _step(self, step: Step, degree: Degree, whole: bool) -> Iterator[str]:
        if degree == "full":
            yield from self._told.sentences(whole=whole)
            if note := self._told.note():
                yield f"({note})"
        elif degree == "clues" and step.reason:
            yield from self._told.clue_sentences(whole=whole)
        else:
            if degree == "clues" and not step.clues:
                chosen = step.form == "choice"
                yield "Several answers are left." if chosen else "No clue is needed."
            yield phrases_of(self.subject.theory()).look(region(self.subject, step))


@says_searching
def find_hint(
    instance: InstanceLike,
    partial: Partial | str | None = None,
    *,
    timeout: float | None = None,
    played: bool = False,
    told: Partial | None = None,
    progress: Progress | None = None,
) -> Hint:
    """The next step from a partial answer, or why there is none.

    Args:
        partial: what is on the board, or a text of it as ``check`` reads it; ``None``: nothing.
        timeout: seconds for everything together.
        played: for somebody who plays by hand (:class:`pyasp_puzzles.boards.play.ByHand`): what
            the board shows to be impossible is no step, and the step ends with something to lay; if
            that is far, with the next thing to know on the way there.
        told: the :attr:`Hint.told` of the hint before, if nothing was taken from the board since;
            then the step goes on from there. What does not fit the board is not used.
        progress: called with what is known as soon as it is, before the search for the step.

    Raises:
        AnswerError: the partial answer does not fit the board, or cannot be read.
    """
    puzzle, partial = partial_of_board(instance, Partial() if partial is None else partial)
    subject = BoardSubject(puzzle, instance, timeout)
    try:
        subject.theory()
    except GaveUpError:
        return Hint(subject, partial, "unknown", reason=subject.reason)
    with suppress(AnswerError):  # what was told contradicts the board
        if told:
            found = _find(subject, partial.together(told), partial, progress)
            if found and found.status != "complete":
                return found
    found = _find(subject, partial, partial if played else None, progress)
    if found is not None:
        return found
    checked = check(instance, partial, timeout=subject.left())
    return Hint(subject, partial, "wrong", checked=checked, reason=checked.reason)


def _find(
    subject: BoardSubject, partial: Partial, board: Partial | None, progress: Progress | None
) -> Hint | None:
    """The next step from a partial answer; ``None``: no answer has all of it."""
    goals: list[int] | None = None
    with suppress(TimeUpError):
        goals = literals_of_answer(subject, partial)
    if goals is None:
        return Hint(subject, partial, "unknown", reason=subject.reason) if subject.reason else None
    if progress:
        progress(RIGHT)
    search = HintSearch(subject, goals, partial, board)
    if search.complete:
        return Hint(subject, partial, "complete")
    step = search.first()
    if step is not None and step.way in ("supposition", "several"):
        step = search.choice() or step
    if step is not None:
        return Hint(subject, partial, "step", step, told=search.told_after(step))
    suggested = search.suggested() if board is not None else None
    if search.certain and not subject.reason:
        return Hint(subject, partial, "open", suggested=suggested)
    return Hint(subject, partial, "unknown", reason=subject.reason or _SHORT, suggested=suggested)


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
    return found.step and replace(found.step, told=applied(found.notebook_parts, "full"))
