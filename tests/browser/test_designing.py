"""Edit mode tells how many answers the board has, and drops and adds clues."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browsing import Open, expect

pytestmark = pytest.mark.browser


def edited(opened: Open, fragment: str) -> Any:
    page = opened(fragment)
    page.click("#edit-button")
    expect(page.locator("#badge")).to_have_text("One answer.")
    return page


def marked(page: Any) -> list[str]:
    cells = "all => all.map((each) => each.dataset.cell)"
    found: list[str] = page.locator("#board .hit.marked").evaluate_all(cells)
    return found


def test_the_badge_follows_each_change(opened: Open) -> None:
    page = edited(opened, "#/sudoku/four")
    assert marked(page) == []
    page.locator('#board .hit[data-cell="1,1"]').click()
    page.keyboard.press("3")
    expect(page.locator("#badge")).to_contain_text("These clues contradict each other")
    expect(page.locator("#badge")).to_contain_text("3 is printed in r1c1")
    assert {"1,1", "1,2"} <= set(marked(page))
    page.click("#edit-undo")
    expect(page.locator("#badge")).to_have_text("One answer.")
    page.click('[data-design="empty"]')
    expect(page.locator("#badge")).to_contain_text("Several answers")
    number = re.search(r"differ in (\d+) cells", page.inner_text("#badge"))
    assert number and len(marked(page)) == int(number[1])
    page.click("#edit-close")
    assert marked(page) == []
    expect(page.locator("#badge")).to_be_hidden()


def test_changes_are_not_dropped_without_asking(opened: Open) -> None:
    page = opened("#/")
    page.click("#gallery .blank-button")
    page.select_option("#new select", "nurikabe")
    page.click("#new-make")
    expect(page.locator("#said")).to_have_text("Edit mode.")
    before = page.input_value("#edit-text")
    page.locator('#board .hit[data-cell="1,1"]').click()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator("#edit-text")).not_to_have_value(before)
    page.evaluate("window.confirm = (words) => { window.asked = words; return false; }")
    page.click("#edit-close")
    assert page.evaluate("window.asked") == "Drop this new board? Undo cannot bring it back."
    expect(page.locator("#edit")).to_be_visible()
    page.evaluate("window.confirm = () => true")
    page.click("#edit-close")
    expect(page.locator("#edit")).to_be_hidden()


def test_clues_are_added_and_dropped_and_undo_takes_them_back(opened: Open) -> None:
    page = edited(opened, "#/sudoku/four")
    first = page.input_value("#edit-text")
    page.click('[data-design="empty"]')
    expect(page.locator("#badge")).to_contain_text("Several answers")
    page.click('[data-design="drop"]')
    expect(page.locator("#error")).to_contain_text("found several answers, expected one answer")
    page.click('[data-design="add"]')
    expect(page.locator("#badge")).to_have_text("One answer.")
    made = page.input_value("#edit-text")
    page.click('[data-design="drop"]')
    expect(page.locator("#said")).to_contain_text(
        re.compile("Nothing changes|follows the text|gone")
    )
    page.click("#edit-undo")
    page.click("#edit-undo")
    expect(page.locator("#edit-text")).not_to_have_value(made)
    assert first


def test_the_edited_board_is_exported(opened: Open) -> None:
    page = edited(opened, "#/slitherlink/six")
    page.click('[data-design="empty"]')
    expect(page.locator("#badge")).to_contain_text("Several answers")
    within = {"text": ".", "svg": "<svg", "url": "/6/6/", "sheet": "<section>"}
    for form, words in within.items():
        with page.expect_download() as saved:
            page.click(f'#downloads [data-format="{form}"]')
        assert words in saved.value.path().read_text(encoding="utf-8")
    expect(page.locator("#share-moves")).to_be_hidden()


def test_an_empty_board_is_drawn_by_its_form(opened: Open) -> None:
    page = opened("#/")
    page.click("#gallery .blank-button")
    page.select_option("#new select", "sudoku")
    expect(page.locator("#new [name=columns]")).to_be_hidden()
    page.fill("#new [name=rows]", "64")
    page.click("#new-make")
    expect(page.locator("#new-error")).to_contain_text("found 4,096 tiles, expected at most 4,000")
    page.select_option("#new select", "nurikabe")
    expect(page.locator("#new-error")).to_be_empty()
    page.fill("#new [name=rows]", "3")
    page.fill("#new [name=columns]", "4")
    page.keyboard.press("Enter")
    expect(page.locator("#new")).to_be_hidden()
    expect(page.locator("#about")).to_contain_text("3 x 4 cells")
    expect(page.locator("#badge")).to_contain_text("answer")
    page.locator('#board .hit[data-cell="1,1"]').click()
    page.keyboard.press("2")
    expect(page.locator("#edit-text")).to_have_value(re.compile("2..."))
    assert "z=" in page.url


def test_a_board_gets_a_title_and_an_author(opened: Open) -> None:
    page = edited(opened, "#/sudoku/four")
    page.get_by_label("Author", exact=True).fill("Ada")
    page.get_by_role("button", name="Set author").click()
    expect(page.locator("#about")).to_contain_text("by Ada")
    page.get_by_label("Title", exact=True).fill("Four")
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text("Four")
    page.get_by_label("Title", exact=True).fill("Four twos")
    page.keyboard.press("Tab")
    expect(page.locator("#title")).to_have_text("Four twos")
    expect(page.locator("#about")).to_contain_text("one answer")
    page.click("#edit-play")
    expect(page.locator("#title")).to_have_text("Four twos")
    expect(page.locator("#about")).to_contain_text("by Ada")


def test_difficulty_and_derivation_stand_beside_the_board(opened: Open) -> None:
    page = edited(opened, "#/sudoku/four")
    expect(page.locator("#badge-grade")).to_contain_text("Hardest step: the only place left")
    page.click("#derivation")
    expect(page.locator("#step")).to_contain_text("Step 1")
    page.click("#series-next")
    expect(page.locator("#step")).to_contain_text("Step 2")
    page.locator('#board .hit[data-cell="1,1"]').click()
    page.click("#series-close")
    page.locator('#board .hit[data-cell="1,1"]').click()
    page.keyboard.press("3")
    expect(page.locator("#badge-grade")).to_be_empty()
    expect(page.locator("#derivation")).to_be_hidden()
