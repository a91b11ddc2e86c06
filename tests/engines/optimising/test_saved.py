"""The file of a search for the best board: written whole, read with suspicion, locked."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from queens_with_best import ANSWER, FULL, GOOD, POOR, Script, placed

import pyasp_puzzles as pp
from pyasp_puzzles.cli import run
from pyasp_puzzles.engines.optimising import searching
from pyasp_puzzles.engines.optimising.board import FIELDS, SaveFile


@pytest.fixture
def file(script: Script, eight: Any, tmp_path: Path) -> Path:
    """A file with a board of 26 of 28 pairs."""
    path = tmp_path / "board.txt"
    script(POOR, GOOD)
    assert len(list(pp.best(eight, save=path))) == 2
    return path


def test_the_file_has_the_best_board_and_can_be_read(file: Path) -> None:
    text = file.read_text()
    found = json.loads(text)
    assert list(found) == [*FIELDS, "atoms"]
    known = {name: found[name] for name in ("puzzle", "instance", "score", "of", "found_by")}
    assert known == {
        "puzzle": "queens",
        "instance": "eight",
        "score": 26,
        "of": FULL,
        "found_by": "by hand",
    }
    assert found["atoms"] == sorted(map(str, GOOD.symbols))
    assert max(map(len, text.splitlines())) <= 100
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("command", ["check", "draw"])
def test_the_file_is_an_answer_for(
    command: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, "queens", "eight", str(file)]) == 1
    assert "No queen attacks another: (7, 4) attacks (8, 4)." in capsys.readouterr().out


def test_names_that_are_no_text_and_long_words_are_written_and_read(
    script: Script, queens: ModuleType, tmp_path: Path
) -> None:
    board = tmp_path / os.fsdecode(b"caf\xe9.txt")
    board.write_text("size: 8\n")
    for found_by in ("x" * 1000, "\u2660"):
        script(dataclasses.replace(POOR, found_by=found_by))
        list(pp.best(pp.load("queens", board), save=tmp_path / found_by[:3]))
        script(GOOD)
        boards = pp.best(pp.load("queens", board), save=tmp_path / found_by[:3])
        assert [found.score for found in boards] == [0, 26]


def test_a_search_goes_on_from_the_file(script: Script, eight: Any, file: Path) -> None:
    requests = script(ANSWER)
    boards = list(pp.best(eight, save=file))
    assert [board.score for board in boards] == [26, FULL]
    assert boards[0].found_by == f"saved in {file}"
    (request,) = requests
    assert request.known == boards[0].answer.solution
    assert request.known_score == 26
    assert json.loads(file.read_text())["score"] == FULL


def test_a_search_that_finds_nothing_better_keeps_the_board_and_what_found_it(
    script: Script, eight: Any, file: Path
) -> None:
    def a_run(search: Any) -> None:
        search.runs += 1

    for _ in range(2):
        script(a_run)
        boards = pp.best(eight, save=file)
        assert [board.score for board in boards] == [26]
    found = json.loads(file.read_text())
    assert (found["score"], found["found_by"], found["runs"]) == (26, "by hand", {"1": 2})


def test_runs_are_counted_by_seed(script: Script, eight: Any, file: Path) -> None:
    def three(search: Any) -> None:
        search.runs += 3

    for seed, before in ((7, 0), (1, 0), (7, 3)):
        requests = script(three)
        list(pp.best(eight, save=file, seed=seed))
        assert requests[0].runs == before
    assert json.loads(file.read_text())["runs"] == {"1": 3, "7": 6}


def test_the_file_learns_of_ended_runs_without_a_better_board(
    script: Script, eight: Any, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "SAVE_RUNS", 0.0)
    seen = []

    def look(search: Any) -> None:
        search.runs += 5
        assert not search.request.late()
        seen.append(json.loads(file.read_text())["runs"])

    script(look)
    list(pp.best(eight, save=file))
    assert seen == [{"1": 5}]


def test_a_complete_board_needs_no_search(script: Script, eight: Any, file: Path) -> None:
    script(ANSWER)
    list(pp.best(eight, save=file))
    script(AssertionError("searched"))
    boards = pp.best(eight, save=file)
    assert [board.score for board in boards] == [FULL]
    assert (boards.reason, boards.optimal) == ("complete", True)


def changed(**members: Any) -> Callable[[str], str]:
    """A change of some members; ``...`` takes one away."""

    def change(text: str) -> str:
        found = {**json.loads(text), **members}
        return json.dumps({name: value for name, value in found.items() if value is not ...})

    return change


def atoms(*columns: int) -> list[str]:
    return list(map(str, placed(*columns)))


HOSTILE: dict[str, tuple[Callable[[str], str], str]] = {
    "cut": (lambda text: text[:200], ": found a file that is cut off or damaged, expected a board"),
    "last byte": (lambda text: text[:-3], ": found a file that is cut off or damaged, expected"),
    "an instance": (lambda _text: "size: 8\n", ": found 'size: 8', expected a board that `best"),
    "a list": (lambda text: f"[{text}]", ": found [{'puzzle': 'queens', "),
    "deep": (lambda _text: "[" * 10**5, ": found '[[[["),
    "null": (lambda _text: "\0\0", ": found '\\x00\\x00', expected a board"),
    "huge number": (lambda _text: "1" * 10**4, ": found '11111"),
    "puzzle": (changed(puzzle="pips"), ", puzzle: found 'pips', expected 'queens'"),
    "no puzzle": (changed(puzzle=...), ", puzzle: found nothing, expected a board that `best"),
    "instance": (
        changed(facts="7"),
        ", facts: found those of the board eight, expected those of eight; ",
    ),
    "of": (changed(of=480), ", of: found 480, expected 28"),
    "of true": (changed(of=True), ", of: found True, expected 28"),
    "score": (changed(score=27), ", score: found 27, expected 26: that is the score of its atoms"),
    "text score": (changed(score="26"), ", score: found '26', expected 26: that is"),
    "real score": (changed(score=26.0), ", score: found 26.0, expected 26: that is"),
    "no score": (changed(score=...), ", score: found nothing, expected a board that"),
    "runs": (changed(runs=[1]), ", runs: found [1], expected numbers of runs by seed, such as"),
    "runs of no seed": (changed(runs={"x": 1}), ", runs: found {'x': 1}, expected numbers of"),
    "negative runs": (changed(runs={"1": -1}), ", runs: found {'1': -1}, expected numbers of"),
    "endless runs": (changed(runs={"1": 10**99}), ", runs: found {'1': 1000"),
    "seconds": (changed(seconds=float("nan")), ", seconds: found nan, expected CPU seconds"),
    "endless seconds": (changed(seconds=10**400), ", seconds: found 1000"),
    "found by": (changed(found_by=["x"]), ", found_by: found ['x'], expected a few words"),
    "no atoms": (changed(atoms=...), ", atoms: found nothing, expected a board that"),
    "numbers": (changed(atoms=[7]), ", atoms: found [7], expected a list of atoms"),
    "no atom": (changed(atoms=["queen(1,"]), ", atoms: found 'queen(1,', expected an atom such as"),
    "foreign": (changed(atoms=["king(1)"]), ", atoms: found shown atom king(1) is none of the"),
    "too large": (changed(atoms=["queen(1,9999999999)"]), ", atoms: found '9999999999', expected"),
    "broken": (
        changed(atoms=atoms(1, 2, 3)),
        ", atoms: found a board that breaks a rule: Each row has one queen., expected one that",
    ),
    "worse": (changed(atoms=atoms(1, 1, 1, 1, 1, 1, 1, 1)), ", score: found 26, expected 0: that"),
}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_file_that_is_not_what_was_written_is_refused_in_one_line(
    script: Script, file: Path, hostile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change, message = HOSTILE[hostile]
    text = change(file.read_text())
    file.write_text(text)
    requests = script(ANSWER)
    assert run(["best", "queens", "eight", "--save", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), requests) == ("", 1, [])
    assert err.startswith(f"pyasp-puzzles: {file}{message}"), err
    assert len(err) < 300 + len(str(file))
    assert file.read_text() == text  # nobody's file is overwritten


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=st.integers(0, 600), length=st.integers(0, 40), put=st.text(max_size=20))
def test_a_damaged_file_is_refused_or_has_a_board_with_its_right_score(
    file: Path, eight: Any, start: int, length: int, put: str
) -> None:
    text = file.read_text()
    damaged = file.with_name("damaged")
    damaged.write_text(text[:start] + put + text[start + length :], encoding="utf-8")
    try:
        known = SaveFile(damaged, pp.find_puzzle("queens"), eight)
    except pp.PuzzleError as error:
        assert str(error).startswith(f"{damaged}")
    else:
        known.close()
        if known.known:  # an empty file has no board
            assert known.known.board.score == 26


def test_bytes_that_are_no_text_are_refused(file: Path, eight: Any) -> None:
    file.write_bytes(b"{\xff")
    with pytest.raises(pp.AnswerError, match="found the byte 0xff"):
        pp.best(eight, save=file)


def test_a_file_of_another_board_is_refused(file: Path, queens: ModuleType) -> None:
    with pytest.raises(
        pp.AnswerError,
        match=r"found those of the board eight, expected those of three; they differ$",
    ):
        pp.best(pp.load("queens", "three"), save=file)


def test_an_empty_file_holds_no_board_yet(script: Script, eight: Any, tmp_path: Path) -> None:
    script(POOR)
    (tmp_path / "empty").touch()
    assert [board.score for board in pp.best(eight, save=tmp_path / "empty")] == [0]
    assert json.loads((tmp_path / "empty").read_text())["score"] == 0


def test_a_search_without_a_board_leaves_no_file(
    script: Script, eight: Any, tmp_path: Path
) -> None:
    script()
    assert list(pp.best(eight, save=tmp_path / "file")) == []
    assert list(tmp_path.iterdir()) == []


def fifo(path: Path) -> None:
    os.mkfifo(path)


PLACES: dict[str, tuple[str, Callable[[Path], None], str]] = {
    "no folder": ("nowhere/board.txt", lambda _path: None, "no such file or directory"),
    "a folder": ("folder", Path.mkdir, "is a directory"),
    "a pipe": ("pipe", fifo, "found no regular file, expected one, or none yet"),
    "a file as a folder": ("file/b", lambda path: path.parent.touch(), "not a directory"),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_place_where_no_file_can_be_is_refused_before_the_search(
    script: Script, tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, prepare, message = PLACES[place]
    path = tmp_path / name
    prepare(path)
    requests = script(POOR)
    assert run(["best", "queens", "eight", "--save", str(path)]) == 2
    assert capsys.readouterr().err == f"pyasp-puzzles: {path}: {message}\n"
    assert requests == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write")
def test_what_may_not_be_written_is_refused_before_the_search(
    script: Script, eight: Any, file: Path
) -> None:
    file.chmod(0o444)
    with pytest.raises(pp.PuzzleError, match="permission denied"):
        pp.best(eight, save=file)
    file.chmod(0o644)
    file.parent.chmod(0o555)
    try:
        with pytest.raises(pp.PuzzleError, match="permission denied"):
            pp.best(eight, save=file)
    finally:
        file.parent.chmod(0o755)


def test_the_file_has_the_usual_permissions_and_keeps_those_that_it_has(
    script: Script, eight: Any, tmp_path: Path
) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    own = tmp_path / "own"
    own.touch()
    own.chmod(0o640)
    for name, expected in (("new", usual.stat().st_mode), ("own", 0o640)):
        script(POOR, GOOD)
        list(pp.best(eight, save=tmp_path / name))
        mode = (tmp_path / name).stat().st_mode
        assert stat.S_IMODE(mode) == stat.S_IMODE(expected)


def test_a_link_stays_a_link(script: Script, eight: Any, file: Path) -> None:
    link = file.with_name("link")
    link.symlink_to(file)
    script(ANSWER)
    list(pp.best(eight, save=link))
    assert link.is_symlink()
    assert json.loads(file.read_text())["score"] == FULL


def test_two_searches_do_not_share_a_file(script: Script, eight: Any, file: Path) -> None:
    """The lock goes with the file that takes the place of the old one, and is freed at the end."""
    script(ANSWER)
    first = pp.best(eight, save=file)
    for _ in range(2):
        next(first)
        with pytest.raises(pp.PuzzleError, match=r"board\.txt: another search has this file; give"):
            pp.best(eight, save=file)
    assert list(first) == []
    with pp.best(eight, save=file) as second:
        assert next(second).score == FULL
    pp.best(eight, save=file).close()


def test_a_full_disk_keeps_the_file_and_draws_the_best_board(
    script: Script,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    script(ANSWER)
    before = file.read_text()
    monkeypatch.setattr(os, "fsync", full)
    assert run(["best", "queens", "eight", "--save", str(file)]) == 2
    out, err = capsys.readouterr()
    assert err.endswith(f"pyasp-puzzles: {file}: no space left on device\n")
    assert (out.count("Queens"), out.count("X │")) == (1, 0)  # the new board, which has no attack
    assert file.read_text() == before
    assert list(file.parent.iterdir()) == [file]


WRITER = """\
import sys
import pyasp_puzzles as pp
from pyasp_puzzles.engines.optimising.board import FIELDS, SaveFile

eight = pp.load("queens", "eight")
file = SaveFile(sys.argv[1], pp.find_puzzle("queens"), eight)
boards = list(pp.best(eight))
for number in range(10**9):
    file.write(boards[-1], {1: number}, 0.0)
    print(number, flush=True)
"""


def test_the_file_is_whole_at_any_moment(queens_path: str, eight: Any, tmp_path: Path) -> None:
    """Also when the process that writes it is killed."""
    path = tmp_path / "board.txt"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        env={**os.environ, "PYTHONPATH": queens_path},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout
    try:
        assert writer.stdout.readline() == "0\n"
        read = [json.loads(path.read_text())["runs"]["1"] for _ in range(300)]
        assert read == sorted(read)
        with pytest.raises(pp.PuzzleError, match="another search has this file"):
            pp.best(eight, save=path)
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()
    assert writer.returncode == -signal.SIGKILL
    file = SaveFile(path, pp.find_puzzle("queens"), eight)
    assert file.known
    assert file.known.runs[1] >= read[-1]
    file.close()
    assert list(tmp_path.iterdir()) == [path]
