"""What the command line says of a student's program, a misspelt word, a wrong file: one line."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import ROOT, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.cli import terminal

RULES = (ROOT / "lp" / "eternity.lp").read_text(encoding="utf-8")
TYPO = RULES.replace("    size(H, W).", "    siz(H, W).")
LINE = 1 + TYPO[: TYPO.index("siz(")].count("\n")
WARNING = f"typo.lp, line {LINE}: atom does not occur in any rule head: siz(H,W)"


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A student's folder."""
    (tmp_path / "typo.lp").write_text(TYPO, encoding="utf-8")
    (tmp_path / "right.lp").write_text(RULES, encoding="utf-8")
    facts = (ROOT / "lp" / "examples" / "eternity.lp").read_text(encoding="utf-8")
    (tmp_path / "facts.lp").write_text(facts, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "check eternity document_3x3 --program typo.lp",
        "explain --program typo.lp facts.lp",
        "solve eternity --engine lp:typo.lp",
        "count eternity --engine lp:typo.lp",
        "unique eternity --engine lp:typo.lp",
        "translate typo.lp facts.lp",
        "compare eternity --engines lp:typo.lp --task all --repeat 1",
        "compare --program typo.lp --engines asp --repeat 1",
    ],
)
def test_a_misspelt_predicate_is_named_once_with_file_and_line(words: str, desk: Path) -> None:
    """A typo must not read as "finds 0 of 16"."""
    done = puzzles(*words.split(), cwd=desk)
    assert done.stderr.count(WARNING) == 1, done.stderr
    assert "does not occur" not in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        "check eternity document_3x3 hints_6x6 --program right.lp",
        "solve eternity --engine lp:right.lp -n 0 --json",
        "explain --program right.lp facts.lp",
    ],
)
def test_a_right_program_has_no_warning_though_the_board_lacks_some_inputs(
    words: str, desk: Path
) -> None:
    text = RULES.replace("#defined hint/4.\n", "").replace("#defined frame/1.\n", "")
    (desk / "right.lp").write_text(text if "explain" not in words else RULES, encoding="utf-8")
    done = puzzles(*words.split(), cwd=desk)
    assert done.returncode == 0, done.stderr
    assert "does not occur" not in done.stderr


@pytest.mark.parametrize("command", ["solve", "count", "unique"])
def test_a_search_with_a_students_program_says_that_completeness_was_not_checked(
    command: str, desk: Path
) -> None:
    note = (
        "document_3x3: not checked whether right.lp misses answers; "
        "`check eternity document_3x3 --program right.lp` tells\n"
    )
    done = puzzles(command, "eternity", "document_3x3", "--engine", "lp:right.lp", cwd=desk)
    assert note in done.stderr
    assert "not checked" not in puzzles(command, "eternity", "document_3x3").stderr


def test_a_students_program_without_answers_proves_nothing_of_the_board(desk: Path) -> None:
    (desk / "none.lp").write_text(RULES + ":- cell(1,1).\n", encoding="utf-8")
    done = puzzles("solve", "eternity", "--engine", "lp:none.lp", cwd=desk)
    assert done.returncode == 1
    assert "document_3x3: the program has no answer (lp:none.lp)\n" in done.stderr
    assert "proved" not in done.stderr
    done = puzzles("unique", "eternity", "document_3x3", "--engine", "lp:none.lp", cwd=desk)
    assert done.returncode == 1
    assert done.stdout == "document_3x3: none.lp finds no answer\n"


def test_the_only_answer_of_a_students_program_does_not_make_a_board_unique(desk: Path) -> None:
    first = next(iter(pp.solve(pp.load("eternity", "document_3x3")))).symbols
    only = "".join(f":- not {atom}.\n" for atom in first)
    (desk / "one.lp").write_text(RULES + only, encoding="utf-8")
    done = puzzles("unique", "eternity", "document_3x3", "--engine", "lp:one.lp", cwd=desk)
    assert done.stdout.startswith(
        "document_3x3: one.lp finds one answer and no other; it is verified"
    )
    done = puzzles("solve", "eternity", "--engine", "lp:one.lp", "--all", cwd=desk)
    assert "1 answer, verified, the program has no more (lp:one.lp)\n" in done.stderr


@pytest.mark.parametrize(
    ("words", "stated"),
    [
        ([], "answers: 5, but the count is 16"),
        (["--symmetry"], "classes: 3, but the count is 4"),
        (["--symmetry", "rotations"], ""),
    ],
)
def test_a_file_that_states_another_count_is_told_so(
    words: list[str], stated: str, tmp_path: Path
) -> None:
    """One line on standard error; the count is right, so the exit code is 0."""
    text = (ROOT / "pyasp_puzzles/puzzles/eternity/instances/document_3x3.txt").read_text()
    assert "answers: 16\n" in text
    assert "classes: 4\n" in text
    text = text.replace("answers: 16", "answers: 5").replace("classes: 4", "classes: 3")
    (tmp_path / "mine.txt").write_text(text)
    done = puzzles("count", "eternity", "mine.txt", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "4\n" if words else "16\n")
    assert done.stderr == (f"pyasp-puzzles: mine.txt: states {stated}\n" if stated else "")


def test_a_count_that_is_not_exhausted_says_nothing_of_the_file() -> None:
    early = puzzles("count", "packing", "soma", "--timeout", "0.001")
    assert early.returncode == 3
    assert "states" not in early.stderr


def test_a_warning_on_a_terminal_stands_in_place_of_the_line_of_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class ErrorScreen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = ErrorScreen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    terminal.echo_over_progress("typo.lp, line 3: ...")
    assert screen.getvalue() == "\r\x1b[2Ktypo.lp, line 3: ...\n"


def test_a_long_status_line_breaks_between_words_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "soma: stopped (time limit), `--save best-board.txt` goes on"
    terminal.echo(words, err=True)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    terminal.echo(words, err=True)
    assert capsys.readouterr().err.splitlines() == [
        *(words, "soma: stopped (time limit),"),
        *("  `--save best-board.txt` goes", "  on"),
    ]


PACKAGE = Path(pp.__file__).parent

ROOMS = (
    *(f"{room}/**/*.py" for room in ("pictures", "counts/estimation", "explanation")),
    "verbs/generation/*.py",
    "boards/play*.py",
)
"""What these say also stands on the page and in notebooks."""


def _texts(path: Path) -> Iterator[str]:
    """The texts of a module, without its docstrings."""
    tree = ast.parse(path.read_text())
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


@pytest.mark.parametrize("room", ROOMS)
def test_what_the_page_shows_too_names_no_option_of_the_command_line(room: str) -> None:
    for path in sorted(PACKAGE.glob(room)):
        for text in _texts(path):
            if not text.startswith("--"):  # options of clasp
                assert not re.search(r"[ (`]--[a-z]|`(explain|solve|unique) ?", text), path
