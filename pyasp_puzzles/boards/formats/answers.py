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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from clingo import Symbol, SymbolType

from pyasp_puzzles.boards.formats.clingo_output import read_clingo
from pyasp_puzzles.boards.formats.fields import is_json
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.core.atoms import parse_atoms, signature, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, PuzzleError, SolverError

Found = tuple[str, Mapping[str, Any]]
"""The place of an answer in a text, and its object: "atoms", perhaps "not" and "solution"."""

_ATOM = re.compile(r'-?[a-z_]\w*\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*")*\))*\)')
_LITERAL = re.compile(rf"(not\s+)?({_ATOM.pattern})")


def read_answers(puzzle: Puzzle[I, S], instance: I, text: str, source: str) -> list[S]:
    """Read the solutions in a text.

    Raises:
        AnswerError: the text has no answer, an answer to another instance, or anything else.
        NoAnswerError: clingo says that there is no answer.
        GaveUpError: clingo was stopped before it found an answer.
    """
    if puzzle.site and puzzle.site.reads(text):
        partial = puzzle.site.answer(instance, text, source)
        return [puzzle.decode(instance, unify(partial.atoms, puzzle.answers))]
    objects = _objects(puzzle, text, source)
    if objects is None and puzzle.read and text.strip() and not _ATOM.search(text):
        with _of_source(source):
            found = puzzle.read(instance, text)
        return found if isinstance(found, list) else [found]
    if objects is None:
        objects = [("", {"atoms": atoms}) for atoms in _groups(puzzle, text, source)]
    if not objects:
        raise _no_answer(puzzle, text, source)
    return [_solution(puzzle, instance, *found, source) for found in objects]


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
        blanks = not is_json(text) and re.search(r"[?_]", _ATOM.sub("", text))
        if blanks or _says_not(text):
            with suppress(PuzzleError):
                read_answers(puzzle, instance, text, source)
                return None
            raise
        return None
    for atom, _ in partial.literals():
        _check_atom(puzzle, atom, source)
    whole = puzzle.play is None or puzzle.play.whole(instance, partial)
    scored = is_json(text) and re.search(r'"score"\s*:', text)  # what ``best`` writes
    if scored or (whole and not _says_not(text)):
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
            if outside := puzzle.cells_of(instance, [atom]) - board:
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


def _no_answer(puzzle: Puzzle[Any, Any], text: str, source: str) -> AnswerError:
    nothing = Phrase("no answer" if text.strip() else "nothing")
    return AnswerError(source, "", nothing, _expected_forms(puzzle))


def _objects(
    puzzle: Puzzle[Any, Any], text: str, source: str, steps: bool = False
) -> list[Found] | None:
    """The answers in clingo's output or in JSON, without the status object; ``None``: neither.

    Args:
        steps: whether steps of an explanation are a partial answer.
    """
    if output := read_clingo(text, source):
        return [(f"answer {n}", {"atoms": atoms}) for n, atoms in enumerate(output.answers, 1)]
    if not is_json(text):
        return None
    values = _json_values(text, source)
    told = [value for _, value in values if isinstance(value, dict) and "step" in value]
    if steps and told and all(isinstance(step.get("follows"), list) for step in told):
        follows = [each for step in told for each in step["follows"]]
        return [("", _following(puzzle, follows, source))]
    objects: list[Found] = []
    for number, value in values:
        atoms = value.get("atoms") if isinstance(value, dict) else None
        if isinstance(value, dict) and atoms is None and "status" in value:
            continue
        if not _are_texts(atoms):
            raise AnswerError(source, f"object {number}", value, 'an object with a list "atoms"')
        name = value.get("puzzle", puzzle.name)
        if name != puzzle.name:
            raise AnswerError(source, "puzzle", name, f"an answer to {puzzle.name}")
        objects.append(("", value))
    return objects


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


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


def _following(puzzle: Puzzle[Any, Any], follows: list[Any], source: str) -> dict[str, list[str]]:
    """What follows in the steps of an explanation, of the shown atoms."""
    said: dict[bool, list[str]] = {True: [], False: []}
    shown = set(map(signature, puzzle.answers))
    for found in follows:
        atom, holds = (found.get(k) if isinstance(found, dict) else None for k in ("atom", "holds"))
        if not isinstance(atom, str) or not isinstance(holds, bool):
            expected = 'an object with "atom" and "holds": a text, and true or false'
            raise AnswerError(source, "follows", found, expected)
        (symbol,) = parse_atoms([atom], source)
        if symbol.type is SymbolType.Function and (symbol.name, len(symbol.arguments)) in shown:
            said[holds].append(atom)
    return {"atoms": said[True], "not": said[False]}


def _solution(
    puzzle: Puzzle[I, S], instance: I, place: str, found: Mapping[str, Any], source: str
) -> S:
    """The solution of an object; its other members must agree with its atoms."""
    symbols = parse_atoms(found["atoms"], source)
    for symbol in symbols:
        _check_atom(puzzle, symbol, source, place)
    with _of_source(source, place):
        solution = puzzle.decode(instance, unify(symbols, puzzle.answers))
    if "solution" in found:
        meant = json.loads(json.dumps(dataclasses.asdict(solution)))  # type: ignore[call-overload]
        if found["solution"] != meant:
            raise AnswerError(source, "solution", found["solution"], "what the atoms say")
    return solution


def _groups(puzzle: Puzzle[Any, Any], text: str, source: str) -> list[list[str]]:
    """The atoms of each answer; only spaces and full stops may be between them."""
    groups = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("%")[0]
        if re.sub(r"[.\s]+", "", _ATOM.sub(" ", words)):
            raise AnswerError(source, f"line {number}", line.strip(), _expected_forms(puzzle))
        if atoms := _ATOM.findall(words):
            groups.append(atoms)
    if re.search(r"\)\s*\.", text) or all(len(atoms) == 1 for atoms in groups):
        groups = [[atom for atoms in groups for atom in atoms]]
    return list(filter(None, groups))


def _partial(puzzle: Puzzle[I, Any], instance: I, text: str, source: str) -> Partial:
    """The partial answer in a text, which may not fit the board."""
    if puzzle.site and puzzle.site.reads(text):
        return puzzle.site.answer(instance, text, source)
    rest = ""
    objects = _objects(puzzle, text, source, steps=True)
    if objects is None:
        said, rest = _split(text, source)
    elif not objects:
        raise _no_answer(puzzle, text, source)
    else:
        if len(objects) > 1:
            raise AnswerError(source, "", Phrase(f"{len(objects)} answers"), "one partial answer")
        ((_, said),) = objects
    if not _are_texts(said.get("not", [])):
        raise AnswerError(source, "not", said["not"], "a list of atoms")
    read = puzzle.play and puzzle.play.read
    if rest.strip() and not read:
        found = rest.strip().splitlines()[0].strip()
        raise AnswerError(source, "", found, _expected_forms(puzzle))
    atoms, absent = (tuple(parse_atoms(said.get(key, ()), source)) for key in ("atoms", "not"))
    with _of_source(source):
        known = Partial(atoms, absent)
        return read(instance, rest).together(known) if read and rest.strip() else known


def _split(text: str, source: str) -> tuple[Mapping[str, Any], str]:
    """The literals of a text, and the lines of a drawing among them.

    Raises:
        AnswerError: something else is in a line with an atom.
    """
    said: dict[bool, list[str]] = {True: [], False: []}
    rest = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("%")[0]
        if not _ATOM.search(words):
            rest.append(line)
            continue
        if left := re.sub(r"[.,;\s]+", "", _LITERAL.sub(" ", words)):
            expected = "atoms, each perhaps with 'not' before it, and full stops between them"
            raise AnswerError(source, f"line {number}", left, expected)
        for negation, atom in _LITERAL.findall(words):
            said[not negation].append(atom)
    return {"atoms": said[True], "not": said[False]}, "\n".join(rest)


def _says_not(text: str) -> bool:
    """Whether a text names an atom that does not hold, or has an empty list of them."""
    if is_json(text):
        return re.search(r'"(?:not|follows)"\s*:', text) is not None
    words = "\n".join(line.partition("%")[0] for line in text.splitlines())
    return any(negation for negation, _ in _LITERAL.findall(words))
