"""The moves of a player: lay, take, turn and move; each is checked before it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

from pyasp_puzzles.boards.formats.json import Node
from pyasp_puzzles.boards.partial import Cell, Partial
from pyasp_puzzles.boards.play import Laid, MoveError, PlayForm
from pyasp_puzzles.boards.puzzle import I, Puzzle, S

Kind = Literal["lay", "take", "turn", "move"]

_KINDS: tuple[Kind, ...] = get_args(Kind)
_MEMBERS = ("kind", "tool", "pose", "cell", "to")
_MOST = 100_000
"""The greatest coordinate of a cell, and the greatest pose, that a move can name."""
_LONGEST = 200
"""The longest name of a tool, in signs."""


@dataclass(frozen=True)
class Move:
    """One move.

    Attributes:
        kind: "lay" a tool; "take" what lies on a cell; "turn" it: lay it in its next pose that
            fits; "move" it as far as from one cell to another.
        cell: where.
        tool: what is laid.
        pose: how it is laid; ``None``: in the first pose that fits.
        to: the cell to which what lies on ``cell`` is moved.
    """

    kind: Kind
    cell: Cell
    tool: str = ""
    pose: int | None = None
    to: Cell | None = None


def read_move(node: Node) -> Move:
    """A move as JSON: {"kind": "lay", "tool": "2-5", "pose": 1, "cell": "2,3"}.

    Raises:
        InstanceError: a member is missing, unknown or wrong; the message names it.
    """
    node.check_members(_MEMBERS)
    kind = node["kind"].one_of(_KINDS)
    tool, to, pose = "", None, None
    if kind == "lay":
        tool = node["tool"].text()
        if len(tool) > _LONGEST:
            raise node["tool"].error(f"at most {_LONGEST} signs")
        pose = None if node.get("pose").value is None else node["pose"].integer(0, _MOST)
    elif kind == "move":
        to = read_cell(node["to"])
    found = next(known for known in _KINDS if known == kind)
    return Move(found, read_cell(node["cell"]), tool, pose, to)


def read_cell(node: Node) -> Cell:
    """A cell as a picture names it: its numbers, with commas between them.

    Raises:
        InstanceError: it is no text of one to four numbers.

    >>> read_cell(Node("", "cell", "2,3"))
    (2, 3)
    """
    words = node.text().split(",")
    try:
        numbers = tuple(int(word) for word in words if len(word) <= len(str(_MOST)) + 1)
    except ValueError:
        numbers = ()
    if not 1 <= len(words) <= 4 or len(numbers) < len(words) or max(map(abs, numbers)) > _MOST:
        raise node.error('the numbers of a cell, such as "2,3"')
    return numbers


def moved(puzzle: Puzzle[I, S], instance: I, partial: Partial, move: Move) -> Partial:
    """The partial answer after a move.

    Raises:
        MoveError: the board does not allow the move, nothing lies there, or this puzzle is not
            played by hand; the message says why, in one sentence.
        AnswerError, SolverError: the partial answer is none of this puzzle.
    """
    form = puzzle.play
    if form is None:
        raise MoveError(f"{puzzle.title} is not played by hand.")
    if move.kind == "lay":
        return _laid(form, instance, partial, move)
    if move.kind == "take":
        return form.take(instance, partial, move.cell)
    lying = form.lying(instance, partial, move.cell)
    rest = form.take(instance, partial, move.cell)  # refuses what is given
    if lying is None:
        raise MoveError("Nothing lies there.")
    if move.kind == "turn":
        return _turned(puzzle, form, instance, (partial, rest), lying)
    return _shifted(form, instance, rest, lying, move)


def _laid(form: PlayForm[I], instance: I, partial: Partial, move: Move) -> Partial:
    """The partial answer after a tool is laid."""
    poses = next((t.poses for t in form.tools(instance, partial) if t.name == move.tool), 1)
    if move.pose is not None:
        if move.pose >= poses:
            raise MoveError(f"Its poses are 0 to {poses - 1}.")
        return form.lay(instance, partial, Laid(move.tool, move.pose, move.cell))
    first: MoveError | None = None
    for pose in range(max(1, poses)):
        try:
            return form.lay(instance, partial, Laid(move.tool, pose, move.cell))
        except MoveError as error:
            first = first or error
    assert first is not None
    raise first


def _shifted(form: PlayForm[I], instance: I, board: Partial, lay: Laid, move: Move) -> Partial:
    """The board with a tool moved as far as the pointer went, or laid where the pointer is."""
    assert move.to is not None
    if len(lay.cell) == len(move.cell) == len(move.to):
        steps = (to - at for at, to in zip(move.cell, move.to, strict=True))
        cell = tuple(at + step for at, step in zip(lay.cell, steps, strict=True))
        for shifted in _at(form, instance, board, lay, [cell]):
            # A cell may be a number, such as a hole: then such a step may lead elsewhere.
            there = form.lying(instance, shifted, move.to)
            if there != form.lying(instance, board, move.to):
                return shifted
    return form.lay(instance, board, replace(lay, cell=move.to))


def _turned(
    puzzle: Puzzle[I, S], form: PlayForm[I], instance: I, boards: tuple[Partial, Partial], lay: Laid
) -> Partial:
    """The board with a tool in its next pose that fits.

    It turns around the cell on which it was laid.  Where a pose does not fit there, another cell
    that it covered takes the place of this one: so a domino between others changes its ends.

    Args:
        boards: with the tool as it lies, and without it.
    """
    before, rest = boards
    poses = next(t.poses for t in form.tools(instance, before) if t.name == lay.tool)
    if poses == 1:
        raise MoveError("It looks the same from all sides.")
    covered = puzzle.cells_of(instance, before.without(rest).atoms)
    around = [lay.cell, *sorted(cell for cell in covered if cell != lay.cell)]
    for step in range(1, poses):
        for turned in _at(
            form, instance, rest, replace(lay, pose=(lay.pose + step) % poses), around
        ):
            if turned != before:
                return turned
    raise MoveError("It fits there in no other way.")


def _at(
    form: PlayForm[I], instance: I, board: Partial, lay: Laid, cells: list[Cell]
) -> Iterator[Partial]:
    """The boards with a tool on one of some cells, where it fits."""
    for cell in cells:
        try:
            yield form.lay(instance, board, replace(lay, cell=cell))
        except MoveError:
            continue
