"""The verbs that judge a board or say why."""

from __future__ import annotations

from dataclasses import replace

from pyasp_puzzles.verbs import verb as v

UNIQUE = v.Verb(
    "unique",
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
    v.BOARDS,
    (
        v.SIZE,
        v.Option(
            "--up-to",
            v.Integer(2),
            "Count at most N answers. [100]",
            page=v.Integer(2, 10_000),
            name="most",
        ),
        *v.SEARCH,
        v.SVG,
        v.JSON,
        v.Option("", name="design", page=v.OneOf(("state", "drop", "add", "empty"))),
        v.Option("", name="symmetric", page=v.Flag()),
    ),
    codes={"unique": v.FOUND, "several": v.NONE, "none": v.NONE, "unknown": v.GAVE_UP},
    typed=("instance", "{Instance}", "Uniqueness[{Instance}, {Solution}]"),
    page=True,
    function="explanation.deciding.unique:unique",
)

CHECK = v.Verb(
    "check",
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
    (v.PUZZLE, v.ANSWER_WORDS),
    (
        v.SIZE,
        v.Option(
            "--program",
            v.FILE,
            "Check your own ASP program in place of an answer, on the instances that are named, or "
            "on small ones made for this. May be repeated; a folder stands for the programs in it.",
            many=True,
            name="programs",
        ),
        v.Option(
            "--timeout",
            v.Amount("seconds", 10**7),
            "Give up on a partial answer after this time. With --program: the CPU time that a "
            "program may take on an instance. [30; 5 if no instance is named]",
            page=v.PAGE_SECONDS,
        ),
        v.Option(
            "--up-to",
            v.Integer(1),
            "Count at most N answers that agree with a partial one. [100]",
            page=v.Integer(1, 10_000),
            name="most",
        ),
        v.SVG,
        replace(v.JSON, help="One answer, or program, a line, as JSON."),
    ),
    codes={"right": v.FOUND, "wrong": v.NONE, "impossible": v.NONE, "unknown": v.GAVE_UP},
    exclusive=(("--up-to", "--program"),),
    typed=("instance", "{Instance}", "Checked[{Instance}, {Solution}]"),
    page=True,
    function="explanation.deciding.check:check",
)

HINT = v.Verb(
    "hint",
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
    (v.PUZZLE, v.ANSWER_WORDS),
    (
        v.SIZE,
        v.Option("--vague", help="Say only where to look."),
        v.Option("--full", help="Say what follows, and why."),
        v.ALL_OF_LISTS,
        v.SVG,
        replace(v.JSON, help="The whole step as a JSON object."),
        v.TIMEOUT,
        v.Option("", name="degree", page=v.OneOf(("vague", "clues", "full"))),
        v.Option("", name="told", page=v.PartialAnswer()),
    ),
    codes={
        "step": v.FOUND,
        "complete": v.FOUND,
        "wrong": v.NONE,
        "open": v.NONE,
        "unknown": v.GAVE_UP,
    },
    exclusive=(("--vague", "--full"), ("--vague", "--json"), ("--full", "--json")),
    page=True,
    function="explanation.hinting:find_hint",
)

EXPLAIN = v.Verb(
    "explain",
    """Tell step by step why a board has its answer, or none.

    Each step names the clues that it uses, what is known already, and what follows. Of several
    answers it tells what they share, then choices that lead to one of them. The words stand in the
    program (docs/reference/words.md); your own program can have such words, too.

    The exit code is 0 if all that follows was derived, 1 if there is no answer, 3 if a time limit
    or Ctrl-C came first; what was found by then is told.

    \b
    pyasp-puzzles explain twenty_four_seven 2020_b
    pyasp-puzzles explain pips day.json#hard --markdown > hard.md
    pyasp-puzzles explain eternity document_3x3 --json | tail -1
    pyasp-puzzles explain --program my.lp facts.lp -c n=4
    """,
    (v.Argument("names", "[PUZZLE] [INSTANCE]", "names", many=True),),
    (
        v.SIZE,
        v.Option(
            "--program",
            v.FILE,
            "Explain this ASP program with words in place of a puzzle; further files, such as its "
            "facts, follow as arguments. - is standard input.",
            many=True,
            name="programs",
        ),
        v.CONSTANTS,
        v.Option(
            "--pictures",
            v.Integer(1),
            "Draw the board after each N steps. [at the start and at the end]",
        ),
        v.SVG,
        v.ALL_OF_LISTS,
        replace(v.JSON, help="One step a line, as a JSON object."),
        v.Option("--markdown", help="Print a page of Markdown."),
        v.TIMEOUT,
    ),
    codes={
        "solved": v.FOUND,
        "chosen": v.FOUND,
        "open": v.FOUND,
        "contradiction": v.NONE,
        "unknown": v.GAVE_UP,
    },
    exclusive=(("--json", "--markdown"), ("--json", "--pictures")),
    page=True,
    function="explanation.explaining:explain",
)

RATE = v.Verb(
    "rate",
    """Rate how hard a board is for people.

    Each step has a technique and points: 1 for the only place left, more for what is harder to
    see. The difficulty is the points of the hardest step, the effort those of all steps. A puzzle
    with published levels has a grade, too: easy, medium or hard; the line "why" has its rule. The
    others are not calibrated. The steps are those of `explain`, also those that it leaves out.
    Several boards make a table. A board with several answers is rated by the steps to what all of
    them share.

    The exit code is 0 if the board is rated, 1 if it has no answer, 3 if a time limit or Ctrl-C
    came first; of several boards the greatest of these.

    \b
    pyasp-puzzles rate twenty_four_seven 2020_c
    pyasp-puzzles rate pips day.json
    pyasp-puzzles rate eternity framed_4x4 --json

    The objects of --json have "puzzle", "instance", "status" ("solved": one answer; "open":
    several; "none"; "unknown"), "grade" (null where it is not calibrated or not rated),
    "calibrated", "difficulty", "effort", "hardest" (the technique of the hardest step), "steps",
    "size" (atoms of an answer), "certain" (whether all is known that several answers share),
    "reason" (why it ended early) and "techniques" (how many steps each has).
    """,
    v.BOARDS,
    (v.SIZE, v.TIMEOUT, v.JSON),
    codes={"solved": v.FOUND, "open": v.FOUND, "none": v.NONE, "unknown": v.GAVE_UP},
    page=True,
    function="explanation.rating:rate",
)
