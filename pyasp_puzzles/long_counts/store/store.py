"""The store of a long count: which cubes are done, and every answer, in one file.

A store is begun once, with the run, the atoms and the cubes, and then grows cube by cube.  What a
method has written when it returns stays, whatever happens to the process or the machine; what it
has not is as if it had not been called.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from pyasp_puzzles.engines.cube import Cube
>>> run = CountIdentity("packing", "soma", "lattice: cubic\\nboard: 1 x 1 x 1", "", "", "", "")
>>> with TemporaryDirectory() as folder, Store.to_write(Path(folder) / "soma.store", run) as store:
...     store.begin(["place(1)", "place(2)"], [Cube(("place(1)",)), Cube((), ("place(1)",))])
...     store.finish(1, [bytes([0, 1]), bytes([0])], 0.5, "asp")
...     [answer.atoms for answer in store.page()], store.exhausted
([('place(1)',), ('place(1)', 'place(2)')], False)
"""

from __future__ import annotations

import dataclasses
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.errors import PuzzleError, StoreError, counted
from pyasp_puzzles.long_counts.identity import CountIdentity
from pyasp_puzzles.long_counts.store.codec import AnswerCodec
from pyasp_puzzles.long_counts.store.database import (
    APPLICATION,
    FORMAT,
    SCHEMA,
    Database,
    FullDiskError,
)
from pyasp_puzzles.long_counts.store.reader import (
    DONE,
    FAILED,
    OPEN,
    StoreReader,
    as_text,
    digest,
    row_crc,
    word_crc,
)


class Store(StoreReader):
    """The cubes and answers of a run in a file; used by the thread that opened it.

    One process writes.  A reader sees what was there when it opened the file.
    """

    @classmethod
    def to_write(cls, path: str | os.PathLike[str], run: CountIdentity) -> Self:
        """Open a store to count into it, or make it; nobody else can until it is closed.

        Raises:
            StoreError: the file is no store, or the store of another run, or damaged; it cannot be
                written; or another process writes it.
        """
        store = cls(Database.to_write(os.fspath(path)))
        with store._closed_if_refused():
            store.run = run
            if not store.fresh:
                store._read()
                store._compare(run)
        return store

    @classmethod
    def to_read(cls, path: str | os.PathLike[str]) -> Self:
        """Open a store to look at it, whoever writes it.

        Raises:
            NotBegunError: nothing is in it so far.
            StoreError: it cannot be read, or it is damaged.
        """
        store = cls(Database.to_read(os.fspath(path)))
        with store._closed_if_refused():
            store._read()
            try:
                _ = store.run.loaded
            except (PuzzleError, ValueError) as error:
                raise StoreError(f"{store.path}: its instance cannot be read: {error}") from None
        return store

    def close(self) -> None:
        """Give the file free; also at the end of a ``with`` block."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _closed_if_refused(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _compare(self, run: CountIdentity) -> None:
        """Refuse to count one run into the store of another.

        Raises:
            StoreError: it says in what they differ.
        """
        other, self.run = self.run, run
        parts = other.differences(run)
        if parts:
            raise StoreError(
                f"{self.path}: found another count, of {other.puzzle} {other.instance} "
                f"({'; '.join(parts)}), expected the same one; use another file"
            )

    def begin(self, atoms: Sequence[str], cubes: Sequence[Cube]) -> None:
        """Keep what will be counted, all of it or nothing.

        Args:
            atoms: all that an answer can show, in clingo's order.
            cubes: no two of them share an answer, and together they have all.

        Raises:
            StoreError: it was begun before, or cannot be written.
        """
        if not self.fresh:
            raise StoreError(f"{self.path}: found a count that was begun before, expected none")
        kept = {key: as_text(value) for key, value in dataclasses.asdict(self.run).items()}
        literals = [
            json.dumps({"true": cube.true, "false": cube.false}, ensure_ascii=False)
            for cube in cubes
        ]
        kept["digest"] = digest(kept, atoms, literals)
        empty = (OPEN, 0, 0.0, "", "")
        with self._change() as connection:
            for statement in SCHEMA:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.executemany("INSERT INTO run VALUES (?, ?)", kept.items())
            connection.executemany("INSERT INTO atom VALUES (?, ?)", enumerate(atoms))
            connection.executemany(
                "INSERT INTO cube VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                ((n, text, *empty, row_crc(n, *empty)) for n, text in enumerate(literals, 1)),
            )
        self.atoms, self.alphabet = tuple(atoms), AnswerCodec(atoms)

    def finish(self, number: int, words: Sequence[bytes], seconds: float, engine: str) -> None:
        """Keep all answers of a cube, and that it is done.

        Once more with the same words, it changes nothing.

        Args:
            number: of the cube, from 1.
            words: of its answers; those that :meth:`keep` has kept are among them.
            seconds: what the search took.
            engine: who searched.

        Raises:
            StoreError: the words cannot be the cube's answers, as another cube has one of them or
                one that was kept is missing; or they cannot be written.  Nothing has changed then.
        """
        with self._change() as connection:
            state, before = self._state(number)
            known = self._insert(connection, number, words)
            if known != before or (state == DONE and known != len(words)):
                raise self._bug(number, f"had {counted(before, 'answer')}, of which {known:,} came")
            if state != DONE:
                self._set(connection, number, DONE, len(words), float(seconds), as_text(engine), "")

    def keep(self, number: int, words: Sequence[bytes]) -> None:
        """Keep answers of a cube that was not finished; once more, it changes nothing.

        Raises:
            StoreError: as :meth:`finish`, or the cube is done without them.
        """
        with self._change() as connection:
            state, before = self._state(number)
            new = len(words) - self._insert(connection, number, words)
            if new and state == DONE:
                raise self._bug(number, f"is done, and has {counted(new, 'answer')} more")
            if new:
                sql = "SELECT seconds, engine, reason FROM cube WHERE number = ?"
                (row,) = self._database.rows(sql, (number,))
                self._set(connection, number, state, before + new, *row)

    def fail(self, number: int, reason: str) -> None:
        """Keep that the search of a cube has crashed; it stays to be done.

        Raises:
            StoreError: the cube is done, or this cannot be written.
        """
        with self._change() as connection:
            state, before = self._state(number)
            if state == DONE:
                raise self._bug(number, "is done, and has failed")
            self._set(connection, number, FAILED, before, 0.0, "", as_text(reason))

    def _insert(self, connection: sqlite3.Connection, number: int, words: Sequence[bytes]) -> int:
        """Insert the new ones of these words, and return how many were there.

        Raises:
            StoreError: a word is there twice, is another cube's, or no word.
        """
        in_order = sorted(set(words))
        if len(in_order) != len(words):
            raise self._bug(number, "has an answer twice")
        width, atoms = self.alphabet.width, len(self.atoms)
        for word in in_order:
            last = word[-width:]  # the greatest of its letters
            if len(word) % width or (word and int.from_bytes(last, "big") >= atoms):
                raise self._bug(number, f"has an answer of other atoms: {word!r}")
        before = connection.total_changes
        connection.executemany(
            "INSERT OR IGNORE INTO answer VALUES (?, ?, ?)",
            ((word, number, word_crc(word, number)) for word in in_order),
        )
        known = len(words) - (connection.total_changes - before)
        if known:
            for word in in_order:
                sql = "SELECT cube FROM answer WHERE word = ?"
                ((cube,),) = connection.execute(sql, (word,))
                if cube != number:
                    shown = " ".join(self.alphabet.read(word))
                    raise self._bug(number, f"has an answer that cube {cube} has, too: {shown}")
        return known

    def _state(self, number: int) -> tuple[str, int]:
        """State of a cube and its answers so far."""
        sql = "SELECT state, answers FROM cube WHERE number = ?"
        found = [] if self.fresh else list(self._database.rows(sql, (number,)))
        if not found:
            raise StoreError(f"{self.path}: found cube {number}, expected 1 to {self.cubes}")
        return found[0][0], found[0][1]

    def _set(self, connection: sqlite3.Connection, number: int, *changing: Any) -> None:
        connection.execute(
            "UPDATE cube SET state = ?, answers = ?, seconds = ?, engine = ?, reason = ?, crc = ? "
            "WHERE number = ?",
            (*changing, row_crc(number, *changing), number),
        )

    def _bug(self, number: int, what: str) -> StoreError:
        return StoreError(f"{self.path}: cube {number} {what}; this is a bug, please report it")

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """A transaction; an error for a full disk says how many cubes are kept."""
        try:
            with self._database.change() as connection:
                yield connection
        except FullDiskError as error:
            kept = f"{self.done:,} of {counted(self.cubes, 'cube')} are kept"
            raise StoreError(f"{error}; {kept}, run again when there is room") from None
