"""The rules of Flower Finder once more, checked on printed strips, petal by petal."""

from __future__ import annotations

from collections import Counter
from itertools import product

from pyasp_puzzles.boards.faults import use_faults
from pyasp_puzzles.puzzles.flower_finder.format import FlowerBoard, FlowerSolution, Strip

Print = list[list[bool]]
"""Rows of quarters, true where a petal is: 2n rows and 2 columns for an upright strip."""


def verify(instance: FlowerBoard, solution: FlowerSolution) -> list[str]:
    """The rules that a solution breaks, found by laying the printed layers on each other."""
    n = instance.n
    broken = []
    prints = {strip.name: _print(strip) for strip in instance.strips}
    there: dict[int, list[Print]] = {location: [] for location in range(1, 2 * n + 1)}
    for p in solution.placements:
        if p.strip in prints and p.location in there and p.flip in ("none", "h", "v", "both"):
            strip = _flip(prints[p.strip], p.flip)
            there[p.location].append(strip if p.location <= n else _turn_left(strip))
        else:
            broken.append(f"Every strip, location and flip is one of the puzzle's: {p} is not.")
    for location, strips in there.items():
        if len(strips) != 1:
            broken.append(
                f"In each location lies one strip: in location {location} lie {len(strips)}."
            )
    used = Counter(p.strip for p in solution.placements)
    for name in prints:
        broken += use_faults(f"Strip {name}", 1, 1, used[name])
    for row, column in product(range(n), repeat=2):
        for lower, upper in product(there[column + 1], there[n + row + 1]):
            below = [petal for line in lower[2 * row : 2 * row + 2] for petal in line]
            above = [petal for line in upper for petal in line[2 * column : 2 * column + 2]]
            visible = sum(a or b for a, b in zip(above, below, strict=True))
            if visible != 3:
                broken.append(
                    f"The gaps in hole {n * row + column + 1} match: "
                    f"{visible} petals are visible in row {row + 1}, column {column + 1}."
                )
    return broken


def _print(strip: Strip) -> Print:
    """An upright strip as printed: all quarters of a circle but its gap have a petal."""
    rows = []
    for x, y in strip.circles:
        rows.append([not (y > 0 and x < 0), not (y > 0 and x > 0)])
        rows.append([not (y < 0 and x < 0), not (y < 0 and x > 0)])
    return rows


def _flip(strip: Print, flip: str) -> Print:
    rows = strip[::-1] if flip in ("v", "both") else strip
    return [row[::-1] for row in rows] if flip in ("h", "both") else rows


def _turn_left(strip: Print) -> Print:
    """A quarter turn to the left: the right column becomes the upper row, its top the left end."""
    return [[row[column] for row in strip] for column in (1, 0)]
