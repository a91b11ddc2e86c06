"""New Flower Finder sets: strips of any length, with one class of answers."""

from __future__ import annotations

from random import Random

from pyasp_puzzles.boards.generator import Generator, Parameter, Sampler, Settings
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.puzzles.flower_finder.facts import kinds
from pyasp_puzzles.puzzles.flower_finder.format import CIRCLES, FlowerBoard, Strip
from pyasp_puzzles.puzzles.flower_finder.geometry import FLIPS, QUARTERS, as_laid


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
