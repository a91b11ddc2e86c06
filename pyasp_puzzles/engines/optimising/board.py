"""A board that keeps most of the rules, with its score; the file of the search for it."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from pyasp_puzzles._version import __version__
from pyasp_puzzles.boards.formats.outputs import filled, named_errors
from pyasp_puzzles.boards.optimiser import Improvement, Optimiser, Scored
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.core.atoms import parse_atoms
from pyasp_puzzles.core.errors import (
    AnswerError,
    Phrase,
    PuzzleError,
    SolverError,
    VerificationError,
    counted,
    first_rules,
)
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.engines.results import A, Answer
from pyasp_puzzles.pictures.notebook import Part, Shown

if TYPE_CHECKING:
    import clingo
    from rich.console import Console, ConsoleOptions, RenderResult

    from pyasp_puzzles.pictures.picture import Picture


@dataclass(frozen=True)
class BestBoard(Shown, Generic[I, S, A]):
    """A board that keeps the strict rules. ``print`` and ``rich.print`` draw it.

    Attributes:
        answer: the board as an answer, which breaks a rule unless the score is full.
        score, of: how often the other rules are kept, by the puzzle's ``measure``; the full score.
        seconds: CPU time from the beginning of the search until it was found.
        found_by: the part of the search that found it, or the file of an earlier search.
    """

    answer: Answer[I, S, A]
    score: int
    of: int
    seconds: float = 0.0
    found_by: str = ""

    @property
    def lost(self) -> int:
        """How much is missing to the full score."""
        return self.of - self.score

    @property
    def picture(self) -> Picture:
        """The board with what is lost marked, for any renderer."""
        answer = self.answer
        return optimiser_of(answer.puzzle).picture(answer.instance, answer.solution)

    @property
    def words(self) -> str:
        """The score in words: "463 of 480 joints match, 17 breaks"."""
        optimiser = optimiser_of(self.answer.puzzle)
        lost = f", {counted(self.lost, optimiser.lost)}" if self.lost else ""
        return f"{self.score:,} of {self.of:,} {optimiser.counted}{lost}"

    def as_json(self) -> dict[str, Any]:
        """JSON values: ``score``, ``of``, ``seconds`` and ``atoms``."""
        return {
            "score": self.score,
            "of": self.of,
            "seconds": round(self.seconds, 2),
            "atoms": [str(symbol) for symbol in self.answer.symbols],
        }

    def notebook_parts(self) -> Iterator[Part]:
        """The board and its score."""
        yield self.picture
        yield self.words

    def __str__(self) -> str:
        from pyasp_puzzles.pictures.terminal import plain

        return plain(self.picture)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from pyasp_puzzles.pictures.terminal import TerminalPicture

        yield TerminalPicture(self.picture)


def optimiser_of(puzzle: Puzzle[I, S]) -> Optimiser[I, S]:
    """The optimiser of a puzzle. Raises PuzzleError if it has none."""
    if puzzle.best is None:
        able = [name for name in puzzle_names() if find_puzzle(name).best]
        raise PuzzleError(
            f"{puzzle.name}: this puzzle has no search for the best board; those that have one: "
            f"{', '.join(able) or 'none'}"
        )
    return puzzle.best


def measured(
    puzzle: Puzzle[I, S], instance: I, symbols: Iterable[clingo.Symbol]
) -> tuple[Answer[I, S, Any], Scored]:
    """The board with these atoms, and its score; SolverError or AnswerError for wrong atoms."""
    answer: Answer[I, S, Any] = Answer.read(puzzle, instance, symbols)
    return answer, optimiser_of(puzzle).measure(instance, answer.solution)


def checked(
    puzzle: Puzzle[I, S], instance: I, found: Improvement, before: int
) -> Answer[I, S, Any]:
    """The board of an improvement, if it is what the search says and exceeds the score ``before``.

    Raises VerificationError if the search or ``measure`` is wrong.
    """
    try:
        answer, scored = measured(puzzle, instance, found.symbols)
        most = optimiser_of(puzzle).most(instance)
        if scored.broken:
            wrong = f"that breaks a strict rule. {' '.join(first_rules(scored.broken))}"
        elif scored.score != found.score:
            wrong = f"with the score {found.score}, but it has {scored.score}."
        elif before < scored.score <= most:
            return answer
        else:
            wrong = (
                f"with the score {scored.score}, expected more than {before} and at most {most}."
            )
    except PuzzleError as error:
        wrong = f"that cannot be read: {error}."
    atoms = " ".join(map(str, sorted(found.symbols)))
    raise VerificationError(
        f"{puzzle.name} {instance.name}: the search for the best board returned a board "
        f"{wrong} Please report this. Board: {atoms}"
    )


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
    """A file with the best board of an instance, its score, and how far the search has come.

    ``check`` and ``draw`` read its JSON object as an answer.  A new version takes the place of the
    old one when it is whole.  The process that searches holds a lock on it until :meth:`close`.

    ``known`` is what an earlier search has saved; ``None``: nothing.

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
            self._most = optimiser_of(puzzle).most(instance)
            with named_errors(self.name), os.fdopen(os.dup(self._descriptor), "rb") as file:
                data = file.read(MOST_BYTES + 1)
            self.known = self._read(data) if data else None
        except BaseException:
            self.close()
            raise

    def write(self, board: BestBoard[I, S, Any], runs: Mapping[int, int], seconds: float) -> None:
        """Write a board in place of what the file holds."""
        known = self.known if self.known and board is self.known.board else None
        found_by = known.found_by if known else board.found_by
        values = (
            self._puzzle.name,
            self._instance.name,
            self._facts,
            board.score,
            board.of,
            round(seconds, 2),
            found_by[:MOST_LETTERS],
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

    def _read(self, data: bytes) -> Saved[I, S]:
        """What a file says, each part checked."""
        self._check("", len(data) <= MOST_BYTES, Phrase(f"more than {MOST_BYTES // 10**6} MB"))
        try:
            text = data.decode("utf-8")
            found = json.loads(text)
        except UnicodeDecodeError as error:
            raise self._refused("", Phrase(f"the byte 0x{data[error.start]:02x}")) from None
        except (ValueError, RecursionError):
            first = next((line.strip() for line in text.splitlines() if line.strip()), "")
            cut = Phrase("a file that is cut off or damaged")
            raise self._refused("", cut if first == "{" else first) from None
        self._check("", isinstance(found, dict), found)
        for name in (*FIELDS, "atoms"):
            self._check(name, name in found, Phrase("nothing"))
        ours, name, most = self._puzzle.name, self._instance.name, self._most
        self._check("puzzle", found["puzzle"] == ours, found["puzzle"], repr(ours))
        other = Phrase(f"those of the board {found['instance']}")
        differ = f"those of {name}; they differ"
        self._check("facts", found["facts"] == self._facts, other, differ)
        right = type(found["of"]) is int and found["of"] == most
        self._check("of", right, found["of"], str(most))
        runs, seconds, found_by = found["runs"], found["seconds"], found["found_by"]
        right = isinstance(runs, dict) and all(
            seed.isdecimal() and len(seed) < 11 and type(number) is int and 0 <= number <= MOST_RUNS
            for seed, number in runs.items()
        )
        self._check("runs", right, runs, 'numbers of runs by seed, such as {"1": 12}')
        right = type(seconds) in (int, float) and 0 <= seconds < MOST_SECONDS
        self._check("seconds", right, seconds, "CPU seconds")
        right = isinstance(found_by, str) and len(found_by) <= MOST_LETTERS
        self._check("found_by", right, found_by, "a few words")
        board = self._board(found["atoms"], found["score"])
        return Saved(board, found_by, {int(seed): n for seed, n in runs.items()}, float(seconds))

    def _board(self, atoms: Any, score: Any) -> BestBoard[I, S, Any]:
        right = isinstance(atoms, list) and all(isinstance(atom, str) for atom in atoms)
        self._check("atoms", right, atoms, "a list of atoms")
        try:
            symbols = parse_atoms(atoms, self.name)
            answer, scored = measured(self._puzzle, self._instance, symbols)
        except AnswerError as error:
            raise self._refused("atoms", error.found, error.expected) from None
        except SolverError as error:
            raise self._refused("atoms", Phrase(str(error)), "atoms of an answer") from None
        broken = "".join(first_rules(scored.broken)[:1])
        said = Phrase(f"a board that breaks a rule: {broken}")
        self._check("atoms", not broken, said, "one that keeps the strict rules")
        right = type(score) is int and score == scored.score
        self._check("score", right, score, f"{scored.score}: that is the score of its atoms")
        return BestBoard(answer, score, self._most, 0.0, f"saved in {self.name}")

    def _check(self, place: str, right: bool, found: object, expected: str = "") -> None:
        if not right:
            raise self._refused(place, found, expected)

    def _refused(self, place: str, found: object, expected: str = "") -> AnswerError:
        return AnswerError(self.name, place, found, expected or "a board that `best --save` wrote")


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
    except OSError as error:  # another one: a file system without locks
        return not isinstance(error, BlockingIOError)
    return True
