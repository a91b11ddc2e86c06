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
