"""Searches for one board, each with a limit of conflicts: random answers, other answers, proofs.

The limit makes what is found independent of the machine. Ctrl-C and the deadline end a search at
once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import clingo

from pyasp_puzzles.boards.generator import ChosenClues, Generator, NoBoardError
from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle, Task, choose
from pyasp_puzzles.core.atoms import Predicate, signature
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.asp import ClaspSettings
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.grounding import WAIT, Grounder, Source, in_thread, predicates
from pyasp_puzzles.work.deadline import Deadline

SAMPLE = 100_000  # conflicts for the search for a random answer
FRESH = 1_000_000  # conflicts for each fresh search
FIRST = 200_000
"""Conflicts for a search with all clues: for the answer, or for the proof that there is one."""
FEW = 200  # conflicts where a clue is tried before others, so that those stay
EACH = 20_000
"""Conflicts for the search after one clue is dropped; without a result the clue is kept."""
KEPT = "_kept"
"""``_kept(K)``: clue number K is on the board. No puzzle has a predicate of this name."""

Symbols = tuple[clingo.Symbol, ...]


@dataclass(frozen=True)
class LimitedModels:
    """What a search with a limit has found: the shown atoms of each model, sorted.

    It is exhausted if there are no others; the core has assumptions that together have no model.
    ``apart`` counts the literals that are false in some model.
    """

    models: tuple[Symbols, ...]
    exhausted: bool
    core: tuple[int, ...] = ()
    apart: int = 0

    @property
    def contradiction(self) -> bool:
        """Whether it is proved that there is no model."""
        return self.exhausted and not self.models


class LimitedSolver:
    """A ground program that is searched several times, until the deadline (GaveUpError)."""

    def __init__(self, source: Source, deadline: Deadline, options: Sequence[str] = ()) -> None:
        fixed = ["--project=show", "--opt-mode=ignore", "--warn=none"]
        grounder = Grounder(source, [*fixed, *options])
        self._deadline = deadline
        in_thread(grounder.ground, self._late)
        self.control = grounder.control

    def solve(
        self,
        assumptions: Iterable[int],
        conflicts: int,
        most: int = 1,
        *,
        brave: bool = False,
        apart: Sequence[int] = (),
    ) -> LimitedModels:
        """At most so many models (0: all) under assumptions, within a limit of conflicts.

        ``brave`` finds, as the last model, the shown atoms of all models together. Each model makes
        one of the literals ``apart``, if any are given, false that is true in those before.
        """
        models: list[Symbols] = []
        left = list(apart)
        solving: Any = self.control.configuration.solve
        solving.models, solving.solve_limit = most, f"{conflicts},umax"
        solving.enum_mode = "brave" if brave else "auto"

        def keep(model: clingo.Model) -> None:
            models.append(tuple(sorted(model.symbols(shown=True))))
            if apart and most != 1:
                left[:] = filter(model.is_true, left)
                model.context.add_clause([-literal for literal in left])

        with self.control.solve(list(assumptions), on_model=keep, async_=True) as handle:
            while not handle.wait(WAIT):
                self._late()
            result = handle.get()
            core = tuple(handle.core()) if result.unsatisfiable else ()
        return LimitedModels(tuple(models), bool(result.exhausted), core, len(apart) - len(left))

    def literals(self, answer: Symbols, classes: Iterable[type[Any]]) -> list[int]:
        """The literals of an answer: what holds of the atoms of some classes, and what does not."""
        holding, atoms = set(answer), self.control.symbolic_atoms
        every = [atom for one in classes for atom in atoms.by_signature(*signature(one))]
        free = (atom for atom in every if not atom.is_fact)
        return [atom.literal if atom.symbol in holding else -atom.literal for atom in free]

    def _late(self) -> bool:
        self._deadline.check()
        return False


def solver_of(
    puzzle: Puzzle[Any, Any],
    facts: str,
    deadline: Deadline,
    task: Task = "unsat",
    *,
    kind: str = "",
    seed: int | None = None,
) -> LimitedSolver:
    """The program of a puzzle with facts, by the profile for a task; perhaps of classes alone."""
    _, profile = choose(puzzle.profiles, "", task)
    constants = dict(profile.constants)
    if kind and puzzle.symmetries:
        constants |= puzzle.symmetries.kinds[kind]
    files = puzzle.program_paths(profile.search, symmetry=bool(kind))
    options: Sequence[str] = profile.options
    if seed is not None:
        options = ClaspSettings(options, seed=seed).arguments()
    return LimitedSolver(Source(files, facts, constants), deadline, options)


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
        self,
        instance: InstanceLike,
        rules: str,
        clues: Sequence[type[Any]],
        *,
        own: bool,
        answer: Iterable[Predicate] = (),
    ) -> ChosenClues | None:
        """A random answer and clues that are true of it; see :class:`.Sampler`."""
        shown = "".join(f"#show {name}/{arity}.\n" for name, arity in map(signature, clues))
        solver = self._solver(instance, rules + shown)
        model = tuple(sorted(atom.symbol for atom in answer)) or self._model(solver)
        if model is None:
            return None
        kinds = set(map(signature, self.puzzle.answers))
        found = tuple(s for s in model if (s.name, len(s.arguments)) in kinds)
        if not own:  # with the answer fixed each clue that holds in some model is true
            fixed = solver.literals(found, self.puzzle.answers)
            models = solver.solve(fixed, SAMPLE, 0, brave=True).models
            if not models:
                return None
            model = models[-1]
        others = tuple(s for s in model if (s.name, len(s.arguments)) not in kinds)
        return ChosenClues(found, others)

    def _solver(self, instance: InstanceLike, rules: str) -> LimitedSolver:
        seed, text = self.random.getrandbits(31), fact_text(instance) + rules
        return solver_of(self.puzzle, text, self.deadline, "first", seed=seed)

    def _model(self, solver: LimitedSolver) -> Symbols | None:
        found = solver.solve((), SAMPLE)
        if found.contradiction:
            raise NoBoardError(f"{self.puzzle.name}: a search proves that this board has no answer")
        return found.models[0] if found.models else None


class UndecidedError(Exception):
    """A fresh search came to its limit of conflicts."""


def fresh_answers(
    puzzle: Puzzle[Any, Any],
    instance: InstanceLike,
    kind: str,
    deadline: Deadline,
    conflicts: int | None = None,
) -> list[Any]:
    """Up to two answers to a board, as verified solutions; with a kind of symmetry of two classes.

    It raises UndecidedError where the limit of conflicts came first, VerificationError for a bug.
    """
    solver = solver_of(puzzle, fact_text(instance), deadline, kind=kind)
    found = solver.solve((), conflicts or FRESH, most=2)
    if len(found.models) < 2 and not found.exhausted:
        raise UndecidedError
    answers = (Answer[Any, Any, Any].read(puzzle, instance, atoms) for atoms in found.models)
    return [answer.verified().solution for answer in answers]


class ClueProgram:
    """The program of a puzzle with the facts of a board, whose answer is forbidden.

    Each model is another answer. Clues of a text by :func:`free_clues` are free: a search assumes
    those that are kept. With a kind of symmetry, answers of one class are one.
    """

    def __init__(
        self,
        puzzle: Puzzle[Any, Any],
        board: InstanceLike,
        text: str,
        kind: str,
        deadline: Deadline,
    ) -> None:
        if kind and puzzle.symmetries is None:
            raise PuzzleError(f"{puzzle.name}: generates classes, but knows no symmetries")
        self._puzzle, self._board, self._kind = puzzle, board, kind
        self._solver = solver_of(puzzle, text, deadline)
        kept = self._solver.control.symbolic_atoms.by_signature(KEPT, 1)
        numbered = {atom.symbol.arguments[0].number: atom.literal for atom in kept}
        self._literals = [numbered[number] for number in sorted(numbered)]
        self.answer: Symbols = ()
        self.solution: Any = None
        self._orbit: frozenset[Any] = frozenset()

    def take_answer(self, answer: Symbols | None) -> bool:
        """Forbid the answer, from its shown atoms or (``None``) from a search, from now on.

        False: there is none, or the limit of conflicts came first.
        """
        if answer is None:
            found = self._solver.solve(self._literals, FIRST)
            if not found.models:
                return False
            answer = found.models[0]
        self.answer, self.solution = answer, self.read(answer)
        self._orbit = frozenset([self.solution])
        if self._kind and self._puzzle.symmetries:
            self._orbit = self._puzzle.symmetries.orbit(self._board, self.solution, self._kind)
        self._forbid(answer)
        return True

    def others(self, kept: Sequence[int], conflicts: int, most: int = 1) -> LimitedModels:
        """At most so many answers of other classes to the board with some clues, by number.

        Each differs from the forbidden one in an atom in which those before do not. The clues that
        come last go from the core first; it has literals (:meth:`in_core`).
        """
        apart = self._solver.literals(self.answer, self._puzzle.answers) if most > 1 else ()
        while True:
            clues = [self._literals[n] for n in kept]
            found = self._solver.solve(clues, conflicts, most, apart=apart)
            several = len(self._orbit) > 1  # else the forbidden answer is the only one
            alike = [m for m in found.models if several and self.read(m) in self._orbit]
            if not alike or len(alike) < len(found.models):
                return replace(found, models=tuple(m for m in found.models if m not in alike))
            for model in alike:
                self._forbid(model)

    def in_core(self, found: LimitedModels) -> set[int]:
        """The numbers of the clues that alone leave no other answer."""
        return {self._literals.index(literal) for literal in found.core}

    def read(self, symbols: Symbols) -> Any:
        """The solution with these shown atoms."""
        return Answer[Any, Any, Any].read(self._puzzle, self._board, symbols).solution

    def _forbid(self, answer: Symbols) -> None:
        literals = self._solver.literals(answer, self._puzzle.answers)
        with self._solver.control.backend() as backend:
            backend.add_rule([], literals)


def free_clues(
    puzzle: Puzzle[Any, Any],
    generator: Generator[Any],
    board: InstanceLike,
    clues: Sequence[Hashable],
    fixed: Sequence[Hashable] = (),
) -> str:
    """The facts of a board with some fixed clues as a program in which each other clue is free.

    A fact that comes with a clue is derived from ``_kept(K)``, and one that goes with it from
    ``not _kept(K)``; ``_kept(K)`` is a free choice. K is the clue's place in ``clues``. A clue that
    says atoms of the answer needs no fact: ``_kept(K)`` demands them. Facts that only the file of
    the symmetries reads are left out: a symmetry may depend on all clues.
    """
    demands = [generator.says(clue) for clue in clues]
    _, profile = choose(puzzle.profiles, "", "unsat")
    read = frozenset().union(*map(predicates, puzzle.program_paths(profile.search)))

    def facts(*kept: Hashable) -> set[clingo.Symbol]:
        shown = generator.with_clues(board, [*fixed, *kept])
        symbols = (fact.symbol for fact in puzzle.facts(shown))
        return {symbol for symbol in symbols if (symbol.name, len(symbol.arguments)) in read}

    others = [clue for clue, atoms in zip(clues, demands, strict=True) if not atoms]
    without = facts()
    alone = [without if atoms else facts(clue) for clue, atoms in zip(clues, demands, strict=True)]
    comes = set().union(*alone) - without
    goes = {fact for fact in without if any(fact not in own for own in alone)}
    if facts(*others) != (without | comes) - goes:
        raise PuzzleError(f"{puzzle.name}: the facts of a clue depend on other clues, a bug")
    lines = [f"{fact}." for fact in sorted(without - goes)]
    for fact in sorted(comes):
        lines += [f"{fact} :- {KEPT}({n})." for n, own in enumerate(alone) if fact in own]
    for fact in sorted(goes):
        gone = (f"not {KEPT}({n})" for n, own in enumerate(alone) if fact not in own)
        lines.append(f"{fact} :- {', '.join(gone)}.")
    for n, atoms in enumerate(demands):
        lines += [f":- {KEPT}({n}), not {atom}." for atom in atoms]
    if clues:
        lines.append(f"{{ {KEPT}(0..{len(clues) - 1}) }}.")
    return "\n".join(lines) + "\n"


def minimal(
    program: ClueProgram, proof: LimitedModels, order: Sequence[int], others: Sequence[int] = ()
) -> dict[int, Symbols | None]:
    """A subset-minimal set of clues that leaves one answer, by deletion with cores.

    Each comes with another answer to the board without it; ``None``: the limit decided.

    A clue is dropped if the others leave no other answer; then all clues go that the proof does
    not use. This is the deletion method for minimal unsatisfiable subsets with clause-set
    refinement (J. Marques-Silva, "Minimal Unsatisfiability", ISMVL 2010). ``others`` are clues that
    stay for now.
    """
    core = program.in_core(proof)
    left = [number for number in reversed(order) if number in core]
    needed: dict[int, Symbols | None] = {}
    while left:
        tried = left.pop()
        found = program.others([*others, *needed, *left], EACH if not others else FEW)
        if found.contradiction:
            core = program.in_core(found)
            left = [number for number in left if number in core]
        else:
            needed[tried] = found.models[0] if found.models else None
    return dict(sorted(needed.items()))


def proved_minimal(
    puzzle: Puzzle[Any, Any],
    generator: Generator[Any],
    kind: str,
    board: Any,
    kept: Mapping[Hashable, Symbols | None],
    deadline: Deadline,
) -> tuple[Any, list[Hashable]]:
    """The board, and its clues, after it is proved of each that it is needed.

    The proof is another answer to the board without the clue, that ``verify`` accepts: the one that
    comes with the clue, or one by a fresh search, which may also find that the clue can go.
    """
    left = list(kept)
    for clue, other in kept.items():
        without = [each for each in left if each != clue]
        smaller = generator.with_clues(board, without)
        if other is not None:
            Answer[Any, Any, Any].read(puzzle, smaller, other).verified()
        elif len(fresh_answers(puzzle, smaller, kind, deadline)) < 2:
            board, left = smaller, without
    return board, left
