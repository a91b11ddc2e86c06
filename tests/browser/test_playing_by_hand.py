"""Each puzzle is played to its end in a browser, by clicks, and by keys or a finger alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browsing import Player, answer_laid, expect, small_board

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names

pytestmark = pytest.mark.browser

BOARDS = {name: small_board(name) for name in shipped_names()}
TOUCHED = ("akari", "nurikabe", "shikaku", "skyscrapers", "slitherlink", "pips")
"""A puzzle for each kind of marks: objects, shaded cells, divisions, numbers, lines and pieces."""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DONE = "Done: the whole board is right."


@pytest.mark.parametrize(("name", "board"), BOARDS.items())
def test_a_board_is_played_to_its_end_by_clicks(
    name: str, board: str, opened: Callable[..., Any]
) -> None:
    page = opened(f"#/{name}/{board}")
    player = Player(page)
    for laid in answer_laid(name, board):
        assert DONE not in page.inner_text("#said")
        player.lay_by_clicks(laid)
    expect(page.locator("#said")).to_contain_text(DONE)


@pytest.mark.parametrize("name", TOUCHED)
def test_a_board_is_played_to_its_end_by_touch_on_a_phone(
    name: str, opened: Callable[..., Any]
) -> None:
    page = opened(f"#/{name}/{BOARDS[name]}", **PHONE)
    player = Player(page, taps=True)
    for laid in answer_laid(name, BOARDS[name]):
        assert DONE not in page.inner_text("#said")
        player.lay_by_clicks(laid)
    expect(page.locator("#said")).to_contain_text(DONE)


@pytest.mark.parametrize(("name", "board"), BOARDS.items())
def test_a_board_is_played_to_its_end_by_keys_alone(
    name: str, board: str, opened: Callable[..., Any]
) -> None:
    """No mouse: the Tab key leads to the board, arrows to the cells, letters to the tools."""
    instance, form = pp.load(name, board), find_puzzle(name).play
    assert form
    keys = {tool.name: tool.keys[:1] for tool in form.tools(instance, Partial())}
    page = opened(f"#/{name}/{board}")
    player = Player(page)
    player.enter_board()
    for laid in answer_laid(name, board):
        assert DONE not in page.inner_text("#said")
        player.lay_by_keys(laid, keys[laid.tool])
    expect(page.locator("#said")).to_contain_text(DONE)
