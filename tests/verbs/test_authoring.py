"""new-puzzle and check-puzzle: packages that run, and faults that are found."""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import distribution, example_package, pages, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards import registry
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.cli import run
from pyasp_puzzles.cli.own_verbs import NEW_PUZZLE
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.verbs import authoring
from pyasp_puzzles.verbs.authoring import check_puzzle
from pyasp_puzzles.verbs.new_puzzle import TEMPLATES, files, new_puzzle
from pyasp_puzzles.verbs.verb import OneOf


@pytest.fixture(scope="module", autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A package of each template, and the queens of the page, as if installed."""
    folder = tmp_path_factory.mktemp("packages")
    every = {}
    for kind in TEMPLATES:
        every |= files(f"my_{kind}", kind)
    every |= {path: text for path, text in example_package().items() if "queens/" in path}
    named = {f"my_{kind}": f"my_{kind}:PUZZLE" for kind in TEMPLATES} | {"queens": "queens:PUZZLE"}
    path = distribution(folder, "mine", every, puzzles=named).split(":")[0]
    sys.path.insert(0, path)
    yield
    sys.path.remove(path)
    for name in ("queens", *(f"my_{kind}" for kind in TEMPLATES)):
        sys.modules.pop(name, None)
    registry._puzzle_named.cache_clear()


@pytest.mark.parametrize("kind", TEMPLATES)
def test_a_new_puzzle_keeps_the_contract(kind: str) -> None:
    found = {each.part: each for each in check_puzzle(f"my_{kind}")}
    assert [str(each) for each in found.values() if each.kept is False] == []
    assert found["generation"].kept is (None if kind in ("regions", "pieces") else True)
    assert len(files("a", kind)["a/a.lp"].splitlines()) <= 45
    assert max(map(len, "\n".join(files("a", kind).values()).splitlines())) <= 100


def test_the_queens_of_the_page_keep_the_contract() -> None:
    assert [each.kept for each in check_puzzle("queens")] == [True] * 8


ENOUGH = (
    "list queens",
    "show queens eight",
    "facts queens",
    "solve queens",
    "count queens",
    "unique queens",
    "estimate queens --timeout 1",
    "explain queens five",
    "hint queens",
    "rate queens five",
    "format queens",
)
NEEDED = {
    "best queens": "queens",
    "solve queens --symmetry": "queens",
    "count queens --by row": "queens",
    "solve queens --export csv": "none for this puzzle",
    "solve queens --engine sat": "queens",
}


def test_the_table_of_the_page_says_which_commands_need_which_part(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pages()["docs/reference/add_a_puzzle.md"].partition("| commands | need |\n")[2]
    rows = table.partition("\n\n")[0].splitlines()[1:]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "five").write_text("size: 5\n")
    for line in ENOUGH:
        assert run(line.split()) in (0, 1), line
        assert f"`{line.split()[0]}`" in rows[0] + rows[1], line
    capsys.readouterr()
    for line, said in NEEDED.items():
        assert run(line.split()) == 2, line
        assert said in capsys.readouterr().err, line
        assert any(f"`{line.split()[0]}" in row for row in rows[2:]) or "--engine" in line
    fields = {field for row in rows for field in re.findall(r"`(\w+)`", row.split("|")[2])}
    assert fields <= {field.name for field in dataclasses.fields(pp.find_puzzle("queens"))}
    assert {"generator", "read", "best", "play", "edit", "symmetries"} <= fields


def test_the_command_offers_all_templates() -> None:
    assert NEW_PUZZLE.options[0].kind == OneOf(TEMPLATES)


def test_a_package_is_written_once_and_only_under_a_new_name(tmp_path: Path) -> None:
    done = puzzles("new-puzzle", "mine_two", "--answer", "shade", "--folder", str(tmp_path))
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 5)
    assert "check-puzzle mine_two" in done.stderr
    for name, words in (("mine_two", "a new name"), ("sudoku", "a new name"), ("My", "small let")):
        with pytest.raises(PuzzleError, match=words):
            new_puzzle(name, "shade", tmp_path)
    with pytest.raises(PuzzleError, match="answer: found 'x', expected shade, number"):
        new_puzzle("other", "x", tmp_path)


def findings(monkeypatch: pytest.MonkeyPatch, part: str, **wrong: Any) -> str:
    broken = dataclasses.replace(find_puzzle("my_shade"), **wrong)
    monkeypatch.setattr(authoring, "find_puzzle", lambda _name: broken)
    [found] = [each for each in check_puzzle("my_shade") if each.part == part]
    assert found.kept is False
    return found.words


def test_each_fault_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    puzzle = find_puzzle("my_shade")
    silent, wrong = tmp_path / "silent.lp", tmp_path / "wrong.lp"
    text = puzzle.program_path().read_text(encoding="utf-8")
    silent.write_text(text.replace('%@ "{N} of', '% "{N} of'), encoding="utf-8")
    wrong.write_text(text.replace("!= N", "< N"), encoding="utf-8")
    assert "has no words" in findings(monkeypatch, "words", program=silent)
    assert "the program says right, verify says" in findings(monkeypatch, "rules", program=wrong)
    never = lambda _board, _solution: []  # noqa: E731
    assert "verify says right" in findings(monkeypatch, "rules", verify=never)
    assert "another board" in findings(
        monkeypatch, "files", format=lambda b: puzzle.format(dataclasses.replace(b, clues=()))
    )
    board = pp.load("my_shade")
    with monkeypatch.context() as patch:
        patch.setattr(type(puzzle.play), "lying", lambda *_: None)
        assert "cannot be laid" in findings(monkeypatch, "play")
    assert board.clues
    wrong.write_text(text.replace(":- cell(R, C).", ":- cell(R, C), not clue(R, C, _)."))
    assert "where the program has no atom: see off=" in findings(
        monkeypatch, "play", program=wrong, verify=never
    )


def test_the_command_prints_a_line_for_each_part_and_ends_with_0_or_1() -> None:
    done = puzzles("check-puzzle", "star_battle")
    assert done.returncode == 0, done.stdout
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        *("files", "counts", "rules", "words", "pictures", "partial answers", "play"),
        "generation",
    ]
