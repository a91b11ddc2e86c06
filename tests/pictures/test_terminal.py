"""Pictures as text: walls between groups, labels, clues told apart, side by side."""

from __future__ import annotations

import builtins
import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.pictures.picture import BROKEN, Compass, LegendEntry, Mark, Panel, Picture, Tile
from pyasp_puzzles.pictures.terminal import TerminalPicture, plain


def drawn(*tiles: Tile, **panel: str) -> str:
    return plain(Picture("", (Panel(tiles, **panel),)))  # type: ignore[arg-type]


def coloured(picture: Picture) -> str:
    buffer = io.StringIO()
    Console(file=buffer, force_terminal=True, color_system="256", width=80).print(
        TerminalPicture(picture)
    )
    return buffer.getvalue()


def test_walls_stand_between_groups_and_only_there() -> None:
    tiles = (Tile(1, 1, "a", 1), Tile(1, 2, "a", 1), Tile(2, 1, "b", 2), Tile(2, 2, "a", 1))
    assert drawn(*tiles) == (
        "┌───────┐\n"  #
        "│ a   a │\n"
        "├───┐   │\n"
        "│ b │ a │\n"
        "└───┴───┘"
    )


def test_a_hole_or_a_label_gets_no_walls() -> None:
    tiles = (Tile(0, 1, "5"), Tile(1, 1, "x", 1), Tile(1, 3, "y", 2))
    assert drawn(*tiles) == (
        "  5\n"  #
        "┌───┐   ┌───┐\n"
        "│ x │   │ y │\n"
        "└───┘   └───┘"
    )


def test_clues_are_distinguished_from_answers() -> None:
    tiles = (Tile(1, 1, "4", 1, given=True), Tile(1, 2, "7", 2))
    assert "│[4]│ 7 │" in drawn(*tiles)
    only_clues = (Tile(1, 1, "4", 1, given=True), Tile(1, 2, "", 2))
    assert "│ 4 │   │" in drawn(*only_clues)
    assert "\x1b[1;4m4" in coloured(Picture("", (Panel(tiles),)))


def test_marks_are_at_their_sides_and_absent_from_a_narrow_picture() -> None:
    marks = {"N": Mark("1"), "E": Mark("2"), "S": Mark("3"), "W": Mark("4")}
    tile = Tile(1, 1, "p", 1, marks=marks)  # type: ignore[arg-type]
    wide = plain(Picture("", (Panel((tile,)),)))
    assert wide == "┌─────┐\n│  1  │\n│4 p 2│\n│  3  │\n└─────┘"
    narrow = plain(Picture("", (Panel((tile,)),)), width=5)
    assert narrow == "┌───┐\n│ p │\n└───┘"


def broken_square(*, one_group: bool = False, marks: bool = False) -> Picture:
    """Two by two tiles; the upper right one does not fit the tiles to its left and below."""
    sides = {"E": Mark("2"), "W": Mark("4")} if marks else {}
    fields: dict[tuple[int, int], frozenset[Compass]] = {
        (1, 1): frozenset(),
        (1, 2): frozenset({"W", "S"}),
        (2, 1): frozenset(),
        (2, 2): frozenset({"N"}),
    }
    tiles = tuple(
        Tile(*cell, "p", 1 if one_group else cell, marks=sides, broken=broken)  # type: ignore[arg-type]
        for cell, broken in fields.items()
    )
    return Picture("", (Panel(tiles),))


def test_a_broken_side_has_signs_on_its_wall_also_if_only_one_of_the_tiles_has_it() -> None:
    assert plain(broken_square()) == (
        "┌───┬───┐\n"  #
        "│ p ≠ p │\n"
        "├───┼≠≠≠┤\n"
        "│ p │ p │\n"
        "└───┴───┘"
    )
    assert plain(broken_square(marks=True)) == (
        "┌─────┬─────┐\n"
        "│     ≠     │\n"
        "│4 p 2≠4 p 2│\n"
        "│     ≠     │\n"
        "├─────┼≠≠≠≠≠┤\n"
        "│     │     │\n"
        "│4 p 2│4 p 2│\n"
        "│     │     │\n"
        "└─────┴─────┘"
    )


def test_a_broken_side_without_a_wall_has_signs_in_the_gap() -> None:
    assert plain(broken_square(one_group=True)) == (
        "┌───────┐\n"  #
        "│ p ≠ p │\n"
        "│    ≠≠≠│\n"
        "│ p   p │\n"
        "└───────┘"
    )


def test_a_broken_side_has_its_signs_with_colours_too() -> None:
    picture = replace(broken_square(), legend=(LegendEntry(BROKEN, "The sides differ."),))
    assert len(re.findall("38;5;231;48;5;160m ?≠", coloured(picture))) == 3
    assert plain(picture).endswith(" ≠  The sides differ.")


def test_panels_stay_within_the_width() -> None:
    panel = Panel(tuple(Tile(1, column, "x", 1) for column in range(1, 6)), "board")
    lines = plain(Picture("three", (panel, panel, panel)), width=50).splitlines()
    assert lines[0] == "three"
    assert lines[1] == "board                   board"
    assert lines[5] == "board"
    assert max(map(len, lines)) <= 50


def test_hexagons_are_staggered() -> None:
    triangle = [(0, 0), (0, 1), (1, 0)]
    tiles = (Tile(-b, a, str(n), n) for n, (a, b) in enumerate(triangle))
    assert drawn(*tiles, lattice="hexagonal") == "   1\n 0   2"


def test_triangles_share_their_sides() -> None:
    tiles = (Tile(0, 0, "a", 0), Tile(0, 1, "b", 1), Tile(0, 2, "a", 0))
    assert drawn(*tiles, lattice="triangular") == "/a \\b /a \\"


def test_a_wide_board_fits_eighty_columns() -> None:
    tiles = tuple(Tile(1, column, "x", column) for column in range(1, 27))
    assert max(map(len, drawn(*tiles).splitlines())) <= 80


def test_the_legend_has_its_key() -> None:
    picture = Picture("", (Panel((Tile(1, 1, "a", 1),)),), (LegendEntry("a", "sum 11", 3),))
    assert plain(picture).endswith(" a  sum 11")
    assert "48;5;" in coloured(picture)
    assert "\x1b" not in plain(picture)


def test_a_picture_is_text_in_a_notebook_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Jupyter rich's consoles show HTML and write nothing."""

    class ZMQInteractiveShell:
        """What rich knows a notebook by."""

    outside = drawn(Tile(1, 1, "a", 1))
    monkeypatch.setattr(builtins, "get_ipython", ZMQInteractiveShell, raising=False)
    assert Console().is_jupyter
    assert drawn(Tile(1, 1, "a", 1)) == outside == "┌───┐\n│ a │\n└───┘"
    soma = pp.load("packing", "soma")
    assert str(next(pp.solve(soma, limit=1))).startswith("Soma cube\n")
    assert pp.facts(soma).startswith("% Soma cube\n")


def test_tabs_and_line_ends_in_a_title_keep_the_picture_in_lines() -> None:
    picture = Picture("a\tb\nc", (Panel((Tile(1, 1, "x", 1),)),))
    assert plain(picture) == "a       b\nc\n┌───┐\n│ x │\n└───┘"


def test_a_row_without_clues_of_a_board_of_points_keeps_its_line() -> None:
    board = pp.load("slitherlink", "six")
    title, *lines = plain(puzzle_of(board).picture(board, None)).splitlines()
    assert len(lines) == 2 * 6 + 1, title
    assert {line.strip()[:1] for line in lines[::2]} == {"·"}
