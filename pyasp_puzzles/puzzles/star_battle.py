"""Star Battle: put N stars into each row, column and region so that no two stars touch.

They do not touch at corners either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import InstanceError, counted


@dataclass(frozen=True)
class StarBattle(kit.GridBoard):
    """A board whose cells are in regions."""

    stars: int = kit.layer(kit.Scalar("stars", 1, 9, about="the number of stars in each row"), 1)
    regions: kit.Rows = kit.layer(kit.Regions("region", about="the name of its region"))


def verify(board: StarBattle, answer: kit.Marked) -> Iterator[str]:
    lines = {f"row {r}": {(r, c) for c in range(1, board.columns + 1)} for r, _ in board.cells}
    for c in range(1, board.columns + 1):
        lines[f"column {c}"] = {(r, c) for r in range(1, board.rows + 1)}
    for row, column, region in board.regions:
        lines.setdefault(f"region {region}", set()).add((row, column))
    for name, cells in lines.items():
        found = len(cells.intersection(answer.marks))
        if found != board.stars:
            words = counted(board.stars, "star")
            yield f"{name[0].upper()}{name[1:]} has {words}: it has {found}."
    for (r, c), (r2, c2) in combinations(answer.marks, 2):
        if max(abs(r - r2), abs(c - c2)) < 2:
            yield f"No star touches one in r{r}c{c}: one is in r{r2}c{c2}."


def layout(random: Random, board: StarBattle) -> dict[str, kit.Rows] | None:
    """Regions grown from one star in each row, no two of which touch."""
    if board.rows != board.columns:
        expected = f"{board.columns}, as many as columns"
        raise InstanceError("star_battle", "rows", board.rows, expected)
    columns = list(range(1, board.columns + 1))
    for _ in range(1000):
        random.shuffle(columns)
        if all(abs(column - beside) > 1 for column, beside in pairwise(columns)):
            return {"regions": kit.grown(random, board.cells, list(enumerate(columns, start=1)))}
    return None


def refine(
    random: Random,
    _settings: object,
    board: StarBattle,
    answer: kit.Marked,
    others: Sequence[kit.Marked],
) -> StarBattle | None:
    """A board on which the others break a rule: a star of each comes into a region beside it."""
    for _ in range(100):
        left = [other for other in others if not any(verify(board, other))]
        if not left:
            return board
        cells = sorted(set(left[0].marks).difference(answer.marks))
        rows = kit.regrouped(random, board.regions, cells)
        if rows is None:
            return None
        board = replace(board, regions=rows)
    return None


PUZZLE = kit.layered(
    kit.Genre(StarBattle, kit.Marked, (kit.Marks("star", sign="★"),), verify),
    kit.Drafts(layout, refine=refine),
    first="six",
)
