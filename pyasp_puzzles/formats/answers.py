"""Answers as people and programs write them, for ``check``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from pyasp_puzzles.atoms import parse_atoms, signature, unify
from pyasp_puzzles.errors import AnswerError, Phrase, SolverError
from pyasp_puzzles.puzzle import I, Puzzle, S

_ATOM = re.compile(r'-?[a-z_]\w*\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*")*\))*\)')


def read_answers(puzzle: Puzzle[I, S], instance: I, text: str, source: str) -> list[S]:
    """The solutions written in ``text``.

    Understood are the lines of ``solve --json``, atoms as clingo prints them (each line one
    answer, or all of them one where they end with full stops) and what the puzzle's own ``read``
    understands.

    Raises:
        AnswerError: no answer is found, or one that is no answer to this instance.
    """
    if not text.strip():
        raise AnswerError(source, "", Phrase("nothing"), _expected(puzzle))
    if text.lstrip().startswith("{"):
        groups = list(_from_json(text, source))
    else:
        groups = _from_text(puzzle, text)
        if not groups and puzzle.read:
            return [puzzle.read(instance, text)]
    if not groups:
        raise AnswerError(source, "", text.strip(), _expected(puzzle))
    solutions = []
    for atoms in groups:
        try:
            typed = unify(parse_atoms(atoms, source), puzzle.answers)
        except SolverError as error:
            raise AnswerError(source, "", Phrase(str(error)), _expected(puzzle)) from None
        solutions.append(puzzle.decode(instance, typed))
    return solutions


def _from_json(text: str, source: str) -> Iterable[list[str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value: Any = json.loads(line)
        except ValueError as error:
            raise AnswerError(source, f"line {number}", line, f"JSON ({error})") from None
        if isinstance(value, dict) and "status" in value:
            continue
        atoms = value.get("atoms") if isinstance(value, dict) else None
        if not isinstance(atoms, list) or not all(isinstance(atom, str) for atom in atoms):
            raise AnswerError(source, f"line {number}", line, 'an object with a list "atoms"')
        yield atoms


def _from_text(puzzle: Puzzle[I, S], text: str) -> list[list[str]]:
    """Atoms by line, as clingo prints an answer; facts with full stops are one answer."""
    lines = [_ATOM.findall(line.partition("%")[0]) for line in text.splitlines()]
    found = [atoms for atoms in lines if atoms]
    if re.search(r"\)\s*\.", text):
        return [[atom for atoms in found for atom in atoms]]
    return found


def _expected(puzzle: Puzzle[Any, Any]) -> str:
    atoms = ", ".join(f"{name}/{arity}" for name, arity in map(signature, puzzle.answers))
    rows = ", or the puzzle's own notation" if puzzle.read else ""
    return f"a line of solve --json, or atoms {atoms}{rows}"
