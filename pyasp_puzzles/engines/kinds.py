"""The table of engines: what each kind of engine is called, can do and needs.

A new engine is one module, whose ``start(job, options)`` makes the search, and one row of
:data:`KINDS`.  Everything else looks the row up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pyasp_puzzles.boards.puzzle import CONFIGURATIONS
from pyasp_puzzles.ground.sat import DEFAULT_SOLVER, SOLVERS


@dataclass(frozen=True)
class EngineKind:
    """One kind of engine: a row of :data:`KINDS`."""

    # How its names are formed: the kind, a variant behind a dot, something behind a colon.
    form: str
    # What it is; empty where the puzzle's own encodings say it.
    about: str = ""
    # Where its ``start`` is, and its ``prober`` if it has one: a module of this folder.
    home: str = ""
    # It reads an ASP program and facts; the others have a hand-written encoding, from the submodule
    # of their name in the puzzle.
    grounds: bool = False
    # It chooses other engines and leaves the search to them.
    chooses: bool = False
    # It keeps a time limit by itself; otherwise it runs in a process of its own.
    own_clock: bool = False
    # It can search a part of the answers, for long counts.
    in_cubes: bool = False
    # Its search tree can be measured by samples.
    prober: bool = False
    # It lists answers; otherwise it only counts them.
    lists: bool = True
    # It needs symmetries of the puzzle.
    symmetric: bool = False
    # It knows all ways to count (``--by``), and further constants of the program.
    ways: bool = False
    # clasp searches: it takes clasp's options and can use several threads.
    clasp: bool = False
    # A profile of the puzzle chooses its search files and constants.
    profiled: bool = False
    # It searches the user's program, which is to blame for a wrong answer.
    own_program: bool = False
    # A comparison shows the warnings of its searches.
    warns: bool = False
    # The only variants, each in a few words, the default first; empty: any or none.
    variants: Mapping[str, str] = field(default_factory=dict)
    # Known solvers, each with the optional modules that it needs; the one where a name has none.
    solvers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    default_solver: str = ""
    # Optional modules that it needs with any solver, and uses where installed.
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    # What a shell suggests behind the colon.
    suggested: Sequence[str] = ()
    # Names that take part in a comparison by default: of a puzzle, of programs.
    compared: tuple[str, ...] = ()
    compared_on_programs: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """The module of its searches."""
        return f"pyasp_puzzles.engines.{self.home}"

    @property
    def encoded(self) -> bool:
        """Whether it needs a hand-written encoding."""
        return not self.grounds

    @property
    def profiles(self) -> bool:
        """Whether the puzzle's sets of clasp options are its variants."""
        return self.clasp and self.profiled

    @property
    def programs(self) -> bool:
        """Whether its solver may also be a program on the PATH."""
        return bool(self.default_solver)

    @property
    def colon(self) -> Literal["", "variant", "solver"]:
        """What stands behind the colon of a name: a variant or a solver."""
        if ":" not in self.form:
            return ""
        return "solver" if self.solvers else "variant"

    @property
    def bare(self) -> bool:
        """Whether a name may have nothing behind the kind."""
        return ":" not in self.form.replace("[:", "")

    @property
    def has_variants(self) -> bool:
        """Whether a name may have a variant behind a dot."""
        return "." in self.form.partition(":")[0]


LOOPS = {
    "stages": "the ground program as clauses; positive loops unrolled",
    "levels": "positive loops by numbers in binary: smaller, several models for an answer",
    "lazy": "loop formulas added when a model is unfounded",
}
"""The ways to translate positive loops, the default first."""

_COVERERS = {"bitsets": (), "kernel": ("numba",)}
"""Searches for exact covers: one that needs nothing, and a compiled one."""

_PYSAT = dict.fromkeys(SOLVERS, ("pysat.solvers",))

KINDS: Mapping[str, EngineKind] = {
    "auto": EngineKind(
        "auto",
        home="auto",
        grounds=True,
        chooses=True,
        own_clock=True,
        in_cubes=True,
        ways=True,
        profiled=True,
        uses=("numba",),
    ),
    "asp": EngineKind(
        "asp[:PROFILE]",
        "clingo, with the best profile for the task",
        home="asp",
        grounds=True,
        own_clock=True,
        in_cubes=True,
        ways=True,
        profiled=True,
        clasp=True,
        suggested=CONFIGURATIONS,
        compared=("asp",),
        compared_on_programs=("asp",),
    ),
    "exact-cover": EngineKind(
        "exact-cover[:COVERER]",
        "exact covers of the ground program, by bit sets",
        home="exact_cover",
        grounds=True,
        own_clock=True,
        in_cubes=True,
        prober=True,
        ways=True,
        profiled=True,
        solvers=_COVERERS,
        uses=("numba",),
        suggested=tuple(_COVERERS),
    ),
    "scan": EngineKind(
        "scan[.ENCODING]",
        home="scan",
        own_clock=True,
        in_cubes=True,
        prober=True,
        needs=("numba",),
    ),
    "frontier": EngineKind("frontier", home="frontier", own_clock=True, lists=False, ways=True),
    "orbits": EngineKind(
        "orbits",
        "all answers as images of their classes, which clingo finds",
        home="orbits",
        grounds=True,
        own_clock=True,
        lists=False,
        symmetric=True,
    ),
    "translate": EngineKind(
        "translate[.LOOPS][:SOLVER]",
        home="sat",
        grounds=True,
        ways=True,
        variants=LOOPS,
        solvers=_PYSAT,
        default_solver=DEFAULT_SOLVER,
        suggested=SOLVERS,
        warns=True,
        compared=("translate:cadical195",),
        compared_on_programs=("translate:cadical195", "translate:glucose4"),
    ),
    "sat": EngineKind(
        "sat[.ENCODING][:SOLVER]",
        home="sat",
        solvers=_PYSAT,
        default_solver=DEFAULT_SOLVER,
        needs=("pysat.card",),
        suggested=SOLVERS,
        compared=("sat:cadical195", "sat:glucose4"),
    ),
    "cpsat": EngineKind(
        "cpsat[.ENCODING]",
        home="cpsat",
        needs=("ortools.sat.python.cp_model",),
        compared=("cpsat",),
    ),
    "lp": EngineKind(
        "lp:FILE[+FILE...]",
        "your own program on the puzzle's facts",
        home="asp",
        grounds=True,
        clasp=True,
        own_program=True,
        warns=True,
    ),
}
"""All kinds of engines by name, in the order in which lists show them."""
