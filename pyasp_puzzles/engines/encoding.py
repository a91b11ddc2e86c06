"""The contract of a hand-written encoding: a puzzle for another solver than clingo.

The modules ``sat``, ``cpsat``, ``scan`` and ``frontier`` of a puzzle's package each hold
``ENCODINGS``: by name, the first one the default; names of ``frontier`` are ways to count.
Another package adds one by an entry point of the group ``pyasp_puzzles.encodings``, with a name
such as ``pips.sat.mine``.
"""

from __future__ import annotations

import importlib
import re
import sys
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, get_args

from pyasp_puzzles.boards.registry import (
    entry_points_of_puzzles,
    find_puzzle,
    loaded,
    package_of,
    puzzle_names,
    shipped_names,
)
from pyasp_puzzles.core.errors import PuzzleError, PuzzleWarning, shorten
from pyasp_puzzles.work.deadline import Late

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    import clingo
    from ortools.sat.python import cp_model

    from pyasp_puzzles.boards.puzzle import Task
    from pyasp_puzzles.ground.sat.cnf import Cnf

Kind = Literal["scan", "sat", "cpsat", "frontier"]
Shown = frozenset["clingo.Symbol"]


@dataclass(frozen=True, eq=False)
class Encoding:
    """One way to write a puzzle for another solver.

    Attributes:
        build: ``build(instance, symmetry)``: a :class:`Cnf`; a :class:`CpProblem` or
            :class:`Staged`; a :class:`Scan`; an :class:`Automaton`.  Its answers are the shown
            atoms of the ASP program: all answers if ``symmetry`` is empty, else one of each class
            under symmetries of this kind.  Raises PuzzleError for an instance that this encoding
            cannot express.
        source: what it is and where the method is from; ``compare --list`` prints it.
        symmetry: the kinds of symmetry for which it can keep one answer of each class.
        flaw: what is wrong with an encoding that is kept to show a mistake: it may disagree.
    """

    build: Callable[[Any, str], Cnf | CpProblem | Staged | Scan | Automaton]
    source: str
    symmetry: tuple[str, ...] = ()
    flaw: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class CpProblem:
    """A CP-SAT model, and the literal of each atom.

    Attributes:
        model: its hidden variables should be determined by the atoms; equal answers are dropped.
        atoms: Boolean variables, or their negations, by atom; in a stage any keys.
        refine: called with the true atoms of each solution; the sets that it returns are cuts
            (not all atoms of the first may be true while all of the second are false), broken by
            this solution, which is no answer; none means that it is one.
    """

    model: cp_model.CpModel
    atoms: Mapping[clingo.Symbol, Any]
    refine: Callable[[Shown], list[tuple[Shown, Shown]]] | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Staged:
    """Several problems, solved one after the other, each for all its solutions.

    ``join`` makes the shown atoms of the answers from the true atoms of all solutions of each
    stage.
    """

    stages: tuple[CpProblem, ...]
    join: Callable[[Sequence[Sequence[Shown]]], Iterator[Shown]]


@dataclass(frozen=True, eq=False, repr=False)
class Automaton:
    """A machine that writes words of one length; its words are the answers.

    Attributes:
        start: the first state.
        steps: letters of a word. Every state that is reached after so many steps accepts.
        successors: ``successors(step, state)``, from step 0: the letters that can come next, each
            with the state that follows. A state without any is a dead end.
        deterministic: no state has two successors by one letter, so that ways are words.
        rivals: automata with as many words and steps; the one with the fewest states goes on.
    """

    start: Hashable
    steps: int
    successors: Callable[[int, Any], Iterable[tuple[Hashable, Hashable]]]
    deterministic: bool
    rivals: tuple[Automaton, ...] = ()


@dataclass(frozen=True)
class ScanRequest:
    """What is wanted of one run of a compiled search.

    Attributes:
        within: shown atoms of a cube as clingo's text, each with its truth value: only answers in
            the cube are wanted.
        seed: shuffles the search; ``None``: the puzzle's own order.
        listed: the most answers to keep in one go; 0: they are only counted.
    """

    within: Sequence[tuple[str, bool]] = ()
    seed: int | None = None
    listed: int = 0


class ScanRun(ABC):
    """A compiled search that has begun: answers and nodes so far, and whether there are no more."""

    found: int
    nodes: int
    exhausted: bool

    @abstractmethod
    def advance(self, work: int) -> None:
        """Go on for about so many nodes, in machine code that Ctrl-C does not interrupt.

        It never does much more steps of any kind, and pauses with as many answers as the request
        lists.
        """

    def split(self) -> ScanRun | None:
        """Give about half of what is left to another run; ``None``: it cannot be halved."""
        return None

    @abstractmethod
    def taken(self) -> Iterable[tuple[clingo.Symbol, ...]]:
        """The answers that ``found`` has counted since the last call, if the request lists them."""


@dataclass(frozen=True, eq=False, repr=False)
class Scan:
    """A search of the puzzle's own, compiled to machine code.

    Attributes:
        compile: loads or compiles the machine code. The first time takes seconds.
        start: a run; makes its tables.
        why_not: why ``auto`` takes another engine for a task on this instance, in a few words;
            empty if none is faster. It takes milliseconds, and needs no package.
        probe: measures the search tree by a sample, see :meth:`Prober.probe`.
    """

    compile: Callable[[], None]
    start: Callable[[ScanRequest], ScanRun]
    why_not: Callable[[Task], str] = lambda task: ""
    probe: Callable[[int, int, Late], Probe | None] | None = None


@dataclass(frozen=True)
class Probe:
    """One unbiased estimate of a tree, from ``visited`` nodes; ``whole``: the numbers are exact."""

    nodes: float
    answers: float
    visited: int
    whole: bool = False


@dataclass(frozen=True)
class Trial:
    """A part of the estimated tree, or the whole, that was searched; with CPU seconds."""

    nodes: int
    seconds: float
    answers: int = 0
    whole: bool = False


class Prober(ABC):
    """The tree of one search.

    Attributes:
        engine: the full name of the engine that searches: "exact-cover:bitsets".
        node: what a node is, in words.
        note: in which way the count differs from a plain search of this tree; empty: in none.
        fewer: whether the count may need far fewer nodes than the tree has; ``note`` says why.
        budget: the most nodes of all probes together, for about two seconds.
        trial: the nodes that may be searched at first; a smaller tree needs no estimate.
    """

    engine: str
    node: str
    note: str = ""
    fewer: bool = False
    budget: int
    trial: int

    def load(self) -> None:  # noqa: B027 - most probers have nothing to load
        """Load or compile machine code. The time limit does not count it: it is once for all."""

    @abstractmethod
    def search(self, most: int, late: Late) -> Trial:
        """Search from the beginning of the tree, through at most about ``most`` nodes.

        Raises MisfitError if the engine finds that it cannot do this search.
        """

    @abstractmethod
    def probe(self, width: int, seed: int, late: Late) -> Probe | None:
        """Walk down the tree with at most ``width`` nodes of each level, chosen at random.

        The same seed gives the same probe; ``None``: it is late.
        """

    @abstractmethod
    def speed(self, seed: int, late: Late) -> list[Trial]:
        """Search some parts of the tree, chosen at random, as the count does, unless it is late."""


ENTRY_POINTS = "pyasp_puzzles.encodings"


@cache
def encodings(kind: Kind, puzzle: str) -> Mapping[str, Encoding]:
    """The encodings of a puzzle for a kind of solver by name, the default first; perhaps none.

    The puzzle's own come first: ``ENCODINGS`` in the submodule of the puzzle's package that has the
    name of the kind. Then those of other packages, by the names of the packages. Raises PuzzleError
    if what a package offers cannot be loaded, is something else, or has the name of another
    encoding.
    """
    found = dict(_own_encodings(kind, puzzle))
    owners = dict.fromkeys(found, puzzle)
    for point in _encoding_points():
        about, wanted, name = point.name.split(".")
        if (about, wanted) != (puzzle, kind):
            continue
        who = _described(point)
        if name in found:
            taken = f"{name!r}, a {kind} encoding that {owners[name]} has"
            raise PuzzleError(f"{who}: found {taken}, expected another name")
        encoding = loaded(point, who)
        if not isinstance(encoding, Encoding):
            raise PuzzleError(f"{who}: found {shorten(encoding)}, expected an Encoding")
        found[name], owners[name] = encoding, package_of(point)
    return found


def _own_encodings(kind: Kind, puzzle: str) -> Mapping[str, Encoding]:
    """The encodings in the puzzle's own package; none for a puzzle that is a single module."""
    own, who = f"pyasp_puzzles.puzzles.{puzzle}.{kind}", f"module {kind} of puzzle {puzzle}"
    if puzzle not in shipped_names():
        points = list(entry_points_of_puzzles().select(name=puzzle))
        if not points:
            return {}
        own = f"{points[0].module}.{kind}"
        who = f"module {own} of {package_of(points[0])}"
    find_puzzle(puzzle)  # imports the package, or says what is wrong with it
    package = sys.modules[own.rpartition(".")[0]]
    if not hasattr(package, "__path__") or find_spec(own) is None:
        return {}
    try:
        found: Mapping[str, Encoding] = importlib.import_module(own).ENCODINGS
    except Exception as error:  # a package of somebody else may raise anything
        raise PuzzleError(f"{who}: {type(error).__name__}: {error}") from error
    wrong = shorten(found)
    if isinstance(found, Mapping):
        wrong = next(
            (
                f"{name!r}: {shorten(encoding)}"
                for name, encoding in found.items()
                if not isinstance(encoding, Encoding) or not re.fullmatch(r"\w+", str(name))
            ),
            "",
        )
    if wrong:
        raise PuzzleError(f"{who}: found {wrong}, expected Encoding objects by name")
    return found


@cache
def _encoding_points() -> list[EntryPoint]:
    """The entry points of encodings by the names of their packages; warns of unknown puzzles."""
    from importlib.metadata import entry_points  # takes long to import

    points = []
    kinds = get_args(Kind)
    offered = entry_points(group=ENTRY_POINTS)
    for point in sorted(offered, key=lambda each: (package_of(each), each.name)):
        match = re.fullmatch(rf"(\w+)\.({'|'.join(kinds)})\.\w+", point.name)
        if not match:
            expected = f"PUZZLE.KIND.NAME with KIND one of {', '.join(kinds)}"
            raise PuzzleError(
                f"{_described(point)}: found the name {point.name!r}, expected {expected}"
            )
        if match[1] in puzzle_names():
            points.append(point)
        else:
            warnings.warn(f"{_described(point)}: no puzzle {match[1]}", PuzzleWarning, stacklevel=2)
    return points


def _described(point: EntryPoint) -> str:
    return f"entry point {point.name} = {point.value} of {package_of(point)}"
