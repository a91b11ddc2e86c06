"""An option whose words depend on the puzzle: its help and its completion list them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from operator import attrgetter
from typing import Any

import click

from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.cli.completion import complete_own
from pyasp_puzzles.core.errors import PuzzleError


class PuzzleOption(click.Option):
    """An option with names that depend on the puzzle; help and completion list them.

    Args:
        of: the names that a puzzle has.
    """

    def __init__(
        self, *names: Any, of: Callable[[Puzzle[Any, Any]], Iterable[str]], **settings: Any
    ) -> None:
        super().__init__(*names, shell_complete=complete_own(of), **settings)
        self._of, self._about = of, self.help

    def get_help_record(self, context: click.Context) -> tuple[str, str] | None:
        listed = []
        for puzzle in puzzle_names():
            with suppress(PuzzleError):  # a broken package of a third party
                names = ", ".join(self._of(find_puzzle(puzzle)))
                listed += [f"{puzzle}: {names}"] if names else []
        self.help = f"{self._about} ({'; '.join(listed)})."
        return super().get_help_record(context)


by_option = click.option(
    "--by",
    default="",
    metavar="WAY",
    cls=PuzzleOption,
    of=attrgetter("variants"),
    help="What to count",
)
"""The option ``--by``: one of the puzzle's ways to count."""
