"""The file of a store: other files, damage and full disks get one clear line."""

from __future__ import annotations

import dataclasses
import os
import random
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from store_files import ATOMS, CUBES, HEART, RUN, answers_of, contents, filled, read, show

import pyasp_puzzles as pp
from pyasp_puzzles.counts.store import database
from pyasp_puzzles.counts.store.store import Store


def test_rows_that_nobody_read_to_their_end_may_outlive_the_file(tmp_path: Path) -> None:
    """As when Ctrl-C ends a count while it reads its store."""
    store = Store.to_read(filled(tmp_path / "a.store"))
    rows = store.rows("SELECT number FROM cube")
    next(rows)
    store.close()
    rows.close()  # type: ignore[attr-defined]


# What is refused


@pytest.mark.parametrize("part", ["puzzle", "program", "facts", "options", "versions"])
def test_the_store_of_another_run_is_refused(tmp_path: Path, part: str) -> None:
    path = filled(tmp_path / "a.store", 2)
    before = read(path)
    other = dataclasses.replace(RUN, **{part: "eternity" if part == "puzzle" else "another"})
    with pytest.raises(pp.StoreError) as error:
        Store.to_write(path, other)
    words = {
        "puzzle": "the instance: pips heart there, eternity heart now",
        "program": "the program: pips.lp has changed",
        "facts": "the instance: another of the same name",
        "options": "the options: --by filling there, none now",
        "versions": "the versions: versions there, another now",
    }[part]
    assert "a.store: found another count, of pips heart (" in str(error.value)
    assert words in str(error.value)
    assert read(path) == before
    Store.to_write(path, dataclasses.replace(RUN, instance="elsewhere")).close()


def other_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE people (name TEXT)")


def later_store(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 2")


def other_tables(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE answer")


def missing_answers(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM answer WHERE cube = 3")


def changed_board(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE run SET value = 'cells: 1' WHERE key = 'board'")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.mkdir(), "found a folder, expected a store of pyasp-puzzles"),
        (lambda path: path.write_text("a text\n" * 99), "found no SQLite database, expected a"),
        (lambda path: path.write_bytes(bytes(4096)), "a.store: found"),
        (other_database, r"found another SQLite database \(people\), expected a store"),
        (later_store, "found a store of format 2, expected at most 1"),
        (other_tables, r"found a damaged file \(its tables are not those of a store\)"),
        (missing_answers, r"found a damaged file \(210 instead of 240 answers\)"),
        (changed_board, r"found a damaged file \(run, atoms or cubes\)"),
    ],
)
def test_a_file_that_is_no_good_store_is_refused_and_left_as_it_is(
    tmp_path: Path, make: Callable[[Path], None], message: str
) -> None:
    path = tmp_path / "a.store"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    for opened in (Store.to_read, lambda path: Store.to_write(path, RUN)):
        with pytest.raises(pp.StoreError, match=message):
            opened(path)
    assert (path.read_bytes() if path.is_file() else b"") == before
    done = show(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_a_path_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(pp.StoreError, match="found no such file, expected a store"):
        Store.to_read(tmp_path / "a")
    for path in (tmp_path / "no" / "a", "a" * 5000, "a\0b"):
        with pytest.raises(pp.StoreError, match="expected a store"):
            Store.to_write(path, RUN)
        with pytest.raises(pp.StoreError, match="expected a store"):
            Store.to_read(path)


def test_an_empty_file_is_a_new_store_and_not_one_to_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch()
    with pytest.raises(pp.StoreError, match="found an empty file"):
        Store.to_read(path)
    Store.to_write(path, RUN).close()  # ended before it began
    with pytest.raises(pp.StoreError, match="found an empty file"):
        Store.to_read(path)
    filled(path)
    assert read(path)[4] == 240


def test_a_store_whose_instance_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for board, puzzle in (("nonsense", "packing"), (HEART, "no_such_puzzle")):
        run = dataclasses.replace(RUN, board=board, puzzle=puzzle)
        with Store.to_write(tmp_path / puzzle, run) as store:
            store.begin(ATOMS, CUBES)
        with pytest.raises(pp.StoreError, match="its instance cannot be read"):
            Store.to_read(tmp_path / puzzle)


def look(path: Path, expected: list[tuple[Any, ...]]) -> bool:
    """Whether it is refused by a reader; if it is not, it says what it should, to a writer too."""
    refused = False
    for opened in (Store.to_read, lambda path: Store.to_write(path, RUN)):
        try:
            with opened(path) as store:
                if not store.fresh:
                    assert contents(store) in expected
                    continue
                assert path.stat().st_size <= database.PAGE_BYTES
        except pp.StoreError:
            refused = opened == Store.to_read or refused
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    return refused


def test_a_store_cut_short_is_refused(tmp_path: Path) -> None:
    path = filled(tmp_path / "a")
    whole, expected = path.read_bytes(), [read(path)]
    for length in [1, 15, 16, 99, 100, *range(500, len(whole), len(whole) // 60), len(whole) - 1]:
        path.write_bytes(whole[:length])
        assert look(path, expected), length


def test_a_changed_byte_is_found_or_does_not_matter(tmp_path: Path) -> None:
    path = filled(tmp_path / "a", 6)
    whole, expected = path.read_bytes(), [read(path)]
    chance, refused = random.Random(3), 0
    used = [n for n in range(len(whole)) if whole[n]]
    places = [*range(100), *chance.sample(used, 200)]
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        refused += look(path, expected)
    assert refused > 150
    schema = whole.index(b"CREATE TABLE")
    for place in range(schema - 60, schema + 700, 7):  # no UTF-8, in a name or a number
        path.write_bytes(whole[:place] + b"\xc7" + whole[place + 1 :])
        look(path, expected)


@pytest.mark.parametrize("most", [database.CHECK_BYTES, 0])
@pytest.mark.parametrize("damage", ["an answer left out", "an answer twice"])
def test_answers_that_are_left_out_or_come_twice_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, damage: str
) -> None:
    """Also where the file is too large for a reader to check all of it."""
    monkeypatch.setattr(database, "CHECK_BYTES", most)
    path = filled(tmp_path / "a")
    pages = path.read_bytes()
    leaves = [start for start in range(0, len(pages), database.PAGE_BYTES) if pages[start] == 10]
    changed = bytearray(pages)
    start = max(leaves, key=lambda start: pages[start + 3 : start + 5])  # with the most answers
    if damage == "an answer twice":
        changed[start + 12 : start + 14] = changed[start + 10 : start + 12]
    else:
        changed[start + 4] -= 1
    path.write_bytes(changed)
    with pytest.raises(pp.StoreError, match="found a damaged file"):
        read(path)
    with pytest.raises(pp.StoreError, match="found a damaged file"):
        Store.to_write(path, RUN)


def test_a_log_cut_short_or_changed_loses_the_last_cubes_only(tmp_path: Path) -> None:
    path = filled(tmp_path / "a", 2)
    states = [read(path)]
    with Store.to_write(path, RUN) as store:
        for number in (3, 4, 5):
            store.finish(number, answers_of(number), number / 4, "asp")
            states.append(contents(store))
        copy, log = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    other, chance, seen = tmp_path / "b", random.Random(4), set()
    for number in range(40):
        cut = log[: chance.randrange(len(log))] if number % 2 else bytearray(log)
        if isinstance(cut, bytearray):
            cut[chance.randrange(len(cut))] ^= 1
        other.write_bytes(copy)
        Path(f"{other}-wal").write_bytes(cut)
        with Store.to_read(other) as reader:
            seen.add(states.index(contents(reader)))
        Path(f"{other}-wal").unlink(missing_ok=True)
        Path(f"{other}-shm").unlink(missing_ok=True)
    assert len(seen) > 2


# Disks


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mounts a folder; skips where that is not allowed."""
    mounted: list[Path] = []

    def make(*options: str) -> Path:
        folder = tmp_path / f"mount{len(mounted)}"
        folder.mkdir()
        command = ["mount", *options, str(folder)]
        if not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
            pytest.skip("nothing can be mounted here")
        mounted.append(folder)
        return folder

    yield make
    for folder in mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_store_on_a_disk_that_cannot_be_written_can_be_read(
    tmp_path: Path, mount: Callable[..., Path]
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    before = read(filled(source / "a.store", 3))
    folder = mount("--bind", str(source))
    subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
    assert read(folder / "a.store") == before
    assert show(folder / "a.store").returncode == 0
    for name in ("a.store", "new.store"):
        with pytest.raises(pp.StoreError, match=rf"{name}: cannot be (written|opened)"):
            Store.to_write(folder / name, RUN)
    with Store.to_write(source / "a.store", RUN) as store:  # while it is counted elsewhere
        store.finish(4, answers_of(4), 1, "asp")
        assert read(folder / "a.store") == contents(store)


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind root")
def test_a_file_or_folder_without_permission_is_refused_to_write_and_can_be_read(
    tmp_path: Path,
) -> None:
    path = filled(tmp_path / "a.store", 3)
    before = read(path)
    for locked, mode in ((path, 0o400), (tmp_path, 0o500)):
        locked.chmod(mode)
        assert read(path) == before
        with pytest.raises(pp.StoreError, match="cannot be"):
            Store.to_write(path, RUN)
        locked.chmod(0o700)


def test_a_disk_that_gets_full_is_reported_and_the_store_can_be_used(
    mount: Callable[..., Path],
) -> None:
    folder = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs")
    path = folder / "a.store"
    with Store.to_write(path, RUN) as store:
        store.begin(ATOMS, CUBES)
        store.finish(1, answers_of(1), 1, "asp")
        with pytest.raises(pp.StoreError) as error:
            store.finish(2, answers_of(2, 60_000), 1, "asp")
        message = f"{path}: no space left on the disk; 1 of 8 cubes are kept, run again when there"
        assert str(error.value).startswith(message)
        assert (store.done, store.answers) == (1, 30)
        assert len(list(store.page())) == 30
        store.finish(3, answers_of(3), 1, "asp")
    assert read(path)[3:5] == (2, 60)
    subprocess.run(["mount", "-o", "remount,size=16m", str(folder)], check=True)
    with Store.to_write(path, RUN) as store:
        store.finish(2, answers_of(2, 60_000), 1, "asp")
    assert read(path)[3:5] == (3, 60_060)
    assert not list(folder.glob("a.store-*"))


def test_a_store_on_a_full_disk_can_be_read(mount: Callable[..., Path]) -> None:
    folder = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs")
    path, fill = filled(folder / "a.store", 3), folder / "fill"
    before = read(path)
    with pytest.raises(OSError, match="No space"), fill.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    assert read(path) == before
    for name in ("a.store", "new.store"):
        with pytest.raises(pp.StoreError, match=f"{name}: no space left on the disk"):
            Store.to_write(folder / name, RUN)
    for form in ("--csv", "--jsonl"):
        done = show(path, form, folder / "out")
        assert done.returncode == 2
        if form != "--jsonl":  # its answers are none, which is found first
            assert done.stderr == f"pyasp-puzzles: {folder / 'out'}: no space left on device\n"
        assert not list(folder.glob("out*"))
    fill.unlink()
    with Store.to_write(path, RUN) as store:
        for number, _ in store.open_cubes():
            store.finish(number, answers_of(number), 1, "asp")
        assert store.exhausted
