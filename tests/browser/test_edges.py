"""Edges and corners of cells on the page: chosen by clicks, by taps and by keys."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

from pyasp_puzzles.pictures.picture import Panel, Picture, Segment, Tile
from pyasp_puzzles.web.boards import page_svg

pytestmark = pytest.mark.browser

SHOW = """
async (text) => {
  const { BoardView } = await import("/static/board.js");
  const place = document.createElement("div");
  place.id = "edges";
  place.className = "board picture";
  place.style.width = "300px";
  document.body.prepend(place);
  const used = (window.used = []);
  const use = (place) => used.push(place);
  const game = Object.assign(new EventTarget(), { board: { tools: [] }, armed: () => false, use });
  const view = (window.edges = new BoardView(game, place));
  view.show(text, { label: "a board" });
}
"""


@pytest.fixture
def board(opened: Callable[..., Any]) -> Any:
    """A page with a picture of 2x2 cells whose edges and one corner can be chosen."""
    tiles = tuple(Tile(r, c, "", 0, cell=(r, c)) for r in (1, 2) for c in (1, 2))
    edges = (0, 1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 1), (1, 2, 2, 2), (2, 1, 2, 2)
    lines = (Segment((1, 1, 1, 2)),)
    panel = Panel(tiles, grid="points", segments=lines, targets=(*edges, (1, 1, 2, 2)))
    page = opened(has_touch=True)
    page.evaluate(SHOW, page_svg(Picture("", (panel,)), interactive=True))
    return page


def used(page: Any) -> list[str]:
    return list(page.evaluate("window.used"))


def hit(page: Any, place: str) -> Any:
    return page.locator(f'#edges .hit[data-cell="{place}"]')


def test_an_edge_a_corner_and_a_cell_are_told_apart_by_click_and_tap(board: Any) -> None:
    places = ["1,1,1,2", "1,1", "0,1,1,1", "1,1,2,2", "2,2"]
    for way in ("click", "tap"):
        for place in places:
            before = len(used(board))
            while len(used(board)) == before:  # a busy browser may lose one
                getattr(hit(board, place), way)()
                board.wait_for_timeout(200)  # a tap is a click a little later
    assert [place for place, _ in groupby(used(board))] == places * 2
    for place in ("1,1,1,2", "1,2,2,2"):
        box = hit(board, place).bounding_box()
        assert min(box["width"], box["height"]) >= 24, "a finger hits it"


def test_steps_go_over_cells_and_half_steps_over_edges_and_corners(board: Any) -> None:
    ways = []
    board.evaluate("edges.focus()")
    for step in ("1, 0", "-1, 0, true", "0, 1", "0, -1, true", "0, -1, true"):
        board.evaluate(f"edges.step({step})")
        ways.append(board.evaluate("document.activeElement.dataset.cell"))
    assert ways == ["1,2", "1,1,1,2", "2,1,2,2", "1,1,2,2", "1,1,1,2"]
    label = board.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label == "right side of row 1, column 1: line"
