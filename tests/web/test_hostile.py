"""Hostile requests: each gets a refusal in words, and never an error of the server."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from page_client import PATIENCE, Page, Server, page, served

from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.requests import JOBS

PUZZLES = shipped_names()


@pytest.fixture(scope="module")
def client() -> Iterator[Page]:
    with page(ServerLimits(running=1, drawers=1, waiting=10**6, kept=50)) as made:
        yield made


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
atoms = st.lists(
    st.sampled_from(
        [
            *("value(1,1,3)", "value(1,1,-3)", "place(1,1,1,1)", 'place("L",1,1,1,1)', "place"),
            *("value(0,0,0)", "value(1,1)", "value(1,2147483647,1)", "-value(1,1,1)", "f(X)", "_"),
            *("value(1..3,1,1)", "1+1", "#inf", '"text"', "(1,2)", "a;b", "a.", "", " ", "layer()"),
            *("strip(1,1,1)", "pips(1,1,1)", "domino(1,2,1,1,1,2)", "value(a,b,c)", "%", "é"),
        ]
    ),
    max_size=3,
)
fields = {
    "puzzle": st.sampled_from([*PUZZLES, "none", ""]),
    "instance": st.sampled_from(["", "soma", "four", "document", "document_3x3", "a/b", "#", "?"]),
    "text": st.text(max_size=200)
    | st.sampled_from(
        [
            *("board: 99999 x 99999\npiece I:\n    ####\n", "board:\n    0,1\n", "{" * 100),
            *('{"a": [1, 2]}', "<?xml version='1.0'?><x/>", "https://x/#" + "A" * 100, "=== a\n"),
            *("rows: 9999999\ncolumns: 9999999\n", "size: 100000\n", "digits: 1-99999999\n"),
        ]
    ),
    "label": st.text(max_size=5),
    "partial": st.fixed_dictionaries({}, optional={"atoms": atoms, "not": atoms}),
    "move": st.fixed_dictionaries(
        {"kind": st.sampled_from(["lay", "take", "turn", "move", "eat"])},
        optional={
            "tool": st.sampled_from(["1", "7", "L", "empty", "2-5", "", "\n"]),
            "pose": st.integers(-2, 10**7),
            "cell": st.sampled_from(["1,1", [1, 1], [1, 2, 3], [-1, 5], [], "1,", [10**9]]),
            "to": st.sampled_from(["2,2", [2, 1], "0,0"]),
        },
    ),
    "edit": st.fixed_dictionaries(
        {},
        optional={
            "clue": st.sampled_from(["digit", "view", "digits", "region", "rule", "add", "take"]),
            "value": st.text(max_size=10)
            | st.sampled_from(["1", "", "sum 5", "right 1-2", "1x4", "0-0 x9999999", "A"]),
            "cell": st.sampled_from(["1,1", [1, 1], "0,1", [1, 2, 3], [-1, 5], "1,", [10**6]]),
        },
    ),
    "tool": st.sampled_from(["1", "L", "none"]),
    "pose": st.integers(-1, 50),
    "format": st.sampled_from(["svg", "facts", "json", "text", "pdf"]),
    "theme": st.sampled_from(["auto", "dark", "pink"]),
    "atoms": atoms,
}
bodies = st.fixed_dictionaries({}, optional=fields) | values


@pytest.mark.parametrize("path", ["board", "move", "draw", "tool", "edit"])
@given(body=bodies)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_body_makes_an_error_of_the_server(client: Page, path: str, body: Any) -> None:
    text = json.dumps(body)  # with NaN and lone surrogates
    headers = {"content-type": "application/json", "origin": "http://127.0.0.1"}
    answer = client.client.post(f"/api/{path}", content=text, headers=headers)
    assert answer.status_code in (200, 400, 404, 409, 413), (answer.status_code, answer.text)
    if answer.status_code != 200:
        assert answer.json()["error"]
        assert "Traceback" not in answer.text


@given(
    kind=st.sampled_from([*JOBS, "none"]),
    body=st.fixed_dictionaries(
        {}, optional={name: fields[name] for name in ("puzzle", "instance", "text", "partial")}
    ),
    options=st.dictionaries(
        st.sampled_from(["limit", "timeout", "seed", "symmetry", "by", "most", "n", "x"]), values
    ),
)
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_job_makes_an_error_of_the_server(
    client: Page, kind: str, body: Any, options: Any
) -> None:
    """Jobs with these options are refused or wait; nobody listens to them."""
    text = json.dumps({"kind": kind, **body, "options": options})
    headers = {"content-type": "application/json", "origin": "http://127.0.0.1"}
    answer = client.client.post("/api/jobs", content=text, headers=headers)
    assert answer.status_code in (202, 400, 404, 413), answer.text
    if answer.status_code == 202:
        gone = client.client.delete(f"/api/jobs/{answer.json()['id']}", headers=headers)
        assert gone.status_code == 204


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served(ServerLimits(running=1, drawers=1, body_seconds=0.3)) as made:
        yield made


def raw(server: Server, data: bytes) -> bytes:
    """What the server answers to some bytes, until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(data)
        found = b""
        while part := connection.recv(65536):
            found += part
            if b"\r\n\r\n" in found and b"}" in found:
                break
        return found


def head(server: Server, length: int) -> bytes:
    return (
        f"POST /api/board HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Origin: http://127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


def test_a_slow_body_is_given_up(server: Server) -> None:
    assert b" 408 " in raw(server, head(server, 100) + b'{"puzzle"').splitlines()[0]


def test_a_body_that_is_announced_too_large_is_not_read(server: Server) -> None:
    assert b" 413 " in raw(server, head(server, 10**12) + b"{").splitlines()[0]


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /api/board HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    ],
)
def test_bytes_that_are_no_request_are_refused(server: Server, data: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(data)
        assert connection.recv(65536).split()[1].startswith(b"4")


def test_the_server_still_answers_afterwards(server: Server) -> None:
    assert server.ask("POST", "/api/board", {"puzzle": PUZZLES[0]})[0] == 200
