"""Partial answers to packing puzzles: some copies of pieces lie in the space."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pyasp_puzzles.atoms import Predicate, unify
from pyasp_puzzles.drawing.picture import Entry, Picture
from pyasp_puzzles.partial import Partial, PartialForm
from pyasp_puzzles.puzzles.packing.cells import OPTIONAL
from pyasp_puzzles.puzzles.packing.facts import Place, decode
from pyasp_puzzles.puzzles.packing.geometry import Point
from pyasp_puzzles.puzzles.packing.instance import Instance
from pyasp_puzzles.puzzles.packing.picture import picture

_WIDTH = 78
Cells = tuple[Point, ...]


def cells(instance: Instance, atom: Predicate) -> Sequence[Point]:
    """The cells that a placement covers.

    Raises:
        AnswerError: the instance has no such piece, or the piece no such orientation.
    """
    (placement,) = decode(instance, [atom]).placements
    return placement.cells


def sketch(instance: Instance, partial: Partial) -> Picture:
    """The space with the pieces that lie in it, and a list of those that are left."""
    drawn = picture(instance, decode(instance, unify(partial.atoms, (Place,))))
    return replace(drawn, legend=tuple(_legend(instance, _laid(instance, partial))))


def whole(instance: Instance, partial: Partial) -> bool:
    """Whether all cells that have to be covered are, or no copy of a piece is left."""
    laid = _laid(instance, partial)
    covered = {cell for _, cells in laid for cell in cells}
    copies = sum(piece.most for piece in instance.pieces)
    needed = set(instance.cells) - set(instance.optional)
    return covered >= needed or len(laid) >= copies


def _legend(instance: Instance, laid: Collection[tuple[str, Cells]]) -> Iterator[Entry]:
    used = Counter(name for name, _ in laid)
    left = {piece.name: piece.most - used[piece.name] for piece in instance.pieces}
    words = [f"{name} x{n}" if n > 1 else name for name, n in left.items() if n > 0]
    if words:
        for line in textwrap.wrap(f"Pieces left: {', '.join(words)}.", _WIDTH):
            yield Entry("", line)
    covered = {cell for _, cells in laid for cell in cells}
    if set(instance.optional) - covered:
        yield Entry("", f"A cell drawn {OPTIONAL} may stay empty.")


def _laid(instance: Instance, partial: Partial) -> set[tuple[str, Cells]]:
    """The pieces that lie in the space with their cells, the given ones included."""
    placed = decode(instance, unify(partial.atoms, (Place,))).placements
    given = {(laid.piece, laid.cells) for laid in instance.given}
    return given | {(placement.piece, placement.cells) for placement in placed}


PARTIAL = PartialForm(cells, sketch, whole)
