"""The queens of add_a_puzzle.md with the search of best.md, or with one of a test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import clingo
from support import example_package, pages

from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Improvement

Script = Callable[..., list[BestRequest[Any]]]

FULL = 28
"""Pairs of queens on the board ``eight``."""


def placed(*columns: int) -> tuple[clingo.Symbol, ...]:
    numbers = [[clingo.Number(r), clingo.Number(c)] for r, c in enumerate(columns, 1)]
    return tuple(clingo.Function("queen", pair) for pair in numbers)


POOR = Improvement(placed(1, 1, 1, 1, 1, 1, 1, 1), 0, "a column")
GOOD = Improvement(placed(1, 5, 8, 6, 3, 7, 4, 4), 26, "by hand")
ANSWER = Improvement(placed(1, 5, 8, 6, 3, 7, 2, 4), FULL, "by heart")

Step = Improvement | BaseException | Callable[["Scripted"], None]


class Scripted(BestSearch):
    """A search that does what a test says, step by step."""

    def __init__(self, request: BestRequest[Any], steps: list[Step]) -> None:
        super().__init__()
        self.request, self.steps, self.runs = request, steps, request.runs

    def __iter__(self) -> Iterator[Improvement]:
        for step in self.steps:
            if isinstance(step, Improvement):
                yield step
            elif isinstance(step, BaseException):
                raise step
            else:
                step(self)


def queens_with_best() -> dict[str, str]:
    """The package of add_a_puzzle.md with the optimiser of best.md, text by path."""
    files = {path: text for path, text in example_package().items() if path.startswith("queens/")}
    found = re.search(
        r'^```python\n("""queens/best.py.*?)^```', pages()["docs/use/best.md"], re.M | re.S
    )
    assert found
    module = files["queens/__init__.py"]
    module = module.replace("\n\n\n", "\n\nfrom queens.best import OPTIMISER\n\n\n", 1)
    module = module.replace("    program=Path", "    best=OPTIMISER,\n    program=Path")
    three = {"queens/instances/three.txt": "size: 3\nanswers: 0\n"}
    return {**files, **three, "queens/__init__.py": module, "queens/best.py": found[1]}
