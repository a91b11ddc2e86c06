"""What is explained: a board of a puzzle, or anybody's program; its theory and its answers."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clingo import Symbol

from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError, VerificationError, warn_of
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.explanation.chains import is_shown
from pyasp_puzzles.explanation.deciding.question import Question
from pyasp_puzzles.explanation.theory import Outcome, Solver, Theory, theory_of
from pyasp_puzzles.explanation.timed import TimeUpError
from pyasp_puzzles.explanation.words.transform import transform
from pyasp_puzzles.ground.grounding import WAIT, Grounder, Source, in_thread

_CONFLICTS = 20_000
"""Conflicts after which the search for one more answer gives up."""

_FINISH = 0.5
"""Seconds beyond the time limit for what is begun, such as a step that only has to be told."""

Symbols = frozenset[Symbol]
Literals = Sequence[tuple[Symbol, bool]]


class Subject(ABC):
    """A program with its facts, and the time that explaining it may take.

    Attributes:
        name: of the board or of the files.
        puzzle, instance: ``None`` for anybody's program.
        exhausted: whether the last search has seen everything.
        names: of regions that clues name, such as "region f", by their first cell; ``None``: not
            looked for yet.
    """

    names: dict[tuple[int, ...], str] | None = None
    name: str
    puzzle: Puzzle[Any, Any] | None = None
    instance: Any = None
    exhausted: bool = False
    _theory: Theory | None = None
    _late_since: float | None = None

    @property
    @abstractmethod
    def reason(self) -> str:
        """Why the work ended early: "time limit" or "interrupted"; else empty."""

    @abstractmethod
    def late(self) -> bool:
        """Whether the time is up, or somebody stopped the work."""

    def overdue(self) -> bool:
        """Whether the time has been up for so long that what is begun has to end, too."""
        if not self.late():
            return False
        now = time.perf_counter()
        if self._late_since is None:
            self._late_since = now
        return now - self._late_since > _FINISH

    @abstractmethod
    def stop(self, reason: str) -> None:
        """End the work soon."""

    @abstractmethod
    def answers(self, known: Literals, most: int, conflicts: int | None = None) -> list[Symbols]:
        """At most so many answers, as shown atoms, in which some literals hold.

        Args:
            conflicts: the search ends after so many; ``None``: no limit.
        """

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
    """A board of a puzzle.

    Args:
        timeout: seconds of wall clock; ``None``: no limit.
    """

    def __init__(
        self, puzzle: Puzzle[Any, Any], instance: InstanceLike, timeout: float | None
    ) -> None:
        self.question = Question(puzzle, instance, timeout)
        self.puzzle, self.instance, self.name = puzzle, instance, instance.name

    @property
    def reason(self) -> str:
        return self.question.reason

    def late(self) -> bool:
        return self.question.late()

    def stop(self, reason: str) -> None:
        self.question.stop(reason)

    def answers(self, known: Literals, most: int, conflicts: int | None = None) -> list[Symbols]:
        answers = self.question.answers(known, most, conflicts)
        found = [frozenset(answer.symbols) for answer in answers]
        self.exhausted = self.question.exhausted
        return found

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
        files: the program.
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
        self._ground_once: Grounder | None = None
        self.name = self._source.name
        self._deadline = None if timeout is None else time.perf_counter() + timeout
        self._reason = ""

    @property
    def reason(self) -> str:
        return self._reason

    def late(self) -> bool:
        if self._deadline is not None and time.perf_counter() > self._deadline:
            self.stop("time limit")
        return bool(self._reason)

    def stop(self, reason: str) -> None:
        self._reason = self._reason or reason

    def answers(self, known: Literals, most: int, conflicts: int | None = None) -> list[Symbols]:
        self.exhausted = False
        made: list[Grounder] = []
        if not in_thread(lambda: made.append(self._grounder()), self.late):
            return []
        grounder = made[0]
        solve: Any = grounder.control.configuration.solve
        solve.models = most
        solve.solve_limit = f"{'umax' if conflicts is None else conflicts},umax"
        found: list[Symbols] = []
        with grounder.control.solve(list(known), yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(WAIT):
                    if self.late():
                        handle.cancel()
                        return found
                model = handle.model()
                if model is None:
                    break
                found.append(frozenset(model.symbols(shown=True)))
            self.exhausted = bool(handle.get().exhausted)
        return found

    def _grounder(self) -> Grounder:
        """The program, ground once; clingo's warnings come from here.

        For ``--eq=0`` see :func:`pyasp_puzzles.explanation.scope.options_for`.
        """
        if self._ground_once is None:
            grounder = Grounder(self._source, ["--project=show", "--opt-mode=ignore", "--eq=0"])
            grounder.ground()
            self._ground_once = grounder
        return self._ground_once

    def _ground(self) -> Theory:
        source = self._source
        program = transform(source.files, text=source.facts)  # first: it names what it cannot use
        self._grounder()
        return Theory(program, constants=source.constants)


def literals_in(theory: Theory, shown: Symbols, known: Iterable[int] = ()) -> list[int]:
    """All literals of a theory in the answer with these shown atoms.

    Raises:
        VerificationError: the theory has no such answer.
    """
    solver = theory.searcher
    solver.limit(None)
    assumed = [
        number if symbol in shown else -number
        for symbol, number in theory.atom_numbers.items()
        if is_shown(theory, symbol)
    ]
    found = solver.solve(
        [*solver.on(range(len(theory.clues))), *assumed, *known],
        lambda model: [n if model.is_true(n) else -n for n in theory.numbers],
    )
    if found.outcome is not Outcome.SATISFIABLE or found.value is None:
        raise VerificationError("an answer is none of the explaining program")
    return found.value


def shared_literals(
    theory: Theory,
    models: Sequence[Sequence[int]],
    known: Sequence[int] = (),
    *,
    late: Callable[[], bool],
    solver: Solver | None = None,
    conflicts: int = _CONFLICTS,
    progress: Callable[[int, int], None] = lambda _found, _left: None,
) -> tuple[list[int], bool]:
    """The literals that hold in all answers in which the known ones hold.

    Args:
        models: some of these answers.
        late: whether the time is up.
        solver: of the theory; ``None``: a new one.
        conflicts: after so many a search for one more answer gives up.
        progress: called before each search with the number of literals that are proved, and of
            those that are left.

    Returns:
        The literals, and whether these are all; else a limit came first.
    """
    solver = solver or theory.solver()
    solver.limit(conflicts)
    clues = solver.on(range(len(theory.clues)))
    left = sorted(set(models[0]).intersection(*models).difference(known), key=abs)
    found: list[int] = []
    certain = True
    while left and not late():
        literal = left[-1]
        progress(len(found), len(left))
        try:
            other = solver.solve(
                [*clues, *known, *found, -literal],
                lambda model, held=tuple(left): [  # type: ignore[misc]
                    x for x in held if model.is_true(abs(x)) == (x > 0)
                ],
            )
        except TimeUpError:
            break
        if other.value is not None:
            left = other.value
            continue
        left.pop()
        if other.outcome is Outcome.UNSATISFIABLE:
            found.append(literal)
        else:
            certain = False
    return found[::-1], certain and not left
