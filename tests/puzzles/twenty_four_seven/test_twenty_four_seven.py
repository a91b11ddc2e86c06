"""Number grids: the pinned truths, an independent count, rules in words, and bad input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from number_grids import PAIRS, view_from, without_region
from program_words import says
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.clues import SIDES
from pyasp_puzzles.boards.grid import Filled
from pyasp_puzzles.boards.puzzle import TASKS, choose
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.core.errors import AnswerError, InstanceError
from pyasp_puzzles.core.regions import neighbours, regions
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.puzzles.twenty_four_seven import PUZZLE
from pyasp_puzzles.puzzles.twenty_four_seven.instance import NumberGridBoard, usual_digits
from pyasp_puzzles.puzzles.twenty_four_seven.verify import verify

parse, format_text, decode = PUZZLE.parse, PUZZLE.format, PUZZLE.decode
assert PUZZLE.read
read: Any = PUZZLE.read
NAMES_2020 = ("2020_a", "2020_b", "2020_c", "2020_d")
CLASSIC = NumberGridBoard("Classic, nothing given", 7, usual_digits(7))
LEVELS = """
level(1, C, 0) :- filled(1, C), not filled(1, C') : cell(1, C'), C' < C.
level(R+DR, C+DC, I+1) :- level(R, C, I), I < LEVEL, step(DR, DC), filled(R+DR, C+DC).
:- filled(R, C), not level(R, C, _).
"""


def solve_without_region(instance: NumberGridBoard, add: str = "") -> list[Filled]:
    """The answers when the filled cells need not be connected, but ``add`` holds."""
    found = without_region(instance, add)
    return [decode(instance, unify(symbols, PUZZLE.answers)) for symbols in found]


def load(name: str) -> NumberGridBoard:
    instance: NumberGridBoard = pp.load("twenty_four_seven", name)
    return instance


def solution(name: str) -> Filled:
    found: Filled = next(pp.solve(load(name), limit=1)).solution
    return found


def empty_areas(board: Filled) -> int:
    """The product of the areas of the groups of empty cells: the prize question of two puzzles."""
    empty = {(r, c) for r, row in enumerate(board.rows) for c, v in enumerate(row) if not v}
    result = 1
    for region in regions(empty, neighbours):
        result *= len(region)
    return result


# Truths -----------------------------------------------------------------------------------------


def test_each_grid_of_2020_has_one_answer_and_together_they_give_8520() -> None:
    boards = []
    for name in NAMES_2020:
        answers = list(pp.solve(load(name)))
        assert len(answers) == 1, name
        boards.append(answers[0].solution.rows)
    firsts = ["".join(map(str, board[0])) for board in boards]
    assert firsts == ["5440070", "7256000", "7200470", "0001577"]
    sums = [sum(board[r][c] for board in boards) for r in range(7) for c in range(7)]
    assert sum(value**2 for value in sums) == 8520


@pytest.mark.parametrize(("name", "answers"), [*zip(NAMES_2020, (6, 2, 28, 15), strict=True)])
def test_without_connectivity_the_grids_of_2020_have_more_answers(name: str, answers: int) -> None:
    assert len(solve_without_region(load(name))) == answers


def test_published_grids_of_2018_2020_and_2023_have_their_known_answers(data: Path) -> None:
    folder = data / "twenty_four_seven"
    for name in ("2018-06.json", "2020-12.json", "2023-02.json"):
        published = json.loads((folder / name).read_text())
        boards = pp.load_all("twenty_four_seven", str(folder / name))
        for board, grid in zip(boards, published["grids"], strict=True):
            answers = [answer.solution for answer in pp.solve(board)]
            assert answers == [Filled(tuple(map(tuple, grid["solution"])))], board.name
            if name != "2020-12.json":
                assert empty_areas(answers[0]) == published["answer"]


def test_four_in_one_has_four_answers_without_connectivity(data: Path) -> None:
    instance = load(str(data / "twenty_four_seven" / "2023-02.json"))
    assert len(solve_without_region(instance)) == 4


def test_published_trap_has_no_answer_though_counting_pairs_finds_one(data: Path) -> None:
    instance = load(str(data / "twenty_four_seven" / "trap_edge_count.json"))
    assert pp.count(instance).answers == 0
    assert len(solve_without_region(instance, PAIRS)) == 1


def test_our_trap_has_no_answer_though_counting_pairs_finds_one() -> None:
    instance = load("trap_pairs")
    assert pp.count(instance).answers == 0
    (board,) = solve_without_region(instance, PAIRS)
    assert board == read(instance, ".7..463 .1.57.7 2567... 7.2.56. 476..3. 7.63..4 ...5456")
    filled = {(r, c) for r, row in enumerate(board.rows) for c, v in enumerate(row) if v}
    assert len(filled) == 28
    assert len(regions(filled, neighbours)) == 2
    broken = verify(instance, board)
    assert [text.partition(":")[0] for text in broken] == [
        "The filled cells form one connected region"
    ]


@pytest.mark.parametrize("name", ["long_way", "2020_c"])
def test_connection_may_need_more_than_twenty_steps(name: str) -> None:
    instance = load(name)
    assert pp.is_unique(instance)
    assert solve_without_region(instance, LEVELS.replace("LEVEL", "20")) == []
    assert len(solve_without_region(instance, LEVELS.replace("LEVEL", "28"))) == 1


def test_board_of_27_pairs_in_two_regions_breaks_just_the_rule_of_the_region() -> None:
    board = read(CLASSIC, "0437006 0703406 5300507 7005440 2065070 6660020 0050771")
    (broken,) = verify(CLASSIC, board)
    assert broken.startswith("The filled cells form one connected region: there are 2,")


def test_patterns_of_other_sizes_are_as_many_as_known() -> None:
    for size, filled, expected in ((4, 3, 2), (5, 3, 0), (6, 4, 378)):
        one_digit = NumberGridBoard("Patterns", size, ((1, size * filled),))
        assert pp.count(one_digit).answers == expected, size


def brute_force(instance: NumberGridBoard) -> Iterator[Filled]:
    """Every board of rows with the right number of cells and sum that ``verify`` accepts."""
    digits = [0, *(digit for digit, _ in instance.digits)]
    rows = [
        row
        for row in product(digits, repeat=instance.columns)
        if sum(map(bool, row)) == instance.filled and sum(row) == instance.total
    ]
    for board in product(rows, repeat=instance.rows):
        if all(sum(column) == instance.total for column in zip(*board, strict=True)):
            found = Filled(board)
            if not verify(instance, found):
                yield found


@pytest.mark.parametrize("digits", [((1, 4), (2, 4), (3, 4)), ((1, 4), (3, 4), (5, 4))])
def test_answers_are_those_of_a_brute_force(digits: tuple[tuple[int, int], ...]) -> None:
    instance = NumberGridBoard("All", 4, digits)
    expected = set(brute_force(instance))
    assert len(expected) == 48
    assert {answer.solution for answer in pp.solve(instance)} == expected


# The program and the rules in words --------------------------------------------------------------


def changed(board: Filled, *cells: tuple[int, int, int]) -> Filled:
    rows = [list(row) for row in board.rows]
    for row, column, digit in cells:
        rows[row - 1][column - 1] = digit
    return Filled(tuple(map(tuple, rows)))


def swapped(board: Filled, row: int, other: int) -> Filled:
    rows = list(board.rows)
    rows[row - 1], rows[other - 1] = rows[other - 1], rows[row - 1]
    return Filled(tuple(rows))


@pytest.mark.parametrize(
    ("name", "change", "rule"),
    [
        ("2020_a", (1, 2), "4 is printed in r1c3: the cell "),
        ("2020_a", (1, 2), "Column 6 shows 7 from above: the first number is "),
        ("2020_a", (3, 4), "The block r"),
        ("2020_a", (1, 1, 6), "6 appears 6 times in the grid: "),
        ("2020_a", (1, 1, 0), "Row 1 has 4 numbers with sum 20: it has 3 numbers with sum "),
        ("2020_a", (1, 1, 4), "Column 1 has 4 numbers with sum 20: "),
        ("2020_a", (1, 1, 9), "Only the digits of the puzzle are written"),
        ("side_by_side", (1, 5, 1), "Only cells of a grid are filled"),
        ("side_by_side", (4, 2, 1), "Row 4 shows sum "),
        ("side_by_side", (4, 2, 1), "Row 4 from r4c1 has 3 numbers "),
    ],
)
def test_every_broken_rule_is_named(name: str, change: Any, rule: str) -> None:
    """Two rows change places, or a cell has another digit."""
    board = solution(name)
    other = swapped(board, *change) if len(change) == 2 else changed(board, change)
    broken = verify(load(name), other)
    assert any(text.startswith(rule) for text in broken), broken


def test_rules_in_words_are_those_of_the_program() -> None:
    board = Filled(tuple((9,) * 12 for _ in range(12)))
    for name in ("2020_a", "side_by_side"):
        instance = load(name)
        full = Filled(tuple(row[: instance.columns] for row in board.rows[: instance.rows]))
        empty = Filled(tuple((0,) * instance.columns for _ in range(instance.rows)))
        apart = changed(empty, (1, 1, 1), (3, 3, 1))
        for text in (t for b in (full, empty, apart) for t in verify(instance, b)):
            assert text.startswith("Only ") or says(PUZZLE.program_path(), text), text


def test_board_of_another_size_is_rejected_and_not_looked_at() -> None:
    (broken,) = verify(CLASSIC, Filled(((1, 2), (3,))))
    assert broken.startswith("The answer has the size of the board")


def test_view_of_a_row_without_its_number_is_rejected_even_when_nothing_is_seen() -> None:
    empty = Filled(((0,) * 7,) * 7)
    assert any("it has no number" in text for text in verify(load("2020_a"), empty))


# Answers as people write them ---------------------------------------------------------------------


def test_answer_may_be_written_in_rows_with_or_without_blanks_or_as_lists() -> None:
    board = solution("2020_d")
    for text in (
        " ".join("".join(map(str, row)) for row in board.rows),
        "\n".join("".join(map(str, row)).replace("0", ".") for row in board.rows),
        "\n".join(" ".join(map(str, row)) for row in board.rows),
        json.dumps(board.rows),
    ):
        assert read(load("2020_d"), text) == board


@pytest.mark.parametrize(
    ("text", "place", "found", "expected"),
    [
        ("", "answer", "0 words", "7 rows of 7 digits"),
        ("hello", "answer", "1 word", "7 rows of 7 digits, lines of solve --json, or"),
        ("0437006 0703406", "answer", "2 words", "7 rows of 7 digits"),
        ("0437006 " * 6 + "043700", "row 7", "6 digits in '043700'", "7 digits"),
        ("0437006 " * 6 + "04370x6", "row 7", "'x'", "a digit"),
        ("0437006 " * 6 + "04370٣6", "row 7", "'٣'", "a digit"),
    ],
)
def test_unreadable_answer_is_an_error_that_says_why(
    text: str, place: str, found: str, expected: str
) -> None:
    message = message_of(read, CLASSIC, text)
    for part in (place, f"found {found}", f"expected {expected}"):
        assert part in message


@pytest.mark.parametrize(
    ("atoms", "expected"),
    [
        (["value(8,1,1)"], "a cell in rows 1 to 7"),
        (["value(0,1,1)"], "a cell in rows 1 to 7"),
        (["value(1,1,0)"], "one of the digits 1, 2"),
        (["value(1,1,-3)"], "one of the digits 1, 2"),
        (["value(1,1,3)", "value(1,1,4)"], "one number a cell"),
    ],
)
def test_nonsense_atoms_are_no_answer(atoms: list[str], expected: str) -> None:
    with pytest.raises(AnswerError, match=expected):
        decode(CLASSIC, unify(map(clingo.parse_term, atoms), PUZZLE.answers))


# Files ------------------------------------------------------------------------------------------


def test_json_board_may_name_its_own_size_digits_and_counts() -> None:
    board = {
        "givens": [[0] * 4, [0, 2, 0, 0], [0] * 4, [0] * 4],
        "views": {"top": [0, 0, 2, 0], "bottom": [0, 0, 3, 0]},
        "size": 4,
        "digits": {"1": 4, "2": 4, "3": 4},
        "filled": 3,
        "sum": 6,
    }
    (instance,) = parse(json.dumps({"title": "Small", "grids": [board]}), "x").values()
    assert instance == NumberGridBoard(
        *("Small", 4, ((1, 4), (2, 4), (3, 4)), ((1, 1),), ((2, 2, 2),)),
        views=((0, 3, 1, 0, 2), (5, 3, -1, 0, 3)),
    )


GRID = "givens:\n    ....\n    ....\n    ....\n    ....\n"
SMALL = "size: 4\nfilled: 3\nsum: 6\ndigits: 1x4 2x4 3x4\n"
ROWS = [[0] * 7] * 7


@pytest.mark.parametrize(
    ("text", "place", "found", "expected"),
    [
        (SMALL + GRID + "    ...\n", "line 10, givens", "3 signs in '...'", "4 signs"),
        (SMALL + GRID + "    ...?\n", "grids of size 4 in rows 1 to 4", "rows 1 to 5", ""),
        (SMALL + GRID.replace("....", "..?.", 1), "line 6, givens", "'?'", "an integer"),
        (SMALL + GRID.replace("....", "..7.", 1), "line 6, givens", "7", "one of the digits 1, 2"),
        (SMALL + GRID.replace("....", ".#..", 1), "line 6, givens", "'#'", "'.' or a digit"),
        (
            SMALL + GRID.replace("....", ". 99999999999 . .", 1),
            *("line 6, givens", "'99999999999'", "an integer from 1 to 99"),
        ),
        (GRID, "bad", "10 digits (1x1 2x2 3x3 4x4)", "a multiple of 4"),
        ("digits: 1x20\n" + GRID, "line 1, digits", "20 digits (1x20)", "at most 16 digits a grid"),
        ("digits: 1x3 2x1\n" + GRID, "line 1, digits", "add up to 5", "a multiple of 4"),
        ("digits: 1x4 two\n" + GRID, "line 1, digits", "'two'", "DIGITxCOPIES"),
        ("digits: 1x4 1x4\n" + GRID, "line 1, digits", "'1x4'", "the digit 1 once"),
        ("digits: 0x4\n" + GRID, "line 1, digits", "'0'", "an integer from 1 to 99"),
        ("digits:\n" + GRID, "line 1, digits", "nothing", "at least one digit"),
        (SMALL.replace("3\ns", "2\ns") + GRID, "line 2, filled", "'2'", "3: the digits come to 12"),
        (SMALL.replace("m: 6", "m: 7") + GRID, "line 3, sum", "'7'", "6: the digits come to 24"),
        (SMALL.replace("e: 4", "e: 5") + GRID, "line 1, size", "rows 1 to 5", "rows 1 to 4"),
        (SMALL.replace("e: 4", "e: x") + GRID, "line 1, size", "'x'", "an integer"),
        (SMALL + "grids: 1 2\n" + GRID, "line 5, grids", "columns 2 to 5", "columns 1 to 4"),
        (SMALL + "grids: 1 1, 1 1\n" + GRID, "line 5, grids", "a grid twice", "every grid once"),
        (SMALL + "grids: 1 1 1\n" + GRID, "line 5, grids", "'1 1 1'", "a top left cell"),
        (SMALL + "top: . . x .\n" + GRID, "line 5, top", "'x'", "an integer"),
        (SMALL + "top: . . -2 .\n" + GRID, "line 5, top", "'-2'", "an integer from 1 to"),
        (
            "digits: 1x4 3x4 5x4\nleft: . 4 . .\n" + GRID,
            *("line 2, left", "4", "one of the digits 1, 3, 5"),
        ),
        (
            SMALL + "left: 2 . . .\n" + GRID.replace("....", ".123", 1),
            *("view left of row 1", "2 on a line that the givens fill", "1, which is seen there"),
        ),
        (
            SMALL + "left: 9 . . .\n" + GRID.replace("....", ".123", 1),
            *("view left of row 1", "9 on a line that the givens fill", "6, which is seen there"),
        ),
        ("givens:\n    .\n", "line 1, givens", "1 row and 1 column", "2 to 40 of both"),
        ("givens:\n" + "    ..\n" * 50, "line 1, givens", "50 rows", "2 to 40 of both"),
        ("=== one\n" + SMALL + "left: 4 4 4\n" + GRID, "line 6, left", "3 signs", "4, one for"),
        (
            "digits: 1x4\nsize: 2\ngrids: 1 1, 4 4\nleft: . . 1 . .\ngivens:\n" + "    .....\n" * 5,
            *("view left of row 3", "found 1", "expected no view"),
        ),
        (
            "digits: 1x2\nsize: 2\ngrids: 1 1, 2 2\ngivens:\n    ..1\n    ...\n    ...\n",
            *("line 5, givens", "found '1'", "expected '#'"),
        ),
        ('{"grids": 3}', "grids", "3", "a list"),
        ('{"grids": [], "tilte": ""}', "bad", "'tilte'", "one of title, grids"),
        ('{"grids": []}', "grids", "an empty list", "at least one board"),
        ('{"grids": [{}]}', "grids[0]", "nothing", "a member 'givens'"),
        ('{"grids": [{"givens": []}]}', "grids[0].givens", "0 rows", "2 to 40 of both"),
    ],
)
def test_bad_instance_is_one_error_that_names_place_found_and_expected(
    text: str, place: str, found: str, expected: str
) -> None:
    message = message_of(parse, text, "bad")
    assert message.startswith("bad")
    for part in (place, found, expected):
        assert part in message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"givens": ((1, 1, 1), (1, 1, 3))},
            r"givens\[1\]: found \(1, 1, 3\), expected a cell of ",
        ),
        ({"givens": ((1, 1, 4),)}, r"givens\[0\]: found 4, expected one of the digits 1, 3, 5"),
        ({"givens": ((9, 9, 1),)}, r"givens\[0\]: found \(9, 9, 1\), expected a cell of the board"),
        ({"views": ((0, 1, 1, 0, 2),)}, r"views\[0\]: found 2, expected one of the digits 1, 3, 5"),
        ({"views": ((0, 1, 0, 1, 5),)}, r"views\[0\]: found .* expected a place just outside"),
        ({"size": 5}, "digits: found 12 digits .*, a multiple of 5"),
        ({"grids": ((2, 2),)}, "grids: found grids of size 4 in rows 2 to 5, expected rows 1 to 5"),
    ],
)
def test_board_made_by_hand_gets_the_error_of_a_file(change: dict[str, Any], message: str) -> None:
    board = NumberGridBoard("Odd", 4, ((1, 4), (3, 4), (5, 4)))
    with pytest.raises(InstanceError, match=f"NumberGridBoard 'Odd', {message}"):
        replace(board, **change)


@pytest.mark.parametrize(
    ("board", "place", "found", "expected"),
    [
        ({"givens": [*ROWS[1:], [0] * 6]}, "givens[6]", "a list of 6", "a list of 7"),
        ({"givens": [*ROWS[1:], [9] * 7]}, "givens[6]", "9", "one of the digits 1, 2"),
        ({"givens": [*ROWS[1:], ["1"] * 7]}, "givens[6][0]", "'1'", "an integer"),
        ({"givens": ROWS, "views": {"top": [1]}}, "views.top", "a list of 1", "a list of 7"),
        ({"givens": ROWS, "views": {"up": []}}, "views.up", "'up'", "one of top, bottom"),
        ({"givens": ROWS, "views": {"top": [-1] * 7}}, "views.top[0]", "-1", "an integer from 0"),
        ({"givens": ROWS, "views": []}, "views", "[]", "an object"),
        ({"givens": ROWS, "subgrids": []}, "subgrids", "none", "at least one pair"),
        ({"givens": ROWS, "subgrids": [[0]]}, "subgrids[0]", "a list of 1", "a list of 2"),
        ({"givens": ROWS, "subgrids": [[0, 1]]}, "subgrids", "grids of size 7", "columns 1 to 7"),
        ({"givens": ROWS, "view": {}}, "", "'view'", "one of givens, views, subgrids, size"),
        ({"givens": ROWS, "size": 6}, "size", "grids of size 6", "rows 1 to 7"),
        ({"givens": ROWS, "digits": {"x": 1}}, "digits.x", "'x'", "a digit from 1 to 99"),
        ({"givens": ROWS, "digits": {"1": 8}}, "digits", "8 digits (1x8)", "at most 49 digits"),
        ({"givens": ROWS, "digits": {}}, "digits", "none", "at least one digit"),
        ({"givens": ROWS, "filled": 5}, "filled", "'5'", "4: the digits come to 28"),
        ({"givens": ROWS, "sum": 2**40}, "sum", str(2**40), "an integer from"),
    ],
)
def test_bad_json_board_is_one_error_with_its_path(
    board: object, place: str, found: str, expected: str
) -> None:
    message = message_of(parse, json.dumps({"grids": [board]}), "bad")
    for part in (f"bad, grids[0]{place and '.'}{place}", f"found {found}", f"expected {expected}"):
        assert part in message


def test_contradictory_givens_are_no_error_but_have_no_answer() -> None:
    text = SMALL + GRID.replace("....\n    ....", "11..\n    11..", 1)
    (instance,) = parse(text, "x").values()
    answers = pp.solve(instance)
    assert list(answers) == []
    assert answers.status.value == "unsatisfiable"
    assert "1" in str(PUZZLE.picture(instance, None))


# Search -----------------------------------------------------------------------------------------


def test_best_profile_by_task() -> None:
    chosen = {task: choose(PUZZLE.profiles, "", task)[0] for task in TASKS}
    assert chosen == {"first": "learn", "all": "rows", "unsat": "rows", "count": "rows"}


def test_deciding_row_by_row_keeps_the_search_small() -> None:
    """About 720 conflicts on the 378 patterns, 1,370 in clasp's own order."""
    search = start_search(make_job(load("patterns_6x6"), "asp", task="all"))
    assert search.count() == 378
    assert search.statistics["conflicts"] < 1000


def test_boards_of_several_grids_have_no_order_of_rows() -> None:
    """There it costs: 1.7 times on the published four-in-one, 3.4 times with clues left out."""
    hints = {}
    for name in ("2020_a", "corner"):
        job = make_job(load(name))
        hints[name] = len(ground(job.program, job.facts, job.constants).heuristics)
    assert hints == {"2020_a": 49, "corner": 0}


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_view_is_the_first_number_or_the_sum_of_its_line(draw: st.DataObject) -> None:
    """Views of an answer, at random sides and lines, keep it; another number refuses it."""
    name = draw.draw(st.sampled_from(["four", "corner", "stairs", "side_by_side"]))
    board, rows = load(name), solution(name).rows
    side = draw.draw(st.sampled_from(tuple(SIDES)))
    down = side in ("top", "bottom")
    index = draw.draw(st.integers(1, board.columns if down else board.rows))
    line = [row[index - 1] for row in rows] if down else list(rows[index - 1])
    seen = [v for v in (line if side in ("top", "left") else line[::-1]) if v]
    total = sum(seen) > board.largest and draw.draw(st.booleans())
    right = sum(seen) if total else seen[0]
    wrong = right + 1 if total else draw.draw(st.sampled_from([v for v in (1, 3, 5) if v != right]))
    printed = tuple(
        (r, c, v)
        for r, row in enumerate(rows, 1)
        for c, v in enumerate(row, 1)
        if v and (c if down else r) != index  # a file may not contradict itself
    )
    for number, expected in ((right, 1), (wrong, 0)):
        view = view_from(side, index, board.rows, board.columns, number)
        bare = replace(board, givens=printed, views=(view,))
        assert start_search(make_job(bare, "asp")).count() == expected


# Pictures ---------------------------------------------------------------------------------------


def test_picture_has_the_views_around_the_board_and_tells_givens() -> None:
    answer = next(pp.solve(load("four"), limit=1))
    assert str(answer).splitlines() == [
        "Three odd digits",
        "      5",
        "┌───────────────┐",
        "│ ·   5  [1]  3 │",
        "│               │",
        "│ 1   3   ·   5 │",
        "│               │",
        "│ 3   ·  [5]  1 │",
        "│               │",
        "│ 5   1   3   · │",
        "└───────────────┘",
        "Digits of the grid: 1 (4×), 3 (4×), 5 (4×).",
        "Each line of it: 3 filled cells, sum 9.",
    ]


def test_number_stands_beside_the_first_cell_that_it_faces() -> None:
    lines = plain(PUZZLE.picture(load("side_by_side"), None)).splitlines()
    assert "             3→ │ ·   ·   ·   · │" in lines
    assert any(line.startswith(" 13 │ ·") for line in lines)
    assert lines[-1] == "A number with an arrow looks that way, from a gap in the board."


def test_two_numbers_that_face_their_cells_from_one_gap_are_both_drawn() -> None:
    views = (view_from("left", 4, 5, 5, 1), view_from("bottom", 2, 5, 5, 2))
    bare = NumberGridBoard("Steps", 3, ((1, 3), (2, 3)), ((1, 1), (3, 3)), views=views)
    assert [bare.seen_from(view)[0] for view in views] == [(4, 3), (3, 2)]
    lines = plain(PUZZLE.picture(bare, None)).splitlines()
    assert "     1→ │ ·   ·   · │" in lines
    assert "2" in map(str.strip, lines)
