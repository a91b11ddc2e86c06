"""What every request and every response has to go through.

Another site must not start work here from a visitor's browser, nor show the page in a frame; no
traceback leaves the server; the log has no contents.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pyasp_puzzles.web.lanes import place_of
from pyasp_puzzles.web.limits import address_of
from pyasp_puzzles.web.requests import RefusedError

_READING = ("GET", "HEAD", "OPTIONS")  # methods that start no work
_NO_LENGTH = 411
_log = logging.getLogger("pyasp_puzzles.web")

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: everything from this server, nothing inline."""


class Safety:
    """A layer around the application; names are host names besides addresses and localhost."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app, self._names = app, {"localhost", *(name.lower() for name in names)}
        self._fixed = {
            "content-security-policy": _POLICY,
            "x-content-type-options": "nosniff",
            "x-frame-options": "DENY",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "permissions-policy": "camera=(), geolocation=(), microphone=()",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                headers.update(self._fixed)
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, receive, sent)
        except RefusedError as error:
            # Many chunks of one byte would take long to be read; a page never sends any.
            close = {"connection": "close"} if error.code == _NO_LENGTH else None
            await JSONResponse(error.as_json(), error.code, close)(scope, receive, sent)
        except Exception as error:
            where = place_of("".join(traceback.format_exception(error)))
            _log.error("%s: %s", type(error).__name__, where)
            if not begun:
                words = {"error": "a bug in the server; please report it"}
                await JSONResponse(words, 500)(scope, receive, sent)

    def _check(self, scope: Scope) -> None:
        """Refuse another host, and for requests that start work another origin."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._known(host):
            words = "this server is not known under that host name"
            raise RefusedError(f"{words}; its owner can add one with --name", 421)
        if "transfer-encoding" in headers:
            raise RefusedError("expected a body with Content-Length, not in chunks", _NO_LENGTH)
        if scope["method"] in _READING:
            return
        site, origins = headers.get("sec-fetch-site"), headers.getlist("origin")
        if site is None and not origins:
            raise RefusedError("found no Origin, expected the one of this page", 403)
        if site not in (None, "same-origin"):
            raise RefusedError("this request comes from another site", 403)
        # A proxy that ends TLS changes the scheme, but not the host.
        if any(origin.lower().partition("://")[2] != host.lower() for origin in origins):
            raise RefusedError("this request comes from another origin", 403)

    def _known(self, host: str) -> bool:
        """Whether no other site can have this host: else its name may lead to this server."""
        name = re.sub(r":\d*$", "", host).strip("[]").lower()
        return name in self._names or address_of(name) is not None
