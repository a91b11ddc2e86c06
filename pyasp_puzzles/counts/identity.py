"""The identity of a count: what a store needs to recognise it and to show its answers."""

from __future__ import annotations

import dataclasses
import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import clingo

from pyasp_puzzles._version import __version__
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.symmetry import ALL, ROTATIONS, SymmetryGroup
from pyasp_puzzles.engines.job import Job

_OLD_KINDS = {"1": ALL, "2": ROTATIONS}
"""The kinds of symmetry as constants of the programs, in stores of version 0.1."""


def versions() -> str:
    """The versions of this package and of clingo: they may change the answers."""
    return f"pyasp-puzzles {__version__}, clingo {clingo.__version__}"


@dataclass(frozen=True)
class CountIdentity:
    """Says which answers are counted; a store keeps it.

    Counts that agree in ``program``, ``facts``, ``options`` and ``versions`` have the same answers.

    Attributes:
        puzzle, instance: its name, and the address from which the instance was loaded.
        board: the instance in the puzzle's text format.
        program, facts: SHA-256 digests of the ``.lp`` files, with the search files of every
            profile, and of the instance as facts.
        options: kind of symmetry and what is counted ("symmetry=all by=filling"); older stores have
            a constant ("symmetry=1").
        versions: of this package and of clingo.
    """

    puzzle: str
    instance: str
    board: str
    program: str
    facts: str
    options: str
    versions: str

    @classmethod
    def of(cls, job: Job) -> CountIdentity:
        """The identity of a job that has its facts."""
        puzzle = find_puzzle(job.puzzle)
        files = dict.fromkeys((*job.program, *puzzle.all_program_paths()))
        programs = b"\0".join(path.read_bytes() for path in sorted(files))
        options = [f"{name}={value}" for name, value in sorted(puzzle.way(job.by).items())]
        options += [f"symmetry={job.symmetry}"] if job.symmetry else []
        return cls(
            job.puzzle,
            job.instance.name,
            puzzle.format(job.instance),
            hashlib.sha256(programs).hexdigest(),
            hashlib.sha256(job.facts.encode()).hexdigest(),
            " ".join([*options, *([f"by={job.by}"] if puzzle.way(job.by) else [])]),
            versions(),
        )

    def differences(self, now: CountIdentity) -> list[str]:
        """Describe how another count, of now, differs from this one; empty: it is the same."""
        found = []
        if (self.puzzle, self.facts) != (now.puzzle, now.facts):
            there, here = (f"{run.puzzle} {run.instance}" for run in (self, now))
            same = "the instance: another of the same name"
            found.append(same if there == here else _two("the instance", there, here))
        if self.program != now.program:
            found.append(f"the program: {now.puzzle}.lp has changed")
        if self.command_line != now.command_line:
            found.append(_two("the options", *(run.command_line or "none" for run in (self, now))))
        if self.versions != now.versions:
            found.append(_two("the versions", self.versions, now.versions))
        return found

    @property
    def command_line(self) -> str:
        """The options, as a user gives them on the command line."""
        symmetry = {"": "", ALL: "--symmetry"}.get(self._kind, f"--symmetry {self._kind}")
        return " ".join(filter(None, (symmetry, self.by and f"--by {self.by}")))

    @cached_property
    def symmetry(self) -> SymmetryGroup | None:
        """The group of which one answer of each class is counted; ``None``: all answers are."""
        symmetries = find_puzzle(self.puzzle).symmetries
        return symmetries.group(self.loaded, self._kind) if symmetries and self._kind else None

    @property
    def _kind(self) -> str:
        kind = self._option("symmetry")
        return _OLD_KINDS.get(kind, kind)

    @cached_property
    def loaded(self) -> Any:
        """The instance, with its name from ``instance``."""
        (found,) = find_puzzle(self.puzzle).parse(self.board, self.instance).values()
        return dataclasses.replace(found, name=self.instance)

    @property
    def whole(self) -> bool:
        """Whether the counted atoms are a whole answer to the puzzle, not a part of one."""
        return not self.by or self.by == next(iter(find_puzzle(self.puzzle).variants))

    @property
    def by(self) -> str:
        """What is counted; empty: whole answers, or what the puzzle counts by default."""
        return self._option("by")

    def _option(self, name: str) -> str:
        words = (word.partition("=") for word in self.options.split())
        return next((value for key, _, value in words if key == name), "")


def _two(what: str, there: str, now: str) -> str:
    """The value in the store and the value of now, in words."""
    return f"{what}: {there} there, {now} now"
