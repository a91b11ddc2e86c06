"""On a phone: boards fit, a finger draws, buttons stay, a cell or its digit comes first."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browsing import DIGITS, Open, Player, answer_laid, cell_text, expect

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
PLACE = "({x, y, width, height}) => [x, y, width, height].map(Math.round)"


def place(page: Any, part: str) -> list[int]:
    """Left, top, width and height of a part of the page, in pixels."""
    found = page.eval_on_selector(part, f"(each) => ({PLACE})(each.getBoundingClientRect())")
    assert isinstance(found, list)
    return found


def drawn_by_a_finger(page: Any, points: list[tuple[float, float]]) -> None:
    """One finger goes over the points, fast: it stops at none of them."""
    session = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        touch = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("name", ["slitherlink/ten", "hashiwokakero/ten", "akari/wide"])
def test_a_board_is_as_wide_as_its_frame(opened: Open, name: str) -> None:
    page = opened(f"#/{name}", more=False, **PHONE)
    expect(page.locator("#board .hit").first).to_be_attached()
    over = page.eval_on_selector("#board", "(board) => board.scrollWidth - board.clientWidth")
    left, _, width, _ = place(page, "#board")
    assert over <= 0
    assert place(page, "#board svg")[2] <= width
    assert place(page, "#board svg")[0] >= left


def test_a_finger_draws_all_sides_that_it_comes_over(opened: Open) -> None:
    page = opened("#/slitherlink/ten", more=False, **PHONE)
    player = Player(page)
    places = "all => all.map((each) => each.dataset.cell)"
    edges = page.locator('#board .hit[data-kind="edge"]').evaluate_all(places)
    sides = [edge for edge in edges if re.match(r"1,\d+,2,", edge)][:6]  # of the same row
    boxes = [player.hit(side).bounding_box() for side in sides]
    ends = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.locator("#tools button").first.tap()
    drawn_by_a_finger(page, [ends[0], (ends[0][0] + 10, ends[0][1]), ends[-1]])
    expect(page.locator("#standing")).to_contain_text(f"{len(sides)} of ")
    assert page.eval_on_selector("#board", "(board) => board.scrollLeft") == 0


def test_buttons_and_the_board_stay_where_they_are(opened: Open) -> None:
    page = opened(DIGITS, more=False, **PHONE)
    player = Player(page, taps=True)
    parts = [f"#{part}" for part in ("board", "moves", "undo", "hint", "more-button", "tools")]
    before = [place(page, part) for part in parts]
    for _ in range(2):
        page.tap("#hint")
        expect(page.locator("#job")).to_be_hidden()
        expect(page.locator("#result")).not_to_be_empty()
        assert [place(page, part) for part in parts] == before
    player.lay_by_clicks(answer_laid("twenty_four_seven", "four")[0])
    assert [place(page, part) for part in parts] == before


@pytest.mark.parametrize("wide", [360, 768, 1280])
def test_a_legend_is_shown_whole(opened: Open, wide: int) -> None:
    page = opened("#/pips/two_islands", more=False, viewport={"width": wide, "height": 740})
    expect(page.locator("#legend p").first).to_be_visible()
    cut = page.eval_on_selector("#legend", "(each) => each.scrollHeight - each.clientHeight")
    assert cut <= 0


def test_a_digit_goes_into_the_cell_that_was_tapped_before(opened: Open) -> None:
    page = opened("#/sudoku/four", more=False, **PHONE)
    player = Player(page, taps=True)
    first, second, *_ = answer_laid("sudoku", "four")
    player.hit(cell_text(first)).tap()
    expect(page.locator("#said")).to_contain_text("choose what goes there")
    player.tool(first.tool).tap()
    player.wait_laid(first)
    expect(page.locator('#tools button[aria-pressed="true"]')).to_have_count(0)
    player.hit(cell_text(second)).tap()
    player.hit(cell_text(second)).tap()  # the outline goes
    player.lay_by_clicks(second)  # the tool first
    expect(player.tool(second.tool)).to_have_attribute("aria-pressed", "true")


def test_a_note_goes_into_the_cell_that_was_tapped_before(opened: Open) -> None:
    page = opened("#/sudoku/four", more=False, **PHONE)
    player = Player(page, taps=True)
    cell = cell_text(answer_laid("sudoku", "four")[0])
    page.tap("#pencil")
    player.hit(cell).tap()
    player.tool("3").tap()
    expect(page.locator("#said")).to_have_text(re.compile("^Notes in .*: 3.$"))
    page.tap("#colours .violet")
    expect(page.locator("#said")).to_have_text(re.compile("^Notes in .*: 3, violet.$"))


def test_all_nine_digits_are_in_sight_and_shown_once(opened: Open) -> None:
    page = opened("#/sudoku/nine", more=False, **PHONE)
    digits = page.locator("#tools button")
    expect(digits).to_have_count(9)
    for number, digit in enumerate(digits.all(), 1):
        assert digit.inner_text().split() == [str(number)]
        box = digit.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 740
