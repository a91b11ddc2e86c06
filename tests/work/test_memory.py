"""The memory of a process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pyasp_puzzles.work.memory import peak_bytes, reserved_bytes, resident_bytes

CHILD = "from pyasp_puzzles.work.memory import peak_bytes; print(peak_bytes())"
LARGE = 150_000_000


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not tell it")
def test_the_peak_stays_after_the_memory_is_given_back() -> None:
    held = b"x" * LARGE
    assert resident_bytes() > LARGE
    del held
    assert peak_bytes() > LARGE


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands the parent's peak on")
def test_the_peak_of_the_parent_does_not_count() -> None:
    held = b"x" * LARGE
    run = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=True)
    assert 0 < int(run.stdout) < len(held)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell it")
def test_the_address_space_has_room_for_what_is_in_main_memory() -> None:
    assert reserved_bytes() >= resident_bytes() > 1_000_000
