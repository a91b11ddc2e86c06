"""The files of the page itself, from the folder ``static``."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from pyasp_puzzles.web.checks import RefusedError
from pyasp_puzzles.web.stored import ASK, FOREVER, Stored

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

_VERSION = re.compile("v-[0-9a-f]{16}")


MODULES = "<!-- modules -->"
"""The place in the page's head where all modules are named, so that they are loaded at once."""


def page(request: Request, status: int = 200) -> Response:
    """The page itself; with status 404 it says that there is no such board.

    Its files have addresses that change with their content, and the browser loads all modules at
    once: without their names it would find each only after the one that imports it.
    """
    files = {name: _stored(path) for name, path in _files().items()}
    version = _version(tuple(sorted((name, each.tag) for name, each in files.items())))
    return _with_modules(files["index.html"], tuple(sorted(files)), version).response(
        request, status=status
    )


def static_file(request: Request, name: str) -> Response:
    """A file of the page.

    Args:
        name: with ``/`` between its parts, perhaps after a version as :func:`page` names it. It is
            looked up in a list of the files that there are, so that no other path can be named.

    Raises:
        RefusedError: there is none.
    """
    version, _, rest = name.partition("/")
    versioned = bool(_VERSION.fullmatch(version))
    path = _files().get(rest if versioned else name)
    if path is None:
        raise RefusedError("there is no such file", 404)
    return _stored(path).response(request, FOREVER if versioned else ASK)


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    return {
        path.relative_to(STATIC).as_posix(): path
        for path in STATIC.rglob("*")
        if path.is_file() and path.suffix in _TYPES
    }


def _stored(path: Path) -> Stored:
    """A file as it is now; read again only after a change."""
    found = path.stat()
    return _read(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=100)
def _read(path: Path, _time: int, _size: int) -> Stored:
    return Stored(path.read_bytes(), _TYPES[path.suffix])


@lru_cache(maxsize=1)
def _version(tags: tuple[tuple[str, str], ...]) -> str:
    """Changes whenever a file does: a module names others without their versions."""
    return f"v-{hashlib.sha256(repr(tags).encode()).hexdigest()[:16]}"


@lru_cache(maxsize=1)
def _with_modules(index: Stored, names: tuple[str, ...], version: str) -> Stored:
    """The page with addresses that have a version, and with the names of its modules."""
    modules = [
        f'<link rel="modulepreload" href="/static/{name}">'
        for name in names
        if name.endswith((".js", ".mjs"))
    ]
    text = index.data.decode("utf-8").replace(MODULES, "\n".join(modules))
    return Stored(text.replace('"/static/', f'"/static/{version}/').encode(), index.media_type)
