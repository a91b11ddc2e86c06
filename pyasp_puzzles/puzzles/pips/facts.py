"""Pips as facts for the program, and the program's shown atoms as a solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.core.atoms import Predicate, arguments
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.pictures.positions import kind
from pyasp_puzzles.puzzles.pips.instance import PipsBoard


class Link(Predicate):
    """Shown: one domino lies on two cells, the second to the right of the first or below it."""

    row: int
    column: int
    second_row: int
    second_column: int


class CellPips(Predicate, name="value"):
    """Shown: the number of pips that a cell shows."""

    row: int
    column: int
    pips: int


@dataclass(frozen=True)
class PipsSolution:
    """A placement of all dominoes.

    Attributes:
        values: (row, column, pips) of each cell, sorted.
        links: (row, column, row, column) of the two cells of each domino, sorted; the second cell
            is to the right of the first one or below it.
    """

    values: tuple[tuple[int, int, int], ...]
    links: tuple[tuple[int, int, int, int], ...]


def decode(instance: PipsBoard, atoms: Iterable[Predicate]) -> PipsSolution:
    """The values and links of one answer.

    Raises:
        AnswerError: a link leads neither to the right nor downwards.
    """
    found: dict[type[Predicate], set[Any]] = {CellPips: set(), Link: set()}
    for atom in atoms:
        found[type(atom)].add(arguments(atom))
        if isinstance(atom, Link) and kind(arguments(atom)) != "edge":
            expected = "a link from a cell to the next one on its right or below it"
            raise AnswerError(instance.name, "answer", str(atom), expected)
    return PipsSolution(*(tuple(sorted(rows)) for rows in found.values()))
