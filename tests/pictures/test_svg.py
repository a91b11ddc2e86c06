"""Pictures as SVG: well-formed, small, readable without colour, and solids painted in order."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.boards.shown import one_picture
from pyasp_puzzles.pictures.picture import (
    Area,
    DominoHalf,
    LegendEntry,
    Panel,
    Petals,
    Picture,
    Prism,
    SideColours,
    Tile,
)
from pyasp_puzzles.pictures.roles import marked, with_roles
from pyasp_puzzles.pictures.svg import painting as texts
from pyasp_puzzles.pictures.svg.document import WIDTH, svg
from pyasp_puzzles.pictures.svg.figures import inset
from pyasp_puzzles.pictures.svg.lines import SIZE
from pyasp_puzzles.pictures.svg.painting import width
from pyasp_puzzles.pictures.svg.palette import THEMES, side
from pyasp_puzzles.pictures.svg.solids import Projection, gap_between_layers

NAMESPACE = "{http://www.w3.org/2000/svg}"
each_puzzle = pytest.mark.parametrize("name", shipped_names())


def parsed(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{NAMESPACE}svg"
    return root


def boards(name: str) -> Iterator[Any]:
    for file in pp.find_puzzle(name).instance_files():
        yield from pp.load_all(name, file)


def grid(rows: int, columns: int, **looks: Any) -> tuple[Tile, ...]:
    cells = ((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))
    return tuple(Tile(r, c, group=(r, c), cell=(r, c), **looks) for r, c in cells)


@each_puzzle
def test_pictures_of_all_shipped_boards_are_well_formed_with_title_and_description(
    name: str,
) -> None:
    for board in boards(name):
        root = parsed(pp.svg(board))
        title, description = (root.find(f"{NAMESPACE}{tag}") for tag in ("title", "desc"))
        assert title is not None
        assert description is not None
        assert title.text == board.title
        assert description.text
        assert root.get("aria-labelledby") == title.get("id")
        assert root.get("aria-describedby") == description.get("id")
        assert root.get("role") == "img"


@each_puzzle
def test_pictures_of_answers_and_of_partial_answers_are_well_formed(name: str) -> None:
    board = pp.load(name)
    answer = next(pp.solve(board, limit=1))
    parsed(pp.svg(answer))
    half = Partial(answer.symbols[::2])
    puzzle: Puzzle[Any, Any] = answer.puzzle
    for theme in THEMES:
        parsed(pp.svg(puzzle.sketch(board, half), theme))


@each_puzzle
def test_the_same_picture_gives_the_same_text_and_different_ones_have_different_ids(
    name: str,
) -> None:
    board = pp.load(name)
    answer = next(pp.solve(board, limit=1))
    assert pp.svg(board) == pp.svg(board)
    empty, solved = (set(re.findall(r'id="([^"]+)"', pp.svg(x))) for x in (board, answer))
    assert empty
    assert not empty & solved
    text = pp.svg(answer, ids="mine-")
    assert all(found.startswith("mine-") for found in re.findall(r'id="([^"]+)"', text))
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(re.findall(r'id="([^"]+)"', text))


def test_what_has_a_picture_is_drawn() -> None:
    board = pp.load("twenty_four_seven", "four")
    explanation = pp.explain(board)
    for x in (
        pp.find_hint(board),
        pp.unique(board),
        pp.check(board, '{"atoms": []}'),
        explanation.picture(2),
    ):
        parsed(pp.svg(x))
    assert "new" not in pp.svg(explanation)
    assert explanation.status == "solved"
    anew = pp.explain(board)
    parsed(pp.svg(anew.picture(0)))
    assert [step.number for step in anew] == [step.number for step in explanation.steps]
    for number in (0, 1, len(explanation.steps)):
        parsed(pp.svg(explanation.picture(number)))
    assert "found step 99, expected 0 to" in message_of(explanation.picture, 99)


def test_an_optional_cell_that_stays_empty_is_no_block_of_a_solid() -> None:
    board = pp.load("packing", "slothouber_graatsma")
    first = board.cells[0]
    open_board = replace(board, optional=(first,))
    puzzle: Puzzle[Any, Any] = pp.find_puzzle("packing")
    answer = next(pp.solve(board, limit=1))
    without = [p for p in answer.solution.placements if first not in p.cells]
    lost = {cell for p in answer.solution.placements if first in p.cells for cell in p.cells}
    partial = replace(answer.solution, placements=tuple(without))
    drawn = puzzle.picture(open_board, partial)
    assert {block.cell for block in drawn.solid} == set(board.cells), "not complete: all are drawn"
    open_board = replace(board, optional=tuple(sorted(lost)))
    drawn = puzzle.picture(open_board, partial)
    assert {block.cell for block in drawn.solid} == set(board.cells) - lost


def test_two_answers_stand_side_by_side_in_one_picture() -> None:
    found = pp.unique(pp.load("packing", "slothouber_graatsma"), most=2)
    text = pp.svg(found)
    assert "answer 1, layer 1" in text
    assert "answer 2, layer 3" in text
    assert ">differs<" in text


def test_a_best_board_is_drawn_with_signs_where_it_is_broken() -> None:
    board = pp.load("eternity", "framed_4x4")
    answer = next(pp.solve(board, limit=1))
    swapped = list(answer.solution.placements)
    first, last = swapped[0], swapped[-1]
    swapped[0] = replace(first, piece=last.piece, turns=last.turns)
    swapped[-1] = replace(last, piece=first.piece, turns=first.turns)
    broken = replace(answer.solution, placements=tuple(swapped))
    right, wrong = (pp.svg(answer.puzzle.picture(board, s)) for s in (answer.solution, broken))
    assert "The sides differ" not in right
    assert "The sides differ" in wrong
    assert wrong.count("#c22") > right.count("#c22") == 0


def test_what_has_no_picture_and_unknown_themes_are_refused_in_words() -> None:
    assert "expected" in message_of(pp.svg, 42)
    with pytest.raises(pp.PuzzleError, match="found theme 'pink', expected auto, light, dark"):
        pp.svg(pp.load("packing"), "pink")  # type: ignore[arg-type]


def test_pictures_are_small() -> None:
    board = pp.load("twenty_four_seven", "2020_a")
    assert len(pp.svg(next(pp.solve(board, limit=1)))) < 15_000
    colours = random.Random(1)
    tiles = [
        replace(
            tile,
            text=str(number),
            figure=SideColours(tuple(colours.randrange(22) for _ in range(4))),  # type: ignore[arg-type]
        )
        for number, tile in enumerate(grid(16, 16))
    ]
    assert len(svg(Picture("16x16", (Panel(tuple(tiles)),)))) < 150_000


def test_light_and_dark_come_from_one_file_and_alone() -> None:
    texts = {theme: svg(Picture("T", (Panel(grid(1, 1)),)), theme=theme) for theme in THEMES}
    assert "prefers-color-scheme:dark" in texts["auto"]
    assert all("prefers" not in texts[theme] for theme in ("light", "dark"))
    assert texts["light"] != texts["dark"]


def test_the_style_does_not_depend_on_the_picture() -> None:
    """A page allows it by its hash."""
    styles = {
        re.findall("<style>(.*?)</style>", pp.svg(pp.load(name)))[0] for name in shipped_names()
    }
    assert len(styles) == 1


def test_sides_differ_in_pattern_or_clearly_in_brightness() -> None:
    def brightness(colour: str) -> float:
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2) ** (1 / 2.2)

    paints = [side(number) for number in range(22)]
    for number, one in enumerate(paints):
        for other in paints[:number]:
            if (one.pattern, one.on_dark) == (other.pattern, other.on_dark):
                assert abs(brightness(one.colour) - brightness(other.colour)) > 0.06


def test_roles_are_told_by_frames_and_named_in_the_legend() -> None:
    tiles = grid(1, 4, text="1")
    roles: Any = {(1, 1): "reason", (1, 2): "new", (1, 3): "wrong", (1, 4): "differs"}
    text = svg(with_roles(Picture("", (Panel(tiles),)), roles))
    for role in roles.values():
        assert f">{role}</text>" in text
        assert f"1 ({role})" in text
    looks = set(re.findall(r'stroke-width="[\d.]+"(?: stroke-dasharray="[^"]+")?/? d="', text))
    assert len(looks) >= len(roles)


def test_a_broken_side_has_one_sign_whichever_tile_says_it() -> None:
    left, right = grid(1, 2)
    signs = []
    for tiles in (
        (replace(left, broken=frozenset("E")), right),
        (left, replace(right, broken=frozenset("W"))),
        (replace(left, broken=frozenset("E")), replace(right, broken=frozenset("W"))),
    ):
        found = re.findall(
            r'<path fill="#fff" stroke="#c22"[^>]*>', svg(Picture("", (Panel(tiles),)))
        )
        signs.append(found)
    assert len(signs[0]) == 1
    assert signs[0] == signs[1] == signs[2]


def test_no_tag_of_a_rule_covers_a_pip() -> None:
    cells = tuple((tile.row, tile.column) for tile in grid(2, 2))
    areas = tuple(Area(frozenset({cell}), tag, 1) for cell, tag in zip(cells, TAGS, strict=True))
    tiles = grid(2, 2, figure=DominoHalf(9))
    root = parsed(svg(Picture("", (Panel(tiles, areas=areas),))))
    pips = [box(d) for path in root.iter(f"{NAMESPACE}path") for d in circles(path)]
    tags = [
        box(d)
        for path in root.iter(f"{NAMESPACE}path")
        if path.get("stroke") == "#1b1b1b"
        for d in path.get("d", "").split("Z")
        if d
    ]
    assert (len(pips), len(tags)) == (36, 4)
    for pip in pips:
        for tag in tags:
            apart = pip[1] <= tag[0] or tag[1] <= pip[0] or pip[3] <= tag[2] or tag[3] <= pip[2]
            assert apart


@pytest.mark.parametrize(("cells", "rows"), [(((1, 1), (1, 2)), 2), (((1, 1), (2, 1)), 3)])
def test_the_six_turns_with_its_domino(cells: Sequence[tuple[int, int]], rows: int) -> None:
    tiles = tuple(Tile(*cell, group="domino", figure=DominoHalf(6)) for cell in cells)
    root = parsed(svg(Picture("", (Panel(tiles, bodies=True),))))
    pips = [box(d) for path in root.iter(f"{NAMESPACE}path") for d in circles(path)]
    first = pips[:6]
    assert len(pips) == 12
    assert len({pip[2] for pip in first}) == rows
    assert len({pip[0] for pip in first}) == 5 - rows


TAGS = ("5", ">16", "<100 rs", "=")


def circles(path: ElementTree.Element) -> list[str]:
    if path.get("class") not in ("on", "ink"):
        return []
    return [part for part in path.get("d", "").split("Z") if part]


def box(data: str) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of a path of arcs and straight lines, all relative but M."""
    numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", data.split("a")[0][1:].split("h")[0])]
    x, y = numbers
    xs, ys = [x], [y]
    for letter, rest in re.findall(r"([ahv])([^ahvM]*)", data):
        values = [float(n) for n in re.findall(r"-?\d*\.?\d+", rest)]
        x += values[0] if letter == "h" else values[-2] if letter == "a" else 0
        y += values[0] if letter == "v" else values[-1] if letter == "a" else 0
        if letter == "a" and len(values) == 7 and values[3] == 1:  # half a circle
            ys += [y - values[0], y + values[0]]
        xs.append(x)
        ys.append(y)
    return min(xs), max(xs), min(ys), max(ys)


@pytest.mark.parametrize(
    "picture",
    [
        Picture("", ()),
        Picture("T", (Panel(()),)),
        Picture("", (Panel((), "nothing"),), (LegendEntry("", "a legend"),)),
        Picture("", (Panel((Tile(1, 1, figure=Petals(frozenset())),)),)),
        Picture("<&>\"'\x00\ud800", (Panel((Tile(1, 1, "<&\x01>", 0),), "]]>"),)),
    ],
)
def test_empty_pictures_and_odd_texts_are_well_formed(picture: Picture) -> None:
    root = parsed(svg(picture, interactive=True))
    assert float(root.get("width", "0")) > 0
    assert float(root.get("height", "0")) > 0


@pytest.mark.parametrize("name", ["7", "10", "<A&B>", "WWWWWWWWWWWW", "Löwenzahn123"])
def test_the_name_of_a_circle_stays_within_its_cell(name: str) -> None:
    petals = Tile(1, 1, name, "a", figure=Petals(frozenset(["NE"])))
    [words] = [
        node
        for node in parsed(svg(Picture("", (Panel((petals,)),)))).iter(NAMESPACE + "text")
        if node.text == name
    ]
    assert width(name, float(words.attrib["font-size"])) <= SIZE


def test_a_panel_that_is_too_large_is_not_drawn_and_says_so() -> None:
    text = svg(Picture("", (Panel(grid(101, 100)),)))
    assert "(101 rows, 100 columns: too large to draw)" in text
    assert len(text) < 5_000


@each_puzzle
def test_no_words_leave_the_picture_or_lie_on_one_another(name: str) -> None:
    long = "a very long caption with many words " * 5
    board = pp.load(name)
    drawn = pp.find_puzzle(name).picture(board, None)
    panels = tuple(replace(panel, caption=f"{long}{panel.caption}") for panel in drawn.panels)
    legend = (*drawn.legend, LegendEntry("key", long * 3), LegendEntry("", "x" * 400))
    root = parsed(svg(replace(drawn, title=long, panels=panels, legend=legend)))
    wide, high = (float(root.get(side_of, "0")) for side_of in ("width", "height"))
    assert wide <= WIDTH + 60
    lines = [t for t in root.iter(f"{NAMESPACE}text") if t.get("text-anchor") == "start"]
    boxes = []
    for line in lines:
        size, x, y = (float(line.get(key, "0")) for key in ("font-size", "x", "y"))
        reach = x + width(line.text or "", size, line.get("font-weight") == "bold")
        assert reach <= wide
        assert y <= high
        boxes.append((x, reach, y - 0.75 * size, y))
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            beside = one[1] <= other[0] or other[1] <= one[0]
            assert beside or one[3] <= other[2] or other[3] <= one[2]


# Solids


def base_of(lattice: str, row: int, column: int) -> tuple[tuple[float, float], ...]:
    """A cell of a lattice, counter-clockwise; sides have length 1."""
    if lattice == "cubic":
        x, y = float(column), float(row)
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
    if lattice == "hexagonal":
        x, y = math.sqrt(3) * (column + row / 2), 1.5 * row
        turns = [math.radians(30 + 60 * k) for k in range(6)]
        return tuple((x + math.cos(a), y + math.sin(a)) for a in turns)
    high, half = math.sqrt(3) / 2, column / 2
    if (row + column) % 2 == 0:
        return (half, row * high), (half + 1, row * high), (half + 0.5, (row + 1) * high)
    return (half + 0.5, row * high), (half + 1, (row + 1) * high), (half, (row + 1) * high)


def interval(
    block: Prism, view: Projection, gap: float, x: float, y: float
) -> tuple[float, float] | None:
    """Where the line of sight through a point of the paper meets a block; larger is nearer."""
    # The axes of the paper and the direction to the viewer, found from the projection itself.
    unit = view.unit
    right = (view.at(1, 0, 0, 0)[0] / unit, view.at(0, 1, 0, 0)[0] / unit)
    away = (-right[1], right[0])
    down = -(view.at(*away, 0, 0)[1]) / unit
    up = -(view.at(0, 0, 1, 0)[1]) / unit
    low, high = -1e9, 1e9
    floor = block.level * (1 + gap)

    def clip(value: float, slope: float) -> bool:
        """Keep the part where ``value + slope * s >= 0``."""
        nonlocal low, high
        if abs(slope) < 1e-12:
            return value >= 0
        if slope > 0:
            low = max(low, -value / slope)
        else:
            high = min(high, -value / slope)
        return low < high

    across, height = x / unit, -y / unit
    # The point at s: across * right + (height * down - s * up) * away, at height * up + s * down.
    for a, b in zip(block.base, [*block.base[1:], block.base[0]], strict=True):
        inwards = (a[1] - b[1], b[0] - a[0])
        at_zero = [across * right[k] + height * down * away[k] - a[k] for k in (0, 1)]
        value = sum(i * p for i, p in zip(inwards, at_zero, strict=True))
        slope = sum(i * -up * w for i, w in zip(inwards, away, strict=True))
        if not clip(value, slope):
            return None
    if not clip(height * up - floor, down) or not clip(floor + 1 - height * up, -down):
        return None
    return (low, high) if high - low > 1e-6 else None


def solids(lattice: str, chance: random.Random) -> Sequence[Prism]:
    cells = [(r, c, level) for r in range(4) for c in range(5) for level in range(3)]
    kept = chance.sample(cells, chance.randint(2, 30))
    return [Prism(base_of(lattice, r, c), level, "", (r, c, level), 1) for r, c, level in kept]


@pytest.mark.parametrize("lattice", ["cubic", "hexagonal", "triangular"])
@pytest.mark.parametrize("apart", [False, True])
def test_the_block_painted_last_is_the_one_that_one_sees(lattice: str, apart: bool) -> None:
    chance = random.Random(7)
    seen = 0
    for _ in range(12):
        blocks = solids(lattice, chance)
        turn = chance.choice([24.0, chance.uniform(0, 360)])
        tilt = chance.choice([32.0, chance.uniform(10, 80)])
        gap = gap_between_layers(blocks, Projection(turn, tilt)) if apart else 0.0
        view = Projection(turn, tilt, gap)
        order = sorted(blocks, key=view.depth)
        for block in blocks:
            x, y = (chance.uniform(0, 1) for _ in range(2))
            (ax, ay), (bx, by), *_, (cx, cy) = block.base
            inside = (
                ax + (x * (bx - ax) + y * (cx - ax)) / 2,
                ay + (x * (by - ay) + y * (cy - ay)) / 2,
            )
            point = view.at(*inside, block.level + chance.uniform(0, 1), block.level)
            hit = [(met, b) for b in order if (met := interval(b, view, gap, *point))]
            if not hit:
                continue
            nearest = max(met[1] for met, _ in hit)
            assert hit[-1][0][1] > nearest - 1e-6
            seen += len(hit) > 1
    assert apart or seen > 20


def test_with_layers_apart_no_layer_hides_the_top_of_another_one() -> None:
    chance = random.Random(3)
    blocks = solids("hexagonal", chance)
    view = Projection(gap=gap_between_layers(blocks, Projection()))
    for lower in range(2):
        tops = [view.at(x, y, lower + 1, lower)[1] for b in blocks for x, y in b.base]
        above = [view.at(x, y, lower + 1, lower + 1)[1] for b in blocks for x, y in b.base]
        assert max(above) <= min(tops) + 1e-6


def test_borders_stand_between_pieces_and_not_within_one() -> None:
    def borders(groups: Sequence[object]) -> int:
        row = [
            Prism(base_of("cubic", 0, column), 0, "", group, 1)
            for column, group in enumerate(groups)
        ]
        text = svg(Picture("", (), solid=tuple(row)))
        whole = text.split(">layers apart<")[0]
        found = re.findall(r'stroke-width="1.6"[^>]*? d="([^"]*)"', whole)
        return sum(data.count("M") for data in found)

    assert borders(["a", "b"]) > borders(["a", "a"])
    assert borders(["a", "a"]) == borders(["a"]) + 3  # upper back, upper front, lower front


def test_a_solid_of_one_piece_is_drawn_whole_and_with_layers_apart() -> None:
    answer = next(pp.solve(pp.load("packing", "soma"), limit=1))
    text = pp.svg(answer)
    assert ">whole<" in text
    assert ">layers apart<" in text
    assert ">whole<" in pp.svg(answer.instance)
    assert ">layers apart<" not in pp.svg(answer.instance)


def frames(text: str) -> int:
    """How many frames of roles a picture has."""
    halos = re.findall(r'stroke="#fff" stroke-opacity=".75"[^>]* d="([^"]*)"', text)
    return "".join(halos).count("Z")


@pytest.mark.parametrize("role", ["reason", "new", "wrong", "differs"])
def test_roles_are_drawn_on_the_faces_of_a_solid_too(role: Any) -> None:
    """A block at the front of the uppermost layer shows three faces, in both views."""
    soma = pp.load("packing", "soma")
    drawn = next(pp.solve(soma, limit=1)).picture
    top = max(drawn.solid, key=Projection().depth)
    told = marked(drawn, {top.cell or ()}, role)
    assert frames(svg(replace(told, solid=()))) == 2, "the tile and the legend"
    assert frames(svg(told)) == 2 + 3 + 3


@given(st.sampled_from([3, 4, 6]), st.integers(0, 90), st.integers(1, 40), st.integers(1, 50))
def test_a_frame_lies_within_its_face_however_narrow_that_is(
    number: int, turn: int, high: int, by: int
) -> None:
    angles = [math.radians(turn + 360 * corner / number) for corner in range(number)]
    corners = [(40 * math.cos(angle), high * math.sin(angle)) for angle in angles]
    inner = inset(corners, by)
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    for x, y in inner:
        for (a, b), (c, d) in sides:
            assert (c - a) * (y - b) - (d - b) * (x - a) > -1e-6


def test_a_word_as_long_as_a_file_is_cut_without_looking_at_it_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A title of 100,000 dots took a minute: each line looked at all that was left."""
    looks, unit = 0, texts._unit

    def counted(sign: str) -> float:
        nonlocal looks
        looks += 1
        return unit(sign)

    monkeypatch.setattr(texts, "_unit", counted)
    word = "." * 5000
    assert "".join(texts.lines(word, 18, 700)) == word
    assert looks < 10 * len(word)


def test_on_a_dark_page_pips_and_signs_have_the_colour_that_their_ground_needs() -> None:
    """Pips on a cell without a tint are light there, what lies on a domino stays dark."""
    cell = replace(grid(1, 1, figure=DominoHalf(1))[0], group=None, text="1")
    domino = tuple(replace(tile, group="d", text="?", figure=None) for tile in grid(1, 2))
    area = (Area(frozenset({(1, 1)})),)
    bare = svg(Picture("", (Panel((cell,), areas=area, bodies=True),)), theme="dark")
    lying = svg(Picture("", (Panel(domino, areas=area, bodies=True),)), theme="dark")
    assert len([p for p in parsed(bare).iter(f"{NAMESPACE}path") if p.get("class") == "ink"]) == 1
    signs = [t for t in parsed(lying).iter(f"{NAMESPACE}text") if t.text == "?"]
    assert [sign.get("class") for sign in signs] == ["on", "on"]


def test_two_answers_of_several_panels_stand_below_each_other() -> None:
    """No line has panels of both."""
    text = svg(one_picture(pp.unique(pp.load("flower_finder", "document")).pictures))
    heights: dict[str, set[str]] = {"1": set(), "2": set()}
    for caption in parsed(text).iter(f"{NAMESPACE}text"):
        if caption.text and caption.text.startswith("answer "):
            heights[caption.text[7]].add(caption.get("y", ""))
    assert heights["1"] and heights["2"]
    assert not heights["1"] & heights["2"]
