"""Commands that search: ``solve`` and ``count``."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.formats.outputs import json_lines
from pyasp_puzzles.boards.registry import addresses, load_boards
from pyasp_puzzles.cli import report, terminal
from pyasp_puzzles.cli.advice import say_unchecked
from pyasp_puzzles.cli.arguments import (
    FOUND,
    GAVE_UP,
    NONE,
    given_name,
    instance_argument,
    puzzle_argument,
    search_options,
)
from pyasp_puzzles.cli.completion import complete_file
from pyasp_puzzles.cli.numbers import SEED, Integer
from pyasp_puzzles.cli.picture_files import keep, picture_option
from pyasp_puzzles.cli.puzzle_option import PuzzleOption, by_option
from pyasp_puzzles.cli.symmetry import SymmetryCommand
from pyasp_puzzles.cli.waiting import counting, watched
from pyasp_puzzles.core.errors import PuzzleError, warn_of
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.work.deadline import INTERRUPTED, SIGNAL_REASONS, stopped_by_ctrl_c

if TYPE_CHECKING:
    from rich.console import Console

    from pyasp_puzzles.boards.puzzle import Puzzle
    from pyasp_puzzles.counts.estimation.beside import EstimateBeside
    from pyasp_puzzles.engines.results import Answer, Count


@click.command(cls=SymmetryCommand)
@puzzle_argument
@instance_argument
@click.option("-n", "limit", type=Integer(0), help="Stop after N answers; 0 means all. [1]")
@click.option("--all", "all_", is_flag=True, help="All answers (as -n 0).")
@search_options
@click.option("--seed", type=SEED, help="Shuffle the search by this number.")
@picture_option
@click.option("--stats", is_flag=True, help="Say where the time went, on standard error.")
@click.option("--json", "as_json", is_flag=True, help="One answer a line, as a JSON object.")
@click.option(
    "--summary",
    metavar="FILE",
    callback=given_name,
    shell_complete=complete_file,
    help="Write how each search ended to FILE, a JSON object a line: status, answers, exhausted, "
    "engine, seconds.",
)
@click.option(
    "--export",
    metavar="FORMAT",
    cls=PuzzleOption,
    of=attrgetter("export"),
    help="Print the answers in a foreign format instead",
)
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
    summary: str | None,
    export: str | None,
    **options: Any,
) -> int:
    """Find answers, verify and draw them.

    Answers go to standard output, how the search ended to standard error. Clasp's own options may
    follow after --, in place of the puzzle's choice of them: those that keep the answers.

    \b
    pyasp-puzzles solve packing hexagonal_cylinder
    pyasp-puzzles solve pips day.json                   (all three levels)
    pyasp-puzzles solve eternity --all --json | head -3
    pyasp-puzzles solve packing soma --seed 7 -- --config=crafty
    """
    from pyasp_puzzles.boards.puzzle import Found, WholeFile
    from pyasp_puzzles.core.symbols import Status
    from pyasp_puzzles.verbs import solving

    most = _most(limit, all_)
    written = export_of(puzzle, export, as_json)
    start = time.perf_counter()
    boards = load_boards(puzzle, instance)
    parsing = time.perf_counter() - start
    if isinstance(written, WholeFile):
        written.write([Found(board, (), exhausted=False) for board in boards])  # may refuse
    files = []
    summarize = json_lines(summary)
    console, notes = terminal.console(), terminal.console(stderr=True)
    codes = []
    for board in boards:
        answers = solving.solve(board, limit=most or None, options=clasp, **options)
        solutions = []
        with stopped_by_ctrl_c(answers), watched(notes, board.name, answers) as found:
            for answer in found:
                if isinstance(written, WholeFile):
                    keep(answer)
                    solutions.append(answer.solution)
                else:
                    _print_answer(console, answer, written, as_json)
        files.append(Found(board, solutions, answers.exhausted))
        seconds = {"parse": parsing, **answers.seconds}
        summarize(report.summary(puzzle.name, board.name, answers, seconds))
        if answers.status is Status.UNSATISFIABLE:
            drawn = puzzle.picture(board, None)
            keep(drawn)
            if not (as_json or export):
                terminal.show(console, drawn)
        report.print_ending(notes, board.name, answers, seconds if stats else None)
        say_unchecked(puzzle.name, board, options["engine"])
        codes.append(_code(answers.found, answers.exhausted or answers.reason == "limit"))
        if answers.reason.startswith(INTERRUPTED):
            break
    if isinstance(written, WholeFile):
        click.echo(written.write(files))
    return max(codes)


def _most(limit: int | None, all_: bool) -> int:
    """How many answers are wanted; 0 means all.

    Raises:
        PuzzleError: both options are given.
    """
    if all_ and limit is not None:
        raise PuzzleError("found both -n and --all, expected one of them")
    return 0 if all_ else 1 if limit is None else limit


def export_of(puzzle: Puzzle[Any, Any], name: str | None, as_json: bool) -> Any:
    """The puzzle's export of this name, see :attr:`Puzzle.export`; ``None`` without a name.

    Raises:
        PuzzleError: the puzzle has no such export, or the answers are to be JSON.
    """
    if name and as_json:
        raise PuzzleError("found both --json and --export, expected one of them")
    if name and name not in puzzle.export:
        formats = ", ".join(puzzle.export) or "none for this puzzle"
        raise PuzzleError(f"--export: found {name!r}, expected {formats}")
    return puzzle.export[name] if name else None


def _print_answer(
    to: Console,
    answer: Answer[Any, Any, Any],
    written: Callable[[Any, Any], str] | None,
    as_json: bool,
) -> None:
    """Print an answer in a foreign format, as JSON or as a picture."""
    if written:
        keep(answer)
        click.echo(written(answer.instance, answer.solution))
    elif as_json:
        keep(answer)
        terminal.print_json(answer.as_json())
    else:
        terminal.draw(to, answer)


@click.command(cls=SymmetryCommand)
@puzzle_argument
@instance_argument
@by_option
@search_options
@click.option(
    "--processes",
    type=Integer(1, 1024),
    help="Cut the search into cubes, and search them in so many processes. [with --store or "
    "--cubes: one for each core]",
)
@click.option(
    "--cluster",
    default="",
    callback=given_name,
    metavar="ADDRESS",
    help="Let the workers of the Dask scheduler at tcp://HOST:PORT search the cubes.",
)
@click.option(
    "--store",
    default="",
    callback=given_name,
    metavar="FILE",
    shell_complete=complete_file,
    help="Keep each answer in FILE (see the command answers); given again, the count goes on from "
    "there.",
)
@click.option(
    "--cubes",
    type=Integer(1, 10**6),
    help="Cut the search into about so many cubes, or more. [16 for each process, at least 32]",
)
@click.option("--stats", is_flag=True, help="Say who counted and where the time went.")
@click.option("--bare", is_flag=True, help="Print nothing but the numbers, one a line.")
@click.option("--json", "as_json", is_flag=True, help="One board a line, as a JSON object.")
@click.pass_obj
def count(
    clasp: list[str],
    /,
    puzzle: Any,
    instance: str,
    stats: bool,
    bare: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Count the answers: distinct sets of shown atoms.

    When the output is not a terminal, prints the bare number of a single board, and NAME, a tab
    and the number for each of several; "at least" is said on standard error then, and by the exit
    code 3. With --processes, --cluster, --store or --cubes the search
    is cut into cubes: parts that share no answer.

    \b
    pyasp-puzzles count packing soma --symmetry             (240 classes)
    pyasp-puzzles count packing soma --symmetry rotations   (480 classes)
    pyasp-puzzles count pips day.json#hard --by filling
    pyasp-puzzles count packing pentominoes_6x10 --processes 4 --store 6x10.store
    pyasp-puzzles count pips day.json --json

    The objects of --json have "puzzle", "instance", "answers", "exhausted", "reason" (why it is
    not exhausted), "by", "symmetry" (an object, or null), "engine", "cubes" ("done" and "all", or
    null) and, as the last one, "seconds" by phase.
    """
    from pyasp_puzzles.verbs.counting import count as counted

    if as_json and bare:
        raise PuzzleError("found both --json and --bare, expected one of them")
    console, notes = terminal.console(), terminal.console(stderr=True)
    boards = load_boards(puzzle, instance)
    if options["store"] and len(boards) > 1:
        expected = addresses(boards)
        raise PuzzleError(f"--store keeps the answers of one board, expected one of {expected}")
    codes = []
    for board in boards:
        beside = _beside(board, clasp, options) if notes.is_terminal else None
        with counting(notes, board.name, beside) as progress:
            found = counted(board, progress=progress, options=clasp, **options)
        if not stats and found.cubes:
            for remark in found.remarks:
                notes.print(f"{board.name}: {remark}", highlight=False, markup=False)
        if as_json:
            terminal.print_json(report.count_summary(puzzle.name, board.name, found, options["by"]))
        elif console.is_terminal and not bare:
            noun = "class" if options["symmetry"] else options["by"] or "answer"
            console.print(report.count_line(board.name, found, noun), highlight=False, markup=False)
        else:
            label = "" if bare or len(boards) == 1 else f"{board.name}\t"
            click.echo(f"{label}{found.answers}")
            if not found.exhausted:
                click.echo(f"{board.name}: {found} ({report.ending(found)})", err=True)
        if stats:
            report.statistics(notes, found, found.seconds)
        say_unchecked(puzzle.name, board, options["engine"])
        _compare_with_file(board, found, options["by"], options["symmetry"])
        codes.append(_code(found.answers, found.exhausted))
        if found.reason.startswith(SIGNAL_REASONS):
            break
    return max(codes)


def _compare_with_file(board: Any, found: Count, by: str, symmetry: str) -> None:
    """Warn if the file of a board states another number of what was counted."""
    words = {(by, ""): f"{by}s", ("", ""): "answers", ("", ALL): "classes"}
    word = words.get((by, symmetry), "")
    stated = dict(board.known).get(word)
    if found.exhausted and stated not in (None, found.answers):
        warn_of([f"{board.name}: states {word}: {stated}, but the count is {found.answers}"])


def _beside(board: Any, clasp: Sequence[str], options: Mapping[str, Any]) -> EstimateBeside | None:
    """What makes an estimate of a count that takes long; ``None`` for a count in cubes."""
    in_cubes = any(options[name] for name in ("processes", "cluster", "store", "cubes"))
    if clasp or in_cubes:
        return None
    from pyasp_puzzles.counts.estimation.beside import EstimateBeside

    return EstimateBeside(board, **{name: options[name] for name in ("engine", "symmetry", "by")})


def _code(found: int, done: bool) -> int:
    if not done:
        return GAVE_UP
    return FOUND if found else NONE
