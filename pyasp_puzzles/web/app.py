"""The application: routes, and what they answer; docs/use/web.md has the interface."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import asdict
from typing import Any

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from pyasp_puzzles.web.files import PackedAnswer, page, static_file, worker
from pyasp_puzzles.web.jobs import EventStream, JobQueue
from pyasp_puzzles.web.lanes import Calls
from pyasp_puzzles.web.limits import Client, ServerLimits, network_of
from pyasp_puzzles.web.requests import (
    CALLS,
    IN_TERMINAL,
    RefusedError,
    WorkOrder,
    read_job,
    read_json,
)
from pyasp_puzzles.web.safety import Safety

_SPARE = 5.0
"""Seconds that a process may take to end by itself at its time limit, with what it has found."""


_MOST_HANDS = 200
"""Boards whose lists of moves are kept."""


def application(limits: ServerLimits | None = None, names: Iterable[str] = ()) -> ASGIApp:
    """The application; its processes start and end with it.

    Args:
        names: host names under which it may be asked, besides addresses and localhost.
    """

    @contextlib.asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        app.state.site = site
        site.open()
        prepared = asyncio.create_task(site.prepare())
        try:
            yield
        finally:
            prepared.cancel()
            await site.close()

    site = Site(limits or ServerLimits())
    app = Starlette(
        routes=site.routes(),
        lifespan=running,
        exception_handlers={404: _not_found, 405: _not_found, RefusedError: _refused},
    )
    # Starlette leaves event streams as they are.
    return Safety(GZipMiddleware(app, minimum_size=1000, compresslevel=4), names)


class Site:
    """The processes of a server, and its answers."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self._pictures: dict[tuple[str, str], PackedAnswer] = {}
        self._gallery: PackedAnswer | None = None
        self._pictured: PackedAnswer | None = None
        self._hands: dict[str, PackedAnswer] = {}
        self._shipped: list[tuple[str, str]] = []

    def routes(self) -> list[Route]:
        """What answers each address."""
        return [
            Route("/", page),
            Route("/static/{name:path}", static_file),
            Route("/api/puzzles", self._puzzles),
            Route("/api/pictures", self._first_pictures),
            Route("/worker.js", worker),
            Route("/api/thumbnail/{puzzle}/{instance}.svg", self._thumbnail),
            Route("/api/program/{puzzle}", self._program),
            Route("/api/state", self._state),
            *(Route(f"/api/{kind}", self._call, methods=["POST"]) for kind in CALLS),
            Route("/api/jobs", self._start, methods=["POST"]),
            Route("/api/jobs/{id}", self._stop, methods=["DELETE"]),
            Route("/api/jobs/{id}/events", self._events),
        ]

    def open(self) -> None:
        """Start all processes."""
        self.calls = Calls(self.limits)
        self.jobs = JobQueue(self.limits, after=self.calls)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(self.calls.close(), self.jobs.close())

    async def prepare(self) -> None:
        """Read the gallery and draw its pictures, before anybody asks."""
        with contextlib.suppress(RefusedError):  # who asks is told
            await self._read_gallery()
            for puzzle, instance in self._shipped:
                await self._drawn(puzzle, instance)

    async def _read_gallery(self) -> PackedAnswer:
        if self._gallery is None:
            found = await self.calls.submit("gallery", {})
            self._shipped = [(each["name"], i["name"]) for each in found for i in each["instances"]]
            text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            self._gallery = PackedAnswer(text.encode(), "application/json")
        return self._gallery

    async def _drawn(self, puzzle: str, instance: str) -> PackedAnswer:
        """The picture of a shipped instance; drawn once."""
        key = puzzle, instance
        if key not in self._pictures:
            await self._read_gallery()
            if key not in self._shipped:
                raise RefusedError("there is no such instance", 404)
            body = {"puzzle": puzzle, "instance": instance}
            drawn = await self.calls.submit("thumbnail", body)
            self._pictures[key] = PackedAnswer(drawn.encode(), "image/svg+xml")
        return self._pictures[key]

    async def _puzzles(self, request: Request) -> Response:
        return (await self._read_gallery()).response(request)

    async def _first_pictures(self, request: Request) -> Response:
        if self._pictured is None:
            text = json.dumps(await self.calls.submit("pictures", {}), separators=(",", ":"))
            self._pictured = PackedAnswer(text.encode(), "application/json")
        return self._pictured.response(request)

    async def _thumbnail(self, request: Request) -> Response:
        wanted, label = request.path_params, request.query_params.get("label", "")
        instance = f"{wanted['instance']}#{label}" if label else wanted["instance"]
        return (await self._drawn(wanted["puzzle"], instance)).response(request)

    async def _program(self, request: Request) -> Response:
        return JSONResponse(await self.calls.submit("program", request.path_params))

    async def _state(self, _request: Request) -> Response:
        return JSONResponse({**self.jobs.numbers(), "limits": asdict(self.limits)})

    async def _call(self, request: Request) -> Response:
        kind = request.url.path.rpartition("/")[2]
        body = CALLS[kind]("", await _body(request, self.limits))
        if kind == "hands" and "text" not in body:
            return (await self._shipped_hands(body, _client(request))).response(request)
        found = await self.calls.submit(kind, body, _client(request))
        if kind != "draw":
            return JSONResponse(found)
        headers = {"content-disposition": f'attachment; filename="{found["name"]}"'}
        return Response(found["data"], headers=headers, media_type=found["type"])

    async def _shipped_hands(self, body: Any, client: Client) -> PackedAnswer:
        """What can be laid where on a shipped board; listed once."""
        key = json.dumps(body, sort_keys=True)
        if key not in self._hands:
            found = await self.calls.submit("hands", body, client)
            if len(self._hands) >= _MOST_HANDS:
                self._hands.clear()
            text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            self._hands[key] = PackedAnswer(text.encode(), "application/json")
        return self._hands[key]

    async def _start(self, request: Request) -> Response:
        body, limits = read_job(await _body(request, self.limits)), self.limits
        seconds = min(body["options"].get("timeout", limits.seconds), limits.seconds)
        order = WorkOrder(body["kind"], body, limits.cpu, seconds + _SPARE)
        job = self.jobs.submit(order, _client(request, body.get("page", "")))
        return JSONResponse({"id": job.id}, 202)

    async def _events(self, request: Request) -> Response:
        job = self.jobs.find(request.path_params["id"])
        last = request.headers.get("last-event-id", request.query_params.get("after", "0"))
        if not (last.isascii() and last.isdigit() and len(last) < 10):
            raise RefusedError("after: expected the number of an event", field="after")
        return EventStream(job, int(last))

    async def _stop(self, request: Request) -> Response:
        self.jobs.stop(self.jobs.find(request.path_params["id"]))
        return Response(status_code=204)


async def _not_found(request: Request, error: Any) -> Response:
    missing = error.status_code == 404
    asks_page = "text/html" in request.headers.get("accept", "")
    if asks_page and missing and not request.url.path.startswith("/api/"):
        return await page(request, 404)
    words = "there is no such address" if missing else "this address does not do that"
    return JSONResponse({"error": words}, error.status_code)


async def _refused(_request: Request, error: Any) -> Response:
    return JSONResponse(error.as_json(), error.code)


def _client(request: Request, page: str = "") -> Client:
    return Client(network_of(request.client.host if request.client else ""), page)


async def _body(request: Request, limits: ServerLimits) -> Any:
    """The JSON value of a body; RefusedError if it is none, too large, or too slow."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError("expected the content type application/json", 415)
    words = f"the body is too large, expected at most {limits.body:,} bytes; {IN_TERMINAL}"
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length[:12]) > limits.body:
        raise RefusedError(words, 413)
    raw = bytearray()
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for part in request.stream():
                raw += part
                if len(raw) > limits.body:
                    raise RefusedError(words, 413)
    except TimeoutError:
        raise RefusedError("the body came too slowly", 408) from None
    except ClientDisconnect:
        raise RefusedError("the body ended too early") from None
    return read_json(bytes(raw))
