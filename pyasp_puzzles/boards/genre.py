"""A puzzle in layers: what its boards and answers have; files, facts, answers, pictures follow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic

from pyasp_puzzles.boards.board import Layer, Row, layers_of, unchecked
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.formats.fields import Field, is_json, json_boards, placed, read_json
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import read_boards, write_board
from pyasp_puzzles.boards.grid import sides_of
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.puzzle import I, S
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import AnswerError, Phrase, nouns
from pyasp_puzzles.pictures.picture import Picture

if TYPE_CHECKING:
    from pyasp_puzzles.boards.pzpr.codec import Pzpr


@dataclass(frozen=True, eq=False, repr=False)
class Genre(Generic[I, S]):
    """The declaration of a puzzle.

    Attributes:
        board: the class of its instances, with a field for each layer.
        solution: the class of its answers, with a field for each kind of marks.
        answer: the marks of an answer, in the order of the fields of ``solution``.
        verify: the rules that an answer breaks, in words; it reads neither program nor facts.
        name, title: as in :class:`~pyasp_puzzles.boards.puzzle.Puzzle`; by default those of the
            module of ``board``.
        json: the boards of a JSON file as entries, where its members are not those of the text.
        counts: known counts that a file may have besides the answers and their classes.
        walls: the group of a cell, with walls around it, where no layer says it.
        decorate: draws what no layer says; it gets the rows that are known, by name of the marks.
        painted: draws a board without an answer, with one, or with a part of one, in place of
            the layers and marks.
        blank: an empty board of so many rows and columns, where the layers do not say it.
        kind: one of :data:`~pyasp_puzzles.boards.puzzle.KINDS`, where the marks do not say it.
        codec: how pzpr, which puzz.link runs, writes its boards.
    """

    board: type[I]
    solution: type[S]
    answer: tuple[Marks, ...]
    verify: Callable[[I, S], Iterable[str]]
    name: str = ""
    title: str = ""
    json: Callable[[Field], Iterable[Entries]] = json_boards
    counts: tuple[str, ...] = ()
    walls: Callable[[I, Place], Hashable] | None = None
    decorate: Callable[[Canvas, I, Mapping[str, Collection[Row]]], None] | None = None
    painted: Callable[[I, S | None], Picture] | None = None
    blank: Callable[[int, int], I] | None = None
    kind: str = ""
    codec: Pzpr | None = None

    def __post_init__(self) -> None:
        name = self.name or self.board.__module__.rpartition(".")[2]
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "title", self.title or name.replace("_", " ").title())

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        return layers_of(self.board)

    @cached_property
    def marks(self) -> tuple[Marks, ...]:
        """The marks of its answers, each with the name of its field."""
        names = [each.name for each in fields(self.solution)]  # type: ignore[arg-type]
        return tuple(each.named(name) for each, name in zip(self.answer, names, strict=True))

    @cached_property
    def inputs(self) -> tuple[type[Predicate], ...]:
        """The classes of the facts."""
        return tuple(dict.fromkeys(kind for each in self.layers for kind in each.classes))

    @cached_property
    def answers(self) -> tuple[type[Predicate], ...]:
        """The classes of the shown atoms."""
        return tuple(kind for each in self.marks for kind in each.classes)

    # files

    def parse(self, text: str, source: str) -> dict[str, I]:
        """The boards of a file in the text format, in JSON or in pzprv3, or of an address.

        Raises:
            InstanceError: it says none.
        """
        if self.codec and self.codec.reads(text):
            own = self.board, self.title
            if self.codec.is_file(text):
                return {"": self.codec.read_file(*own, self.marks, text, source)[0]}
            return {"": self.codec.read_url(*own, text, source)}
        boards = self.json(read_json(text, source)) if is_json(text) else read_boards(text, source)
        return {board.label: self.read(board) for board in boards}

    def pzprv3(self, board: I, solution: S | None = None) -> str:
        """A board, perhaps with an answer, as a pzprv3 file."""
        assert self.codec
        rows = self.rows(solution) if solution else {}
        absent: dict[str, list[Place]] = {}
        for marks in self.marks if solution else ():
            taken = {marks.place(row) for row in rows[marks.name]}
            if not marks.every:
                absent[marks.name] = [at for at in marks.places(board) if at not in taken]
        return self.codec.write_file(board, self.marks, rows, absent)

    def partial(self, board: I, text: str, source: str) -> Partial:
        """What a pzprv3 file of a board says of its answer.

        Raises:
            AnswerError: it is the file of another board, or none.
        """
        assert self.codec
        if not self.codec.is_file(text):
            raise AnswerError(source, "", "an address, which has no answer", "a pzprv3 file")
        other, rows, absent = self.codec.read_file(self.board, self.title, self.marks, text, source)
        for layer in self.layers:
            if layer.rows(other) != layer.rows(board):
                found = Phrase(f"other {nouns(layer.noun)}")
                raise AnswerError(source, "", found, f"the file of {board.name}")
        holds = [a for own in self.marks for row in rows[own.name] for a in own.atoms(row)]
        nothing = [
            atom
            for own in self.marks
            for at in absent.get(own.name, ())
            for value in own.values(board)
            for atom in own.atoms(own.row(board, at, value))
        ]
        return Partial.of(holds, nothing)

    def read(self, entries: Entries) -> I:
        """A board from its entries.

        Raises:
            InstanceError: an entry is missing, unknown or wrong.
        """
        known = entries.known(("answers", "classes", *self.counts))
        values: dict[str, Any] = {"title": entries.text("title", entries.label or self.title)}
        values["author"] = entries.text("author")
        for layer in self.layers:
            values |= layer.read(entries, unchecked(self.board, values))
        keys = [key for layer in self.layers for key in layer.entries()]
        entries.finish(["title", "author", "answers", "classes", *keys, *self.counts])
        places = {
            layer.name: entry.place()
            for layer in self.layers
            for entry in sorted(entries.taken, key=lambda entry: entry.key == layer.key)
            if entry.key in layer.entries()
        }
        with placed(entries.source, places | entries.places, entries.place()):
            return self.board(**values, known=known)  # type: ignore[call-arg]

    def written(self, board: I) -> dict[str, str | list[str]]:
        """What a file has for a board, by key."""
        found: dict[str, str | list[str]] = {"title": board.title}  # type: ignore[attr-defined]
        found |= {"author": board.author} if board.author else {}  # type: ignore[attr-defined]
        for layer in sorted(self.layers, key=lambda layer: layer.last):
            found |= layer.write(board)
        return found

    def empty(self, size: str) -> I:
        """A board of a size such as ``5 x 7`` without clues; where regions are needed, with one.

        Raises:
            InstanceError: it is no size, or the board is too large.
        """
        with placed("", {}, "size"):
            rows, columns = sides_of(self.board, size)
            if self.blank:
                return self.blank(rows, columns)
            values: dict[str, Any] = {"title": self.title, "rows": rows, "columns": columns}
            for layer in self.layers:
                now: Any = unchecked(self.board, values)
                if getattr(now, layer.name) in ((), None) and (blank := layer.blank(now)):
                    values[layer.name] = layer.pack(now, blank)
            return self.board(**values)

    def format(self, board: I) -> str:
        """A board in the text format."""
        return write_board(self.written(board), board.known)

    def describe(self) -> str:
        """What files look like, as ``Puzzle.file_formats`` has it; examples follow from a board."""
        return f"Files.\n\n{' '.join(layer.format() for layer in self.layers)}"

    # facts and answers

    def facts(self, board: I) -> Iterator[Predicate]:
        for layer in self.layers:
            yield from layer.facts(board)

    def decode(self, board: I, atoms: Sequence[Predicate]) -> S:
        """The solution of some shown atoms.

        Raises:
            AnswerError: an atom names a place or a value that the board has not.
        """
        found = []
        for marks in self.marks:
            kinds = marks.classes
            found.append(marks.checked(board, [a for a in atoms if type(a) in kinds]))
        return self.packed(board, found)

    def packed(self, board: I, rows: Iterable[Iterable[Row]]) -> S:
        """The solution, or a part of one, of rows for each of the marks."""
        pairs = zip(self.marks, rows, strict=True)
        return self.solution(*(marks.pack(board, own) for marks, own in pairs))

    def read_answer(self, board: I, text: str) -> S:
        """The answer in rows of digits, where it has a number in each cell, or in some.

        Raises:
            AnswerError: the number of rows, or of digits in a row, is not that of the board.
        """
        (marks,) = self.marks
        rows = marks.read_rows(board, text)  # type: ignore[attr-defined]
        return self.solution(*[tuple(tuple(number or 0 for number in row) for row in rows)])

    def rows(self, solution: S) -> dict[str, tuple[tuple[Any, ...], ...]]:
        """The rows of a solution for each of its marks, by name."""
        return {marks.name: marks.rows(solution) for marks in self.marks}

    def broken(self, board: I, solution: S) -> list[str]:
        return list(self.verify(board, solution))

    # pictures

    def picture(self, board: I, solution: S | None) -> Picture:
        """A board, solved or unsolved."""
        if self.painted:
            return self.painted(board, solution)
        return self.drawn(board, self.rows(solution) if solution else {}, solution=solution)

    def drawn(
        self,
        board: I,
        rows: Mapping[str, Collection[tuple[Any, ...]]],
        absent: Mapping[str, Collection[Place]] | None = None,
        solution: S | None = None,
    ) -> Picture:
        """A board with some marks.

        Args:
            rows: those that are known, by the name of the marks.
            absent: the places on which nothing stands, by the name of the marks.
        """
        if self.painted:
            own = (rows.get(marks.name, ()) for marks in self.marks)
            return self.painted(board, self.packed(board, own))
        canvas = Canvas(board.cells)  # type: ignore[attr-defined]
        if self.walls:
            for cell in board.cells:  # type: ignore[attr-defined]
                canvas.group(cell, self.walls(board, cell))
        for layer in self.layers:
            layer.draw(canvas, board, layer.rows(board))
        for marks in self.marks:
            marks.draw(canvas, board, tuple(rows.get(marks.name, ())))
            marks.draw_absent(canvas, board, (absent or {}).get(marks.name, ()))
        if self.decorate:
            self.decorate(canvas, board, rows)
        return canvas.picture(board.heading)  # type: ignore[attr-defined]

    def size(self, board: I) -> str:
        """How large a board is, in words."""
        return ", ".join(filter(None, (layer.words(board) for layer in self.layers)))
