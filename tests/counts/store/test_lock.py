"""One process writes a store: others are refused, and a kill loses no finished cube."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from store_files import ATOMS, RUN, answers_of, filled, lines, read

import pyasp_puzzles as pp
from pyasp_puzzles.counts.store import database
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.engines.search import Cube


def test_a_second_writer_is_refused_at_once_and_a_reader_is_not(
    tmp_path: Path, writer: Callable[..., subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second writer that waits for the first one would wait for ever here."""
    monkeypatch.setattr(database, "LOCK_SECONDS", 1e5)
    path = tmp_path / "a.store"
    process = writer(path)
    assert lines(process, 3) == [0, 1, 2]
    with pytest.raises(pp.StoreError, match=r"a\.store: another process is counting into it"):
        Store.to_write(path, RUN)
    with Store.to_read(path) as reader:
        done = reader.done
        assert done >= 2
        assert reader.answers == 300 * done == len(list(reader.page()))
        while lines(process, 1) != [100]:
            pass
        assert reader.done == done  # it sees what was there when it began
    assert read(path)[3:6] == (100, 30_000, True)
    process.communicate("")
    with Store.to_write(path, RUN) as store:
        assert store.exhausted


def test_a_second_writer_in_the_same_process_is_refused(tmp_path: Path) -> None:
    path = filled(tmp_path / "a", 2)
    with Store.to_write(path, RUN) as store:
        with pytest.raises(pp.StoreError, match="another process is counting into it"):
            Store.to_write(path, RUN)
        store.finish(3, answers_of(3), 1, "asp")
        with pytest.raises(pp.StoreError, match="another process is counting into it"):
            Store.to_write(path, RUN)
    assert read(path)[3] == 3


def test_a_killed_writer_leaves_exactly_the_cubes_that_it_finished(
    tmp_path: Path, writer: Callable[..., subprocess.Popen[str]]
) -> None:
    path = tmp_path / "a.store"
    chance, told = random.Random(5), {0}
    for _ in range(6):
        process = writer(path, 7)
        told |= set(lines(process, 1 + chance.randrange(7)))
        time.sleep(chance.random() / 50)
        process.kill()
        assert process.stdout
        rest = process.stdout.read()
        told |= {int(line) for line in rest.splitlines() if rest.endswith("\n")}
        for store in (Store.to_read(path), Store.to_write(path, RUN)):
            with store:
                open_ = {number for number, _ in store.open_cubes()}
                done = set(range(1, 101)) - open_
                assert told - {0} <= done
                assert len(done - told) <= 1  # committed, and killed before it said so
                expected = sorted(word for number in done for word in answers_of(number, 300))
                assert [word for _, word, _ in store.encoded_answers()] == expected
                assert store.answers == len(expected)
        told |= done
    assert len(told) > 12


def test_a_writer_that_loses_the_lock_says_so_and_loses_nothing(tmp_path: Path) -> None:
    """Another process can take it in the moment between two transactions."""
    path = filled(tmp_path / "a", 2)
    with Store.to_write(path, RUN) as store:
        store._connection.execute("COMMIT")
        with Store.to_write(path, RUN) as other:
            with pytest.raises(pp.StoreError, match="another process is counting into it"):
                store.finish(3, answers_of(3), 1, "asp")
            other.finish(4, answers_of(4), 1, "asp")
        store.finish(3, answers_of(3), 1, "asp")
    with Store.to_read(path) as store:
        assert [number for number, _ in store.open_cubes()] == [5, 6, 7, 8]
        assert store.answers == len(list(store.page())) == 120


def test_the_log_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "LOG_BYTES", 1 << 18)
    path, log = tmp_path / "a", tmp_path / "a-wal"
    sizes = []
    with Store.to_write(path, RUN) as store:
        store.begin(ATOMS, [Cube((atom,)) for atom in ATOMS[:90]])
        for number in range(1, 91):
            store.finish(number, answers_of(number, 500), 1, "asp")
            sizes.append(log.stat().st_size)
        assert path.stat().st_size > 1_000_000
    assert max(sizes) < 1_000_000
    assert not log.exists()
