"""The contract of play: tools that a player lays on the cells of a board, or enters there.

What has been laid is a :class:`~pyasp_puzzles.boards.partial.Partial`, which ``check``, ``hint``
and ``solve`` take. Moving or turning a piece removes it and places it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import PuzzleError

if TYPE_CHECKING:
    from pyasp_puzzles.core.atoms import Predicate
    from pyasp_puzzles.pictures.picture import Panel

I = TypeVar("I")  # noqa: E741 - the field's usual letter for an instance


class MoveError(PuzzleError):
    """A move that the board does not allow; the message says why, in one sentence."""


@dataclass(frozen=True)
class Tool:
    """Something that a player lays on the board or enters: a digit, a domino, a piece, a strip.

    Attributes:
        name: unique among the tools of an instance, and what the player reads: "7", "2-5", "L".
        poses: in how many ways it can lie; the first is 0.
        left: copies that are not on the board yet; ``None``: there is no end of them.
        key: the key of the keyboard that chooses it; empty: none.
    """

    name: str
    poses: int = 1
    left: int | None = None
    key: str = ""


def keys(names: Iterable[str]) -> dict[str, str]:
    """The key of each tool whose name is one letter or digit, if no other tool has that key.

    >>> keys(["F", "b", "B", "2-5", "7"])
    {'F': 'f', 'b': '', 'B': '', '2-5': '', '7': '7'}
    """
    every = list(names)
    lower = [name.lower() for name in every]
    able = [len(low) == 1 and low.isalnum() and lower.count(low) == 1 for low in lower]
    return {name: low if fit else "" for name, low, fit in zip(every, lower, able, strict=True)}


@dataclass(frozen=True)
class Laid:
    """What lies on a cell.

    Attributes:
        tool, pose: of :class:`Tool`.
        cell: the cell on which it was laid; it may cover others, too. Laid there again in this
            pose it lies as it does.
    """

    tool: str
    pose: int
    cell: Place


@dataclass(frozen=True)
class Progress:
    """How much of a board is done: so many of all the cells or pieces.

    >>> print(Progress(12, 45, "cells"))
    12 of 45 cells
    """

    done: int
    all: int
    what: str

    def __str__(self) -> str:
        return f"{self.done:,} of {self.all:,} {self.what}"


@dataclass(frozen=True)
class PlayForm(Generic[I]):
    """How a puzzle is played by hand.

    Every function takes the instance and the partial answer that lies on the board.

    Attributes:
        tools: what a player can lay, in a fixed order.
        lay: the partial answer after a tool is laid in a pose on a cell; what lies below an entry
            is replaced. Raises MoveError where it does not fit: outside, on a given part of the
            board, on something else that lies there, or when no copy is left.
        take: the partial answer without what lies on a cell; the same one if nothing does. Raises
            MoveError for a part that is given.
        lying: what a player has laid on a cell; ``None``: nothing, or it is given.
        look: a tool in a pose, from row 1 and column 1, for the box beside the board and below the
            pointer; without cells.
        progress: how much of the board is done, what is given included.
        given: the shown atoms that the instance itself gives; a player lays none of them.
        spots: the cells, as a player names them, that a shown atom is about; ``None``: those of
            :attr:`~pyasp_puzzles.boards.partial.PartialForm.cells`.
        pencil: whether people note several candidates in a cell.
    """

    tools: Callable[[I, Partial], Sequence[Tool]]
    lay: Callable[[I, Partial, Laid], Partial]
    take: Callable[[I, Partial, Place], Partial]
    lying: Callable[[I, Partial, Place], Laid | None]
    look: Callable[[I, str, int], Panel]
    progress: Callable[[I, Partial], Progress]
    given: Callable[[I], Partial] = lambda _instance: Partial()
    spots: Callable[[I, Predicate], Iterable[Place]] | None = None
    pencil: bool = False
