"""The best board by beam searches: wider and wider, then again with other seeds and turns.

All pieces lie, as many joints as possible match. :mod:`.search.beaming` is one search.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Improvement, Optimiser
from pyasp_puzzles.core.compiled import cold
from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard
from pyasp_puzzles.puzzles.eternity.picture import picture
from pyasp_puzzles.puzzles.eternity.search.board import NumberedBoard, Wishes
from pyasp_puzzles.puzzles.eternity.verify import measure
from pyasp_puzzles.work.deadline import TimeUpError, never

if TYPE_CHECKING:
    from pyasp_puzzles.puzzles.eternity.search.beaming import Beam

SMALL = 64
"""On a board of at most so many cells the best board may need breaks in the first rows."""
NARROW = 100
"""Width of the first run."""
WIDER = 4
"""A run is at most so many times as wide as the one before."""
NARROW_TIMED, WIDER_TIMED = 50, 16
"""The same for a search with a time limit, which cannot afford many narrow runs."""
WIDE = 25_600
"""Without a time limit there are several runs of this width, and of each wider one."""
REPEATS = 8
"""So many."""
MOST_DOUBLINGS = 40
"""The most times that the width is doubled: a file may tell of any number of runs."""
SHARES = 1.5
"""With a time limit, a run takes the time that is left divided by this, if it may be so wide."""
MARGIN = 0.9
"""The part of the time that is left for which the last run is planned."""
FIXED = 0.65
"""The part of the first run's time that any run takes, however narrow."""
DECADE = (1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.4, 8)
"""Widths with a time limit: these, times powers of ten, so that small delays change none."""


class BeamSearch(BestSearch):
    """Beam searches of one board.

    Raises:
        PuzzleError: no board has a right frame.
    """

    def __init__(self, instance: EternityBoard, request: BestRequest[EternitySolution]) -> None:
        super().__init__()
        self.instance, self.request = instance, request
        self.runs, self.score = request.runs, request.known_score
        self.most = instance.joints
        wishes = Wishes(instance.hinted)
        self.boards = [NumberedBoard(instance, wishes, turn) for turn in turns_of(instance)]
        check_frame(instance, NumberedBoard(instance, wishes))
        self._beams: dict[tuple[int, bool], Beam] = {}
        self._width = 0  # of the last run
        self._fixed = 0.0  # seconds that any run takes
        self._pace = inf  # the further seconds of the last run, for each unit of width

    def __iter__(self) -> Iterator[Improvement]:
        if self.score < self.most:
            self._compile(self._beam(self.runs).layout.wide)
        while self.score < self.most:
            # the first board comes in any case
            late = self.request.late if self.score >= 0 else never
            if late():
                return
            beam, width = self._next()
            self.phase = f"run {self.runs + 1}, width {width:,}"
            left = self.request.left()
            seed = (self.request.seed * 1_000_003 + self.runs * 7_919 + 1) & 0x7FFFFFFF
            try:
                found = beam.run(width, seed, late, self.most - self.score - 1)
            except TimeUpError:
                return
            if left < inf:
                self._measure(left - self.request.left(), width)
            self.runs += 1
            if found:
                looks, breaks = found
                self.score = self.most - breaks
                board, every = beam.board, list(beam.board.looks)
                laid = zip(beam.plan.order, (every[look] for look in looks), strict=True)
                atoms = (board.atom(*each) for each in (*laid, *board.fixed.items()))
                yield Improvement(tuple(atoms), self.score, self.phase)
        self.optimal = True

    def _compile(self, wide: bool) -> None:
        """Load or compile the kernels, with a board of four cells."""
        from pyasp_puzzles.puzzles.eternity.search.beaming import Beam

        self.phase = "compiling"
        start = time.process_time()
        small = NumberedBoard(EternityBoard("", 2, 2, ((0, 0, 1, 1),) * 4), Wishes())
        Beam(small, wide=wide).run(1, 0, never, 4)
        self.seconds["compile"] = time.process_time() - start

    def _beam(self, run: int) -> Beam:
        """The tables of the turn that is due; on a small board, breaks from the start in turn."""
        from pyasp_puzzles.puzzles.eternity.search.beaming import FIRST_BREAK, Beam

        early = run // len(self.boards) % 2 == 1 and len(self.instance.pieces) <= SMALL
        place = run % len(self.boards), early
        if place not in self._beams:
            self.phase = "tables"
            start = time.process_time()
            self._beams[place] = Beam(self.boards[place[0]], 0.0 if early else FIRST_BREAK)
            spent = time.process_time() - start
            self.seconds["tables"] = self.seconds.get("tables", 0.0) + spent
        return self._beams[place]

    def _measure(self, seconds: float, width: int) -> None:
        """Learn from the time of a run how long others take."""
        self._fixed = self._fixed or FIXED * seconds
        self._pace = max(seconds - self._fixed, 0.2 * seconds, 1e-6) / width

    def _next(self) -> tuple[Beam, int]:
        """The tables and the width of the next run."""
        beam = self._beam(self.runs)
        left = self.request.left()
        if left < inf:
            possible = max(left - self._fixed, 0.0) / self._pace
            width = timed(self._width, possible) if self._width else NARROW_TIMED
        else:
            width = width_of(self.runs)
        self._width = max(1, min(width, beam.width(self.request.memory)))
        self.memory = max(self.memory, beam.bytes(self._width))
        return beam, self._width


def check_frame(instance: EternityBoard, board: NumberedBoard) -> None:
    """Check that the frame allows a board: then each partial board can be filled."""
    name = f"{instance.name}: " if instance.name else ""
    for cell, lying in board.fixed.items():
        if board.framed and board.grey(board.looks[lying]) != board.borders[cell]:
            place = f"row {cell[0]}, column {cell[1]}"
            words = "does not fit the frame: no board keeps both"
            raise PuzzleError(f"{name}the hint at {place} {words}")
    cells, pieces = board.rims()
    for sort in sorted(cells | pieces):
        if cells[sort] != pieces[sort]:
            needed = counted(cells[sort], "cell")
            raise PuzzleError(
                f"{name}no board has a right frame: {needed} of {board.rows} x {board.columns} "
                f"{'needs' if cells[sort] == 1 else 'need'} a piece with {_GREY[sort]} in the "
                f"colour of the frame, there {'is' if pieces[sort] == 1 else 'are'} {pieces[sort]}"
            )


_GREY = {
    0b0000: "no side",
    0b0001: "one side",
    0b0011: "two sides side by side",
    0b0101: "two opposite sides",
    0b0111: "three sides",
    0b1111: "four sides",
}


def turns_of(instance: EternityBoard) -> list[int]:
    """The quarter turns of the board that runs take in turn: with short rows; without hints one."""
    first = int(instance.columns > instance.rows)
    if not instance.hints:
        return [first]
    return [0, 1, 2, 3] if instance.rows == instance.columns else [first, first + 2]


def width_of(run: int) -> int:
    """The width of a run where nothing else limits it.

    >>> [width_of(run) for run in range(5)]
    [100, 400, 1600, 6400, 25600]
    """
    width = NARROW
    while width < WIDE and run:
        width, run = width * WIDER, run - 1
    return width << min(run // REPEATS, MOST_DOUBLINGS)


def timed(last: int, possible: float) -> int:
    """The width of the next run of a search with a time limit.

    Args:
        last: the width of the last run.
        possible: the width of a run that takes all time that is left.

    >>> timed(50, 90_000), timed(25_600, 90_000), timed(25_600, 20_000)
    (800, 50000, 16000)
    """
    return rounded(min(WIDER_TIMED * last, max(last, possible / SHARES), MARGIN * possible))


def rounded(width: float) -> int:
    """The greatest width of the table that is not greater; at least 1.

    >>> rounded(0.3), rounded(100), rounded(399), rounded(10_000)
    (1, 100, 320, 10000)
    """
    power = 10 ** (len(str(int(width))) - 1)
    return max([1, *(int(step * power) for step in DECADE if step * power <= width)])


def start(instance: EternityBoard, request: BestRequest[EternitySolution]) -> BestSearch:
    """The beam search.

    Raises:
        PuzzleError: numba is not installed, or no board has a right frame.
    """
    check_installed("numba")
    return BeamSearch(instance, request)


def begins() -> str:
    """Whether the kernels have to be compiled, in words."""
    check_installed("numba")
    from pyasp_puzzles.puzzles.eternity.search.kernels import expand

    return (
        "compiles the search, once on this machine; this takes some seconds" if cold(expand) else ""
    )


BEST = Optimiser[EternityBoard, EternitySolution](
    most=lambda board: board.joints,
    counted="joints match",
    lost="break",
    measure=measure,
    start=start,
    picture=picture,
    about="a beam search over partial boards, row by row, wider and wider",
    begins=begins,
)
