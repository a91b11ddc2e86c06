"""The rules that come from words, checked by clingo."""

from __future__ import annotations

import re
from collections.abc import Mapping

import clingo

from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.explanation.words.words import AtomWords, ClueWords, WordsError
from pyasp_puzzles.ground.grounding import Grounder, Source, readable


def check_rules(program: str, owners: Mapping[int, ClueWords | AtomWords], source: Source) -> None:
    """Let clingo check the rules of an explaining program, which it does before it grounds any.

    Args:
        owners: for places in the lines of the program, the words from which the line comes.
        source: the program with words.

    Raises:
        WordsError: it refuses one that comes from words.
        SolverError: it refuses another one.
    """
    messages: list[str] = []

    def errors(code: clingo.MessageCode, text: str) -> None:
        if code is clingo.MessageCode.RuntimeError:
            messages.append(text)

    control = clingo.Control(logger=errors)
    try:
        control.add("base", [], program)
        control.ground([])
    except RuntimeError:
        Grounder(source).check()
        for message in messages:
            place = re.match(r"<block>:(\d+):", message)
            words = owners.get(int(place[1]) - 1) if place else None
            if words:
                raise _unsafe(words, message) from None
        raise SolverError(readable(messages[0]) if messages else "clingo failed") from None


def _unsafe(words: ClueWords | AtomWords, message: str) -> WordsError:
    names = ", ".join(sorted(set(re.findall(r"note: '(\S+)' is unsafe", message))))
    expected = "variables that the body binds" if names else "words that fit their rule"
    return WordsError(words.file, f"line {words.line}", names or message, expected)
