"""Words in SVG: how wide they are, where a line ends, which characters XML allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

FONT = "DejaVu Sans,Verdana,Arial,sans-serif"

_NARROW = dict.fromkeys("ijl|'", 0.3) | dict.fromkeys("ftr.,:;!I()[] -", 0.42)
_WIDE = dict.fromkeys("mwMW%@…", 1.0)
_MATHS = frozenset("<>=+~&#")
_UPPER, _OTHER, _BOLD = 0.76, 0.64, 1.12
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(words: str) -> str:
    """Words as text of XML; characters that XML forbids become a sign of their own.

    >>> clean("a < b\\x00")
    'a &lt; b\\ufffd'
    """
    return escape(_FORBIDDEN.sub("\ufffd", words))


def width(words: str, size: float, bold: bool = False) -> float:
    """The greatest width of a line in the usual fonts, for a font size.

    >>> width("ill", 10) < width("WWW", 10)
    True
    """
    units = sum(_unit(sign) for sign in words)
    return units * size * (_BOLD if bold else 1.0)


def _unit(sign: str) -> float:
    if sign in _NARROW:
        return _NARROW[sign]
    if sign in _WIDE or east_asian_width(sign) in "WF":
        return 1.05
    return _UPPER if sign.isupper() or sign in _MATHS else _OTHER


def lines(words: str, size: float, most: float, bold: bool = False) -> Iterator[str]:
    """The words in lines that are no wider than ``most``; a longer word is cut.

    >>> list(lines("one two three", 10, 60))
    ['one two', 'three']
    """
    line = ""
    for word in words.split():
        longer = f"{line} {word}".lstrip()
        if line and _fitting(longer, size, most, bold) < len(longer):
            yield line
            longer = word
        line = longer
        while len(line) > 1 and _fitting(line, size, most, bold) < len(line):
            fits = max(1, _fitting(line, size, most, True))
            yield line[:fits]
            line = line[fits:]
    if line:
        yield line


def _fitting(words: str, size: float, most: float, bold: bool) -> int:
    """How many of the first characters are together no wider than ``most``.

    It looks no further: a word may be as long as a file.
    """
    units = 0.0
    for count, sign in enumerate(words):
        units += _unit(sign)
        if units * size * (_BOLD if bold else 1.0) > most:
            return count
    return len(words)
