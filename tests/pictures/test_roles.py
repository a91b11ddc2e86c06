"""Roles in pictures: told apart without colour, on each lattice and in several panels."""

from __future__ import annotations

import io
from typing import get_args

from rich.console import Console

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.pictures.picture import Panel, Picture, Role, Tile
from pyasp_puzzles.pictures.roles import SIGNS, with_roles
from pyasp_puzzles.pictures.terminal import TerminalPicture, plain

ALL: dict[tuple[int, ...], Role] = {(2,): "reason", (3,): "new", (4,): "wrong", (5,): "differs"}


def tiles() -> tuple[Tile, ...]:
    """A given tile, a known one, and four others."""
    given = Tile(1, 1, "4", 1, given=True, cell=(1,))
    others = (Tile(1, n, str(n), 1, cell=(n,)) for n in range(2, 7))
    return (given, *others, Tile(1, 7, "", 1, cell=(7,)))


def test_each_role_has_its_own_signs() -> None:
    signs = [SIGNS[role] for role in get_args(Role)]
    assert len(set(signs)) == len(signs)


def test_all_roles_on_squares() -> None:
    picture = with_roles(Picture("", (Panel(tiles()),)), ALL)
    assert plain(picture) == (
        "┌───────────────────────────┐\n"
        "│[4] (2) *3* !4! <5>  6     │\n"
        "└───────────────────────────┘\n"
        " [x] given   x known   (x) reason   *x* new   !x! wrong   <x> differs"
    )


def test_roles_on_hexagons_and_triangles() -> None:
    hexagons = tuple(
        Tile(row, column, sign, 1, cell=(row, column))
        for row, column, sign in ((0, 0, "a"), (1, 0, "a"), (1, 1, "b"))
    )
    roles: dict[tuple[int, ...], Role] = {(0, 0): "new", (1, 1): "reason"}
    picture = with_roles(Picture("", (Panel(hexagons, lattice="hexagonal"),)), roles)
    assert plain(picture) == (
        "    *a*\n"  #
        "  a    (b)\n"
        " x known   (x) reason   *x* new"
    )
    triangles = tuple(Tile(0, n, "ab"[n % 2], n, cell=(0, n)) for n in range(3))
    roles = {(0, 1): "new"}
    picture = with_roles(Picture("", (Panel(triangles, lattice="triangular"),)), roles)
    assert plain(picture) == (
        "/ a  \\*b* / a  \\\n"  #
        " x known   *x* new"
    )


def test_a_panel_of_the_instance_shows_reasons_only() -> None:
    """What follows is drawn on the board, not on the panel with the rules of the regions."""
    rules = Panel(tuple(Tile(1, n, "=", 1, given=True, cell=(n,)) for n in (1, 2)), "rules")
    board = Panel(tuple(Tile(1, n, "?", 1, cell=(n,)) for n in (1, 2)), "board")
    picture = with_roles(Picture("", (rules, board)), {(1,): "reason", (2,): "new"})
    assert "│(=)  = │   │(?) *?*│" in plain(picture)


def test_colours_only_add_to_the_signs() -> None:
    buffer = io.StringIO()
    console = Console(file=buffer, force_terminal=True, color_system="256", width=80)
    console.print(TerminalPicture(with_roles(Picture("", (Panel(tiles()),)), ALL)))
    text = buffer.getvalue()
    for words in ("[4]", "(2)", "*3*", "!4!", "<5>"):
        assert words in text
    assert "48;5;46m*3*" in text


def test_each_puzzle_can_draw_a_role_on_each_cell_of_its_board() -> None:
    """A puzzle that names no cells of its tiles could not draw any hint."""
    for name in shipped_names():
        puzzle = pp.find_puzzle(name)
        sketch = puzzle.sketch(pp.load(name), Partial())
        cells = [tile.cell for panel in sketch.panels for tile in panel.tiles if tile.cell]
        assert cells
        drawn = plain(with_roles(sketch, dict.fromkeys(cells, "new")))
        assert drawn.count("*") >= 2 * len(set(cells))
        assert "*x* new" in drawn
