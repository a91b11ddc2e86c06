"""Counts on a Dask cluster: a scheduler and workers on this machine, and what becomes of them.

The workers' search processes do what files in a folder say (see ``FAULTS``): wait at a gate, so
that a count stays in its middle for as long as a test needs it there, or crash at one of the cubes.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import gate
import pytest
from faults import Truth, alive, done_so_far, look
from gate import Gate
from support import PUZZLES, ROOT

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.counts.cluster import connected
from pyasp_puzzles.counts.cube_cutter import CubeCutter
from pyasp_puzzles.counts.progress import Progress
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.work.pool import ProcessPool

pytest.importorskip("distributed")
if not Path("/proc/self/stat").exists():
    pytest.skip("looks for processes in /proc", allow_module_level=True)

SHARED = Path(gate.__file__).parent
BOARD = "eternity", "alike_3x3"
ANSWERS = 9432
CUBES = 40
DONE = 4
"""Number of cubes that are done in the middle of a count."""
PATIENCE = 300.0
"""Seconds after which what is waited for has failed; a busy machine may be slow."""

FAULTS = """
import os, pathlib, signal, sys, time

folder = pathlib.Path(__file__).parent


def told(name):
    path = folder / name
    return path.read_text() if path.exists() else ""


def search_cube(task, cube, *rest):
    if cube != cube_cutter.EMPTY_CUBE:
        gate.Gate(folder / "gate").enter()
        time.sleep(float(told("pause") or 0))
        if told("crash") == str(cube):
            os.kill(os.getpid(), signal.SIGSEGV)
    return real(task, cube, *rest)


if any("pyasp_puzzles.work.pool" in word for word in sys.orig_argv):
    import gate
    from pyasp_puzzles.counts import cube_cutter

    real, search_cube.__module__ = cube_cutter.search_cube, cube_cutter.__name__
    cube_cutter.search_cube = search_cube
"""

PATIENT = """
from pyasp_puzzles.__main__ import main
from pyasp_puzzles.counts import scheduler
from pyasp_puzzles.counts import cluster

scheduler.GRACE = cluster.CONNECT_SECONDS = 600.0
main()
"""
"""Runs the command, which waits longer for a scheduler and for the end of searches: a machine may
be slow."""


class Machines:
    """A scheduler and its workers, which end with the ``with`` block."""

    first: subprocess.Popen[bytes]
    second: subprocess.Popen[bytes]

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self._options, self.logs = folder, options, list[Path]()
        self.faults = folder / "faults"
        self.faults.mkdir()
        (self.faults / "sitecustomize.py").write_text(FAULTS)
        self.gate = Gate(self.faults / "gate")
        self._processes: list[subprocess.Popen[bytes]] = []
        self.start_scheduler()

    def start_scheduler(self) -> None:
        file = self.folder / f"scheduler_{len(self._processes)}.json"
        log = self.folder / f"scheduler_{len(self._processes)}.log"
        command = ["scheduler", "--port", "0", "--scheduler-file", str(file), *self._options]
        self.scheduler = self._start(command, log)
        until(lambda: file.exists() and file.read_text().endswith("}"), "the scheduler starts", log)
        self.address = str(json.loads(file.read_text())["address"])

    def start_worker(self, *options: str, path: Path | None = None) -> subprocess.Popen[bytes]:
        """A worker that is there before long; :meth:`wait` waits for it."""
        log = self.folder / f"worker_{len(self._processes)}.log"
        folder = ["--local-directory", str(self.folder / "dask")]
        command = ["worker", self.address, "--nthreads", "1", *folder, *options]
        process = self._start(command, log, path)
        self.logs.append(log)
        return process

    def wait(self) -> None:
        """Wait until all workers are there."""
        for log in self.logs:
            until(lambda log=log: "Registered to" in log.read_text(), "a worker comes", log)

    def end(self) -> None:
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def __enter__(self) -> Machines:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def tell(self, fault: str, text: object) -> None:
        """Let search processes do something from now on."""
        (self.faults / fault).write_text(str(text))

    def heal(self) -> None:
        for fault in ("pause", "crash"):
            (self.faults / fault).unlink(missing_ok=True)
        self.gate.open()

    def _start(
        self, command: list[str], log: Path, path: Path | None = None
    ) -> subprocess.Popen[bytes]:
        dask = [sys.executable, "-m", "dask", *command, "--host", "127.0.0.1", "--no-dashboard"]
        with log.open("wb") as output:
            process = subprocess.Popen(
                dask,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(path or f"{self.faults}{os.pathsep}{SHARED}")},
                start_new_session=True,
                preexec_fn=end_with_us,
            )
        self._processes.append(process)
        return process


def end_with_us() -> None:
    """Let the system end this process when the tests are killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def address(log: Path) -> str:
    """The address of the worker that has written a log."""
    told = re.search(r"Start worker at: *(\S+)", log.read_text())
    assert told
    return told[1]


def until(condition: Callable[[], Any], what: str, log: Path | None = None) -> None:
    """Wait for something."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        late = time.monotonic() > deadline
        told = f":\n{log.read_text()}" if log else ""
        assert not late or condition(), f"waited too long: {what}{told}"
        time.sleep(0.05)


def busy(pids: Iterable[int]) -> bool:
    """Whether some processes use a core, for a tenth of a moment at least."""

    def ticks() -> int:
        used = 0
        for pid in pids:
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                used += int(fields[11]) + int(fields[12])
        return used

    before = ticks()
    time.sleep(0.5)
    return ticks() > before + 5


def searchers(*processes: subprocess.Popen[bytes]) -> dict[int, int]:
    """The search processes below some processes, each with its parent."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    tops = {process.pid for process in processes}
    of_ours = {}
    for pid, parent in parents.items():
        above: int | None = parent
        while above is not None and above not in tops:
            above = parents.get(above)
        if above in tops:
            with contextlib.suppress(OSError):
                if b"pyasp_puzzles.work.pool" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    of_ours[pid] = parent
    return of_ours


def begin(
    machines: Machines, *options: object, board: tuple[str, ...] = BOARD
) -> subprocess.Popen[str]:
    """Begin a count on the cluster as a user does."""
    cluster = ["--cluster", machines.address]
    command = [
        sys.executable,
        "-c",
        PATIENT,
        "count",
        *board,
        "--engine",
        "asp",
        *cluster,
        *map(str, options),
    ]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code and output of a count."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return process.returncode, out, err


def held(machines: Machines, *options: object) -> subprocess.Popen[str]:
    """Begin a count with a store, and wait until some cubes are done and each worker is held."""
    machines.gate.close(DONE)
    counting = begin(machines, *options, "--cubes", CUBES)
    store = options[options.index("--store") + 1]
    assert isinstance(store, Path)
    until(lambda: done_so_far(store) == DONE, "the count has begun")
    return counting


def count(machines: Machines, *options: object) -> tuple[int, str, str]:
    return ended(begin(machines, *options))


def cubes(store: Path) -> int:
    """How many cubes a store is to have; 0 before they are cut."""
    try:
        with Store.to_read(store) as opened:
            return opened.cubes
    except pp.StoreError:
        return 0


@pytest.fixture(scope="module")
def truth() -> Truth:
    """The board's answers, from a search in one piece."""
    return Truth.of(BOARD[1])


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Two workers, one of which is started again by its nanny when it dies."""
    with Machines(tmp_path_factory.mktemp("both")) as machines:
        machines.first = machines.start_worker()
        machines.second = machines.start_worker("--no-nanny")
        machines.wait()
        yield machines


@pytest.fixture
def cluster(both: Machines) -> Iterator[Machines]:
    both.heal()
    yield both
    both.heal()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler without workers, for one test."""
    with Machines(tmp_path) as machines:
        yield machines


def test_a_cluster_finds_what_one_process_finds(
    cluster: Machines, tmp_path: Path, truth: Truth
) -> None:
    """Nothing but the count is printed."""
    assert count(cluster, "--store", tmp_path / "s", "--cubes", CUBES) == (0, f"{ANSWERS}\n", "")
    assert look(tmp_path / "s", truth).left == 0
    assert count(cluster, "--symmetry") == (0, "2364\n", "")


def test_what_is_wrong_with_an_address_is_said(cluster: Machines) -> None:
    for wrong, words in (
        (address(cluster.logs[1]), "found a worker of Dask"),
        (cluster.address.replace("tcp", "tls"), "TLS needs certificates"),
        ("nobody.invalid:8786", "the name nobody.invalid is not known"),
    ):
        with pytest.raises(pp.PuzzleError, match=words) as error, connected(wrong):
            pytest.fail("it is connected")
        assert str(error.value).startswith(f"cluster {wrong}: ")
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("carrier://127.0.0.1:8786", "unknown address scheme 'carrier'"),
        ("localhost", "found 'localhost', expected an address like tcp://127.0.0.1:8786"),
        ("127.0.0.1:99999", "expected an address like"),
        ("http://[", "expected an address like"),
    ],
)
def test_an_address_has_a_host_and_a_port(wrong: str, words: str) -> None:
    with pytest.raises(pp.PuzzleError, match=words), connected(wrong):
        pytest.fail("it is connected")


@pytest.fixture
def nobody() -> Iterator[dict[str, str]]:
    """Addresses where nobody listens, or something that is not of Dask."""
    silent, foreign, free = socket.socket(), socket.socket(), socket.socket()
    for listening in (silent, foreign, free):
        listening.bind(("127.0.0.1", 0))
    silent.listen()
    foreign.listen()

    def serve() -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                peer, _ = foreign.accept()
                peer.sendall(b"HTTP/1.0 400 Bad Request\r\n\r\n")

    threading.Thread(target=serve, daemon=True).start()
    yield {
        f"tcp://127.0.0.1:{free.getsockname()[1]}": "connection refused",
        f"127.0.0.1:{silent.getsockname()[1]}": "does not speak Dask's protocol",
        f"127.0.0.1:{foreign.getsockname()[1]}": "does not speak Dask's protocol",
    }
    for listening in (silent, foreign, free):
        listening.close()


def test_the_wait_for_a_scheduler_ends_after_a_while(
    nobody: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyasp_puzzles.counts.cluster.CONNECT_SECONDS", 1.0)
    for wrong, words in nobody.items():
        with pytest.raises(pp.PuzzleError, match=words), connected(wrong):
            pytest.fail("it is connected")


def test_a_time_limit_ends_the_wait_for_a_scheduler(
    nobody: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would last for hours here."""
    monkeypatch.setattr("pyasp_puzzles.counts.cluster.CONNECT_SECONDS", 1e4)
    counted = pp.count(pp.load(*BOARD), cluster=list(nobody)[1], timeout=1)
    assert (counted.answers, counted.exhausted, counted.reason) == (0, False, "time limit")


def test_a_missing_package_is_said_with_its_extra(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError(name='distributed')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [*PUZZLES, "count", *BOARD, "--cluster", "127.0.0.1:8786"]
    process = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    wanted = "this needs distributed, which is not installed: pip install 'pyasp-puzzles[cluster]'"
    assert (process.returncode, process.stderr) == (2, f"pyasp-puzzles: {wanted}\n")


def test_workers_without_the_right_packages_are_named(machines: Machines, tmp_path: Path) -> None:
    """Those that are there before, and one that comes in the middle."""
    lacking, old = tmp_path / "lacking", tmp_path / "old"
    for folder, text in (
        (lacking, "raise ModuleNotFoundError(\"No module named 'pyasp_puzzles'\")"),
        (old, "__version__ = '0.0.1'"),
    ):
        (folder / "pyasp_puzzles").mkdir(parents=True)
        (folder / "pyasp_puzzles" / "__init__.py").write_text(text)
    (tmp_path / "other.py").write_text("import clingo; clingo.__version__ = '5.0.0'")
    for options, path, words in (
        ([], lacking, "lacks a package, or has an old one (No module named 'pyasp_puzzles')"),
        (["--preload", str(tmp_path / "other.py")], None, "clingo 5.0.0"),
    ):
        worker = machines.start_worker("--no-nanny", *options, path=path)
        machines.wait()
        code, out, err = count(machines)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        assert f"cluster {machines.address}: worker {address(machines.logs[-1])} " in err
        assert f"{words}, expected pyasp-puzzles" in err
        worker.kill()
        worker.wait()
    machines.start_worker()
    machines.wait()
    store = tmp_path / "store"
    counting = held(machines, "--store", store)
    machines.start_worker("--no-nanny", path=old)
    code, out, err = ended(counting)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert "No module named 'pyasp_puzzles.counts'" in err
    assert done_so_far(store) == DONE


@pytest.mark.slow
def test_without_workers_a_count_waits_and_says_so(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends at its time limit and by Ctrl-C, and uses a worker that comes later."""
    monkeypatch.setattr("pyasp_puzzles.counts.cluster.CONNECT_SECONDS", 600.0)
    told: list[Progress] = []
    board, limit = pp.load(*BOARD), 2
    while not any(progress.cubes for progress in told):  # on a busy machine it is still cutting
        limit *= 2
        counted = pp.count(
            board, cluster=machines.address, timeout=limit, cubes=4, progress=told.append
        )
        assert (counted.answers, counted.exhausted) == (0, False)
        assert counted.reason.startswith("time limit")
    assert re.fullmatch(r"0 of \d+ cubes, 0 answers, no worker is there", str(told[-1]))

    counting = begin(machines, "--store", tmp_path / "store")
    until(lambda: cubes(tmp_path / "store"), "it is cut")
    counting.send_signal(signal.SIGINT)
    so_far = f"0 of {cubes(tmp_path / 'store')} cubes done"
    assert ended(counting) == (3, "0\n", f"alike_3x3: at least 0 (interrupted, {so_far})\n")

    machines.gate.close()
    counting = begin(machines)
    worker = machines.start_worker("--nthreads", "2")
    machines.wait()
    until(lambda: len(searchers(worker)) == 2, "both threads search")
    machines.heal()
    assert ended(counting) == (0, f"{ANSWERS}\n", "")


def test_a_killed_worker_loses_nothing(cluster: Machines, tmp_path: Path, truth: Truth) -> None:
    """With a nanny and without one: others take its cubes, and its search process ends with it."""
    store = tmp_path / "store"
    counting = held(cluster, "--store", store)
    until(lambda: searchers(cluster.first), "the worker searches")
    ((search, worker),) = searchers(cluster.first).items()
    os.kill(worker, signal.SIGKILL)
    until(lambda: not alive(search), "its search process ends")
    until(lambda: searchers(cluster.second), "the other worker searches")
    ((search, worker),) = searchers(cluster.second).items()
    assert worker == cluster.second.pid
    os.kill(worker, signal.SIGKILL)
    until(lambda: not alive(search), "its search process ends")
    assert done_so_far(store) < cubes(store)
    cluster.heal()
    cluster.second = cluster.start_worker("--no-nanny")
    assert ended(counting) == (0, f"{ANSWERS}\n", "")
    assert look(store, truth).left == 0


@pytest.mark.slow
def test_a_worker_that_is_asked_to_end_hands_its_cube_over(
    cluster: Machines, tmp_path: Path, truth: Truth
) -> None:
    store = tmp_path / "store"
    counting = held(cluster, "--store", store)
    until(lambda: searchers(cluster.second), "the worker searches")
    ((search, _),) = searchers(cluster.second).items()
    cluster.second.send_signal(signal.SIGINT)
    until(lambda: not alive(search), "its search process ends")
    until(lambda: cluster.second.poll() is not None, "the worker ends")
    cluster.heal()
    cluster.second = cluster.start_worker("--no-nanny")
    assert ended(counting) == (0, f"{ANSWERS}\n", "")
    assert look(store, truth).left == 0


def test_a_killed_scheduler_ends_a_count_that_is_resumed_on_another_cluster(
    machines: Machines, tmp_path: Path, truth: Truth
) -> None:
    workers = [machines.start_worker(), machines.start_worker("--no-nanny")]
    machines.wait()
    store = tmp_path / "store"
    counting = held(machines, "--store", store)
    until(lambda: len(searchers(*workers)) == 2, "both search")
    at_work = searchers(*workers)
    machines.scheduler.kill()
    code, out, err = ended(counting)
    before, kept = DONE, look(store, truth).answers
    assert done_so_far(store) == before
    so_far = f"{before} of {cubes(store)} cubes done"
    wanted = f"at least {kept} (the scheduler of the cluster is gone, {so_far})"
    assert (code, out, err) == (3, f"{kept}\n", f"alike_3x3: {wanted}\n")
    until(lambda: not any(map(alive, at_work)), "nobody searches any more")
    for worker in workers:
        until(lambda worker=worker: worker.poll() is not None, "the worker ends")

    machines.start_scheduler()
    machines.start_worker()
    machines.heal()
    code, out, err = count(machines, "--store", store)
    resumed = f"alike_3x3: resumed: {before} of {cubes(store)} cubes were done before\n"
    assert (code, out, err) == (0, f"{ANSWERS}\n", resumed)
    assert look(store, truth).left == 0


def test_workers_stop_when_the_counting_process_is_killed(
    cluster: Machines, tmp_path: Path, truth: Truth
) -> None:
    """And are ready for the next count, which goes on where this one was."""
    store = tmp_path / "store"
    counting = held(cluster, "--store", store)
    until(lambda: cluster.gate.came == DONE + 2, "both search")
    at_work = searchers(cluster.first, cluster.second)
    assert len(at_work) == 2
    counting.kill()
    counting.communicate()
    until(lambda: not any(map(alive, at_work)), "nobody searches any more")
    before = done_so_far(store)
    cluster.heal()
    code, out, err = count(cluster, "--store", store)
    resumed = f"alike_3x3: resumed: {before} of {cubes(store)} cubes were done before\n"
    assert (code, out, err) == (0, f"{ANSWERS}\n", resumed)
    assert look(store, truth).left == 0


@pytest.mark.slow
@pytest.mark.parametrize("by", ["Ctrl-C", "time limit"])
def test_a_count_that_ends_early_keeps_what_workers_have(
    cluster: Machines, tmp_path: Path, by: str
) -> None:
    """Also of the cubes that they are at; no worker searches on."""
    workers = cluster.first, cluster.second
    for seconds in (1, 5, 25, 125):  # until the worker has found an answer, on any machine
        store = tmp_path / f"{seconds}.store"
        options = ["--store", store, "--cubes", 1]
        if by == "time limit":
            options += ["--timeout", 4 * seconds]
        board = "packing", "pentominoes_6x10"
        counting = begin(cluster, *options, board=board)
        if by == "Ctrl-C":
            until(lambda store=store: cubes(store) and searchers(*workers), "it is cut")
            time.sleep(seconds)
            counting.send_signal(signal.SIGINT)
        code, out, err = ended(counting)
        kept = []
        if cubes(store):
            with Store.to_read(store) as opened:
                kept = [answer.atoms for answer in opened.page()]
        assert (code, out, len(set(kept))) == (3, f"{len(kept)}\n", len(kept)), err
        if kept:
            break
    reason = "interrupted" if by == "Ctrl-C" else "time limit"
    so_far = f"0 of {counted(cubes(store), 'cube')} done"
    assert err == f"pentominoes_6x10: at least {len(kept)} ({reason}, {so_far})\n"
    assert kept
    assert done_so_far(store) == 0
    until(lambda: not busy(searchers(*workers)), "nobody searches any more")


@pytest.mark.slow
def test_a_cube_that_always_crashes_is_given_up_and_reported(
    cluster: Machines, tmp_path: Path, truth: Truth
) -> None:
    """The workers survive, the count is not called exhausted, and can be finished later."""
    store = tmp_path / "store"
    cluster.gate.close()
    counting = begin(cluster, "--store", store, "--cubes", CUBES)
    until(lambda: cubes(store), "it is cut")
    with Store.to_read(store) as opened:
        number, cube = opened.open_cubes()[-1]
    cluster.tell("crash", cube)
    cluster.gate.open()
    code, out, err = ended(counting)
    given_up, line = err.splitlines()
    assert given_up.startswith(f"alike_3x3: given up: cube {number} ({cube}): ")
    assert given_up.endswith("its process ended with SIGSEGV, 3 times")
    seen = look(store, truth)
    assert (code, out) == (3, f"{seen.answers}\n")
    so_far = f"{cubes(store) - 1} of {cubes(store)} cubes done"
    assert line == f"alike_3x3: at least {seen.answers} (1 cube given up, {so_far})"
    assert (seen.left, seen.failed) == (1, {number})
    assert cluster.second.poll() is None
    cluster.heal()
    assert count(cluster, "--store", store)[:2] == (0, f"{ANSWERS}\n")
    assert look(store, truth).left == 0


@pytest.mark.slow
def test_a_scheduler_that_ends_before_there_are_cubes_is_reported(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask has given it up by then, and takes no calls any more."""

    class SlowCutter(CubeCutter):
        def cubes(self, *arguments: Any) -> Any:
            machines.scheduler.kill()
            time.sleep(4)
            return super().cubes(*arguments)

    monkeypatch.setattr("pyasp_puzzles.counts.scheduler.CubeCutter", SlowCutter)
    monkeypatch.setattr("pyasp_puzzles.counts.cluster.CONNECT_SECONDS", 1.0)
    counted = pp.count(pp.load(*BOARD), cluster=machines.address, engine="asp")
    told = counted.answers, counted.exhausted, counted.reason
    assert told == (0, False, "the scheduler of the cluster is gone")


@pytest.mark.slow
def test_a_silent_scheduler_does_not_delay_the_end(
    machines: Machines, tmp_path: Path, truth: Truth
) -> None:
    machines.start_worker("--no-nanny")
    machines.wait()
    store = tmp_path / "store"
    counting = held(machines, "--store", store)
    machines.scheduler.send_signal(signal.SIGSTOP)
    time.sleep(1)
    counting.send_signal(signal.SIGINT)
    code, out, err = ended(counting)
    so_far = f"{done_so_far(store)} of {cubes(store)} cubes done"
    wanted = f"alike_3x3: at least {int(out)} (interrupted, {so_far})\n"
    assert (code, err, look(store, truth).answers) == (3, wanted, int(out))


@pytest.mark.slow
def test_counts_on_one_cluster_do_not_end_each_other(cluster: Machines, tmp_path: Path) -> None:
    """The first one ends while its cubes are searched and those of the other one wait."""
    first, second = tmp_path / "first", tmp_path / "second"
    counting = held(cluster, "--store", first)
    other = begin(cluster, "--store", second, "--cubes", CUBES)
    until(lambda: cubes(second), "the other one is cut")
    counting.send_signal(signal.SIGINT)
    assert ended(counting)[0] == 3
    cluster.heal()
    assert ended(other) == (0, f"{ANSWERS}\n", "")
    assert done_so_far(first) < cubes(first)


def test_a_process_without_work_ends() -> None:
    """A worker of a cluster keeps no memory for counts that are over; the next one gets another."""
    pool = ProcessPool(1, idle=0.2)
    first = pool.submit(os.getpid).result()
    until(lambda: not alive(first), "it ends")
    assert pool.submit(os.getpid).result() != first
    pool.shutdown()


@pytest.mark.slow
def test_workers_and_counting_processes_killed_again_and_again(
    machines: Machines, tmp_path: Path, truth: Truth
) -> None:
    """What was done stays done, and at the end all answers are there, each once."""
    chance, store = random.Random(5), tmp_path / "store"
    workers = [machines.start_worker("--no-nanny") for _ in range(2)]
    machines.wait()
    machines.tell("pause", 0.8)
    killed, before = Counter[str](), 0
    counting = begin(machines, "--store", store, "--cubes", CUBES)
    while killed.total() < 40:
        time.sleep(chance.uniform(0.2, 1.5))
        if chance.random() < 0.3:
            counting.kill()
            counting.communicate()
            assert before <= done_so_far(store) < cubes(store)
            before = done_so_far(store)
            counting = begin(machines, "--store", store)
            killed["counting process"] += 1
        else:
            number = chance.randrange(2)
            workers[number].kill()
            workers[number].wait()
            workers[number] = machines.start_worker("--no-nanny")
            killed["worker"] += 1
        assert counting.poll() is None, ended(counting)
    print(f"killed: {dict(killed)}; {done_so_far(store)} of {cubes(store)} cubes were done by then")
    machines.heal()
    assert ended(counting)[:2] == (0, f"{ANSWERS}\n")
    assert look(store, truth).left == 0


@pytest.mark.slow
def test_tls(tmp_path: Path) -> None:
    """With the certificates of Dask's configuration."""
    openssl = shutil.which("openssl")
    if not openssl:
        pytest.skip("no openssl to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", key, "-out", certificate),
            *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
        ],
        check=True,
        capture_output=True,
    )
    prefix = "DASK_DISTRIBUTED__COMM__TLS__"
    names = {"CA_FILE": certificate}
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        names |= {f"{role}__CERT": certificate, f"{role}__KEY": key}
    with pytest.MonkeyPatch.context() as patched:
        for name, value in names.items():
            patched.setenv(prefix + name, str(value))
        with Machines(tmp_path, "--protocol", "tls") as machines:
            assert machines.address.startswith("tls://")
            machines.start_worker("--protocol", "tls")
            machines.wait()
            assert count(machines) == (0, f"{ANSWERS}\n", "")
