"""Twenty Four Seven for CP-SAT: read it beside ``lp/twenty_four_seven.lp``.

The encodings differ in how they say that the filled cells are connected:

- ``distances``: each filled cell has its number of steps from a root. It is one more than that of
  some neighbour, and at most one more than that of any neighbour.
- ``levels``: for each number of steps the cells that are reached, as in the clauses of ``sat.py``.
- ``lazy``: a solution with several regions is refused by the cuts that it breaks, as in
  ``sat.py``. A redundant constraint demands at least n - 1 adjacent pairs of n filled cells.
- ``document``: the model of the document, which has this constraint on pairs only. It is kept to
  show that this is not enough.

Times: docs/measured/encodings/twenty_four_seven.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.engines.encoding import CpProblem, Encoding, Shown
from pyasp_puzzles.puzzles.twenty_four_seven.connection import cuts, most_filled, roots
from pyasp_puzzles.puzzles.twenty_four_seven.facts import Value
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Cell, Instance

if TYPE_CHECKING:
    import clingo
    from ortools.sat.python import cp_model


class _Board:
    """The model of all rules but the connection."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.model: cp_model.CpModel = need("ortools.sat.python.cp_model").CpModel()
        self.value: dict[Cell, dict[int, Any]] = {}
        self.filled: dict[Cell, Any] = {}
        self.atoms: dict[clingo.Symbol, Any] = {}
        self._cells()
        self._counts()
        self._blocks()
        self._printed()

    def _cells(self) -> None:
        """A cell holds one digit or none."""
        for cell in sorted(self.instance.cells):
            digits = {v: self.boolean("value", *cell, v) for v, _ in self.instance.digits}
            self.value[cell], self.filled[cell] = digits, self.boolean("filled", *cell)
            self.atoms |= {Value(*cell, v).symbol: x for v, x in digits.items()}
            self.model.add_exactly_one(*digits.values(), ~self.filled[cell])

    def _counts(self) -> None:
        """Copies of each digit in every grid, and filled cells and sum of every line."""
        model, instance = self.model, self.instance
        for corner in instance.grids:
            for digit, copies in instance.digits:
                cells = instance.cells_of(corner)
                model.add(sum(self.value[cell][digit] for cell in cells) == copies)
        for line in sorted({tuple(cells) for _, cells in instance.lines()}):
            model.add(sum(self.filled[cell] for cell in line) == instance.filled)
            model.add(self.total(line) == instance.total)

    def _blocks(self) -> None:
        """No 2 x 2 block is full."""
        for row, column in self.filled:
            block = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            if all(cell in self.filled for cell in block):
                self.model.add_bool_or(~self.filled[cell] for cell in block)

    def _printed(self) -> None:
        """The givens stand as printed; the views name the first digit or the sum that they see."""
        for row, column, digit in self.instance.givens:
            self.model.add_bool_or(self.named((row, column), digit))
        for view in self.instance.views:
            cells, number = self.instance.seen_from(view), view[-1]
            if number > self.instance.largest:
                self.model.add(self.total(cells) == number)
                continue
            for place, cell in enumerate(cells):
                nearer = [self.filled[other] for other in cells[:place]]
                self.model.add_bool_or(~self.filled[cell], *nearer, *self.named(cell, number))

    def boolean(self, name: str, *place: int) -> Any:
        """A new Boolean variable."""
        return self.model.new_bool_var(f"{name}{place}".replace(" ", ""))

    def total(self, cells: Iterable[Cell]) -> Any:
        """The sum of the digits of some cells."""
        return sum(digit * x for cell in cells for digit, x in self.value[cell].items())

    def named(self, cell: Cell, digit: int) -> list[Any]:
        """The variable that a cell holds a digit; none if it never does."""
        return [x for v, x in self.value.get(cell, {}).items() if v == digit]

    def conjunction(self, new: Any, literals: Sequence[Any]) -> Any:
        """Make a new variable true just when all literals are."""
        self.model.add_bool_and(literals).only_enforce_if(new)
        self.model.add_bool_or(new, *(~literal for literal in literals))
        return new

    def roots(self) -> dict[Cell, Any]:
        """For each possible root a variable: true if it is the first filled one of them."""
        found: dict[Cell, Any] = {}
        nearer: list[Any] = []
        for cell in roots(self.instance):
            literals = [self.filled[cell], *nearer]
            found[cell] = self.conjunction(self.boolean("root", *cell), literals)
            nearer.append(~self.filled[cell])
        return found

    def pairs(self) -> list[tuple[Cell, Cell]]:
        """Cells of the board that share a side, each pair once."""
        return [
            (cell, near)
            for cell in self.filled
            for near in neighbours(cell)
            if near > cell and near in self.filled
        ]

    def problem(self) -> CpProblem:
        return CpProblem(self.model, self.atoms)


def distances(instance: Instance, symmetry: str = "") -> CpProblem:
    """Connection by distances from the root; an empty cell has 0, so that no variable is open."""
    board = _Board(instance)
    model, filled, root = board.model, board.filled, board.roots()
    farthest = max(most_filled(instance) - 1, 0)
    steps = {cell: model.new_int_var(0, farthest, f"steps{cell}") for cell in filled}
    reasons = {cell: [root[cell]] if cell in root else [] for cell in filled}
    for cell, reason in reasons.items():
        for never in (~filled[cell], *reason):
            model.add(steps[cell] == 0).only_enforce_if(never)
    for pair in board.pairs():
        for cell, near in (pair, pair[::-1]):
            nearer = board.boolean("nearer", *near, *cell)
            model.add_implication(nearer, filled[cell])
            model.add_implication(nearer, filled[near])
            model.add(steps[cell] == steps[near] + 1).only_enforce_if(nearer)
            both = [~nearer, filled[cell], filled[near]]
            model.add(steps[cell] <= steps[near]).only_enforce_if(both)
            reasons[cell].append(nearer)
    for cell, reason in reasons.items():
        model.add_bool_or(~filled[cell], *reason)
    return board.problem()


def levels(instance: Instance, symmetry: str = "") -> CpProblem:
    """Connection by levels: which cells are reached from the root within so many steps."""
    board = _Board(instance)
    model, filled, root = board.model, board.filled, board.roots()
    reached: dict[Cell, Any] = dict(root)  # a cell that is missing cannot be reached so soon
    odd = sum(next(iter(root), (0, 0))) % 2
    for step in range(1, most_filled(instance)):
        before = dict(reached)
        for cell in filled:
            if len(root) == 1 and (sum(cell) + odd + step) % 2:
                continue  # around a single root, a cell is reached in odd steps or in even ones
            near = [before[other] for other in (cell, *neighbours(cell)) if other in before]
            if not near:
                continue
            reached[cell] = board.boolean("reached", *cell, step)
            model.add_implication(reached[cell], filled[cell])
            model.add_bool_or(~reached[cell], *near)
            for other in near:
                model.add_bool_or(reached[cell], ~filled[cell], ~other)
    for cell, variable in filled.items():
        model.add_bool_or(~variable, *([reached[cell]] if cell in reached else []))
    return board.problem()


def lazy(instance: Instance, symmetry: str = "") -> CpProblem:
    """Connection by cuts, when a solution has several regions, and enough adjacent pairs."""
    board = _Board(instance)
    filled = board.filled
    pairs = [
        board.conjunction(board.boolean("pair", *a, *b), [filled[a], filled[b]])
        for a, b in board.pairs()
    ]
    board.model.add(sum(pairs) >= sum(filled.values()) - 1)
    atoms = {
        cell: frozenset(Value(*cell, digit).symbol for digit, _ in instance.digits)
        for cell in filled
    }

    def refine(shown: Shown) -> list[tuple[Shown, Shown]]:
        found = cuts(instance, [cell for cell, own in atoms.items() if own & shown])
        rims = [
            (part, frozenset[Any]().union(*(atoms[cell] for cell in rim))) for part, rim in found
        ]
        return [
            (frozenset([atom]), rim) for part, rim in rims for cell in part for atom in atoms[cell]
        ]

    return CpProblem(board.model, board.atoms, refine)


def document(instance: Instance, symmetry: str = "") -> CpProblem:
    """The document's model, from its formulas, for boards of other sizes and several grids too.

    A cell's variables ``x`` have 0 for an empty cell. A variable ``y`` of two adjacent cells may
    be true if both are filled, and the true ones are one fewer than the filled cells. So there are
    at least so many adjacent pairs. But two regions can have as many, if one of them closes a
    ring. On a board with more pairs several solutions are the same answer; the engine shows it
    once. In the document's program, but not in its text, every constraint on ``y`` is on the last
    two pairs of an earlier loop.

    We add sums outside the board, and a view's constraint for the whole line: without it a view
    says nothing where only the last cell of a line is filled.
    """
    model: cp_model.CpModel = need("ortools.sat.python.cp_model").CpModel()
    digits = [digit for digit, _ in instance.digits]
    x = {
        cell: {v: model.new_bool_var(f"x{cell}{v}") for v in (0, *digits)}
        for cell in sorted(instance.cells)
    }
    filled = {cell: sum(x[cell][v] for v in digits) for cell in x}

    def total(cells: Iterable[Cell]) -> Any:
        return sum(v * x[cell][v] for cell in cells for v in digits)

    for cell in x:
        model.add_exactly_one(x[cell].values())
    for corner in instance.grids:
        for v, copies in instance.digits:
            model.add(sum(x[cell][v] for cell in instance.cells_of(corner)) == copies)
    for _, line in instance.lines():
        model.add(sum(filled[cell] for cell in line) == instance.filled)
        model.add(total(line) == instance.total)
    for row, column in x:
        block = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        if all(cell in x for cell in block):
            model.add(sum(filled[cell] for cell in block) <= 3)
    for view in instance.views:
        cells, number = instance.seen_from(view), view[-1]
        if number > instance.largest:
            model.add(total(cells) == number)
            continue
        for end in range(1, len(cells) + 1):
            others = sum(x[cell][v] for cell in cells[:end] for v in digits if v != number)
            seen = sum(x[cell][number] for cell in cells[:end] if number in digits)
            model.add(others <= max(10, len(cells)) * seen)  # the document's M is 10
    y = []
    for a in x:
        for b in neighbours(a):
            if b > a and b in x:
                y.append(model.new_bool_var(f"y{a}{b}"))
                model.add(2 * y[-1] <= filled[a] + filled[b])
    model.add(sum(y) == sum(filled.values()) - 1)
    for row, column, digit in instance.givens:
        given = x.get((row, column), {}).get(digit)
        model.add_bool_or([] if given is None else [given])
    atoms = {Value(*cell, v).symbol: x[cell][v] for cell in x for v in digits}
    return CpProblem(model, atoms)


_REACHED = "ours: reached/2 of the program"

ENCODINGS: Mapping[str, Encoding] = {
    "distances": Encoding(distances, f"{_REACHED} by shortest distances"),
    "levels": Encoding(levels, f"{_REACHED}, step by step"),
    "lazy": Encoding(lazy, "ours: cuts, as in Dantzig, Fulkerson and Johnson (1954)"),
    "document": Encoding(
        document,
        "the document's README and TwentyFourSevenSolver.py",
        flaw="unsound: counts adjacent pairs",
    ),
}
