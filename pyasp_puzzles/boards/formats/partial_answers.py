"""Reads and writes partial answers: a puzzle's own notation with blanks, atoms, or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import clingo
from clingo import Symbol

from pyasp_puzzles.boards.formats.answers import (
    ATOM,
    check_answer_atom,
    expected_forms,
    json_objects,
    of_source,
    read_answers,
)
from pyasp_puzzles.boards.formats.clingo_output import read_clingo
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import I, Puzzle
from pyasp_puzzles.core.atoms import parse_atoms, signature, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, PuzzleError

_LITERAL = re.compile(rf"(not\s+)?({ATOM.pattern})")


def read_partial(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> Partial:
    """Read a partial answer, or a whole one as a partial answer without gaps.

    The text has one of these forms:

    * the puzzle's own notation, with ``?`` or ``_`` for what is not known;
    * atoms, with ``not`` before each that does not hold; below the notation, too;
    * an object of JSON with the list "atoms" and perhaps the list "not", such as a line of
      ``solve --json``;
    * steps of ``explain --json``: all shown atoms that follow in them, or do not hold;
    * the output of clingo with one answer.

    Raises:
        AnswerError: the text is none of these, or does not fit the board.
        NoAnswerError, GaveUpError: as :func:`pyasp_puzzles.boards.formats.answers.read_answers`.
    """
    if not text.strip():
        return Partial()
    found = _read(puzzle, instance, text, source)
    check_fits(puzzle, instance, found, source)
    return found


def find_partial(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> Partial | None:
    """The partial answer in a text; ``None``: it has whole answers, or none at all.

    A text that says of an atom that it does not hold, or has an empty list of such atoms, is a
    partial answer; so is one that leaves something open.

    Raises:
        AnswerError: the text is a partial answer that does not fit the board.
    """
    if not text.strip() or _is_output(text, source):
        return None
    try:
        partial = _read(puzzle, instance, text, source)
    except AnswerError:
        if _has_blanks(text) and not _is_answer(puzzle, instance, text, source):
            raise
        return None
    for atom, _ in partial.literals():
        check_answer_atom(puzzle, atom, source, "")
    form = puzzle.partial
    whole = form is None or form.whole is None or form.whole(instance, partial)
    if (whole and not _says_not(text)) or _has_score(text):
        return None
    check_fits(puzzle, instance, partial, source)
    return partial


def write_partial(puzzle: Puzzle[I, Any], instance: I, partial: Partial) -> str:
    """A partial answer as text, in the puzzle's notation as far as that can express it.

    :func:`read_partial` reads the same literals from it.
    """
    drawing = ""
    form = puzzle.partial
    if form and form.read and form.write:
        try:
            drawing = form.write(instance, partial)
            drawn = form.read(instance, drawing)
        except PuzzleError:  # the notation cannot express an atom
            drawing, drawn = "", Partial()
        if drawn.without(partial):
            drawing, drawn = "", Partial()
        partial = partial.without(drawn)
    lines = [f"{'' if holds else 'not '}{atom}." for atom, holds in partial.literals()]
    return "\n".join([*drawing.rstrip("\n").split("\n"), *lines] if drawing else lines) + "\n"


def check_fits(puzzle: Puzzle[I, Any], instance: I, partial: Partial, source: str) -> None:
    """Check that each atom is an answer atom that is about cells of the board.

    Raises:
        AnswerError: one is not; the message names it.
    """
    for atom, _ in partial.literals():
        check_answer_atom(puzzle, atom, source, "")
    panels = puzzle.sketch(instance, Partial()).panels
    board = {tile.cell for panel in panels for tile in panel.tiles}
    board |= {place for panel in panels for place in panel.targets}
    with of_source(source):
        puzzle.decode(instance, unify(partial.atoms, puzzle.answers))
        for atom, _ in partial.literals():
            outside = puzzle.cells_of(instance, [atom]) - board
            if outside:
                expected = f"an atom about cells of the board: {min(outside)} is none"
                raise AnswerError("", "", Phrase(str(atom)), expected)


def _read(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> Partial:
    if text.lstrip()[0] in "{[" and not _is_clingo_json(text):
        return _from_json(puzzle, text, source)
    output = read_clingo(text, source)
    if output:
        if len(output.answers) > 1:
            raise _several(source, len(output.answers))
        return Partial(tuple(parse_atoms(output.answers[0], source)))
    atoms, rest = _split(text, source)
    if not rest.strip():
        return atoms
    form = puzzle.partial
    if form is None or form.read is None:
        line = next(line.strip() for line in rest.splitlines() if line.strip())
        raise AnswerError(source, "", line, expected_forms(puzzle))
    with of_source(source):
        return form.read(instance, rest).together(atoms)


def _is_output(text: str, source: str) -> bool:
    """Whether a text is the output of clingo."""
    try:
        return read_clingo(text, source) is not None
    except PuzzleError:  # clingo found no answer, or was stopped
        return True


def _is_answer(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> bool:
    """Whether a text is one or several whole answers."""
    try:
        return bool(read_answers(puzzle, instance, text, source))
    except PuzzleError:
        return False


def _has_blanks(text: str) -> bool:
    """Whether a text has a sign for what is not known, or names an atom that does not hold."""
    if text.lstrip()[:1] in ("{", "["):
        return _says_not(text)
    return _says_not(text) or re.search(r"[?_]", ATOM.sub("", text)) is not None


def _is_clingo_json(text: str) -> bool:
    return re.search(r'"(?:Solver|Witnesses|Value)"\s*:', text) is not None


def _several(source: str, number: int) -> AnswerError:
    return AnswerError(source, "", Phrase(f"{number} answers"), "one partial answer")


def _split(text: str, source: str) -> tuple[Partial, str]:
    """The literals of a text, and the text without the lines that have them.

    Raises:
        AnswerError: something else is in a line with an atom, or an atom and its opposite.
    """
    literals: list[tuple[Symbol, bool]] = []
    rest = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("%")[0]
        found = _LITERAL.findall(words)
        if not found:
            rest.append(line)
            continue
        left = re.sub(r"[.,;\s]+", "", _LITERAL.sub(" ", words))
        if left:
            expected = "atoms, each perhaps with 'not' before it, and full stops between them"
            raise AnswerError(source, f"line {number}", left, expected)
        symbols = parse_atoms([atom for negation, atom in found], source)
        literals += zip(symbols, [not negation for negation, _ in found], strict=True)
    return _of_literals(literals, source), "\n".join(rest)


def _of_literals(literals: Iterable[tuple[Symbol, bool]], source: str) -> Partial:
    with of_source(source):
        return Partial.of_literals(literals)


def _from_json(puzzle: Puzzle[Any, Any], text: str, source: str) -> Partial:
    """The literals of an object with atoms, or of what follows in steps of an explanation."""
    steps = _steps(text)
    if steps is not None:
        pairs = []
        for literal in steps:
            try:
                atom, holds = literal["atom"], literal["holds"]
            except (TypeError, KeyError):
                expected = 'an object with "atom" and "holds"'
                raise AnswerError(source, "follows", literal, expected) from None
            if not isinstance(atom, str) or not isinstance(holds, bool):
                expected = 'a text under "atom", true or false under "holds"'
                raise AnswerError(source, "follows", literal, expected)
            pairs.append((parse_atoms([atom], source)[0], holds))
        shown = {(clingo.SymbolType.Function, *signature(kind)) for kind in puzzle.answers}
        return _of_literals((pair for pair in pairs if _kind(pair[0]) in shown), source)
    objects = json_objects(text, source, expected_forms(puzzle))
    if len(objects) > 1:
        raise _several(source, len(objects))
    name = objects[0].get("puzzle", puzzle.name)
    if name != puzzle.name:
        raise AnswerError(source, "puzzle", name, f"an answer to {puzzle.name}")
    absent = objects[0].get("not", [])
    if not isinstance(absent, list) or not all(isinstance(atom, str) for atom in absent):
        raise AnswerError(source, "not", absent, "a list of atoms")
    atoms = [(symbol, True) for symbol in parse_atoms(objects[0]["atoms"], source)]
    return _of_literals([*atoms, *((s, False) for s in parse_atoms(absent, source))], source)


def _kind(symbol: Symbol) -> tuple[object, ...]:
    """Type, name and arity of an atom; a number or a text has only a type."""
    if symbol.type is not clingo.SymbolType.Function:
        return (symbol.type,)
    return symbol.type, symbol.name, len(symbol.arguments)


def _steps(text: str) -> Sequence[Any] | None:
    """What follows in the steps of an explanation in JSON; ``None`` if these are none."""
    values = []
    try:
        whole = json.loads(text)
        values = whole if isinstance(whole, list) else [whole]
    except (ValueError, RecursionError):
        for line in text.splitlines():
            try:
                values += [json.loads(line)] if line.strip() else []
            except (ValueError, RecursionError):
                return None
    steps = [value for value in values if isinstance(value, dict) and "step" in value]
    if not steps or any(not isinstance(step.get("follows"), list) for step in steps):
        return None
    return [literal for step in steps for literal in step["follows"]]


def _has_score(text: str) -> bool:
    """Whether a text is what ``best`` writes: all of a board, right or wrong."""
    return text.lstrip()[:1] == "{" and re.search(r'"score"\s*:', text) is not None


def _says_not(text: str) -> bool:
    """Whether a text names an atom that does not hold, or has an empty list of them."""
    if text.lstrip()[:1] in ("{", "["):
        return re.search(r'"(?:not|follows)"\s*:', text) is not None
    words = "\n".join(line.partition("%")[0] for line in text.splitlines())
    return any(negation for negation, _ in _LITERAL.findall(words))
