"""Searches in processes of their own: limits, signals, ends, and what is kept then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from faults import alive, until
from support import PUZZLES, puzzles, run, wait_for_work

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import ProcessSearch
from pyasp_puzzles.puzzles.packing import parse

CPSAT = pytest.param("cpsat", marks=pytest.mark.slow)
"""The last of the engines in a process of their own; its import takes long."""
ENDLESS = "lattice: square\nboard: 8 x 8\npiece I x32:\n    ##\n"
"""12,988,816 answers, soon built: minutes for any engine."""
PATIENCE = 1, 4, 16, 64, 256
"""Time limits to try until something is found: a busy machine may take long to start a process."""
HARD = "lattice: cubic\nboard: 5 x 5 x 5\npiece Y x25:\n    ####\n    .#\n"
"""Without an answer for days: 25 Y pentominoes fill the cube, but few solvers find how."""


def children(process: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{process}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


@pytest.mark.parametrize("engine", ["sat:cadical195", "translate:minisat22", CPSAT])
def test_a_time_limit_keeps_what_was_found(engine: str) -> None:
    for timeout in PATIENCE:
        found = pp.solve(parse(ENDLESS, "f")[""], engine=engine, timeout=timeout)
        assert len(list(found)) == found.found
        assert not found.exhausted
        assert found.reason.startswith("time limit")
        if found.found:
            return
    pytest.fail("nothing was found")


@pytest.mark.parametrize("engine", ["asp", "sat:cadical195", CPSAT])
def test_a_count_with_a_time_limit_is_a_lower_bound(engine: str) -> None:
    for timeout in PATIENCE:
        found = pp.count(parse(ENDLESS, "f")[""], engine=engine, timeout=timeout)
        assert (str(found), found.exhausted) == (f"at least {int(found)}", False)
        assert found.reason.startswith("time limit")
        if found.answers:
            return
    pytest.fail("nothing was found")


def test_a_search_can_be_closed_while_a_solver_works() -> None:
    """Before all answers are found, which takes hours."""
    with pp.solve(parse(ENDLESS, "f")[""], engine="sat:cadical195") as found:
        next(found)
    assert list(found) == []
    assert not found.exhausted


def test_a_failure_in_the_process_is_one_clear_error() -> None:
    with pytest.raises(pp.SolverError, match="knows no symmetries"):
        list(pp.solve(pp.load("eternity"), engine="cpsat.document", symmetry=True))


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="no shell")
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("not a program", "cannot be started"),
        ("#!/bin/sh\nkill -SEGV $$\n", "ended with exit code -11"),
        ("#!/bin/sh\necho hello\n", "found no status"),
        ("#!/bin/sh\necho s UNKNOWN\n", "gave up"),
        ("#!/bin/sh\necho s UNSATISFIABLE\nexit 10\n", "unsatisfiable and ended with exit code 10"),
        ("#!/bin/sh\necho s SATISFIABLE\necho v 0\n", "a model that breaks the clause"),
    ],
)
def test_a_solver_in_error_ends_the_search_and_counts_nothing(
    script: str, message: str, tmp_path: Path
) -> None:
    solver = tmp_path / "solver"
    solver.write_text(script)
    solver.chmod(0o755)
    with pytest.raises(SolverError, match=message):
        pp.count(pp.load("packing", "slothouber_graatsma"), engine="sat", solver=str(solver))


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="no shell")
def test_a_killed_process_leaves_no_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver, folder, started = tmp_path / "solver", tmp_path / "temporary", tmp_path / "started"
    solver.write_text(f"#!/bin/sh\necho $1 > {started}\nexec sleep 1000\n")
    solver.chmod(0o755)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    for timeout in PATIENCE:
        found = pp.count(
            pp.load("packing", "slothouber_graatsma"),
            engine="sat",
            solver=str(solver),
            timeout=timeout,
        )
        assert (found.answers, found.reason[:10]) == (0, "time limit")
        if started.exists():
            break
    assert started.read_text().startswith(str(folder))
    assert list(folder.iterdir()) == []


class OnlyHere:
    """A class that no other process can import, as when it is defined in ``__main__``."""


OnlyHere.__module__ = "__main__"


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        (lambda: 0, "cannot be sent to a process"),
        (OnlyHere, "does not understand what it was sent: .*OnlyHere"),
    ],
)
def test_an_instance_that_cannot_be_sent_is_one_clear_error(
    instance: object,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "OnlyHere", OnlyHere, raising=False)
    job = make_job(pp.load("packing", "slothouber_graatsma"), "sat")
    with pytest.raises(SolverError, match=message):
        ProcessSearch(replace(job, instance=instance)).count()
    assert "Traceback" not in capfd.readouterr().err


def test_a_script_without_a_main_guard_can_use_every_engine(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import pyasp_puzzles as pp\n"
        "board = pp.load('packing', 'slothouber_graatsma')\n"
        "print(int(pp.count(board, engine='sat:minisat22')))\n"
    )
    done = run(sys.executable, str(script))
    assert (done.returncode, done.stdout, done.stderr) == (0, "8\n", "")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("engine", ["sat:cadical195", "cpsat"])
def test_a_killed_program_leaves_no_solver_behind(engine: str, tmp_path: Path) -> None:
    board = tmp_path / "hard.txt"
    board.write_text(HARD)
    command = [*PUZZLES, "solve", "packing", str(board), "--engine", engine]
    parent = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert until(lambda: children(parent.pid))
    (child,) = children(parent.pid)
    wait_for_work(child, 1.5)
    assert alive(child), "the search has not ended by itself"
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    assert until(lambda: not alive(child))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_a_killed_program_leaves_no_external_solver_behind(tmp_path: Path) -> None:
    solver = tmp_path / "sleeper"
    solver.write_text("#!/bin/sh\nexec sleep 600\n")
    solver.chmod(0o755)
    command = [*PUZZLES, "solve", "pips", "--engine", f"sat:{solver}"]
    parent = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert until(lambda: children(parent.pid) and children(children(parent.pid)[0]))
    (child,) = children(parent.pid)
    (sleeper,) = children(child)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    assert until(lambda: not alive(child) and not alive(sleeper))


@pytest.mark.parametrize("engine", ["sat:cadical195", CPSAT])
def test_ctrl_c_ends_a_solver_and_keeps_what_was_found(engine: str, tmp_path: Path) -> None:
    board = tmp_path / "endless.txt"
    board.write_text(ENDLESS)
    process = subprocess.Popen(
        [*PUZZLES, "count", "packing", str(board), "--engine", engine],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if Path("/proc/self/task").exists():
        assert until(lambda: children(process.pid))
        wait_for_work(children(process.pid)[0], 1.5)
    else:
        time.sleep(3)
    process.send_signal(signal.SIGINT)
    output, notes = process.communicate(timeout=300)
    assert process.returncode == 3
    assert "interrupted" in notes
    assert "Traceback" not in notes
    assert int(output) >= 0


@pytest.mark.parametrize(
    ("module", "arguments", "package"),
    [
        ("pysat", ("solve", "packing", "soma", "--engine", "sat"), "python-sat"),
        ("ortools", ("solve", "packing", "soma", "--engine", "cpsat"), "ortools"),
    ],
)
def test_a_missing_package_is_named_with_what_installs_it(
    module: str, arguments: tuple[str, ...], package: str, tmp_path: Path
) -> None:
    """A folder on the path whose package cannot be imported stands for one that is missing."""
    (tmp_path / f"{module}.py").write_text(f"raise ModuleNotFoundError(name={module!r})\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [*PUZZLES, *arguments], capture_output=True, text=True, env=environment, timeout=600
    )
    assert done.returncode == 2
    assert f"{package}, which is not installed: pip install 'pyasp-puzzles[compare]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_engine_is_chosen_on_the_command_line() -> None:
    done = puzzles("count", "packing", "slothouber_graatsma", "--engine", "sat.document:minisat22")
    assert (done.returncode, done.stdout) == (0, "8\n")
    done = puzzles("solve", "packing", "soma", "--engine", "nonsense")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "found engine 'nonsense', expected auto, asp[:PROFILE]" in done.stderr
