"""Boards as rows of facts: what a layer is, and the base of instances that have layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Literal, Self, TypeVar

from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.fields import fields as checked_fields
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Known, Line
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.atoms import Predicate, arguments

Row = tuple[Any, ...]
"""The arguments of a fact or of a shown atom."""
Rows = tuple[Row, ...]
Value = int | str
"""What stands on a place: a number, a name or a sign."""
Arguments = tuple[tuple[str, type], ...]
"""The names and types of the arguments of a fact."""
CELL: Arguments = (("row", int), ("column", int))
PAIR: Arguments = (*CELL, ("row2", int), ("column2", int))
Limit = int | Callable[[Any], int]
"""A number, or a function of the board where it depends on it."""
T = TypeVar("T")

MOST_SIDE = 100
"""The most rows, or columns, of a grid."""


def limit(most: Limit, board: Any) -> int:
    """The number of a limit on a board."""
    return most(board) if callable(most) else most


@cache
def predicate(name: str, arguments: Arguments) -> type[Predicate]:
    """The class of facts of a name."""
    meta = type("Meta", (), {"name": name})
    body = {"__annotations__": dict(arguments), "__module__": __name__, "Meta": meta}
    return type(name.title().replace("_", ""), (Predicate,), body)


class FactClass:
    """A class of facts that is made when its first fact is: to make one takes over a millisecond.

    Attributes:
        kind: the class.
    """

    def __init__(self, name: str, arguments: Arguments) -> None:
        self._name, self._arguments = name, arguments

    @cached_property
    def kind(self) -> type[Predicate]:
        return predicate(self._name, self._arguments)

    def __call__(self, *values: Any) -> Predicate:
        return self.kind(*values)


@lru_cache(maxsize=10_000)
def _atom(kind: type[Predicate], row: Row) -> Predicate:
    """The atom of a row; boards that differ in a few clues have most of them in common."""
    return kind(*row)


@dataclass(frozen=True, eq=False, repr=False)
class Layer:
    """One class of facts of a board. What stands here is one number about the whole board.

    Like all declarations it is compared by identity and has no ``repr``: every command makes all
    these classes, and each method that a dataclass derives takes a tenth of a millisecond.

    Attributes:
        fact: the class of its facts, or only their name; empty: it has none.
        about: what one is, as a noun phrase: "a printed number".
        noun: what a row of it is called, "clue".
        key: of its entry in a file; empty: the name of the field.
        where: where one can stand, for messages.
        drop: what a generator may leave out: "": nothing; "row": the clue; "?": its number.
        name: of the field of the board that holds its rows; the board's class says it.
    """

    fact: type[Predicate] | str = ""
    about: str = field(default="", kw_only=True)
    noun: str = field(default="clue", kw_only=True)
    key: str = field(default="", kw_only=True)
    drop: Literal["", "row", "?"] = field(default="", kw_only=True)
    name: str = field(default="", kw_only=True)
    arguments: ClassVar[Arguments] = (("value", int),)
    where: str = field(default="a place of the board", kw_only=True)

    def named(self, name: str) -> Self:
        """The layer of the field with this name."""
        return replace(self, name=name, key=self.key or name)

    @property
    def shape(self) -> Arguments:
        """The arguments of its facts."""
        return self.arguments

    @property
    def drawn(self) -> bool:
        """Whether it is a drawing in a file, as large as the board."""
        return False

    @property
    def last(self) -> bool:
        """Whether a file has it behind the others: drawings and long lists."""
        return self.drawn

    @property
    def filled(self) -> bool:
        """Whether every place has a value, so that none can be removed."""
        return True

    def blank(self, board: Any) -> list[Row]:
        """What an empty board has of it: its first value on each place, if it is filled."""
        places = self.places(board) if self.filled else ()
        return [self.row(board, at, self.values(board)[0]) for at in places]

    # rows and facts

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        """The classes of its facts."""
        if isinstance(self.fact, str):
            return (predicate(self.fact, self.shape),) if self.fact else ()
        return (self.fact,)

    def rows(self, board: Any) -> Rows:
        """Its rows on a board, sorted."""
        return self.unpack(getattr(board, self.name))

    def pack(self, board: Any, rows: Iterable[Row]) -> Any:
        """Rows as the value of the field."""
        return tuple(sorted(rows))

    def unpack(self, value: Any) -> Rows:
        """The value of the field as rows."""
        return tuple(value)

    def facts(self, board: Any) -> Iterator[Predicate]:
        """The facts of its rows."""
        yield from map(self.atom, self.rows(board) if self.classes else ())

    def atom(self, row: Row) -> Predicate:
        return _atom(self.classes[0], row)

    def row_of(self, atom: Predicate) -> Row:
        return arguments(atom)

    # places and values

    def places(self, board: Any) -> Sequence[Place]:
        """Where it can stand; the place of something about the whole board is ``()``."""
        return [()]

    def values(self, board: Any) -> Sequence[Value]:
        """The values that are offered; others may be possible, see :meth:`value_of`."""
        return []

    def place(self, row: Row) -> Place:
        """Where a row stands."""
        return ()

    def value(self, row: Row) -> Value:
        """What a row says there."""
        value: Value = row[-1]
        return value

    def row(self, board: Any, place: Place, value: Value) -> Row:
        """A value on a place as a row."""
        return (*place, value)

    def text(self, value: Value) -> str:
        """A value as files, tools and editors write it."""
        return str(value)

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        """A value from its text.

        Raises:
            InstanceError: it is none.
        """
        found = {self.text(value): value for value in self.values(board)}
        if text not in found:
            raise entry.error(text, f"one of {', '.join(found)}", line)
        return found[text]

    def check(self, board: Any, rows: Field) -> None:
        """Refuse rows that are wrong, when a board is made by code."""
        places = set(self.places(board))
        seen: set[Place] = set()
        for node in rows.list():
            row = node.of(tuple).value
            if not row or not all(type(part) in (int, str) for part in row):
                raise node.error(f"numbers and texts: a {self.noun}")
            place, value = self.place(row), self.value(row)
            if place not in places or place in seen or row != self.row(board, place, value):
                raise node.error(f"{self.where} that has no other {self.noun}")
            seen.add(place)
            entry = Entry(node.source, node.path, Line(0, ""))
            if self.value_of(board, self.text(value), entry) != value:
                raise node.error(f"a value of a {self.noun}")
        rows.in_order(self.noun)

    # files

    def entries(self) -> tuple[str, ...]:
        """The keys of its entries in a file."""
        return (self.key,)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        """Take its entries.

        Args:
            board: what is known of the board so far; nobody has checked it.

        Returns:
            Values of fields.
        """
        entry = entries.required(self.key)
        value = self.value_of(board, entry.word, entry)
        return {self.name: self.pack(board, [self.row(board, (), value)])}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        """Its entries, as ``write_board`` takes them; none where it has nothing to say."""
        values = [self.text(self.value(row)) for row in self.rows(board)]
        return {self.key: " ".join(values)} if values else {}

    def format(self) -> str:
        """What stands in its entries, in a sentence for users."""
        return f"``{self.key}`` is {self.about}."

    # pictures

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        """Draw some rows."""

    def words(self, board: Any) -> str:
        """How much of it a board has, "12 clues"; empty: this is not said."""
        return ""


def layer(declared: Layer, default: Any = ()) -> Any:
    """A field of a board, or of a solution, that holds the rows of a layer."""
    return field(default=default, metadata={"layer": declared})


def _declared(kind: Any) -> tuple[Layer, ...]:
    found = [(each.metadata.get("layer"), each.name) for each in fields(kind)]
    return tuple(declared.named(name) for declared, name in found if declared is not None)


layers_of: Callable[[Any], tuple[Layer, ...]] = cache(_declared)
"""The layers that a class of boards declares, each with the name of its field."""


def layer_named(board: Any, name: str) -> Layer:
    """The layer of a board that has this field."""
    return next(each for each in layers_of(type(board)) if each.name == name)


def unchecked(kind: type[T], values: Mapping[str, Any]) -> T:
    """A board that nobody has checked: its fields as far as they are known, else the defaults."""
    board = object.__new__(kind)
    declared = fields(kind)  # type: ignore[arg-type]
    known = {each.name: None if each.default is MISSING else each.default for each in declared}
    board.__dict__.update(known | dict(values))
    return board


def with_fields(board: T, **values: Any) -> T:
    """A board with other values of some fields, unchecked; ``replace`` of it is checked."""
    own = {each.name: getattr(board, each.name) for each in fields(board)}  # type: ignore[arg-type]
    return unchecked(type(board), own | values)


@dataclass(frozen=True)
class LayeredBoard:
    """An instance; subclasses add a field for each layer.

    Attributes:
        sides: the least and the greatest number of rows, and of columns.
        square: whether there are as many of both.
        most_cells: the greatest number of cells.

    Raises:
        InstanceError: a field is wrong.
    """

    sides: ClassVar[tuple[int, int]] = (1, MOST_SIDE)
    most_cells: ClassVar[int] = MOST_SIDE**2
    square: ClassVar[bool] = False

    title: str
    name: str = field(default="", kw_only=True)
    known: Known = field(default=(), kw_only=True)
    author: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        root = checked_fields(self)
        root["author"].one_line()
        for each in layers_of(type(self)):
            each.check(self, root[each.name])

    @property
    def heading(self) -> str:
        """Title and author, for pictures."""
        return ", by ".join(filter(None, (self.title, self.author)))
