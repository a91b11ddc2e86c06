"""What several formats share: counted nouns for messages, and the members of a JSON object."""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.jsonfile import Node


def counted(number: int, noun: str) -> str:
    """A number with its noun, given in the singular.

    >>> counted(1, "domino"), counted(2, "domino"), counted(0, "word")
    ('1 domino', '2 dominoes', '0 words')
    """
    ending = "" if number == 1 else "es" if noun.endswith("o") else "s"
    return f"{number} {noun}{ending}"


def check_members(node: Node, known: Sequence[str], ignored: Sequence[str] = ()) -> None:
    """Complain about the first member that is neither read nor known to be of no account.

    >>> check_members(Node("x.json", "", {"width": 3, "source": "a book"}), ["width"], ["source"])
    >>> check_members(Node("x.json", "", {"width": 3, "hight": 3}), ["width", "height"])
    Traceback (most recent call last):
        ...
    pyasp_puzzles.errors.InstanceError: x.json: found 'hight', expected one of width, height
    """
    for key in node.object():
        if key not in known and key not in ignored:
            raise node.error(f"one of {', '.join(known)}", key)
