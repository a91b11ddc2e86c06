"""The command that certifies a number of answers: ``certify``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pyasp_puzzles.boards.formats.outputs import make_folder
from pyasp_puzzles.boards.registry import load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import (
    FOUND,
    instance_argument,
    puzzle_argument,
    timeout_option,
)
from pyasp_puzzles.cli.completion import complete_folder, provers, values
from pyasp_puzzles.cli.symmetry import SymmetryCommand, symmetry_option
from pyasp_puzzles.cli.waiting import spinner


@click.command(cls=SymmetryCommand)
@puzzle_argument
@instance_argument
@symmetry_option
@click.option(
    "--solver",
    default="cadical195",
    metavar="SOLVER",
    shell_complete=values(provers),
    help="The SAT solver that writes the proof. [cadical195]",
)
@timeout_option("Give up after this time.")
@click.option(
    "--checker",
    type=click.Choice(["drat-trim", "own"]),
    help="The program that checks the proof. [drat-trim where it is on the PATH, else own]",
)
@click.option(
    "--write",
    "folder",
    metavar="FOLDER",
    shell_complete=complete_folder,
    help="Keep the formula and the proof there.",
)
def certify(
    puzzle: Any,
    instance: str,
    symmetry: str,
    solver: str,
    timeout: float | None,
    checker: str | None,
    folder: str | None,
) -> int:
    """Prove that there are no other answers, with a proof to check.

    Lists and verifies all answers, none of them twice, translates the program, checks that each
    answer is a model of the formula, forbids it, lets a SAT solver prove that nothing is left, and
    has the proof checked by an independent checker (drat-trim where it is on the PATH, else our
    own). The solvers come with pip install 'pyasp-puzzles[compare]'.

    \b
    pyasp-puzzles certify twenty_four_seven 2020_a
    pyasp-puzzles certify packing hexagonal_cylinder --symmetry  (takes minutes)
    """
    from pyasp_puzzles.counts.certificate import certify as make_certificate

    boards = load_boards(puzzle, instance)
    if folder:
        make_folder(folder)
    console, notes = terminal.console(), terminal.console(stderr=True)
    for board in boards:
        with spinner(notes, f"{board.name}: answers") as progress:
            certificate = make_certificate(
                board,
                symmetry=symmetry,
                solver=solver,
                checker=checker,
                timeout=timeout,
                progress=progress,
            )
        console.print(str(certificate), highlight=False)
        if folder:
            certificate.write(Path(folder))
    return FOUND
