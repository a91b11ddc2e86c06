"""The facts of number grids, and the shown atoms of their answers."""

from __future__ import annotations

from pyasp_puzzles.core.atoms import Predicate


class Size(Predicate):
    """Rows, and columns, of every grid."""

    cells: int


class Grid(Predicate):
    """The top left cell of a grid."""

    row: int
    column: int


class Digit(Predicate):
    """A digit, and its number of copies in every grid."""

    digit: int
    copies: int


class LineFact(Predicate, name="line"):
    """Number and sum of the filled cells of every row and column of a grid."""

    filled: int
    total: int


class Given(Predicate):
    """A printed digit."""

    row: int
    column: int
    digit: int


class View(Predicate):
    """A number outside the board, its place, and its step to the first cell it looks at."""

    row: int
    column: int
    down: int
    right: int
    number: int


class Value(Predicate):
    """Shown: a filled cell and its digit."""

    row: int
    column: int
    digit: int
