"""Cubes: disjoint, exhaustive, searched right by every engine that can; and who searches them."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import found, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.api import make_job
from pyasp_puzzles.atoms import unify
from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.engines.start import start_search
from pyasp_puzzles.errors import PuzzleError, SolverError
from pyasp_puzzles.long_counts.cube_cutter import CubeCutter
from pyasp_puzzles.long_counts.progress import LEAST, Progress, estimate
from pyasp_puzzles.long_counts.store.codec import AnswerCodec
from pyasp_puzzles.processes.pool import ProcessPool, WorkerDiedError
from pyasp_puzzles.search import SearchReport
from pyasp_puzzles.symbols import number

MOST = 400
"""Boards with more answers are left to the counts of their puzzles' own tests."""


def boards() -> list[tuple[str, str]]:
    """Boards with few answers, and some with none."""
    return [
        (name, board)
        for name in pp.puzzle_names()
        for board in pp.find_puzzle(name).instance_files()
        for instance in pp.load_all(name, board)
        if dict(instance.known).get("answers", MOST + 1) <= MOST
    ]


def texts(symbols: frozenset[clingo.Symbol]) -> set[str]:
    return set(map(str, symbols))


def has(cube: Cube, shown: set[str]) -> bool:
    """Whether an answer lies in a cube."""
    return shown.issuperset(cube.true) and shown.isdisjoint(cube.false)


# The laws of cubes


@pytest.mark.parametrize(("name", "board"), boards(), ids=lambda part: part)
def test_every_answer_is_in_just_one_cube(name: str, board: str) -> None:
    instance = pp.load(name, board)
    answers = list(map(texts, found(instance, "asp")))
    for wanted in (1, 2, 5, 30):
        parts = pp.cubes(instance, wanted)
        for shown in answers:
            assert sum(has(cube, shown) for cube in parts) == 1


@pytest.mark.parametrize("wanted", [1, 2, 8, 40])
def test_there_are_about_as_many_cubes_as_are_wanted(wanted: int) -> None:
    parts = pp.cubes(pp.load("eternity", "alike_3x3"), wanted)
    assert wanted <= len(parts) < wanted + 40
    assert len(set(parts)) == len(parts)


def test_a_board_without_answer_has_few_cubes_or_none() -> None:
    assert pp.cubes(pp.load("pips", "mutilated_6x6"), 10) == []
    assert pp.count(pp.load("pips", "mutilated_6x6"), cubes=10) == pp.Count(
        0, SearchReport(exhausted=True)
    )


def test_cubes_of_classes_have_the_classes() -> None:
    board = pp.load("eternity", "document_3x3")
    parts = pp.cubes(board, 6, symmetry=True)
    answers = list(map(texts, found(board, "asp", symmetry=True)))
    assert len(answers) == 4
    assert all(sum(has(cube, shown) for cube in parts) == 1 for shown in answers)


def test_edge_matching_is_cut_from_a_corner_along_the_border() -> None:
    for cube in pp.cubes(pp.load("eternity", "framed_7x7"), 60):
        assert not cube.false
        cells = [clingo.parse_term(atom).arguments[:2] for atom in cube.true]
        places = [(row.number, column.number) for row, column in cells]
        assert places == [(1, column) for column in range(1, len(places) + 1)]


def test_packings_are_cut_along_the_cells_of_the_sweep() -> None:
    soma = pp.load("packing", "soma")
    placed = pp.find_puzzle("packing").decode
    for cube in pp.cubes(soma, 40):
        atoms = unify(map(clingo.parse_term, cube.true), pp.find_puzzle("packing").answers)
        covered = {cell for p in placed(soma, atoms).placements for cell in p.cells}
        assert min(soma.cells) in covered
        assert not cube.false


def test_cubes_are_of_about_one_size() -> None:
    """Conflicts of the largest cube, as a share of all, where 1/number would be just even."""
    board = pp.load("packing", "hexagonal_cylinder")
    search: Any = start_search(make_job(board, "asp:sweep"), keep=True)
    conflicts = []
    for cube in pp.cubes(board, 24):
        search.within = cube
        search.count()
        conflicts.append(search.statistics["conflicts"])
    assert max(conflicts) < 0.25 * sum(conflicts)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_program_is_cut_into_disjoint_exhaustive_cubes(data: st.DataObject) -> None:
    """Also where shown terms are no atoms, atoms are hidden, and nothing comes in groups."""
    text = data.draw(programs())
    job = Job(Engine("asp"), (), facts=text)
    answers = [texts(frozenset(symbols)) for symbols in start_search(job)]
    cutting = CubeCutter(job)
    assert set(cutting.atoms).issuperset(set().union(*answers))
    for wanted in (2, 7):
        parts = cutting.cubes(wanted)
        assert all(sum(has(cube, shown) for cube in parts) == 1 for shown in answers)
        within = [shown for cube in parts for shown in searched(job, cube)]
        assert sorted(map(sorted, within)) == sorted(map(sorted, answers))


def searched(job: Job, cube: Cube) -> list[set[str]]:
    search: Any = start_search(job)
    search.within = cube
    return [texts(frozenset(symbols)) for symbols in search]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Choices, rules and constraints over some atoms, shown in different ways."""
    number = st.integers(1, 5)
    lines = ["p(1..5). { a(X) } :- p(X). { b(X,Y) : p(Y), Y < 4 } 1 :- p(X), X < 4."]
    for _ in range(draw(st.integers(0, 4))):
        x, y, z = draw(number), draw(number), draw(number)
        lines.append(
            draw(
                st.sampled_from(
                    [
                        f":- a({x}), a({y}), not a({z}).",
                        f":- not a({x}), b({y},{z}).",
                        f"c({x}) :- a({y}), not b({z},1).",
                        f"a({x}) :- b({y},{z}).",
                        f":- {{ a(X) }} > {x}.",
                        f":- c({x}), not a({y}).",
                    ]
                )
            )
        )
    shown = draw(
        st.sampled_from(
            [
                "#show a/1. #show c/1.",
                "#show a/1. #show b/2.",
                "#show b/2.",
                "#show a(X) : a(X), not c(1). #show b/2.",
                "#show f(X) : a(X). #show a(1) : c(2). #show b/2.",
                "#show.",
            ]
        )
    )
    return "\n".join((*lines, shown, "#defined c/1."))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcde"), st.booleans()), max_size=5))
def test_a_cube_means_the_same_as_assumption_and_as_rule(literals: list[tuple[str, bool]]) -> None:
    text = "{a; b; c; d}. :- a, b, not c. :- d, not a. #show a/0. #show b/0. #show c/0. #show d/0."
    cube = Cube(
        tuple(dict.fromkeys(atom for atom, value in literals if value)),
        tuple(dict.fromkeys(atom for atom, value in literals if not value)),
    )
    assumed = searched(Job(Engine("asp"), (), facts=text), cube)
    ruled = searched(Job(Engine("asp"), (), facts=f"{text} {cube.rules()} #defined e/0."), Cube())
    assert sorted(map(sorted, assumed)) == sorted(map(sorted, ruled))


# Engines in cubes

COUNTS = [
    ("packing", "soma", 240, True, engine)
    for engine in ("auto", "asp", "asp:learn", "asp:dive", "exact-cover:bitsets", "exact-cover")
] + [
    ("eternity", "framed_5x5", 20, False, "asp:learn"),
    ("eternity", "framed_5x5", 20, False, "asp:sweep"),
    ("eternity", "alike_3x3", 9432, False, "auto"),
    ("pips", "three_rings", 128, False, "auto"),
    ("flower_finder", "generated_5", 8, False, "asp:turns"),
    ("flower_finder", "generated_5", 8, False, "asp:learn"),
    ("twenty_four_seven", "patterns_6x6", 378, False, "asp:learn"),
    ("twenty_four_seven", "patterns_6x6", 378, False, "asp:rows"),
]


@pytest.mark.parametrize(("puzzle", "board", "number", "symmetry", "engine"), COUNTS)
def test_one_ground_program_serves_all_cubes(
    puzzle: str, board: str, number: int, symmetry: bool, engine: str
) -> None:
    """Listed and counted, one cube after the other in one search."""
    instance = pp.load(puzzle, board)
    job = make_job(instance, "asp" if engine == "auto" else engine, symmetry=symmetry)
    cutting = CubeCutter(job)
    codec = AnswerCodec(cutting.atoms)
    search: Any = start_search(job, keep=True)
    total, words = 0, Counter[bytes]()
    for cube in cutting.cubes(12):
        search.within = cube
        total += search.count()
        assert search.exhausted
        search.count(each=lambda symbols: words.update([codec.encode(symbols)]))
        for word in words.keys() - {word for word, times in words.items() if times > 1}:
            assert codec.decode(word)
    assert total == len(words) == number
    assert set(words.values()) == {1}


@pytest.mark.parametrize(("puzzle", "board", "number", "symmetry", "engine"), COUNTS)
def test_processes_count_what_one_counts(
    puzzle: str, board: str, number: int, symmetry: bool, engine: str
) -> None:
    instance = pp.load(puzzle, board)
    done = pp.count(instance, symmetry=symmetry, engine=engine, processes=2, cubes=10)
    assert (done.answers, done.exhausted, done.reason) == (number, True, "")
    assert done.cubes
    assert done.cubes[0] == done.cubes[1] >= 8


def test_what_could_not_be_ground_is_not_kept() -> None:
    """The next search would find a part of the program in its place."""
    search: Any = start_search(Job(Engine("asp"), (), facts="{a}. #show a/0. b :- c(X."), keep=True)
    for _ in range(3):
        with pytest.raises(SolverError):
            search.count()


@pytest.mark.parametrize("seed", [None, 3])
def test_a_kept_cover_may_be_counted_and_listed_in_turn(seed: int | None) -> None:
    job = replace(make_job(pp.load("packing", "soma"), "exact-cover:bitsets"), seed=seed)
    parts, search = CubeCutter(job).cubes(10), start_search(job, keep=True)
    looking: Any = search
    counts = []
    for _ in range(2):
        total = listed = 0
        for cube in parts:
            looking.within = cube
            total += looking.count()
            listed += sum(1 for _ in looking)
        counts.append((total, listed))
    assert counts == [(11_520, 11_520)] * 2


def test_a_symbol_shown_for_two_reasons_is_one_letter() -> None:
    search: Any = start_search(Job(Engine("asp"), (), facts="a. b. #show a/0. #show a : b."))
    codec, words = AnswerCodec(("a",)), []
    search.count(each=lambda symbols: words.append(codec.encode(symbols)))
    assert words == [b"\x00"]


def test_fillings_are_counted_in_cubes_too() -> None:
    board = pp.load("pips", "checkers_4x4")
    one = pp.count(board, by="filling")
    assert pp.count(board, by="filling", cubes=20, processes=2) == one


@pytest.mark.parametrize("engine", ["sat", "cpsat", "translate", "frontier"])
def test_engines_that_know_no_cubes_say_so(engine: str) -> None:
    with pytest.raises(PuzzleError, match="does not search in cubes, expected auto, asp, exact"):
        pp.count(pp.load("pips", "document"), engine=engine, processes=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"processes": 0}, "processes: found 0"),
        ({"processes": True}, "processes: found True"),
        ({"cluster": 5}, "cluster: found 5, expected the address"),
        ({"processes": "2"}, "processes: found '2'"),
        ({"cubes": -1}, "cubes: found -1"),
        ({"processes": 2, "cluster": "tcp://x"}, "found processes and a cluster"),
    ],
)
def test_senseless_means_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        pp.count(pp.load("pips", "document"), **arguments)


@pytest.mark.parametrize("wanted", [0, -3, "5", None, 2.5])
def test_senseless_numbers_of_cubes_are_refused(wanted: Any) -> None:
    with pytest.raises(PuzzleError, match="n: found"):
        pp.cubes(pp.load("pips", "document"), wanted)


def test_a_refused_option_is_told_before_anything_is_counted() -> None:
    with pytest.raises(SolverError, match="--no-such-option is unknown"):
        pp.count(pp.load("pips", "document"), processes=2, options=["--no-such-option"])


def test_a_program_that_cannot_be_ground_is_told_once() -> None:
    board = pp.load("pips", "document")
    job = replace(make_job(board), facts="a :- b(X.")
    with pytest.raises(SolverError, match=r"pips\.lp"):
        CubeCutter(job)


def test_a_time_limit_keeps_the_answers_of_unfinished_cubes(tmp_path: Path) -> None:
    from pyasp_puzzles.puzzles.packing.format import parse

    board = parse("lattice: square\nboard: 8 x 8\npiece I x32:\n    ##\n", "f")[""]
    for timeout in (4, 15):
        done = pp.count(board, engine="asp", processes=2, cubes=4, timeout=timeout)
        assert not done.exhausted
        if done.answers:
            break
    assert done.answers > 0
    assert done.reason == "time limit"


def test_the_command_line_counts_in_cubes() -> None:
    done = puzzles("count", "packing", "soma", "--symmetry", "--processes", "2", "--cubes", "9")
    assert (done.returncode, done.stdout, done.stderr) == (0, "240\n", "")
    stats = puzzles("count", "packing", "soma", "--symmetry", "--processes", "2", "--stats")
    assert "cut" in stats.stderr
    for words in (("--processes", "0"), ("--store", ""), ("--cluster", "")):
        refused = puzzles("count", "pips", *words)
        assert refused.returncode == 2
        assert "Traceback" not in refused.stderr


# The processes


def pid(_argument: int = 0) -> int:
    return os.getpid()


def dies(how: int) -> None:
    os.kill(os.getpid(), how)


def fails(_argument: int) -> None:
    raise ZeroDivisionError("a bug")


def rests(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    with ProcessPool(2) as pool:
        yield pool


def test_a_process_stays_for_the_next_call(pool: ProcessPool) -> None:
    assert len({pool.submit(pid, number).result() for number in range(10)}) <= 2


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_death_concerns_its_call_only(pool: ProcessPool, how: signal.Signals) -> None:
    other, dead = pool.submit(rests, 1.0), pool.submit(dies, how)
    with pytest.raises(WorkerDiedError, match=how.name):
        dead.result()
    assert other.result() > 0
    assert pool.submit(pid, 0).result() > 0


def test_a_bug_comes_back_with_its_traceback(pool: ProcessPool) -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError: a bug"):
        pool.submit(fails, 1).result()
    with pytest.raises(TypeError):
        pool.submit(fails, argument=1)


def test_what_cannot_be_sent_is_told(pool: ProcessPool) -> None:
    nowhere: Callable[[], int] = lambda: 3  # noqa: E731
    with pytest.raises(SolverError):
        pool.submit(nowhere).result()
    assert pool.submit(pid, 0).result() > 0


def test_a_pool_that_is_shut_down_ends_its_processes() -> None:
    pool = ProcessPool(1)
    process = pool.submit(pid, 0).result()
    late = pool.submit(rests, 60.0)
    start = time.monotonic()
    pool.shutdown(cancel_futures=True)
    assert time.monotonic() - start < 10
    assert late.done()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(RuntimeError):
        pool.submit(pid, 0)


# The words


@given(st.sets(st.integers(0, 299)))
def test_words_are_read_as_they_were_written(numbers: set[int]) -> None:
    atoms = tuple(f"p({number})" for number in range(300))
    codec = AnswerCodec(atoms)
    word = codec.encode(
        clingo.parse_term(atoms[number]) for number in sorted(numbers, reverse=True)
    )
    assert codec.decode(word) == tuple(atoms[number] for number in sorted(numbers))
    assert len(word) == 2 * len(numbers)


def test_a_count_hands_over_the_answers_that_an_iteration_gives() -> None:
    board = pp.load("eternity", "alike_3x3")
    job = make_job(board, "asp")
    search: Any = start_search(job)
    seen: list[frozenset[int]] = []
    search.count(each=lambda symbols: seen.append(frozenset(map(number, symbols))))
    assert len(seen) == len(set(seen)) == 9432
    listed = {frozenset(map(number, symbols)) for symbols in start_search(job)}
    assert listed == set(seen)


def test_long_answers_are_read_whole() -> None:
    search: Any = start_search(
        Job(Engine("asp"), (), facts="{a}. p(1..3000). #show p/1. #show a/0.")
    )
    sizes: list[int] = []
    search.count(each=lambda symbols: sizes.append(len(symbols)))
    assert sorted(sizes) == [3000, 3001]


def test_an_unknown_atom_is_no_letter() -> None:
    with pytest.raises(SolverError, match=r"q\(1\)"):
        AnswerCodec(("p(1)",)).encode([clingo.parse_term("q(1)")])


# Progress


def test_an_estimate_waits_for_some_cubes() -> None:
    assert estimate([1.0] * (LEAST - 1), [], 10, 1) is None
    assert estimate([2.0] * 10, [], 10, 2) == (10.0, 10.0)


@pytest.mark.parametrize("slots", [1, 2, 8])
def test_an_estimate_covers_what_comes_of_equal_odds(slots: int) -> None:
    """Twice the standard error: about one in twenty is missed; here of 200."""
    rng, hits = random.Random(slots), 0
    for _ in range(200):
        spans = [rng.uniform(0.5, 1.5) for _ in range(60)]
        low, high = estimate(spans[:20], [], 40, slots) or (0.0, 0.0)
        hits += low <= sum(spans[20:]) / slots <= high
    assert hits > 160


def test_progress_marks_what_is_an_estimate() -> None:
    told = str(Progress(10, 3, 9, 0.5, (60.0, 7200.0)))
    assert told == "3 of 9 cubes, 10 answers, 0.5/s, est. 60 s to 2.0 h left"
    assert str(Progress(10)) == "10 answers so far"
    assert "no worker" in str(Progress(0, 0, 9, remark="no worker is there"))


def test_progress_goes_up_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyasp_puzzles.long_counts.scheduler._PROGRESS_INTERVAL", 0.0)
    seen: list[Progress] = []
    board = pp.load("eternity", "alike_3x3")
    pp.count(board, processes=2, cubes=60, progress=seen.append)
    assert seen
    assert all(a.done <= b.done and a.answers <= b.answers for a, b in pairwise(seen))
    assert len({progress.cubes for progress in seen if progress.cubes}) == 1
