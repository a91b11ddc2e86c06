"""The commands ``translate``, ``decode`` and ``certify`` as a person or a script uses them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from support import ROOT, puzzles, refused

PIPS = ("pips.lp", "examples/pips.lp")
SOLVERS = {"cadical": ("cadical", "-q", "{cnf}"), "minisat": ("minisat", "{cnf}", "{out}")}


@pytest.fixture(scope="module")
def formula(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The founding puzzle of Pips as a CNF file."""
    done = puzzles("translate", *PIPS)
    assert done.returncode == 0, done.stderr
    file = tmp_path_factory.mktemp("cnf") / "pips.cnf"
    file.write_text(done.stdout)
    return file


def program(folder: Path, text: str) -> str:
    file = folder / "p.lp"
    file.write_text(text)
    return str(file)


def test_a_translation_says_what_it_is_and_names_its_atoms(formula: Path) -> None:
    lines = formula.read_text().splitlines()
    assert any(line.startswith("c atom ") and line.endswith(" value(1,1,6)") for line in lines)
    assert sum(line.startswith("p cnf ") for line in lines) == 1
    assert any("pips.lp" in line for line in lines if line.startswith("c "))
    assert str(ROOT) not in formula.read_text()


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_solver_s_answer_comes_back_as_a_picture(
    solver: str, formula: Path, tmp_path: Path
) -> None:
    if not shutil.which(solver):
        pytest.skip(f"no program {solver}")
    out = tmp_path / "out"
    words = [part.format(cnf=formula, out=out) for part in SOLVERS[solver]]
    solved = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert solved.returncode == 10
    text = out.read_text() if out.exists() else solved.stdout
    done = puzzles("decode", str(formula), "pips", text=text)
    assert done.returncode == 0, done.stderr
    assert "A ring of six dominoes" in done.stdout
    atoms = puzzles("decode", str(formula), text=text)
    checked = puzzles("check", "pips", "document", "-", text=atoms.stdout)
    assert checked.stdout == "answer 1: all rules hold\n"


def test_a_wrong_model_is_drawn_with_the_rules_it_breaks(formula: Path) -> None:
    variables = int(formula.read_text().split("p cnf ")[1].split()[0])
    nothing = "s SATISFIABLE\nv " + " ".join(str(-v) for v in range(1, variables + 1)) + " 0\n"
    done = puzzles("decode", str(formula), "pips", text=nothing)
    assert done.returncode == 1
    assert "breaks a rule: Exactly one domino covers" in done.stderr


@pytest.mark.parametrize(
    ("output", "code", "printed"),
    [("s UNSATISFIABLE\n", 1, "unsatisfiable\n"), ("s UNKNOWN\n", 3, "unknown\n")],
)
def test_a_result_without_a_model_is_told(
    output: str, code: int, printed: str, formula: Path
) -> None:
    done = puzzles("decode", str(formula), text=output)
    assert (done.returncode, done.stdout) == (code, printed)


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("s SATISFIABLE\nv 1 0\n", "a model of all variables"),
        ("s PERHAPS\n", "found 's PERHAPS'"),
    ],
)
def test_output_that_is_cut_off_or_no_output_gets_one_line(
    output: str, message: str, formula: Path
) -> None:
    said = refused("decode", str(formula), text=output)
    assert said.count("\n") == 1
    assert message in said


def test_constants_and_standard_input_reach_the_program() -> None:
    done = puzzles("translate", "-", "-c", "n=3", text="#const n = 1. { a(1..n) }.")
    assert [line for line in done.stdout.splitlines() if "c atom" in line] == [
        f"c atom {number} a({number})" for number in (2, 3, 4)
    ] or done.stdout.count("c atom") == 3


def test_an_objective_is_written(tmp_path: Path) -> None:
    text = "1 { a(1..3) }. #minimize { X,X : a(X) }."
    done = puzzles("translate", program(tmp_path, text), "--to", "wcnf")
    assert (done.returncode, "\nh " in done.stdout) == (0, True)


# certify


def test_a_certificate_is_printed_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    done = puzzles(
        "certify", "eternity", "document_3x3", "--checker", "own", "--write", str(folder)
    )
    assert done.returncode == 0, done.stderr
    assert "exactly 16 answers, proved" in done.stdout
    assert "the translation to the formula (tested, not proved)" in " ".join(done.stdout.split())
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert {path.suffix for path in folder.iterdir()} == {".cnf", ".drat", ".txt"}
