"""What the SAT and CP encodings of edge matching share: pieces that fit, joints, rotations."""

from __future__ import annotations

from collections import Counter

from pyasp_puzzles.puzzles.eternity.instance import Instance, Sides, as_kind, kinds, turned

Cell = tuple[int, int]
"""Row and column, from 1."""
Joint = tuple[int, int]
"""A side of a cell, the same from both cells: twice the row and column of a cell, plus a step."""
Lying = tuple[int, int]
"""A turned piece: its kind, and its quarter turns clockwise."""
Looks = dict[Lying, Sides]
"""The colours of turned pieces."""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""From a cell to its neighbour: up, right, down, left."""


def fitting(instance: Instance, *, hints: bool = True) -> dict[Cell, Looks]:
    """The pieces that the frame, and perhaps the hints, allow on each cell, and their colours."""
    looks = faces(instance)
    given = {(h.row, h.column): as_kind(instance, h.piece, h.turns) for h in instance.hints}
    allowed = {}
    for row in range(1, instance.rows + 1):
        for column in range(1, instance.columns + 1):
            rim = rim_of(instance, row, column)
            hint = given.get((row, column)) if hints else None
            allowed[row, column] = {
                lying: sides
                for lying, sides in looks.items()
                if instance.frame is None or rim == tuple(s == instance.frame for s in sides)
                if hint is None or lying == hint
            }
    return allowed


def faces(instance: Instance) -> Looks:
    """The colours of every kind in all its turns; of turns that look the same only the first."""
    return {
        (kind, turns): turned(instance.pieces[kind - 1], turns)
        for kind in copies(instance)
        for turns in range(4)
        if as_kind(instance, kind, turns) == (kind, turns)
    }


def rim_of(instance: Instance, row: int, column: int) -> tuple[bool, ...]:
    """Whether the upper, right, lower and left side of a cell are at the rim."""
    return row == 1, column == instance.columns, row == instance.rows, column == 1


def copies(instance: Instance) -> Counter[int]:
    """The number of pieces of each kind."""
    return Counter(kind for kind, _ in kinds(instance))


def joints(cell: Cell) -> tuple[Joint, ...]:
    """The joints around a cell: above, to the right, below, to the left."""
    row, column = cell
    return tuple((2 * row + down, 2 * column + right) for down, right in STEPS)


def anchor(instance: Instance) -> int | None:
    """The kind with one piece and four faces that fits the fewest cells; ``None`` without any."""
    rims = Counter(
        rim_of(instance, row, column)
        for row in range(1, instance.rows + 1)
        for column in range(1, instance.columns + 1)
    )
    positions: Counter[int] = Counter()
    looks: Counter[int] = Counter()
    for (kind, _), sides in faces(instance).items():
        framed = tuple(side == instance.frame for side in sides)
        positions[kind] += rims.total() if instance.frame is None else rims[framed]
        looks[kind] += 1
    single = [kind for kind, number in copies(instance).items() if number == 1]
    able = [(positions[kind], kind) for kind in single if positions[kind] and looks[kind] == 4]
    return min(able)[1] if able else None


def reading_order(joint: Joint) -> tuple[int, int, int]:
    """A key that sorts joints as ``joint/5`` does: by the position to their left or above.

    Of one position the joint to the right comes before the one below.
    """
    return joint[0] // 2, joint[1] // 2, joint[0] % 2


def rotations(instance: Instance) -> list[int]:
    """The numbers of quarter turns of the board that take every hint to a hint; 0 comes first."""
    hints = {(h.row, h.column, *as_kind(instance, h.piece, h.turns)) for h in instance.hints}
    kept = []
    for quarters in range(4) if instance.rows == instance.columns else (0, 2):
        moved = set()
        for h in instance.hints:
            row, column = rotated(instance, (2 * h.row, 2 * h.column), quarters)
            moved.add((row // 2, column // 2, *as_kind(instance, h.piece, h.turns + quarters)))
        if moved == hints:
            kept.append(quarters)
    return kept


def rotated(instance: Instance, joint: Joint, quarters: int) -> Joint:
    """Where clockwise quarter turns of the board take a joint, or a cell in its coordinates."""
    (row, column), rows, columns = joint, instance.rows, instance.columns
    for _ in range(quarters):
        row, column, rows, columns = column, 2 * (rows + 1) - row, columns, rows
    return row, column
