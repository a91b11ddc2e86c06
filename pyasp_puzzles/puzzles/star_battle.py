"""Star Battle: put N stars into each row, column and region so that no two stars touch.

They do not touch at corners either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted


@dataclass(frozen=True)
class StarBattle(kit.SquareBoard):
    """A board whose cells are in regions."""

    stars: int = kit.layer(kit.Scalar("stars", 1, 9, about="the number of stars in each row"), 1)
    regions: kit.Rows = kit.layer(kit.Regions("region", about="the name of its region"))

    def __post_init__(self) -> None:
        super().__post_init__()
        check_room(self)


def check_room(board: StarBattle) -> None:
    """Refuse more stars than fit: two rows have a star in every second column at most.

    Raises:
        InstanceError: there are too many.
    """
    rows, stars = board.rows, board.stars
    if rows < 4 * stars and (rows, stars) != (1, 1):
        found = Phrase(f"{counted(stars, 'star')} in each of {counted(rows, 'row')}")
        expected = f"{4 * stars} rows or more: no two stars touch"
        raise InstanceError("StarBattle", "stars", found, expected)


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
    """Regions of random stars: a part grows from each, and parts side by side are joined."""
    check_room(board)
    for _ in range(2000):
        if stars := _stars(random, range(1, board.rows + 1), board.stars):
            parts = kit.grown(random, board.cells, stars)
            if regions := kit.grouped(random, parts, board.stars):
                return {"regions": regions}
    return None


def _stars(random: Random, lines: range, most: int) -> list[kit.Place]:
    """So many stars in each line, no two of which touch; none: this try failed."""
    found: list[kit.Place] = []
    left = dict.fromkeys(lines, most)
    for row in lines:
        for column in sorted(lines, key=lambda column: 4 * random.random() - left[column]):
            free = all(max(row - r, abs(column - c)) > 1 for r, c in found[-2 * most :])
            if free and left[column] and len(found) < most * row:
                found.append((row, column))
                left[column] -= 1
    return [] if any(left.values()) else found


LINK = kit.Pzpr(
    "starbattle",
    (kit.url.Leading("stars"), kit.url.Walls("regions")),
    ("stars", kit.files.Rooms("regions", 9), "marks"),
)
PUZZLE = kit.layered(
    kit.Genre(StarBattle, kit.Marked, (kit.Marks("star", sign="★"),), verify, codec=LINK),
    kit.Drafts(layout, refine=kit.regrouping("regions", verify)),
    first="six",
)
