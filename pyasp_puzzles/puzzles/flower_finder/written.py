"""Flower Finder answers as people write them: strips with their flips, by location."""

from __future__ import annotations

from pyasp_puzzles.core.errors import AnswerError, Phrase, counted
from pyasp_puzzles.puzzles.flower_finder.facts import Placement, Solution, canonical
from pyasp_puzzles.puzzles.flower_finder.format import Instance
from pyasp_puzzles.puzzles.flower_finder.geometry import FLIPS


def read(instance: Instance, text: str) -> Solution:
    """The answer that a text gives: ``STRIP`` or ``STRIP:FLIP`` for each location in order.

    Raises:
        AnswerError: a word names no strip or no flip, or there are too few or too many words.

    >>> from pyasp_puzzles.puzzles.flower_finder.format import Strip
    >>> from pyasp_puzzles.puzzles.flower_finder.verify import verify
    >>> strips = (Strip("A", ((1, 1), (-1, -1))), Strip("B", ((1, -1), (1, 1))))
    >>> strips += (Strip("C", ((-1, -1), (1, -1))), Strip("D", ((1, 1), (1, 1))))
    >>> verify(Instance("", strips), read(Instance("", strips), "A D:h B C:both"))
    []
    """
    return canonical(instance, read_placements(instance, text, ""))


def read_placements(instance: Instance, text: str, unknown: str) -> list[Placement]:
    """The strips that a text names for the locations in order.

    Args:
        unknown: the signs of a location of which nobody knows yet which strip lies there.

    Raises:
        AnswerError: as :func:`read`.
    """
    words = text.replace("|", " ").split()
    if len(words) != len(instance.strips):
        expected = f"{len(instance.strips)} words, for the locations in order: STRIP or STRIP:FLIP"
        raise AnswerError(instance.name, "answer", Phrase(counted(len(words), "word")), expected)
    names = [strip.name for strip in instance.strips]
    placements = []
    for location, word in enumerate(words, start=1):
        if word in tuple(unknown) and word not in names:
            continue
        name, _, flip = word.rpartition(":") if word not in names else (word, "", "none")
        if name not in names or flip not in FLIPS:
            expected = f"STRIP or STRIP:FLIP; strips {', '.join(names)}; flips {', '.join(FLIPS)}"
            raise AnswerError(instance.name, f"answer, word {location}", word, expected)
        placements.append(Placement(location, name, flip))
    return placements
