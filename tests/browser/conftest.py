"""A server, a browser and pages for the tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browsing import browser_or_skip, opening, serving

EXPECTED = "status of 4|net::ERR_INTERNET_DISCONNECTED"
"""What the console says of requests that the server refuses, and of those without a network."""


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server in a process of its own."""
    with serving(tmp_path_factory.mktemp("server")) as (found, _):
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    yield from browser_or_skip()


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Opens a page in a profile of its own; options are those of a new context.

    What is not needed in play is in sight, unless ``more`` is false.

    The test fails where the page has an error of a script, or breaks its content security policy.
    """

    def open_page(fragment: str = "", *, more: bool = True, **options: Any) -> Any:
        options.setdefault("service_workers", "block")  # which routes of tests do not see
        shown = "window.confirm = () => true;"  # who is asked agrees
        shown += "localStorage.setItem('pyasp-puzzles:more', 'true')" if more else ""
        return opens(f"{address}{fragment}", shown, **options)

    with opening(browser, EXPECTED) as opens:
        yield open_page
