"""Certified answers: a checked proof that the listed answers of an instance are all there are.

1. An engine lists the answers.  ``verify`` accepts each of them, and no two are equal.
2. A process of its own translates the ground program to a formula.
3. A prover returns a model of the formula for each answer, and a solver's proof that no model is
   left where a clause forbids each answer.
4. A checker that shares no code with the solver checks models and proof against the formula that
   the prover was given.  So you need not trust the engine or the solver.

>>> import pyasp_puzzles as pp
>>> from pyasp_puzzles.counts.certificate import certify
>>> certificate = certify(pp.load("eternity", "document_3x3"), checker="own")
>>> certificate.answers, certificate.checker
(16, 'own')
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import clingo

from pyasp_puzzles.boards.formats.outputs import named_errors
from pyasp_puzzles.boards.puzzle import I
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import (
    DisagreementError,
    GaveUpError,
    PuzzleError,
    RepeatedAnswerError,
    counted,
)
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.core.symmetry import ALL, SymmetryGroup
from pyasp_puzzles.counts.certificate.evidence import CertificateClock, Evidence, choose_checker
from pyasp_puzzles.counts.certificate.formula import Atoms, ProgramFormula, send_formula
from pyasp_puzzles.counts.certificate.prover import Extra, Lacking, ProofTask, check_prover
from pyasp_puzzles.counts.certificate.rup import ProofError
from pyasp_puzzles.engines.answering import search_answers
from pyasp_puzzles.engines.job import JobRequest, check_timeout, facts_in_time, make_job
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.work.child import sent_by

TRUST = (
    "What has to be trusted: clingo's grounder, the reader of its ground program, the translation "
    "to the formula (tested, not proved), and the checker of models and proof. Neither the engine "
    "that listed the answers nor the solver has to be trusted. That the answers are those of the "
    "puzzle rests on the program and on verify."
)
"""What a certificate rests on."""

TRUST_CLASSES = "That each class has an answer rests on the program, which selects one."
"""What a certificate rests on, too, if it counts one answer of each class."""


@dataclass(frozen=True)
class Certificate:
    """A checked proof that a formula has no answers but the listed ones.

    Attributes:
        puzzle, instance, solver, checker: names.
        symmetry: the group of which one answer of each class is listed; ``None``: all answers are.
        variables, clauses: numbers, of the formula; its last clauses forbid the answers.
        answers, lemmas, deletions: numbers, those of the proof included.
        seconds: time by phase: "answers", "translate", "prove", "check".
        formula, proof: DIMACS text, with the shown atoms in comments; DRUP text.
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
        """The name of its files, without an ending."""
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

        Raises PuzzleError if the folder or a file cannot be written.
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
    """Prove that an instance has no answers but those that the default engine finds.

    Args:
        symmetry: list one answer of each class, as the program selects it; see :func:`solve`.
        solver: writes the proof; one of ``prover.PROVERS`` or ``prover.EXTERNAL``.
        checker: one of ``evidence.CHECKERS``; by default drat-trim if it is on the PATH.
        timeout: seconds for all steps together.
        progress: gets a few words on each step.

    Raises:
        GaveUpError: the time limit or Ctrl-C came before all answers were known and proved.
        RepeatedAnswerError, VerificationError: an answer comes twice, or ``verify`` refuses it.
        DisagreementError: program and translation have different answers, or two answers are one.
        ProofError: the checker refuses a model or the proof.
        PuzzleError: no such solver or checker, or python-sat is not installed.
    """
    check_timeout(timeout)
    need("pysat.solvers")  # report a missing package before the work, not after it
    check_prover(solver)
    checker = choose_checker(checker)
    puzzle = puzzle_of(instance)
    clock = CertificateClock(instance.name, timeout, progress)
    clock.note("answers")
    job = make_job(instance, symmetry=symmetry, with_facts=False)
    listed = search_answers(instance, "auto", JobRequest(symmetry=symmetry), timeout)
    answers = distinct_answers(instance, listed, job.symmetry)
    if not listed.exhausted:
        found = counted(len(answers), "answer")
        raise GaveUpError(f"{instance.name}: {listed.reason} after {found}, not all are known")
    clock.ends("answers")
    clock.note("translation")
    files = puzzle.program_paths(symmetry=bool(job.symmetry))
    facts = facts_in_time(instance, clock.late) or ""
    clock.check()
    formula = _formula(Source(files, facts, job.constants), clock)
    strange = next((answer for answer in answers if not answer <= formula.atoms.keys()), None)
    if strange is not None:
        raise _disagreement(instance, strange, "the program")
    forbidden = formula.forbidding(answers)
    task = ProofTask(formula.variables, formula.clauses, forbidden, solver)
    clock.ends("translate")
    clock.note("proof")
    evidence = Evidence(task, checker, clock)
    try:
        result = evidence.collect()
        clock.ends("prove")
        evidence.check(result)
        clock.ends("check")
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
        symmetry=job.group,
        answers=len(answers),
        variables=task.variables,
        clauses=len(task.clauses) + len(forbidden),
        solver=solver,
        lemmas=len(result.proof) - deletions,
        deletions=deletions,
        checker=checker,
        seconds=clock.seconds,
        formula=_comments(instance, formula, len(answers)) + evidence.formula,
        proof="\n".join(result.proof) + "\n",
    )


def _formula(source: Source, clock: CertificateClock) -> ProgramFormula:
    """Translate a program with its facts in a process of its own."""
    found = list(sent_by(send_formula, source, who="the translation", late=clock.late))
    clock.check()
    formula: ProgramFormula = found[0][1]
    return formula


def _comments(instance: Any, formula: ProgramFormula, answers: int) -> str:
    """The comments of the formula's file: instance, last clauses, atoms."""
    name = f"{puzzle_of(instance).name} {' '.join(instance.name.split())}"
    lines = [
        name.encode("ascii", "backslashreplace").decode(),
        f"the last {counted(answers, 'clause')} forbid the answers",
        *(f"atom {literal} {atom}" for atom, literal in sorted(formula.atoms.items())),
    ]
    return "".join(f"c {line}\n" for line in lines)


def _disagreement(instance: Any, answer: Atoms, who: str) -> DisagreementError:
    """The error for an answer that only one side has, with the words of the verifier."""
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


def distinct_answers(instance: Any, answers: Iterable[Any], kind: str) -> tuple[Atoms, ...]:
    """The shown atoms of each answer of a list.

    Only the symbols of an answer are used: they are decoded and verified again.
    """
    puzzle = puzzle_of(instance)
    symmetries = puzzle.symmetries if kind else None
    firsts: dict[Any, Atoms] = {}  # the first answer with some atoms, of a solution, of a class

    def wrong(what: str, *answers: Atoms) -> str:
        shown = " and ".join(" ".join(sorted(atoms)) or "(nothing shown)" for atoms in answers)
        return f"{puzzle.name} {instance.name}: {what}; please report this. {shown}"

    for place, listed in enumerate(answers, 1):
        answer: Answer[Any, Any, Any] = Answer.read(puzzle, instance, listed.symbols).verified()
        atoms = frozenset(map(str, answer.symbols))
        if firsts.setdefault(("atoms", atoms), atoms) is not atoms:
            what = f"the list of answers has one twice, again as number {place:,}"
            raise RepeatedAnswerError(wrong(what, atoms))
        same: dict[str, Any] = {"the decoder gives one solution for two answers": answer.solution}
        if symmetries:
            orbit = symmetries.orbit(instance, answer.solution, kind)
            same["two answers are of one class"] = orbit
        for what, key in same.items():
            if (first := firsts.setdefault((what, key), atoms)) is not atoms:
                what += ", which would be counted as two"
                raise DisagreementError(wrong(what, first, atoms))
    return tuple(sorted((found for kind, found in firsts if kind == "atoms"), key=sorted))
