"""The application: routes, and what they answer; docs/use/web.md has the interface."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import asdict
from typing import Any

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from pyasp_puzzles.web.files import KeptAnswer, page, static_file
from pyasp_puzzles.web.jobs import EventStream, JobQueue
from pyasp_puzzles.web.lanes import Calls
from pyasp_puzzles.web.limits import ServerLimits, network_of
from pyasp_puzzles.web.requests import (
    CALLS,
    IN_TERMINAL,
    RefusedError,
    WorkOrder,
    compact,
    read_job,
    read_json,
)
from pyasp_puzzles.web.safety import Safety


def application(limits: ServerLimits | None = None, names: Iterable[str] = ()) -> ASGIApp:
    """The application; its processes start and end with it.

    Args:
        names: host names under which it may be asked, besides addresses and localhost.
    """

    site = Site(limits or ServerLimits())
    app = Starlette(
        routes=site.routes(),
        lifespan=site.running,
        exception_handlers={404: _not_found, 405: _not_found, RefusedError: _refused},
    )
    # Starlette leaves event streams as they are.
    return Safety(GZipMiddleware(app, minimum_size=500), names)


class Site:
    """The processes of a server, and its answers."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self._kept: dict[str, KeptAnswer] = {}

    def routes(self) -> list[Route]:
        """What answers each address."""
        return [
            Route("/", page),
            Route("/static/{name:path}", static_file),
            Route("/api/puzzles", self._same("gallery")),
            Route("/api/pictures", self._same("pictures")),
            Route("/worker.js", static_file),
            Route("/api/thumbnail/{puzzle}/{instance}.svg", self._same("thumbnail")),
            Route("/api/program/{puzzle}", self._same("program")),
            Route("/api/state", self._state),
            *(Route(f"/api/{kind}", self._call, methods=["POST"]) for kind in CALLS),
            Route("/api/jobs", self._start, methods=["POST"]),
            Route("/api/jobs/{id}", self._stop, methods=["DELETE"]),
            Route("/api/jobs/{id}/events", self._events),
        ]

    @contextlib.asynccontextmanager
    async def running(self, app: Starlette) -> AsyncIterator[None]:
        """Within this block all processes run."""
        app.state.site = self
        self.calls = Calls(self.limits)
        self.jobs = JobQueue(self.limits, after=self.calls)
        prepared = asyncio.create_task(self.prepare())
        try:
            yield
        finally:
            prepared.cancel()
            await asyncio.gather(self.calls.close(), self.jobs.close())

    async def prepare(self) -> None:
        """Read the gallery and draw its pictures, before anybody asks."""
        with contextlib.suppress(RefusedError):  # who asks is told
            await self._stored("gallery", {})
            await self._stored("pictures", {})

    async def _stored(self, kind: str, body: Any, address: str = "") -> KeptAnswer:
        """What is answered to all clients alike, asked once."""
        key = f"{kind} {json.dumps(body, sort_keys=True)}"
        answer = self._kept.get(key)
        if answer is None:
            found = await self.calls.submit(kind, body, address)
            text = found if isinstance(found, str) else compact(found)
            media_type = "image/svg+xml" if isinstance(found, str) else "application/json"
            answer = KeptAnswer(text.encode(), media_type)
        if "?" not in key:  # there are few shipped boards, and empty ones of every size
            self._kept[key] = answer
        return answer

    def _same(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        """What gives the same to everybody, by the names in its path."""

        async def answer(request: Request) -> Response:
            body = dict(request.path_params)
            return (await self._stored(kind, body, _network(request))).response(request)

        return answer

    async def _state(self, _request: Request) -> Response:
        return JSONResponse({**self.jobs.numbers(), "limits": asdict(self.limits)})

    async def _call(self, request: Request) -> Response:
        kind = request.url.path.rpartition("/")[2]
        body = CALLS[kind]("", await _body(request, self.limits))
        if kind in ("board", "hands") and body.keys() <= {"puzzle", "instance"}:
            return (await self._stored(kind, body, _network(request))).response(request)
        found = await self.calls.submit(kind, body, _network(request))
        if kind != "draw":
            return JSONResponse(found)
        headers = {"content-disposition": "attachment"}
        return Response(found["data"], headers=headers, media_type=found["type"])

    async def _start(self, request: Request) -> Response:
        body, limits = read_job(await _body(request, self.limits)), self.limits
        seconds = min(body["options"].get("timeout", limits.seconds), limits.seconds)
        job = self.jobs.submit(WorkOrder(body["kind"], body, seconds), _network(request))
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


def _network(request: Request) -> str:
    return network_of(request.client.host if request.client else "")


async def _body(request: Request, limits: ServerLimits) -> Any:
    """The JSON value of a body; RefusedError if it is none, too large, or too slow."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError("expected the content type application/json", 415)
    length = request.headers.get("content-length", "")
    if not length.isdecimal():
        raise RefusedError("expected a body with Content-Length", 411)
    if int(length[:12]) > limits.body:  # the server of HTTP reads no more than that
        words = f"the body is too large, expected at most {limits.body:,} bytes; {IN_TERMINAL}"
        raise RefusedError(words, 413)
    try:
        return read_json(await asyncio.wait_for(request.body(), limits.body_seconds))
    except TimeoutError:
        raise RefusedError("the body came too slowly", 408) from None
    except ClientDisconnect:
        raise RefusedError("the body ended too early") from None
