"""What a search has found: answers one at a time, or their number; each with its report."""

from __future__ import annotations

import dataclasses
import time
import weakref
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.boards.registry import package_of_puzzle
from pyasp_puzzles.core.atoms import Distinct, Status, digest, signature, unify
from pyasp_puzzles.core.errors import (
    MisfitError,
    RepeatedAnswerError,
    SolverError,
    VerificationError,
    counted,
    first_rules,
)
from pyasp_puzzles.engines.search import Reported, Search, SearchReport
from pyasp_puzzles.pictures.notebook import Lazy, Part, Shown, Table
from pyasp_puzzles.work.deadline import Closing
from pyasp_puzzles.work.waiting import said, timed

if TYPE_CHECKING:
    import clingo
    from rich.console import Console, ConsoleOptions, RenderResult

    from pyasp_puzzles.core.atoms import Predicate
    from pyasp_puzzles.core.symmetry import SymmetryGroup
    from pyasp_puzzles.pictures.picture import Picture


A = TypeVar("A")
"""The classes of the shown atoms: one class, or several with ``|`` between them."""


@dataclass(frozen=True)
class Answer(Shown, Generic[I, S, A]):
    """One answer; ``print`` and ``rich.print`` draw it. An :class:`Answers` verifies it first.

    Attributes:
        puzzle, instance: the question that it answers.
        symbols: the shown atoms as clingo symbols, sorted.
    """

    puzzle: Puzzle[I, S] = field(repr=False, compare=False)
    instance: I = field(repr=False)
    symbols: tuple[clingo.Symbol, ...]

    @classmethod
    def read(
        cls,
        puzzle: Puzzle[I, S],
        instance: I,
        symbols: Iterable[clingo.Symbol],
        program: str = "",
    ) -> Answer[I, S, A]:
        """The answer with these shown atoms, in any order.

        ``program`` is the user's own program that showed them; empty for the puzzle's.

        Raises SolverError if one of the atoms is no answer atom of the puzzle.
        """
        try:
            atoms = unify(symbols, puzzle.answers)
        except SolverError as error:
            if program:
                raise SolverError(f"{program}: {error}") from None
            raise SolverError(f"{error}{_forgotten_show(puzzle)}") from None
        answer = cls(puzzle, instance, tuple(map(attrgetter("symbol"), atoms)))
        answer.__dict__["atoms"] = atoms  # the value of the cached property
        return answer

    @cached_property
    def atoms(self) -> tuple[A, ...]:
        """The shown atoms as typed clorm objects."""
        return cast("tuple[A, ...]", unify(self.symbols, self.puzzle.answers))

    @cached_property
    def solution(self) -> S:
        """The puzzle's own typed solution."""
        return self.puzzle.decode(self.instance, cast("tuple[Predicate, ...]", self.atoms))

    @cached_property
    def picture(self) -> Picture:
        """The solved board, for any renderer."""
        return self.puzzle.picture(self.instance, self.solution)

    def verified(self, program: str = "") -> Answer[I, S, A]:
        """This answer, if ``verify`` accepts it; ``program``: the user's own, or empty.

        Raises VerificationError if program and verifier disagree: a bug, or the user's mistake.
        """
        broken = self.puzzle.verify(self.instance, self.solution)
        if not broken:
            return self
        if program:
            said, broken = f"{program} has an answer that breaks a rule", first_rules(broken)
        else:
            package = package_of_puzzle(self.puzzle.name)
            told = f"tell the authors of {package}: its program or its verify is wrong"
            said = "the program returned an answer that breaks a rule; "
            said += told if package else "please report this"
        rules, place = " ".join(broken), f"{self.puzzle.name} {self.instance.name}".strip()
        atoms = " ".join(map(str, self.symbols)) or "no atoms"
        raise VerificationError(f"{place}: {said}. {rules} Answer: {atoms}", f"{place}: {rules}")

    def as_json(self) -> dict[str, Any]:
        """JSON values: ``puzzle``, ``instance``, ``atoms``, ``solution``, ``verified``.

        Raises VerificationError if the answer did not come from a search, and is wrong.
        """
        self.verified()
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "atoms": [str(symbol) for symbol in self.symbols],
            "solution": _plain(self.solution),
            "verified": True,
        }

    def notebook_parts(self) -> Iterator[Part]:
        """The solved board."""
        yield self.picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from pyasp_puzzles.pictures.terminal import TerminalPicture

        yield TerminalPicture(self.picture)


def _forgotten_show(puzzle: Puzzle[Any, Any]) -> str:
    """The file of a program without ``#show``, and the line to add."""
    path = puzzle.program_path()
    if "#show" in path.read_text(encoding="utf-8"):
        return ""
    lines = " ".join(f"#show {name}/{arity}." for name, arity in map(signature, puzzle.answers))
    return f"; {path.name} has no #show: add the line `{lines}`"


def _plain(value: Any) -> Any:
    """A dataclass as JSON values; ``dataclasses.asdict`` is too slow for long lists."""
    if dataclasses.is_dataclass(value):
        return {name: _plain(getattr(value, name)) for name in _names(value.__class__)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


class Answers(Lazy, Reported, Closing, Iterator[Answer[I, S, A]]):
    """The verified answers of a search, one at a time, and in the end its status.

    A time limit, a limit on answers or Ctrl-C ends the iteration, and ``reason`` says why; the
    answers found until then are valid.

    Raises:
        VerificationError: with the answer that breaks a rule.
        RepeatedAnswerError: an answer comes twice.

    Attributes:
        found, first: number of answers so far, and the first of them.
        seconds: time by phase: "facts", "ground", "first", "all", "verify".
        symmetry: the group of symmetries if these are one answer of each class; else ``None``.
    """

    def __init__(
        self,
        puzzle: Puzzle[I, S],
        instance: I,
        search: Search,
        facts_seconds: float = 0.0,
        symmetry: SymmetryGroup | None = None,
        program: str = "",
    ) -> None:
        self.puzzle, self.instance, self._search = puzzle, instance, search
        self.symmetry, self._program, self._facts_seconds = symmetry, program, facts_seconds
        self.found = 0
        self.first: Answer[I, S, A] | None = None
        self._iterator = iter(search)
        # Python must not end while a search is suspended: clingo's threads would abort it.
        weakref.finalize(self, self._iterator.close)
        self._verifying, self._distinct, self._start = 0.0, Distinct(), time.monotonic()

    def __next__(self) -> Answer[I, S, A]:
        self.begun = True
        try:
            with said(self, timed(self.instance.name, lambda: self.phase, self._start, self._told)):
                symbols = next(self._iterator)
        except StopIteration:
            self.ended = True
            raise
        except MisfitError as misfit:
            raise misfit.located(self.instance.name, self.engine) from None
        start = time.perf_counter()
        answer: Answer[I, S, A] = Answer.read(self.puzzle, self.instance, symbols, self._program)
        if not self._distinct.add(digest(answer.symbols)):
            self.close()  # the number of answers would be wrong
            raise RepeatedAnswerError(
                f"{self.puzzle.name} {self.instance.name}: {self.engine} lists an answer twice, "
                f"again as answer {self.found + 1:,}; please report this. "
                f"Answer: {' '.join(map(str, answer.symbols))}"
            )
        answer.verified(self._program)
        self._verifying += time.perf_counter() - start
        self.found += 1
        self.first = self.first or answer
        return answer

    def _told(self) -> str:
        return counted(self.found, "answer") if self.found else ""

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._search.stop(reason)

    def close(self) -> None:
        """End the search and free its memory; the end of a ``with`` block does so, too."""
        self.ended = True
        self._iterator.close()

    @property
    def status(self) -> Status:
        """Satisfiable with the first answer; unsatisfiable if the search ended without one."""
        if self.found:
            return Status.SATISFIABLE
        return Status.UNSATISFIABLE if self.exhausted else Status.UNKNOWN

    def _subject(self) -> str:
        words = f"answers of {self.puzzle.name} {self.instance.name}"
        return f"{words}, one of each class" if self.symmetry else words

    def _how_far(self) -> str:
        found = self._told() or "no answer"
        if not self.ended:
            return f"{found} so far"
        if self.exhausted:
            return f"{found}, there are no others" if self.found else "there is none"
        if self.reason == "limit":
            return f"{found}, as many as were wanted"
        return f"{found}, ended early ({self.reason or 'closed'})"

    def _how_on(self) -> str:
        if self.begun:
            return "next(answers) finds the next one, list(answers) all that are left."
        return (
            "The search begins when an answer is asked for. Name it, answers = pp.solve(...): "
            "then next(answers) is the first answer, and list(answers) are all of them."
        )

    def _found_parts(self) -> Iterator[Part]:
        if self.first:
            yield "The first answer:"
            yield self.first.picture

    @property
    def phase(self) -> str:
        """What the search does now, for people: "grounding", "searching"."""
        return self._search.phase

    @property
    def report(self) -> SearchReport:
        """The report of the search, with the seconds for making facts and for verifying."""
        found = self._search.report
        seconds = {"facts": self._facts_seconds, **found.seconds, "verify": self._verifying}
        return dataclasses.replace(found, seconds=seconds)


@dataclass(frozen=True)
class Count(Shown, Reported):
    """A number of answers, and whether these are all.

    Attributes:
        answers: distinct sets of shown atoms that were found; a lower bound unless ``exhausted``.
        report: how the search went; its fields are attributes of the count, too.
        cubes: finished cubes and all cubes; ``None`` if the count was not in cubes.
        symmetry: the group of which one answer of each class was counted; ``None``: all answers.
    """

    answers: int
    report: SearchReport = field(hash=False)  # it can change, so it has no hash
    cubes: tuple[int, int] | None = field(default=None, compare=False)
    symmetry: SymmetryGroup | None = field(default=None, compare=False)

    def notebook_parts(self) -> Iterator[Part]:
        """The number, whether these are all, and who counted for how long."""
        noun = "answers" if self.symmetry is None else "classes"
        ending = "yes" if self.exhausted else f"no ({self.reason})"
        seconds = f"{self.seconds['all']:.2f}" if "all" in self.seconds else ""
        titles = noun, "all of them", "engine", "seconds"
        yield Table(titles, ((f"{self.answers:,}", ending, self.engine, seconds),))
        if self.symmetry:
            yield str(self.symmetry)

    def __int__(self) -> int:
        return self.answers

    def __str__(self) -> str:
        return str(self.answers) if self.exhausted else f"at least {self.answers}"
