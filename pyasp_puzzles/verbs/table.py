"""The verbs that Python has, too: what each of them is called, takes and says."""

from __future__ import annotations

from dataclasses import replace

from pyasp_puzzles.verbs import verb as v
from pyasp_puzzles.verbs.reasoning import CHECK, EXPLAIN, HINT, RATE, UNIQUE

FACTS = v.Verb(
    "facts",
    """Print an instance as facts for plain clingo.

    \b
    pyasp-puzzles facts packing soma | pyasp-puzzles clingo packing.lp - 0 -q
    """,
    v.BOARDS,
    (v.SIZE,),
    function="verbs.solving:facts",
)
SOLVE = v.Verb(
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
    v.BOARDS,
    (
        v.SIZE,
        v.Option(
            "-n",
            v.Integer(0, None, "n"),
            "Stop after N answers; 0 means all. [1]",
            page=v.Integer(1, 1000),
            name="limit",
        ),
        v.Option("--all", help="All answers (as -n 0)."),
        *v.SEARCH,
        v.SEED,
        v.SVG,
        v.STATS,
        replace(v.JSON, help="One answer a line, as a JSON object."),
        v.Option(
            "--summary",
            v.NAMED_FILE,
            "Write how each search ended to FILE, a JSON object a line: status, answers, "
            "exhausted, engine, seconds.",
        ),
        v.Option(
            "--export",
            v.OfPuzzle("export", "FORMAT"),
            "Print the answers in a foreign format instead{puzzles}.",
        ),
        v.Option("", name="after", page=v.Integer(0, 1000)),
        v.Option("", name="from_here", page=v.Flag()),
    ),
    exclusive=(("-n", "--all"), ("--json", "--export")),
    typed=("instance", "{Instance}", "Answers[{Instance}, {Solution}, {Atom}]"),
    page=True,
    function="verbs.solving:solve",
)

SHARED = "The threads that share a count by asp, exact-cover or scan. [one for each core]"

COUNT = v.Verb(
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
    v.BOARDS,
    (
        v.SIZE,
        v.BY,
        *(replace(each, help=SHARED) if each is v.THREADS else each for each in v.SEARCH),
        v.Option(
            "--processes",
            v.Integer(1, 1024),
            "Cut the search into cubes, and search them in so many processes. [with --store or "
            "--cubes: one for each core]",
        ),
        v.Option(
            "--cluster",
            v.Word("ADDRESS", form="named"),
            "Let the workers of the Dask scheduler at tcp://HOST:PORT search the cubes.",
        ),
        v.Option(
            "--store",
            v.NAMED_FILE,
            "Keep each answer in FILE (see the command answers); given again, the count goes on "
            "from there.",
        ),
        v.Option(
            "--cubes",
            v.Integer(1, 10**6),
            "Cut the search into about so many cubes, or more. [16 for each process, at least 32]",
        ),
        replace(v.STATS, help="Say who counted and where the time went."),
        v.JSON,
    ),
    page=True,
    function="verbs.solving:count",
)

ESTIMATE = v.Verb(
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
    v.BOARDS,
    (
        v.SIZE,
        v.BY,
        v.SYMMETRY,
        replace(v.ENGINE, help="The engine that would count. [auto: the one that count chooses]"),
        replace(v.TIMEOUT, help="Stop after this time; compilation is not counted. [5]"),
        replace(v.SEED, help="The number that decides the samples. [0]"),
        v.JSON,
    ),
    function="counts.estimation.estimating:estimate",
)

GENERATE = v.Verb(
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
    (v.PUZZLE,),
    (
        replace(v.SEED, help="The same number makes the same boards. [random]"),
        v.Option("-n", v.Integer(1), "The number of boards. [1]", page=v.Integer(1, 24)),
        *v.WANTED,
        v.SVG,
        replace(v.TIMEOUT, help="Give up after this time; the boards found so far are printed."),
        v.Option("", name="parameters", page=v.GeneratorParameters()),
    ),
    generates=True,
    page=True,
    function="verbs.generation.generating:generate",
)

BEST = v.Verb(
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
    v.BOARDS,
    (
        v.SIZE,
        replace(
            v.TIMEOUT,
            help="Stop after this time, all together; the best board so far is the result. [until "
            "Ctrl-C]",
        ),
        replace(v.SEED, help="The number that decides all random choices. [1]"),
        v.Option(
            "--save",
            v.NAMED_FILE,
            "Write each better board to FILE; given again, the search goes on from there.",
        ),
        replace(v.MEMORY, help="The most memory for the search's own data, such as 500M. [1G]"),
        v.Option(
            "--export",
            v.OfPuzzle("best_export", "FORMAT"),
            "Print the best board in a foreign format instead of drawing it{puzzles}.",
        ),
        v.SVG,
        replace(v.JSON, help="One better board a line, as a JSON object."),
        v.STATS,
    ),
    exclusive=(("--json", "--export"),),
    typed=("instance", "{Instance}", "BestBoards[{Instance}, {Solution}, {Atom}]"),
    function="engines.optimising.searching:best",
)

CERTIFY = v.Verb(
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
    v.BOARDS,
    (
        v.SIZE,
        v.SYMMETRY,
        replace(
            v.SOLVER,
            kind=v.Word("SOLVER", "prover"),
            help="The SAT solver that writes the proof. [cadical195]",
        ),
        replace(v.TIMEOUT, help="Give up after this time.", page=None),
        v.Option(
            "--checker",
            v.OneOf(("drat-trim", "own")),
            "The program that checks the proof. [drat-trim where it is on the PATH, else own]",
        ),
        v.Option("--write", v.FOLDER, "Keep the formula and the proof there.", name="folder"),
    ),
    function="counts.certificate.certificate:certify",
)

_ALL = FACTS, SOLVE, COUNT, UNIQUE, CHECK, HINT, EXPLAIN, RATE, GENERATE, ESTIMATE, BEST, CERTIFY
VERBS = {verb.name: verb for verb in _ALL}
"""The verbs by name."""
