"""Reads text from files and standard input, with limits; gzip files are unpacked."""

from __future__ import annotations

import re
import sys
import zlib
from pathlib import Path

from pyasp_puzzles.core.errors import InstanceError, Phrase, system_reason

MAX_BYTES = 4_000_000
"""The largest file of an instance; clingo could not ground a larger one."""

GZIP = b"\x1f\x8b"
"""The first bytes of a gzip file."""

STANDARD_INPUT = "standard input"
"""The name of the address ``-`` in messages and results."""


def read_text(path: str, *, most: int | None = MAX_BYTES) -> str:
    """Read the text of a file, or of standard input for ``-``.

    Args:
        most: the largest number of bytes, also unpacked; ``None``: no limit, nothing is unpacked.

    Raises:
        InstanceError: the file cannot be opened, is too large, is damaged or is no UTF-8 text.
    """
    size = -1 if most is None else most + 1
    source = STANDARD_INPUT if path == "-" else path
    try:
        if path == "-":
            data = sys.stdin.buffer.read(size)
        else:
            with Path(path).open("rb") as file:
                data = file.read(size)
    except OSError as error:
        found = Phrase("a folder" if isinstance(error, IsADirectoryError) else system_reason(error))
        raise InstanceError(source, "", found, "a file that can be read") from None
    if most is not None and len(data) > most:
        raise _too_large(source, most)
    if most is not None and data.startswith(GZIP):
        data = _unpacked(data, source, most)
    return decoded(data, source)


def decoded(data: bytes, source: str) -> str:
    """The text of a file, without its byte order mark.

    Raises:
        InstanceError: it is no UTF-8 text, or has a control character; the message names the line.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = Phrase(f"the byte 0x{data[error.start]:02x}")
        raise InstanceError(source, f"line {line}", found, "UTF-8 text") from None
    if control := re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text):
        line = text.count("\n", 0, control.start()) + 1
        found = Phrase(f"the control character {control[0]!r}")
        raise InstanceError(source, f"line {line}", found, "text")
    return text


def _too_large(source: str, most: int, where: str = "") -> InstanceError:
    found = Phrase(f"more than {most // 1_000_000} MB{where}")
    return InstanceError(source, "", found, "an instance, which is far smaller")


def _unpacked(data: bytes, source: str, most: int) -> bytes:
    """The content of a gzip file; at most one byte more than ``most`` is unpacked."""
    packed = zlib.decompressobj(wbits=31)
    try:
        text = packed.decompress(data, most + 1)
    except zlib.error:
        found, expected = "a damaged gzip file", "one that gzip can unpack"
        raise InstanceError(source, "", Phrase(found), expected) from None
    if len(text) > most:
        raise _too_large(source, most, " in a gzip file")
    if not packed.eof:
        raise InstanceError(source, "", Phrase("a gzip file that is cut off"), "a whole gzip file")
    if packed.unused_data.strip(b"\0"):
        found = "more bytes behind the end of a gzip file"
        raise InstanceError(source, "", Phrase(found), "one gzip file")
    return text
