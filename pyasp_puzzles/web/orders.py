"""Reads what a page asks for: the bodies of requests, checked before anything is done with them.

Instances only: their text is read by the puzzle's own reader, in another process.  No path is
opened and no program of a user is ground.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.edit import MOST_TYPED
from pyasp_puzzles.errors import PuzzleError, did_you_mean, listed, shorten

MOST_TEXT = 250_000
"""Characters of an instance."""

IN_TERMINAL = "a large board can be solved in a terminal: pyasp-puzzles solve PUZZLE FILE"
"""What to do with a board that is too large for the page."""

MOST_ATOMS = 20_000
MOST_ATOM = 200
"""Atoms of a partial answer, and characters of each."""

_DEPTH = 6
_NESTED = 8
"""How deep JSON may be nested, and how deep an atom."""

_WORD = 200
_CELL = re.compile(r"-?\d{1,6}(,-?\d{1,6}){0,3}", re.ASCII)
_ROLES = ("given", "known", "reason", "new", "wrong", "differs")
_FORMATS = ("svg", "png", "facts", "json", "text")
_THEMES = ("auto", "light", "dark")


class RefusedError(PuzzleError):
    """A request that is not served; the message says what was found and what was expected.

    Attributes:
        code: the status of HTTP.
        line: the line of the instance's text that is wrong; 0: none.
        field: the field of the body that is wrong; empty: none.
        labels: of the boards in a text that has several.
    """

    def __init__(
        self,
        message: str,
        code: int = 400,
        *,
        line: int = 0,
        field: str = "",
        labels: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code, self.line, self.field, self.labels = code, line, field, labels

    def as_json(self) -> dict[str, Any]:
        """The body of the answer."""
        found: dict[str, Any] = {"error": str(self)}
        found |= {"line": self.line} if self.line else {}
        found |= {"field": self.field} if self.field else {}
        return found | ({"labels": list(self.labels)} if self.labels else {})


@dataclass(frozen=True)
class Order:
    """Something for a process to do: checked JSON values, so that it can be sent.

    Attributes:
        kind: what to do.
        body: the fields of the request.
        cpu: seconds of CPU time.
        seconds: of wall clock.
    """

    kind: str
    body: Mapping[str, Any]
    cpu: int
    seconds: float


Check = Callable[[str, Any], Any]
"""The value of a field, checked; gets the field's name for its message."""


def _wrong(field: str, found: object, expected: str) -> RefusedError:
    return RefusedError(f"{field}: found {shorten(found)}, expected {expected}", field=field)


def _text(most: int, least: int = 0) -> Check:
    def check(field: str, found: Any) -> str:
        if not isinstance(found, str):
            raise _wrong(field, found, "a text")
        if not least <= len(found) <= most:
            words = f"{field}: found {len(found):,} characters, expected {least:,} to {most:,}"
            if len(found) <= most:
                raise RefusedError(words, field=field)
            more = f"; {IN_TERMINAL}" if field == "text" else ""
            raise RefusedError(words + more, 413, field=field)
        return found

    return check


def _number(least: int, most: int) -> Check:
    def check(field: str, found: Any) -> int:
        if type(found) is not int or not least <= found <= most:
            raise _wrong(field, found, f"a number from {least:,} to {most:,}")
        return found

    return check


def _seconds(field: str, found: Any) -> float:
    if type(found) not in (int, float) or not 0 < found <= 10**6:
        raise _wrong(field, found, "seconds")
    return float(found)


def _flag(field: str, found: Any) -> bool:
    if not isinstance(found, bool):
        raise _wrong(field, found, "true or false")
    return found


def _one_of(*words: Any) -> Check:
    def check(field: str, found: Any) -> Any:
        # True equals 1, and lists cannot be looked up.
        if not isinstance(found, str | bool) or found not in words:
            names = listed((json.dumps(word) for word in words), "or")
            raise _wrong(field, found, names)
        return found

    return check


def _atoms(field: str, found: Any) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(atom, str) for atom in found):
        raise _wrong(field, found, "a list of atoms")
    if len(found) > MOST_ATOMS:
        raise RefusedError(f"{field}: found {len(found):,} atoms, expected {MOST_ATOMS:,}", 413)
    for atom in found:
        if not 0 < len(atom) <= MOST_ATOM or atom.count("(") > _NESTED or "@" in atom:
            raise _wrong(field, atom, "an atom such as value(1,2,3)")
    return found


def _partial(field: str, found: Any) -> dict[str, list[str]]:
    if not isinstance(found, dict) or not found.keys() <= {"atoms", "not"}:
        raise _wrong(field, found, 'an object with "atoms" and "not"')
    return {name: _atoms(f"{field}.{name}", found.get(name, [])) for name in ("atoms", "not")}


def _roles(field: str, found: Any) -> dict[str, str]:
    if not isinstance(found, dict) or len(found) > MOST_ATOMS:
        raise _wrong(field, found, "an object from cells to roles")
    for cell, role in found.items():
        _cell_text(field, cell)
        _one_of(*_ROLES)(field, role)
    return found


def _cell_text(field: str, found: Any) -> str:
    if not isinstance(found, str) or not _CELL.fullmatch(found):
        raise _wrong(field, found, 'a cell such as "2,3"')
    return found


def _cell(field: str, found: Any) -> list[int]:
    """A cell as numbers, from numbers or from a text such as "2,3"."""
    if isinstance(found, str):
        return [int(number) for number in _cell_text(field, found).split(",")]
    if not isinstance(found, list) or not 1 <= len(found) <= 4:
        raise _wrong(field, found, "a cell such as [2, 3]")
    return [_number(-(10**6), 10**6)(field, number) for number in found]


def _move(field: str, found: Any) -> dict[str, Any]:
    move = _fields(found, _MOVE, ("kind", "cell"), f"{field}.")
    needed = {"lay": "tool", "move": "to"}.get(move["kind"])
    if needed and needed not in move:
        raise _wrong(f"{field}.{needed}", None, f"this field for {move['kind']}")
    return move


def _edit(field: str, found: Any) -> dict[str, Any]:
    return _fields(found, _EDIT, ("clue", "value"), f"{field}.")


_MOVE: Mapping[str, Check] = {
    "kind": _one_of("lay", "take", "turn", "move"),
    "tool": _text(_WORD),
    "pose": _number(0, 10**5),
    "cell": _cell,
    "to": _cell,
}
_INSTANCE: Mapping[str, Check] = {
    "puzzle": _text(_WORD, 1),
    "instance": _text(_WORD),
    "text": _text(MOST_TEXT),
    "label": _text(_WORD),
}
_BOARD: Mapping[str, Check] = {
    **_INSTANCE,
    "partial": _partial,
    "roles": _roles,
    "interactive": _flag,
}
_DRAW: Mapping[str, Check] = {
    **_INSTANCE,
    "partial": _partial,
    "atoms": _atoms,
    "format": _one_of(*_FORMATS),
    "theme": _one_of(*_THEMES),
}
_EDIT: Mapping[str, Check] = {"clue": _text(_WORD), "value": _text(MOST_TYPED), "cell": _cell}
_TOOL: Mapping[str, Check] = {**_INSTANCE, "tool": _text(_WORD), "pose": _number(0, 10**6)}

CALLS: Mapping[str, tuple[Mapping[str, Check], tuple[str, ...]]] = {
    "board": (_BOARD, ("puzzle",)),
    "move": ({**_BOARD, "move": _move}, ("puzzle", "move")),
    "draw": (_DRAW, ("puzzle", "format")),
    "tool": (_TOOL, ("puzzle", "tool")),
    "edit": ({**_INSTANCE, "edit": _edit}, ("puzzle",)),
}
"""Fields of the requests that are answered at once, and those of them that must be there."""

_SYMMETRY = {"symmetry": _one_of(False, True, "all", "rotations")}
_TIME = {"timeout": _seconds}
_SEED = {"seed": _number(0, 2**31 - 1)}
_WAY = {"by": _text(_WORD)}


def _parameters(field: str, found: Any) -> dict[str, Any]:
    if not isinstance(found, dict) or len(found) > 50:
        raise _wrong(field, found, "an object with parameters of the generator")
    for name, value in found.items():
        if not name.isidentifier() or len(name) > _WORD:
            raise _wrong(field, name, "the name of a parameter")
        if type(value) not in (int, bool, str) or len(str(value)) > _WORD:
            raise _wrong(f"{field}.{name}", value, "a number, a short text, true or false")
    return found


JOBS: Mapping[str, Mapping[str, Check]] = {
    "solve": {
        "limit": _number(1, 1000),
        "after": _number(0, 1000),
        "from_here": _flag,
        **_SYMMETRY,
        **_SEED,
        **_TIME,
    },
    "count": {**_SYMMETRY, **_WAY, **_TIME},
    "unique": {"most": _number(2, 10_000), **_SYMMETRY, **_TIME},
    "check": {"most": _number(1, 10_000), **_TIME},
    "hint": {"degree": _one_of("vague", "clues", "full"), "told": _partial, **_TIME},
    "explain": _TIME,
    "rate": _TIME,
    "generate": {
        "n": _number(1, 24),
        "difficulty": _text(_WORD),
        "largest_step": _number(0, 1000),
        "extra_clues": _flag,
        "parameters": _parameters,
        **_SEED,
        **_TIME,
    },
    "estimate": {**_SYMMETRY, **_WAY, **_SEED, **_TIME},
    "best": {**_SEED, **_TIME},
}
"""Kinds of jobs, and the options that each of them takes."""


def read_call(kind: str, body: Any) -> dict[str, Any]:
    """The checked fields of a request that is answered at once.

    Raises:
        RefusedError: a field is unknown, missing, or has a wrong value.
    """
    known, needed = CALLS[kind]
    return _fields(body, known, needed)


def read_job(body: Any) -> dict[str, Any]:
    """The checked fields of a job.

    Raises:
        RefusedError: as :func:`read_call`.
    """
    known: dict[str, Check] = {
        **_INSTANCE,
        "kind": _one_of(*JOBS),
        "partial": _partial,
        "options": lambda _field, found: found,
        "page": _text(64, 1),
    }
    found = _fields(body, known, ("kind", "puzzle"))
    options = found.get("options", {})
    found["options"] = _fields(options, JOBS[found["kind"]], (), "options.")
    if found["kind"] == "generate" and found.keys() & {"text", "instance", "partial"}:
        raise RefusedError("generate makes a board; found one in the request", field="text")
    return found


def _fields(
    body: Any, known: Mapping[str, Check], needed: tuple[str, ...], prefix: str = ""
) -> dict[str, Any]:
    """The fields of an object, each checked."""
    if not isinstance(body, dict):
        raise _wrong(prefix.rstrip(".") or "body", body, "an object")
    for name in body:
        if name not in known:
            hint = did_you_mean(name[:_WORD], known)
            names = ", ".join(known) or "none"
            raise RefusedError(
                f"{prefix}{shorten(name)}: found an unknown field, expected {names}{hint}",
                field=f"{prefix}{name}"[:_WORD],
            )
    for name in needed:
        if name not in body:
            path = f"{prefix}{name}"
            raise RefusedError(f"{path}: found nothing, expected this field", field=path)
    return {name: known[name](f"{prefix}{name}", value) for name, value in body.items()}


def read_json(raw: bytes) -> Any:
    """The JSON value of a body.

    Raises:
        RefusedError: it is no JSON, is nested too deep, or has a text that is no Unicode.
    """
    try:
        value = json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
    except RecursionError:
        raise RefusedError(f"body: found JSON that is nested deeper than {_DEPTH}") from None
    except UnicodeDecodeError:
        raise RefusedError("body: found bytes that are no UTF-8, expected JSON") from None
    except ValueError as error:
        raise RefusedError(f"body: expected JSON: {shorten(str(error))}") from None
    _check_value(value, _DEPTH)
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _check_value(value: Any, depth: int) -> None:
    if depth == 0:
        raise RefusedError(f"body: found JSON that is nested deeper than {_DEPTH}")
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise RefusedError("body: found a sign that is no text")
    elif isinstance(value, list):
        for each in value:
            _check_value(each, depth - 1)
    elif isinstance(value, dict):
        for name, each in value.items():
            _check_value(name, depth - 1)
            _check_value(each, depth - 1)
