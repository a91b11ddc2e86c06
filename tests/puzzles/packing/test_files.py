"""Packing files as people have them: drawings, lists of pieces, triangles, layers."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from polyforms import read, refused

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.packing.cells import triangle
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, polyforms
from pyasp_puzzles.puzzles.packing.instance import set_of

DRAWINGS = (
    ".XX/XX./.X.|X/X/X/X/X|X/X/X/XX|XXX./..XX|XXX/XX|XXX/ X/ X|X X/XXX|X/X/XXX|"
    "X/XX/ XX| X/XXX/ X|XXXX/ X|XX/ X/ XX"
)
PENTOMINOES = "\n" + DRAWINGS.replace("/", "\n").replace("|", "\n\n") + "\n"


# Drawings


@pytest.mark.parametrize("sign", list("X*o#@x█■"))
def test_any_one_sign_is_a_cell_and_dots_or_blanks_are_none(sign: str) -> None:
    text = "lattice: square\nboard:\n  ###\n  #.#\n  # #\npiece I x7:\n  #\n".replace("#", sign)
    found = read(text)
    assert found.cells == tuple((r, c, 0) for r in (1, 2, 3) for c in (1, 2, 3) if r == 1 or c != 2)
    assert found.pieces[0].blocks == ((0, 0, 0),)


@pytest.mark.parametrize(
    ("drawing", "line", "message"),
    [
        ("AAB\n  ABB", 3, "found 'AAB', expected one sign for all cells ('A' before)"),
        ("XX\n  X*", 4, "found 'X*', expected one sign for all cells ('X' before)"),
        ("-X", 3, "found '-X', expected any sign but '-' for a cell"),
        ("110", 3, "found '110', expected a point 'A B C' (flat: 'A B'); in a drawing no digit"),
        ("X1", 3, "found 'X1', expected an integer"),
        ("X X X\n  X X X", 3, "found 'X X X', expected cells side by side, without blanks"),
        ("X X X\n  X . X", 3, "found 'X X X', expected cells side by side, without blanks"),
        ("XX\n\n  XX", 5, "found 2 layers, expected one layer: the lattice is flat"),
    ],
)
def test_a_drawing_that_can_be_misread_is_refused(drawing: str, line: int, message: str) -> None:
    error = refused(f"lattice: square\nboard:\n  {drawing}\npiece I x9:\n  #\n")
    assert error.startswith(f"f, line {line}, board: {message}")


def test_triangles_are_drawn_with_letters_or_signs() -> None:
    expected = read("lattice: triangular\nboard:\n  ^v^\npiece A:\n  ^v^\n")
    for up, down in ("AV", "▲▼", "△▽"):
        drawing = f"{up}{down}{up}"
        assert (
            read(f"lattice: triangular\nboard:\n  {drawing}\npiece A:\n  {drawing}\n") == expected
        )
        assert read(f"board:\n  {drawing}\npieces:\n  {drawing}\n").cells == expected.cells
    assert "'^' (up) and 'v' (down)" in refused("lattice: triangular\nboard:\n  XX\npiece A: 1 1\n")


# Layers

SOMA_LIKE = "lattice: cubic\nboard: 2 x 2 x 2\npiece A:\n    ##\n    ##\n{}\n    ##\n    ##\n"


@pytest.mark.parametrize("between", ["", "    ---", "\n    -\n", "\n\n\n", "% comment\n\n"])
def test_empty_lines_and_dashes_part_the_layers_of_a_cubic_piece(between: str) -> None:
    found = read(SOMA_LIKE.format(between))
    assert found.pieces[0].blocks == tuple(
        (r, c, level) for level in (0, 1) for r in (0, 1) for c in (0, 1)
    )
    assert int(pp.count(found)) == 1


def test_without_an_empty_line_the_same_drawing_is_one_layer() -> None:
    text = SOMA_LIKE.replace("{}\n", "% only a comment\n")
    blocks = read(text).pieces[0].blocks
    assert {block[2] for block in blocks} == {0}
    assert max(block[0] for block in blocks) == 3


def test_a_board_is_drawn_in_layers_and_a_layer_may_not_be_missing() -> None:
    drawing = "board:\n    ##\n    #.\n\n    #\npieces:\n    #\n\n    ##\n    #\n"
    found = read(f"lattice: cubic\n{drawing}")
    assert found.cells == ((1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1))
    assert read(drawing) == found, "several layers are cubic without an entry lattice"
    for dashes, line in (("    --\n    --\n", 5), ("    --\n\n    --\n", 6)):
        error = refused(f"lattice: cubic\nboard:\n    ##\n{dashes}    ##\npiece A: 0 0 0\n")
        assert f"f, line {line}, board: found '--', expected a layer before each line" in error


# Lattice


@pytest.mark.parametrize(
    ("board", "lattice", "cells"),
    [
        ("6 x 10", "square", 60),
        ("6x10", "square", 60),
        ("3 x 3 x 3", "cubic", 27),
        ("2×3", "square", 6),
    ],
)
def test_a_plain_box_needs_no_lattice(board: str, lattice: str, cells: int) -> None:
    found = read(f"board: {board}\npiece o x{cells}:\n    #\n")
    assert (found.lattice, len(found.cells)) == (lattice, cells)
    assert found.moves == ("reflections" if lattice == "square" else "rotations")


def test_points_and_staggered_rows_need_a_lattice() -> None:
    message = "f, line 1, board: found points, expected an entry 'lattice:'"
    assert message in refused("board: 1 1, 1 2\npiece I: 1 1, 1 2\n")
    message = "found a drawing without cells side by side, expected an entry 'lattice:'"
    assert message in refused("board:\n    # # #\n     # #\npiece I x5:\n    #\n")


# Lists of pieces


def test_a_list_of_drawn_pieces_is_numbered() -> None:
    text = "board: 6 x 10\npieces:\n" + PENTOMINOES.replace("\n", "\n    ")
    found = read(text.replace("X X", "X.X"))
    shipped = pp.load("packing", "pentominoes_6x10")
    assert [piece.name for piece in found.pieces] == [str(n) for n in range(1, 13)]
    assert {(p.least, p.most) for p in found.pieces} == {(1, 1)}
    assert (found.cells, found.moves) == (shipped.cells, shipped.moves)
    assert int(pp.count(found, symmetry=True, engine="exact-cover")) == 2339


def test_a_set_of_pieces_has_a_word() -> None:
    grid = LATTICES["square"]
    shapes = {grid.shape(p.blocks, "reflections") for p in set_of("pentominoes", grid)}
    assert shapes == set(polyforms("square", 5))
    found = read("board: 6 x 10\npieces: pentominoes\npiece o x0-1:\n    #\n")
    assert "".join(piece.name for piece in found.pieces) == "FILNPTUVWXYZo"
    for wrong in (
        "lattice: hexagonal\nboard: 1 1\npieces: pentominoes",
        "board: 2 x 2\npieces: all",
    ):
        assert "expected a drawing in indented lines" in refused(f"{wrong}\n")


@pytest.mark.parametrize("size", ["6 x 10\n", "6x10", "\n".join(["o" * 10] * 6) + "\n"])
def test_a_file_of_drawings_is_the_board_and_its_pieces(size: str, tmp_path: Path) -> None:
    file = tmp_path / "pentominoes.txt"
    file.write_text("% the twelve\n" + size + PENTOMINOES)
    found = pp.load("packing", str(file))
    assert (len(found.cells), len(found.pieces), found.lattice) == (60, 12, "square")
    assert pp.verify(found, next(pp.solve(found, limit=1))) == []


def test_pieces_of_one_shape_are_copies_as_far_as_the_moves_allow() -> None:
    pieces = "pieces:\n    X\n    XXX\n\n    XXX\n    X\n\n    XXXX\n"
    both = read("board: 3 x 4\n" + pieces)
    assert [(p.name, p.least, p.most) for p in both.pieces] == [("1", 2, 2), ("3", 1, 1)]
    fixed = read("board: 3 x 4\nmoves: none\n" + pieces)
    assert [p.name for p in fixed.pieces] == ["1", "2", "3"]
    named = read("board: 3 x 4\npiece L x2:\n    X\n    XXX\npiece I:\n    XXXX\n")
    assert int(pp.count(both)) == int(pp.count(named)) == 4


def test_signs_name_the_pieces_of_a_list_that_has_several() -> None:
    text = "board: 3 x 4\npieces:\n    L\n    LLL\n\n    IIII\n\n    LLL\n      L\n"
    found = read(text)
    assert [(p.name, p.least, p.most) for p in found.pieces] == [("L", 2, 2), ("I", 1, 1)]
    error = refused(
        text.replace("IIII", "LLLL")
        .replace("      L\n", "      M\n")
        .replace("LLL\n      M", "MMM\n      M")
    )
    assert "f, line 6, pieces: found another shape that is drawn with 'L'" in error
    assert "expected the shape of line 3, or a sign of its own" in error


def test_a_list_may_have_points_and_layers_and_stand_beside_named_pieces() -> None:
    listed = "    0 0 0, 0 0 1\n\n    ##\n    -\n    ##\n\n    (0,0,0)\n"
    text = f"board: 2 x 2 x 2\npieces:\n{listed}piece o:\n    #\n"
    found = read(text)
    assert Counter(len(p.blocks) for p in found.pieces) == {2: 1, 4: 1, 1: 2}
    assert [p.name for p in found.pieces] == ["1", "2", "3", "o"]
    assert "a name that no piece has yet" in refused(text.replace("piece o", "piece 2"))
    several = text.replace("(0,0,0)", "A")
    assert "f, line 3, pieces: found points, expected a sign that can name" in refused(several)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello\n", "f, line 1: found 'hello', expected 'KEY: VALUE' lines, or the board"),
        ("XX\nXX\n", "f, line 1: found one drawing, expected 'KEY: VALUE' lines, or the board"),
        ("XXX\n\nXX\n", "f, line 1, board: found pieces with 2 blocks, expected 3 blocks"),
        ("XX\n\nAB\n", "f, line 3, pieces: found 'AB', expected one sign for all cells"),
        ("2 x 2\n", "f, line 1: found '2 x 2', expected 'KEY: VALUE' lines, or the board"),
    ],
)
def test_a_file_of_drawings_that_is_no_puzzle_is_refused(text: str, message: str) -> None:
    assert message in refused(text)


# Points


def test_points_may_stand_in_brackets() -> None:
    plain = read("lattice: cubic\nboard: 1 1 1, 1 1 2, 1 2 1\npiece V: 0 0 0, 0 0 1, 0 1 0\n")
    board = "(1, 1, 1), (1,1,2)\n    [1, 2, 1]"
    found = read(f"lattice: cubic\nboard:\n    {board}\npiece V: (0,0,0) (0,0,1);(0,1,0)\n")
    assert found == plain
    error = refused("lattice: cubic\nboard: (1, 1, 1), 1 1 2\npiece V: 0 0 0, 0 0 1\n")
    assert "found '1 1 2', expected all points in brackets" in error


def test_triangles_in_brackets_are_x_y_z() -> None:
    hexagon = "(0,1,0) (0,1,1) (0,0,1) (1,0,0) (1,0,1) (1,1,0)"
    strip = "(0,0,0) (0,0,1) (1,0,0)"
    found = read(f"lattice: triangular\nboard: {hexagon}\npiece T x2: {strip}\n")
    drawn = read("lattice: triangular\nboard:\n    ^v^\n    v^v\npiece T x2:\n    ^v^\n")
    move = (min(found.cells)[0] - min(drawn.cells)[0], min(found.cells)[1] - min(drawn.cells)[1])
    assert {(a + move[0], b + move[1], 0) for a, b, _ in drawn.cells} == set(found.cells)
    assert int(pp.count(found)) == int(pp.count(drawn)) == 3
    listed = f'{{"lattice": "triangular (x, y, z)", "board": {_lists(hexagon)}, '
    listed += f'"pieces": {{"T": {_lists(strip)}}}, "piece_counts": {{"T": 2}}}}'
    assert read(listed).cells == found.cells
    assert read(listed).pieces == found.pieces
    for wrong in ("(0,0,2)", "(0,0)", "(5000,0,0)"):
        error = refused(f"lattice: triangular\nboard: {wrong}\npiece T: (0,0,0)\n")
        assert error.startswith(f"f, line 2, board: found '{wrong[:2]}"), error
    assert refused(listed.replace("[0,0,1]", "[0,0,3]")).startswith("f, ")


def _lists(points: str) -> str:
    return "[" + points.replace(" ", ",").replace("(", "[").replace(")", "]") + "]"


def test_published_triangles_have_their_published_count(data: Path) -> None:
    """The hexiamonds in a 6 x 6 rhombus, whose cells are (x, y, z)."""

    root = json.loads((data / "packing" / "polyform" / "Hexiamonds6x6.json").read_text())
    text = "lattice: triangular\nboard:\n"
    text += "".join(f"    ({a}, {b}, {c})\n" for a, b, c in root["board"])
    for name, cells in root["pieces"].items():
        text += f"piece {name}: " + ", ".join(f"({a},{b},{c})" for a, b, c in cells) + "\n"
    found = read(text)
    assert {triangle(*cell) for cell in root["board"]} == set(found.cells)
    counted = pp.count(found, symmetry=True, engine="exact-cover")
    assert counted.symmetry
    assert counted.answers == root["count_published"]
    assert counted.answers * counted.symmetry.order == root["count_raw_all_placements"] == 624


SQUARE = '{"lattice": "square", "board": [[1, 1], [1, 2]], "pieces": {"I": [[1, 1], [1, 2]]}'


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ('"optional": {}', "f, optional: found {}, expected a list [...]"),
        ('"optional": false', "f, optional: found False, expected a list [...]"),
        ('"piece_counts": 5', "f, piece_counts: found 5, expected an object {...}"),
        ('"piece_counts": "I"', "f, piece_counts: found 'I', expected an object {...}"),
        ('"orientations": {"V": null}', "f, orientations.V: found None, expected a list [...]"),
    ],
)
def test_a_member_of_another_type_is_refused_by_its_name(member: str, message: str) -> None:
    assert refused(f"{SQUARE}, {member}}}") == message


@pytest.mark.parametrize(
    "member",
    ['"optional": []', '"optional": null', '"orientations": {"I": null}', '"piece_counts": null'],
)
def test_a_member_without_a_value_says_nothing(member: str) -> None:
    assert read(f"{SQUARE}, {member}}}") == read(f"{SQUARE}}}")


@pytest.mark.parametrize(
    ("lattice", "points", "said"),
    [
        ("square", [[1, 1], [1, 2, 3]], "found [1, 2, 3], expected a cell of the square lattice"),
        ("cubic", [[1, 1, 1], [1, 1]], "found [1, 1], expected a point [A, B, C]"),
        ("triangular, x, y, z", [[0, 0, 1], [0, 0, 3]], "found [0, 0, 3], expected (x, y, z), "),
    ],
)
def test_a_wrong_point_is_shown_as_the_json_file_has_it(
    lattice: str, points: list[list[int]], said: str
) -> None:
    text = json.dumps({"lattice": lattice, "board": points, "pieces": {"a": points[:1]}})
    assert refused(text).startswith(f"f, board[1]: {said}")
