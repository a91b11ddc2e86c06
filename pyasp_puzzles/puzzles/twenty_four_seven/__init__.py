"""Twenty Four Seven: write digits into some cells of number grids so that they are connected.

Every square grid of the board has each digit a stated number of times. Each of its rows and
columns has a stated number of filled cells with a stated sum. No 2 x 2 block is full, and all
filled cells of the board form one region, connected by shared sides. A number outside the board is
the first digit seen from there, or, if greater than every digit, the sum of the line.

The classic grid has four numbers a line and one 1, two 2s, ... seven 7s, hence the name. Jane
Street set it in June 2018, and again, with views and with overlapping grids, in December 2020 and
February 2023. Here is a small one: the digits 1, 3 and 5, each four times; three filled cells a
line with the sum 9.

>>> import pyasp_puzzles as pp
>>> answers = list(pp.solve(pp.load("twenty_four_seven", "four")))
>>> len(answers)
1
>>> print(answers[0])
Three odd digits
      5
┌───────────────┐
│ ·   5  [1]  3 │
│               │
│ 1   3   ·   5 │
│               │
│ 3   ·  [5]  1 │
│               │
│ 5   1   3   · │
└───────────────┘
Digits of the grid: 1 (4×), 3 (4×), 5 (4×).
Each line of it: 3 filled cells, sum 9.
"""

from __future__ import annotations

from pyasp_puzzles.boards.puzzle import Profile, Puzzle
from pyasp_puzzles.puzzles.twenty_four_seven import format as files
from pyasp_puzzles.puzzles.twenty_four_seven.edit import EDIT
from pyasp_puzzles.puzzles.twenty_four_seven.facts import (
    Digit,
    Given,
    Grid,
    LineFact,
    Size,
    Solution,
    Value,
    View,
    decode,
    facts,
    read,
)
from pyasp_puzzles.puzzles.twenty_four_seven.generate import GENERATOR
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Instance, size
from pyasp_puzzles.puzzles.twenty_four_seven.partial import PARTIAL
from pyasp_puzzles.puzzles.twenty_four_seven.picture import picture
from pyasp_puzzles.puzzles.twenty_four_seven.play import PLAY
from pyasp_puzzles.puzzles.twenty_four_seven.verify import verify

PROFILES = {
    "rows": Profile(
        ("--heuristic=domain",),
        ("all", "unsat"),
        about="decides row by row which cells are filled",
    ),
    "learn": Profile(
        (),
        ("first",),
        about="clasp's default",
    ),
}

PUZZLE = Puzzle(
    name="twenty_four_seven",
    title="Twenty Four Seven",
    instance_type=Instance,
    solution_type=Solution,
    inputs=(Size, Grid, Digit, LineFact, Given, View),
    answers=(Value,),
    parse=files.parse,
    format=files.format_text,
    facts=facts,
    decode=decode,
    verify=verify,
    picture=picture,
    size=size,
    read=read,
    profiles=PROFILES,
    engines={},  # exact cover does not apply: the filled cells have to be connected
    first="2020_a",
    file_formats=files.__doc__ or "",
    partial=PARTIAL,
    play=PLAY,
    edit=EDIT,
    generator=GENERATOR,
)
