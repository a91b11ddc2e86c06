"""Reads answers, as people and programs write them, for the command ``check``."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from clingo import Symbol, SymbolType

from pyasp_puzzles.boards.formats.clingo_output import read_clingo
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.core.atoms import parse_atoms, signature, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, SolverError

ATOM = re.compile(r'-?[a-z_]\w*\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*")*\))*\)')


def read_answers(puzzle: Puzzle[I, S], instance: I, text: str, source: str) -> list[S]:
    """Read the solutions in a text.

    The text has one of these forms:

    * lines of ``solve --json``, or a list of such objects;
    * the output of clingo;
    * atoms, one answer a line; if each line has one atom, or the atoms end with full stops, all
      lines together are one answer;
    * the puzzle's own notation, which its ``read`` understands.

    Raises:
        AnswerError: the text has no answer, an answer to another instance, or anything else.
        NoAnswerError: clingo says that there is no answer.
        GaveUpError: clingo was stopped before it found an answer.
    """
    if not text.strip():
        raise AnswerError(source, "", Phrase("nothing"), expected_forms(puzzle))
    output = read_clingo(text, source)
    if output:
        return [
            _solution(puzzle, instance, atoms, source, f"answer {number}")
            for number, atoms in enumerate(output.answers, 1)
        ]
    if text.lstrip()[0] in "{[":
        objects = json_objects(text, source, expected_forms(puzzle))
        return [_from_json(puzzle, instance, found, source) for found in objects]
    if puzzle.read and not ATOM.search(text):
        with of_source(source):
            found = puzzle.read(instance, text)
        return found if isinstance(found, list) else [found]
    groups = _groups(puzzle, text, source)
    if not groups:
        raise AnswerError(source, "", Phrase("no answer"), expected_forms(puzzle))
    return [_solution(puzzle, instance, atoms, source) for atoms in groups]


def _solution(
    puzzle: Puzzle[I, S], instance: I, atoms: Sequence[str], source: str, place: str = ""
) -> S:
    """The solution with these atoms."""
    symbols = parse_atoms(atoms, source)
    for symbol in symbols:
        check_answer_atom(puzzle, symbol, source, place)
    with of_source(source, place):
        return puzzle.decode(instance, unify(symbols, puzzle.answers))


@contextmanager
def of_source(source: str, place: str = "") -> Iterator[None]:
    """Let errors name the file of the answers; a puzzle knows only the instance."""
    try:
        yield
    except AnswerError as error:
        within = error.place.removeprefix("answer").removeprefix(", ")
        where = ", ".join(filter(None, [place, within]))
        raise AnswerError(source, where, error.found, error.expected) from None


def check_answer_atom(puzzle: Puzzle[Any, Any], symbol: Symbol, source: str, place: str) -> None:
    """Refuse an atom that the puzzle's program does not show; say how to hide it."""
    known = [f"{name}/{arity}" for name, arity in map(signature, puzzle.answers)]
    try:
        unify([symbol], puzzle.answers)
        return
    except SolverError:
        pass
    found = Phrase(str(symbol))
    what = f"{symbol.name}/{len(symbol.arguments)}" if symbol.type is SymbolType.Function else ""
    if what in known and symbol.positive:
        raise AnswerError(source, place, found, f"{what} as {puzzle.name}.lp shows it")
    show = " ".join(f"#show {each}." for each in known)
    advice = f"add `{show}`" if source else "leave it out, as `as_partial()` of a step does"
    expected = f"{' and '.join(known)} only: {what or 'it'} is not an answer atom; {advice}"
    raise AnswerError(source, place, found, expected)


def _groups(puzzle: Puzzle[Any, Any], text: str, source: str) -> list[list[str]]:
    """The atoms of each answer; only spaces and full stops may be between them."""
    groups = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("%")[0]
        rest = re.sub(r"\s*\.?(?:\s+|$)", "", ATOM.sub(" ", words))
        if rest.strip(". "):
            raise AnswerError(source, f"line {number}", line.strip(), expected_forms(puzzle))
        atoms = ATOM.findall(words)
        if atoms:
            groups.append(atoms)
    if re.search(r"\)\s*\.", text) or all(len(atoms) == 1 for atoms in groups):
        return [[atom for atoms in groups for atom in atoms]] if groups else []
    return groups


def json_objects(text: str, source: str, expected: str) -> list[dict[str, Any]]:
    """The objects of a JSON file or of JSON lines, without the status object of a search."""
    try:
        whole = json.loads(text)
        values = list(enumerate(whole if isinstance(whole, list) else [whole], 1))
    except (ValueError, RecursionError):
        values = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    values.append((number, json.loads(line)))
                except RecursionError:
                    deep = Phrase("lists and objects nested too deep")
                    raise AnswerError(source, f"line {number}", deep, "JSON") from None
                except ValueError as error:
                    place = f"line {number}"
                    raise AnswerError(source, place, line, f"JSON ({error})") from None
    objects = []
    for number, value in values:
        atoms = value.get("atoms") if isinstance(value, dict) else None
        if isinstance(value, dict) and atoms is None and "status" in value:
            continue
        if not isinstance(atoms, list) or not all(isinstance(atom, str) for atom in atoms):
            raise AnswerError(source, f"object {number}", value, 'an object with a list "atoms"')
        objects.append(value)
    if not objects:
        raise AnswerError(source, "", Phrase("no answer"), expected)
    return objects


def _from_json(puzzle: Puzzle[I, S], instance: I, found: dict[str, Any], source: str) -> S:
    """The solution of one object; its other members must agree with its atoms."""
    name = found.get("puzzle", puzzle.name)
    if name != puzzle.name:
        raise AnswerError(source, "puzzle", name, f"an answer to {puzzle.name}")
    solution = _solution(puzzle, instance, found["atoms"], source)
    meant = json.loads(json.dumps(dataclasses.asdict(solution)))  # type: ignore[call-overload]
    if found.get("solution", meant) != meant:
        raise AnswerError(source, "solution", found["solution"], "what the atoms say")
    return solution


def expected_forms(puzzle: Puzzle[Any, Any]) -> str:
    """The forms that can be read, for messages."""
    atoms = ", ".join(f"{name}/{arity}" for name, arity in map(signature, puzzle.answers))
    rows = ", or the puzzle's own notation" if puzzle.read else ""
    return f"lines of solve --json, or atoms {atoms}{rows}"
