"""The contract of play: tools that a player lays on the cells of a board, or enters there.

What has been laid is a :class:`~pyasp_puzzles.boards.partial.Partial`, which ``check``, ``hint``
and ``solve`` take. Moving or turning a piece removes it and places it again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import PuzzleError

if TYPE_CHECKING:
    from pyasp_puzzles.core.atoms import Predicate
    from pyasp_puzzles.pictures.picture import Panel, Picture

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
        keys: the keys of the keyboard that choose it, such as ``/1``: a slash and a one.
        word: what it means, where its name is a sign: "lamp", "not shaded"; else empty.
        homes: cells that are its own whatever else it gets, on which it can be chosen.
    """

    name: str
    poses: int = 1
    left: int | None = None
    keys: str = ""
    word: str = ""
    homes: tuple[Place, ...] = ()


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
class BoardProgress:
    """How much of a board is done: so many of all the cells or pieces.

    >>> print(BoardProgress(12, 45, "cells"))
    12 of 45 cells
    """

    done: int
    all: int
    what: str

    def __str__(self) -> str:
        return f"{self.done:,} of {self.all:,} {self.what}"


class ByHand(ABC, Generic[I]):
    """How a puzzle is played by hand, and how its partial answers are read, written and drawn.

    Methods take an instance, and the partial answer that lies on the board.

    Attributes:
        pencil: whether people note several candidates in a cell.
    """

    @property
    def pencil(self) -> bool:
        return False

    @abstractmethod
    def places(self, board: I, atom: Predicate) -> Collection[Place]:
        """The places of the picture that a shown atom is about.

        Raises:
            AnswerError: it names a piece or a number that the instance has not.
        """

    def spots(self, board: I, atom: Predicate) -> Collection[Place]:
        """These places as a player names them."""
        return self.places(board, atom)

    @abstractmethod
    def sketch(self, board: I, partial: Partial) -> Picture:
        """The board with what is known."""

    @abstractmethod
    def whole(self, board: I, partial: Partial) -> bool:
        """Whether nothing is open, so that it is checked as a whole answer, right or wrong."""

    @abstractmethod
    def read(self, board: I, text: str) -> Partial:
        """A partial answer as people write it (``?`` or ``_`` for what is not known).

        Raises:
            AnswerError: it does not fit the board.
        """

    @abstractmethod
    def write(self, board: I, partial: Partial) -> str:
        """A text that :meth:`read` takes; it may leave out what it cannot express."""

    @abstractmethod
    def tools(self, board: I, partial: Partial) -> Sequence[Tool]:
        """What a player can lay, in a fixed order."""

    @abstractmethod
    def lay(self, board: I, partial: Partial, laid: Laid) -> Partial:
        """With a tool in a pose on a cell; what lies below an entry is replaced.

        Raises:
            MoveError: it does not fit: outside, on a given part of the board, on something else
                that lies there, or when no copy is left.
        """

    @abstractmethod
    def take(self, board: I, partial: Partial, cell: Place) -> Partial:
        """Without what lies on a cell; the same one if nothing does.

        Raises:
            MoveError: what lies there is given.
        """

    @abstractmethod
    def lying(self, board: I, partial: Partial, cell: Place) -> Laid | None:
        """What a player has laid on a cell; ``None``: nothing, or it is given."""

    @abstractmethod
    def look(self, board: I, tool: str, pose: int) -> Panel:
        """A tool in a pose, from row 1 and column 1, without cells."""

    @abstractmethod
    def progress(self, board: I, partial: Partial) -> BoardProgress:
        """How much of the board is done, what is given included."""

    def given(self, board: I) -> Partial:
        """The shown atoms that the instance itself gives; a player lays none of them."""
        return Partial()
