"""One search by one engine, described by values: it can be run here or sent to a process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.engines.asp import AspSearch
from pyasp_puzzles.engines.names import Engine, encoding_of
from pyasp_puzzles.errors import MisfitError, PuzzleError
from pyasp_puzzles.puzzle import Profile, Task
from pyasp_puzzles.registry import find_puzzle

if TYPE_CHECKING:
    import clingo

    from pyasp_puzzles.results import Search
    from pyasp_puzzles.sat.cnf import Cnf


@dataclass(frozen=True)
class Job:
    """What to search and how.

    Attributes:
        engine: who searches.
        program: the ``.lp`` files.
        facts: the instance as facts, for the engines that ground.
        constants: values for the program's ``#const`` statements.
        puzzle, instance: for the engines with an encoding of their own.
        symmetry: the kind of symmetry of whose classes one answer each is wanted; empty for all
            answers.
        by: what an answer is, one of the puzzle's ``variants``; empty for the first.
        task: what the answers are wanted for.
        limit: stop after so many answers; 0 means all.
        threads, seed: as in :func:`pyasp_puzzles.api.solve`.
        profile: for the engine ``asp``, with its name, which is empty for options of the user's
            own; ``exact-cover`` has its constants.
    """

    engine: Engine
    program: tuple[Path, ...]
    facts: str = ""
    constants: Mapping[str, Any] = field(default_factory=dict)
    puzzle: str = ""
    instance: Any = None
    symmetry: str = ""
    by: str = ""
    task: Task = "all"
    limit: int = 0
    threads: int = 1
    seed: int | None = None
    profile: tuple[str, Profile] = ("", Profile())

    @property
    def own_options(self) -> bool:
        """Whether the user chose clasp's options."""
        name, profile = self.profile
        return not name and bool(profile.options and self.puzzle)

    def search(
        self,
        *,
        timeout: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
        keep: bool = False,
    ) -> Search:
        """The search, ready to run in this process.

        Args:
            timeout: wall clock seconds; engines that hold Python's lock cannot keep it in this
                process.
            clock: what its seconds are measured with.
            keep: ground once for all searches; for the engines that search in cubes.

        Raises:
            PuzzleError: the engine cannot do this job, or its packages are missing.
        """
        search = self._search(timeout, clock, keep)
        search.engine = search.engine or str(self.engine)
        return search

    def _search(self, timeout: float | None, clock: Callable[[], float], keep: bool) -> Search:
        kind = self.engine.kind
        name, profile = self.profile
        if kind == "asp":
            search = AspSearch(
                self.program,
                self.facts,
                constants={**profile.constants, **self.constants},
                limit=self.limit,
                timeout=timeout,
                threads=self.threads,
                seed=self.seed,
                options=profile.options,
                portfolio=profile.portfolio,
                keep=keep,
                check=self._sample(),
                clock=clock,
            )
            search.engine = f"asp:{name}" if name else "asp"
            return search
        if kind == "auto":
            from pyasp_puzzles.engines.auto import AutoSearch

            return AutoSearch(self, timeout=timeout, clock=clock)
        if kind == "exact-cover":
            from pyasp_puzzles.engines.exact_cover import ExactCoverSearch

            return ExactCoverSearch(
                self.program,
                self.facts,
                {**profile.constants, **self.constants},
                self.engine.solver,
                limit=self.limit,
                timeout=timeout,
                seed=self.seed,
                keep=keep,
                clock=clock,
            )
        if kind == "frontier":
            from pyasp_puzzles.engines.frontier import FrontierSearch

            if self.task != "count":
                raise MisfitError("frontier counts and does not list")
            if self.limit:
                raise MisfitError("frontier counts the whole number and knows no limit")
            return FrontierSearch(self._encoding(), timeout=timeout, clock=clock)
        if kind == "cpsat":
            from pyasp_puzzles.engines.cpsat import CpSearch

            return CpSearch(
                self._encoding(),
                limit=self.limit,
                seed=self.seed,
                threads=self.threads,
                clock=clock,
            )
        from pyasp_puzzles.engines.sat import SatSearch

        build = self._encoding() if kind == "sat" else None

        def formula(seconds: dict[str, float], figures: dict[str, float]) -> Cnf:
            if build:
                cnf: Cnf = build()
                return cnf
            return self._translated(seconds, figures, listing.messages, clock)

        solver = self.engine.solver
        listing = SatSearch(formula, solver, limit=self.limit, seed=self.seed, clock=clock)
        return listing

    def _sample(self) -> Callable[[clingo.Model], None] | None:
        """What verifies answers that are counted with options of the user's own."""
        if not self.own_options:
            return None
        from pyasp_puzzles.engines.sample import Sample

        puzzle = find_puzzle(self.puzzle)
        return Sample(puzzle, self.instance, partial=bool(puzzle.way(self.by)))

    def _encoding(self) -> Callable[[], Any]:
        """The builder of the puzzle's own encoding."""
        encoding = encoding_of(self.engine, self.puzzle, self.by)
        if self.symmetry and self.symmetry not in encoding.symmetry:
            known = " and ".join(encoding.symmetry)
            knows = f"knows symmetry {known} only" if known else "knows no symmetries"
            raise MisfitError(
                f"{self.puzzle}: engine {self.engine} {knows}; "
                "leave --symmetry out, or use asp or translate"
            )
        if self.engine.kind != "frontier" and any(name != "symmetry" for name in self.constants):
            names = ", ".join(name for name in self.constants if name != "symmetry")
            raise PuzzleError(
                f"{self.puzzle}: engine {self.engine} does not know the constant {names}; "
                "use asp or translate"
            )
        return lambda: encoding.build(self.instance, self.symmetry)

    def _translated(
        self,
        seconds: dict[str, float],
        figures: dict[str, float],
        messages: list[str],
        clock: Callable[[], float],
    ) -> Cnf:
        """The ground program as a formula."""
        from pyasp_puzzles.translate import translate
        from pyasp_puzzles.translate.ground import ground

        start = clock()
        program = ground(self.program, self.facts, self.constants)
        grounded = clock()
        seconds["ground"] = grounded - start
        messages += program.warnings()
        translation = translate(program, loops=self.engine.variant or "stages")
        cnf = translation.cnf
        for literal in translation.assumptions:
            cnf.add(literal)
        seconds["translate"] = clock() - grounded
        sizes = translation.sizes
        figures |= {"atoms": sizes.ground_atoms, "rules": sizes.rules}
        return cnf
