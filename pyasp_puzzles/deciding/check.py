"""Whether a partial answer is right so far; if not, what is wrong with it, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic

from pyasp_puzzles.deciding.question import CONFLICTS, Question
from pyasp_puzzles.deciding.why import Contradiction, contradiction
from pyasp_puzzles.drawing.roles import marked
from pyasp_puzzles.engines.request import at_least, fact_text
from pyasp_puzzles.errors import PuzzleError, counted, shorten
from pyasp_puzzles.explanation.theory import Theory, theory_of
from pyasp_puzzles.formats.partial_answers import check_fits, read_partial
from pyasp_puzzles.grounding import in_thread
from pyasp_puzzles.notebook.parts import Part, Shown
from pyasp_puzzles.partial import Cell, Partial
from pyasp_puzzles.puzzle import I, Puzzle, S
from pyasp_puzzles.registry import puzzle_of
from pyasp_puzzles.waiting import says_searching

if TYPE_CHECKING:
    from clingo import Symbol
    from rich.console import Console, ConsoleOptions, RenderResult

    from pyasp_puzzles.drawing.picture import Picture

MOST = 100
"""How many answers that agree are counted, where the user does not say."""

CLUES = 12
"""How many clues of a reason are told."""

MISTAKES = 12
"""How many mistakes are named."""


@dataclass(frozen=True)
class Checked(Shown, Generic[I, S]):
    """What is known of a partial answer. ``print`` and ``rich.print`` draw it.

    Attributes:
        partial: the partial answer.
        status: "right": some answer has all of it; "wrong": some of its literals are in no answer;
            "impossible": each of its literals is in some answer, as far as known, but no answer
            has all of them; "unknown": a limit came first.
        answers: how many answers that have all of it were found.
        exhausted: whether there are no other answers that have all of it.
        reason: why a search ended early: "limit", "time limit" or "interrupted"; else empty.
        wrong: its literals that are in no answer; if the board has one answer, all that differ
            from it.
        solvable: whether the board has an answer at all; ``None``: not known.
        agreeing: the literals of the answer that has the most of them; only if impossible, and
            ``None`` where that is not known.
        why: clues and literals that contradict each other; ``None`` where there is nothing to
            explain, or a limit came first.
        words: what is wrong and should hold, in the words of the program.
    """

    puzzle: Puzzle[I, S] = field(repr=False)
    instance: I = field(repr=False)
    partial: Partial
    status: str
    answers: int = 0
    exhausted: bool = False
    reason: str = ""
    wrong: Partial = field(default_factory=Partial)
    solvable: bool | None = None
    agreeing: Partial | None = None
    why: Contradiction | None = None
    words: tuple[str, ...] = ()

    @property
    def suspect(self) -> Partial:
        """The literals that are marked: what is wrong, or those that contradict each other."""
        if self.status == "impossible" and self.why:
            return Partial.of_literals((x.atom, x.holds) for x in self.why.literals)
        return self.wrong

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells of the literals that are marked."""
        return self._cells([atom for atom, _ in self.suspect.literals()])

    @property
    def picture(self) -> Picture:
        """The board with the partial answer, mistakes marked."""
        drawn = self.puzzle.sketch(self.instance, self.partial)
        without = self.puzzle.sketch(self.instance, self.partial.without(self.suspect))
        drawn = marked(drawn, self._cells(self.suspect.atoms), "wrong", without)
        return marked(drawn, self._cells(self.suspect.absent), "wrong")

    def sentences(self) -> Iterator[str]:
        """What is known, in words; without the name of the instance."""
        if self.status == "right":
            yield f"right so far: {self._remaining()}"
        elif self.status == "unknown":
            yield f"not decided ({self.reason})"
        elif self.status == "wrong":
            yield f"wrong: {self._mistakes()}"
        elif self.solvable is False:
            yield "cannot be completed: the board has no answer"
        else:
            yield "cannot be completed: no answer has all of it"
            if self.agreeing is not None:
                most, all_ = len(self.agreeing), len(self.partial)
                yield f"an answer has {most:,} of the {all_:,} entries, and none has more"
        if self.status in ("wrong", "impossible") and self.solvable is not False:
            yield from self._reason()

    def _remaining(self) -> str:
        if self.answers == 1 and self.exhausted:
            return "one answer has all of it, and no other"
        least = "" if self.exhausted else "at least "
        more = "" if self.exhausted else f" ({self.reason})"
        has = "has" if self.answers == 1 else "have"
        return f"{least}{counted(self.answers, 'answer')} {has} all of it{more}"

    def _mistakes(self) -> str:
        """The mistakes as the user wrote them, so that they do not tell the answer."""
        parts = list(self.words) or [str(atom) for atom in self.wrong.atoms]
        absent = sorted(self._cells(self.wrong.absent))
        if absent:
            where = " and ".join(f"({', '.join(map(str, cell))})" for cell in absent)
            parts.append(f"what does not hold at {where}")
        else:
            parts += [f"not {atom}" for atom in self.wrong.absent]
        more = len(parts) - MISTAKES
        return "; ".join([*parts[:MISTAKES], *([f"and {more:,} more"] if more > 0 else [])])

    def _reason(self) -> Iterator[str]:
        if self.why is None:
            yield "why is not known: a limit came first"
            return
        proved = "none can be left out" if self.why.minimal else "some may not be needed"
        if self.why.smallest:
            proved += ", and no clues of less weight do"
        if len(self.why.literals) + len(self.why.clues) == 1:
            yield "this alone cannot be:"
        else:
            yield f"these contradict each other ({proved}):"
        yield from (f"  {literal.words}" for literal in self.why.literals)
        yield from (f"  {clue.words}" for clue in self.why.clues[:CLUES])
        if len(self.why.clues) > CLUES:
            yield f"  and {counted(len(self.why.clues) - CLUES, 'more clue')}"

    def _cells(self, atoms: Sequence[Symbol]) -> frozenset[Cell]:
        return self.puzzle.cells_of(self.instance, atoms)

    def as_json(self) -> dict[str, Any]:
        """JSON values; "why" is null where there is no reason, or it is not known."""
        why = self.why and {
            "clues": [
                {"words": c.words, "cells": list(map(list, c.cells))} for c in self.why.clues
            ],
            "literals": [{"atom": str(x.atom), "holds": x.holds} for x in self.why.literals],
            "minimal": self.why.minimal,
            "smallest": self.why.smallest,
        }
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "whole": False,
            "status": self.status,
            "answers": self.answers,
            "exhausted": self.exhausted,
            "reason": self.reason,
            "wrong": {
                **self.wrong.as_json(),
                "cells": [list(cell) for cell in sorted(self.cells)],
            },
            "solvable": self.solvable,
            "agreeing": None if self.agreeing is None else self.agreeing.as_json(),
            "why": why,
        }

    def notebook_parts(self) -> Iterator[Part]:
        """The board with its mistakes, and what is known."""
        yield self.picture
        yield from map(str.strip, self.sentences())

    def __str__(self) -> str:
        from pyasp_puzzles.drawing.terminal import plain

        return "\n".join([plain(self.picture), *self.sentences()])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from pyasp_puzzles.drawing.terminal import TerminalPicture

        yield TerminalPicture(self.picture)
        yield from self.sentences()


@says_searching
def check(
    instance: I, partial: Partial | str, *, timeout: float | None = None, most: int = MOST
) -> Checked[I, Any]:
    """Whether a partial answer is right so far, wrong, or cannot be completed.

    Args:
        partial: the partial answer, or a text of it in one of the forms that
            :func:`pyasp_puzzles.formats.partial_answers.read_partial` reads.
        timeout: seconds for everything together; ``None``: no limit.
        most: count so many answers that agree with it at most.

    Raises:
        AnswerError: the partial answer does not fit the board, or cannot be read.
        PuzzleError: another argument makes no sense.

    >>> import pyasp_puzzles as pp
    >>> board = pp.load("twenty_four_seven", "four")
    >>> pp.check(board, ".5?? ???? ???? ????").status
    'right'
    >>> found = pp.check(board, "35?? ???? ???? ????")
    >>> found.status, found.wrong.atoms
    ('wrong', (Function('value', [Number(1), Number(1), Number(3)], True),))
    """
    puzzle = puzzle_of(instance)
    at_least(1, "most", most)
    if isinstance(partial, str):
        partial = read_partial(puzzle, instance, partial, "")
    elif isinstance(partial, Partial):
        check_fits(puzzle, instance, partial, "")
    else:
        raise PuzzleError(f"found {shorten(partial)}, expected a Partial or a text")
    question = Question(puzzle, instance, timeout)
    literals = list(partial.literals())
    agreeing = sum(1 for _ in question.answers(literals, most))
    if agreeing or not question.exhausted:
        reason = question.reason or ("" if question.exhausted else "limit")
        found = "right" if agreeing else "unknown", agreeing, question.exhausted, reason
        return Checked(puzzle, instance, partial, *found, solvable=True if agreeing else None)
    return _explained(question, _mistakes(question, partial))


def _mistakes(question: Question, partial: Partial) -> Checked[Any, Any]:
    """What is wrong with a partial answer that no answer has."""
    of = question.puzzle, question.instance, partial
    answers = list(question.answers(most=2))
    if not answers and not question.exhausted:
        return Checked(*of, "impossible", exhausted=True, reason=question.reason)
    if not answers:
        return Checked(*of, "impossible", exhausted=True, solvable=False)
    having = [set(answer.symbols) for answer in answers]
    suspects = [
        (atom, holds)
        for atom, holds in partial.literals()
        if all((atom in symbols) != holds for symbols in having)
    ]
    if not question.exhausted:
        suspects = [pair for pair in suspects if question.refutes([pair], CONFLICTS)]
    if suspects:
        wrong = Partial.of_literals(suspects)
        return Checked(*of, "wrong", 0, True, question.reason, wrong, True)
    nearest = question.nearest(partial.literals())
    best = None
    if nearest and question.exhausted:
        symbols = set(nearest.symbols)
        best = Partial.of_literals(p for p in partial.literals() if (p[0] in symbols) == p[1])
    return Checked(*of, "impossible", 0, True, question.reason, solvable=True, agreeing=best)


def _explained(question: Question, found: Checked[I, S]) -> Checked[I, S]:
    """The same with clues and literals that contradict each other, if there is time."""
    if found.solvable is False or question.late():
        return found
    theories: list[Theory] = []

    def ground() -> None:
        theories.append(theory_of(question.puzzle, fact_text(question.instance)))

    why = None
    words: tuple[str, ...] = ()
    try:
        if in_thread(ground, question.late):
            words = tuple(theories[0].literal(atom, True).words for atom in found.wrong.atoms)
            why = contradiction(theories[0], found.partial, question.late)
    except KeyboardInterrupt:
        question.stop("interrupted")
    return replace(found, why=why, words=words, reason=question.reason)
