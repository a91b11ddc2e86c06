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
import hashlib
import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from pyasp_puzzles.core.errors import PuzzleError, StoreError, counted
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.store.codec import AnswerCodec, AnswerFilter, StoredAnswer
from pyasp_puzzles.counts.store.database import Database, FullDiskError, damaged
from pyasp_puzzles.engines.search import Cube

OPEN, DONE, FAILED = "open", "done", "failed"
_SIGN = 1 << 31
"""Subtracted from checksums: SQLite stores a signed 32-bit number in four bytes, not in six."""


class Store(Database):
    """The cubes and answers of a count in a file; for the thread that opened it.

    Attributes:
        run: the identity of the count.
        codec: encodes and decodes the answers; its ``atoms`` are all that an answer can show, in
            clingo's order, and none in a fresh store.
    """

    run: CountIdentity
    codec = AnswerCodec(())

    @classmethod
    def to_write(cls, path: str | os.PathLike[str], run: CountIdentity) -> Self:
        """Open or make a store to write, and lock it until it is closed."""
        store = cls.locked(os.fspath(path))
        with store.closed_on_error():
            if not store.fresh:
                store._read()
                if parts := store.run.differences(run):
                    raise StoreError(
                        f"{store.path}: found another count, of {store.run.puzzle} "
                        f"{store.run.instance} ({'; '.join(parts)}), expected the same one; "
                        "use another file"
                    )
            store.run = run
        return store

    @classmethod
    def to_read(cls, path: str | os.PathLike[str]) -> Self:
        """Open a store to read; another process may write it.

        Raises NotBegunError if nothing is in it yet, StoreError if it is damaged or cannot be read.
        """
        store = cls.unlocked(os.fspath(path))
        with store.closed_on_error():
            store._read()
            try:
                _ = store.run.loaded
            except (PuzzleError, ValueError) as error:
                raise StoreError(f"{store.path}: its instance cannot be read: {error}") from None
        return store

    # Cubes

    @property
    def answers(self) -> int:
        """Number of answers so far, those of unfinished cubes included."""
        return int(self._sum("total(answers)"))

    @property
    def cubes(self) -> int:
        """Number of cubes."""
        return int(self._sum("count(*)"))

    @property
    def done(self) -> int:
        """Number of finished cubes."""
        return int(self._sum(f"total(state = '{DONE}')"))

    @property
    def exhausted(self) -> bool:
        """Whether all cubes are finished, so that no answer is missing."""
        return not self.fresh and self.done == self.cubes

    @property
    def seconds(self) -> float:
        """Search time of all finished cubes together."""
        return self._sum("total(seconds)")

    def _sum(self, what: str) -> float:
        return sum(float(total) for (total,) in self.rows(f"SELECT {what} FROM cube"))

    @property
    def engines(self) -> list[str]:
        """Names of the engines that searched the finished cubes."""
        rows = self.rows("SELECT DISTINCT engine FROM cube WHERE engine > '' ORDER BY 1")
        return [engine for (engine,) in rows]

    @property
    def size(self) -> int:
        """Bytes of the file and of the write-ahead log beside it."""
        return sum(state.st_size for state in self._states())

    @property
    def date(self) -> str:
        """Date and time of the last change, in local time."""
        newest = max(state.st_mtime for state in self._states() if state.st_size)
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(newest))

    def _states(self) -> list[os.stat_result]:
        files = Path(self.path), Path(f"{self.path}-wal")
        return [file.stat() for file in files if file.exists()]

    def open_cubes(self) -> list[tuple[int, Cube]]:
        """The unfinished cubes with their numbers, from 1: open ones and failed ones."""
        return [(number, cube) for number, cube, _ in self._cubes(f"state != '{DONE}'")]

    def failures(self) -> list[tuple[int, Cube, str]]:
        """The failed cubes with their numbers and the reasons."""
        return list(self._cubes(f"state = '{FAILED}'"))

    def _cubes(self, which: str) -> Iterator[tuple[int, Cube, str]]:
        sql = f"SELECT number, literals, reason FROM cube WHERE {which} ORDER BY 1"
        for number, literals, reason in self.rows(sql):
            found = json.loads(literals)
            yield number, Cube(tuple(found["true"]), tuple(found["false"])), reason

    # Answers

    def page(
        self, skip: int = 0, most: int | None = None, filters: AnswerFilter | None = None
    ) -> Iterator[StoredAnswer]:
        """Some of the answers, in the order of their encoding."""
        for number, encoded, cube in self.encoded_answers(skip, most, filters):
            yield StoredAnswer(number, cube, self.codec.decode(encoded), self.run)

    def encoded_answers(
        self, skip: int = 0, most: int | None = None, filters: AnswerFilter | None = None
    ) -> Iterator[tuple[int, bytes, int]]:
        """As :meth:`page`, but triples: number of the answer, its encoding, number of its cube."""
        if most == 0:
            return
        matches = filters.matches if filters else None
        crc32, sign = zlib.crc32, _SIGN  # as in _insert, but local: there may be millions
        number = 0 if matches else skip
        left = -1 if most is None else most
        sql = "SELECT word, cube, crc FROM answer ORDER BY word LIMIT -1 OFFSET ?"
        expected, last = self.answers, None
        try:
            for encoded, cube, crc in self.rows(sql, (number,)):
                if crc32(encoded, cube) - sign != crc or (last is not None and encoded <= last):
                    raise damaged(self.path, f"answer {number + 1}")
                last = encoded
                number += 1
                if matches:
                    if not matches(encoded):
                        continue
                    if skip:
                        skip -= 1
                        continue
                yield number, encoded, cube
                left -= 1
                if not left:
                    return
        except TypeError:
            raise damaged(self.path, f"answer {number + 1}") from None
        if number < expected:
            raise damaged(self.path, "answers are missing")

    def matching(self, filters: AnswerFilter) -> int:
        """The number of answers that the filters select."""
        return sum(1 for _ in self.encoded_answers(filters=filters))

    def _read(self) -> None:
        """Read what never changes, and check the rest as far as that is fast."""
        checked = self.check()
        kept = dict(self.rows("SELECT key, value FROM run"))
        atoms = [text for (text,) in self.rows("SELECT text FROM atom ORDER BY number")]
        literals = []
        for number, text, *changing, crc in self.rows("SELECT * FROM cube ORDER BY number"):
            literals.append(text)
            if crc != _row_crc(number, *changing):
                raise damaged(self.path, f"cube {number}")
        try:
            right = kept.pop("digest", "") == _digest(kept, atoms, literals)
        except TypeError:  # a changed byte can turn text into anything
            right = False
        if not right or kept.keys() != {field.name for field in dataclasses.fields(CountIdentity)}:
            raise damaged(self.path, "run, atoms or cubes")
        self.run = CountIdentity(**kept)
        self.codec = AnswerCodec(atoms)
        if checked:
            ((found,),) = self.rows("SELECT count(*) FROM answer")
            if found != self.answers:
                raise damaged(self.path, f"{found:,} instead of {counted(self.answers, 'answer')}")

    # Writing

    def begin(self, atoms: Sequence[str], cubes: Sequence[Cube]) -> None:
        """Write what never changes: the identity of the count, its atoms and its cubes.

        Raises StoreError if it was begun before, or cannot be written.
        """
        if not self.fresh:
            raise StoreError(f"{self.path}: found a count that was begun before, expected none")
        kept = {key: _as_text(value) for key, value in dataclasses.asdict(self.run).items()}
        literals = [
            json.dumps({"true": cube.true, "false": cube.false}, ensure_ascii=False)
            for cube in cubes
        ]
        kept["digest"] = _digest(kept, atoms, literals)
        empty = (OPEN, 0, 0.0, "", "")
        with self.change() as connection:
            self.make_tables()
            connection.executemany("INSERT INTO run VALUES (?, ?)", kept.items())
            connection.executemany("INSERT INTO atom VALUES (?, ?)", enumerate(atoms))
            connection.executemany(
                "INSERT INTO cube VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                ((n, text, *empty, _row_crc(n, *empty)) for n, text in enumerate(literals, 1)),
            )
        self.codec = AnswerCodec(atoms)

    def finish(self, number: int, encoded: Sequence[bytes], seconds: float, engine: str) -> None:
        """Write all answers of a cube, those of :meth:`keep` included, and that it is finished.

        A second call changes nothing.  Raises StoreError, and changes nothing, if another cube has
        one of the answers, one from :meth:`keep` is missing, or the file cannot be written.
        """
        with self.change() as connection:
            state, before, *_ = self._cube(number)
            known = self._insert(connection, number, encoded)
            if known != before or (state == DONE and known != len(encoded)):
                raise self._bug(number, f"had {counted(before, 'answer')}, of which {known:,} came")
            if state != DONE:
                self._set(connection, number, DONE, len(encoded), float(seconds), engine, "")

    def keep(self, number: int, encoded: Sequence[bytes]) -> None:
        """Write answers of a cube that is not finished; a second call changes nothing.

        Raises StoreError as :meth:`finish`, or if the cube is finished without them.
        """
        with self.change() as connection:
            state, before, *rest = self._cube(number)
            new = len(encoded) - self._insert(connection, number, encoded)
            if new and state == DONE:
                raise self._bug(number, f"is done, and has {counted(new, 'answer')} more")
            if new:
                self._set(connection, number, state, before + new, *rest)

    def fail(self, number: int, reason: str) -> None:
        """Write that the search of a cube has crashed; a later count searches it again.

        Raises StoreError if the cube is finished, or the file cannot be written.
        """
        with self.change() as connection:
            state, before, *_ = self._cube(number)
            if state == DONE:
                raise self._bug(number, "is done, and has failed")
            self._set(connection, number, FAILED, before, 0.0, "", reason)

    def _insert(self, connection: sqlite3.Connection, number: int, encoded: Sequence[bytes]) -> int:
        """Insert the answers that are new; return the number of the others."""
        in_order = sorted(set(encoded))
        if len(in_order) != len(encoded):
            raise self._bug(number, "has an answer twice")
        width, atoms = self.codec.width, len(self.codec.atoms)
        for answer in in_order:
            last = answer[-width:]  # the greatest code
            if len(answer) % width or (answer and int.from_bytes(last, "big") >= atoms):
                raise self._bug(number, f"has an answer of other atoms: {answer!r}")
        before = connection.total_changes
        connection.executemany(
            "INSERT OR IGNORE INTO answer VALUES (?, ?, ?)",
            ((answer, number, zlib.crc32(answer, number) - _SIGN) for answer in in_order),
        )
        known = len(encoded) - (connection.total_changes - before)
        for answer in in_order if known else ():
            sql = "SELECT cube FROM answer WHERE word = ?"
            ((cube,),) = connection.execute(sql, (answer,))
            if cube != number:
                shown = " ".join(self.codec.decode(answer))
                raise self._bug(number, f"has an answer that cube {cube} has, too: {shown}")
        return known

    def _cube(self, number: int) -> tuple[Any, ...]:
        """What changes in the row of a cube: state, answers, seconds, engine, reason."""
        sql = "SELECT state, answers, seconds, engine, reason FROM cube WHERE number = ?"
        found = list(self.rows(sql, (number,)))
        if not found:
            raise StoreError(f"{self.path}: found cube {number}, expected 1 to {self.cubes}")
        return found[0]

    def _set(self, connection: sqlite3.Connection, number: int, *changing: Any) -> None:
        """Write what changes in the row of a cube."""
        values = [_as_text(each) if isinstance(each, str) else each for each in changing]
        connection.execute(
            "UPDATE cube SET state = ?, answers = ?, seconds = ?, engine = ?, reason = ?, crc = ? "
            "WHERE number = ?",
            (*values, _row_crc(number, *values), number),
        )

    def _bug(self, number: int, what: str) -> StoreError:
        return StoreError(f"{self.path}: cube {number} {what}; this is a bug, please report it")

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction; if the disk is full, the error says how many cubes are kept."""
        try:
            with super().change() as connection:
                yield connection
        except FullDiskError as error:
            kept = f"{self.done:,} of {counted(self.cubes, 'cube')} are kept"
            raise StoreError(f"{error}; {kept}, run again when there is room") from None


def _as_text(value: str) -> str:
    """The text without lone surrogates, which SQLite cannot store; a file name may have some."""
    return value.encode("utf-8", "replace").decode()


def _row_crc(*values: object) -> int:
    """The checksum of the values that change in the row of a cube."""
    return zlib.crc32(repr(values).encode())


def _digest(run: dict[str, str], atoms: Iterable[str], literals: Iterable[str]) -> str:
    """The SHA-256 digest of everything that never changes."""
    text = json.dumps([sorted(run.items()), list(atoms), list(literals)])
    return hashlib.sha256(text.encode()).hexdigest()
