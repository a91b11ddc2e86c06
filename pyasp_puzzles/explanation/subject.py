"""What is explained: a board of a puzzle, or anybody's program; its answers and its theory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from pathlib import Path
from threading import get_ident
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

_FINISH = 0.5  # seconds beyond the limit for what is begun, such as a step that has to be told

Symbols = frozenset[Symbol]
Assumptions = Sequence[tuple[Symbol, bool]]


class Subject(Deadline):
    """A program with its facts, and the time for everything.

    A limit or Ctrl-C ends one search and all later ones; ``reason`` says which it was.
    ``exhausted``: whether the last search has seen its whole search space.
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
        self._timed: Theory | None = None
        self._finish: Deadline | None = None
        check_timeout(timeout)
        super().__init__(timeout)

    def overdue(self) -> bool:
        """Whether the time has been up for so long that what is begun has to end, too."""
        if self._finish is None and self.late():
            self._finish = Deadline(_FINISH)
        return self._finish is not None and self._finish.late()

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Ctrl-C ends what is done within this block, and all later searches."""
        try:
            yield
        except KeyboardInterrupt:
            self.stop(INTERRUPTED)

    # -- answers

    def _program(self) -> Source | None:
        """What is searched; ``None``: the time was up before it was made."""
        return self._source

    def control(self) -> clingo.Control | None:
        """The control with the ground program; ``None`` if the time was up before."""
        if self._grounder is None and not self.late():
            with self.interruptible():
                source = self._program()
                grounder = Grounder(source, self._options) if source else None
                if grounder and in_thread(grounder.ground, self.late):
                    self._grounder = grounder
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
        with self.interruptible():
            for model in found:
                yield list(model.symbols(shown=True))
        self.exhausted = found.exhausted

    def answer_sets(
        self, known: Assumptions, most: int, conflicts: int | None = None
    ) -> list[Symbols]:
        """At most so many answers, verified on a board, as shown atoms, in which literals hold."""
        return list(map(frozenset, self.models(known, most=most, conflicts=conflicts)))

    def consequences(
        self, mode: Literal["cautious", "brave"], conflicts: int | None = None
    ) -> Symbols | None:
        """The shown atoms that all answers have, or that some has; ``None``: a limit came first."""
        last = deque(self.models(mode=mode, conflicts=conflicts), maxlen=1)
        return frozenset(last[0]) if last and self.exhausted else None

    def one_class(self, answers: Sequence[Symbols]) -> SymmetryGroup | None:
        """The group under which several answers, all that there are, are images of one."""
        symmetries = self.puzzle and self.puzzle.symmetries
        if self.puzzle is None or not symmetries:
            return None
        read = [Answer[Any, Any, Any].read(self.puzzle, self.instance, sorted(x)) for x in answers]
        orbit = symmetries.orbit(self.instance, read[0].solution)
        whole = orbit == {answer.solution for answer in read}
        return symmetries.group(self.instance) if whole else None

    # -- theory

    def _made(self) -> Theory:
        program = transform(self._source.files, text=self._source.facts)
        self.control()  # it warns of what clingo warns of
        return Theory(program, constants=self._source.constants)

    @cached_property
    def ground(self) -> Theory | None:
        """Its theory, without a time limit; ``None``: the time is up before."""
        made = [] if self.late() else in_thread(self._made, self.late)
        return made[0] if made else None

    def theory(self) -> Theory:
        """Its theory, whose searches raise TimeUpError when they are overdue; warns of its limits.

        Raises GaveUpError if the time is up before, PuzzleError if the program has no words.
        """
        if self._timed is None:
            theory = self.ground
            if theory is None:
                raise GaveUpError(f"{self.name}: {self.reason} while the program was ground")
            if not theory.program.clues:
                words = 'a comment such as %@ "row {R} has {N} lamps" above a constraint'
                raise PuzzleError(f"{self.name}: found no words in the program, expected {words}")
            if not theory.clues and not theory.always_broken:
                found = "found no ground constraint with words, nothing to explain"
                raise PuzzleError(f"{self.name}: {found}")
            self._timed = theory.timed(self.overdue)
            # Tests of a puzzle's words show that they leave out no instance.
            warnings = (theory.program if self.puzzle else theory).warnings
            warn_of(chain.from_iterable(in_thread(warnings, self.late)))
        return self._timed


_MOST_RULES = 40_000  # of all boards whose theories are kept; each takes up to five kilobytes

_theories: list[tuple[Puzzle[Any, Any], InstanceLike, int, Theory]] = []
"""Those of the last boards, for people ask for one hint after the other; with their threads, as two
threads cannot share a clingo control."""


class BoardSubject(Subject):
    """A board of a puzzle."""

    _options = ("--project=show", "--opt-mode=ignore")
    puzzle: Puzzle[Any, Any]

    def __init__(
        self, puzzle: Puzzle[Any, Any], instance: InstanceLike, timeout: float | None = None
    ) -> None:
        super().__init__(timeout=timeout)
        self.name, self.puzzle, self.instance = instance.name, puzzle, instance
        self._thread = get_ident()  # the theory is made in another one

    def _program(self) -> Source | None:
        facts = facts_in_time(self.instance, self.late)
        return None if facts is None else Source(self.puzzle.program_paths(), facts)

    def _made(self) -> Theory:
        own = self.puzzle, self.instance, self._thread
        theories = [theory for *key, theory in _theories if key == [*own]]
        theory = theories[0] if theories else theory_of(self.puzzle, fact_text(self.instance))
        kept = [(*own, theory), *(x for x in _theories if x[-1] is not theory)]
        while len(kept) > 1 and sum(len(x[-1].ground.rules) for x in kept) > _MOST_RULES:
            kept.pop()
        _theories[:] = kept
        return theory

    def answers(
        self, known: Assumptions = (), most: int = 0, conflicts: int | None = None
    ) -> Iterator[Answer[Any, Any, Any]]:
        """The verified answers in which some literals hold, at most so many (0: all)."""
        for model in self.models(known, most=most, conflicts=conflicts):
            answer: Answer[Any, Any, Any] = Answer.read(self.puzzle, self.instance, model)
            yield answer.verified()

    def answer_sets(
        self, known: Assumptions, most: int, conflicts: int | None = None
    ) -> list[Symbols]:
        return [frozenset(answer.symbols) for answer in self.answers(known, most, conflicts)]

    def refutes(self, known: Assumptions) -> bool:
        """Whether a search within limits proves that no answer has these literals."""
        return not list(self.models(known, most=1, conflicts=CONFLICTS)) and self.exhausted

    def possible(self) -> Symbols:
        """The shown atoms of the ground program: no other one is in any answer."""
        control = self.control()
        if control is None:
            return frozenset()
        found = (control.symbolic_atoms.by_signature(*signature(x)) for x in self.puzzle.answers)
        return frozenset(atom.symbol for atom in chain.from_iterable(found))


def literals_in(theory: Theory, *answers: Symbols) -> list[int]:
    """All literals of a theory that answers with these atoms share; VerificationError: none has."""
    models = []
    for shown in answers:
        found = theory.answer([theory.number(atom, atom in shown) for atom in theory.shown], None)
        if found.value is None:
            raise VerificationError("an answer is none of the explaining program")
        models.append(found.value)
    return sorted(set(models[0]).intersection(*models), key=abs)
