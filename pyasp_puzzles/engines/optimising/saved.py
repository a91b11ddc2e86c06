"""The file of a search for the best board: the board, its score, and how far the search has come.

It is a JSON object of some lines, which ``check`` and ``draw`` read as an answer.  A new version is
written beside the file and then takes its place, so that whatever ends the process, the file is
whole: the last version or the one before.  The process that searches holds a lock on it.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from pyasp_puzzles._version import __version__
from pyasp_puzzles.boards.formats.outputs import filled, named_errors
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.core.atoms import parse_atoms
from pyasp_puzzles.core.errors import AnswerError, Phrase, PuzzleError, SolverError, first_rules
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.engines.optimising.board import BestBoard, measured, optimiser_of

try:
    import fcntl
except ModuleNotFoundError:  # a system without these locks
    fcntl = None  # type: ignore[assignment]

MOST_BYTES = 4_000_000
"""The largest file that is read."""

MOST_RUNS = 10**12
"""The largest number of runs that a file may tell of."""

MOST_SECONDS = 1e12
"""More CPU time than a file may tell of."""

MOST_LETTERS = 200
"""The longest text that says what found a board."""

FIELDS = ("puzzle", "instance", "facts", "score", "of", "seconds", "found_by", "runs", "version")
"""The members of the object before "atoms", in this order."""


@dataclass(frozen=True)
class Saved(Generic[I, S]):
    """What a file holds."""

    board: BestBoard[I, S, Any]
    found_by: str
    runs: Mapping[int, int]
    seconds: float


class SaveFile(Generic[I, S]):
    """A file that holds the best board of an instance; open until :meth:`close`.

    Attributes:
        known: what an earlier search has saved; ``None``: nothing.

    Raises:
        PuzzleError: the file cannot be written, or another search has locked it.
        AnswerError: the file does not hold a board of this instance with its right score.
    """

    def __init__(self, path: str | os.PathLike[str], puzzle: Puzzle[I, S], instance: I) -> None:
        self.name = os.fspath(path)
        self._puzzle, self._instance = puzzle, instance
        if self.name in ("", "-"):
            raise PuzzleError(f"save: found {self.name or 'nothing'}, expected the name of a file")
        with named_errors(self.name):
            self._path = Path(self.name).resolve()
            self._descriptor, self._made = _opened(self._path, self.name)
        try:
            with named_errors(self.name):
                self._replaced_by(None)
            self._facts = hashlib.sha256(fact_text(instance).encode()).hexdigest()
            text = self._text()
            self.known = self._read(text) if text else None
        except BaseException:
            self.close()
            raise

    def write(self, board: BestBoard[I, S, Any], runs: Mapping[int, int], seconds: float) -> None:
        """Write a board in place of what the file holds."""
        values = (
            self._puzzle.name,
            self._instance.name,
            self._facts,
            board.score,
            board.of,
            round(seconds, 2),
            self._found_by(board),
            {str(seed): number for seed, number in sorted(runs.items())},
            f"pyasp-puzzles {__version__}",
        )
        members = [
            f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
            for name, value in zip(FIELDS, values, strict=True)
        ]
        atoms = [json.dumps(str(symbol), ensure_ascii=False) for symbol in board.answer.symbols]
        listed = "\n".join(filled([*(f"{atom}," for atom in atoms[:-1]), *atoms[-1:]], 100, "  "))
        text = "{\n" + ",\n".join([*members, f' "atoms": [\n{listed}\n ]']) + "\n}\n"
        with named_errors(self.name):
            self._replaced_by(text)

    def _found_by(self, board: BestBoard[I, S, Any]) -> str:
        """What found a board, also where that was an earlier search."""
        known = self.known
        found_by = known.found_by if known and board is known.board else board.found_by
        return found_by[:MOST_LETTERS]

    def close(self) -> None:
        """Free the lock; a file that this process has made, and left empty, is deleted."""
        if self._descriptor < 0:
            return
        with suppress(OSError):
            if self._made and not os.fstat(self._descriptor).st_size:
                self._path.unlink()
        os.close(self._descriptor)
        self._descriptor = -1

    def _replaced_by(self, text: str | None) -> None:
        """Replace this file; without a text only try whether that is allowed."""
        beside = self._path.with_name(f".{self._path.name}.part")
        beside.unlink(missing_ok=True)  # a process that was killed may have left it
        new = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            if text is None:
                return
            if hasattr(os, "fchmod"):
                os.fchmod(new, stat.S_IMODE(os.fstat(self._descriptor).st_mode))
            # A name that is no UTF-8 becomes escapes, as JSON has them.
            with os.fdopen(os.dup(new), "w", -1, "utf-8", "backslashreplace", "") as file:
                file.write(text)
                file.flush()
                os.fsync(new)
            _lock(new)
            beside.replace(self._path)
            self._descriptor, new = new, self._descriptor
        finally:
            os.close(new)
            beside.unlink(missing_ok=True)

    def _text(self) -> str:
        with named_errors(self.name), os.fdopen(os.dup(self._descriptor), "rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise self._refused("", Phrase(f"more than {MOST_BYTES // 10**6} MB"), _A_BOARD)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            found = Phrase(f"the byte 0x{data[error.start]:02x}")
            raise self._refused("", found, _A_BOARD) from None

    def _read(self, text: str) -> Saved[I, S]:
        """What a text says, each part checked."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            first = next((line for line in text.splitlines() if line.strip()), "")
            cut = first.strip() == "{"
            what = Phrase("a file that is cut off or damaged") if cut else first.strip()
            raise self._refused("", what, _A_BOARD) from None
        if not isinstance(found, dict):
            raise self._refused("", found, _A_BOARD)
        for name in (*FIELDS, "atoms"):
            if name not in found:
                raise self._refused(name, Phrase("nothing"), _A_BOARD)
        if found["puzzle"] != self._puzzle.name:
            raise self._refused("puzzle", found["puzzle"], repr(self._puzzle.name))
        if found["facts"] != self._facts:
            what = Phrase(f"those of the board {found['instance']}")
            raise self._refused("facts", what, f"those of {self._instance.name}; they differ")
        most = optimiser_of(self._puzzle).most(self._instance)
        if type(found["of"]) is not int or found["of"] != most:
            raise self._refused("of", found["of"], str(most))
        runs = dict(self._runs(found["runs"]))
        seconds = found["seconds"]
        if type(seconds) not in (int, float) or not 0 <= seconds < MOST_SECONDS:
            raise self._refused("seconds", seconds, "CPU seconds")
        found_by = found["found_by"]
        if not isinstance(found_by, str) or len(found_by) > MOST_LETTERS:
            raise self._refused("found_by", found_by, "a few words")
        return Saved(self._board(found), found_by, runs, float(seconds))

    def _runs(self, found: Any) -> Iterator[tuple[int, int]]:
        expected = 'numbers of runs by seed, such as {"1": 12}'
        if not isinstance(found, dict):
            raise self._refused("runs", found, expected)
        for seed, runs in found.items():
            right = seed.isdecimal() and len(seed) < 11 and type(runs) is int
            if not (right and 0 <= runs <= MOST_RUNS):
                raise self._refused("runs", found, expected)
            yield int(seed), runs

    def _board(self, found: dict[str, Any]) -> BestBoard[I, S, Any]:
        atoms, score = found["atoms"], found["score"]
        if not isinstance(atoms, list) or not all(isinstance(atom, str) for atom in atoms):
            raise self._refused("atoms", atoms, "a list of atoms")
        try:
            symbols = parse_atoms(atoms, self.name)
            answer, scored = measured(self._puzzle, self._instance, symbols)
        except AnswerError as error:
            raise self._refused("atoms", error.found, error.expected) from None
        except SolverError as error:
            raise self._refused("atoms", Phrase(str(error)), "atoms of an answer") from None
        if scored.broken:
            said = Phrase(f"a board that breaks a rule: {first_rules(scored.broken)[0]}")
            raise self._refused("atoms", said, "one that keeps the strict rules")
        if type(score) is not int or score != scored.score:
            expected = f"{scored.score}: that is the score of its atoms"
            raise self._refused("score", score, expected)
        most = optimiser_of(self._puzzle).most(self._instance)
        return BestBoard(answer, score, most, 0.0, f"saved in {self.name}")

    def _refused(self, place: str, found: object, expected: str) -> AnswerError:
        return AnswerError(self.name, place, found, expected)


_A_BOARD = "a board that `best --save` wrote"


def _opened(path: Path, name: str) -> tuple[int, bool]:
    """Open a file to read and write, or make it, and lock it; say whether it was made."""
    while True:
        made = False
        try:
            descriptor = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666))
                made = True
            descriptor = os.open(path, os.O_RDWR)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise PuzzleError(f"{name}: found no regular file, expected one, or none yet")
            if not _lock(descriptor):
                raise PuzzleError(
                    f"{name}: another search has this file; give this one a file of its own"
                )
            with suppress(FileNotFoundError):  # else the other process has just replaced it
                if os.path.samestat(os.fstat(descriptor), path.stat()):
                    return descriptor, made
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Lock an open file, where the system can; false if another process has locked it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
