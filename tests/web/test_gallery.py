"""What the gallery says of puzzles: words from the docstring of a puzzle's module."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import example_package

from pyasp_puzzles.boards.registry import find_puzzle, shipped_names, words_of
from pyasp_puzzles.web import answers

LAYOUTS = ("queens/__init__.py", "queens.py", "shelf/queens.py", "shelf/queens/__init__.py")


@pytest.fixture(params=LAYOUTS)
def queens(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """The puzzle of docs/reference/add_a_puzzle.md in a module of another package."""
    path = tmp_path / request.param
    path.parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "shelf").mkdir(exist_ok=True)
    (tmp_path / "shelf/__init__.py").write_text('"""A shelf of puzzles: many."""', "utf-8")
    path.write_text(example_package()["queens/__init__.py"], "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    name = request.param.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    yield importlib.import_module(name).PUZZLE
    for module in {name, name.partition(".")[0]}:
        del sys.modules[module]


def test_a_puzzle_in_a_single_module_has_its_own_words(queens: Any) -> None:
    found = words_of(queens)
    assert found["about"] == "N queens on an N x N board, none of which attacks another."
    assert found["rules"].startswith("A queen attacks")


@pytest.mark.parametrize("name", shipped_names())
def test_a_shipped_puzzle_says_what_it_is_and_its_rules(name: str) -> None:
    assert all(words_of(find_puzzle(name)).values())


def test_grades_are_of_shipped_boards() -> None:
    """tests/benchmarks/grades.py writes them."""
    found = {entry["name"]: entry for entry in answers.gallery({})}
    for name, grades in answers._grades().items():
        boards = {board["name"]: board["grade"] for board in found[name]["instances"]}
        assert grades.items() <= boards.items()
        assert set(grades.values()) <= {"easy", "medium", "hard"}
