"""Answers that many clients get: the files of the page, from ``static``."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from pyasp_puzzles.web.bundle import MAIN, scripts, short_style
from pyasp_puzzles.web.requests import RefusedError

STATIC = Path(__file__).parent / "static"

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
"""Types of the files that are served. Some systems have JavaScript as plain text in their table."""

_BEGIN = '<script async fetchpriority="high" src="/static/begin.js"></script>'
"""Asks for the board before the page has its script."""

_VERSION = re.compile("v-[0-9a-f]{16}")

_ENTRY, _BUNDLE, _LATER = "server.js", "page.js", "later.js"
"""The module that begins, and the scripts that are made of them and all others."""

_STYLE = "style.css"

ASK = "no-cache"
"""The browser asks each time whether its copy is still right."""

FOREVER = "public, max-age=31536000, immutable"
"""The address changes with the content."""


@dataclass(frozen=True)
class KeptAnswer:
    """The body of an answer that many clients get; the application compresses it."""

    data: bytes
    media_type: str

    @cached_property
    def tag(self) -> str:
        """Changes with the data."""
        return f'"{hashlib.sha256(self.data).hexdigest()[:32]}"'

    def response(self, request: Request, keep: str = ASK, status: int = 200) -> Response:
        """The answer to a request; without a body where the browser has the data already.

        ``keep`` says how the browser may use its copy: :data:`ASK` or :data:`FOREVER`.
        """
        headers = {"etag": self.tag, "cache-control": keep}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(self.data, status, media_type=self.media_type, headers=headers)


async def page(request: Request, status: int = 200) -> Response:
    """The page itself; with status 404 it says that there is no such board."""
    return _page().response(request, status=status)


async def static_file(request: Request) -> Response:
    """A file of the page; RefusedError: there is none.

    Its name, perhaps after a version as the page has it, is looked up in a list of the files that
    there are, so that no other path can be named. The service worker is at the root of the site,
    all of which it serves without a network.
    """
    name = request.path_params.get("name", "worker.js")
    version, _, rest = name.partition("/")
    versioned = bool(_VERSION.fullmatch(version))
    found = _files().get(rest if versioned else name)
    if found is None:
        raise RefusedError("there is no such file", 404)
    return found.response(request, FOREVER if versioned else ASK)


@cache
def _files() -> dict[str, KeptAnswer]:
    files = {
        path.relative_to(STATIC).as_posix(): KeptAnswer(path.read_bytes(), _TYPES[path.suffix])
        for path in STATIC.rglob("*")
        if path.suffix in _TYPES
    }
    modules = {name: each.data.decode() for name, each in files.items() if name.endswith(".js")}
    first, rest = scripts(modules, _ENTRY, MAIN, _LATER)
    made = {_BUNDLE: first, _LATER: rest, _STYLE: short_style(files[_STYLE].data.decode())}
    return files | {
        name: KeptAnswer(text.encode(), _TYPES[Path(name).suffix]) for name, text in made.items()
    }


@cache
def _page() -> KeptAnswer:
    """The page with a script in place of its modules, and a version in addresses.

    The version changes whenever any file does.
    """
    files = _files()
    tags = sorted((name, each.tag) for name, each in files.items())
    version = f"v-{hashlib.sha256(repr(tags).encode()).hexdigest()[:16]}"
    module, bundle = f'type="module" src="/static/{_ENTRY}"', f'defer src="/static/{_BUNDLE}"'
    text = files["index.html"].data.decode().replace(module, bundle)
    text = text.replace("<link", f"{_BEGIN}\n<link", 1)
    data = text.replace('"/static/', f'"/static/{version}/').encode()
    return KeptAnswer(data, files["index.html"].media_type)
