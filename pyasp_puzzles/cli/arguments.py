"""Arguments and options that several commands share, and exit codes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.cli.completion import (
    complete_engine,
    complete_instance,
    complete_puzzle,
    solvers,
    values,
)
from pyasp_puzzles.cli.numbers import SECONDS, Integer
from pyasp_puzzles.cli.symmetry import symmetry_option
from pyasp_puzzles.core.errors import PuzzleError, listed

FOUND, NONE, ERROR, GAVE_UP, DISAGREE = 0, 1, 2, 3, 4

F = TypeVar("F", bound=Callable[..., Any])


def find(_context: click.Context, _parameter: click.Parameter, name: str | None) -> Any:
    return None if name is None else named_puzzle(name)


def named_puzzle(name: str) -> Any:
    """The puzzle of this name.

    Raises:
        PuzzleError: there is none; of a program the error says which command takes it.
    """
    if name.endswith(".lp"):
        command = click.get_current_context().command
        raise PuzzleError(
            f"found the program {name}, expected a puzzle{_with_program(command, name)}"
        )
    return find_puzzle(name)


def _with_program(command: click.Command, program: str) -> str:
    """The command that takes a program: this one, if it has an option for it, or ``explain``."""
    names = {parameter.name for parameter in command.params}
    if "programs" in names and "puzzle" in names:
        return f"; `{command.name} PUZZLE --program {program}` checks it on a puzzle's boards"
    if names & {"engine", "engines"}:
        engine = "--engines asp," if "engines" in names else "--engine "
        runs = f"`{command.name} PUZZLE {engine}lp:{program}` runs it on a puzzle's board"
        alone = "compare --program" if "engines" in names else "clingo"
        return f"; {runs}, `{alone} {program}` alone"
    return f"; `explain --program {program}` explains it"


def given_name(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Refuse an empty name of a file; most often a shell variable was not set."""
    given = context.get_parameter_source(str(parameter.name)) is not ParameterSource.DEFAULT
    if given and value in ("", "-"):
        raise click.BadParameter(f"found {value or 'nothing'}, expected a name")
    return value


puzzle_argument = click.argument("puzzle", callback=find, shell_complete=complete_puzzle)
_SIZE = "pyasp_puzzles.size"


def _keep_size(context: click.Context, _parameter: click.Parameter, size: str | None) -> None:
    if size is not None and not re.fullmatch(r"[\w ]+", size):
        raise click.BadParameter(f"found {size!r}, expected ROWSxCOLUMNS, such as 6x12")
    context.meta[_SIZE] = size


def with_options(address: str) -> str:
    """An instance's address with the options of its format from the command line."""
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
    """Add the argument ``instance``: an address with the options of its format."""
    argument = click.argument(
        "instance",
        default="",
        required=False,
        callback=lambda _context, _parameter, address: with_options(address.strip()),
        shell_complete=complete_instance,
    )
    return argument(size_option(command))


def public_name(file: str) -> str:
    """The name of a file for published results: without the user's folders."""
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


def timeout_option(
    about: str = "Give up on a board after this time; what was found is kept.",
) -> Callable[[F], F]:
    """The option ``--timeout``: a time limit in seconds."""
    return click.option("--timeout", type=SECONDS, help=about)


class EngineOption(click.Option):
    """The option ``--engine``: its help has the table of engines, which is loaded for it only."""

    def get_help_record(self, context: click.Context) -> tuple[str, str] | None:
        from pyasp_puzzles.engines.kinds import KINDS

        forms = listed((row.form for row in KINDS.values()), "or")
        self.help = (
            f"The engine that searches: {forms}. auto takes the best one for the task; "
            "`compare PUZZLE --list` tells what the others are. [auto]"
        )
        return super().get_help_record(context)


def search_options(command: F) -> F:
    """The options that ``solve`` and ``count`` share; for a :class:`SymmetryCommand`."""
    for option in (
        symmetry_option,
        click.option(
            "--threads",
            type=Integer(1, 64),
            default=1,
            help="The threads of a search by asp or cpsat. [1]",
        ),
        solver_option,
        click.option(
            "--engine",
            cls=EngineOption,
            default="auto",
            metavar="ENGINE",
            shell_complete=complete_engine,
        ),
        timeout_option(),
    ):
        command = option(command)
    return command
