"""The option ``--symmetry``, with or without a word behind it, and ``--no-symmetry``.

click knows options that need a value and flags that have none.  Here the word is optional, and an
argument of the command may follow: ``count --symmetry packing soma``.  So only the words of
:data:`pyasp_puzzles.core.symmetry.KINDS` are taken for the value of ``--symmetry``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import click

from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.cli.puzzle_option import PuzzleOption
from pyasp_puzzles.core.errors import InstanceError, PuzzleError
from pyasp_puzzles.core.symmetry import ALL, KINDS

F = TypeVar("F", bound=Callable[..., Any])

_EXPECTED = " or ".join(KINDS)
_BEHIND = f"{__name__}.behind"
"""Where a context keeps the words that followed ``--symmetry``."""

_NONE = "none"
"""The value that stands for ``--no-symmetry``: it overrides an earlier one."""


def with_value(words: Sequence[str]) -> list[str]:
    """The words of a command with a value for each ``--symmetry``.

    >>> with_value(["--symmetry", "packing", "soma"])
    ['--symmetry=all', 'packing', 'soma']
    >>> with_value(["packing", "--symmetry", "rotations", "soma", "--no-symmetry"])
    ['packing', '--symmetry=rotations', 'soma', '--symmetry=none']
    """
    found: list[str] = []
    for word in words:
        if found and found[-1] == "--symmetry" and word in KINDS:
            found[-1] = f"--symmetry={word}"
        else:
            found.append(f"--symmetry={_NONE}" if word == "--no-symmetry" else word)
    return [f"--symmetry={ALL}" if word == "--symmetry" else word for word in found]


class SymmetryCommand(click.Command):
    """A command with :func:`symmetry_option`."""

    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        behind = [word for before, word in pairwise(words) if before == "--symmetry"]
        context.meta[_BEHIND] = behind
        try:
            return super().parse_args(context, with_value(words))
        except click.UsageError as error:
            for word in behind:
                if error.message.endswith(f"argument ({word})"):
                    raise PuzzleError(f"--symmetry: found {word!r}, expected {_EXPECTED}") from None
            raise

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except InstanceError as error:
            if error.source in context.meta[_BEHIND]:  # the user may have meant it as the value
                raise PuzzleError(f"{error}; --symmetry takes {_EXPECTED}") from None
            raise


def _kinds(puzzle: Puzzle[Any, Any]) -> Iterable[str]:
    return puzzle.symmetries.kinds if puzzle.symmetries else ()


def _kind(_context: click.Context, _parameter: click.Parameter, word: str) -> str:
    if not word:  # such as an empty shell variable: counting all answers would surprise
        raise PuzzleError(f"--symmetry: found nothing behind =, expected {_EXPECTED}")
    return "" if word == _NONE else word


def symmetry_option(command: F) -> F:
    """``--symmetry [all|rotations]`` and ``--no-symmetry`` for a :class:`SymmetryCommand`."""
    for option in (
        click.option(
            "--no-symmetry",
            is_flag=True,
            expose_value=False,
            help="All answers, which is what happens without --symmetry.",
        ),
        click.option(
            "--symmetry",
            default=_NONE,
            callback=_kind,
            metavar="[all|rotations]",
            cls=PuzzleOption,
            of=_kinds,
            help="One answer of each class: under all symmetries of the instance, or, with "
            "rotations, mirror images apart",
        ),
    ):
        command = option(command)
    return command
