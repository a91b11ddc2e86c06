"""What ``--symmetry`` identifies: classes counted by hand, the words for them, where they stand.

The matrices and orbits here are the test's own and share nothing with the programs.
"""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from support import CLINGO, ROOT, puzzles, run

import pyasp_puzzles as pp
from pyasp_puzzles.cli.command import with_value
from pyasp_puzzles.comparison import Case, Conditions, make_plan
from pyasp_puzzles.comparison.setting import record, setting
from pyasp_puzzles.core.symmetry import Symmetry, SymmetryGroup
from pyasp_puzzles.puzzles.packing import parse
from pyasp_puzzles.puzzles.packing.instance import PackingBoard

Cell = tuple[int, int, int]
Cells = frozenset[Cell]
Map = Callable[[Cell], Cell]

SEVEN_BY_FOUR = """title: Polyominoes of one to four cells, a rectangle and one cell apart
lattice: square
board:
    ...#...
    .......
    #######
    #######
    #######
    #######
piece O1:
    #
piece I2:
    ##
piece I3:
    ###
piece V3:
    ##
    #.
piece I4:
    ####
piece L4:
    ###
    #..
piece O4:
    ##
    ##
piece T4:
    ###
    .#.
piece S4:
    ##.
    .##
"""


def seven_by_four(whole: bool = True) -> PackingBoard:
    """The board with a cell apart; or the rectangle only, without the piece of one cell."""
    text = SEVEN_BY_FOUR
    if not whole:
        text = text.replace("    ...#...\n    .......\n", "").replace("piece O1:\n    #\n", "")
    return parse(text, "text")[""]


# Classes by hand


def isometries(lattice: str) -> Iterator[tuple[Map, bool]]:
    """The isometries that fix the origin, and whether each of them is a mirror image.

    Squares and cubes: exchange coordinates and change their signs.  Hexagons, and triangles by
    their centroids: the three coordinates ``a``, ``b`` and ``-a-b`` exchanged, with or without a
    change of all signs; the change of all signs is half a turn.
    """
    if lattice in ("square", "cubic"):
        for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
            flat = lattice == "square"
            if flat and (order[2] != 2 or signs[2] != 1):
                continue
            inversions = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))
            mirror = (inversions + sum(sign < 0 for sign in signs)) % 2 == 1
            yield (lambda p, o=order, s=signs: tuple(s[i] * p[o[i]] for i in range(3))), mirror  # type: ignore[misc]
        return
    for order, sign, up in product(permutations(range(3)), (1, -1), (1, -1)):
        if up < 0 and lattice in ("hexagonal", "triangular"):
            continue
        inversions = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))

        def turned(p: Cell, o: Any = order, s: int = sign, u: int = up) -> Cell:
            three = (p[0], p[1], -p[0] - p[1])
            return (s * three[o[0]], s * three[o[1]], u * p[2])

        yield turned, (inversions + (up < 0)) % 2 == 1


def moved(cells: Iterable[Cell], turn: Map, by: Cell) -> Cells:
    return frozenset(
        (a + by[0], b + by[1], c + by[2]) for a, b, c in (turn(cell) for cell in cells)
    )


def of_space(instance: PackingBoard) -> list[tuple[Map, Cell, bool]]:
    """The isometries that take the space to itself: each tried with every shift that can be."""
    space = frozenset(instance.cells)
    kept = []
    for turn, mirror in isometries(instance.lattice):
        image = [turn(cell) for cell in space]
        first = image[0]
        for cell in space:
            by = (cell[0] - first[0], cell[1] - first[1], cell[2] - first[2])
            if moved(space, turn, by) == space:
                kept.append((turn, by, mirror))
    return kept


def classes(
    instance: PackingBoard, answers: set[frozenset[Cells]], mirrors: bool
) -> tuple[int, int]:
    """The number of orbits of answers, written as sets of pieces' cells, and the group's order.

    A symmetry is an isometry of the space that takes every answer to an answer.
    """
    group = []
    for turn, by, mirror in of_space(instance):
        if mirrors or not mirror:
            image = {cell: next(iter(moved([cell], turn, by))) for cell in instance.cells}
            first = next(iter(answers))
            if frozenset(frozenset(image[c] for c in piece) for piece in first) in answers:
                group.append(image)
    left, number = set(answers), 0
    while left:
        answer = left.pop()
        images = {frozenset(frozenset(g[c] for c in piece) for piece in answer) for g in group}
        assert images <= answers, "an isometry of the space that takes no answer to an answer"
        left -= images
        number += 1
    return number, len(group)


BOTH_WAYS = [
    # all answers, classes and order, the same with mirror images apart
    ("soma", 11_520, (240, 48), (480, 24)),
    ("hexagonal_cylinder", 660, (110, 6), (110, 6)),
    ("7x4 and one", 6_088, (3_044, 2), (6_088, 1)),
    ("7x4", 6_088, (1_522, 4), (3_044, 2)),
]


def board(name: str) -> PackingBoard:
    if name.startswith("7x4"):
        return seven_by_four(name != "7x4")
    instance: PackingBoard = pp.load("packing", name)
    return instance


@pytest.mark.parametrize(("name", "raw", "together", "apart"), BOTH_WAYS)
def test_counts_with_mirror_images_and_without_are_those_of_orbits_by_hand(
    name: str, raw: int, together: tuple[int, int], apart: tuple[int, int]
) -> None:
    instance = board(name)
    answers = {
        frozenset(frozenset(placement.cells) for placement in answer.solution.placements)
        for answer in pp.solve(instance)
    }
    assert len(answers) == raw
    for kind, (number, order) in (("all", together), ("rotations", apart)):
        assert classes(instance, answers, mirrors=kind == "all") == (number, order)
        counted = pp.count(instance, symmetry=kind)
        assert (counted.answers, counted.exhausted) == (number, True)
        assert counted.symmetry and counted.symmetry.order == order


@pytest.mark.parametrize("name", [*pp.find_puzzle("packing").instance_files(), "7x4 and one"])
def test_the_order_of_a_packing_board_is_that_of_its_own_isometries(name: str) -> None:
    """Those that keep the space, the set of pieces as sets of shapes, and what is given, once."""
    instance = board(name)
    space = of_space(instance)

    def shapes(piece: Any, turn: Map) -> frozenset[Cells]:
        """All that a piece can look like, moved to one place, after one more turn."""
        allowed = [
            move
            for move, mirror in isometries(instance.lattice)
            if instance.moves == "reflections" or not mirror
        ]
        looks = set()
        for move in allowed:
            blocks = sorted(turn(move(block)) for block in piece.blocks)
            x, y, z = blocks[0]
            looks.add(frozenset((a - x, b - y, c - z) for a, b, c in blocks))
        return frozenset(looks)

    def identity(cell: Cell) -> Cell:
        return cell

    pieces = sorted(map(repr, (sorted(map(sorted, shapes(p, identity))) for p in instance.pieces)))
    given = {frozenset(laid.cells) for laid in instance.given}
    group: dict[tuple[Cell, ...], bool] = {}
    for turn, by, mirror in sorted(space, key=lambda element: element[2]):
        turned = (sorted(map(sorted, shapes(p, turn))) for p in instance.pieces)
        if sorted(map(repr, turned)) == pieces and given == {
            moved(laid, turn, by) for laid in given
        }:
            image = tuple(next(iter(moved([cell], turn, by))) for cell in instance.cells)
            group.setdefault(image, mirror)
    symmetries = pp.find_puzzle("packing").symmetries
    assert symmetries
    assert symmetries.group(instance).order == len(group)
    assert symmetries.group(instance, "rotations").order == list(group.values()).count(False)


def test_mirror_images_that_rotations_can_replace_count_once() -> None:
    symmetries = pp.find_puzzle("packing").symmetries
    assert symmetries
    pieces = "piece L x2:\n    ##\n    #.\n"
    layer = parse(f"lattice: cubic\nboard: 2 x 3 x 1\n{pieces}", "text")[""]
    assert str(symmetries.group(layer)) == (
        "one answer of each class under 4 symmetries, rotations only"
    )
    row = parse("lattice: square\nboard: 1 x 4\npiece I x2:\n    ##\n", "text")[""]
    assert symmetries.group(row) == SymmetryGroup("all", 2, "none")


# Words


@pytest.mark.parametrize(
    ("kind", "mirrors", "words", "short"),
    [
        (
            *("all", [False, True]),
            "one answer of each class under 2 symmetries, mirror images included",
            "2 symmetries, mirror images included",
        ),
        (
            *("rotations", [False, False, True]),
            "one answer of each class under 2 rotations, mirror images apart",
            "2 rotations, mirror images apart",
        ),
        (
            *("all", [False, False]),
            "one answer of each class under 2 symmetries, rotations only",
            "2 symmetries, rotations only",
        ),
        (
            *("rotations", [False, True]),
            "no rotation but the identity, mirror images apart: every answer is a class of its own",
            "the identity only, mirror images apart",
        ),
        (
            *("all", [False]),
            "no symmetry but the identity: every answer is a class of its own",
            "the identity only",
        ),
        (
            *("all", [None, None, None]),
            "one answer of each class under 3 symmetries",
            "3 symmetries",
        ),
    ],
)
def test_a_group_is_said_in_words(
    kind: str, mirrors: list[bool | None], words: str, short: str
) -> None:
    group = SymmetryGroup.of(kind, [Symmetry(lambda solution: solution, m) for m in mirrors])
    assert (str(group), group.short) == (words, short)
    assert json.loads(json.dumps(group.as_json()))["text"] == words


SOMA_ALL = "one answer of each class under 48 symmetries, mirror images included"
SOMA_ROTATIONS = "one answer of each class under 24 rotations, mirror images apart"


def test_the_lines_under_a_search_say_what_was_identified() -> None:
    from pyasp_puzzles.cli import searching

    soma = pp.load("packing", "soma")
    for kind, words in (("all", SOMA_ALL), ("rotations", SOMA_ROTATIONS)):
        answers = pp.solve(soma, symmetry=kind, limit=1)
        list(answers)
        assert searching.status("soma", answers).splitlines()[1] == f"soma: {words}"
        counted = pp.count(soma, symmetry=kind)
        assert searching.count_line("soma", counted, "class").splitlines()[1] == f"soma: {words}"
        assert len(f"soma: {words}") <= 80
    assert "\n" not in searching.status("soma", pp.solve(soma))
    assert pp.count(pp.load("eternity", "document_3x3")).symmetry is None


def test_solve_says_it_in_its_line_its_figures_and_its_json(tmp_path: Path) -> None:
    file = tmp_path / "summary.json"
    words = ("solve", "packing", "soma", "--symmetry", "rotations", "--json", "--stats")
    done = puzzles(*words, "--summary", str(file))
    assert f"soma: {SOMA_ROTATIONS}\n" in done.stderr
    assert "24 rotations, mirror images apart" in done.stderr.replace(SOMA_ROTATIONS, "")
    summary = json.loads(file.read_text().splitlines()[-1])
    assert summary["symmetry"] == {
        "kind": "rotations",
        "order": 24,
        "mirror_images": "apart",
        "text": SOMA_ROTATIONS,
    }
    counted = json.loads(puzzles("count", "packing", "soma", "--symmetry", "--json").stdout)
    assert (counted["answers"], counted["symmetry"]["text"]) == (240, SOMA_ALL)


# The command line


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("--symmetry packing soma", "240"),
        ("packing --symmetry soma", "240"),
        ("packing soma --symmetry", "240"),
        ("packing soma --symmetry all", "240"),
        ("packing soma --symmetry rotations", "480"),
        ("--symmetry rotations packing soma", "480"),
        ("packing soma --symmetry=rotations", "480"),
        ("packing soma --no-symmetry --symmetry rotations", "480"),
        ("eternity document_3x3 --symmetry --no-symmetry", "16"),
        ("eternity document_3x3 --symmetry rotations", "4"),
    ],
)
def test_symmetry_may_stand_anywhere_with_a_word_or_without(words: str, number: str) -> None:
    done = puzzles("count", *words.split())
    assert (done.stdout, done.stderr, done.returncode) == (f"{number}\n", "", 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "count packing soma --symmetry mirror",
            "--symmetry: found 'mirror', expected all or rotations",
        ),
        (
            "count packing soma --symmetry=mirror",
            "packing: found symmetry 'mirror', expected all or rotations",
        ),
        (
            "solve flower_finder --symmetry rotations",
            "flower_finder: found symmetry 'rotations', expected all",
        ),
        ("solve pips --symmetry rotations", "pips: its program knows no symmetries"),
        ("certify flower_finder --symmetry=rotations", "'rotations', expected all"),
        ("compare flower_finder --symmetry rotations", "'rotations', expected all"),
        ("count packing --symmetry mirror", "--symmetry takes all or rotations"),
        (
            "compare --program pips.lp examples/pips.lp --symmetry",
            "found --symmetry, which goes with a puzzle only",
        ),
    ],
)
def test_a_symmetry_that_is_not_known_gives_one_line_with_those_that_are(
    words: str, message: str
) -> None:
    done = puzzles(*words.split())
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_nothing_behind_the_equals_sign_is_no_request_for_all_answers() -> None:
    done = puzzles("count", "packing", "soma", "--symmetry=")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("found nothing behind =, expected all or rotations\n")


def test_too_many_words_are_refused_as_before() -> None:
    done = puzzles("count", "packing", "soma", "extra", "--symmetry")
    assert done.returncode == 2
    assert "unexpected extra argument (extra)" in done.stderr


def test_a_word_behind_symmetry_is_its_value_only_if_it_is_one() -> None:
    assert with_value(["--symmetry", "soma", "--symmetry"]) == [
        *("--symmetry=all", "soma", "--symmetry=all")
    ]


# Programs, engines, cubes, stores


def test_plain_clingo_counts_both_ways() -> None:
    facts = pp.facts(seven_by_four(whole=False))
    classes = "lp/symmetry/packing.lp"
    for words, number in (((), 6_088), ((classes,), 1_522), ((classes, "-c", "mirrors=0"), 3_044)):
        done = run(*CLINGO, "lp/packing.lp", *words, "-", "0", "-q", text=facts, cwd=ROOT)
        assert f"Models       : {number}\n" in done.stdout


def test_cubes_and_stores_keep_to_their_symmetry(tmp_path: Path) -> None:
    soma = pp.load("packing", "soma")
    store = tmp_path / "soma.store"
    counted = pp.count(soma, symmetry="rotations", processes=1, store=store)
    assert (counted.answers, counted.exhausted, str(counted.symmetry)) == (
        *(480, True),
        SOMA_ROTATIONS,
    )
    shown = " ".join(puzzles("answers", str(store), "-n", "1").stdout.split())
    assert "options --symmetry rotations" in shown
    assert f"symmetry {SOMA_ROTATIONS}" in shown
    header = json.loads(puzzles("answers", str(store), "--header").stdout)
    assert header["symmetry"]["order"] == 24
    for other in (True, False):
        with pytest.raises(pp.StoreError, match="options: --symmetry rotations there"):
            pp.count(soma, symmetry=other, store=store)
    with sqlite3.connect(store) as connection:
        columns = dict(connection.execute("SELECT * FROM run"))
    assert columns["options"] == "symmetry=rotations"


def test_a_store_has_no_field_that_an_older_one_lacks(tmp_path: Path) -> None:
    """So a store of the time before there were kinds of symmetry can still be read."""
    from pyasp_puzzles.counts.identity import CountIdentity

    fields = {"puzzle", "instance", "board", "program", "facts", "options", "versions"}
    assert {field.name for field in dataclasses.fields(CountIdentity)} == fields
    older = CountIdentity(
        "packing", "soma", puzzles("show", "packing", "soma", "--text").stdout, *[""] * 4
    )
    assert older.symmetry is None
    older = dataclasses.replace(older, options="symmetry=1")
    assert (older.command_line, str(older.symmetry)) == ("--symmetry", SOMA_ALL)


# Comparisons


def test_the_setting_of_a_comparison_names_the_group_of_each_board() -> None:
    boards = [pp.load("packing", name) for name in ("soma", "hexagonal_cylinder")]
    cases = [Case(instance.name, instance) for instance in boards]
    plan = make_plan(cases, ["asp"], Conditions(symmetry="rotations"))
    assert setting(plan)["symmetry"] == (
        "one answer of each class (soma: 24 rotations, mirror images apart; "
        "hexagonal_cylinder: 6 symmetries, rotations only)"
    )
    orders = [entry["symmetry"]["order"] for entry in record(plan)["instances"]]
    assert orders == [24, 6]
    assert setting(make_plan(cases[:1], ["asp"], Conditions(symmetry=True)))["symmetry"] == SOMA_ALL
    raw = make_plan(cases, ["asp"])
    assert setting(raw)["symmetry"] == "all answers"
    assert [entry["symmetry"] for entry in record(raw)["instances"]] == [None, None]
