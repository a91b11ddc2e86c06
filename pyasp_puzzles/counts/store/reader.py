"""Reads a store: the identity of its count, its cubes and their answers, all checked."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import time
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import StoreError, counted
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.store.codec import AnswerCodec, AnswerFilter, parsed_atom
from pyasp_puzzles.counts.store.database import Database, damaged
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.engines.search import Cube

OPEN, DONE, FAILED = "open", "done", "failed"
_SIGN = 1 << 31
"""Subtracted from checksums: SQLite stores a signed 32-bit number in four bytes, not in six."""


class StoreReader:
    """Everything that can be read from a store.

    Attributes:
        path: the file.
        run: the identity of the count.
        atoms: all atoms that an answer can show, in clingo's order; empty in a fresh store.
        codec: encodes and decodes the answers.
    """

    run: CountIdentity

    def __init__(self, database: Database) -> None:
        self._database = database
        self.path = database.path
        self.atoms: tuple[str, ...] = ()
        self.codec = AnswerCodec(())

    @property
    def fresh(self) -> bool:
        """Whether nothing is in it yet."""
        return self._database.fresh

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
        if self.fresh:
            return 0.0
        ((total,),) = self._database.rows(f"SELECT {what} FROM cube")
        return float(total)

    @property
    def engines(self) -> list[str]:
        """Names of the engines that searched the finished cubes."""
        rows = self._database.rows("SELECT DISTINCT engine FROM cube WHERE engine > '' ORDER BY 1")
        return [engine for (engine,) in rows]

    @property
    def size(self) -> int:
        """Bytes of the file and of the write-ahead log beside it."""
        return sum(file.stat().st_size for file in self._files())

    @property
    def date(self) -> str:
        """Date and time of the last change, in local time."""
        newest = max(file.stat().st_mtime for file in self._files() if file.stat().st_size)
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(newest))

    def _files(self) -> list[Path]:
        return [file for end in ("", "-wal") if (file := Path(f"{self.path}{end}")).exists()]

    def open_cubes(self) -> list[tuple[int, Cube]]:
        """The unfinished cubes with their numbers, from 1: open ones and failed ones."""
        return [(number, cube) for number, cube, _ in self._cubes(f"state != '{DONE}'")]

    def failures(self) -> list[tuple[int, Cube, str]]:
        """The failed cubes with their numbers and the reasons."""
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
        """Some of the answers, in the order of their encoding."""
        for number, encoded, cube in self.encoded_answers(skip, most, filters):
            yield StoredAnswer(number, cube, self.codec.decode(encoded), self.run)

    def encoded_answers(
        self, skip: int = 0, most: int | None = None, filters: AnswerFilter | None = None
    ) -> Iterator[tuple[int, bytes, int]]:
        """As :meth:`page`, but triples: number of the answer, its encoding, number of its cube."""
        if self.fresh or most == 0:
            return
        matches = filters.matches if filters else None
        crc32, sign = zlib.crc32, _SIGN  # as answer_crc, but inline: there may be millions
        number = 0 if matches else skip
        left = -1 if most is None else most
        sql = "SELECT word, cube, crc FROM answer ORDER BY word LIMIT -1 OFFSET ?"
        expected, last = self.answers, None
        try:
            for encoded, cube, crc in self._database.rows(sql, (number,)):
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
        self.codec = AnswerCodec(self.atoms)
        if checked:
            ((found,),) = self._database.rows("SELECT count(*) FROM answer")
            if found != self.answers:
                what = f"{found:,} instead of {counted(self.answers, 'answer')}"
                raise damaged(self.path, what)


def _cube(literals: str) -> Cube:
    found = json.loads(literals)
    return Cube(tuple(found["true"]), tuple(found["false"]))


def as_text(value: str) -> str:
    """The text without lone surrogates, which SQLite cannot store; a file name may have some."""
    return value.encode("utf-8", "replace").decode()


def answer_crc(encoded: bytes, cube: int) -> int:
    """The checksum of an answer, as a signed 32-bit number."""
    return zlib.crc32(encoded, cube) - _SIGN


def row_crc(*values: object) -> int:
    """The checksum of the values that change in the row of a cube."""
    return zlib.crc32(repr(values).encode())


def digest(run: dict[str, str], atoms: Iterable[str], literals: Iterable[str]) -> str:
    """The SHA-256 digest of everything that never changes."""
    text = json.dumps([sorted(run.items()), list(atoms), list(literals)])
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class StoredAnswer:
    """An answer of a store.

    Attributes:
        number: position among all answers of the store, from 1.
        cube: number of the cube that has it, from 1.
        atoms: the shown atoms, in clingo's order.
        run: the identity of the count.
    """

    number: int
    cube: int
    atoms: tuple[str, ...]
    run: CountIdentity = field(repr=False, compare=False)

    @cached_property
    def answer(self) -> Answer[Any, Any, Any]:
        """The answer, verified.

        Raises:
            StoreError: the store has parts of answers only.
            VerificationError: it breaks a rule, which is a bug.
        """
        if not self.run.whole:
            raise StoreError(
                f"{self.run.puzzle} {self.run.instance}: found a {self.run.by}, which leaves out "
                "a part of the answer, expected a whole answer to verify and to draw"
            )
        return self._answer().verified()

    def verify(self) -> None:
        """Verify the answer, if it is a whole one.

        Raises:
            VerificationError: it breaks a rule, which is a bug.
        """
        if self.run.whole:
            self._answer().verified()

    def _answer(self) -> Answer[Any, Any, Any]:
        puzzle = find_puzzle(self.run.puzzle)
        return Answer.read(puzzle, self.run.loaded, map(parsed_atom, self.atoms))

    def as_json(self) -> dict[str, Any]:
        """As ``as_json`` of :class:`~pyasp_puzzles.engines.results.Answer`; a part has atoms only.

        Raises:
            VerificationError: it breaks a rule, which is a bug.
        """
        if self.run.whole:
            return self._answer().as_json()
        return {
            "puzzle": self.run.puzzle,
            "instance": self.run.instance,
            "atoms": list(self.atoms),
            "verified": False,
        }
