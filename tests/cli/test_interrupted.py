"""Ctrl-C at moments that are hard to hit, and in a suite that was started in the background."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, on_screen

RUN = """
import sys, time
import pyasp_puzzles.__main__ as program
import pyasp_puzzles.cli as cli
{body}
cli.run = run
program.main()
"""
IN_DESTRUCTOR = """
class Late:
    def __del__(self):
        raise KeyboardInterrupt
def run(words):
    Late()
    time.sleep(600)
"""
IN_PROGRESS = """
from rich.console import Console
def run(words):
    Console(stderr=True).status("grounding").start()
    raise KeyboardInterrupt
"""


def test_ctrl_c_within_a_destructor_is_not_lost() -> None:
    code = RUN.format(body=IN_DESTRUCTOR)
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600
    )
    assert (ended.returncode, ended.stderr) == (3, "pyasp-puzzles: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
def test_a_line_of_progress_is_erased_and_the_cursor_shown_again() -> None:
    words = [sys.executable, "-c", RUN.format(body=IN_PROGRESS)]
    code, screen = on_screen(words, "stderr")
    assert code == 3
    assert screen.endswith("\r\x1b[2K\x1b[?25hpyasp-puzzles: interrupted\r\n"), screen


INSIDE = """
import os, signal, subprocess, sys
SHOW = "from signal import *; print(getsignal(SIGINT), repr(getsignal(SIGHUP)))"
def test_inside():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    shown = subprocess.run([sys.executable, "-c", SHOW], capture_output=True, text=True).stdout
    assert shown.startswith("<built-in function default_int_handler> <Handlers.SIG_DFL"), shown
    os.kill(os.getpid(), signal.SIGHUP)  # the suite itself goes on
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_suite_that_ignores_signals_starts_processes_that_do_not(tmp_path: Path) -> None:
    """As ``nohup pytest &`` in a script: both signals are ignored when pytest starts."""
    (tmp_path / "conftest.py").write_text((ROOT / "tests/conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "test_inside.py").write_text(INSIDE, "utf-8")

    def ignore() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    # A worker inherits what the process before it has, like any other program.
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", str(tmp_path)]
    found = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests/shared")},
        preexec_fn=ignore,
        timeout=600,
    )
    assert "1 passed" in found.stdout, found.stdout + found.stderr
