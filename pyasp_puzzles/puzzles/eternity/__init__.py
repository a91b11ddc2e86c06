"""Eternity (edge matching): put square pieces on a board so that sides that touch are alike.

Every piece has a colour on each of its four sides. All pieces are put on a rectangular board, one
on each cell, turned but never flipped, so that sides that touch have the same colour. On a framed
board one colour lies on every side at the rim and on no other. Hints are pieces that lie in place.

The best known board is Eternity II (256 pieces, 16 x 16), which nobody has solved. The first
instance here is the 3 x 3 board of a tutorial on solving such puzzles with SeaPearl. Pieces that
look alike, perhaps after a turn, are copies of one kind: exchanging them gives no new answer.

>>> import pyasp_puzzles as pp
>>> answers = list(pp.solve(pp.load("eternity", "document_3x3")))
>>> len(answers)
16
>>> print(min(answers, key=lambda answer: answer.symbols))
SeaPearl tutorial, 3 x 3
┌─────┬─────┬─────┐
│  ·  │  ·  │  ·  │
│· 1 1│1 6 1│1 3 ·│
│  1  │  4  │  2  │
├─────┼─────┼─────┤
│  1  │  4  │  2  │
│· 5 3│3 9 4│4 8 ·│
│  2  │  3  │  2  │
├─────┼─────┼─────┤
│  2  │  3  │  2  │
│· 4 2│2 7 1│1 2 ·│
│  ·  │  ·  │  ·  │
└─────┴─────┴─────┘
In the middle of a piece is its number, at its sides are its colours.
 ·  frame
"""

from __future__ import annotations

from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.puzzle import TASKS, Profile
from pyasp_puzzles.core.symmetry import ALL, ROTATIONS, Symmetries
from pyasp_puzzles.puzzles.eternity import format as files
from pyasp_puzzles.puzzles.eternity.beam import BEST
from pyasp_puzzles.puzzles.eternity.edit import EDIT
from pyasp_puzzles.puzzles.eternity.facts import cuts, symmetries
from pyasp_puzzles.puzzles.eternity.generate import GENERATOR
from pyasp_puzzles.puzzles.eternity.links import board_edges, read, viewer
from pyasp_puzzles.puzzles.eternity.play import GENRE, PLAY

PROFILES = {
    "learn": Profile(
        ("--configuration=crafty",),
        ("first",),
        about="learns from conflicts, clasp's configuration crafty",
    ),
    "sweep": Profile(
        ("--no-lookback", "--lookahead=no", "--heuristic=None"),
        ("all", "unsat"),
        about="goes row by row, without learning",
    ),
}

PUZZLE = layered(
    GENRE,
    title="Eternity (edge matching)",
    parse=files.parse,
    symmetries=Symmetries(symmetries, {ALL: {}, ROTATIONS: {}}),
    read=read,
    profiles=PROFILES,
    engines=dict.fromkeys(TASKS, ("scan",)),  # no exact cover: colours have to match
    cuts=cuts,
    first="document_3x3",
    export={"board_edges": board_edges, "viewer": viewer},
    file_formats=files.__doc__ or "",
    reading=("size",),
    play=PLAY,
    edit=EDIT,
    generator=GENERATOR,
    best=BEST,
)
