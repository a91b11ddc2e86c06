"""Certified answers: a checked proof that the listed answers of an instance are all there are.

The answers are listed by clingo and accepted by the puzzle's ``verify``.  The ground program is
translated to a formula, which has to have each of these answers; a clause forbids each of them; a
SAT solver proves that nothing is left; and a checker that shares no code with the solver goes
through the proof.  What has to be trusted is then the checker and the translation, but neither
clasp nor the SAT solver.

>>> import pyasp_puzzles as pp
>>> from pyasp_puzzles.certificate import certify
>>> certificate = certify(pp.load("eternity", "document_3x3"), checker="own")
>>> certificate.answers, certificate.checker
(16, 'own')
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
import textwrap
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import clingo

from pyasp_puzzles import api
from pyasp_puzzles.certificate.prover import (
    Disagreement,
    Note,
    Refutation,
    Task,
    check_prover,
)
from pyasp_puzzles.certificate.rup import ProofError, check
from pyasp_puzzles.cnf import dimacs
from pyasp_puzzles.engines.process import Child
from pyasp_puzzles.errors import DisagreementError, GaveUpError, PuzzleError, SolverError, counted
from pyasp_puzzles.outcome import Answer
from pyasp_puzzles.packages import need
from pyasp_puzzles.puzzle import I, puzzle_of

CHECKERS = ("drat-trim", "own")
"""The program drat-trim (Wetzler, Heule and Hunt, SAT 2014), and our own, in ``rup.py``."""

TRUST = (
    "The proof covers the formula: with a clause against each answer it has no model. "
    "That the formula has the answers of the program, no more and no fewer, rests on the "
    "translation, which is tested and not proved."
)
"""What a certificate shows, and what it does not."""


@dataclass(frozen=True)
class Certificate:
    """A formula and a proof which were checked: no answers but those that were listed.

    Attributes:
        puzzle, instance: names.
        symmetry: whether the answers are one of each class.
        answers: their number.
        variables, clauses: of the formula; its last clauses forbid the answers.
        solver: who wrote the proof.
        lemmas, deletions: of the proof.
        checker: who checked it, one of :data:`CHECKERS`.
        seconds: time by phase: "answers", "translate", "prove", "check".
        formula: DIMACS text, with the shown atoms in comments.
        proof: DRUP text.
    """

    puzzle: str
    instance: str
    symmetry: bool
    answers: int
    variables: int
    clauses: int
    solver: str
    lemmas: int
    deletions: int
    checker: str
    seconds: Mapping[str, float] = field(compare=False)
    formula: str = field(repr=False)
    proof: str = field(repr=False)

    @cached_property
    def formula_digest(self) -> str:
        """The SHA-256 sum of the formula's file."""
        return hashlib.sha256(self.formula.encode("utf-8")).hexdigest()

    @cached_property
    def proof_digest(self) -> str:
        """The SHA-256 sum of the proof's file."""
        return hashlib.sha256(self.proof.encode("ascii")).hexdigest()

    @property
    def name(self) -> str:
        """A name for files."""
        path, _, label = self.instance.partition("#")
        parts = (self.puzzle, Path(path).stem, label, "classes" if self.symmetry else "")
        return re.sub(r"[^\w.-]+", "_", "-".join(filter(None, parts)), flags=re.ASCII)

    def __str__(self) -> str:
        spent = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in self.seconds.items())
        number = counted(self.answers, "class" if self.symmetry else "answer")
        checker = "our own RUP checker" if self.checker == "own" else self.checker
        return (
            f"{self.puzzle} {self.instance}: exactly {number}, proved\n"
            f"  formula  {counted(self.variables, 'variable')}, {counted(self.clauses, 'clause')}\n"
            f"  sha256   {self.formula_digest}\n"
            f"  proof    {counted(self.lemmas, 'lemma')}, {counted(self.deletions, 'deletion')}\n"
            f"  sha256   {self.proof_digest}\n"
            f"  written by {self.solver}, checked by {checker}\n"
            f"  {spent}\n"
            f"{textwrap.fill(TRUST, 79)}"
        )

    def write(self, folder: Path) -> list[Path]:
        """Write ``NAME.cnf``, ``NAME.drat`` and ``NAME.txt``, which says how to check them.

        Raises:
            PuzzleError: the folder or a file cannot be written.
        """
        again = (
            f"To check it again (https://github.com/marijnheule/drat-trim):\n\n"
            f"  drat-trim {self.name}.cnf {self.name}.drat\n\n"
            f"It has to print: s VERIFIED\n"
        )
        texts = {"cnf": self.formula, "drat": self.proof, "txt": f"{self}\n\n{again}"}
        files = [Path(folder, f"{self.name}.{ending}") for ending in texts]
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            for file, text in zip(files, texts.values(), strict=True):
                file.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise PuzzleError(f"{folder}: {(error.strerror or str(error)).lower()}") from None
        return files


def certify(
    instance: I,
    *,
    symmetry: bool = False,
    solver: str = "cadical195",
    checker: str | None = None,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Certificate:
    """Prove that the answers which clingo finds are all there are.

    Args:
        symmetry: one answer of each class, as the program selects them.
        solver: writes the proof, one of :data:`pyasp_puzzles.certificate.prover.PROVERS` or
            :data:`pyasp_puzzles.certificate.prover.EXTERNAL`.
        checker: one of :data:`CHECKERS`; by default drat-trim where it is on the PATH.
        timeout: seconds for everything.
        progress: is told what goes on, in a few words.

    Raises:
        GaveUpError: the time limit or Ctrl-C came before all answers were known, or the time
            limit before the proof was checked.
        DisagreementError: program and translation have different answers.
        ProofError: the checker refuses the proof.
        PuzzleError: no such solver or checker, or python-sat is not installed.
    """
    need("pysat.solvers")  # missing packages are reported before the work, not after it
    check_prover(solver)
    checker = _choose(checker)
    clock = _Clock(instance.name, timeout)
    puzzle = puzzle_of(instance)

    def note(text: str) -> None:
        if progress:
            progress(f"{instance.name}: {text}")

    note("answers")
    listed = api.solve(instance, timeout=timeout, symmetry=symmetry)
    answers = tuple(frozenset(map(str, answer.symbols)) for answer in listed)
    if not listed.exhausted:
        found = counted(len(answers), "answer")
        raise GaveUpError(f"{instance.name}: {listed.reason} after {found}, not all are known")
    spent = {"answers": clock.lap()}
    constants = {"symmetry": 1} if symmetry else {}
    task = Task(puzzle.program_path(), api.facts(instance), constants, answers, solver)
    result = _run(task, clock, note)
    if isinstance(result, Disagreement):
        raise DisagreementError(_disagreement(instance, result))
    formula = dimacs(result.clauses, result.variables, _comments(instance, result, len(answers)))
    proof = "\n".join(result.proof) + "\n"
    spent |= result.seconds
    clock.lap()
    note("check")
    if checker == "own":
        _check_here(result, clock, note)
    else:
        _check_outside(formula, proof, clock)
    spent["check"] = clock.lap()
    deletions = sum(line.startswith("d") for line in result.proof)
    return Certificate(
        puzzle=puzzle.name,
        instance=instance.name,
        symmetry=symmetry,
        answers=len(answers),
        variables=result.variables,
        clauses=len(result.clauses),
        solver=solver,
        lemmas=len(result.proof) - deletions,
        deletions=deletions,
        checker=checker,
        seconds=spent,
        formula=formula,
        proof=proof,
    )


class _Clock:
    """The time that is left of a limit, and the time that phases take."""

    def __init__(self, name: str, timeout: float | None) -> None:
        self._name, self._timeout = name, timeout
        self._start = self._lap = time.perf_counter()

    def lap(self) -> float:
        """Seconds since the last lap."""
        last, self._lap = self._lap, time.perf_counter()
        return self._lap - last

    def left(self) -> float | None:
        """Seconds left, or ``None`` without a limit.

        Raises:
            GaveUpError: there are none.
        """
        if self._timeout is None:
            return None
        left = self._start + self._timeout - time.perf_counter()
        if left <= 0:
            raise self.gave_up()
        return left

    def gave_up(self) -> GaveUpError:
        return GaveUpError(f"{self._name}: the time limit came before the proof was checked")


def _run(task: Task, clock: _Clock, note: Note) -> Refutation | Disagreement:
    """Run the prover in a process of its own."""
    child = Child("pyasp_puzzles.certificate.prover", task)
    try:
        while True:
            clock.left()
            message = child.message()
            if message is None:
                continue
            kind, *values = message
            if kind == "note":
                note(values[0])
            elif kind == "result":
                result: Refutation | Disagreement = values[0]
                return result
            elif kind == "bug":
                raise RuntimeError(f"the prover failed:\n{values[0]}")
            else:
                raise SolverError(values[0] if values else f"the prover ended with {child.how()}")
    finally:
        child.end()


def _choose(checker: str | None) -> str:
    """The checker to use."""
    if checker is None:
        return "drat-trim" if shutil.which("drat-trim") else "own"
    if checker not in CHECKERS:
        raise PuzzleError(f"found checker {checker!r}, expected {' or '.join(CHECKERS)}")
    if checker == "drat-trim" and not shutil.which(checker):
        raise PuzzleError("drat-trim is not on the PATH; without it our own checker is used")
    return checker


def _check_here(result: Refutation, clock: _Clock, note: Note) -> None:
    lines = f"{len(result.proof):,}"

    def look(line: int) -> None:
        clock.left()
        note(f"check, line {line:,} of {lines}")

    check(result.clauses, result.proof, progress=look)


def _check_outside(formula: str, proof: str, clock: _Clock) -> None:
    """Check with drat-trim, which prints its verdict in a line of its own."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        for file, text in zip(files, (formula, proof), strict=True):
            file.write_text(text, encoding="utf-8")
        command = ["drat-trim", *map(str, files), "-t", "1000000"]  # our own limit counts
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=clock.left()
            )
        except subprocess.TimeoutExpired:
            raise clock.gave_up() from None
    if "s VERIFIED" not in done.stdout.splitlines():
        said = [line for line in done.stdout.splitlines() if line.startswith("s ")]
        raise ProofError(0, (), f"drat-trim says {said[-1] if said else 'nothing'!r}")


def _comments(instance: Any, result: Refutation, answers: int) -> list[str]:
    """What a reader of the formula's file has to know."""
    return [
        f"{puzzle_of(instance).name} {' '.join(instance.name.split())}".encode(
            "ascii", "backslashreplace"
        ).decode(),
        f"the last {counted(answers, 'clause')} forbid the answers",
        *(f"atom {literal} {atom}" for atom, literal in sorted(result.atoms.items())),
    ]


def _disagreement(instance: Any, found: Disagreement) -> str:
    """Which answer only one side has, and what the puzzle's verifier says of it."""
    puzzle = puzzle_of(instance)
    atoms = " ".join(sorted(found.answer))
    whose = "its translation" if found.extra else "the program"
    try:
        symbols = tuple(sorted(map(clingo.parse_term, found.answer)))
        broken = puzzle.verify(instance, Answer(puzzle, instance, symbols).solution)
        verdict = " ".join(broken) or "accepts it"
    except PuzzleError as error:
        verdict = f"cannot read it: {error}"
    return (
        f"{puzzle.name} {instance.name}: only {whose} has this answer; please report this. "
        f"{atoms} Verifier: {verdict}"
    )
