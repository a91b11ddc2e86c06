"""How well ratings agree with published levels of difficulty.

The level of a board is its label in its file (``day.json#hard``).  For each figure of the rating
the table says

- Spearman's rank correlation with the level, over all boards;
- for two neighbouring levels, how often the board of the higher level has the greater figure, among
  all pairs of boards with equally many atoms in an answer, ties counted half: the area under the
  ROC curve (AUC) at equal size.  It is also given for every second file alone, and with the 95 %
  interval of a bootstrap over files, since boards of one file may have much in common.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from pyasp_puzzles.errors import InstanceError
from pyasp_puzzles.formats.outputs import append_text
from pyasp_puzzles.rating.grade import grade
from pyasp_puzzles.rating.rating import rate
from pyasp_puzzles.registry import find_puzzle, load_boards

LEVELS = ("easy", "medium", "hard")
FIGURES = (
    *("score", "size", "steps", "largest", "mean", "several", "extra", "mean_possible"),
    *("bottlenecks", "chain", "decisions", "conflicts"),
)
SAMPLES = 1000
"""Of the bootstrap."""

Figures = Mapping[str, Any]
"""What ``rate --json`` prints of a board."""


def level(figures: Figures) -> str:
    """The label of a board in its file."""
    return str(figures["instance"]).rpartition("#")[2]


def file_of(figures: Figures) -> str:
    """The file of a board."""
    return str(figures["instance"]).rpartition("#")[0]


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 1; equal values share the mean of their ranks.

    >>> ranks([7, 5, 7])
    [2.5, 1.0, 2.5]
    """
    places: dict[float, list[int]] = defaultdict(list)
    for place, value in enumerate(sorted(values), 1):
        places[value].append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Spearman's rank correlation; 0 where all values are equal.

    >>> spearman([1, 2, 3], [10, 30, 20])
    0.5
    """
    first, second = ranks(xs), ranks(ys)
    mean = (len(xs) + 1) / 2
    products = sum((x - mean) * (y - mean) for x, y in zip(first, second, strict=True))
    squares = [sum((x - mean) ** 2 for x in ranked) for ranked in (first, second)]
    return float(products / (squares[0] * squares[1]) ** 0.5) if all(squares) else 0.0


def wins(
    boards: Iterable[Figures], value: Callable[[Figures], float], low: str, high: str
) -> tuple[float, int]:
    """The pairs of boards of equal size that a figure orders as their levels do, and all pairs.

    A pair with equal figures counts half.
    """
    groups: dict[int, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for board in boards:
        if level(board) in (low, high):
            groups[board["size"]][level(board) == high].append(value(board))
    won, pairs = 0.0, 0
    for lows, highs in groups.values():
        pairs += len(lows) * len(highs)
        won += sum((y > x) + (y == x) / 2 for x in lows for y in highs)
    return won, pairs


def auc(
    boards: Iterable[Figures], value: Callable[[Figures], float], low: str, high: str
) -> float | None:
    """The share of pairs of equal size that a figure orders right; ``None`` without a pair.

    >>> boards = [{"instance": f"1#{level}", "size": 8, "steps": steps}
    ...           for level, steps in (("medium", 5), ("hard", 9), ("hard", 5))]
    >>> auc(boards, lambda board: board["steps"], "medium", "hard")
    0.75
    """
    won, pairs = wins(boards, value, low, high)
    return won / pairs if pairs else None


def interval(
    boards: Sequence[Figures], value: Callable[[Figures], float], low: str, high: str
) -> tuple[float, float] | None:
    """The 95 % interval of :func:`auc` in a bootstrap over files, with a fixed seed."""
    files: dict[str, list[Figures]] = defaultdict(list)
    for board in boards:
        files[file_of(board)].append(board)
    random, names = Random(1), list(files)
    found = []
    for _ in range(SAMPLES):
        sample = [board for name in random.choices(names, k=len(names)) for board in files[name]]
        share = auc(sample, value, low, high)
        if share is not None:
            found.append(share)
    found.sort()
    return (found[len(found) // 40], found[-1 - len(found) // 40]) if found else None


def table(boards: Sequence[Figures], levels: Sequence[str]) -> Iterator[Sequence[str]]:
    """The rows of the table, its heads first."""
    pairs = list(pairwise(levels))
    heads = ["figure", "Spearman"]
    for low, high in pairs:
        number = wins(boards, lambda board: board["size"], low, high)[1]
        heads += [f"{low}/{high}, {number} pairs", "odd files", "even files", "95 %"]
    yield heads
    names = sorted({file_of(board) for board in boards})
    halves = [
        [board for board in boards if names.index(file_of(board)) % 2 == half] for half in (0, 1)
    ]
    ordered = [levels.index(level(board)) for board in boards]
    for figure in FIGURES:

        def value(board: Figures, figure: str = figure) -> float:
            return float(board[figure])

        row = [figure, f"{spearman(ordered, [value(board) for board in boards]):.2f}"]
        for low, high in pairs:
            shares = [auc(part, value, low, high) for part in (boards, *halves)]
            row += ["" if share is None else f"{share:.3f}" for share in shares]
            ends = interval(boards, value, low, high)
            row.append("" if ends is None else f"{ends[0]:.2f}-{ends[1]:.2f}")
        yield row


class Ratings:
    """Ratings of boards as ``rate --json`` prints them, kept in a file.

    Args:
        file: lines of JSON, made if it does not exist; empty: none.
        timeout: seconds for a board; ``None``: no limit.
    """

    def __init__(self, file: str = "", timeout: float | None = None) -> None:
        self._file, self._timeout = file, timeout
        self._kept: dict[tuple[str, str], dict[str, Any]] = {}
        if file and Path(file).is_file():
            for line in Path(file).read_text(encoding="utf-8").splitlines():
                self._keep(json.loads(line))

    def _keep(self, figures: dict[str, Any]) -> None:
        self._kept[figures["puzzle"], figures["instance"]] = figures

    def of(self, puzzle: str, board: Any) -> dict[str, Any]:
        """The figures of a board, with the grade of this version; rated if the file has none."""
        if (puzzle, board.name) not in self._kept:
            figures = rate(board, timeout=self._timeout).as_json()
            self._keep(figures)
            if self._file:
                append_text(self._file, json.dumps(figures) + "\n")
        figures = self._kept[puzzle, board.name]
        if not is_rated(figures):
            return figures
        graded = grade(figures["size"], figures["extra"], figures["decisions"])
        return figures | {"score": graded.score, "grade": graded.name}


def is_rated(figures: Figures) -> bool:
    """Whether a board has a grade."""
    return figures["status"] in ("solved", "open")


def rated_boards(
    puzzle: str, folder: Path, levels: Sequence[str], ratings: Ratings
) -> Iterator[dict[str, Any]]:
    """The figures of all boards of a folder, in the order of its files.

    A file that holds no board of the puzzle, a board with another label, and a board that is not
    rated are named on standard error and left out.
    """
    for board in _boards(puzzle, folder):
        if board.name.rpartition("#")[2] not in levels:
            _note(f"{board.name}: no label of {', '.join(levels)}; left out")
            continue
        figures = ratings.of(puzzle, board)
        if is_rated(figures):
            yield figures
        else:
            _note(f"{board.name}: {figures['reason'] or 'no answer'}; left out")


def _boards(puzzle: str, folder: Path) -> Iterator[Any]:
    for file in sorted(path for path in folder.iterdir() if path.is_file()):
        try:
            yield from load_boards(find_puzzle(puzzle), str(file))
        except InstanceError as error:
            _note(f"{error}; left out")


def _note(words: str) -> None:
    print(words, file=sys.stderr)
