"""The requests of a page: which there are, and the fields of each, checked before anything is done.

Instances only: their text is read by the puzzle's own reader, in another process.  No path is
opened and no program of a user is ground.  A check gets the name of a field and its value, and
returns the value or raises RefusedError.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.boards.edit import MOST_TYPED
from pyasp_puzzles.core.errors import PuzzleError, did_you_mean, listed, shorten
from pyasp_puzzles.verbs.table import VERBS
from pyasp_puzzles.verbs.verb import (
    WORD,
    Amount,
    Flag,
    GeneratorParameters,
    Integer,
    Kind,
    OneOf,
    PartialAnswer,
    SymmetryWord,
    Verb,
)

IN_TERMINAL = "a large board can be solved in a terminal: pyasp-puzzles solve PUZZLE FILE"
"""What to do with a board that is too large for the page."""

MOST_TEXT = 250_000  # characters of an instance
MOST_ATOMS, MOST_ATOM = 20_000, 200  # atoms of a partial answer, and characters of each
_DEPTH, _NESTED = 6, 8  # how deep JSON may be nested, and how deep an atom
_CELL = re.compile(r"-?\d{1,6}(,-?\d{1,6}){0,3}", re.ASCII)

Check = Callable[[str, Any], Any]
"""The value of a field, checked; gets the field's name for its message."""


@dataclass(frozen=True)
class WorkOrder:
    """Something for a process to do: the checked fields of a request, seconds that it may take."""

    kind: str
    body: Mapping[str, Any]
    seconds: float


SHARED = "shared "
"""Before a degree: the name of an event that tells the server a hint, for others who ask for it."""


class RefusedError(PuzzleError):
    """A request that is not served; the message says what was found and what was expected."""

    def __init__(self, message: str, code: int = 400, **details: Any) -> None:
        super().__init__(message)
        self.code = code  # the status of HTTP
        self.details = {name: each for name, each in details.items() if each}

    def as_json(self) -> dict[str, Any]:
        """The body of the answer."""
        return {"error": str(self), **self.details}


def wrong(field: str, found: object, expected: str) -> RefusedError:
    """The refusal of a field: what was found, what was expected."""
    return RefusedError(f"{field}: found {shorten(found)}, expected {expected}", field=field)


def text(most: int) -> Check:
    """A check for a text with at most so many characters."""

    def check(field: str, found: Any) -> str:
        if not isinstance(found, str):
            raise wrong(field, found, "a text")
        if len(found) > most:
            words = f"{field}: found {len(found):,} characters, expected at most {most:,}"
            words += f"; {IN_TERMINAL}" if field == "text" else ""
            raise RefusedError(words, 413, field=field)
        return found

    return check


def _checked(right: Callable[[Any], bool], expected: str) -> Check:
    def check(field: str, found: Any) -> Any:
        if not right(found):
            raise wrong(field, found, expected)
        return found

    return check


def number(least: int, most: int) -> Check:
    """A check for an integer within bounds."""
    expected = f"a number from {least:,} to {most:,}"
    return _checked(lambda found: type(found) is int and least <= found <= most, expected)


def one_of(*words: Any) -> Check:
    """A check for one of several texts or truth values."""
    # True equals 1, and lists cannot be looked up.
    expected = listed((json.dumps(word) for word in words), "or")
    return _checked(lambda found: isinstance(found, str | bool) and found in words, expected)


flag = _checked(lambda found: isinstance(found, bool), "true or false")
seconds = _checked(lambda found: type(found) in (int, float) and 0 < found <= 10**6, "seconds")


def atoms(field: str, found: Any) -> list[str]:
    """Texts that look like atoms; the puzzle reads them later."""
    if not isinstance(found, list) or not all(isinstance(atom, str) for atom in found):
        raise wrong(field, found, "a list of atoms")
    if len(found) > MOST_ATOMS:
        raise RefusedError(f"{field}: found {len(found):,} atoms, expected {MOST_ATOMS:,}", 413)
    for atom in found:
        if not 0 < len(atom) <= MOST_ATOM or atom.count("(") > _NESTED or "@" in atom:
            raise wrong(field, atom, "an atom such as value(1,2,3)")
    return found


def partial(field: str, found: Any) -> dict[str, list[str]]:
    """A partial answer: atoms that hold, and atoms that do not."""
    return {"atoms": [], "not": [], **record(atoms=atoms, **{"not": atoms})(field, found)}


def cell(field: str, found: Any) -> list[int]:
    """A cell as numbers, from numbers or from a text such as "2,3"."""
    if isinstance(found, str):
        if not _CELL.fullmatch(found):
            raise wrong(field, found, 'a cell such as "2,3"')
        return [int(word) for word in found.split(",")]
    if not isinstance(found, list) or not 1 <= len(found) <= 4:
        raise wrong(field, found, "a cell such as [2, 3]")
    return [number(-(10**6), 10**6)(field, each) for each in found]


def record(*needed: str, **known: Check) -> Check:
    """A check for an object with these fields, some of which must be there."""

    def check(field: str, found: Any) -> dict[str, Any]:
        prefix = f"{field}." if field else ""
        if not isinstance(found, dict):
            raise wrong(field or "body", found, "an object")
        for name in found:
            if name not in known:
                expected = f"{', '.join(known) or 'none'}{did_you_mean(name[:WORD], known)}"
                words = f"{prefix}{shorten(name)}: found an unknown field, expected {expected}"
                raise RefusedError(words, field=f"{prefix}{name}"[:WORD])
        for path in (f"{prefix}{name}" for name in needed if name not in found):
            raise RefusedError(f"{path}: found nothing, expected this field", field=path)
        return {name: known[name](f"{prefix}{name}", value) for name, value in found.items()}

    return check


def read_json(raw: bytes) -> Any:
    """The JSON value of a body; RefusedError if it is none, too deep, or no Unicode."""
    try:
        value = json.loads(raw.decode("utf-8"))
    except RecursionError:
        raise RefusedError(f"body: found JSON that is nested deeper than {_DEPTH}") from None
    except UnicodeDecodeError:
        raise RefusedError("body: found bytes that are no UTF-8, expected JSON") from None
    except ValueError as error:
        raise RefusedError(f"body: expected JSON: {shorten(str(error))}") from None
    _check_value(value, _DEPTH)
    return value


def compact(value: Any) -> str:
    """A value as JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _check_value(value: Any, depth: int) -> None:
    if depth == 0:
        raise RefusedError(f"body: found JSON that is nested deeper than {_DEPTH}")
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise RefusedError("body: found a sign that is no text")
    elif isinstance(value, list | dict):
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_value(each, depth - 1)


_MOVE = record(
    *("kind", "cell"),
    kind=one_of("lay", "take", "turn", "move"),
    tool=text(WORD),
    pose=number(0, 10**5),
    cell=cell,
    to=cell,
)
_EDIT = record("clue", "value", clue=text(WORD), value=text(MOST_TYPED), cell=cell)
_INSTANCE: Mapping[str, Check] = {
    "puzzle": text(WORD),
    "instance": text(WORD),
    "text": text(MOST_TEXT),
    "label": text(WORD),
}
_BOARD = {**_INSTANCE, "partial": partial}
_FILE = {
    "partial": partial,
    "atoms": atoms,
    "format": one_of("svg", "png", "facts", "json", "text", "sheet", "url"),
    "theme": one_of("auto", "light", "dark"),
}

CALLS: Mapping[str, Check] = {
    "board": record("puzzle", **_BOARD),
    "move": record("puzzle", "move", **_BOARD, move=_MOVE),
    "draw": record("puzzle", "format", **_INSTANCE, **_FILE),
    "tool": record("puzzle", "tool", **_INSTANCE, tool=text(WORD), pose=number(0, 10**6)),
    "edit": record("puzzle", **_INSTANCE, edit=_EDIT, before=text(MOST_TEXT)),
    "hands": record("puzzle", **_INSTANCE),
    "candidates": record("puzzle", **_INSTANCE, partial=partial),
}
"""The bodies of the requests that are answered at once."""


def _parameters(field: str, found: Any) -> dict[str, Any]:
    if not isinstance(found, dict) or not {int, bool, str}.issuperset(map(type, found.values())):
        raise wrong(field, found, "an object with parameters of the generator")
    return found


def check_of(kind: Kind) -> Check:
    """The check for an option of a verb."""
    match kind:
        case Integer(least=least, most=most):
            return number(least, 2**31 if most is None else most)
        case OneOf(words=words):
            return one_of(*words)
    return _CHECKS.get(type(kind), text(WORD))


_CHECKS: Mapping[type[Kind], Check] = {
    Flag: flag,
    Amount: seconds,
    SymmetryWord: one_of(False, True, "all", "rotations"),
    PartialAnswer: partial,
    GeneratorParameters: _parameters,
}


def jobs_of(verbs: Iterable[Verb]) -> dict[str, dict[str, Check]]:
    """The verbs that are jobs of a page, and the options that each of them takes."""
    return {
        verb.name: {
            each.keyword: check_of(each.page) for each in verb.options if each.page is not None
        }
        for verb in verbs
        if verb.page
    }


JOBS = jobs_of(VERBS.values())

_JOB = record(
    *("kind", "puzzle"),
    **_INSTANCE,
    kind=one_of(*JOBS),
    partial=partial,
    options=lambda _field, found: found,
)


def read_job(body: Any) -> dict[str, Any]:
    """The checked fields of a job."""
    found: dict[str, Any] = _JOB("", body)
    found["options"] = record(**JOBS[found["kind"]])("options", found.get("options", {}))
    if found["kind"] == "generate" and found.keys() & {"text", "instance", "partial"}:
        raise RefusedError("generate makes a board; found one in the request", field="text")
    return found
