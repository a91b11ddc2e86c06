"""Whether engines found the same answers, and what ``verify`` says where they did not."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.comparison.plan import Case
from pyasp_puzzles.comparison.run import ATOM_SEPARATOR, Ending, EngineRun
from pyasp_puzzles.core.atoms import parse_atoms, unify
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.names import BASELINE, Engine

_VERIFIED = 1_000
"""Answers of a run that are verified one by one; all of them are compared with other runs."""


@dataclass(frozen=True)
class Disagreement:
    """An answer that one engine found and another one did not, or that ``verify`` refuses.

    Attributes:
        case: where.
        has: the engine that found the answer.
        lacks: an engine that finished without it; ``None`` where ``verify`` alone refuses it.
        answer: its shown atoms, sorted by text.
        verdict: the rules that it breaks, in words; ``None`` for a program, which has no verifier.
        counts: where answers were counted only, the numbers of the two engines.
    """

    case: str
    has: Engine
    lacks: Engine | None
    answer: tuple[str, ...]
    verdict: tuple[str, ...] | None
    counts: tuple[int, int] | None = None

    @property
    def engines(self) -> tuple[Engine, ...]:
        return (self.has,) if self.lacks is None else (self.has, self.lacks)


class AnswerFile:
    """The answers that a run wrote: one a line, in no order."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the sorted lines: the same for the same set of answers."""
        digest = hashlib.sha256()
        for line in sorted(self.lines()):
            digest.update(line.encode() + b"\n")
        return digest.hexdigest()

    def lines(self) -> set[str]:
        """The answers, without a last line that is cut off because the run was ended."""
        text = self._path.read_text(encoding="utf-8")
        return set(text.split("\n")[:-1])

    def delete(self) -> None:
        self._path.unlink()


class RunAnswers(NamedTuple):
    """A run, and what it found."""

    run: EngineRun
    file: AnswerFile


def check(case: Case, task: Task, found: Sequence[RunAnswers]) -> list[Disagreement]:
    """The disagreements of some runs on one case, at most one for each pair of engines."""
    if task == "count":
        return _numbers(case, found)
    disagreements = _refused(case, found)
    disagreements += _sets(case, found) if task == "all" else _existence(case, found)
    pairs: dict[tuple[Engine, Engine | None], Disagreement] = {}
    for disagreement in disagreements:
        pairs.setdefault((disagreement.has, disagreement.lacks), disagreement)
    compared = {has for has, lacks in pairs if lacks is not None}
    return [d for (has, lacks), d in pairs.items() if lacks is not None or has not in compared]


def _sets(case: Case, found: Sequence[RunAnswers]) -> list[Disagreement]:
    """Task "all": finished runs have the same answers, other runs a part of them."""
    finished = [each for each in found if each.run.ending is Ending.DONE]
    if not finished:
        return []
    reference = min(finished, key=lambda each: each.run.engine.kind != BASELINE.kind)
    disagreements = []
    for each in found:
        if each.run.ending is Ending.DONE and each.file.digest == reference.file.digest:
            continue
        pairs = [(each, reference)]
        if each.run.ending is Ending.DONE:
            pairs.append((reference, each))
        for has, lacks in pairs:
            extra = has.file.lines() - lacks.file.lines()
            if extra:
                disagreements.append(
                    _disagreement(case, has.run.engine, lacks.run.engine, min(extra))
                )
    return disagreements


def _numbers(case: Case, found: Sequence[RunAnswers]) -> list[Disagreement]:
    """Task "count": finished runs have the same number, and no other run has more."""
    exact = {each.run.engine: each.run for each in found if each.run.ending is Ending.DONE}
    if not exact:
        return []
    reference = exact.get(BASELINE, next(iter(exact.values())))
    return [
        Disagreement(
            case.name,
            each.run.engine,
            reference.engine,
            (),
            None,
            counts=(each.run.answers, reference.answers),
        )
        for each in found
        if each.run.answers > reference.answers
        or (each.run.ending is Ending.DONE and each.run.answers != reference.answers)
    ]


def _existence(case: Case, found: Sequence[RunAnswers]) -> list[Disagreement]:
    """One answer is enough: no run has one if another run proved that there is none."""
    proofs = [
        each.run.engine for each in found if each.run.report.exhausted and not each.run.answers
    ]
    return [
        _disagreement(case, each.run.engine, proofs[0], min(each.file.lines()))
        for each in found
        if proofs and each.file.lines()
    ]


def _refused(case: Case, found: Sequence[RunAnswers]) -> list[Disagreement]:
    """For each run the first answer that ``verify`` refuses, among those that are verified."""
    if case.instance is None:
        return []
    verdicts: dict[str, tuple[str, ...]] = {}
    disagreements = []
    for each in found:
        for line in sorted(each.file.lines())[:_VERIFIED]:
            if line not in verdicts:
                verdicts[line] = verdict(case, _atoms(line)) or ()
            if verdicts[line]:
                disagreements.append(_disagreement(case, each.run.engine, None, line))
                break
    return disagreements


def _atoms(line: str) -> tuple[str, ...]:
    return tuple(line.split(ATOM_SEPARATOR)) if line else ()


def _disagreement(case: Case, has: Engine, lacks: Engine | None, line: str) -> Disagreement:
    answer = _atoms(line)
    return Disagreement(case.name, has, lacks, answer, verdict(case, answer))


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
