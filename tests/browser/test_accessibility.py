"""Rules of accessibility, checked by axe on each page and state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyasp_puzzles.registry import find_puzzle, shipped_names

pytestmark = pytest.mark.browser

BOARDS = [f"#/{name}/{next(iter(find_puzzle(name).instance_files()))}" for name in shipped_names()]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def expect(found: Any) -> Any:
    from playwright.sync_api import expect as expected

    return expected(found)


def open_keys(page: Any) -> None:
    page.click("#help-button")
    expect(page.locator("#keys")).to_be_visible()


def open_generator(page: Any) -> None:
    page.click("#generate-button")
    expect(page.locator("#generate")).to_be_visible()


def open_panels(page: Any) -> None:
    page.click("#edit-button")
    page.click("#program-button")
    expect(page.locator("#program-text")).not_to_be_empty()


def show_answer(page: Any) -> None:
    page.click('[data-ask="solve"]')
    expect(page.locator("#answers")).to_be_visible()


def check(page: Any) -> None:
    page.click('[data-ask="check"]')
    expect(page.locator("#result")).not_to_be_empty()


def explain(page: Any) -> None:
    page.click('[data-ask="explain"]')
    expect(page.locator("#step .step-number")).to_be_visible()


def broken_text(page: Any) -> None:
    page.click("#edit-button")
    page.fill("#edit-text", "nonsense")
    expect(page.locator("#edit-error")).not_to_be_empty()


PANELS = (open_keys, open_generator, open_panels, check, broken_text)
STATES = [
    ("", None),
    *((board, None) for board in BOARDS),
    *((board, show_answer) for board in BOARDS),
    *(
        (BOARDS[-1], state)
        for state in (open_keys, open_generator, open_panels, check, broken_text)
    ),
    ("#/twenty_four_seven/four", explain),
]
NAMES = [
    f"{board[2:] or 'gallery'}-{getattr(state, '__name__', 'open')}" for board, state in STATES
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("fragment", "state"), STATES, ids=NAMES)
def test_no_rule_is_broken(
    opened: Callable[..., Any], fragment: str, state: Callable[[Any], None] | None, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(fragment, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    if state:
        state(page)
    found = axe.run(page, options=RULES)
    broken = [
        (rule["id"], rule["help"], [node["html"][:120] for node in rule["nodes"][:3]])
        for rule in found.response["violations"]
    ]
    print(f"\n{len(found.response['passes'])} rules pass, {len(broken)} are broken")
    assert broken == []
