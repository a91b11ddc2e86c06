"""Slow, silent and greedy connections: each is closed, and everybody else is served."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from page_client import PATIENCE, Server, served, wait_for

from pyasp_puzzles.web import server as served_by
from pyasp_puzzles.web.limits import ServerLimits

PATIENT = ServerLimits(running=1, drawers=1, head_seconds=PATIENCE, stalled_seconds=PATIENCE)
SOON = 0.1
"""Seconds of a limit that a test waits for."""


@pytest.fixture
def server(one: Server) -> Iterator[Server]:
    wait_for(lambda: one.connections == 0)
    yield one
    one.limit_connections(PATIENT)


@pytest.fixture(scope="module")
def one() -> Iterator[Server]:
    with served(PATIENT) as made:
        yield made


def hurry(server: Server) -> None:
    """From now on the server waits shortly; a busy machine does not cut what came before."""
    server.limit_connections(replace(PATIENT, head_seconds=SOON))


@contextlib.contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as made:
        yield made


def ended(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection; it fails if it stays open."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            found += part
    return found


def dripped(connection: socket.socket, begin: bytes) -> bytes:
    """As :func:`ended`, while a byte is sent now and then behind the first ones."""
    over = threading.Event()

    def drip() -> None:
        with contextlib.suppress(OSError):  # it is closed
            connection.sendall(begin)
            while not over.wait(SOON / 5):
                connection.sendall(b"a")

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        return ended(connection)
    finally:
        over.set()
        thread.join()


def head(server: Server, *lines: str) -> bytes:
    """The head of a request that sends a board."""
    own = f"127.0.0.1:{server.port}"
    first = ("POST /api/board HTTP/1.1", f"Host: {own}", f"Origin: http://{own}")
    return "\r\n".join((*first, "Content-Type: application/json", *lines, "", "")).encode()


def test_a_silent_connection_is_closed(server: Server) -> None:
    hurry(server)
    with connected(server) as silent:
        assert ended(silent) == b""


def test_a_head_that_comes_byte_by_byte_is_not_waited_for(server: Server) -> None:
    hurry(server)
    with connected(server) as slow:
        assert dripped(slow, b"GET / HTTP/1.1\r\nX-Slow: ") == b""


def test_a_second_head_that_comes_byte_by_byte_is_not_waited_for_either(server: Server) -> None:
    with connected(server) as slow:
        slow.sendall(f"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert slow.recv(10).startswith(b"HTTP/1.1 ")
        hurry(server)
        assert b"limits" in dripped(slow, b"GET / HTTP/1.1\r\nX-Slow: ")


def test_the_rest_of_a_refused_body_is_not_waited_for(server: Server) -> None:
    with connected(server) as slow:
        wait_for(lambda: server.connections == 1)
        hurry(server)
        found = dripped(slow, head(server, "Content-Length: 1000000000000") + b"{")
        assert b" 413 " in found.splitlines()[0]


def test_chunks_are_refused_and_not_read(server: Server) -> None:
    with connected(server) as slow:
        wait_for(lambda: server.connections == 1)
        hurry(server)
        slow.sendall(head(server, "Transfer-Encoding: chunked") + 100 * b"1\r\n \r\n")
        assert b" 411 " in ended(slow).splitlines()[0]


def test_a_client_that_does_not_read_is_left(server: Server) -> None:
    server.limit_connections(replace(PATIENT, stalled_seconds=SOON))
    request = f"GET /static/main.js HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    with connected(server) as deaf, contextlib.suppress(ConnectionError):  # it is left
        while True:
            deaf.sendall(100 * request)
    wait_for(lambda: server.connections == 0)


def test_the_next_request_is_served_after_a_large_body_was_refused(server: Server) -> None:
    client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {"origin": f"http://127.0.0.1:{server.port}", "content-type": "application/json"}
    for body, code in ((b"x" * 2_000_000, 413), (b'{"puzzle": "pips"}', 200)):
        client.request("POST", "/api/board", body, headers)
        answer = client.getresponse()
        assert answer.status == code
        answer.read()
    client.close()


def test_a_stream_has_no_deadline(server: Server) -> None:
    """A long count is listened to until it is stopped."""
    job = server.start("count", puzzle="packing", instance="pentominoes_3x4x5")
    stream = server.listen(job)
    stream.until("progress")
    wait_for(lambda: server.connections == 1)
    assert not server.owed()
    server.ask("DELETE", f"/api/jobs/{job}")
    assert stream.until("end").data["reason"] == "stopped"
    stream.close()


def test_an_address_has_a_few_connections_only(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.limit_connections(replace(PATIENT, address_connections=3))
    monkeypatch.setattr(served_by, "network_of", lambda host: host)
    with contextlib.ExitStack() as stack:
        kept = [stack.enter_context(connected(server)) for _ in range(3)]
        wait_for(lambda: server.connections == 3)
        with connected(server) as fourth:
            assert ended(fourth) == b""
        kept[0].close()
        wait_for(lambda: server.connections == 2)
        assert server.ask("GET", "/api/state")[0] == 200


def test_too_many_connections_are_told_and_then_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    few = replace(PATIENT, connections=3)
    monkeypatch.setattr(served_by, "SPARE", 1)
    with served(few) as server, contextlib.ExitStack() as stack:
        wait_for(lambda: server.connections == 0)
        for _ in range(3):
            stack.enter_context(connected(server))
        wait_for(lambda: server.connections == 3)
        with connected(server) as told:
            wait_for(lambda: server.connections == 4)
            with connected(server) as closed:
                assert ended(closed) == b""
            told.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert b" 503 " in told.recv(65536).splitlines()[0]
