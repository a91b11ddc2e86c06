"""The application: routes, and what they answer.

Bodies and answers are JSON; an error is ``{"error": text, "line": n?, "field": name?,
"labels": [...]?}`` with a status of 400 or more.  A request that starts work (POST, DELETE) needs
``Content-Type: application/json`` (if it has a body) and the ``Origin`` or ``Sec-Fetch-Site`` of
this page.  A board is ``{puzzle, instance}`` (a shipped one, perhaps ``name#label``) or ``{puzzle,
text, label?}``; a partial answer is ``{"atoms": [...], "not": [...]}``::

    GET  /                      the page; /static/NAME its files; a browser gets the page for any
                                other address, too, with status 404
    GET  /api/puzzles           [{name, title, about, instances: [{name, title, size, known}],
                                generator: [{name, about, default, least, most, choices, metavar}]
                                or null, grades, best, symmetry: [kinds], variants, play}]
    GET  /api/thumbnail/PUZZLE/INSTANCE.svg     (?label=LABEL for one of several boards)
    GET  /api/program/PUZZLE    {files: [{name, text}]}
    GET  /api/state             {waiting, running, kept}: how many jobs; {limits: ...}
    POST /api/board   {board, partial?, roles?: {"2,3": "new"}}
        -> {puzzle, name, title, size, known, text, partial, svg, solid, pencil,
            tools: [{name, poses, left, key, svg}],
            done (solved), progress ("12 of 45 cells"), standing (in a sentence), broken: [rules]}
    POST /api/move    {board, partial, move: {kind: "lay" | "take" | "turn" | "move", tool?, pose?,
                       cell: [2, 3] or "2,3", to?}}
        -> as /api/board, without text; 409 for a move that is not allowed
    POST /api/tool    {board, tool, pose?}      -> {tool, pose, svg}: a tool in one of its poses
    POST /api/edit    {board, edit?: {clue, value, cell?}, before?}: an empty value removes a clue;
                      if this is another board than that of the text `before`, known counts of that
                      one go, and its title gets "(changed)"
        -> {puzzle, name, title, size, known, text, svg, solid,
            clues: [{name, about, choices, typed, scope: "cell" | "board", act, removable}],
            values: {clue: {"2,3": value}}: where each clue can stand; "" is the whole board,
            places: {"2,3": "row 2, column 3"}};
           no clues where the board is changed as text only; 409 for a change that makes no sense
    POST /api/draw    {board, partial? or atoms?, format: "svg" | "png" | "facts" | "json" | "text",
                       theme?}                  -> a file
    POST /api/jobs    {kind, board, partial?, options?, page?}      -> 202 {id}
    GET  /api/jobs/ID/events    server-sent events (``Last-Event-ID`` or ``?after=N`` reads on)
    DELETE /api/jobs/ID         ends its process

``page`` is a random name that an open page gives itself: a new job of a page on the same board ends
the one before.  A job that nobody listens to ends after some seconds.  Kinds of jobs, their options
(each also takes ``timeout``, in seconds) and their events::

    solve     limit (20), after, from_here, symmetry, seed
                                    answer {number, atoms, svg, solid}
    count     symmetry, by          progress {text, answers}; result {answers, exhausted, text, ...}
    unique    most, symmetry        result {status, sentences, svgs, ... as unique --json}
    check     most                  known {sentences, next, status, svg, ...};
                                    result {status, sentences, svg, ... as check --json}
    hint      degree: "vague" | "clues" | "full", told: as partial
                                    known {sentences, next, svg?, ...};
                                    result {status, degree, sentences, svg, lines, step?, told?,
                                    check?}
    explain                         known {sentences, next, svg?}; places {places, sentences};
                                    step {... as explain --json,
                                    sentences, note, svg, lines: [{file, line}]};
                                    result {status, sentences, ...}
    rate                            progress {text}; result {grade, sentences, ... as rate --json}
    generate  n, seed, difficulty, extra_clues, parameters: {...}   (no board)
                                    progress {text}; result {number, name, text, svg}
    estimate  symmetry, by, seed    result {sentences, ... as estimate --json}
    best      seed                  answer {number, atoms, svg, solid, score, of, words}

All of them: ``queued {place}`` (0: it begins now), ``phase {text}``, and at last either ``end
{reason, exhausted}`` or ``error {error, line?, field?}``.  The reason is empty, or says why a job
ended early: "limit", "time limit", "stopped", "nobody listens", "replaced by a new request",
"CPU limit", "memory limit", "limit of results".
"""

from __future__ import annotations

import asyncio
import base64
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

from pyasp_puzzles.web.files import StoredAnswer, page, static_file
from pyasp_puzzles.web.jobs import EventStream, JobQueue
from pyasp_puzzles.web.lanes import Calls
from pyasp_puzzles.web.limits import Client, ServerLimits, network_of
from pyasp_puzzles.web.requests import (
    IN_TERMINAL,
    Order,
    RefusedError,
    read_call,
    read_job,
    read_json,
)
from pyasp_puzzles.web.safety import Safety

_SPARE = 5.0
"""Seconds that a process may take to end by itself at its time limit, with what it has found."""


def application(limits: ServerLimits | None = None, names: Iterable[str] = ()) -> ASGIApp:
    """The application; its processes start and end with it.

    Args:
        limits: ``None``: the usual ones.
        names: host names under which it may be asked, besides addresses and localhost.
    """

    @contextlib.asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        app.state.site = site = Site(limits or ServerLimits())
        prepared = asyncio.create_task(site.prepare())
        try:
            yield
        finally:
            prepared.cancel()
            await asyncio.to_thread(site.close)

    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/static/{name:path}", _static),
            Route("/api/puzzles", _puzzles),
            Route("/api/thumbnail/{puzzle}/{instance}.svg", _thumbnail),
            Route("/api/program/{puzzle}", _program),
            Route("/api/state", _state),
            *(Route(f"/api/{kind}", _call(kind), methods=["POST"]) for kind in _CALLS),
            Route("/api/draw", _draw, methods=["POST"]),
            Route("/api/jobs", _start, methods=["POST"]),
            Route("/api/jobs/{id}", _stop, methods=["DELETE"]),
            Route("/api/jobs/{id}/events", _events),
        ],
        lifespan=running,
        exception_handlers={404: _not_found, 405: _not_found, RefusedError: _refused},
    )
    # Starlette leaves event streams as they are.
    return Safety(GZipMiddleware(app, minimum_size=1000, compresslevel=4), names)


class Site:
    """The processes of a server, and its answers."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits, self.calls = limits, Calls(limits)
        self.jobs = JobQueue(limits, after=self.calls)
        self._pictures: dict[tuple[str, str], StoredAnswer] = {}
        self._gallery: StoredAnswer | None = None
        self._shipped: list[tuple[str, str]] = []

    def close(self) -> None:
        """End all processes."""
        self.calls.close()
        self.jobs.close()

    async def answer(self, kind: str, body: Any, client: Client | None = None) -> Any:
        """What one of the warm processes answers."""
        return await asyncio.wrap_future(self.calls.submit(kind, body, client))

    async def prepare(self) -> None:
        """Read the gallery and draw its pictures, before anybody asks."""
        with contextlib.suppress(RefusedError):  # who asks is told
            await self.gallery()
            for puzzle, instance in self._shipped:
                await self.thumbnail(puzzle, instance)

    async def gallery(self) -> StoredAnswer:
        """All puzzles and shipped instances as JSON; read once."""
        if self._gallery is None:
            found = await self.answer("gallery", {})
            self._shipped = [(each["name"], i["name"]) for each in found for i in each["instances"]]
            text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            self._gallery = StoredAnswer(text.encode(), "application/json")
        return self._gallery

    async def thumbnail(self, puzzle: str, instance: str) -> StoredAnswer:
        """The picture of a shipped instance; drawn once.

        Raises:
            RefusedError: there is no such instance.
        """
        key = puzzle, instance
        if key not in self._pictures:
            await self.gallery()
            if key not in self._shipped:
                raise RefusedError("there is no such instance", 404)
            drawn = await self.answer("thumbnail", {"puzzle": puzzle, "instance": instance})
            self._pictures[key] = StoredAnswer(drawn.encode(), "image/svg+xml")
        return self._pictures[key]


async def _page(request: Request) -> Response:
    return page(request)


async def _static(request: Request) -> Response:
    return static_file(request, request.path_params["name"])


async def _puzzles(request: Request) -> Response:
    return (await _site(request).gallery()).response(request)


async def _thumbnail(request: Request) -> Response:
    wanted, label = request.path_params, request.query_params.get("label", "")
    instance = f"{wanted['instance']}#{label}" if label else wanted["instance"]
    return (await _site(request).thumbnail(wanted["puzzle"], instance)).response(request)


async def _program(request: Request) -> Response:
    return JSONResponse(await _site(request).answer("program", request.path_params))


async def _state(request: Request) -> Response:
    site = _site(request)
    return JSONResponse({**site.jobs.numbers(), "limits": asdict(site.limits)})


_CALLS = ("board", "move", "tool", "edit")


def _call(kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def answered(request: Request) -> Response:
        return JSONResponse(await _answer(kind, request))

    return answered


async def _draw(request: Request) -> Response:
    found = await _answer("draw", request)
    headers = {"content-disposition": f'attachment; filename="{found["name"]}"'}
    data = base64.b64decode(found["data"])
    return Response(data, headers=headers, media_type=found["type"])


async def _answer(kind: str, request: Request) -> Any:
    body = read_call(kind, await _body(request))
    return await _site(request).answer(kind, body, _client(request))


async def _start(request: Request) -> Response:
    body, site = read_job(await _body(request)), _site(request)
    limits = site.limits
    seconds = min(body["options"].get("timeout", limits.seconds), limits.seconds)
    order = Order(body["kind"], body, limits.cpu, seconds + _SPARE)
    job = site.jobs.submit(order, _client(request, body.get("page", "")))
    return JSONResponse({"id": job.id}, 202)


async def _events(request: Request) -> Response:
    job = _site(request).jobs.find(request.path_params["id"])
    last = request.headers.get("last-event-id", request.query_params.get("after", "0"))
    if not (last.isascii() and last.isdigit() and len(last) < 10):
        raise RefusedError("after: expected the number of an event", field="after")
    return EventStream(job, int(last))


async def _stop(request: Request) -> Response:
    jobs = _site(request).jobs
    jobs.stop(jobs.find(request.path_params["id"]))
    return Response(status_code=204)


async def _not_found(request: Request, error: Any) -> Response:
    missing = error.status_code == 404
    asks_page = "text/html" in request.headers.get("accept", "")
    if asks_page and missing and not request.url.path.startswith("/api/"):
        return page(request, 404)
    words = "there is no such address" if missing else "this address does not do that"
    return JSONResponse({"error": words}, error.status_code)


async def _refused(_request: Request, error: Any) -> Response:
    return JSONResponse(error.as_json(), error.code)


def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


def _client(request: Request, page: str = "") -> Client:
    return Client(network_of(request.client.host if request.client else ""), page)


async def _body(request: Request) -> Any:
    """The JSON value of a body.

    Raises:
        RefusedError: it is no JSON, too large, or too slow.
    """
    limits = _site(request).limits
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError("expected the content type application/json", 415)
    words = f"the body is too large, expected at most {limits.body:,} bytes; {IN_TERMINAL}"
    too_large = RefusedError(words, 413)
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length[:12]) > limits.body:
        raise too_large
    raw = bytearray()
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for part in request.stream():
                raw += part
                if len(raw) > limits.body:
                    raise too_large
    except TimeoutError:
        raise RefusedError("the body came too slowly", 408) from None
    except ClientDisconnect:
        raise RefusedError("the body ended too early") from None
    return read_json(bytes(raw))
