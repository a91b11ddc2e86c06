"""Checks models, proof and digest that a prover sends, against the clauses that it was given."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path

from pyasp_puzzles.core.errors import Phrase, PuzzleError, counted, shorten
from pyasp_puzzles.counts.certificate.prover import (
    Extra,
    Lacking,
    Model,
    ProofTask,
    ProverResult,
    RefutationProof,
    prove,
)
from pyasp_puzzles.counts.certificate.rup import ProofError, check, lines_of
from pyasp_puzzles.ground.sat.cnf import Clause, dimacs
from pyasp_puzzles.work.child import sent_by
from pyasp_puzzles.work.deadline import Deadline, TimeUpError

CHECKERS = ("drat-trim", "own")
"""The program drat-trim (Wetzler, Heule and Hunt, SAT 2014), and our own, in ``rup.py``."""


class CertificateClock(Deadline):
    """The time limit of a certificate, its progress, and the seconds of each phase that is over."""

    def __init__(self, name: str, timeout: float | None, tell: Callable[[str], None] | None = None):
        super().__init__(timeout)
        self._name, self._tell = name, tell
        self.seconds: dict[str, float] = {}

    def note(self, text: str) -> None:
        """Say what is done now."""
        if self._tell:
            self._tell(f"{self._name}: {text}")

    def ends(self, phase: str) -> None:
        """Keep the seconds since the phase before."""
        self.seconds[phase] = self.spent() - sum(self.seconds.values())

    def check(self) -> None:
        """Raises TimeUpError if the time is up."""
        if self.late():
            raise TimeUpError(f"{self._name}: the time limit came before the proof was checked")


def broken_clause(clauses: Collection[Clause], models: Sequence[Model]) -> Clause | None:
    """A clause that is false in one of the models; ``None``: each model satisfies all clauses.

    A literal is an integer with one byte for each model.
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
    """Runs a prover on a task and checks what it sends."""

    def __init__(self, task: ProofTask, checker: str, clock: CertificateClock) -> None:
        self._task, self._checker, self._clock = task, checker, clock
        self._clauses = [*task.clauses, *task.forbidden]
        self._models = 0

    @cached_property
    def formula(self) -> str:
        """The clauses of the task, those that forbid the answers last, as a DIMACS file."""
        return dimacs(self._clauses, self._task.variables)

    def collect(self) -> ProverResult:
        """Run the prover, check its models as they come, and return its result unchecked."""
        who, late = f"the proof with {self._task.solver}", self._clock.late
        with closing(sent_by(prove, self._task, who=who, late=late)) as sent:
            for message in sent:
                match message:
                    case ("models", [bytes(), *_] as models):
                        self._take_models(models)
                    case ("result", Extra(model=bytes()) as result):
                        return result
                    case (
                        "result",
                        (RefutationProof(proof=list()) | Lacking(int(), list())) as result,
                    ) if all(isinstance(line, str) for line in result.proof):
                        return result
                    case _:
                        raise _fault(f"it sent {shorten(message)}")
        self._clock.check()
        raise _fault("it sent no result")

    def _take_models(self, models: Sequence[Model]) -> None:
        """Check the models of the next answers."""
        self._clock.check()
        answers = self._task.forbidden[self._models : self._models + len(models)]
        if len(answers) < len(models):
            expected = counted(len(self._task.forbidden), "answer")
            raise _fault(f"it has models for more than {expected}")
        self._check_models(self._task.clauses, models)
        for clause, model in zip(answers, models, strict=True):
            self._models += 1
            if any(model[abs(literal)] == (literal > 0) for literal in clause):
                raise _fault(f"its model number {self._models:,} is another answer's")

    def check(self, result: ProverResult) -> None:
        """Check a result: the proof of a refutation or of a missing answer, or the extra model."""
        forbidden = self._task.forbidden
        match result:
            case Extra(model):
                self._check_models(self._clauses, [model])
            case Lacking(number, proof):
                if not 0 <= number < len(forbidden):
                    raise _fault(f"it says that answer {number + 1:,} is lacking")
                answer = [[-literal] for literal in forbidden[number]]
                self._check_proof([*self._task.clauses, *answer], proof)
            case RefutationProof(proof, found):
                if self._models != len(forbidden):
                    expected = counted(len(forbidden), "answer")
                    raise _fault(f"it has models for {self._models:,} of {expected}")
                digest = hashlib.sha256(self.formula.encode("ascii")).hexdigest()
                if found != digest:
                    raise _fault(f"it worked on another formula, of sha256 {found}, not {digest}")
                self._check_proof(self._clauses, proof)

    def _check_models(self, clauses: Collection[Clause], models: Sequence[Model]) -> None:
        """Check that models have the right form and satisfy all clauses."""
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

    def _check_proof(self, clauses: Collection[Clause], proof: Sequence[str]) -> None:
        """Check that a proof refutes clauses, with the chosen checker."""
        self._clock.note("check")
        if self._checker == "own":

            def look(line: int) -> None:
                self._clock.check()
                self._clock.note(f"check, line {line:,} of {len(proof):,}")

            check(clauses, proof, progress=look)
        else:
            deque(lines_of(proof), maxlen=0)  # drat-trim passes over what is no line of a proof
            self._ask_drat_trim(clauses, proof)

    def _ask_drat_trim(self, clauses: Collection[Clause], proof: Sequence[str]) -> None:
        """Check a proof with drat-trim, which prints its verdict in a line of its own."""
        with tempfile.TemporaryDirectory() as folder:
            files = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
            files[0].write_text(dimacs(clauses, self._task.variables), encoding="utf-8")
            files[1].write_text("".join(f"{line}\n" for line in proof), encoding="utf-8")
            command = ["drat-trim", *map(str, files), "-t", "1000000"]  # our limit counts, not its
            self._clock.check()
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, check=False, timeout=self._clock.left()
                )
            except subprocess.TimeoutExpired:
                self._clock.check()
                raise
        if "s VERIFIED" not in done.stdout.splitlines():
            said = [line for line in done.stdout.splitlines() if line.startswith("s ")]
            raise ProofError(0, (), f"drat-trim says {said[-1] if said else 'nothing'!r}")


def choose_checker(checker: str | None) -> str:
    """The name of the checker to use."""
    if checker is None:
        return "drat-trim" if shutil.which("drat-trim") else "own"
    if checker not in CHECKERS:
        raise PuzzleError(f"found checker {checker!r}, expected {' or '.join(CHECKERS)}")
    if checker == "drat-trim" and not shutil.which(checker):
        raise PuzzleError("drat-trim is not on the PATH; without it our own checker is used")
    return checker


def _fault(what: str) -> ProofError:
    """The error for a prover that sends something wrong."""
    return ProofError(0, (), f"the prover is wrong: {what}")
