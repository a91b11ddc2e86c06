"""``pp.best`` and the command: boards are measured, counted, drawn, and the search ends in time."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import clingo
import pytest
from queens_with_best import ANSWER, FULL, GOOD, POOR, Script
from support import PUZZLES

import pyasp_puzzles as pp
from pyasp_puzzles.__main__ import BROKEN_PIPE
from pyasp_puzzles.boards.optimiser import Improvement
from pyasp_puzzles.cli import run
from pyasp_puzzles.work.memory import bytes_of


def scores(boards: pp.BestBoards[Any, Any, Any]) -> list[int]:
    return [board.score for board in boards]


def test_boards_come_as_typed_objects_until_the_full_score(script: Script, eight: Any) -> None:
    script(POOR, GOOD, ANSWER, AssertionError("asked for more than the full score"))
    boards = pp.best(eight)
    first = next(boards)
    assert (first.score, first.of, first.lost, first.found_by) == (0, FULL, FULL, "a column")
    assert [str(atom) for atom in first.answer.atoms] == list(map(str, POOR.symbols))
    assert first.answer.solution.queens[0] == (1, 1)
    assert str(first).startswith("Queens; X is attacked\n")
    assert scores(boards) == [26, FULL]
    assert boards.best is not None
    assert (boards.best.score, boards.found, boards.optimal, boards.reason) == (
        *(FULL, 3, True),
        "complete",
    )
    assert list(boards) == []


WRONG = {
    "a strict rule": (
        Improvement(POOR.symbols[:7], 3),
        "a board that breaks a strict rule. Each row has one queen. Please report this. Board: ",
    ),
    "a score": (Improvement(GOOD.symbols, 27), "a board with the score 27, but it has 26. Please"),
    "no gain": (POOR, "a board with the score 0, expected more than 0 and at most 28. Please"),
    "a foreign atom": (
        Improvement((clingo.Function("king"),), 3),
        "a board that cannot be read: shown atom king is none of the answer's atoms (queen/2).",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_board_is_measured_before_anybody_sees_it(script: Script, eight: Any, wrong: str) -> None:
    improvement, message = WRONG[wrong]
    script(POOR, improvement)
    boards = pp.best(eight)
    assert next(boards).score == 0
    with pytest.raises(pp.VerificationError) as error:
        next(boards)
    assert f"queens eight: the search for the best board returned {message}" in str(error.value)
    assert boards.best is not None
    assert boards.best.score == 0


def optimal(search: Any) -> None:
    search.optimal = True


def interrupted(_search: Any) -> None:
    os.kill(os.getpid(), signal.SIGINT)


def terminated(_search: Any) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


ENDS: dict[str, tuple[tuple[Any, ...], int, str]] = {
    "complete": ((GOOD, ANSWER), 0, "the full score: 28 of 28 pairs do not attack, verified ("),
    "optimal": (
        (GOOD, optimal),
        1,
        "the best score: 26 of 28 pairs do not attack, 2 attacks, checked; no board has more "
        "(proved) (",
    ),
    "no board": ((optimal,), 1, "no board keeps the strict rules (proved) ("),
    "no proof": ((), 3, "gave up (no further runs): no board so far ("),
    "no further runs": (
        (POOR, GOOD),
        3,
        "stopped (no further runs): 26 of 28 pairs do not attack, 2 attacks, checked (",
    ),
    "Ctrl-C": ((POOR, GOOD, interrupted), 3, "stopped (interrupted): 26 of 28 pairs"),
    "SIGTERM": ((POOR, GOOD, terminated), 3, "stopped (terminated): 26 of 28 pairs"),
    "no memory": ((GOOD, MemoryError()), 3, "stopped (out of memory): 26 of 28 pairs"),
    "Ctrl-C in the search": ((GOOD, KeyboardInterrupt()), 3, "stopped (interrupted): 26 of 28"),
}


@pytest.mark.parametrize("end", ENDS)
def test_how_a_search_ends_is_told_and_the_best_board_drawn(
    script: Script, capsys: pytest.CaptureFixture[str], end: str
) -> None:
    steps, code, words = ENDS[end]
    script(*steps)
    assert run(["best", "queens", "eight"]) == code
    out, err = capsys.readouterr()
    assert err.splitlines()[-1].startswith(f"eight: {words}")
    assert out.count("Queens; X is attacked") == (Improvement in map(type, steps))
    assert ("X │" in out) == (GOOD in steps and ANSWER not in steps)


def test_each_better_board_is_told_in_one_line(
    script: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    script(POOR, GOOD)
    run(["best", "queens", "eight"])
    first, second, _ = capsys.readouterr().err.splitlines()
    assert first.startswith("eight: 0 of 28 pairs do not attack, 28 attacks (")
    assert first.endswith(" s CPU, a column)")
    assert second.startswith("eight: 26 of 28 pairs do not attack, 2 attacks (")


def test_json_is_one_object_for_each_improvement_with_four_members(
    script: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    script(POOR, GOOD)
    assert run(["best", "queens", "eight", "--json"]) == 3
    lines = capsys.readouterr().out.splitlines()
    objects = [json.loads(line) for line in lines]
    assert [list(found) for found in objects] == [["score", "of", "seconds", "atoms"]] * 2
    assert [found["score"] for found in objects] == [0, 26]
    assert lines[1].startswith('{"score": 26, "of": 28, "seconds": ')
    assert lines[1].endswith(', "queen(8,4)"]}')
    assert all(type(found["seconds"]) is float for found in objects)


def test_a_time_limit_shorter_than_the_first_board_gives_the_first_board(eight: Any) -> None:
    boards = pp.best(eight, timeout=0)
    found = scores(boards)
    assert len(found) == 1
    assert boards.reason == ("complete" if found == [FULL] else "time limit")


def test_the_search_is_told_seed_memory_and_time(script: Script, eight: Any) -> None:
    requests = script(POOR)
    list(pp.best(eight))
    list(pp.best(eight, seed=7, memory="2G", timeout=1e6))
    first, second = requests
    assert (first.seed, first.memory, first.late(), first.left()) == (1, 10**9, False, math.inf)
    assert (second.seed, second.memory, second.late()) == (7, 2 * 10**9, False)
    assert 0 < second.left() <= 1e6
    assert (second.known, second.known_score, second.runs) == (None, -1, 0)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "seed": ({"seed": -1}, "seed: found -1, expected an integer of at least 0"),
    "no seed": ({"seed": None}, "seed: found None, expected a number less than 2147483648"),
    "large seed": ({"seed": 2**31}, "seed: found 2147483648, expected a number less than"),
    "timeout": ({"timeout": -1}, "timeout: found -1, expected seconds"),
    "memory": ({"memory": "2X"}, "memory: found '2X', expected a number of bytes, or a size such"),
    "no memory": ({"memory": 0}, "memory: found 0, expected"),
    "save": ({"save": 7}, "save: found 7, expected a file"),
    "output": ({"save": "-"}, "save: found -, expected the name of a file"),
}


@pytest.mark.parametrize("bad", BAD)
def test_an_argument_that_makes_no_sense_is_refused(eight: Any, bad: str) -> None:
    keywords, message = BAD[bad]
    with pytest.raises(pp.PuzzleError) as error:
        pp.best(eight, **keywords)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("size", ["", "G", "-1", "1e9", "0", "0.1", "1 2", "9" * 30, True, 1.5])
def test_what_is_no_size_is_refused(size: Any) -> None:
    with pytest.raises(pp.PuzzleError, match=r"^memory: found "):
        bytes_of(size)


def test_a_puzzle_without_an_optimiser_says_so(
    queens: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["best", "pips", "document"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("pyasp-puzzles: pips: this puzzle has no search for the best board; ")
    assert "queens" in said.partition("those that have one: ")[2]


def test_several_boards_are_searched_one_after_the_other(
    queens: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = tmp_path / "two.txt"
    two.write_text("=== a\nsize: 1\n\n=== b\nsize: 8\n")
    assert run(["best", "queens", str(two)]) == 0
    out, err = capsys.readouterr()
    assert out.count("Queens") == 2
    assert [f"#{label}: the full score" in err for label in "ab"] == [True, True]
    for words in (["--json"], ["--save", str(tmp_path / "file")]):
        assert run(["best", "queens", str(two), *words]) == 2
        said = f"{words[0]} is for one board, expected one of {two}#a, {two}#b"
        assert capsys.readouterr().err == f"pyasp-puzzles: {said}\n"
    assert not (tmp_path / "file").exists()


def test_a_format_that_the_puzzle_has_not_is_refused_before_the_search(
    script: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    requests = script(POOR)
    assert run(["best", "queens", "eight", "--export", "viewer"]) == 2
    assert "--export: found 'viewer', expected none for this puzzle" in capsys.readouterr().err
    assert requests == []


def test_a_foreign_format_takes_the_place_of_the_picture(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Also of a board that leaves cells empty; the proof is quick."""
    assert run(["best", "packing", "straights_6x6", "--export", "xmpuzzle"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("<?xml")
    assert err.splitlines()[-1].startswith("straights_6x6: the best score: 32 of 36 cells are ")


@pytest.mark.parametrize("words", [["--json"], []])
def test_a_search_ends_when_nobody_reads_its_output(queens_path: str, words: list[str]) -> None:
    """Also one that has nothing to write: no board of 3 queens is better than the first one."""
    search = subprocess.Popen(
        [*PUZZLES, "best", "queens", "three", *words],
        env={**os.environ, "PYTHONPATH": queens_path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert search.stdout
    assert search.stderr
    try:
        assert (search.stdout if words else search.stderr).readline()
        search.stdout.close()
        assert search.wait(timeout=600) == BROKEN_PIPE
        assert "Traceback" not in search.stderr.read()
    finally:
        search.kill()
        search.wait()
        search.stderr.close()
