"""Puzzles of other packages, by the example of docs/add_a_puzzle.md: all commands work on them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support import PUZZLES, ROOT, distribution, example_package

Command = Callable[..., subprocess.CompletedProcess[str]]
BLOCKED = """\
import sys


class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pysat", "ortools", "matplotlib"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Missing())
import importlib.util

found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: (
    None if name in ("pysat", "ortools", "matplotlib") else found(name, *rest)
)
"""
"""A ``sitecustomize`` as if the extra ``compare`` were not installed."""


def commands(path: str, cwd: Path) -> Command:
    def command(*words: str, text: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*PUZZLES, *words],
            input=text,
            capture_output=True,
            text=True,
            cwd=cwd,
            env={**os.environ, "COLUMNS": "80", "PYTHONPATH": path, **more},
            timeout=120,
        )

    return command


@pytest.fixture(scope="module")
def queens_files() -> dict[str, str]:
    """The package of the page, text by path."""
    files = {path: text for path, text in example_package().items() if path.startswith("queens/")}
    assert len(files) == 3
    return files


@pytest.fixture(scope="module")
def queens(queens_files: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Command:
    """``pyasp-puzzles`` where that package is installed."""
    folder = tmp_path_factory.mktemp("queens")
    path = distribution(folder, "queens", queens_files, puzzles={"queens": "queens:PUZZLE"})
    return commands(path, tmp_path_factory.mktemp("elsewhere"))


def test_default_engines_are_those_that_a_puzzle_has_and_the_rest_is_named(
    queens: Command,
) -> None:
    done = queens("compare", "queens", "--repeat", "1")
    assert done.returncode == 0, done.stderr
    assert done.stderr == (
        "left out: sat:cadical195, sat:glucose4 (queens has no sat encoding); cpsat (queens has no "
        "cpsat encoding)\n"
    )
    assert re.search(r"^asp +1 ", done.stdout, re.M), done.stdout
    assert "translate:cadical195" in done.stdout
    assert queens("compare", "queens", "--engines", "sat").returncode == 2


@pytest.mark.parametrize("task", ["all", "count"])
def test_default_engines_agree_on_all_answers(task: str, queens: Command) -> None:
    done = queens("compare", "queens", "--repeat", "1", "--task", task)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "92" in done.stdout


UNFIT = """\
import dataclasses
from pathlib import Path

import queens

PROGRAM = Path(__file__).with_name("unfit.lp")


@dataclasses.dataclass(frozen=True)
class Instance(queens.Instance):
    pass


def parse(text, source):
    boards = queens.parse(text, source)
    return {label: Instance(board.size, known=board.known) for label, board in boards.items()}


PUZZLE = dataclasses.replace(
    queens.PUZZLE, name="unfit", instance_type=Instance, program=PROGRAM, parse=parse
)
"""


def test_a_default_engine_that_does_not_fit_a_program_is_no_error(
    queens_files: dict[str, str], tmp_path: Path
) -> None:
    """One that is asked for by name is."""
    rules = "hidden(1..9) :- not other. other :- not hidden(1). { free }."
    files = {**queens_files, "unfit.py": UNFIT}
    files["unfit.lp"] = files["queens/queens.lp"] + f"{rules}\n:- free, queen(1,1).\n"
    path = distribution(tmp_path, "unfit", files, puzzles={"unfit": "unfit:PUZZLE"})
    unfit = commands(path, tmp_path)
    words = "compare", "unfit", "--task", "count", "--repeat", "1"
    done = unfit(*words)
    assert (done.returncode, "error" in done.stdout) == (0, False), done.stdout + done.stderr
    assert re.search(r"^exact-cover +≥ 0 .* no fit$", done.stdout, re.M)
    assert "does not fit: exact-cover on eight: " in done.stdout
    assert unfit(*words, "--engines", "asp,exact-cover").returncode == 2


def test_without_the_extra_a_comparison_runs_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BLOCKED)
    bare = commands(os.pathsep.join([str(tmp_path), str(ROOT)]), tmp_path)
    done = bare("compare", "pips", "--repeat", "1", "--task", "count")
    assert done.returncode == 0, done.stderr
    wanted = "which is not installed: pip install 'pyasp-puzzles[compare]'"
    assert done.stderr == (
        f"left out: translate:cadical195, sat:cadical195, sat:glucose4 (this needs python-sat, "
        f"{wanted}); cpsat (this needs ortools, {wanted})\n"
    )
    assert re.search(r"^frontier +\d", done.stdout, re.M)
    program = ("compare", "--program", "pips.lp", "examples/pips.lp", "--repeat", "1")
    done = bare(*program)
    assert done.returncode == 0, done.stderr
    assert "left out: translate:cadical195, translate:glucose4 (this needs" in done.stderr
    done = bare(*program, "--engines", "translate")
    assert (done.returncode, done.stdout) == (2, "")
    done = bare("certify", "eternity", "document_3x3")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert wanted in done.stderr


def test_programs_of_third_parties_are_found_by_name(queens: Command) -> None:
    facts = queens("facts", "queens").stdout
    done = queens("clingo", "queens.lp", "-", "0", "-q", text=facts)
    assert (done.returncode, "Models       : 92" in done.stdout) == (30, True)
    done = queens("translate", "queens.lp", "-", text=facts)
    assert (done.returncode, "p cnf " in done.stdout) == (0, True)
    assert "queens.lp" in done.stdout
    done = queens("compare", "--program", "queens.lp", "--repeat", "1", "--engines", "asp")
    assert done.returncode == 0, done.stderr
    assert queens("clingo", "kings.lp").returncode == 65
    assert "kings.lp" in queens("translate", "kings.lp").stderr


def test_a_file_here_goes_before_a_program_of_that_name(queens: Command, tmp_path: Path) -> None:
    (tmp_path / "queens.lp").write_text("here.\n")
    mine = subprocess.run(
        [*PUZZLES, "clingo", "queens.lp"], capture_output=True, text=True, cwd=tmp_path
    )
    assert "\nhere\n" in mine.stdout


def test_puzzles_of_third_parties_are_completed(queens: Command) -> None:
    words = {
        "solve qu": "plain,queens\n",
        "solve queens ei": "plain,eight\n",
        "translate que": "plain,queens.lp\n",
    }
    for line, expected in words.items():
        command = f"pyasp-puzzles {line}"
        number = len(command.split()) - 1
        done = queens(
            _PYASP_PUZZLES_COMPLETE="bash_complete", COMP_WORDS=command, COMP_CWORD=str(number)
        )
        assert (done.stdout, done.stderr) == (expected, "")


def test_a_broken_package_is_named_in_one_line_and_breaks_no_help(tmp_path: Path) -> None:
    path = distribution(tmp_path, "broken", {"broken.py": "1 / 0\n"}, puzzles={"b": "broken:NO"})
    broken = commands(path, tmp_path)
    for words in (("solve", "b"), ("clingo", "b.lp"), ("translate", "b.lp"), ("list",)):
        done = broken(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.startswith("pyasp-puzzles: entry point broken:NO of puzzle b: ")
        assert done.stderr.count("\n") == 1
    assert broken("solve", "--help").returncode == 0
    done = broken(
        _PYASP_PUZZLES_COMPLETE="bash_complete",
        COMP_WORDS="pyasp-puzzles solve b ",
        COMP_CWORD="3",
    )
    assert "Traceback" not in done.stderr


ENCODINGS = """\
from pyasp_puzzles.encoding import Encoding
from pyasp_puzzles.encoding.sat import pips

ENCODINGS = {"mine": Encoding(lambda board, symmetry: pips.joint(board, symmetry), "a thesis")}
CLASH = {"joint": ENCODINGS["mine"]}
NO_MAPPING = ENCODINGS["mine"]
NO_ENCODING = {"mine": pips.joint}
"""


def test_a_package_adds_an_encoding_to_a_puzzle_that_exists(tmp_path: Path) -> None:
    path = distribution(
        tmp_path, "thesis", {"thesis.py": ENCODINGS}, sat={"pips": "thesis:ENCODINGS"}
    )
    thesis = commands(path, tmp_path)
    listed = thesis("compare", "pips", "--list").stdout
    assert re.search(r"^sat.mine:cadical195 +a thesis *$", listed, re.M), listed
    assert listed.index("sat.joint") < listed.index("sat.mine")  # the default stays the default
    done = thesis("solve", "pips", "document", "--engine", "sat.mine")
    assert (done.returncode, "(sat.mine:cadical195)" in done.stderr) == (0, True), done.stderr
    assert thesis("count", "pips", "document", "--engine", "sat.mine").stdout == "1\n"
    done = thesis("compare", "pips", "--engines", "asp,sat.mine", "--repeat", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    engines = thesis(
        _PYASP_PUZZLES_COMPLETE="bash_complete",
        COMP_WORDS="pyasp-puzzles solve pips --engine sat.m",
        COMP_CWORD="4",
    )
    assert engines.stdout == "plain,sat.mine:cadical195\n"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("thesis:CLASH", "found 'joint', which exists, expected another name"),
        ("thesis:NO_MAPPING", "expected Encoding objects by name"),
        ("thesis:NO_ENCODING", "found 'mine': <function joint"),
        ("thesis:MISSING", "has no attribute 'MISSING'"),
        ("no_such_module:X", "No module named 'no_such_module'"),
    ],
)
def test_an_encoding_that_cannot_be_added_is_refused_in_words(
    value: str, message: str, tmp_path: Path
) -> None:
    path = distribution(tmp_path, "thesis", {"thesis.py": ENCODINGS}, sat={"pips": value})
    thesis = commands(path, tmp_path)
    for words in (("solve", "pips", "--engine", "sat"), ("compare", "pips", "--list")):
        done = thesis(*words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert f"entry point {value} of thesis, sat encodings of pips: " in done.stderr
        assert message in done.stderr
