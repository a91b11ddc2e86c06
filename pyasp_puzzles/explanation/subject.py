"""What is explained: a board of a puzzle, or anybody's program; its answers and its theory.

A limit or Ctrl-C ends one search and all later ones; ``reason`` says which it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import clingo
from clingo import Symbol

from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError, VerificationError, warn_of
from pyasp_puzzles.core.symmetry import SymmetryGroup
from pyasp_puzzles.engines.job import check_timeout, fact_text, facts_in_time
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.explanation.search import Models, set_limit
from pyasp_puzzles.explanation.theory import Theory, theory_of
from pyasp_puzzles.explanation.words.transform import transform
from pyasp_puzzles.ground.grounding import Grounder, Source, in_thread
from pyasp_puzzles.work.deadline import INTERRUPTED, Deadline

CONFLICTS = 5_000
"""After so many conflicts a search that only adds to what is known ends."""

_FINISH = 0.5
"""Seconds beyond the time limit for what is begun, such as a step that only has to be told."""

Symbols = frozenset[Symbol]
Assumptions = Sequence[tuple[Symbol, bool]]


class Subject(Deadline):
    """A program with its facts.

    Args:
        facts: further text of it, from standard input.
        constants: values for ``#const`` statements.
        timeout: seconds of wall clock for everything; ``None``: no limit.

    Attributes:
        name: of the files, or of the board.
        puzzle, instance: ``None`` for anybody's program.
        exhausted: whether the last search has seen its whole search space.
    """

    puzzle: Puzzle[Any, Any] | None = None
    instance: Any = None
    exhausted = False
    _options: Sequence[str] = ("--project=show", "--opt-mode=ignore", "--eq=0")  # see options_for

    def __init__(
        self,
        files: Sequence[Path] = (),
        facts: str = "",
        constants: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        self._source = Source(files, facts, dict(constants or {}))
        self.name = self._source.name
        self._grounder: Grounder | None = None
        self._theory: Theory | None = None
        self._timed: Theory | None = None
        self._warnings: list[str] = []
        self._finish: Deadline | None = None
        check_timeout(timeout)
        super().__init__(timeout)

    def overdue(self) -> bool:
        """Whether the time has been up for so long that what is begun has to end, too."""
        if not self.late():
            return False
        self._finish = self._finish or Deadline(_FINISH)
        return self._finish.late()

    # -- answers

    def _program(self) -> Source | None:
        """The program that is searched; ``None``: the time was up before it was made."""
        return self._source

    def control(self) -> clingo.Control | None:
        """The control with the ground program; ``None`` if the time was up before."""
        if self._grounder is None and not self.late():
            try:
                source = self._program()
                grounder = Grounder(source, self._options) if source else None
                if grounder and in_thread(grounder.ground, self.late):
                    self._grounder = grounder
            except KeyboardInterrupt:
                self.stop(INTERRUPTED)
        return self._grounder.control if self._grounder else None

    def models(
        self,
        assumed: Assumptions = (),
        *,
        most: int = 0,
        mode: Literal["auto", "cautious", "brave"] = "auto",
        conflicts: int | None = None,
    ) -> Iterator[list[Symbol]]:
        """The shown atoms of each model in which literals hold, at most so many (0: all)."""
        self.exhausted = False
        control = self.control()
        if control is None or self.late():
            return
        solve: Any = control.configuration.solve
        solve.models, solve.enum_mode = most, mode
        set_limit(control, conflicts)
        found = Models(control, assumed, self.late)
        try:
            for model in found:
                yield list(model.symbols(shown=True))
        except KeyboardInterrupt:
            self.stop(INTERRUPTED)
        self.exhausted = found.exhausted

    def answer_sets(
        self, known: Assumptions, most: int, conflicts: int | None = None
    ) -> list[Symbols]:
        """At most so many answers, as shown atoms, in which some literals hold."""
        return list(map(frozenset, self.models(known, most=most, conflicts=conflicts)))

    def one_class(self, _answers: Iterable[Symbols]) -> SymmetryGroup | None:
        """Of anybody's program no symmetries are known."""
        return None

    # -- theory

    def _made(self) -> Theory:
        program = transform(self._source.files, text=self._source.facts)  # names what it cannot use
        self.control()  # it warns of what clingo warns of
        return Theory(program, constants=self._source.constants)

    def ground(self) -> Theory | None:
        """Its theory, without a time limit, made once; ``None``: the time is up before."""

        def make() -> None:
            theory = self._made()
            # Tests of a puzzle's words show that they leave out no instance.
            self._warnings = (theory.program if self.puzzle else theory).warnings()
            self._theory = theory

        if self._theory is None and not self.late():
            in_thread(make, self.late)
        return self._theory

    def theory(self) -> Theory:
        """Its theory, whose searches raise TimeUpError when they are overdue.

        What explanations take as known, ignore or leave out gives a PuzzleWarning.

        Raises:
            GaveUpError: the time is up before.
            PuzzleError: the program has no words.
        """
        if self._timed is None:
            theory = self.ground()
            if theory is None:
                raise GaveUpError(f"{self.name}: {self.reason} while the program was ground")
            if not theory.clues and not theory.always_broken:
                words = 'a comment such as %@ "row {R} has {N} lamps" above a constraint'
                if theory.program.clues:
                    found = "found no ground constraint with words, nothing to explain"
                    raise PuzzleError(f"{self.name}: {found}")
                raise PuzzleError(f"{self.name}: found no words in the program, expected {words}")
            self._timed = theory.timed(self.overdue)
            warn_of(self._warnings)
        return self._timed


_MOST_RULES = 40_000
"""Ground rules of all boards whose theories are kept; each takes one to five kilobytes."""

_theories: list[tuple[Puzzle[Any, Any], InstanceLike, str, Theory]] = []
"""The last boards with their facts and theories: people ask for one hint after the other."""


class BoardSubject(Subject):
    """A board of a puzzle."""

    _options = ("--project=show", "--opt-mode=ignore")
    puzzle: Puzzle[Any, Any]

    def __init__(
        self, puzzle: Puzzle[Any, Any], instance: InstanceLike, timeout: float | None = None
    ) -> None:
        super().__init__(timeout=timeout)
        self.name, self.puzzle, self.instance = instance.name, puzzle, instance

    def _program(self) -> Source | None:
        facts = facts_in_time(self.instance, self.late)
        return None if facts is None else Source(self.puzzle.program_paths(), facts)

    def _made(self) -> Theory:
        own = [kept for kept in _theories if kept[0] is self.puzzle]
        found = next((kept for kept in own if kept[1] == self.instance), None)
        if found is None:
            facts = fact_text(self.instance)
            theory = next((kept[3] for kept in own if kept[2] == facts), None)
            theory = theory or theory_of(self.puzzle, facts)
            found = self.puzzle, self.instance, facts, theory
        _theories[:] = [found, *(kept for kept in _theories if kept[3] is not found[3])]
        while len(_theories) > 1 and sum(len(x[3].ground.rules) for x in _theories) > _MOST_RULES:
            _theories.pop()
        return found[3]

    def _read(self, model: list[Symbol]) -> Answer[Any, Any, Any]:
        answer: Answer[Any, Any, Any] = Answer.read(self.puzzle, self.instance, model)
        return answer.verified()

    def answers(
        self, known: Assumptions = (), most: int = 0, conflicts: int | None = None
    ) -> Iterator[Answer[Any, Any, Any]]:
        """The verified answers in which some literals hold, at most so many (0: all)."""
        return map(self._read, self.models(known, most=most, conflicts=conflicts))

    def answer_sets(
        self, known: Assumptions, most: int, conflicts: int | None = None
    ) -> list[Symbols]:
        """At most so many verified answers, as shown atoms, in which some literals hold."""
        return [frozenset(answer.symbols) for answer in self.answers(known, most, conflicts)]

    def one_class(self, answers: Iterable[Symbols]) -> SymmetryGroup | None:
        """The group under which several answers, all that there are, are images of one."""
        return one_class([Answer.read(self.puzzle, self.instance, sorted(x)) for x in answers])

    def refutes(self, known: Assumptions) -> bool:
        """Whether a search within limits proves that no answer has these literals."""
        model = _last(self.models(known, most=1, conflicts=CONFLICTS))
        return model is None and self.exhausted

    def always(self, conflicts: int | None = None) -> Symbols | None:
        """The atoms that all answers have (cautious consequences); ``None``: a limit came first."""
        found = _last(self.models(mode="cautious", conflicts=conflicts))
        return frozenset(found) if found is not None and self.exhausted else None

    def ever(self, conflicts: int = CONFLICTS) -> Symbols | None:
        """The atoms that some answer has (brave consequences); ``None``: a limit came first."""
        found = _last(self.models(mode="brave", conflicts=conflicts))
        return frozenset(found) if found is not None and self.exhausted else None

    def never(self) -> Symbols | None:
        """The atoms that no answer has; ``None``: a limit came first."""
        ever = self.ever()
        return None if ever is None else self.possible() - ever

    def possible(self) -> Symbols:
        """The shown atoms of the ground program: no other one is in any answer."""
        control = self.control()
        if control is None:
            return frozenset()
        return frozenset(
            found.symbol
            for name, arity in map(signature, self.puzzle.answers)
            for found in control.symbolic_atoms.by_signature(name, arity)
        )


def one_class(answers: Sequence[Answer[Any, Any, Any]]) -> SymmetryGroup | None:
    """The group under which several answers, all that there are, are images of one."""
    symmetries, instance = answers[0].puzzle.symmetries, answers[0].instance
    if symmetries is None:
        return None
    orbit = symmetries.orbit(instance, answers[0].solution)
    whole = len(orbit) == len(answers) and all(answer.solution in orbit for answer in answers)
    return symmetries.group(instance) if whole else None


def _last(models: Iterable[list[Symbol]]) -> list[Symbol] | None:
    last = None
    for model in models:
        last = model
    return last


def literals_in(theory: Theory, shown: Symbols) -> list[int]:
    """All literals of a theory in the answer with these atoms; VerificationError: none has."""
    of_answers = filter(theory.is_shown, theory.atom_numbers)
    found = theory.answer([theory.number(atom, atom in shown) for atom in of_answers], None)
    if found.value is None:
        raise VerificationError("an answer is none of the explaining program")
    return found.value
