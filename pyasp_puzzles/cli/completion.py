"""What a shell completes: puzzles, instances, labels, engines, solvers, formats, files.

click asks one function for each argument and option; it gets the words before the cursor as a
context, and the beginning of the word at the cursor.
"""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    add_completion_class,
    shell_complete,
    split_arg_string,
)

from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import find_puzzle, load_boards, puzzle_names
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.verbs.verb import Argument, Kind, OfPuzzle

VARIABLE = "_PYASP_PUZZLES_COMPLETE"
"""The environment variable with the instruction of the shell's script."""

Context = click.Context
Names = Callable[[Context, str], Iterable[str]]
"""What may stand at the cursor, by the words before it and the beginning of the word."""

Complete = Callable[[Context, click.Parameter, str], list[CompletionItem[str]]]
OfOnePuzzle = Callable[[Puzzle[Any, Any]], Iterable[str]]

_FILES, _FOLDERS = "\0file", "\0dir"
"""Among names: if none of them fits, the shell lists its files or folders."""


def complete(cli: click.Group, instruction: str) -> int:
    """Print what a shell asks for: its script, or the possible words; never a message."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        return shell_complete(cli, {}, "pyasp-puzzles", VARIABLE, instruction)
    finally:
        logging.disable(before)


def offered(names: Names) -> Complete:
    """The names that begin as the word at the cursor does."""

    def found(context: Context, _parameter: click.Parameter, start: str) -> Any:
        with suppress(PuzzleError):  # the words are no valid command; running them says why
            every = dict.fromkeys(names(context, start))
            listed = every.keys() & {_FILES, _FOLDERS}
            fitting = [name for name in every if name.startswith(start) and name not in listed]
            if fitting or not listed:
                return list(map(CompletionItem, fitting))
            return [CompletionItem(start, type=listed.pop()[1:])]
        return []

    return found


def _of_puzzle(names: OfOnePuzzle) -> Names:
    """Names that depend on the puzzle."""
    return lambda context, _start: names(found) if (found := _puzzle(context)) else ()


def _puzzle(context: Context) -> Puzzle[Any, Any] | None:
    """The puzzle that was named, even if an option without its value stopped the parser."""
    puzzle: Puzzle[Any, Any] | None = context.params.get("puzzle")
    words = [*(context.params.get("names") or ()), *context.args]
    if puzzle or not words:
        return puzzle
    with suppress(PuzzleError):
        return find_puzzle(words[0])
    return None


def programs(_context: Context, _start: str) -> Iterable[str]:
    """The names of shipped programs, else files."""
    from pyasp_puzzles.engines.program import program_names

    return *program_names(), _FILES


def _instances(context: Context, start: str) -> Iterable[str]:
    """The shipped instances of the puzzle, else files; after ``#`` the boards of a file."""
    puzzle = _puzzle(context)
    shipped = puzzle.instance_files() if puzzle else {}
    file, sign, _ = start.partition("#")
    if puzzle and sign and (file in shipped or Path(file).is_file()):
        return [board.name for board in load_boards(puzzle, file)]
    return *shipped, _FILES


def _checked(context: Context, start: str) -> Iterable[str]:
    """First an instance, then the file of an answer; with ``--program`` instances."""
    behind = context.params.get("words") and not context.params.get("programs")
    return (_FILES,) if behind else _instances(context, start)


def _names(context: Context, start: str) -> Iterable[str]:
    """First a puzzle, then its instances; with ``--program`` files or programs."""
    if context.params.get("programs"):
        return (_FILES,)
    if context.params.get("of_program"):
        return programs(context, start)
    return _instances(context, start) if context.params.get("names") else puzzle_names()


def _engines(context: Context, start: str) -> Iterator[str]:
    """The engines of the puzzle, and behind a colon the SAT solvers."""
    from pyasp_puzzles.engines.kinds import KINDS
    from pyasp_puzzles.engines.names import engines_of

    puzzle = None if context.params.get("of_program") else _puzzle(context)
    counts = context.command.name != "solve"
    yield "auto"
    if puzzle:
        found = (engine for engine, _, _ in engines_of(puzzle.name))
        yield from (str(engine) for engine in found if counts or engine.row.lists)
    else:
        for name, row in KINDS.items():
            if row.programs and row.grounds:
                yield from (f"{name}:{solver}" for solver in row.solvers)
            elif row.grounds and row.about:
                yield name
    if start:  # without it, what a shell offers is the name of an engine
        yield from (f"{name}:" for name, row in KINDS.items() if puzzle and row.own_program)
    head, colon, tail = start.partition(":")
    named = KINDS.get(head.partition(".")[0])
    if colon and named:
        yield from (f"{head}:{name}" for name in named.suggested)
        if named.own_program:
            yield from (f"{head}:{names}" for names in _own_programs(tail))


def _own_programs(start: str) -> Iterator[str]:
    """The programs and folders that the last of several files with ``+`` between may be."""
    before, plus, last = start.rpartition("+")
    folder = last[: last.rfind("/") + 1]
    for path in sorted(Path(folder).expanduser().glob("*")):
        if path.is_dir() or path.suffix == ".lp":
            yield f"{before}{plus}{folder}{path.name}" + ("/" if path.is_dir() else "")


def _several_engines(context: Context, start: str) -> Iterable[str]:
    """The last of several engines, which commas separate."""
    before, comma, last = start.rpartition(",")
    taken = before.split(",")
    return (before + comma + name for name in _engines(context, last) if name not in taken)


def _constants_of(module: str, *names: str) -> Names:
    """The words of tuples of a module, which is imported when a shell asks."""
    return lambda *_: chain.from_iterable(
        getattr(importlib.import_module(f"pyasp_puzzles.{module}"), name) for name in names
    )


_COMPLETIONS: Mapping[str, Names] = {
    "puzzle": lambda *_: puzzle_names(),
    "instance": _instances,
    "checked": _checked,
    "names": _names,
    "file": lambda *_: (_FILES,),
    "folder": lambda *_: (_FOLDERS,),
    "program": programs,
    "engine": _engines,
    "engines": _several_engines,
    "solver": _constants_of("ground.sat", "SOLVERS"),
    "prover": _constants_of("counts.certificate.prover", "PROVERS", "EXTERNAL"),
    "loops": lambda *_: ("stages", "levels"),
    "grade": _of_puzzle(lambda puzzle: puzzle.calibration.grades if puzzle.calibration else ()),
}
"""What is completed, by the names that declarations use."""

_WORDS: Mapping[str, OfOnePuzzle] = {
    "variants": attrgetter("variants"),
    "export": attrgetter("export"),
    "best_export": lambda puzzle: puzzle.export if puzzle.best else (),
    "symmetry": lambda puzzle: puzzle.symmetries.kinds if puzzle.symmetries else (),
}


def words_of_puzzle(kind: Kind | Argument) -> OfOnePuzzle | None:
    """The function that lists the words of a puzzle, for an option whose words depend on it."""
    return _WORDS[kind.names] if isinstance(kind, OfPuzzle) else None


def completion_of(kind: Kind | Argument) -> Complete | None:
    """What a shell completes for an option of this kind, or for an argument."""
    words = words_of_puzzle(kind)
    names = _of_puzzle(words) if words else _COMPLETIONS.get(getattr(kind, "suggested", ""))
    return offered(names) if names else None


class _Bash(BashComplete):
    """Bash splits words at ``:`` and ``=``, as in ``asp:sweep``: join them again."""

    _cut = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        number = int(os.environ["COMP_CWORD"])
        words = split_arg_string(os.environ["COMP_WORDS"])[: number + 1]
        words += [""] * (number + 1 - len(words))
        joined = words[:1]
        for before, word in pairwise(words):
            if _breaks(before) or _breaks(word):
                joined[-1] += word
            else:
                joined.append(word)
        *arguments, start = joined[1:]
        last = "" if _breaks(words[-1]) else words[-1]
        given = start[: len(start) - len(last)]  # bash keeps this and replaces the rest
        self._cut = given.partition("=")[2] if given.startswith("-") else given
        return arguments, start

    def format_completion(self, item: CompletionItem[Any]) -> str:
        item.value = item.value.removeprefix(self._cut)
        return super().format_completion(item)


class _Fish(FishComplete):
    """Splits fish's completions at the first comma only: a value may have commas."""

    source_template = FishComplete.source_template.replace(
        'string split "," $completion', 'string split --max 1 "," $completion'
    )


def _breaks(word: str) -> bool:
    return bool(word) and set(word) <= set(":=")


add_completion_class(_Bash)
add_completion_class(_Fish)
