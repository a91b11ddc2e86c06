"""How soon an editor is told whether its board has no answer, one or several.

``pytest -m benchmark -n 0 tests/benchmarks/test_badge.py``: the largest shipped board of each
puzzle on rows and columns, up to 10 x 10, is changed twice on the page: a clue goes, or gets
another value.  Wall clock from the click until the line tells; of this, 0.15 s is the pause after
a change.  CPU seconds are those of :func:`pyasp_puzzles.verbs.designing.design_states` alone, until
the number of answers is told and until the clues of a contradiction are.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest
from browsing import browser_or_skip, serving

from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.registry import find_puzzle, load_boards, puzzle_names, puzzle_of
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.verbs.designing import design_states

if TYPE_CHECKING:
    from .conftest import Report

TITLE = "The line of the editor: wall clock on the page, CPU of the search"
HEADS = ("board", "a clue less", "another clue", "answers", "CPU: number", "CPU: why")
MOST, ROUNDS = 100, 3
"""Cells of a board; rounds of each change."""

TOLD = """([clue, value, cell]) => new Promise((done) => {
    const badge = document.getElementById("badge");
    const press = (all, fits) => [...document.querySelectorAll(all)].find(fits).click();
    const chosen = (each) => each.getAttribute("aria-pressed") === "true";
    press("#edit-kinds button", (each) => each.dataset.value === clue);
    const own = (each) => each.dataset.value === value;
    const button = [...document.querySelectorAll("#edit-choices button")].find(own);
    if (!chosen(button)) button.click();
    let searched = false;
    const begin = performance.now();
    const seen = new MutationObserver(() => {
        if (!badge.dataset.status) searched = true;
        else if (searched) {
            seen.disconnect();
            done([performance.now() - begin, badge.dataset.status]);
        }
    });
    seen.observe(badge, { childList: true, attributes: true });
    document.querySelector(`#board .hit[data-cell="${cell}"]`).dispatchEvent(
        new MouseEvent("click", { bubbles: true }));
})"""
"""Sets a value on a cell: milliseconds until the line tells of answers, and its status."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str]]:
    with serving(tmp_path_factory.mktemp("badge")) as (address, _):
        for browser in browser_or_skip():
            yield browser.new_page(), address


def largest(name: str) -> Any:
    """The largest board on rows and columns with one answer, up to 10 x 10; ``None``: no such."""
    puzzle = find_puzzle(name)
    every = [b for at in puzzle.instance_files() for b in load_boards(puzzle, at)]
    boards = [b for b in every if dict(b.known).get("answers") == 1 and hasattr(b, "cells")]
    fitting = [b for b in boards if len(b.cells) <= MOST]
    return max(fitting, key=lambda board: len(board.cells), default=None)


def changes(board: Any, *, less: bool) -> Iterator[tuple[Change, Any]]:
    """Changes that remove a clue, or give it another value, with the boards that come of them."""
    form = puzzle_of(board).edit
    assert form
    for clue in form.clues(board):
        own = [(at, v) for at, v in form.values(board, clue.name).items() if at and v]
        Random(1).shuffle(own)
        for at, value in own if clue.scope == "cell" and not clue.act else ():
            for other in [""] if less else [each for each in clue.choices if each != value]:
                change = Change(clue.name, other, at)
                try:
                    yield change, changed(form, board, change)
                except (MoveError, InstanceError):
                    continue


def spent(board: Any) -> tuple[float, float]:
    """CPU seconds until the number of answers is told, and until all is."""
    start = time.process_time()
    told = [time.process_time() - start for _ in design_states(board, 30)]
    return told[0], told[-1]


@pytest.mark.parametrize("name", puzzle_names())
def test_the_line_of_the_editor(name: str, page: tuple[Any, str], report: Report) -> None:
    board = largest(name)
    if board is None:
        pytest.skip("no shipped board on rows and columns with one answer")
    editor, address = page
    editor.goto(f"{address}#/{name}/{board.name}")
    if editor.locator("#more").is_hidden():
        editor.click("#more-button")
    editor.click("#edit-button")
    told, found, cpu = editor.get_by_text("One answer.", exact=True), [], [spent(board)]
    told.wait_for()
    for less in (True, False):
        change, other = next(changes(board, less=less), (None, None))
        if change is None:
            found.append(("-", "-"))
            continue
        rounds = []
        for _ in range(ROUNDS):
            where = ",".join(map(str, change.cell or ()))
            rounds.append(editor.evaluate(TOLD, [change.clue, change.value, where]))
            editor.click("#edit-undo")
            told.wait_for()
        found.append((f"{median(each for each, _ in rounds):.0f} ms", rounds[0][1]))
        cpu.append(spent(other))
    row = [f"{name} {board.name}", *(each for each, _ in found), ", ".join(x for _, x in found)]
    slowest = [f"{max(each) * 1000:.0f} ms" for each in zip(*cpu, strict=True)]
    report(TITLE, HEADS, [[*row, *slowest]])
