"""Hand-written encodings of the puzzles for other solvers, to be read beside ``lp/NAME.lp``.

``encodings/sat/NAME.py`` and ``encodings/cpsat/NAME.py`` each hold ``ENCODINGS``: by name, the
first one the default.  ``encodings/frontier/NAME.py`` has the same for counting without listing,
where the names are those of the puzzle's ``variants``, the ways to count.  Anybody's package may
offer such a mapping for any puzzle, its own or another, behind an entry point of the group
``pyasp_puzzles.sat``, ``pyasp_puzzles.cpsat`` or ``pyasp_puzzles.frontier`` that is called like
the puzzle.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from pyasp_puzzles.errors import PuzzleError, shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    import clingo
    from ortools.sat.python import cp_model

    from pyasp_puzzles.cnf import Cnf
    from pyasp_puzzles.engines.frontier import Automaton

Kind = Literal["sat", "cpsat", "frontier"]
Shown = frozenset["clingo.Symbol"]


@dataclass(frozen=True)
class Encoding:
    """One way to write a puzzle for another solver.

    Attributes:
        build: ``build(instance, symmetry)``: a :class:`Cnf` for SAT; a :class:`CpProblem` or
            :class:`Staged` for CP-SAT; an
            :class:`~pyasp_puzzles.engines.frontier.Automaton` for counting. Its answers are the
            shown atoms of the ASP program, one answer of each class if ``symmetry`` names a kind
            of it, all if it is empty. Raises PuzzleError for an instance that this encoding
            cannot express.
        source: in a few words, what it is and where the method is from; ``compare --list``
            prints it.
        symmetry: the kinds of symmetry (:data:`pyasp_puzzles.symmetry.KINDS`) of whose classes it
            can keep one answer each.
        flaw: what is wrong with it, for an encoding kept to show a mistake: such an encoding is
            allowed to disagree with the others, and says so.
    """

    build: Callable[[Any, str], Cnf | CpProblem | Staged | Automaton]
    source: str
    symmetry: tuple[str, ...] = ()
    flaw: str = ""


@dataclass(frozen=True)
class CpProblem:
    """A CP-SAT model, and the literal of each atom.

    Attributes:
        model: its hidden variables should be determined by the atoms, since each solution is
            listed; equal answers are dropped.
        atoms: Boolean variables, or their negations, by atom; in one stage of several the keys
            need not be shown atoms.
        refine: called with the true atoms of each solution; the sets that it returns are cuts
            (not all atoms of the first may be true while all of the second are false), broken by
            this solution, which is no answer; none means that it is one.
    """

    model: cp_model.CpModel
    atoms: Mapping[clingo.Symbol, Any]
    refine: Callable[[Shown], list[tuple[Shown, Shown]]] | None = None


@dataclass(frozen=True)
class Staged:
    """Several problems, all solutions of each, and how they make answers.

    Attributes:
        stages: solved one after the other; if one has no solution, there is no answer.
        join: from the true atoms of all solutions of each stage to the shown atoms of the
            answers.
    """

    stages: tuple[CpProblem, ...]
    join: Callable[[Sequence[Sequence[Shown]]], Iterator[Shown]]


@cache
def encodings(kind: Kind, puzzle: str) -> Mapping[str, Encoding]:
    """The encodings of a puzzle for a kind of solver by name, the default first; perhaps none.

    Those of this package come first, then those of others, by the names of their packages.

    Raises:
        PuzzleError: what a package offers cannot be loaded, is something else, or has the name of
            another encoding.
    """
    own = f"{__name__}.{kind}.{puzzle}"
    found = dict(importlib.import_module(own).ENCODINGS) if find_spec(own) else {}
    from importlib.metadata import entry_points  # takes long to import

    points = entry_points(group=f"pyasp_puzzles.{kind}", name=puzzle)
    for point in sorted(points, key=lambda point: (_package(point), point.value)):
        who = f"entry point {point.value} of {_package(point)}, {kind} encodings of {puzzle}"
        for name, encoding in _offered(point, who).items():
            if name in found:
                raise PuzzleError(f"{who}: found {name!r}, which exists, expected another name")
            found[name] = encoding
    return found


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "an unknown package"


def _offered(point: EntryPoint, who: str) -> Mapping[str, Encoding]:
    """The encodings behind an entry point.

    Raises:
        PuzzleError: whatever is wrong with the package.
    """
    try:
        offered = point.load()
    except Exception as error:  # a package of somebody else may raise anything
        raise PuzzleError(f"{who}: {type(error).__name__}: {error}") from error
    named = offered.items() if isinstance(offered, Mapping) else [("", offered)]
    for name, encoding in named:
        if not isinstance(encoding, Encoding) or not re.fullmatch(r"\w+", str(name)):
            found = f"{name!r}: {shorten(encoding)}" if name else shorten(encoding)
            raise PuzzleError(f"{who}: found {found}, expected Encoding objects by name")
    return dict(named)
