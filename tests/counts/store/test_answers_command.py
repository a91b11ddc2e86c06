"""The command answers: what it prints, and its exit codes."""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from store_files import RUN, lines, show
from support import ROOT, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.counts.store.store import Store


def test_a_store_that_was_killed_at_once_has_found_nothing_yet(tmp_path: Path) -> None:
    """Not even its cubes were made: no error, but also nothing proved."""
    empty, opened = tmp_path / "empty", tmp_path / "opened"
    empty.touch()
    Store.to_write(opened, RUN).close()
    with Store.to_write(tmp_path / "killed", RUN):  # as SQLite leaves it behind a kill
        for end in ("", "-wal"):
            if (tmp_path / f"killed{end}").exists():
                shutil.copyfile(tmp_path / f"killed{end}", tmp_path / f"copy{end}")
    for path in (empty, opened, tmp_path / "copy"):
        done = show(path)
        assert (done.returncode, done.stderr) == (3, "")
        assert done.stdout.startswith("nothing found yet")
        for options in (["--jsonl", "-"], ["--csv", tmp_path / "a.csv"], ["--header"]):
            done = show(path, *options)
            assert (done.returncode, done.stdout) == (3, "")
            assert done.stderr.startswith("nothing found yet")
    assert not (tmp_path / "a.csv").exists()
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE t (x)")
    other.commit()
    other.close()
    (tmp_path / "text").write_text("no store " * 100)
    for path in (tmp_path / "other", tmp_path / "text", tmp_path / "missing", tmp_path):
        done = show(path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "expected a store" in done.stderr


# The command


def test_answers_says_what_the_store_is_and_shows_pages(stores: Path) -> None:
    path = stores / "whole.store"
    done = show(path)
    assert done.returncode == 0
    for line in (
        "puzzle    eternity document_3x3",
        "cubes     2 of 2 done",
        "answers   16 (exhausted)",
    ):
        assert f"{line}\n" in done.stdout
    assert done.stdout.count("answer ") == 10
    command = done.stdout.splitlines()[-1].removeprefix("next page: ")
    assert command == f"pyasp-puzzles answers {path} --page 2"
    second = show(*shlex.split(command)[2:]).stdout
    assert [word for word in second.splitlines() if word.startswith("answer ")] == [
        f"answer {number}, cube 2" for number in range(11, 17)
    ]
    assert "next page" not in second
    assert show(path, "-n", 0).stdout.count("answer ") == 16
    beyond = show(path, "--page", 3)
    assert beyond.returncode == 2
    assert "found page 3, expected 1 to 2" in beyond.stderr


def test_the_next_page_of_a_filter_keeps_the_filter(stores: Path) -> None:
    first = show(stores / "many.store", "-n", 4, "--with", "place(1, _)", "--without", "place(1,3)")
    assert "matching  280\n" in first.stdout
    command = shlex.split(first.stdout.splitlines()[-1].removeprefix("next page: "))
    assert command[3:] == [
        *("--page", "2", "-n", "4", "--with", "place(1, _)", "--without", "place(1,3)")
    ]
    numbers = []
    while command:
        done = show(*command[2:])
        assert done.returncode == 0
        shown = [line for line in done.stdout.splitlines() if line.startswith("answer ")]
        numbers += [int(line.split()[1].rstrip(",")) for line in shown]
        last = done.stdout.splitlines()[-1]
        command = shlex.split(last.removeprefix("next page: ")) if "next page" in last else []
        if len(numbers) > 20:
            break
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == len(numbers) == 24


def test_a_store_that_is_not_exhausted_says_at_least(stores: Path) -> None:
    done = show(stores / "half.store", "--with", "place(_,_,_,_)")
    assert done.returncode == 0
    assert "cubes     1 of 2 done\nanswers   at least 8 (not exhausted)\n" in done.stdout
    assert "matching  at least 8\n" in done.stdout
    written = show(stores / "half.store", "--csv", "-")
    assert written.stdout.count("\n") == 9
    assert "puzzle  " not in written.stdout


def test_pictures_are_drawn(stores: Path) -> None:
    done = show(stores / "whole.store", "--draw", "-n", 2)
    assert done.returncode == 0
    assert done.stdout.count("┌") == 2
    assert "--page 2 -n 2 --draw" in done.stdout


def test_fillings_are_not_taken_for_answers(stores: Path) -> None:
    path = stores / "fillings.store"
    assert show(path).returncode == 0
    done = show(path, "--draw")
    assert done.returncode == 2
    assert "holds fillings (--by filling), which are not whole answers" in done.stderr
    answers = [json.loads(line) for line in show(path, "--jsonl", "-").stdout.splitlines()]
    assert answers
    for answer in answers:
        assert answer["verified"] is False
        assert answer.keys() == {"puzzle", "instance", "atoms", "verified"}
    with Store.to_read(path) as store, pytest.raises(pp.StoreError, match="found a filling"):
        _ = next(store.page()).answer


@pytest.mark.parametrize(
    ("store", "options", "code", "message"),
    [
        ("whole.store", [], 0, "answer 1,"),
        ("half.store", [], 0, "answer 1,"),
        ("empty.store", [], 1, "no answer (exhausted)\n"),
        ("none.store", [], 3, "no answer (not exhausted)\n"),
        ("many.store", ["--with", "place(1,2)", "--without", "place(1,2)"], 1, "no answer that"),
        ("failed.store", ["--with", "place(1,2)"], 3, "no answer (not exhausted)\n"),
        ("empty.store", ["--csv", "-"], 1, "answer,cube,atoms\n"),
        ("none.store", ["--jsonl", "-"], 3, ""),
        ("many.store", ["--with", "place(0,0)"], 2, ""),
        ("many.store", ["--with", "place(0,0)", "--jsonl", "-"], 2, ""),
        ("many.store", ["--page", "0"], 2, ""),
        ("many.store", ["--page", "2", "-n", "0"], 2, ""),
        ("many.store", ["--draw", "--csv", "-"], 2, ""),
        ("many.store", ["--jsonl", "-", "--csv", "-"], 2, ""),
        ("missing.store", [], 2, ""),
    ],
)
def test_exit_codes_tell_found_none_error_and_not_exhausted_apart(
    stores: Path, store: str, options: list[str], code: int, message: str
) -> None:
    done = show(stores / store, *options)
    assert done.returncode == code
    assert message in done.stdout
    assert "Traceback" not in done.stderr
    if code == 2:
        assert done.stderr


@pytest.mark.parametrize("columns", [40, 120])
def test_the_page_fits_its_width(stores: Path, columns: int) -> None:
    for name in ("whole.store", "failed.store", "many.store"):
        done = puzzles("answers", str(stores / name), columns=columns)
        shown = [line for line in done.stdout.splitlines() if not line.startswith("next page")]
        assert max(map(len, shown)) <= columns
        assert name != "failed.store" or "and 2 more" in done.stdout
        assert "\x1b" not in done.stdout


@pytest.mark.parametrize("options", ["", "--draw", "--jsonl -", "--csv -", "-n 0"])
def test_a_closed_pipe_ends_quietly(stores: Path, options: str) -> None:
    file = stores / "whole.store"
    line = f'"{sys.executable}" -m pyasp_puzzles answers "{file}" {options} | head -1'
    done = subprocess.run(
        ["bash", "-c", f"{line}; echo ${{PIPESTATUS[0]}}"], capture_output=True, text=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] in ("141", "0")
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


def test_answers_of_a_store_that_is_being_written_are_shown(
    tmp_path: Path, writer: Callable[..., subprocess.Popen[str]]
) -> None:
    process = writer(tmp_path / "a.store", 4)
    lines(process, 5)
    done = show(tmp_path / "a.store")
    assert done.returncode == 0
    assert "at least" in done.stdout
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert show(tmp_path / "a.store", "-n", 1).returncode == 0
