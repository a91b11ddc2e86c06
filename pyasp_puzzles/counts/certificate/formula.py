"""Makes the formula of a certificate, the translation of a ground program, in a process of its own.

It ends before the prover begins, and it loads no solver, so no solver can change the formula.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.ground.sat.cnf import Clause
from pyasp_puzzles.work.parent import Send

Atoms = frozenset[str]
"""The shown atoms of an answer, as text."""


@dataclass(frozen=True)
class ProgramFormula:
    """Clauses whose models, restricted to the shown atoms, are the answers of a program."""

    variables: int
    clauses: list[Clause]
    atoms: Mapping[str, int]

    def answer(self, model: bytes) -> Atoms:
        """The shown atoms of a model, which has a byte 0 or 1 at each variable's number."""
        atoms = self.atoms.items()
        return frozenset(atom for atom, lit in atoms if model[abs(lit)] == (lit > 0))

    def forbidding(self, answers: Collection[Atoms]) -> list[Clause]:
        """For each answer a clause over all shown atoms that only this answer breaks."""
        atoms = self.atoms.items()
        return [[-lit if atom in answer else lit for atom, lit in atoms] for answer in answers]


def send_formula(send: Send, source: Source) -> None:
    """Send the formula of a program."""
    send("result", make_formula(source))


def make_formula(source: Source) -> ProgramFormula:
    """Ground a program and translate it."""
    from pyasp_puzzles.ground.ground import ground
    from pyasp_puzzles.ground.translation import translate

    program = ground(source.files, source.facts, source.constants)
    if program.minimize:
        raise PuzzleError(f"{source.name}: a proof of optimality is not among the proofs here")
    translation = translate(program)
    cnf = translation.cnf
    for literal in translation.assumptions:
        cnf.add(literal)
    atoms = {str(symbol): literal for symbol, literal in cnf.shown.items()}
    return ProgramFormula(cnf.variables, cnf.clauses, atoms)
