"""Flower Finder: lay strips in two crossed layers so that all circles that meet match.

A frame takes n strips of n circles side by side in its lower layer, and n more across them in the
upper one.  A circle has petals in three of its four quarters.  Each strip may be flipped.  Place
all strips so that exactly three petals are visible at every crossing, that is: so that the empty
quarters of the two circles match.

With two circles a strip (``o`` petal, ``.`` none)::

    strips, upright        lower layer    upper layer
     A    B    C    D       A    D
    o .  o o  o o  o .     o .  . o       o .  . o   B
    o o  o .  . o  o o     o o  o o       o o  o o

    o o  o .  o o  o .     o o  . o       o o  . o   C
    . o  o o  o .  o o     . o  o o       . o  o o

    A lies as it is; D is flipped left to right.  B lies as it is and C is flipped
    both ways; then both are given a quarter turn to the left.

The puzzle sold as FlowerFinder has six strips of three circles.  It has 8 solutions, and each
symmetry of the frame takes any of them to another one:

>>> import pyasp_puzzles as pp
>>> frame = pp.load("flower_finder", "document")
>>> pp.count(frame).answers, pp.count(frame, symmetry=True).answers
(8, 1)
>>> pp.verify(frame, read(frame, "1:both 2:h 3 4:both 6:v 5:v"))
[]
"""

from __future__ import annotations

from random import Random

from pyasp_puzzles.boards.generator import Generator, Parameter, Sampler, Settings
from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.puzzle import MadeLater, Profile
from pyasp_puzzles.core.symmetry import ALL, Symmetries
from pyasp_puzzles.puzzles.flower_finder import format as files
from pyasp_puzzles.puzzles.flower_finder.format import (
    CIRCLES,
    FLIPS,
    INPUTS,
    QUARTERS,
    FlowerBoard,
    Strip,
    as_laid,
    facts,
    kinds,
    symmetries,
)
from pyasp_puzzles.puzzles.flower_finder.play import EDIT, GENRE, PLAY, read

# New frames


def cut(random: Random, n: int) -> tuple[Strip, ...]:
    """The strips of a random frame: n strips below and n across, each with n circles.

    Every hole gets a gap at random; the columns and the rows, flipped at random and shuffled,
    are the strips, and there is an answer.
    """
    quarters, flips = list(QUARTERS.values()), list(FLIPS)
    holes = [[quarters[random.randrange(4)] for _ in range(n)] for _ in range(n)]
    upright = [tuple(row[column] for row in holes) for column in range(n)]
    upright += [tuple((y, -x) for x, y in row) for row in holes]  # turned back to the right
    strips = [as_laid(circles, ("down", flips[random.randrange(4)])) for circles in upright]
    random.shuffle(strips)
    return tuple(Strip(str(number), strip) for number, strip in enumerate(strips, start=1))


def draft(random: Random, settings: Settings, _answer: Sampler) -> FlowerBoard | None:
    """The strips of a random frame; ``None``: some are alike and the user wants none so."""
    n = settings["circles"]
    frame = FlowerBoard(f"{2 * n} strips of {n} circles", cut(random, n))
    return None if settings["distinct"] and len(kinds(frame)) < 2 * n else frame


_ABOUT = "circles of a strip; there are twice as many strips"
GENERATOR = Generator[FlowerBoard](
    draft,
    parameters=(
        Parameter("circles", _ABOUT, 3, CIRCLES.start, CIRCLES.stop - 1),
        Parameter("distinct", "no two strips are equal, after flips either", False),
    ),
    classes=ALL,
    about="the strips of a random frame, whose answers are one class: each is an image of the "
    "others under a symmetry of the frame",
)

PUZZLE = layered(
    GENRE,
    inputs=MadeLater(lambda: tuple(each.kind for each in INPUTS)),
    facts=facts,
    size=lambda instance: f"{len(instance.strips)} strips, {instance.n} circles each",
    symmetries=Symmetries(symmetries),
    read=read,
    profiles={
        "turns": Profile(
            ("--heuristic=domain",),
            ("first", "all", "unsat"),
            about="places strips in turn in both layers, from one corner",
        ),
        "learn": Profile(about="clasp's default"),
    },
    engines={},  # no exact cover: almost all covers break another constraint
    first="document",
    file_formats=files.__doc__ or "",
    play=PLAY,
    edit=EDIT,
    generator=GENERATOR,
)
