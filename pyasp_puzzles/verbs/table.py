"""The verbs that Python has, too: what each of them is called, takes and says."""

from __future__ import annotations

from dataclasses import replace

from pyasp_puzzles.verbs.verb import (
    FILE,
    FOLDER,
    FOUND,
    GAVE_UP,
    NAMED_FILE,
    NONE,
    PAGE_SECONDS,
    SECONDS,
    SEED_NUMBER,
    Amount,
    Argument,
    Flag,
    GeneratorParameters,
    Integer,
    OfPuzzle,
    OneOf,
    Option,
    PartialAnswer,
    SymmetryWord,
    Verb,
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


SOLVE = Verb(
    "solve",
    "verbs.solving:solve",
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
)
COUNT = Verb(
    "count",
    "verbs.counting:count",
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
        *SEARCH,
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
)
UNIQUE = Verb(
    "unique",
    "explanation.deciding.unique:unique",
    """Say whether a board has exactly one answer.

    The proof is a search for two answers that has seen everything. If there are several, two are
    drawn side by side, with the cells marked in which they differ, and what all of them share.

    The exit code is 0 if the answer is unique, 1 if there are several or none, 3 if a time limit or
    Ctrl-C came before that was decided; of several boards the greatest of these.

    \b
    pyasp-puzzles unique twenty_four_seven 2020_b
    pyasp-puzzles unique eternity document_3x3 --symmetry
    pyasp-puzzles unique pips day.json --json
    pyasp-puzzles unique packing soma --up-to 1000 --timeout 10

    The objects of --json have "puzzle", "instance", "status" ("unique", "several", "none" or
    "unknown"), "answers" (how many were found), "exhausted" (whether there are no others), "reason"
    (why the count ended early), "symmetry", "one_class" (whether several answers are images of one
    under symmetries), "found" (the atoms of the answer, or of two), "differ" (cells), "always" and
    "never" (atoms that all answers have, or none; null: not known).
    """,
    BOARDS,
    (
        SIZE,
        Option(
            "--up-to",
            Integer(2),
            "Count at most N answers. [100]",
            page=Integer(2, 10_000),
            name="most",
        ),
        *SEARCH,
        SVG,
        JSON,
    ),
    {"unique": FOUND, "several": NONE, "none": NONE, "unknown": GAVE_UP},
    typed=("instance", "{Instance}", "Uniqueness[{Instance}, {Solution}]"),
    page=True,
)
CHECK = Verb(
    "check",
    "explanation.deciding.check:check",
    """Check an answer by the rules, or a program of your own.

    ANSWER is a file, or - for standard input.

    The answer is what `solve --json` prints, what clingo prints in any of its forms, or the
    puzzle's own notation (rows of digits for a number grid).

    A partial answer has ? or _ for what is not known, is a part of the atoms, perhaps with
    `not value(1,2,3)`, or JSON: {"atoms": [...], "not": [...]}. It is drawn, with the mistakes
    marked, and `check` says whether it is right so far, wrong, or cannot be completed, and why. The
    exit code is 0 if it is right so far, 1 if not, 3 if that is not decided.

    With --program, any number of instances may be named. The program gets the facts of each; all
    its answers are compared with the right ones. The exit code is 0 if they are the same on all
    instances, else 1.

    \b
    pyasp-puzzles solve pips --json | pyasp-puzzles check pips document -
    clingo my.lp facts.lp 0 --outf=2 | pyasp-puzzles check packing soma -
    pyasp-puzzles check eternity --program mine.lp
    pyasp-puzzles check eternity document_3x3 --program students/ --json
    """,
    (PUZZLE, ANSWER_WORDS),
    (
        SIZE,
        Option(
            "--program",
            FILE,
            "Check your own ASP program in place of an answer, on the instances that are named, or "
            "on small ones made for this. May be repeated; a folder stands for the programs in it.",
            many=True,
            name="programs",
        ),
        Option(
            "--timeout",
            Amount("seconds", 10**7),
            "Give up on a partial answer after this time. With --program: the CPU time that a "
            "program may take on an instance. [30; 5 if no instance is named]",
            page=PAGE_SECONDS,
        ),
        Option(
            "--up-to",
            Integer(1),
            "Count at most N answers that agree with a partial one. [100]",
            page=Integer(1, 10_000),
            name="most",
        ),
        SVG,
        replace(JSON, help="One answer, or program, a line, as JSON."),
    ),
    {"right": FOUND, "wrong": NONE, "impossible": NONE, "unknown": GAVE_UP},
    exclusive=(("--up-to", "--program"),),
    typed=("instance", "{Instance}", "Checked[{Instance}, {Solution}]"),
    page=True,
)
HINT = Verb(
    "hint",
    "explanation.hinting:find_hint",
    """Tell the next step that is not on the board yet.

    ANSWER is a partial answer as `check` reads it; left out, the board is empty. By default it says
    which clues to use. If the partial answer is wrong, it says so as `check` does.

    The exit code is 0 if there is a next step or the answer is complete, 1 if the answer is wrong
    or nothing more follows, 3 if a time limit or Ctrl-C came first.

    \b
    pyasp-puzzles hint twenty_four_seven 2020_a
    pyasp-puzzles hint twenty_four_seven 2020_a mine.txt --vague
    pyasp-puzzles hint pips day.json#hard - --full < mine.txt
    """,
    (PUZZLE, ANSWER_WORDS),
    (
        SIZE,
        Option("--vague", help="Say only where to look."),
        Option("--full", help="Say what follows, and why."),
        ALL_OF_LISTS,
        SVG,
        replace(JSON, help="The whole step as a JSON object."),
        TIMEOUT,
        Option("", name="degree", page=OneOf(("vague", "clues", "full"))),
        Option("", name="told", page=PartialAnswer()),
    ),
    {"step": FOUND, "complete": FOUND, "wrong": NONE, "open": NONE, "unknown": GAVE_UP},
    exclusive=(("--vague", "--full"), ("--vague", "--json"), ("--full", "--json")),
    page=True,
)
EXPLAIN = Verb(
    "explain",
    "explanation.explaining:explain",
    """Tell step by step why a board has its answer, or none.

    Each step names the clues that it uses, what is known already, and what follows. Several answers
    are explained as far as they agree. The words stand in the program
    (docs/reference/words.md); your own program can have such words, too.

    The exit code is 0 if all that follows was derived, 1 if there is no answer, 3 if a time limit
    or Ctrl-C came first; what was found by then is told.

    \b
    pyasp-puzzles explain twenty_four_seven 2020_b
    pyasp-puzzles explain pips day.json#hard --markdown > hard.md
    pyasp-puzzles explain eternity document_3x3 --json | tail -1
    pyasp-puzzles explain --program my.lp facts.lp -c n=4
    """,
    (Argument("names", "[PUZZLE] [INSTANCE]", "names", many=True),),
    (
        SIZE,
        Option(
            "--program",
            FILE,
            "Explain this ASP program with words in place of a puzzle; further files, such as its "
            "facts, follow as arguments. - is standard input.",
            many=True,
            name="programs",
        ),
        CONSTANTS,
        Option(
            "--pictures",
            Integer(1),
            "Draw the board after each N steps. [at the start and at the end]",
        ),
        SVG,
        ALL_OF_LISTS,
        replace(JSON, help="One step a line, as a JSON object."),
        Option("--markdown", help="Print a page of Markdown."),
        TIMEOUT,
    ),
    {"solved": FOUND, "open": FOUND, "contradiction": NONE, "unknown": GAVE_UP},
    exclusive=(("--json", "--markdown"), ("--json", "--pictures")),
    page=True,
)
RATE = Verb(
    "rate",
    "explanation.rating:rate",
    """Rate how hard a board is for people.

    The difficulty is how many clues the hardest step needs together: 1 means that one clue at a
    time is enough. A puzzle with published levels has a grade, too: easy, medium or hard; the line
    "why" has its rule. The others are not calibrated. The steps are those of the derivation behind
    `explain`, also those that `explain` leaves out or tells as one. Several boards make a table. A
    board with several answers is rated by the steps to what all of them share.

    The exit code is 0 if the board is rated, 1 if it has no answer, 3 if a time limit or Ctrl-C
    came first; of several boards the greatest of these.

    \b
    pyasp-puzzles rate twenty_four_seven 2020_c
    pyasp-puzzles rate pips day.json
    pyasp-puzzles rate eternity framed_4x4 --json

    The objects of --json have "puzzle", "instance", "status" ("solved": one answer; "open":
    several; "none"; "unknown"), "grade" (null where it is not calibrated or not
    decided), "calibrated", "difficulty", "least" (it is proved that the difficulty is not below),
    "steps", "several" (steps that need several clues), "hardest" (steps that need as many as the
    hardest), "size" (atoms of an answer), "certain" (whether all is known that several answers
    share) and "reason" (why it ended early).
    """,
    BOARDS,
    (SIZE, TIMEOUT, JSON),
    {"solved": FOUND, "open": FOUND, "none": NONE, "unknown": GAVE_UP},
    page=True,
)
ESTIMATE = Verb(
    "estimate",
    "counts.estimation.estimating:estimate",
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
)
GENERATE = Verb(
    "generate",
    "verbs.generation.generating:generate",
    """Make new boards, each with one answer or one class of answers.

    No clue can be dropped: each board without it has further answers. Fresh searches prove both.
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
)
BEST = Verb(
    "best",
    "engines.optimising.searching:best",
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
            Word("SIZE"),
            "The most memory for the search's own data: 500M, 2G (10^6, 10^9 bytes). [1G]",
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
)
CERTIFY = Verb(
    "certify",
    "counts.certificate.certificate:certify",
    """Prove that there are no other answers, with a proof to check.

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
)

VERBS = {
    verb.name: verb
    for verb in (
        *(SOLVE, COUNT, UNIQUE, CHECK, HINT, EXPLAIN, RATE, GENERATE, ESTIMATE, BEST, CERTIFY),
    )
}
"""The verbs by name."""
