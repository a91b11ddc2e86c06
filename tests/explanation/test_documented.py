"""What docs/reference/words.md and the README say of words is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from derivations import theory_of_files
from support import ROOT, puzzles

from pyasp_puzzles.explanation.words.words import WordsError, read_words

PAGE = (ROOT / "docs/reference/words.md").read_text(encoding="utf-8")
GUESTS, PARTY, *_, KNIGHTS = re.findall(r"```prolog\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture
def party(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "guests.lp", tmp_path / "party.lp"]
    for path, text in zip(paths, (GUESTS, PARTY), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


@pytest.mark.parametrize("line", re.findall(r"^\| `(%@ .*?)` \|", PAGE, flags=re.MULTILINE))
def test_each_line_of_the_table_can_be_read(line: str) -> None:
    assert read_words(line, "docs/reference/words.md", 1).line == 1


def test_the_guests_have_their_clues(party: list[Path]) -> None:
    theory = theory_of_files(party)
    assert sorted(clue.words for clue in theory.clues) == [
        "Ann sits left of Cid",
        "Ann sits next to Dee",
        "Bob sits left of Ann",
        "Dee sits next to Cid",
        "Eve sits left of Bob",
        *(f"seat {seat} has one guest" for seat in range(1, 6)),
    ]
    assert theory.program.silent == []
    assert len(theory.atoms) == 25


def test_a_wrong_variable_gives_the_error_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "guests.lp"
    path.write_text(GUESTS.replace("{G} sits left", "{K} sits left"), encoding="utf-8")
    with pytest.raises(WordsError) as error:
        theory_of_files([path])
    assert f"    {error.value}\n" in PAGE


def test_the_knights_are_explained_as_the_page_says(tmp_path: Path) -> None:
    path = tmp_path / "knights.lp"
    path.write_text(KNIGHTS, encoding="utf-8")
    done = puzzles("explain", "--program", str(path))
    (shown,) = re.findall(r"explain --program knights\.lp\n(.*?)```", PAGE, flags=re.DOTALL)
    assert (done.returncode, done.stdout + done.stderr) == (0, shown)


def test_a_constraint_without_words_gives_the_warning_of_the_page(party: list[Path]) -> None:
    party[0].write_text(f"{GUESTS}:- sits(_, 6).\n", encoding="utf-8")
    (warning,) = theory_of_files(party).warnings()
    assert f"\n    {warning}\n" in PAGE


@pytest.mark.parametrize("page", ["README.md", "docs/reference/words.md"])
def test_the_guests_are_explained_as_the_pages_say(page: str, party: list[Path]) -> None:
    done = puzzles("explain", "--program", *map(str, party))
    text = (ROOT / page).read_text(encoding="utf-8")
    (shown,) = re.findall(r"--program guests\.lp party\.lp\n(.*?)```", text, flags=re.DOTALL)
    start, end = shown.split("...\n")
    said = done.stdout + done.stderr
    assert done.returncode == 0
    assert said.startswith(start)
    assert said.endswith(end)
