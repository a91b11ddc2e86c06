"""A search by one engine as a value: it can run here or be sent to another process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.puzzle import Profile, Task
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.ground.grounding import Source


@dataclass(frozen=True)
class Job:
    """What to search and how.

    Attributes:
        engine: the engine that searches.
        program: the ``.lp`` files: rules, search, symmetry.
        facts: the instance as facts, for the engines that ground.
        constants: values for the program's ``#const`` statements.
        puzzle, instance: for the engines with an encoding of their own.
        symmetry: the kind of symmetry, to search for one answer of each class; empty for all
            answers.
        by: what an answer is, one of the puzzle's ``variants``; empty for the first of them.
        task: the purpose of the answers.
        limit: stop after so many answers; 0 means all.
        threads, seed: as in :func:`pyasp_puzzles.solve`.
        profile: name and options of clasp; the name is empty for the user's own options.
        by_auto: ``auto`` has chosen the engine, which then refuses the job if another engine is
            faster, or if its packages are missing.
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
    by_auto: bool = False

    @property
    def own_options(self) -> bool:
        """Whether the user chose clasp's options."""
        name, profile = self.profile
        return not name and bool(profile.options and self.puzzle)

    def source(self, *, with_profile: bool = False) -> Source:
        """The program with its facts and constants.

        Args:
            with_profile: with the constants of the profile, too.
        """
        further = self.profile[1].constants if with_profile else {}
        return Source(self.program, self.facts, {**further, **self.constants})


@dataclass(frozen=True)
class RunOptions:
    """How a search runs in this process, apart from what it searches.

    Attributes:
        timeout: seconds of wall clock; ``None``: no limit.
        clock: a function that returns seconds, for the report.
        keep: ground once for all searches.
        check: verify some of the answers that a program or options of the user's own give, where
            they are only counted.
        start: starts the search of another job, for an engine that leaves the search to others.
    """

    timeout: float | None
    clock: Callable[[], float]
    keep: bool
    check: bool
    start: Callable[[Job, RunOptions], Search]
