"""Many clients at once, and hostile bodies: nothing is lost or mixed up, and the server goes on."""

from __future__ import annotations

import contextlib
import json
import math
import os
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from browsing import PATIENCE, answer_laid, cell_text, serving
from page_client import Stream, exchange

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.playing import standing
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.atoms import parse_atoms
from pyasp_puzzles.web.limits import ServerLimits

pytestmark = pytest.mark.browser

CLIENTS = 50
SERVER_PROCESSES = 1 + ServerLimits().running + ServerLimits().drawers
SECONDS = min(60.0, float(os.environ.get("PYASP_PUZZLES_LOAD_SECONDS", "5")))
"""How long the clients begin new rounds; a full test: 60."""

BOARDS = (
    *(("pips", board) for board in ("document", "two_islands")),
    *(
        ("twenty_four_seven", board)
        for board in ("four", "six", "2020_a", "2020_b", "side_by_side")
    ),
    *(("eternity", board) for board in ("document_3x3", "framed_4x4", "unframed_3x4")),
    *(("flower_finder", board) for board in ("document", "generated_2")),
    *(("packing", board) for board in ("soma", "slothouber_graatsma")),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """The port and the process of a server of these tests' own."""
    with serving(tmp_path_factory.mktemp("load")) as (address, process):
        yield int(address.rstrip("/").rpartition(":")[2]), process


@dataclass
class LoadClient:
    """One of the clients: asks for its board, lays a part of its answer, has it solved."""

    port: int
    number: int
    codes: Counter[int] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.puzzle, self.board = BOARDS[self.number % len(BOARDS)]
        self.instance = pp.load(self.puzzle, self.board)
        laid = answer_laid(self.puzzle, self.board)
        self.laid = laid[self.number // len(BOARDS) % len(laid)]
        form = find_puzzle(self.puzzle).play
        assert form
        self.expected = set(form.lay(self.instance, Partial(), self.laid).as_json()["atoms"])

    def post(self, path: str, body: Any) -> Any:
        """The JSON value of an answer; every request gets one."""
        start = time.monotonic()
        code, text = exchange(self.port, "POST", path, json.dumps(body).encode())
        self.times.append(time.monotonic() - start)
        self.codes[code] += 1
        assert code in (200, 202), (code, text)
        return json.loads(text)

    def round(self) -> None:
        """Open the board, lay, and solve."""
        found = self.post("/api/board", {"puzzle": self.puzzle, "instance": self.board})
        assert (found["puzzle"], found["name"]) == (self.puzzle, self.board)
        own = {"puzzle": self.puzzle, "text": found["text"], "partial": found["partial"]}
        move = {"kind": "lay", "tool": self.laid.tool, "pose": self.laid.pose}
        after = self.post("/api/move", {**own, "move": {**move, "cell": cell_text(self.laid)}})
        assert set(after["partial"]["atoms"]) == self.expected
        asked = {"kind": "solve", **own, "options": {"limit": 1}}
        job = self.post("/api/jobs", asked)["id"]
        atoms = self.answer(job)
        answer = Partial(tuple(parse_atoms(atoms, "answer")))
        assert standing(find_puzzle(self.puzzle), self.instance, answer).right

    def answer(self, job: str) -> list[str]:
        """The atoms of the one answer that a job tells before it ends."""
        events = list(Stream(self.port, job, 0))
        [found] = [told.data for told in events if told.name == "answer"]
        assert events[-1].name == "end"
        atoms = found["atoms"]
        assert isinstance(atoms, list)
        return atoms


def used(process: int) -> tuple[int, int]:
    """Bytes of memory and the number of processes of a server."""
    psutil = pytest.importorskip("psutil")
    root = psutil.Process(process)
    family = [root, *root.children(recursive=True)]
    sizes = []
    for each in family:
        with contextlib.suppress(psutil.NoSuchProcess):  # it has just ended
            sizes.append(each.memory_info().rss)
    return sum(sizes), len(sizes)


def test_nothing_is_lost_or_mixed_up_among_many_clients(server: tuple[int, int]) -> None:
    port, process = server
    clients = [LoadClient(port, number) for number in range(CLIENTS)]
    for client in clients[: len(BOARDS)]:
        client.round()  # each process has then read each board
        client.times.clear()
    memory, processes = wait_for_base(port, process, SERVER_PROCESSES, math.inf)
    most = 1.5 * memory + (64 << 20)
    end = time.monotonic() + SECONDS

    def play(client: LoadClient) -> int:
        rounds = 0
        while not rounds or time.monotonic() < end:
            client.round()
            rounds += 1
        return rounds

    with ThreadPoolExecutor(CLIENTS) as pool:
        rounds = sum(pool.map(play, clients))
    after, left = wait_for_base(port, process, processes, most)
    times = sorted(spent for client in clients for spent in client.times)
    middle, longest = 1000 * times[len(times) // 2], 1000 * times[-1]
    print(f"\n{CLIENTS} clients, {SECONDS:.0f} s: {rounds} rounds, {len(times)} requests;")
    print(f"median {middle:.0f} ms, longest {longest:.0f} ms;")
    print(f"memory {memory >> 20} -> {after >> 20} MiB, processes {processes} -> {left}")
    assert left == processes == SERVER_PROCESSES
    assert after < most


def wait_for_base(port: int, process: int, processes: int, most: float) -> tuple[int, int]:
    """Memory and processes when no job is left, or when patience ends.

    A process that has grown is replaced when it has rested: until then there may be more memory.
    """
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        state = json.loads(exchange(port, "GET", "/api/state")[1])
        found = used(process)
        idle = not state["running"] and not state["waiting"]
        if idle and found[1] == processes and found[0] < most:
            return found
        time.sleep(0.1)
    return used(process)


def hostile_bodies() -> Iterator[tuple[str, bytes]]:
    """200 bodies that no page sends."""
    board = {"puzzle": "pips", "instance": "document"}
    paths = ("/api/board", "/api/move", "/api/edit", "/api/draw", "/api/tool", "/api/jobs")
    for path in paths:
        for depth in (200, 20_000, 140_000):
            yield path, b"[" * depth
            yield path, b'{"partial":' * (depth // 11)
            yield path, b"[" * (depth // 2) + b"]" * (depth // 2)
        for size in (300_001, 1_000_000, 3_000_000):
            yield path, b'{"puzzle": "' + b"x" * size + b'"}'
        for text in ("", "{", "nul", '"', "{]", "\x00", '{"puzzle":}', "[1,2", "--", "'a'"):
            yield path, text.encode()
        yield path, b"\xff\xfe{\x00}\x00"
        yield path, b'{"puzzle": "\xc3\x28"}'
        for value in (None, 7, "pips", [], {}, [board], True):
            yield path, json.dumps(value).encode()
        for wrong in (
            {"puzzle": 7},
            {"puzzle": ["pips"]},
            {"puzzle": "../../etc/passwd"},
            {"puzzle": "pips", "instance": "../../../etc/passwd"},
            {"puzzle": "pips", "instance": "/etc/passwd"},
            {"puzzle": "pips", "text": "#script (python) import os #end."},
            {"puzzle": "pips", "text": "\x00" * 1000},
            {**board, "partial": {"atoms": ["a :- not a."]}},
            {**board, "partial": {"atoms": 5}},
            {**board, "unknown": 1},
        ):
            yield path, json.dumps(wrong).encode()


def test_every_hostile_body_is_refused_in_words(server: tuple[int, int]) -> None:
    port, _ = server
    bodies = list(hostile_bodies())
    assert len(bodies) >= 200

    def refused(asked: tuple[str, bytes]) -> int:
        path, data = asked
        code, text = exchange(port, "POST", path, data)
        assert 400 <= code < 500, (path, data[:100], code, text[:200])
        error = json.loads(text)["error"]
        assert error and b"Traceback" not in text, data[:100]
        return code

    with ThreadPoolExecutor(8) as pool:
        codes = Counter(pool.map(refused, bodies))
    print(f"\n{len(bodies)} bodies refused: {dict(sorted(codes.items()))}")
    LoadClient(port, 0).round()


def test_slow_bodies_are_given_up_while_others_are_served(server: tuple[int, int]) -> None:
    port, _ = server
    head = (f"POST /api/board HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: 100\r\n\r\n{{")  # fmt: skip
    slow = [socket.create_connection(("127.0.0.1", port), PATIENCE / 1000) for _ in range(20)]
    for connection in slow:
        connection.sendall(head.encode())
    LoadClient(port, 1).round()
    for connection in slow:
        assert connection.recv(4096).startswith(b"HTTP/1.1 408 ")
        connection.close()
