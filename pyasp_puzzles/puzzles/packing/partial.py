"""Partial answers to packing puzzles: some copies of pieces lie in the space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.formats.text import (
    Board,
    Entry,
    Line,
    is_bare,
    read_bare,
    read_boards,
    write_board,
)
from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import AnswerError, InstanceError
from pyasp_puzzles.pictures.picture import LegendEntry, Picture
from pyasp_puzzles.puzzles.packing.cells import OPTIONAL
from pyasp_puzzles.puzzles.packing.facts import Place, decode
from pyasp_puzzles.puzzles.packing.geometry import Point
from pyasp_puzzles.puzzles.packing.givens import FREE, read_givens, written_givens
from pyasp_puzzles.puzzles.packing.instance import Given, Instance
from pyasp_puzzles.puzzles.packing.picture import left_over, picture
from pyasp_puzzles.puzzles.packing.placements import Solution, placement_of

Cells = tuple[Point, ...]


def cells(instance: Instance, atom: Predicate) -> Sequence[Point]:
    """The cells that a placement covers.

    Raises:
        AnswerError: the instance has no such piece, or the piece no such orientation.
    """
    (placement,) = decode(instance, [atom]).placements
    return placement.cells


def sketch(instance: Instance, partial: Partial) -> Picture:
    """The space with the pieces that lie in it, and a list of those that are left."""
    drawn = picture(instance, decode(instance, unify(partial.atoms, (Place,))))
    return replace(drawn, legend=tuple(_legend(instance, _laid(instance, partial))))


def whole(instance: Instance, partial: Partial) -> bool:
    """Whether no cell has to be covered and no piece used any more, or no copy is left."""
    laid = _laid(instance, partial)
    covered = {cell for _, cells in laid for cell in cells}
    used = Counter(name for name, _ in laid)
    needed = set(instance.cells) - set(instance.optional)
    enough = all(used[piece.name] >= piece.least for piece in instance.pieces)
    copies = sum(piece.most for piece in instance.pieces)
    return (covered >= needed and enough) or len(laid) >= copies


def read(instance: Instance, text: str) -> Partial:
    """Pieces drawn or listed as the given ones of a board are; ``?`` and ``_`` are free cells, too.

    Without the key ``given`` the text is a drawing of the space.

    Raises:
        AnswerError: the pieces are not those of the instance, or cannot lie in the space together.
    """
    names = [piece.name for piece in instance.pieces]
    for sign in "?_":
        text = text if sign in names else text.replace(sign, ".")
    try:
        return _read(instance, text)
    except InstanceError as error:
        raise AnswerError(error.source, error.place, error.found, error.expected) from None


def read_solution(instance: Instance, text: str) -> Solution:
    """A whole answer in the same form.

    Raises:
        AnswerError: as :func:`read`.
    """
    return decode(instance, unify(read(instance, text).atoms, (Place,)))


def write(instance: Instance, partial: Partial) -> str:
    """A drawing that :func:`read` reads, or a list of the pieces with their cells.

    Raises:
        InstanceError: pieces overlap, or there are too many of a kind.
    """
    laid = {Given(name, cells) for name, cells in _laid(instance, partial)}
    entries = written_givens(replace(instance, given=tuple(sorted(laid))))
    if "given" in entries:
        return "".join(f"{line}\n" for line in entries["given"])
    return write_board(entries)


def _read(instance: Instance, text: str) -> Partial:
    if is_bare(text):
        lines = read_bare(text)
        if all(sign in FREE + " -" for line in lines for sign in line.text):
            return Partial()
        entry = Entry("", "", Line(lines[0].number, ""), lines)
        board = Board("", "", [replace(entry, key="given")])
    else:
        (board,) = read_boards(text, "")
    pieces = {piece.name: piece for piece in instance.pieces}
    laid = [given for given, _ in read_givens(board, instance.lattice, instance.cells, pieces)]
    board.finish(("given", "given NAME"))
    every = tuple(sorted({*instance.given, *laid}))
    checked = replace(instance, given=every)
    return Partial.of(Place(*placement_of(checked, given)) for given in laid)


def _legend(instance: Instance, laid: Collection[tuple[str, Cells]]) -> Iterator[LegendEntry]:
    yield from left_over(instance, Counter(name for name, _ in laid))
    covered = {cell for _, cells in laid for cell in cells}
    if set(instance.optional) - covered:
        yield LegendEntry("", f"A cell drawn {OPTIONAL} may stay empty.")


def _laid(instance: Instance, partial: Partial) -> set[tuple[str, Cells]]:
    """The pieces that lie in the space with their cells, the given ones included."""
    placed = decode(instance, unify(partial.atoms, (Place,))).placements
    given = {(laid.piece, laid.cells) for laid in instance.given}
    return given | {(placement.piece, placement.cells) for placement in placed}


PARTIAL = PartialForm(cells, sketch, whole, read, write)
