"""How hard a board is for people: the figures of its derivation and of a search, and a grade."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic

from pyasp_puzzles.engines.request import facts_in_time
from pyasp_puzzles.errors import GaveUpError, counted
from pyasp_puzzles.explanation.explaining import Explanation, explain
from pyasp_puzzles.explanation.telling.subject import BoardSubject
from pyasp_puzzles.grounding import Source
from pyasp_puzzles.notebook.parts import Part, Shown
from pyasp_puzzles.puzzle import I, Puzzle
from pyasp_puzzles.rating.dependence import chain, possible
from pyasp_puzzles.rating.effort import SEARCHES, Effort, effort
from pyasp_puzzles.rating.grade import grade
from pyasp_puzzles.waiting import Now, saying, timed

if TYPE_CHECKING:
    from pyasp_puzzles.explanation.steps import Step

Progress = Callable[[str], None]
"""Called with what is done now, in a few words."""

_STATUS = {"solved": "solved", "open": "open", "contradiction": "none", "unknown": "unknown"}
"""The status of a rating by that of the explanation."""


@dataclass(frozen=True)
class Rating(Shown, Generic[I]):
    """How hard a board is. ``print`` says it in words.

    The figures are the same on each run, unless a time limit or Ctrl-C came first.

    Attributes:
        status: "solved": the board has one answer, and the steps lead to it; "open": it has several
            answers, and the steps lead to what all of them share; "none": it has no answer;
            "unknown": a limit came first, and the figures are those so far.
        grade: "easy", "medium", "hard" or "very hard"; empty without answer or figures.
        score: the number from which the grade comes.
        why: the rule of the grade, with the figures.
        steps: number of steps of the whole derivation, also of those that :func:`explain` leaves
            out since nothing needs them.
        largest: the price of the dearest reason; most clues have the price 1.
        mean: the mean price of a reason.
        several: number of steps whose reason has several clues.
        extra: the sum of the prices of all reasons, each minus one.
        possible: for each step the number of steps that were possible before it: those, itself
            included, whose premises were known.
        chain: the largest number of steps of which each needs the one before it.
        decisions: of a search until the first answer, median of several.
        conflicts: of these searches, the median.
        size: number of shown atoms in an answer.
        certain: whether all is known that several answers share.
        reason: why it ended early: "time limit" or "interrupted"; else empty.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    instance: I = field(repr=False)
    status: str
    grade: str = ""
    score: float = 0.0
    why: str = ""
    steps: int = 0
    largest: int = 0
    mean: float = 0.0
    several: int = 0
    extra: int = 0
    possible: tuple[int, ...] = ()
    chain: int = 0
    decisions: int = 0
    conflicts: int = 0
    size: int = 0
    certain: bool = True
    reason: str = ""

    def notebook_parts(self) -> Iterator[Part]:
        """The rating in words."""
        yield from map(str.strip, self.sentences())

    @property
    def mean_possible(self) -> float:
        """The mean number of possible steps; 0 without steps."""
        return round(sum(self.possible) / len(self.possible), 2) if self.possible else 0.0

    @property
    def bottlenecks(self) -> int:
        """At how many points just one step was possible."""
        return self.possible.count(1)

    def sentences(self) -> Iterator[str]:
        """The rating in words, without the name of the board."""
        if self.status == "none":
            yield "no answer (proved), so there is nothing to rate"
            return
        if self.status == "unknown":
            yield f"not rated ({self.reason or 'limit of conflicts'}); the figures so far:"
        elif self.status == "open":
            shared = "the steps lead to what they share" if self.steps else "they share nothing"
            shared += "" if self.certain else ", as far as a limited search knows"
            yield f"{self.grade}; not unique: it has several answers, and {shared}"
        else:
            yield self.grade
        if self.why:
            yield f"  why: {self.why}"
        yield (
            f"  steps: {self.steps}, of which {self.several} need several clues; "
            f"the longest chain has {self.chain}"
        )
        yield f"  reasons: largest {self.largest}, mean {self.mean:g}"
        yield (
            f"  possible steps: mean {self.mean_possible:g}; "
            f"just one at {counted(self.bottlenecks, 'point')}"
        )
        yield (
            f"  search: {counted(self.decisions, 'decision')}, "
            f"{counted(self.conflicts, 'conflict')} (medians of {SEARCHES} searches)"
        )

    def as_json(self) -> dict[str, Any]:
        """JSON values: the figures by name."""
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "status": self.status,
            "grade": self.grade or None,
            "score": self.score,
            "why": self.why,
            "steps": self.steps,
            "largest": self.largest,
            "mean": self.mean,
            "several": self.several,
            "extra": self.extra,
            "possible": list(self.possible),
            "mean_possible": self.mean_possible,
            "bottlenecks": self.bottlenecks,
            "chain": self.chain,
            "decisions": self.decisions,
            "conflicts": self.conflicts,
            "size": self.size,
            "certain": self.certain,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        first, *others = self.sentences()
        return "\n".join([f"{self.instance.name}: {first}", *others])


def rate(
    instance: I, *, timeout: float | None = None, progress: Progress | None = None
) -> Rating[I]:
    """How hard a board is for people: the figures of its derivation and of a search, and a grade.

    The grade comes from a score, the sum of 3 log2(1 + atoms in an answer), log2(1 + decisions of
    a search) and log2(1 + clues that steps need beyond their first one) / 4; ``why`` has the
    figures and the ranges of the grades.  docs/difficulty.md says how well it agrees with
    published levels.

    A board with several answers is rated by the steps to what all of them share.

    Args:
        timeout: seconds for everything together; the figures so far are kept.
        progress: called with what is done now.

    Raises:
        PuzzleError: the program has no words, or an argument makes no sense.

    >>> import pyasp_puzzles as pp
    >>> rating = pp.rate(pp.load("twenty_four_seven", "four"))
    >>> rating.status, rating.steps > 5
    ('solved', True)
    """
    now = Now("grounding")

    def tell(words: str) -> None:
        now.tell(words)
        if progress:
            progress(words)

    explanation = explain(instance, timeout=timeout, whole=True)
    with saying(timed(instance.name, now)):
        return rated(explanation, tell)


def rated(explanation: Explanation, progress: Progress | None = None) -> Rating[Any]:
    """The rating of the board of a whole explanation that has not begun, within its time."""
    tell = progress or (lambda _words: None)
    subject = explanation.subject
    assert isinstance(subject, BoardSubject)
    puzzle, instance = subject.question.puzzle, subject.question.instance
    tell("searching")
    facts = facts_in_time(instance, subject.late)
    if facts is None:
        return _rating((puzzle, instance), "unknown", (), Effort(), subject.reason)
    spent = effort(Source(puzzle.program_paths(), facts), subject.late)
    status = "none" if spent.found is False else "unknown"
    if spent.found is not False and not subject.late():
        try:
            for step in explanation:
                tell(counted(step.number, "step"))
        except GaveUpError:
            status = "unknown"
        else:
            status = _STATUS[explanation.status or "unknown"]
    rating = _rating((puzzle, instance), status, explanation.steps, spent, subject.reason)
    return rating if explanation.certain else replace(rating, certain=False)


def _rating(
    board: tuple[Puzzle[Any, Any], Any],
    status: str,
    steps: Sequence[Step],
    spent: Effort,
    reason: str,
) -> Rating[Any]:
    """The rating with these figures."""
    prices = [step.size for step in steps]
    extra = sum(max(0, price - 1) for price in prices)
    known = status in ("solved", "open")
    graded = grade(spent.atoms, extra, spent.decisions) if known else None
    return Rating(
        *board,
        status,
        grade=graded.name if graded else "",
        score=graded.score if graded else 0.0,
        why=graded.why if graded else "",
        steps=len(steps),
        largest=max(prices, default=0),
        mean=round(sum(prices) / len(prices), 2) if prices else 0.0,
        several=sum(len(step.reason) > 1 for step in steps),
        extra=extra,
        possible=possible(steps),
        chain=chain(steps),
        decisions=spent.decisions,
        conflicts=spent.conflicts,
        size=spent.atoms,
        reason=reason,
    )
