"""What the SAT and CP encodings of packing share: the placements that may be chosen.

They are made from the instance, without ``lp/packing.lp`` and its facts.  The count of the layers
(see ``lp/search/packing.lp``) and the symmetries rule some of them out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import clingo

from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.puzzles.packing.facts import Place
from pyasp_puzzles.puzzles.packing.format import Instance
from pyasp_puzzles.puzzles.packing.geometry import (
    LATTICES,
    Isometry,
    Point,
    add,
    determinant,
    subtract,
)
from pyasp_puzzles.puzzles.packing.placements import anchor_piece, orientations, symmetry_group


@dataclass(frozen=True)
class Option:
    """A placement that may be chosen (Knuth's word for a row of an exact cover).

    Attributes:
        atom: the shown atom that says so.
        piece: the piece's name.
        cells: what it covers, as ``(A, B, C)``.
    """

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

    anchored: tuple[Option, ...] | None
    pairs: tuple[tuple[Option, Option | None], ...]


def inside(instance: Instance) -> list[Option]:
    """All placements inside the space, in the order of their atoms."""
    lattice = LATTICES[instance.lattice]
    space = frozenset(instance.cells)
    options = []
    for piece in instance.pieces:
        for number, shape in orientations(instance, piece).items():
            least = min(shape)
            for cell in instance.cells:
                shift = subtract(cell, least)
                cells = frozenset(add(block, shift) for block in shape)
                if lattice.moves_by(shift) and cells <= space:
                    atom = Place(piece.name, number, *shift).symbol
                    options.append(Option(atom, piece.name, cells))
    return sorted(options, key=lambda option: option.atom)


def uncrowded(instance: Instance, options: Sequence[Option]) -> list[Option]:
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


def by_piece(options: Iterable[Option]) -> dict[str, list[Option]]:
    """The options of each piece that has any."""
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.piece, []).append(option)
    return found


def by_cell(instance: Instance, options: Iterable[Option]) -> dict[Point, list[Option]]:
    """The options that cover each cell, perhaps none."""
    found: dict[Point, list[Option]] = {cell: [] for cell in instance.cells}
    for option in options:
        for cell in option.cells:
            found[cell].append(option)
    return found


def given(instance: Instance, options: Iterable[Option]) -> list[list[Option]]:
    """For each given placement the option that is this placement; none if it is ruled out."""
    at = {(option.piece, option.cells): [option] for option in options}
    return [at.get((laid.piece, frozenset(laid.cells)), []) for laid in instance.given]


def choices(instance: Instance, symmetry: str) -> tuple[list[Option], list[FreeSymmetry]]:
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
    group = [
        (isometry, images)
        for isometry, images in whole
        if symmetry == ALL or determinant(isometry.matrix) > 0
    ]
    if len(group) == 1:
        return options, []
    at = {(option.piece, option.cells): option for option in everything}
    images = dict(group)

    def image(option: Option, isometry: Isometry) -> Option:
        piece = images[isometry][option.piece].name
        return at[piece, frozenset(map(isometry, option.cells))]

    options = [
        option
        for option in options
        if anchor is None
        or option.piece != anchor.name
        or all(option.atom <= image(option, isometry).atom for isometry in images)
    ]
    held = [option for option in options if anchor and option.piece == anchor.name]
    free = [option for option in options if option not in held]
    remaining = []
    for isometry, _ in group[1:]:
        anchored = tuple(option for option in held if image(option, isometry) == option)
        if anchor is None or anchored:
            source = {image(option, isometry).atom: option for option in free}
            pairs = ((option, source.get(option.atom)) for option in free)
            moved = tuple((option, other) for option, other in pairs if option != other)
            remaining.append(FreeSymmetry(None if anchor is None else anchored, moved))
    return options, remaining
