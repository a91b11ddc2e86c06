"""Flower Finder against brute force; strips here are complex numbers, so nothing is shared.

A circle is a position and a type, both complex (real part to the right, imaginary part up): a
flip left to right is z -> -z.conjugate(), a quarter turn to the left is multiplication by 1j.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program_words import says
from shipped_boards import flower_frame

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import TASKS, choose
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.puzzles.flower_finder import PUZZLE
from pyasp_puzzles.puzzles.flower_finder.format import (
    QUARTERS,
    FlowerBoard,
    FlowerSolution,
    Placement,
    Strip,
    StripPlaced,
)

DOCUMENT: FlowerBoard = pp.load("flower_finder")
assert PUZZLE.read
read: Any = PUZZLE.read
FLIPS = {
    "none": lambda z: z,
    "h": lambda z: -z.conjugate(),
    "v": lambda z: z.conjugate(),
    "both": lambda z: -z,
}
SYMMETRIES = [
    (lambda z, flip=flip, turn=turn: turn * flip(z)) for flip in FLIPS.values() for turn in (1, 1j)
]
Holes = frozenset[tuple[complex, complex]]


def upright(strip: Strip) -> dict[complex, complex]:
    """The types of a strip's circles by their positions."""
    n = len(strip.circles)
    return {1j * (n - 1 - 2 * k): complex(*circle) for k, circle in enumerate(strip.circles)}


def lay(strip: Strip, location: int, flip: str) -> Holes:
    """The circles of a strip in a location of the frame, whose middle is 0."""
    n = len(strip.circles)
    turn, middle = 1 + 0j, 2 * location - n - 1 + 0j
    if location > n:
        turn, middle = 1j, 1j * (n + 1 - 2 * (location - n))
    return frozenset(
        (middle + turn * FLIPS[flip](z), turn * FLIPS[flip](t)) for z, t in upright(strip).items()
    )


def layers(instance: FlowerBoard, solution: FlowerSolution) -> tuple[Holes, Holes]:
    strips = {strip.name: strip for strip in instance.strips}
    both: tuple[set[tuple[complex, complex]], ...] = (set(), set())
    for p in solution.placements:
        both[p.location > instance.n].update(lay(strips[p.strip], p.location, p.flip))
    return frozenset(both[0]), frozenset(both[1])


def images(holes: Holes) -> set[Holes]:
    return {frozenset((g(z), g(t)) for z, t in holes) for g in SYMMETRIES}


def classes(frames: set[Holes]) -> list[set[Holes]]:
    """The orbits of a set of frames; all images of a frame must be in the set."""
    left = set(frames)
    orbits = []
    while left:
        orbits.append(images(next(iter(left))))
        assert orbits[-1] <= left
        left -= orbits[-1]
    return orbits


def kind(circles: tuple[complex, ...]) -> object:
    flipped = []
    for name, flip in FLIPS.items():
        types = [flip(t) for t in circles]
        flipped.append(tuple(types[::-1] if name in ("v", "both") else types))
    return min(tuple((t.real, t.imag) for t in types) for types in flipped)


def kinds(instance: FlowerBoard) -> Counter[object]:
    return Counter(kind(tuple(complex(*c) for c in strip.circles)) for strip in instance.strips)


def frames_by_filling(instance: FlowerBoard) -> set[Holes]:
    """All types in all holes, 4 to the power n*n, whose columns and rows are the strips."""
    n, wanted = instance.n, kinds(instance)
    types = [complex(*vector) for vector in QUARTERS.values()]
    strips = {column: kind(column) for column in product(types, repeat=n)}
    frames = set()
    for columns in product([c for c in strips if strips[c] in wanted], repeat=n):
        rows = zip(*columns, strict=True)
        back = [tuple(-1j * t for t in row) for row in rows]  # turned back: left is top again
        if Counter(strips[line] for line in (*columns, *back)) == wanted:
            frames.add(frame_of(columns))
    return frames


def frame_of(columns: tuple[tuple[complex, ...], ...]) -> Holes:
    n = len(columns)
    return frozenset(
        (complex(2 * c - n + 1, n - 1 - 2 * r), t)
        for c, column in enumerate(columns)
        for r, t in enumerate(column)
    )


def frames_by_columns(instance: FlowerBoard) -> set[Holes]:
    """Lay strips down from the left; go back when no strip begins like some row so far."""
    n = instance.n
    looks: dict[tuple[complex, ...], object] = {}
    for strip in instance.strips:
        for flip in FLIPS:
            laid = dict(lay(strip, 1, flip))
            look = tuple(laid[z] for z in sorted(laid, key=lambda z: -z.imag))
            looks[look] = kind(look)
    across = {tuple(1j * t for t in look): name for look, name in looks.items()}
    beginnings = {row[:length] for row in across for length in range(n + 1)}
    frames = set()

    def extend(columns: tuple[tuple[complex, ...], ...], left: Counter[object]) -> None:
        rows = list(zip(*columns, strict=True))
        if any(row not in beginnings for row in rows):
            return
        if len(columns) == n:
            if Counter(across[row] for row in rows) == left:
                frames.add(frame_of(columns))
            return
        for look, name in looks.items():
            if left[name]:
                extend((*columns, look), left - Counter([name]))

    extend((), kinds(instance))
    return frames


def answers(instance: FlowerBoard, symmetry: bool = False) -> list[FlowerSolution]:
    return [answer.solution for answer in pp.solve(instance, symmetry=symmetry)]


def frames(instance: FlowerBoard, solutions: list[FlowerSolution]) -> set[Holes]:
    """The frames of the answers; both layers are the same, and no frame comes twice."""
    found = set()
    for solution in solutions:
        lower, upper = layers(instance, solution)
        assert lower == upper
        found.add(lower)
    assert len(found) == len(solutions)
    return found


# --- The family --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name.endswith("_5") else [])
        for name in sorted(PUZZLE.instance_files())
    ],
)
def test_shipped_counts_are_found_by_laying_columns(name: str) -> None:
    instance = pp.load("flower_finder", name)
    found = frames_by_columns(instance)
    assert dict(instance.known) == {"answers": len(found), "classes": len(classes(found))}
    assert frames(instance, answers(instance)) == found


@pytest.mark.parametrize("name", ["document", "generated_2", "generated_3"])
def test_shipped_answers_are_found_by_filling_all_holes(name: str) -> None:
    instance = pp.load("flower_finder", name)
    assert frames_by_filling(instance) == frames(instance, answers(instance))


def strips_of(n: int) -> st.SearchStrategy[FlowerBoard]:
    circles = st.lists(st.sampled_from(list(QUARTERS.values())), min_size=n, max_size=n)
    # Few different strips, so that equal ones are common.
    pool = st.lists(circles.map(tuple), min_size=1, max_size=2 * n)
    strips = pool.flatmap(
        lambda pool: st.lists(st.sampled_from(pool), min_size=2 * n, max_size=2 * n)
    )
    return strips.map(
        lambda listed: FlowerBoard(
            "", tuple(Strip(str(k), strip) for k, strip in enumerate(listed, start=1))
        )
    )


def check_orbits(instance: FlowerBoard, expected: set[Holes]) -> None:
    """Answers are the expected frames; one of each class is kept; its orbit is its class."""
    solutions = answers(instance)
    assert frames(instance, solutions) == expected
    orbits = classes(expected)
    kept = answers(instance, symmetry=True)
    assert len(kept) == len(orbits)
    by_orbit = [PUZZLE.symmetries.orbit(instance, solution) for solution in kept]
    assert sum(map(len, by_orbit)) == len(solutions)
    assert set().union(*by_orbit) == set(solutions)


@settings(max_examples=30, deadline=None)
@given(strips_of(2))
def test_any_four_strips_have_the_answers_of_brute_force_and_orbits_that_sum_to_them(
    instance: FlowerBoard,
) -> None:
    check_orbits(instance, frames_by_filling(instance))


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([2, 3]), st.integers(0, 10**9))
def test_orbits_of_generated_frames_sum_to_their_answers(n: int, seed: int) -> None:
    instance = flower_frame(n, seed)
    expected = frames_by_columns(instance)
    assert expected
    check_orbits(instance, expected)


# --- verify, decode, read ----------------------------------------------------------------------


def test_verify_accepts_just_the_states_whose_layers_match() -> None:
    instance = flower_frame(2, seed=6)
    names = [strip.name for strip in instance.strips]
    accepted = 0
    for order in permutations(names):
        for flips in product(FLIPS, repeat=4):
            states = zip(range(1, 5), order, flips, strict=True)
            solution = FlowerSolution(tuple(Placement(*state) for state in states))
            lower, upper = layers(instance, solution)
            assert (not pp.verify(instance, solution)) == (lower == upper)
            accepted += lower == upper
    assert accepted == 8 * 2**3  # three of the strips look the same in two flips each


SENTENCES = {
    "location": "In each location lies one strip",
    "once": "Strip [1-6] is used once",
    "match": "The gaps in hole [1-9] match",
    "alien": "Every strip, location and flip is one of the puzzle's",
}


ANSWER = FlowerSolution(
    (
        *(Placement(1, "1", "both"), Placement(2, "2", "h"), Placement(3, "3", "none")),
        *(Placement(4, "4", "both"), Placement(5, "6", "v"), Placement(6, "5", "v")),
    )
)


def changed(**fields: object) -> FlowerSolution:
    """The answer above with its first placement changed."""
    return FlowerSolution((replace(ANSWER.placements[0], **fields), *ANSWER.placements[1:]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "rules"),
    [
        ({}, set()),
        ({"flip": "none"}, {"match"}),
        ({"strip": "6"}, {"once", "match"}),
        ({"location": 2}, {"location", "match"}),
        ({"location": 99}, {"alien", "location"}),
        ({"strip": "Z"}, {"alien", "location", "once"}),
        ({"flip": "turned"}, {"alien", "location"}),
    ],
)
def test_verify_names_every_broken_rule(fields: dict[str, object], rules: set[str]) -> None:
    broken = pp.verify(DOCUMENT, changed(**fields))
    found = {
        next(rule for rule, words in SENTENCES.items() if re.match(f"{words}: ", message))
        for message in broken
    }
    assert found == rules


def test_verify_uses_the_words_of_the_program() -> None:
    assert (
        "4 petals are visible in row 1, column 1." in pp.verify(DOCUMENT, changed(flip="none"))[0]
    )
    for fields in ({"location": 2}, {"strip": "6"}):
        for message in pp.verify(DOCUMENT, changed(**fields)):
            assert says(PUZZLE.program_path(), message), message


@pytest.mark.parametrize(
    ("atom", "expected"),
    [
        (StripPlaced("7", 1, "none"), "one of 1, 2, 3, 4, 5, 6 where 7 stands"),
        (StripPlaced("1", 7, "none"), "one of 1, 2, 3, 4, 5, 6 where 7 stands"),
        (StripPlaced("1", 1, "turned"), "one of none, h, v, both where turned stands"),
    ],
)
def test_atoms_that_mean_nothing_are_named(atom: StripPlaced, expected: str) -> None:
    with pytest.raises(pp.AnswerError) as error:
        PUZZLE.decode(DOCUMENT, [atom])
    assert error.value.found == str(atom)
    assert error.value.expected == expected


def test_contradictory_atoms_are_no_answer() -> None:
    atoms = [a for a in next(pp.solve(DOCUMENT)).atoms if isinstance(a, StripPlaced)]
    extra = StripPlaced(
        atoms[0].kind, atoms[0].location, "none" if atoms[0].flip != "none" else "h"
    )
    for wrong in ([*atoms, extra], atoms[1:], [*atoms, StripPlaced(atoms[0].kind, 4, "v")]):
        assert pp.verify(DOCUMENT, PUZZLE.decode(DOCUMENT, wrong))


def test_one_of_several_equal_strips_may_be_used_for_all_of_them() -> None:
    """Atoms name kinds; who writes strips has to name each of them."""
    same = FlowerBoard("", tuple(Strip(name, ((-1, 1), (1, 1))) for name in "ABCD"))
    for solution in answers(same):
        flips = [p.flip for p in solution.placements]
        for names, broken in (("ABCD", 0), ("DCBA", 0), ("AAAA", 4), ("ABCC", 2)):
            words = " ".join(f"{name}:{flip}" for name, flip in zip(names, flips, strict=True))
            found = read(same, words)
            assert len(pp.verify(same, found)) == broken
            assert (found == solution) == (broken == 0)
            atoms = [StripPlaced(names[0], p.location, p.flip) for p in found.placements]
            assert PUZZLE.decode(same, atoms) == solution


def test_an_answer_in_words_is_read_as_the_same_solution() -> None:
    assert read(DOCUMENT, "1:both 2:h 3 | 4:both 6:v 5:v\n") == ANSWER


@pytest.mark.parametrize(
    ("text", "place", "found", "expected"),
    [
        ("1 2 3", "answer", "3 words", "6 words"),
        ("1 2 3 4 5 7", "answer, word 6", "7", "strips 1, 2, 3, 4, 5, 6"),
        ("1:x 2 3 4 5 6", "answer, word 1", "1:x", "flips none, h, v, both"),
        ("", "answer", "0 words", "6 words"),
        ("hello", "answer", "1 word", "6 words"),
    ],
)
def test_an_answer_in_wrong_words_is_named(
    text: str, place: str, found: str, expected: str
) -> None:
    with pytest.raises(pp.AnswerError) as error:
        read(DOCUMENT, text)
    assert error.value.place == place
    assert getattr(error.value.found, "text", error.value.found) == found
    assert expected in error.value.expected


# --- Files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["C", "a.C"])
def test_a_wrong_number_of_strips_names_the_member_of_a_json_file(name: str) -> None:
    strips = {"A": ["TR", "BL"], "B": ["BR", "TR"], name: ["BL", "BR"]}
    with pytest.raises(pp.InstanceError) as caught:
        PUZZLE.parse(json.dumps({"strips": strips}), "x.json")
    assert str(caught.value).startswith("x.json, strips: found 3 strips of 2 circles, expected 4")


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 5).flatmap(strips_of))
def test_a_json_file_has_the_same_strips_as_the_text(instance: FlowerBoard) -> None:
    names = {vector: name for name, vector in QUARTERS.items()}
    strips = {strip.name: [names[circle] for circle in strip.circles] for strip in instance.strips}
    found = PUZZLE.parse(json.dumps({"title": instance.title, "strips": strips}), "file.json")[""]
    assert (found.title, found.strips) == (instance.title, instance.strips)


def test_quarters_are_read_in_small_letters_and_on_several_lines() -> None:
    text = "strip a: tl\n    Br\nstrip b: TL BR\nstrip c: TL BR\nstrip d: TL BR"
    assert len({strip.circles for strip in PUZZLE.parse(text, "text")[""].strips}) == 1


FOUR = "strip A: TL BR\nstrip B: TL BR\nstrip C: TL BR\nstrip D: TL BR\n"


@pytest.mark.parametrize(
    ("text", "place", "found", "expected"),
    [
        ('{"strips": []}', "strips", "[]", "an object {...}"),
        ('{"strips": {}}', "strips", "no strip", "'strip NAME: ...'"),
        ('{"strip": {}}', "", "strip", "a member 'strips', which is missing"),
        ('{"strips": {}, "petals": 3}', "", "petals", "one of title, strips"),
        ('{"strips": {"A": "TL BR"}}', "strips.A", "TL BR", "a list [...]"),
        ('{"strips": {"A": ["TL", "UL"]}}', "strips.A[1]", "UL", "one of TL, TR, BL, BR"),
        ('{"strips": {"A": ["TL"]}}', "strips.A", "1 circle", "from 2 to 9 circles"),
        ("title: No strips\n", "", "no strip", "'strip NAME: ...'"),
        (FOUR.replace("TL BR\n", "TL\n"), "line 1, strip A", "1 circle", "from 2 to 9 circles"),
        ("strip A:\n", "line 1, strip A", "0 circles", "from 2 to 9 circles"),
        ("strip A:" + " TL" * 10, "line 1, strip A", "10 circles", "from 2 to 9 circles"),
        (FOUR + "strip E: TL TL\n", "", "5 strips of 2 circles", "4 strips, 2 for each layer"),
        ("strip A: TL TL\n", "", "1 strip of 2 circles", "4 strips, 2 for each layer"),
        (FOUR + "strip E: TL\n", "line 5, strip E", "1 circle", "2 circles, as in strip A"),
        (FOUR.replace("B: TL", "B: UL"), "line 2, strip B", "UL", "one of TL, TR, BL, BR"),
        (FOUR + "strip A: TL BR\n", "line 5, strip A", "A", "a name that no strip has yet"),
        ("strip: TL BR\n", "line 1, strip", "", "a name: at most 12 signs"),
        ('strip "A": TL BR\n', 'line 1, strip "A"', '"A"', "a name: at most 12 signs"),
        (FOUR + "petals: 3\n", "line 5, petals", "petals", "keys title, author, answers, classes"),
        (FOUR + "answers: many\n", "line 5, answers", "many", "an integer"),
        (FOUR + "answers: 99999999999\n", "line 5, answers", "99999999999", "from 0 to 2147483647"),
        ("=== a\n" + FOUR + "=== b\n", "board b", "no strip", "'strip NAME: ...'"),
    ],
)
def test_a_bad_instance_is_named(text: str, place: str, found: str, expected: str) -> None:
    with pytest.raises(pp.InstanceError) as error:
        PUZZLE.parse(text, "bad.txt")
    assert error.value.source == "bad.txt"
    assert error.value.place == place
    assert str(getattr(error.value.found, "text", error.value.found)) == found
    assert expected in error.value.expected
    assert str(error.value).startswith("bad.txt")


# --- Pictures ----------------------------------------------------------------------------------


def test_strips_that_do_not_fit_are_proved_not_to_and_still_drawn() -> None:
    strips = (((-1, 1), (-1, 1)), ((-1, 1), (-1, 1)), ((-1, 1), (-1, 1)), ((-1, 1), (1, -1)))
    instance = FlowerBoard("", tuple(Strip(str(k), strip) for k, strip in enumerate(strips)))
    assert not frames_by_filling(instance)
    found = pp.solve(instance)
    assert list(found) == []
    assert found.exhausted
    drawing = plain(PUZZLE.picture(instance, None))
    assert drawing.count("·") == 8


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_pictures_fit_80_columns_and_show_both_layers_beside_each_other(n: int) -> None:
    instance = flower_frame(n, seed=3)
    solution = answers(instance)[0]
    solved = plain(PUZZLE.picture(instance, solution)).splitlines()
    unsolved = plain(PUZZLE.picture(instance, None)).splitlines()
    assert max(map(len, (*solved, *unsolved))) <= 80
    assert "lower layer" in solved[1]
    assert "upper layer" in solved[1]
    for lines, circles in ((solved, 2 * n * n), (unsolved, 2 * n * n)):
        petals = "".join(lines)
        assert petals.count("●") == 3 * circles
        assert petals.count("·") == circles


@pytest.mark.parametrize(
    ("name", "short"),
    [("a{:011}", "0001"), ("{:02}abcdefghij", "01ab"), ("abcd{:02}-abcdef", "1"), ("花{}", "花1")],
)
def test_long_names_take_the_room_of_the_petals(name: str, short: str) -> None:
    frame = flower_frame(9, seed=1)
    strips = [replace(s, name=name.format(k)[:12]) for k, s in enumerate(frame.strips, start=1)]
    frame = FlowerBoard("Long names", tuple(strips))
    drawing = plain(PUZZLE.picture(frame, answers(frame)[0]))
    assert max(map(len, drawing.splitlines())) <= 80
    assert drawing.count("●") == 3 * 2 * 81
    assert (f" {short}  strip {strips[0].name}" in drawing) == (short != strips[0].name)


# --- Search ------------------------------------------------------------------------------------


def test_every_task_has_the_profile_that_lays_strips_in_turn() -> None:
    assert {choose(PUZZLE.profiles, "", task)[0] for task in TASKS} == {"turns"}


def test_matching_and_order_keep_the_search_small() -> None:
    """About 540 conflicts; 5,000 without the support of types, 1,000 without the order."""
    search = start_search(make_job(flower_frame(6, seed=1), "asp", task="all"))
    assert search.count() == 8
    assert search.engine == "asp:turns"
    assert search.statistics["conflicts"] < 800


def test_strips_are_told_with_the_locations_that_are_left_for_them() -> None:
    explanation = pp.explain(pp.load("flower_finder", "document"), whole=True)
    teller = Teller(explanation.theory)
    told = [" ".join(teller.tell(step).sentences()) for step in explanation]
    assert told[0] == (
        "If strip 1 lies in location 1, unflipped, location 4 needs its gap lower left in r1c1, "
        "location 5 needs its gap upper right in r2c1 and location 6 needs its gap upper left in "
        "r3c1. So no location is left for strip 5 (strip 1 excludes 4 of 24; these needs exclude "
        "10; no gaps can match in r1c2, r1c3, r2c2, r2c3, r3c2 or r3c3: 8; several clues together: "
        "2). So strip 1 does not lie in location 1, unflipped."
    )
    assert any(" only location 2 is left for strip 5, flipped left to right (" in x for x in told)
    assert any(" no gaps can match in r3c3 (location 6 needs its gap lower" in x for x in told)
    assert sum(len(text.split()) for text in told) < 12_000
