"""How hard a board is for people: its hardest step, and a grade where levels are published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from pyasp_puzzles.boards.puzzle import I, Puzzle
from pyasp_puzzles.core.errors import GaveUpError, counted
from pyasp_puzzles.explanation.explaining import Explanation, explain
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.pictures.notebook import Part, Shown
from pyasp_puzzles.work.waiting import Now, saying, timed

if TYPE_CHECKING:
    from pyasp_puzzles.explanation.steps import Step

Progress = Callable[[str], None]
"""Called with what is done now, in a few words."""

_STATUS = {"solved": "solved", "open": "open", "contradiction": "none"}
"""The status of a rating by that of the explanation; else "unknown"."""

_FIGURES = ("difficulty", "least", "steps", "several", "hardest", "size", "certain", "reason")


@dataclass(frozen=True)
class Rating(Shown, Generic[I]):
    """How hard a board is. ``print`` says it in words.

    The figures are the same on each run, unless a time limit or Ctrl-C came first.

    Attributes:
        status: "solved": the board has one answer, and the steps lead to it; "open": it has several
            answers, and the steps lead to what all of them share; "none": it has no answer;
            "unknown": a limit came first, and the figures are those so far.
        difficulty: how many clues the hardest step needs together (the sum of their prices, which
            are 1 unless the program's words say more); 1: one clue at a time is enough; 0: there
            is no step.  No way to the answer has a smaller hardest step, see ``least``.
        least: what is proved of that: each way to the answer has a step of at least so many clues.
        steps: number of steps of the whole derivation, also of those that :func:`explain` leaves
            out since nothing needs them.
        several, hardest: number of steps that need several clues together, and that need as many
            as the hardest one.
        size: number of shown atoms in an answer; 0: no answer was found.
        certain: whether all is known that several answers share.
        reason: why it ended early: "time limit" or "interrupted"; else empty.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: I = field(repr=False)
    status: str
    difficulty: int = 0
    least: int = 0
    steps: int = 0
    several: int = 0
    hardest: int = 0
    size: int = 0
    certain: bool = True
    reason: str = ""

    @property
    def rated(self) -> bool:
        """Whether the derivation ended, and several answers share something."""
        return self.status == "solved" or (self.status == "open" and self.steps > 0)

    @property
    def grade(self) -> str | None:
        """A word such as "easy"; ``None``: the puzzle is not calibrated, or it is not decided."""
        return self.grades[0] if len(self.grades) == 1 else None

    @property
    def grades(self) -> tuple[str, ...]:
        """The grades that the board may have, from ``least`` to ``difficulty``."""
        scale = self.puzzle.calibration
        if scale is None or not self.rated:
            return ()
        ends = (
            scale.grades.index(scale.grade(self.size, d)) for d in (self.least, self.difficulty)
        )
        first, last = ends
        return scale.grades[first : last + 1]

    def notebook_parts(self) -> Iterator[Part]:
        """The rating in words."""
        yield from map(str.strip, self.sentences())

    def number(self) -> str:
        """The difficulty in figures: "3", or "2 to 5" where it is not known exactly."""
        return _span(self.least, self.difficulty)

    def sentences(self) -> Iterator[str]:
        """The rating in words, without the name of the board."""
        if self.status == "none":
            yield "no answer (proved), so there is nothing to rate"
            return
        scale = self.puzzle.calibration
        words = " or ".join(self.grades) or f"difficulty {self.number()}, not calibrated"
        if self.status == "unknown":
            words = f"not rated ({self.reason or 'no further step was found'})"
            words += "; the figures so far:" if self.steps else ""
        elif self.status == "open":
            words = words if self.steps else "not rated"
            shared = "the steps lead to what they share" if self.steps else "they share nothing"
            limited = "" if self.certain else ", as far as a limited search knows"
            words += f"; not unique: it has several answers, and {shared}{limited}"
        yield words
        if scale and self.grades:
            points = _span(*(scale.points(self.size, d) for d in (self.least, self.difficulty)))
            yield (
                f"  why: {self.size} atoms and difficulty {self.number()} make {points} points; "
                f"{scale.rule}, else {scale.grades[-1]} ({scale.source})"
            )
        if self.steps:
            hard = "one clue" if self.difficulty == 1 else f"{self.difficulty} clues together"
            yield f"  hardest step: {hard}; {self.hardest} of {counted(self.steps, 'step')}"
            yield f"  steps that need several clues: {self.several}"

    def as_json(self) -> dict[str, Any]:
        """JSON values: the figures by name."""
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "status": self.status,
            "grade": self.grade,
            "calibrated": self.puzzle.calibration is not None,
            **{name: getattr(self, name) for name in _FIGURES},
        }

    def __str__(self) -> str:
        first, *others = self.sentences()
        return "\n".join([f"{self.instance.name}: {first}", *others])


def _span(low: int, high: int) -> str:
    return str(high) if low == high else f"{low} to {high}"


def rate(
    instance: I, *, timeout: float | None = None, progress: Progress | None = None
) -> Rating[I]:
    """How hard a board is for people: how many clues its hardest step needs, and a grade.

    There is a grade such as "easy" only where the puzzle is calibrated: fitted to published levels
    (docs/use/difficulty.md).  A further clue that agrees with the answer never makes a board with
    one answer harder.

    A board with several answers is rated by the steps to what all of them share.

    Args:
        timeout: seconds for everything together; the figures so far are kept.
        progress: called with what is done now.

    Raises:
        PuzzleError: the program has no words, or an argument makes no sense.

    >>> import pyasp_puzzles as pp
    >>> rating = pp.rate(pp.load("pips", "document"))
    >>> rating.status, rating.difficulty, rating.grade
    ('solved', 1, 'medium')
    """
    now = Now("grounding")

    def tell(words: str) -> None:
        now.tell(words)
        if progress:
            progress(words)

    explanation = explain(instance, timeout=timeout, whole=True)
    with saying(timed(instance.name, now)):
        return rated(explanation, tell)


def rated(
    explanation: Explanation, tell: Progress = lambda _words: None, most: int | None = None
) -> Rating[Any]:
    """The rating of the board of a whole explanation that has not begun, within its time.

    A step of more than ``most`` clues ends it; then the rating is "unknown".
    """
    subject, status = explanation.subject, "unknown"
    assert isinstance(subject, BoardSubject)
    tell("searching")
    answers = explanation.first_answers
    if not answers and subject.exhausted:
        return Rating(subject.puzzle, subject.instance, "none")
    with suppress(GaveUpError):  # while the program was ground
        for step in explanation:
            tell(counted(step.number, "step"))
            if most is not None and step.size > most:
                break
        status = _STATUS.get(explanation.status or "", status)
    steps = explanation.steps
    least, difficulty = difficulties(steps)
    return Rating(
        subject.puzzle,
        subject.instance,
        status,
        difficulty,
        least,
        steps=len(steps),
        several=sum(len(step.reason) > 1 and not step.stages for step in steps),
        hardest=sum(step.size == difficulty for step in steps),
        size=len(answers[0]) if answers else 0,
        certain=explanation.certain,
        reason=subject.reason,
    )


def difficulties(steps: Iterable[Step]) -> tuple[int, int]:
    """The least and the greatest difficulty that a whole derivation leaves possible.

    Where a step is proved smallest, nothing new follows from fewer clues and all that was known
    before it.  So no other way gets further with fewer.
    """
    stages = [stage for step in steps for stage in step.stages or (step,)]
    least = max((stage.size if stage.smallest else 1 for stage in stages), default=0)
    return least, max((stage.size for stage in stages), default=0)
