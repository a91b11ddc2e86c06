"""Edge-matching boards in the forms that people have: lists of pieces, links of the viewer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped_boards import edge_board

import pyasp_puzzles as pp
from pyasp_puzzles.cli import run
from pyasp_puzzles.core.errors import AnswerError, InstanceError, PuzzleError
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.puzzles.eternity import PUZZLE
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution
from pyasp_puzzles.puzzles.eternity.format import parse
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, Sides, turned
from pyasp_puzzles.puzzles.eternity.links import board_edges, read, viewer
from pyasp_puzzles.puzzles.eternity.picture import picture as draw
from pyasp_puzzles.puzzles.eternity.verify import verify

VIEWER = "https://e2.bucas.name/#"
LIST = """\
0 0 1 1
0 0 1 2
0 0 2 1
0 0 2 2
0 1 3 2
0 1 4 1
0 2 3 1
0 2 4 2
3 3 4 4
"""
"""Nine pieces, which fill a square board in 16 ways."""


def rows(board: EternityBoard) -> str:
    return "".join(" ".join(map(str, sides)) + "\n" for sides in board.pieces)


def load(name: str) -> EternityBoard:
    board: EternityBoard = pp.load("eternity", name)
    return board


def least(sides: Sides) -> Sides:
    return min(turned(sides, turns) for turns in range(4))


def looks(board: EternityBoard, solution: EternitySolution) -> list[Sides]:
    return [turned(board.pieces[p.piece - 1], p.turns) for p in solution.placements]


def partly(link: str, kept: set[int], columns: int) -> str:
    """A link without the pieces on the cells that are not kept."""
    before, _, rest = link.partition("board_edges=")
    edges, _, numbers = rest.partition("&board_pieces=")
    cells = range(len(edges) // 4)
    return (
        f"{before}board_edges="
        + "".join(edges[4 * i : 4 * i + 4] if i in kept else "aaaa" for i in cells)
        + "&board_pieces="
        + "".join(numbers[3 * i : 3 * i + 3] if i in kept else "000" for i in cells)
    )


# Lists


@pytest.mark.parametrize(
    "text",
    [
        LIST,
        f"3 3\n{LIST}",
        f"0\n{LIST}",
        f"0\n3 3\n{LIST}",
        f"3,3\n0\n{LIST}",
        f"# my pieces\n\n{LIST.replace(' ', ', ')}\n% the end\n",
        LIST.replace("\n", " // a piece\n"),
        LIST.replace(" ", ";"),
        LIST.replace(" ", "\t").replace("\n", "\r\n"),
        "".join(f"{n} {line}\n" for n, line in enumerate(LIST.splitlines(), 1)),
        "".join(f"{n}: {line}\n" for n, line in enumerate(LIST.splitlines(), 0)),
        "".join(f"{n},{line}\n" for n, line in reversed(list(enumerate(LIST.splitlines(), 1)))),
        f"order: URDL\n{LIST}",
    ],
)
def test_a_list_of_pieces_is_read_with_and_without_size_frame_and_numbers(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "pieces.txt"
    file.write_text(text, newline="")
    board = load(str(file))
    assert (board.rows, board.columns, board.frame) == (3, 3, 0)
    assert board.pieces == load("document_3x3").pieces == parse(LIST, "x")[""].pieces
    assert pp.count(board).answers == 16
    assert ("order" in board.note) != ("order" in text)


@pytest.mark.parametrize("columns", range(1, 9))
@pytest.mark.parametrize("height", range(1, 9))
def test_the_sides_of_the_frame_tell_the_size_of_a_board(height: int, columns: int) -> None:
    board, hidden = edge_board(height, columns, 6, 1, rim_colours=3)
    again = parse(rows(board), "list")[""]
    assert {again.rows, again.columns} == {height, columns} and again.rows <= again.columns
    assert (f"fit {again.rows} x {again.columns} cells" in again.note) == (height != columns)
    exact = parse(rows(board), "list", size=f"{height}x{columns}")[""]
    assert (exact.rows, exact.columns) == (height, columns) and "fit" not in exact.note
    assert verify(exact, hidden) == []


def test_a_frame_of_another_colour_may_stand_first() -> None:
    board = load("framed_4x6")
    most = max(side for sides in board.pieces for side in sides) + 1
    swapped = "\n".join(" ".join(str(side or most) for side in sides) for sides in board.pieces)
    again = parse(f"{most}\n{swapped}", "list")[""]
    assert (again.rows, again.columns, again.frame) == (4, 6, most)
    assert pp.count(again).answers == pp.count(board).answers


def test_a_size_in_front_that_is_no_frame_is_not_taken_for_one() -> None:
    """A lone 3 could be the side of the board: more than a frame has colour 3, or fewer."""
    with pytest.raises(
        InstanceError, match="found 3, the colour of 4 sides, expected the frame's, which"
    ):
        parse(f"3\n{LIST}", "list")


def test_a_published_list_needs_no_first_line(data: Path, tmp_path: Path) -> None:
    for name in ("eternity3x3", "eternity7x7", "eternity8x8"):
        text = (data / "eternity" / f"seapearl_{name}.txt").read_text()
        file = tmp_path / "list.txt"
        file.write_text(text.partition("\n")[2])
        published = load(str(data / "eternity" / f"seapearl_{name}.json"))
        board = load(str(file))
        assert (board.rows, board.columns) == (published.rows, published.columns)
        assert board.pieces == published.pieces


# The size, given beside the file


def test_the_size_is_an_option_of_the_address(tmp_path: Path) -> None:
    board = load("unframed_3x4")
    file = tmp_path / "pieces.txt"
    file.write_text(rows(board))
    with pytest.raises(InstanceError, match=r"12 pieces, expected --size, which could be 3x4, 2x6"):
        load(str(file))
    again = load(f"{file}?size=3x4")
    assert (again.rows, again.columns, again.frame) == (3, 4, None)
    assert again.name == str(file)
    assert pp.count(again).answers == pp.count(board).answers
    assert load("document_3x3?size=3x3") == load("document_3x3")
    assert load("?size=3 x 3") == load("")


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("3x5", "found 12 pieces, expected 15 of them, one for each cell"),
        ("12", "size: found '12', expected ROWSxCOLUMNS, such as 6x12"),
        ("0x12", "size: found '0x12', expected ROWSxCOLUMNS"),
        ("3x4x1", "size: found '3x4x1', expected ROWSxCOLUMNS"),
        ("", "size: found '', expected ROWSxCOLUMNS"),
        ("100x100", "size: found '100x100', expected at most 1024 cells"),
    ],
)
def test_a_wrong_size_is_refused(size: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "pieces.txt"
    file.write_text(rows(load("unframed_3x4")))
    with pytest.raises(InstanceError) as error:
        load(f"{file}?size={size}")
    assert message in str(error.value)


def test_a_size_other_than_the_file_s_is_refused() -> None:
    with pytest.raises(InstanceError, match="size: found '3x4', expected 3x3, as in the file"):
        load("document_3x3?size=3x4")
    with pytest.raises(InstanceError, match="size: found '1x9', expected 3x3, as in the file"):
        parse(f"3 3\n{LIST}", "list", size="1x9")


def test_an_option_that_a_puzzle_s_files_have_not_is_refused() -> None:
    with pytest.raises(PuzzleError, match="packing: found the option size, expected none"):
        pp.load("packing", "soma?size=3x3")
    with pytest.raises(PuzzleError, match="eternity: found the option sise, expected size"):
        load("document_3x3?sise=3x3")


def test_a_question_mark_in_a_file_name_is_no_option(tmp_path: Path) -> None:
    file = tmp_path / "which?size=3x3"
    file.write_text(LIST)
    assert load(str(file)).rows == 3


@pytest.mark.parametrize(
    ("command", "code", "shown"),
    [
        (["show", "eternity", "FILE"], 0, "pieces"),
        (["facts", "eternity", "FILE"], 0, "size(2,3)."),
        (["solve", "eternity", "FILE"], 0, ""),
        (["count", "eternity", "FILE"], 0, ""),
        (["certify", "eternity", "FILE"], 0, ""),
        (["check", "eternity", "FILE", "ANSWER"], 0, "answer 1: all rules hold"),
        (["compare", "eternity", "FILE", "--engines", "asp", "--repeat", "1"], 0, "pieces.txt"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_every_command_that_reads_an_instance_takes_the_size(
    command: list[str], code: int, shown: str, tmp_path: Path, capsys: Any
) -> None:
    board = edge_board(2, 3, 4, 1, framed=False)[0]
    file, answer = tmp_path / "pieces.txt", tmp_path / "answer.txt"
    file.write_text(rows(board))
    answer.write_text(board_edges(board, next(pp.solve(board)).solution))
    words = [{"FILE": str(file), "ANSWER": str(answer)}.get(word, word) for word in command]
    assert run([*words]) == 2
    assert "expected --size" in capsys.readouterr().err
    assert run([*words, "--size", "2x3"]) == code
    assert shown in capsys.readouterr().out


def test_a_size_that_nothing_takes_is_one_line(capsys: Any) -> None:
    for words, message in (
        (["show", "packing", "soma", "--size", "3x3"], "packing: found the option size"),
        (["show", "eternity", "--size", "3?3"], "found '3?3', expected ROWSxCOLUMNS"),
        (["compare", "--program", "x.lp", "--size", "3x3"], "goes with a puzzle only"),
        (["decode", "x.cnf", "--size", "3x3"], "found --size without a puzzle"),
    ):
        assert run(words) == 2
        assert message in capsys.readouterr().err


# Links of the viewer


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name == "framed_7x7" else [])
        for name in sorted(PUZZLE.instance_files())
        if dict(load(name).known)["answers"]
    ],
)
def test_an_exported_link_is_read_as_the_same_board_and_the_same_answer(
    name: str, tmp_path: Path
) -> None:
    board = load(name)
    for answer in pp.solve(board, limit=3):
        solution = answer.solution
        link = viewer(board, solution)
        assert link.startswith(f"{VIEWER}puzzle=")
        assert read(board, link) == [solution]
        file = tmp_path / "link.txt"
        file.write_text(f"{link}\n")
        again = load(str(file))
        assert (again.rows, again.columns, again.frame) == (board.rows, board.columns, board.frame)
        assert again.title.replace(" ", "_") in link
        (same,) = read(again, link)
        assert verify(again, same) == []
        if board.frame is not None or not any(0 in sides for sides in board.pieces):
            assert [least(sides) for sides in board.pieces] == list(again.pieces)
            assert looks(again, same) == looks(board, solution)
            assert {(h.row, h.column) for h in again.hints} == {
                (h.row, h.column) for h in board.hints
            }
        if dict(board.known)["answers"] < 300:
            assert pp.count(again).answers == pp.count(board).answers


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    size=st.sampled_from([(1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (4, 4)]),
    colours=st.integers(1, 25),
    seed=st.integers(0, 10**6),
    framed=st.booleans(),
    frame=st.integers(0, 40),
)
def test_any_board_comes_back_from_its_link(
    size: tuple[int, int], colours: int, seed: int, framed: bool, frame: int
) -> None:
    """Whatever the frame's colour is: it is the letter a, and 0 has another one."""
    board, hidden = edge_board(*size, colours, seed, framed=framed)
    if framed:
        swap = {0: frame, frame: 0}
        pieces = tuple(tuple(swap.get(side, side) for side in sides) for sides in board.pieces)
        board = replace(board, pieces=pieces, frame=frame)
    try:
        link = viewer(board, hidden)
    except PuzzleError:
        assert max(side for sides in board.pieces for side in sides) >= 25
        return
    assert read(board, link) == [hidden]
    again = parse(link, "link")[""]
    assert (again.frame is None) == (board.frame is None)
    (same,) = read(again, link)
    assert verify(again, same) == [] and len(same.placements) == size[0] * size[1]


def test_a_link_without_piece_numbers_numbers_them_row_by_row() -> None:
    link = f"{VIEWER}puzzle=Two_by_two&board_w=2&board_h=2&board_edges=abcaaadb" + "cebadaae"
    board = parse(link, "link")[""]
    assert (board.title, board.rows, board.columns, board.frame) == ("Two by two", 2, 2, 0)
    assert board.pieces == ((0, 0, 1, 2), (0, 0, 3, 1), (0, 2, 4, 1), (0, 0, 4, 3))
    assert parse(link.partition("#")[2], "only its parameters")[""] == board
    assert parse(link.replace("#", "?"), "as a query")[""] == board
    assert parse(f"{link}&board_pieces=000000000000&motifs_order=x", "no numbers")[""] == board
    numbered = parse(f"{link}&board_pieces=004003002001", "numbered")[""]
    assert numbered.pieces == tuple(reversed(board.pieces))
    from_zero = parse(f"{link}&board_pieces=003002001000", "from 0")[""]
    assert from_zero == numbered


def test_a_link_of_a_thousand_pieces_has_no_piece_numbers() -> None:
    """There are three digits for each, which 1000 does not fit."""
    board, hidden = edge_board(32, 32, 9, 1, rim_colours=3)
    link = viewer(board, hidden)
    assert "board_pieces" not in link
    assert read(board, link) == [hidden]
    assert len(parse(link, "link")[""].pieces) == 1024


def test_the_cells_of_type_e_are_hints() -> None:
    board = load("hints_6x6")
    link = viewer(board, next(pp.solve(board)).solution)
    assert link.endswith("dcbccccb") and link.partition("board_types=")[2].count("e") == 2
    again = parse(link, "link")[""]
    assert len(again.hints) == len(board.hints) > 0
    for hint, other in zip(board.hints, again.hints, strict=True):
        assert (hint.row, hint.column, hint.piece) == (other.row, other.column, other.piece)
        assert turned(board.pieces[hint.piece - 1], hint.turns) == turned(
            again.pieces[other.piece - 1], other.turns
        )


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    name=st.sampled_from(["framed_4x4", "framed_4x6", "unframed_3x4", "alike_3x3"]),
    number=st.integers(0, 30),
    chosen=st.sets(st.integers(0, 11), min_size=1),
    numbers=st.booleans(),
)
def test_what_lies_on_a_partly_filled_link_is_a_hint_for_the_list_beside_it(
    name: str, number: int, chosen: set[int], numbers: bool
) -> None:
    board = load(name)
    answers = [answer.solution for answer in pp.solve(board, limit=40)]
    solution = answers[number % len(answers)]
    cells = {index for index in chosen if index < board.rows * board.columns}
    link = partly(viewer(board, solution), cells, board.columns)
    if not numbers:
        link = link.partition("&board_pieces=")[0]
    text = f"{link}\n{rows(board)}" if number % 2 else f"{rows(board)}\n{link}\n"
    held = parse(text, "both")[""]
    assert (held.rows, held.columns) == (board.rows, board.columns)
    assert len(held.hints) == len(cells)
    lying = looks(board, solution)
    assert all(
        turned(held.pieces[h.piece - 1], h.turns)
        == lying[(h.row - 1) * board.columns + h.column - 1]
        for h in held.hints
    )
    if len(answers) < 40:
        fitting = [a for a in answers if all(looks(board, a)[i] == lying[i] for i in cells)]
        assert pp.count(held).answers == len(fitting) > 0


def test_several_links_are_several_boards_and_several_answers(capsys: Any, tmp_path: Path) -> None:
    board = load("document_3x3")
    assert run(["solve", "eternity", "--all", "--export", "viewer"]) == 0
    file = tmp_path / "links.txt"
    file.write_text(capsys.readouterr().out)
    boards = pp.load_all("eternity", str(file))
    assert [b.name for b in boards] == [f"{file}#{n}" for n in range(1, 17)]
    assert len({b.pieces for b in boards}) == 1
    assert run(["check", "eternity", "document_3x3", str(file)]) == 0
    assert capsys.readouterr().out.count("all rules hold") == 16
    strings = [board_edges(board, answer.solution) for answer in pp.solve(board)]
    assert len(read(board, "\n".join(strings))) == 16
    (one,) = read(board, "\n".join(strings[0][i : i + 12] for i in (0, 12, 24)))
    assert verify(board, one) == []


def test_a_link_is_an_address_itself(capsys: Any) -> None:
    board = load("document_3x3")
    link = viewer(board, next(pp.solve(board)).solution)
    assert pp.count(load(link)).answers == 16
    assert load(link).name == "the link"
    assert run(["count", "eternity", link]) == 0
    assert capsys.readouterr().out == "16\n"
    with pytest.raises(InstanceError, match=r"the link.*found.*expected"):
        pp.load("packing", link)


def test_an_answer_with_empty_cells_breaks_rules_in_words() -> None:
    board = load("document_3x3")
    solution = next(pp.solve(board)).solution
    for empty in ("aaaa", "0000"):
        link = partly(viewer(board, solution), set(range(8)), 3).replace("aaaa", empty)
        (found,) = read(board, link)
        assert found.placements == solution.placements[:8]
        assert "Each cell holds one piece: r3c3 holds 0." in verify(board, found)


GOOD = "board_w=2&board_h=1&board_edges=abaaaaab"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board_h=1&board_edges=abaaaaab", "found 'board_h', expected a member 'board_w'"),
        ("board_w=x&board_h=1&board_edges=ab", "line 1, board_w: found 'x', expected an integer"),
        ("board_w=0&board_h=1&board_edges=ab", "board_w: found 0, expected an integer from 1"),
        ("board_w=99&board_h=99&board_edges=ab", "found 99 x 99, expected at most 1024 cells"),
        (GOOD[:-1], "board_edges: found 7 letters, expected 8 letters from a to z, four for each"),
        (GOOD[:-1] + "1", "board_edges: found '1', expected 8 letters"),
        (GOOD[:-1] + "B", "board_edges: found 'B', expected 8 letters"),
        (f"{GOOD}&board_w=2", "found 'board_w' twice, expected every parameter once"),
        (f"{GOOD}&board_piece=1", "found 'board_piece', expected a member 'board_pieces'"),
        (f"{GOOD}&board_pieces=0102", "board_pieces: found '0102', expected 6 digits, three for"),
        (f"{GOOD}&board_pieces=001001", "cell (1, 2): found piece 001, expected each number from"),
        (f"{GOOD}&board_pieces=001003", "cell (1, 2): found piece 003, expected each number from"),
        (f"{GOOD}&board_types=ax", "board_types: found 'ax', expected 2 letters from a to e"),
        ("board_w=2&board_h=1&board_edges=abaaaaaa", "line 1: found a board with 1 empty cell of"),
        (f"{GOOD}\n0 1 0 0\n0 1 0 0\n{GOOD}", "line 4: found a link, expected one link beside"),
        (f"{GOOD}\n0 1 0 0\n0 2 0 0", "cell (1, 2): found 'aaab', expected the letters of a piece"),
        (f"{GOOD}\n1 1\n0 1 0 0", "line 1: found a board of 1 x 2 cells, expected one of 1 x 1"),
        (f"{GOOD}\n0 1 0 0", "line 2, pieces: found 1 piece, expected 2 of them"),
        (f"{GOOD}\nnonsense", "line 2, pieces: found 'nonsense', expected colours as numbers"),
    ],
)
def test_a_wrong_link_is_refused_with_place_found_and_expected(text: str, message: str) -> None:
    with pytest.raises(InstanceError) as error:
        parse(text, "FILE")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{VIEWER}board_w=2&board_h=2&board_edges={'abca' * 4}", "line 1: found a board of 2 x 2"),
        (f"{VIEWER}board_w=3&board_h=3&board_edges=abc", "found 3 letters, expected 36 letters"),
        (f"{VIEWER}board_edges={'zzzz' * 9}", r"cell \(1, 1\): found 'zzzz'"),
        (f"{VIEWER}board_edges={'abca' * 9}\nand more", "found 7 letters, expected board_edges"),
    ],
)
def test_a_wrong_link_of_an_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises(AnswerError, match=message):
        read(load("document_3x3"), text)


def test_a_title_in_a_link_cannot_steer_a_terminal() -> None:
    board = parse(f"puzzle=a%1b[31mb%0a_100%25&{GOOD}", "link")[""]
    assert board.title == "a [31mb 100"


# Letters


def test_the_legend_says_which_letter_is_which_colour() -> None:
    board, hidden = edge_board(6, 6, 12, 1, rim_colours=4)
    assert "a (frame, drawn ·) is 0; b is 1, … " in plain(draw(board, hidden))
    top = max(side for sides in board.pieces for side in sides) + 1
    swap = {0: top}
    pieces: Any = tuple(tuple(swap.get(s, s) for s in sides) for sides in board.pieces)
    other = replace(board, pieces=pieces, frame=top)
    assert f"a (frame, drawn ·) is {top}; b is 1, … " in plain(draw(other, None))
    bare = EternityBoard("No frame", 1, 2, ((0, 10, 25, 24), (0, 10, 25, 24)), None)
    assert "25" in plain(draw(bare, None)) and "k is" not in plain(draw(bare, None))
    some = EternityBoard("No frame", 1, 2, ((0, 10, 12, 11), (0, 10, 12, 11)), None)
    assert "k is 10, … m is 12, n is 0" in plain(draw(some, None))
