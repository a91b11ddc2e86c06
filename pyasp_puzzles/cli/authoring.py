"""What ``new-puzzle`` and ``check-puzzle`` tell to authors of puzzles."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.verbs.verb import FOUND, NONE


def tell_new_puzzle(run: CommandRun) -> int:
    """Write a package, and print its files and what comes next."""
    for path in run.function(run["name"], run["answer"], Path(run["folder"] or "")):
        click.echo(path)
    folder = Path(run["folder"] or "") / run["name"]
    advice = f"`pip install -e {folder}` makes it a puzzle, `check-puzzle {run['name']}` checks it"
    terminal.echo(advice, err=True)
    return FOUND


def tell_check_puzzle(run: CommandRun) -> int:
    """Print each finding as it comes."""
    code = FOUND
    for found in run.function(run.puzzle.name):
        if run["json"]:
            terminal.print_json(asdict(found))
        else:
            click.echo(found)
        if found.kept is False:
            code = NONE
    return code
