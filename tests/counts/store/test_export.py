"""Exported files hold the answers of a store, complete or not at all."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from store_files import show
from support import puzzles

from pyasp_puzzles.counts.store import export
from pyasp_puzzles.counts.store.store import Store


def test_json_lines_are_what_check_reads(stores: Path, tmp_path: Path) -> None:
    file = tmp_path / "new" / "a.jsonl"
    assert show(stores / "whole.store", "--jsonl", file).returncode == 0
    answers = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(answers) == 16
    for answer in answers:
        assert answer.keys() == {"puzzle", "instance", "atoms", "solution", "verified"}
    done = puzzles("check", "eternity", "document_3x3", str(file))
    assert done.stdout.count("all rules hold") == 16
    piped = show(stores / "half.store", "--jsonl", "-", "-n", "3")
    done = puzzles("check", "eternity", "document_3x3", "-", text=piped.stdout)
    assert done.stdout.count("all rules hold") == 3
    assert piped.stdout.count("\n") == 3
    assert piped.stderr == (
        "standard output: 3 rows; the store is not exhausted, there may be more\n"
    )


def test_the_header_is_one_json_object(stores: Path, tmp_path: Path) -> None:
    done = show(stores / "whole.store", "--header")
    head = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (head["status"], head["exhausted"], head["answers"]) == ("satisfiable", True, 16)
    summary = tmp_path / "summary"
    puzzles("solve", "eternity", "document_3x3", "--json", "--summary", str(summary))
    assert head.keys() == {*json.loads(summary.read_text()), "options"}
    half = json.loads(show(stores / "half.store", "--header").stdout)
    assert (half["exhausted"], half["reason"]) == (False, "1 of 2 cubes are done")
    file = tmp_path / "a.jsonl"
    both = show(stores / "half.store", "--header", "--jsonl", file, "-n", "2")
    assert json.loads(both.stdout) == half and len(file.read_text().splitlines()) == 2
    for options in (["--draw"], ["--jsonl", "-"], ["--page", "2"]):
        done = show(stores / "half.store", "--header", *options)
        assert (done.returncode, done.stdout) == (2, "")
        named = "--jsonl -" if "--jsonl" in options else options[0].replace("--page", "a page")
        assert f"found both --header and {named}, expected" in done.stderr
    assert json.loads(show(stores / "fillings.store", "--header").stdout)["options"]
    for store, code in (("empty.store", 1), ("none.store", 3)):
        done = show(stores / store, "--header")
        assert (done.returncode, json.loads(done.stdout)["answers"]) == (code, 0)


def test_a_csv_holds_the_answers(stores: Path, tmp_path: Path) -> None:
    with Store.to_read(stores / "many.store") as store:
        expected = [(a.number, a.cube, list(a.atoms)) for a in store.page()]
    written = tmp_path / "a.csv"
    done = show(stores / "many.store", "--csv", written)
    assert done.returncode == 0
    assert f"{written}: 320 rows" in done.stderr
    with written.open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["answer", "cube", "atoms"]
    assert [(int(n), int(cube), atoms.split()) for n, cube, atoms in rows] == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv"]


@pytest.mark.parametrize("form", export.FORMS)
def test_an_export_that_ends_early_leaves_the_old_file(
    stores: Path, tmp_path: Path, form: str
) -> None:
    file = tmp_path / "a"
    file.write_text("old")

    def interrupt(number: int) -> None:
        raise KeyboardInterrupt

    with Store.to_read(stores / "whole.store") as store, pytest.raises(KeyboardInterrupt):
        export.write(store, str(file), form, progress=interrupt)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_an_export_to_the_store_or_to_nowhere_is_refused(stores: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.store"
    shutil.copy(stores / "whole.store", store)
    before = store.read_bytes()
    (tmp_path / "link").symlink_to(store)
    for path in (store, tmp_path / "link", tmp_path, store / "a", "/dev/full"):
        done = show(store, "--csv", path)
        assert done.returncode == 2, path
        assert done.stderr.startswith(f"pyasp-puzzles: {path}: ")
        assert "Traceback" not in done.stderr
    assert store.read_bytes() == before
