"""What is in a store: its run, its cubes and their answers, checked as they are read."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import time
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.errors import counted
from pyasp_puzzles.long_counts.identity import CountIdentity
from pyasp_puzzles.long_counts.store.codec import AnswerCodec
from pyasp_puzzles.long_counts.store.database import Database, damaged
from pyasp_puzzles.long_counts.store.stored_answers import AnswerFilter, StoredAnswer

OPEN, DONE, FAILED = "open", "done", "failed"
_SIGN = 1 << 31
"""SQLite keeps a signed number of 32 bits in four bytes, and an unsigned one in six."""


class StoreReader:
    """What can be read of a store.

    Attributes:
        path: the file.
        run: what is counted.
        atoms: all that an answer can show, in clingo's order; empty as long as it is fresh.
        alphabet: turns words into atoms.
    """

    run: CountIdentity

    def __init__(self, database: Database) -> None:
        self._database = database
        self.path = database.path
        self.atoms: tuple[str, ...] = ()
        self.alphabet = AnswerCodec(())

    @property
    def fresh(self) -> bool:
        return self._database.fresh

    @property
    def answers(self) -> int:
        """Answers so far, those of unfinished cubes included."""
        return int(self._sum("total(answers)"))

    @property
    def cubes(self) -> int:
        return int(self._sum("count(*)"))

    @property
    def done(self) -> int:
        """Cubes that are done."""
        return int(self._sum(f"total(state = '{DONE}')"))

    @property
    def exhausted(self) -> bool:
        """Whether the answers are all there are: all cubes are done."""
        return not self.fresh and self.done == self.cubes

    @property
    def seconds(self) -> float:
        """What the cubes that are done took, together."""
        return self._sum("total(seconds)")

    def _sum(self, what: str) -> float:
        if self.fresh:
            return 0.0
        ((total,),) = self._database.rows(f"SELECT {what} FROM cube")
        return float(total)

    @property
    def engines(self) -> list[str]:
        """Who has counted the cubes that are done."""
        rows = self._database.rows("SELECT DISTINCT engine FROM cube WHERE engine > '' ORDER BY 1")
        return [engine for (engine,) in rows]

    @property
    def size(self) -> int:
        """Size of the file, with the log beside it."""
        return sum(file.stat().st_size for file in self._files())

    @property
    def date(self) -> str:
        """When it was last written, in local time."""
        newest = max(file.stat().st_mtime for file in self._files() if file.stat().st_size)
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(newest))

    def _files(self) -> list[Path]:
        return [file for end in ("", "-wal") if (file := Path(f"{self.path}{end}")).exists()]

    def open_cubes(self) -> list[tuple[int, Cube]]:
        """The cubes that are not done, by number from 1: open, or failed before."""
        return [(number, cube) for number, cube, _ in self._cubes(f"state != '{DONE}'")]

    def failures(self) -> list[tuple[int, Cube, str]]:
        """The cubes that have failed, with the reasons."""
        return self._cubes(f"state = '{FAILED}'")

    def _cubes(self, which: str) -> list[tuple[int, Cube, str]]:
        if self.fresh:
            return []
        rows = self._database.rows(
            f"SELECT number, literals, reason FROM cube WHERE {which} ORDER BY 1"
        )
        return [(number, _cube(literals), reason) for number, literals, reason in rows]

    def page(
        self, skip: int = 0, most: int | None = None, filters: AnswerFilter | None = None
    ) -> Iterator[StoredAnswer]:
        """Answers in the order of their words, one after the other.

        Args:
            skip: leave out so many.
            most: give so many; ``None`` for all.
            filters: leave out what they leave out, before anything is skipped.

        Raises:
            StoreError: the file is damaged.
        """
        for number, word, cube in self.words(skip, most, filters):
            yield StoredAnswer(number, cube, self.alphabet.read(word), self.run)

    def words(
        self, skip: int = 0, most: int | None = None, filters: AnswerFilter | None = None
    ) -> Iterator[tuple[int, bytes, int]]:
        """As :meth:`page`: number in the whole store from 1, word, and number of the cube."""
        if self.fresh or most == 0:
            return
        matches = filters.matches if filters else None
        crc32, sign = zlib.crc32, _SIGN  # as word_crc, but this loop may see millions
        number = 0 if matches else skip
        left = -1 if most is None else most
        sql = "SELECT word, cube, crc FROM answer ORDER BY word LIMIT -1 OFFSET ?"
        expected, last = self.answers, None
        try:
            for word, cube, crc in self._database.rows(sql, (number,)):
                if crc32(word, cube) - sign != crc or (last is not None and word <= last):
                    raise damaged(self.path, f"answer {number + 1}")
                last = word
                number += 1
                if matches:
                    if not matches(word):
                        continue
                    if skip:
                        skip -= 1
                        continue
                yield number, word, cube
                left -= 1
                if not left:
                    return
        except TypeError:
            raise damaged(self.path, f"answer {number + 1}") from None
        if number < expected:
            raise damaged(self.path, "answers are missing")

    def matching(self, filters: AnswerFilter) -> int:
        """How many of the answers the filters leave."""
        return sum(1 for _ in self.words(filters=filters))

    def _read(self) -> None:
        """Read what does not change, and check the rest as far as it is quick.

        Raises:
            StoreError: the file is damaged.
        """
        checked = self._database.check()
        kept = dict(self._database.rows("SELECT key, value FROM run"))
        self.atoms = tuple(
            text for (text,) in self._database.rows("SELECT text FROM atom ORDER BY number")
        )
        literals = []
        for row in self._database.rows("SELECT * FROM cube ORDER BY number"):
            number, text, *changing, crc = row
            literals.append(text)
            if crc != row_crc(number, *changing):
                raise damaged(self.path, f"cube {number}")
        try:
            right = kept.pop("digest", "") == digest(kept, self.atoms, literals)
        except TypeError:  # a changed byte can turn text into anything
            right = False
        if not right or kept.keys() != {field.name for field in dataclasses.fields(CountIdentity)}:
            raise damaged(self.path, "run, atoms or cubes")
        self.run = CountIdentity(**kept)
        self.alphabet = AnswerCodec(self.atoms)
        if checked:
            ((found,),) = self._database.rows("SELECT count(*) FROM answer")
            if found != self.answers:
                what = f"{found:,} instead of {counted(self.answers, 'answer')}"
                raise damaged(self.path, what)


def _cube(literals: str) -> Cube:
    found = json.loads(literals)
    return Cube(tuple(found["true"]), tuple(found["false"]))


def as_text(value: str) -> str:
    """What SQLite can keep: a file name may be no UTF-8."""
    return value.encode("utf-8", "replace").decode()


def word_crc(word: bytes, cube: int) -> int:
    return zlib.crc32(word, cube) - _SIGN


def row_crc(*values: object) -> int:
    """Of what changes in a row of a cube."""
    return zlib.crc32(repr(values).encode())


def digest(run: dict[str, str], atoms: Iterable[str], literals: Iterable[str]) -> str:
    """Of all that does not change."""
    text = json.dumps([sorted(run.items()), list(atoms), list(literals)])
    return hashlib.sha256(text.encode()).hexdigest()
