"""Names of engines, the same on the command line and in Python; ``kinds.KINDS`` lists the forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.puzzle import Profile, Puzzle
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import PuzzleError, did_you_mean
from pyasp_puzzles.engines.encoding import Encoding, encodings
from pyasp_puzzles.engines.kinds import KINDS, EngineKind
from pyasp_puzzles.ground.sat import check_solver


@dataclass(frozen=True, order=True)
class Engine:
    """An engine by its parts.

    Attributes:
        kind: one of :data:`pyasp_puzzles.engines.kinds.KINDS`.
        variant: profile, loops, encoding or files; empty for the default.
        solver: of ``exact-cover`` (empty for the default), ``translate`` and ``sat``.
    """

    kind: str
    variant: str = ""
    solver: str = ""

    @property
    def row(self) -> EngineKind:
        """What its kind can do."""
        return KINDS[self.kind]

    @property
    def grounds(self) -> bool:
        """Whether it reads an ASP program and facts."""
        return self.row.grounds

    def __str__(self) -> str:
        dotted, behind = self.variant, self.solver
        if self.row.colon == "variant":
            dotted, behind = "", self.variant
        return self.kind + (dotted and f".{dotted}") + (behind and f":{behind}")


BASELINE = Engine("asp")
"""The engine with which the others are compared."""


def parse_engine(name: str, solver: str = "") -> Engine:
    """The engine of that name; ``solver`` is used where the name asks for one without naming it.

    Raises PuzzleError if there is no such kind or solver; profiles depend on the puzzle.

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
    if kind not in KINDS or (dot and not variant):
        *forms, last = (row.form for row in KINDS.values())
        hint = did_you_mean(kind, KINDS)
        raise PuzzleError(f"found engine {name!r}, expected {', '.join(forms)} or {last}{hint}")
    row = KINDS[kind]
    behind = bool(tail and row.colon) if colon else row.bare
    if not behind or (dot and not row.has_variants):
        raise PuzzleError(f"found engine {name!r}, expected {row.form}")
    if row.colon == "variant":
        return Engine(kind, tail)
    if row.variants and variant and variant not in row.variants:
        raise PuzzleError(f"engine {name}: found {variant!r}, expected {', '.join(row.variants)}")
    if row.programs:
        tail = tail or solver or row.default_solver
        check_solver(tail)
    elif tail and tail not in row.solvers:
        raise PuzzleError(f"engine {name}: found {tail!r}, expected {', '.join(row.solvers)}")
    return Engine(kind, variant, tail)


def libraries(engine: Engine) -> tuple[str, ...]:
    """The optional modules that an engine imports when it is first used."""
    return (*engine.row.solvers.get(engine.solver, ()), *engine.row.needs)


def encoding_of(engine: Engine, puzzle: str, by: str = "") -> Encoding:
    """The encoding that an engine means; PuzzleError if there is none; ``by``: what is counted."""
    found = encodings(engine.kind, puzzle)
    wanted = engine.variant if engine.row.lists else by
    name = wanted or next(iter(found), "")
    if not found:
        raise PuzzleError(f"engine {engine}: {puzzle} has no {engine.kind} encoding")
    if name not in found:
        names = ", ".join(f"{engine.kind}.{known}" for known in found)
        raise PuzzleError(f"{puzzle}: found engine {engine}, expected {names}")
    return found[name]


def engines_of(puzzle: str) -> Iterator[tuple[Engine, Encoding | None, str]]:
    """What exists for a puzzle: engine (with the default solver), encoding, a few words."""
    found = find_puzzle(puzzle)
    named = {name.partition(":")[0] for names in found.engines.values() for name in names}
    for name, kind in KINDS.items():
        if kind.encoded:  # once if it only counts
            every = list(encodings(name, puzzle).items())[: None if kind.lists else 1]
            for variant, encoding in every:
                engine = Engine(name, variant if kind.lists else "", kind.default_solver)
                yield engine, encoding, encoding.source
        elif kind.profiles:
            yield Engine(name), None, kind.about
            for own, profile in found.profiles.items():
                tasks = f"for {', '.join(profile.tasks)}: " if profile.tasks else ""
                does = profile.about or " ".join(profile.options) or "clasp's default"
                yield Engine(name, own), None, tasks + does
        elif kind.variants:
            for number, (variant, about) in enumerate(kind.variants.items()):
                yield Engine(name, variant if number else "", kind.default_solver), None, about
        elif (kind.symmetric and found.symmetries) or (kind.about and name in named):
            yield Engine(name), None, kind.about


def program_of(
    puzzle: Puzzle[Any, Any], engine: Engine, profile: Profile, symmetry: str
) -> tuple[Path, ...]:
    """The files of the program for a search: the puzzle's, or the user's own."""
    if engine.row.own_program:
        from pyasp_puzzles.engines.program import has_show, own_files  # imports clingo

        files = own_files(engine.variant)
        has_show(files, puzzle.answers)
        return files
    search = profile.search if engine.row.profiles else None  # clasp needs an order of atoms
    return puzzle.program_paths(search, symmetry=bool(symmetry))


def with_variant(engine: Engine, puzzle: str) -> Engine:
    """The engine with the name of its encoding spelled out."""
    if engine.row.encoded and engine.row.lists and not engine.variant:
        return replace(engine, variant=next(iter(encodings(engine.kind, puzzle)), ""))
    return engine
