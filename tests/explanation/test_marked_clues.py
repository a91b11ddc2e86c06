"""A step marks its clues where they stand: also beside the board, and in the tags of regions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.telling.pictures import Degree, picture_of
from pyasp_puzzles.pictures.picture import Area, Panel, Picture, Role, Tile
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.pictures.terminal import plain

STEPS = {"four": 8, "2020_a": 6, "document": 8, "two_islands": 5}


def told(puzzle: str, board: str) -> Iterator[tuple[Any, list[Picture]]]:
    """Steps with their pictures: with what follows, and of the clues alone."""
    explanation, known = pp.explain(pp.load(puzzle, board)), {}
    for step in islice(explanation, STEPS[board]):
        degrees: tuple[Degree, ...] = ("full", "clues")
        drawn = [picture_of(explanation.subject, known, step, degree) for degree in degrees]
        yield step, [picture for picture in drawn if picture]
        known |= {literal.atom: literal.holds for literal in step.follows}


def seen_from(words: str, size: int) -> tuple[int, int] | None:
    """Where a number stands that is told as a clue."""
    found = re.match(r"(row|column) (\d) shows (?:sum )?\d+ from (?:the )?(\w+)", words)
    if not found:
        return None
    line, number = found[1], int(found[2])
    place = 0 if found[3] in ("above", "left") else size + 1
    return (place, number) if line == "column" else (number, place)


@pytest.mark.parametrize("board", ["2020_a"])
def test_a_number_beside_the_board_is_marked_where_a_step_uses_it(board: str) -> None:
    size, marked = pp.load("twenty_four_seven", board).size, 0
    for step, pictures in told("twenty_four_seven", board):
        wanted = {seen_from(clue.words, size) for clue in step.reason} - {None}
        assert len(pictures) == 2
        for picture in pictures:
            for panel in picture.panels:
                beside = [tile for tile in panel.tiles if tile.group is None]
                assert {(t.row, t.column) for t in beside if t.role == "reason"} == wanted
                assert {tile.role for tile in beside} <= {"reason", None}
        marked += len(wanted)
    assert marked


@pytest.mark.parametrize("board", ["document", pytest.param("two_islands", marks=pytest.mark.slow)])
def test_the_tag_of_a_region_is_marked_where_a_step_uses_its_rule(board: str) -> None:
    instance, marked = pp.load("pips", board), 0
    cells = {region.name: set(region.cells) for region in instance.regions}
    for step, pictures in told("pips", board):
        words = " ".join(clue.words for clue in step.reason)
        named = {name for name in cells if re.search(rf"\bregion {name}\b", words)}
        for picture in pictures:
            areas = [area for panel in picture.panels for area in panel.areas]
            assert areas
            for area in areas:
                own = next(name for name, its in cells.items() if area.cells <= its)
                assert (area.role == "reason") == (own in named), (own, words)
        marked += len(named)
    assert marked


def test_every_renderer_shows_a_marked_clue() -> None:
    def drawn(role: Role | None) -> Picture:
        tile = Tile(1, 1, "", "a", cell=(1, 1))
        area = Area(frozenset([(1, 1)]), "11", 1, fact="sum(a,11)", role=role)
        label = Tile(0, 1, "5", fact="view(0,1,1,0,5)", cell=(0, 1), role=role)
        return Picture("", (Panel((tile, label)), Panel((tile,), areas=(area,), medium="shapes")))

    frame = 'stroke="#1d6fa8"'
    assert svg(drawn(None)).count(frame) == 0
    assert svg(drawn("reason")).count(frame) == 3  # the label, the tag, and the legend
    assert "(5)" not in plain(drawn(None))
    assert "(5)" in plain(drawn("reason"))


def test_a_tag_alone_that_is_marked_is_in_the_legend() -> None:
    area = Area(frozenset([(1, 1)]), "11", 1)
    panel = Panel((Tile(1, 1, "", "a", cell=(1, 1)),), areas=(area,), medium="shapes")
    marked = replace(panel, areas=(replace(area, role="reason"),))
    assert "reason" not in svg(Picture("", (panel,)))
    assert "reason" in svg(Picture("", (marked,)))
