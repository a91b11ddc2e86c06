"""Stores that tests read, and processes that write one."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from store_files import ATOMS, CODES, CUBES, RUN, answers_of, counted, filled
from support import ROOT

from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.engines.search import Cube

WRITER = """
import random, sys
from pyasp_puzzles.engines.search import Cube
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.store.store import Store

ATOMS, CODES = {atoms}, {letters}

{answers_of}

with Store.to_write(sys.argv[1], {run}) as store:
    if store.fresh:
        store.begin(ATOMS, [Cube((atom,)) for atom in ATOMS[:100]])
    print(0, flush=True)
    for number, _ in store.open_cubes()[:int(sys.argv[2])]:
        store.finish(number, answers_of(number, 300), 1, "asp")
        print(number, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a process that counts into a store and says which cubes it has finished.

    After so many cubes it waits, so that it is at work for as long as a test needs it.
    """
    source = inspect.getsource(answers_of)
    code = WRITER.format(atoms=ATOMS, letters=CODES, answers_of=source, run=RUN)
    started = []

    def start(path: Path, most: int = 100) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(path), str(most)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the stores that tests only read."""
    folder = tmp_path_factory.mktemp("stores")
    counted(folder / "whole.store", "eternity", "document_3x3")
    counted(folder / "half.store", "eternity", "document_3x3", done=1)
    counted(folder / "fillings.store", "pips", "heart", by="filling")
    counted(folder / "none.store", "packing", "slothouber_graatsma", done=0)
    with Store.to_write(folder / "failed.store", RUN) as store:
        store.begin(ATOMS, CUBES)
        for number in range(1, 8):
            store.fail(number, "a worker has run out of memory on machine seven, " * 3)
    with Store.to_write(folder / "empty.store", RUN) as store:
        store.begin(ATOMS, [Cube()])
        store.finish(1, [], 1, "asp")
    filled(folder / "many.store", 8, 40)
    return folder
