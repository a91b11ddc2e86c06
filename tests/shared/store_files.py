"""Stores for tests: with made-up answers, or with those of real instances."""

from __future__ import annotations

import contextlib
import io
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles import cli
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.store.codec import AnswerCodec
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.search import Cube

HEART = pp.find_puzzle("pips").format(pp.load("pips", "heart"))
RUN = CountIdentity("pips", "heart", HEART, "program", "facts", "filling=1 by=filling", "versions")
ATOMS = [f"place({row},{column})" for row in range(1, 21) for column in range(1, 21)]
CODES = [number.to_bytes(2, "big") for number in range(len(ATOMS))]
CUBES = [Cube((ATOMS[n],), tuple(ATOMS[:n])) for n in range(8)]


def answers_of(number: int, answers: int = 30) -> list[bytes]:
    """Answers of a cube: they begin with its letter."""
    chance = random.Random(number)
    found: set[bytes] = set()
    while len(found) < answers:
        rest = sorted(chance.sample(range(100, 400), 5))
        found.add(CODES[number] + b"".join(CODES[n] for n in rest))
    return sorted(found, key=lambda word: word[::-1])


def filled(path: Path, done: int = len(CUBES), answers: int = 30) -> Path:
    """A store in which so many cubes are done."""
    with Store.to_write(path, RUN) as store:
        store.begin(ATOMS, CUBES)
        for number in range(1, done + 1):
            store.finish(number, answers_of(number, answers), number / 4, "asp")
    return path


def contents(store: Store) -> tuple[Any, ...]:
    """All that a store says, answers last."""
    return (
        *(store.run, store.codec.atoms, store.cubes, store.done, store.answers, store.exhausted),
        *(store.seconds, store.engines, store.open_cubes(), store.failures()),
        *((answer.cube, answer.atoms) for answer in store.page()),
    )


def read(path: Path) -> tuple[Any, ...]:
    with Store.to_read(path) as store:
        return contents(store)


def show(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command ``answers``, in this process, which is faster."""
    words = ["answers", *map(str, arguments)]
    with (
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(io.StringIO()) as err,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("COLUMNS", "80")
        code = cli.run(words)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def lines(process: subprocess.Popen[str], most: int) -> list[int]:
    assert process.stdout
    return [int(process.stdout.readline()) for _ in range(most)]


def counted(path: Path, puzzle: str, name: str, *, done: int = 2, by: str = "") -> Path:
    """A store of a real instance in two cubes, of which so many are done."""
    job = make_job(pp.load(puzzle, name), "asp", by=by)
    found = [sorted(symbols) for symbols in start_search(job)]
    atoms = sorted({symbol for symbols in found for symbol in symbols})
    codec = AnswerCodec([str(atom) for atom in atoms])
    words = sorted(map(codec.encode, found))
    halves = words[: len(words) // 2], words[len(words) // 2 :]
    with Store.to_write(path, CountIdentity.of(job)) as store:
        store.begin(codec.atoms, [Cube(), Cube()])
        for number, half in enumerate(halves[:done], 1):
            store.finish(number, half, 1, "asp")
    return path
