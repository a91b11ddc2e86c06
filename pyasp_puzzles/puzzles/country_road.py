"""Country Road: draw one loop from cell to cell that visits each country once.

It enters a country once and leaves it once. A number tells how many cells of its country the loop
passes. Of two cells on either side of a border the loop passes at least one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted, often


@dataclass(frozen=True)
class CountryRoad(kit.GridBoard):
    """A board whose cells are in countries, some with a number."""

    countries: kit.Rows = kit.layer(
        kit.Regions("country", about="the name of its country", noun="country")
    )
    numbers: kit.Rows = kit.layer(
        kit.RegionNumbers(
            "passes",
            1,
            99,
            regions="countries",
            about="how many cells of a country the loop passes",
            noun="number",
            drop="row",
        )
    )


def verify(board: CountryRoad, answer: kit.Marked) -> Iterator[str]:
    near, country = kit.joined(answer.marks), board["countries"]
    for row, column, number in board.numbers:
        name = country[row, column]
        found = sum(country[cell] == name for cell in near)
        if found != number:
            words = counted(number, "cell")
            at = f"r{row}c{column}"
            yield f"The loop passes {words} of the country of {at}: it passes {found}."
    crossed = dict.fromkeys(country.values(), 0)
    for line in answer.marks:
        for name in {country[line[:2]], country[line[2:]]}:
            crossed[name] += country[line[:2]] != country[line[2:]]
    for name, number in sorted(crossed.items()):
        if number != 2 and len(crossed) > 1:
            at = kit.short_name(next(cell for cell in board.cells if country[cell] == name))
            yield f"The loop crosses the border of the country of {at} twice: {often(number)}."
    for line in kit.links(board.cells):
        cells = line[:2], line[2:]
        if country[cells[0]] != country[cells[1]] and not near.keys() & set(cells):
            first, second = map(kit.short_name, cells)
            yield f"The loop passes {first} or {second}, at a border: it passes neither."
    yield from kit.loop_faults(near)


def layout(random: Random, board: CountryRoad) -> Mapping[str, kit.Rows]:
    """Countries of about five cells, grown from random ones."""
    seeds = random.sample(board.cells, max(1, len(board.cells) // 5))
    return {"countries": kit.grown(random, board.cells, seeds)}


def refine(
    random: Random,
    _settings: object,
    board: CountryRoad,
    answer: kit.Marked,
    others: Sequence[kit.Marked],
) -> CountryRoad | None:
    """A board on which the others break a rule: cells where they differ change countries."""
    passed = kit.joined(answer.marks)
    for _ in range(200):
        left = [other for other in others if not any(verify(board, other))]
        if not left:
            return board
        other = random.choice(left)
        cells = sorted(kit.joined(set(answer.marks).symmetric_difference(other.marks)))
        rows = kit.regrouped(random, board.countries, cells)
        if rows is None:
            return None
        moved = replace(board, countries=rows, numbers=())
        if not any(verify(moved, answer)):
            board = numbered(moved, passed)
    return None


def numbered(board: CountryRoad, passed: Collection[kit.Place]) -> CountryRoad:
    """The board with the number of each country."""
    found: dict[str, list[int]] = {}
    for row, column, name in board.countries:
        found.setdefault(name, [row, column, 0])[2] += (row, column) in passed
    return replace(board, numbers=tuple(sorted(map(tuple, found.values()))))


LINES = kit.Lines("line", across=True, noun="link")
LINK = kit.Pzpr(
    "country",
    (kit.url.Walls("countries"), kit.url.Base16("numbers")),
    (kit.files.Rooms("countries", 2), "numbers", "marks"),
)
GENRE = kit.Genre(CountryRoad, kit.Marked, (LINES,), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout, refine=refine), first="ten")
