"""The file of a store: an SQLite database that one process writes and any number read.

The writer holds SQLite's write lock from opening to closing; the system frees it after a crash.
Readers never wait: with a write-ahead log (WAL) each sees the file as it was when it was opened.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from pyasp_puzzles.core.errors import StoreError
from pyasp_puzzles.work.deadline import Closing

APPLICATION = 0x70796173
"""Marks a file as a store, in its header ("pyas")."""
FORMAT = 1
"""Version of the tables."""
SCHEMA = (
    "CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE atom (number INTEGER PRIMARY KEY, text TEXT NOT NULL)",
    "CREATE TABLE cube (number INTEGER PRIMARY KEY, literals TEXT NOT NULL, state TEXT NOT NULL, "
    "answers INTEGER NOT NULL, seconds REAL NOT NULL, engine TEXT NOT NULL, "
    "reason TEXT NOT NULL, crc INTEGER NOT NULL)",
    "CREATE TABLE answer (word BLOB PRIMARY KEY, cube INTEGER NOT NULL, crc INTEGER NOT NULL) "
    "WITHOUT ROWID",
)
"""Run, atoms and literals never change and share one digest.  Each other row has a checksum: SQLite
does not notice a changed byte in a value.  ``word`` is an encoded answer."""

EXPECTED = "expected a store of pyasp-puzzles"
PAGE_BYTES = 8192
"""An encoded answer of up to some 2,000 bytes fits on one page."""
CACHE_BYTES = 64 << 20
LOG_BYTES = 8 << 20
"""A write-ahead log longer than this is copied into the database."""
LOCK_SECONDS = 5.0
"""Time to wait for a process that opens or closes the file, which takes milliseconds."""
CHECK_BYTES = 256 << 20
"""A reader checks the structure of a file up to this size before it reads."""


class FullDiskError(StoreError):
    """The disk has no room for the data."""


class NotBegunError(StoreError):
    """The file is empty: its count has not made its cubes yet."""


class Database(Closing):
    """An open store file, which the end of a ``with`` block closes.

    Attributes:
        path: as the caller gave it.
        fresh: whether nothing is in it yet.
    """

    def __init__(self, path: str, mode: str, *, writing: bool) -> None:
        self.path, self._writing = path, writing
        self._connection = _connect(path, mode)
        self._checkpointer: sqlite3.Connection | None = None

    @classmethod
    def locked(cls, path: str) -> Self:
        """Open or make a file to write, and lock it."""
        exists = _exists(path)
        with _readable_errors(path):
            database = cls(path, "rw" if exists else "rwc", writing=True)
            with database.closed_on_error():
                database._identify()
                database._prepare()
        return database

    @classmethod
    def unlocked(cls, path: str) -> Self:
        """Open a file to read it as it is now; another process may write it."""
        if not _exists(path):
            raise StoreError(f"{path}: found no such file, {EXPECTED}")
        # First with the right to write: then the last process to close it deletes the log.
        ways = ["rw", "ro"] if _size(f"{path}-wal") else ["rw", "ro", "ro&immutable=1"]
        with _readable_errors(path):
            while True:
                database = cls(path, ways.pop(0), writing=False)
                try:
                    database._execute("PRAGMA query_only = ON", "BEGIN")
                    database._identify()
                    break
                except BaseException as error:
                    database._connection.close()
                    if not ways or _code(error) not in _NO_LOG:
                        raise
        if database.fresh:
            database.close()
            raise NotBegunError(
                f"{path}: found an empty file, {EXPECTED}; a count that ended before its cubes "
                "were made leaves one, give it again"
            )
        return database

    def _execute(self, *statements: str) -> Any:
        """Execute statements; the first value of the last one, if it has any."""
        for statement in statements:
            row = self._connection.execute(statement).fetchone()
        return row and row[0]

    def _identify(self) -> None:
        """Say whether the file is fresh, and refuse one that is no store."""
        application, version = map(self._execute, ("PRAGMA application_id", "PRAGMA user_version"))
        tables = self._connection.execute("SELECT name, sql FROM sqlite_master").fetchall()
        self.fresh = not (application or version or tables)
        if self.fresh:
            return
        if application != APPLICATION:
            names = ", ".join(name for name, _ in tables[:3]) or "no tables"
            raise StoreError(f"{self.path}: found another SQLite database ({names}), {EXPECTED}")
        if version > FORMAT:
            raise StoreError(
                f"{self.path}: found a store of format {version}, expected at most {FORMAT}; "
                "a later version of pyasp-puzzles has written it"
            )
        if {sql for _, sql in tables if sql} != set(SCHEMA) or version < FORMAT:
            raise damaged(self.path, "its tables are not those of a store")

    def _prepare(self) -> None:
        """Set up the file for writing and take the lock."""
        if self.fresh:
            self._execute(f"PRAGMA page_size = {PAGE_BYTES}")
        if self._execute("PRAGMA journal_mode = WAL") != "wal":
            raise StoreError(f"{self.path}: this folder allows no write-ahead log (WAL) of SQLite")
        self._execute(
            "PRAGMA synchronous = FULL",
            f"PRAGMA cache_size = -{CACHE_BYTES >> 10}",
            "PRAGMA wal_autocheckpoint = 0",  # _shorten_log does it
            "PRAGMA journal_size_limit = 0",
            "PRAGMA busy_timeout = 0",
        )
        self._hold()
        self._file = _file_identity(self.path)
        # On a read-only file a transaction can begin, but this write fails.
        self._execute(f"PRAGMA user_version = {0 if self.fresh else FORMAT}", "ROLLBACK")
        self._hold()
        self._identify()  # again: with the lock no other process can change it

    def _hold(self) -> None:
        """Take the write lock, unless it is held already."""
        if not self._connection.in_transaction:
            self._execute("BEGIN IMMEDIATE")

    def _shorten_log(self) -> None:
        """Copy a long write-ahead log into the database.

        SQLite does this by itself between two transactions, and there another process could take
        the lock.  So a second connection does it during an open transaction of this one.  The next
        transaction starts the log anew if no reader needs it.
        """
        if _size(f"{self.path}-wal") > LOG_BYTES:
            if self._checkpointer is None:
                self._checkpointer = _connect(self.path, "rw")
            self._checkpointer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._execute("COMMIT")
            self._hold()

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction: it writes all changes of the block, or none if the block raises."""
        if _file_identity(self.path) != self._file:  # SQLite would go on in an unreachable file
            raise StoreError(
                f"{self.path}: found it moved or deleted since it was opened, expected it to stay; "
                f"bring it back, with {Path(self.path).name}-wal beside it, or count anew"
            )
        with _readable_errors(self.path):
            self._hold()
            try:
                yield self._connection
                self._execute("COMMIT")
                self.fresh = False
            finally:
                if self._connection.in_transaction:
                    self._execute("ROLLBACK")
                self._hold()
            self._shorten_log()

    def make_tables(self) -> None:
        """Make the tables of a fresh store, within a change."""
        self._execute(
            *SCHEMA, f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {FORMAT}"
        )

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a query; a fresh file has none."""
        with _readable_errors(self.path):
            found = () if self.fresh else self._connection.execute(sql, parameters)
            yield from map(tuple, found)  # a cursor would be closed with this, perhaps too late

    def check(self) -> bool:
        """Check the structure of the file, if this process writes it or the file is small."""
        checked = self._writing or _size(self.path) <= CHECK_BYTES
        if checked:
            with _readable_errors(self.path):
                if (fault := str(self._execute("PRAGMA quick_check(1)"))) != "ok":
                    raise damaged(self.path, fault)
        return checked

    def close(self) -> None:
        """Close the file and free the lock; changes outside a transaction are lost."""
        with _readable_errors(self.path):
            if self._checkpointer:
                self._checkpointer.close()
            self._connection.close()

    @contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Close the file if the block raises."""
        try:
            yield
        except BaseException:
            self.close()
            raise


def damaged(path: str, what: str) -> StoreError:
    """The error for a damaged file."""
    what = " ".join(what.removeprefix("*** in database main *** ").split())
    return StoreError(f"{path}: found a damaged file ({what}), {EXPECTED}")


_NO_LOG = {getattr(sqlite3, f"SQLITE_{name}") for name in ("CANTOPEN", "READONLY", "FULL", "IOERR")}
"""Errors of SQLite if it cannot make the files of the log, which reading needs, too."""
_WORDS: dict[int, str] = {
    sqlite3.SQLITE_NOTADB: f"found no SQLite database, {EXPECTED}",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: the file, and its folder for the log beside it, "
    "have to be open to you",
    sqlite3.SQLITE_BUSY: "another process is counting into it",
    sqlite3.SQLITE_PERM: "cannot be opened: permission denied",
    sqlite3.SQLITE_READONLY: "cannot be written: read-only",
}


def _code(error: BaseException) -> int:
    """SQLite's primary error code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextmanager
def _readable_errors(path: str) -> Iterator[None]:
    """Turn an error of SQLite into a StoreError that names the file and what to do."""
    try:
        yield
    except UnicodeDecodeError:
        raise damaged(path, "text that is no UTF-8") from None
    except (sqlite3.Error, sqlite3.Warning) as error:
        code = _code(error)
        folder = Path(path).absolute().parent
        full = code == sqlite3.SQLITE_IOERR and shutil.disk_usage(folder).free < 1 << 16
        if full or code == sqlite3.SQLITE_FULL:
            raise FullDiskError(f"{path}: no space left on the disk") from None
        if code == sqlite3.SQLITE_CORRUPT or (not code and type(error) is sqlite3.OperationalError):
            raise damaged(path, str(error)) from None
        raise StoreError(f"{path}: {_WORDS.get(code, error)}") from None


def _connect(path: str, mode: str) -> sqlite3.Connection:
    address = f"{Path(path).absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=LOCK_SECONDS, isolation_level=None)


def _exists(path: str) -> bool:
    """Whether there is a file; opening and closing it would drop SQLite's locks on it."""
    try:
        kind = os.stat(path).st_mode  # noqa: PTH116 - a Path would not take every text
    except FileNotFoundError:
        folder = Path(path).absolute().parent
        if not folder.is_dir():
            raise StoreError(f"{path}: found no folder {folder.name}, {EXPECTED}") from None
        return False
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise StoreError(f"{path[:200]}: {reason}, {EXPECTED}") from None
    if not stat.S_ISREG(kind):
        what = "a folder" if stat.S_ISDIR(kind) else "no ordinary file"
        raise StoreError(f"{path}: found {what}, {EXPECTED}")
    return True


def _file_identity(path: str) -> tuple[int, int]:
    """Device and inode of a file: equal for the same file; zeros if there is no file."""
    try:
        state = os.stat(path)  # noqa: PTH116
    except OSError:
        return 0, 0
    return state.st_dev, state.st_ino


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0
