"""Pips: cover a board with dominoes so that the pips in each region obey its rule.

Each domino covers two cells that share a side. Every domino is used and every cell is covered. In
a region the pips sum to a number (11), to less (<5) or to more (>5), or they are all equal (=) or
all different (≠). A region without a sign allows all pips.

These are the rules of the daily puzzle of that name.  The first instance comes from a text on
solving Pips with CP-SAT: twelve cells in a ring, three rules, one answer.  (That text prints seven
links for these six dominoes, a misprint.)

>>> import pyasp_puzzles as pp
>>> board = pp.load("pips", "document")
>>> [answer] = pp.solve(board)
>>> print(export_drawing(board, answer.solution))
6-1 1-1
<BLANKLINE>
4     1
|     |
4     5
<BLANKLINE>
4-2 2-6
<BLANKLINE>

The program counts two things.  A *placement* says which domino lies where and which way round (a
double has one way only); a *filling* says only which pips show.  Coordinates are rows, then
columns, from 1.
"""

from __future__ import annotations

from pyasp_puzzles.boards.generator import Calibration
from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.puzzle import TASKS, Profile, Puzzle
from pyasp_puzzles.puzzles.pips import format as files
from pyasp_puzzles.puzzles.pips.edit import EDIT
from pyasp_puzzles.puzzles.pips.generate import GENERATOR
from pyasp_puzzles.puzzles.pips.instance import PipsBoard, PipsSolution
from pyasp_puzzles.puzzles.pips.play import GENRE, PLAY, export_drawing, read

CALIBRATION = Calibration(
    ("easy", "medium", "hard"), (20, 30), "215 boards of The New York Times, 2025"
)
"""docs/measured/difficulty.md has the study."""

PUZZLE: Puzzle[PipsBoard, PipsSolution] = layered(
    GENRE,
    size=lambda board: ", ".join(layer.words(board) for layer in GENRE.layers[::-1]),
    read=read,
    variants={"placement": {}, "filling": {"filling": 1}},
    profiles={
        "learn": Profile(
            ("--eq=0",), TASKS, about="clasp's default, without its equivalence preprocessing"
        ),
    },
    engines={"count": ("asp", "frontier")},
    first="document",
    export={"drawing": export_drawing},
    file_formats=files.__doc__ or "",
    play=PLAY,
    edit=EDIT,
    generator=GENERATOR,
    calibration=CALIBRATION,
)
