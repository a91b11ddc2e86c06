"""Puzzles of other packages, by the example of add_a_puzzle.md: all commands work on them."""

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
            timeout=600,
        )

    return command


@pytest.fixture(scope="module")
def queens_files() -> dict[str, str]:
    files = {path: text for path, text in example_package().items() if path.startswith("queens/")}
    assert len(files) == 3
    return files


@pytest.fixture(scope="module")
def queens(queens_files: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Command:
    """``pyasp-puzzles`` where that package is installed."""
    folder = tmp_path_factory.mktemp("queens")
    path = distribution(folder, "queens", queens_files, puzzles={"queens": "queens:PUZZLE"})
    return commands(path, tmp_path_factory.mktemp("elsewhere"))


def test_a_partial_answer_to_a_third_partys_puzzle_is_decided(queens: Command) -> None:
    done = queens("unique", "queens", "eight", "--up-to", "3")
    assert (done.returncode, done.stderr) == (1, "")
    assert "eight: not unique: at least 3 answers" in done.stdout
    done = queens("check", "queens", "eight", "-", text="queen(1,1). queen(2,2). not queen(3,3).")
    assert done.returncode == 1
    assert "eight: cannot be completed: no answer has all of it" in done.stdout


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


@pytest.mark.parametrize("task", ["all", pytest.param("count", marks=pytest.mark.slow)])
def test_default_engines_agree_on_all_answers(task: str, queens: Command) -> None:
    done = queens("compare", "queens", "--repeat", "1", "--task", task)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "92" in done.stdout


DERIVED = """\
import dataclasses
from pathlib import Path

import queens


@dataclasses.dataclass(frozen=True)
class Instance(queens.Queens):
    pass


def parse(text, source):
    boards = queens.PUZZLE.parse(text, source)
    return {label: Instance(**dataclasses.asdict(board)) for label, board in boards.items()}


PUZZLE = dataclasses.replace(
    queens.PUZZLE,
    instance_type=Instance,
    parse=parse,
    CHANGES
)
"""
"""The puzzle of the page with other parts, CHANGES."""


def test_a_default_engine_that_does_not_fit_a_program_is_no_error(
    queens_files: dict[str, str], tmp_path: Path
) -> None:
    """One that is asked for by name is."""
    rules = "hidden(1..9) :- not other. other :- not hidden(1). { free }."
    changes = """name="unfit",
    program=Path(__file__).with_name("unfit.lp"),
    engines={"count": ("exact-cover",)},"""
    files = {**queens_files, "unfit.py": DERIVED.replace("CHANGES", changes)}
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
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.puzzles.pips import sat

MINE = Encoding(lambda board, symmetry: sat.joint(board, symmetry), "a thesis")
NO_ENCODING = {"mine": MINE}
"""


def test_a_package_adds_an_encoding_to_a_puzzle_that_exists(tmp_path: Path) -> None:
    points = {"pips.sat.mine": "thesis:MINE"}
    path = distribution(tmp_path, "thesis", {"thesis.py": ENCODINGS}, encodings=points)
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


def test_two_packages_add_encodings_to_one_puzzle(tmp_path: Path) -> None:
    one = distribution(
        tmp_path / "one", "one", {"one.py": ENCODINGS}, encodings={"pips.sat.one": "one:MINE"}
    )
    two = distribution(
        tmp_path / "two",
        "two",
        {"two.py": ENCODINGS},
        encodings={"pips.sat.two": "two:MINE", "pips.cpsat.two": "two:MINE"},
    )
    listed = commands(f"{two}{os.pathsep}{one}", tmp_path)("compare", "pips", "--list").stdout
    assert re.findall(r"^\S+(?= +a thesis)", listed, re.M) == [
        "sat.one:cadical195",
        "sat.two:cadical195",
        "cpsat.two",
    ]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("pips.sat.joint", "thesis:MINE", "found 'joint', a sat encoding that pips has, expected "),
        ("pips.sat.mine", "thesis:NO_ENCODING", "found {'mine': Encoding("),
        ("pips.sat.mine", "thesis:MISSING", "has no attribute 'MISSING'"),
        ("pips.sat.mine", "no_such_module:X", "No module named 'no_such_module'"),
        ("pips.sat", "thesis:MINE", "found the name 'pips.sat', expected PUZZLE.KIND.NAME with "),
        ("pips.smt.mine", "thesis:MINE", "KIND one of scan, sat, cpsat, frontier"),
        ("pips.sat.my-own", "thesis:MINE", "found the name 'pips.sat.my-own', expected PUZZLE."),
    ],
)
def test_an_encoding_that_cannot_be_added_is_refused_in_words(
    name: str, value: str, message: str, tmp_path: Path
) -> None:
    path = distribution(tmp_path, "thesis", {"thesis.py": ENCODINGS}, encodings={name: value})
    thesis = commands(path, tmp_path)
    done = thesis("solve", "pips", "--engine", "sat")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert f"entry point {name} = {value} of thesis: " in done.stderr
    assert message in done.stderr


def test_a_clash_of_two_packages_names_both(tmp_path: Path) -> None:
    points = {"pips.sat.mine": "thesis:MINE"}
    one = distribution(tmp_path / "1", "first", {"thesis.py": ENCODINGS}, encodings=points)
    two = distribution(tmp_path / "2", "second", {"thesis.py": ENCODINGS}, encodings=points)
    done = commands(f"{two}{os.pathsep}{one}", tmp_path)("compare", "pips", "--list")
    assert (done.returncode, done.stderr) == (
        2,
        "pyasp-puzzles: entry point pips.sat.mine = thesis:MINE of second: found 'mine', a sat "
        "encoding that first has, expected another name\n",
    )


def test_an_encoding_for_a_puzzle_that_is_not_installed_is_left_aside_aloud(tmp_path: Path) -> None:
    points = {"pops.sat.mine": "thesis:MINE"}
    path = distribution(tmp_path, "thesis", {"thesis.py": ENCODINGS}, encodings=points)
    done = commands(path, tmp_path)("compare", "pips", "--list")
    told = "pyasp-puzzles: entry point pops.sat.mine = thesis:MINE of thesis: no puzzle pops\n"
    assert (done.returncode, done.stderr) == (0, told)


def test_a_package_with_a_puzzle_has_its_encodings_in_submodules(
    queens_files: dict[str, str], tmp_path: Path
) -> None:
    """By the one entry point of the puzzle; the text is that of the page."""
    page = (ROOT / "docs/reference/add_a_puzzle.md").read_text(encoding="utf-8")
    text = re.search(r'^```python\n("""queens/sat.py.*?)^```', page, re.M | re.S)
    assert text
    files = {**queens_files, "queens/sat.py": text[1]}
    path = distribution(tmp_path, "queens", files, puzzles={"queens": "queens:PUZZLE"})
    queens = commands(path, tmp_path)
    listed = queens("compare", "queens", "--list").stdout
    assert re.search(r"^sat.squares:cadical195 +a variable for each square *$", listed, re.M)
    done = queens("count", "queens", "--engine", "sat")
    assert (done.returncode, done.stdout) == (0, "92\n"), done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("", "AttributeError: module 'queens.sat' has no attribute 'ENCODINGS'"),
        ("ENCODINGS = 7\n", "found 7, expected Encoding objects by name"),
        ("ENCODINGS = {'squares': print}\n", "found 'squares': <built-in function print>, "),
    ],
)
def test_a_broken_submodule_is_named_in_one_line(
    text: str, message: str, queens_files: dict[str, str], tmp_path: Path
) -> None:
    files = {**queens_files, "queens/sat.py": text}
    path = distribution(tmp_path, "queens", files, puzzles={"queens": "queens:PUZZLE"})
    done = commands(path, tmp_path)("compare", "queens", "--list")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith("pyasp-puzzles: module queens.sat of queens: ")
    assert message in done.stderr


def test_a_puzzle_that_is_one_module_has_no_encodings(
    queens_files: dict[str, str], tmp_path: Path
) -> None:
    """A module ``sat`` beside it is not its own."""
    files = {
        "queens.py": queens_files["queens/__init__.py"],
        "queens.lp": queens_files["queens/queens.lp"],
        "instances/eight.txt": queens_files["queens/instances/eight.txt"],
        "sat.py": "1 / 0\n",
    }
    path = distribution(tmp_path, "queens", files, puzzles={"queens": "queens:PUZZLE"})
    queens = commands(path, tmp_path)
    assert queens("count", "queens").stdout == "92\n"
    done = queens("count", "queens", "--engine", "sat")
    told = "pyasp-puzzles: engine sat:cadical195: queens has no sat encoding\n"
    assert (done.returncode, done.stderr) == (2, told)


def test_a_wrong_verify_of_a_third_party_is_told_to_its_authors_and_not_to_us(
    queens_files: dict[str, str], tmp_path: Path
) -> None:
    changes = """name="strict", verify=lambda instance, solution: ["Never right."]"""
    files = {**queens_files, "strict.py": DERIVED.replace("CHANGES", changes)}
    path = distribution(tmp_path, "gambit", files, puzzles={"strict": "strict:PUZZLE"})
    done = commands(path, tmp_path)("solve", "strict")
    assert done.returncode == 2
    assert done.stderr.startswith(
        "pyasp-puzzles: strict eight: the program returned an answer that breaks a rule; tell the "
        "authors of gambit: its program or its verify is wrong. Never right. Answer: queen("
    )
    assert "report this" not in done.stderr


def test_a_forgotten_show_is_told_with_the_file_and_the_line_to_add(
    queens_files: dict[str, str], tmp_path: Path
) -> None:
    rules = queens_files["queens/queens.lp"]
    found = []
    for text in ("", "#show queen/2. #show size/2."):
        files = {**queens_files, "queens/queens.lp": rules.replace("#show queen/2.", text)}
        path = distribution(tmp_path, "queens", files, puzzles={"queens": "queens:PUZZLE"})
        done = commands(path, tmp_path)("solve", "queens")
        assert done.returncode == 2
        found.append(done.stderr)
    said = "pyasp-puzzles: shown atom size(8,8) is none of the answer's atoms (queen/2)"
    assert found == [
        f"{said}; queens.lp has no #show: add the line `#show queen/2.`\n",
        f"{said}\n",
    ]


def test_the_check_boards_of_a_third_party_are_not_taken(
    queens_files: dict[str, str], tmp_path: Path
) -> None:
    """Without any, its small shipped instances are."""
    mine = tmp_path / "mine.lp"
    mine.write_text(queens_files["queens/queens.lp"], encoding="utf-8")
    path = distribution(
        tmp_path / "without", "queens", queens_files, puzzles={"queens": "queens:PUZZLE"}
    )
    done = commands(path, tmp_path)("check", "queens", "--program", "mine.lp")
    assert done.stdout == (
        "eight: finds 92 of 92, sound and complete\n"
        "mine.lp: sound and complete on 1 instance with 92 answers, which have facts of 1 kind: "
        "size; none has facts of this kind: given\n"
    )
    checks = "".join(f"=== {size}\nsize: {size}\n" for size in (1, 4, 5))
    files = {**queens_files, "queens/checks.txt": checks}
    path = distribution(tmp_path / "with", "queens", files, puzzles={"queens": "queens:PUZZLE"})
    queens = commands(path, tmp_path)
    done = queens("check", "queens", "--program", "mine.lp")
    assert done.stdout == (
        "checks#1: finds 1 of 1, sound and complete\n"
        "checks#4: finds 2 of 2, sound and complete\n"
        "checks#5: finds 10 of 10, sound and complete\n"
        "mine.lp: sound and complete on 3 instances with 13 answers, which have facts of 1 "
        "kind: size; none has facts of this kind: given\n"
    )
    assert queens("count", "queens", "checks#5").stdout == "10\n"
