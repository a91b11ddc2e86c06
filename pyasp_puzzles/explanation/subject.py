"""What is explained: a board of a puzzle, or anybody's program; its theory and its answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clingo import Symbol

from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError, VerificationError, warn_of
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.explanation.deciding.question import Assumptions, ProgramSearch, Question
from pyasp_puzzles.explanation.theory import Theory, theory_of
from pyasp_puzzles.explanation.words.transform import transform
from pyasp_puzzles.ground.grounding import Source, in_thread
from pyasp_puzzles.work.deadline import Deadline

_FINISH = 0.5
"""Seconds beyond the time limit for what is begun, such as a step that only has to be told."""

Symbols = frozenset[Symbol]


class Subject(ABC):
    """A program with its facts, and the time that explaining it may take.

    Args:
        name: of the board or of the files.
        search: of its answers; it has the clock.

    Attributes:
        puzzle, instance: ``None`` for anybody's program.
        names: of regions that clues name, such as "region f", by their first cell; ``None``: not
            looked for yet.
    """

    names: dict[tuple[int, ...], str] | None = None
    puzzle: Puzzle[Any, Any] | None = None
    instance: Any = None
    _theory: Theory | None = None
    _end: Deadline | None = None

    def __init__(self, name: str, search: ProgramSearch) -> None:
        self.name, self._search = name, search

    @property
    def reason(self) -> str:
        """Why the work ended early: "time limit" or "interrupted"; else empty."""
        return self._search.reason

    @property
    def exhausted(self) -> bool:
        """Whether the last search has seen everything."""
        return self._search.exhausted

    def late(self) -> bool:
        """Whether the time is up, or somebody stopped the work."""
        return self._search.late()

    def stop(self, reason: str) -> None:
        """End the work soon."""
        self._search.stop(reason)

    def overdue(self) -> bool:
        """Whether the time has been up for so long that what is begun has to end, too."""
        if not self.late():
            return False
        self._end = self._end or Deadline(_FINISH)
        return self._end.late()

    def answers(self, known: Assumptions, most: int, conflicts: int | None = None) -> list[Symbols]:
        """At most so many answers, as shown atoms, in which some literals hold."""
        return list(map(frozenset, self._search.models(known, most=most, conflicts=conflicts)))

    @abstractmethod
    def _ground(self) -> Theory:
        """Its theory."""

    def theory(self) -> Theory:
        """Its theory, made once; its searches raise TimeUpError when they are overdue.

        What explanations take as known, ignore or leave out gives a PuzzleWarning.

        Raises:
            GaveUpError: the time is up before.
            PuzzleError: the program has no words.
        """
        if self._theory is None:
            made: list[Theory] = []
            lines: list[str] = []

            def make() -> None:
                made.append(self._ground())
                # Tests of a puzzle's words show that they leave out no instance.
                lines.extend((made[0].program if self.puzzle else made[0]).warnings())

            if self.late() or not in_thread(make, self.late):
                raise GaveUpError(f"{self.name}: {self.reason} while the program was ground")
            self._theory = made[0].timed(self.overdue)
            if not self._theory.clues and not self._theory.always_broken:
                raise PuzzleError(self._without_words(self._theory))
            warn_of(lines)
        return self._theory

    def _without_words(self, theory: Theory) -> str:
        words = 'a comment such as %@ "row {R} has {N} lamps" above a constraint'
        if theory.program.clues:
            return f"{self.name}: found no ground constraint with words, nothing to explain"
        return f"{self.name}: found no words in the program, expected {words}"


class BoardSubject(Subject):
    """A board of a puzzle."""

    def __init__(
        self, puzzle: Puzzle[Any, Any], instance: InstanceLike, timeout: float | None
    ) -> None:
        self.question = Question(puzzle, instance, timeout)
        super().__init__(instance.name, self.question)
        self.puzzle, self.instance = puzzle, instance

    def answers(self, known: Assumptions, most: int, conflicts: int | None = None) -> list[Symbols]:
        found = self.question.answers(known, most, conflicts)
        return [frozenset(answer.symbols) for answer in found]

    def _ground(self) -> Theory:
        assert self.puzzle is not None
        global _latest
        last = _latest if _latest and _latest.puzzle is self.puzzle else None
        if last and last.instance == self.instance:
            return last.theory
        facts = fact_text(self.instance)
        if last and last.facts == facts:
            return last.theory
        _latest = _Latest(self.puzzle, self.instance, facts, theory_of(self.puzzle, facts))
        return _latest.theory


@dataclass(frozen=True)
class _Latest:
    """The board whose theory was made last: people ask for one hint of it after the other."""

    puzzle: Puzzle[Any, Any]
    instance: InstanceLike
    facts: str
    theory: Theory


_latest: _Latest | None = None


class ProgramSubject(Subject):
    """Anybody's program, with its facts.

    Args:
        facts: further text of it, from standard input.
        constants: values for ``#const`` statements.
        timeout: seconds of wall clock; ``None``: no limit.
    """

    def __init__(
        self,
        files: Sequence[Path],
        facts: str = "",
        constants: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        self._source = Source(files, facts, dict(constants or {}))
        super().__init__(self._source.name, ProgramSearch(self._source, timeout))

    def _ground(self) -> Theory:
        source = self._source
        program = transform(source.files, text=source.facts)  # first: it names what it cannot use
        self._search.control()  # it warns of what clingo warns of
        return Theory(program, constants=source.constants)


def literals_in(theory: Theory, shown: Symbols) -> list[int]:
    """All literals of a theory in the answer with these shown atoms.

    Raises:
        VerificationError: the theory has no such answer.
    """
    solver = theory.searcher
    solver.limit(None)
    assumed = [
        number if symbol in shown else -number
        for symbol, number in theory.atom_numbers.items()
        if theory.is_shown(symbol)
    ]
    found = solver.solve([*solver.all_on(), *assumed], theory.model_of)
    if found.value is None:
        raise VerificationError("an answer is none of the explaining program")
    return found.value
