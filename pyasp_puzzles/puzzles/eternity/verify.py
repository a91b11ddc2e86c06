"""The rules of edge matching, checked from the pieces as listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyasp_puzzles.errors import counted
from pyasp_puzzles.puzzles.eternity.facts import Solution
from pyasp_puzzles.puzzles.eternity.instance import Instance


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The broken rules, from the pieces as listed; pieces are alike if some turn says so."""

    def look(piece: int, turns: int) -> tuple[int, ...]:
        sides = list(instance.pieces[piece - 1])
        for _ in range(turns % 4):
            sides.insert(0, sides.pop())
        return tuple(sides)

    numbers = range(1, len(instance.pieces) + 1)
    normal = {piece: min(look(piece, turns) for turns in range(4)) for piece in numbers}
    alike: dict[tuple[int, ...], list[int]] = {}
    for piece in numbers:
        alike.setdefault(normal[piece], []).append(piece)
    broken = []
    used: Counter[tuple[int, ...]] = Counter()
    on: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for p in solution.placements:
        if p.piece not in numbers:
            broken.append(f"Every piece belongs to the set: {p.piece} does not.")
            continue
        used[normal[p.piece]] += 1
        on.setdefault((p.row, p.column), []).append(look(p.piece, p.turns))
        first = alike[normal[p.piece]][0]
        if p.piece != first:
            broken.append(
                "Of pieces that look alike the number of the first is used: "
                f"({p.row}, {p.column}) has {p.piece}, not {first}."
            )
        distinct = len({look(p.piece, turns) for turns in range(4)})
        if not 0 <= p.turns < distinct:
            turns = f"0 to {distinct - 1}" if distinct > 1 else "0"
            broken.append(
                "Of turns that look the same only the first is used: "
                f"piece {p.piece} on ({p.row}, {p.column}) has {p.turns}, not {turns}."
            )
    for row in range(1, instance.rows + 1):
        for column in range(1, instance.columns + 1):
            number = len(on.get((row, column), ()))
            if number != 1:
                broken.append(f"Every cell takes one piece: ({row}, {column}) has {number}.")
    broken += [
        f"Every piece lies on the board: ({row}, {column}) is no cell of it."
        for row, column in sorted(on)
        if not (1 <= row <= instance.rows and 1 <= column <= instance.columns)
    ]
    broken += [
        f"Every piece of the set is used, as often as it is there: piece {same[0]} is used "
        f"{counted(used[kind], 'time')}, not {len(same)}."
        for kind, same in alike.items()
        if used[kind] != len(same)
    ]
    for (row, column), pieces in sorted(on.items()):
        for sides in pieces:
            broken += _broken_sides(instance, on, row, column, sides)
    for hint in instance.hints:
        if on.get((hint.row, hint.column)) != [look(hint.piece, hint.turns)]:
            broken.append(
                f"Every hint stays where it is: ({hint.row}, {hint.column}) should have piece "
                f"{hint.piece} after {counted(hint.turns, 'turn')}."
            )
    return broken


def _broken_sides(
    instance: Instance,
    on: dict[tuple[int, int], list[tuple[int, ...]]],
    row: int,
    column: int,
    sides: tuple[int, ...],
) -> Iterator[str]:
    """What is wrong with the sides of one piece; joints are looked at from above and from left."""
    at_rim = (row == 1, column == instance.columns, row == instance.rows, column == 1)
    for side, rim, name in zip(sides, at_rim, ("upper", "right", "lower", "left"), strict=True):
        if instance.frame is not None and (side == instance.frame) != rim:
            where = "at the rim" if rim else "inside"
            yield (
                "The colour of the frame lies on every side at the rim, and on no other: the "
                f"{name} side of ({row}, {column}) is {where} and has colour {side}."
            )
    for cell, mine, its in (((row, column + 1), 1, 3), ((row + 1, column), 2, 0)):
        for neighbour in on.get(cell, ()):
            if sides[mine] != neighbour[its]:
                yield (
                    f"Sides that touch have the same colour: ({row}, {column}) has "
                    f"{sides[mine]} where ({cell[0]}, {cell[1]}) has {neighbour[its]}."
                )


