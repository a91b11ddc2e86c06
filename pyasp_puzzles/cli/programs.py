"""Commands for any ASP program: ``translate``, ``decode`` and ``clingo``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.formats.inputs import STANDARD_INPUT
from pyasp_puzzles.boards.registry import load_board
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import (
    FOUND,
    GAVE_UP,
    NONE,
    constants_option,
    find,
    instance_argument,
    public_name,
)
from pyasp_puzzles.cli.completion import (
    complete_file,
    complete_program,
    complete_puzzle,
    methods,
    values,
)
from pyasp_puzzles.core.errors import PuzzleError, counted, warn_of

if TYPE_CHECKING:
    from pyasp_puzzles.ground import Translation


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_program
)
@click.option(
    "--to",
    "form",
    type=click.Choice(["cnf", "wcnf", "opb", "aspif"]),
    default="cnf",
    help="DIMACS CNF, with #minimize WCNF or OPB, or clingo's own ground format. [cnf]",
)
@constants_option
@click.option(
    "--loops",
    default="stages",
    metavar="WAY",
    shell_complete=values(lambda _context: ("stages", "levels")),
    help="Positive loops: stages (one model for each answer set) or levels (smaller). [stages]",
)
@click.option(
    "--sums",
    default="bdd",
    metavar="METHOD",
    shell_complete=values(methods),
    help="Counts and weights: bdd (one model for each answer set) or an encoder of PySAT. [bdd]",
)
def translate(
    files: tuple[str, ...], form: str, constants: dict[str, str], loops: str, sums: str
) -> int:
    """Write an ASP program as a formula for SAT solvers.

    The formula goes to standard output.

    The models, on the shown atoms, are the answer sets. Comment lines tell the atoms
    (c atom 17 place(1,2,3)). FILE is a program, NAME.lp for that of the puzzle NAME, or -
    for standard input.

    \b
    pyasp-puzzles translate packing.lp examples/packing.lp > hex.cnf
    pyasp-puzzles facts pips | pyasp-puzzles translate pips.lp - > pips.cnf
    cadical pips.cnf | pyasp-puzzles decode pips.cnf pips
    """
    from pyasp_puzzles import ground as writers
    from pyasp_puzzles.engines.program import check_constants, check_program, shipped_program
    from pyasp_puzzles.ground import translate as to_formula
    from pyasp_puzzles.ground.ground import ground
    from pyasp_puzzles.ground.solver_files import write_aspif

    facts = read_large("-") if "-" in files else ""
    paths = [Path(shipped_program(file)) for file in files if file != "-"]
    for path in paths:
        check_program(str(path))
    check_constants(paths, constants)
    program = ground(paths, facts, constants=dict(constants))
    warn_of(program.warnings())
    if form == "aspif":
        click.echo(write_aspif(program), nl=False)
        return FOUND
    made = to_formula(program, loops=loops, sums=sums, log=lambda message: warn_of([message]))
    write = {"cnf": writers.to_dimacs, "wcnf": writers.to_wcnf, "opb": writers.to_opb}[form]
    how = ["made by pyasp-puzzles translate from:", *map(public_name, files)]
    how += [f"-c {name}={value}" for name, value in constants.items()]
    how.append(f"loops: {loops}; sums: {sums}")
    click.echo(write(made, how), nl=False)
    click.echo(_sizes(made), err=True)
    return FOUND


@click.command()
@click.argument("formula", shell_complete=complete_file)
@click.argument("puzzle", required=False, callback=find, shell_complete=complete_puzzle)
@instance_argument
@click.option(
    "--result",
    default="-",
    metavar="FILE",
    shell_complete=complete_file,
    help="The solver's output. [standard input]",
)
def decode(formula: str, puzzle: Any, instance: str, result: str) -> int:
    """Turn the output of a SAT solver back into answers.

    FORMULA is a file that `translate` wrote and the solver read.

    Where the PUZZLE is named, the answer is verified and drawn.

    \b
    cadical pips.cnf | pyasp-puzzles decode pips.cnf
    minisat pips.cnf out; pyasp-puzzles decode pips.cnf pips --result out
    """
    from pyasp_puzzles import ground as translate
    from pyasp_puzzles.core.symbols import Status
    from pyasp_puzzles.engines.results import Answer

    if formula == result == "-":
        raise PuzzleError("found - twice: formula and result cannot both be standard input")
    if instance and not puzzle:
        raise PuzzleError("found --size without a puzzle, expected both or none")
    board = load_board(puzzle, instance) if puzzle else None
    name = STANDARD_INPUT if result == "-" else result
    atoms = translate.read_map(read_large(formula), formula)
    found = translate.read_result(read_large(result), name)
    if found.status is not Status.SATISFIABLE:
        click.echo(found.status.value)
        return NONE if found.status is Status.UNSATISFIABLE else GAVE_UP
    symbols = translate.decode(atoms, found.literals, name)
    if board is None:
        click.echo(" ".join(map(str, symbols)))
        return FOUND
    answer: Answer[Any, Any, Any] = Answer(puzzle, board, symbols)
    broken = puzzle.verify(board, answer.solution)
    terminal.draw(terminal.console(), answer)
    for rule in broken:
        click.echo(f"breaks a rule: {rule}", err=True)
    return NONE if broken else FOUND


def read_large(path: str) -> str:
    """The text of a file of any size, or of standard input for ``-``.

    Raises:
        InstanceError: it cannot be read, or is no text.
    """
    from pyasp_puzzles.boards.formats.inputs import read_text

    return read_text(path, most=None)


@click.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, shell_complete=complete_program)
def clingo(arguments: tuple[str, ...]) -> int:
    """Run clingo itself: the same options, output and exit codes.

    NAME.lp that is no file here means the program of the puzzle NAME.

    \b
    pyasp-puzzles clingo packing.lp examples/packing.lp 2
    """
    return run_clingo(arguments)


def run_clingo(arguments: Sequence[str]) -> int:
    """The command without click, which would not pass on all options."""
    from pyasp_puzzles.engines import program

    return program.run_clingo(arguments)


def _sizes(made: Translation) -> str:
    """One line on a translation."""
    sizes = made.sizes
    loops = "tight"
    if sizes.loops:
        loops = f"{counted(len(sizes.loops), 'loop')} (the largest of {sizes.loops[0]:,} atoms)"
    return (
        f"{counted(sizes.ground_atoms, 'atom')}, {counted(sizes.rules, 'rule')}, {loops}; "
        f"{counted(sizes.variables, 'variable')}, {counted(sizes.clauses, 'clause')}"
    )
