"""What every test may use."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support import DATA, EXAMPLES, ROOT

UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much]
settings.register_profile(
    "same examples",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=UNHURRIED,
)
settings.register_profile("new examples", deadline=None, suppress_health_check=UNHURRIED)
settings.load_profile("same examples")


OF_TERMINALS = (
    *("FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "LINES"),
    *("TTY_COMPATIBLE", "TTY_INTERACTIVE"),
)
"""Variables by which somebody's terminal changes what commands print."""


def pytest_configure(config: pytest.Config) -> None:
    """Give all processes one terminal, and let them keep bytecode.

    It is in pytest's cache, where they may keep none elsewhere: else each of some thousand
    processes compiles all that it imports.
    """
    for name in OF_TERMINALS:
        os.environ.pop(name, None)
    os.environ["TERM"] = "xterm"
    if sys.dont_write_bytecode and config.pluginmanager.hasplugin("cacheprovider"):
        sys.pycache_prefix = str(config.cache.mkdir("bytecode"))
        sys.dont_write_bytecode = False
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One worker more than cores: many tests wait for processes and time limits."""
    if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return None
    return len(os.sched_getaffinity(0)) + 1 if sys.platform == "linux" else None


LONGEST = (
    *("counts/test_faults.py", "counts/test_cluster.py", "tests/test_repository.py"),
    *("comparison/test_compare.py", "cli/test_cli.py", "tests/test_contract.py"),
    *("counts/test_count.py", "eternity/test_beam.py", "tests/test_third_parties.py"),
    *("web/test_jobs.py", "web/test_routes.py", "core/test_symmetry.py", "tests/test_doctests.py"),
)
"""Files that take longest; begun last, they would keep one worker busy when the others are idle."""


REST = {
    path.stem
    for path in (ROOT / "pyasp_puzzles" / "puzzles").glob("[a-z]*.py")
    if path.stem not in EXAMPLES
}
OF_EACH_GENRE = "tests/test_contract.py", "tests/puzzles/"
"""Tests of what a genre says itself: its program, words, ``verify``, files, boards and drafts."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without the collector of garbage, which would look through all tests many times."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Collect no folder of which the markers that are asked for leave nothing."""
    marker = {"benchmarks": "benchmark", "browser": "browser"}.get(collection_path.name)
    unwanted = marker and f"not {marker}" in config.option.markexpr
    return True if unwanted and collection_path.parent == ROOT / "tests" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files; the tests of a file keep their order.

    What is derived is the same code for each genre: tests of it with a genre in their name are
    marked ``gallery``, except for the examples.
    """
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid}: found an address in the name; give it an id")
        genres = REST.intersection(re.split(r"[^a-z_]+", item.name.partition("[")[2]))
        if genres and not item.nodeid.startswith(OF_EACH_GENRE):
            item.add_marker("gallery")

    def place(item: pytest.Item) -> int:
        path = item.path.as_posix()
        return next((n for n, name in enumerate(LONGEST) if path.endswith(name)), len(LONGEST))

    items.sort(key=place)


@pytest.fixture(scope="session", autouse=True)
def usual_signals() -> None:
    """Let a process of a test be interrupted, also where the suite runs in the background.

    There it ignores Ctrl-C, with ``nohup`` also the end of its terminal; its processes would
    inherit that, and a test that interrupts one would wait without end. A handler is not inherited
    by programs that a process starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of published instances, which is not part of the project; else skip."""
    if not DATA.is_dir():
        pytest.skip("no folder of published instances (set PYASP_PUZZLES_DATA)")
    return DATA
