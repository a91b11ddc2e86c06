"""The command ``clingo``, since the clingo wheel does not install one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from clingo import Control
from clingo.application import Application, clingo_main

from pyasp_puzzles.boards.formats.inputs import read_text
from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.core.errors import PuzzleError

_COMMENT = re.compile(r"%\*.*?\*%|%.*?$", flags=re.MULTILINE | re.DOTALL)
_ERROR = 65
"""clasp's exit code for a program that cannot be read or grounded."""


class _Clingo(Application):
    """The clingo program; the default ``main`` would add a traceback to clingo's errors."""

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
        PuzzleError: a third party's package that is named is broken; see :func:`check_constants`.
    """
    application = _Clingo()
    words = [shipped_program(argument) for argument in arguments]
    check_constants([word for word in words if word.endswith(".lp")], _constants(words))
    code = clingo_main(application, words)
    return _ERROR if application.failed else code


def shipped_program(argument: str) -> str:
    """The path of a program, where the argument is its name and no file here.

    Names are those of the files in ``lp`` (``NAME.lp``, ``search/NAME.lp``,
    ``symmetry/NAME.lp``, ``best/NAME.lp``, ``examples/NAME.lp``), and the same for the puzzle NAME
    of a third party.

    Raises:
        PuzzleError: the package that offers this puzzle is broken.
    """
    if not argument.endswith(".lp") or argument.startswith("-") or Path(argument).exists():
        return argument
    name = argument.removeprefix("lp/")
    shipped = program_folder() / name
    if shipped.is_file():
        return str(shipped)
    folder, _, file = name.rpartition("/")
    puzzle = file.removesuffix(".lp")
    if puzzle not in puzzle_names():
        return argument
    found = find_puzzle(puzzle).program_path()
    beside = found.parent / folder / file if folder else found
    return str(beside) if beside.is_file() else argument


def _constants(words: Sequence[str]) -> list[str]:
    """The names behind clingo's option ``-c``.

    >>> _constants(["-c", "n=1", "--const=m=2", "-ck=3", "a.lp"])
    ['n', 'm', 'k']
    """
    options = re.findall(r"(?:^|\n)(?:-c\n?|--const[=\n])([^=\n]*)=", "\n".join(words))
    return [option.strip() for option in options]


def check_constants(files: Iterable[str | Path], constants: Iterable[str]) -> None:
    """Refuse the constant ``symmetry`` where it would change nothing.

    clingo says nothing of a constant that no file has.

    Raises:
        PuzzleError: a puzzle's program is among the files, and none of them has this constant.
    """
    if "symmetry" not in constants:
        return
    paths = [Path(file) for file in files]
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in paths if path.is_file())
    if any(re.search(r"\bsymmetry\b", _COMMENT.sub("", text)) for text in texts):
        return
    for path in paths:
        file = path.parent / "symmetry" / path.name
        if file.is_file():
            raise PuzzleError(
                f"-c symmetry: found no such constant in {path.name}, expected the file "
                f"{file.relative_to(path.parent).as_posix()} beside it"
            )


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
