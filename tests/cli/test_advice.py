"""What the command line adds to a result: options and commands, which no result names itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import puzzles

import pyasp_puzzles

PACKAGE = Path(pyasp_puzzles.__file__).parent

ROOMS = (
    *(f"{room}/**/*.py" for room in ("pictures", "counts/estimation", "explanation")),
    "verbs/generation/*.py",
    "boards/play*.py",
)
"""What these say also stands on the page and in notebooks."""


@pytest.mark.parametrize(
    ("words", "code", "advice"),
    [
        (("unique", "twenty_four_seven", "four"), 0, "and it is verified; `solve` draws it"),
        (("unique", "packing", "soma", "--up-to", "2"), 1, "stopped there; --up-to 20 counts"),
        (
            ("unique", "flower_finder", "spoiled_5"),
            1,
            "no answer (proved); `explain flower_finder spoiled_5` tells why",
        ),
        (
            ("check", "flower_finder", "spoiled_5", "-"),
            1,
            "the board has no answer; `explain flower_finder spoiled_5` tells why",
        ),
        (
            ("rate", "flower_finder", "spoiled_5"),
            1,
            "nothing to rate; `explain flower_finder spoiled_5` tells why",
        ),
    ],
)
def test_a_command_names_the_command_that_says_more(
    words: tuple[str, ...], code: int, advice: str
) -> None:
    done = puzzles(*words, text='place("1",4,h).')
    assert done.returncode == code
    assert advice in done.stdout


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
