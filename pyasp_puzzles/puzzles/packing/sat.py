"""Packing as clauses: which placements are chosen, with several ways to say "at most one".

The placements are made from the instance, without ``lp/packing.lp`` and its facts.  The count of
the layers (see ``lp/search/packing.lp``) and the symmetries rule some of them out.

Every encoding has a variable for each placement that may be chosen.  Each piece is used as often
as the instance says, and each cell is covered by exactly one placement (an optional cell by at
most one): an exact cover.  Every given placement is chosen.

``document`` is the model of the notebook "HexagonalPuzzleSat" (see
:mod:`pyasp_puzzles.puzzles.packing`) with one clause for each pair that excludes each other.  Sizes
and times of all encodings are in ``docs/measured/encodings/packing.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import clingo

from pyasp_puzzles.core.symmetry import ALL, KINDS
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.ground.sat.constraints import Constraints
from pyasp_puzzles.puzzles.packing.facts import PolyformPlaced
from pyasp_puzzles.puzzles.packing.geometry import Isometry, Point, determinant, moved
from pyasp_puzzles.puzzles.packing.instance import Instance
from pyasp_puzzles.puzzles.packing.placements import (
    anchor_piece,
    orientations,
    shifts_inside,
    symmetry_group,
)

F = TypeVar("F", bound=Constraints)


@dataclass(frozen=True)
class Candidate:
    """A placement that may be chosen: its shown atom, its piece and the cells that it covers."""

    atom: clingo.Symbol
    piece: str
    cells: frozenset[Point]


@dataclass(frozen=True)
class FreeSymmetry:
    """A symmetry that the anchor does not deal with: an answer and its image have the same anchor.

    Attributes:
        anchored: the anchor's options that the symmetry keeps: an answer with one of them has to be
            compared with its image; ``None``: there is no anchor, and every answer has to be.
        pairs: the options in the order of their atoms, each with the option that the symmetry takes
            to it (``None``: no option that may be chosen). The options that the symmetry keeps and
            those of the anchor are left out.
    """

    anchored: tuple[Candidate, ...] | None
    pairs: tuple[tuple[Candidate, Candidate | None], ...]


def inside(instance: Instance) -> list[Candidate]:
    """All placements inside the space, in the order of their atoms."""
    options = []
    for piece in instance.pieces:
        for number, shape in orientations(instance, piece).items():
            for shift in shifts_inside(instance, shape):
                atom = PolyformPlaced(piece.name, number, *shift).symbol
                options.append(Candidate(atom, piece.name, frozenset(moved(shape, shift))))
    return sorted(options, key=lambda option: option.atom)


def uncrowded(instance: Instance, options: Sequence[Candidate]) -> list[Candidate]:
    """The options that a count of the layers does not rule out; no answer has any other.

    The notebook's argument, for any space.  A layer of ``S`` cells takes at most ``S`` blocks.
    Each copy that has to be used puts at least a number of blocks there: the fewest of any option
    of its piece.  ``S`` minus the sum of these numbers is the room of the layer.  An option that
    puts more than the fewest there, by more than the room, is in no answer: with the fewest blocks
    of all other required copies the layer would have more than ``S``.
    """
    layers = Counter(c for _, _, c in instance.cells)
    blocks = {option.atom: Counter(c for _, _, c in option.cells) for option in options}
    of_piece = by_piece(options)
    required = {piece.name: piece.least for piece in instance.pieces if piece.least}
    dropped: set[clingo.Symbol] = set()
    for layer, room in layers.items() if len(layers) > 1 else ():
        fewest = {
            name: min((blocks[option.atom][layer] for option in of_piece.get(name, ())), default=0)
            for name in required
        }
        room -= sum(required[name] * number for name, number in fewest.items())
        for name, number in fewest.items():
            for option in of_piece.get(name, ()):
                if blocks[option.atom][layer] - number > room:
                    dropped.add(option.atom)
    return [option for option in options if option.atom not in dropped]


def by_piece(options: Iterable[Candidate]) -> dict[str, list[Candidate]]:
    """The options of each piece that has any."""
    found: dict[str, list[Candidate]] = {}
    for option in options:
        found.setdefault(option.piece, []).append(option)
    return found


def by_cell(instance: Instance, options: Iterable[Candidate]) -> dict[Point, list[Candidate]]:
    """The options that cover each cell, perhaps none."""
    found: dict[Point, list[Candidate]] = {cell: [] for cell in instance.cells}
    for option in options:
        for cell in option.cells:
            found[cell].append(option)
    return found


def choices(instance: Instance, symmetry: str) -> tuple[list[Candidate], list[FreeSymmetry]]:
    """The options in the order of their atoms, and the symmetries that they do not break.

    Args:
        symmetry: one answer of each class under symmetries of this kind is kept; empty: all
            answers.  The anchor then has the least option of each orbit only.
    """
    everything = inside(instance)
    options = uncrowded(instance, everything)
    if not symmetry:
        return options, []
    whole = symmetry_group(instance)
    anchor = anchor_piece(instance, whole)  # the same for every kind of symmetry, as in the facts
    images = {move: to for move, to in whole if symmetry == ALL or determinant(move.matrix) > 0}
    if len(images) == 1:
        return options, []
    at = {(option.piece, option.cells): option for option in everything}

    def image(option: Candidate, isometry: Isometry) -> Candidate:
        piece = images[isometry][option.piece].name
        return at[piece, frozenset(map(isometry, option.cells))]

    name = anchor.name if anchor else None
    free = [option for option in options if option.piece != name]
    held = [
        option
        for option in options
        if option.piece == name
        and all(option.atom <= image(option, isometry).atom for isometry in images)
    ]
    remaining = []
    for isometry in list(images)[1:]:
        anchored = tuple(option for option in held if image(option, isometry) == option)
        if anchor is None or anchored:
            source = {image(option, isometry).atom: option for option in free}
            pairs = ((option, source.get(option.atom)) for option in free)
            moved = tuple((option, other) for option, other in pairs if option != other)
            remaining.append(FreeSymmetry(None if anchor is None else anchored, moved))
    return sorted(held + free, key=lambda option: option.atom), remaining


def cover(formula: F, instance: Instance, symmetry: str, method: str) -> F:
    """The notebook's model, for clauses or CP-SAT: at each cell, exactly one placement.

    The method is an encoder for "at most one", of :data:`pyasp_puzzles.ground.sat.cnf.AT_MOST_ONE`;
    other bounds take the one of the same name, or else the sequential counter.
    """
    options = _pieces(formula, instance, symmetry, method)
    optional = frozenset(instance.optional)
    for cell, covering in by_cell(instance, options).items():
        restrict = formula.at_most_one if cell in optional else formula.exactly_one
        restrict([formula.atom(option.atom) for option in covering], method)
    return formula


def exact_cover(instance: Instance, symmetry: str, method: str) -> Cnf:
    return cover(_clauses(instance), instance, symmetry, method)


def labelled(instance: Instance, symmetry: str, method: str) -> Cnf:
    """At each cell exactly one label; the label of a piece means that one of its copies is there.

    Labels are defined in both directions.  A cell has no more of them than there are pieces, so
    "at most one" takes few clauses even by pairs; the placements of a piece exclude each other
    already where it is used at most once.
    """
    cnf = _clauses(instance)
    options = _pieces(cnf, instance, symmetry, method)
    repeated = {piece.name for piece in instance.pieces if piece.most > 1}
    optional = frozenset(instance.optional)
    for cell, covering in by_cell(instance, options).items():
        labels = []
        for name, copies in by_piece(covering).items():
            literals = [cnf.atom(option.atom) for option in copies]
            labels.append(cnf.disjunction(literals))
            if name in repeated:
                cnf.at_most_one(literals, method)
        restrict = cnf.at_most_one if cell in optional else cnf.exactly_one
        restrict(labels, "pairwise")
    return cnf


def _clauses(instance: Instance) -> Cnf:
    """No clauses yet."""
    # An answer covers each cell just once, and every placement covers some: an answer with one
    # placement more would cover a cell twice. So no answer is a part of another one; nor is it
    # where some cells are optional and all answers have equally many placements.
    fixed = all(piece.least == piece.most for piece in instance.pieces)
    return Cnf(antichain=fixed or not instance.optional)


def _pieces(
    formula: Constraints, instance: Instance, symmetry: str, method: str
) -> list[Candidate]:
    """How often each piece is used, and one answer of each class, as in ``lp/symmetry/``."""
    options, remaining = choices(instance, symmetry)
    literal = {option: formula.atom(option.atom) for option in options}
    of_piece = by_piece(options)
    for piece in instance.pieces:
        literals = [literal[option] for option in of_piece.get(piece.name, ())]
        formula.number(piece.least, piece.most, literals, method)
    at = {(option.piece, option.cells): literal[option] for option in options}
    for given in instance.given:
        chosen = at.get((given.piece, frozenset(given.cells)))
        formula.add(*([] if chosen is None else [chosen]))
    for free in remaining:
        alike = formula.true
        if free.anchored is not None:
            alike = formula.disjunction(literal[option] for option in free.anchored)
        formula.lex_leader(
            alike,
            (
                (literal[option], -formula.true if other is None else literal[other])
                for option, other in free.pairs
            ),
        )
    return options


_NOTEBOOK = 'the notebook "HexagonalPuzzleSat" of the Rexl samples'

ENCODINGS = {
    "labels": Encoding(
        partial(labelled, method="ladder"), "the labels of lp/search/packing.lp", symmetry=KINDS
    ),
    "document": Encoding(partial(exact_cover, method="pairwise"), _NOTEBOOK, symmetry=KINDS),
    **{
        name: Encoding(
            partial(exact_cover, method=method),
            f'"at most one" as in {paper}; {_NOTEBOOK}',
            symmetry=KINDS,
        )
        for name, method, paper in (
            ("sequential", "seqcounter", "Sinz, CP 2005"),
            ("ladder", "ladder", "Gent and Nightingale, 2004"),
            ("totalizer", "totalizer", "Bailleux, Boufkhad, CP 2003"),
            ("bitwise", "bitwise", "Prestwich, 2007"),
        )
    },
}
