"""BurrTools' .xmpuzzle files: read, solved and written, against decoders that share no code."""

from __future__ import annotations

import gzip
import json
import math
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from polyforms import read, refused, small_boards
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import Found, WholeFile
from pyasp_puzzles.core.errors import PuzzleWarning
from pyasp_puzzles.puzzles.packing import PUZZLE, burrtools, parse
from pyasp_puzzles.puzzles.packing.geometry import add
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, usual_moves

EXPORT = PUZZLE.export["xmpuzzle"]
assert isinstance(EXPORT, WholeFile)
Voxel = tuple[int, int, int]

CUBE = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]


# Files that the tests write


def shape(cells: dict[Voxel, str] | list[Voxel], name: str = "") -> str:
    """A shape from its voxels."""
    states = cells if isinstance(cells, dict) else dict.fromkeys(cells, "#")
    x, y, z = (max(voxel[axis] for voxel in states) + 1 for axis in range(3))
    text = "".join(states.get((i, j, k), "_") for k in range(z) for j in range(y) for i in range(x))
    named = f' name="{name}"' if name else ""
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0"{named}>{text}</voxel>'


def problem(parts: str, result: int, name: str = "", more: str = "", inside: str = "") -> str:
    return (
        f'<problem name="{name}" state="0"{more}><shapes>{parts}</shapes>'
        f'<result id="{result}"/><bitmap/>{inside}</problem>'
    )


def part(number: int, words: str = 'count="1"') -> str:
    return f'<shape id="{number}" {words}/>'


def puzzle(shapes: list[str], *problems: str, grid: int = 0, colours: str = "") -> str:
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2">\n<gridType type="{grid}"/>\n'
        f"<colors>{colours}</colors>\n<shapes>\n"
        + "\n".join(shapes)
        + "\n</shapes>\n<problems>\n"
        + "\n".join(problems)
        + "\n</problems>\n<comment/>\n</puzzle>\n"
    )


PIECES = {
    "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
    "T": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)],
    "Z": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
    "A": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)],
    "B": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)],
    "P": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
}
"""The pieces of the Soma cube."""


def packed(names: str, space: dict[Voxel, str] | list[Voxel], title: str = "") -> str:
    """Some pieces of Soma, each once, in a space."""
    shapes = [*(shape(PIECES[name], name) for name in names), shape(space)]
    return puzzle(shapes, problem("".join(map(part, range(len(names)))), len(names), title))


SQUARE = [(x, y, 0) for x in range(3) for y in range(3)]
LINE = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
FRAME = {**dict.fromkeys(SQUARE, "#"), (1, 1, 0): "+"}


def frames() -> str:
    """Two lines and up to eight blocks in a square whose centre may stay empty, as two problems."""
    small = problem(part(0, 'count="2"') + part(1, 'min="0" max="3"'), 2, "few blocks")
    large = problem(part(0, 'min="1" max="2"') + part(1, 'min="2" max="8"'), 2, "many")
    return puzzle([shape(LINE, "I"), shape([(0, 0, 0)], "O"), shape(FRAME)], small, large)


# An independent decoder of assemblies


def _about_x(p: Voxel) -> Voxel:
    return (p[0], -p[2], p[1])


def _about_y(p: Voxel) -> Voxel:
    return (-p[2], p[1], p[0])


def _about_z(p: Voxel) -> Voxel:
    return (-p[1], p[0], p[2])


def turned_cube(number: int, voxel: Voxel) -> Voxel:
    """BurrTools' rotation of cubes with this number."""
    turns: list[Callable[[Voxel], Voxel]] = [_about_x] * (number % 4)
    turns += ([], [_about_y], [_about_y] * 2, [_about_y] * 3, [_about_z], [_about_z] * 3)[
        number // 4
    ]
    for turn in turns:
        voxel = turn(voxel)
    return voxel


def centroid(voxel: Voxel) -> tuple[float, float, int]:
    """Where the centre of a prism lies: triangles of side 1, one height apart."""
    x, y, z = voxel
    high = math.sqrt(1 / 3) if (x + y) % 2 else math.sqrt(1 / 12)
    return (0.5 + 0.5 * x, y * math.sqrt(0.75) + high, z)


def prism_at(x: float, y: float, z: int) -> Voxel:
    return (round((x - 0.5) * 2), math.floor(y / math.sqrt(0.75)), z)


def turned_prism(number: int, voxel: Voxel) -> Voxel:
    """BurrTools' rotation of prisms with this number: about the y axis, then about the z axis."""
    x, y, z = centroid(voxel)
    if number >= 6:
        x, z = -x, -z
    angle = math.radians(60 * (number % 6))
    cos, sin = math.cos(angle), math.sin(angle)
    return prism_at(cos * x - sin * y, sin * x + cos * y, z)


Placed = tuple[str, frozenset[Voxel]]


def voxels(element: ElementTree.Element) -> dict[Voxel, str]:
    x, y, _ = (int(element.attrib[side]) for side in "xyz")
    states = enumerate(re.findall(r"[#+_]", element.text or ""))
    return {(i % x, i // x % y, i // x // y): s for i, s in states if s != "_"}


def assemblies(text: str) -> Iterator[list[list[Placed]]]:
    """The assemblies of each problem of a file: names and voxels of the pieces that are used."""
    root = ElementTree.fromstring(text)
    kind = root.find("gridType")
    assert kind is not None
    turned = (turned_cube, turned_prism)[int(kind.attrib["type"])]
    shapes = root.findall("shapes/voxel")
    for element in root.findall("problems/problem"):
        slots = [
            shapes[int(part.attrib["id"])]
            for part in element.findall("shapes/shape")
            for _ in range(int(part.get("count") or part.attrib["max"]))
        ]
        found = []
        for assembly in element.findall("solutions/solution/assembly"):
            words = (assembly.text or "").split()
            placed: list[Placed] = []
            for slot in slots:
                word = words.pop(0)
                if word == "x":
                    continue
                at = (int(word), int(words.pop(0)), int(words.pop(0)))
                number = int(words.pop(0))
                hot = (int(slot.get("hx", 0)), int(slot.get("hy", 0)), int(slot.get("hz", 0)))
                lies = turned(number, hot)
                cells = frozenset(
                    tuple(a - b + c for a, b, c in zip(turned(number, v), lies, at, strict=True))
                    for v in voxels(slot)
                )
                placed.append((slot.attrib["name"], cells))  # type: ignore[arg-type]
            assert not words
            found.append(placed)
        yield found


def as_voxels(instance: PackingBoard, cells: tuple[Voxel, ...]) -> frozenset[Voxel]:
    """Cells of ours as voxels, up to a move: columns, rows upwards and layers."""
    if instance.lattice in ("square", "cubic"):
        return frozenset((b, -a, c) for a, b, c in cells)
    side = math.sqrt(0.75) / 3
    return frozenset(prism_at(a / 3 + b / 6, b * side, c) for a, b, c in cells)


def moved(cells: frozenset[Voxel], shift: Voxel) -> frozenset[Voxel]:
    return frozenset(add(cell, shift) for cell in cells)


def check_export(instance: PackingBoard) -> None:
    """All answers, written and decoded again, are those that were found; so is the instance."""
    solutions = [answer.solution for answer in pp.solve(instance)]
    text = EXPORT.write([Found(instance, solutions, exhausted=True)])
    space = voxels(ElementTree.fromstring(text).findall("shapes/voxel")[-1])
    ours = as_voxels(instance, instance.cells)
    shift: Voxel = tuple(a - b for a, b in zip(min(space), min(ours), strict=True))  # type: ignore[assignment]
    assert moved(ours, shift) == space.keys()
    (decoded,) = assemblies(text)
    assert len(decoded) == len(solutions)
    for placed, solution in zip(decoded, solutions, strict=True):
        expected = [
            (p.piece, moved(as_voxels(instance, p.cells), shift)) for p in solution.placements
        ]
        assert _sorted(placed) == _sorted(expected)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
        board = read(text)
    assert len(board.cells) == len(instance.cells)
    assert len(board.optional) == len(instance.optional)
    again = {answer.solution for answer in pp.solve(board)}
    assert len(again) == len(solutions)
    if (board.lattice, board.cells) == (instance.lattice, instance.cells):
        assert again == set(solutions)


def _sorted(placed: list[Placed]) -> list[tuple[str, list[Voxel]]]:
    return sorted((name, sorted(cells)) for name, cells in placed)


# Reading


def test_a_soma_cube_has_its_240_classes_packed_or_not(tmp_path: Path) -> None:
    text, zipped, plain = packed("VLTZABP", CUBE, "Soma"), tmp_path / "soma", tmp_path / "soma.xml"
    zipped.write_bytes(gzip.compress(text.encode()))
    plain.write_text(text)
    instance = pp.load("packing", zipped)
    assert (instance.title, instance.lattice, instance.moves) == ("Soma", "cubic", "rotations")
    assert [piece.name for piece in instance.pieces] == list("VLTZABP")
    assert pp.count(instance, symmetry=True).answers == 240
    assert pp.count(instance, symmetry="rotations").answers == 480
    assert pp.count(pp.load("packing", plain)).answers == 11520


def test_problems_are_boards_by_name_and_ranges_and_variable_voxels_are_read(
    tmp_path: Path,
) -> None:
    file = tmp_path / "frames.xmpuzzle"
    file.write_bytes(gzip.compress(frames().encode()))
    few, many = pp.load_all("packing", file)
    assert few.name == f"{file}#few blocks"
    assert (few.lattice, few.moves, few.optional) == ("square", "reflections", ((2, 2, 0),))
    assert [(p.name, p.least, p.most) for p in few.pieces] == [("I", 2, 2), ("O", 0, 3)]
    assert [(p.least, p.most) for p in many.pieces] == [(1, 2), (2, 8)]
    assert pp.load("packing", f"{file}#many").title == "many"
    # Six pairs of parallel lines; where they leave the middle free, the centre is filled or not.
    assert pp.count(few).answers == 8
    with pytest.raises(pp.InstanceError, match="found 2 boards"):
        pp.load("packing", file)


def test_problems_without_names_of_their_own_have_numbers() -> None:
    one = problem(part(0, 'count="3"'), 1)
    text = puzzle([shape(LINE), shape(SQUARE)], one, one, problem(part(0, 'count="3"'), 1, "7"))
    assert list(parse(text, "f")) == ["1", "2", "3"]
    same, other = (problem(part(0, 'count="3"'), 1, name) for name in "xy")
    text = puzzle([shape(LINE), shape(SQUARE)], same, other, same)
    assert list(parse(text, "f")) == ["1", "y", "3"]


def test_names_that_our_text_cannot_say_are_changed_and_stay_different() -> None:
    shapes = [shape([(0, 0, 0)], "a: b"), shape([(0, 0, 0)], "a% b"), shape([(0, 0, 0)])]
    parts = part(0) + part(1) + part(2)
    found = read(puzzle([*shapes, shape(LINE)], problem(parts, 3)))
    assert [piece.name for piece in found.pieces] == ["a_b", "a_b_2", "S3"]
    assert pp.count(found).answers == 6


def test_prisms_of_one_layer_are_triangles_and_others_are_prisms() -> None:
    """A hexagon of six triangles from three pairs: three edges of it, in two ways."""
    pair, hexagon = [(0, 0, 0), (1, 0, 0)], [(x, y, 0) for x in (1, 2, 3) for y in (0, 1)]
    odd = dict.fromkeys(hexagon, "#")
    flat = puzzle([shape(pair), shape(odd)], problem(part(0, 'count="3"'), 1), grid=1)
    found = read(flat)
    assert found.lattice == "triangular"
    assert pp.count(found).answers == 2
    tower = odd | {(x, y, 1): "#" for x, y, _ in hexagon}
    high = puzzle([shape(pair), shape(tower)], problem(part(0, 'count="6"'), 1), grid=1)
    found = read(high)
    assert found.lattice == "triprism"
    assert pp.count(found).answers == 4


# A space with holes, against a search of its own


def _at_zero(cells: list[Voxel]) -> list[Voxel]:
    low = [min(cell[axis] for cell in cells) for axis in range(3)]
    return [(x - low[0], y - low[1], z - low[2]) for x, y, z in cells]


def brute_force(pieces: list[list[Voxel]], states: dict[Voxel, str]) -> int:
    """The number of assemblies: piece after piece in all its places."""
    places: list[set[frozenset[Voxel]]] = []
    for cells in pieces:
        found = set()
        for number in range(24):
            turned = _at_zero([turned_cube(number, cell) for cell in cells])
            for corner in CUBE:
                placed = moved(frozenset(turned), corner)
                if placed <= states.keys():
                    found.add(placed)
        places.append(found)
    needed = {voxel for voxel, state in states.items() if state == "#"}

    def count(number: int, covered: frozenset[Voxel]) -> int:
        if number == len(places):
            return needed <= covered
        return sum(
            count(number + 1, covered | cells) for cells in places[number] if not cells & covered
        )

    return count(0, frozenset())


def test_a_space_with_holes_has_the_assemblies_of_a_search_of_its_own() -> None:
    corners = {(x, y, z) for x, y, z in CUBE if x != 1 and y != 1}
    states = {voxel: "#+"[voxel in corners] for voxel in CUBE if voxel[2] < 2}
    found = read(packed("LTZA", states))
    assert len(found.optional) == 8
    expected = brute_force([PIECES[name] for name in "LTZA"], states)
    assert expected > 0
    assert pp.count(found).answers == expected
    assert pp.count(found, engine="asp").answers == expected
    check_export(found)


# Writing


@pytest.mark.parametrize("name", ["slothouber_graatsma", "pentominoes_3x20"])
def test_a_shipped_board_comes_back_with_the_same_facts(name: str) -> None:
    instance = pp.load("packing", name)
    check_export(instance)
    again = read(EXPORT.write([Found(instance, (), exhausted=True)]))
    facts, expected = (pp.facts(board).splitlines() for board in (again, instance))
    assert [x for x in facts if x[:1] != "%"] == [x for x in expected if x[:1] != "%"]


def test_assemblies_decode_to_the_answers_that_were_found() -> None:
    """Of boards without hexagons and given pieces, whose pieces turn as in BurrTools."""
    written = 0
    for board in small_boards(100):
        if board.lattice in ("square", "cubic", "triangular", "triprism"):
            check_export(replace(board, given=(), moves=usual_moves(board.grid)))
            written += 1
    assert written > 20


def test_a_copy_that_is_not_used_is_an_x() -> None:
    few, many = parse(frames(), "f").values()
    solution = next(a.solution for a in pp.solve(few) if len(a.solution.placements) == 4)
    text = EXPORT(few, solution)
    assert re.search(r"<assembly>(-?\d+ ){16}x</assembly>", text)
    check_export(few)
    check_export(many)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lattice: hexagonal\nboard:\n    #\npiece O:\n    #\n", "lattice: found 'hexagonal'"),
        (
            "board: 1 x 2\npiece O x2: 1 1\ngiven O: 1 2\n",
            "given: found 1 given placement, expected none: BurrTools has no",
        ),
        (
            "lattice: square\nmoves: none\nboard: 2 x 2\npiece I x2: 1 1, 1 2\n",
            "piece I: found moves none, expected the orientations that BurrTools tries",
        ),
        (
            "lattice: square\nmoves: rotations\nboard: 1 x 4\npiece L: 1 1, 1 2, 1 3, 2 3\n",
            "piece L: found moves rotations",
        ),
    ],
)
def test_a_board_that_burrtools_cannot_say_is_refused(text: str, message: str) -> None:
    with pytest.raises(pp.InstanceError) as error:
        EXPORT.write([Found(read(text), (), exhausted=False)])
    assert message in str(error.value)


# The command line


def test_solve_writes_one_file_with_all_answers_on_all_boards(tmp_path: Path) -> None:
    file = tmp_path / "frames.xmpuzzle"
    file.write_bytes(gzip.compress(frames().encode()))
    done = puzzles("solve", "packing", str(file), "--all", "--export", "xmpuzzle")
    assert done.returncode == 0
    few, many = assemblies(done.stdout)
    boards = pp.load_all("packing", file)
    assert [len(few), len(many)] == [pp.count(board).answers for board in boards]
    assert done.stdout.count("<puzzle ") == 1
    (tmp_path / "out.xmpuzzle").write_text(done.stdout)
    again = puzzles("count", "packing", str(tmp_path / "out.xmpuzzle"), "--json")
    counts = [json.loads(line)["answers"] for line in again.stdout.splitlines()]
    assert counts == [len(few), len(many)]
    assert "left aside: saved solutions" in again.stderr
    hexagons = puzzles("solve", "packing", "hexagonal_cylinder", "--export", "xmpuzzle")
    assert (hexagons.returncode, hexagons.stdout) == (2, "")
    assert "BurrTools has no grid of hexagons" in hexagons.stderr


# What is refused, and what is left aside


def colours(pairs: str) -> str:
    """A piece of colour 1 and a result of colour 2."""
    one = problem(part(0), 1).replace("<bitmap/>", f"<bitmap>{pairs}</bitmap>")
    shapes = [shape([(0, 0, 0)]).replace("#", "#1"), shape([(0, 0, 0)]).replace("#", "+2")]
    both = '<color red="1" green="2" blue="3"/>' * 2
    return puzzle(shapes, one, colours=both)


ONE = puzzle([shape(LINE), shape(SQUARE)], problem(part(0, 'count="3"'), 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('type="0"/>', 'type="2"/>', "line 3, gridType: found type=2 (spheres), expected type=0"),
        ('type="0"/>', 'type="3"/>', "found type=3 (rhombic tetrahedra)"),
        ('type="0"/>', 'type="9"/>', "found type=9, expected type=0 (bricks) or type=1"),
        ('version="2"', 'version="3"', "line 2, puzzle: found 'version=3'"),
        ("<puzzle ", "<jigsaw ", "mismatched tag"),
        ("</puzzle>", "", "found the end of the file, expected XML (no element found)"),
        ('x="3" y="1"', 'x="3" y="2"', "line 6, voxel: found 3 voxels, expected 6 (3 x 2 x 1)"),
        ('x="3" y="1"', 'x="3"', "line 6, voxel: found no attribute 'y', expected y=..."),
        ('x="3" y="1"', 'x="3" y="one"', "line 6, voxel: found 'y=one', expected an integer"),
        ('x="3" y="1"', 'x="99999" y="1"', "found 'x=99999', expected an integer from 1 to 9999"),
        (">###<", ">#?#<", "line 6, voxel: found '?', expected voxels # (filled)"),
        (">###<", ">#+#<", "found '+', expected filled voxels; only a result may have"),
        (">###<", ">___<", "line 6, voxel: found no voxel, expected a piece with voxels"),
        ('count="3"', 'count="2"', "line 10, problem: found pieces with 6 blocks, expected 9"),
        ('count="3"', 'min="3" max="1"', "found 'min=3 max=1', expected min that is at most max"),
        ('count="3"', 'count="0"', "problem: found no piece, expected at least one <shape>"),
        ('<shape id="0"', '<shape id="5"', "shape: found 'id=5', expected one of the 2 shapes"),
        ('<result id="1"/>', "", "problem: found no <result>, expected a <result> in it"),
        ('<result id="1"/>', '<result id="1"/>' * 2, "result: found a second one, expected one"),
        ("<puzzle", "<!DOCTYPE p [<!ENTITY a 'b'>]><puzzle", "found '<!DOCTYPE', expected XML"),
    ],
)
def test_a_bad_file_gives_one_line_that_names_its_place(old: str, new: str, message: str) -> None:
    assert old in ONE
    assert message in refused(ONE.replace(old, new, 1))


def test_colours_that_restrict_a_piece_are_refused_and_others_are_left_aside() -> None:
    assert "colour 1 of piece S1, kept from colour 2" in refused(colours(""))
    with pytest.warns(PuzzleWarning, match="^f: left aside: colours$"):
        found = read(colours('<pair piece="0" result="1"/>'))
    assert found.optional == found.cells
    with pytest.warns(PuzzleWarning, match="colours"):
        parse(re.sub("<color .*/>", "", colours("")), "f")  # numbers of colours that are not there


def test_a_limit_on_holes_is_refused_where_it_may_matter() -> None:
    def limited(number: int) -> str:
        one = problem(part(0, 'min="1" max="9"'), 1, more=f' maxHoles="{number}"')
        return puzzle([shape([(0, 0, 0)]), shape(dict.fromkeys(SQUARE, "+"))], one)

    assert "found 'maxHoles=7', expected no limit below 8" in refused(limited(7))
    assert len(parse(limited(8), "f")) == 1


def test_a_problem_that_cannot_be_said_does_not_hide_the_others() -> None:
    good, bad = problem(part(0, 'count="3"'), 1, "good"), problem("", 1, "bad")
    text = puzzle([shape(LINE), shape(SQUARE)], bad, good)
    with pytest.warns(
        PuzzleWarning, match="^#bad is left out: f, line 10, problem: found no piece"
    ):
        assert list(parse(text, "f")) == ["good"]


def test_what_changes_no_answer_is_left_aside_in_one_line() -> None:
    solved = "<solutions><solution><assembly>0 0 0 0</assembly><separation/></solution></solutions>"
    group = part(0, 'count="3" group="1" new="2"')
    text = puzzle([shape(LINE), shape(SQUARE)], problem(group, 1, inside=solved + "<assembler/>"))
    text = text.replace('type="0">###<', 'type="0" weight="5">###<')
    expected = (
        "f: left aside: weights, groups of pieces, saved solutions, disassemblies, "
        "an interrupted search, the unknown attribute 'new'"
    )
    with pytest.warns(PuzzleWarning) as caught:
        parse(text, "f")
    assert [str(warning.message) for warning in caught] == [expected]


# Packed and hostile files


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[: len(data) // 2], "found a gzip file that is cut off"),
        (lambda data: data[:10], "found a gzip file that is cut off"),
        (lambda data: data[:20] + b"??" + data[22:], "found a damaged gzip file"),
        (lambda data: data[:-6] + b"????" + data[-2:], "found a damaged gzip file"),
        (lambda data: data + b"more", "found more bytes behind the end of a gzip file"),
        (lambda _: gzip.compress(b" " * 5_000_000), "found more than 4 MB in a gzip file"),
        (lambda _: gzip.compress(gzip.compress(b"<x/>")), "found the byte 0x8b, expected UTF-8"),
    ],
)
def test_a_packed_file_that_is_not_whole_gives_one_line(
    tmp_path: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    file = tmp_path / "f.xmpuzzle"
    file.write_bytes(damage(gzip.compress(ONE.encode(), mtime=0)))
    with pytest.raises(pp.InstanceError) as error:
        pp.load("packing", file)
    assert message in str(error.value)


def test_zeros_may_follow_a_packed_file(tmp_path: Path) -> None:
    file = tmp_path / "f.xmpuzzle"
    file.write_bytes(gzip.compress(ONE.encode()) + bytes(512))
    assert pp.load("packing", file).lattice == "square"


def test_any_text_may_be_packed(tmp_path: Path) -> None:
    file = tmp_path / "f.txt.gz"
    file.write_bytes(gzip.compress(b"lattice: square\nboard: 1 x 1\npiece O: 1 1\n"))
    assert pp.count(pp.load("packing", file)).answers == 1


def test_elements_are_counted_but_not_inside_of_what_is_skipped() -> None:
    many = "<a/>" * (burrtools.MOST_ELEMENTS + 1)
    with pytest.raises(pp.InstanceError, match="found more than 100,000 elements"):
        burrtools.read_xml(f"<x>{many}</x>", "f")
    root = burrtools.read_xml(f"<x><s>{many}</s><b/>t</x>", "f", skipped=("s",))
    assert [child.tag for child in root.children] == ["s", "b"]
    assert (root.children[0].children, root.text) == ([], "t")
