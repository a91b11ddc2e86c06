"""The ``clingo`` program, for those who have only the wheel: it installs no such command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clingo import Control
from clingo.application import Application, clingo_main

from pyasp_puzzles.puzzle import program_folder


class _Clingo(Application):
    program_name = "clingo"

    def main(self, control: Control, files: Sequence[str]) -> None:
        for file in files or ["-"]:
            control.load(file)
        control.ground([("base", [])])
        try:
            control.solve()
        except RuntimeError as error:
            # A signal or --time-limit: clasp has printed what it found and has its exit code.
            if "stopped by signal" not in str(error):
                raise


def run_clingo(arguments: Sequence[str]) -> int:
    """Run clingo with its own arguments and return clasp's own exit code (10, 20, 30, ...).

    A program name that is no file here (``packing.lp``, ``examples/packing.lp``) means the
    shipped one.
    """
    return clingo_main(_Clingo(), [_resolve(argument) for argument in arguments])


def _resolve(argument: str) -> str:
    if not argument.endswith(".lp") or argument.startswith("-") or Path(argument).exists():
        return argument
    shipped = program_folder() / argument.removeprefix("lp/")
    return str(shipped) if shipped.is_file() else argument
