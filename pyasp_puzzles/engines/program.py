"""The ``clingo`` program, for those who have only the wheel: it installs no such command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from clingo import Control
from clingo.application import Application, clingo_main

from pyasp_puzzles.puzzle import program_folder, read_text

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

    A program name that is no file here (``packing.lp``, ``examples/packing.lp``) means the
    shipped one.
    """
    application = _Clingo()
    code = clingo_main(application, [shipped_program(argument) for argument in arguments])
    return _ERROR if application.failed else code


def shipped_program(argument: str) -> str:
    """The path of a shipped program, where the argument is its name and no file here."""
    if not argument.endswith(".lp") or argument.startswith("-") or Path(argument).exists():
        return argument
    shipped = program_folder() / argument.removeprefix("lp/")
    return str(shipped) if shipped.is_file() else argument


def check_program(path: str) -> None:
    """Refuse what is no program: clingo reads a folder as an empty one.

    It may also want to quote bytes that are not UTF-8, which ends the process.

    Raises:
        InstanceError: the file is missing, or is no text.
    """
    if not Path(path).exists() or Path(path).is_dir() or Path(path).is_file():  # not a pipe
        read_text(path, most=None)
