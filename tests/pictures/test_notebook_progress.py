"""Progress and "interrupt" in a real kernel of Jupyter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.slow

Run = Callable[..., list[str]]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Runs a cell: what it shows, updates included; perhaps interrupts it when it shows a text."""
    pytest.importorskip("ipykernel")
    starting = pytest.importorskip("jupyter_client.manager")
    manager, client = starting.start_new_kernel()

    def run(code: str, interrupt_at: str = "") -> list[str]:
        asked, shown = client.execute(code), []
        while True:
            message: dict[str, Any] = client.get_iopub_msg(timeout=600)
            if message["parent_header"].get("msg_id") != asked:
                continue
            content = message["content"]
            if content.get("execution_state") == "idle":
                return shown
            assert message["msg_type"] != "error", content
            words = content.get("data", {}).get("text/plain", content.get("text"))
            if words is not None:
                shown.append(words)
                if interrupt_at and interrupt_at in words:
                    interrupt_at = ""
                    manager.interrupt_kernel()

    try:
        run("import pyasp_puzzles as pp; board = pp.load('packing', 'pentominoes_6x10')")
        yield run
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_a_count_shows_its_number_and_interrupt_keeps_it(run: Run) -> None:
    code = (
        "with pp.progress():\n    found = pp.count(board, engine='asp')\nprint(found.reason, found)"
    )
    shown = run(code, "answers so far")
    assert any("answers so far" in words for words in shown)
    assert shown[-2] == "", "the line is gone"
    assert shown[-1].startswith("interrupted at least ")


def test_interrupt_ends_a_search_and_keeps_its_answers(run: Run) -> None:
    code = (
        "found = []\nwith pp.progress():\n    answers = pp.solve(board, engine='asp')\n"
        "    for answer in answers: found.append(answer)\n"
        "print(answers.reason, len(found) == answers.found > 0)"
    )
    assert run(code, " answer")[-1].strip() == "interrupted True"


def test_interrupt_ends_an_explanation_and_keeps_that_it_was_interrupted(run: Run) -> None:
    code = (
        "found = pp.explain(pp.load('twenty_four_seven', '2020_a'))\n"
        "with pp.progress():\n    list(found)\nprint(found.status, found.reason)"
    )
    assert run(code, "finding steps")[-1].strip() == "unknown interrupted"


def test_nothing_is_seen_in_the_end(run: Run) -> None:
    code = "with pp.progress():\n    pp.count(pp.load('packing', 'slothouber_graatsma'))"
    assert run(code)[-1] == ""
