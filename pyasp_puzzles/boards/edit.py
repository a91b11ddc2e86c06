"""The contract of editing: the clues of a board are changed on the board itself.

Every change turns a valid instance into another valid one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, Literal

from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import I, MoveError
from pyasp_puzzles.core.errors import counted, did_you_mean, shorten
from pyasp_puzzles.pictures.positions import kind, place_name

if TYPE_CHECKING:
    from pyasp_puzzles.pictures.picture import Picture

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


Fields = Mapping[str, Any]
"""Values of some fields of a board."""
Values = Mapping[Place | None, str]
"""Texts on places; ``None`` stands for the whole board."""


@dataclass(frozen=True)
class Edit:
    """A clue, where it stands, and what another value makes of a board; :func:`clue` makes them.

    Attributes:
        name: of the clue.
        clue: what it is on a board.
        change: the fields of the board with a value, perhaps empty, on a place; the place of
            the whole board is ``()``. Raises MoveError where it makes no sense there, and
            InstanceError where it is no value or no valid board comes of it; both say why.
        values: where it can stand, and its value there, as :class:`Change` takes it; empty: there
            is none, or the clue is an act.
        missing: why it cannot be removed, in a sentence; empty: it can, or ``change`` says so.
    """

    name: str
    clue: Callable[[Any], Clue]
    change: Callable[[Any, Place, str], Fields]
    values: Callable[[Any], Values]
    missing: str = ""


def clue(
    choices: Iterable[str] | Callable[[Any], Iterable[str]] = (),
    *,
    values: Callable[[Any], Values] | None = None,
    value: Callable[[Any], str] = lambda board: "",
    missing: str = "",
    name: str = "",
    about: str | Callable[[Any], str] = "",
    typed: bool | Callable[[Any], bool] = False,
    act: bool = False,
    removable: bool = True,
) -> Callable[[Callable[[Any, Place, str], Fields]], Edit]:
    """Let a function of the board, a place and a value be the change of a clue.

    Arguments are those of :class:`Clue` and :class:`Edit`, or functions of the board that give
    them. ``value`` is that of a clue about the whole board. The name and the docstring of the
    function are those of the clue; ``{board.rows}`` is filled in.
    """

    def edit(change: Callable[[Any, Place, str], Fields]) -> Edit:
        own = name or change.__name__.replace("_", " ")
        said = " ".join((change.__doc__ or "").split())

        def declared(board: Any) -> Clue:
            words = about(board) if callable(about) else about or said.format(board=board)
            offered = choices(board) if callable(choices) else choices
            free = typed(board) if callable(typed) else typed
            scope: Scope = "cell" if values else "board"
            fixed = not removable or bool(missing)
            return Clue(own, words, tuple(offered), free, scope, act, not fixed)

        return Edit(own, declared, change, values or (lambda board: {None: value(board)}), missing)

    return edit


def row_and_column(_board: object, cell: Place) -> str:
    """How a cell, an edge or a corner is called where a puzzle does not say.

    >>> row_and_column(None, (2, 3)), row_and_column(None, (0, 3)), row_and_column(None, (1, 2, 3))
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


def _words(name: str, about: str) -> Edit:
    """A line about the board that changes no answer."""

    def change(_board: Any, _place: Place, value: str) -> Fields:
        if len(value) > MOST_WORDS:
            raise MoveError(f"The {name} has more than {counted(MOST_WORDS, 'character')}.")
        return {name: " ".join(value.split())}

    return clue(value=attrgetter(name), typed=True, name=name, about=about)(change)


MOST_WORDS = 200
"""Characters of a title, or of the name of an author."""

WORDS = _words("title", "What the board is called."), _words("author", "Who has made the board.")
"""Title and author, which every editor sets."""


@dataclass(frozen=True)
class EditForm(Generic[I]):
    """How the instances of a puzzle are changed on the board.

    Attributes:
        edits: what can be set, in a fixed order.
        picture: the unsolved board with every cell on which a clue can be set, such as the margin
            of a board with views; tiles have those cells.
        place: how a cell is called, such as "above column 2" or "piece 5".

    A value that a clue has or that is a choice of it is refused or set as it is: the clue has it
    afterwards. What a change does to other clues of its cell can be set back one by one, in the
    order of ``edits``.
    """

    edits: Sequence[Edit]
    picture: Callable[[I], Picture]
    place: Callable[[I, Place], str] = row_and_column

    def edits_of(self, board: I) -> dict[str, Edit]:
        """What can be set on a board, by name: also title and author, where it has such fields."""
        words = (edit for edit in WORDS if hasattr(board, edit.name))
        return {edit.name: edit for edit in (*self.edits, *words)}

    def clues(self, board: I) -> Sequence[Clue]:
        """What can be set on a board."""
        return [edit.clue(board) for edit in self.edits_of(board).values()]

    def values(self, board: I, clue: str) -> Values:
        """Where a clue can stand, and its value there."""
        return self.edits_of(board)[clue].values(board)


def needed(noun: str) -> str:
    """Why a clue cannot be removed, where there has to be one."""
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
    """The instance after a change; the same one where nothing changes.

    Known counts go, unless title or author changes.

    Raises:
        MoveError: there is no such clue, it cannot stand there, or the value is none that is
            offered or can be typed; or as ``Edit.change``.
        InstanceError: no valid instance comes of it.
    """
    edits = form.edits_of(instance)
    edit = edits.get(change.clue)
    if edit is None:
        hint = did_you_mean(change.clue[:60], edits)
        raise MoveError(f"There is no clue {shorten(change.clue)}: {', '.join(edits)}{hint}.")
    clue, values = edit.clue(instance), edit.values(instance)
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
        known = {} if edit in WORDS else {"known": ()}
        fields = {**edit.change(instance, change.cell or (), change.value), **known}
        return replace(instance, **fields)  # type: ignore[type-var]
