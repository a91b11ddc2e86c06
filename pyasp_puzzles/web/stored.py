"""Answers that many clients get: compressed once, with a tag that changes with the content."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

_LEAST = 1000
"""Bytes from which on compression is worth it."""

ASK = "no-cache"
"""The browser asks each time whether its copy is still right."""

FOREVER = "public, max-age=31536000, immutable"
"""The address changes with the content."""


@dataclass(frozen=True)
class Stored:
    """The body of an answer.

    Attributes:
        data: as it is.
        media_type: of the data.
        packed: the data compressed; empty: they are too small for that.
        tag: changes with the data.
    """

    data: bytes
    media_type: str
    packed: bytes = field(init=False)
    tag: str = field(init=False)

    def __post_init__(self) -> None:
        packed = gzip.compress(self.data, mtime=0) if len(self.data) >= _LEAST else b""
        object.__setattr__(self, "packed", packed)
        object.__setattr__(self, "tag", f'"{hashlib.sha256(self.data).hexdigest()[:32]}"')

    def response(self, request: Request, keep: str = ASK, status: int = 200) -> Response:
        """The answer to a request; without a body where the browser has the data already.

        Args:
            keep: how the browser may use its copy, :data:`ASK` or :data:`FOREVER`.
            status: of an answer that has a body.
        """
        headers = {"etag": self.tag, "cache-control": keep}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        data = self.data
        if self.packed:
            headers["vary"] = "Accept-Encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                data, headers["content-encoding"] = self.packed, "gzip"
        return Response(data, status, media_type=self.media_type, headers=headers)
