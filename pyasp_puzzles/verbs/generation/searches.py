"""Searches for one board, each with a limit of conflicts: random answers, other answers, proofs.

A limit of conflicts makes what is found independent of the machine. Ctrl-C and the deadline end a
search at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import clingo

from pyasp_puzzles.boards.generator import ChosenClues, NoBoardError
from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle, choose
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.engines.asp import ClaspSettings
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.grounding import WAIT, Grounder, Source, in_thread
from pyasp_puzzles.work.deadline import Deadline

SAMPLE = 100_000
"""Conflicts for the search for a random answer."""
FRESH = 1_000_000
"""Conflicts for each fresh search."""

Symbols = tuple[clingo.Symbol, ...]


@dataclass(frozen=True)
class LimitedModels:
    """What a search with a limit has found.

    Attributes:
        models: the shown atoms of each model, sorted.
        exhausted: whether there are no others; if not, and there are fewer models than wanted,
            the limit of conflicts came first.
        core: assumptions that together have no model; only where there is none.
    """

    models: tuple[Symbols, ...]
    exhausted: bool
    core: tuple[int, ...] = ()

    @property
    def contradiction(self) -> bool:
        """Whether it is proved that there is no model."""
        return self.exhausted and not self.models


class LimitedSolver:
    """A ground program that is searched several times.

    Args:
        source: the program; it is ground here.
        deadline: checked twenty times a second.
        options: for clingo.

    Raises:
        SolverError: clingo refuses the program.
        GaveUpError: the time is up.
    """

    def __init__(self, source: Source, deadline: Deadline, options: Sequence[str] = ()) -> None:
        fixed = ["--project=show", "--opt-mode=ignore", "--warn=none"]
        grounder = Grounder(source, [*fixed, *options])
        self._deadline = deadline
        in_thread(grounder.ground, self._late)
        self.control = grounder.control

    def solve(
        self, assumptions: Iterable[int], conflicts: int, most: int = 1, *, brave: bool = False
    ) -> LimitedModels:
        """Search for models.

        Args:
            assumptions: literals of the ground program that hold.
            conflicts: the greatest number of conflicts.
            most: the greatest number of models; 0: all.
            brave: find, as the last model, the shown atoms of all models together.

        Raises:
            GaveUpError: the time is up.
        """
        models: list[Symbols] = []
        solving: Any = self.control.configuration.solve
        solving.models, solving.solve_limit = most, f"{conflicts},umax"
        solving.enum_mode = "brave" if brave else "auto"

        def keep(model: clingo.Model) -> None:
            models.append(tuple(sorted(model.symbols(shown=True))))

        with self.control.solve(list(assumptions), on_model=keep, async_=True) as handle:
            while not handle.wait(WAIT):
                self._late()
            result = handle.get()
            core = tuple(handle.core()) if result.unsatisfiable else ()
        return LimitedModels(tuple(models), bool(result.exhausted), core)

    def literals(
        self, answer: Symbols, classes: Iterable[type[Any]], *, facts: bool = False
    ) -> list[int]:
        """The literals of an answer: what holds of the atoms of some classes, and what does not."""
        holding, atoms = set(answer), self.control.symbolic_atoms
        every = [atom for one in classes for atom in atoms.by_signature(*signature(one))]
        return [
            atom.literal if atom.symbol in holding else -atom.literal
            for atom in every
            if facts or not atom.is_fact
        ]

    def _late(self) -> bool:
        self._deadline.check()
        return False


@dataclass(frozen=True)
class RandomAnswers:
    """Random answers to boards, from which generators make their drafts.

    The search makes some decisions at random, so that every answer may come; they are not equally
    likely.
    """

    puzzle: Puzzle[Any, Any]
    random: Random
    deadline: Deadline

    def __call__(self, instance: InstanceLike) -> Any:
        """A random answer, as a solution; ``None``: none was found within the limit.

        Raises:
            NoBoardError: the board has no answer.
        """
        model = self._model(self._solver(instance, ""))
        if model is None:
            return None
        return Answer[Any, Any, Any].read(self.puzzle, instance, model).solution

    def with_clues(
        self, instance: InstanceLike, rules: str, clues: Sequence[type[Any]], *, own: bool
    ) -> ChosenClues | None:
        """A random answer and clues that are true of it; see :class:`.Sampler`."""
        shown = "".join(f"#show {name}/{arity}.\n" for name, arity in map(signature, clues))
        solver = self._solver(instance, rules + shown)
        model = self._model(solver)
        if model is None:
            return None
        kinds = set(map(signature, self.puzzle.answers))
        answer = tuple(s for s in model if (s.name, len(s.arguments)) in kinds)
        if not own:  # with the answer fixed each clue that holds in some model is true
            fixed = solver.literals(answer, self.puzzle.answers)
            models = solver.solve(fixed, SAMPLE, 0, brave=True).models
            if not models:
                return None
            model = models[-1]
        return ChosenClues(
            answer, tuple(s for s in model if (s.name, len(s.arguments)) not in kinds)
        )

    def _solver(self, instance: InstanceLike, rules: str) -> LimitedSolver:
        _, profile = choose(self.puzzle.profiles, "", "first")
        settings = ClaspSettings(profile.options, seed=self.random.getrandbits(31))
        files, text = self.puzzle.program_paths(profile.search), fact_text(instance) + rules
        source = Source(files, text, profile.constants)
        return LimitedSolver(source, self.deadline, settings.arguments())

    def _model(self, solver: LimitedSolver) -> Symbols | None:
        found = solver.solve((), SAMPLE)
        if found.contradiction:
            words = f"{self.puzzle.name}: a search proves that this board has no answer"
            raise NoBoardError(words)
        return found.models[0] if found.models else None


class UndecidedError(Exception):
    """A fresh search came to its limit of conflicts."""


def fresh_answers(
    puzzle: Puzzle[Any, Any], instance: InstanceLike, kind: str, deadline: Deadline
) -> list[Any]:
    """Up to two answers to a board as solutions, verified, found by a search of its own.

    Args:
        kind: the kind of symmetry, to find one answer of each class; empty for all answers.

    Raises:
        UndecidedError: there may be others, but the limit of conflicts came first.
        GaveUpError: the time is up.
        VerificationError: an answer breaks a rule, a bug.
    """
    _, profile = choose(puzzle.profiles, "", "unsat")
    constants = dict(profile.constants)
    if kind and puzzle.symmetries:
        constants |= puzzle.symmetries.kinds[kind]
    files = puzzle.program_paths(profile.search, symmetry=bool(kind))
    source = Source(files, fact_text(instance), constants)
    found = LimitedSolver(source, deadline, profile.options).solve((), FRESH, most=2)
    if len(found.models) < 2 and not found.exhausted:
        raise UndecidedError
    answers = (Answer[Any, Any, Any].read(puzzle, instance, atoms) for atoms in found.models)
    return [answer.verified().solution for answer in answers]
