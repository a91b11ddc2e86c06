"""Segments, dots, shading and small texts: golden pictures of solved boards of known genres."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from pyasp_puzzles.pictures.description import described
from pyasp_puzzles.pictures.picture import Dot, Mark, Panel, Picture, Role, Segment, Tile
from pyasp_puzzles.pictures.positions import Place
from pyasp_puzzles.pictures.roles import marked, with_facts, with_roles
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.pictures.terminal import plain


def cells(*rows: str, shaded: str = "") -> tuple[Tile, ...]:
    """The tiles of a drawing; "." is empty, and shaded cells are named such as "12 34"."""
    return tuple(
        Tile(r, c, text.strip("."), 0, cell=(r, c), shaded=f"{r}{c}" in shaded.split())
        for r, row in enumerate(rows, start=1)
        for c, text in enumerate(row.split(), start=1)
    )


def edges(*paths: str) -> tuple[Place, ...]:
    """The edges between the neighbours on some paths, such as "11 12 22"."""
    pairs = (pair for path in paths for pair in pairwise(path.split()))
    ordered = (sorted(pair) for pair in pairs)
    return tuple(tuple(int(digit) for digit in a + b) for a, b in ordered)


def slitherlink() -> Panel:
    """A 2x3 board: the loop goes around all cells but the one at the upper right."""
    inside = {(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)}
    every = edges(
        *("01 11 21 31", "02 12 22 32", "03 13 23 33", "10 11 12 13 14", "20 21 22 23 24")
    )
    loop = [e for e in every if (e[:2] in inside) != (e[2:] in inside)]
    segments = [Segment(place, fact=f"line{place}") for place in loop]
    segments += [Segment((0, 3, 1, 3), lines=0), Segment((1, 3, 1, 4), lines=0)]
    return Panel(cells(". 2 2", "2 . ."), grid="points", segments=tuple(segments), targets=every)


def masyu() -> Panel:
    loop = edges("11 12 13 23 22 32 31 21 11")
    pearls = Dot((1, 1), "filled", given=True), Dot((2, 1), "open", given=True)
    known = Segment((2, 1, 2, 2), across=True, lines=0)
    lines = tuple(Segment(place, across=True) for place in loop)
    return Panel(cells("· · ·", "· · ·", "· · ·"), segments=(*lines, known), dots=pearls)


def heyawake() -> Panel:
    tiles = []
    for tile in cells(". . .", ". · ."):
        marks = {(1, 1): "2", (1, 3): "10"}.get((tile.row, tile.column))
        tiles.append(
            Tile(
                *(tile.row, tile.column, tile.text, tile.column < 3),
                marks={"NW": Mark(marks)} if marks else {},
                cell=tile.cell,
                shaded=tile.cell in ((1, 1), (2, 3)),
                fact="clue" if marks else "",
            )
        )
    return Panel(tuple(tiles))


SIGNS = Panel(
    tuple(Tile(r, c, "", (r, c), cell=(r, c)) for r in (1, 2, 3) for c in (1, 2, 3)),
    dots=(
        *(Dot((1, 1, 1, 2), "filled"), Dot((1, 2, 2, 2), "open"), Dot((2, 2, 2, 3), text="<")),
        *(Dot((1, 2, 2, 3), "open", text="3"), Dot((3, 1), "open", "2"), Dot((3, 3), "open", "2")),
    ),
    segments=(
        *(Segment(place, across=True, lines=2) for place in edges("31 32 33")),
        Segment((1, 3, 2, 3), across=True, given=True),
    ),
)

GOLDEN = {
    "slitherlink": (
        slitherlink(),
        "┏━━━━━━━┓ × ·\n"  #
        "┃     2 ┃ 2 ×\n"
        "┃   ·   ┗━━━┓\n"
        "┃ 2         ┃\n"
        "┗━━━━━━━━━━━┛",
    ),
    "masyu": (
        masyu(),
        "┌───────────┐\n"  #
        "│ ●━━━━━━━┓ │\n"
        "│ ┃       ┃ │\n"
        "│ ○ × ┏━━━┛ │\n"
        "│ ┃   ┃     │\n"
        "│ ┗━━━┛   · │\n"
        "└───────────┘",
    ),
    "nurikabe": (
        Panel(
            cells("2 . .", ". . ?", ". . 11", shaded="13 21 23 32"), dots=(Dot((1, 2), "point"),)
        ),
        "┌───────────┐\n"  #
        "│ 2   ·  ███│\n"
        "│           │\n"
        "│███     █?█│\n"
        "│           │\n"
        "│    ███ 11 │\n"
        "└───────────┘",
    ),
    "heyawake": (
        heyawake(),
        "┌───────┬───┐\n"  #
        "│█2█    │10 │\n"
        "│       │   │\n"
        "│     · │███│\n"
        "└───────┴───┘",
    ),
    "signs": (
        SIGNS,
        "┌───┬───┬───┐\n"  #
        "│   ●   │ ╷ │\n"
        "├───┼─○─3─│─┤\n"
        "│   │   < ╵ │\n"
        "├───┼───┼───┤\n"
        "│ 2═══════2 │\n"
        "└───┴───┴───┘",
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_lines_dots_and_shading_in_a_terminal(name: str) -> None:
    panel, expected = GOLDEN[name]
    assert plain(Picture("", (panel,))) == expected


def elements(panel: Panel, **looks: str) -> list[str]:
    """The data of the paths of an interactive drawing with some attributes."""
    root = ElementTree.fromstring(svg(Picture("", (panel,)), interactive=True))
    return [
        data
        for path in root.iter("{http://www.w3.org/2000/svg}path")
        if all(path.get(key.replace("_", "-")) == look for key, look in looks.items())
        for data in re.findall("M[^M]*", path.get("d", ""))
    ]


def test_lines_dots_and_shading_where_shapes_are_drawn() -> None:
    assert len(elements(slitherlink(), **{"class": "drawn"})) == 10
    assert len(elements(slitherlink(), **{"class": "wall"})) == 2 * 2, "two crosses, no walls"
    assert len(elements(slitherlink(), **{"class": "ink"})) == 12, "a point at each corner"
    assert len(elements(masyu(), **{"class": "drawn"})) == 8
    assert len(elements(masyu(), fill="#141414")) == len(elements(masyu(), fill="#fffdf5")) == 1
    assert len(elements(GOLDEN["nurikabe"][0], **{"class": "shade"})) == 4
    assert len(elements(SIGNS, **{"class": "drawn"})) == 2 * 2, "double lines"
    text = svg(Picture("", (heyawake(),)))
    assert 'class="on-shade">2<' in text and 'class="ink">10<' in text


def test_an_edge_is_a_target_above_its_cells_and_says_what_is_drawn_there() -> None:
    text = svg(Picture("", (slitherlink(),)), interactive=True)
    hits = re.findall('data-cell="([^"]+)" aria-label="([^"]+)"', text)
    assert [words for place, words in hits if place.count(",") == 1][:2] == ["1,1", "1,2: 2"]
    assert ("0,1,1,1", "0,1,1,1: line") in hits
    assert ("0,3,1,3", "0,3,1,3: no line") in hits
    assert ("1,1,1,2", "1,1,1,2") in hits
    assert [place.count(",") for place, _ in hits] == [1] * 6 + [3] * 17
    told = described(Picture("", (slitherlink(),)))
    assert told.endswith("; no line: upper side of r1c3, right side of r1c3.")


def test_lines_and_corners_have_roles() -> None:
    roles: dict[Place, Role] = {
        (0, 1, 1, 1): "new",
        (1, 2, 1, 3): "wrong",
        (1, 1, 1, 2): "differs",
        (1, 1, 2, 2): "reason",
    }
    picture = with_roles(Picture("", (slitherlink(),)), roles)
    assert plain(picture) == (
        "┏*━*━━━━┓ × ·\n"
        "┃  < >2!┃!2 ×\n"
        "┃  ( )  ┗━━━┓\n"
        "┃ 2         ┃\n"
        "┗━━━━━━━━━━━┛\n"
        " x known   (x) reason   *x* new   !x! wrong   <x> differs"
    )
    text = svg(picture)
    assert all(f">{role}</text>" in text for role in roles.values())
    assert "line: upper side of r1c1 (new), " in described(picture)


def test_roles_beside_the_outer_sides_are_whole() -> None:
    picture = with_roles(
        Picture("", (slitherlink(),)), {(1, 0, 1, 1): "new", (2, 3, 2, 4): "wrong"}
    )
    assert plain(picture).splitlines()[1:4] == [
        "*┃*    2 ┃ 2 ×",
        " ┃   ·   ┗━━━┓",
        " ┃ 2        !┃!",
    ]


def test_facts_and_differences_mark_lines_too() -> None:
    picture = Picture("", (slitherlink(),))
    [panel] = with_facts(picture, ["line(0, 1, 1, 1)"]).panels
    assert [s.place for s in panel.segments if s.role == "reason"] == [(0, 1, 1, 1)]
    fewer = Panel(slitherlink().tiles, segments=slitherlink().segments[1:])
    place = slitherlink().segments[0].place
    for one, other in ((picture, Picture("", (fewer,))), (Picture("", (fewer,)), picture)):
        [shown] = marked(one, [place], "differs", than=other).panels
        assert [i.place for i in shown.lines_and_dots if i.role] == [place]
