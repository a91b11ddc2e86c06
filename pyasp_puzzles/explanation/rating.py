"""How hard a board is for people: its techniques, and a grade where levels are published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic

from pyasp_puzzles.boards.puzzle import I, Puzzle
from pyasp_puzzles.core.errors import GaveUpError, counted
from pyasp_puzzles.explanation.explaining import Explanation, explain
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.pictures.notebook import Part, Shown
from pyasp_puzzles.work.waiting import says_searching

Progress = Callable[[str], None]

_FIGURES = ("difficulty", "effort", "hardest", "steps", "size", "certain", "reason")


@dataclass(frozen=True)
class Rating(Shown, Generic[I]):
    """How hard a board is. ``print`` says it in words.

    The figures are the same on each run, unless a time limit or Ctrl-C came first.

    Attributes:
        status: "solved": the steps lead to the one answer; "open": to what several answers share;
            "none": there is no answer; "unknown": a limit came first; the figures so far.
        difficulty: the points of the hardest step (:attr:`Step.points`); 0: there is none.
        effort: the points of all steps together.
        techniques: how many steps each technique has, the easiest first.
        hardest: the technique of the hardest step; empty: there is none.
        steps: all steps, also those that :func:`explain` leaves out since nothing needs them.
        size: number of shown atoms in an answer; 0: no answer was found.
        certain: whether all is known that several answers share.
        reason: why it ended early: "time limit" or "interrupted"; else empty.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: I = field(repr=False)
    status: str
    difficulty: int = 0
    effort: int = 0
    techniques: Mapping[str, int] = field(default_factory=dict)
    hardest: str = ""
    steps: int = 0
    size: int = 0
    certain: bool = True
    reason: str = ""

    @property
    def rated(self) -> bool:
        """Whether the derivation ended, and several answers share something."""
        return self.status == "solved" or (self.status == "open" and self.steps > 0)

    @property
    def grade(self) -> str | None:
        """A word such as "easy"; ``None``: the puzzle is not calibrated, or it is not rated."""
        scale = self.puzzle.calibration
        return scale.grade(self.size, self.difficulty) if scale and self.rated else None

    def notebook_parts(self) -> Iterator[Part]:
        """The rating in words."""
        yield from map(str.strip, self.sentences())

    def sentences(self) -> Iterator[str]:
        """The rating in words, without the name of the board."""
        if self.status == "none":
            yield "no answer (proved), so there is nothing to rate"
            return
        scale, points = self.puzzle.calibration, f"difficulty {self.difficulty}"
        words = self.grade or f"{points}, not calibrated"
        if self.status == "unknown":
            words = f"not rated ({self.reason or 'no further step was found'})"
            words += "; the figures so far:" if self.steps else ""
        elif self.status == "open":
            words = words if self.steps else "not rated"
            shared = "the steps lead to what they share" if self.steps else "they share nothing"
            limited = "" if self.certain else ", as far as a limited search knows"
            words += f"; not unique: it has several answers, and {shared}{limited}"
        yield words
        if scale and self.grade:
            made = f"{self.size} atoms and {points} make {scale.points(self.size, self.difficulty)}"
            rule = f"{scale.rule}, else {scale.grades[-1]} ({scale.source})"
            yield f"  why: {made} points; {rule}"
        if self.steps:
            used = ", ".join(f"{name} ({number})" for name, number in self.techniques.items())
            yield f"  hardest step: {self.hardest}, {points}"
            yield f"  {counted(self.steps, 'step')}, effort {self.effort}: {used}"

    def as_json(self) -> dict[str, Any]:
        """JSON values: the figures by name."""
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "status": self.status,
            "grade": self.grade,
            "calibrated": self.puzzle.calibration is not None,
            **{name: getattr(self, name) for name in _FIGURES},
            "techniques": dict(self.techniques),
        }

    def __str__(self) -> str:
        first, *others = self.sentences()
        return "\n".join([f"{self.instance.name}: {first}", *others])


@says_searching
def rate(
    instance: I, *, timeout: float | None = None, progress: Progress | None = None
) -> Rating[I]:
    """How hard a board is for people: its techniques, the points of its hardest step, a grade.

    Only a puzzle that is calibrated, fitted to published levels (docs/use/difficulty.md), has a
    grade such as "easy". A board with several answers is rated by the steps to what they share.

    Args:
        timeout: seconds for everything together; the figures so far are kept.
        progress: called with what is done now.

    Raises:
        PuzzleError: the program has no words, or an argument makes no sense.

    >>> import pyasp_puzzles as pp
    >>> rating = pp.rate(pp.load("pips", "document"))
    >>> rating.status, rating.difficulty, rating.hardest, rating.grade
    ('solved', 2, 'one clue', 'easy')
    """
    explanation = explain(instance, timeout=timeout, whole=True)
    return rated(explanation, progress or (lambda _words: None))


def rated(
    explanation: Explanation, tell: Progress = lambda _words: None, most: int | None = None
) -> Rating[Any]:
    """The rating of the board of a whole explanation that has not begun, within its time.

    A step of more than ``most`` points ends it; then the rating is "unknown".
    """
    subject = explanation.subject
    assert isinstance(subject, BoardSubject)
    tell("searching")
    answers = explanation.first_answers
    if not answers and subject.exhausted:
        return Rating(subject.puzzle, subject.instance, "none")
    with suppress(GaveUpError):  # while the program was ground
        for step in explanation:
            tell(counted(step.number, "step"))
            if most is not None and step.points > most:
                break
    status = explanation.status if explanation.status in ("solved", "open") else "unknown"
    steps = sorted(explanation.steps, key=lambda step: step.points)
    return Rating(
        subject.puzzle,
        subject.instance,
        status,
        steps[-1].points if steps else 0,
        sum(step.points for step in steps),
        Counter(step.technique for step in steps),
        steps[-1].technique if steps else "",
        len(steps),
        len(answers[0]) if answers else 0,
        explanation.certain,
        subject.reason,
    )
