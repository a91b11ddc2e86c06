"""What a long count counts: enough to know it again, and to show its answers later."""

from __future__ import annotations

import dataclasses
import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import clingo

from pyasp_puzzles._version import __version__
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.registry import find_puzzle
from pyasp_puzzles.symmetry import ALL, SymmetryGroup


def versions() -> str:
    """The versions that may decide what is found."""
    return f"pyasp-puzzles {__version__}, clingo {clingo.__version__}"


@dataclass(frozen=True)
class CountIdentity:
    """A count by what it is about, as a store remembers it.

    Two runs are the same if ``program``, ``facts``, ``options`` and ``versions`` are: then they
    have the same answers.  The engine only decides how fast they are found.

    Attributes:
        puzzle: its name.
        instance: the address that the instance was loaded from.
        board: the instance in its puzzle's text format.
        program: SHA-256 digest of the ``.lp`` files.
        facts: SHA-256 digest of the instance as facts.
        options: the program's constants ("symmetry=1"), and by what is counted ("by=filling").
            The value of ``symmetry`` is one of the puzzle's ``symmetries.values``.
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
        """The run of a job with its facts."""
        programs = b"\0".join(path.read_bytes() for path in job.program)
        options = [f"{name}={value}" for name, value in sorted(job.constants.items())]
        return cls(
            job.puzzle,
            job.instance.name,
            find_puzzle(job.puzzle).format(job.instance),
            hashlib.sha256(programs).hexdigest(),
            hashlib.sha256(job.facts.encode()).hexdigest(),
            " ".join([*options, *([f"by={job.by}"] if job.by and job.constants else [])]),
            versions(),
        )

    def differences(self, now: CountIdentity) -> list[str]:
        """What another run, of now, has otherwise, in words; empty if it is the same run."""
        found = []
        if (self.puzzle, self.facts) != (now.puzzle, now.facts):
            names = f"{self.puzzle} {self.instance}", f"{now.puzzle} {now.instance}"
            found.append(
                _two("the instance", *(names if names[0] != names[1] else ("another", "")))
            )
        if self.program != now.program:
            found.append(f"the program: {now.puzzle}.lp was another")
        if self.options != now.options:
            found.append(_two("the options", self.asked or "none", now.asked or "none"))
        if self.versions != now.versions:
            found.append(_two("the versions", self.versions, now.versions))
        return found

    @property
    def asked(self) -> str:
        """The options as they are given on the command line."""
        kind = self._kind
        known = [f"--symmetry {kind}" if kind != ALL else "--symmetry"] if kind else []
        return " ".join([*known, *([f"--by {self.by}"] if self.by else [])])

    @cached_property
    def symmetry(self) -> SymmetryGroup | None:
        """The symmetries of whose classes one answer each is counted; ``None``: all answers."""
        symmetries = find_puzzle(self.puzzle).symmetries
        return symmetries.group(self.loaded, self._kind) if symmetries and self._kind else None

    @property
    def _kind(self) -> str:
        """The kind of symmetry; empty for none."""
        symmetries = find_puzzle(self.puzzle).symmetries
        values, words = symmetries.values if symmetries else {}, self.options.split()
        return next((kind for kind in values if f"symmetry={values[kind]}" in words), "")

    @cached_property
    def loaded(self) -> Any:
        """The instance, with the name that it had."""
        (found,) = find_puzzle(self.puzzle).parse(self.board, self.instance).values()
        return dataclasses.replace(found, name=self.instance)

    @property
    def whole(self) -> bool:
        """Whether its answers are answers to the puzzle, and not only what was counted of them."""
        return "by=" not in self.options or self.by == next(iter(find_puzzle(self.puzzle).variants))

    @property
    def by(self) -> str:
        """What was counted; empty for the puzzle's first way."""
        return next((word[3:] for word in self.options.split() if word.startswith("by=")), "")


def _two(what: str, there: str, now: str) -> str:
    return f"{what}: {there} there, {now} now" if now else f"{what}: {there} of the same name"
