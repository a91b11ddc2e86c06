"""The verbs that Python has, too: what each of them is called, takes and says."""

from __future__ import annotations

from dataclasses import replace

from pyasp_puzzles.verbs.reasoning import CHECK, EXPLAIN, HINT, RATE, UNIQUE
from pyasp_puzzles.verbs.verb import (
    BOARDS,
    BY,
    ENGINE,
    FOLDER,
    JSON,
    NAMED_FILE,
    PUZZLE,
    SEARCH,
    SEED,
    SIZE,
    SOLVER,
    STATS,
    SVG,
    SYMMETRY,
    THREADS,
    TIMEOUT,
    WANTED,
    Flag,
    GeneratorParameters,
    Integer,
    OfPuzzle,
    OneOf,
    Option,
    Verb,
    Word,
)

FACTS = Verb(
    "facts",
    """Print an instance as facts for plain clingo.

 \b
 pyasp-puzzles facts packing soma | pyasp-puzzles clingo packing.lp - 0 -q
 """,
    BOARDS,
    (SIZE,),
    function="verbs.solving:facts",
)
SOLVE = Verb(
    "solve",
    """Find answers, verify and draw them.

    Answers go to standard output, how the search ended to standard error. Clasp's own options may
    follow after --, in place of the puzzle's choice of them: those that keep the answers.

    \b
    pyasp-puzzles solve packing hexagonal_cylinder
    pyasp-puzzles solve pips day.json                   (all three levels)
    pyasp-puzzles solve eternity --all --json | head -3
    pyasp-puzzles solve packing soma --seed 7 -- --config=crafty
    """,
    BOARDS,
    (
        SIZE,
        Option(
            "-n",
            Integer(0, None, "n"),
            "Stop after N answers; 0 means all. [1]",
            page=Integer(1, 1000),
            name="limit",
        ),
        Option("--all", help="All answers (as -n 0)."),
        *SEARCH,
        SEED,
        SVG,
        STATS,
        replace(JSON, help="One answer a line, as a JSON object."),
        Option(
            "--summary",
            NAMED_FILE,
            "Write how each search ended to FILE, a JSON object a line: status, answers, "
            "exhausted, engine, seconds.",
        ),
        Option(
            "--export",
            OfPuzzle("export", "FORMAT"),
            "Print the answers in a foreign format instead{puzzles}.",
        ),
        Option("", name="after", page=Integer(0, 1000)),
        Option("", name="from_here", page=Flag()),
    ),
    exclusive=(("-n", "--all"), ("--json", "--export")),
    typed=("instance", "{Instance}", "Answers[{Instance}, {Solution}, {Atom}]"),
    page=True,
    function="verbs.solving:solve",
)

SHARED = "The threads that share a count by asp, exact-cover or scan. [one for each core]"

COUNT = Verb(
    "count",
    """Count the answers: distinct sets of shown atoms.

    When the output is not a terminal, prints the bare number of a single board, and NAME, a tab
    and the number for each of several; "at least" is said on standard error then, and by the exit
    code 3. With --processes, --cluster, --store or --cubes the search
    is cut into cubes: parts that share no answer.

    \b
    pyasp-puzzles count packing soma --symmetry             (240 classes)
    pyasp-puzzles count packing soma --symmetry rotations   (480 classes)
    pyasp-puzzles count pips day.json#hard --by filling
    pyasp-puzzles count packing pentominoes_6x10 --processes 4 --store 6x10.store
    pyasp-puzzles count pips day.json --json

    The objects of --json have "puzzle", "instance", "answers", "exhausted", "reason" (why it is
    not exhausted), "by", "symmetry" (an object, or null), "engine", "cubes" ("done" and "all", or
    null) and, as the last one, "seconds" by phase.
    """,
    BOARDS,
    (
        SIZE,
        BY,
        *(replace(each, help=SHARED) if each is THREADS else each for each in SEARCH),
        Option(
            "--processes",
            Integer(1, 1024),
            "Cut the search into cubes, and search them in so many processes. [with --store or "
            "--cubes: one for each core]",
        ),
        Option(
            "--cluster",
            Word("ADDRESS", form="named"),
            "Let the workers of the Dask scheduler at tcp://HOST:PORT search the cubes.",
        ),
        Option(
            "--store",
            NAMED_FILE,
            "Keep each answer in FILE (see the command answers); given again, the count goes on "
            "from there.",
        ),
        Option(
            "--cubes",
            Integer(1, 10**6),
            "Cut the search into about so many cubes, or more. [16 for each process, at least 32]",
        ),
        replace(STATS, help="Say who counted and where the time went."),
        Option("--bare", help="Print nothing but the numbers, one a line."),
        JSON,
    ),
    exclusive=(("--json", "--bare"),),
    page=True,
    function="verbs.solving:count",
)

ESTIMATE = Verb(
    "estimate",
    """Estimate how long a count takes, before it begins.

    It tells the number of nodes of the search and its CPU time. A small tree is searched in full.
    Of a larger one random samples are visited; the interval has the true number of nodes with
    about 95 % confidence. docs/use/estimate.md has tests of that.

    The exit code is 0 if there is an estimate for each board, 2 if there is none for the engine, 3
    if the time was up before.

    \b
    pyasp-puzzles estimate packing pentominoes_6x10
    pyasp-puzzles estimate packing soma --symmetry --json

    The objects of --json have "puzzle", "instance", "engine", "nodes", "seconds" and "answers"
    (each an object with "value", "low" and "high"; answers may be null), "exact" (the whole tree
    was searched), "hopeless" (more than a hundred years), "method", "probes", "width" (nodes kept
    of each level), "visited" (nodes visited for the estimate), "node" (what a node is) and "note"
    (how the count differs from a search of all these nodes).
    """,
    BOARDS,
    (
        SIZE,
        BY,
        SYMMETRY,
        replace(ENGINE, help="The engine that would count. [auto: the one that count chooses]"),
        replace(TIMEOUT, help="Stop after this time; compilation is not counted. [5]"),
        replace(SEED, help="The number that decides the samples. [0]"),
        JSON,
    ),
    page=True,
    function="counts.estimation.estimating:estimate",
)

GENERATE = Verb(
    "generate",
    """Make new boards with one answer, or one class of answers.

    No clue can be dropped: each board without it has further answers. Both are proved.
    Boards without a clue too many are often hard; where a board has to be easier, --extra-clues
    lets it keep some. Where no board is as hard as --difficulty wants, the nearest one is printed,
    with exit code 3. The boards go to standard output as an instance file, several with their
    seeds as labels: board 2 of --seed 7 is board 1 of --seed 8. A comment has the command that
    makes a board again.

    \b
    pyasp-puzzles generate pips --seed 7
    pyasp-puzzles generate twenty_four_seven --views 100 -n 3 > mine.txt
    pyasp-puzzles generate pips --board 4x5 | pyasp-puzzles solve pips -
    """,
    (PUZZLE,),
    (
        replace(SEED, help="The same number makes the same boards. [random]"),
        Option("-n", Integer(1), "The number of boards. [1]", page=Integer(1, 24)),
        *WANTED,
        SVG,
        replace(TIMEOUT, help="Give up after this time; the boards found so far are printed."),
        Option("", name="parameters", page=GeneratorParameters()),
    ),
    generates=True,
    page=True,
    function="verbs.generation.generating:generate",
)

BEST = Verb(
    "best",
    """Find the board with the highest score: the most rules kept.

    Standard error has a line for each better board: its score, what is lost, the CPU time and the
    part of the search that found it. In the end the best one is drawn on standard output, with what
    is lost marked. Ctrl-C ends the search and keeps the best.

    The exit code is 0 if all is matched (the full score), 1 if it is proved that no board has the
    full score, 3 if the search ended before either.

    \b
    pyasp-puzzles best eternity FILE --timeout 60
    pyasp-puzzles best eternity FILE --seed 7 --save board.txt
    pyasp-puzzles best eternity FILE --timeout 60 --export viewer
    pyasp-puzzles best packing FILE --json

    The objects of --json have "score", "of" (the full score), "seconds" (CPU time so far) and
    "atoms".
    """,
    BOARDS,
    (
        SIZE,
        replace(
            TIMEOUT,
            help="Stop after this time, all together; the best board so far is the result. [until "
            "Ctrl-C]",
        ),
        replace(SEED, help="The number that decides all random choices. [1]"),
        Option(
            "--save",
            NAMED_FILE,
            "Write each better board to FILE; given again, the search goes on from there.",
        ),
        Option(
            "--memory",
            Word("SIZE", form="memory"),
            "The most memory for the search's own data, such as 500M (10^6 bytes). [1G]",
        ),
        Option(
            "--export",
            OfPuzzle("best_export", "FORMAT"),
            "Print the best board in a foreign format instead of drawing it{puzzles}.",
        ),
        SVG,
        replace(JSON, help="One better board a line, as a JSON object."),
        STATS,
    ),
    exclusive=(("--json", "--export"),),
    typed=("instance", "{Instance}", "BestBoards[{Instance}, {Solution}, {Atom}]"),
    page=True,
    function="engines.optimising.searching:best",
)

CERTIFY = Verb(
    "certify",
    """Prove that no further answers exist, with a proof to check.

    Lists and verifies all answers, none of them twice, translates the program, checks that each
    answer is a model of the formula, forbids it, lets a SAT solver prove that nothing is left, and
    has the proof checked by an independent checker (drat-trim where it is on the PATH, else our
    own). The solvers come with pip install 'pyasp-puzzles[compare]'.

    \b
    pyasp-puzzles certify twenty_four_seven 2020_a
    pyasp-puzzles certify packing hexagonal_cylinder --symmetry  (takes minutes)
    """,
    BOARDS,
    (
        SIZE,
        SYMMETRY,
        replace(
            SOLVER,
            kind=Word("SOLVER", "prover"),
            help="The SAT solver that writes the proof. [cadical195]",
        ),
        replace(TIMEOUT, help="Give up after this time.", page=None),
        Option(
            "--checker",
            OneOf(("drat-trim", "own")),
            "The program that checks the proof. [drat-trim where it is on the PATH, else own]",
        ),
        Option("--write", FOLDER, "Keep the formula and the proof there.", name="folder"),
    ),
    function="counts.certificate.certificate:certify",
)

_ALL = FACTS, SOLVE, COUNT, UNIQUE, CHECK, HINT, EXPLAIN, RATE, GENERATE, ESTIMATE, BEST, CERTIFY
VERBS = {verb.name: verb for verb in _ALL}
"""The verbs by name."""
