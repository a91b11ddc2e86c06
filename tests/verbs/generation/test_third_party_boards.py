"""add_a_puzzle.md on boards with clues: its reader, partial answers and generator are run."""

from __future__ import annotations

import dataclasses
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import distribution, example_package, pages

import pyasp_puzzles as pp
from pyasp_puzzles.boards import registry
from pyasp_puzzles.boards.formats.partial_answers import read_partial, write_partial
from pyasp_puzzles.boards.generator import Settings
from pyasp_puzzles.cli import run


def files() -> dict[str, str]:
    """The package of the page, with the puzzle of its section on clues."""
    section = pages()["docs/reference/add_a_puzzle.md"].partition("\n## Boards with clues\n")[2]
    section = section.partition("\n## ")[0]
    blocks = {
        language: re.findall(rf"^```{language}\n(.*?)^```", section, flags=re.M | re.S)
        for language in ("prolog", "python", "text")
    }
    (program,), (board,) = blocks["prolog"], blocks["text"]
    assert len(blocks["python"]) == 3
    module = "\n\n".join(blocks["python"])
    further = {"queens/given.lp": program, "queens/given.py": module, "queens/given/six.txt": board}
    return {**example_package(), **further}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The module ``queens.given``, installed in this process."""
    folder = tmp_path_factory.mktemp("queens")
    points = {"queens": "queens:PUZZLE", "given_queens": "queens.given:PUZZLE"}
    distribution(folder, "queens", files(), puzzles=points)
    caches: list[Any] = [registry._puzzle_named, registry._puzzle_of_type]
    sys.path.insert(0, str(folder))
    for cache in caches:
        cache.cache_clear()
    try:
        yield importlib.import_module("queens.given")
    finally:
        sys.path.remove(str(folder))
        for name in ("queens", "queens.given"):
            sys.modules.pop(name, None)
        for cache in caches:
            cache.cache_clear()


def test_the_reader_of_the_page_reads_what_it_writes_and_names_the_wrong_row(
    given: Any, tmp_path: Path
) -> None:
    board = pp.load("given_queens", "six")
    assert (board.size, board.given) == (6, ((2, 4),))
    assert given.parse(given.format(board), "again")[""] == given.parse(given.format(board), "")[""]
    assert given.parse(given.format(board), "again")[""].given == board.given
    for text, message in (
        ("Q.\n.q\n", r"wrong.txt, row 2: found '.q', expected 2 of the letters Q\."),
        ("Q.\n", "wrong.txt, row 1: found 'Q.', expected 1 of the letters"),
        ("", "wrong.txt: found '', expected some rows of the letters"),
    ):
        (tmp_path / "wrong.txt").write_text(text)
        with pytest.raises(pp.InstanceError, match=message):
            pp.load("given_queens", tmp_path / "wrong.txt")


def test_the_generator_of_the_page_makes_boards_with_one_answer_and_no_clue_too_many(
    given: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["generate", "given_queens", "--size", "6", "--seed", "1"]) == 0
    (tmp_path / "new.txt").write_text(capsys.readouterr().out)
    board = pp.load("given_queens", tmp_path / "new.txt")
    assert board.size == 6
    assert pp.is_unique(board)
    for left_out in board.given:
        kept = [cell for cell in board.given if cell != left_out]
        assert not pp.is_unique(given.GENERATOR.with_clues(board, kept))


def test_refine_of_the_page_rules_out_every_other_answer(given: Any) -> None:
    board = given.Instance(6)
    answer, *others = (found.solution for found in pp.solve(board))
    assert len(others) == 3
    draft = given.refine(Random(1), Settings("given_queens", {}), board, answer, others)
    assert list(pp.solve(draft)) == [found for found in pp.solve(draft) if found.solution == answer]
    assert pp.is_unique(draft)


def test_partial_answers_of_the_page_are_read_written_checked_and_hinted(
    given: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board = pp.load("given_queens", "six")
    text = "?x????\n???Q??\n" + "??????\n" * 4
    partial = read_partial(given.PUZZLE, board, text, "mine.txt")
    assert str(partial) == "queen(2,4). not queen(1,2)."
    assert write_partial(given.PUZZLE, board, partial) == text
    (tmp_path / "mine.txt").write_text(text)
    assert run(["check", "given_queens", "six", str(tmp_path / "mine.txt")]) == 1
    assert "queen" in capsys.readouterr().out
    assert run(["hint", "given_queens", "six", "--full"]) == 0
    assert "A queen is given on r2c4.\nSo r2c4 has a queen.\n" in capsys.readouterr().out
    (tmp_path / "mine.txt").write_text("?x\n??\n")
    assert run(["check", "given_queens", "six", str(tmp_path / "mine.txt")]) == 2
    assert "6 rows of the letters Qx?" in capsys.readouterr().err


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
    "generate queens": "queens",
    "best queens": "queens",
    "solve queens --symmetry": "queens",
    "count queens --by row": "queens",
    "solve queens --export csv": "none for this puzzle",
    "solve queens --engine sat": "queens",
}


def test_the_table_of_the_page_says_which_commands_need_which_part(
    given: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    assert {"generator", "partial", "read", "best", "play", "edit", "symmetries"} <= fields
