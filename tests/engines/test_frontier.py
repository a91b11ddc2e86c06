"""Counting without listing: the engine on automata of its own, and Pips against enumeration."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import random_boards

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.encoding import encodings
from pyasp_puzzles.engines.frontier import Automaton, FrontierSearch
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.puzzles.pips.frontier import swept
from pyasp_puzzles.puzzles.pips.generate import box
from pyasp_puzzles.puzzles.pips.instance import (
    COMPARING,
    RULES,
    Domino,
    PipsBoard,
    Region,
    make,
)

ENCODINGS = encodings("frontier", "pips")
SHIPPED = ("checkers_4x4", "document", "heart", "mutilated_6x6", "tilings_6x6", "two_islands")
KINDS = (("placement", "answers", "placements"), ("filling", "fillings", "grids"))

Table = dict[tuple[int, int], list[tuple[str, int]]]
"""Letters and next states by step and state."""


def automaton(table: Table, steps: int, *, deterministic: bool = False) -> Automaton:
    return Automaton(0, steps, lambda step, state: table.get((step, state), ()), deterministic)


def words(each: Automaton) -> list[tuple[Any, ...]]:
    """What every way through an automaton writes, by walking all of them."""

    def walk(step: int, state: Any) -> Iterator[tuple[Any, ...]]:
        if step == each.steps:
            yield ()
            return
        for letter, after in each.successors(step, state):
            for rest in walk(step + 1, after):
                yield (letter, *rest)

    return list(walk(0, each.start))


def counted(each: Automaton, **options: Any) -> int:
    search = FrontierSearch(lambda: each, **options)
    found = search.count()
    assert search.exhausted
    return found


def built(instance: PipsBoard, by: str) -> Automaton:
    made = ENCODINGS[by].build(instance, "")
    assert isinstance(made, Automaton)
    return made


def by_frontier(instance: PipsBoard, by: str) -> int:
    return counted(built(instance, by))


def by_clingo(instance: PipsBoard, by: str) -> int:
    found = pp.count(instance, by=by, engine="asp")
    assert found.exhausted
    return found.answers


# The engine


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, int]:
    """A few layers of a few states, with arcs at random: dead ends and double words included."""
    steps = draw(st.integers(0, 4))
    arcs = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3)), max_size=4, unique=True)
    return {key: draw(arcs) for key in product(range(steps), range(4))}, steps


@given(tables())
@settings(deadline=None)
def test_the_words_of_any_automaton_are_counted_once_each(case: tuple[Table, int]) -> None:
    each = automaton(*case)
    assert counted(each) == len(set(words(each)))


@given(tables())
@settings(deadline=None)
def test_the_ways_of_a_deterministic_automaton_are_its_words(case: tuple[Table, int]) -> None:
    table = {key: list(dict(arcs).items()) for key, arcs in case[0].items()}
    each = automaton(table, case[1], deterministic=True)
    ways = words(each)
    assert counted(each) == len(ways) == len(set(ways))
    assert counted(automaton(table, case[1])) == len(ways)


def chain(letters: int, steps: int, *, deterministic: bool = True) -> Automaton:
    """All words over so many letters: one state in each layer."""
    arcs = [(letter, 0) for letter in range(letters)]
    return Automaton(0, steps, lambda step, state: arcs, deterministic)


@pytest.mark.parametrize("deterministic", [True, False])
def test_a_count_beyond_64_bits_is_exact(deterministic: bool) -> None:
    assert counted(chain(10, 100, deterministic=deterministic)) == 10**100


def endless(step: int, state: int) -> list[tuple[int, int]]:
    """Twice as many states in each layer."""
    return [(0, 2 * state), (1, 2 * state + 1)]


@pytest.mark.parametrize("deterministic", [True, False])
def test_the_rival_with_fewer_states_is_counted(deterministic: bool) -> None:
    narrow = chain(2, 60, deterministic=deterministic)
    wide = Automaton(0, 60, endless, deterministic, rivals=(narrow,))
    assert counted(wide, most=1000) == 2**60


@pytest.mark.parametrize("deterministic", [True, False])
def test_too_many_states_are_refused_with_their_limit(deterministic: bool) -> None:
    search = FrontierSearch(lambda: Automaton(0, 60, endless, deterministic), most=1000)
    with pytest.raises(MisfitError, match="more than 1,000 states"):
        search.count()
    assert not search.exhausted
    assert search.statistics["states"] <= 1000


def test_sets_of_states_are_bounded_too() -> None:
    """Whether two letters 12 apart are equal: some 24 states a layer, but 2^12 sets of them."""

    def successors(step: int, state: Any) -> list[tuple[str, Any]]:
        if state == "searching":
            return [(x, after) for x in "ab" for after in ("searching", (step, x))]
        if state == "found" or step < state[0] + 12:
            return [(letter, state) for letter in "ab"]
        return [(state[1], "found")]

    search = FrontierSearch(lambda: Automaton("searching", 30, successors, False), most=3000)
    with pytest.raises(MisfitError, match="more than 3,000 states"):
        search.count()
    assert search.statistics["merged states"] < 1000


def test_a_time_limit_ends_the_count_and_nothing_is_claimed() -> None:
    search = FrontierSearch(lambda: Automaton(0, 60, endless, True), timeout=0.0)
    assert (search.count(), search.exhausted, search.reason) == (0, False, "time limit")
    assert any("no part of the number" in remark for remark in search.remarks)


def test_a_count_can_be_stopped_and_says_by_whom() -> None:
    search = FrontierSearch(lambda: Automaton(0, 60, endless, False))
    search.stop("terminated")
    assert (search.count(), search.exhausted, search.reason) == (0, False, "terminated")


def test_ctrl_c_ends_the_count_without_a_traceback() -> None:
    def interrupted(step: int, state: object) -> list[tuple[int, int]]:
        raise KeyboardInterrupt

    search = FrontierSearch(lambda: Automaton(0, 60, interrupted, True))
    assert (search.count(), search.exhausted, search.reason) == (0, False, "interrupted")


def test_a_second_count_starts_afresh() -> None:
    search = FrontierSearch(lambda: chain(2, 10), most=20)
    assert (search.count(), search.count()) == (1024, 1024)
    assert len(search.remarks) == 1
    assert search.statistics == {"letters": 10, "states": 10, "widest layer": 1}
    assert search.remarks[0].endswith("at most 1 state in a layer")


def test_listing_is_refused() -> None:
    with pytest.raises(MisfitError, match="frontier counts and does not list"):
        next(pp.solve(pp.load("pips", "document"), engine="frontier"))


# Pips


def test_any_small_board_has_the_count_of_clingo_from_either_end() -> None:
    for instance in islice(random_boards("pips"), 60):
        for by in ENCODINGS:
            both = built(instance, by)
            assert counted(both) == by_clingo(instance, by)
            for one in (both, *both.rivals):
                alone = Automaton(one.start, one.steps, one.successors, one.deterministic)
                assert counted(alone) == counted(both)


def test_no_two_ways_write_the_same_placement() -> None:
    for instance in islice(random_boards("pips", seed=1), 50):
        ways = words(built(instance, "placement"))
        assert len(ways) == len(set(ways))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(("by", "known", "_"), KINDS)
def test_a_shipped_board_has_its_known_count(name: str, by: str, known: str, _: str) -> None:
    instance = pp.load("pips", name)
    assert by_frontier(instance, by) == dict(instance.known)[known]


def all_rules(sum_of: Callable[[str], int]) -> Iterator[Region]:
    for rule in RULES:
        target = sum_of(rule) if rule in COMPARING else 0
        yield Region("ruled", rule, ((1, 1), (1, 2), (2, 1)), target)


def test_each_rule_is_obeyed_on_a_board_that_it_restricts() -> None:
    dominoes = [Domino(0, 1), Domino(1, 1), Domino(1, 2)]
    rest = Region("rest", "empty", ((1, 3), (2, 2), (2, 3)))
    counts = {}
    for region in all_rules(lambda rule: 3):
        instance = make(region.rule, [region, rest], dominoes)
        counts[region.rule] = by_frontier(instance, "placement")
        assert counts[region.rule] == by_clingo(instance, "placement")
    assert min(counts.values()) > 0
    assert max(counts.values()) == counts["empty"]
    assert min(counts.values()) < counts["sum"] < counts["empty"]


def test_equal_doubles_in_a_square_are_two_placements_and_one_filling() -> None:
    doubles = make("", [Region("A", "empty", tuple(box(2, 2)))], [Domino(3, 3, 2)])
    assert (by_frontier(doubles, "placement"), by_frontier(doubles, "filling")) == (2, 1)


def test_cells_without_a_neighbour_have_no_answer() -> None:
    region = [Region("A", "empty", ((1, 1), (3, 3)))]
    for by in ENCODINGS:
        assert by_frontier(make("", region, [Domino(1, 2)]), by) == 0


def test_a_long_board_is_counted_along_its_shorter_side() -> None:
    """Tilings of 4xN follow a recurrence that is known: 1, 5, 11, 36, 95, 281 ..."""
    tilings = [1, 1, 5, 11, 36]
    while len(tilings) <= 60:
        a, b, c, d = tilings[-4:]
        tilings.append(d + 5 * c + b - a)
    for rows, columns in ((4, 60), (60, 4)):
        region = Region("A", "empty", tuple(box(rows, columns)))
        board = make("", [region], [Domino(0, 0, 120)])
        assert by_frontier(board, "placement") == tilings[60]
        assert by_frontier(board, "filling") == 1
        assert len({cell[rows < columns] for cell in swept(region.cells)[:4]}) == 1


def test_the_encodings_are_the_variants_of_the_puzzle() -> None:
    from pyasp_puzzles.puzzles.pips import PUZZLE

    assert list(ENCODINGS) == list(PUZZLE.variants)


# With other parts of the package


def test_the_count_says_how_it_was_made() -> None:
    found = pp.count(pp.load("pips", "tilings_6x6"), engine="frontier")
    assert (found.answers, found.exhausted, found.engine) == (6728, True, "frontier")
    assert found.remarks[0].startswith("counted by dynamic programming over the frontier: at most")


def test_a_limit_is_refused_since_the_whole_number_is_counted() -> None:
    with pytest.raises(MisfitError, match="no limit"):
        start_search(make_job(pp.load("pips"), "frontier", limit=5, task="count"))


def published(data: Path) -> Iterator[tuple[str, PipsBoard, dict[str, int]]]:
    counts = json.loads((data / "pips" / "COUNTS.json").read_text())["counts"]
    for file in sorted((data / "pips").glob("2*.json")):
        for instance in pp.load_all("pips", str(file)):
            key = f"{file.stem} {instance.name.partition('#')[2]}"
            yield key, instance, counts[key]


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("by", "_", "word"), KINDS)
def test_every_published_count_is_right_giants_included(
    data: Path, by: str, _: str, word: str, step: int
) -> None:
    checked = 0
    for key, instance, counts in islice(published(data), 0, None, step):
        assert by_frontier(instance, by) == counts[word], key
        checked += 1
    assert checked > 200 / step
