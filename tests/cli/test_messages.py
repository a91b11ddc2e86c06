"""What the command line says of a student's program, a misspelt word, a wrong file: one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import ROOT, puzzles

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
