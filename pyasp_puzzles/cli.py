"""The command line: parse arguments, call one function, print.

Exit codes follow grep: 0 found (or all well), 1 proved that there is none (or a rule is broken),
2 error, 3 gave up (time or limit).  ``clingo`` passes clasp's own codes through.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem, shell_complete

from pyasp_puzzles import report
from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.puzzle import find_puzzle, puzzle_names

if TYPE_CHECKING:
    from pyasp_puzzles.outcome import Answers

FOUND, NONE, ERROR, GAVE_UP = 0, 1, 2, 3
INTERRUPTED = "interrupted"

F = TypeVar("F", bound=Callable[..., Any])


def _find(_context: click.Context, _parameter: click.Parameter, name: str | None) -> Any:
    return None if name is None else find_puzzle(name)


def _complete_puzzle(
    _context: click.Context, _parameter: click.Parameter, start: str
) -> list[CompletionItem]:
    return [CompletionItem(name) for name in puzzle_names() if name.startswith(start)]


def _complete_instance(
    context: click.Context, _parameter: click.Parameter, start: str
) -> list[CompletionItem]:
    """The shipped instances of the puzzle before it, else files."""
    puzzle = context.params.get("puzzle")
    names = puzzle.instance_files() if puzzle else ()
    items = [CompletionItem(name) for name in names if name.startswith(start)]
    return items or [CompletionItem(start, type="file")]


puzzle_argument = click.argument("puzzle", callback=_find, shell_complete=_complete_puzzle)
instance_argument = click.argument(
    "instance",
    default="",
    required=False,
    callback=lambda _context, _parameter, address: address.strip(),
    shell_complete=_complete_instance,
)


def search_options(command: F) -> F:
    """The options that ``solve`` and ``count`` share."""
    for option in (
        click.option(
            "--symmetry/--no-symmetry",
            default=False,
            help="One answer of each class under the symmetries of the instance.",
        ),
        click.option(
            "--threads", type=click.IntRange(1, 64), default=1, help="Parallel search. [1]"
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


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="INSTANCE is a shipped name, a file or - (standard input), perhaps with #LABEL; left "
    "out, it is the puzzle's first. Exit codes: 0 found, 1 proved none, 2 error, 3 gave up.",
)
@click.version_option(package_name="pyasp-puzzles", message="%(prog)s %(version)s")
def cli() -> None:
    """Solve puzzles with answer set programming.

    \b
    pyasp-puzzles list
    pyasp-puzzles solve packing hexagonal_cylinder
    pyasp-puzzles count packing pentominoes_3x20 --symmetry
    pyasp-puzzles facts pips FILE | clingo lp/pips.lp - 0
    """


@cli.command(name="list")
@click.argument("puzzle", required=False, callback=_find, shell_complete=_complete_puzzle)
def list_(puzzle: Any) -> int:
    """List the puzzles and their shipped instances.

    "answers" is the known number of answers, "classes" their number up to symmetry.
    """
    for found in [puzzle] if puzzle else map(find_puzzle, puzzle_names()):
        boards = [board for name in found.instance_files() for board in found.load_all(name)]
        rows = [(board.name, found.size(board), report.known(board)) for board in boards]
        names, sizes = (max((len(row[i]) for row in rows), default=0) for i in (0, 1))
        click.echo(f"{found.name}: {found.title}")
        for name, size, known in rows:
            click.echo(f"  {name:{names}}  {size:{sizes}}  {known}".rstrip())
    return FOUND


@cli.command()
@puzzle_argument
@instance_argument
def show(puzzle: Any, instance: str) -> int:
    """Draw the unsolved board.

    \b
    pyasp-puzzles show twenty_four_seven 2020_a
    pyasp-puzzles show pips day.json#hard
    """
    console = report.console()
    for board in puzzle.load_all(instance):
        report.draw(console, puzzle.picture(board, None))
    return FOUND


@cli.command()
@puzzle_argument
@instance_argument
@click.option(
    "-n", "limit", type=click.IntRange(0), help="Stop after so many answers; 0 means all. [1]"
)
@click.option("--all", "all_", is_flag=True, help="All answers (as -n 0).")
@search_options
@click.option("--seed", type=click.IntRange(0), help="Shuffle the search.")
@click.option("--stats", is_flag=True, help="Say where the time went, on standard error.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--export", metavar="FORMAT", help="Print each answer in a foreign format instead.")
@click.pass_obj
def solve(
    clasp: list[str],
    /,
    puzzle: Any,
    instance: str,
    limit: int | None,
    all_: bool,
    stats: bool,
    as_json: bool,
    export: str | None,
    **options: Any,
) -> int:
    """Solve, verify and draw.

    Clasp's own options may follow after --, in place of the puzzle's choice of them.

    \b
    pyasp-puzzles solve packing hexagonal_cylinder
    pyasp-puzzles solve pips day.json                   (all three levels)
    pyasp-puzzles solve eternity --all --json | head -3
    pyasp-puzzles solve packing soma --seed 7 -- --config=crafty
    """
    from pyasp_puzzles import api
    from pyasp_puzzles.outcome import Status

    if all_ and limit is not None:
        raise PuzzleError("found both -n and --all, expected one of them")
    if as_json and export:
        raise PuzzleError("found both --json and --export, expected one of them")
    if export and export not in puzzle.export:
        formats = ", ".join(puzzle.export) or "none for this puzzle"
        raise PuzzleError(f"--export: found {export!r}, expected {formats}")
    most = 0 if all_ else 1 if limit is None else limit
    start = time.perf_counter()
    boards = puzzle.load_all(instance)
    parsing = time.perf_counter() - start
    console, notes = report.console(), report.console(stderr=True)
    codes = []
    for board in boards:
        answers = api.solve(board, limit=most or None, options=clasp, **options)
        with _ctrl_c(answers):
            for answer in answers:
                if as_json:
                    report.line(answer.as_json())
                elif export:
                    click.echo(puzzle.export[export](board, answer.solution))
                else:
                    report.draw(console, answer)
        seconds = {"parse": parsing, **answers.seconds}
        if as_json:
            report.line(report.summary(puzzle.name, board.name, answers, seconds))
        elif answers.status is Status.UNSATISFIABLE and not export:
            report.draw(console, puzzle.picture(board, None))
        for message in answers.messages:
            notes.print(f"clingo: {message}", style="yellow", highlight=False)
        notes.print(report.status(board.name, answers), highlight=False)
        if stats:
            report.statistics(notes, seconds, answers.statistics)
        done = answers.exhausted or answers.reason == "limit"
        codes.append(_code(answers.found, done))
        if answers.reason.startswith(INTERRUPTED):
            break
    return max(codes)


@cli.command()
@puzzle_argument
@instance_argument
@click.option("--by", default="", metavar="WAY", help="What to count (Pips: placement, filling).")
@search_options
@click.pass_obj
def count(clasp: list[str], /, puzzle: Any, instance: str, **options: Any) -> int:
    """Count the answers: distinct sets of shown atoms.

    Prints the bare number when the output is not a terminal; "at least" is said on standard
    error then, and by the exit code 3.

    \b
    pyasp-puzzles count packing soma --symmetry         (240)
    pyasp-puzzles count pips day.json#hard --by filling
    """
    from pyasp_puzzles import api

    console, notes = report.console(), report.console(stderr=True)
    codes = []
    for board in puzzle.load_all(instance):
        status = notes.status(f"{board.name}: grounding") if notes.is_terminal else nullcontext()
        with status as spinner:

            def progress(number: int, spinner: Any = spinner, name: str = board.name) -> None:
                if spinner:
                    spinner.update(f"{name}: {number:,} so far")

            found = api.count(board, progress=progress, options=clasp, **options)
        if console.is_terminal:
            word = "classes" if options["symmetry"] else f"{options['by'] or 'answer'}s"
            console.print(report.count_line(board.name, found, word), highlight=False)
        else:
            click.echo(found.answers)
            if not found.exhausted:
                click.echo(f"{board.name}: {found} ({found.reason})", err=True)
        codes.append(_code(found.answers, found.exhausted))
        if found.reason.startswith(INTERRUPTED):
            break
    return max(codes)


@cli.command()
@puzzle_argument
@instance_argument
def facts(puzzle: Any, instance: str) -> int:
    """Print an instance as facts for plain clingo.

    \b
    pyasp-puzzles facts packing soma | clingo lp/packing.lp - 0 -q
    """
    from pyasp_puzzles import api

    click.echo(api.facts(puzzle.load(instance)), nl=False)
    return FOUND


@cli.command()
@puzzle_argument
@instance_argument
@click.argument("answer", default="-")
def check(puzzle: Any, instance: str, answer: str) -> int:
    """Verify an answer from a file or standard input, in words.

    The answer is what `solve --json` prints, atoms as clingo prints them, or the puzzle's own
    notation (rows of digits for a number grid).

    \b
    pyasp-puzzles solve packing --json | pyasp-puzzles check packing hexagonal_cylinder -
    """
    from pyasp_puzzles.formats.answers import read_answers
    from pyasp_puzzles.puzzle import read_text

    board = puzzle.load(instance)
    name = "standard input" if answer == "-" else answer
    code = FOUND
    solutions = read_answers(puzzle, board, read_text(answer), name)
    for number, solution in enumerate(solutions, 1):
        broken = puzzle.verify(board, solution)
        click.echo(f"answer {number}: " + ("breaks a rule" if broken else "all rules hold"))
        for rule in broken:
            click.echo(f"  {rule}")
        code = max(code, NONE if broken else FOUND)
    return code


@cli.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def clingo(arguments: tuple[str, ...]) -> int:
    """Run clingo itself: the same options, output and exit codes.

    A program name that is no file here means the shipped one.

    \b
    pyasp-puzzles clingo packing.lp examples/packing.lp 2
    """
    return _clingo(arguments)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; the user's errors become one line.

    Raises:
        OSError: the output cannot be written.
    """
    words = list(arguments)
    if words[:1] == ["clingo"]:  # before click, which would take options and -- for its own
        return _clingo(words[1:])
    completing = os.environ.get("_PYASP_PUZZLES_COMPLETE")
    if completing:
        return shell_complete(cli, {}, "pyasp-puzzles", "_PYASP_PUZZLES_COMPLETE", completing)
    clasp: list[str] = []
    if "--" in words:
        clasp = words[words.index("--") + 1 :]
        words = words[: words.index("--")]
    try:
        if clasp and words[:1] not in (["solve"], ["count"]):
            raise PuzzleError("found words behind --, which only solve and count take")
        # Not cli.main: that one turns a closed pipe into exit code 1, which means "none" here.
        with cli.make_context("pyasp-puzzles", _addresses(words), obj=clasp) as context:
            code = cli.invoke(context)
        return code if isinstance(code, int) else FOUND
    except click.exceptions.Exit as end:
        return end.exit_code
    except PuzzleError as error:
        click.echo(f"pyasp-puzzles: {error}", err=True)
    except click.ClickException as error:
        error.show()
    except (click.Abort, KeyboardInterrupt):
        click.echo("pyasp-puzzles: interrupted", err=True)
        return GAVE_UP
    return ERROR


def _addresses(words: list[str]) -> list[str]:
    """``-#label`` is an address that looks like an option: hide its dash behind a blank."""
    return [f" {word}" if word.startswith("-#") else word for word in words]


@contextmanager
def _ctrl_c(answers: Answers[Any, Any]) -> Iterator[None]:
    """The first Ctrl-C ends the search and keeps what was found; the second one ends all."""

    def first(_number: int, _frame: object) -> None:
        answers.stop(INTERRUPTED)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _clingo(arguments: Sequence[str]) -> int:
    from pyasp_puzzles.engines.program import run_clingo

    return run_clingo(arguments)


def _code(found: int, done: bool) -> int:
    if not done:
        return GAVE_UP
    return FOUND if found else NONE
