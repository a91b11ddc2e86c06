"""A child process: its messages, its end, and what is known of that."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pyasp_puzzles.core.errors import ProcessEndedError, SolverError
from pyasp_puzzles.work.child import GONE, Child

START = "from pyasp_puzzles.work.parent import open_parent\n\n\ndef main():\n    "


def child_of(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Child:
    """A child whose ``main`` runs some lines after it has got its order."""
    lines = ["order, send = open_parent()", *text.splitlines()]
    (folder / "a_child.py").write_text(START + "\n    ".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(folder))
    return Child("a_child", 7)


def forever() -> bool:
    return False


def test_messages_come_in_order_and_end_with_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "for number in range(order):\n    send('number', number)"
    with child_of(text, tmp_path, monkeypatch) as child:
        found = list(child.messages(forever))
        assert found == [*(("number", number) for number in range(7)), GONE]
        assert child.exit_reason() == "exit code 0"


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
        ("os._exit(3)", "exit code 3"),
    ],
)
def test_the_exit_reason_and_the_last_line_on_standard_error_are_known(
    end: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = "print('no', 'memory', '', '', sep=chr(10), file=sys.stderr, flush=True)"
    with child_of(f"import os, signal, sys\n{printed}\n{end}", tmp_path, monkeypatch) as child:
        assert list(child.messages(forever)) == [GONE]
        assert child.exit_reason() == reason
        assert child.last_stderr_line() == "memory"
        error = child.failure(GONE, "the process")
        assert (type(error), str(error)) == (ProcessEndedError, f"the process ended with {reason}")
        assert error.how == reason


def test_what_a_library_prints_is_no_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with child_of("print('hello', flush=True)", tmp_path, monkeypatch) as child:
        assert list(child.messages(forever)) == [GONE]
        assert child.last_stderr_line() == "hello"


def test_waiting_stops_although_nothing_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child sleeps for hours."""
    start = time.monotonic()
    with child_of("import time\ntime.sleep(1e4)", tmp_path, monkeypatch) as child:
        assert list(child.messages(lambda: time.monotonic() > start + 0.2)) == []
    assert child.exit_reason() == "SIGKILL"


def test_the_kinds_of_failure_are_told_apart() -> None:
    assert type(Child.failure(_no_child(), ("error", "no"), "it")) is SolverError
    assert type(Child.failure(_no_child(), ("memory", "no"), "it")) is SolverError
    bug = Child.failure(_no_child(), ("bug", "Traceback"), "it")
    assert (type(bug), str(bug)) == (RuntimeError, "it failed:\nTraceback")


def _no_child() -> Child:
    return object.__new__(Child)
