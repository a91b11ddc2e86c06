"""Words in lines of a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def filled(words: Iterable[str], width: int, indent: str = "") -> Iterator[str]:
    """Lines of words; no word is broken, also not an atom with blanks.

    Args:
        width: columns of a line, its indent included; only a longer word exceeds it.

    >>> list(filled(["p(1)", "p(2)", "p(3)"], 11, "  "))
    ['  p(1) p(2)', '  p(3)']
    """
    line = ""
    for word in words:
        if line and len(indent) + len(line) + 1 + len(word) > width:
            yield indent + line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield indent + line
