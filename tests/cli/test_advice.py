"""What the command line adds to a result: options and commands, which no result names itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyasp_puzzles

PACKAGE = Path(pyasp_puzzles.__file__).parent

ROOMS = (
    *(f"{room}/**/*.py" for room in ("pictures", "counts/estimation", "explanation")),
    "verbs/generation/*.py",
    "boards/play*.py",
)
"""What these say also stands on the page and in notebooks."""


def _texts(path: Path) -> Iterator[str]:
    """The texts of a module, without its docstrings."""
    tree = ast.parse(path.read_text())
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


@pytest.mark.parametrize("room", ROOMS)
def test_what_the_page_shows_too_names_no_option_of_the_command_line(room: str) -> None:
    for path in sorted(PACKAGE.glob(room)):
        for text in _texts(path):
            if not text.startswith("--"):  # options of clasp
                assert not re.search(r"[ (`]--[a-z]|`(explain|solve|unique) ?", text), path
