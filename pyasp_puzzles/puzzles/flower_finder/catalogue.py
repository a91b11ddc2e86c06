"""Flower Finder frames by size and seed, and our shipped instances."""

from __future__ import annotations

from random import Random

from pyasp_puzzles.boards.formats.text import Known
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, Instance, Strip
from pyasp_puzzles.puzzles.flower_finder.generate import cut


def generate(n: int, seed: int, title: str = "", known: Known = ()) -> Instance:
    """A frame with at least one solution: n strips below and n across, each with n circles.

    :func:`cut` makes them.  The same seed gives the same frame with every version of Python.

    >>> [strip.name for strip in generate(2, seed=1).strips]
    ['1', '2', '3', '4']
    """
    numbered = cut(Random(seed), n)
    return Instance(title or f"Generated, {n} circles a strip", numbered, known=known)


def document() -> Instance:
    """The six strips of the puzzle as it is sold."""
    listed = ("BL TR TL", "TR TL TR", "BR TL BL", "TR BL TR", "BL BR TR", "BR TR BL")
    strips = tuple(
        Strip(str(number), tuple(QUARTERS[word] for word in words.split()))
        for number, words in enumerate(listed, start=1)
    )
    return Instance("Flower Finder", strips, known=(("answers", 8), ("classes", 1)))


def spoiled() -> Instance:
    """A frame without a solution: in ``generated_5`` one circle of the first strip is turned."""
    frame = generate(5, 20)
    first, *others = frame.strips
    (x, y), *circles = first.circles
    turned = Strip(first.name, ((-y, x), *circles))
    known = (("answers", 0), ("classes", 0))
    return Instance("Generated, 5 circles a strip, one spoiled", (turned, *others), known=known)


def catalogue() -> dict[str, Instance]:
    """Our shipped instances by name, with their known counts.

    The tests count the answers again by other methods.  In ``generated_2`` strips are equal and
    some answers are their own images; we chose the other seeds for having many answers, or few.
    """
    chosen = {2: (13, 8, 2), 3: (8, 48, 6), 4: (8, 24, 3), 5: (20, 8, 1)}
    return {"document": document(), "spoiled_5": spoiled()} | {
        f"generated_{n}": generate(n, seed, known=(("answers", answers), ("classes", classes)))
        for n, (seed, answers, classes) in chosen.items()
    }
