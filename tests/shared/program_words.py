"""The sentences of a program, which its verifier repeats in its own code."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pyasp_puzzles.explanation.words.transform import transform


def says(program: Path, broken: str) -> bool:
    """Whether a broken rule begins with words of the program, filled, or with a comment of it."""
    rule = broken.partition(": ")[0]
    lowered = rule[:1].lower() + rule[1:]
    if any(re.fullmatch(pattern, lowered) for pattern in _patterns(program)):
        return True
    return f"% {rule}." in program.read_text(encoding="utf-8")


@cache
def _patterns(program: Path) -> list[str]:
    """Regular expressions for the words of a program; anything may fill their gaps."""
    explaining = transform([program])
    words = [*explaining.clues, *explaining.background]
    return [re.sub(r"\\\{.*?\\\}", ".+", re.escape(w.template.text)) for w in words]
