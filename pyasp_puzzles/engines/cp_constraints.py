"""CP-SAT models from the building blocks of :mod:`pyasp_puzzles.ground.sat.constraints`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.engines.encoding import CpProblem, Shown
from pyasp_puzzles.ground.sat.constraints import Constraints

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class CpConstraints(Constraints):
    """A formula that is a CP-SAT model; methods of encoding into clauses mean nothing to it.

    Attributes:
        model: for further variables and constraints of CP-SAT's own.
        cp: the module ``cp_model``.
    """

    determined: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.cp = need("ortools.sat.python.cp_model")
        self.model: cp_model.CpModel = self.cp.CpModel()
        self._booleans: list[Any] = []

    def new(self) -> int:
        self._booleans.append(self.model.new_bool_var(""))
        self.variables += 1
        return self.variables

    def boolean(self, literal: int) -> Any:
        """The Boolean variable of a literal, or its negation."""
        variable = self._booleans[abs(literal) - 1]
        return variable if literal > 0 else ~variable

    def booleans(self, literals: Iterable[int]) -> list[Any]:
        return [self.boolean(literal) for literal in literals]

    def add(self, *literals: int) -> None:
        self.model.add_bool_or(self.booleans(literals))

    def at_most_one(self, literals: Iterable[int], method: str = "") -> None:
        self.model.add_at_most_one(self.booleans(literals))

    def exactly_one(self, literals: Iterable[int], method: str = "") -> None:
        self.model.add_exactly_one(self.booleans(literals))

    def exactly(self, number: int, literals: Iterable[int], method: str = "") -> None:
        self.number(number, number, literals)

    def number(self, least: int, most: int, literals: Iterable[int], method: str = "") -> None:
        if least == most == 1:
            self.exactly_one(literals)
        else:
            total = self.cp.LinearExpr.sum(self.booleans(literals))
            self.model.add_linear_constraint(total, least, most)

    def count(self, number: int, groups: Iterable[list[int]]) -> None:
        self.exactly(number, [literal for group in groups for literal in group])

    def between(self, terms: Iterable[tuple[int, int]], low: int, high: int) -> None:
        parts = list(terms)
        booleans = self.booleans(literal for literal, _ in parts)
        total = self.cp.LinearExpr.weighted_sum(booleans, [weight for _, weight in parts])
        if low > high:  # OR-Tools takes such bounds for none
            self.add()
        self.model.add_linear_constraint(total, low, high)

    def define(self, literal: int, exclusive: Iterable[int]) -> None:
        self.exactly_one([*exclusive, -literal])

    def integer(self, least: int, most: int) -> Any:
        """A new integer variable."""
        return self.model.new_int_var(least, most, "")

    def equals(self, literal: int, variable: Any, value: int) -> None:
        """A literal is true just when an integer variable has a value."""
        boolean = self.boolean(literal)
        self.model.add(variable == value).only_enforce_if(boolean)
        self.model.add(variable != value).only_enforce_if(~boolean)

    def problem(
        self, refine: Callable[[Shown], list[tuple[Shown, Shown]]] | None = None
    ) -> CpProblem:
        """The model with the literals of the shown atoms."""
        atoms = {symbol: self.boolean(literal) for symbol, literal in self.shown.items()}
        return CpProblem(self.model, atoms, refine)
