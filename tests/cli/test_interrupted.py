"""Ctrl-C at moments that are hard to hit: it ends the command with one line."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

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
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", RUN.format(body=IN_PROGRESS)],
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)
    screen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # Linux: the other side is closed
            break
        if not part:
            break
        screen += part
    os.close(ours)
    assert process.wait() == 3
    assert screen.endswith(b"\r\x1b[2K\x1b[?25hpyasp-puzzles: interrupted\r\n"), screen
