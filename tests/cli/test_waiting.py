"""The line that a long search shows on a terminal, and the phases that it tells of."""

from __future__ import annotations

import io
import stat
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rich.console import Console

import pyasp_puzzles as pp
from pyasp_puzzles.cli import terminal as printing
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import ProcessSearch, start_search
from pyasp_puzzles.work import waiting as lines

ERASED = "\x1b[2K"
HIDDEN, VISIBLE = "\x1b[?25l", "\x1b[?25h"


class Terminal(io.StringIO):
    """A terminal that can be asked for what was written to it."""

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + 600
        while text not in self.getvalue():
            assert time.monotonic() < deadline, f"{text!r} never came: {self.getvalue()!r}"
            time.sleep(0.01)


class Clock:
    """The clock of the lines, which stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Slow:
    """Answers that come when the terminal has shown something."""

    def __init__(self, *steps: Callable[[Slow], None]) -> None:
        self.steps, self.found, self.phase = iter(steps), 0, "grounding"

    def stop(self, reason: str) -> None:
        raise AssertionError(reason)

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        words = lines.timed("soma", lambda: self.phase, found=lambda: f"{self.found} so far")
        with lines.said(self, words):
            next(self.steps)(self)
        self.found += 1
        return self.found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(lines, "time", clock)
    return clock


@pytest.fixture
def terminal(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """A terminal on which a line appears at once."""
    monkeypatch.setattr(lines, "PATIENCE", 0.0)
    monkeypatch.setattr(lines, "LOOKS", 0.01)
    monkeypatch.setattr(printing, "_kind_of_output", lambda: 0)
    terminal = Terminal()
    console = Console(file=terminal, force_terminal=True, width=80, color_system=None)
    with lines.progress(lines.TerminalScreen(console)):
        yield terminal


def nothing(_: Slow) -> None:
    """An answer that comes at once."""


def test_a_line_tells_phase_and_answers_and_is_gone_when_an_answer_is_there(
    terminal: Terminal,
) -> None:
    def first(slow: Slow) -> None:
        terminal.wait_for("soma: grounding, 0 s")
        slow.phase = "searching"
        terminal.wait_for("soma: searching, ")

    def second(_: Slow) -> None:
        terminal.truncate(0)
        terminal.wait_for("soma: searching, 0 s, 1 so far")

    for answer in printing.shown(Slow(first, second)):
        text = terminal.getvalue()
        assert text.rstrip().endswith(ERASED), text
        assert text.count(HIDDEN) == text.count(VISIBLE) == 1, text
        time.sleep(0.2)  # far longer than it takes a line to appear
        assert terminal.getvalue() == text, f"a line came while answer {answer} was drawn"
    assert answer == 2


def test_a_search_that_fails_leaves_no_line(terminal: Terminal) -> None:
    def fail(_: Slow) -> None:
        terminal.wait_for("grounding")
        raise pp.PuzzleError("no")

    with pytest.raises(pp.PuzzleError):
        list(printing.shown(Slow(fail)))
    assert terminal.getvalue().rstrip().endswith(ERASED)


def test_answers_that_come_soon_show_no_line(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "PATIENCE", 3600.0)
    assert len(list(printing.shown(Slow(*[nothing] * 9)))) == 9
    assert terminal.getvalue() == ""


def test_no_line_disturbs_a_pager_behind_the_first_answer(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "_kind_of_output", lambda: stat.S_IFIFO)
    found: list[str] = []

    def first(_: Slow) -> None:
        terminal.wait_for("grounding")

    def second(_: Slow) -> None:
        found.append(terminal.getvalue())
        time.sleep(0.2)

    assert list(printing.shown(Slow(first, second))) == [1, 2]
    assert [terminal.getvalue()] == found
    assert lines.heard(), "the next search is heard again"


def test_the_line_stays_while_answers_come_fast_into_a_file(
    terminal: Terminal, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "_kind_of_output", lambda: stat.S_IFREG)
    monkeypatch.setattr(lines, "PATIENCE", 0.2)

    def soon(_: Slow) -> None:
        clock.now += 0.02  # far shorter than it takes a line to appear

    def last(_: Slow) -> None:
        terminal.wait_for("19 so far")

    assert len(list(printing.shown(Slow(*[soon] * 19, last)))) == 20
    text = terminal.getvalue()
    assert text.count(HIDDEN) == text.count(VISIBLE) == 1
    assert text.rstrip().endswith(ERASED)


def test_the_line_of_a_long_name_fits_80_columns() -> None:
    name = "/a/rather/long/path/to/instances/of/mine/day.json#hard"
    words = lines.timed(
        name, lambda: "looking for exact covers", found=lambda: "12,345,678 answers"
    )
    assert len(f"x {words()}") <= 80


PHASES = {
    "asp": ["grounding", "searching"],
    "auto": ["grounding", "searching"],
    "exact-cover": ["grounding", "looking for exact covers", "searching"],
    "translate:cadical195": ["building the formula", "searching"],
    "sat:cadical195": ["building the formula", "searching"],
    "cpsat": ["building the model", "searching"],
}


@pytest.mark.parametrize("engine", PHASES)
def test_an_engine_tells_its_phases_in_their_order(engine: str) -> None:
    for package in {"translate": "pysat", "sat": "pysat", "cpsat": "ortools"}.values():
        pytest.importorskip(package)
    board = pp.load("packing", "slothouber_graatsma")
    job = make_job(board, engine, limit=1)
    search: Any = start_search(job)
    phases: list[str] = []
    if engine == "auto":
        phases = ["grounding"]  # of the engine that it takes, which has the phase in the end
        assert search.phase == "starting"
        list(search)
        phases.append(search.phase)
    else:
        search.watcher = phases.append
        list(search)
    assert phases == PHASES[engine]


@pytest.mark.parametrize("engine", ["translate:cadical195", "cpsat"])
def test_a_process_passes_its_phases_on(engine: str) -> None:
    pytest.importorskip("pysat" if engine.startswith("translate") else "ortools")
    search = ProcessSearch(make_job(pp.load("packing", "slothouber_graatsma"), engine, limit=1))
    phases: list[str] = []
    search.watcher = phases.append
    assert len(list(search)) == 1
    assert phases == PHASES[engine]
    assert search.phase == "searching"
