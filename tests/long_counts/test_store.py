"""The store of a long count: nothing kept is lost, nothing wrong is, and it says what it is."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import inspect
import io
import json
import os
import random
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support import PUZZLES, ROOT, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles import cli
from pyasp_puzzles.api import make_job
from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.engines.start import start_search
from pyasp_puzzles.long_counts.identity import CountIdentity
from pyasp_puzzles.long_counts.store import database, export
from pyasp_puzzles.long_counts.store.answer_filter import AnswerFilter
from pyasp_puzzles.long_counts.store.codec import AnswerCodec
from pyasp_puzzles.long_counts.store.store import Store

HEART = pp.find_puzzle("pips").format(pp.load("pips", "heart"))
RUN = CountIdentity("pips", "heart", HEART, "program", "facts", "filling=1 by=filling", "versions")
ATOMS = [f"place({row},{column})" for row in range(1, 21) for column in range(1, 21)]
LETTER = [number.to_bytes(2, "big") for number in range(len(ATOMS))]
CUBES = [Cube((ATOMS[n],), tuple(ATOMS[:n])) for n in range(8)]


def words_of(number: int, answers: int = 30) -> list[bytes]:
    """Answers of a cube: they begin with its letter."""
    chance = random.Random(number)
    found: set[bytes] = set()
    while len(found) < answers:
        rest = sorted(chance.sample(range(100, 400), 5))
        found.add(LETTER[number] + b"".join(LETTER[n] for n in rest))
    return sorted(found, key=lambda word: word[::-1])


def filled(path: Path, done: int = len(CUBES), answers: int = 30) -> Path:
    """A store in which so many cubes are done."""
    with Store.to_write(path, RUN) as store:
        store.begin(ATOMS, CUBES)
        for number in range(1, done + 1):
            store.finish(number, words_of(number, answers), number / 4, "asp")
    return path


def contents(store: Store) -> tuple[Any, ...]:
    """All that a store says, answers last."""
    return (
        *(store.run, store.atoms, store.cubes, store.done, store.answers, store.exhausted),
        *(store.seconds, store.engines, store.open_cubes(), store.failures()),
        *((answer.cube, answer.atoms) for answer in store.page()),
    )


def read(path: Path) -> tuple[Any, ...]:
    with Store.to_read(path) as store:
        return contents(store)


def show(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command ``answers``, in this process, which is faster."""
    words = ["answers", *map(str, arguments)]
    with (
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(io.StringIO()) as err,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("COLUMNS", "80")
        code = cli.run(words)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


# Keeping


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    with Store.to_write(path, RUN) as store:
        assert store.fresh
        assert (store.answers, store.cubes, store.exhausted) == (0, 0, False)
        store.begin(ATOMS, CUBES)
        assert not store.fresh
        store.finish(2, words_of(2), 1.5, "exact-cover")
        store.keep(3, words_of(3)[:7])
        store.fail(4, "it ran\nout of memory")
        before = contents(store)
    with Store.to_read(path) as store:
        assert contents(store) == before
        assert store.run == RUN
        assert store.atoms == tuple(ATOMS)
        assert (store.cubes, store.done, store.answers) == (8, 1, 37)
        assert (store.seconds, store.engines) == (1.5, ["exact-cover"])
        assert store.open_cubes() == [(n, CUBES[n - 1]) for n in (1, 3, 4, 5, 6, 7, 8)]
        assert store.failures() == [(4, CUBES[3], "it ran\nout of memory")]
        expected = sorted(words_of(2) + words_of(3)[:7])
        assert [answer.atoms for answer in store.page()] == list(map(store.codec.decode, expected))
        assert [answer.number for answer in store.page(5, 3)] == [6, 7, 8]
        assert list(store.page(37)) == list(store.page(0, 0)) == []
    with Store.to_write(path, RUN) as store:
        assert contents(store) == before


def test_a_count_without_cubes_is_exhausted_and_one_not_begun_is_not(tmp_path: Path) -> None:
    with Store.to_write(tmp_path / "a", RUN) as store:
        assert not store.exhausted
        assert list(store.page()) == store.open_cubes() == store.failures() == []
        store.begin([], [])
        assert store.exhausted
    assert Store.to_read(tmp_path / "a").exhausted


def test_an_answer_without_atoms_is_kept(tmp_path: Path) -> None:
    with Store.to_write(tmp_path / "a", RUN) as store:
        store.begin([], [Cube()])
        store.finish(1, [b""], 0, "asp")
        assert [answer.atoms for answer in store.page()] == [()]


class StoreMachine(RuleBasedStateMachine):
    """A store does what a dictionary of sets does, closed and opened again at any time."""

    numbers = st.integers(1, len(CUBES))
    parts = st.integers(0, 30)

    @initialize()
    def make(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "model.store"
        self.store = Store.to_write(self.path, RUN)
        self.begun = False
        self.kept: dict[int, set[bytes]] = {n: set() for n in range(1, len(CUBES) + 1)}
        self.state = dict.fromkeys(self.kept, "open")

    def refused(self, action: Callable[[], None]) -> None:
        with pytest.raises(pp.StoreError):
            action()

    @rule()
    def begin(self) -> None:
        if self.begun:
            self.refused(lambda: self.store.begin(ATOMS, CUBES))
        else:
            self.store.begin(ATOMS, CUBES)
            self.begun = True

    @rule(number=numbers, part=parts)
    def keep(self, number: int, part: int) -> None:
        words = words_of(number)[:part]
        new = set(words) - self.kept[number]
        if not self.begun or (self.state[number] == "done" and new):
            self.refused(lambda: self.store.keep(number, words))
        else:
            self.store.keep(number, words)
            self.kept[number] |= new

    @rule(number=numbers)
    def finish(self, number: int) -> None:
        words = words_of(number)
        if self.begun:
            self.store.finish(number, words, 0.5, "asp")
            self.kept[number], self.state[number] = set(words), "done"
        else:
            self.refused(lambda: self.store.finish(number, words, 0.5, "asp"))

    @rule(number=numbers, other=numbers)
    def finish_with_an_answer_of_another(self, number: int, other: int) -> None:
        stolen = next(iter(self.kept[other] - self.kept[number]), None)
        if stolen:
            words = [*words_of(number), stolen]
            self.refused(lambda: self.store.finish(number, words, 0.5, "asp"))
            self.refused(lambda: self.store.keep(number, words))

    @rule(number=numbers)
    def finish_without_an_answer_that_was_kept(self, number: int) -> None:
        if self.kept[number]:
            words = sorted(set(words_of(number)) - {min(self.kept[number])})
            self.refused(lambda: self.store.finish(number, words, 0.5, "asp"))

    @rule(number=numbers)
    def fail(self, number: int) -> None:
        if not self.begun or self.state[number] == "done":
            self.refused(lambda: self.store.fail(number, "why"))
        else:
            self.store.fail(number, "why")
            self.state[number] = "failed"

    @precondition(lambda self: self.begun)
    @rule()
    def read_beside_it(self) -> None:
        with Store.to_read(self.path) as reader:
            assert contents(reader) == contents(self.store)

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = Store.to_write(self.path, RUN)

    @invariant()
    def the_model_and_the_store_agree(self) -> None:
        state, store = self.state, self.store
        assert store.fresh is not self.begun
        assert store.answers == sum(map(len, self.kept.values()))
        if self.begun:
            assert store.done == list(state.values()).count("done")
            assert store.seconds == store.done / 2
            assert [n for n, _ in store.open_cubes()] == [n for n in state if state[n] != "done"]
            assert [n for n, _, _ in store.failures()] == [n for n in state if state[n] == "failed"]
        found = {(n, store.codec.decode(word)) for n in self.kept for word in self.kept[n]}
        assert {(answer.cube, answer.atoms) for answer in store.page()} == found

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            shutil.rmtree(self.folder)


StoreMachine.TestCase.settings = settings(
    max_examples=40, stateful_step_count=20, deadline=None, database=None
)
test_a_store_does_what_a_dictionary_of_sets_does = StoreMachine.TestCase


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([LETTER[1], LETTER[1]], "cube 1 has an answer twice"),
        ([LETTER[1], LETTER[5]], r"has an answer that cube 2 has, too: place\(1,6\)"),
        ([LETTER[1], b"\x00"], "has an answer of other atoms"),
        ([LETTER[1], b"\x01\x90"], "has an answer of other atoms"),
        ([LETTER[1]], "had 1 answer, of which 0 came"),
    ],
)
def test_answers_that_cannot_be_right_are_refused_and_change_nothing(
    tmp_path: Path, words: list[bytes], message: str
) -> None:
    with Store.to_write(tmp_path / "a", RUN) as store:
        store.begin(ATOMS, CUBES)
        store.keep(1, [LETTER[0]])
        store.finish(2, [LETTER[5], LETTER[6]], 1, "asp")
        before = contents(store)
        with pytest.raises(pp.StoreError, match=message):
            store.finish(1, words, 1, "asp")
        assert contents(store) == before
        store.finish(1, [LETTER[0], LETTER[1]], 1, "asp")
    assert read(tmp_path / "a")[3:5] == (2, 4)


def test_a_cube_that_is_done_stays_as_it_is(tmp_path: Path) -> None:
    with Store.to_write(filled(tmp_path / "a", 1), RUN) as store:
        before = contents(store)
        store.finish(1, words_of(1)[::-1], 99, "another")
        store.keep(1, words_of(1)[:3])
        assert contents(store) == before
        more = LETTER[1] + LETTER[399] * 2
        for change in (
            lambda: store.finish(1, [*words_of(1), more], 1, "asp"),
            lambda: store.finish(1, words_of(1)[1:], 1, "asp"),
            lambda: store.keep(1, [more]),
            lambda: store.fail(1, "why"),
        ):
            with pytest.raises(pp.StoreError, match="this is a bug"):
                change()
            assert contents(store) == before


def test_a_cube_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with Store.to_write(tmp_path / "a", RUN) as store:
        with pytest.raises(pp.StoreError, match="found cube 1, expected 1 to 0"):
            store.finish(1, [], 1, "asp")
        store.begin(ATOMS, CUBES)
        with pytest.raises(pp.StoreError, match="found cube 9, expected 1 to 8"):
            store.fail(9, "why")


# Several processes

WRITER = """
import random, sys
from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.long_counts.identity import CountIdentity
from pyasp_puzzles.long_counts.store.store import Store

ATOMS, LETTER = {atoms}, {letters}

{words_of}

with Store.to_write(sys.argv[1], {run}) as store:
    if store.fresh:
        store.begin(ATOMS, [Cube((atom,)) for atom in ATOMS[:100]])
    print(0, flush=True)
    for number, _ in store.open_cubes():
        store.finish(number, words_of(number, 300), 1, "asp")
        print(number, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Callable[[Path], subprocess.Popen[str]]]:
    """Starts a process that counts into a store and says which cubes it has finished."""
    source = inspect.getsource(words_of)
    code = WRITER.format(atoms=ATOMS, letters=LETTER, words_of=source, run=RUN)
    started = []

    def start(path: Path) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def lines(process: subprocess.Popen[str], most: int) -> list[int]:
    assert process.stdout
    return [int(process.stdout.readline()) for _ in range(most)]


def test_a_second_writer_is_refused_at_once_and_a_reader_is_not(
    tmp_path: Path, writer: Callable[[Path], subprocess.Popen[str]]
) -> None:
    path = tmp_path / "a.store"
    process = writer(path)
    assert lines(process, 3) == [0, 1, 2]
    start = time.monotonic()
    with pytest.raises(pp.StoreError, match=r"a\.store: another process is counting into it"):
        Store.to_write(path, RUN)
    assert time.monotonic() - start < 4
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
        store.finish(3, words_of(3), 1, "asp")
        with pytest.raises(pp.StoreError, match="another process is counting into it"):
            Store.to_write(path, RUN)
    assert read(path)[3] == 3


def test_a_killed_writer_leaves_exactly_the_cubes_that_it_finished(
    tmp_path: Path, writer: Callable[[Path], subprocess.Popen[str]]
) -> None:
    path = tmp_path / "a.store"
    chance, told = random.Random(5), {0}
    for _ in range(12):
        process = writer(path)
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
                expected = sorted(word for number in done for word in words_of(number, 300))
                assert [word for _, word, _ in store.encoded_answers()] == expected
                assert store.answers == len(expected)
        told |= done
    assert len(told) > 30


def test_a_writer_that_loses_the_lock_says_so_and_loses_nothing(tmp_path: Path) -> None:
    """Another process can take it in the moment between two transactions."""
    path = filled(tmp_path / "a", 2)
    with Store.to_write(path, RUN) as store:
        store._database._connection.execute("COMMIT")
        with Store.to_write(path, RUN) as other:
            with pytest.raises(pp.StoreError, match="another process is counting into it"):
                store.finish(3, words_of(3), 1, "asp")
            other.finish(4, words_of(4), 1, "asp")
        store.finish(3, words_of(3), 1, "asp")
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
            store.finish(number, words_of(number, 500), 1, "asp")
            sizes.append(log.stat().st_size)
        assert path.stat().st_size > 1_000_000
    assert max(sizes) < 1_000_000
    assert not log.exists()


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
        "program": "the program: pips.lp was another",
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
            store.finish(number, words_of(number), number / 4, "asp")
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
        store.finish(4, words_of(4), 1, "asp")
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


def test_a_disk_that_gets_full_is_told_and_the_store_can_be_used(
    mount: Callable[..., Path],
) -> None:
    folder = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs")
    path = folder / "a.store"
    with Store.to_write(path, RUN) as store:
        store.begin(ATOMS, CUBES)
        store.finish(1, words_of(1), 1, "asp")
        with pytest.raises(pp.StoreError) as error:
            store.finish(2, words_of(2, 60_000), 1, "asp")
        message = f"{path}: no space left on the disk; 1 of 8 cubes are kept, run again when there"
        assert str(error.value).startswith(message)
        assert (store.done, store.answers) == (1, 30)
        assert len(list(store.page())) == 30
        store.finish(3, words_of(3), 1, "asp")
    assert read(path)[3:5] == (2, 60)
    subprocess.run(["mount", "-o", "remount,size=16m", str(folder)], check=True)
    with Store.to_write(path, RUN) as store:
        store.finish(2, words_of(2, 60_000), 1, "asp")
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
    for form in ("--csv", "--jsonl", "--parquet"):
        done = show(path, form, folder / "out")
        assert done.returncode == 2
        if form != "--jsonl":  # its answers are none, which is found first
            assert done.stderr == f"pyasp-puzzles: {folder / 'out'}: no space left on device\n"
        assert not list(folder.glob("out*"))
    fill.unlink()
    with Store.to_write(path, RUN) as store:
        for number, _ in store.open_cubes():
            store.finish(number, words_of(number), 1, "asp")
        assert store.exhausted


# Pages and filters


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from([100, 300]),
    st.lists(st.sets(st.integers(0, 99), max_size=6), max_size=40, unique_by=frozenset),
    st.lists(st.tuples(st.integers(0, 12), st.booleans(), st.booleans()), max_size=3),
)
def test_filters_choose_what_a_loop_over_the_answers_does(
    size: int, answers: list[set[int]], patterns: list[tuple[int, bool, bool]]
) -> None:
    names = [f'p("a_{n % 7}",{n // 7 % 8},f({n}))' for n in range(size)]
    codec = AnswerCodec(names)

    def has(answer: set[int], pattern: tuple[int, bool, bool]) -> bool:
        n, row, _ = pattern
        return any(i // 7 % 8 == n % 8 if row else i % 7 == n % 7 for i in answer)

    def text(pattern: tuple[int, bool, bool]) -> str:
        n, row, _ = pattern
        return f"p(_,{n % 8}, f(_))" if row else f'p("a_{n % 7}",_,_)'

    chosen = AnswerFilter(
        codec,
        [text(pattern) for pattern in patterns if pattern[2]],
        [text(pattern) for pattern in patterns if not pattern[2]],
    )
    for answer in answers:
        word = b"".join(map(codec.code, sorted(answer)))
        expected = all(has(answer, pattern) == pattern[2] for pattern in patterns)
        assert bool(chosen.matches(word)) == expected


def test_a_filtered_page_numbers_answers_as_the_store_does(tmp_path: Path) -> None:
    with Store.to_read(filled(tmp_path / "a", 4)) as store:
        chosen = AnswerFilter(store.codec, ["place(6,_)"], ["place(1,3)", "place(20,_)"])
        expected = [
            answer
            for answer in store.page()
            if any(atom.startswith("place(6,") for atom in answer.atoms)
            and not any(atom.startswith(("place(20,", "place(1,3)")) for atom in answer.atoms)
        ]
        assert 3 < len(expected) < 60
        assert list(store.page(filters=chosen)) == expected
        assert list(store.page(1, 2, chosen)) == expected[1:3]
        assert list(store.page(len(expected), None, chosen)) == []
        assert store.matching(chosen) == len(expected)


@pytest.mark.parametrize(
    "pattern",
    *[
        [
            "place",
            "place(1)",
            "place(21,1)",
            "put(1,1)",
            "_",
            "",
            "place(1,",
            "place(99999999999,1)",
        ]
    ],
)
def test_a_pattern_that_no_answer_can_match_is_refused(pattern: str) -> None:
    expected = r"which no answer has, expected one such as place\(1,1\), with _ for any argument"
    with pytest.raises(pp.StoreError, match=expected):
        AnswerFilter(AnswerCodec(ATOMS), [pattern])
    with pytest.raises(pp.StoreError, match=expected):
        AnswerFilter(AnswerCodec(ATOMS), without=[pattern])


# Real answers


def counted(path: Path, puzzle: str, name: str, *, done: int = 2, by: str = "") -> Path:
    """A store of a real instance in two cubes, of which so many are done."""
    job = make_job(pp.load(puzzle, name), "asp", by=by)
    found = [sorted(symbols) for symbols in start_search(job)]
    atoms = sorted({symbol for symbols in found for symbol in symbols})
    codec = AnswerCodec([str(atom) for atom in atoms])
    words = sorted(map(codec.encode, found))
    halves = words[: len(words) // 2], words[len(words) // 2 :]
    with Store.to_write(path, CountIdentity.of(job)) as store:
        store.begin(codec.atoms, [Cube(), Cube()])
        for number, half in enumerate(halves[:done], 1):
            store.finish(number, half, 1, "asp")
    return path


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the stores that tests only read."""
    folder = tmp_path_factory.mktemp("stores")
    counted(folder / "whole.store", "eternity", "document_3x3")
    counted(folder / "half.store", "eternity", "document_3x3", done=1)
    counted(folder / "fillings.store", "pips", "heart", by="filling")
    counted(folder / "none.store", "packing", "slothouber_graatsma", done=0)
    with Store.to_write(folder / "failed.store", RUN) as store:
        store.begin(ATOMS, CUBES)
        for number in range(1, 8):
            store.fail(number, "a worker has run out of memory on machine seven, " * 3)
    with Store.to_write(folder / "empty.store", RUN) as store:
        store.begin(ATOMS, [Cube()])
        store.finish(1, [], 1, "asp")
    filled(folder / "many.store", 8, 40)
    return folder


def test_an_answer_of_a_store_is_verified_before_it_is_seen(stores: Path, tmp_path: Path) -> None:
    with Store.to_read(stores / "whole.store") as store:
        answers = list(store.page())
        assert len(answers) == store.answers == 16
        for answer in answers:
            assert pp.verify(store.run.loaded, answer.answer) == []
            assert answer.as_json()["verified"] is True
        run, atoms = store.run, store.atoms
        wrong = AnswerCodec(atoms)
    with Store.to_write(tmp_path / "wrong", run) as store:
        store.begin(atoms, [Cube()])
        store.finish(1, [wrong.code(0)], 1, "asp")
        (answer,) = store.page()
        for look_at in (lambda: answer.answer, answer.as_json):
            with pytest.raises(pp.PuzzleError):
                look_at()
    for options in ([], ["--draw"], ["--jsonl", "-"], ["--csv", "-"]):
        done = show(tmp_path / "wrong", *options)
        assert done.returncode == 2
        assert '"verified"' not in done.stdout
        assert "place(" not in done.stdout


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


def test_csv_and_parquet_hold_the_answers(stores: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with Store.to_read(stores / "many.store") as store:
        expected = [(a.number, a.cube, list(a.atoms)) for a in store.page()]
    files = tmp_path / "a.csv", tmp_path / "a.parquet"
    done = show(stores / "many.store", "--csv", files[0], "--parquet", files[1])
    assert done.returncode == 0
    assert f"{files[0]}: 320 rows" in done.stderr
    with files[0].open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["answer", "cube", "atoms"]
    assert [(int(n), int(cube), atoms.split()) for n, cube, atoms in rows] == expected
    table = parquet.read_table(files[1])
    assert [str(kind) for kind in table.schema.types] == ["int64", "int32", "list<element: string>"]
    assert [tuple(row.values()) for row in table.to_pylist()] == expected
    assert table.schema.metadata[b"exhausted"] == b"true"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.parquet"]


@pytest.mark.parametrize("rows", [1, 7, 1000])
def test_parquet_is_the_same_in_groups_of_any_size(
    stores: Path, tmp_path: Path, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(export, "ROWS", rows)
    with Store.to_read(stores / "whole.store") as store:
        assert export.write(store, str(tmp_path / "a"), "parquet") == 16
        expected = [list(answer.atoms) for answer in store.page()]
        none = AnswerFilter(store.codec, [store.atoms[0]], [store.atoms[0]])
        assert export.write(store, str(tmp_path / "b"), "parquet", filters=none) == 0
    file = parquet.ParquetFile(tmp_path / "a")
    assert file.num_row_groups == -(-16 // rows)
    assert file.read()["atoms"].to_pylist() == expected
    assert parquet.read_table(tmp_path / "b").num_rows == 0


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


def test_without_pyarrow_one_line_says_what_to_install(
    stores: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    done = show(stores / "whole.store", "--parquet", tmp_path / "a")
    assert done.returncode == 2
    assert done.stderr == (
        "pyasp-puzzles: this needs pyarrow, which is not installed: "
        "pip install 'pyasp-puzzles[store]'\n"
    )


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
        ("many.store", ["--parquet", "-"], 2, ""),
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


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_the_page_fits_its_width(stores: Path, columns: int) -> None:
    for name in ("whole.store", "failed.store", "many.store"):
        done = subprocess.run(
            [*PUZZLES, "answers", str(stores / name)],
            env={**os.environ, "COLUMNS": str(columns)},
            capture_output=True,
            text=True,
        )
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
    tmp_path: Path, writer: Callable[[Path], subprocess.Popen[str]]
) -> None:
    process = writer(tmp_path / "a.store")
    lines(process, 5)
    done = show(tmp_path / "a.store")
    assert done.returncode == 0
    assert "at least" in done.stdout
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert show(tmp_path / "a.store", "-n", 1).returncode == 0
