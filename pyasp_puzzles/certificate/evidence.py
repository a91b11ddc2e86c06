"""What is checked of the things that a prover sends: its models, its proof, its formula.

Everything is checked against clauses that the prover was given, never against any of its own.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path

from pyasp_puzzles.certificate.prover import Extra, Lacking, Model, Refutation, Result, Task
from pyasp_puzzles.certificate.rup import ProofError, check
from pyasp_puzzles.errors import GaveUpError, Phrase, PuzzleError, counted, shorten
from pyasp_puzzles.processes.child import Child, Message
from pyasp_puzzles.sat.cnf import Clause, dimacs

CHECKERS = ("drat-trim", "own")
"""The program drat-trim (Wetzler, Heule and Hunt, SAT 2014), and our own, in ``rup.py``."""

Note = Callable[[str], None]


class Clock:
    """The time that is left of a limit, and the time that phases take."""

    def __init__(self, name: str, timeout: float | None) -> None:
        self._name, self._timeout = name, timeout
        self._start = self._lap = time.perf_counter()

    def lap(self) -> float:
        """Seconds since the last lap."""
        last, self._lap = self._lap, time.perf_counter()
        return self._lap - last

    def late(self) -> bool:
        """Whether the time is up."""
        return self._timeout is not None and time.perf_counter() >= self._start + self._timeout

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


def messages(module: str, order: object, clock: Clock) -> Generator[Message]:
    """What a process sends that runs the ``main`` of a module; it ends with the iteration.

    Raises:
        SolverError: it fails.
        GaveUpError: the time is up.
    """
    with Child(f"pyasp_puzzles.certificate.{module}", order) as child:
        for message in child.messages(clock.late):
            if message[0] in ("error", "memory", "bug", "gone"):
                raise child.failure(message, f"the process of {module}")
            yield message
        raise clock.gave_up()


def broken_clause(clauses: Collection[Clause], models: Sequence[Model]) -> Clause | None:
    """A clause that one of the models breaks; ``None`` if all clauses hold in each of them.

    The models are evaluated together: a literal is an integer with a byte for each model.
    """
    all_true = int.from_bytes(bytes([1]) * len(models), "big")
    true = [int.from_bytes(bytes(values), "big") for values in zip(*models, strict=True)]
    for clause in clauses:
        holds = 0
        for literal in clause:
            holds |= true[literal] if literal > 0 else all_true ^ true[-literal]
        if holds != all_true:
            return clause
    return None


class Evidence:
    """What a prover has sent for a task, checked as it comes.

    Args:
        task: what it was given.
        checker: of proofs, one of :data:`CHECKERS`.
        clock: of the whole certificate.
        note: is told what goes on.
    """

    def __init__(self, task: Task, checker: str, clock: Clock, note: Note) -> None:
        self._task, self._checker, self._clock, self._note = task, checker, clock, note
        self._clauses = [*task.clauses, *task.forbidden]
        self._models = 0

    @cached_property
    def formula(self) -> str:
        """The clauses of the task and those that forbid the answers, as a DIMACS file."""
        return dimacs(self._clauses, self._task.variables)

    def collect(self) -> Result:
        """Run the prover, check its models as they come, and return its result unchecked.

        Raises:
            ProofError: a model is wrong, or it is no message of a prover.
        """
        with closing(messages("prover", self._task, self._clock)) as sent:
            for message in sent:
                match message:
                    case ("models", [bytes(), *_] as models):
                        self._take_models(models)
                    case ("result", Refutation() | Lacking() | Extra() as result) if _whole(result):
                        return result
                    case _:
                        raise _fault(f"it sent {shorten(message)}")
        raise _fault("it sent no result")

    def _take_models(self, models: Sequence[Model]) -> None:
        """Check the models of the next answers."""
        self._clock.left()
        answers = self._task.forbidden[self._models : self._models + len(models)]
        if len(answers) < len(models):
            expected = counted(len(self._task.forbidden), "answer")
            raise _fault(f"it has models for more than {expected}")
        self._check_models(self._task.clauses, models)
        for place, (clause, model) in enumerate(zip(answers, models, strict=True)):
            if any(model[abs(literal)] == (literal > 0) for literal in clause):
                raise _fault(f"its model number {self._models + place + 1:,} is another answer's")
        self._models += len(models)

    def check(self, result: Result) -> None:
        """Check a result: the proof of a refutation or a lack, or the model that is too many.

        Raises:
            ProofError: it does not show what it should.
        """
        if isinstance(result, Refutation):
            self._check_refutation(result)
        elif isinstance(result, Lacking):
            self._check_lacking(result)
        else:
            self._check_models(self._clauses, [result.model])

    def _check_refutation(self, found: Refutation) -> None:
        """Check that each answer had its model, and the proof that there is nothing else."""
        expected = len(self._task.forbidden)
        if self._models != expected:
            raise _fault(f"it has models for {self._models:,} of {counted(expected, 'answer')}")
        digest = hashlib.sha256(self.formula.encode("ascii")).hexdigest()
        if found.digest != digest:
            raise _fault(f"it worked on another formula, of sha256 {found.digest}, not {digest}")
        self._check_proof(self._clauses, found.proof, self.formula)

    def _check_lacking(self, found: Lacking) -> None:
        """Check the proof that the formula lacks an answer."""
        if not 0 <= found.number < len(self._task.forbidden):
            raise _fault(f"it says that answer {found.number + 1:,} is lacking")
        answer = [[-literal] for literal in self._task.forbidden[found.number]]
        self._check_proof([*self._task.clauses, *answer], found.proof)

    def _check_models(self, clauses: Collection[Clause], models: Sequence[Model]) -> None:
        size = self._task.variables + 1
        if any(
            not isinstance(model, bytes) or len(model) != size or model.translate(None, b"\0\1")
            for model in models
        ):
            raise _fault("it has a model of another formula")
        broken = broken_clause(clauses, models)
        if broken is not None:
            clause = shorten(Phrase(" ".join(map(str, broken))))
            raise _fault(f"it has a model that breaks the clause {clause} 0")

    def _check_proof(
        self, clauses: Collection[Clause], proof: Sequence[str], formula: str = ""
    ) -> None:
        self._note("check")
        if self._checker == "own":
            lines = f"{len(proof):,}"

            def look(line: int) -> None:
                self._clock.left()
                self._note(f"check, line {line:,} of {lines}")

            check(clauses, proof, progress=look)
        else:
            _check_outside(formula or dimacs(clauses, self._task.variables), proof, self._clock)


def choose_checker(checker: str | None) -> str:
    """The checker to use.

    Raises:
        PuzzleError: there is no such checker.
    """
    if checker is None:
        return "drat-trim" if shutil.which("drat-trim") else "own"
    if checker not in CHECKERS:
        raise PuzzleError(f"found checker {checker!r}, expected {' or '.join(CHECKERS)}")
    if checker == "drat-trim" and not shutil.which(checker):
        raise PuzzleError("drat-trim is not on the PATH; without it our own checker is used")
    return checker


def _whole(result: Result) -> bool:
    """Whether a result has parts of the right types."""
    if isinstance(result, Extra):
        return isinstance(result.model, bytes)
    if isinstance(result, Lacking) and type(result.number) is not int:
        return False
    return isinstance(result.proof, list) and all(isinstance(line, str) for line in result.proof)


def _fault(what: str) -> ProofError:
    return ProofError(0, (), f"the prover is wrong: {what}")


def _check_outside(formula: str, proof: Sequence[str], clock: Clock) -> None:
    """Check with drat-trim, which prints its verdict in a line of its own."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        for file, text in zip(files, (formula, "\n".join(proof) + "\n"), strict=True):
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
