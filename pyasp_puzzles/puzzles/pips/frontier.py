"""Pips as automata that sweep the board, to count millions of answers without listing them.

The cells are taken line by line along the shorter side of the board, so that few of them are at
the frontier at any time.  A state holds what the remaining cells depend on: the dominoes that are
left, which cells ahead are covered or wait for their other half, and the progress of each region
with a rule.  The progress of a region is as coarse as its rule allows: the missing sum, or for
``unequal`` the set of pips seen; a rule that can no longer be broken is done.

A placement is written domino by domino, each time on the first free cell, so every placement is
written in one way only.  A filling is written cell by cell, and the automaton guesses where the
other half of each domino lies: one filling may be written in several ways, which count once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial

from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.engines.encoding import Automaton, Encoding
from pyasp_puzzles.puzzles.pips.instance import EMPTY, Cell, PipsBoard, Region

Progress = tuple[int, ...]
"""The states of the regions, by their numbers."""
Placing = tuple[int, int, Progress]
"""Dominoes left; a bit for each cell from here on, 1 if covered; the regions."""
Waiting = tuple[tuple[int, int], ...]
"""Cells ahead with a domino that begins before, each with the pips on its first half; sorted."""
Filling = tuple[int, Waiting, Progress]
"""Dominoes left; cells that wait; the regions."""

_DONE = (0, 0)


def words(instance: PipsBoard, symmetry: str, *, filling: bool) -> Automaton:
    """An automaton whose words are the placements, or the fillings, with one from the other end."""
    cells = swept(instance.region_of())
    if len(cells) != 2 * sum(domino.copies for domino in instance.dominoes):
        return Automaton((), 1, lambda step, state: (), deterministic=True)  # no answer
    backwards = _automaton(_PipsSweep(instance, cells[::-1]), filling)
    return _automaton(_PipsSweep(instance, cells), filling, (backwards,))


def _automaton(sweep: _PipsSweep, filling: bool, rivals: tuple[Automaton, ...] = ()) -> Automaton:
    steps, progress = len(sweep.ahead), (0,) * len(sweep.rules)
    if filling:
        return Automaton((sweep.supply, (), progress), steps, sweep.fill, False, rivals)
    return Automaton((sweep.supply, 0, progress), steps, sweep.place, True, rivals)


def swept(cells: Sequence[Cell] | dict[Cell, Region]) -> list[Cell]:
    """The cells, line by line along the shorter side of the board.

    >>> swept([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)])[:3]
    [(1, 1), (2, 1), (1, 2)]
    """
    rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
    if len(columns) <= len(rows):
        return sorted(cells)
    return sorted(cells, key=lambda cell: cell[::-1])


class _PipsSweep:
    """An instance in the order of a sweep.

    Attributes:
        ahead: for each cell the distances, in cells of the sweep, to its later neighbours.
        region: for each cell the number of its region; all regions without a rule are number 0.
        rules: the automaton of each region.
        supply: all dominoes in one integer, with a few bits for the copies of each kind.
        partners: for the pips on one half, a list of: the pips on the other half, the bits of this
            kind of domino, and one copy of it.
    """

    def __init__(self, instance: PipsBoard, cells: Sequence[Cell]) -> None:
        place = {cell: number for number, cell in enumerate(cells)}
        self.ahead = [
            [place[other] - here for other in neighbours(cell) if place.get(other, -1) > here]
            for cell, here in place.items()
        ]
        halves = sorted(half for d in instance.dominoes for half in (d.low, d.high) * d.copies)
        regions = (Region("", EMPTY, ()), *instance.ruled)
        self.rules = [_Rule(region, halves) for region in regions]
        number = {cell: n for n, region in enumerate(regions) for cell in region.cells}
        self.region = [number.get(cell, 0) for cell in cells]
        self.supply, shift = 0, 0
        self.partners: dict[int, list[tuple[int, int, int]]] = {half: [] for half in halves}
        for domino in instance.dominoes:
            bits, one = domino.copies.bit_length(), 1 << shift
            kind = ((1 << bits) - 1) << shift
            self.supply += domino.copies * one
            for half, other in {(domino.low, domino.high), (domino.high, domino.low)}:
                self.partners[half].append((other, kind, one))
            shift += bits

    def place(self, step: int, state: Placing) -> Iterator[tuple[object, Placing]]:
        """The moves at a cell: none needed if it is covered, else a domino to a free neighbour."""
        left, covered, progress = state
        if covered & 1:
            yield None, (left, covered >> 1, progress)
            return
        here = self.region[step]
        for pips, after in self.rules[here].moves(progress[here]).items():
            first = _with(progress, here, after)
            for distance in self.ahead[step]:
                if covered >> distance & 1:
                    continue
                then = (covered | 1 << distance) >> 1
                there = self.region[step + distance]
                moves = self.rules[there].moves(first[there])
                for other, kind, one in self.partners[pips]:
                    if left & kind and other in moves:
                        both = _with(first, there, moves[other])
                        yield (distance, pips, other), (left - one, then, both)

    def fill(self, step: int, state: Filling) -> Iterator[tuple[int, Filling]]:
        """The moves at a cell: its pips, and a guess of the neighbour with the other half."""
        left, waiting, progress = state
        here = self.region[step]
        moves = self.rules[here].moves(progress[here])
        if waiting and waiting[0][0] == step:
            for pips, kind, one in self.partners[waiting[0][1]]:
                if left & kind and pips in moves:
                    yield pips, (left - one, waiting[1:], _with(progress, here, moves[pips]))
            return
        taken = {cell for cell, _ in waiting}
        free = [step + distance for distance in self.ahead[step] if step + distance not in taken]
        for pips, after in moves.items():
            partners = [other for other, kind, _ in self.partners[pips] if left & kind]
            then = _with(progress, here, after)
            for cell in free:
                # Pips that a region refuses now it will refuse later, too: no need to go there.
                there = self.region[cell]
                allowed = self.rules[there].moves(then[there])
                if any(other in allowed for other in partners):
                    yield pips, (left, tuple(sorted((*waiting, (cell, pips)))), then)


class _Rule:
    """The automaton of one region; its states have numbers, and 0 is the first state.

    The sorted pips on all halves of all dominoes bound the remaining sum.
    """

    def __init__(self, region: Region, halves: Sequence[int]) -> None:
        self._rule, self._halves = region.rule, halves
        self._numbers: dict[tuple[int, int], int] = {}
        self._states: list[tuple[int, int]] = []
        self._moves: list[dict[int, int]] = []
        self._pips = sorted(set(halves))
        lengths = range(len(region.cells) + 1)
        self._least = [sum(halves[:length]) for length in lengths]
        self._most = [sum(halves[len(halves) - length :]) for length in lengths]
        memory = {"equals": -1, "unequal": 0, "less": region.target - 1}
        memory["greater"] = region.target + 1
        start = (len(region.cells), memory.get(region.rule, region.target))
        self._number(start if region.cells else _DONE)

    def moves(self, state: int) -> dict[int, int]:
        """The pips that the next cell of the region may show, each with the next state."""
        moves = self._moves[state]
        if not moves:
            for pips in self._pips:
                if after := self._after(self._states[state], pips):
                    moves[pips] = self._number(after)
        return moves

    def _number(self, state: tuple[int, int]) -> int:
        number = self._numbers.setdefault(state, len(self._numbers))
        if number == len(self._states):
            self._states.append(state)
            self._moves.append({})
        return number

    def _after(self, state: tuple[int, int], pips: int) -> tuple[int, int] | None:
        """The next state: cells left and memory; ``_DONE`` if the rule holds, ``None`` if broken.

        The memory is the missing sum (``sum``), the greatest or least sum of the remaining cells
        (``less``, ``greater``), the pips of all cells or -1 (``equals``), or the set of pips seen
        with a bit for each (``unequal``).
        """
        if state == _DONE:
            return state
        cells, memory = state[0] - 1, state[1]
        least, most = self._least[cells], self._most[cells]
        match self._rule:
            case "equals":
                possible = memory == pips or (memory < 0 and self._halves.count(pips) > cells)
                memory, done = pips, False
            case "unequal":
                seen = 1 << bisect_left(self._pips, pips)
                possible, memory, done = not memory & seen, memory | seen, False
            case "sum":
                memory -= pips
                possible, done = least <= memory <= most, False
            case "less":
                memory -= pips
                possible, done = least <= memory, most <= memory
            case _:
                memory -= pips
                possible, done = memory <= most, memory <= least
        if not possible:
            return None
        return _DONE if done or not cells else (cells, memory)


def _with(progress: Progress, region: int, state: int) -> Progress:
    """The states of all regions after a move of one of them."""
    if progress[region] == state:
        return progress
    return (*progress[:region], state, *progress[region + 1 :])


_SOURCE = "dynamic programming over the board's frontier"
ENCODINGS = {
    "placement": Encoding(partial(words, filling=False), f"{_SOURCE}, one way for each placement"),
    "filling": Encoding(partial(words, filling=True), f"{_SOURCE}, made deterministic"),
}
