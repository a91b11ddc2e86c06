"""Certified answers: a checked proof that the listed answers of an instance are all there are.

The answers are listed by an engine, decoded and accepted by the puzzle's ``verify``, and no two of
them are equal.  The ground program is translated to a formula in a process of its own, which
nothing else shares.  A prover is given this formula and, for each answer, a clause that forbids it.
It returns a model of the formula for each answer, and a solver's proof that nothing is left; a
checker that shares no code with the solver goes through both, against the formula that the prover
was given.  Neither the engine nor the solver has to be trusted.

>>> import pyasp_puzzles as pp
>>> from pyasp_puzzles.certificate import certify
>>> certificate = certify(pp.load("eternity", "document_3x3"), checker="own")
>>> certificate.answers, certificate.checker
(16, 'own')
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import clingo

from pyasp_puzzles import api
from pyasp_puzzles.certificate.evidence import Clock, Evidence, choose_checker, messages
from pyasp_puzzles.certificate.formula import Atoms, Formula
from pyasp_puzzles.certificate.listed import distinct_answers
from pyasp_puzzles.certificate.prover import Extra, Lacking, Task, check_prover
from pyasp_puzzles.certificate.rup import ProofError
from pyasp_puzzles.errors import DisagreementError, GaveUpError, PuzzleError, counted
from pyasp_puzzles.formats.outputs import named_errors
from pyasp_puzzles.grounding import Source
from pyasp_puzzles.optional import need
from pyasp_puzzles.puzzle import I
from pyasp_puzzles.registry import puzzle_of
from pyasp_puzzles.results import Answer
from pyasp_puzzles.symmetry import ALL, SymmetryGroup

TRUST = (
    "What has to be trusted: clingo's grounder, the reader of its ground program, the translation "
    "to the formula (tested, not proved), and the checker of models and proof. Neither the engine "
    "that listed the answers nor the solver has to be trusted. That the answers are those of the "
    "puzzle rests on the program and on verify."
)
"""What a certificate rests on."""

TRUST_CLASSES = "That each class has an answer rests on the program, which selects one."
"""What it rests on besides, where one answer of each class is counted."""


@dataclass(frozen=True)
class Certificate:
    """A formula and a proof which were checked: no answers but those that were listed.

    Attributes:
        puzzle, instance: names.
        symmetry: the symmetries of whose classes these are one answer each; ``None``: all answers.
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
    symmetry: SymmetryGroup | None
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
        kind = self.symmetry.kind if self.symmetry else ""
        classes = {"": "", ALL: "classes"}.get(kind, f"classes-{kind}")
        parts = (self.puzzle, Path(path).stem, label, classes)
        return re.sub(r"[^\w.-]+", "_", "-".join(filter(None, parts)), flags=re.ASCII)

    def __str__(self) -> str:
        spent = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in self.seconds.items())
        number = counted(self.answers, "class" if self.symmetry else "answer")
        classes = f"  {self.symmetry}\n" if self.symmetry else ""
        checker = "our own RUP checker" if self.checker == "own" else self.checker
        return (
            f"{self.puzzle} {self.instance}: exactly {number}, proved\n"
            f"{classes}"
            f"  formula  {counted(self.variables, 'variable')}, {counted(self.clauses, 'clause')}\n"
            f"  sha256   {self.formula_digest}\n"
            f"  proof    {counted(self.lemmas, 'lemma')}, {counted(self.deletions, 'deletion')}\n"
            f"  sha256   {self.proof_digest}\n"
            f"  written by {self.solver}, checked by {checker}\n"
            f"  {spent}\n"
            f"{textwrap.fill(f'{TRUST} {TRUST_CLASSES}' if self.symmetry else TRUST, 79)}"
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
        with named_errors(folder):
            Path(folder).mkdir(parents=True, exist_ok=True)
            for file, text in zip(files, texts.values(), strict=True):
                file.write_text(text, encoding="utf-8", newline="\n")
        return files


def certify(
    instance: I,
    *,
    symmetry: bool | str = False,
    solver: str = "cadical195",
    checker: str | None = None,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Certificate:
    """Prove that the answers which clingo finds are all there are.

    Args:
        symmetry: one answer of each class, as the program selects them; see :func:`solve`.
        solver: writes the proof, one of :data:`pyasp_puzzles.certificate.prover.PROVERS` or
            :data:`pyasp_puzzles.certificate.prover.EXTERNAL`.
        checker: one of :data:`CHECKERS`; by default drat-trim where it is on the PATH.
        timeout: seconds for everything.
        progress: is told what goes on, in a few words.

    Raises:
        GaveUpError: the time limit or Ctrl-C came before all answers were known, or the time
            limit before the proof was checked.
        RepeatedAnswerError: the list of answers has one twice.
        VerificationError: ``verify`` refuses one.
        DisagreementError: program and translation have different answers, two answers have one
            solution, or two are of one class.
        ProofError: the checker refuses a model or the proof.
        PuzzleError: no such solver or checker, or python-sat is not installed.
    """
    puzzle = puzzle_of(instance)
    need("pysat.solvers")  # missing packages are reported before the work, not after it
    check_prover(solver)
    checker = choose_checker(checker)
    clock = Clock(instance.name, timeout)

    def note(text: str) -> None:
        if progress:
            progress(f"{instance.name}: {text}")

    note("answers")
    job = api.make_job(instance, symmetry=symmetry, with_facts=False)
    listed = api.solve(instance, timeout=timeout, symmetry=symmetry)
    answers = distinct_answers(instance, listed, job.symmetry)
    if not listed.exhausted:
        found = counted(len(answers), "answer")
        raise GaveUpError(f"{instance.name}: {listed.reason} after {found}, not all are known")
    seconds = {"answers": clock.lap()}
    note("translation")
    files = puzzle.program_paths(symmetry=bool(job.symmetry))
    formula = _formula(Source(files, api.fact_text(instance), job.constants), clock)
    for answer in answers:
        if not answer <= formula.atoms.keys():
            raise _disagreement(instance, answer, "the program")
    seconds["translate"] = clock.lap()
    note("proof")
    task = Task(formula.variables, formula.clauses, formula.forbidding(answers), solver)
    evidence = Evidence(task, checker, clock, note)
    try:
        result = evidence.collect()
        seconds["prove"] = clock.lap()
        evidence.check(result)
        seconds["check"] = clock.lap()
    except ProofError as error:
        raise error.of(f"{puzzle.name} {instance.name}") from None
    if isinstance(result, Extra):
        raise _disagreement(instance, formula.answer(result.model), "its translation")
    if isinstance(result, Lacking):
        raise _disagreement(instance, answers[result.number], "the program")
    deletions = sum(line.startswith("d") for line in result.proof)
    return Certificate(
        puzzle=puzzle.name,
        instance=instance.name,
        symmetry=listed.symmetry,
        answers=len(answers),
        variables=task.variables,
        clauses=len(task.clauses) + len(task.forbidden),
        solver=solver,
        lemmas=len(result.proof) - deletions,
        deletions=deletions,
        checker=checker,
        seconds=seconds,
        formula=_comments(instance, formula, len(answers)) + evidence.formula,
        proof="\n".join(result.proof) + "\n",
    )


def _formula(source: Source, clock: Clock) -> Formula:
    """A program with its facts as a formula, made in a process of its own."""
    with closing(messages("formula", source, clock)) as sent:
        formula: Formula = next(sent)[1]
    return formula


def _comments(instance: Any, formula: Formula, answers: int) -> str:
    """What a reader of the formula's file has to know."""
    name = f"{puzzle_of(instance).name} {' '.join(instance.name.split())}"
    lines = [
        name.encode("ascii", "backslashreplace").decode(),
        f"the last {counted(answers, 'clause')} forbid the answers",
        *(f"atom {literal} {atom}" for atom, literal in sorted(formula.atoms.items())),
    ]
    return "".join(f"c {line}\n" for line in lines)


def _disagreement(instance: Any, answer: Atoms, who: str) -> DisagreementError:
    """Which answer only one side has, and what the puzzle's verifier says of it."""
    puzzle = puzzle_of(instance)
    try:
        symbols = tuple(sorted(map(clingo.parse_term, answer)))
        broken = puzzle.verify(instance, Answer(puzzle, instance, symbols).solution)
        verdict = " ".join(broken) or "accepts it"
    except PuzzleError as error:
        verdict = f"cannot read it: {error}"
    return DisagreementError(
        f"{puzzle.name} {instance.name}: only {who} has this answer; please report this. "
        f"{' '.join(sorted(answer))} Verifier: {verdict}"
    )
