"""Reads answers and partial answers, as people and programs write them; writes partial ones.

A text has one of these forms:

* the puzzle's own notation; in a partial answer with ``?`` or ``_`` for what is not known;
* atoms. Whole answers have one line each; if each line has one atom, or the atoms end with full
  stops, all lines together are one answer. In a partial answer ``not`` stands before an atom that
  does not hold, and the notation may stand above the atoms;
* lines of ``solve --json``, or a list of such objects; in a partial answer one object, perhaps with
  the list "not";
* steps of ``explain --json``, as a partial answer: all shown atoms that follow, or do not hold;
* the output of clingo.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from clingo import Symbol, SymbolType

from pyasp_puzzles.boards.formats.clingo_output import read_clingo
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.core.atoms import parse_atoms, signature, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, PuzzleError, SolverError

Literal = tuple[Symbol, bool]

_ATOM = re.compile(r'-?[a-z_]\w*\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*")*\))*\)')
_LITERAL = re.compile(rf"(not\s+)?({_ATOM.pattern})")


def read_answers(puzzle: Puzzle[I, S], instance: I, text: str, source: str) -> list[S]:
    """Read the solutions in a text.

    Raises:
        AnswerError: the text has no answer, an answer to another instance, or anything else.
        NoAnswerError: clingo says that there is no answer.
        GaveUpError: clingo was stopped before it found an answer.
    """
    output = read_clingo(text, source)
    if output:
        return [
            _solution(puzzle, instance, atoms, source, f"answer {number}")
            for number, atoms in enumerate(output.answers, 1)
        ]
    if _is_json(text):
        objects = _answer_objects(puzzle, _json_values(text, source), source)
        return [_from_json(puzzle, instance, found, source) for found in objects]
    if puzzle.read and text.strip() and not _ATOM.search(text):
        with _of_source(source):
            found = puzzle.read(instance, text)
        return found if isinstance(found, list) else [found]
    groups = _groups(puzzle, text, source)
    if not groups:
        nothing = Phrase("no answer" if text.strip() else "nothing")
        raise AnswerError(source, "", nothing, _expected_forms(puzzle))
    return [_solution(puzzle, instance, atoms, source) for atoms in groups]


def read_partial(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> Partial:
    """Read a partial answer, or a whole one as a partial answer without gaps.

    Raises:
        AnswerError: the text is none, or does not fit the board.
        NoAnswerError, GaveUpError: as :func:`read_answers`.
    """
    found = _partial(puzzle, instance, text, source)
    check_fits(puzzle, instance, found, source)
    return found


def find_partial(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> Partial | None:
    """The partial answer in a text; ``None``: it has whole answers, or none at all.

    A text that says of an atom that it does not hold, or has an empty list of such atoms, is a
    partial answer; so is one that leaves something open.

    Raises:
        AnswerError: the text is a partial answer that does not fit the board.
    """
    try:
        if not text.strip() or read_clingo(text, source):
            return None
    except PuzzleError:  # clingo found no answer, or was stopped
        return None
    try:
        partial = _partial(puzzle, instance, text, source)
    except AnswerError:
        blanks = not _is_json(text) and re.search(r"[?_]", _ATOM.sub("", text))
        if (blanks or _says_not(text)) and not _is_answer(puzzle, instance, text, source):
            raise
        return None
    for atom, _ in partial.literals():
        _check_atom(puzzle, atom, source)
    whole = puzzle.play is None or puzzle.play.whole(instance, partial)
    if (whole and not _says_not(text)) or _has_score(text):
        return None
    check_fits(puzzle, instance, partial, source)
    return partial


def write_partial(puzzle: Puzzle[I, Any], instance: I, partial: Partial) -> str:
    """A partial answer as text, in the puzzle's notation as far as that can express it.

    :func:`read_partial` reads the same literals from it.
    """
    drawing = ""
    if puzzle.play:
        try:
            drawing = puzzle.play.write(instance, partial)
            drawn = puzzle.play.read(instance, drawing)
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
        _check_atom(puzzle, atom, source)
    panels = puzzle.sketch(instance, Partial()).panels
    board = {tile.cell for panel in panels for tile in panel.tiles}
    board |= {place for panel in panels for place in panel.targets}
    with _of_source(source):
        puzzle.decode(instance, unify(partial.atoms, puzzle.answers))
        for atom, _ in partial.literals():
            outside = puzzle.cells_of(instance, [atom]) - board
            if outside:
                expected = f"an atom about cells of the board: {min(outside)} is none"
                raise AnswerError("", "", Phrase(str(atom)), expected)


@contextmanager
def _of_source(source: str, place: str = "") -> Iterator[None]:
    """Let errors name the file of the answers; a puzzle knows only the instance."""
    try:
        yield
    except AnswerError as error:
        within = error.place.removeprefix("answer").removeprefix(", ")
        where = ", ".join(filter(None, [place, within]))
        raise AnswerError(source, where, error.found, error.expected) from None


def _check_atom(puzzle: Puzzle[Any, Any], symbol: Symbol, source: str, place: str = "") -> None:
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


def _expected_forms(puzzle: Puzzle[Any, Any]) -> str:
    atoms = ", ".join(f"{name}/{arity}" for name, arity in map(signature, puzzle.answers))
    rows = ", or the puzzle's own notation" if puzzle.read else ""
    return f"lines of solve --json, or atoms {atoms}{rows}"


# whole answers


def _solution(
    puzzle: Puzzle[I, S], instance: I, atoms: Sequence[str], source: str, place: str = ""
) -> S:
    symbols = parse_atoms(atoms, source)
    for symbol in symbols:
        _check_atom(puzzle, symbol, source, place)
    with _of_source(source, place):
        return puzzle.decode(instance, unify(symbols, puzzle.answers))


def _from_json(puzzle: Puzzle[I, S], instance: I, found: dict[str, Any], source: str) -> S:
    """The solution of one object; its other members must agree with its atoms."""
    solution = _solution(puzzle, instance, found["atoms"], source)
    meant = json.loads(json.dumps(dataclasses.asdict(solution)))  # type: ignore[call-overload]
    if found.get("solution", meant) != meant:
        raise AnswerError(source, "solution", found["solution"], "what the atoms say")
    return solution


def _groups(puzzle: Puzzle[Any, Any], text: str, source: str) -> list[list[str]]:
    """The atoms of each answer; only spaces and full stops may be between them."""
    groups = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("%")[0]
        if re.sub(r"[.\s]+", "", _ATOM.sub(" ", words)):
            raise AnswerError(source, f"line {number}", line.strip(), _expected_forms(puzzle))
        atoms = _ATOM.findall(words)
        if atoms:
            groups.append(atoms)
    if re.search(r"\)\s*\.", text) or all(len(atoms) == 1 for atoms in groups):
        return [[atom for atoms in groups for atom in atoms]] if groups else []
    return groups


def _is_answer(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> bool:
    try:
        return bool(read_answers(puzzle, instance, text, source))
    except PuzzleError:
        return False


# JSON


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _json_values(text: str, source: str) -> list[tuple[int, Any]]:
    """The values of a JSON file or of JSON lines, with their numbers."""
    try:
        whole = json.loads(text)
        return list(enumerate(whole if isinstance(whole, list) else [whole], 1))
    except (ValueError, RecursionError):
        pass
    values = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                values.append((number, json.loads(line)))
            except RecursionError:
                deep = Phrase("lists and objects nested too deep")
                raise AnswerError(source, f"line {number}", deep, "JSON") from None
            except ValueError as error:
                raise AnswerError(source, f"line {number}", line, f"JSON ({error})") from None
    return values


def _answer_objects(
    puzzle: Puzzle[Any, Any], values: Sequence[tuple[int, Any]], source: str
) -> list[dict[str, Any]]:
    """The values that are objects with atoms, without the status object of a search."""
    objects = []
    for number, value in values:
        atoms = value.get("atoms") if isinstance(value, dict) else None
        if isinstance(value, dict) and atoms is None and "status" in value:
            continue
        if not isinstance(atoms, list) or not all(isinstance(atom, str) for atom in atoms):
            raise AnswerError(source, f"object {number}", value, 'an object with a list "atoms"')
        name = value.get("puzzle", puzzle.name)
        if name != puzzle.name:
            raise AnswerError(source, "puzzle", name, f"an answer to {puzzle.name}")
        objects.append(value)
    if not objects:
        raise AnswerError(source, "", Phrase("no answer"), _expected_forms(puzzle))
    return objects


# partial answers


def _partial(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> Partial:
    """The partial answer in a text, which may not fit the board."""
    literals, rest = _literals(puzzle, text, source)
    read = puzzle.play and puzzle.play.read
    if rest.strip() and not read:
        raise AnswerError(source, "", rest.strip().splitlines()[0].strip(), _expected_forms(puzzle))
    with _of_source(source):
        known = Partial.of_literals(literals)
        return read(instance, rest).together(known) if read and rest.strip() else known


def _literals(puzzle: Puzzle[Any, Any], text: str, source: str) -> tuple[list[Literal], str]:
    """The literals of a text, and the lines of a drawing above them."""
    output = read_clingo(text, source)
    if output:
        if len(output.answers) > 1:
            raise _several(source, len(output.answers))
        return [(atom, True) for atom in parse_atoms(output.answers[0], source)], ""
    if not _is_json(text):
        return _split(text, source)
    values = _json_values(text, source)
    steps = [value for _, value in values if isinstance(value, dict) and "step" in value]
    if steps and all(isinstance(step.get("follows"), list) for step in steps):
        shown = set(map(signature, puzzle.answers))
        follows = [_following(found, source) for step in steps for found in step["follows"]]
        return [pair for pair in follows if _signature(pair[0]) in shown], ""
    first, *others = _answer_objects(puzzle, values, source)
    if others:
        raise _several(source, 1 + len(others))
    absent = first.get("not", [])
    if not isinstance(absent, list) or not all(isinstance(atom, str) for atom in absent):
        raise AnswerError(source, "not", absent, "a list of atoms")
    holding = [(atom, True) for atom in parse_atoms(first["atoms"], source)]
    return [*holding, *((atom, False) for atom in parse_atoms(absent, source))], ""


def _several(source: str, number: int) -> AnswerError:
    return AnswerError(source, "", Phrase(f"{number} answers"), "one partial answer")


def _split(text: str, source: str) -> tuple[list[Literal], str]:
    """The literals of a text, and the lines without any.

    Raises:
        AnswerError: something else is in a line with an atom.
    """
    literals: list[Literal] = []
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
        symbols = parse_atoms([atom for _, atom in found], source)
        literals += zip(symbols, [not negation for negation, _ in found], strict=True)
    return literals, "\n".join(rest)


def _following(found: Any, source: str) -> Literal:
    """What follows in a step of an explanation in JSON."""
    try:
        atom, holds = found["atom"], found["holds"]
    except (TypeError, KeyError):
        expected = 'an object with "atom" and "holds"'
        raise AnswerError(source, "follows", found, expected) from None
    if not isinstance(atom, str) or not isinstance(holds, bool):
        expected = 'a text under "atom", true or false under "holds"'
        raise AnswerError(source, "follows", found, expected)
    return parse_atoms([atom], source)[0], holds


def _signature(symbol: Symbol) -> tuple[str, int] | None:
    """Name and arity of an atom; a number or a text has none."""
    is_atom = symbol.type is SymbolType.Function
    return (symbol.name, len(symbol.arguments)) if is_atom else None


def _has_score(text: str) -> bool:
    """Whether a text is what ``best`` writes: all of a board, right or wrong."""
    return text.lstrip()[:1] == "{" and re.search(r'"score"\s*:', text) is not None


def _says_not(text: str) -> bool:
    """Whether a text names an atom that does not hold, or has an empty list of them."""
    if _is_json(text):
        return re.search(r'"(?:not|follows)"\s*:', text) is not None
    words = "\n".join(line.partition("%")[0] for line in text.splitlines())
    return any(negation for negation, _ in _LITERAL.findall(words))
