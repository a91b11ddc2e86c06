"""A solid on the page is turned and taken apart."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import Open, expect

pytestmark = pytest.mark.browser

TURN = 'Number(document.querySelector("#solid canvas").dataset.turn)'


@pytest.fixture
def page(opened: Open) -> Any:
    made = opened("#/packing/pentominoes_3x4x5")
    made.click('[data-ask="solve"]')
    expect(made.locator("#series")).to_be_visible()
    expect(made.locator("#job")).to_be_hidden()
    return made


def picture(page: Any) -> str:
    """What the canvas shows, after the next frame."""
    found = page.evaluate(
        """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
            () => done(document.querySelector("#solid canvas").toDataURL()))))"""
    )
    assert isinstance(found, str)
    return found


def test_keys_turn_it_and_take_it_apart(page: Any) -> None:
    canvas = page.locator("#solid canvas")
    canvas.focus()
    seen = {picture(page)}
    for key in ("ArrowRight", "ArrowUp", "+", "l", ".", "."):
        page.keyboard.press(key)
        seen.add(picture(page))
    assert len(seen) == 7, "a key changes nothing"
    assert canvas.get_attribute("data-off") == "2"
    expect(page.locator("#solid [role=status]")).to_contain_text("10 of 12 pieces are on it")
    first = page.locator("#solid details")
    assert "Layer 5:" in first.text_content()
    page.keyboard.press("Home")
    assert picture(page) in seen


def test_the_mouse_and_a_finger_turn_it(page: Any) -> None:
    canvas = page.locator("#solid canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    turn = float(canvas.get_attribute("data-turn"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 20)
    page.mouse.up()
    page.wait_for_function(f"{TURN} === {turn + 20}")
    touch = page.context.new_cdp_session(page)
    for kind, move in (("touchStart", 0), ("touchMove", 60), ("touchMove", 100), ("touchEnd", 0)):
        points = [] if kind == "touchEnd" else [{"x": x + move, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_function(f"{TURN} > {turn + 40}")


def test_buttons_do_what_a_drag_does(page: Any) -> None:
    for what in ("turn+", "turn-", "tilt+", "tilt-", "zoom+", "pieces+"):
        before = picture(page)
        page.locator(f'#solid [data-solid="{what}"]').click()
        assert picture(page) != before, what
