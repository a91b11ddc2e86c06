"""Certificates: what they prove on known boards, what is refused, and what is written."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import run

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError
from pyasp_puzzles.core.symmetry import SymmetryGroup
from pyasp_puzzles.counts.certificate import Certificate, certify, evidence
from pyasp_puzzles.counts.certificate.formula import ProgramFormula, make_formula, send_formula
from pyasp_puzzles.counts.certificate.prover import ProofTask, RefutationProof, prove
from pyasp_puzzles.counts.certificate.rup import ProofError, check
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.work import deadline
from pyasp_puzzles.work.child import Child

pytest.importorskip("pysat.solvers")

BOARD = "eternity", "document_3x3"


@pytest.mark.parametrize(
    ("puzzle", "name", "answers"),
    [
        ("pips", "document", 1),
        ("pips", "mutilated_6x6", 0),
        ("flower_finder", "document", 8),
        ("eternity", "document_3x3", 16),
        ("twenty_four_seven", "four", 1),
        pytest.param("twenty_four_seven", "2020_a", 1, marks=pytest.mark.slow),
        pytest.param("twenty_four_seven", "2020_b", 1, marks=pytest.mark.slow),
        pytest.param("twenty_four_seven", "2020_c", 1, marks=pytest.mark.slow),
        pytest.param("twenty_four_seven", "2020_d", 1, marks=pytest.mark.slow),
    ],
)
def test_the_number_of_answers_is_proved(puzzle: str, name: str, answers: int) -> None:
    certificate = certify(pp.load(puzzle, name), checker="own")
    assert (certificate.answers, certificate.checker) == (answers, "own")
    assert (certificate.puzzle, certificate.instance) == (puzzle, name)


@pytest.mark.parametrize(
    ("symmetry", "group", "name"),
    [
        (True, "48 symmetries, mirror images included", "classes"),
        ("rotations", "24 rotations, mirror images apart", "classes-rotations"),
    ],
)
def test_classes_are_proved_with_their_own_name(symmetry: Any, group: str, name: str) -> None:
    certificate = certify(pp.load("packing", "slothouber_graatsma"), symmetry=symmetry)
    assert certificate.answers == 1
    assert "slothouber_graatsma: exactly 1 class, proved" in str(certificate)
    assert f"one answer of each class under {group}" in str(certificate)
    assert certificate.name == f"packing-slothouber_graatsma-{name}"


@pytest.mark.slow
def test_the_hexagonal_cylinder_has_just_110_classes() -> None:
    certificate = certify(pp.load("packing", "hexagonal_cylinder"), symmetry=True, checker="own")
    assert certificate.answers == 110


def test_a_wrong_type_is_refused() -> None:
    board: Any = pp.load(*BOARD)
    wrong: dict[str, Any]
    for wrong in ({"solver": 3}, {"checker": 3}, {"symmetry": 3}, {"timeout": "x"}):
        with pytest.raises(pp.PuzzleError, match=r"found .*, "):
            certify(board, **wrong)
    board = "eternity"
    with pytest.raises(pp.PuzzleError, match="found str, expected an instance"):
        certify(board)


@pytest.mark.parametrize("solver", ["cadical153", "glucose4", "lingeling", "cadical"])
def test_any_solver_that_writes_proofs_will_do(solver: str) -> None:
    try:
        certificate = certify(pp.load(*BOARD), solver=solver, checker="own")
    except PuzzleError as error:
        if "cadical or kissat on the PATH" not in str(error):
            raise
        pytest.skip(f"{solver} is not on the PATH")
    assert (certificate.answers, certificate.solver) == (16, solver)


@pytest.mark.parametrize(
    ("solver", "why"),
    [
        ("maplesat", "found solver maplesat, whose proofs are not valid, expected one of cad"),
        ("maplechrono", "whose proofs are not valid"),
        ("minisat22", "found solver 'minisat22', which writes no proof here, expected one of cad"),
        ("ls", "writes no proof here"),
    ],
)
def test_a_solver_without_valid_proofs_is_refused(solver: str, why: str) -> None:
    with pytest.raises(PuzzleError, match=why):
        certify(pp.load(*BOARD), solver=solver)


def test_an_unknown_checker_is_refused() -> None:
    with pytest.raises(PuzzleError, match="found checker 'mine', expected drat-trim or own"):
        certify(pp.load(*BOARD), checker="mine")


# ── what is written ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    return certify(pp.load(*BOARD), checker="own")


def test_what_is_written_can_be_checked_again(certificate: Certificate, tmp_path: Path) -> None:
    formula, proof, words = certificate.write(tmp_path / "new" / "folder")
    assert [file.name for file in (formula, proof, words)] == [
        f"eternity-document_3x3.{ending}" for ending in ("cnf", "drat", "txt")
    ]
    for file, digest in ((formula, certificate.formula_digest), (proof, certificate.proof_digest)):
        assert hashlib.sha256(file.read_bytes()).hexdigest() == digest
        assert digest in words.read_text(encoding="utf-8")
    comments, header, clauses = read(formula)
    assert header == f"p cnf {certificate.variables} {certificate.clauses}"
    assert len(clauses) == certificate.clauses
    lemmas = check(clauses, proof.read_text(encoding="ascii").splitlines()).lemmas
    assert 0 < lemmas <= certificate.lemmas
    assert "c the last 16 clauses forbid the answers" in comments
    assert f"drat-trim {formula.name} {proof.name}" in words.read_text(encoding="utf-8")


def test_each_answer_is_a_model_of_the_formula_but_for_the_clause_against_it(
    certificate: Certificate, tmp_path: Path
) -> None:
    comments, _, clauses = read(certificate.write(tmp_path)[0])
    atoms = dict(reversed(line.split()[2:]) for line in comments if line.startswith("c atom "))
    forbidden = [set(clause) for clause in clauses[-16:]]
    for answer in pp.solve(pp.load(*BOARD)):
        shown = set(map(str, answer.symbols))
        against = {-int(lit) if atom in shown else int(lit) for atom, lit in atoms.items()}
        assert against in forbidden
        assert not refuted([*clauses[:-16], *([-literal] for literal in against)])


def refuted(clauses: list[list[int]]) -> bool:
    """Whether propagation alone refutes the clauses."""
    try:
        check(clauses, [])
    except ProofError:
        return False
    return True


def test_the_words_say_what_is_not_proved(certificate: Certificate) -> None:
    words = str(certificate).replace("\n", " ")
    assert words.startswith("eternity document_3x3: exactly 16 answers, proved ")
    assert "has to be trusted: clingo's grounder, the reader of its ground program, the" in words
    assert "which selects one" not in words
    classes = str(replace(certificate, symmetry=SymmetryGroup("all", 4, "none")))
    assert classes.replace("\n", " ").endswith("rests on the program, which selects one.")
    assert set(certificate.seconds) == {"answers", "translate", "prove", "check"}


def test_files_are_named_after_puzzle_file_and_board(certificate: Certificate) -> None:
    group = SymmetryGroup("all", 4, "none")
    named = replace(certificate, instance="some/folder/my boards.txt#2", symmetry=group)
    assert named.name == "eternity-my_boards-2-classes"


def test_a_folder_that_cannot_be_written_is_named(certificate: Certificate, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(PuzzleError, match=str(blocked)):
        certificate.write(blocked)


def test_a_name_beyond_ascii_is_kept_in_the_formula(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(
        "lattice: square\nmoves: rotations\nboard: 2 x 1\npiece würfel x2:\n    #\n",
        encoding="utf-8",
    )
    found = certify(pp.load("packing", board), checker="own")
    formula = found.write(tmp_path)[0].read_bytes()
    assert hashlib.sha256(formula).hexdigest() == found.formula_digest
    assert 'place("würfel"' in formula.decode("utf-8")


def read(formula: Path) -> tuple[list[str], str, list[list[int]]]:
    """Comments, header and clauses of a DIMACS file."""
    lines = formula.read_text(encoding="ascii").splitlines()
    comments = [line for line in lines if line.startswith("c ")]
    header, *rest = lines[len(comments) :]
    return comments, header, [[int(word) for word in line.split()[:-1]] for line in rest]


# ── time limits, Ctrl-C, another checker ─────────────────────────────────────────────────────────


def test_a_time_limit_ends_the_search_for_the_answers() -> None:
    with pytest.raises(GaveUpError, match=r"soma: .*time limit"):
        certify(pp.load("packing", "soma"), symmetry=True, checker="own", timeout=0.001)


@pytest.mark.parametrize("phase", ["translation", "proof", "check"])
def test_a_time_limit_ends_each_phase(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock jumps to its end when a phase begins: how fast the machine is decides nothing."""
    now, told = [0.0], []
    monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr("pyasp_puzzles.counts.certificate.rup._LOOK", 1)

    def progress(text: str) -> None:
        told.append(text)
        if text.endswith(f": {phase}"):
            now[0] = 1e6

    with pytest.raises(GaveUpError, match="the time limit came before the proof was checked"):
        certify(pp.load(*BOARD), checker="own", timeout=1e5, progress=progress)
    assert told[-1].endswith(f": {phase}")


@pytest.mark.parametrize("work", [send_formula, prove])
def test_ctrl_c_ends_the_process_that_is_waited_for(
    work: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes: list[Any] = []
    start, message = Child.__init__, Child.message

    def noted(self: Any, module: str, order: Any) -> None:
        self.work = order[1]
        start(self, module, order)

    def interrupted(self: Any) -> Any:
        if self.work is not work:
            return message(self)
        processes.append(self._process)
        raise KeyboardInterrupt

    monkeypatch.setattr(Child, "__init__", noted)
    monkeypatch.setattr(Child, "message", interrupted)
    with pytest.raises(KeyboardInterrupt):
        certify(pp.load(*BOARD), checker="own")
    assert [process.poll() is not None for process in processes] == [True]


def test_the_formula_is_made_without_a_solver_and_before_the_prover_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Any] = []
    start = Child.__init__

    def noted(self: Any, module: str, order: Any) -> None:
        assert all(child.poll() is not None for child in ended)
        begun.append(order[1])
        start(self, module, order)
        ended.append(self._process)

    ended: list[Any] = []
    monkeypatch.setattr(Child, "__init__", noted)
    certify(pp.load(*BOARD), checker="own")
    assert begun == [send_formula, prove]
    program = (
        "import sys, pyasp_puzzles as pp; from pyasp_puzzles.counts.certificate.formula import *;"
        "from pyasp_puzzles.boards.registry import puzzle_of; board = pp.load('pips');"
        "make_formula(Source(puzzle_of(board).program_paths(), pp.facts(board), {}));"
        "print([name for name in sys.modules if name.startswith('pysat.solvers')])"
    )
    assert run(sys.executable, "-c", program).stdout == "[]\n"


def test_progress_names_the_phases() -> None:
    seen: list[str] = []
    certify(pp.load("flower_finder", "document"), checker="own", progress=seen.append)
    phases = list(dict.fromkeys(text.partition(": ")[2].partition(",")[0] for text in seen))
    assert phases == ["answers", "translation", "proof", "check"]


@pytest.mark.parametrize(
    ("says", "accepted"),
    [
        ("c parsing input\\ns VERIFIED", True),
        ("c parsing input\\ns NOT VERIFIED", False),
        ("c not s VERIFIED", False),
        ("s TIMEOUT", False),
    ],
)
def test_drat_trim_is_asked_where_it_is_on_the_path(
    says: str, accepted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "drat-trim"
    program.write_text(
        f'#!/bin/sh\ngrep -q "^p cnf" "$1" && grep -q "0$" "$2" && printf "{says}\\n"\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    if accepted:
        certificate = certify(pp.load(*BOARD))
        assert certificate.checker == "drat-trim"
        assert "checked by drat-trim" in str(certificate)
    else:
        with pytest.raises(ProofError, match="drat-trim says"):
            certify(pp.load(*BOARD))


def test_drat_trim_has_to_be_there_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence.shutil, "which", lambda _: None)
    with pytest.raises(PuzzleError, match="drat-trim is not on the PATH"):
        certify(pp.load(*BOARD), checker="drat-trim")
    with pytest.raises(PuzzleError, match="which writes no proof here"):
        certify(pp.load(*BOARD), solver="cadical")


# ── the formula ──────────────────────────────────────────────────────────────────────────────────


def small_formula(folder: Path) -> ProgramFormula:
    """Any of three atoms, but not a and b together."""
    program = folder / "program.lp"
    program.write_text("{ a; b; c }. :- a, b. #show a/0. #show b/0. #show c/0.", encoding="ascii")
    return make_formula(Source((program,), "", {}))


def test_answers_that_are_part_of_others_are_forbidden_one_by_one(tmp_path: Path) -> None:
    formula = small_formula(tmp_path)
    answers = [frozenset(text) for text in ("", "a", "b", "c", "ac", "bc")]
    forbidding = formula.forbidding(answers)
    assert refuted_by_search([*formula.clauses, *forbidding])
    for place in range(len(answers)):
        rest = forbidding[:place] + forbidding[place + 1 :]
        assert not refuted_by_search([*formula.clauses, *rest])


def refuted_by_search(clauses: list[list[int]]) -> bool:
    with pytest.importorskip("pysat.solvers").Solver(bootstrap_with=clauses) as solver:
        return not solver.solve()


def test_a_program_that_shows_nothing_has_one_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program.lp"
    program.write_text("{ a }. #show.", encoding="ascii")
    formula = make_formula(Source((program,), "", {}))
    assert formula.forbidding([frozenset()]) == [[]]
    task = ProofTask(formula.variables, formula.clauses, [[]], "cadical195")
    clock = evidence.CertificateClock("nothing", None)
    found = evidence.Evidence(task, "own", clock)
    result = found.collect()
    assert isinstance(result, RefutationProof)
    found.check(result)


models = st.integers(1, 5).flatmap(
    lambda variables: st.tuples(
        st.lists(
            st.lists(st.integers(1, variables).flatmap(lambda v: st.sampled_from([v, -v]))),
            max_size=6,
        ),
        st.lists(st.tuples(*[st.integers(0, 1)] * variables), min_size=1, max_size=5),
    )
)


@given(models)
def test_models_are_evaluated_as_one_by_one(
    given: tuple[list[list[int]], list[tuple[int, ...]]],
) -> None:
    clauses, rows = given
    broken = [
        clause
        for clause in clauses
        if any(not any((row[abs(lit) - 1] == 1) == (lit > 0) for lit in clause) for row in rows)
    ]
    found = evidence.broken_clause(clauses, [bytes((0, *row)) for row in rows])
    assert found == (broken[0] if broken else None)
