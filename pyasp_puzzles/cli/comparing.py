"""The command that compares engines: ``compare``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.formats import outputs
from pyasp_puzzles.boards.puzzle import TASKS
from pyasp_puzzles.boards.registry import load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import (
    DISAGREE,
    ERROR,
    FOUND,
    GAVE_UP,
    constants_option,
    named_puzzle,
    public_name,
    size_option,
    solver_option,
    with_options,
)
from pyasp_puzzles.cli.completion import (
    complete_compared,
    complete_engines,
    complete_file,
    complete_folder,
    complete_own,
)
from pyasp_puzzles.cli.engine_list import print_engines
from pyasp_puzzles.cli.numbers import SEED, Amount, Integer
from pyasp_puzzles.cli.symmetry import SymmetryCommand, symmetry_option
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import check_installed

if TYPE_CHECKING:
    from pyasp_puzzles.comparison import Case, Comparison, Plan

_UNITS = {"K": 10, "M": 20, "G": 30}


def _bytes(_context: click.Context, _parameter: click.Parameter, text: str) -> int:
    number, unit = text.strip().upper().removesuffix("B"), 0
    if number[-1:] in _UNITS:
        number, unit = number[:-1], _UNITS[number[-1]]
    try:
        return int(float(number) * (1 << unit))
    except (ValueError, OverflowError):
        raise click.BadParameter(f"found {text!r}, expected a size such as 4G or 500M") from None


@click.command(cls=SymmetryCommand)
@click.argument("names", nargs=-1, metavar="PUZZLE [INSTANCE]...", shell_complete=complete_compared)
@click.option(
    "--program",
    "of_program",
    is_flag=True,
    help="Compare on your own ASP program: its files instead of PUZZLE and INSTANCE. "
    "Answers are all answer sets: #minimize is ignored.",
)
@constants_option
@size_option
@click.option("--list", "listing", is_flag=True, help="List the engines that exist for PUZZLE.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="With --list: also sources, further engines, and the page on them.",
)
@click.option(
    "--engines",
    default="",
    metavar="ENGINE,...",
    shell_complete=complete_engines,
    help="The engines to compare, by the names of --list. [asp, what auto takes, translate, sat "
    "with two solvers, cpsat, as far as PUZZLE and the installed packages have them; on a program "
    "asp and translate with two solvers]",
)
@solver_option
@click.option(
    "--task",
    type=click.Choice(TASKS),
    default="first",
    help="The first answer, all, the proof that there is none, or their number. [first]",
)
@click.option(
    "--repeat", type=Integer(1, 1000), default=5, help="Measured runs of each engine. [5]"
)
@click.option(
    "--timeout",
    type=Amount("seconds", 10**7),
    default=60.0,
    help="The CPU time that a run may take. [60]",
)
@click.option(
    "--memory",
    default="4G",
    callback=_bytes,
    metavar="SIZE",
    help="The memory (address space) that a run may take; 1G is 2^30 bytes. [4G]",
)
@click.option(
    "--seed",
    "seeds",
    type=SEED,
    multiple=True,
    help="Shuffle the searches by this number; may be repeated: runs with each.",
)
@click.option("--threads", type=Integer(1, 64), default=1, help="The threads of each engine. [1]")
@symmetry_option
@click.option(
    "--by",
    default="",
    metavar="WAY",
    shell_complete=complete_own(attrgetter("variants")),
    help="What to count, as in the command count.",
)
@click.option(
    "--csv",
    metavar="FILE",
    shell_complete=complete_file,
    help="Write the rows as CSV, and how they were measured as FILE.setting.json.",
)
@click.option(
    "--jsonl",
    metavar="FILE",
    shell_complete=complete_file,
    help="Write every run as a line of JSON.",
)
@click.option(
    "--markdown", metavar="FILE", shell_complete=complete_file, help="Write the tables as Markdown."
)
@click.option(
    "--latex",
    metavar="FILE",
    shell_complete=complete_file,
    help="Write the tables as LaTeX (booktabs).",
)
@click.option(
    "--plots",
    metavar="FOLDER",
    shell_complete=complete_folder,
    help="Write a cactus plot and scatter plots (SVG).",
)
def compare(
    names: tuple[str, ...],
    of_program: bool,
    constants: dict[str, str],
    listing: bool,
    verbose: bool,
    engines: str,
    solver: str,
    csv: str | None,
    jsonl: str | None,
    markdown: str | None,
    latex: str | None,
    plots: str | None,
    **options: Any,
) -> int:
    """Compare engines: the same answers first, then times.

    Each run is a process of its own with limits; engines take turns. When the answers of two
    engines differ, compare prints an answer that only one of them has and no times; the exit code
    is 4 then. It is 3 where no engine finishes within its limits.

    \b
    pyasp-puzzles compare packing --list
    pyasp-puzzles compare packing soma --symmetry --engines asp,cpsat --task all
    pyasp-puzzles compare eternity framed_5x5 hints_6x6 --repeat 3 --csv times.csv
    pyasp-puzzles compare --program my.lp facts.lp --engines asp,translate
    """
    from pyasp_puzzles.comparison import Conditions, make_plan

    if not names:
        expected = "a program's files" if of_program else "a puzzle"
        raise PuzzleError(f"found nothing to compare on, expected {expected}")
    if listing:
        if of_program:
            raise PuzzleError("found both --list and --program, expected one of them")
        print_engines(terminal.console(), named_puzzle(names[0]).name, verbose=verbose)
        return FOUND
    if verbose:
        raise PuzzleError("found -v without --list, expected both or none")
    cases = [_program(names, constants)] if of_program else _boards(names, constants)
    chosen = [name for name in engines.split(",") if name.strip()]
    if engines and not chosen:
        raise PuzzleError(f"--engines: found {engines!r}, expected ENGINE,...; see --list")
    plan = make_plan(cases, chosen, Conditions(**options), solver=solver)
    forms = {"csv": csv, "jsonl": jsonl, "markdown": markdown, "latex": latex}
    written = {form: path for form, path in forms.items() if path}
    _check_files(written, plots)
    if plan.left_out:
        lacks = (f"{', '.join(map(str, who))} ({lack})" for lack, who in plan.left_out.items())
        click.echo(f"left out: {'; '.join(lacks)}", err=True)
    return _show(plan, written, plots)


def _program(names: Sequence[str], constants: dict[str, str]) -> Case:
    """The files of a user's own program as one case.

    Raises:
        PuzzleError: one of them is no file that each run can read anew, or --size is given.
    """
    from pyasp_puzzles.comparison import Case
    from pyasp_puzzles.engines.program import check_constants, check_program, shipped_program

    if with_options(""):
        raise PuzzleError("found --size, which goes with a puzzle only")
    files = tuple(Path(shipped_program(name)) for name in names)
    for name, file in zip(names, files, strict=True):
        if name == "-" or (file.exists() and not (file.is_file() or file.is_dir())):
            raise PuzzleError(f"{name}: found no file, expected one: each run reads it anew")
        check_program(str(file))
    check_constants(files, constants)
    return Case(" ".join(map(public_name, names)), None, files, constants)


def _boards(names: Sequence[str], constants: dict[str, str]) -> list[Case]:
    """A puzzle's name and addresses of instances as cases.

    Raises:
        PuzzleError: an instance cannot be loaded, or -c is given.
    """
    from pyasp_puzzles.comparison import Case

    if constants:
        raise PuzzleError("found -c, which goes with --program only")
    puzzle = named_puzzle(names[0])
    addresses = map(with_options, names[1:] or [""])
    boards = [board for address in addresses for board in load_boards(puzzle, address)]
    return [Case(public_name(board.name), board) for board in boards]


def _check_files(written: dict[str, str], plots: str | None) -> None:
    """Refuse what cannot be written before anything runs.

    Args:
        written: paths by form.
        plots: the folder of the plots.

    Raises:
        PuzzleError: a file or folder cannot be written, or two files are the same.
    """
    from pyasp_puzzles.comparison.export import SETTING

    paths = [
        *written.values(),
        *(f"{path}{SETTING}" for form, path in written.items() if form == "csv"),
    ]
    outputs.check_distinct(*paths)
    for path in paths:
        outputs.check_writable(path)
    if plots:
        check_installed("matplotlib")
        outputs.make_folder(plots)


def _show(plan: Plan, written: dict[str, str], plots: str | None) -> int:
    """Run the plan, print what it found and write the files, whose paths are given by form."""
    from pyasp_puzzles.comparison import Ending, live, race, tables
    from pyasp_puzzles.comparison.setting import setting_text

    console = terminal.console()
    with live.LiveTable(terminal.console(stderr=True), plan) as watcher:
        found = race(plan, watcher)
    if not found.runs:
        click.echo("interrupted: nothing was measured so far", err=True)
        return GAVE_UP
    cases = {w: run.case for run in reversed(found.runs) for w in run.report.messages}
    for warning, case in reversed(cases.items()):
        click.echo(f"{case}: {warning}", err=True)
    try:
        if found.disagreements:
            console.print(tables.disagreement_text(found, console.width))
        else:
            text = setting_text(plan, console.width)
            console.print(f"{text}\n", markup=False, highlight=False)
            console.print(tables.table(found, console.width))
    finally:  # a closed pipe or a full disk does not lose the other files
        with ExitStack() as writing:
            for path, text in _files(found, written).items():
                writing.callback(outputs.write_text, path, text)
            if plots and not found.disagreements:
                writing.callback(_plot, found, Path(plots))
    if found.disagreements:
        return DISAGREE
    if found.interrupted:
        click.echo("interrupted: what was measured so far", err=True)
        return GAVE_UP
    errors = (Ending.ERROR,) if plan.default else (Ending.ERROR, Ending.MISFIT)
    if any(run.ending in errors for run in found.runs):
        return ERROR
    return FOUND if any(run.ending is Ending.DONE for run in found.runs) else GAVE_UP


def _files(found: Comparison, written: dict[str, str]) -> dict[str, str]:
    """The texts of the files that are wanted, by path."""
    from pyasp_puzzles.comparison import export
    from pyasp_puzzles.comparison.latex import latex

    forms = {"jsonl": export.json_lines, "markdown": export.markdown, "latex": latex}
    texts: dict[str, str] = {}
    for form, path in written.items():
        if form == "csv":
            texts |= export.csv_files(found, path)
        else:
            texts[path] = forms[form](found)
    return texts


def _plot(found: Comparison, folder: Path) -> None:
    """A cactus plot, and each engine against the first one."""
    from pyasp_puzzles.comparison import plots

    outputs.write_text(str(folder / "cactus.svg"), plots.cactus(found))
    first, *others = found.plan.engines
    for other in others:
        name = f"scatter_{str(other).replace(':', '_').replace('.', '_')}.svg"
        outputs.write_text(str(folder / name), plots.scatter(found, first, other))
