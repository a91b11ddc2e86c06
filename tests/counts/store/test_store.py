"""Store: what it has written stays, and it refuses wrong answers."""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from store_files import ATOMS, CODES, CUBES, RUN, answers_of, contents, filled, read

import pyasp_puzzles as pp
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.engines.search import Cube

# Keeping


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    with Store.to_write(path, RUN) as store:
        assert store.fresh
        assert (store.answers, store.cubes, store.exhausted) == (0, 0, False)
        store.begin(ATOMS, CUBES)
        assert not store.fresh
        store.finish(2, answers_of(2), 1.5, "exact-cover")
        store.keep(3, answers_of(3)[:7])
        store.fail(4, "it ran\nout of memory")
        before = contents(store)
    with Store.to_read(path) as store:
        assert contents(store) == before
        assert store.run == RUN
        assert store.codec.atoms == tuple(ATOMS)
        assert (store.cubes, store.done, store.answers) == (8, 1, 37)
        assert (store.seconds, store.engines) == (1.5, ["exact-cover"])
        assert store.open_cubes() == [(n, CUBES[n - 1]) for n in (1, 3, 4, 5, 6, 7, 8)]
        assert store.failures() == [(4, CUBES[3], "it ran\nout of memory")]
        expected = sorted(answers_of(2) + answers_of(3)[:7])
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
        words = answers_of(number)[:part]
        new = set(words) - self.kept[number]
        if not self.begun or (self.state[number] == "done" and new):
            self.refused(lambda: self.store.keep(number, words))
        else:
            self.store.keep(number, words)
            self.kept[number] |= new

    @rule(number=numbers)
    def finish(self, number: int) -> None:
        words = answers_of(number)
        if self.begun:
            self.store.finish(number, words, 0.5, "asp")
            self.kept[number], self.state[number] = set(words), "done"
        else:
            self.refused(lambda: self.store.finish(number, words, 0.5, "asp"))

    @rule(number=numbers, other=numbers)
    def finish_with_an_answer_of_another(self, number: int, other: int) -> None:
        stolen = next(iter(self.kept[other] - self.kept[number]), None)
        if stolen:
            words = [*answers_of(number), stolen]
            self.refused(lambda: self.store.finish(number, words, 0.5, "asp"))
            self.refused(lambda: self.store.keep(number, words))

    @rule(number=numbers)
    def finish_without_an_answer_that_was_kept(self, number: int) -> None:
        if self.kept[number]:
            words = sorted(set(answers_of(number)) - {min(self.kept[number])})
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
        ([CODES[1], CODES[1]], "cube 1 has an answer twice"),
        ([CODES[1], CODES[5]], r"has an answer that cube 2 has, too: place\(1,6\)"),
        ([CODES[1], b"\x00"], "has an answer of other atoms"),
        ([CODES[1], b"\x01\x90"], "has an answer of other atoms"),
        ([CODES[1]], "had 1 answer, of which 0 came"),
    ],
)
def test_answers_that_cannot_be_right_are_refused_and_change_nothing(
    tmp_path: Path, words: list[bytes], message: str
) -> None:
    with Store.to_write(tmp_path / "a", RUN) as store:
        store.begin(ATOMS, CUBES)
        store.keep(1, [CODES[0]])
        store.finish(2, [CODES[5], CODES[6]], 1, "asp")
        before = contents(store)
        with pytest.raises(pp.StoreError, match=message):
            store.finish(1, words, 1, "asp")
        assert contents(store) == before
        store.finish(1, [CODES[0], CODES[1]], 1, "asp")
    assert read(tmp_path / "a")[3:5] == (2, 4)


def test_a_cube_that_is_done_stays_as_it_is(tmp_path: Path) -> None:
    with Store.to_write(filled(tmp_path / "a", 1), RUN) as store:
        before = contents(store)
        store.finish(1, answers_of(1)[::-1], 99, "another")
        store.keep(1, answers_of(1)[:3])
        assert contents(store) == before
        more = CODES[1] + CODES[399] * 2
        for change in (
            lambda: store.finish(1, [*answers_of(1), more], 1, "asp"),
            lambda: store.finish(1, answers_of(1)[1:], 1, "asp"),
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


def test_a_file_has_the_format_of_version_1(tmp_path: Path) -> None:
    """Stores that users have stay readable only as long as every value is written like this."""
    run = CountIdentity("packing", "soma", "board: 1 x 1 x 1", "a", "b", "symmetry=1", "c")
    with Store.to_write(tmp_path / "a", run) as store:
        store.begin(["place(1)", "place(2)"], [Cube(("place(1)",)), Cube((), ("place(1)",))])
        store.finish(1, [b"\0\1", b"\0"], 0.5, "asp")
        store.keep(2, [b"\1"])
    with contextlib.closing(sqlite3.connect(tmp_path / "a")) as file:
        numbers = [
            file.execute(f"PRAGMA {pragma}").fetchone()[0]
            for pragma in ("application_id", "user_version")
        ]
        tables = {
            table: file.execute(f"SELECT * FROM {table}").fetchall()
            for table in ("run", "atom", "cube", "answer")
        }
    assert numbers == [0x70796173, 1]
    digest = "acedb9a984d1a5b213c0a339408b4ddc6245dfa01c1383532c5d6c1d2a97988a"
    assert dict(tables["run"]) == {**dataclasses.asdict(run), "digest": digest}
    assert tables["atom"] == [(0, "place(1)"), (1, "place(2)")]
    assert tables["cube"] == [
        (1, '{"true": ["place(1)"], "false": []}', "done", 2, 0.5, "asp", "", 2811557102),
        (2, '{"true": [], "false": ["place(1)"]}', "open", 1, 0.0, "", "", 3777928636),
    ]
    assert tables["answer"] == [
        (b"\0", 1, 621141787),
        (b"\0\1", 1, -1346039000),
        (b"\1", 2, -888422857),
    ]
