"""Twenty Four Seven as clauses: read it beside ``lp/twenty_four_seven.lp``.

A variable ``value(R, C, V)`` says that a cell holds a digit, and ``filled`` that it holds any.
That the filled cells are connected has no short form. The encodings differ in how they say it:

- ``levels`` says for each number of steps which cells are reached from a root: ``reached/2`` of
  the program, unfolded. There are as many steps as there may be filled cells, since a region may
  wind.
- ``lazy`` leaves the connection out. A model with several regions breaks a cut for each of them:
  the cells around a region cannot all be empty while one of its own is filled
  (:mod:`pyasp_puzzles.puzzles.twenty_four_seven.connection`).
  Dantzig, Fulkerson and Johnson, "Solution of a large-scale traveling-salesman problem"
  (Operations Research 2, 1954, pages 393 to 410) join the parts of a tour in this way.

An automaton reads number and sum of a line's filled cells cell by cell. It has only the states
that lie on a way from the start to the end (Pesant, "A regular language membership constraint for
finite sequences of variables", CP 2004, pages 482 to 495). Its clauses go forwards: a true state
and a reading make the next state true, and other states stay open. ``levels_functional`` also has
the clauses backwards, so that each answer has exactly one model. The names with an encoder of
:mod:`pyasp_puzzles.ground.sat.pseudo_boolean` count and add with that one.

Times: docs/measured/encodings/twenty_four_seven.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Clause, Cnf
from pyasp_puzzles.ground.sat.pseudo_boolean import between
from pyasp_puzzles.puzzles.twenty_four_seven.connection import cuts, distance, most_filled, roots
from pyasp_puzzles.puzzles.twenty_four_seven.facts import Value
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Cell, Instance, Triple

Reading = tuple[tuple[int, ...], int]
"""An amount for each sum, and the literal that is true when these amounts are added."""


def automaton(
    cnf: Cnf, tape: Sequence[Sequence[Reading]], end: tuple[int, ...], *, functional: bool = False
) -> None:
    """Demand that the readings add up to ``end``. The states are the sums so far.

    Args:
        cnf: the clauses are added to it.
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


STATES = ("automaton", "functional")


class _Board:
    """The clauses of all rules but the connection.

    Args:
        instance: the puzzle.
        method: ``automaton``, ``functional`` (the same, no variable left open), or one of
            :data:`pyasp_puzzles.ground.sat.pseudo_boolean.METHODS`.
    """

    def __init__(self, instance: Instance, method: str) -> None:
        self.instance, self.method = instance, method
        # No answer is part of another one: both have the same number of filled cells in every
        # line, so that the same cells are filled, and a cell has one digit.
        self.cnf = Cnf(antichain=True)
        self.value: dict[Triple, int] = {}
        self.filled: dict[Cell, int] = {}
        for cell in sorted(instance.cells):
            for digit, _ in instance.digits:
                self.value[*cell, digit] = self.cnf.atom(Value(*cell, digit))
            literals = [literal for _, literal in self._digits(cell)]
            self.filled[cell] = self.cnf.disjunction(literals)
            self.cnf.at_most_one(literals)
        self._counts()
        self._blocks()
        self._printed()

    def _counts(self) -> None:
        """Copies of each digit in every grid, and filled cells and sum of every line."""
        for corner in self.instance.grids:
            cells = self.instance.cells_of(corner)
            for digit, copies in self.instance.digits:
                literals = [self.value[*cell, digit] for cell in cells]
                if self.method in STATES:
                    self._read([[((0,), -x), ((1,), x)] for x in literals], (copies,))
                else:
                    between(self.cnf, [(x, 1) for x in literals], copies, copies, self.method)
        number, total = self.instance.filled, self.instance.total
        for line in sorted({tuple(cells) for _, cells in self.instance.lines()}):
            if self.method in STATES:
                tape = [
                    [((0, 0), -self.filled[cell]), *(((1, v), x) for v, x in self._digits(cell))]
                    for cell in line
                ]
                self._read(tape, (number, total))
            else:
                terms = [(self.filled[cell], 1) for cell in line]
                between(self.cnf, terms, number, number, self.method)
                self._total(line, total)

    def _total(self, cells: Sequence[Cell], total: int) -> None:
        """The digits of some cells add up."""
        if self.method in STATES:
            tape = [
                [((0,), -self.filled[cell]), *(((v,), x) for v, x in self._digits(cell))]
                for cell in cells
            ]
            self._read(tape, (total,))
        else:
            terms = [(x, v) for cell in cells for v, x in self._digits(cell)]
            between(self.cnf, terms, total, total, self.method)

    def _digits(self, cell: Cell) -> list[tuple[int, int]]:
        """Each digit, and the literal that the cell holds it."""
        return [(digit, self.value[*cell, digit]) for digit, _ in self.instance.digits]

    def _read(self, tape: Sequence[Sequence[Reading]], end: tuple[int, ...]) -> None:
        automaton(self.cnf, tape, end, functional=self.method == "functional")

    def _blocks(self) -> None:
        """No 2 x 2 block is full."""
        for row, column in sorted(self.filled):
            block = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            if all(cell in self.filled for cell in block):
                self.cnf.add(*(-self.filled[cell] for cell in block))

    def _printed(self) -> None:
        """The givens stand as printed; the views name the first digit or the sum that they see."""
        for given in self.instance.givens:
            self.cnf.add(self.value.get(given, -self.cnf.true))
        for view in self.instance.views:
            cells, number = self.instance.seen_from(view), view[-1]
            if number > self.instance.largest:
                self._total(cells, number)
                continue
            nearer: Clause = []
            for cell in cells:
                named = self.value.get((*cell, number), -self.cnf.true)
                self.cnf.add(-self.filled[cell], named, *nearer)
                nearer.append(self.filled[cell])


def lazy(instance: Instance, symmetry: str = "", method: str = "automaton") -> Cnf:
    """Connection by cuts, added when a model has several regions."""
    board = _Board(instance, method)

    def refine(model: Sequence[int]) -> list[Clause]:
        true = {cell for cell, f in board.filled.items() if (model[abs(f) - 1] > 0) == (f > 0)}
        return [
            [-board.filled[cell], *(board.filled[near] for near in sorted(rim))]
            for region, rim in cuts(instance, true)
            for cell in sorted(region)
        ]

    board.cnf.refine = refine
    return board.cnf


def levels(instance: Instance, symmetry: str = "", method: str = "automaton") -> Cnf:
    """Connection by levels: which cells are reached from the root within so many steps."""
    board = _Board(instance, method)
    cnf, filled = board.cnf, board.filled
    starts = roots(instance)
    reached: dict[Cell, int] = {}  # a cell that is missing cannot be reached in so few steps
    nearer: list[int] = []
    for cell in starts:
        reached[cell] = cnf.conjunction([filled[cell], *(-literal for literal in nearer)])
        nearer.append(filled[cell])
    for step in range(1, most_filled(instance)):
        before = dict(reached)
        for cell in filled:
            near = [before[other] for other in neighbours(cell) if other in before]
            if not near or (len(starts) == 1 and distance(cell, starts[0]) % 2 != step % 2):
                continue  # around a single root, a cell is reached in odd steps or in even ones
            either = cnf.disjunction([*near, *([before[cell]] if cell in before else [])])
            reached[cell] = cnf.conjunction([filled[cell], either])
    for cell, literal in filled.items():
        cnf.add(-literal, reached.get(cell, -cnf.true))
    return cnf


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
