"""The command that makes new boards: ``generate``."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import (
    FOUND,
    GAVE_UP,
    puzzle_argument,
    timeout_option,
)
from pyasp_puzzles.cli.numbers import SEED, Integer
from pyasp_puzzles.cli.picture_files import keep, picture_option
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.core.errors import ParameterError, Phrase, counted, did_you_mean

if TYPE_CHECKING:
    from pyasp_puzzles.boards.generator import Parameter
    from pyasp_puzzles.boards.puzzle import Puzzle

_NAMED = f"{__name__}.named"
"""Where a context keeps the name of the puzzle, which decides what options there are."""


class GenerateCommand(click.Command):
    """A command with the options of the puzzle that it is called for."""

    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        names = puzzle_names()
        context.meta[_NAMED] = next((word for word in words if word in names), "")
        try:
            return super().parse_args(context, words)
        except click.NoSuchOption as error:
            name = context.meta[_NAMED]
            if not name:
                raise
            shared = [option.opts[0] for option in super().get_params(context)]
            raise _unknown(error.option_name, find_puzzle(name), shared) from None

    def get_params(self, context: click.Context) -> list[click.Parameter]:
        name = context.meta.get(_NAMED)
        own = [_option(parameter) for parameter in _parameters(find_puzzle(name))] if name else []
        return [*super().get_params(context), *own]

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and in a section of its own for each puzzle its parameters."""
        named = context.meta.get(_NAMED)
        shared = [
            record
            for option in super().get_params(context)
            if isinstance(option, click.Option) and (record := option.get_help_record(context))
        ]
        names = [named] if named else puzzle_names()
        made = {name: found for name in names if (found := find_puzzle(name).generator)}
        with formatter.section("Answers of a new board"):
            formatter.write_dl([(name, each.promise()) for name, each in made.items()])
        with formatter.section("Options"):
            formatter.write_dl(shared)
        for name in names:
            rows = [_row(parameter) for parameter in _parameters(find_puzzle(name))]
            if rows:
                with formatter.section(f"Parameters of {name}"):
                    formatter.write_dl(rows)


def _parameters(puzzle: Puzzle[Any, Any]) -> tuple[Parameter, ...]:
    return puzzle.generator.parameters if puzzle.generator else ()


def _option(parameter: Parameter) -> click.Option:
    """A parameter as an option; without it, the generator takes its own default."""
    names = [parameter.option, parameter.name]
    if isinstance(parameter.default, bool):
        return click.Option(names, is_flag=True, default=None, help=parameter.about)
    kind: Any = int if isinstance(parameter.default, int) else str
    if parameter.choices:
        kind = click.Choice(parameter.choices)
    return click.Option(names, type=kind, default=None, help=parameter.about)


def _row(parameter: Parameter) -> tuple[str, str]:
    """A parameter as two columns of the help."""
    kind = parameter.metavar or "|".join(parameter.choices) or "TEXT"
    if isinstance(parameter.default, bool):
        return parameter.option, parameter.about
    if isinstance(parameter.default, int):
        kind = f"{parameter.least}-{parameter.most}"
    default = f" [{parameter.default}]" if parameter.default != "" else ""
    return f"{parameter.option} {kind}", f"{parameter.about}.{default}"


def _unknown(option: str, puzzle: Puzzle[Any, Any], shared: Sequence[str]) -> ParameterError:
    """The error for an option that neither a puzzle's generator has, nor all of them share."""
    known = [parameter.option for parameter in _parameters(puzzle)]
    owners = [
        name
        for name in puzzle_names()
        if option in (parameter.option for parameter in _parameters(find_puzzle(name)))
    ]
    hint = (
        f"; {option} belongs to {', '.join(owners)}"
        if owners
        else did_you_mean(option, [*known, *shared])
    )
    expected = f"a parameter of {puzzle.name}: {', '.join(known) or 'it has none'}{hint}"
    return ParameterError(puzzle.name, "", Phrase(option), expected)


def given_parameters(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the user has given: 0 is a value, a flag that is not set is none."""
    return {name: v for name, v in options.items() if v is not None and v is not False}


def wanted_options(command: Callable[..., int]) -> Callable[..., int]:
    """The options that say which new boards are wanted, whatever the puzzle."""
    difficulty = click.option(
        "--difficulty",
        default=None,
        metavar="N|N..M|GRADE",
        shell_complete=_complete_grade,
        help="What `rate` says of the boards: the clues that the hardest step needs, such as 1 or "
        "2..4, or easy, medium, hard where the puzzle is calibrated. [any]",
    )
    extra = click.option(
        "--extra-clues",
        is_flag=True,
        help="Keep clues that could be dropped, where a board is too hard without them.",
    )
    return difficulty(extra(command))


def _complete_grade(context: click.Context, _option: click.Parameter, typed: str) -> list[str]:
    """The grades of the puzzle that the command is called for."""
    name = context.meta.get(_NAMED)
    scale = find_puzzle(name).calibration if name else None
    return [grade for grade in (scale.grades if scale else ()) if grade.startswith(typed)]


@click.command(cls=GenerateCommand)
@puzzle_argument
@click.option("--seed", type=SEED, help="The same number makes the same boards. [random]")
@click.option("-n", "n", type=Integer(1), default=1, help="The number of boards. [1]")
@wanted_options
@picture_option
@timeout_option("Give up after this time; the boards found so far are printed.")
def generate(puzzle: Any, seed: int | None, n: int, timeout: float | None, **given: Any) -> int:
    """Make new boards, each with one answer or one class of answers.

    No clue can be dropped: each board without it has further answers. Fresh searches prove both.
    Boards without a clue too many are often hard; where a board has to be easier, --extra-clues
    lets it keep some. Where no board is as hard as --difficulty wants, the nearest one is printed,
    with exit code 3. The boards go to standard output as an instance file, several with their
    seeds as labels: board 2 of --seed 7 is board 1 of --seed 8. A comment has the command that
    makes a board again.

    \b
    pyasp-puzzles generate pips --seed 7
    pyasp-puzzles generate twenty_four_seven --views 100 -n 3 > mine.txt
    pyasp-puzzles generate pips --board 4x5 | pyasp-puzzles solve pips -
    """
    from pyasp_puzzles.verbs.generation.generating import generate as boards
    from pyasp_puzzles.verbs.generation.wanted import NotAsWantedError

    parameters = {
        name: value for name, value in given.items() if value is not None and value is not False
    }
    notes = terminal.console(stderr=True)
    found = 0
    try:
        with spinner(notes, f"{puzzle.name}: starting") as tell:
            made = boards(
                puzzle.name,
                seed=seed,
                n=n,
                timeout=timeout,
                progress=lambda words: tell(f"{puzzle.name}: {words}"),
                **parameters,
            )
            for text in _texts(puzzle, made, parameters, labelled=n > 1):
                found += 1
                click.echo(text, nl=False)
    except NotAsWantedError as error:
        for text in _texts(puzzle, [error.board], parameters, labelled=False):
            click.echo("\n" * bool(found) + text, nl=False)
        raise
    except KeyboardInterrupt:
        click.echo(f"interrupted; {found} of {counted(n, 'board')} found", err=True)
        return GAVE_UP
    return FOUND


def _texts(
    puzzle: Puzzle[Any, Any],
    boards: Iterable[Any],
    parameters: Mapping[str, Any],
    *,
    labelled: bool,
) -> Iterator[str]:
    """The boards as the parts of one instance file, each with the command that makes it."""
    from pyasp_puzzles.boards.generator import unique_up_to
    from pyasp_puzzles.verbs.generation.generating import checked, generator_of

    between = ""
    generator = generator_of(puzzle)
    own = {each.name for each in generator.parameters} & parameters.keys()
    kind = generator.kind(checked(puzzle.name, generator, {n: parameters[n] for n in own}))
    promise = f"% {unique_up_to(kind)}\n" if kind else ""
    for board in boards:
        seed = board.name.removeprefix("seed ")
        keep(board)
        label = f"{between}=== {seed}\n" if labelled else ""
        command = f"% {_command(puzzle.name, seed, parameters)}\n"
        yield f"{label}{command}{promise}{puzzle.format(board)}"
        between = "\n"


def _command(puzzle: str, seed: str, parameters: Mapping[str, Any]) -> str:
    """The command that makes a board again."""
    import clingo

    words = ["pyasp-puzzles", "generate", puzzle, "--seed", seed]
    for name, value in parameters.items():
        words.append("--" + name.replace("_", "-"))
        words += [] if value is True else [str(value)]
    return f"{shlex.join(words)}   (clingo {clingo.__version__})"
