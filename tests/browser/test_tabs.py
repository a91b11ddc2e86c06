"""Two tabs of one browser on the same board: no move and no change of a clue is lost."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import DIGITS, Open, Player, answer_laid, cell_text, expect, on_board, without_list

pytestmark = pytest.mark.browser

ANSWER = answer_laid("twenty_four_seven", "four")


def second(first: Any, *, listed: bool = True) -> Any:
    page = first.context.new_page()
    if not listed:
        without_list(page)
    page.goto(first.url)
    expect(page.locator("#board .hit").first).to_be_visible()
    return page


def has(page: Any, *laid: Any) -> None:
    """Wait until these digits, and of :data:`ANSWER` no others, lie on the board."""
    for each in ANSWER[:4]:
        row, column = each.cell
        words = f"row {row}, column {column}" + (f": {each.tool}" if each in laid else "")
        expect(Player(page).hit(cell_text(each))).to_have_attribute("aria-label", words)


def test_moves_of_two_tabs_come_together_and_are_undone_in_either(opened: Open) -> None:
    a = opened(DIGITS)
    b = second(a)
    one, two, three, _ = ANSWER[:4]
    Player(a).lay_by_clicks(one)
    has(b, one)
    expect(b.locator("#said")).to_have_text("The board was changed in another tab.")
    Player(b).lay_by_clicks(two)
    has(a, one, two)
    b.click("#undo")
    has(a, one)
    a.click("#redo")
    has(b, one, two)
    b.close()
    Player(a).lay_by_clicks(three)
    b = second(a)
    has(b, one, two, three)
    b.reload()
    has(b, one, two, three)
    for left in ((one, two), (one,), ()):
        b.click("#undo")
        has(a, *left)
    expect(a.locator("#undo")).to_be_disabled()
    a.click("#redo")
    has(b, one)


def test_a_move_that_was_under_way_when_another_tab_moved_keeps_both(opened: Open) -> None:
    a = opened(DIGITS)
    b = second(a, listed=False)
    one, two = ANSWER[:2]
    held: list[Any] = []
    b.route("**/api/move", lambda route: route.continue_() if held else held.append(route))
    Player(b).tool(two.tool).click()
    with b.expect_request("**/api/move"):
        Player(b).hit(cell_text(two)).click()
    Player(a).lay_by_clicks(one)
    held[0].continue_()
    has(b, one, two)
    has(a, one, two)


def test_a_tab_that_never_heard_of_the_other_moves_on_what_it_left(opened: Open) -> None:
    """Such as one that slept: the event of the store is no longer needed."""
    a = opened(DIGITS)
    deaf = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true)"
    a.context.add_init_script(deaf)
    b = second(a)
    one, two = ANSWER[:2]
    Player(a).lay_by_clicks(one)
    assert not any(": " in each for each in on_board(b) if each.startswith("row 1, column 1"))
    Player(b).lay_by_clicks(two)
    has(b, one, two)
    has(a, one, two)


def test_what_a_tab_alone_had_comes_back_with_undo(opened: Open) -> None:
    """Another tab may have written without having seen it."""
    page = opened(DIGITS)
    one = ANSWER[0]
    Player(page).lay_by_clicks(one)
    name = "Object.keys(localStorage).find((key) => key.includes('board:'))"
    empty = "JSON.stringify({partial: {atoms: [], not: []}, marks: {}, past: [], future: []})"
    page.evaluate(f"localStorage.setItem({name}, {empty}); dispatchEvent(new Event('storage'))")
    has(page)
    expect(page.locator("#said")).to_contain_text("Undo brings back what was here.")
    page.click("#undo")
    has(page, one)


def test_notes_of_one_tab_are_in_the_other(opened: Open) -> None:
    a = opened(DIGITS)
    b = second(a)
    one, two = ANSWER[:2]
    a.click("#pencil")
    Player(a).tool(one.tool).click()
    Player(a).hit(cell_text(one)).click()
    noted = "row {}, column {}; notes {}".format(*one.cell, one.tool)
    expect(Player(b).hit(cell_text(one))).to_have_attribute("aria-label", noted)
    Player(b).lay_by_clicks(two)
    expect(Player(a).hit(cell_text(one))).to_have_attribute("aria-label", noted)


def test_a_move_does_not_disturb_a_tab_that_edits_the_board(opened: Open) -> None:
    a = opened(DIGITS)
    b = second(a)
    a.click("#edit-button")
    expect(a.locator("#said")).to_contain_text("Edit mode.")
    edited = on_board(a)
    one = ANSWER[0]
    Player(b).lay_by_clicks(one)
    a.evaluate("async () => { await fetch('/api/state'); }")
    assert on_board(a) == edited
    a.click("#edit-close")
    has(a, one)


def test_changes_of_clues_in_two_tabs_are_both_in_the_history(opened: Open) -> None:
    a = opened(DIGITS)
    b = second(a)
    for page in (a, b):
        page.click("#edit-button")
        expect(page.locator("#said")).to_contain_text("Edit mode.")
    first = a.input_value("#edit-text")
    one, two = (first.replace("Three odd digits", title) for title in ("Mine", "Yours"))
    a.fill("#edit-text", one)
    expect(b.locator("#edit-text")).to_have_value(one)
    b.fill("#edit-text", two)
    expect(a.locator("#edit-text")).to_have_value(two)
    a.click("#edit-undo")
    expect(b.locator("#edit-text")).to_have_value(one)
