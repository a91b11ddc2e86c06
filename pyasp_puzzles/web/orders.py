"""The requests of a page: which there are, and the fields of each, checked before anything is done.

Instances only: their text is read by the puzzle's own reader, in another process.  No path is
opened and no program of a user is ground.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.boards.edit import MOST_TYPED
from pyasp_puzzles.web.checks import (
    WORD,
    Check,
    RefusedError,
    atoms,
    cell,
    fields,
    flag,
    number,
    one_of,
    partial,
    roles,
    seconds,
    text,
    wrong,
)

MOST_TEXT = 250_000
"""Characters of an instance."""

_FORMATS = ("svg", "png", "facts", "json", "text")
_THEMES = ("auto", "light", "dark")


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


def _move(field: str, found: Any) -> dict[str, Any]:
    move = fields(found, _MOVE, ("kind", "cell"), f"{field}.")
    needed = {"lay": "tool", "move": "to"}.get(move["kind"])
    if needed and needed not in move:
        raise wrong(f"{field}.{needed}", None, f"this field for {move['kind']}")
    return move


def _edit(field: str, found: Any) -> dict[str, Any]:
    return fields(found, _EDIT, ("clue", "value"), f"{field}.")


_MOVE: Mapping[str, Check] = {
    "kind": one_of("lay", "take", "turn", "move"),
    "tool": text(WORD),
    "pose": number(0, 10**5),
    "cell": cell,
    "to": cell,
}
_INSTANCE: Mapping[str, Check] = {
    "puzzle": text(WORD, 1),
    "instance": text(WORD),
    "text": text(MOST_TEXT),
    "label": text(WORD),
}
_BOARD: Mapping[str, Check] = {
    **_INSTANCE,
    "partial": partial,
    "roles": roles,
    "interactive": flag,
}
_DRAW: Mapping[str, Check] = {
    **_INSTANCE,
    "partial": partial,
    "atoms": atoms,
    "format": one_of(*_FORMATS),
    "theme": one_of(*_THEMES),
}
_EDIT: Mapping[str, Check] = {"clue": text(WORD), "value": text(MOST_TYPED), "cell": cell}
_TOOL: Mapping[str, Check] = {**_INSTANCE, "tool": text(WORD), "pose": number(0, 10**6)}

CALLS: Mapping[str, tuple[Mapping[str, Check], tuple[str, ...]]] = {
    "board": (_BOARD, ("puzzle",)),
    "move": ({**_BOARD, "move": _move}, ("puzzle", "move")),
    "draw": (_DRAW, ("puzzle", "format")),
    "tool": (_TOOL, ("puzzle", "tool")),
    "edit": ({**_INSTANCE, "edit": _edit, "before": text(MOST_TEXT)}, ("puzzle",)),
}
"""Fields of the requests that are answered at once, and those of them that must be there."""

_SYMMETRY = {"symmetry": one_of(False, True, "all", "rotations")}
_TIME = {"timeout": seconds}
_SEED = {"seed": number(0, 2**31 - 1)}
_WAY = {"by": text(WORD)}


def _parameters(field: str, found: Any) -> dict[str, Any]:
    if not isinstance(found, dict) or len(found) > 50:
        raise wrong(field, found, "an object with parameters of the generator")
    for name, value in found.items():
        if not name.isidentifier() or len(name) > WORD:
            raise wrong(field, name, "the name of a parameter")
        if type(value) not in (int, bool, str) or len(str(value)) > WORD:
            raise wrong(f"{field}.{name}", value, "a number, a short text, true or false")
    return found


JOBS: Mapping[str, Mapping[str, Check]] = {
    "solve": {
        "limit": number(1, 1000),
        "after": number(0, 1000),
        "from_here": flag,
        **_SYMMETRY,
        **_SEED,
        **_TIME,
    },
    "count": {**_SYMMETRY, **_WAY, **_TIME},
    "unique": {"most": number(2, 10_000), **_SYMMETRY, **_TIME},
    "check": {"most": number(1, 10_000), **_TIME},
    "hint": {"degree": one_of("vague", "clues", "full"), "told": partial, **_TIME},
    "explain": _TIME,
    "rate": _TIME,
    "generate": {
        "n": number(1, 24),
        "difficulty": text(WORD),
        "extra_clues": flag,
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
    return fields(body, known, needed)


def read_job(body: Any) -> dict[str, Any]:
    """The checked fields of a job.

    Raises:
        RefusedError: as :func:`read_call`.
    """
    known: dict[str, Check] = {
        **_INSTANCE,
        "kind": one_of(*JOBS),
        "partial": partial,
        "options": lambda _field, found: found,
        "page": text(64, 1),
    }
    found = fields(body, known, ("kind", "puzzle"))
    options = found.get("options", {})
    found["options"] = fields(options, JOBS[found["kind"]], (), "options.")
    if found["kind"] == "generate" and found.keys() & {"text", "instance", "partial"}:
        raise RefusedError("generate makes a board; found one in the request", field="text")
    return found
