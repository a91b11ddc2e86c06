"""Counts that are at work, what is done to them, and what has to be in their store then."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import termios
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import clingo
from gate import Gate
from shipped_boards import edge_board
from support import PUZZLES, ROOT, found

import pyasp_puzzles as pp
from pyasp_puzzles.counts.store.store import Store

Answer = frozenset[str]

PATIENCE = 300.0
"""Seconds after which what is waited for has failed; a busy machine may be slow."""
MARK = "PYASP_PUZZLES_TEST"
"""The variable by which the processes of a count are known, whoever their parent is now."""


# What is right


@dataclass(frozen=True)
class Truth:
    """A board, and its answers as counted in one piece, without cubes, processes and a store."""

    address: str
    answers: frozenset[Answer]
    _parts: dict[str, list[frozenset[Answer]]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, address: str | Path) -> Truth:
        symbols: list[frozenset[clingo.Symbol]] = found(pp.load("eternity", address), "asp")
        return cls(str(address), frozenset(frozenset(map(str, answer)) for answer in symbols))

    def parts(self, literals: list[str]) -> list[frozenset[Answer]]:
        """The answers of each cube, whose literals are as they are in the store."""
        key = "\n".join(literals)
        if key not in self._parts:
            self._parts[key] = [self._part(json.loads(text)) for text in literals]
            assert sum(map(len, self._parts[key])) == len(self.answers), "cubes share answers"
            assert frozenset().union(*self._parts[key]) == self.answers, "cubes lack answers"
        return self._parts[key]

    def _part(self, cube: Mapping[str, list[str]]) -> frozenset[Answer]:
        true, false = set(cube["true"]), set(cube["false"])
        return frozenset(a for a in self.answers if true <= a and not false & a)


def board(path: Path, colours: int, seed: int) -> Path:
    """A file with an edge-matching board of 4 x 4 pieces, without a frame."""
    made, _ = edge_board(4, 4, colours, seed, framed=False)
    path.write_text(pp.find_puzzle("eternity").format(made))
    return path


# What is in a store


@dataclass(frozen=True)
class Seen:
    """What a store had: answers by the number of their cube."""

    cubes: int = 0
    done: frozenset[int] = frozenset()
    failed: frozenset[int] = frozenset()
    kept: Mapping[int, frozenset[Answer]] = field(default_factory=dict)

    @property
    def left(self) -> int:
        return self.cubes - len(self.done)

    @property
    def answers(self) -> int:
        return sum(map(len, self.kept.values()))


def look(path: Path, truth: Truth, before: Seen | None = None) -> Seen:
    """What is in a store that nobody writes, which has to be right.

    It is read from a copy, so that the next count finds it as it was left.  Nothing may be in it
    that is no answer, or twice, or of another cube; a cube that is done has exactly its answers;
    and what was there before is still there.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy.store")
        for end in ("", "-wal"):
            if Path(f"{path}{end}").exists():
                shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        seen = read(copy, truth)
    if before:
        assert before.done <= seen.done, "a cube that was done is not done any more"
        assert seen.cubes == before.cubes or not before.cubes, "other cubes"
        for number, kept in before.kept.items():
            assert kept <= seen.kept[number], "answers that were kept are gone"
    return seen


def read(path: Path, truth: Truth) -> Seen:
    """As :func:`look`, from the file itself."""
    try:
        store = Store.to_read(path)
    except pp.StoreError as error:  # it was ended before it began
        assert re.search("found (no such file|an empty file)", str(error)), error
        return Seen()
    with store:
        kept: dict[int, set[Answer]] = {number: set() for number in range(1, store.cubes + 1)}
        total = 0
        for answer in store.page():
            kept[answer.cube].add(frozenset(answer.atoms))
            total += 1
        assert sum(map(len, kept.values())) == total, "an answer is there twice in a cube"
        assert store.answers == total
        exhausted = store.exhausted
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT number, literals, state FROM cube ORDER BY 1").fetchall()
    right = truth.parts([literals for _, literals, _ in rows])
    states = {number: state for number, _, state in rows}
    for number, state in states.items():
        if state == "done":
            assert kept[number] == right[number - 1], f"cube {number} is done, with other answers"
        assert kept[number] <= right[number - 1], f"cube {number} has what is none of its answers"
    done = frozenset(number for number, state in states.items() if state == "done")
    failed = frozenset(number for number, state in states.items() if state == "failed")
    assert exhausted == (len(done) == len(states))
    answers = {number: frozenset(part) for number, part in kept.items()}
    return Seen(len(states), done, failed, answers)


def done_so_far(path: Path) -> int:
    """Cubes that are done in a store that is written now; -1: it was not begun."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            ((number,),) = connection.execute("SELECT count(*) FROM cube WHERE state = 'done'")
            return int(number)
    except sqlite3.Error:
        return -1


def log_state(path: Path) -> tuple[int, int]:
    try:
        state = os.stat(f"{path}-wal")  # noqa: PTH116 - this has to be quick
    except FileNotFoundError:
        return 0, 0
    return state.st_size, state.st_mtime_ns


# Counts at work


def until(condition: Callable[[], Any], seconds: float = PATIENCE, pause: float = 0.01) -> bool:
    """Wait for something; it is looked at once more when the time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(pause)
    return bool(condition())


def alive(process: int) -> bool:
    """Whether a process exists, and is not merely waiting for its parent to read its end."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


GATED = """
import sys
from pathlib import Path

folder = Path({folder!r})
(folder / "started").touch()
sys.path.append({shared!r})

from gate import Gate
from pyasp_puzzles.counts import cube_cutter, scheduler


def search_cube(task, cube, *rest):
    if cube != cube_cutter.EMPTY_CUBE:
        Gate(folder / "gate").enter()
    return cube_cutter.search_cube(task, cube, *rest)


if __name__ == "__main__":
    import gated
    from pyasp_puzzles.__main__ import main

    scheduler.search_cube = gated.search_cube
    scheduler.GRACE = 600.0  # a machine may be slow to return what is found
    main()
"""


class GatedCount:
    """A count whose searches wait at a gate: it stays where a test wants it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.gate, self.script = Gate(folder / "gate"), folder / "gated.py"
        self.script.write_text(
            GATED.format(folder=str(folder), shared=str(Path(__file__).parent)), encoding="utf-8"
        )

    def begin(
        self, store: Path, truth: Truth, *options: str, most: int | None = None, **others: Any
    ) -> Session:
        """Begin a count of which so many cubes may be searched; ``None``: all."""
        (self._folder / "started").unlink(missing_ok=True)
        if most is None:
            self.gate.open()
        else:
            self.gate.close(most)
        folder, script = self._folder, self.script
        return Session(store, truth.address, *options, folder=folder, script=script, **others)

    def started(self) -> bool:
        """Whether Python runs the script: no signal can come before."""
        return (self._folder / "started").exists()


class Session:
    """A count into a store that is at work, in processes of its own."""

    def __init__(
        self,
        store: Path,
        address: str,
        *options: str,
        folder: Path,
        script: Path | None = None,
        terminal: bool = False,
        **popen: Any,
    ) -> None:
        self.store, self.mark = store, uuid.uuid4().hex
        self._strangers = frozenset(_processes())
        program = (sys.executable, str(script)) if script else PUZZLES
        # With clingo, so that there is time for faults: the compiled scan ends at once.
        slow = ("--engine", "asp", "--store", str(store))
        words = [*program, "count", "eternity", address, *slow, *options]
        temporary = folder / "temporary"
        temporary.mkdir(exist_ok=True)
        environment = {
            **os.environ,
            **popen.pop("environment", {}),
            MARK: self.mark,
            "COLUMNS": "80",
            "TERM": "xterm",
            "TMPDIR": str(temporary),
            "PYTHONPATH": str(ROOT),
        }
        self._files = [tempfile.TemporaryFile() for _ in range(2)]  # noqa: SIM115
        self._screen, self._master = b"", -1
        if terminal:
            # A leader of a session that opens a terminal has it for its own.
            self._master, slave = pty.openpty()
            modes = termios.tcgetattr(slave)
            modes[3] |= termios.NOFLSH  # else each Ctrl-C deletes what nobody has read yet
            termios.tcsetattr(slave, termios.TCSANOW, modes)
            name = os.ttyname(slave)
            words = ["/bin/sh", "-c", f'exec "$0" "$@" <{name} >{name} 2>&1', *words]
        popen = {"stdout": self._files[0], "stderr": self._files[1], **popen}
        self.process = subprocess.Popen(
            words,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            **popen,
        )
        if terminal:
            until(lambda: os.tcgetpgrp(self._master) == self.process.pid)
            os.close(slave)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        for file in self._files:
            file.close()
        if self._master >= 0:
            os.close(self._master)

    @property
    def ended(self) -> bool:
        self._read_screen()
        return self.process.poll() is not None

    def processes(self) -> list[int]:
        mark = f"{MARK}={self.mark}".encode()
        return [
            process
            for process in _processes()
            if process not in self._strangers
            and alive(process)
            and mark in _text(process, "environ")
        ]

    def workers(self) -> list[int]:
        return [
            process
            for process in self.processes()
            if b"pyasp_puzzles.work.pool" in _text(process, "cmdline")
        ]

    def wait(self, condition: Callable[[], Any], pause: float = 0.01) -> bool:
        """Wait for something; false when the count has ended before."""
        assert until(lambda: self.ended or condition(), pause=pause), (
            f"nothing came: {self.printed()}"
        )
        return not self.ended

    def wait_done(self, number: int) -> bool:
        return self.wait(lambda: done_so_far(self.store) >= number)

    def wait_write(self) -> bool:
        before = log_state(self.store)
        return self.wait(lambda: log_state(self.store) != before, pause=0.0001)

    def end(self) -> int:
        """Wait until it ends by itself, with its processes, and return its exit code."""
        assert until(lambda: self.ended, pause=0.01), f"it does not end: {self.printed()}"
        self.gone()
        return self.process.returncode

    def kill(self, signal_: int = signal.SIGKILL, also: tuple[int, ...] = ()) -> float:
        """End it by a signal, and return in how many seconds all its processes were gone."""
        for process in also:
            with suppress(ProcessLookupError):
                os.kill(process, signal_)
        self.process.send_signal(signal_)  # unless it has ended
        assert until(lambda: self.ended), "a signal does not end it"
        return self.gone()

    def kill_worker(self, chance: Any) -> bool:
        """Kill one of the workers, if one is there."""
        there = self.workers()
        if not there:
            return False
        with suppress(ProcessLookupError):
            os.kill(chance.choice(there), signal.SIGKILL)
        return True

    def gone(self) -> float:
        start = time.monotonic()
        assert until(lambda: not self.processes()), "it leaves processes behind"
        return time.monotonic() - start

    def ctrl_c(self) -> None:
        with suppress(OSError):
            os.write(self._master, b"\x03")

    def printed(self) -> str:
        """What it has written, without what moves on a terminal."""
        if self._master < 0:
            return "".join(file.decode(errors="replace") for file in self.written())
        self._read_screen()
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\^C", "", self._screen.decode(errors="replace"))
        lines = [line.strip() for line in re.split(r"[\r\n]+", text)]
        return "".join(f"{line}\n" for line in lines if line and not "⠀" <= line[0] <= "⣿")

    def written(self) -> tuple[bytes, ...]:
        for file in self._files:
            file.seek(0)
        return tuple(file.read() for file in self._files)

    @property
    def screen(self) -> str:
        self._read_screen()
        return self._screen.decode(errors="replace")

    def _read_screen(self) -> None:
        while self._master >= 0 and select.select([self._master], [], [], 0)[0]:
            try:
                self._screen += os.read(self._master, 1 << 16)
            except OSError:  # the other side is closed
                return


def _processes() -> Iterator[int]:
    yield from (int(entry.name) for entry in os.scandir("/proc") if entry.name.isdigit())


def _text(process: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{process}/{name}").read_bytes()
    except OSError:  # it has ended, or is another user's
        return b""


# Faults

SHORT_LOG = """
from pyasp_puzzles.__main__ import main
from pyasp_puzzles.counts.store import database

database.LOG_BYTES = 1 << 16
main()
"""


def killed_until_through(
    folder: Path, truth: Truth, chance: Any, *, cubes: int, kills: int
) -> Counter[str]:
    """Kill a count and its workers at random until it is through.

    Every other count works its log into the database after each few cubes, not after hundreds.
    """
    store, tally, seen, slowest = folder / "killed.store", Counter[str](), Seen(), 0.0
    short = folder / "short_log.py"
    short.write_text(SHORT_LOG)
    while True:
        left = seen.left if seen.cubes else cubes
        most = max(1, left // max(1, kills - tally.total()))  # cubes until the next kill
        options = ("--processes", "2", "--cubes", str(cubes))
        script = chance.choice((None, short))
        with Session(store, truth.address, *options, folder=folder, script=script) as session:
            when = chance.choice(("at the beginning", *["in a commit", "at work"] * 2))
            if when == "at the beginning":
                time.sleep(chance.uniform(0, 0.6))
            else:
                done = len(seen.done)
                for _ in range(chance.choice((0, 1, 1, 2, 2))):
                    done += chance.randint(0, most)
                    session.wait_done(done) and session.wait(session.workers)
                    tally["worker"] += session.kill_worker(chance)
                session.wait_done(done + chance.randint(0, most))
                if when == "in a commit":
                    session.wait_write()
                    time.sleep(chance.choice((0, 0.0005, 0.002, 0.005)))
                else:
                    time.sleep(chance.uniform(0, 0.1))
            if session.ended:
                code, printed = session.end(), session.printed()
                assert "Traceback" not in printed, printed
                seen = look(store, truth, seen)
                assert code == (3 if seen.left else 0), printed
                if seen.left:
                    assert "given up" in printed  # a cube at which three workers were killed
                    continue
                break
            also: tuple[int, ...] = ()
            if chance.random() < 0.2:
                also = tuple(session.workers())
                tally["worker"] += len(also)
            slowest = max(slowest, session.kill(also=also))
            tally[f"counting process {when}"] += 1
            assert "Traceback" not in session.printed()
            seen = look(store, truth, seen)
            if chance.random() < 0.2:  # somebody looks at it in between
                assert read(store, truth) == seen
    assert seen.answers == len(truth.answers)
    print(f"slowest end of orphans: {slowest:.2f} s")
    return tally
