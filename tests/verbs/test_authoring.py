"""new-puzzle and check-puzzle: packages that run, and faults that are found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import distribution, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards import registry
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.cli.own_verbs import NEW_PUZZLE
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.verbs import authoring
from pyasp_puzzles.verbs.authoring import check_puzzle
from pyasp_puzzles.verbs.new_puzzle import TEMPLATES, files, new_puzzle
from pyasp_puzzles.verbs.verb import OneOf


@pytest.fixture(scope="module", autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A package of each template, as if installed."""
    folder = tmp_path_factory.mktemp("packages")
    every = {}
    for kind, template in TEMPLATES.items():
        every |= files(f"my_{kind}", template)
    named = {f"my_{kind}": f"my_{kind}:PUZZLE" for kind in TEMPLATES}
    path = distribution(folder, "mine", every, puzzles=named).split(":")[0]
    sys.path.insert(0, path)
    yield
    sys.path.remove(path)
    registry._puzzle_named.cache_clear()


@pytest.mark.parametrize("kind", TEMPLATES)
def test_a_new_puzzle_keeps_the_contract(kind: str) -> None:
    found = {each.part: each for each in check_puzzle(f"my_{kind}")}
    assert [str(each) for each in found.values() if each.kept is False] == []
    assert found["generation"].kept is (None if kind in ("regions", "pieces") else True)
    assert len(files("a", TEMPLATES[kind])["a/a.lp"].splitlines()) <= 45
    assert max(map(len, "\n".join(files("a", TEMPLATES[kind]).values()).splitlines())) <= 100


def test_the_command_offers_all_templates() -> None:
    assert NEW_PUZZLE.options[0].kind == OneOf(tuple(TEMPLATES))


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
    """What is said of a puzzle with a fault."""
    broken = replace(find_puzzle("my_shade"), **wrong)
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
        monkeypatch, "files", format=lambda b: puzzle.format(replace(b, clues=()))
    )
    board = pp.load("my_shade")
    nothing = replace(puzzle.play, lying=lambda *_: None)  # type: ignore[type-var]
    assert "cannot be laid" in findings(monkeypatch, "play", play=nothing)
    assert board.clues


def test_the_command_prints_a_line_for_each_part_and_ends_with_0_or_1() -> None:
    done = puzzles("check-puzzle", "star_battle")
    assert done.returncode == 0, done.stdout
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        *("files", "counts", "rules", "words", "pictures", "partial answers", "play"),
        "generation",
    ]
