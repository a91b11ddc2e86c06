"""What ``translate``, ``decode`` and ``clingo`` do with any ASP program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pyasp_puzzles.boards.formats.inputs import STANDARD_INPUT, read_text
from pyasp_puzzles.boards.registry import load_board
from pyasp_puzzles.cli.explaining import program_files
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.core.atoms import Status
from pyasp_puzzles.core.errors import PuzzleError, counted, warn_of
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.solver_files import decode, read_map, read_result, to_dimacs, to_wcnf
from pyasp_puzzles.ground.translation import translate
from pyasp_puzzles.verbs.verb import FOUND, GAVE_UP, NONE


def public_name(file: str) -> str:
    """The name of a file for published results: without the user's folders."""
    return Path(file).name if Path(file).is_absolute() else file


def tell_translate(run: CommandRun) -> int:
    """Print the formula of a program."""
    constants, form = run.constants, run["to"] or "cnf"
    loops = run["loops"] or "stages"
    paths, facts = program_files(run["files"], constants)
    program = ground(paths, facts, constants=constants)
    warn_of(program.warnings())
    made = translate(program, loops=loops, log=lambda message: warn_of([message]))
    write = {"cnf": to_dimacs, "wcnf": to_wcnf}[form]
    how = ["made by pyasp-puzzles translate from:", *map(public_name, run["files"])]
    how += [f"-c {name}={value}" for name, value in constants.items()]
    how.append(f"loops: {loops}")
    click.echo(write(made, how), nl=False)
    sizes, loops = made.sizes, "tight"
    if sizes.loops:
        loops = f"{counted(len(sizes.loops), 'loop')} (the largest of {sizes.loops[0]:,} atoms)"
    program_has = f"{counted(sizes.ground_atoms, 'atom')}, {counted(sizes.rules, 'rule')}, {loops}"
    has = f"{counted(sizes.variables, 'variable')}, {counted(sizes.clauses, 'clause')}"
    click.echo(f"{program_has}; {has}", err=True)
    return FOUND


def tell_decode(run: CommandRun) -> int:
    """Print or draw the answer in the output of a SAT solver."""
    formula, result = run["formula"], run["result"] or "-"
    if formula == result == "-":
        raise PuzzleError("found - twice: formula and result cannot both be standard input")
    address = run.address(run["instance"] or "")
    if address and not run.puzzle:
        raise PuzzleError("found --size without a puzzle, expected both or none")
    board = load_board(run.puzzle, address) if run.puzzle else None
    name = STANDARD_INPUT if result == "-" else result
    atoms = read_map(read_text(formula, most=None), formula)
    found = read_result(read_text(result, most=None), name)
    if found.status is not Status.SATISFIABLE:
        click.echo(found.status.value)
        return NONE if found.status is Status.UNSATISFIABLE else GAVE_UP
    symbols = decode(atoms, found.literals, name)
    if board is None:
        click.echo(" ".join(map(str, symbols)))
        return FOUND
    answer: Answer[Any, Any, Any] = Answer(run.puzzle, board, symbols)
    broken = run.puzzle.verify(board, answer.solution)
    run.draw(answer)
    for rule in broken:
        click.echo(f"breaks a rule: {rule}", err=True)
    return NONE if broken else FOUND
