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
from pyasp_puzzles.verbs.authoring import Finding, check_puzzle
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
    assert [each.kept for each in check_puzzle("queens")] == [True] * 10


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
    assert vars(NEW_PUZZLE.options[0].kind) == vars(OneOf(TEMPLATES))


def test_a_package_is_written_once_and_only_under_a_new_name(tmp_path: Path) -> None:
    done = puzzles("new-puzzle", "mine_two", "--answer", "shade", "--folder", str(tmp_path))
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 5)
    assert "check-puzzle mine_two" in done.stderr
    for name, words in (("mine_two", "a new name"), ("sudoku", "a new name"), ("My", "small let")):
        with pytest.raises(PuzzleError, match=words):
            new_puzzle(name, "shade", tmp_path)
    with pytest.raises(PuzzleError, match="answer: found 'x', expected shade, number, signs"):
        new_puzzle("other", "x", tmp_path)


def found_by(monkeypatch: pytest.MonkeyPatch, name: str, **wrong: Any) -> dict[str, Finding]:
    broken = dataclasses.replace(find_puzzle(name), **wrong)
    monkeypatch.setattr(authoring, "find_puzzle", lambda _name: broken)
    return {each.part: each for each in check_puzzle(name)}


def findings(monkeypatch: pytest.MonkeyPatch, part: str, **wrong: Any) -> str:
    found = found_by(monkeypatch, "my_shade", **wrong)[part]
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


@pytest.mark.parametrize(
    ("name", "rule", "words"),
    [
        ("gokigen", "The diagonals form no loop", "no loop goes around"),
        ("slitherlink", "There is one loop", "there is one loop"),
        ("nurikabe", "The shaded cells are connected", "the shaded cells are connected"),
    ],
)
def test_a_verify_without_a_rule_about_the_whole_answer_is_found(
    name: str, rule: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = find_puzzle(name).verify
    monkeypatch.setattr(authoring, "_PARTS", {"constraints": authoring._PARTS["constraints"]})

    def forgetful(board: Any, answer: Any) -> list[str]:
        return [broken for broken in verify(board, answer) if not broken.startswith(rule)]

    found = found_by(monkeypatch, name, verify=forgetful)["constraints"]
    assert found.kept is False
    assert "verify says right of an answer that breaks" in found.words
    assert words in found.words and f"({name}.lp, line " in found.words


def test_a_copy_that_goes_by_its_own_number_is_asked_of_the_program_by_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An answer of the board, asked of one whose piece 5 has become a copy of piece 2."""
    puzzle, board = find_puzzle("eternity"), pp.load("eternity", "alike_3x3")
    pieces = list(board.pieces)
    pieces[4] = pieces[1]
    variant = dataclasses.replace(board, pieces=tuple(pieces))
    [answer] = pp.solve(board, limit=1)
    monkeypatch.setattr(authoring, "answered", lambda *_: [(board, answer)])
    monkeypatch.setattr(authoring, "_variants", lambda *_: [variant])
    assert authoring._rules(puzzle).startswith("program and verify agree on ")
    right = sorted(map(str, answer.symbols))
    assert any(",5," in atom for atom in right), right


def test_a_verify_that_refuses_right_answers_is_told_once_and_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(vars(find_puzzle("my_shade")), "verify", lambda _board, _answer: ["No."])
    refused = [each.words for each in check_puzzle("my_shade") if each.kept is False]
    told = "verify refuses an answer of the program: my_shade first: No."
    assert refused == [told, *["as rules says"] * (len(refused) - 1)]
    assert len(refused) >= 4


def test_a_puzzle_without_an_instance_is_told_once_with_the_command_that_makes_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = found_by(monkeypatch, "my_shade", instances=tmp_path)
    assert [each.part for each in found.values() if each.kept is False] == ["instances"]
    command = f"`pyasp-puzzles generate my_shade > {tmp_path / 'first.txt'}`"
    assert command in found["instances"].words
    assert found["generation"].kept


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("% step(DR,DC) -", "% step(DR,DC), up -", "line 19: found step/2, expected a line"),
        ("% step(DR,DC) -", "% step(D) -", "line 13: found step/1 under Between, expected a pred"),
        ("% Shown:\n", "", "line 9: found shaded/2 under Given, expected a fact"),
        ("% Between:", "% cell(R,C) - x.\n% Between:", "line 13: found cell/2 under two lines"),
        ("% Shade", "% Shade " + "x" * 99, "my_shade.lp, line 2: found "),
        ("% clue(R,C,N) -", "% clue -", "line 8: found clue/0 under Given"),
    ],
)
def test_a_fault_of_the_glossary_is_found_with_file_and_line(
    old: str, new: str, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = find_puzzle("my_shade").program_path().read_text(encoding="utf-8")
    assert old in text
    wrong = tmp_path / "my_shade.lp"
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert words in findings(monkeypatch, "glossary", program=wrong)


def test_the_command_prints_a_line_for_each_part_and_ends_with_0_or_1() -> None:
    done = puzzles("check-puzzle", "star_battle")
    assert done.returncode == 0, done.stdout
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        *("files", "counts", "rules", "constraints", "glossary", "words", "pictures"),
        *("partial answers", "play", "generation"),
    ]
