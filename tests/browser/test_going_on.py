"""From one board to the next: which one comes, by which key, and what the page keeps in sight."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from browsing import DIGITS, Open, Player, answer_laid, expect

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def solved(page: Any, *names: str) -> None:
    """The log of the browser says that boards are solved."""
    entry = {"puzzle": "sudoku", "title": "", "seconds": 9, "hints": 0, "done": "2026-01-02"}
    entries = json.dumps(dict.fromkeys(names, entry))
    page.evaluate("(log) => localStorage.setItem('pyasp-puzzles:log', log)", entries)


def go_on(page: Any, board: str) -> None:
    title = page.locator("#title")
    before = title.inner_text()
    page.locator("#board .hit").first.focus()
    page.keyboard.press("n")
    page.wait_for_url(f"**/{board}")
    expect(title).not_to_have_text(before)  # it has come


def test_after_a_board_comes_one_of_the_same_grade_and_then_a_harder_one(opened: Open) -> None:
    page = opened("#/sudoku/four", more=False)
    expect(page.locator("#cards li")).not_to_have_count(0)
    go_on(page, "sudoku/six")
    solved(page, "sudoku/four")
    go_on(page, "sudoku/diagonals")
    solved(page, "sudoku/four", "sudoku/six")
    go_on(page, "sudoku/killer")  # of medium grade


def test_the_next_board_is_one_that_the_filter_shows(opened: Open) -> None:
    page = opened(more=False)
    page.select_option("#grade", "hard")
    page.goto(page.url.partition("#")[0] + "#/sudoku/four")
    expect(page.locator("#play")).to_be_visible()
    go_on(page, "sudoku/jigsaw")


def test_a_filter_without_boards_says_which_grades_there_are(opened: Open) -> None:
    page = opened(more=False)
    page.fill("#filter", "nonogram")
    page.select_option("#grade", "hard")
    expect(page.locator("#found")).to_have_text("0 boards; there are easy ones")
    page.select_option("#grade", "")
    page.locator("#filter").press("Enter")
    name = page.evaluate("document.activeElement.parentElement.dataset.name")
    assert name.startswith("nonogram/")


def test_all_degrees_of_a_step_are_one_hint(opened: Open) -> None:
    page = opened(DIGITS, more=False)
    for _ in range(4):
        page.click("#hint")
        expect(page.locator("#result")).not_to_be_empty()
        expect(page.locator("#job")).to_be_hidden()
    player = Player(page)
    for laid in answer_laid("twenty_four_seven", "four"):
        player.lay_by_clicks(laid)
    expect(page.locator("#done-words")).to_have_text(re.compile(r", 1 hint\."))


def test_more_is_closed_on_another_board(opened: Open) -> None:
    page = opened("#/sudoku/four", more=False)
    page.click("#more-button")
    expect(page.locator("#more")).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#/sudoku/six")
    expect(page.locator("#more")).to_be_hidden()


def test_the_board_that_is_checked_is_in_sight_on_a_phone(opened: Open) -> None:
    page = opened("#/sudoku/four", more=False, **PHONE)
    player = Player(page, taps=True)
    right = answer_laid("sudoku", "four")[0]
    wrong = next(each.tool for each in answer_laid("sudoku", "four") if each.tool != right.tool)
    player.tool(wrong).tap()
    player.hit(",".join(map(str, right.cell))).tap()
    page.tap("#more-button")
    page.tap('[data-ask="check"]')
    expect(page.locator("#result")).not_to_be_empty()
    expect(page.locator("#job")).to_be_hidden()
    for part in ("#board svg", "#result"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] < 700
    assert page.evaluate("scrollY") == 0


def test_the_keys_open_at_their_top(opened: Open) -> None:
    page = opened("#/sudoku/four", more=False, viewport={"width": 360, "height": 500})
    page.locator("#board .hit").first.focus()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert page.eval_on_selector("#keys", "(dialog) => dialog.scrollTop") == 0


def test_the_date_of_a_days_board_is_not_cut(opened: Open) -> None:
    page = opened("#/nonogram/daily/2026-01-02", more=False, **PHONE)
    expect(page.locator("#title")).to_have_text("Nonogram, 2026-01-02")
    size = "(each) => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]"
    across, down = page.eval_on_selector("#title", size)
    assert across <= 0
    assert down <= 1


def test_the_places_of_a_turned_piece_are_marked_before_it_is_laid(opened: Open) -> None:
    page = opened("#/packing/pentominoes_6x10", more=False)
    expect(page.locator("#redo")).to_be_visible()  # notes are under "More" where pieces turn
    expect(page.locator("#pencil")).to_be_hidden()
    page.click('#tools [aria-label^="I,"]')
    marks = page.locator("#board .hit.target")
    shadows = []
    for _ in range(2):
        page.locator("#board .hit").first.hover()
        expect(marks).to_have_count(5)
        shadows.append({each.get_attribute("data-cell") for each in marks.all()})
        page.click("#turn")
        expect(marks).to_have_count(0)
    first = page.locator("#board .hit").first.get_attribute("data-cell")
    assert shadows[0] & shadows[1] == {first}  # a row and a column
