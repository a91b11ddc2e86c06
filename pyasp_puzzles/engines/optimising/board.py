"""A board that keeps most of the rules, with its score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from pyasp_puzzles.boards.optimiser import Improvement, Optimiser, Scored
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.core.errors import PuzzleError, VerificationError, counted, first_rules
from pyasp_puzzles.engines.results import A, Answer
from pyasp_puzzles.pictures.notebook import Part, Shown

if TYPE_CHECKING:
    import clingo
    from rich.console import Console, ConsoleOptions, RenderResult

    from pyasp_puzzles.pictures.picture import Picture


@dataclass(frozen=True)
class BestBoard(Shown, Generic[I, S, A]):
    """A board that keeps the strict rules. ``print`` and ``rich.print`` draw it.

    Attributes:
        answer: the board as an answer, which breaks a rule unless the score is full.
        score, of: how often the other rules are kept, by the puzzle's ``measure``; the full score.
        seconds: CPU time from the beginning of the search until it was found.
        found_by: the part of the search that found it, or the file of an earlier search.
    """

    answer: Answer[I, S, A]
    score: int
    of: int
    seconds: float = 0.0
    found_by: str = ""

    @property
    def lost(self) -> int:
        """How much is missing to the full score."""
        return self.of - self.score

    @property
    def picture(self) -> Picture:
        """The board with what is lost marked, for any renderer."""
        answer = self.answer
        return optimiser_of(answer.puzzle).picture(answer.instance, answer.solution)

    @property
    def words(self) -> str:
        """The score in words: "463 of 480 joints match, 17 breaks"."""
        optimiser = optimiser_of(self.answer.puzzle)
        lost = f", {counted(self.lost, optimiser.lost)}" if self.lost else ""
        return f"{self.score:,} of {self.of:,} {optimiser.counted}{lost}"

    def as_json(self) -> dict[str, Any]:
        """JSON values: ``score``, ``of``, ``seconds`` and ``atoms``."""
        return {
            "score": self.score,
            "of": self.of,
            "seconds": round(self.seconds, 2),
            "atoms": [str(symbol) for symbol in self.answer.symbols],
        }

    def notebook_parts(self) -> Iterator[Part]:
        """The board and its score."""
        yield self.picture
        yield self.words

    def __str__(self) -> str:
        from pyasp_puzzles.pictures.terminal import plain

        return plain(self.picture)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from pyasp_puzzles.pictures.terminal import TerminalPicture

        yield TerminalPicture(self.picture)


def optimiser_of(puzzle: Puzzle[I, S]) -> Optimiser[I, S]:
    """The optimiser of a puzzle. Raises PuzzleError if it has none."""
    if puzzle.best is None:
        able = [name for name in puzzle_names() if find_puzzle(name).best]
        raise PuzzleError(
            f"{puzzle.name}: this puzzle has no search for the best board; those that have one: "
            f"{', '.join(able) or 'none'}"
        )
    return puzzle.best


def measured(
    puzzle: Puzzle[I, S], instance: I, symbols: Iterable[clingo.Symbol]
) -> tuple[Answer[I, S, Any], Scored]:
    """The board with these atoms, and its score; SolverError or AnswerError for wrong atoms."""
    answer: Answer[I, S, Any] = Answer.read(puzzle, instance, symbols)
    return answer, optimiser_of(puzzle).measure(instance, answer.solution)


def checked(
    puzzle: Puzzle[I, S], instance: I, found: Improvement, before: int
) -> Answer[I, S, Any]:
    """The board of an improvement, if it is what the search says and exceeds the score ``before``.

    Raises VerificationError if the search or ``measure`` is wrong.
    """
    try:
        answer, scored = measured(puzzle, instance, found.symbols)
        most = optimiser_of(puzzle).most(instance)
        if scored.broken:
            wrong = f"that breaks a strict rule. {' '.join(first_rules(scored.broken))}"
        elif scored.score != found.score:
            wrong = f"with the score {found.score}, but it has {scored.score}."
        elif before < scored.score <= most:
            return answer
        else:
            wrong = (
                f"with the score {scored.score}, expected more than {before} and at most {most}."
            )
    except PuzzleError as error:
        wrong = f"that cannot be read: {error}."
    atoms = " ".join(map(str, sorted(found.symbols)))
    raise VerificationError(
        f"{puzzle.name} {instance.name}: the search for the best board returned a board "
        f"{wrong} Please report this. Board: {atoms}"
    )
