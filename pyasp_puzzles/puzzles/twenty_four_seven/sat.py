"""Twenty Four Seven as clauses: read it beside ``lp/twenty_four_seven.lp``.

A variable ``value(R, C, V)`` says that a cell holds a digit, and ``filled`` that it holds any.
That the filled cells are connected has no short form. The encodings differ in how they say it:

- ``levels`` says for each number of steps which cells are reached from a root: ``reached/2`` of
  the program, unfolded. There are as many steps as there may be filled cells, since a region may
  wind.
- ``lazy`` leaves the connection out. A model with several regions breaks a cut for each of them:
  the cells around a region cannot all be empty while one of its own is filled (:func:`cuts`).
  Dantzig, Fulkerson and Johnson, "Solution of a large-scale traveling-salesman problem"
  (Operations Research 2, 1954, pages 393 to 410) join the parts of a tour in this way.

An automaton reads number and sum of a line's filled cells cell by cell. It has only the states
that lie on a way from the start to the end (Pesant, "A regular language membership constraint for
finite sequences of variables", CP 2004, pages 482 to 495). Its clauses go forwards: a true state
and a reading make the next state true, and other states stay open. ``levels_functional`` also has
the clauses backwards, so that each answer has exactly one model. The names with an encoder of
:mod:`pyasp_puzzles.ground.sat.cnf` count and add with that one.

Times: docs/measured/encodings/twenty_four_seven.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from pyasp_puzzles.boards.places import Place, blocks, parts
from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Clause, Cnf
from pyasp_puzzles.ground.sat.constraints import Constraints
from pyasp_puzzles.puzzles.twenty_four_seven.instance import CellDigit, NumberGridBoard


def cuts(instance: NumberGridBoard, filled: Iterable[Place]) -> list[tuple[set[Place], set[Place]]]:
    """The cuts that a board with several regions breaks: each region and the cells around it.

    A cut says: if all cells around the region are empty, then so are all cells of the region.
    Proof: let the cells around be empty and a cell of the region be filled. The filled cells are
    connected, so all of them lie in the region. The region does not have all filled cells of this
    board, so some line has fewer filled cells in it than the puzzle demands.

    Args:
        filled: filled cells; every line of a grid has its number of them.

    Returns:
        Pairs (region, cells around it on the board); none if there is just one region.
    """
    found: list[tuple[set[Place], set[Place]]] = []
    for part in parts(filled):
        around: set[Place] = {near for cell in part for near in neighbours(cell)}
        found.append((part, around & instance.cells - part))
    return found if len(found) > 1 else []


def most_filled(instance: NumberGridBoard) -> int:
    """A bound on the number of filled cells of the whole board.

    Rows of grids cover each row of the board, and each of them has ``filled`` filled cells. The
    same holds for columns; the smaller sum is the bound.
    """
    totals = []
    for axis in (0, 1):
        starts: dict[int, set[int]] = {}
        for corner in instance.grids:
            for index in range(corner[axis], corner[axis] + instance.size):
                starts.setdefault(index, set()).add(corner[1 - axis])
        pieces = 0
        for line in starts.values():
            end = 0  # of the cover so far; the last grid that begins by end + 1 extends it
            for start, following in pairwise([*sorted(line), 10**9]):
                if following > end + 1:
                    pieces += 1
                    end = start + instance.size - 1
        totals.append(pieces * instance.filled)
    return min(totals)


Reading = tuple[tuple[int, ...], int]
"""An amount for each sum, and the literal that is true when these amounts are added."""


def automaton(
    cnf: Cnf, tape: Sequence[Sequence[Reading]], end: tuple[int, ...], *, functional: bool = False
) -> None:
    """Demand that the readings add up to ``end``. The states are the sums so far.

    Args:
        tape: the readings of each step. In every model exactly one of a step is true; amounts are
            not negative.
        end: one or several sums.
        functional: whether states that are not reached are false; otherwise they may be true.
    """
    alive = [{end}]  # from the last step back: sums from which the end can be reached
    for readings in reversed(tape):
        before = {_plus(state, step, -1) for state in alive[-1] for step, _ in readings}
        alive.append({state for state in before if min(state) >= 0})
    now = {tuple(0 for _ in end): cnf.true}
    for readings, goals in zip(tape, reversed(alive[:-1]), strict=True):
        reachable = {_plus(state, step) for state in now for step, _ in readings} & goals
        after = {state: cnf.new() for state in sorted(reachable)}
        for step, literal in readings:
            for state, variable in now.items():
                following = after.get(_plus(state, step))
                cnf.add(-variable, -literal, *([following] if following else []))
            for state, variable in after.items() if functional else ():
                previous = now.get(_plus(state, step, -1))
                cnf.add(-variable, -literal, *([previous] if previous else []))
        now = after


def _plus(state: tuple[int, ...], step: tuple[int, ...], sign: int = 1) -> tuple[int, ...]:
    return tuple(a + sign * b for a, b in zip(state, step, strict=True))


class NumberGrid:
    """All rules but the connection, for clauses or CP-SAT.

    Attributes:
        value: for each cell the literals of its digits.
        filled: for each cell a literal that it holds any.
    """

    def __init__(self, formula: Constraints, instance: NumberGridBoard) -> None:
        self.formula, self.instance = formula, instance
        self.value: dict[Place, dict[int, int]] = {}
        self.filled: dict[Place, int] = {}
        for cell in sorted(instance.cells):
            self.value[cell] = {v: formula.atom(CellDigit(*cell, v)) for v, _ in instance.digits}
            self.filled[cell] = self.any_of(self.value[cell].values())
        for corner in instance.grids:
            cells = instance.cells_of(corner)
            for digit, copies in instance.digits:
                self.count([self.value[cell][digit] for cell in cells], copies)
        for line in sorted({tuple(cells) for _, cells in instance.lines()}):
            self.line(line)
        for row, column in blocks(self.filled):  # none is full
            formula.add(*(-self.filled[row + i, column + j] for i in (0, 1) for j in (0, 1)))
        for row, column, digit in instance.givens:
            formula.add(self.named((row, column), digit))
        for view in instance.views:
            cells, number = instance.seen_from(view), view[-1]
            if number > instance.largest:
                self.total(cells, number)
                continue
            nearer: Clause = []
            for cell in cells:
                formula.add(-self.filled[cell], self.named(cell, number), *nearer)
                nearer.append(self.filled[cell])

    def any_of(self, digits: Iterable[int]) -> int:
        """The literal that a cell holds one of its digits, of which it holds at most one."""
        filled = self.formula.new()
        self.formula.define(filled, digits)
        return filled

    def count(self, literals: Sequence[int], number: int) -> None:
        self.formula.exactly(number, literals)

    def line(self, cells: Sequence[Place]) -> None:
        """Number and sum of a line's filled cells."""
        self.count([self.filled[cell] for cell in cells], self.instance.filled)
        self.total(cells, self.instance.total)

    def total(self, cells: Sequence[Place], total: int) -> None:
        """The digits of some cells add up."""
        self.formula.between(self.terms(cells), total, total)

    def terms(self, cells: Sequence[Place]) -> list[tuple[int, int]]:
        return [(x, v) for cell in cells for v, x in self.value[cell].items()]

    def named(self, cell: Place, digit: int) -> int:
        """The literal that a cell holds a digit."""
        return self.value.get(cell, {}).get(digit, -self.formula.true)

    def roots(self) -> dict[Place, int]:
        """For each cell that may be the root of the region the literal that it is.

        The first filled one of them is. If there are givens, the only one is the given nearest to
        the centre. Otherwise they are the cells of the first row of a grid without its last
        ``filled - 1`` cells.
        """
        instance, (row, column) = self.instance, self.instance.grids[0]
        cells: list[Place] = [(row, column + i) for i in range(instance.size - instance.filled + 1)]
        middle = instance.rows + 1, instance.columns + 1
        if givens := [given[:2] for given in instance.givens]:
            cells = [min(givens, key=lambda c: sum(abs(2 * c[i] - middle[i]) for i in (0, 1)))]
        found: dict[Place, int] = {}
        nearer: list[int] = []
        for cell in cells:
            found[cell] = self.formula.conjunction([self.filled[cell], *nearer])
            nearer.append(-self.filled[cell])
        return found

    def connect_by_levels(self) -> None:
        """Which cells are reached from the root within so many steps."""
        reached = self.roots()  # a cell that is missing cannot be reached in so few steps
        only = next(iter(reached)) if len(reached) == 1 else None
        for step in range(1, most_filled(self.instance)):
            before = dict(reached)
            for cell, filled in self.filled.items():
                if only and (sum(cell) + sum(only) + step) % 2:
                    continue  # around a single root, a cell is reached in odd steps or in even ones
                near = [before[other] for other in (*neighbours(cell), cell) if other in before]
                if near:
                    reached[cell] = self.formula.reached(filled, near)
        for cell, filled in self.filled.items():
            self.formula.add(-filled, reached.get(cell, -self.formula.true))


class NumberGridClauses(NumberGrid):
    """The rules as clauses.

    Args:
        method: ``automaton``, ``functional`` (the same, no variable left open), or one of
            :data:`pyasp_puzzles.ground.sat.cnf.METHODS`.
    """

    def __init__(self, instance: NumberGridBoard, method: str) -> None:
        # No answer is part of another one: both have the same number of filled cells in every
        # line, so that the same cells are filled, and a cell has one digit.
        self.cnf, self.method = Cnf(antichain=True), method
        self.states = method in ("automaton", "functional")
        super().__init__(self.cnf, instance)

    def any_of(self, digits: Iterable[int]) -> int:
        literals = list(digits)
        self.cnf.at_most_one(literals)
        return self.cnf.disjunction(literals)

    def count(self, literals: Sequence[int], number: int) -> None:
        if self.states:
            self._read([[((0,), -x), ((1,), x)] for x in literals], (number,))
        else:
            self.cnf.between([(x, 1) for x in literals], number, number, self.method)

    def line(self, cells: Sequence[Place]) -> None:
        if self.states:
            tape = [self._readings(cell, lambda digit: (1, digit)) for cell in cells]
            self._read(tape, (self.instance.filled, self.instance.total))
        else:
            super().line(cells)

    def total(self, cells: Sequence[Place], total: int) -> None:
        if self.states:
            self._read([self._readings(cell, lambda digit: (digit,)) for cell in cells], (total,))
        else:
            self.cnf.between(self.terms(cells), total, total, self.method)

    def _readings(self, cell: Place, amounts: Callable[[int], tuple[int, ...]]) -> list[Reading]:
        """What a cell adds: the amounts of its digit, or nothing."""
        digits = [(amounts(digit), x) for digit, x in self.value[cell].items()]
        return [(tuple(0 for _ in digits[0][0]), -self.filled[cell]), *digits]

    def _read(self, tape: Sequence[Sequence[Reading]], end: tuple[int, ...]) -> None:
        automaton(self.cnf, tape, end, functional=self.method == "functional")


def lazy(instance: NumberGridBoard, symmetry: str = "") -> Cnf:
    """Connection by cuts, added when a model has several regions."""
    board = NumberGridClauses(instance, "automaton")

    def refine(model: Sequence[int]) -> list[Clause]:
        true = {cell for cell, f in board.filled.items() if (model[abs(f) - 1] > 0) == (f > 0)}
        return [
            [-board.filled[cell], *(board.filled[near] for near in sorted(rim))]
            for region, rim in cuts(instance, true)
            for cell in sorted(region)
        ]

    board.cnf.refine = refine
    return board.cnf


def levels(instance: NumberGridBoard, symmetry: str = "", method: str = "automaton") -> Cnf:
    """Connection by levels."""
    board = NumberGridClauses(instance, method)
    board.connect_by_levels()
    return board.cnf


_LEVELS = "ours: reached/2 of the program, step by step; lines by automata of Pesant (2004)"
_CUTS = "ours: cuts for separate regions, as in Dantzig, Fulkerson and Johnson (1954)"

ENCODINGS: Mapping[str, Encoding] = {
    "levels": Encoding(levels, _LEVELS),
    "lazy": Encoding(lazy, _CUTS),
    **{
        f"levels_{method}": Encoding(partial(levels, method=method), f"levels, {how}")
        for method, how in (
            ("functional", "with one model for each answer"),
            ("bdd", "lines as decision diagrams of Eén and Sörensson (2006)"),
            ("seqcounter", "lines by PySAT's sequential counter"),
            ("totalizer", "lines by PySAT's totalizer"),
        )
    },
}
