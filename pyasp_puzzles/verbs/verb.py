"""What a verb is: its function, the options that people give it, and the words about them.

In the end stand arguments and options that several verbs share.

The command, its help and completion, the page's job and the typed stub are derived from this.
Nothing that searches is imported: the command line starts with these declarations.  They are
compared by identity and have no ``repr``, whose methods would take time at each start.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

FOUND, NONE, ERROR, GAVE_UP, DISAGREE = 0, 1, 2, 3, 4
"""Exit codes, as grep's: found, proved that there is none, error, time or limit, disagreement."""

WORD = 200  # characters of a short text


class Flag:
    """Given or not."""


@dataclass(frozen=True, eq=False, repr=False)
class Integer:
    """An integer from ``least`` to ``most``; the help shows them, or ``metavar``."""

    least: int
    most: int | None = None
    metavar: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Amount:
    """A number of units, more than 0 or at least ``least``, and at most ``most``."""

    unit: str
    most: int
    least: float | None = None


@dataclass(frozen=True, eq=False, repr=False)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Word:
    """A short text."""

    metavar: str = ""  # stands for it in the help
    suggested: str = ""  # the name of the list that a shell completes
    form: str = ""  # the name of a further check on the command line


@dataclass(frozen=True, eq=False, repr=False)
class OfPuzzle:
    """A word that depends on the puzzle; help and completion list what each puzzle has."""

    names: str  # the attribute of a Puzzle with its words
    metavar: str


@dataclass(frozen=True, eq=False, repr=False)
class SymmetryWord(OfPuzzle):
    """ "all", "rotations", or nothing where the option is given without a word."""

    names: str = "symmetry"
    metavar: str = "[all|rotations]"


class PartialAnswer:
    """Atoms that hold, and atoms that do not; on the page alone."""


class GeneratorParameters:
    """Values by the names of a generator's parameters; on the page alone."""


Kind = Flag | Integer | Amount | OneOf | Word | OfPuzzle | PartialAnswer | GeneratorParameters
"""What the value of an option is."""

SECONDS, PAGE_SECONDS = Amount("seconds", 10**9), Amount("seconds", 10**6)
SEED_NUMBER = Integer(0, 2**31 - 1, "n")
"""A seed; clasp takes no greater one."""
FILE, FOLDER = Word("FILE", "file"), Word("FOLDER", "folder")
NAMED_FILE = Word("FILE", "file", "named")
"""It must not be empty: most often a shell variable was not set."""


@dataclass(frozen=True, eq=False, repr=False)
class Option:
    """An option of a verb.

    A keyword of the function, if that has a parameter of its name; others say what is read, or how
    the result is told.  Its help is a sentence, with the default in brackets at its end;
    ``{engines}`` and ``{puzzles}`` stand for lists that are loaded for the help alone.
    """

    flags: str  # how the command line spells it; empty: only the page has it
    kind: Kind = field(default_factory=Flag)
    help: str = ""
    name: str = ""  # of the keyword, if it is not that of the first flag
    page: Kind | None = None  # what its value is on the page; None: only the command has it
    many: bool = False  # it may be repeated
    required: bool = False

    @property
    def keyword(self) -> str:
        """Its name in Python."""
        return self.name or self.flags.split()[0].lstrip("-").replace("-", "_")


@dataclass(frozen=True, eq=False, repr=False)
class Argument:
    """A word of the command that is no option."""

    name: str
    metavar: str = ""
    suggested: str = ""  # the name of the list that a shell completes
    many: bool = False
    required: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Verb:
    """Something that can be done, by Python, the command line and the page.

    Attributes:
        typed: the parameter that tells the puzzle, its type and the type of the result, with
            ``{name}``, ``{Instance}``, ``{Solution}`` and ``{Atom}`` for what is the puzzle's own;
            ``None``: they do not depend on the puzzle.
    """

    name: str  # of the command, and of the page's job
    help: str  # of the command; its first sentence is in the list of commands
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()
    function: str = ""  # its module and name; empty: the command alone does it
    codes: Mapping[str, int] = field(default_factory=dict)  # for each status of a result
    exclusive: tuple[tuple[str, str], ...] = ()  # pairs of flags: only one can be given
    typed: tuple[str, str, str] | None = None
    generates: bool = False  # it has the parameters of the puzzle's generator as options
    page: bool = False  # the page has a job for it

    def load(self) -> Callable[..., Any]:
        found: Callable[..., Any] = resolve_name(f"pyasp_puzzles.{self.function}")
        return found

    def keywords(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Those of some values that the function has keywords for, in the order of its options."""
        parameters = inspect.signature(self.load()).parameters
        taken = {name for name, each in parameters.items() if each.kind is each.KEYWORD_ONLY}
        names = dict.fromkeys(option.keyword for option in self.options)
        return {name: given[name] for name in names if name in taken and name in given}


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
MEMORY = Option("--memory", Word("SIZE", form="memory"))
SVG = Option(
    "--svg",
    FILE,
    "Write the picture to FILE, too: SVG, or PNG if it ends in .png (extra pictures). The second "
    "picture goes to FILE-2, and so on.",
)
JSON = Option("--json", help="One board a line, as a JSON object.")
STATS = Option("--stats", help="Say where the time went, on standard error.")
ALL_OF_LISTS = Option(
    "--all",
    help="Tell all of long lists, and name all that a step counts. "
    "[lists end with a number, as in: 6 more clues]",
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
        "What `rate` says of the boards: the points of the hardest step, such as 2 or 3..5, "
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
