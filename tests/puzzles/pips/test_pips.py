"""Pips: the pinned truths, an independent backtracker, published puzzles, and bad input."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.drawing.picture import Picture
from pyasp_puzzles.drawing.terminal import plain
from pyasp_puzzles.engines.asp import AspSearch
from pyasp_puzzles.puzzles.pips import PUZZLE
from pyasp_puzzles.puzzles.pips.facts import Link, Solution, Value, decode
from pyasp_puzzles.puzzles.pips.format import format_text
from pyasp_puzzles.puzzles.pips.format import parse as parse_text
from pyasp_puzzles.puzzles.pips.generate import box, generate
from pyasp_puzzles.puzzles.pips.instance import RULES, Cell, Domino, Instance, Region, make
from pyasp_puzzles.puzzles.pips.verify import verify
from pyasp_puzzles.puzzles.pips.written import export_drawing, read

# The ring of the document: its cells a to l, clockwise from the upper left corner.
RING = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4), (4, 4), (4, 3), (4, 2), (4, 1)]
RING += [(3, 1), (2, 1)]
SOLVED = """\
6-1 1-1

4     1
|     |
4     5

4-2 2-6
"""
GIANTS = ("2025-09-15 hard", "2025-10-28 hard")


def backtrack(instance: Instance) -> Iterator[Solution]:
    """All placements, by laying a domino on the first free cell; knows nothing of the program."""
    region_of = {cell: region for region in instance.regions for cell in region.cells}
    cells = sorted(region_of)
    supply = Counter({(d.low, d.high): d.copies for d in instance.dominoes})
    shown: dict[Cell, int] = {}
    links: list[tuple[int, int, int, int]] = []

    def allowed(region: Region) -> bool:
        pips = [shown[cell] for cell in region.cells if cell in shown]
        if len(pips) < len(region.cells):
            return True
        return {
            "sum": sum(pips) == region.target,
            "less": sum(pips) < region.target,
            "greater": sum(pips) > region.target,
            "equals": min(pips) == max(pips),
            "unequal": len(set(pips)) == len(pips),
            "empty": True,
        }[region.rule]

    def lay() -> Iterator[Solution]:
        free = next((cell for cell in cells if cell not in shown), None)
        if free is None:
            yield Solution(tuple(sorted((*c, v) for c, v in shown.items())), tuple(sorted(links)))
            return
        row, column = free
        for other in ((row, column + 1), (row + 1, column)):
            if other not in region_of or other in shown:
                continue
            for kind, number in list(supply.items()):
                for first, second in {kind, kind[::-1]} if number else ():
                    shown.update({free: first, other: second})
                    if allowed(region_of[free]) and allowed(region_of[other]):
                        supply[kind] -= 1
                        links.append((*free, *other))
                        yield from lay()
                        links.pop()
                        supply[kind] += 1
                    del shown[free], shown[other]

    yield from lay()


def solutions(instance: Instance) -> set[Solution]:
    return {answer.solution for answer in pp.solve(instance)}


def random_instance(seed: int) -> Instance:
    """A small odd board with every kind of rule and repeated dominoes; it may have no answer."""
    random = Random(seed)
    rows, columns = ((2, 4), (3, 4), (2, 5), (4, 3))[seed % 4]
    pips = 1 + random.randrange(9)
    halves = [random.randrange(pips + 1) for _ in range(rows * columns)]
    dominoes = [Domino(*sorted(halves[i : i + 2])) for i in range(0, len(halves), 2)]
    instance = generate(
        "random", box(rows, columns), dominoes, seed=seed, largest=1 + seed % 5, loose=2
    )
    if seed % 3:
        return instance
    regions = list(instance.regions)
    number = random.randrange(len(regions))
    rule = RULES[random.randrange(len(RULES))]
    regions[number] = Region(regions[number].name, rule, regions[number].cells, pips)
    return make("random", regions, dominoes)


# The document


def test_the_document_has_one_answer_with_its_filling_and_layout() -> None:
    (answer,) = pp.solve(pp.load("pips", "document"))
    values = {(row, column): pips for row, column, pips in answer.solution.values}
    assert [values[cell] for cell in RING] == [6, 1, 1, 1, 1, 5, 6, 2, 2, 4, 4, 4]
    pairs = [sorted(RING[i : i + 2]) for i in range(0, 12, 2)]
    assert answer.solution.links == tuple(sorted((*a, *b) for a, b in pairs))
    assert pp.is_unique(answer.instance)


def test_the_misprinted_layout_of_seven_links_is_refused() -> None:
    instance = pp.load("pips", "document")
    (answer,) = pp.solve(instance)
    printed = ["ab", "cd", "ef", "fg", "hi", "jk", "kl"]
    cells = dict(zip("abcdefghijkl", RING, strict=True))
    links = tuple(sorted((*min(p), *max(p)) for p in ([cells[x] for x in w] for w in printed)))
    broken = verify(instance, Solution(answer.solution.values, links))
    assert any("exactly one domino: 2 cover (3, 4)" in fault for fault in broken)
    assert any("exactly one domino: 2 cover (3, 1)" in fault for fault in broken)


def test_the_drawn_solution_of_the_document_is_read_and_exported() -> None:
    instance = pp.load("pips", "document")
    (answer,) = pp.solve(instance)
    assert read(instance, SOLVED) == answer.solution
    assert export_drawing(instance, answer.solution) == SOLVED


# Counts


@pytest.mark.parametrize("name", ["checkers_4x4", "document", "mutilated_6x6", "tilings_6x6"])
def test_the_backtracker_confirms_the_known_counts_of_a_shipped_board(name: str) -> None:
    found = list(backtrack(pp.load("pips", name)))
    known = dict(pp.load("pips", name).known)
    assert len(found) == len(set(found)) == known["answers"]
    assert len({solution.values for solution in found}) == known["fillings"]


@pytest.mark.parametrize("name", ["document", "two_islands"])
def test_the_program_finds_the_answers_of_the_backtracker(name: str) -> None:
    instance = pp.load("pips", name)
    assert solutions(instance) == set(backtrack(instance))


def test_random_boards_have_the_answers_of_the_backtracker() -> None:
    rules: Counter[str] = Counter()
    unsolvable = 0
    for seed in range(40):
        instance = random_instance(seed)
        rules.update(region.rule for region in instance.regions)
        expected = set(backtrack(instance))
        unsolvable += not expected
        if len(expected) < 3000:
            assert solutions(instance) == expected, seed
        assert pp.count(instance).answers == len(expected), seed
        fillings = {solution.values for solution in expected}
        assert pp.count(instance, by="filling").answers == len(fillings), seed
    assert set(rules) == set(RULES)
    assert unsolvable


def test_redundant_constraints_leave_the_count_unchanged() -> None:
    rules, redundant = PUZZLE.program_paths()
    assert redundant.parent.name == "search"
    names = ("document", "heart", "mutilated_6x6", "two_islands")
    instances = [pp.load("pips", name) for name in names]
    for instance in [*instances, *map(random_instance, range(100, 130))]:
        plain_rules = AspSearch([rules], pp.facts(instance))
        assert plain_rules.count() == pp.count(instance).answers


def test_more_light_than_dark_cells_are_refuted_without_a_search() -> None:
    cells = tuple(cell for cell in box(20, 20) if cell not in ((1, 1), (20, 20)))
    board = make("mutilated", [Region("A", "empty", cells)], [Domino(0, 0, 199)])
    answers = pp.solve(board, engine="asp", timeout=60)
    assert (list(answers), answers.exhausted) == ([], True)
    assert answers.statistics["choices"] == 0


def test_values_that_a_region_cannot_have_are_barred_before_the_search() -> None:
    rules = 0
    for name in ("heart", "three_rings", "two_islands"):
        answers = pp.solve(pp.load("pips", name), limit=1, engine="asp")
        assert len(list(answers)) == 1
        rules += int(answers.statistics["rules"])
    assert rules < 13_000  # 9,860; without the rules for barred/2 there are 26,428


@pytest.mark.parametrize("profile", ["", *PUZZLE.profiles])
def test_a_profile_changes_no_answer(profile: str) -> None:
    engine = f"asp:{profile}" if profile else "asp"
    for name in ("checkers_4x4", "heart", "mutilated_6x6"):
        instance = pp.load("pips", name)
        assert pp.count(instance, engine=engine).answers == dict(instance.known)["answers"]


def test_equal_dominoes_do_not_inflate_the_count() -> None:
    square = [Region("A", "empty", tuple(box(2, 2)))]
    doubles = make("two equal doubles", square, [Domino(3, 3, 2)])
    assert pp.count(doubles).answers == 2
    assert pp.count(doubles, by="filling").answers == 1
    assert pp.count(make("two", square, [Domino(1, 2), Domino(2, 1)])).answers == 8


def test_large_pips_and_targets_are_counted_correctly() -> None:
    region = Region("A", "sum", ((1, 1), (1, 2)), 19998)
    assert pp.is_unique(make("large", [region], [Domino(9999, 9999)]))
    edge = Region("A", "less", ((1, 1), (1, 2)), 2**31 - 1)
    assert pp.count(make("edge", [edge], [Domino(9999, 0)])).answers == 2


# Published puzzles


def published(data: Path) -> Iterator[tuple[str, Any, dict[str, int]]]:
    """Every published board that is there, with its key and its counts."""
    counts = json.loads((data / "pips" / "COUNTS.json").read_text())["counts"]
    for file in sorted((data / "pips").glob("2*.json")):
        for instance in pp.load_all("pips", str(file)):
            key = f"{file.stem} {instance.name.partition('#')[2]}"
            yield key, instance, counts[key]


def test_published_counts_are_right(data: Path) -> None:
    boards = 0
    hard: Counter[str] = Counter()
    for key, instance, counts in published(data):
        if key not in GIANTS:
            boards += 1
            placements = pp.count(instance).answers
            fillings = pp.count(instance, by="filling").answers
            assert (placements, fillings) == (counts["placements"], counts["grids"]), key
            if key.endswith("hard"):
                hard.update(boards=1, one_placement=placements == 1, one_filling=fillings == 1)
    assert boards > 200
    # Four of the 75 hard puzzles are published blank, and two are giants.
    assert hard == {"boards": 69, "one_placement": 40, "one_filling": 45}


@pytest.mark.slow
@pytest.mark.parametrize("key", GIANTS)
@pytest.mark.parametrize(("by", "word"), [("placement", "placements"), ("filling", "grids")])
def test_the_published_count_of_a_giant_is_right(data: Path, key: str, by: str, word: str) -> None:
    instance, counts = next((i, counts) for k, i, counts in published(data) if k == key)
    found = pp.count(instance, by=by)
    assert (found.answers, found.exhausted) == (counts[word], True)


def test_published_solutions_are_accepted(data: Path) -> None:
    checked = 0
    for file in sorted((data / "pips").glob("2*.json")):
        day = json.loads(file.read_text())
        for instance in pp.load_all("pips", str(file)):
            level = day[instance.name.partition("#")[2]]
            values, links = [], []
            for domino, cells in zip(level["dominoes"], level["solution"], strict=True):
                values += [(r + 1, c + 1, v) for (r, c), v in zip(cells, domino, strict=True)]
                links.append(tuple(n + 1 for cell in sorted(cells) for n in cell))
            solution = Solution(tuple(sorted(values)), tuple(sorted(links)))
            assert verify(instance, solution) == [], instance.name
            assert read(instance, export_drawing(instance, solution)) == solution
            checked += 1
    assert checked > 200


def test_published_puzzles_have_right_answers_drawn_within_80_columns(data: Path) -> None:
    for key, instance, _ in published(data):
        answer = next(pp.solve(instance, limit=1))
        assert verify(instance, answer.solution) == [], key
        assert max(map(len, str(answer).splitlines())) <= 80, key


def test_our_text_format_keeps_published_puzzles(data: Path) -> None:
    for _, instance, _ in published(data):
        (again,) = parse_text(format_text(instance), "text").values()
        assert (again.regions, again.dominoes) == (instance.regions, instance.dominoes)
        assert again.title == instance.title


# The daily file


LEVEL = {
    "constructors": "A. Maker",
    "dominoes": [[1, 0], [1, 1]],
    "regions": [
        {"indices": [[0, 1], [0, 0]], "type": "equals"},
        {"indices": [[1, 0]], "type": "sum", "target": 0},
        {"indices": [[1, 1]], "type": "empty"},
    ],
    "solution": [],
}
BLANK = {"id": 0, "dominoes": None, "regions": None, "solution": None}


def day(tmp_path: Path, **levels: object) -> str:
    file = tmp_path / "day.json"
    file.write_text(json.dumps({"printDate": "2025-01-02", **levels}))
    return str(file)


def test_all_levels_of_a_day_are_solved(tmp_path: Path) -> None:
    file = day(tmp_path, easy=LEVEL, medium=LEVEL, hard=LEVEL)
    boards = pp.load_all("pips", file)
    assert [board.name for board in boards] == [f"{file}#{x}" for x in ("easy", "medium", "hard")]
    assert boards[0].title == "Pips 2025-01-02 easy, by A. Maker"
    assert boards[0].regions[0] == Region("A", "equals", ((1, 1), (1, 2)))
    done = puzzles("solve", "pips", file, "--json")
    assert done.stdout.count('"verified": true') == 3, done.stderr
    assert pp.load("pips", f"{file}#hard").title.endswith("hard, by A. Maker")


def test_a_blank_level_is_reported_and_the_others_are_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = day(tmp_path, easy=LEVEL, medium=BLANK, hard=LEVEL)
    assert [board.name[-4:] for board in pp.load_all("pips", file)] == ["easy", "hard"]
    assert "medium is blank" in caplog.text
    with pytest.raises(pp.InstanceError, match=r"day\.json: found '#medium', expected easy, hard"):
        pp.load("pips", f"{file}#medium")


def test_a_single_board_in_json_is_read(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(LEVEL))
    assert pp.load("pips", str(file)).name == str(file)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dominoes": None}, r"easy\.dominoes: found None, expected a list"),
        ({"dominoes": [[1, 0]]}, "1 domino for 4 cells, expected half as many"),
        ({"dominoes": [[1, 0], [1]]}, r"dominoes\[1\]: found a list of 1, expected a list of 2"),
        ({"dominoes": [[1, 0], [1, "x"]]}, r"dominoes\[1\]\[1\]: found 'x', expected an integer"),
        ({"dominoes": [[1, 0], [1, -1]]}, r"found -1, expected an integer from 0 to 9999"),
        ({"dominoes": [[1, 0], [1, 2**32]]}, r"4294967296, expected an integer from 0 to 9999"),
        ({"regions": []}, r"easy\.regions: found none, expected at least one region"),
        ({"regions": [{"indices": [], "type": "empty"}]}, r"regions\[0\]\.indices.*at least one"),
        ({"regions": [{"indices": [[0, 0]]}]}, r"regions\[0\]: found only 'indices', expected a"),
        (
            {"regions": [{"indices": [[0, 0]], "type": "prod"}]},
            r"type: found 'prod', expected one of sum, less, greater, equals, unequal, empty",
        ),
        (
            {"regions": [{"indices": [[0, 0]], "type": "sum"}]},
            r"regions\[0\]: found only 'indices', 'type', expected a member 'target'",
        ),
        (
            {"regions": [{"indices": [[0, 0]], "type": "less", "target": 2**31}]},
            r"target: found 2147483648, expected an integer from 0 to 2147483647",
        ),
        (
            {"regions": [{"indices": [[0, 0], [0, 0]], "type": "empty"}]},
            r"indices\[1\]: found \[0, 0\], expected a cell of one region only",
        ),
        (
            {"regions": [{"indices": [[0, 10**6]], "type": "empty"}]},
            r"indices\[0\]\[1\]: found 1000000, expected an integer from 0 to 199",
        ),
    ],
    ids=lambda value: None if isinstance(value, dict) else value[:20],
)
def test_a_bad_json_board_is_refused_with_its_place(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    file = day(tmp_path, easy={**LEVEL, **change})
    with pytest.raises(pp.InstanceError, match=r"day\.json, easy\..*found") as caught:
        pp.load_all("pips", file)
    assert caught.match(message)


@pytest.mark.parametrize("member", ["Target", "rule", "name"])
def test_an_unknown_member_of_a_region_is_refused(tmp_path: Path, member: str) -> None:
    region = {"indices": [[0, 0], [0, 1]], "type": "empty", member: 3}
    file = day(tmp_path, easy={**LEVEL, "regions": [region]})
    expected = rf"regions\[0\]: found '{member}', expected one of indices, type, target"
    with pytest.raises(pp.InstanceError, match=expected):
        pp.load_all("pips", file)


def test_what_else_a_day_or_a_board_says_is_ignored(tmp_path: Path) -> None:
    file = day(tmp_path, easy={**LEVEL, "backendId": "x", "news": [1]}, editor="E", more={})
    assert len(pp.load_all("pips", file)) == 1


def test_a_day_without_boards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(pp.InstanceError, match="'printDate', expected a member 'easy'"):
        pp.load_all("pips", day(tmp_path))
    with pytest.raises(pp.InstanceError, match="nothing but blank boards"):
        pp.load_all("pips", day(tmp_path, easy=BLANK))


def test_a_truncated_day_is_refused_with_its_place(tmp_path: Path) -> None:
    text = Path(day(tmp_path, easy=LEVEL, hard=LEVEL)).read_text()
    for length in range(1, len(text)):
        with pytest.raises(pp.InstanceError, match=r"cut: |cut, line 1, column"):
            parse_text(text[:length], "cut")


# The text format


BOARD = """\
title: Small
board:
    AAB
    A.B
    CDD
regions:
    A sum 6
    B equals
    C D empty
dominoes: 1-2, 3-3 x2, 0-4
"""


def test_the_text_gives_its_regions_and_dominoes() -> None:
    (instance,) = parse_text(BOARD, "small").values()
    assert instance.regions == (
        Region("A", "sum", ((1, 1), (1, 2), (2, 1)), 6),
        Region("B", "equals", ((1, 3), (2, 3))),
        Region("C", "empty", ((3, 1),)),
        Region("D", "empty", ((3, 2), (3, 3))),
    )
    assert instance.dominoes == (Domino(0, 4), Domino(1, 2), Domino(3, 3, 2))


def test_names_of_several_letters_and_holes_are_read() -> None:
    text = BOARD.replace("AAB", "A  A B1").replace("A.B", "A  .  B1").replace("CDD", "CC D D")
    text = text.replace("B equals", "B1 equals").replace("C D empty", "CC D empty")
    (instance,) = parse_text(text, "wide").values()
    assert [region.name for region in instance.regions] == ["A", "B1", "CC", "D"]
    assert instance.regions[1].cells == ((1, 3), (2, 3))
    (again,) = parse_text(format_text(instance), "again").values()
    assert again == instance


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("A sum 6", "A product 6", "line 7, regions: found '6', expected a rule: sum NUMBER"),
        ("B equals", "B alike", "line 8, regions: found 'alike', expected a rule"),
        ("A sum 6", "A sum", "line 7, regions: found 'sum' without a target, expected 'sum N"),
        ("A sum 6", "A sum x", "line 7, regions: found 'x', expected an integer"),
        ("B equals", "B equals 3", "found 'equals 3', expected 'equals' alone, which takes no nu"),
        ("A sum 6", "A SUM 6", "line 7, regions: found 'SUM', expected rules in small letters:"),
        ("B equals", "B Equals", "line 8, regions: found 'Equals', expected rules in small"),
        ("A sum 6", "A sum -1", "line 7, regions: found '-1', expected an integer from 0"),
        ("sum 6", "sum 2147483648", "found '2147483648', expected an integer from 0 to 2147483647"),
        ("B equals", "equals", "line 8, regions: found 'equals', expected the names of regions"),
        ("B equals", "B A equals", "line 8, regions: found region 'A' again, expected one rule"),
        ("B equals", "B Z equals", "line 8, regions: found 'Z', expected a region that is drawn"),
        ("C D empty", "D empty", "line 2, board: found the region 'C' at row 3, column 1 without"),
        ("A.B", "A?B", "line 4, board: found '?', expected letters or digits that name a region"),
        ("0-4", "0-4, 5-5", "line 10, dominoes: found 5 dominoes for 8 cells, expected half as"),
        (", 0-4", "", "line 10, dominoes: found 3 dominoes for 8 cells"),
        ("1-2", "1+2", "line 10, dominoes: found '1+2', expected a domino 'A-B'"),
        ("1-2", "1-10000", "line 10, dominoes: found '10000', expected an integer from 0 to 9999"),
        ("x2", "x0", "line 10, dominoes: found '0', expected an integer from 1"),
        ("x2", "x99999", "line 10, dominoes: found '99999', expected an integer from 1 to 20000"),
        ("title: Small", "rows: 3", "line 1, rows: found 'rows', expected one of the keys title"),
        ("dominoes: 1-2, 3-3 x2, 0-4\n", "", "expected an entry 'dominoes:'"),
        ("regions:", "regions: A empty", "line 7, regions: found region 'A' again"),
    ],
)
def test_a_bad_text_is_refused_with_its_place(old: str, new: str, message: str) -> None:
    assert BOARD.count(old) == 1
    with pytest.raises(pp.InstanceError) as caught:
        parse_text(BOARD.replace(old, new), "small.txt")
    assert re.match(r"small\.txt[:,] ", str(caught.value))
    assert message in str(caught.value)


def test_a_board_without_cells_or_of_more_than_200_lines_is_refused() -> None:
    empty = BOARD.replace("AAB", "...").replace("A.B", "...").replace("CDD", "...")
    with pytest.raises(pp.InstanceError, match="line 2, board: found no cell"):
        parse_text(empty, "empty")
    with pytest.raises(pp.InstanceError, match="found 210 rows, expected at most 200"):
        parse_text("board:\n" + "    AA\n" * 210, "long")
    with pytest.raises(pp.InstanceError, match="found 201 columns, expected at most 200"):
        parse_text("board:\n    " + "A" * 201, "wide")


def test_a_region_may_be_called_like_a_rule_in_capitals() -> None:
    text = BOARD.replace("AAB", "SUM SUM B").replace("A.B", "SUM . B").replace("CDD", "C D D")
    (instance,) = parse_text(text.replace("A sum 6", "SUM sum 6"), "small").values()
    assert instance.regions[0].name == "SUM"


# The verifier and answers from people


def solved() -> tuple[Instance, Solution]:
    (instance,) = parse_text(BOARD, "small").values()
    return instance, read(instance, "1-2 3\n    |\n0   3\n|\n4 3-3\n")


def broken_by(instance: Instance, solution: Solution) -> list[str]:
    return [fault.partition(":")[0] for fault in verify(instance, solution)]


def test_the_rules_of_covering_are_checked() -> None:
    ring = pp.load("pips", "document")
    shown = read(ring, SOLVED)
    assert verify(ring, shown) == []
    assert verify(ring, Solution(shown.values[1:], shown.links))[0] == (
        "Each cell shows one number of pips: (1, 1) shows nothing."
    )
    assert "Each cell is covered by exactly one domino: none covers (1, 1)." in verify(
        ring, Solution(shown.values, shown.links[1:])
    )
    assert broken_by(ring, Solution(shown.values, (*shown.links, (1, 1, 3, 3)))) == [
        "A domino lies on two cells that share a side",
        "Each cell is covered by exactly one domino",
    ]


def test_a_link_from_the_second_cell_to_the_first_is_refused() -> None:
    ring = pp.load("pips", "document")
    shown = read(ring, SOLVED)
    for number, (row, column, row2, column2) in enumerate(shown.links):
        links = list(shown.links)
        links[number] = (row2, column2, row, column)
        assert verify(ring, Solution(shown.values, tuple(links))) == [
            "The first cell of a link is the one on the left or above: "
            f"a link leads from {(row2, column2)} to {(row, column)}."
        ]


def test_dominoes_of_another_set_are_named() -> None:
    ring = pp.load("pips", "document")
    other = [sorted((RING[i - 1], RING[i])) for i in range(0, 12, 2)]
    links = tuple(sorted((*first, *second) for first, second in other))
    used = "Each domino is used as often as there are copies of it: "
    assert verify(ring, Solution(read(ring, SOLVED).values, links)) == [
        f"{used}1-1 is used 2x, not 1x.",
        f"{used}1-5 is used 0x, not 1x.",
        f"{used}1-6 is used 0x, not 1x.",
        "Two linked cells show a domino of the set: 2-2 is none.",
        f"{used}2-4 is used 0x, not 1x.",
        f"{used}2-6 is used 0x, not 1x.",
        "Two linked cells show a domino of the set: 4-6 is none.",
        "Two linked cells show a domino of the set: 5-6 is none.",
    ]


@pytest.mark.parametrize(
    ("rule", "target", "fault"),
    [
        ("sum", 4, "The pips in a sum region sum to its target"),
        ("less", 3, "The pips in a less region sum to less than its target"),
        ("greater", 3, "The pips in a greater region sum to more than its target"),
        ("equals", 0, "All cells of an equals region show the same pips"),
        ("unequal", 0, "No two cells of an unequal region show the same pips"),
    ],
)
def test_a_broken_region_rule_is_named(rule: str, target: int, fault: str) -> None:
    pips = (1, 1, 1) if rule == "unequal" else (1, 0, 2)
    cells = ((1, 1), (1, 2), (1, 3))
    regions = [Region("A", rule, cells, target), Region("B", "empty", ((1, 4),))]
    dominoes = [Domino(pips[0], pips[1]), Domino(pips[2], 5)]
    instance = make("row", regions, dominoes)
    values = tuple((1, column, v) for column, v in enumerate((*pips, 5), start=1))
    assert broken_by(instance, Solution(values, ((1, 1, 1, 2), (1, 3, 1, 4)))) == [fault]


def test_sentences_of_the_verifier_are_in_the_program() -> None:
    program = PUZZLE.program_path().read_text(encoding="utf-8")
    instance, solution = solved()
    wrong = (*((r, c, 7) for r, c, _ in solution.values), (9, 9, 1), (1, 1, 2))
    sentences = set(broken_by(instance, Solution(wrong, ((1, 1, 1, 3), (3, 1, 3, 2)))))
    assert len(sentences) >= 5
    for sentence in sentences:
        assert f"% {sentence}." in program


def test_contradictory_and_foreign_atoms_are_no_answer() -> None:
    instance = pp.load("pips", "document")
    (answer,) = pp.solve(instance)
    for extra in (Value(1, 1, 5), Value(2, 2, 0), Link(1, 1, 2, 1), Link(2, 2, 2, 3)):
        assert verify(instance, decode(instance, [*answer.atoms, extra])), str(extra)
    with pytest.raises(pp.AnswerError, match="expected a link from a cell to the next one"):
        decode(instance, [Link(1, 2, 1, 1)])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6-1 x-1", "line 1: found 'x', expected pips"),
        ("6+1", "line 1: found '[+]', expected '-' or a blank"),
        ("6-1\n4", "line 2: found '4', expected '[|]' or a blank"),
        ("hello", "line 1: found"),
    ],
)
def test_an_unreadable_answer_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(pp.AnswerError, match=message):
        read(pp.load("pips", "document"), text)


def test_pips_of_two_digits_survive_the_drawing() -> None:
    instance = make(
        "wide", [Region("A", "empty", tuple(box(2, 3)))], map(Domino, (0, 12, 7), (12, 12, 3))
    )
    for answer in pp.solve(instance):
        drawn = export_drawing(instance, answer.solution)
        assert read(instance, drawn) == answer.solution, drawn


# Pictures and instances


def test_one_domino_is_written_in_the_singular() -> None:
    one = make("one", [Region("A", "sum", ((1, 1), (1, 2)), 7)], [Domino(3, 4)])
    assert PUZZLE.size(one) == "1 domino, 1 rule"


def test_the_generator_refuses_a_board_that_cannot_be_covered() -> None:
    cells = [(1, 1), (1, 2), (1, 3), (2, 2)]
    with pytest.raises(ValueError, match="2 dominoes cannot cover these 4 cells"):
        generate("no", cells, [Domino(0, 0)] * 2, seed=1, largest=2, loose=2)


def drawn(instance: Instance, solution: Solution | None = None) -> str:
    picture: Picture = PUZZLE.picture(instance, solution)
    return plain(picture)


def test_the_board_of_an_unsolvable_instance_is_drawn() -> None:
    done = puzzles("solve", "pips", "mutilated_6x6")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "0-0 x17" in drawn(pp.load("pips", "mutilated_6x6"))


def test_every_rule_is_written_on_the_board() -> None:
    text = BOARD.replace("B equals", "B unequal").replace("C D empty", "C less 5\n    D greater 3")
    (instance,) = parse_text(text, "rules").values()
    for sign in (" 6 ", " ≠ ", "<5", ">3", "<N", ">N", "0-4  1-2  3-3 x2"):
        assert sign in drawn(instance)
    assert "=" in drawn(pp.load("pips", "document"))


def test_just_the_signs_on_a_board_are_explained() -> None:
    for name in ("document", "heart"):
        instance = pp.load("pips", name)
        signs = tuple(entry for entry in PUZZLE.picture(instance, None).legend if entry.key)
        assert next(pp.solve(instance, limit=1)).picture.legend == signs != ()
    assert "they are all different" not in drawn(pp.load("pips", "document"))


def test_parts_of_one_region_are_marked_as_one() -> None:
    text = "board:\n    A.A\n    A.A\nregions:\n    A sum 9\ndominoes: 1-2, 3-3"
    (instance,) = parse_text(text, "parts").values()
    assert drawn(instance).count("9 A") == 2
    assert "are one region" in drawn(instance)
    assert solutions(instance) == set(backtrack(instance)) != set()


def test_an_answer_with_gaps_is_drawn() -> None:
    instance, solution = solved()
    assert "?" in drawn(instance, Solution(solution.values[1:], solution.links[1:]))


def test_fillings_are_counted_from_the_command_line() -> None:
    done = puzzles("count", "pips", "checkers_4x4", "--by", "filling")
    assert (done.stdout, done.returncode) == ("2798\n", 0)
