"""Counts in cubes find what one search finds; wrong resources are refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles import cli
from pyasp_puzzles.core.errors import PuzzleError, SolverError
from pyasp_puzzles.counts.cube_cutter import CubeCutter
from pyasp_puzzles.counts.store.codec import AnswerCodec
from pyasp_puzzles.engines.job import Job, make_job
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.engines.process import start_search

# Engines in cubes

COUNTS = [("packing", "soma", 240, True, engine) for engine in ("auto", "exact-cover:bitsets")] + [
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


@pytest.mark.parametrize(("puzzle", "board", "number", "symmetry", "engine"), COUNTS[::4])
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


@pytest.mark.parametrize("seed", [pytest.param(None, marks=pytest.mark.slow), 3])
def test_a_kept_cover_may_be_counted_and_listed_in_turn(seed: int | None) -> None:
    board = pp.load("packing", "soma")
    job = replace(make_job(board, "exact-cover:bitsets", symmetry=True), seed=seed)
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
    assert counts == [(240, 240)] * 2


def test_a_symbol_shown_for_two_reasons_is_encoded_once() -> None:
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
def test_senseless_resources_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        pp.count(pp.load("pips", "document"), **arguments)


@pytest.mark.parametrize("wanted", [0, -3, "5", None, 2.5])
def test_senseless_numbers_of_cubes_are_refused(wanted: Any) -> None:
    with pytest.raises(PuzzleError, match="n: found"):
        pp.cubes(pp.load("pips", "document"), wanted)


def test_a_refused_option_is_reported_before_anything_is_counted() -> None:
    with pytest.raises(SolverError, match="--no-such-option is unknown"):
        pp.count(pp.load("pips", "document"), processes=2, options=["--no-such-option"])


def test_a_program_that_cannot_be_ground_is_reported_once() -> None:
    board = pp.load("pips", "document")
    job = replace(make_job(board), facts="a :- b(X.")
    with pytest.raises(SolverError, match=r"pips\.lp"):
        CubeCutter(job)


def test_a_time_limit_keeps_the_answers_of_unfinished_cubes(tmp_path: Path) -> None:
    from pyasp_puzzles.puzzles.packing import parse

    board = parse("lattice: square\nboard: 8 x 8\npiece I x32:\n    ##\n", "f")[""]
    for timeout in (1, 4, 16, 64, 256):
        done = pp.count(board, engine="asp", processes=2, cubes=4, timeout=timeout)
        assert not done.exhausted
        if done.answers:
            break
    assert done.answers > 0
    assert done.reason.startswith("time limit")


def test_the_command_line_counts_in_cubes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--symmetry", "--processes", "2", "--cubes", "9", "--stats")
    done = puzzles("count", "flower_finder", "generated_5", *words)
    assert (done.returncode, done.stdout) == (0, "1\n")
    assert "cut" in done.stderr
    for words in (("--processes", "0"), ("--store", ""), ("--cluster", "")):
        assert cli.run(["count", "pips", *words]) == 2
        assert "Traceback" not in capsys.readouterr().err
