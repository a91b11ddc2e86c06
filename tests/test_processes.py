"""Searches in processes of their own: limits, signals, ends, and what is kept then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import PUZZLES, puzzles, run

import pyasp_puzzles as pp
from pyasp_puzzles.formats.packing import parse

ENDLESS = "lattice: square\nboard: 16 x 16\npiece I x128:\n    ##\n"
HARD = "lattice: cubic\nboard: 5 x 5 x 5\npiece Y x25:\n    ####\n    .#\n"
"""Without an answer for days: 25 Y pentominoes fill the cube, but few solvers find how."""


def alive(process: int) -> bool:
    """Whether a process exists and is not merely waiting for its parent to read its end."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def children(process: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{process}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def until(condition: object, seconds: float = 20.0) -> bool:
    assert callable(condition)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("engine", ["sat:cadical195", "translate:minisat22", "cpsat"])
def test_a_time_limit_keeps_what_was_found(engine: str) -> None:
    found = pp.solve(parse(ENDLESS, "f")[""], engine=engine, timeout=6)
    assert len(list(found)) == found.found > 0
    assert (found.exhausted, found.reason) == (False, "time limit")
    assert found.seconds["all"] < 20


@pytest.mark.parametrize("engine", ["sat:cadical195", "cpsat"])
def test_a_count_with_a_time_limit_is_a_lower_bound(engine: str) -> None:
    found = pp.count(parse(ENDLESS, "f")[""], engine=engine, timeout=6)
    assert found.answers > 0
    assert str(found).startswith("at least")


def test_a_search_can_be_closed_while_a_solver_works() -> None:
    start = time.monotonic()
    with pp.solve(parse(ENDLESS, "f")[""], engine="sat:cadical195") as found:
        next(found)
    assert list(found) == []
    assert time.monotonic() - start < 30


def test_a_failure_in_the_process_is_one_clear_error() -> None:
    with pytest.raises(pp.SolverError, match="knows no symmetries"):
        list(pp.solve(pp.load("eternity"), engine="cpsat.document", symmetry=True))


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
    time.sleep(3)
    assert alive(child), "the search has not ended by itself"
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    assert until(lambda: not alive(child))


@pytest.mark.parametrize("engine", ["sat:cadical195", "cpsat"])
def test_ctrl_c_ends_a_solver_and_keeps_what_was_found(engine: str, tmp_path: Path) -> None:
    board = tmp_path / "endless.txt"
    board.write_text(ENDLESS)
    process = subprocess.Popen(
        [*PUZZLES, "count", "packing", str(board), "--engine", engine],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    output, notes = process.communicate(timeout=30)
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
        [*PUZZLES, *arguments], capture_output=True, text=True, env=environment, timeout=60
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
    assert "found engine 'nonsense', expected asp[:PROFILE]" in done.stderr
