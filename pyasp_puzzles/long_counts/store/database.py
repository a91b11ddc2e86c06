"""The file of a store: an SQLite database that one process writes and any number read.

The writer holds SQLite's write lock from the moment it opens the file until it closes it, so a
second one is refused at once, and the lock ends with the process, however that ends.  Readers are
not held up: the database keeps a write-ahead log (WAL), and a reader sees the file as it was when
it was opened.
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

from pyasp_puzzles.errors import StoreError

APPLICATION = 0x70796173
"""Marks the file as ours ("pyas"), in its header."""
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
"""Run, atoms and literals do not change, and have a digest together; what does has a checksum a
row, as SQLite itself would not notice a changed byte in a value."""

EXPECTED = "expected a store of pyasp-puzzles"
PAGE = 8192
"""Bytes: words of up to some 2,000 stay on one page."""
CACHE = 64 << 20
LOG = 8 << 20
"""Bytes of the write-ahead log from which on it is worked into the database."""
PATIENCE = 5.0
"""Seconds to wait for a process that opens or closes the file, which takes some milliseconds."""
CHECKED = 256 << 20
"""Bytes up to which a reader checks the whole file first: some tenths of a second."""


class FullDiskError(StoreError):
    """There is no room for what was to be kept."""


class NotBegunError(StoreError):
    """The file is empty: its count was ended, or is, before its cubes were made."""


class Database:
    """An open store file.

    Attributes:
        path: as it was given.
        fresh: whether nothing is in it so far.
    """

    def __init__(self, path: str, connection: sqlite3.Connection, *, writing: bool) -> None:
        self.path, self._connection, self._writing = path, connection, writing
        self._worker: sqlite3.Connection | None = None
        self._file = (0, 0)

    @classmethod
    def to_write(cls, path: str) -> Self:
        """Open or make a file, and lock it.

        Raises:
            StoreError: it is no store, or cannot be written, or another process writes it.
        """
        there = _look(path)
        with readable_errors(path):
            database = cls(path, _connect(path, "rw" if there else "rwc"), writing=True)
            try:
                database._identify()
                database._prepare()
            except BaseException:
                database._connection.close()
                raise
        return database

    @classmethod
    def to_read(cls, path: str) -> Self:
        """Open a file as it is now, whoever writes it.

        Raises:
            NotBegunError: nothing is in it so far.
            StoreError: it is no store, or cannot be read.
        """
        if not _look(path):
            raise StoreError(f"{path}: found no such file, {EXPECTED}")
        # First as one who may write: the last one to leave then clears the log away.
        ways = ["rw", "ro"] if _size(f"{path}-wal") else ["rw", "ro", "ro&immutable=1"]
        with readable_errors(path):
            while True:
                database = cls(path, _connect(path, ways.pop(0)), writing=False)
                try:
                    database._connection.execute("PRAGMA query_only = ON")
                    database._connection.execute("BEGIN")
                    database._identify()
                except BaseException as error:
                    database._connection.close()
                    if not ways or _code(error) not in _NO_LOG:
                        raise
                else:
                    break
        if database.fresh:
            database.close()
            raise NotBegunError(
                f"{path}: found an empty file, {EXPECTED}; a count that ended before its cubes "
                "were made leaves one, give it again"
            )
        return database

    def _identify(self) -> None:
        """Look at what the file is.

        Raises:
            StoreError, sqlite3.Error: no store of a version known here.
        """
        (application,), (version,) = self._all("PRAGMA application_id", "PRAGMA user_version")
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

    def _all(self, *statements: str) -> list[Any]:
        return [self._connection.execute(statement).fetchone() for statement in statements]

    def _prepare(self) -> None:
        if self.fresh:
            self._connection.execute(f"PRAGMA page_size = {PAGE}")
        ((mode,),) = self._all("PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise StoreError(f"{self.path}: this folder allows no write-ahead log (WAL) of SQLite")
        for pragma in (
            "synchronous = FULL",
            f"cache_size = -{CACHE >> 10}",
            "wal_autocheckpoint = 0",  # see _shorten_log
            "journal_size_limit = 0",
            "busy_timeout = 0",
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        self._hold()
        self._file = _which(self.path)
        # Where the file is read-only, one can begin all the same, but not write.
        self._connection.execute(f"PRAGMA user_version = {0 if self.fresh else FORMAT}")
        self._connection.execute("ROLLBACK")
        self._hold()
        self._identify()  # anew: nobody can change it from now on

    def _hold(self) -> None:
        """Take the write lock, if it is not held."""
        if not self._connection.in_transaction:
            self._connection.execute("BEGIN IMMEDIATE")

    def _shorten_log(self) -> None:
        """Copy a long write-ahead log into the database.

        SQLite would do so between two transactions, and another process could take the lock in the
        meantime.  A second connection does it beside this one's transaction.  The one after it
        starts the log anew, as far as no reader needs it.
        """
        if _size(f"{self.path}-wal") > LOG:
            if self._worker is None:
                self._worker = _connect(self.path, "rw")
            self._worker.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._connection.execute("COMMIT")
            self._hold()

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of the block is kept, or, if it raises, nothing.

        Raises:
            FullDiskError: no room; nothing of the block is kept, and the database can be used.
            StoreError: any other error of SQLite, another process has taken the lock, or the file
                is not there any more.
        """
        if _which(self.path) != self._file:  # SQLite would go on, in a file that nobody finds
            raise StoreError(
                f"{self.path}: found it moved or deleted since it was opened, expected it to stay; "
                f"bring it back, with {Path(self.path).name}-wal beside it, or count anew"
            )
        with readable_errors(self.path):
            self._hold()
            try:
                yield self._connection
                self._connection.execute("COMMIT")
                self.fresh = False
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                self._hold()
            self._shorten_log()

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, one after the other.

        Raises:
            StoreError: the file cannot be read.
        """
        with readable_errors(self.path):
            yield from self._connection.execute(sql, parameters)

    def check(self) -> bool:
        """Look at the structure of the whole file, if a writer asks or it is small.

        Returns:
            Whether it has looked.

        Raises:
            StoreError: the file is damaged.
        """
        looked = self._writing or _size(self.path) <= CHECKED
        if looked:
            faults = [str(text) for (text,) in self.rows("PRAGMA quick_check(1)")]
            if faults != ["ok"]:
                raise damaged(self.path, faults[0])
        return looked

    def close(self) -> None:
        """Give the lock back; what no change has kept is dropped."""
        with readable_errors(self.path):
            if self._worker:
                self._worker.close()
            self._connection.close()


def damaged(path: str, what: str) -> StoreError:
    """The error that says so."""
    what = " ".join(what.removeprefix("*** in database main *** ").split())
    return StoreError(f"{path}: found a damaged file ({what}), {EXPECTED}")


_READONLY = sqlite3.SQLITE_READONLY
_NO_LOG = sqlite3.SQLITE_CANTOPEN, _READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR
"""What SQLite says where it cannot make the files of the log, which reading takes, too."""
_WORDS: dict[int, str] = {
    sqlite3.SQLITE_NOTADB: f"found no SQLite database, {EXPECTED}",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: the file, and its folder for the log beside it, "
    "have to be open to you",
    sqlite3.SQLITE_PERM: "cannot be opened: permission denied",
    _READONLY: "cannot be written: read-only",
}


def _code(error: BaseException) -> int:
    """SQLite's primary error code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextmanager
def readable_errors(path: str) -> Iterator[None]:
    """Any error of SQLite as one that names the file and what can be done."""
    try:
        yield
    except UnicodeDecodeError:
        raise damaged(path, "text that is no UTF-8") from None
    except (sqlite3.Error, sqlite3.Warning) as error:
        code = _code(error)
        if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _no_room(path)):
            raise FullDiskError(f"{path}: no space left on the disk") from None
        if code == sqlite3.SQLITE_BUSY:
            raise StoreError(f"{path}: another process is counting into it") from None
        if code == sqlite3.SQLITE_CORRUPT or (not code and type(error) is sqlite3.OperationalError):
            raise damaged(path, str(error)) from None
        raise StoreError(f"{path}: {_WORDS.get(code, error)}") from None


def _connect(path: str, mode: str) -> sqlite3.Connection:
    address = f"{Path(path).absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)


def _look(path: str) -> bool:
    """Whether there is a file; it is not opened, which would break SQLite's locks on it.

    Raises:
        StoreError: there is something else, or nothing can be made there.
    """
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


def _which(path: str) -> tuple[int, int]:
    """Which file a path leads to: the same for the same file; none is like no file."""
    try:
        state = os.stat(path)  # noqa: PTH116
    except OSError:
        return 0, 0
    return state.st_dev, state.st_ino


def _size(path: str) -> int:
    """Bytes of a file; 0 if there is none."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def _no_room(path: str) -> bool:
    return shutil.disk_usage(Path(path).absolute().parent).free < 1 << 16
