"""A board that keeps most of the rules, with its score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from pyasp_puzzles.boards.puzzle import I, S
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.engines.optimising.measuring import optimiser_of
from pyasp_puzzles.engines.results import A, Answer
from pyasp_puzzles.pictures.notebook.parts import Part, Shown

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from pyasp_puzzles.pictures.picture import Picture


@dataclass(frozen=True)
class BestBoard(Shown, Generic[I, S, A]):
    """A board that keeps the strict rules. ``print`` and ``rich.print`` draw it.

    Attributes:
        answer: the board as an answer: ``answer.atoms``, ``answer.solution``. It breaks a rule,
            unless the score is full.
        score: how often the other rules are kept, counted by the puzzle's own ``measure``.
        of: the full score.
        seconds: CPU time from the beginning of the search until it was found.
        found_by: the part of the search that found it, in a few words; the name of a file for a
            board that an earlier search has saved.
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
