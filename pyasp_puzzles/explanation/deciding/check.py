"""Whether a partial answer is right so far; if not, what is wrong with it, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, cast

from clingo import Symbol

from pyasp_puzzles.boards.formats.answers import check_fits, read_partial
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.puzzle import I, InstanceLike, Puzzle, S
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import PuzzleError, counted, shorten
from pyasp_puzzles.engines.job import at_least
from pyasp_puzzles.explanation.deciding.unique import MOST, DrawnResult
from pyasp_puzzles.explanation.reasons.contradiction import Conflict, contradiction
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.explanation.telling.output import clue_json, literal_json
from pyasp_puzzles.explanation.telling.pictures import named
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.roles import marked
from pyasp_puzzles.work.waiting import saying, says_searching, timed

_CLUES = 12  # of a reason that are told
_MISTAKES = 12  # that are named
_PATIENCE = 60.0  # seconds after which the search for a reason ends by itself


@dataclass(frozen=True)
class Checked(DrawnResult, Generic[I, S]):
    """What is known of a partial answer. ``print`` and ``rich.print`` draw it.

    Why is searched when somebody asks for :attr:`why`, or for all sentences.

    Attributes:
        subject: the board, and the time that everything may take.
        status: "right": some answer has all of it; "wrong": some of its literals are in no answer;
            "impossible": each of its literals is in some answer, as far as known, but no answer
            has all of them; "unknown": a limit came first.
        answers: how many answers that have all of it were found.
        exhausted: whether there are no other answers that have all of it.
        wrong: its literals that are in no answer; if the board has one answer, all that differ
            from it.
        solvable: whether the board has an answer at all; ``None``: not known.
    """

    subject: BoardSubject = field(repr=False, compare=False)
    partial: Partial
    status: str
    answers: int = 0
    exhausted: bool = False
    wrong: Partial = field(default_factory=Partial)
    solvable: bool | None = None

    @property
    def puzzle(self) -> Puzzle[I, S]:
        """The puzzle of the board."""
        return self.subject.puzzle

    @property
    def instance(self) -> I:
        """The board."""
        return cast("I", self.subject.instance)

    @property
    def reason(self) -> str:
        """Why a search ended early: "limit", "time limit" or "interrupted"; else empty."""
        return self.subject.reason or ("" if self.exhausted else "limit")

    @property
    def explicable(self) -> bool:
        """Whether there is a reason to be found."""
        return self.status in ("wrong", "impossible") and self.solvable is not False

    @cached_property
    def why(self) -> Conflict | None:
        """A few clues and literals that contradict each other; ``None``: none are known."""
        theory = self._theory
        searching = timed(self.instance.name, lambda: "searching for the reason")
        with saying(searching), self.subject.interruptible():
            late = self.subject.within(_PATIENCE)
            return contradiction(theory, self.partial, late) if theory else None
        return None

    @cached_property
    def _theory(self) -> Theory | None:
        with self.subject.interruptible():
            return self.subject.ground if self.explicable else None
        return None

    @property
    def suspect(self) -> Partial:
        """The literals that are marked: what is wrong, or those that are known to contradict."""
        why: Conflict | None = self.__dict__.get("why")  # nothing is searched for the marks
        if self.status == "impossible" and why:
            return Partial.of_literals(x.truth for x in why.literals)
        return self.wrong

    @property
    def cells(self) -> frozenset[Place]:
        """The cells of the literals that are marked."""
        return self._cells([*self.suspect.atoms, *self.suspect.absent])

    @property
    def picture(self) -> Picture:
        """The board with the partial answer, mistakes marked."""
        suspect, drawn = self.suspect, self.puzzle.sketch(self.instance, self.partial)
        without = self.puzzle.sketch(self.instance, self.partial.without(suspect))
        drawn = marked(drawn, self._cells(suspect.atoms), "wrong", without)
        drawn = marked(drawn, self._cells(suspect.absent), "wrong")
        return named(self.subject, drawn) if self._theory else drawn  # the reason names regions

    @property
    def pictures(self) -> list[Picture]:
        """The board with its mistakes."""
        return [self.picture]

    def sentences(self) -> Iterator[str]:
        """What is known, in words; without the name of the instance. The verdict comes first."""
        if self.status == "right":
            has = f"{counted(self.answers, 'answer')} {'has' if self.answers == 1 else 'have'}"
            if not self.exhausted:
                yield f"right so far: at least {has} all of it ({self.reason})"
            elif self.answers == 1:
                yield "right so far: one answer has all of it, and no other"
            else:
                yield f"right so far: {has} all of it"
        elif self.status == "unknown":
            yield f"not decided ({self.reason})"
        elif self.status == "wrong":
            yield f"wrong: {self._mistakes()}"
        else:
            why = "the board has no answer" if self.solvable is False else "no answer has all of it"
            yield f"cannot be completed: {why}"
        if self.explicable:
            yield from self._reason()

    def _mistakes(self) -> str:
        """The mistakes as the user wrote them, so that they do not tell the answer."""
        theory, atoms = self._theory, self.wrong.atoms
        parts = [theory.literal(atom, True).words if theory else str(atom) for atom in atoms]
        where = [f"({', '.join(map(str, x))})" for x in sorted(self._cells(self.wrong.absent))]
        if where:
            parts.append(f"what does not hold at {' and '.join(where)}")
        else:
            parts += [f"not {atom}" for atom in self.wrong.absent]
        more = [f"and {len(parts) - _MISTAKES:,} more"] if len(parts) > _MISTAKES else []
        return "; ".join([*parts[:_MISTAKES], *more])

    def _reason(self) -> Iterator[str]:
        if self.why is None:
            limit = self.reason or "this search has a limit"
            yield f"the clues that show this were not found in time ({limit})"
            return
        literals, clues = self.why.literals, self.why.clues
        proved = "none can be left out" if self.why.minimal else "some may not be needed"
        alone = len(literals) + len(clues) == 1
        yield "this alone cannot be:" if alone else f"these contradict each other ({proved}):"
        yield from (f"  {literal.words}" for literal in literals)
        yield from (f"  {clue.words}" for clue in clues[:_CLUES])
        if len(clues) > _CLUES:
            yield f"  and {counted(len(clues) - _CLUES, 'more clue')}"

    def _cells(self, atoms: Sequence[Symbol]) -> frozenset[Place]:
        return self.puzzle.cells_of(self.instance, atoms)

    def verdict_json(self) -> dict[str, Any]:
        """JSON values of what is known without a further search."""
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "whole": False,
            "status": self.status,
            "answers": self.answers,
            "exhausted": self.exhausted,
            "reason": self.reason,
            "wrong": {**self.wrong.as_json(), "cells": list(map(list, sorted(self.cells)))},
            "solvable": self.solvable,
        }

    def as_json(self) -> dict[str, Any]:
        """JSON values; "why" is null where there is no reason, or it is not known."""
        why = self.why and {
            "clues": list(map(clue_json, self.why.clues)),
            "literals": list(map(literal_json, self.why.literals)),
            "minimal": self.why.minimal,
        }
        return {**self.verdict_json(), "why": why}


def partial_of_board(
    instance: InstanceLike, partial: Partial | str
) -> tuple[Puzzle[Any, Any], Partial]:
    """The puzzle of a board, and a partial answer of it, or what a text of it says."""
    puzzle = puzzle_of(instance)
    if isinstance(partial, str):
        return puzzle, read_partial(puzzle, instance, partial, "")
    if not isinstance(partial, Partial):
        raise PuzzleError(f"found {shorten(partial)}, expected a Partial or a text")
    check_fits(puzzle, instance, partial, "")
    return puzzle, partial


@says_searching
def check(
    instance: I, partial: Partial | str, *, timeout: float | None = None, most: int = MOST
) -> Checked[I, Any]:
    """Whether a partial answer is right so far, wrong, or cannot be completed.

    Args:
        partial: the partial answer, or a text of it in one of the forms that
            :func:`pyasp_puzzles.boards.formats.answers.read_partial` reads.
        timeout: seconds for everything together, the search for a reason included; ``None``: no
            limit for the verdict, and a minute for the reason.
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
    at_least(1, "most", most)
    puzzle, partial = partial_of_board(instance, partial)
    subject = BoardSubject(puzzle, instance, timeout)
    agreeing = len(subject.answer_sets([*partial.literals()], most))
    if agreeing or not subject.exhausted:
        found = "right" if agreeing else "unknown", agreeing, subject.exhausted
        return Checked(subject, partial, *found, solvable=True if agreeing else None)
    answers = subject.answer_sets((), 2)
    if not answers:
        solvable = False if subject.exhausted else None
        return Checked(subject, partial, "impossible", exhausted=True, solvable=solvable)
    suspects = [x for x in partial.literals() if all((x[0] in own) != x[1] for own in answers)]
    if not subject.exhausted:
        suspects = [pair for pair in suspects if subject.refutes([pair])]
    status, wrong = "wrong" if suspects else "impossible", Partial.of_literals(suspects)
    return Checked(subject, partial, status, 0, True, wrong, solvable=True)
