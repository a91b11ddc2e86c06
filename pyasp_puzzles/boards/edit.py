"""The contract of editing: the clues of a board are changed on the board itself.

Every change turns a valid instance into another valid one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import counted, did_you_mean, shorten
from pyasp_puzzles.pictures.positions import kind, place_name

if TYPE_CHECKING:
    from pyasp_puzzles.pictures.picture import Picture

I = TypeVar("I")  # noqa: E741 - the field's usual letter for an instance

Scope = Literal["cell", "board"]
"""Whether a clue stands on a cell, or is about the whole board."""


@dataclass(frozen=True)
class Clue:
    """A kind of clue that an editor sets: a printed digit, a region, a rule, the dominoes.

    Attributes:
        name: unique among the clues of an instance, and what the editor reads: "digit", "rule".
        about: what it does and what can be typed, in a sentence.
        choices: values that are offered; of one letter or digit each, the keyboard chooses them.
        typed: whether other values can be typed, too.
        scope: where it stands.
        act: whether it is something done once, such as two cells that are added, and no value
            that the board has afterwards.
        removable: whether it can be removed, and not only changed.
    """

    name: str
    about: str
    choices: tuple[str, ...] = ()
    typed: bool = False
    scope: Scope = "cell"
    act: bool = False
    removable: bool = True


@dataclass(frozen=True)
class Change:
    """A clue that is set or removed.

    Attributes:
        clue: the name of a :class:`Clue`.
        value: the new value; empty: the clue is removed.
        cell: where; ``None`` for a clue about the whole board.
    """

    clue: str
    value: str
    cell: Place | None = None


def row_and_column(cell: Place) -> str:
    """How a cell, an edge or a corner is called where a puzzle does not say.

    >>> row_and_column((2, 3)), row_and_column((0, 3)), row_and_column((1, 2, 3))
    ('row 2, column 3', 'above column 3', 'cell 1, 2, 3')
    """
    if kind(cell) != "cell":
        return place_name(cell, "row {}, column {}")
    if len(cell) != 2:
        return f"cell {', '.join(map(str, cell))}"
    row, column = cell
    if row == 0:
        return f"above column {column}"
    return f"row {row}, column {column}" if column else f"left of row {row}"


def nothing_said() -> Mapping[Place | None, str]:
    """The values of an act of the whole board."""
    return {None: ""}


@dataclass(frozen=True)
class Edit:
    """A clue of one board: what it is, where it stands, and what another value makes of the board.

    Attributes:
        clue: what it is.
        change: the fields of the board with a value, perhaps empty, on a place; the place of
            the whole board is ``()``. Raises MoveError where it makes no sense there, and
            InstanceError where it is no value or no valid board comes of it; both say why.
        values: where it can stand, and its value there, as :class:`Change` takes it; empty: there
            is none, or the clue is an act. A clue about the whole board stands at ``None``.
        missing: why it cannot be removed, in a sentence; empty: it can, or ``change`` says so.
    """

    clue: Clue
    change: Callable[[Place, str], Mapping[str, Any]]
    values: Callable[[], Mapping[Place | None, str]] = nothing_said
    missing: str = ""


class EditForm(ABC, Generic[I]):
    """How the instances of a puzzle are changed on the board.

    A value that a clue has or that is a choice of it is refused or set as it is: the clue has it
    afterwards. What a change does to other clues of its cell can be set back one by one, in the
    order of the clues.
    """

    @abstractmethod
    def edits(self, board: I) -> Sequence[Edit]:
        """What can be set on a board, in a fixed order."""

    @abstractmethod
    def picture(self, board: I) -> Picture:
        """The unsolved board with every cell on which a clue can be set; tiles have those cells."""

    def place(self, board: I, cell: Place) -> str:
        """How a cell is called, such as "above column 2" or "piece 5"."""
        return row_and_column(cell)

    def clues(self, board: I) -> Sequence[Clue]:
        """What can be set."""
        return [edit.clue for edit in self.edits(board)]

    def values(self, board: I, clue: str) -> Mapping[Place | None, str]:
        """Where a clue can stand, and its value there."""
        return next(edit for edit in self.edits(board) if edit.clue.name == clue).values()


def needed(noun: str) -> str:
    """Why a clue cannot be removed, where there has to be one.

    >>> needed("digit")
    'There has to be a digit; it can be another one.'
    """
    return f"There has to be a {noun}; it can be another one."


def typed(clue: str, text: str) -> Entry:
    """A typed value as an entry of a file, so that the puzzle's own reader takes it.

    >>> typed("title", " A ring ").value.text
    'A ring'
    """
    return Entry("", clue, Line(0, " ".join(text.split())))


MOST_TYPED = 10_000
"""Characters of a value."""


def changed(form: EditForm[I], instance: I, change: Change) -> I:
    """The instance after a change, without known counts; the same one where nothing changes.

    Raises:
        MoveError: there is no such clue, it cannot stand there, or the value is none that is
            offered or can be typed; or as ``Edit.change``.
        InstanceError: no valid instance comes of it.
    """
    edits = {edit.clue.name: edit for edit in form.edits(instance)}
    edit = edits.get(change.clue)
    if edit is None:
        hint = did_you_mean(change.clue[:60], edits)
        raise MoveError(f"There is no clue {shorten(change.clue)}: {', '.join(edits)}{hint}.")
    clue, values = edit.clue, edit.values()
    if change.cell not in values:
        cell = change.cell or ()
        place = f"on r{cell[0]}c{cell[1]}" if len(cell) == 2 else "there"
        raise MoveError(f"The clue {clue.name} cannot stand {place}.")
    if len(change.value) > MOST_TYPED:
        raise MoveError(f"The value has more than {counted(MOST_TYPED, 'character')}.")
    if not clue.typed and change.value not in ("", *clue.choices):
        listed = ", ".join(clue.choices)
        name = f"{clue.name[:1].upper()}{clue.name[1:]}"
        raise MoveError(f"{name}: found {shorten(change.value)}, expected one of {listed}.")
    if change.value == values[change.cell] and not clue.act:
        return instance
    if edit.missing and not change.value:
        raise MoveError(edit.missing)
    with placed("", {}, clue.name):
        fields = {**edit.change(change.cell or (), change.value), "known": ()}
        return replace(instance, **fields)  # type: ignore[type-var]
