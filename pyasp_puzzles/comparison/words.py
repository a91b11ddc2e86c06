"""What the page on the comparison says besides its figures."""

from __future__ import annotations

CITED = (
    (
        "packing, hexagonal_cylinder",
        "all 110 answers",
        "103.6 s of wall clock, writing a file",
        'notebook "HexagonalPuzzleSat" of the Rexl samples, its own SAT solver',
    ),
    (
        "packing, hexagonal_cylinder",
        "first answer",
        "0.021 s of wall clock",
        'notebook "HexagonalPuzzleSat" of the Rexl samples, its own SAT solver',
    ),
    (
        "flower_finder, document",
        "first answer",
        "0.020 s",
        "the published program that `lp/flower_finder.lp` discusses, clasp",
    ),
)
"""Published figures: what, task, time, whose."""

HOW = """\
Each run is a process of its own with limits on CPU time and memory. In each round every engine
runs once, in turn, so that a disturbance hits all alike; one run of each engine before the first
round is not counted. Times are CPU seconds without the start of Python and the import of
libraries; the table shows medians, with the smallest and the largest total, never the best run.
`facts+ground` is what ASP needs before it can search: the instance as facts, and grounding;
`build` is the making of a hand-written model, or finding the exact cover in a ground program,
`translate` that of a formula from the ground program, `solve` all that is left. `÷ asp` compares
totals. `peak MB` is the largest resident memory of the process, Python and its libraries included.

Before any time is shown, all answers are compared as sets of shown atoms; of first answers, which
may differ, none may exist where another engine has proved that there is none. The first thousand
of each run are checked by the puzzle's own verifier. Where answers are counted, numbers are
compared, and nothing is verified: SAT solvers and CP-SAT list what they count.

What is not the same for all: `asp` has the profile that we found best for the puzzle and the task,
clasp options and switches of the program, tuned on some of these very instances; `asp:auto` beside
it has clasp's own choice and the program as it stands, as all other solvers have their defaults; of
the hand-written encodings the default is the one that we found best. Some programs say more than
the encodings: that a mutilated chessboard cannot be covered by dominoes is in `lp/pips.lp`.
`exact-cover` is our own search for exact covers on the ground program, in Python, which leaves long
searches to a compiled package where that is installed, in a process whose start counts; `frontier`
counts by dynamic programming and lists nothing. clingo grounds in C++, formulas and models are
built in Python. Every engine has one thread, though CP-SAT is made for several. clasp and CP-SAT
list all answers by themselves; a SAT solver is called again after each
answer, with a clause against it: against its true atoms in hand-written encodings, where no answer
is a part of another one, and over all shown atoms in a translation, which cannot know that. Times
of a few milliseconds say little about the solvers."""
