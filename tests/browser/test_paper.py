"""The page on paper: rules, board and pieces are there, in one scale, and no control."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browsing import Open, Player, answer_laid, expect

from pyasp_puzzles.boards.registry import find_puzzle, shipped_names

pytestmark = pytest.mark.browser

BOARDS = [f"#/{name}/{next(iter(find_puzzle(name).instance_files()))}" for name in shipped_names()]
INNER = {"A4": 703, "Letter": 725}
"""Pixels between the margins."""

SHOWN = """(wanted) => [...document.querySelectorAll(wanted)].filter((each) => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility({checkVisibilityCSS: true}) && box.width > 1 && box.height > 1;
})"""


def shown(page: Any, selector: str, of: str = "each.textContent.trim()") -> list[Any]:
    return list(page.evaluate(f"(wanted) => ({SHOWN})(wanted).map((each) => {of})", selector))


@pytest.mark.parametrize("fragment", [*BOARDS, "#/packing/soma"])
def test_a_board_can_be_played_on_paper(opened: Open, fragment: str) -> None:
    page = opened(fragment, color_scheme="dark")
    page.wait_for_function("() => document.querySelector('#rules p').textContent")
    left = shown(page, "#tools .tool:not(.endless)", "each.getAttribute('aria-label')")
    legend = shown(page, "#legend p")
    for paper, width in INNER.items():
        made = page.pdf(format=paper)  # of a page on the screen, as a person prints it
        assert len(re.findall(rb"/Type\s*/Page\b", made)) == 1
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="print", color_scheme="dark")
        page.wait_for_function("() => document.querySelector('#rules-on-paper').offsetHeight")
        assert len(shown(page, "#title, #about, #rules-on-paper, #board svg")) == 4
        assert shown(page, "#legend p") == legend
        tools = shown(page, "#tools .tool", "each.getAttribute('aria-label')")
        assert tools == left
        assert shown(page, "button:not(.tool), input, select, textarea, summary, nav") == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        scale = "each.getBoundingClientRect().width / each.viewBox.baseVal.width"
        scales = shown(page, "#board svg, #tools svg", scale)
        assert len(scales) == len(left) + 1
        assert max(scales) < 1.02 * min(scales), "a piece that is cut out does not fit its cells"
        assert 0.7 < scales[0] < 1.1, "a cell is not 7 to 11 millimetres wide"
        check_ink(page)
        page.emulate_media(media="null", color_scheme="dark")  # neither screen nor print


def check_ink(page: Any) -> None:
    """A page in dark colours is printed in light ones."""
    light = "Math.min(...getComputedStyle(each).color.match(/[0-9]+/g).map(Number))"
    assert shown(page, "#title", light)[0] < 100, "ink of a dark page"
    fill = "Math.min(...getComputedStyle(each).fill.match(/[0-9]+/g).slice(0, 3).map(Number))"
    assert min(shown(page, "#board .cell", fill), default=255) > 200


def test_a_piece_that_lies_is_not_beside_the_board_on_paper(opened: Open) -> None:
    page = opened("#/pips/document")
    first, *_ = answer_laid("pips", "document")
    before = page.locator("#tools .tool").count()
    Player(page).lay_by_clicks(first)
    page.emulate_media(media="print")
    labels = shown(page, "#tools .tool", "each.getAttribute('aria-label')")
    assert len(labels) == before - 1
    assert not any(label.startswith(f"{first.tool},") for label in labels)


EDITED = ["#/pips/document", "#/slitherlink/six", "#/eternity/framed_4x4"]
PRINTED = """() => {
    dispatchEvent(new Event("beforeprint"));
    return document.querySelector("#play.printed");
}"""
"""Comes to be true as soon as the board that players see is there."""


@pytest.mark.parametrize("fragment", EDITED)
def test_an_edited_board_is_printed_as_players_see_it(opened: Open, fragment: str) -> None:
    page = opened(fragment, color_scheme="dark")
    pieces, names = "#tools .tool:not(.endless)", "each.getAttribute('aria-label')"
    left, svg = shown(page, pieces, names), "document.querySelector('#board svg').innerHTML"
    played = page.evaluate(svg).count("<text")
    page.click("#edit-button")  # edit mode is a script of its own, which comes now
    expect(page.locator("#edit")).to_be_visible()
    assert shown(page, "#tools .tool") == []
    page.wait_for_function(PRINTED)
    page.emulate_media(media="print", color_scheme="dark")
    assert shown(page, pieces, names) == left
    assert page.evaluate(svg).count("<text") == played
    assert shown(page, "button:not(.tool), input, select, textarea, summary, nav, #badge") == []
    check_ink(page)
    page.emulate_media(media="screen", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#board .hit.open").count()
    page.click("#edit-close")
    assert shown(page, pieces, names) == left


def test_pieces_that_were_changed_are_printed_in_the_scale_of_the_board(opened: Open) -> None:
    page = opened("#/pips/document")
    page.click("#edit-button")
    page.get_by_label("Dominoes", exact=True).fill("0-6, 1-5, 1-6, 2-4, 2-6, 4-4")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#edit-text').value.includes('0-6')")
    page.wait_for_function(PRINTED)
    page.emulate_media(media="print")
    labels = shown(page, "#tools .tool", "each.getAttribute('aria-label')")
    assert labels[0] == "0-6, 1 left"
    scale = "each.getBoundingClientRect().width / each.viewBox.baseVal.width"
    scales = shown(page, "#board svg, #tools svg", scale)
    assert len(scales) == 7
    assert max(scales) < 1.02 * min(scales)
