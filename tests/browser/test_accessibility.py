"""Rules of accessibility, checked by axe on each page and state.

Each state is checked once with all rules, and then what depends on colours in the dark, too. States
of one page follow each other on it; all that one of them shows is checked once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from browsing import expect, small_board

from pyasp_puzzles.boards.registry import shipped_names

pytestmark = pytest.mark.browser

State = Callable[[Any], None]
"""Brings a page from the state before it into its own."""

RULES = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def as_opened(page: Any) -> None:
    assert page.locator("h1").is_visible()


def filtered(page: Any) -> None:
    page.fill("#filter", "no board has this name")
    expect(page.locator("#found")).to_contain_text("0")


def text_refused(page: Any) -> None:
    page.fill("#own-text", "nonsense")
    page.click('#own button[type="submit"]')
    expect(page.locator("#own-error")).not_to_be_empty()


def size_refused(page: Any) -> None:
    page.click("#gallery .blank-button")
    page.fill("#new [name=rows]", "99")
    page.fill("#new [name=columns]", "99")
    page.click("#new-make")
    expect(page.locator("#new-error")).not_to_be_empty()


def keys(page: Any) -> None:
    page.click("#help-button")
    expect(page.locator("#keys")).to_be_visible()


def generator(page: Any) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.click("#generate-button")
    expect(page.locator("#new")).to_be_visible()


def panels(page: Any) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("#new")).to_be_hidden()
    page.click("#program-button")
    expect(page.locator("#program-text")).not_to_be_empty()


def edited(page: Any) -> None:
    """A clue and its value are chosen, and a cell has the focus."""
    page.click("#edit-button")
    page.click('#edit-kinds button[data-value="rule"]')
    page.fill("#edit-value", "sum 99")
    page.locator("#board .hit.open").first.click()
    expect(page.locator("#said")).to_contain_text("Rule sum 99 on row")


def broken_text(page: Any) -> None:
    page.fill("#edit-text", "nonsense")
    expect(page.locator("#edit-error")).not_to_be_empty()


def edit_mode(page: Any) -> None:
    page.click("#edit-button")
    if page.locator("#edit-kinds button").first.is_visible():  # there is no choice of one kind
        page.locator("#edit-kinds button").first.click()
    expect(page.locator("#edit")).to_be_visible()


def ask(page: Any, kind: str) -> None:
    page.click(f'[data-ask="{kind}"]')
    expect(page.locator("#job")).to_be_hidden()


def answer(page: Any) -> None:
    page.click('[data-ask="solve"]')
    expect(page.locator("#series")).to_be_visible()


def checked(page: Any) -> None:
    ask(page, "check")
    expect(page.locator("#result")).not_to_be_empty()


def chosen(page: Any) -> None:
    """After edit mode; what was asked is answered, a tool is chosen, and a cell has the focus."""
    page.click("#edit-close")
    expect(page.locator("#edit")).to_be_hidden()
    checked(page)
    page.locator("#tools button").first.click()
    page.locator("#board .hit").first.focus()


def mistake(page: Any) -> None:
    """The same digit in two cells of a row, and the mistake found."""
    page.locator("#tools button").first.click()
    for cell in ("1,1", "1,2"):
        page.click(f'#board .hit[data-cell="{cell}"]')
    checked(page)


def explained(page: Any) -> None:
    ask(page, "explain")
    expect(page.locator("#step .step-number")).to_be_visible()


def running(page: Any) -> None:
    page.click('[data-ask="count"]')
    expect(page.locator("#job")).to_be_visible()


def asked_while_edited(page: Any) -> None:
    edit_mode(page)
    ask(page, "unique")
    expect(page.locator("#result")).not_to_be_empty()


def derived(page: Any) -> None:
    """Beside an edited board stand its difficulty and its derivation."""
    expect(page.locator("#badge-grade")).to_contain_text("steps")
    page.click("#derivation")
    expect(page.locator("#step .step-number")).to_be_visible()


def lost(page: Any) -> None:
    """The address has no board, and the server is slow."""
    expect(page.locator("#lost")).not_to_be_empty()
    page.evaluate("document.dispatchEvent(new CustomEvent('slow', {detail: true}))")
    expect(page.locator("#slow")).not_to_be_empty()


BOARDS = [f"#/{name}/{small_board(name)}" for name in shipped_names()]
PAGES: dict[str, Sequence[State]] = {
    "": (as_opened, filtered, text_refused, size_refused),
    **dict.fromkeys(BOARDS, (edit_mode, chosen, answer)),
    "#/twenty_four_seven/2020_a": (as_opened, edit_mode, chosen, answer),
    "#/twenty_four_seven/four": (as_opened, mistake, explained, asked_while_edited, derived),
    "#/nowhere": (lost,),
    "#/pips/two_islands": (as_opened, keys, generator, panels, edited, broken_text),
    "#/packing/pentominoes_6x10": (running,),
}


@pytest.mark.parametrize("fragment", PAGES, ids=[name[2:] or "gallery" for name in PAGES])
def test_no_rule_is_broken_in_any_state_of(opened: Callable[..., Any], fragment: str) -> None:
    page = opened(fragment, color_scheme="light", reduced_motion="reduce", bypass_csp=True)
    broken = []
    for state in PAGES[fragment]:
        state(page)
        for scheme, rules in (("light", RULES), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)
            found = rules_broken(page, rules)
            broken += [(state.__name__, scheme, *each) for each in found]
        page.emulate_media(color_scheme="light")
    assert broken == []


@pytest.mark.parametrize("missing", ["JavaScript", "a feature"])
def test_no_rule_is_broken_where_the_page_only_gives_notice(
    browser: Any, address: str, missing: str
) -> None:
    """axe itself needs JavaScript; so the page is shown without its own module."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    if missing == "JavaScript":
        page.route("**/*.js", lambda route: route.abort())
    else:
        page.add_init_script("delete window.CompressionStream")
    page.goto(address)
    expect(page.locator("#old")).to_be_visible()
    assert rules_broken(page, RULES) == []
    context.close()


def rules_broken(page: Any, rules: Any) -> list[tuple[str, str, list[str]]]:
    """The rules that a page breaks, with some of the places."""
    axe = pytest.importorskip("axe_playwright_python.base")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.AXE_SCRIPT)
    # No rule of these needs style sheets of other origins, which axe would load before each run.
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    found = page.evaluate("(options) => axe.run(options)", options)
    print(f"\n{len(found['passes'])} rules pass, {len(found['violations'])} are broken")
    return [
        (rule["id"], rule["help"], [node["html"][:120] for node in rule["nodes"][:3]])
        for rule in found["violations"]
    ]
