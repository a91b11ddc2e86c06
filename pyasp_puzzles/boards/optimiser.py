"""The contract of an optimiser: how a puzzle looks for a board that keeps most of its rules.

Some rules stay strict; the score counts how often the other ones are kept.
:mod:`pyasp_puzzles.engines.optimising` does what is the same for all puzzles: it checks every
board, keeps the best one in a file, and ends the search in time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    import clingo

    from pyasp_puzzles.pictures.picture import Picture

I = TypeVar("I")  # noqa: E741 - the field's usual letter for an instance
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True)
class Scored:
    """What a board is worth.

    Attributes:
        broken: the strict rules that it breaks, in words; such a board has no score.
        score: how often the other rules are kept.
    """

    broken: tuple[str, ...]
    score: int


@dataclass(frozen=True)
class Improvement:
    """A board that is better than all before.

    Attributes:
        symbols: its atoms, of the puzzle's answer classes, in any order.
        score: as the search counts it; the caller counts again.
        found_by: the part of the search that found it, in a few words: "run 3, width 18,000".
    """

    symbols: tuple[clingo.Symbol, ...]
    score: int
    found_by: str = ""


@dataclass(frozen=True)
class BestRequest(Generic[S_co]):
    """What is wanted of a search for the best board.

    Attributes:
        seed: of all random choices: with the same seed and no other limit a search finds the same.
        memory: the most bytes that the search may need for its own data.
        known: the best board so far, from an earlier search; ``None``: there is none.
        known_score: its score; -1 if there is none. Only better boards are wanted.
        runs: the number of runs that earlier searches with this seed have ended: they are left out.
        late: whether the search has to end now. The search asks several times a second.
        left: the seconds until then; infinite without a limit. A search may plan by it.
    """

    seed: int = 0
    memory: int = 10**9
    known: S_co | None = None
    known_score: int = -1
    runs: int = 0
    late: Callable[[], bool] = lambda: False
    left: Callable[[], float] = lambda: inf


class BestSearch(ABC):
    """A search for better and better boards.

    Attributes:
        phase: what it does now, for people: "grounding", "run 3, width 18,000".
        runs: runs that have ended, those before included (see :class:`BestRequest`).
        memory: bytes of its own data at most so far.
        optimal: whether it has proved that no board has a higher score than the best one.
        ended: why it ended by itself before that, in a word or two ("memory limit"); else empty.
        seconds: CPU time by phase: "compile", "tables", "ground", ...; the rest is the search.
    """

    def __init__(self) -> None:
        self.phase = "starting"
        self.runs = 0
        self.memory = 0
        self.optimal = False
        self.ended = ""
        self.seconds: dict[str, float] = {}

    @abstractmethod
    def __iter__(self) -> Iterator[Improvement]:
        """Boards, each better than all before; ends when ``late`` says so, or at the optimum.

        The first board comes soon, even if ``late`` is true from the start: unless one is known, or
        the strict rules allow none; then ``optimal`` is true and no board comes.
        """


@dataclass(frozen=True, eq=False, repr=False)
class Optimiser(Generic[I, S]):
    """How a puzzle looks for its best board.

    Attributes:
        most: the score of an answer, which keeps all rules.
        counted: what the score counts, in words behind a number: "joints match",
            "cells are covered".
        lost: what a board loses, singular: "break", "empty cell".
        measure: the strict rules that a board breaks, and its score, from the instance alone.
        start: a search; whatever takes long is done when it is iterated. Raises PuzzleError where
            an optional package is missing, or the instance is not fit for it.
        picture: a board, with what is lost marked; never by colour alone.
        about: the method and its source, in a sentence or two.
        begins: what a search does once on a machine, such as compiling; empty: nothing.
    """

    most: Callable[[I], int]
    counted: str
    lost: str
    measure: Callable[[I, S], Scored]
    start: Callable[[I, BestRequest[S]], BestSearch]
    picture: Callable[[I, S], Picture]
    about: str = ""
    begins: Callable[[], str] = lambda: ""
