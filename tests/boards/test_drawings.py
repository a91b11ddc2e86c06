"""What people know of their puzzles is drawn: cages, halves of cells, bridges, lists, light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.boards import kit
from pyasp_puzzles.pictures.description import described
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.roles import with_facts
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.pictures.terminal import plain


@dataclass(frozen=True)
class Crossing(kit.GridBoard):
    """Sums below and to the right of black cells."""

    blocks: kit.Rows = kit.layer(kit.Cells("block", dark=True))
    down: kit.Rows = kit.layer(kit.Numbers("down", 1, 45, small="SW"))
    right: kit.Rows = kit.layer(kit.Numbers("right", 1, 45, small="NE"))


@dataclass(frozen=True)
class Caged(kit.SquareBoard):
    cages: kit.Rows = kit.layer(kit.Regions("cage", full=False, dashed=True))
    sums: kit.Rows = kit.layer(kit.RegionNumbers("sum", 1, 45, regions="cages"))


@dataclass(frozen=True)
class Walled(kit.GridBoard):
    walls: kit.Rows = kit.layer(kit.Numbers("touch", 0, 4, "wall", dark=True))


@dataclass(frozen=True)
class Circled(kit.GridBoard):
    islands: kit.Rows = kit.layer(kit.Numbers("island", 1, 8, "shore", dot="open"))


@dataclass(frozen=True)
class Listed(kit.GridBoard):
    runs: kit.Rows = kit.layer(
        kit.Margin("run", 1, 99, "some", several=9, sides=("top", "left", "bottom"))
    )
    clues: kit.Rows = kit.layer(kit.Numbers("clue", 0, 8, "hint", several=4))


def drawn(kind: type[Any], text: str, marks: kit.Marks, rows: Any = (), **more: Any) -> Picture:
    """A board of a genre without rules, with some marks."""
    found = dataclass(frozen=True)(type("Found", (), {"__annotations__": {"marks": kit.Rows}}))
    genre: kit.Genre[Any, Any] = kit.Genre(kind, found, (marks,), lambda _b, _s: (), "x", **more)
    (board,) = genre.parse(text, "x").values()
    return genre.drawn(board, {"marks": rows})


def test_two_numbers_share_a_black_cell_with_a_line_between_them() -> None:
    text = "blocks:\n    ##\n    #.\ndown:\n    .3\n    4.\nright:\n    ..\n    3.\n"
    values = kit.Values("value", every=False, off=("blocks",))
    picture = drawn(Crossing, text, values, [(2, 2, 3)])
    assert plain(picture) == (
        "X\n┌───────────┐\n│█████ █████│\n│█████ ██╲██│\n│█████ 3████│\n│           │\n"
        "│████3      │\n│██╲██   3  │\n│4████      │\n└───────────┘"
    )
    assert svg(picture).count('class="thin" stroke-width="1.2"') == 1
    for fact, cell in (("down(1,2,3)", (1, 2)), ("right(2,1,3)", (2, 1)), ("down(2,1,4)", (2, 1))):
        (panel,) = with_facts(picture, {fact}).panels
        assert [tile.cell for tile in panel.tiles if tile.role] == [cell]


def test_cages_are_dashed_within_walls() -> None:
    text = "size: 4\ncages:\n    AABB\n    AC.B\n    .C..\n    ....\nsums: A 7, B 12, C 5\n"
    walls = {"walls": lambda _board, cell: (cell[0] > 2, cell[1] > 2)}
    picture = drawn(Caged, text, kit.Values("value", 1, 4, every=False), [(2, 2, 4)], **walls)
    assert plain(picture).splitlines()[1:9] == [
        "┏━━━━━━━━━━━┳━━━━━━━━━━━┓",
        "┃7          ┃12         ┃",
        "┃           ┃           ┃",
        "┃           ┃           ┃",
        "┃     ┌─────┃─────┐     ┃",
        "┃     │5    ┃     │     ┃",
        "┃     │  4  ┃     │     ┃",
        "┃     │     ┃     │     ┃",
    ]
    assert 'stroke-dasharray="3 2.5"' in svg(picture)
    assert "cage from r2c2: r2c2, r3c2" in described(picture)


def test_signs_that_fill_a_cell_are_shapes_and_have_no_ground() -> None:
    signs = {"a": "◢", "b": "╲", "c": "◖", "d": "x"}
    rows = [(1, column, kind) for column, kind in enumerate(signs, start=1)]
    picture = drawn(Walled, "walls:\n    ....?\n", kit.Kinds("kind", signs), rows)
    assert plain(picture).splitlines()[2] == "│ ◢   ╲   ◖   x  ███│"
    assert [tile.colour is None for tile in picture.panels[0].tiles] == [True] * 3 + [False, True]
    text = svg(picture)
    assert [f">{sign}<" in text for sign in signs.values()] == [False] * 3 + [True]
    assert "◢" in described(picture)


def test_lamps_light_their_lines_and_parts_of_ships_are_round_at_the_ends() -> None:
    board = "walls:\n    ...2.\n    .....\n"
    lamps = drawn(Walled, board, kit.Marks("lamp", off=("walls",), light=True), [(1, 2)])
    assert plain(lamps).splitlines()[2:5:2] == ["│ ·   ●   ·  █2█    │", "│     ·             │"]
    ships = drawn(Walled, board, kit.Marks("ship", joined=True), [(1, 1), (1, 2), (2, 2), (2, 5)])
    assert plain(ships).splitlines()[2:5:2] == ["│ ◖   ■      █2█    │", "│     ◡           ● │"]
    assert ">●<" not in svg(ships) and ">●<" in svg(lamps)


def test_islands_are_circles_with_bridges_of_one_or_two_lines_and_no_grid() -> None:
    rows = [(1, 1, 1, 2, 2), (1, 2, 1, 3, 2), (1, 3, 2, 3, 1)]
    lines = kit.Lines("bridge", across=True, most=2)
    picture = drawn(Circled, "islands:\n    2.3\n    ..?\n", lines, rows)
    assert plain(picture) == "X\n  2═══════3\n          ┃\n  ·   ·   ?"
    assert 'class="wall" fill="none" stroke-width="2"' not in svg(picture)


def test_lists_of_numbers_stand_in_margins_each_with_its_fact() -> None:
    text = "size: 1 x 2\ntop: 1,2,30 .\nbottom: . 4,?\nleft: 5,6,7\nclues:\n    2,? .\n"
    picture = drawn(Listed, text, kit.Shaded("shaded"), [(1, 2)])
    assert plain(picture) == (
        "X\n        1\n        2\n       30\n      ┌───────┐\n 5 6 7│2,? ███│\n"
        "      └───────┘\n            4\n            ?"
    )
    facts = {tile.text: tile.fact for tile in picture.panels[0].tiles if tile.fact}
    assert facts["30"] == "run(0,1,1,0,3,30)"
    assert (facts["4"], facts["?"]) == ("run(2,2,-1,0,1,4)", "some(2,2,-1,0,2)")
    (clue,) = (tile for tile in picture.panels[0].tiles if tile.figure)
    assert clue.text == "2,?"
    assert svg(picture).count(">?<") == 2


def test_a_board_that_is_too_wide_for_a_line_is_shown_in_parts_with_all_its_clues() -> None:
    dark, down = "#" * 20, " ".join(map(str, range(11, 31)))
    picture = drawn(
        Crossing, f"blocks:\n    {dark}\ndown:\n    {down}\n", kit.Values("value", every=False)
    )
    for width in (50, 80):
        lines = plain(picture, width).splitlines()
        assert max(map(len, lines)) <= width
        assert all(sum(str(number) in line for line in lines) == 1 for number in range(21, 31))
    assert [line for line in lines if "columns" in line] == ["columns 1 to 10", "columns 11 to 20"]
