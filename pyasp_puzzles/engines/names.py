"""Names of engines, the same on the command line and in Python.

``asp[:PROFILE]``, ``translate[.LOOPS][:SOLVER]``, ``sat[.ENCODING][:SOLVER]`` and
``cpsat[.ENCODING]``.  A PROFILE is one of clasp's configurations (without: the puzzle's own
options), LOOPS is how positive loops of the ground program are translated, ENCODING a hand-written
one of the puzzle, SOLVER a solver of PySAT or a DIMACS solver on the PATH.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyasp_puzzles.encodings import Encoding, encodings
from pyasp_puzzles.engines.sat import DEFAULT_SOLVER, SOLVERS, check_solver
from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.translate import LOOPS

PROFILES = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many")
"""clasp's own configurations."""


@dataclass(frozen=True, order=True)
class Engine:
    """An engine by its parts.

    Attributes:
        kind: ``asp``, ``translate``, ``sat`` or ``cpsat``.
        variant: profile, loops or encoding; empty for the default.
        solver: of ``translate`` and ``sat``; otherwise empty.
    """

    kind: str
    variant: str = ""
    solver: str = ""

    @property
    def grounds(self) -> bool:
        """Whether it reads the ASP program and its facts."""
        return self.kind in ("asp", "translate")

    def __str__(self) -> str:
        if self.kind == "asp":
            return f"asp:{self.variant}" if self.variant else "asp"
        variant = f".{self.variant}" if self.variant else ""
        return f"{self.kind}{variant}" + (f":{self.solver}" if self.solver else "")


def parse_engine(name: str, solver: str = "") -> Engine:
    """The engine of that name.

    Args:
        name: as in ``sat.document:glucose4``.
        solver: used where the name asks for a SAT solver without naming one.

    Raises:
        PuzzleError: no such kind, profile or solver.

    >>> parse_engine("sat.document:minisat22")
    Engine(kind='sat', variant='document', solver='minisat22')
    >>> str(parse_engine("translate"))
    'translate:cadical195'
    """
    head, colon, tail = name.strip().partition(":")
    kind, dot, variant = head.partition(".")
    if kind not in ("asp", "translate", "sat", "cpsat") or (dot and not variant):
        expected = "asp[:PROFILE], translate:SOLVER, sat[.ENCODING]:SOLVER or cpsat[.ENCODING]"
        raise PuzzleError(f"found engine {name!r}, expected {expected}")
    if (colon and (not tail or kind == "cpsat")) or (dot and kind == "asp"):
        raise PuzzleError(f"found engine {name!r}, expected {_form(kind)}")
    if kind == "asp":
        if tail and tail not in PROFILES:
            raise PuzzleError(f"engine {name}: found {tail!r}, expected {', '.join(PROFILES)}")
        return Engine("asp", tail)
    if kind == "translate" and variant and variant not in LOOPS:
        raise PuzzleError(f"engine {name}: found {variant!r}, expected {', '.join(LOOPS)}")
    if kind == "cpsat":
        return Engine("cpsat", variant)
    check_solver(tail or solver or DEFAULT_SOLVER)
    return Engine(kind, variant, tail or solver or DEFAULT_SOLVER)


def libraries(engine: Engine) -> tuple[str, ...]:
    """The optional modules that an engine imports when it is first used."""
    if engine.kind == "cpsat":
        return ("ortools.sat.python.cp_model",)
    solvers = ("pysat.solvers",) if engine.solver in SOLVERS else ()
    return (*solvers, "pysat.card") if engine.kind == "sat" else solvers


def _form(kind: str) -> str:
    return {
        "asp": "asp[:PROFILE]",
        "translate": "translate[.LOOPS][:SOLVER]",
        "sat": "sat[.ENCODING][:SOLVER]",
        "cpsat": "cpsat[.ENCODING]",
    }[kind]


def encoding_of(engine: Engine, puzzle: str) -> Encoding:
    """The hand-written encoding that a ``sat`` or ``cpsat`` engine means for a puzzle.

    Raises:
        PuzzleError: the puzzle has no such encoding.
    """
    found = encodings("sat" if engine.kind == "sat" else "cpsat", puzzle)
    name = engine.variant or next(iter(found), "")
    if name not in found:
        names = ", ".join(f"{engine.kind}.{known}" for known in found)
        expected = names or f"no {engine.kind} engine: {puzzle} has no such encoding"
        raise PuzzleError(f"{puzzle}: found engine {engine}, expected {expected}")
    return found[name]


_ABOUT_LOOPS = {
    "stages": "the ground program as clauses; positive loops unrolled",
    "levels": "positive loops by numbers in binary: smaller, several models for an answer",
    "lazy": "loop formulas added when a model is unfounded",
}


def engines_of(puzzle: str) -> Iterator[tuple[Engine, Encoding | None, str]]:
    """What exists for a puzzle: engine (with the default solver), encoding, a few words."""
    yield Engine("asp"), None, f"clingo on lp/{puzzle}.lp, with the puzzle's own options"
    for loops in LOOPS:
        variant = "" if loops == LOOPS[0] else loops
        yield Engine("translate", variant, DEFAULT_SOLVER), None, _ABOUT_LOOPS[loops]
    for name, encoding in encodings("sat", puzzle).items():
        yield Engine("sat", name, DEFAULT_SOLVER), encoding, encoding.source
    for name, encoding in encodings("cpsat", puzzle).items():
        yield Engine("cpsat", name), encoding, encoding.source


def with_variant(engine: Engine, puzzle: str) -> Engine:
    """The engine with the name of its encoding spelled out."""
    if engine.kind in ("sat", "cpsat") and not engine.variant:
        found = encodings("sat" if engine.kind == "sat" else "cpsat", puzzle)
        return replace(engine, variant=next(iter(found), ""))
    return engine
