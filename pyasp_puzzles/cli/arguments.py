"""Arguments and options that several commands share, and exit codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import click

from pyasp_puzzles.cli.completion import (
    complete_engine,
    complete_instance,
    complete_own,
    complete_puzzle,
    solvers,
    values,
)
from pyasp_puzzles.cli.symmetry import symmetry_option
from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.puzzle import Puzzle, find_puzzle, puzzle_names

FOUND, NONE, ERROR, GAVE_UP, DISAGREE = 0, 1, 2, 3, 4

F = TypeVar("F", bound=Callable[..., Any])


def find(_context: click.Context, _parameter: click.Parameter, name: str | None) -> Any:
    return None if name is None else find_puzzle(name)


puzzle_argument = click.argument("puzzle", callback=find, shell_complete=complete_puzzle)
_SIZE = "pyasp_puzzles.size"


def _keep_size(context: click.Context, _parameter: click.Parameter, size: str | None) -> None:
    if size is not None and not re.fullmatch(r"[\w ]+", size):
        raise click.BadParameter(f"found {size!r}, expected ROWSxCOLUMNS, such as 6x12")
    context.meta[_SIZE] = size


def with_options(address: str) -> str:
    """An instance's address with the options of its format that were given."""
    size = click.get_current_context().meta.get(_SIZE)
    return address if size is None else f"{address}?size={size}"


size_option = click.option(
    "--size",
    metavar="ROWSxCOLUMNS",
    is_eager=True,
    expose_value=False,
    callback=_keep_size,
    help="The size of the board, where its file does not say it.",
)


def instance_argument(command: F) -> F:
    """The argument ``instance``: an address, with the options of its format that are given."""
    argument = click.argument(
        "instance",
        default="",
        required=False,
        callback=lambda _context, _parameter, address: with_options(address.strip()),
        shell_complete=complete_instance,
    )
    return argument(size_option(command))


def public_name(file: str) -> str:
    """The name of a file for results that others read, who have no use for our folders."""
    return Path(file).name if Path(file).is_absolute() else file


def _constants(
    _context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str, str]:
    constants = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not name.isidentifier() or not value:
            raise click.BadParameter(f"found {text!r}, expected NAME=VALUE")
        constants[name] = value
    return constants


class PuzzleOption(click.Option):
    """An option for a name that each puzzle has of its own; help and completion list them.

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
            with suppress(PuzzleError):  # a third party's package that does not work
                names = ", ".join(self._of(find_puzzle(puzzle)))
                listed += [f"{puzzle}: {names}"] if names else []
        self.help = f"{self._about} ({'; '.join(listed)})."
        return super().get_help_record(context)


constants_option = click.option(
    "-c",
    "--const",
    "constants",
    multiple=True,
    callback=_constants,
    metavar="NAME=VALUE",
    help="A value for a #const of the program.",
)

solver_option = click.option(
    "--solver",
    default="",
    metavar="SOLVER",
    shell_complete=values(solvers),
    help="The SAT solver, where ENGINE needs one and names none: one of PySAT's or a DIMACS "
    "solver on the PATH. [cadical195]",
)


def search_options(command: F) -> F:
    """The options that ``solve`` and ``count`` share; for a :class:`SymmetryCommand`."""
    for option in (
        symmetry_option,
        click.option(
            "--threads",
            type=click.IntRange(1, 64),
            default=1,
            help="Threads of each search by asp and cpsat. [1]",
        ),
        solver_option,
        click.option(
            "--engine",
            default="auto",
            metavar="ENGINE",
            shell_complete=complete_engine,
            help="Who searches: auto (what is best for the task), asp[:PROFILE], "
            "exact-cover[:COVERER], frontier (count only), translate:SOLVER, "
            "sat[.ENCODING]:SOLVER, cpsat[.ENCODING]; see compare --list. [auto]",
        ),
        click.option(
            "--timeout",
            type=click.FloatRange(0, 10**9, min_open=True),
            metavar="SECONDS",
            help="Give up on a board after this time; what was found is kept.",
        ),
    ):
        command = option(command)
    return command
