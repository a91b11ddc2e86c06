"""How fast the page is: from the start of the server to a turning solid, and its memory.

``pytest -m benchmark -n 0 tests/benchmarks/test_page.py`` prints the table of
docs/measured/page.md.  It measures wall clock on a server of its own, so the machine should do
nothing else.  Without Chromium the figures of the browser are left out.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest
from browsing import answer_laid, browser_or_skip, serving
from page_client import Stream, exchange

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.puzzles.eternity.generate import cut
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard

if TYPE_CHECKING:
    from .conftest import Report

TITLE = "The page, wall clock on loopback"
HEADS = ("figure", "goal", "median", "least", "most", "rounds")
ROUNDS = int(os.environ.get("PYASP_PUZZLES_ROUNDS", "7"))
LOAD_SECONDS = float(os.environ.get("PYASP_PUZZLES_LOAD_SECONDS", "20"))
CLIENTS = 50

USABLE = """() => {
    const look = () => {
        const cards = document.querySelectorAll("#gallery:not([hidden]) #cards li");
        const board = document.querySelector("#play:not([hidden]) #board svg");
        if (!cards.length && !board) {
            requestAnimationFrame(look);
            return;
        }
        // Two frames later it is on the screen, and all listeners are there.
        const told = () => { window.usable = performance.now(); };
        requestAnimationFrame(() => requestAnimationFrame(told));
    };
    look();
}"""
"""Puts the milliseconds from the navigation until gallery or board is drawn into window.usable."""

MOVED = """async (cell) => {
    const begin = performance.now();
    const said = document.querySelector("#said");
    said.textContent = "";
    document.querySelector(`#board .hit[data-cell="${cell}"]`).dispatchEvent(
        new MouseEvent("click", {bubbles: true}));
    while (!said.textContent) await new Promise((done) => setTimeout(done));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - begin;
}"""
"""Milliseconds from a click on a cell until the board with the move is drawn."""

DRAWN = """([board, tag]) => new Promise((done) => {
    const fetched = window.fetch;
    let answered = 0;
    window.fetch = async (...asked) => {
        const answer = await fetched(...asked);
        answered = performance.now();
        return answer;
    };
    const drawn = () => {
        seen.disconnect();
        window.fetch = fetched;
        const sent = performance.getEntriesByType("resource").at(-1);
        done([performance.now() - start, performance.now() - answered, sent.transferSize]);
    };
    const twice = () => requestAnimationFrame(() => requestAnimationFrame(drawn));
    const seen = new MutationObserver(twice);
    seen.observe(document.querySelector("#board"), { childList: true });
    const start = performance.now();
    if (tag === "open") location.hash = board;
    else document.querySelector(board).dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""
"""Opens a board or clicks on a cell: milliseconds in all, those after the answer, bytes sent."""

FRAMES = """(frames) => new Promise((done) => {
    const canvas = document.querySelector("#solid canvas");
    const from = Number(canvas.dataset.drawn);
    const start = performance.now();
    let left = frames;
    const next = () => {
        if (!left--) {
            done((1000 * (Number(canvas.dataset.drawn) - from)) / (performance.now() - start));
            return;
        }
        canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        requestAnimationFrame(next);
    };
    next();
})"""
"""Pictures a second while a solid turns."""


@dataclass(frozen=True)
class Asking:
    port: int
    process: int

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON value of an answer that must be good; a page's text as it is."""
        data = None if body is None else json.dumps(body).encode()
        status, text = exchange(self.port, method, path, data)
        assert status in (200, 202, 204), text
        return json.loads(text) if text[:1] in (b"{", b"[") else text

    def start(self, kind: str, **body: Any) -> tuple[str, Stream]:
        job = self.ask("POST", "/api/jobs", {"kind": kind, **body})["id"]
        return job, Stream(self.port, job, 0)

    def job(self, kind: str, **body: Any) -> dict[str, Any]:
        """The last event of each name."""
        _, events = self.start(kind, **body)
        found = {told.name: told.data for told in events}
        events.close()
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with serving(tmp_path_factory.mktemp("server")) as (address, process):
        asking = Asking(port_of(address), process)
        for puzzle in asking.ask("GET", "/api/puzzles"):
            for each in puzzle["instances"]:
                name = each["name"].replace("#", "%23")
                asking.ask("GET", f"/api/thumbnail/{puzzle['name']}/{name}.svg")
        yield asking


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from browser_or_skip()


def port_of(address: str) -> int:
    return int(address.rstrip("/").rpartition(":")[2])


def first_boards() -> list[tuple[str, str]]:
    return [(name, next(iter(find_puzzle(name).instance_files()))) for name in puzzle_names()]


def row(figure: str, goal: str, found: list[float], unit: str = "ms") -> list[str]:
    words = [f"{each:.0f} {unit}" for each in (median(found), min(found), max(found))]
    return [figure, goal, *words, str(len(found))]


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def test_start_of_the_server(tmp_path: Path, report: Report) -> None:
    first, listed = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        with serving(tmp_path) as (address, process):
            asking = Asking(port_of(address), process)
            asking.ask("GET", "/")
            first.append(1000 * (time.perf_counter() - start))
            assert asking.ask("GET", "/api/puzzles")
            listed.append(1000 * (time.perf_counter() - start))
    report(TITLE, HEADS, [row("from the start of serve to the first page", "", first)])
    report(TITLE, HEADS, [row("from the start of serve to the list of the gallery", "", listed)])


@pytest.mark.parametrize("where", ["gallery", *(name for name, _ in first_boards())])
def test_page_is_usable(where: str, server: Asking, browser: Any, report: Report) -> None:
    """In a new profile each time: nothing is in the browser's cache."""
    board = dict(first_boards()).get(where)
    found = []
    for _ in range(ROUNDS):
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(f"({USABLE})()")
        page.goto(f"http://127.0.0.1:{server.port}/#/{f'{where}/{board}' if board else ''}")
        while not page.evaluate("window.usable"):
            page.wait_for_timeout(20)
        found.append(page.evaluate("window.usable"))
        page.keyboard.press("?")
        assert page.locator("#keys").is_visible()
        context.close()
    name = f"board {where} {board}" if board else "gallery"
    report(TITLE, HEADS, [row(f"page usable, empty cache: {name}", "500 ms", found)])


@pytest.mark.parametrize("where", ["gallery", *(name for name, _ in first_boards())])
def test_page_on_a_slow_network(where: str, server: Asking, browser: Any, report: Report) -> None:
    """Each request takes two seconds more, and 20 kB come in a second."""
    slow = {
        "offline": False,
        "latency": 2000,
        "downloadThroughput": 20000,
        "uploadThroughput": 20000,
    }
    board = dict(first_boards()).get(where)
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", slow)
    page.add_init_script(f"({USABLE})()")
    page.goto(f"http://127.0.0.1:{server.port}/#/{f'{where}/{board}' if board else ''}")
    while not page.evaluate("window.usable"):
        page.wait_for_timeout(20)
    name = f"board {where} {board}" if board else "gallery"
    usable = [page.evaluate("window.usable")]
    report(TITLE, HEADS, [row(f"usable, 2 s and 20 kB/s: {name}", "7000 ms", usable)])
    if board and find_puzzle(where).play:
        page.wait_for_timeout(8000)  # the list of moves comes
        page.locator("#tools button").first.click()
        found = []
        for hit in page.locator("#board .hit").all()[:ROUNDS]:
            found.append(page.evaluate(MOVED, hit.get_attribute("data-cell")))
        report(TITLE, HEADS, [row(f"a move, 2 s and 20 kB/s: {name}", "50 ms", found)])
    context.close()


def test_solve_of_a_daily_pips(server: Asking, report: Report) -> None:
    """Boards of the size of the daily puzzles: 5, 8 and 16 dominoes."""
    for dominoes in (5, 8, 16):
        [board] = pp.generate("pips", n=1, dominoes=dominoes, seed=1)
        body = {"puzzle": "pips", "text": find_puzzle("pips").format(board)}
        found = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            assert "answer" in server.job("solve", **body, options={"limit": 1})
            found.append(1000 * (time.perf_counter() - start))
        name = f"solve a daily Pips, {dominoes} dominoes, until the job's end"
        report(TITLE, HEADS, [row(name, "150 ms", found)])


def hinted(puzzle: str) -> Iterator[tuple[str, Any]]:
    """The shipped boards of a puzzle, empty, with one piece of an answer, and with half of them."""
    form = find_puzzle(puzzle).play
    for name in find_puzzle(puzzle).instance_files():
        board = pp.load(puzzle, name)
        known = dict(board.known)
        if known.get("answers") == 0:
            continue
        yield name, {"puzzle": puzzle, "instance": name}
        if form:
            tools = answer_laid(puzzle, name)
            for played, count in (("one", 1), ("half", len(tools) // 2)):
                partial = Partial()
                for tool in tools[:count]:
                    partial = form.lay(board, partial, tool)
                body = {"puzzle": puzzle, "instance": name, "partial": partial.as_json()}
                yield f"{name}, {played}", body


@pytest.mark.parametrize("puzzle", puzzle_names())
def test_hints(puzzle: str, server: Asking, report: Report) -> None:
    """The board whose hint takes longest has a row of its own, and so have those above the goal."""
    rows, medians = [], []
    for name, body in hinted(puzzle):
        found, status = [], ""
        for number in range(ROUNDS):
            start = time.perf_counter()
            last = server.job("hint", **body, options={"degree": "clues", "timeout": 30})
            found.append(1000 * (time.perf_counter() - start))
            status = last["result"]["status"] if "result" in last else last["error"]["error"]
            if found[0] > 3000 and number == 2:
                break
        medians.append(median(found))
        rows.append(row(f"hint {puzzle} {name} ({status})", "500 ms", found))
    slow = [each for each, spent in zip(rows, medians, strict=True)
            if spent > 500 or spent == max(medians)]  # fmt: skip
    name = f"hint {puzzle}, {len(rows)} boards, medians"
    report(TITLE, HEADS, [row(name, "500 ms", medians), *slow])


@pytest.mark.parametrize("when", ["searching", "grounding"])
def test_stop(when: str, server: Asking, report: Report) -> None:
    """From the request to the end of the events and of the process."""
    psutil = pytest.importorskip("psutil")
    body = {"puzzle": "packing", "instance": "pentominoes_6x10"}
    if when == "grounding":
        body = {"puzzle": "eternity", "text": edge_matching(16)}
    wait = {"searching": 2.0, "grounding": 0.5}[when]
    root, found = psutil.Process(server.process), []
    for _ in range(ROUNDS):
        job, events = server.start("count", **body, options={"timeout": 60})
        time.sleep(wait)
        before = root.children()
        start = time.perf_counter()
        server.ask("DELETE", f"/api/jobs/{job}")
        assert [told.data["reason"] for told in events if told.name == "end"] == ["stopped"]
        while all(each.is_running() for each in before):
            time.sleep(0.002)
        found.append(1000 * (time.perf_counter() - start))
        events.close()
    report(TITLE, HEADS, [row(f"stop while {when}", "300 ms", found)])


def edge_matching(side: int) -> str:
    pieces, _ = cut(Random(1), side, side, side + 1, 5, True)
    return find_puzzle("eternity").format(EternityBoard("Generated", side, side, pieces))


def test_a_board_of_256_pieces(server: Asking, browser: Any, report: Report) -> None:
    import base64
    import zlib

    text = edge_matching(16)
    body: dict[str, Any] = {"puzzle": "eternity", "text": text}
    answers: list[Any] = []
    opened = [timed(lambda: answers.append(server.ask("POST", "/api/board", body)))
              for _ in range(ROUNDS)]  # fmt: skip
    tool = answers[0]["tools"][0]["name"]
    move = {**body, "move": {"kind": "lay", "tool": tool, "pose": 0, "cell": "2,2"}}
    moved = [timed(lambda: server.ask("POST", "/api/move", move)) for _ in range(ROUNDS)]
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    word = base64.urlsafe_b64encode(pack.compress(text.encode()) + pack.flush()).decode()
    seen, laid = [], []
    for _ in range(ROUNDS):
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.wait_for_selector("#cards li")
        seen.append(page.evaluate(DRAWN, [f"#/eternity?z={word.rstrip('=')}", "open"]))
        page.locator("#tools button").first.click()
        laid.append(page.evaluate(DRAWN, ['#board .hit[data-cell="8,8"]', "click"]))
        context.close()
    report(
        TITLE,
        HEADS,
        [
            row("16x16, 256 pieces: the server's answer", "100 ms", opened),
            row("16x16: the server's answer to a move", "100 ms", moved),
            row("16x16: opened in the page, until drawn", "", [each[0] for each in seen]),
            row("16x16: drawn after the answer has come", "", [each[1] for each in seen]),
            row("16x16: board over the wire", "", [each[2] / 1000 for each in seen], "kB"),
            row("16x16: a move in the page, until drawn", "", [each[0] for each in laid]),
            row("16x16: drawn after the answer to a move", "", [each[1] for each in laid]),
            row("16x16: a move over the wire", "", [each[2] / 1000 for each in laid], "kB"),
        ],
    )


def test_a_solid_turns(server: Asking, browser: Any, report: Report) -> None:
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/#/packing/pentominoes_3x4x5")
    page.click("#more-button")
    page.click('[data-ask="solve"]')
    page.wait_for_selector("#series:not([hidden])")
    page.wait_for_selector("#job", state="hidden")
    page.locator("#solid canvas").scroll_into_view_if_needed()
    found = [page.evaluate(FRAMES, 60) for _ in range(ROUNDS)]
    page.close()
    report(TITLE, HEADS, [row("a solid of 60 cells turns, pictures a second", "30", found, "")])


def test_memory_after_load(tmp_path: Path, report: Report) -> None:
    """50 clients open, play and solve the shipped boards; then nobody asks for a while."""
    psutil = pytest.importorskip("psutil")
    with serving(tmp_path) as (address, process):
        server = Asking(port_of(address), process)

        def used() -> tuple[float, int]:
            root = psutil.Process(process)
            family = [root, *root.children(recursive=True)]
            return sum(each.memory_info().rss for each in family) / 1e6, len(family)

        boards = [
            {"puzzle": name, "instance": each}
            for name in puzzle_names()
            for each in find_puzzle(name).instance_files()
        ]

        def client(number: int) -> int:
            rounds, random, end = 0, Random(number), time.monotonic() + LOAD_SECONDS
            while time.monotonic() < end:
                body = random.choice(boards)
                assert server.ask("POST", "/api/board", body)["svg"]
                server.job("solve", **body, options={"limit": 1, "timeout": 5})
                rounds += 1
            return rounds

        for body in boards[::5]:
            server.ask("POST", "/api/board", body)
        time.sleep(2)
        before = used()
        with ThreadPoolExecutor(CLIENTS) as pool:
            rounds = sum(pool.map(client, range(CLIENTS)))
        peak = used()
        time.sleep(10)
        after = used()
    name = f"memory, {CLIENTS} clients, {LOAD_SECONDS:.0f} s, {rounds} rounds"
    rows = [(f"{name}: before", before), (f"{name}: at the end", peak)]
    rows.append((f"{name}: when it rests", after))
    report(
        TITLE,
        HEADS,
        [[words, "", f"{size:.0f} MB", "", f"{count} processes", "1"]
         for words, (size, count) in rows],
    )  # fmt: skip
