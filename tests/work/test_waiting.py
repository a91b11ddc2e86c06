"""Progress where one calls the functions: a line while they search, and none afterwards."""

from __future__ import annotations

import re
import signal
import threading
from types import SimpleNamespace

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.work import waiting
from pyasp_puzzles.work.waiting import Now, progress, said, saying, timed


class RecordingScreen:
    """A place for a line that tells when it has shown something new."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.now = ""
        self._changed = threading.Condition()

    def show(self, words: str) -> None:
        with self._changed:
            self.now = words
            if self.shown[-1:] != [words]:
                self.shown.append(words)
            self._changed.notify_all()

    def erase(self) -> None:
        self.now = ""

    def wait_for(self, words: str) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: words in self.now, 600), (words, self.shown)


class StoppableSearch:
    """A search that can be stopped."""

    reason = ""

    def stop(self, reason: str) -> None:
        self.reason = reason


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> RecordingScreen:
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    monkeypatch.setattr(waiting, "LOOKS", 0.001)
    return RecordingScreen()


def test_what_is_said_is_shown_until_it_is_over(
    board: RecordingScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = SimpleNamespace(monotonic=lambda: 7.0)  # a machine may need a second for anything
    monkeypatch.setattr(waiting, "time", stopped)
    now = Now("first")
    with progress(board):
        with saying(timed("soma", now)):
            board.wait_for("soma: first, 0 s")
            now.tell("second")
            board.wait_for("soma: second, 0 s")
        assert board.now == ""


def test_the_outermost_search_is_heard(board: RecordingScreen) -> None:
    with progress(board), saying(lambda: "outer"):
        with saying(lambda: "inner"), said(StoppableSearch(), lambda: "an answer"):
            board.wait_for("outer")
        board.wait_for("outer")
    assert board.shown == ["outer"]


def test_after_an_error_and_after_an_abandoned_search_others_are_shown(
    board: RecordingScreen,
) -> None:
    with progress(board):
        with pytest.raises(RuntimeError), saying(lambda: "fails"):
            board.wait_for("fails")
            raise RuntimeError
        assert board.now == ""
        with said(StoppableSearch(), lambda: "abandoned"):
            board.wait_for("abandoned")
        with saying(lambda: "next"):
            board.wait_for("next")
        assert board.now == ""
    assert board.now == ""


def test_the_line_of_a_search_stays_between_its_answers_and_ends_with_it(
    board: RecordingScreen,
) -> None:
    owner = StoppableSearch()
    with progress(board):
        with said(owner, lambda: "searching"):
            pass  # an answer
        board.wait_for("searching")
        with pytest.raises(StopIteration), said(owner, lambda: "searching"):
            raise StopIteration
        assert board.now == ""


def test_a_process_that_ignores_ctrl_c_goes_on_ignoring_it(board: RecordingScreen) -> None:
    search = StoppableSearch()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with progress(board), said(search, lambda: "searching"):
            signal.raise_signal(signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert search.reason == ""
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_first_ctrl_c_stops_a_search_and_the_second_is_pythons_own(
    board: RecordingScreen,
) -> None:
    search = StoppableSearch()
    with pytest.raises(KeyboardInterrupt), progress(board), said(search, lambda: "searching"):
        signal.raise_signal(signal.SIGINT)
        assert search.reason == "interrupted"
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    other = StoppableSearch()
    with pytest.raises(KeyboardInterrupt), said(other, lambda: "nobody listens"):
        signal.raise_signal(signal.SIGINT)
    assert other.reason == ""


def test_elsewhere_nothing_is_shown_and_no_thread_runs(
    board: RecordingScreen, capfd: pytest.CaptureFixture[str]
) -> None:
    before = threading.active_count()
    with progress():  # standard error is no terminal here
        assert not waiting.heard()
        assert pp.count(pp.load("packing", "soma"), symmetry=True).answers == 240
        assert threading.active_count() == before
    with saying(lambda: "nobody listens"):
        pass
    assert "soma" not in capfd.readouterr().err


def test_each_function_that_searches_says_something(board: RecordingScreen) -> None:
    heard: list[str] = []
    four, soma = pp.load("twenty_four_seven", "four"), pp.load("packing", "soma")
    with pytest.MonkeyPatch.context() as patch, progress(board):
        speaker = waiting._SPEAKER.get()
        assert speaker
        patch.setattr(speaker, "push", lambda words: (heard.append(words()), push(words)))
        patch.setattr(speaker, "say", lambda owner, words: heard.append(words()))
        push = type(speaker).push.__get__(speaker)
        for search in (
            lambda: next(pp.solve(soma)),
            lambda: pp.count(soma, symmetry=True),
            lambda: pp.unique(four),
            lambda: pp.check(four, "???? ???? ???? ????"),
            lambda: pp.find_hint(four),
            lambda: next(pp.explain(four)),
            lambda: pp.rate(four),
            lambda: next(pp.generate("twenty_four_seven", size=4, seed=7)),
            lambda: pp.estimate(pp.load("packing", "slothouber_graatsma"), timeout=600),
            lambda: next(pp.best(pp.load("eternity", "document_3x3"))),
        ):
            heard.clear()
            search()
            assert heard
            assert all(re.search(r": .+, \d+ s", words) for words in heard)
