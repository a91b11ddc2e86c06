"""The rules of edge matching, checked from the pieces as listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyasp_puzzles.boards.faults import use_faults
from pyasp_puzzles.boards.optimiser import Scored
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.boards.places import short_name
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution, SquarePlacement
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard

Look = tuple[int, ...]
"""The colours of a turned piece, clockwise from the top."""

_TURNED = "unturned", "turned right", "upside down", "turned left"
"""What a rule says of quarter turns clockwise."""
Board = dict[Cell, list[Look]]
"""By cell the pieces that lie there."""


def verify(instance: EternityBoard, solution: EternitySolution) -> list[str]:
    """The rules that an answer breaks, one sentence each; an empty list if it keeps them all."""
    board = _board(instance, solution)
    return [*_strict(instance, solution, board), *_wrong_joints(board)]


def measure(instance: EternityBoard, solution: EternitySolution) -> Scored:
    """The number of joints that match on a board; all other rules are strict.

    A joint is between two cells with a side in common. A board that breaks a strict rule has the
    score 0.
    """
    board = _board(instance, solution)
    broken = tuple(_strict(instance, solution, board))
    matched = sum(one == other for _, one, _, other in _joints(board))
    return Scored(broken, 0 if broken else matched)


def _board(instance: EternityBoard, solution: EternitySolution) -> Board:
    known = (p for p in solution.placements if 1 <= p.piece <= len(instance.pieces))
    return by_key(((p.row, p.column), _look(instance, p.piece, p.turns)) for p in known)


def _strict(instance: EternityBoard, solution: EternitySolution, board: Board) -> Iterator[str]:
    """The rules that a board breaks, but for those of the joints."""
    known = []
    for p in solution.placements:
        if 1 <= p.piece <= len(instance.pieces):
            known.append(p)
        else:
            yield f"Every piece belongs to the set: {p.piece} does not."
    yield from _misnamed(instance, known)
    for cell in instance.cells:
        number = len(board.get(cell, ()))
        if number != 1:
            yield f"Each cell holds one piece: {short_name(cell)} holds {number}."
    for cell in sorted(board.keys() - set(instance.cells)):
        yield f"Every piece lies on the board: {short_name(cell)} is no cell of it."
    used = Counter(p.piece for p in known)
    for same in _alike(instance).values():
        times = sum(used[piece] for piece in same)
        yield from use_faults(f"Piece {same[0]}", len(same), len(same), times)
    yield from _wrong_rims(instance, board)
    for hint in instance.hints:
        if board.get((hint.row, hint.column)) != [_look(instance, hint.piece, hint.turns)]:
            where = short_name((hint.row, hint.column))
            rule = f"Piece {hint.piece} is fixed on {where}, {_TURNED[hint.turns]}"
            yield f"{rule}: it lies elsewhere."


def _look(instance: EternityBoard, piece: int, turns: int) -> Look:
    """A piece after quarter turns clockwise: the left side comes to the top."""
    sides = list(instance.pieces[piece - 1])
    for _ in range(turns % 4):
        sides.insert(0, sides.pop())
    return tuple(sides)


def _alike(instance: EternityBoard) -> dict[Look, list[int]]:
    """The numbers of the pieces that look alike in some turn, by the least of their looks."""
    pieces = range(1, len(instance.pieces) + 1)
    return by_key((min(_look(instance, piece, n) for n in range(4)), piece) for piece in pieces)


def _misnamed(instance: EternityBoard, known: list[SquarePlacement]) -> Iterator[str]:
    """Pieces that look alike go by the number of the first, likewise turns that look alike."""
    first = {piece: same[0] for same in _alike(instance).values() for piece in same}
    for p in known:
        if p.piece != first[p.piece]:
            yield (
                "Of pieces that look alike the number of the first is used: "
                f"r{p.row}c{p.column} has {p.piece}, not {first[p.piece]}."
            )
        distinct = len({_look(instance, p.piece, turns) for turns in range(4)})
        if not 0 <= p.turns < distinct:
            turns = f"0 to {distinct - 1}" if distinct > 1 else "0"
            yield (
                "Of turns that look the same only the first is used: "
                f"piece {p.piece} on r{p.row}c{p.column} has {p.turns}, not {turns}."
            )


def _wrong_rims(instance: EternityBoard, board: Board) -> Iterator[str]:
    if instance.frame is None:
        return
    for (row, column), pieces in sorted(board.items()):
        at_rim = (row == 1, column == instance.columns, row == instance.rows, column == 1)
        for look in pieces:
            for side, rim, name in zip(look, at_rim, _SIDES, strict=True):
                if (side == instance.frame) != rim:
                    where = "at the rim" if rim else "inside"
                    yield (
                        "The colour of the frame lies on every side at the rim, and on no other: "
                        f"the {name} side of r{row}c{column} is {where} and has colour {side}."
                    )


_SIDES = ("upper", "right", "lower", "left")


def _wrong_joints(board: Board) -> Iterator[str]:
    for cell, one, other_cell, other in _joints(board):
        if one != other:
            yield (
                f"The sides at {short_name(cell)}-{short_name(other_cell)} match: "
                f"one has colour {one}, the other {other}."
            )


def _joints(board: Board) -> Iterator[tuple[Cell, int, Cell, int]]:
    """Each piece and its neighbour to the right or below: their cells, the sides that touch."""
    for (row, column), pieces in sorted(board.items()):
        for _, right, down, _ in pieces:
            for neighbour in board.get((row, column + 1), ()):
                yield (row, column), right, (row, column + 1), neighbour[3]
            for neighbour in board.get((row + 1, column), ()):
                yield (row, column), down, (row + 1, column), neighbour[0]
