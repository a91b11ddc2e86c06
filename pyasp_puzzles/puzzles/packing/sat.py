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
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.core.symmetry import ALL, KINDS
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.ground.sat.constraints import Constraints
from pyasp_puzzles.puzzles.packing.geometry import Isometry, determinant
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.placements import (
    PolyformPlacement,
    anchor_piece,
    inside,
    symmetry_group,
)

F = TypeVar("F", bound=Constraints)

FreeSymmetry = tuple[
    list[PolyformPlacement] | None, list[tuple[PolyformPlacement, PolyformPlacement | None]]
]
"""A symmetry that may keep the anchor where it is, so that an answer is compared with its image.

First the options of the anchor that it keeps (``None``: there is no anchor); then the options of
other pieces that it changes, in order, each with the one that it takes to it (``None``: none that
may be chosen).
"""


def every_placement(instance: PackingBoard) -> list[PolyformPlacement]:
    """All placements inside the space, in the order of their atoms."""
    return sorted(option for piece in instance.pieces for option in inside(instance, piece))


def uncrowded(
    instance: PackingBoard, options: Sequence[PolyformPlacement]
) -> list[PolyformPlacement]:
    """The options that a count of the layers does not rule out; no answer has any other.

    The notebook's argument, for any space.  Each copy of a piece that has to be used puts at least
    the fewest blocks of any option of the piece in a layer.  The cells of the layer without these
    are its room; an option that puts more than the fewest there, by more than the room, is in no
    answer.
    """
    layers = Counter(c for _, _, c in instance.cells)
    if len(layers) == 1:
        return list(options)
    copies = {piece.name: piece.least for piece in instance.pieces if piece.least}
    required = [(o, Counter(c for _, _, c in o.cells)) for o in options if o.piece in copies]
    dropped: set[PolyformPlacement] = set()
    for layer, cells in layers.items():
        fewest: dict[str, int] = {}
        for option, blocks in required:
            fewest[option.piece] = min(blocks[layer], fewest.get(option.piece, blocks[layer]))
        room = cells - sum(number * fewest.get(name, 0) for name, number in copies.items())
        dropped |= {o for o, blocks in required if blocks[layer] - fewest[o.piece] > room}
    return [option for option in options if option not in dropped]


def choices(
    instance: PackingBoard, symmetry: str
) -> tuple[list[PolyformPlacement], list[FreeSymmetry]]:
    """The options in the order of their atoms, and the symmetries that they do not break.

    One answer of each class under symmetries of this kind is kept (empty: all answers): the anchor
    has the least option of each orbit only.
    """
    everything = every_placement(instance)
    options = uncrowded(instance, everything)
    images = {
        move: to
        for move, to in symmetry_group(instance)
        if symmetry == ALL or determinant(move.matrix) > 0
    }
    if not symmetry or len(images) == 1:
        return options, []
    at = {(option.piece, option.cells): option for option in everything}

    def image(option: PolyformPlacement, isometry: Isometry) -> PolyformPlacement:
        return at[images[isometry][option.piece].name, tuple(sorted(map(isometry, option.cells)))]

    anchor = anchor_piece(instance)  # the same for every kind of symmetry, as in the facts
    held, free = [], []
    for option in options:
        if anchor is None or option.piece != anchor.name:
            free.append(option)
        elif all(option <= image(option, isometry) for isometry in images):
            held.append(option)
    remaining: list[FreeSymmetry] = []
    for isometry in list(images)[1:]:
        anchored = [option for option in held if image(option, isometry) == option]
        if anchor is None or anchored:
            source = {image(option, isometry): option for option in free}
            pairs = ((option, source.get(option)) for option in free)
            changed = [(option, other) for option, other in pairs if option != other]
            remaining.append((anchored if anchor else None, changed))
    return sorted(held + free), remaining


def cover(formula: F, instance: PackingBoard, symmetry: str, method: str) -> F:
    """The notebook's model, for clauses or CP-SAT: at each cell, exactly one placement.

    The method is an encoder for "at most one", of :data:`pyasp_puzzles.ground.sat.cnf.AT_MOST_ONE`.
    """
    literal = _pieces(formula, instance, symmetry, method)
    for covering, restrict in _cells(formula, instance, literal):
        restrict([literal[option] for option in covering], method)
    return formula


def exact_cover(instance: PackingBoard, symmetry: str, method: str) -> Cnf:
    return cover(_clauses(instance), instance, symmetry, method)


def labelled(instance: PackingBoard, symmetry: str, method: str) -> Cnf:
    """At each cell exactly one label; the label of a piece means that one of its copies is there.

    A cell has no more labels than there are pieces, so "at most one" takes few clauses by pairs.
    """
    cnf = _clauses(instance)
    literal = _pieces(cnf, instance, symmetry, method)
    for covering, restrict in _cells(cnf, instance, literal):
        labels = []
        copies = by_key((option.piece, literal[option]) for option in covering)
        for name, literals in copies.items():
            labels.append(cnf.disjunction(literals))
            if instance.named[name].most > 1:
                cnf.at_most_one(literals, method)
        restrict(labels, "pairwise")
    return cnf


def _clauses(instance: PackingBoard) -> Cnf:
    """No clauses yet."""
    # An answer covers each cell once, and every placement covers some: none is a part of another.
    fixed = all(piece.least == piece.most for piece in instance.pieces)
    return Cnf(antichain=fixed or not instance.optional)


def _cells(
    formula: Constraints, instance: PackingBoard, options: Iterable[PolyformPlacement]
) -> Iterator[tuple[list[PolyformPlacement], Callable[[list[int], str], None]]]:
    """For each cell the options that cover it, and how many of them are chosen: one, or at most."""
    covering = by_key((cell, option) for option in options for cell in option.cells)
    needed = instance.needed()
    for cell in instance.cells:
        restrict = formula.exactly_one if cell in needed else formula.at_most_one
        yield covering.get(cell, []), restrict


def _pieces(
    formula: Constraints, instance: PackingBoard, symmetry: str, method: str
) -> dict[PolyformPlacement, int]:
    """How often each piece is used, and one answer of each class, as in ``lp/symmetry/``."""
    options, remaining = choices(instance, symmetry)
    literal = {option: formula.atom(option.symbol) for option in options}
    for piece in instance.pieces:
        literals = [literal[option] for option in options if option.piece == piece.name]
        formula.number(piece.least, piece.most, literals, method)
    at = {(option.piece, option.cells): each for option, each in literal.items()}
    for given in instance.given:
        chosen = at.get((given.piece, given.cells))
        formula.add(*([chosen] if chosen else []))
    for anchored, pairs in remaining:
        alike = formula.true
        if anchored is not None:
            alike = formula.disjunction(literal[option] for option in anchored)
        images = (-formula.true if other is None else literal[other] for _, other in pairs)
        own = (literal[option] for option, _ in pairs)
        formula.lex_leader(alike, zip(own, images, strict=True))
    return literal


_NOTEBOOK = 'the notebook "HexagonalPuzzleSat" of the Rexl samples'
_AT_MOST_ONE = {
    "sequential": ("seqcounter", "Sinz, CP 2005"),
    "ladder": ("ladder", "Gent and Nightingale, 2004"),
    "totalizer": ("totalizer", "Bailleux, Boufkhad, CP 2003"),
    "bitwise": ("bitwise", "Prestwich, 2007"),
}
"""Ways to say it in clauses, by encoding: the name of the method, and its source."""

ENCODINGS = {
    "labels": Encoding(
        partial(labelled, method="ladder"), "the labels of lp/search/packing.lp", symmetry=KINDS
    ),
    "document": Encoding(partial(exact_cover, method="pairwise"), _NOTEBOOK, symmetry=KINDS),
} | {
    name: Encoding(
        partial(exact_cover, method=method),
        f'"at most one" as in {paper}; {_NOTEBOOK}',
        symmetry=KINDS,
    )
    for name, (method, paper) in _AT_MOST_ONE.items()
}
