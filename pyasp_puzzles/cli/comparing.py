"""What ``compare`` tells: the engines that there are, and a race of some of them."""

from __future__ import annotations

import textwrap
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyasp_puzzles.boards.formats import outputs
from pyasp_puzzles.boards.puzzle import CONFIGURATIONS
from pyasp_puzzles.boards.registry import load_boards, shipped_names
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.command import named_puzzle
from pyasp_puzzles.cli.programs import public_name
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.comparison import Case, Ending, RacePlan, export, make_plan, race, tables
from pyasp_puzzles.comparison.setting import setting_text
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.names import engines_of
from pyasp_puzzles.engines.program import check_program, shipped_program
from pyasp_puzzles.ground.sat import DEFAULT_SOLVER, SOLVERS
from pyasp_puzzles.verbs.verb import DISAGREE, ERROR, FOUND, GAVE_UP

if TYPE_CHECKING:
    from rich.console import Console

_LEAST = 24
"""Columns that the description of an engine has at least, however narrow the terminal is."""
_GAP = 2
_FORMS = {"jsonl": export.json_lines, "markdown": export.markdown}


def tell_compare(run: CommandRun) -> int:
    """List engines, or run them and print how they compare."""
    names = run["names"]
    if not names:
        expected = "a program's files" if run["of_program"] else "a puzzle"
        raise PuzzleError(f"found nothing to compare on, expected {expected}")
    if run["list"]:
        _print_engines(run.console, named_puzzle(names[0]).name, verbose=run["verbose"])
        return FOUND
    if run["verbose"]:
        raise PuzzleError("found -v without --list, expected both or none")
    cases = (_program if run["of_program"] else _boards)(run)
    engines = run["engines"] or ""
    chosen = [name for name in engines.split(",") if name.strip()]
    if engines and not chosen:
        raise PuzzleError(f"--engines: found {engines!r}, expected ENGINE,...; see --list")
    plan = make_plan(cases, chosen, run.function(**run.options), solver=run["solver"] or "")
    written = {form: run[form] for form in ("csv", *_FORMS) if run[form]}
    _check_files(written, run["plots"])
    if plan.left_out:
        lacks = (f"{', '.join(map(str, who))} ({lack})" for lack, who in plan.left_out.items())
        terminal.echo(f"left out: {'; '.join(lacks)}", err=True)
    return _show(run, plan, written)


def _print_engines(to: Console, puzzle: str, *, verbose: bool) -> None:
    """Print a line for each engine of a puzzle: its name, and what it is."""
    from rich.table import Table
    from rich.text import Text

    rows = []
    for engine, encoding, about in engines_of(puzzle):
        flaw = encoding.flaw if encoding else ""
        rows.append((str(engine), flaw, f"{flaw}; {about}" if flaw else about))
    rows += [(row.form, "", row.about) for row in KINDS.values() if row.own_program]
    width = max(_LEAST, to.width - _GAP - max(len(name) for name, _, _ in rows))
    table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for name, flaw, about in rows:
        words = Text(about if verbose else textwrap.shorten(about, width, placeholder=" ..."))
        words.stylize("bold", 0, len(flaw))
        table.add_row(name, words)
    to.print(table, soft_wrap=False)
    notes = ["Sources and further engines: --list -v"]
    if verbose:
        coverers = ", ".join(KINDS["exact-cover"].solvers)
        notes = [
            "auto takes the best of them for the task. Any puzzle can be tried with exact-cover, "
            f"or exact-cover:COVERER with COVERER one of {coverers}. asp:PROFILE knows clasp's "
            f"own configurations as well: {', '.join(CONFIGURATIONS)}.",
            f"Instead of {DEFAULT_SOLVER}: {', '.join(SOLVERS)}, or any DIMACS solver on the PATH.",
        ]
    if verbose and puzzle in shipped_names():
        notes.append(f"What was tried and measured: docs/measured/encodings/{puzzle}.md")
    for note in notes:
        to.print(f"\n{note}", highlight=False, markup=False, soft_wrap=False)


def _program(run: CommandRun) -> list[Case]:
    """The files of a user's own program as one case."""
    if run["size"]:
        raise PuzzleError("found --size, which goes with a puzzle only")
    names, constants = run["names"], run.constants
    files = tuple(Path(shipped_program(name)) for name in names)
    for name, file in zip(names, files, strict=True):
        if name == "-" or (file.exists() and not (file.is_file() or file.is_dir())):
            raise PuzzleError(f"{name}: found no file, expected one: each run reads it anew")
        check_program(str(file))
    return [Case(" ".join(map(public_name, names)), None, files, constants)]


def _boards(run: CommandRun) -> list[Case]:
    """The boards of a puzzle as cases."""
    if run["constants"]:
        raise PuzzleError("found -c, which goes with --program only")
    name, *words = run["names"]
    puzzle = named_puzzle(name)
    addresses = map(run.address, words or [""])
    boards = [board for address in addresses for board in load_boards(puzzle, address)]
    return [Case(public_name(board.name), board) for board in boards]


def _check_files(written: dict[str, str], plots: str | None) -> None:
    """Refuse what cannot be written before anything runs."""
    paths = [*written.values()]
    paths += [f"{path}{export.SETTING}" for form, path in written.items() if form == "csv"]
    outputs.check_distinct(*paths)
    for path in paths:
        outputs.check_writable(path)
    if plots:
        check_installed("matplotlib")
        outputs.make_folder(plots)


def _show(run: CommandRun, plan: RacePlan, written: dict[str, str]) -> int:
    """Run the plan, print what it found and write the files, whose paths are given by form."""
    console = run.console
    run.listen()
    found = race(plan)
    if not found.runs:
        click.echo("interrupted: nothing was measured so far", err=True)
        return GAVE_UP
    cases = {w: each.case for each in reversed(found.runs) for w in each.report.messages}
    for warning, case in reversed(cases.items()):
        terminal.echo(f"{case}: {warning}", err=True)
    try:
        if found.disagreements:
            console.print(tables.disagreement_text(found, console.width))
        else:
            text = setting_text(plan, console.width)
            console.print(f"{text}\n", markup=False, highlight=False)
            console.print(tables.table(found, console.width))
    finally:  # a closed pipe or a full disk does not lose the other files
        with ExitStack() as writing:
            for form, path in written.items():
                texts = {path: _FORMS[form](found)} if form in _FORMS else {}
                for name, text in (texts or export.csv_files(found, path)).items():
                    writing.callback(outputs.write_text, name, text)
            if run["plots"] and not found.disagreements:
                path = str(Path(run["plots"], "cactus.svg"))
                writing.callback(lambda: outputs.write_text(path, export.cactus(found)))
    if found.disagreements:
        return DISAGREE
    if found.interrupted:
        click.echo("interrupted: what was measured so far", err=True)
        return GAVE_UP
    errors = (Ending.ERROR,) if plan.default else (Ending.ERROR, Ending.MISFIT)
    if any(each.ending in errors for each in found.runs):
        return ERROR
    return FOUND if any(each.ending is Ending.DONE for each in found.runs) else GAVE_UP
