"""A third party's puzzle with a search for the best board: the example of docs/use/best.md."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from queens_with_best import Script, Scripted, Step, queens_with_best
from support import distribution

import pyasp_puzzles as pp
from pyasp_puzzles.boards import registry
from pyasp_puzzles.boards.optimiser import BestRequest


@pytest.fixture(scope="module")
def queens_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A ``PYTHONPATH`` where that package is installed."""
    folder = tmp_path_factory.mktemp("queens")
    return distribution(folder, "queens", queens_with_best(), puzzles={"queens": "queens:PUZZLE"})


@pytest.fixture(scope="module")
def queens(queens_path: str) -> Iterator[ModuleType]:
    """The package, installed in this process."""
    folder = queens_path.partition(os.pathsep)[0]
    caches: list[Any] = [registry._puzzle_named, registry._puzzle_of_type]
    sys.path.insert(0, folder)
    for cache in caches:
        cache.cache_clear()
    try:
        yield importlib.import_module("queens")
    finally:
        sys.path.remove(folder)
        for name in ("queens", "queens.best"):
            sys.modules.pop(name, None)
        for cache in caches:
            cache.cache_clear()


@pytest.fixture
def eight(queens: ModuleType) -> Any:
    """The board of 8 queens, which has 28 pairs."""
    return pp.load("queens", "eight")


@pytest.fixture
def script(queens: ModuleType) -> Iterator[Script]:
    """A function that replaces the search of the queens by steps; it returns the requests."""
    optimiser = queens.PUZZLE.best
    start = optimiser.start

    def replaced(*steps: Step) -> list[BestRequest[Any]]:
        requests: list[BestRequest[Any]] = []

        def scripted(_instance: Any, request: BestRequest[Any]) -> Scripted:
            requests.append(request)
            return Scripted(request, list(steps))

        object.__setattr__(optimiser, "start", scripted)
        return requests

    yield replaced
    object.__setattr__(optimiser, "start", start)
