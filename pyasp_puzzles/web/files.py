"""The files of the page itself, from the folder ``static``."""

from __future__ import annotations

import hashlib
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from pyasp_puzzles.web.orders import RefusedError

STATIC = Path(__file__).parent / "static"

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
"""Types by the end of the name; a file of another type is not served.

The system's own table is not used: on some systems it has JavaScript as plain text.
"""


def static_file(request: Request, name: str) -> Response:
    """A file of the page; the browser asks each time whether it has changed.

    Args:
        name: with ``/`` between its parts. It is looked up in a list of the files that there are,
            so that no other path can be named.

    Raises:
        RefusedError: there is none.
    """
    files = {
        path.relative_to(STATIC).as_posix(): path
        for path in STATIC.rglob("*")
        if path.is_file() and path.suffix in _TYPES
    }
    path = files.get(name)
    if path is None:
        raise RefusedError("there is no such file", 404)
    data = path.read_bytes()
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=_TYPES[path.suffix], headers=headers)
