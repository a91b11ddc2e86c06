"""The ``clingo`` program, for those who have only the wheel: it installs no such command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from clingo import Control
from clingo.application import Application, clingo_main

from pyasp_puzzles.formats.inputs import read_text
from pyasp_puzzles.puzzle import program_folder
from pyasp_puzzles.registry import find_puzzle, puzzle_names

_ERROR = 65
"""clasp's exit code for a program that cannot be read or grounded."""


class _Clingo(Application):
    """What the real program does; the binding would add a traceback to clingo's own errors."""

    program_name = "clingo"
    failed = False

    def main(self, control: Control, files: Sequence[str]) -> None:
        try:
            for file in files or ["-"]:
                control.load(file)
            control.ground([("base", [])])
            control.solve()
        except RuntimeError as error:
            # After a signal or --time-limit clasp has printed what it found and has its code.
            if "stopped by signal" not in str(error):
                print(f"*** ERROR: (clingo): {error}", file=sys.stderr)
                self.failed = True


def run_clingo(arguments: Sequence[str]) -> int:
    """Run clingo with its own arguments and return clasp's own exit code (10, 20, 30, ...).

    A program's name is one, as :func:`shipped_program` has it.

    Raises:
        PuzzleError: a third party's package that is named is broken.
    """
    application = _Clingo()
    code = clingo_main(application, [shipped_program(argument) for argument in arguments])
    return _ERROR if application.failed else code


def shipped_program(argument: str) -> str:
    """The path of a program, where the argument is its name and no file here.

    Names are those of the files in ``lp`` (``packing.lp``, ``examples/packing.lp``), and
    ``NAME.lp`` for the puzzle NAME of a third party.

    Raises:
        PuzzleError: the package that offers this puzzle is broken.
    """
    if not argument.endswith(".lp") or argument.startswith("-") or Path(argument).exists():
        return argument
    name = argument.removeprefix("lp/")
    shipped = program_folder() / name
    if shipped.is_file():
        return str(shipped)
    puzzle = name.removesuffix(".lp")
    return str(find_puzzle(puzzle).program_path()) if puzzle in puzzle_names() else argument


def program_names() -> list[str]:
    """The names that :func:`shipped_program` knows, sorted."""
    folder = program_folder()
    shipped = {path.relative_to(folder).as_posix() for path in folder.rglob("*.lp")}
    return sorted(shipped | {f"{puzzle}.lp" for puzzle in puzzle_names()})


def check_program(path: str) -> None:
    """Refuse what is no program: clingo reads a folder as an empty one.

    It may also want to quote bytes that are not UTF-8, which ends the process.

    Raises:
        InstanceError: the file is missing, or is no text.
    """
    if not Path(path).exists() or Path(path).is_dir() or Path(path).is_file():  # not a pipe
        read_text(path, most=None)
