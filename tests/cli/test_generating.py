"""The command ``generate``: files of boards, options of each puzzle, help, errors, completion."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, puzzles

from pyasp_puzzles import cli
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.cli import completion
from pyasp_puzzles.explanation.deciding.unique import unique
from pyasp_puzzles.explanation.rating import rate
from pyasp_puzzles.verbs.generation import loop
from pyasp_puzzles.verbs.solving import is_unique, load_all

SMALL = ("generate", "twenty_four_seven", "--size", "4", "--seed", "7")


def run(*words: str) -> int:
    return cli.run(list(words))


def test_what_generate_prints_can_be_piped_to_solve() -> None:
    made = puzzles(*SMALL)
    assert made.returncode == 0, made.stderr
    solved = puzzles("unique", "twenty_four_seven", "-", text=made.stdout)
    assert solved.returncode == 0, solved.stderr


def test_several_boards_are_a_file_with_their_seeds_as_labels(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(*SMALL, "-n", "3") == 0
    file = tmp_path / "made.txt"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    boards = load_all("twenty_four_seven", file)
    assert [board.name.rpartition("#")[2] for board in boards] == ["7", "8", "9"]
    assert all(map(is_unique, boards))


def test_the_comment_makes_the_board_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("generate", "pips", "--board", "##./###/.##", "--most", "3") == 2
    assert "board: found 7 cells, expected an even number" in capsys.readouterr().err
    assert run("generate", "pips", "--board", "###/###", "--most", "3") == 0
    first = capsys.readouterr().out
    command = first.splitlines()[0]
    assert command.startswith("% pyasp-puzzles generate pips --seed ")
    assert "'###/###' --most 3   (clingo 5." in command
    words = command.partition("   (")[0].replace("'", "").split()[2:]
    assert run(*words) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("words", "classes"),
    [
        (["eternity", "--hints", "none", "--rows", "3", "--colours", "9"], True),
        (["flower_finder"], True),
        (["packing", "--space", "4x5", "--kind", "class"], True),
        (["packing", "--space", "4x5", "--kind", "givens"], False),
        (["pips", "--dominoes", "4"], False),
    ],
    ids=["eternity", "flower_finder", "packing-class", "packing-givens", "pips"],
)
def test_a_new_board_has_what_its_comment_says_and_unique_agrees(
    words: list[str], classes: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run("generate", *words, "--seed", "7") == 0
    text = capsys.readouterr().out
    assert ("% exactly one class of answers" in text.splitlines()[1]) == classes
    file = tmp_path / "made.txt"
    file.write_text(text, encoding="utf-8")
    found = unique(load_all(words[0], file)[0])
    assert found.status == ("several" if found.found > 1 else "unique")
    assert (found.one_class is not None) == (found.found > 1)
    assert classes or found.found == 1
    assert found.found == 1 or "they are one class" in str(found)


def test_the_nearest_board_is_printed_where_none_is_as_hard_as_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(loop, "RATED", 2)
    wanted = ("--size", "4", "--seed", "3", "--difficulty", "90..")
    assert run("generate", "twenty_four_seven", *wanted) == 3
    captured = capsys.readouterr()
    [board] = find_puzzle("twenty_four_seven").parse(captured.out, "output").values()
    found = f"found difficulty {rate(board).difficulty} in the nearest of 2 boards"
    assert f"wanted difficulty 90.., {found}" in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_keeps_the_boards_that_are_printed() -> None:
    command = [sys.executable, "-m", "pyasp_puzzles", *SMALL, "-n", "100000"]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        lines = [process.stdout.readline()]
        while "=== 8" not in lines[-1]:
            lines.append(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        rest, words = process.stdout.read(), process.stderr.read()
    assert process.returncode == 3, words
    assert "interrupted; " in words
    text = "".join(lines) + rest
    found = words.partition("interrupted; ")[2].partition(" of ")[0].replace(",", "")
    assert int(found) - 1 <= text.count("===") <= int(found)  # one may be found, not printed


@pytest.mark.parametrize(
    ("words", "cursor", "offered"),
    [
        ("generate twenty_four_seven --si", 3, ["--size"]),
        ("generate pips --dom", 3, ["--dominoes"]),
        ("generate twenty_four_seven --symmetry-of-clues half", 4, ["half-turn"]),
        ("generate pips --difficulty m", 4, ["medium"]),
        ("generate pi", 2, ["pips"]),
    ],
)
def test_a_shell_completes_the_parameters_of_the_puzzle(
    words: str,
    cursor: int,
    offered: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(completion.VARIABLE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"pyasp-puzzles {words}")
    monkeypatch.setenv("COMP_CWORD", str(cursor))
    run()
    assert [line.partition(",")[2] for line in capsys.readouterr().out.splitlines()] == offered
