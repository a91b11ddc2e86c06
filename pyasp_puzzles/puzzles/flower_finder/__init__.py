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

from pyasp_puzzles.boards.board import sides_of
from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.puzzle import MadeLater, Profile
from pyasp_puzzles.core.symmetry import Symmetries
from pyasp_puzzles.puzzles.flower_finder import format as files
from pyasp_puzzles.puzzles.flower_finder.edit import EDIT
from pyasp_puzzles.puzzles.flower_finder.facts import INPUTS, facts, symmetries
from pyasp_puzzles.puzzles.flower_finder.format import FlowerBoard, empty
from pyasp_puzzles.puzzles.flower_finder.generate import GENERATOR
from pyasp_puzzles.puzzles.flower_finder.play import GENRE, PLAY, read

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
    empty=lambda size: empty(*sides_of(FlowerBoard, size)),
    edit=EDIT,
    generator=GENERATOR,
)
