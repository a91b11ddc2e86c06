"""The page in a browser: opened, played by clicks and by keys alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.pictures.positions import place_name

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Playwright

ROOT = Path(__file__).parents[2]
PATIENCE = 120_000
"""Milliseconds after which a test gives up to wait for something that has to come."""

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""Names of the browser, as systems call it."""

ARGUMENTS = (
    "--no-sandbox",  # root has none
    "--disable-dev-shm-usage",  # a container's shared memory is too small for a page
)

DIGITS, LONG = "#/twenty_four_seven/four", "#/packing/pentominoes_3x4x5"
"""A small board, and one whose count takes far longer than any test."""

Open = Callable[..., Any]
"""Opens a page, see the fixture ``opened``."""

ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")

SMALL = {
    "eternity": "document_3x3",
    "flower_finder": "generated_2",
    "packing": "soma",
    "pips": "document",
    "slitherlink": "empty_3x3",
}
"""Small boards of puzzles of which none is called by its size."""


def small_board(name: str) -> str:
    """The name of a small shipped board of a puzzle."""
    files = find_puzzle(name).instance_files()
    return SMALL.get(name) or next(size for size in ("four", "five", "six") if size in files)


def expect(found: Any) -> Any:
    """What a part of the page has to come to."""
    from playwright.sync_api import expect as expected

    return expected(found)


def on_board(page: Any) -> Any:
    """What the cells of the board are called, with what lies there."""
    labels = "all => all.map((each) => each.getAttribute('aria-label'))"
    return page.locator("#board .hit").evaluate_all(labels)


class NoBrowserError(Exception):
    """This machine has no Chromium that starts; the message says what was tried."""


def start_chromium(playwright: Playwright) -> Browser:
    """Chromium without a window.

    The variable CHROMIUM of the environment names the program; without it, the first of
    :data:`PROGRAMS` that starts is taken. Some systems have a program of that name that only tells
    how to install the browser.
    """
    from playwright.sync_api import Error

    asked = os.environ.get("CHROMIUM", "")
    tried = []
    for name in [asked] if asked else PROGRAMS:
        program = shutil.which(name)
        try:
            if program:
                return playwright.chromium.launch(
                    executable_path=program, args=ARGUMENTS, timeout=PATIENCE
                )
        except Error as error:
            tried.append(f"{program} does not start: {reason_of(error)}")
        if asked:
            raise RuntimeError(f"CHROMIUM={asked}: {'; '.join(tried) or 'there is none'}")
    raise NoBrowserError("; ".join(tried) or f"no program {', '.join(PROGRAMS)}")


def browser_or_skip() -> Iterator[Browser]:
    """Chromium for the tests of a fixture, which are skipped where there is none.

    They judge the page. A machine that cannot show it says nothing about it.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as started:
        try:
            found = start_chromium(started)
        except NoBrowserError as error:
            pytest.skip(str(error))
        yield found
        found.close()


def reason_of(error: Exception) -> str:
    """What a browser said before it ended, in one line."""
    said = re.findall(r"\[err\] (.+)", str(error))
    lines = said or str(error).splitlines() or [type(error).__name__]
    return " ".join(lines[0].split())[:300]


PATIENT = f"""
from pyasp_puzzles.__main__ import main
from pyasp_puzzles.web.limits import ServerLimits

longer = dict.fromkeys(
    ("grace", "head_seconds", "stalled_seconds", "drawing_seconds"), {PATIENCE / 1000}
)
usual = zip(ServerLimits.__dataclass_fields__, ServerLimits.__init__.__defaults__, strict=True)
ServerLimits.__init__.__defaults__ = tuple(longer.get(name, value) for name, value in usual)
assert ServerLimits().grace == longer["grace"]
main()
"""
"""Runs the command with a server that waits long for its page: a machine may be slow."""


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[str, int]]:
    """A server in a process of its own on a free port: its address and the process's number."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        [sys.executable, "-c", PATIENT, "serve", "--port", "0", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        address = re.search(r"http://\S+/", process.stdout.readline())
        assert address, "the server tells no address"
        yield address[0], process.pid
    finally:
        process.terminate()
        process.wait(PATIENCE / 1000)


@cache
def answer_laid(name: str, board: str) -> tuple[Laid, ...]:
    """What a player lays, one after the other, to get an answer of a board."""
    puzzle, instance = find_puzzle(name), pp.load(name, board)
    [answer] = pp.solve(instance, limit=1)
    whole = Partial(tuple(answer.symbols))
    assert puzzle.play
    panels = puzzle.sketch(instance, Partial()).panels
    tiles = [tile for panel in panels for tile in panel.tiles if tile.group is not None]
    cells = dict.fromkeys(tile.spot or tile.cell for tile in tiles if tile.cell)
    cells |= dict.fromkeys(place for panel in panels for place in panel.targets)
    lying = (puzzle.play.lying(instance, whole, cell) for cell in cells if cell)
    return tuple(dict.fromkeys(laid for laid in lying if laid))


def cell_text(laid: Laid) -> str:
    return ",".join(map(str, laid.cell))


@contextmanager
def opening(
    browser: Browser, allowed: str = "(?!)", *, network: bool = True
) -> Iterator[Callable[..., Page]]:
    """Opens an address in a profile of its own; options are those of a new context.

    It fails at the end where a page had an error of a script, broke its content security policy,
    or asked a network without being allowed to. ``allowed``: errors of the console that may come.
    """
    contexts, errors = [], list[str]()

    def take(line: Any) -> None:
        if line.type == "error" and not re.search(allowed, line.text):
            errors.append(line.text)

    def open_page(address: str, script: str = "", **options: Any) -> Page:
        context = browser.new_context(**options)
        context.add_init_script(script)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", take)
        if not network:
            page.on("request", lambda x: x.url.startswith("http") and errors.append(x.url))
        page.goto(address)
        page.wait_for_selector("#gallery:not([hidden]), #play:not([hidden])")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, "\n".join(errors)


def without_list(page: Page) -> None:
    """Let a page that is not open yet ask for each move, as on boards with too many ways to lay."""
    page.route("**/api/hands", lambda route: route.fulfill(json={"hands": None}))


def middle(place: str) -> tuple[float, float]:
    """Row and column of a cell, or of the middle of an edge."""
    numbers = [float(number) for number in place.split(",")]
    if len(numbers) == 4:
        return (numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2
    return numbers[0], numbers[1]


class Player:
    """Plays a board that is open on a page."""

    def __init__(self, page: Page, *, taps: bool = False) -> None:
        self.page, self.taps = page, taps
        self._ways: dict[tuple[str, str], str] = {}
        self._words: dict[str, str] = {}
        halves = page.locator("#board .hit[data-kind]").count() > 0
        self.arrows = (*ARROWS, *(f"Shift+{arrow}" for arrow in ARROWS)) if halves else ARROWS

    def tool(self, name: str) -> Locator:
        label = re.compile(rf"^{re.escape(name)}(,.*)?$")
        return self.page.locator("#tools").get_by_role("button", name=label)

    def hit(self, cell: str) -> Locator:
        """The part of the picture that takes clicks on a cell."""
        return self.page.locator(f'#board .hit[data-cell="{cell}"]').first

    def wait_laid(self, laid: Laid) -> None:
        where = place_name(laid.cell, "row {}, column {}")
        where = f"cell {where}" if where[0].isdigit() else where
        expect(self.page.locator("#said")).to_contain_text(f"{self.word(laid.tool)} on {where}.")

    def word(self, tool: str) -> str:
        """What the page calls a tool."""
        if tool not in self._words:
            label = self.tool(tool).get_attribute("aria-label") or ""
            word = label.removeprefix(f"{tool}, ")
            told = word != label and not re.match(r"\d+ left|turned ", word)
            self._words[tool] = word if told else tool
        return self._words[tool]

    def _turn(self, laid: Laid, turn: Any) -> None:
        """Turn the chosen tool until it is in its pose."""
        label = self.tool(laid.tool).get_attribute("aria-label") or ""
        turned = re.search(r"turned (\d+) of (\d+)", label)
        if not turned:
            return
        now, poses = int(turned[1]) - 1, int(turned[2])
        while now != laid.pose:
            turn()
            now = (now + 1) % poses
            words = re.compile(f"turned {now + 1} of {poses}")
            expect(self.tool(laid.tool)).to_have_attribute("aria-label", words)

    def press(self, part: Locator) -> None:
        """Click on a part of the page, or tap on it."""
        if self.taps:
            part.tap()
        else:
            part.click()

    def lay_by_clicks(self, laid: Laid) -> None:
        """Choose the tool, turn it and lay it, with the mouse or a finger."""
        if self.tool(laid.tool).get_attribute("aria-pressed") != "true":
            self.press(self.tool(laid.tool))
        self._turn(laid, lambda: self.press(self.page.locator("#turn")))
        self.press(self.hit(cell_text(laid)))
        self.wait_laid(laid)

    def enter_board(self) -> int:
        """Press the Tab key until a cell has the focus; returns how often."""
        for number in range(1, 200):
            self.page.keyboard.press("Tab")
            if self.focused():
                return number
        raise AssertionError("the Tab key does not lead to the board")

    def focused(self) -> str:
        """The cell that has the focus; empty: none."""
        found = self.page.evaluate("document.activeElement?.dataset?.cell ?? ''")
        assert isinstance(found, str)
        return found

    def lay_by_keys(self, laid: Laid, key: str) -> None:
        """Go to the cell, choose the tool by its key or by the brackets, turn it and lay it."""
        self.go(cell_text(laid))
        press = self.page.keyboard.press
        if key:
            press(f"Shift+{key}" if key in "rmp" else key)
        else:
            chosen = self.page.locator('#tools button[aria-pressed="true"]')
            for _ in range(self.page.locator("#tools button").count() + 1):
                label = chosen.get_attribute("aria-label") if chosen.count() else None
                if label is not None and label.split(",")[0] == laid.tool.split(",")[0]:
                    break
                press("]")
        if self._written_at_once():
            self.wait_laid(laid)
            return
        self._turn(laid, lambda: press("r"))
        press("Enter")
        self.wait_laid(laid)

    def _written_at_once(self) -> bool:
        """Whether a key lays its tool: each tool is there without end and in one pose."""
        tools = self.page.locator("#tools button")
        labels = tools.evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
        return not any(re.search(r", (\d+ left|turned )", label) for label in labels)

    def go(self, target: str) -> None:
        """Move the focus to a cell, an edge or a corner by the arrow keys."""
        for _ in range(2000):
            here = self.focused()
            if here == target:
                return
            way = self._way(here, target) or self._towards(here, target)
            arrow = way[0] if way else self._unknown(here)
            self.page.keyboard.press(arrow)
            self._ways[here, arrow] = self.focused()
        raise AssertionError(f"the arrow keys do not lead to the cell {target}")

    def _towards(self, here: str, target: str) -> list[str]:
        """The keys that were not tried here and point to a place, half steps last."""
        (row, column), (to_row, to_column) = map(middle, (here, target))
        ways = {
            "ArrowRight": to_column > column,
            "ArrowDown": to_row > row,
            "ArrowLeft": to_column < column,
            "ArrowUp": to_row < row,
        }
        return [
            arrow
            for arrow in self.arrows
            if ways[arrow.removeprefix("Shift+")] and (here, arrow) not in self._ways
        ]

    def _unknown(self, here: str) -> str:
        """The first key on the way to a key that was not tried yet."""
        way = self._way(here, None)
        assert way, "no arrow key leads to another cell"
        return way[0]

    def _way(self, here: str, target: str | None) -> list[str]:
        """The keys that lead to a cell; without one, to the nearest key that was not tried."""
        seen, queue = {here}, deque([(here, [])])  # type: deque[tuple[str, list[str]]]
        while queue:
            cell, keys = queue.popleft()
            if cell == target:
                return keys
            for arrow in self.arrows:
                found = self._ways.get((cell, arrow))
                if found is None and target is None:
                    return [*keys, arrow]
                if found is not None and found not in seen:
                    seen.add(found)
                    queue.append((found, [*keys, arrow]))
        return []
