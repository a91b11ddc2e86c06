"""Whether engines found the same answers, and what ``verify`` says where they did not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.comparison.plan import Case
from pyasp_puzzles.comparison.run import ATOM_SEPARATOR, Ending, EngineRun
from pyasp_puzzles.core.atoms import parse_atoms, unify
from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.engines.names import BASELINE, Engine

_VERIFIED = 1_000
"""Answers of a run that are verified one by one; all of them are compared with other runs."""


@dataclass(frozen=True)
class Disagreement:
    """An answer that one engine found and another one did not, or that ``verify`` refuses."""

    case: str
    has: Engine
    lacks: Engine | None  # finished without the answer; None: verify alone refuses it
    answer: tuple[str, ...]  # its shown atoms, sorted by text
    verdict: tuple[str, ...] | None  # the rules that it breaks; None: a program has no verifier
    counts: tuple[int, int] | None = None  # of both engines, where answers were counted only

    @property
    def engines(self) -> tuple[Engine, ...]:
        return (self.has,) if self.lacks is None else (self.has, self.lacks)

    @property
    def counts_text(self) -> str:
        """The numbers that the two engines count, in words; empty if they listed answers."""
        if self.counts is None:
            return ""
        own, other = self.counts
        return f"{self.has} counts {counted(own, 'answer')}, {self.lacks} counts {other:,}"


class AnswerFile:
    """The answers that a run wrote: one a line, in no order."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the sorted lines: the same for the same set of answers."""
        lines = (f"{line}\n" for line in sorted(self.lines()))  # an answer may show no atoms
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def lines(self) -> set[str]:
        """The answers, without a last line that is cut off because the run was ended."""
        return set(self._path.read_text(encoding="utf-8").split("\n")[:-1])

    def delete(self) -> None:
        self._path.unlink()


class RunAnswers(NamedTuple):
    """A run, and what it found."""

    run: EngineRun
    file: AnswerFile

    def same(self, other: RunAnswers) -> bool:
        """Whether the same engine found the same; the files of counts are empty."""
        one, two = ((run.engine, run.ending, run.answers) for run in (self.run, other.run))
        return one == two and self.file.digest == other.file.digest


def check(case: Case, task: Task, found: Sequence[RunAnswers]) -> list[Disagreement]:
    """The disagreements of some runs on one case, at most one for each pair of engines."""
    if task == "count":
        return _numbers(case, found)
    claims: dict[tuple[Engine, Engine | None], str] = {}
    for has, lacks, line in (
        *_refused(case, found),
        *(_sets(found) if task == "all" else _existence(found)),
    ):
        claims.setdefault((has, lacks), line)
    compared = {has for has, lacks in claims if lacks is not None}
    return [
        Disagreement(case.name, has, lacks, atoms_of(line), verdict(case, atoms_of(line)))
        for (has, lacks), line in claims.items()
        if lacks is not None or has not in compared
    ]


_Claims = Iterator[tuple[Engine, Engine | None, str]]
"""The engine that has an answer, the one that lacks it, and the answer."""


def _sets(found: Sequence[RunAnswers]) -> _Claims:
    """Task "all": finished runs have the same answers, other runs a part of them."""
    finished = [each for each in found if each.run.ending is Ending.DONE]
    if not finished:
        return
    reference = min(finished, key=lambda each: each.run.engine.kind != BASELINE.kind)
    for each in found:
        pairs = [(each, reference)]
        if each.run.ending is Ending.DONE:
            if each.file.digest == reference.file.digest:
                continue
            pairs.append((reference, each))
        for has, lacks in pairs:
            if extra := has.file.lines() - lacks.file.lines():
                yield has.run.engine, lacks.run.engine, min(extra)


def _existence(found: Sequence[RunAnswers]) -> _Claims:
    """One answer is enough: no run has one if another run proved that there is none."""
    runs = (each.run for each in found)
    proof = next((run.engine for run in runs if run.report.exhausted and not run.answers), None)
    for each in found if proof else ():
        if lines := each.file.lines():
            yield each.run.engine, proof, min(lines)


def _refused(case: Case, found: Sequence[RunAnswers]) -> _Claims:
    """For each run the first answer that ``verify`` refuses, among those that are verified."""
    judge = cache(lambda line: verdict(case, atoms_of(line)))
    for each in found if case.instance is not None else ():
        for line in sorted(each.file.lines())[:_VERIFIED]:
            if judge(line):
                yield each.run.engine, None, line
                break


def _numbers(case: Case, found: Sequence[RunAnswers]) -> list[Disagreement]:
    """Task "count": finished runs have the same number, and no other run has more."""
    exact = {each.run.engine: each.run for each in found if each.run.ending is Ending.DONE}
    if not exact:
        return []
    base = exact.get(BASELINE, next(iter(exact.values())))
    return [
        Disagreement(case.name, run.engine, base.engine, (), None, (run.answers, base.answers))
        for run, _ in found
        if run.answers > base.answers or (run.ending is Ending.DONE and run.answers != base.answers)
    ]


def atoms_of(line: str) -> tuple[str, ...]:
    """The atoms of an answer in a run's file."""
    return tuple(line.split(ATOM_SEPARATOR)) if line else ()


def verdict(case: Case, answer: Sequence[str]) -> tuple[str, ...] | None:
    """What the puzzle's ``verify`` says of an answer; ``None`` for a program."""
    if case.instance is None:
        return None
    puzzle = puzzle_of(case.instance)
    try:
        atoms = unify(parse_atoms(answer, case.name), puzzle.answers)
        return tuple(puzzle.verify(case.instance, puzzle.decode(case.instance, atoms)))
    except PuzzleError as error:  # the puzzle has no such atom
        return (str(error),)
