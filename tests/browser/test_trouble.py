"""What the page says and does where something is missing: features, the connection, room."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import LONG, PATIENCE, Open, expect, without_list
from page_client import served

from pyasp_puzzles.web.limits import ServerLimits

pytestmark = pytest.mark.browser


class Cable:
    """A connection to a server that can be cut, on a port of its own."""

    def __init__(self, port: int) -> None:
        self._port, self.whole = port, True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Close all connections, and new ones as soon as they come."""
        with self._lock:
            self.whole = False
            for end in self._ends:
                with contextlib.suppress(OSError):  # it is closed already
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.whole = True

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                near, _ = self._listener.accept()
                with self._lock:
                    if not self.whole:
                        near.close()
                        continue
                    far = socket.create_connection(("127.0.0.1", self._port))
                    self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):  # cut
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def cable() -> Iterator[Cable]:
    """A connection to a server that waits long for pages that come back."""
    with served(ServerLimits(running=1, drawers=1, grace=PATIENCE / 1000)) as server:
        made = Cable(server.port)
        yield made
        made.close()


def number(page: Any) -> int:
    """The running number of a count."""
    found = re.search(r"[\d,]+", page.inner_text("#job-text"))
    return int(found[0].replace(",", "")) if found else 0


def test_a_count_goes_on_after_the_connection_was_lost(browser: Any, cable: Cable) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{cable.address}{LONG}")
    page.click("#more-button")
    page.click('[data-ask="count"]')
    words = page.locator("#job-text")
    expect(words).to_have_text(re.compile(r"\d"))
    before = number(page)
    cable.cut()
    expect(words).to_contain_text("The connection is lost. Trying again")
    cable.mend()
    expect(words).to_have_text(re.compile(r"\d"))
    page.wait_for_function(
        "(before) => Number(document.querySelector('#job-text').textContent"
        ".match(/[0-9,]+/)?.[0].replaceAll(',', '') ?? 0) > before",
        arg=before,
    )
    page.click("#stop")
    expect(page.locator("#result")).to_contain_text("stopped")
    context.close()


def test_a_count_keeps_its_number_where_the_server_never_comes_back(
    browser: Any, cable: Cable
) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{cable.address}{LONG}")
    page.click("#more-button")
    page.click('[data-ask="count"]')
    expect(page.locator("#job-text")).to_have_text(re.compile(r"\d"))
    cable.cut()
    expect(page.locator("#error")).to_contain_text("The connection to the server is lost.")
    expect(page.locator("#result")).to_contain_text(re.compile(r"\d"))
    page.click('[data-ask="count"]')
    expect(page.locator("#error")).to_contain_text("The server does not answer.")
    context.close()


@pytest.mark.parametrize("missing", ["JavaScript", "CompressionStream", "light-dark()"])
def test_a_browser_without_what_the_page_needs_gets_a_notice(
    browser: Any, address: str, missing: str
) -> None:
    context = browser.new_context(java_script_enabled=missing != "JavaScript")
    page = context.new_page()
    if missing == "CompressionStream":
        page.add_init_script("delete window.CompressionStream")
    if missing == "light-dark()":
        page.add_init_script("CSS.supports = () => false")
    page.goto(address)
    notice = page.locator("#old")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("pyasp-puzzles show")
    assert page.locator("#gallery").is_hidden()
    assert page.locator("#play").is_hidden()
    context.close()


LARGE = "board: 90 x 90\npiece I:\n" + 90 * f"    {90 * '#'}\n"


def test_a_board_that_is_too_large_names_the_command_for_the_terminal(opened: Open) -> None:
    page = opened()
    page.select_option("#own-puzzle", "packing")
    page.fill("#own-text", LARGE)
    page.click('#own button[type="submit"]')
    error = page.locator("#own-error")
    expect(error).to_contain_text("too large for the page")
    expect(error).to_contain_text("pyasp-puzzles solve packing")
    assert page.locator("#play").is_hidden()


def test_the_editor_says_that_a_board_is_too_large(opened: Open) -> None:
    page = opened("#/packing/soma")
    page.click("#edit-button")
    page.fill("#edit-text", LARGE)
    expect(page.locator("#edit-error")).to_contain_text("pyasp-puzzles solve packing")


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("#/packing?z=abc", "The address holds no whole board. Was it cut off?"),
        ("#/none/none", "There is no board none/none. Choose one:"),
        ("#/packing/sona", "There is no board packing/sona; did you mean 'soma'?"),
        ("pips/no%20board", "There is no board pips/no board. Choose one:"),
        ("a%ff%3Cb%3E", "There is no board a%ff%3Cb%3E. Choose one:"),
    ],
)
def test_an_address_that_leads_nowhere_shows_the_gallery_and_says_so(
    opened: Open, fragment: str, words: str
) -> None:
    page = opened(fragment)
    expect(page.locator("#lost")).to_have_text(words)
    expect(page.locator("#lost")).to_be_in_viewport()
    assert page.locator("#gallery").is_visible()
    page.click("#to-gallery")
    expect(page.locator("#lost")).to_be_empty()
    expect(page.locator("#cards li").first).to_be_visible()
    assert page.evaluate("location.pathname") == "/"


def test_a_slow_server_shows_that_a_move_is_on_its_way(opened: Open, browser: Any) -> None:
    """Not before 300 ms, by the clock of the page, which the test turns."""
    page = opened("#/twenty_four_seven/four")
    without_list(page)
    page.clock.install()
    page.reload()
    expect(page.locator("#board .hit").first).to_be_visible()
    page.clock.pause_at("2100-01-01")
    held: list[Any] = []
    page.route("**/api/move", lambda route: held.append(route))
    sign = page.locator("#slow")
    page.locator("#tools button").first.click()
    with page.expect_request("**/api/move"):
        page.locator("#board .hit").first.click()
    page.clock.run_for(290)
    assert sign.inner_text() == ""
    page.clock.run_for(20)
    expect(sign).to_have_text("Waiting for the server…")
    expect(sign).to_be_in_viewport()
    assert sign.get_attribute("role") == "status"
    with page.expect_response("**/api/move"):
        held[0].continue_()
    page.clock.resume()
    expect(sign).to_be_empty()
    expect(page.locator("#said")).to_contain_text("on row 1, column 1")
