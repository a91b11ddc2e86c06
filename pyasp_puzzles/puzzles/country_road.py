"""Country Road: draw one loop from cell to cell that visits each country once.

It enters a country once and leaves it once. A number tells how many cells of its country the loop
passes. Of two cells on either side of a border the loop passes at least one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
            "passes", 1, 99, regions="countries", noun="number", drop="row",
            about="how many cells of a country the loop passes",
        )
    )  # fmt: skip


def verify(board: CountryRoad, answer: kit.Marked) -> Iterator[str]:
    near, country = kit.joined(answer.marks), board["countries"]
    passed = Counter(country[cell] for cell in near)
    for row, column, number in board.numbers:
        if (found := passed[country[row, column]]) != number:
            at = f"the country of r{row}c{column}"
            yield f"The loop passes {counted(number, 'cell')} of {at}: it passes {found}."
    crossed = dict.fromkeys(country.values(), 0)
    for line in answer.marks:
        for name in {country[line[:2]], country[line[2:]]}:
            crossed[name] += country[line[:2]] != country[line[2:]]
    for name, number in sorted(crossed.items()):
        if number != 2 and len(crossed) > 1:
            at = kit.short_name(next(cell for cell in board.cells if country[cell] == name))
            yield f"The loop crosses the border of the country of {at} twice: {often(number)}."
    for r, c, r2, c2 in kit.links(board.cells):
        if country[r, c] != country[r2, c2] and not near.keys() & {(r, c), (r2, c2)}:
            yield f"The loop passes r{r}c{c} or r{r2}c{c2}, at a border: it passes neither."
    yield from kit.loop_faults(near)


def layout(random: Random, board: CountryRoad) -> Mapping[str, kit.Rows]:
    """Countries of about five cells, grown from random ones."""
    seeds = random.sample(board.cells, max(1, len(board.cells) // 5))
    return {"countries": kit.grown(random, board.cells, seeds)}


LINES = kit.Lines("line", across=True, noun="link")
URL = (kit.url.Walls("countries"), kit.url.Base16("numbers"))
LINK = kit.Pzpr("country", URL, (kit.files.Rooms("countries", 2), "numbers", "marks"))
GENRE = kit.Genre(CountryRoad, kit.Marked, (LINES,), verify, codec=LINK)
DRAFTS = kit.Drafts(layout, refine=kit.regrouping("countries", verify, "numbers"))
PUZZLE = kit.layered(GENRE, DRAFTS, first="ten")
