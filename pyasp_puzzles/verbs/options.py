"""Arguments and options that several verbs share."""

from __future__ import annotations

from pyasp_puzzles.verbs.verb import (
    PAGE_SECONDS,
    SECONDS,
    SEED_NUMBER,
    Argument,
    Flag,
    Integer,
    OfPuzzle,
    Option,
    SymmetryWord,
    Word,
)

PUZZLE = Argument("puzzle", suggested="puzzle", required=True)
INSTANCE = Argument("instance", suggested="instance")
BOARDS = (PUZZLE, INSTANCE)
ANSWER_WORDS = Argument("words", "[INSTANCE] [ANSWER]", "checked", many=True)

SIZE = Option(
    "--size",
    Word("ROWSxCOLUMNS", form="size"),
    "The size of the board, where its file does not say it.",
)
TIMEOUT = Option(
    "--timeout",
    SECONDS,
    "Give up on a board after this time; what was found is kept.",
    page=PAGE_SECONDS,
)
SEED = Option("--seed", SEED_NUMBER, "Shuffle the search by this number.", page=SEED_NUMBER)
ENGINE = Option(
    "--engine",
    Word("ENGINE", "engine"),
    "The engine that searches: {engines}. auto takes the best one for the task; `compare PUZZLE "
    "--list` tells what the others are. [auto]",
)
SOLVER = Option(
    "--solver",
    Word("SOLVER", "solver"),
    "The SAT solver, where ENGINE needs one and names none: one of PySAT's or a DIMACS solver on "
    "the PATH. [cadical195]",
)
THREADS = Option("--threads", Integer(1, 64), "The threads of a search by asp or cpsat. [1]")
SYMMETRY = Option(
    "--symmetry",
    SymmetryWord(),
    "One answer of each class: under all symmetries of the instance, or, with rotations, mirror "
    "images apart{puzzles}.",
    page=SymmetryWord(),
)
SEARCH = (TIMEOUT, ENGINE, SOLVER, THREADS, SYMMETRY)
BY = Option("--by", OfPuzzle("variants", "WAY"), "What to count{puzzles}.", page=Word())
SVG = Option(
    "--svg",
    Word("FILE", "file", "pictures"),
    "Write the picture to FILE, too: SVG, or PNG if it ends in .png (extra pictures). The second "
    "picture goes to FILE-2, and so on.",
)
JSON = Option("--json", help="One board a line, as a JSON object.")
STATS = Option("--stats", help="Say where the time went, on standard error.")
ALL_OF_LISTS = Option(
    "--all", help="Tell all of long lists. [they end with a number, as in: 6 more clues]"
)
CONSTANTS = Option(
    "-c --const",
    Word("NAME=VALUE", form="constant"),
    "A value for a #const of the program.",
    name="constants",
    many=True,
)
WANTED = (
    Option(
        "--difficulty",
        Word("N|N..M|GRADE", "grade"),
        "What `rate` says of the boards: the clues that the hardest step needs, such as 1 or 2..4, "
        "or easy, medium, hard where the puzzle is calibrated. [any]",
        page=Word(),
    ),
    Option(
        "--extra-clues",
        help="Keep clues that could be dropped, where a board is too hard without them.",
        page=Flag(),
    ),
)
"""Which new boards are wanted, whatever the puzzle."""
