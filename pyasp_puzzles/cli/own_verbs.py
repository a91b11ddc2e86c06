"""The verbs that only the command line has: what each of them is called, takes and says."""

from __future__ import annotations

from dataclasses import replace

from pyasp_puzzles.boards.puzzle import TASKS
from pyasp_puzzles.verbs import verb as v

LIST = v.Verb(
    "list",
    """List the puzzles by kind, or the shipped instances of one.

    "answers" is the known number of answers, "classes" their number up to symmetry. With --json
    each instance has a line with "puzzle", "title", "kind", "instance", "size" and "known" (these
    numbers by name); a puzzle that ships no instance has one line, with the instance null.

    \b
    pyasp-puzzles list pips
    pyasp-puzzles list --json | head -1
    """,
    (replace(v.PUZZLE, required=False),),
    (v.JSON,),
)
SHOW = v.Verb(
    "show",
    """Draw the unsolved board.

    \b
    pyasp-puzzles show twenty_four_seven 2020_a
    pyasp-puzzles show pips day.json#hard
    pyasp-puzzles show packing soma --text > mine.txt
    pyasp-puzzles show slitherlink ten --url
    """,
    v.BOARDS,
    (
        v.SIZE,
        v.SVG,
        v.Option("--text", help="Print it as an instance file, to copy and change."),
        v.Option("--url", help="Print its address on puzz.link."),
    ),
)
FORMAT = v.Verb(
    "format",
    """Describe the instance files of a puzzle, with examples.

    \b
    pyasp-puzzles format packing
    pyasp-puzzles format pips --example text > my.txt
    pyasp-puzzles format pips --example json | pyasp-puzzles solve pips -
    """,
    (v.PUZZLE,),
    (
        v.Option(
            "--example",
            v.OneOf(("text", "json")),
            "Print nothing but the smallest example, as a file to copy.",
        ),
    ),
)
DRAW = v.Verb(
    "draw",
    """Draw answers from a file or standard input, and verify them.

    Reads what `check` reads: the output of clingo in any of its forms, `solve --json`, the puzzle's
    own notation. Below an answer that breaks a rule, the rule stands in words; then the exit code
    is 1.

    \b
    clingo my.lp facts.lp 3 | pyasp-puzzles draw packing soma -
    pyasp-puzzles solve pips --json | pyasp-puzzles draw pips document -
    """,
    (*v.BOARDS, v.Argument("answer", suggested="file")),
    (v.SIZE, v.SVG),
)
SHEET = v.Verb(
    "sheet",
    """Write boards, answers and pieces on pages to print.

    A browser prints FILE.html, to a printer or as PDF. With --seed or -n the boards are new ones,
    and the puzzle's parameters of generate apply.

    \b
    pyasp-puzzles sheet twenty_four_seven 2020_a 2020_b -o sheet.svg
    pyasp-puzzles sheet pips --seed 1 -n 24 -o pips.html
    pyasp-puzzles sheet eternity framed_4x4 --pieces --cell 25 -o cut.html
    """,
    (v.PUZZLE, v.Argument("instances", "[INSTANCE]...", "instance", many=True)),
    (
        v.Option(
            "-o --output",
            v.FILE,
            "FILE.svg (the second page is FILE-2.svg, and so on) or FILE.html (all pages).",
            name="output",
            required=True,
        ),
        v.Option("--paper", v.OneOf(("a4", "letter")), "The size of the pages. [a4]"),
        v.Option(
            "--per-row", v.Integer(1, 12), "Boards side by side. [as many as can be read well]"
        ),
        v.Option(
            "--answers/--no-answers", help="Pages with the answers follow. [yes]", name="answers"
        ),
        v.Option("--title", v.Word("TEXT"), "The heading of the pages. [the puzzle's title]"),
        v.Option("--pieces", help="Pages with the pieces to cut out follow, to scale."),
        v.Option(
            "--cell",
            v.Amount("mm", 100, least=3),
            "With --pieces: the width of a cell. [the largest that fits, at most 20]",
        ),
        replace(v.SEED, help="Make new boards; the same number makes the same ones."),
        v.Option("-n", v.Integer(1, 500), "Make so many new boards. [1]"),
        *v.WANTED,
        replace(
            v.TIMEOUT,
            help="Give up after this time, for making the boards and for each answer; the rest is "
            "printed.",
        ),
    ),
    generates=True,
)
ANSWERS = v.Verb(
    "answers",
    """Show the answers in the store of a long count.

    It works while the count runs, and after it. Answers are verified before they are shown or
    written. --jsonl and --csv write all of them, or those of -n and --page; - is standard output.
    A line of --jsonl is an answer; --header tells what the store is and how far the count has come.

    \b
    pyasp-puzzles count packing soma --store soma.store
    pyasp-puzzles answers soma.store --draw
    pyasp-puzzles answers soma.store --with 'place("V",1,1,_,_)' --csv corner.csv
    pyasp-puzzles answers soma.store --jsonl - | pyasp-puzzles draw packing soma -
    pyasp-puzzles answers soma.store --header
    """,
    (v.Argument("file", "FILE", "file", required=True),),
    (
        v.Option(
            "-n", v.Integer(0), "Show N answers at once (a page); 0 means all. [10]", name="limit"
        ),
        v.Option("--page", v.Integer(1), "Show page N. [1]"),
        v.Option(
            "--with",
            v.Word("ATOM"),
            "Only answers with ATOM; _ stands for any argument; may be repeated.",
            many=True,
        ),
        v.Option("--without", v.Word("ATOM"), "Only answers without ATOM.", many=True),
        v.Option("--count", help="Count the answers that match, also in a large store."),
        v.Option("--draw", help="Draw the answers."),
        v.Option(
            "--header",
            help="Say what the store is, and how far it has come, as one JSON object; no page "
            "then.",
        ),
        v.Option("--jsonl", v.FILE, "Write them as solve --json does."),
        v.Option("--csv", v.FILE, "Write them as CSV."),
    ),
    exclusive=(("--draw", "--jsonl"), ("--draw", "--csv")),
)
COMPARE = v.Verb(
    "compare",
    """Compare engines: the same answers first, then times.

    Each run is a process of its own with limits; engines take turns. When the answers of two
    engines differ, compare prints an answer that only one of them has and no times; the exit code
    is 4 then. It is 3 where no engine finishes within its limits.

    \b
    pyasp-puzzles compare packing --list
    pyasp-puzzles compare packing soma --symmetry --engines asp,cpsat --task all
    pyasp-puzzles compare eternity framed_5x5 hints_6x6 --repeat 3 --csv times.csv
    pyasp-puzzles compare --program my.lp facts.lp --engines asp,translate
    """,
    (v.Argument("names", "PUZZLE [INSTANCE]...", "names", many=True),),
    (
        v.Option(
            "--program",
            help="Compare on your own ASP program: its files instead of PUZZLE and INSTANCE. "
            "Answers are all answer sets: #minimize is ignored.",
            name="of_program",
        ),
        v.CONSTANTS,
        v.SIZE,
        v.Option("--list", help="List the engines that exist for PUZZLE."),
        v.Option(
            "-v --verbose",
            help="With --list: also sources, further engines, and the page on them.",
            name="verbose",
        ),
        v.Option(
            "--engines",
            v.Word("ENGINE,...", "engines"),
            "The engines to compare, by the names of --list. [asp, what auto takes, translate, sat "
            "with two solvers, cpsat, as far as PUZZLE and the installed packages have them; on a "
            "program asp and translate with two solvers]",
        ),
        v.SOLVER,
        v.Option(
            "--task",
            v.OneOf(TASKS),
            "The first answer, all, the proof that there is none, or their number. [first]",
        ),
        v.Option("--repeat", v.Integer(1, 1000), "Measured runs of each engine. [5]"),
        v.Option("--timeout", v.Amount("seconds", 10**7), "The CPU time that a run may take. [60]"),
        replace(v.MEMORY, help="The address space that a run may take, such as 500M. [4G]"),
        replace(
            v.SEED,
            help="Shuffle the searches by this number; may be repeated: runs with each.",
            name="seeds",
            many=True,
        ),
        replace(v.THREADS, help="The threads of each engine. [1]"),
        v.SYMMETRY,
        replace(v.BY, help="What to count, as in the command count."),
        v.Option(
            "--csv",
            v.FILE,
            "Write the rows as CSV, and how they were measured as FILE.setting.json.",
        ),
        v.Option("--jsonl", v.FILE, "Write every run as a line of JSON."),
        v.Option("--markdown", v.FILE, "Write the tables as Markdown."),
        v.Option("--plots", v.FOLDER, "Write a cactus plot (SVG)."),
    ),
    exclusive=(("--list", "--program"),),
    function="comparison.plan:Conditions",
)
SERVE = v.Verb(
    "serve",
    """Play, solve and edit puzzles on a page in the browser.

    Only this machine can open the page unless --host says otherwise; docs/use/web.md says what is
    defended on a network, and what is not. Ctrl-C ends the server and all searches.

    \b
    pyasp-puzzles serve --open
    pyasp-puzzles serve --host 0.0.0.0 --port 8000 --name puzzles.example.org
    """,
    options=(
        v.Option(
            "--host",
            v.Word("ADDRESS"),
            "Listen on this address; 0.0.0.0: on all of this machine. [127.0.0.1]",
        ),
        v.Option("--port", v.Integer(0, 65535), "The port; 0: any free one. [8080]"),
        v.Option("--open", help="Open the page in the browser."),
        v.Option(
            "--name",
            v.Word("HOST"),
            "A host name under which people reach this server; may be repeated.",
            many=True,
        ),
        v.Option("--searches", v.Integer(1, 64), "Searches that run at the same time. [2]"),
        v.Option("--queue", v.Integer(0, 10**4), "Searches that may wait. [100]"),
        v.Option(
            "--timeout",
            v.Amount("seconds", 10**6, least=1),
            "End each search after this time. [600]",
        ),
        replace(v.MEMORY, help="The memory of each process, such as 500M. [2G]"),
    ),
)
PUBLISH = v.Verb(
    "publish",
    """Write boards as a site that needs no server.

    Each can be played, with hints, a check and its whole derivation.

    FOLDER must be empty or new. Its index.html opens from a disk and from any static host. A board
    is PUZZLE:INSTANCE, PUZZLE/INSTANCE or a link; PUZZLE stands for all shipped boards of it.
    Without boards the site has the first one of each puzzle. Derivations are searched now, and
    checked.

    \b
    pyasp-puzzles publish site sudoku:nine nurikabe
    pyasp-puzzles publish site 'pips:day.json#hard' --title "Puzzles of the day"
    """,
    (
        v.Argument("folder", suggested="folder", required=True),
        v.Argument("boards", "[BOARD]...", "puzzle", many=True),
    ),
    (
        v.Option(
            "--program",
            v.FILE,
            "Publish this ASP program with words, too; may be repeated for its further files, "
            "such as its facts.",
            many=True,
            name="programs",
        ),
        v.CONSTANTS,
        v.Option("--title", v.Word("TEXT"), "The heading of the site. [Puzzles]"),
        replace(
            v.TIMEOUT,
            help="Cut the derivation of a board after this time; what was found is published. [20]",
        ),
    ),
)
TRANSLATE = v.Verb(
    "translate",
    """Write an ASP program as a formula for SAT solvers.

    The formula goes to standard output.

    The models, on the shown atoms, are the answer sets. Comment lines tell the atoms
    (c atom 17 place(1,2,3)). FILE is a program, NAME.lp for that of the puzzle NAME, or -
    for standard input.

    \b
    pyasp-puzzles translate packing.lp examples/packing.lp > hex.cnf
    pyasp-puzzles facts pips | pyasp-puzzles translate pips.lp - > pips.cnf
    cadical pips.cnf | pyasp-puzzles decode pips.cnf pips
    """,
    (v.Argument("files", "FILE...", "program", many=True, required=True),),
    (
        v.Option(
            "--to",
            v.OneOf(("cnf", "wcnf")),
            "DIMACS CNF, or WCNF for programs with #minimize. [cnf]",
        ),
        v.CONSTANTS,
        v.Option(
            "--loops",
            v.Word("WAY", "loops"),
            "Positive loops: stages (one model for each answer set) or levels (smaller). [stages]",
        ),
    ),
)
DECODE = v.Verb(
    "decode",
    """Turn the output of a SAT solver back into answers.

    FORMULA is a file that `translate` wrote and the solver read.

    Where the PUZZLE is named, the answer is verified and drawn.

    \b
    cadical pips.cnf | pyasp-puzzles decode pips.cnf
    minisat pips.cnf out; pyasp-puzzles decode pips.cnf pips --result out
    """,
    (
        v.Argument("formula", suggested="file", required=True),
        replace(v.PUZZLE, required=False),
        v.INSTANCE,
    ),
    (v.SIZE, v.Option("--result", v.FILE, "The solver's output. [standard input]")),
)
NEW_PUZZLE = v.Verb(
    "new-puzzle",
    """Write the package of a new puzzle that runs, to be changed.

    NAME is the name of the puzzle, and of the folder that is made for it. The package has the
    program with glossary and words, the declaration of the board, verify, an instance and a test.

    \b
    pyasp-puzzles new-puzzle my_puzzle --answer shade
    pip install -e my_puzzle
    pyasp-puzzles check-puzzle my_puzzle
    """,
    (v.Argument("name", required=True),),
    (
        v.Option(
            "--answer",
            v.OneOf(("shade", "number", "signs", "loop", "regions", "pieces")),
            "What people do: shade cells, write numbers or signs, draw a loop, divide, lay pieces.",
            required=True,
        ),
        v.Option("--folder", v.FOLDER, "Where the new folder comes. [here]"),
    ),
    function="verbs.new_puzzle:new_puzzle",
)
CHECK_PUZZLE = v.Verb(
    "check-puzzle",
    """Say for each part of the contract whether a puzzle keeps it.

    The parts: files, known counts, the program against verify on changed boards and answers, and on
    answers that break one constraint alone, the glossary, words for all constraints, pictures, play
    to the end, generation. The exit code is 1 if one is not kept.

    \b
    pyasp-puzzles check-puzzle star_battle
    """,
    (v.PUZZLE,),
    (v.JSON,),
    function="verbs.authoring:check_puzzle",
)

OWN_VERBS = tuple(each for each in [*globals().values()] if isinstance(each, v.Verb))
