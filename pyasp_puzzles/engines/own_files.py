"""The files of a user's own program, and whether what they show belongs to the puzzle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from clingo import MessageCode, ast

from pyasp_puzzles.core.atoms import Predicate, signature
from pyasp_puzzles.core.errors import BadInputError, Phrase, SolverError
from pyasp_puzzles.engines.program import check_program, shipped_program
from pyasp_puzzles.ground.grounding import readable

_NO_CODE = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', flags=re.DOTALL)
"""Strings and comments of a program."""

SHOW = ast.ASTType.ShowSignature, ast.ASTType.ShowTerm


def own_files(names: str) -> tuple[Path, ...]:
    """The files that are named with ``+`` between them, as in ``mine.lp+more.lp``.

    A file that exists and has ``+`` in its name is taken as it is. ``~`` is the user's home. Where
    there is no such file, a name may be that of a shipped program (``packing.lp``).

    Raises:
        BadInputError: a file is missing, or it or one that it includes is no text.
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
        check_program(str(path))
        paths.append(path)
    _check_texts(paths)
    return tuple(paths)


def _check_texts(files: Sequence[Path]) -> None:
    """Refuse what clingo cannot quote in a message, which ends the process: single bytes.

    Raises:
        BadInputError: a file, or one that it includes, is no UTF-8 text, or has another letter
            than ASCII's outside comments and strings.
    """
    seen, rest = set(files), list(files)
    while rest:
        file = rest.pop()
        text = file.read_text(encoding="utf-8")
        code = _NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
        if other := re.search(r"[^\x00-\x7f]", code):
            line = code.count("\n", 0, other.start()) + 1
            mark = other[0] == "\ufeff"
            found = Phrase("a byte order mark") if mark else other[0]
            expected = "only ASCII outside comments and strings"
            raise BadInputError(str(file), f"line {line}", found, expected)
        for name in re.findall(r'#include\s*"([^"\n]+)"', text):
            # clingo looks in the current folder, then beside the file.
            inner = next(
                (path for path in (Path(name), file.parent / name) if path.is_file()), None
            )
            if inner and inner not in seen:
                check_program(str(inner))
                seen.add(inner)
                rest.append(inner)


def has_show(files: Sequence[Path], answers: Sequence[type[Predicate]]) -> bool:
    """Whether a program says itself what it shows.

    Args:
        answers: the classes of the atoms that it may show.

    Raises:
        SolverError: the program is no ASP program, in clingo's words.
        BadInputError: it shows atoms of another name or number of arguments.
    """
    statements = [each for each in _parsed(files) if each.ast_type in SHOW]
    known = [signature(predicate) for predicate in answers]
    for statement in statements:
        shown = _signature(statement)
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
    try:
        ast.parse_files(
            [str(file) for file in files],
            statements.append,
            logger=lambda code, message: (
                errors.append(message) if code is MessageCode.RuntimeError else None
            ),
        )
    except RuntimeError as error:
        words = errors[0] if errors else str(error)
        raise SolverError(readable(words)) from None
    return statements


def _signature(statement: ast.AST) -> tuple[str, int] | None:
    """Name and number of arguments of what a #show statement shows, as far as it says so."""
    if statement.ast_type == ast.ASTType.ShowSignature:
        if not statement.name:  # "#show." alone shows no atoms
            return None
        sign = "" if statement.positive else "-"
        return sign + statement.name, statement.arity
    term = statement.term
    if term.ast_type == ast.ASTType.Function and term.name:
        return term.name, len(term.arguments)
    return None
