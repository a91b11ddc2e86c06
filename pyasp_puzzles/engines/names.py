"""Names of engines, the same on the command line and in Python.

``auto``, ``asp[:PROFILE]``, ``exact-cover[:COVERER]``, ``frontier``,
``translate[.LOOPS][:SOLVER]``, ``sat[.ENCODING][:SOLVER]`` and ``cpsat[.ENCODING]``.  ``auto`` is
what the puzzle says is best for the task.  A PROFILE is one of the puzzle's own (without: the best
one for the task) or of clasp's configurations, COVERER a program for exact covers, LOOPS is how
positive loops of the ground program are translated, ENCODING a hand-written one of the puzzle,
SOLVER a solver of PySAT or a DIMACS solver on the PATH.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pyasp_puzzles.encoding import Encoding
from pyasp_puzzles.engines.sat import DEFAULT_SOLVER, SOLVERS, check_solver
from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.puzzle import Profile
from pyasp_puzzles.registry import encodings, find_puzzle

COVERERS = ("bitsets", "xcover", "exact_cover")
"""Who finds exact covers: our own search, which needs nothing, and packages that may be there."""

_FORMS = {
    "auto": "auto",
    "asp": "asp[:PROFILE]",
    "exact-cover": "exact-cover[:COVERER]",
    "frontier": "frontier",
    "translate": "translate[.LOOPS][:SOLVER]",
    "sat": "sat[.ENCODING][:SOLVER]",
    "cpsat": "cpsat[.ENCODING]",
}


_ABOUT_LOOPS = {
    "stages": "the ground program as clauses; positive loops unrolled",
    "levels": "positive loops by numbers in binary: smaller, several models for an answer",
    "lazy": "loop formulas added when a model is unfounded",
}
"""The ways to translate positive loops, the default first."""


@dataclass(frozen=True, order=True)
class Engine:
    """An engine by its parts.

    Attributes:
        kind: ``auto``, ``asp``, ``exact-cover``, ``frontier``, ``translate``, ``sat`` or ``cpsat``.
        variant: profile, loops or encoding; empty for the default.
        solver: of ``exact-cover`` (empty for the default), ``translate`` and ``sat``.
    """

    kind: str
    variant: str = ""
    solver: str = ""

    @property
    def grounds(self) -> bool:
        """Whether it reads the ASP program and its facts."""
        return self.kind in ("auto", "asp", "exact-cover", "translate")

    def __str__(self) -> str:
        if self.kind == "asp" and self.variant:
            return f"asp:{self.variant}"
        variant = f".{self.variant}" if self.variant else ""
        return f"{self.kind}{variant}" + (f":{self.solver}" if self.solver else "")


def parse_engine(name: str, solver: str = "") -> Engine:
    """The engine of that name.

    Args:
        name: as in ``sat.document:glucose4``.
        solver: used where the name asks for a SAT solver without naming one.

    Raises:
        PuzzleError: no such kind or solver; profiles depend on the puzzle.

    >>> parse_engine("sat.document:minisat22")
    Engine(kind='sat', variant='document', solver='minisat22')
    >>> str(parse_engine("translate"))
    'translate:cadical195'
    """
    for what, given in (("engine", name), ("solver", solver)):
        if not isinstance(given, str):
            raise PuzzleError(f"{what}: found {given!r}, expected a name")
    head, colon, tail = name.strip().partition(":")
    kind, dot, variant = head.partition(".")
    if kind not in _FORMS or (dot and not variant):
        *forms, last = _FORMS.values()
        raise PuzzleError(f"found engine {name!r}, expected {', '.join(forms)} or {last}")
    form = _FORMS[kind]
    if (colon and (not tail or ":" not in form)) or (dot and "." not in form):
        raise PuzzleError(f"found engine {name!r}, expected {form}")
    if kind in ("auto", "asp", "frontier"):
        return Engine(kind, tail)
    if kind == "exact-cover":
        if tail and tail not in COVERERS:
            raise PuzzleError(f"engine {name}: found {tail!r}, expected {', '.join(COVERERS)}")
        return Engine(kind, "", tail)
    if kind == "translate" and variant and variant not in _ABOUT_LOOPS:
        raise PuzzleError(f"engine {name}: found {variant!r}, expected {', '.join(_ABOUT_LOOPS)}")
    if kind == "cpsat":
        return Engine("cpsat", variant)
    check_solver(tail or solver or DEFAULT_SOLVER)
    return Engine(kind, variant, tail or solver or DEFAULT_SOLVER)


def libraries(engine: Engine) -> tuple[str, ...]:
    """The optional modules that an engine imports when it is first used."""
    if engine.kind == "cpsat":
        return ("ortools.sat.python.cp_model",)
    if engine.kind == "exact-cover":
        return () if engine.solver in ("", "bitsets") else (engine.solver,)
    solvers = ("pysat.solvers",) if engine.solver in SOLVERS else ()
    return (*solvers, "pysat.card") if engine.kind == "sat" else solvers


def encoding_of(engine: Engine, puzzle: str, by: str = "") -> Encoding:
    """The hand-written encoding that an engine means for a puzzle.

    Args:
        engine: of the kind ``sat``, ``cpsat`` or ``frontier``.
        by: what ``frontier`` is to count.

    Raises:
        PuzzleError: the puzzle has no such encoding.
    """
    kind: Any = engine.kind
    found = encodings(kind, puzzle)
    wanted = by if engine.kind == "frontier" else engine.variant
    name = wanted or next(iter(found), "")
    if name not in found:
        names = ", ".join(f"{engine.kind}.{known}" for known in found)
        if not names:
            raise PuzzleError(f"engine {engine}: {puzzle} has no {engine.kind} encoding")
        raise PuzzleError(f"{puzzle}: found engine {engine}, expected {names}")
    return found[name]


def engines_of(puzzle: str) -> Iterator[tuple[Engine, Encoding | None, str]]:
    """What exists for a puzzle: engine (with the default solver), encoding, a few words."""
    found = find_puzzle(puzzle)
    program = found.program_path().name
    yield Engine("asp"), None, f"clingo on {program}, with the best profile for the task"
    for name, profile in found.profiles.items():
        yield Engine("asp", name), None, _described(profile)
    if any("exact-cover" in names for names in found.engines.values()):
        yield (
            Engine("exact-cover"),
            None,
            "search with bit sets on the ground program's exact cover",
        )
    for encoding in list(encodings("frontier", puzzle).values())[:1]:
        yield Engine("frontier"), encoding, encoding.source
    for number, (loops, about) in enumerate(_ABOUT_LOOPS.items()):
        yield Engine("translate", loops if number else "", DEFAULT_SOLVER), None, about
    for name, encoding in encodings("sat", puzzle).items():
        yield Engine("sat", name, DEFAULT_SOLVER), encoding, encoding.source
    for name, encoding in encodings("cpsat", puzzle).items():
        yield Engine("cpsat", name), encoding, encoding.source


def _described(profile: Profile) -> str:
    """Tasks, options, constants and measurements of a profile."""
    options = [*profile.options, *(f"-c {n}={value}" for n, value in profile.constants.items())]
    tasks = f"for {', '.join(profile.tasks)}: " if profile.tasks else ""
    words = (tasks + (" ".join(options) or "no options"), profile.measured.rstrip("."))
    return "".join(f"{part}. " for part in words if part).rstrip()


def with_variant(engine: Engine, puzzle: str) -> Engine:
    """The engine with the name of its encoding spelled out."""
    if engine.kind in ("sat", "cpsat") and not engine.variant:
        found = encodings("sat" if engine.kind == "sat" else "cpsat", puzzle)
        return replace(engine, variant=next(iter(found), ""))
    return engine
