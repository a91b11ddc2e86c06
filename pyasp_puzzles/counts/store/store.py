"""The store of a long count: its cubes and all its answers in one file.

:meth:`Store.begin` writes the identity of the count, the atoms and the cubes; after that the store
grows cube by cube.  Each method writes one transaction.  When it returns, its data are safe even if
the process or the machine fails; before that, nothing has changed.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from pyasp_puzzles.engines.search import Cube
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

from pyasp_puzzles.core.errors import PuzzleError, StoreError, counted
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.store.codec import AnswerCodec
from pyasp_puzzles.counts.store.database import (
    APPLICATION,
    FORMAT,
    SCHEMA,
    Database,
    FullDiskError,
)
from pyasp_puzzles.counts.store.reader import (
    DONE,
    FAILED,
    OPEN,
    StoreReader,
    answer_crc,
    as_text,
    digest,
    row_crc,
)
from pyasp_puzzles.engines.search import Cube


class Store(StoreReader):
    """The cubes and answers of a count in a file; for the thread that opened it.

    One process can write at a time.  A reader sees the file as it was when it opened it.
    """

    @classmethod
    def to_write(cls, path: str | os.PathLike[str], run: CountIdentity) -> Self:
        """Open or make a store to write, and lock it until it is closed."""
        store = cls(Database.to_write(os.fspath(path)))
        with store._closed_if_refused():
            store.run = run
            if not store.fresh:
                store._read()
                store._compare(run)
        return store

    @classmethod
    def to_read(cls, path: str | os.PathLike[str]) -> Self:
        """Open a store to read; another process may write it.

        Raises:
            NotBegunError: nothing is in it yet.
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
        """Close and unlock the file; the end of a ``with`` block does the same."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _closed_if_refused(self) -> Iterator[None]:
        """Close the file if the block raises."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _compare(self, run: CountIdentity) -> None:
        """Refuse the store of another count."""
        other, self.run = self.run, run
        parts = other.differences(run)
        if parts:
            raise StoreError(
                f"{self.path}: found another count, of {other.puzzle} {other.instance} "
                f"({'; '.join(parts)}), expected the same one; use another file"
            )

    def begin(self, atoms: Sequence[str], cubes: Sequence[Cube]) -> None:
        """Write what never changes: the identity of the count, its atoms and its cubes.

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
        self.atoms, self.codec = tuple(atoms), AnswerCodec(atoms)

    def finish(self, number: int, encoded: Sequence[bytes], seconds: float, engine: str) -> None:
        """Write all answers of a cube, those of :meth:`keep` included, and that it is finished.

        A second call with the same answers changes nothing.

        Raises:
            StoreError: another cube has one of the answers, an answer from :meth:`keep` is missing,
                or the file cannot be written.  Then nothing has changed.
        """
        with self._change() as connection:
            state, before = self._state(number)
            known = self._insert(connection, number, encoded)
            if known != before or (state == DONE and known != len(encoded)):
                raise self._bug(number, f"had {counted(before, 'answer')}, of which {known:,} came")
            if state != DONE:
                self._set(
                    connection, number, DONE, len(encoded), float(seconds), as_text(engine), ""
                )

    def keep(self, number: int, encoded: Sequence[bytes]) -> None:
        """Write answers of a cube that is not finished; a second call changes nothing.

        Raises:
            StoreError: as :meth:`finish`, or the cube is finished without them.
        """
        with self._change() as connection:
            state, before = self._state(number)
            new = len(encoded) - self._insert(connection, number, encoded)
            if new and state == DONE:
                raise self._bug(number, f"is done, and has {counted(new, 'answer')} more")
            if new:
                sql = "SELECT seconds, engine, reason FROM cube WHERE number = ?"
                (row,) = self._database.rows(sql, (number,))
                self._set(connection, number, state, before + new, *row)

    def fail(self, number: int, reason: str) -> None:
        """Write that the search of a cube has crashed; a later count searches it again.

        Raises:
            StoreError: the cube is finished, or the file cannot be written.
        """
        with self._change() as connection:
            state, before = self._state(number)
            if state == DONE:
                raise self._bug(number, "is done, and has failed")
            self._set(connection, number, FAILED, before, 0.0, "", as_text(reason))

    def _insert(self, connection: sqlite3.Connection, number: int, encoded: Sequence[bytes]) -> int:
        """Insert the answers that are new; return the number of the others."""
        in_order = sorted(set(encoded))
        if len(in_order) != len(encoded):
            raise self._bug(number, "has an answer twice")
        width, atoms = self.codec.width, len(self.atoms)
        for answer in in_order:
            last = answer[-width:]  # the greatest code
            if len(answer) % width or (answer and int.from_bytes(last, "big") >= atoms):
                raise self._bug(number, f"has an answer of other atoms: {answer!r}")
        before = connection.total_changes
        connection.executemany(
            "INSERT OR IGNORE INTO answer VALUES (?, ?, ?)",
            ((answer, number, answer_crc(answer, number)) for answer in in_order),
        )
        known = len(encoded) - (connection.total_changes - before)
        if known:
            for answer in in_order:
                sql = "SELECT cube FROM answer WHERE word = ?"
                ((cube,),) = connection.execute(sql, (answer,))
                if cube != number:
                    shown = " ".join(self.codec.decode(answer))
                    raise self._bug(number, f"has an answer that cube {cube} has, too: {shown}")
        return known

    def _state(self, number: int) -> tuple[str, int]:
        sql = "SELECT state, answers FROM cube WHERE number = ?"
        found = [] if self.fresh else list(self._database.rows(sql, (number,)))
        if not found:
            raise StoreError(f"{self.path}: found cube {number}, expected 1 to {self.cubes}")
        return found[0][0], found[0][1]

    def _set(self, connection: sqlite3.Connection, number: int, *changing: Any) -> None:
        """Write the values that change in the row of a cube."""
        connection.execute(
            "UPDATE cube SET state = ?, answers = ?, seconds = ?, engine = ?, reason = ?, crc = ? "
            "WHERE number = ?",
            (*changing, row_crc(number, *changing), number),
        )

    def _bug(self, number: int, what: str) -> StoreError:
        return StoreError(f"{self.path}: cube {number} {what}; this is a bug, please report it")

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """One transaction; if the disk is full, the error says how many cubes are kept."""
        try:
            with self._database.change() as connection:
                yield connection
        except FullDiskError as error:
            kept = f"{self.done:,} of {counted(self.cubes, 'cube')} are kept"
            raise StoreError(f"{error}; {kept}, run again when there is room") from None
