"""``compare`` and ``translate`` under bad conditions: missing packages, odd files, full disks."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import PUZZLES, ROOT, puzzles, refused

import pyasp_puzzles as pp
from pyasp_puzzles.cli import run as cli_run
from pyasp_puzzles.comparison import Comparison
from pyasp_puzzles.comparison.child import peak_memory
from pyasp_puzzles.comparison.columns import footnotes
from pyasp_puzzles.comparison.plan import Case, Conditions, make_plan
from pyasp_puzzles.comparison.run import Ending, EngineRun
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.engines.names import engines_of
from pyasp_puzzles.ground.sat.cnf import Cnf

QUICK = "compare", "pips", "--engines", "asp,translate", "--repeat", "1"


def test_a_program_from_standard_input_that_is_no_text_gets_one_line() -> None:
    done = subprocess.run(
        [*PUZZLES, "translate", "-"], input=b"a(\xe9).\n", capture_output=True, cwd=ROOT
    )
    assert done.returncode == 2
    assert done.stderr == (
        b"pyasp-puzzles: standard input, line 1: found the byte 0xe9, expected UTF-8 text\n"
    )


def test_a_disagreement_on_an_external_atom_with_a_rule_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "external.lp"
    file.write_text("{ b; p(1..2) }. #external b. [true] :- b.")
    rows = tmp_path / "runs.jsonl"
    words = ("--engines", "asp,translate,translate:glucose4", "--task", "all", "--repeat", "1")
    done = puzzles("compare", "--program", str(file), *words, "--jsonl", str(rows))
    assert done.returncode == 4
    warning = "#external b [true]: the program also has a rule for it, and here it counts"
    assert [line for line in done.stderr.splitlines() if warning in line] == [
        f"external.lp: {warning}, not the value; what clingo finds may depend on the order of the "
        "ground rules"
    ]
    assert "see the warning about #external b [true]" in " ".join(done.stdout.split())
    assert "--eq=0" not in done.stdout  # clasp's preprocessing is not to blame here
    runs = [json.loads(line) for line in rows.read_text().splitlines()]
    warned = [run["engine"] for run in runs if run["type"] == "run" and run["warnings"]]
    assert set(warned) == {"translate:cadical195", "translate:glucose4"}


def test_the_error_of_a_program_is_told_once_and_is_not_a_remark(tmp_path: Path) -> None:
    (tmp_path / "p.lp").write_text("a :- b.\nc(X) :- not d(X).\n")
    said = refused("translate", str(tmp_path / "p.lp"))
    assert said.count("unsafe variables") == 1
    assert "p.lp, line 2: " in said.splitlines()[-1]


def test_missing_packages_are_named_before_anything_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    board = pp.load("pips", "document")
    packages = {"sat": "python-sat", "translate": "python-sat", "cpsat": "ortools"}
    for engine, package in packages.items():
        with pytest.raises(PuzzleError, match=f"needs {package}, .*pip install"):
            make_plan([Case("document", board)], ["asp", engine])
    with pytest.raises(PuzzleError, match="needs matplotlib"):
        check_installed("matplotlib")


def test_a_case_is_compared_once() -> None:
    board = pp.load("pips", "document")
    with pytest.raises(PuzzleError, match="found document 2 times"):
        make_plan([Case("document", board)] * 2, ["asp"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_no_full_disk_and_no_closed_pipe_loses_the_other_files(tmp_path: Path) -> None:
    files = {name: str(tmp_path / name) for name in ("rows.csv", "runs.jsonl")}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PUZZLES, *QUICK, "--csv", files["rows.csv"], "--jsonl", files["runs.jsonl"]],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert all(Path(file).read_text() for file in files.values())
    Path(files["runs.jsonl"]).unlink()
    done = puzzles(*QUICK, "--csv", "/dev/full", "--jsonl", files["runs.jsonl"])
    assert (done.returncode, "no space left" in done.stderr) == (2, True)
    assert Path(files["runs.jsonl"]).read_text()


def test_results_name_no_folders(tmp_path: Path) -> None:
    board = tmp_path / "mine.txt"
    board.write_text((ROOT / "pyasp_puzzles/puzzles/pips/instances/document.txt").read_text())
    (tmp_path / "p.lp").write_text("{a}.\n")
    for arguments in (("pips", str(board)), ("--program", str(tmp_path / "p.lp"))):
        csv = tmp_path / "rows.csv"
        done = puzzles("compare", *arguments, *QUICK[2:], "--csv", str(csv))
        assert done.returncode == 0, done.stderr
        assert str(tmp_path) not in done.stdout + csv.read_text()
    assert str(tmp_path) not in puzzles("translate", str(tmp_path / "p.lp")).stdout


def test_a_bug_in_an_engine_is_one_line_below_the_table() -> None:
    plan = make_plan([Case("document", pp.load("pips", "document"))], ["asp"], Conditions(repeat=1))
    text = 'Traceback (most recent call last):\n  File "x.py", line 1\nRuntimeError: oh no\n'
    run = EngineRun("document", plan.engines[0], 1, None, Ending.ERROR, message=text)
    notes = list(footnotes(Comparison(plan, [run])))
    assert notes == ["error: asp on document: a bug, please report it: RuntimeError: oh no"]


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not tell")
def test_the_memory_of_an_external_solver_counts() -> None:
    before = peak_memory()
    big = before + (100 << 20)
    subprocess.run([sys.executable, "-c", f"x = b'x' * {big}"], check=True)
    assert peak_memory() >= big


@pytest.mark.parametrize("name", ["packing", "eternity"])
@pytest.mark.parametrize("verbose", [[], ["-v"]])
def test_no_word_of_a_list_of_engines_is_broken(name: str, verbose: list[str]) -> None:
    lines = puzzles("compare", name, "--list", *verbose).stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)


def test_the_list_of_engines_has_one_line_for_each() -> None:
    engines = [*(str(engine) for engine, _, _ in engines_of("packing")), "lp:FILE[+FILE...]"]
    lines = puzzles("compare", "packing", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines[: lines.index("")]] == engines
    assert all(len(line.split()) > 2 for line in lines[: len(engines)])


def test_the_long_list_of_engines_has_the_sources_and_names_the_page() -> None:
    said = " ".join(puzzles("compare", "packing", "--list", "-v").stdout.split())
    assert '"at most one" as in Gent and Nightingale, 2004; the notebook' in said
    assert "docs/measured/encodings/packing.md" in said


def test_too_little_memory_is_a_limit_and_no_error() -> None:
    """Without CP-SAT, which then may ask for memory again and again until its time is up."""
    words = "compare", "packing", "--engines", "asp,translate,sat", "--repeat", "1"
    done = puzzles(*words, "--memory", "1M")
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout.count(">1.0 MB") == 3


def test_ctrl_c_before_the_first_counted_run_prints_no_empty_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    module = importlib.import_module("pyasp_puzzles.comparison")
    monkeypatch.setattr(module, "measure", interrupted)
    assert cli_run(["compare", "pips", "--engines", "asp"]) == 3
    assert capsys.readouterr() == ("", "interrupted: nothing was measured so far\n")


def test_default_engines_that_cannot_do_what_is_asked_for_are_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def left_out(board: object, **asked: str) -> dict[str, list[str]]:
        made = make_plan([Case("board", board)], (), Conditions(**asked))  # type: ignore[arg-type]
        assert not any(engine.kind in ("sat", "cpsat") for engine in made.engines)
        return {why: list(map(str, who)) for why, who in made.left_out.items()}

    written = ["sat:cadical195", "sat:glucose4", "cpsat"]
    dominoes = pp.load("pips", "checkers_4x4")
    assert left_out(dominoes, task="count", by="filling") == {"cannot do --by filling": written}
    with pytest.raises(PuzzleError, match="does not know --by filling"):
        make_plan([Case("dominoes", dominoes)], ["sat"], Conditions(task="count", by="filling"))
    simple = Encoding(lambda _board, _symmetry: Cnf(), "an encoding that knows no symmetries")
    monkeypatch.setattr("pyasp_puzzles.comparison.plan.encoding_of", lambda *_: simple)
    soma = pp.load("packing", "soma")
    assert left_out(soma, symmetry="rotations") == {"cannot do --symmetry rotations": written}
