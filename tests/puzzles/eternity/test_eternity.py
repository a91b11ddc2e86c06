"""Edge matching: the pinned truths, an independent count, all formats, and bad input."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program_words import says
from shipped_boards import edge_board

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import AnswerError, InstanceError, PuzzleError
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.puzzles.eternity import PUZZLE
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution, Place, SquarePlacement
from pyasp_puzzles.puzzles.eternity.format import parse, read_order
from pyasp_puzzles.puzzles.eternity.instance import ASSUMED, EternityBoard, HintPiece, Sides
from pyasp_puzzles.puzzles.eternity.links import board_edges, viewer
from pyasp_puzzles.puzzles.eternity.links import read as read_answers
from pyasp_puzzles.puzzles.eternity.picture import picture
from pyasp_puzzles.puzzles.eternity.verify import verify

PRINTED = "abca abeb aacb  cdba eedd cace  bbaa dcab caac"
"""The answer that comes with the 3 x 3 board, as colours: up, right, down, left of each cell."""

Grid = tuple[Sides, ...]
"""The sides of all cells in reading order: what an answer looks like."""


def load(name: str) -> EternityBoard:
    instance: EternityBoard = pp.load("eternity", name)
    return instance


def read(board: EternityBoard, text: str) -> EternitySolution:
    """The one answer in a link or string."""
    (solution,) = read_answers(board, text)
    return solution


def turn(sides: Sides, turns: int) -> Sides:
    for _ in range(turns):
        u, r, d, left = sides
        sides = (left, u, r, d)
    return sides


def backtrack(board: EternityBoard) -> Iterator[Grid]:
    """All answers by trying every piece on every cell in reading order; alike pieces once."""
    stock = Counter(min(turn(piece, t) for t in range(4)) for piece in board.pieces)
    faces = defaultdict(set)
    for kind in stock:
        for t in range(4):
            u, _, _, left = turn(kind, t)
            for key in ((u, left), (None, left), (u, None), (None, None)):
                faces[key].add((kind, turn(kind, t)))
    fixed = {(h.row, h.column): turn(board.pieces[h.piece - 1], h.turns) for h in board.hints}
    grid: list[Sides] = []

    def fits(row: int, column: int, sides: Sides) -> bool:
        rim = (row == 1, column == board.columns, row == board.rows, column == 1)
        framed = board.frame is None or rim == tuple(side == board.frame for side in sides)
        return framed and fixed.get((row, column), sides) == sides

    def extend() -> Iterator[Grid]:
        if len(grid) == board.rows * board.columns:
            yield tuple(grid)
            return
        row, column = divmod(len(grid), board.columns)
        above = grid[-board.columns][2] if row else None
        before = grid[-1][1] if column else None
        for kind, sides in faces[above, before]:
            if stock[kind] and fits(row + 1, column + 1, sides):
                stock[kind] -= 1
                grid.append(sides)
                yield from extend()
                grid.pop()
                stock[kind] += 1

    return extend()


def rotations(board: EternityBoard, grid: Grid) -> frozenset[Grid]:
    """The images of an answer under the rotations that take the hints to hints."""
    fixed = {
        (h.row - 1, h.column - 1): turn(board.pieces[h.piece - 1], h.turns) for h in board.hints
    }
    images = set()
    for quarters in range(4) if board.rows == board.columns else (0, 2):
        cells = {divmod(i, board.columns): sides for i, sides in enumerate(grid)}
        hints, rows, columns = dict(fixed), board.rows, board.columns
        for _ in range(quarters):
            cells = {(c, rows - 1 - r): turn(sides, 1) for (r, c), sides in cells.items()}
            hints = {(c, rows - 1 - r): turn(sides, 1) for (r, c), sides in hints.items()}
            rows, columns = columns, rows
        if hints == fixed:
            images.add(tuple(sides for _, sides in sorted(cells.items())))
    return frozenset(images)


def looks(board: EternityBoard, solution: EternitySolution) -> Grid:
    return tuple(turn(board.pieces[p.piece - 1], p.turns) for p in solution.placements)


def assert_same_answers(board: EternityBoard, most: int = 2000) -> tuple[int, int]:
    """Program and backtracking agree, answer by answer, raw and one of each class."""
    grids = set(backtrack(board))
    classes = {rotations(board, grid) for grid in grids}
    if len(grids) > most:
        assert pp.count(board).answers == len(grids)
        assert pp.count(board, symmetry=True).answers == len(classes)
    else:
        found = [answer.solution for answer in pp.solve(board)]
        assert len(found) == len(grids) and {looks(board, s) for s in found} == grids
        for solution in found:
            images = PUZZLE.symmetries.orbit(board, solution)
            assert solution in images and images <= set(found)
            assert len(images) == len(rotations(board, looks(board, solution)))
        reduced = [answer.solution for answer in pp.solve(board, symmetry=True)]
        assert len(reduced) == len(classes)
        assert {rotations(board, looks(board, s)) for s in reduced} == classes
    return len(grids), len(classes)


# The truths

LONG = {"unframed_3x4", "framed_7x7"}
"""Boards on which backtracking takes a second."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in LONG else [])
        for name in sorted(PUZZLE.instance_files())
    ],
)
def test_a_shipped_board_has_its_known_answers_and_those_of_backtracking(name: str) -> None:
    board = load(name)
    assert assert_same_answers(board) == tuple(count for _, count in board.known)


def test_answers_that_are_their_own_image_count_as_whole_classes() -> None:
    board = load("alike_3x3")
    raw, classes = dict(board.known)["answers"], dict(board.known)["classes"]
    assert classes > raw / 4  # some orbits are shorter than four
    assert pp.count(board, symmetry=True).answers == classes


def test_copies_of_one_kind_are_not_told_apart() -> None:
    domino = EternityBoard(
        "Four alike", 2, 2, ((0, 1, 1, 0), (0, 0, 1, 1), (1, 0, 0, 1), (1, 1, 0, 0))
    )
    assert assert_same_answers(domino) == (1, 1)
    plain_piece = EternityBoard("Nine of one colour", 3, 3, ((5, 5, 5, 5),) * 9, None)
    assert assert_same_answers(plain_piece) == (1, 1)


@pytest.mark.parametrize("turns", range(4))
def test_a_piece_alone_on_a_board_has_as_many_answers_as_looks(turns: int) -> None:
    for sides, raw in (((1, 2, 3, 4), 4), ((1, 2, 1, 2), 2), ((1, 1, 1, 1), 1)):
        board = EternityBoard("One cell", 1, 1, (turn(sides, turns),), None)
        assert assert_same_answers(board) == (raw, 1)


@settings(max_examples=35, deadline=None, derandomize=True)
@given(
    size=st.sampled_from([(1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (2, 5)]),
    colours=st.integers(1, 4),
    seed=st.integers(0, 10**6),
    rim_colours=st.integers(0, 3),
    hints=st.integers(0, 2),
)
def test_a_framed_board_has_the_answers_of_backtracking(
    size: tuple[int, int], colours: int, seed: int, rim_colours: int, hints: int
) -> None:
    if size == (4, 4):
        colours, rim_colours = colours + 2, rim_colours + 1
    board, hidden = edge_board(*size, colours, seed, rim_colours=rim_colours, hints=hints)
    assert_same_answers(board, most=50)
    assert parse(PUZZLE.format(board), "again")[""] == board
    assert looks(board, hidden) in set(backtrack(board))


@settings(max_examples=35, deadline=None, derandomize=True)
@given(
    size=st.sampled_from([(1, 1), (1, 2), (1, 4), (2, 2), (2, 3), (3, 2)]),
    colours=st.integers(1, 3),
    seed=st.integers(0, 10**6),
    hints=st.integers(0, 2),
)
def test_an_unframed_board_has_the_answers_of_backtracking(
    size: tuple[int, int], colours: int, seed: int, hints: int
) -> None:
    hints = min(hints, size[0] * size[1])
    board, hidden = edge_board(*size, colours, seed, framed=False, hints=hints)
    assert_same_answers(board, most=50)
    assert verify(board, hidden) == []


def test_rotations_that_move_a_hint_are_no_symmetries() -> None:
    corner, border, middle = (0, 1, 1, 0), (0, 1, 2, 1), (2, 2, 2, 2)
    pieces = (corner,) * 4 + (border,) * 4 + (middle,)
    board = EternityBoard("Cross", 3, 3, pieces, 0)
    assert assert_same_answers(board) == (1, 1)
    opposite = (HintPiece(1, 1, 1, 0), HintPiece(3, 3, 2, 2))
    assert assert_same_answers(EternityBoard("Cross", 3, 3, pieces, 0, opposite)) == (1, 1)
    base, _ = edge_board(4, 4, 3, 11, rim_colours=2)
    for solution in [answer.solution for answer in pp.solve(base, limit=3)]:
        p = solution.placements[0]
        held = EternityBoard(
            "Held", 4, 4, base.pieces, 0, (HintPiece(p.row, p.column, p.piece, p.turns),)
        )
        raw, classes = assert_same_answers(held)
        assert raw == classes > 0


# How it is searched


def test_the_sweep_goes_row_by_row() -> None:
    """Its conflicts, the same on every machine, would be far more in another order of cells."""
    board, _ = edge_board(6, 6, 5, 4, rim_colours=3)
    found = pp.count(board, symmetry=True, engine="asp:sweep")
    assert (found.answers, found.exhausted) == (3, True)
    assert found.statistics["conflicts"] < 30_000


# Published boards


def test_the_published_4x4_board_has_4_answers_in_one_class(data: Path) -> None:
    board = load(str(data / "eternity" / "seapearl_eternity_A_v2.json"))
    assert assert_same_answers(board) == (4, 1)


def test_a_list_whose_colours_are_not_clockwise_needs_its_order(data: Path, tmp_path: Path) -> None:
    text = (data / "eternity" / "seapearl_eternity_A_v2.txt").read_text()
    with pytest.raises(InstanceError, match="line 2, pieces: found the frame on opposite sides"):
        parse(text, "A_v2.txt")
    file = tmp_path / "A_v2.txt"
    file.write_text("order: UDLR\n" + text)
    board = load(str(file))
    assert (board.note, pp.count(board).answers) == ("", 4)
    published = load(str(data / "eternity" / "seapearl_eternity_A_v2.json"))
    assert board.pieces == published.pieces


def test_published_boards_are_read_and_kept_by_our_text_format(data: Path) -> None:
    sizes = {}
    for file in sorted((data / "eternity").glob("*.json")):
        board = load(str(file))
        sizes[file.stem] = (board.rows, board.columns, len(board.hints))
        assert parse(PUZZLE.format(board), "again")[""].pieces == board.pieces
        assert max(map(len, pp.facts(board).splitlines())) <= 100
    assert sizes["clue1"] == (6, 6, 0)
    assert sizes["meta_10x10"] == (10, 10, 0)
    assert sizes["e2_jwortmann"] == (16, 16, 0)
    assert sizes["anjou_official"] == (16, 16, 5)


@pytest.mark.parametrize("name", ["clue1", "clue3", "seapearl_eternity7x7", "brendan_06x06"])
def test_a_published_board_has_a_right_answer(data: Path, name: str) -> None:
    board = load(str(data / "eternity" / f"{name}.json"))
    (answer,) = pp.solve(board, limit=1)
    assert verify(board, answer.solution) == []


def test_the_two_lists_of_the_256_pieces_differ_by_a_half_turn(data: Path) -> None:
    """One says that its colours begin at the bottom, the other says nothing."""
    official = load(str(data / "eternity" / "anjou_official.json"))
    other = load(str(data / "eternity" / "e2_jwortmann.json"))
    assert official.note == ASSUMED and other.note == ""
    assert [turn(sides, 2) for sides in official.pieces] == list(other.pieces)
    assert official.hints[2] == HintPiece(9, 8, 139, 0)


@pytest.mark.slow
def test_backtracking_finds_260_answers_of_the_published_6x6_board(data: Path) -> None:
    board = load(str(data / "eternity" / "brendan_06x06.json"))
    grids = list(backtrack(board))
    assert len(grids) == 260
    assert len({rotations(board, grid) for grid in grids}) == 65


# Formats


@pytest.mark.parametrize("order", ["".join(letters) for letters in permutations("URDL")])
def test_every_edge_order_is_read(order: str) -> None:
    board = load("framed_4x4")
    rows = [[sides["URDL".index(letter)] for letter in order] for sides in board.pieces]
    lines = [" ".join(map(str, row)) for row in rows]
    for text in (
        "\n".join(["4 4", *lines, f"order: {order.lower()}"]),
        "\n".join([f"order: {order}", "board: 4 x 4", "pieces:", *(f"  {x}" for x in lines)]),
        json.dumps({"width": 4, "height": 4, "pieces": rows, "edge_order": order}),
    ):
        again = parse(text, "file")[""]
        assert (again.pieces, again.note) == (board.pieces, "")


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("clockwise starting at the bottom: bottom,left,top,right", "DLUR"),
        ("some library's order = up,right,down,left (clockwise)", "URDL"),
        ("text says up,down,left,right, the program turns them as up,right,down,left", "URDL"),
        ("up,down,left,right", "UDLR"),
        ("North East South West", "URDL"),
        ("clockwise", "URDL"),
        ("up, up, down, left", None),
        ("as printed", None),
        ("up,right,down,left or right,down,left,up", None),
    ],
)
def test_an_order_in_prose_is_understood(words: str, order: str | None) -> None:
    assert read_order(words) == order


def test_just_an_assumed_order_is_said() -> None:
    assumed = parse("1 2\n0 0 1 0\n1 0 0 0\n", "list")[""]
    assert ASSUMED in plain(picture(assumed, None))
    assert parse(PUZZLE.format(assumed), "again")[""] == assumed
    named = parse("order: URDL\n1 2\n0 0 1 0\n1 0 0 0\n", "list")[""]
    assert ASSUMED not in plain(picture(named, None))


def test_the_colour_of_the_frame_is_read() -> None:
    text = "board: 1 x 1\npieces:\n  7 7 7 7\n"
    assert parse(text, "x")[""].frame is None
    framed = parse(text + "frame: 7\n", "x")[""]
    assert framed.frame == 7 and pp.count(framed).answers == 1
    assert pp.count(parse(text + "frame: 3\n", "x")[""]).answers == 0
    zeros = "board: 1 x 1\npieces: 0 0 0 0\n"
    assert parse(zeros, "x")[""].frame == 0
    assert parse(zeros + "frame: none\n", "x")[""].frame is None
    tree: dict[str, Any] = {"width": 1, "height": 1, "pieces": [[0, 0, 0, 0]]}
    assert parse(json.dumps(tree), "x")[""].frame == 0
    assert parse(json.dumps({**tree, "border_colour": None}), "x")[""].frame is None
    assert parse(json.dumps({**tree, "border_colour": 4}), "x")[""].frame == 4


def test_hints_of_json_are_placed_where_they_belong() -> None:
    board = load("framed_4x6")
    answer = next(pp.solve(board, limit=1)).solution
    hints = [
        {"pos": 6 * (p.row - 1) + p.column - 1, "piece": p.piece - 1, "rot": p.turns}
        for p in answer.placements
        if [q.piece for q in answer.placements].count(p.piece) == 1
    ]
    tree = {"width": 6, "height": 4, "pieces": board.pieces, "edge_order": "URDL", "hints": hints}
    held = parse(json.dumps(tree), "json")[""]
    assert answer in {found.solution for found in pp.solve(held)}
    assert verify(held, answer) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hint": []}, "x: found 'hint', expected one of width, height, pieces, name"),
        ({"border_color": 0}, "x: found 'border_color', expected one of width"),
        ({"border_colour": True}, "x, border_colour: found True, expected an integer"),
        (
            {"hints": [{"pos": 0, "piece": 0, "rot": 0, "turns": 1}]},
            "x, hints[0]: found 'turns', expected one of pos, piece, rot",
        ),
    ],
)
def test_a_misspelt_member_is_refused(change: dict[str, Any], message: str) -> None:
    tree = {"width": 1, "height": 1, "pieces": [[1, 2, 3, 4]], "edge_order": "URDL"}
    with pytest.raises(InstanceError) as error:
        parse(json.dumps({**tree, **change}), "x")
    assert str(error.value).startswith(message)
    parse(json.dumps({**tree, "source": "a book", "numColors": 4}), "x")


def test_a_name_with_a_comment_sign_is_written_whole() -> None:
    tree = {"name": " 100%\n easy: yes ", "width": 1, "height": 1, "pieces": [[1, 2, 3, 4]]}
    board = parse(json.dumps({**tree, "edge_order": "URDL"}), "json")[""]
    assert board.title == "100 easy: yes"
    assert parse(PUZZLE.format(board), "again")[""] == board


# Viewer strings


def test_a_viewer_string_has_the_printed_letters_and_pieces() -> None:
    board = load("document_3x3")
    solution = read(board, PRINTED)
    assert board_edges(board, solution) == PRINTED.replace(" ", "")
    assert viewer(board, solution) == (
        "https://e2.bucas.name/#puzzle=SeaPearl_tutorial_3_x_3&board_w=3&board_h=3"
        "&board_edges=abcaabebaacbcdbaeeddcacebbaadcabcaac"
        "&board_pieces=002006003007009008001005004"
    )


def test_a_colour_without_a_letter_is_not_exported() -> None:
    board = EternityBoard("Colour 26", 1, 2, ((0, 26, 0, 0), (0, 0, 0, 26)))
    solution = next(pp.solve(board)).solution
    with pytest.raises(PuzzleError, match="found colour 26, expected at most 25"):
        board_edges(board, solution)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("abc", "found 3 letters, expected board_edges of 36 letters"),
        ("abc", "36 letters, lines of solve --json, or atoms place/4"),
        ("a", "found 1 letter, expected"),
        ("1 2 3", "found '1 2 3', expected board_edges of 36 letters"),
        ("abca" * 9, "expected the letters of a piece of the set"),
        ("zzzz" * 9, r"cell \(1, 1\): found 'zzzz'"),
    ],
)
def test_a_wrong_viewer_string_is_refused(text: str, message: str) -> None:
    board = load("document_3x3")
    if text == "abca" * 9:
        assert verify(board, read(board, text)) != []
    else:
        with pytest.raises(AnswerError, match=message):
            read(board, text)


# Rules in words


def altered(solution: EternitySolution, *changes: SquarePlacement) -> EternitySolution:
    cells = {(p.row, p.column): p for p in solution.placements}
    cells.update({(p.row, p.column): p for p in changes})
    return EternitySolution(tuple(sorted(cells.values())))


def test_every_broken_rule_is_named() -> None:
    board = load("hints_6x6")
    right = next(pp.solve(board)).solution
    at = {(p.row, p.column): p for p in right.placements}
    hint = at[board.hints[0].row, board.hints[0].column]
    cases = {
        "Each cell holds one piece": EternitySolution(right.placements[1:]),
        "Piece .+ is used once": altered(right, SquarePlacement(3, 3, at[3, 4].piece, 0)),
        "The sides at .+-.+ match": altered(
            right, SquarePlacement(4, 4, at[4, 4].piece, (at[4, 4].turns + 1) % 4)
        ),
        "The colour of the frame lies on every side at the rim, and on no other": altered(
            right, SquarePlacement(1, 1, at[1, 1].piece, (at[1, 1].turns + 1) % 4)
        ),
        "Piece .+ is fixed on .+, .+": altered(
            right, SquarePlacement(hint.row, hint.column, hint.piece, (hint.turns + 2) % 4)
        ),
    }
    assert verify(board, right) == []
    for rule, wrong in cases.items():
        broken = [line for line in verify(board, wrong) if re.match(f"{rule}: ", line)]
        assert broken, rule
        assert all(says(PUZZLE.program_path(), line) for line in broken)


@pytest.mark.parametrize("turns", [-4, -1, 4, 7])
def test_a_turn_outside_0_to_3_is_refused(turns: int) -> None:
    board = load("document_3x3")
    right = read(board, PRINTED)
    for p in right.placements:
        wrong = SquarePlacement(p.row, p.column, p.piece, p.turns + 4 if turns > 0 else p.turns - 4)
        assert verify(board, altered(right, wrong)) == [
            "Of turns that look the same only the first is used: piece "
            f"{p.piece} on r{p.row}c{p.column} has {wrong.turns}, not 0 to 3."
        ]
        other = SquarePlacement(p.row, p.column, p.piece, turns)
        assert any(f"has {turns}, not 0" in line for line in verify(board, altered(right, other)))


def test_a_second_turn_or_number_of_the_same_look_is_refused() -> None:
    program = PUZZLE.program_path().read_text(encoding="utf-8")
    board = EternityBoard("Alike", 1, 2, ((1, 2, 1, 2), (2, 1, 2, 1)), None)
    flat = EternityBoard("Flat", 1, 1, ((5, 5, 5, 5),), None)
    turns = "Of turns that look the same only the first is used"
    assert f"% {turns}." in program
    for instance, right, wrong, broken in (
        (board, (1, 1), (1, 3), f"{turns}: piece 1 on r1c2 has 3, not 0 to 1."),
        (board, (1, 1), (2, 0), "the number of the first is used: r1c2 has 2, not 1."),
        (flat, (1, 0), (1, 2), f"{turns}: piece 1 on r1c1 has 2, not 0."),
    ):
        first = [SquarePlacement(1, 1, 1, 1)] if instance is board else []
        for last, message in ((right, ""), (wrong, broken)):
            placed = SquarePlacement(1, instance.columns, *last)
            found = verify(instance, EternitySolution((*first, placed)))
            assert len(found) == bool(message) and all(map(str.endswith, found, [message]))


def test_atoms_that_are_no_answer_are_refused() -> None:
    board = load("document_3x3")
    for atom, message in (
        (Place(1, 1, 10, 0), r"found place\(1,1,10,0\), expected a piece from 1 to 9"),
        (Place(1, 1, 1, 4), "expected 0 to 3 quarter turns"),
    ):
        with pytest.raises(AnswerError, match=message):
            PUZZLE.decode(board, [atom])


def test_a_copy_named_by_its_own_number_is_the_same_answer() -> None:
    board = EternityBoard("Copies", 1, 2, ((0, 1, 0, 0), (1, 0, 0, 0)))
    by_kind = PUZZLE.decode(board, [Place(1, 1, 1, 0), Place(1, 2, 1, 2)])
    by_number = PUZZLE.decode(board, [Place(1, 1, 1, 0), Place(1, 2, 2, 3)])
    assert by_kind == by_number and verify(board, by_kind) == []


def test_a_picture_has_the_colours_and_the_pieces() -> None:
    board = load("document_3x3")
    solved = plain(picture(board, read(board, PRINTED)))
    assert "│· 2 1│1 6 1│1 3 ·│" in solved
    assert "│· 7 3│3 9 4│4 8 ·│" in solved
    unsolved = plain(picture(load("hints_6x6"), None))
    assert "i 6x2  g│" in unsolved and "[" not in unsolved
    large, hidden = edge_board(11, 11, 9, 5, rim_colours=4)
    drawing = plain(picture(large, hidden))
    assert "columns 1 to 6" in drawing and "columns 7 to 11" in drawing
    assert "a (frame, drawn ·) is 0; b is 1, … n is 13" in drawing
    assert max(map(len, drawing.splitlines())) <= 80


def test_copies_and_a_long_note_are_explained_within_80_columns() -> None:
    words = "x2, x3 …: so many pieces are alike, perhaps after a turn."
    for name, some in (("hints_6x6", True), ("document_3x3", False)):
        board = load(name)
        for solution in (None, next(pp.solve(board, limit=1)).solution):
            assert (words in plain(picture(board, solution))) == some
    long = EternityBoard("Long", 1, 1, ((1, 2, 3, 4),), None, note=" ".join(["many words"] * 20))
    for board in (long, parse("1 2\n0 0 1 0\n1 0 0 0\n", "list")[""]):
        assert max(map(len, plain(picture(board, None)).splitlines())) <= 78
        assert max(map(len, pp.facts(board).splitlines())) <= 80


# Bad input

GOOD = "board: 1 x 2\nframe: 0\npieces:\n  0 1 0 0\n  0 0 0 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board: 1 x 2\n", "FILE: found only 'board', expected an entry 'pieces:'"),
        (GOOD.replace("1 x 2", "two"), "FILE, line 1, board: found 'two', expected rows and"),
        (GOOD.replace("1 x 2", "0 x 2"), "line 1, board: found '0', expected an integer from 1"),
        (GOOD.replace("1 x 2", "99 x 99"), "line 1, board: found '99 x 99', expected at most 1024"),
        (GOOD.replace("1 x 2", "2 x 2"), "pieces: found 2 pieces, expected 4 of them, one for"),
        (GOOD + "  0 0 0 1\n", "pieces: found 3 pieces, expected 2 of them"),
        (GOOD.replace("0 1 0 0", "0 1 0"), "line 4, pieces: found '0 1 0', expected four colours"),
        (GOOD.replace("0 1 0 0", "0 x 0 0"), "line 4, pieces: found 'x', expected an integer"),
        (GOOD.replace("0 1 0 0", "0 1000 0 0"), "found '1000', expected an integer from 0"),
        (GOOD.replace("frame: 0", "frame: grey"), "line 2, frame: found 'grey', expected an int"),
        (GOOD + "order: URDD\n", "line 6, order: found 'URDD', expected the letters U, R, D"),
        (GOOD + "hints: 1 1 1\n", "line 6, hints: found '1 1 1', expected ROW COLUMN PIECE TURNS"),
        (GOOD + "hints: 1 3 1 0\n", "line 6, hints: found '3', expected an integer from 1 to 2"),
        (GOOD + "hints: 1 1 1 4\n", "line 6, hints: found '4', expected an integer from 0 to 3"),
        (GOOD + "hints:\n 1 1 1 0\n 1 1 2 0\n", "line 8, hints: found '1 1 2 0', expected a cell"),
        (GOOD + "hints:\n 1 1 1 0\n 1 2 1 0\n", "found '1 2 1 0', expected a piece that"),
        (GOOD + "colour: 1\n", "line 6, colour: found 'colour', expected one of the keys title"),
        ("3 3 3\n", "line 1, pieces: found 3 fields: 3 3 3, expected four colours"),
        ("2 2\n1 1 1 1\n", "line 2, pieces: found 1 piece, expected 4 of them"),
        ("1 1 1 1\n" * 3, "line 1, pieces: found 3 pieces, expected --size, which could be 1x3"),
        ("1 1 1 1\n" * 12, "found 12 pieces, expected --size, which could be 3x4, 2x6, 1x12"),
        ("1 1 1 1\n" * 1025, "line 1, pieces: found 1,025 pieces, expected"),
        ("1 1\n1 1 1 z\n", "line 2, pieces: found 'z', expected colours as numbers (letters are"),
        ("aabd\naacd\n", "line 1, pieces: found 'aabd', expected colours as numbers"),
        ("1 1 1 1 1\n2 1 1 1\n", "line 2, pieces: found 4 fields: 2 1 1 1, expected the number"),
        ("1 1 1 1 1\n1 1 1 1 1\n", "found the number 1 of a piece, expected each number from 1"),
        ("0 1 1 1 1\n2 1 1 1 1\n", "line 2, pieces: found the number 2 of a piece, expected each"),
        ("0\n0\n1 1 1 1\n", "line 2, frame: found '0', expected four colours a line"),
        ("1 1\n1 1\n1 1 1 1\n", "line 2, board: found '1 1', expected four colours a line"),
        ("5\n" + "0 0 1 1\n" * 4, "frame: found 5, the colour of 0 sides, expected the frame's,"),
        ("2\n" + "0 0 2 2\n" * 4, "line 1, frame: found 2, the colour of 8 sides, expected the"),
        ("4 4\n", "FILE: found no piece, expected lines of four colours"),
        ("100 100\n", "line 1, board: found '100 x 100', expected at most 1024 cells"),
        ("order: UU\n1 1\n1 1 1 1\n", "line 1, order: found 'UU', expected the letters U, R"),
        ("1 1\norder: URDL\norder: URDL\n", "line 3: found a second order, expected one line"),
        ("2 2\n0 1 0 1\n0 0 1 1\n0 0 1 1\n0 0 1 1\n", "the frame on opposite sides: 0 1 0"),
        ("0\x001junk\x7f" * 10, "line 1, pieces: found "),
        ('{"width": 0, "height": 1}', "FILE, width: found 0, expected an integer from 1 to"),
        ('{"width": 99, "height": 99}', "FILE, height: found '99 x 99', expected at most 1024"),
        (
            '{"width": 1, "height": 1, "pieces": [[1, 2]]}',
            "pieces[0]: found '1 2', expected four col",
        ),
        (
            '{"width": 1, "height": 1, "pieces": [[1, 2, 3, -4]]}',
            "pieces[0][3]: found -4, expected an",
        ),
        (
            '{"width": 2, "height": 1, "pieces": [[1, 2, 3, 4]]}',
            "found 1 piece, expected 2 of them",
        ),
        (
            '{"width": 1, "height": 1, "edge_order": "as usual", "pieces": []}',
            "FILE, edge_order: found 'as usual', expected the order of the sides",
        ),
        (
            '{"width": 1, "height": 1, "pieces": [[1, 2, 3, 4]], "hints": [{"pos": 1}]}',
            "FILE, hints[0].pos: found 1, expected an integer from 0 to 0",
        ),
        (
            json.dumps({"width": 2, "height": 2, "pieces": [[0, 1, 0, 1]] * 4}),
            "FILE, pieces[0]: found the frame on opposite sides: 0 1 0 1, expected colours",
        ),
    ],
)
def test_a_bad_file_is_refused_with_place_found_and_expected(text: str, message: str) -> None:
    with pytest.raises(InstanceError) as error:
        parse(text, "FILE")
    assert message in str(error.value)


def test_a_contradictory_board_has_no_answer_but_a_picture() -> None:
    board = parse(GOOD.replace("0 1 0 0", "0 0 0 0"), "FILE")[""]
    answers = pp.solve(board)
    assert list(answers) == [] and answers.exhausted
    assert "pieces" in plain(picture(board, None))
