"""Laws of every puzzle that has a generator: bytes, uniqueness, minimality, files, parameters."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from support import ROOT, packaged, slow_but

import pyasp_puzzles as pp
from pyasp_puzzles.boards.board import layer_named
from pyasp_puzzles.boards.generator import Generator, Parameter, Settings
from pyasp_puzzles.boards.places import orbit
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.core.errors import ParameterError
from pyasp_puzzles.verbs.generation.generating import checked, generate

NAMES = [name for name in shipped_names() if find_puzzle(name).generator]
SEEDS = (3, 4)

SCRIPT = """
import sys
import pyasp_puzzles as pp
[board] = pp.generate(sys.argv[1], seed=4)
print(pp.find_puzzle(sys.argv[1]).format(board), end="")
"""


def generator_of(name: str) -> Generator[Any]:
    found = find_puzzle(name).generator
    assert found is not None
    return found


@cache
def boards(name: str) -> list[Any]:
    return list(pp.generate(name, seed=SEEDS[0], n=len(SEEDS)))


def answers(name: str, board: Any) -> int:
    """The number of answers, or of classes where the generator makes these unique; at most 2."""
    generator = generator_of(name)
    kind = generator.kind(checked(name, generator, {}))
    return len(list(pp.solve(board, limit=2, symmetry=kind or False)))


def test_there_are_generators() -> None:
    assert tuple(NAMES) == shipped_names()


@pytest.mark.parametrize("name", NAMES)
def test_a_fresh_search_finds_one_answer(name: str) -> None:
    for board in boards(name):
        assert answers(name, board) == 1


@pytest.mark.parametrize("name", NAMES)
def test_each_clue_that_is_dropped_leaves_another_answer(name: str) -> None:
    generator = generator_of(name)
    for board in boards(name)[:1]:
        clues = generator.clues(board, checked(name, generator, {}))
        for clue in clues:
            smaller = generator.with_clues(board, [other for other in clues if other != clue])
            assert smaller != board
            assert answers(name, smaller) == 2, (board.name, clue)


@pytest.mark.parametrize("name", NAMES)
def test_the_known_counts_are_right(name: str) -> None:
    for board in boards(name)[:1]:
        assert dict(board.known)["answers"] == pp.count(board).answers
        if "classes" in dict(board.known):
            assert dict(board.known)["classes"] == pp.count(board, symmetry=True).answers


@pytest.mark.parametrize("name", NAMES)
def test_the_file_of_a_board_has_the_same_board(name: str) -> None:
    puzzle = find_puzzle(name)
    for board in boards(name):
        text = puzzle.format(board)
        [read] = puzzle.parse(text, "written").values()
        assert puzzle.format(read) == text
        assert pp.facts(read) == pp.facts(board)


@pytest.mark.parametrize(
    ("name", "motion"),
    [
        ("sudoku", "quarter-turn"),
        ("masyu", "half-turn"),
        ("skyscrapers", "left-right"),
        ("akari", "up-down"),
    ],
)
def test_symmetric_clues_lie_on_symmetric_places_and_none_can_be_dropped(
    name: str, motion: str
) -> None:
    generator = generator_of(name)
    settings = checked(name, generator, {"symmetry_of_clues": motion})
    [board] = pp.generate(name, seed=4, symmetry_of_clues=motion)
    assert answers(name, board) == 1
    groups = generator.clues(board, settings)
    layers = {field for clue in generator.clues(board, Settings(name, {})) for field, _ in clue}
    for field in layers:
        layer = layer_named(board, field)
        places = {layer.place(row) for row in layer.rows(board) if layer.value(row) != "?"}
        images = {orbit(place, motion, board.rows, board.columns)[-1] for place in places}
        assert images == places
    assert sum(map(len, groups)) == len(generator.clues(board, Settings(name, {})))
    for group in groups:
        smaller = generator.with_clues(board, [other for other in groups if other != group])
        assert answers(name, smaller) == 2


def test_a_quarter_turn_needs_a_square_board() -> None:
    with pytest.raises(ParameterError, match="as many rows as columns"):
        list(pp.generate("masyu", rows=5, columns=6, symmetry_of_clues="quarter-turn"))


@slow_but({*packaged(), "sudoku"})
def test_a_seed_makes_the_same_bytes_in_another_process_with_other_hashes(name: str) -> None:
    """The second board of seed 3 is the first one of seed 4."""
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", SCRIPT, name]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == find_puzzle(name).format(boards(name)[1])


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_makes_another_board(name: str) -> None:
    first, second = boards(name)
    assert [first.name, second.name] == ["seed 3", "seed 4"]
    assert find_puzzle(name).format(first) != find_puzzle(name).format(second)


@pytest.mark.parametrize("name", NAMES)
def test_the_facts_of_a_clue_do_not_depend_on_other_clues(name: str) -> None:
    puzzle, generator = find_puzzle(name), generator_of(name)

    def facts(board: Any, kept: list[Any]) -> set[str]:
        return {str(fact) for fact in puzzle.facts(generator.with_clues(board, kept))}

    for board in boards(name):
        clues = generator.clues(board, checked(name, generator, {}))
        alone = [facts(board, [clue]) - facts(board, []) for clue in clues]
        assert facts(board, list(clues)) - facts(board, []) == set().union(*alone)


@pytest.mark.parametrize("name", NAMES)
def test_parameters_are_described_and_have_names_of_their_own(name: str) -> None:
    shared = set(inspect.signature(generate).parameters) - {"parameters"}
    for parameter in generator_of(name).parameters:
        assert parameter.name.isidentifier()
        assert parameter.name not in shared
        assert parameter.about
        assert not parameter.about.endswith(".")
        assert parameter.checked(name, parameter.default) == parameter.default


@pytest.mark.parametrize("name", NAMES)
def test_a_parameter_refuses_other_types_and_numbers_out_of_range(name: str) -> None:
    for parameter in generator_of(name).parameters:
        for wrong in _wrong(parameter):
            with pytest.raises(pp.PuzzleError, match=f"{name}, {parameter.name}: found"):
                pp.generate(name, **{parameter.name: wrong})


def _wrong(parameter: Parameter) -> list[Any]:
    if isinstance(parameter.default, bool):
        return [1, "yes", None]
    if isinstance(parameter.default, int):
        return [parameter.least - 1, parameter.most + 1, "1", 1.0, True, None]
    return [1.5, None, True, *(["no such choice"] if parameter.choices else [])]
