"""The examples in the docstrings."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import pyasp_puzzles

MODULES = [
    module.name
    for module in pkgutil.walk_packages(pyasp_puzzles.__path__, "pyasp_puzzles.")
    if not module.name.endswith("__main__")
    and ">>> " in inspect.getsource(importlib.import_module(module.name))
]
"""The modules with examples."""


@pytest.mark.parametrize("name", ["pyasp_puzzles", *MODULES])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(name))
    assert failures == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = map(importlib.import_module, ["pyasp_puzzles", *MODULES])
    assert sum(bool(test.examples) for module in modules for test in finder.find(module)) > 20
