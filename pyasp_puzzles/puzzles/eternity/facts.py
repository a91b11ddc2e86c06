"""Answers of an edge-matching board: shown atoms, placements, symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from clingo import Symbol

from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import AnswerError, Phrase
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.core.symmetry import Symmetry
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, Lying


class Place(Predicate):
    """Shown: a piece of a kind lies on a cell, after quarter turns clockwise."""

    row: int
    column: int
    kind: int
    turns: int


@dataclass(frozen=True, order=True)
class SquarePlacement:
    """A piece on a cell: its kind is the number of the first piece that looks like it."""

    row: int
    column: int
    piece: int
    turns: int


@dataclass(frozen=True)
class EternitySolution:
    """All placements, in reading order."""

    placements: tuple[SquarePlacement, ...]

    @classmethod
    def of(cls, lying: Iterable[tuple[Cell, Lying]]) -> EternitySolution:
        """The answer with these turned pieces."""
        return cls(tuple(sorted(SquarePlacement(r, c, *turned) for (r, c), turned in lying)))

    @property
    def lying(self) -> dict[Cell, Lying]:
        """The turned piece on each cell."""
        return {(p.row, p.column): (p.piece, p.turns) for p in self.placements}


def placement_of(instance: EternityBoard, row: Row) -> SquarePlacement:
    """The placement of row, column, piece and turns.

    Raises:
        AnswerError: the piece is not in the set, or it has more than 3 turns.
    """
    r, column, piece, turns = row
    known = 1 <= piece <= len(instance.pieces)
    if not (known and 0 <= turns <= 3):
        expected = "0 to 3 quarter turns" if known else f"a piece from 1 to {len(instance.pieces)}"
        raise AnswerError(instance.name, "answer", Phrase(str(Place(*row))), expected)
    return SquarePlacement(r, column, *instance.as_kind(piece, turns))


def cuts(instance: EternityBoard, atoms: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
    """The pieces that fit a cell, cell by cell in reading order, to cut a search into cubes.

    Why in reading order: docs/measured/encodings/eternity.md.
    """
    fitting = by_key((tuple(at.number for at in atom.arguments[:2]), atom) for atom in atoms)
    yield from ([fitting[cell]] for cell in sorted(fitting))


def symmetries(instance: EternityBoard) -> tuple[Symmetry[EternitySolution], ...]:
    """The rotations of the board that take every hint to a hint; the pieces turn with the board.

    A square board has up to four, any other one up to two. Two rotations with the same effect, as
    on a board of one cell, count once.
    """
    first = instance.cells[0]
    distinct = {
        tuple(instance.turned_place(first, (kind, 0), q) for kind in instance.copies): q
        for q in reversed(instance.rotations)
    }
    return tuple(
        Symmetry(partial(_image, instance, quarters), mirror=False)
        for quarters in sorted(distinct.values())
    )


def _image(instance: EternityBoard, quarters: int, solution: EternitySolution) -> EternitySolution:
    """An answer after quarter turns of the board clockwise."""
    lying = solution.lying.items()
    return EternitySolution.of(instance.turned_place(*each, quarters) for each in lying)
