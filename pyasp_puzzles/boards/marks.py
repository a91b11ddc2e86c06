"""The marks of answers: which places they stand on, which values, how they are drawn and told.

Marks are layers of a solution: a row holds the arguments of a shown atom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import CELL, PAIR, Arguments, Layer, Row, Rows, Value, layer_named
from pyasp_puzzles.boards.canvas import COLOUR, Canvas, DotShape
from pyasp_puzzles.boards.places import STEPS, Place, edges, in_view, links, short_name
from pyasp_puzzles.boards.play import BoardProgress, Laid, Tool
from pyasp_puzzles.core.atoms import ConstantStr, Predicate, signature
from pyasp_puzzles.core.errors import AnswerError, counted, nouns
from pyasp_puzzles.pictures.picture import Dot, Panel, Segment, Tile

NOTHING = "×"
"""The sign of a place on which nothing stands, and its tool."""

LIT = "·"
"""The sign of a place that is lit."""


def part(cell: Place, cells: Collection[Place]) -> str:
    """The sign of a cell as a part of a body: round where the body ends.

    >>> ship = [(1, 1), (1, 2), (1, 3)]
    >>> "".join(part(cell, ship) for cell in ship), part((3, 1), ship)
    ('◖■◗', '●')
    """
    ends = [(cell[0] - down, cell[1] - right) in cells for down, right in STEPS]
    if ends.count(True) == 1:
        return "◠◗◡◖"[ends.index(True)]
    return "■" if any(ends) else "●"


@dataclass(frozen=True, eq=False, repr=False)
class Marks(Layer):
    """What an answer has on the places of a board.

    Attributes:
        every: whether each place has a value; else nothing may stand there.
        given: the layer of the board, by its field, whose rows hold in each answer.
        void: values of that layer that say that nothing stands there, such as water.
        off: layers, by their fields, on whose places nothing stands: walls, or cells with clues.
        sign: what a mark without a value looks like, and its tool.
        light: whether it lights its row and its column, as far as a place of ``off``.
        joined: whether neighbours are the parts of one body, such as a ship, with round ends.
    """

    sign: str = field(default="●", kw_only=True)
    noun: str = field(default="cell", kw_only=True)
    every: bool = field(default=False, kw_only=True)
    given: str = field(default="", kw_only=True)
    void: tuple[str, ...] = field(default=(), kw_only=True)
    off: tuple[str, ...] = field(default=(), kw_only=True)
    light: bool = field(default=False, kw_only=True)
    joined: bool = field(default=False, kw_only=True)
    arguments: ClassVar[Arguments] = CELL
    kind: ClassVar[str] = "objects"  # the kind of puzzles that have them, see `puzzle.KINDS`
    solid: ClassVar[bool] = False  # whether they are pieces, which replace nothing that lies there
    loose: ClassVar[bool] = False  # whether more may stand on a board that is an answer
    filling: ClassVar[bool] = False  # whether all pieces, on all places, are always an answer

    def places(self, board: Any) -> Sequence[Place]:
        closed = [layer_named(board, name) for name in self.off]
        taken = {layer.place(row) for layer in closed for row in layer.rows(board)}
        every = self.everywhere(board)
        return [at for at in every if not taken.intersection((at[:2], at[2:]))] if taken else every

    def everywhere(self, board: Any) -> Sequence[Place]:
        """The places of a board without walls."""
        cells: Sequence[Place] = board.cells
        return cells

    def values(self, board: Any) -> Sequence[Value]:
        return [self.sign]

    def place(self, row: Row) -> Place:
        return row[:2]

    def value(self, row: Row) -> Value:
        return self.sign

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return place

    def given_rows(self, board: Any) -> Rows:
        """The rows that the board itself says."""
        if not self.given:
            return ()
        layer, most = layer_named(board, self.given), len(self.shape)
        return tuple(x[:most] for x in layer.rows(board) if layer.value(x) not in self.void)

    def given_places(self, board: Any) -> dict[Place, Row]:
        """The places that these rows take, each with its row."""
        return {at: row for row in self.given_rows(board) for at in self.covered(board, row)}

    def checked(self, board: Any, atoms: Iterable[Predicate]) -> list[Row]:
        """The rows of shown atoms.

        Raises:
            AnswerError: the place or the value of one is none of the board's.
        """
        places, values, rows = set(self.places(board)), set(self.values(board)), []
        for atom in atoms:
            row = self.row_of(atom)
            if self.place(row) not in places:
                raise AnswerError(board.name, "answer", str(atom), self.places_in_words(board))
            if self.value(row) not in values:
                raise AnswerError(board.name, "answer", str(atom), self.one_of(board))
            rows.append(row)
        return rows

    def one_of(self, board: Any) -> str:
        """The possible values, for messages."""
        return f"one of {', '.join(map(self.text, self.values(board)))}"

    def places_in_words(self, board: Any) -> str:
        """Where its places are, in words."""
        free = f" without {' or '.join(self.off)}" if self.off else ""
        return f"a cell{free} in rows 1 to {board.rows} and columns 1 to {board.columns}"

    # by hand; marks with poses, such as pieces, say more than one value on a place

    @property
    def nothing(self) -> str:
        """The tool that says that nothing stands on a place; empty: each place has something."""
        return "" if self.every else NOTHING

    def covered(self, board: Any, row: Row) -> Sequence[Place]:
        """The places that a row takes."""
        return [self.place(row)]

    def atoms(self, row: Row) -> Sequence[Predicate]:
        """The shown atoms that say a row."""
        return [self.atom(row)]

    def said(self, atoms: Sequence[Predicate]) -> Iterable[Row]:
        """The rows that some shown atoms say."""
        return map(self.row_of, atoms)

    def spots(self, board: Any, atom: Predicate) -> Sequence[Place]:
        """The places that a shown atom takes."""
        return self.covered(board, self.row_of(atom))

    def pictured(self, board: Any, atom: Predicate) -> Sequence[Place]:
        """The places of the picture that a shown atom is about.

        Raises:
            AnswerError: its place or its value is none of the board's.
        """
        return self.covered(board, next(iter(self.checked(board, [atom]))))

    def meant(self, rows: Mapping[Place, Row], place: Place) -> Place:
        """The place that a player means who names one: of several layers, the uppermost."""
        return place

    def taken(
        self, board: Any, rows: Mapping[Place, Row], place: Place
    ) -> tuple[Collection[Place], bool]:
        """The places that are cleared with one, and whether also of what is said not to hold."""
        return [place], not self.solid

    def place_name(self, place: Place) -> str:
        """What a place is called where something lies on it."""
        return short_name(place)

    def full(self, board: Any, rows: Mapping[Place, Row]) -> bool:
        """Whether nothing else stands on the board beside these rows, each with its places."""
        return False

    def progress(
        self, board: Any, rows: Mapping[Place, Row], absent: Collection[Place]
    ) -> BoardProgress:
        """How much is known: rows with their places, and places on which nothing stands."""
        every, known = len(self.places(board)), len(rows) + len(absent)
        return BoardProgress(every if self.full(board, rows) else known, every, nouns(self.noun))

    @property
    def word(self) -> str:
        """What its shown atom is called."""
        return signature(self.classes[0])[0].replace("_", " ")

    @property
    def no_word(self) -> str:
        """What :attr:`nothing` means."""
        return f"no {self.word}"

    def value_word(self, value: Value) -> str:
        """What a value means, where its text is a sign; else empty."""
        return self.word if value == self.sign else ""

    def tools(self, board: Any, rows: Iterable[Row]) -> list[Tool]:
        """What a player enters, with the copies that are left beside some rows."""
        return [Tool(self.text(x), word=self.value_word(x)) for x in self.values(board)]

    def laid(self, board: Any, row: Row) -> Laid:
        """A row as what a player has laid."""
        return Laid(self.text(self.value(row)), 0, self.place(row))

    def laid_row(self, board: Any, laid: Laid) -> Row:
        """What a player lays as a row; the tool and the place are some of these marks.

        Raises:
            MoveError: it does not fit.
        """
        value = next(v for v in self.values(board) if self.text(v) == laid.tool)
        return self.row(board, laid.cell, value)

    def look(self, board: Any, tool: str, pose: int) -> Panel:
        """A tool as it lies, from row 1 and column 1."""
        if tool == self.nothing:
            return Panel((Tile(1, 1, NOTHING, tool),))
        return Panel((Tile(1, 1, tool, tool, COLOUR),))

    # pictures

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        there, open_ = set(map(self.place, rows)), set(self.places(board))
        for cell in there if self.light else ():
            for at in in_view(cell, open_):
                canvas.tile(at, text=LIT, colour=COLOUR)
        printed = set(map(self.place, self.given_rows(board)))
        for cell in there - printed if self.joined else there:
            if self.joined:
                canvas.tile(cell, text=part(cell, there))
            else:
                canvas.answer(cell, self.sign)

    def draw_absent(self, canvas: Canvas, board: Any, places: Iterable[Place]) -> None:
        """Draw places on which nothing stands."""
        for place in places:
            canvas.tile(place, text=NOTHING)


@dataclass(frozen=True, eq=False, repr=False)
class Shaded(Marks):
    """Shaded cells."""

    kind: ClassVar[str] = "shading"
    sign: str = field(default="#", kw_only=True)

    @property
    def no_word(self) -> str:
        return f"not {self.word}"

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            canvas.shade(row)


@dataclass(frozen=True, eq=False, repr=False)
class Kinds(Marks):
    """One of several signs in each cell, or in some: each stands for a constant of the program.

    Attributes:
        signs: the sign of each constant.
        typed: the sign that people type in its place, by constant: "/" for "╱".
        shapes: the circles that are drawn in place of some signs, by constant.
    """

    signs: Mapping[str, str] = field(default_factory=dict, hash=False)
    typed: Mapping[str, str] = field(default_factory=dict, hash=False, kw_only=True)
    shapes: Mapping[str, DotShape] = field(default_factory=dict, hash=False, kw_only=True)
    arguments: ClassVar[Arguments] = (*CELL, ("kind", ConstantStr))

    def values(self, board: Any) -> Sequence[Value]:
        return list(self.signs)

    def text(self, value: Value) -> str:
        return self.signs.get(str(value), str(value))

    def value(self, row: Row) -> Value:
        return str(row[2])

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return (*place, value)

    def value_word(self, value: Value) -> str:
        return f"{value} {self.word}" if min(map(len, self.signs)) > 2 else ""

    def tools(self, board: Any, rows: Iterable[Row]) -> list[Tool]:
        keyed = zip(super().tools(board, rows), self.values(board), strict=True)
        return [replace(tool, keys=self.typed.get(str(x), "")) for tool, x in keyed]

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        printed = {dot.place for dot in canvas.dots}
        for row in rows:
            shape = self.shapes.get(row[2])
            if shape is None:
                canvas.answer(row[:2], self.text(row[2]))
            elif row[:2] not in printed:
                canvas.dots.append(Dot(row[:2], shape))


@dataclass(frozen=True, eq=False, repr=False)
class Lines(Marks):
    """Lines along the sides of cells, or across them from cell to cell (``links``).

    Attributes:
        across: whether a line joins two cells, and does not run between them.
        inner: whether it lies between two cells of the board, as a border of a division does.
        most: the most lines on a place; where there may be two, such as bridges, a row has the
            number behind the place.
    """

    kind: ClassVar[str] = "loops"
    sign: str = field(default="─", kw_only=True)
    across: bool = False
    inner: bool = False
    most: int = 1
    noun: str = field(default="side", kw_only=True)
    arguments: ClassVar[Arguments] = PAIR

    @property
    def shape(self) -> Arguments:
        return (*PAIR, ("lines", int)) if self.most > 1 else PAIR

    def everywhere(self, board: Any) -> Sequence[Place]:
        return links(board.cells) if self.across or self.inner else edges(board.cells)

    def places_in_words(self, board: Any) -> str:
        return "two neighbours, the smaller cell first"

    def values(self, board: Any) -> Sequence[Value]:
        return range(1, self.most + 1) if self.most > 1 else [self.sign]

    def text(self, value: Value) -> str:
        return "─═"[value - 1] if isinstance(value, int) and 0 < value < 3 else str(value)

    def value_word(self, value: Value) -> str:
        return counted(value, self.word) if isinstance(value, int) else super().value_word(value)

    def place(self, row: Row) -> Place:
        return row[:4]

    def value(self, row: Row) -> Value:
        return row[4] if len(row) > 4 else self.sign

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return (*place, value) if self.most > 1 else place

    def drawn_as(self, place: Place, value: Value) -> str:
        """The sign of lines on a place in a drawing."""
        return ("=‖" if value == 2 else "-|")[(place[0] == place[2]) != self.across]

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        if not (self.across or self.inner):
            canvas.grid = "points"
        elif self.most > 1:
            canvas.grid = "none"
        canvas.targets += self.places(board)
        for row in rows:
            number = self.value(row)
            lines = number if isinstance(number, int) else 1
            canvas.segments.append(Segment(row[:4], self.across, lines))

    def draw_absent(self, canvas: Canvas, board: Any, places: Iterable[Place]) -> None:
        canvas.segments += [Segment(place, self.across, lines=0) for place in places]
