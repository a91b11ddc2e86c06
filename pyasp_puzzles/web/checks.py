"""Checks of the values in a request: what a text, a number, a cell or an object has to be.

A check gets the name of a field and its value, and returns the value or raises RefusedError.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from pyasp_puzzles.core.errors import PuzzleError, did_you_mean, listed, shorten

IN_TERMINAL = "a large board can be solved in a terminal: pyasp-puzzles solve PUZZLE FILE"
"""What to do with a board that is too large for the page."""

MOST_ATOMS = 20_000
MOST_ATOM = 200
"""Atoms of a partial answer, and characters of each."""

WORD = 200
"""Characters of a name."""

_DEPTH = 6
_NESTED = 8
"""How deep JSON may be nested, and how deep an atom."""

_CELL = re.compile(r"-?\d{1,6}(,-?\d{1,6}){0,3}", re.ASCII)
_ROLES = ("given", "known", "reason", "new", "wrong", "differs")


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


Check = Callable[[str, Any], Any]
"""The value of a field, checked; gets the field's name for its message."""


def wrong(field: str, found: object, expected: str) -> RefusedError:
    """The refusal of a field: what was found, what was expected."""
    return RefusedError(f"{field}: found {shorten(found)}, expected {expected}", field=field)


def text(most: int, least: int = 0) -> Check:
    """A check for a text with so many characters."""

    def check(field: str, found: Any) -> str:
        if not isinstance(found, str):
            raise wrong(field, found, "a text")
        if not least <= len(found) <= most:
            words = f"{field}: found {len(found):,} characters, expected {least:,} to {most:,}"
            if len(found) <= most:
                raise RefusedError(words, field=field)
            more = f"; {IN_TERMINAL}" if field == "text" else ""
            raise RefusedError(words + more, 413, field=field)
        return found

    return check


def number(least: int, most: int) -> Check:
    """A check for an integer within bounds."""

    def check(field: str, found: Any) -> int:
        if type(found) is not int or not least <= found <= most:
            raise wrong(field, found, f"a number from {least:,} to {most:,}")
        return found

    return check


def seconds(field: str, found: Any) -> float:
    """A time in seconds, more than 0."""
    if type(found) not in (int, float) or not 0 < found <= 10**6:
        raise wrong(field, found, "seconds")
    return float(found)


def flag(field: str, found: Any) -> bool:
    """True or false."""
    if not isinstance(found, bool):
        raise wrong(field, found, "true or false")
    return found


def one_of(*words: Any) -> Check:
    """A check for one of several texts or truth values."""

    def check(field: str, found: Any) -> Any:
        # True equals 1, and lists cannot be looked up.
        if not isinstance(found, str | bool) or found not in words:
            names = listed((json.dumps(word) for word in words), "or")
            raise wrong(field, found, names)
        return found

    return check


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
    if not isinstance(found, dict) or not found.keys() <= {"atoms", "not"}:
        raise wrong(field, found, 'an object with "atoms" and "not"')
    return {name: atoms(f"{field}.{name}", found.get(name, [])) for name in ("atoms", "not")}


def roles(field: str, found: Any) -> dict[str, str]:
    """The roles of some cells in an explanation, by the text of the cell."""
    if not isinstance(found, dict) or len(found) > MOST_ATOMS:
        raise wrong(field, found, "an object from cells to roles")
    for cell, role in found.items():
        _cell_text(field, cell)
        one_of(*_ROLES)(field, role)
    return found


def _cell_text(field: str, found: Any) -> str:
    if not isinstance(found, str) or not _CELL.fullmatch(found):
        raise wrong(field, found, 'a cell such as "2,3"')
    return found


def cell(field: str, found: Any) -> list[int]:
    """A cell as numbers, from numbers or from a text such as "2,3"."""
    if isinstance(found, str):
        return [int(word) for word in _cell_text(field, found).split(",")]
    if not isinstance(found, list) or not 1 <= len(found) <= 4:
        raise wrong(field, found, "a cell such as [2, 3]")
    return [number(-(10**6), 10**6)(field, each) for each in found]


def fields(
    body: Any, known: Mapping[str, Check], needed: tuple[str, ...], prefix: str = ""
) -> dict[str, Any]:
    """The fields of an object, each checked."""
    if not isinstance(body, dict):
        raise wrong(prefix.rstrip(".") or "body", body, "an object")
    for name in body:
        if name not in known:
            hint = did_you_mean(name[:WORD], known)
            names = ", ".join(known) or "none"
            raise RefusedError(
                f"{prefix}{shorten(name)}: found an unknown field, expected {names}{hint}",
                field=f"{prefix}{name}"[:WORD],
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
