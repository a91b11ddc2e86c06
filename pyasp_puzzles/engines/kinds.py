"""The table of engines: what each kind of engine is called, can do and needs.

A new engine is one module and one row of :data:`KINDS`. The module has a function
``start(job, options)`` that makes the search. :mod:`pyasp_puzzles.engines.job` calls it, and no
engine imports that. Everything else looks the row up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pyasp_puzzles.boards.puzzle import CONFIGURATIONS
from pyasp_puzzles.ground.sat import DEFAULT_SOLVER, SOLVERS


@dataclass(frozen=True)
class EngineKind:
    """One kind of engine.

    Attributes:
        form: how its names are formed: the kind, a variant behind a dot, something behind a colon.
        module: where its ``start`` is, and its ``prober`` if it has one.
        about: what it is; empty where the puzzle's own encodings say it.
        grounds: it reads an ASP program and facts; the others have an encoding.
        encoded: it needs a hand-written encoding, from the submodule of its name in the puzzle.
        chooses: it chooses other engines and leaves the search to them.
        own_clock: it keeps a time limit by itself; otherwise it runs in a process of its own.
        in_cubes: it can search a part of the answers, for long counts.
        prober: its search tree can be measured by samples.
        lists: it lists answers; otherwise it only counts them.
        ways: it knows all ways to count (``--by``), and further constants of the program.
        clasp: clasp searches: it takes clasp's options and can use several threads.
        profiled: a profile of the puzzle chooses its search files and constants.
        profiles: it has the puzzle's sets of clasp options as variants.
        colon: what stands behind the colon of a name: a variant or a solver.
        variants: the only variants, each in a few words, the default first; empty: any or none.
        solvers: known solvers, each with the optional modules that it needs.
        default_solver: the solver where a name has none.
        programs: the solver may also be a program on the PATH.
        needs, uses: optional modules that it needs with any solver, and uses where installed.
        suggested: what a shell suggests behind the colon.
        own_program: it searches the user's program, which is to blame for a wrong answer.
        warns: a comparison shows the warnings of its searches.
        compared, compared_on_programs: names that take part in a comparison by default.
    """

    form: str
    module: str
    about: str = ""
    grounds: bool = False
    encoded: bool = False
    chooses: bool = False
    own_clock: bool = False
    in_cubes: bool = False
    prober: bool = False
    lists: bool = True
    ways: bool = False
    clasp: bool = False
    profiled: bool = False
    profiles: bool = False
    colon: Literal["", "variant", "solver"] = ""
    variants: Mapping[str, str] = field(default_factory=dict)
    solvers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    default_solver: str = ""
    programs: bool = False
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    suggested: Sequence[str] = ()
    own_program: bool = False
    warns: bool = False
    compared: tuple[str, ...] = ()
    compared_on_programs: tuple[str, ...] = ()

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

_COVERERS = {"bitsets": (), "xcover": ("xcover",), "exact_cover": ("exact_cover",)}
"""Programs for exact covers: our own search, which needs nothing, and optional packages."""

_PYSAT = dict.fromkeys(SOLVERS, ("pysat.solvers",))

KINDS: Mapping[str, EngineKind] = {
    "auto": EngineKind(
        "auto",
        "pyasp_puzzles.engines.auto",
        grounds=True,
        chooses=True,
        own_clock=True,
        in_cubes=True,
        ways=True,
        profiled=True,
        uses=("xcover",),
    ),
    "asp": EngineKind(
        "asp[:PROFILE]",
        "pyasp_puzzles.engines.asp",
        "clingo, with the best profile for the task",
        grounds=True,
        own_clock=True,
        in_cubes=True,
        ways=True,
        profiled=True,
        clasp=True,
        profiles=True,
        colon="variant",
        suggested=CONFIGURATIONS,
        compared=("asp",),
        compared_on_programs=("asp",),
    ),
    "exact-cover": EngineKind(
        "exact-cover[:COVERER]",
        "pyasp_puzzles.engines.exact_cover",
        "exact covers of the ground program, by bit sets",
        grounds=True,
        own_clock=True,
        in_cubes=True,
        prober=True,
        ways=True,
        profiled=True,
        colon="solver",
        solvers=_COVERERS,
        uses=("xcover",),
        suggested=tuple(_COVERERS),
    ),
    "scan": EngineKind(
        "scan[.ENCODING]",
        "pyasp_puzzles.engines.scan",
        encoded=True,
        own_clock=True,
        in_cubes=True,
        prober=True,
        needs=("numba",),
    ),
    "frontier": EngineKind(
        "frontier",
        "pyasp_puzzles.engines.frontier",
        encoded=True,
        own_clock=True,
        lists=False,
        ways=True,
    ),
    "translate": EngineKind(
        "translate[.LOOPS][:SOLVER]",
        "pyasp_puzzles.engines.sat",
        grounds=True,
        ways=True,
        colon="solver",
        variants=LOOPS,
        solvers=_PYSAT,
        default_solver=DEFAULT_SOLVER,
        programs=True,
        suggested=SOLVERS,
        warns=True,
        compared=("translate:cadical195",),
        compared_on_programs=("translate:cadical195", "translate:glucose4"),
    ),
    "sat": EngineKind(
        "sat[.ENCODING][:SOLVER]",
        "pyasp_puzzles.engines.sat",
        encoded=True,
        colon="solver",
        solvers=_PYSAT,
        default_solver=DEFAULT_SOLVER,
        programs=True,
        needs=("pysat.card",),
        suggested=SOLVERS,
        compared=("sat:cadical195", "sat:glucose4"),
    ),
    "cpsat": EngineKind(
        "cpsat[.ENCODING]",
        "pyasp_puzzles.engines.cpsat",
        encoded=True,
        needs=("ortools.sat.python.cp_model",),
        compared=("cpsat",),
    ),
    "lp": EngineKind(
        "lp:FILE[+FILE...]",
        "pyasp_puzzles.engines.asp",
        "your own program on the puzzle's facts",
        grounds=True,
        clasp=True,
        colon="variant",
        own_program=True,
        warns=True,
    ),
}
"""All kinds of engines by name, in the order in which lists show them."""
