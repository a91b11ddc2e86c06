"""What hands do with a board in layers: partial answers and play, derived from its marks.

Comes in: the marks of a puzzle's answers. Goes out: how it is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.boards.answer_text import found, read_drawing, said, typed_atoms, write_drawing
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.grid import GridBoard
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.pieces import Poses
from pyasp_puzzles.boards.places import Place, short_name
from pyasp_puzzles.boards.play import BoardProgress, ByHand, Laid, MoveError, Tool
from pyasp_puzzles.boards.puzzle import BoardSite, I, MadeLater, Puzzle, S
from pyasp_puzzles.boards.values import Values
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import PuzzleError, shorten
from pyasp_puzzles.pictures.picture import Panel, Picture

if TYPE_CHECKING:
    from pyasp_puzzles.boards.drafts import Drafts
    from pyasp_puzzles.boards.edit import EditForm
    from pyasp_puzzles.boards.generator import Generator

_SPARE = "123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False, repr=False)
class Hands(ByHand[Any]):
    """What hands do with the boards of a puzzle."""

    genre: Genre[Any, Any]

    @property
    def marks(self) -> tuple[Marks, ...]:
        return self.genre.marks

    # partial answers

    def places(self, board: Any, atom: Predicate) -> Sequence[Place]:
        return self._of(atom).pictured(board, atom)

    def spots(self, board: Any, atom: Predicate) -> Sequence[Place]:
        return self._of(atom).spots(board, atom)

    def _of(self, atom: Predicate) -> Marks:
        return next(each for each in self.marks if type(atom) in each.classes)

    def sketch(self, board: Any, partial: Partial) -> Picture:
        known = {own.name: found(own, board, partial) for own in self.marks}
        rows = {
            own.name: sorted({*own.given_rows(board), *known[own.name][0].values()})
            for own in self.marks
        }
        absent = {name: none for name, (_, none) in known.items()}
        drawn = self.genre.drawn(board, rows, absent)
        pieces = [own for own in self.marks if isinstance(own, Poses) and own.listed]
        given = self._known(board, partial) if pieces else partial
        left = [line for own in pieces for line in own.told(board, said(own, given))]
        return replace(drawn, legend=(*drawn.legend, *left))

    def whole(self, board: Any, partial: Partial) -> bool:
        """Whether no place is open, no piece is left, or what holds is an answer."""
        progress = self._progress(board, partial)
        full = (own.full(board, found(own, board, partial)[0]) for own in self.marks)
        return progress.done >= progress.all or all(full) or self.right(board, partial)

    def right(self, board: Any, partial: Partial) -> bool:
        """Whether what holds is an answer."""
        try:
            return not self.genre.broken(board, self.solution(board, partial))
        except PuzzleError:
            return False

    def solution(self, board: Any, partial: Partial) -> Any:
        """The solution, or the part of one, of the atoms that hold."""
        return self.genre.decode(board, unify(partial.atoms, self.genre.answers))

    def read(self, board: Any, text: str) -> Partial:
        return read_drawing(self.marks, board, text)

    def write(self, board: Any, partial: Partial) -> str:
        return write_drawing(self.marks, board, partial)

    # play

    @property
    def pencil(self) -> bool:
        return any(isinstance(own, Values) for own in self.marks)

    def tools(self, board: Any, partial: Partial) -> Sequence[Tool]:
        """The values of all marks, and for each what says that nothing is there."""
        known = self._known(board, partial)
        every = [tool for own in self.marks for tool in own.tools(board, said(own, known))]
        nothing: dict[str, str] = {}
        for own in self.marks:
            if own.nothing:
                word = "" if own.nothing.isalnum() else own.no_word
                nothing[own.nothing] = "nothing" if own.nothing in nothing else word
        every += [Tool(name, word=word) for name, word in nothing.items()]
        named = Counter(sign.lower() for tool in every for sign in (tool.name, *tool.keys))
        spare = iter(sign for sign in _SPARE if sign not in named)
        return [_with_key(tool, named, nothing, spare) for tool in every]

    def lay(self, board: Any, partial: Partial, laid: Laid) -> Partial:
        """Enter a value, or that nothing is there, in place of what was entered there."""
        named = self._named(board, laid.tool)
        own = next((each for each in named if laid.cell in each.places(board)), None)
        if own is None:
            raise MoveError(f"The board has no {named[0].noun} {short_name(laid.cell)}.")
        if laid.pose and not own.solid:
            raise MoveError(f"{laid.tool} has the pose 0 only.")
        if laid.tool == own.nothing:
            rest = self._without(own, board, partial, laid.cell)
            there = [own.atom(own.row(board, laid.cell, value)) for value in own.values(board)]
            return rest.together(Partial.of((), there))
        if isinstance(own, Poses):
            return self._fitting(own, board, partial, laid)
        row = own.laid_row(board, laid)
        return self._without(own, board, partial, laid.cell).holding([own.atom(row)])

    def _fitting(self, own: Poses, board: Any, partial: Partial, laid: Laid) -> Partial:
        """What lies on the board with a further piece."""
        known = self._known(board, partial)
        rows, tools = found(own, board, known)[0], own.tools(board, said(own, known))
        tool = next(each for each in tools if each.name == laid.tool)
        if not 0 <= laid.pose < tool.poses:
            name = f"{own.piece[:1].upper()}{own.piece[1:]} {tool.name}"
            raise MoveError(f"{name} has the poses 0 to {tool.poses - 1}.")
        if not tool.left:
            raise MoveError(f"No {own.piece} {tool.name} is left.")
        first = ""
        for row in own.ways(board, laid):
            there = next((place for place in own.covered(board, row) if place in rows), None)
            if there is None:
                loose = self._there(own, board, partial, own.covered(board, row), absent=False)
                return partial.without(loose).holding(own.atoms(row))
            name = own.laid(board, rows[there]).tool
            first = first or f"On {own.place_name(there)} lies {own.piece} {name}."
        raise MoveError(first or f"The {own.piece} does not fit there.")

    def take(self, board: Any, partial: Partial, cell: Place) -> Partial:
        there = [own for own in self.marks if cell in own.places(board)]
        if not there:
            raise MoveError(f"The board has no place {short_name(cell)}.")
        lying = [own for own in there if self._laid(own, board, partial, cell)]
        for own in lying[:1] or there:
            partial = self._without(own, board, partial, cell)
        return partial

    def lying(self, board: Any, partial: Partial, cell: Place) -> Laid | None:
        laid = (self._laid(own, board, partial, cell) for own in self.marks)
        return next((each for each in laid if each), None)

    def look(self, board: Any, tool: str, pose: int) -> Panel:
        return self._named(board, tool)[0].look(board, tool, pose)

    def progress(self, board: Any, partial: Partial) -> BoardProgress:
        """The places of which all is known, given ones included; all of an answer."""
        known = partial.together(self.given(board))
        progress = self._progress(board, known)
        if self.right(board, known) and not any(own.loose for own in self.marks):
            return BoardProgress(progress.all, progress.all, progress.what)
        return progress

    def given(self, board: Any) -> Partial:
        return Partial.of(own.atom(row) for own in self.marks for row in own.given_rows(board))

    def _progress(self, board: Any, known: Partial) -> BoardProgress:
        each = [own.progress(board, *found(own, board, known)) for own in self.marks]
        return BoardProgress(sum(x.done for x in each), sum(x.all for x in each), each[0].what)

    def _known(self, board: Any, partial: Partial) -> Partial:
        """What holds, given marks included."""
        return partial.holding(own.atom(x) for own in self.marks for x in own.given_rows(board))

    def _named(self, board: Any, tool: str) -> Sequence[Marks]:
        """The marks that have a tool."""
        named = [own for own in self.marks if tool in _names(own, board)]
        if not named:
            names = ", ".join(each.name for each in self.tools(board, Partial()))
            raise MoveError(f"There is no {shorten(tool)}: choose one of {names}.")
        return named

    def _laid(self, own: Marks, board: Any, partial: Partial, cell: Place) -> Laid | None:
        if cell in own.given_places(board):
            return None
        rows, absent = found(own, board, partial)
        cell = own.meant(rows, cell)
        if cell in rows:
            return own.laid(board, rows[cell])
        return Laid(own.nothing, 0, cell) if cell in absent and own.nothing else None

    def _without(self, own: Marks, board: Any, partial: Partial, cell: Place) -> Partial:
        """Without all that is said of a place."""
        if cell in own.given_places(board):
            raise MoveError(f"What stands on {short_name(cell)} is given.")
        rows = found(own, board, partial)[0]
        cleared, absent = own.taken(board, rows, own.meant(rows, cell))
        return partial.without(self._there(own, board, partial, cleared, absent=absent))

    def _there(
        self, own: Marks, board: Any, partial: Partial, places: Iterable[Place], *, absent: bool
    ) -> Partial:
        """What is said of some places; ``absent``: also what does not hold there."""
        there = set(places)
        kinds = ((partial.atoms, True), (partial.absent if absent else (), False))
        return Partial.of_literals(
            (atom.symbol, holds)
            for symbols, holds in kinds
            for atom in typed_atoms(own, symbols)
            if not there.isdisjoint(own.spots(board, atom))
        )


def _names(own: Marks, board: Any) -> list[str]:
    """The tools of some marks."""
    return [*(tool.name for tool in own.tools(board, ())), *([own.nothing] if own.nothing else [])]


def _with_key(
    tool: Tool, named: Counter[str], nothing: Collection[str], spare: Iterable[str]
) -> Tool:
    low = tool.name.lower()
    if len(low) == 1 and low.isalnum() and low.isascii() and named[low] == 1:
        return replace(tool, keys=tool.keys + low)
    if tool.left is not None:  # a piece has no other key than its name
        return tool
    key = "0" if tool.name in nothing and "0" not in named else next(iter(spare), "")
    return replace(tool, keys=tool.keys + key)


def layered(genre: Genre[I, S], drafts: Drafts | None = None, **more: Any) -> Puzzle[I, S]:
    """The puzzle of a declaration.

    Args:
        drafts: how new boards are drafted, where the layers do not say enough.
        more: fields of :class:`~pyasp_puzzles.boards.puzzle.Puzzle` that no layer says, or that
            take the place of a derived one.
    """
    kinds = [each.kind for each in genre.marks]
    derived: dict[str, Any] = {
        "name": genre.name,
        "title": genre.title,
        "instance_type": genre.board,
        "solution_type": genre.solution,
        "inputs": MadeLater(lambda: genre.inputs),
        "answers": MadeLater(lambda: genre.answers),
        "parse": genre.parse,
        "format": genre.format,
        "facts": genre.facts,
        "decode": genre.decode,
        "verify": genre.broken,
        "picture": genre.picture,
        "size": genre.size,
        "engines": {},
        "file_formats": genre.describe(),
        "play": Hands(genre),
        "edit": MadeLater(partial(_editor, genre)),
        "generator": MadeLater(partial(_generator, genre, drafts)),
        "kind": genre.kind or ("loops" if "loops" in kinds else kinds[0]),
    }
    if genre.blank or issubclass(genre.board, GridBoard):
        derived["empty"] = genre.empty
    if genre.codec:
        code = genre.codec
        derived["site"] = BoardSite(code.reads, code.names, code.write_url, genre.partial)
        url = {
            "url": lambda board, _: code.write_url(board),
            "pzprv3": lambda *both: genre.pzprv3(*both).rstrip(),
        }
        more = {**more, "export": {**url, **more.get("export", {})}}
    if all(isinstance(marks, Values) for marks in genre.marks):
        derived["read"] = genre.read_answer
    return Puzzle(**derived | more)


def _editor(genre: Genre[I, S]) -> EditForm[I]:
    from pyasp_puzzles.boards.editing import editor

    return editor(genre)


def _generator(genre: Genre[I, S], drafts: Drafts | None) -> Generator[I] | None:
    from pyasp_puzzles.boards.drafts import Drafts

    return (drafts or Drafts()).generator(genre)
