"""Grounding with clingo: every engine that grounds loads, grounds and reports errors here."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import clingo
from clingo import ast

from pyasp_puzzles.core.errors import SolverError, warn_of

T = TypeVar("T")

WAIT = 0.05
"""Seconds between two checks for a time limit or Ctrl-C."""


@dataclass(frozen=True)
class Source:
    """A program that is not ground yet.

    Attributes:
        files: the ``.lp`` files.
        facts: further text of the program, such as the facts of an instance.
        constants: values for the program's ``#const`` statements.
    """

    files: Sequence[Path] = ()
    facts: str = ""
    constants: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The names of the files, for messages."""
        return ", ".join(file.name for file in self.files) or "program"


@cache
def predicates(program: Path) -> frozenset[tuple[str, int]]:
    """The predicates that the rules of a file name: names and numbers of arguments."""
    found: set[tuple[str, int]] = set()

    def read(node: object) -> None:
        if isinstance(node, ast.AST):
            if node.ast_type == ast.ASTType.SymbolicAtom:
                pool = node.symbol.ast_type == ast.ASTType.Pool
                symbols = node.symbol.arguments if pool else [node.symbol]
                found.update((symbol.name, len(symbol.arguments)) for symbol in symbols)
            for key in node.child_keys:
                read(getattr(node, key))
        elif isinstance(node, ast.ASTSequence):
            for item in node:
                read(item)

    ast.parse_files([str(program)], read)
    return frozenset(found)


_PLACE = re.compile(r"(.*?):(\d+):(\d+)(?:-[\d:]+)?: (?:error|info|warning): (.*)")
_BLOCK = "<block>", "<string>"
"""What clingo calls the text of a program that is in no file."""


def readable(message: str, block: str = "program", *, ours: bool = False) -> str:
    """A message of clingo on one line, which names its file once; the column of a wrong letter.

    ``block`` is what to call the text of a program that is in no file; if it is ``ours``, its line
    numbers tell the user nothing.

    >>> readable("a.lp:1:1-6: error: unsafe variables in:\\n  a(X):-[#inc_base].\\n"
    ...          "a.lp:1:3-4: note: 'X' is unsafe\\n")
    "a.lp, line 1: unsafe variables in: a(X); 'X' is unsafe"
    """
    words = re.sub(r":-\[#inc_base\](?=\.)|\[#inc_base\];", "", " ".join(message.split()))
    found = _PLACE.fullmatch(words.replace("#void:-0=0;", ":-"))
    if not found:
        return words
    file, line, column, text = found.groups()
    note = re.compile(r"\.? " + re.escape(file) + r":(\d+):[\d:-]+: note: ")
    text = note.sub(lambda n: "; " if n[1] == line else f"; line {n[1]}: ", text)
    where = f", column {column}" if re.match("syntax|lexer", text) else ""
    if file in _BLOCK:
        file = block
        if ours:
            return f"{block}: {text}"
    return f"{file}, line {line}{where}: {text}"


class Grounder:
    """A clingo control that grounds one program; clingo's warnings become PuzzleWarnings.

    They go to ``log``, too.  ``control`` is empty before :meth:`ground`.

    Raises SolverError if clingo refuses an option.
    """

    def __init__(
        self,
        source: Source,
        options: Sequence[str] = (),
        log: Callable[[str], None] | None = None,
    ) -> None:
        self._source, self._log = source, log
        self._errors: list[str] = []
        self._warnings: dict[str, None] = {}
        constants = [f"--const={name}={value}" for name, value in source.constants.items()]
        with self.readable_errors("clingo options"):
            self.control = clingo.Control([*constants, *options], logger=self._take)

    def ground(self) -> None:
        """Load the files, add the facts and ground.

        Raises SolverError if clingo refuses the program.
        """
        self.check([("base", [])])
        if self._log:
            for words in self._warnings:
                self._log(words)
        warn_of(self._warnings)

    def check(self, parts: Sequence[tuple[str, Sequence[clingo.Symbol]]] = ()) -> None:
        """Load the files and let clingo check their rules; it grounds only some parts.

        Raises SolverError if clingo refuses the program.
        """
        with self.readable_errors():
            for file in self._source.files:
                self.control.load(str(file))
            self.control.add("base", [], self._source.facts)
            self.control.ground(parts)

    @contextmanager
    def readable_errors(self, place: str = "") -> Iterator[None]:
        """Turn an error of clingo into one line that begins with a place."""
        try:
            yield
        except RuntimeError as error:
            words = " ".join((self._errors[0] if self._errors else str(error)).split())
            said = self._said(words)
            place = "" if said != words else f"{place or self._source.name}: "
            raise SolverError(f"{place}{said}") from None

    def _take(self, code: clingo.MessageCode, message: str) -> None:
        if code is clingo.MessageCode.RuntimeError:
            self._errors.append(message)
        else:
            self._warnings[self._said(message)] = None

    def _said(self, message: str) -> str:
        return readable(message, self._source.name, ours=bool(self._source.files))


def in_thread(call: Callable[[], T], late: Callable[[], bool], *, daemon: bool = False) -> list[T]:
    """The result of a call in a thread, in a list; the list is empty if the time is up before.

    clingo 5 cannot be interrupted while it grounds.  If the time is up the thread goes on, and
    unless it is a daemon Python waits for it when the process ends.  Exceptions of the call are
    raised here; ``late`` is called about twenty times a second.
    """
    found: list[T] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            found.append(call())
        except BaseException as error:  # raised in the caller's thread below
            failure.append(error)

    thread = threading.Thread(target=work, daemon=daemon)
    thread.start()
    while thread.is_alive():
        thread.join(WAIT)
        if thread.is_alive() and late():
            return []
    if failure:
        raise failure[0]
    return found
