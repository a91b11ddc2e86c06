"""The sequence of runs: wider and wider, then again with other seeds and turns of the board."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from math import inf

import clingo

from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Improvement
from pyasp_puzzles.puzzles.eternity.beam.board import NumberedBoard, turned_board
from pyasp_puzzles.puzzles.eternity.beam.run import Beam, BeamValues, FullBoard, Late
from pyasp_puzzles.puzzles.eternity.facts import Place, Solution
from pyasp_puzzles.puzzles.eternity.instance import Instance, joints, turned_place

VALUES = BeamValues()
SMALL = 64
"""On a board of at most so many cells the best board may need breaks in the first rows."""
EARLY = replace(VALUES, first_break=0.0)
"""For every second run of a turn of a small board."""
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
    """Beam searches of one board. Raises PuzzleError if no board has a right frame."""

    def __init__(self, instance: Instance, request: BestRequest[Solution]) -> None:
        super().__init__()
        self.instance, self.request = instance, request
        self.runs = request.runs
        self.most = joints(instance)
        self.score = request.known_score
        self.turns = turns_of(instance)
        self.boards = [NumberedBoard(turned_board(instance, turn)) for turn in self.turns]
        self._beams: dict[tuple[int, BeamValues], Beam] = {}
        self._width = 0  # of the last run
        self._fixed = 0.0  # seconds that any run takes
        self._pace = inf  # the further seconds of the last run, for each unit of width

    def __iter__(self) -> Iterator[Improvement]:
        if self.score >= self.most:
            self.optimal = True
            return
        self._compile(self._beam(self.runs).layout.wide)
        while self.score < self.most:
            late = self.request.late
            if self.score < 0:
                late = _never  # the first board comes in any case
            elif late():
                return
            beam, width = self._next()
            self.phase = f"run {self.runs + 1}, width {width:,}"
            left = self.request.left()
            most = self.most - self.score - 1
            try:
                seed = seed_of(self.request.seed, self.runs)
                found = beam.run(width, seed, late, most)
            except Late:
                return
            if left < inf:
                self._measure(left - self.request.left(), width)
            self.runs += 1
            if found:
                self.score = self.most - found.breaks
                turn = self.turns[(self.runs - 1) % len(self.turns)]
                atoms = symbols(beam, found, turn)
                yield Improvement(atoms, self.score, self.phase)
        self.optimal = True

    def _compile(self, wide: bool) -> None:
        """Load or compile the kernels, with a board of four cells."""
        self.phase = "compiling"
        start = time.process_time()
        small = NumberedBoard(Instance("", 2, 2, ((0, 0, 1, 1),) * 4))
        Beam(small, VALUES, wide=wide).run(1, 0, _never, 4)
        self.seconds["compile"] = time.process_time() - start

    def _beam(self, run: int) -> Beam:
        """The tables of the turn of the board that is due."""
        again = run // len(self.boards) % 2
        values = EARLY if again and len(self.instance.pieces) <= SMALL else VALUES
        place = run % len(self.boards), values
        if place not in self._beams:
            self.phase = "tables"
            start = time.process_time()
            self._beams[place] = Beam(self.boards[place[0]], values)
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


def _never() -> bool:
    return False


def turns_of(instance: Instance) -> list[int]:
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


def seed_of(seed: int, run: int) -> int:
    """The seed of a run."""
    return (seed * 1_000_003 + run * 7_919 + 1) & 0x7FFFFFFF


def symbols(beam: Beam, found: FullBoard, turn: int) -> tuple[clingo.Symbol, ...]:
    """The atoms of a board that was found after quarter turns clockwise."""
    lying = {
        cell: beam.board.looks[look]
        for cell, look in zip(beam.plan.order, found.looks, strict=True)
    }
    atoms = []
    for (row, column), look in (lying | beam.board.pins).items():
        cell, placed = (row + 1, column + 1), (look.kind, look.turns)
        cell, placed = turned_place(beam.board.instance, cell, placed, -turn % 4)
        atoms.append(Place(*cell, *placed).symbol)
    return tuple(atoms)
