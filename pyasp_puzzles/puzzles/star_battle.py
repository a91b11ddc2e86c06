"""Star Battle: put N stars into each row, column and region so that no two stars touch.

They do not touch at corners either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
    """InstanceError: more stars than fit, in every second column of two rows at most."""
    rows, stars = board.rows, board.stars
    if rows < 4 * stars and (rows, stars) != (1, 1):
        found = Phrase(f"{counted(stars, 'star')} in each of {counted(rows, 'row')}")
        expected = f"{4 * stars} rows or more: no two stars touch"
        raise InstanceError("StarBattle", "stars", found, expected)


def verify(board: StarBattle, answer: kit.Marked) -> Iterator[str]:
    regions = kit.cells_by_name(board.regions).values()
    lines = kit.lines(board.rows, board.columns)
    lines |= {f"The region of {kit.short_name(own[0])}": own for own in regions}
    for name, cells in lines.items():
        found = len(set(cells).intersection(answer.marks))
        if found != board.stars:
            yield f"{name} has {counted(board.stars, 'star')}: it has {found}."
    yield from kit.touch_faults(answer.marks, "star")


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


URL = (kit.url.Leading("stars"), kit.url.Walls("regions"))
LINK = kit.Pzpr("starbattle", URL, ("stars", kit.files.Rooms("regions", 9), "marks"))
PUZZLE = kit.layered(
    kit.Genre(StarBattle, kit.Marked, (kit.Marks("star", sign="★"),), verify, codec=LINK),
    kit.Drafts(layout, refine=kit.regrouping("regions", verify)),
    first="six",
)
