"""Clients for tests of the page's server: within this process, and through a socket."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import uvicorn
from starlette.testclient import TestClient

from pyasp_puzzles.web import app
from pyasp_puzzles.web.app import Site
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.server import config

PATIENCE = 300.0
"""Seconds after which a test gives up to wait for something that has to come."""


@dataclass(frozen=True)
class ToldEvent:
    number: int
    name: str
    data: Any


def events(text: str) -> list[ToldEvent]:
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "id" in lines:
            found.append(ToldEvent(int(lines["id"]), lines["event"], json.loads(lines["data"])))
    return found


class Page:
    """What a page asks for, through starlette's client; see :func:`page`."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(path, json=body, headers={"origin": "http://127.0.0.1"})

    def job(self, kind: str, **body: Any) -> list[ToldEvent]:
        answer = self.post("/api/jobs", {"kind": kind, **body})
        assert answer.status_code == 202, answer.text
        stream = self.client.get(f"/api/jobs/{answer.json()['id']}/events")
        assert stream.headers["content-type"].startswith("text/event-stream")
        return events(stream.text)


def good(answer: Any) -> Any:
    """The JSON value of an answer that is none of an error."""
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer: Any, code: int) -> Any:
    """The JSON value of a refusal in words."""
    assert answer.status_code == code, answer.text
    found = answer.json()
    assert found["error"]
    assert "Traceback" not in answer.text
    return found


def patient(limits: ServerLimits) -> ServerLimits:
    """ServerLimits that wait for a page, a drawing or a listener, however slow the machine is.

    Where a test has given a limit of time it stays.
    """
    names = ("grace", "head_seconds", "stalled_seconds", "drawing_seconds")
    usual = [name for name in names if getattr(limits, name) == getattr(ServerLimits, name)]
    return replace(limits, **dict.fromkeys(usual, PATIENCE))


class UnpreparedSite(Site):
    """Draws no picture of the gallery before somebody asks: that takes seconds in each server."""

    async def prepare(self) -> None:
        """Nothing."""


def unprepared(limits: ServerLimits) -> Any:
    """The application with an :class:`UnpreparedSite`."""
    with patch.object(app, "Site", UnpreparedSite):
        return app.application(limits)


@contextlib.contextmanager
def page(limits: ServerLimits | None = None) -> Iterator[Page]:
    """A page whose server is in this process."""
    made = unprepared(patient(limits or ServerLimits(running=1, drawers=1)))
    with TestClient(made, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield Page(client)


def site_of(application: Any) -> Any:
    """The processes of an application that runs, through the layers around it."""
    while not hasattr(application, "state"):
        application = getattr(application, "_app", None) or application.app
    return application.state.site


def within(queue: Any, function: Callable[[], Any]) -> Any:
    """What a function returns, or the future that it returns, in the loop of a queue's server."""

    async def called() -> Any:
        found = function()
        return await found if isinstance(found, asyncio.Future) else found

    return asyncio.run_coroutine_threadsafe(called(), queue.loop)


def exchange(port: int, method: str, path: str, data: bytes | None = None) -> tuple[int, bytes]:
    """Status and text of the answer to a request of a page of the server on a port."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"origin": f"http://127.0.0.1:{port}", "content-type": "application/json"}
    with contextlib.closing(connection):
        connection.connect()
        with contextlib.suppress(OSError):  # a body that is too large is refused before its end
            connection.request(method, path, data, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


class Server:
    """A server that listens on a port of this machine, in a thread."""

    def __init__(self, limits: ServerLimits, *, prepared: bool = False) -> None:
        limits = patient(limits)
        self.application = app.application(limits) if prepared else unprepared(limits)
        self._server = uvicorn.Server(config(self.application, limits))
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    @property
    def site(self) -> Any:
        return site_of(self.application)

    @property
    def connections(self) -> int:
        return len(self._server.server_state.connections)

    def limit_connections(self, limits: ServerLimits) -> None:
        """Give connections other limits of time and number from now on."""
        protocol: Any = self._server.config.http_protocol_class
        protocol.limits = limits

    def owed(self) -> list[float]:
        """Seconds that clients have for what they have to do now."""
        connections: Any = self._server.server_state.connections
        return [each.owed() for each in connections if each.owed()]

    def pids(self) -> list[int]:
        return list(map(int, self.site.jobs.pids))

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body).encode()
        status, text = exchange(self.port, method, path, data)
        return status, json.loads(text) if text else None

    def start(self, kind: str, **body: Any) -> str:
        status, value = self.ask("POST", "/api/jobs", {"kind": kind, **body})
        assert status == 202, value
        return str(value["id"])

    def listen(self, job: str, after: int = 0) -> Stream:
        return Stream(self.port, job, after)

    def state(self) -> Any:
        return self.ask("GET", "/api/state")[1]


class Stream:
    def __init__(self, port: int, job: str, after: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        headers = {"last-event-id": str(after)} if after else {}
        self._connection.request("GET", f"/api/jobs/{job}/events", headers=headers)
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200

    def __iter__(self) -> Iterator[ToldEvent]:
        block = ""
        while line := self._answer.readline().decode():
            block += line
            if line == "\n":
                yield from events(block)
                block = ""

    def until(self, name: str) -> ToldEvent:
        return next(event for event in self if event.name == name)

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


@contextlib.contextmanager
def served(limits: ServerLimits, *, prepared: bool = False) -> Iterator[Server]:
    """A server that has started all its processes; ``prepared``: it draws its gallery, too."""
    server = Server(limits, prepared=prepared)
    try:
        wait_for(lambda: hasattr(server.application, "_app") and started(server))
        yield server
    finally:
        server.end()


def started(server: Server) -> bool:
    with contextlib.suppress(OSError, AttributeError):
        return server.ask("GET", "/api/state")[0] == 200
    return False


def wait_for(condition: Any) -> None:
    """Wait until something is true, and fail if it never is."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.03)
