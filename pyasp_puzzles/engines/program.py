"""Programs by name: the command ``clingo``, which the wheel does not install; users' own files."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from clingo import Control, MessageCode, ast
from clingo.application import Application, clingo_main

from pyasp_puzzles.boards.formats.inputs import read_text
from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.core.atoms import Predicate, signature
from pyasp_puzzles.core.errors import BadInputError, Phrase, SolverError
from pyasp_puzzles.ground.grounding import readable

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
    """Run clingo with its own arguments; return clasp's own exit code (10, 20, 30, ...).

    A program's name is one, as :func:`shipped_program` has it.  Raises PuzzleError as that does.
    """
    application = _Clingo()
    code = clingo_main(application, [shipped_program(argument) for argument in arguments])
    return _ERROR if application.failed else code


def shipped_program(argument: str) -> str:
    """The path of a program, where the argument is its name and no file here.

    Names are those of the files in ``lp``, such as ``search/NAME.lp``, and the same for the puzzle
    NAME of a third party. Raises PuzzleError if the package that offers this puzzle is broken.
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


def program_names() -> list[str]:
    """The names that :func:`shipped_program` knows, sorted."""
    folder = program_folder()
    shipped = {path.relative_to(folder).as_posix() for path in folder.rglob("*.lp")}
    return sorted(shipped | {f"{puzzle}.lp" for puzzle in puzzle_names()})


def check_program(path: str) -> None:
    """Raises InstanceError if a program is missing or no text.

    clingo reads a folder as an empty program, and bytes that are not UTF-8 may end the process.
    """
    if not Path(path).exists() or Path(path).is_dir() or Path(path).is_file():  # not a pipe
        read_text(path, most=None)


_NO_CODE = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', flags=re.DOTALL)
"""Strings and comments of a program."""


def own_files(names: str) -> tuple[Path, ...]:
    """The files that are named with ``+`` between them, as in ``mine.lp+more.lp``.

    A file that exists and has ``+`` in its name is taken as it is. ``~`` is the user's home. Where
    there is no such file, a name may be that of a shipped program (``packing.lp``). Raises
    BadInputError if a file is missing, or it or one that it includes is no text.
    """
    whole = Path(names).expanduser()
    paths = []
    for name in [str(whole)] if whole.is_file() else names.split("+"):
        if not name.strip():
            raise BadInputError(f"lp:{names}", "", Phrase("no name"), "a file on each side of +")
        path = Path(shipped_program(str(Path(name.strip()).expanduser())))
        if name == "-" or (path.exists() and not path.is_file()):
            found = "standard input" if name == "-" else "no file"
            raise BadInputError(f"lp:{names}", name, Phrase(found), "a file that can be read again")
        paths.append(path)
    seen = list(paths)
    for file in seen:  # which grows
        check_program(str(file))
        seen += (inner for inner in _included(file) if inner not in seen)
    return tuple(paths)


def _included(file: Path) -> list[Path]:
    """The files that a program includes; refuses bytes about which clingo would end the process."""
    text = file.read_text(encoding="utf-8")
    code = _NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    if other := re.search(r"[^\x00-\x7f]", code):
        line = code.count("\n", 0, other.start()) + 1
        found = Phrase("a byte order mark") if other[0] == "\ufeff" else other[0]
        expected = "only ASCII outside comments and strings"
        raise BadInputError(str(file), f"line {line}", found, expected)
    # clingo looks in the current folder, then beside the file.
    names = re.findall(r'#include\s*"([^"\n]+)"', text)
    places = ((Path(name), file.parent / name) for name in names)
    return [path for both in places for path in [p for p in both if p.is_file()][:1]]


def has_show(files: Sequence[Path], answers: Sequence[type[Predicate]]) -> bool:
    """Whether a program says itself what it shows.

    Raises BadInputError if it shows atoms that are none of an answer.
    """
    kinds = ast.ASTType.ShowSignature, ast.ASTType.ShowTerm
    statements = [each for each in _parsed(files) if each.ast_type in kinds]
    known = [signature(predicate) for predicate in answers]
    for statement in statements:
        shown = _shown(statement)
        if shown and shown not in known:
            begin = statement.location.begin
            expected = "only " + ", ".join(f"{name}/{arity}" for name, arity in known)
            found = Phrase(f"#show of {shown[0]}/{shown[1]}")
            raise BadInputError(begin.filename, f"line {begin.line}", found, expected)
    return bool(statements)


def _parsed(files: Sequence[Path]) -> list[ast.AST]:
    """The statements of a program, those of included files as well."""
    errors: list[str] = []
    statements: list[ast.AST] = []

    def log(code: MessageCode, message: str) -> None:
        if code is MessageCode.RuntimeError:
            errors.append(message)

    try:
        ast.parse_files([str(file) for file in files], statements.append, logger=log)
    except RuntimeError as error:
        raise SolverError(readable(errors[0] if errors else str(error))) from None
    return statements


def _shown(statement: ast.AST) -> tuple[str, int] | None:
    """Name and number of arguments of what a #show statement shows, as far as it says so."""
    if statement.ast_type == ast.ASTType.ShowSignature:
        sign = "" if statement.positive else "-"
        return (sign + statement.name, statement.arity) if statement.name else None
    term = statement.term
    named = term.ast_type == ast.ASTType.Function and term.name
    return (term.name, len(term.arguments)) if named else None
