"""Hand-written encodings of the puzzles for other solvers, to be read beside ``lp/NAME.lp``.

``encodings/sat/NAME.py`` and ``encodings/cpsat/NAME.py`` each hold ``ENCODINGS``: by name, the
first one the default.  ``encodings/frontier/NAME.py`` has the same for counting without listing,
where the names are those of the puzzle's ``variants``, the ways to count.  A third party's puzzle
may offer such a mapping behind an entry point of the group ``pyasp_puzzles.sat``,
``pyasp_puzzles.cpsat`` or ``pyasp_puzzles.frontier``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
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
    """The encodings of a puzzle for a kind of solver by name, the default first; perhaps none."""
    own = f"{__name__}.{kind}.{puzzle}"
    if find_spec(own):
        found: Mapping[str, Encoding] = importlib.import_module(own).ENCODINGS
        return found
    from importlib.metadata import entry_points  # takes long to import

    for point in entry_points(group=f"pyasp_puzzles.{kind}", name=puzzle):
        offered: Mapping[str, Encoding] = point.load()
        return offered
    return {}
