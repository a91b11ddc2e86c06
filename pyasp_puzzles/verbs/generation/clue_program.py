"""A board with all clues that it may have, ground once, each clue free to be kept or dropped."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

import clingo

from pyasp_puzzles.boards.generator import Generator
from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle, choose
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.grounding import Source, predicates
from pyasp_puzzles.verbs.generation.searches import (
    LimitedModels,
    LimitedSolver,
    Symbols,
    fresh_answers,
)
from pyasp_puzzles.work.deadline import Deadline

FIRST = 200_000
"""Conflicts for a search with all clues: for the answer, or for the proof that there is one."""
EACH = 20_000
"""Conflicts for the search after one clue is dropped; without a result the clue is kept."""
KEPT = "_kept"
"""``_kept(K)``: clue number K is on the board. No puzzle has a predicate of this name."""


class ClueProgram:
    """The program of a puzzle with the facts of a board, whose answer is forbidden.

    Each model is another answer. Some clues of the board may be free: a search assumes those that
    are kept.

    Args:
        board: its symmetries make the classes.
        text: its facts, as :func:`free_clues` writes them, or as they are.
        kind: of symmetry, under which answers are one class; empty: each answer is its own.

    Attributes:
        answer: the shown atoms of the answer that is forbidden.
        solution: the same as a solution.

    Raises:
        PuzzleError: the puzzle knows no symmetries.
        GaveUpError: the time is up.
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
        _, profile = choose(puzzle.profiles, "", "unsat")
        source = Source(puzzle.program_paths(profile.search), text, profile.constants)
        self._solver = LimitedSolver(source, deadline, profile.options)
        kept = self._solver.control.symbolic_atoms.by_signature(KEPT, 1)
        numbered = sorted((atom.symbol.arguments[0].number, atom.literal) for atom in kept)
        self._literals = [literal for _, literal in numbered]
        self._numbers = {literal: number for number, literal in numbered}
        self.answer: Symbols = ()
        self.solution: Any = None
        self._orbit: frozenset[Any] = frozenset()

    def take_answer(self, answer: Symbols | None) -> bool:
        """Forbid the answer, from its shown atoms or (``None``) from a search, from now on.

        Returns:
            Whether there is one; false, too, if the limit of conflicts came first.
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

        Those that come last go from the core first; it has literals (:meth:`in_core`).
        """
        while True:
            found = self._solver.solve([self._literals[n] for n in kept], conflicts, most)
            if not found.models or len(self._orbit) < 2:
                return found
            alike = [model for model in found.models if self.read(model) in self._orbit]
            if len(alike) < len(found.models):
                return replace(found, models=tuple(m for m in found.models if m not in alike))
            for model in alike:
                self._forbid(model)

    def in_core(self, found: LimitedModels) -> set[int]:
        """The numbers of the clues that alone leave no other answer."""
        return {self._numbers[literal] for literal in found.core}

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
) -> str:
    """The facts of a board as a program in which each clue is free.

    A fact that comes with a clue is derived from ``_kept(K)``, and one that goes with it from
    ``not _kept(K)``; ``_kept(K)`` is a free choice. K is the clue's place in ``clues``. Facts that
    only the file of the symmetries reads are left out: a symmetry may depend on all clues.

    Raises:
        PuzzleError: the facts of one clue depend on other clues, a bug of the puzzle.
    """
    _, profile = choose(puzzle.profiles, "", "unsat")
    read = frozenset().union(*map(predicates, puzzle.program_paths(profile.search)))

    def facts(kept: Sequence[Hashable]) -> set[clingo.Symbol]:
        symbols = (fact.symbol for fact in puzzle.facts(generator.with_clues(board, kept)))
        return {symbol for symbol in symbols if (symbol.name, len(symbol.arguments)) in read}

    without = facts(())
    comes: dict[clingo.Symbol, list[int]] = {}
    goes: dict[clingo.Symbol, list[int]] = {}
    for number, clue in enumerate(clues):
        alone = facts((clue,))
        for fact in alone - without:
            comes.setdefault(fact, []).append(number)
        for fact in without - alone:
            goes.setdefault(fact, []).append(number)
    if facts(clues) != (without | comes.keys()) - goes.keys():
        raise PuzzleError(f"{puzzle.name}: the facts of a clue depend on other clues, a bug")
    lines = [f"{fact}." for fact in sorted(without - goes.keys())]
    lines += [f"{fact} :- {KEPT}({n})." for fact in sorted(comes) for n in comes[fact]]
    for fact in sorted(goes):
        lines.append(f"{fact} :- {', '.join(f'not {KEPT}({n})' for n in goes[fact])}.")
    if clues:
        lines.append(f"{{ {KEPT}(0..{len(clues) - 1}) }}.")
    return "\n".join(lines) + "\n"


def minimal(program: ClueProgram, proof: LimitedModels, order: Sequence[int]) -> list[int]:
    """A subset-minimal set of clues that leaves one answer, by deletion with cores.

    A clue is dropped if the others leave no other answer; then all clues go that the proof does
    not use. This is the deletion method for minimal unsatisfiable subsets with clause-set
    refinement (J. Marques-Silva, "Minimal Unsatisfiability", ISMVL 2010).

    Args:
        program: with its answer taken.
        proof: that all clues leave one answer.
        order: the numbers of the clues as they are tried.

    Returns:
        Numbers of clues; one that the limit decided may still be superfluous.
    """
    core = program.in_core(proof)
    left = [number for number in reversed(order) if number in core]
    needed: list[int] = []
    while left:
        tried = left.pop()
        found = program.others([*needed, *left], EACH)
        if found.contradiction:
            core = program.in_core(found)
            left = [number for number in left if number in core]
        else:
            needed.append(tried)
    return sorted(needed)


def proved_minimal(
    puzzle: Puzzle[Any, Any],
    generator: Generator[Any],
    kind: str,
    board: Any,
    kept: Sequence[Hashable],
    deadline: Deadline,
) -> tuple[Any, list[Hashable]]:
    """The board, and its clues, after fresh searches have tried to drop each of them.

    A clue without which a fresh search proves the answer unique is dropped here; this happens only
    where the search with a limit has kept it undecided.

    Raises:
        UndecidedError: a fresh search came to its limit.
        GaveUpError: the time is up.
    """
    left = list(kept)
    for clue in kept:
        without = [other for other in left if other != clue]
        smaller = generator.with_clues(board, without)
        if len(fresh_answers(puzzle, smaller, kind, deadline)) < 2:
            board, left = smaller, without
    return board, left
