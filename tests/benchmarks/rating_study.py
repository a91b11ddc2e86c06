"""Ratings against published levels of difficulty, and of the shipped boards.

    python tests/benchmarks/rating_study.py PUZZLE FOLDER [--keep FILE]
    python tests/benchmarks/rating_study.py [--timeout SECONDS] [--keep FILE]

The first form rates all boards in the files of a folder and compares the ratings with the levels
that the boards have as labels (``day.json#hard``); the second one prints a table of all shipped
boards.  With ``--keep`` the ratings are kept in a file, as lines of ``rate --json``; boards that it
has are not rated again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.formats.outputs import append_text
from pyasp_puzzles.boards.generator import Calibration
from pyasp_puzzles.boards.registry import find_puzzle, load_boards, puzzle_names
from pyasp_puzzles.core.errors import InstanceError, PuzzleError
from pyasp_puzzles.explanation.rating import rate

FIGURES = ("points", "size", "difficulty", "effort", "steps")

Figures = Mapping[str, Any]
"""What ``rate --json`` prints of a board."""


def level(figures: Figures) -> str:
    return str(figures["instance"]).rpartition("#")[2]


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


def auc(
    boards: Iterable[Figures], value: Callable[[Figures], float], low: str, high: str
) -> tuple[float, int]:
    """The share of pairs of equal size that a figure orders as their levels do, and all pairs.

    A pair with equal figures counts half: this is the area under the ROC curve at equal size.

    >>> boards = [{"instance": f"1#{level}", "size": 8, "steps": steps}
    ...           for level, steps in (("medium", 5), ("hard", 9), ("hard", 5))]
    >>> auc(boards, lambda board: board["steps"], "medium", "hard")
    (0.75, 2)
    """
    groups: dict[int, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for board in boards:
        if level(board) in (low, high):
            groups[board["size"]][level(board) == high].append(value(board))
    won, pairs = 0.0, 0
    for lows, highs in groups.values():
        pairs += len(lows) * len(highs)
        won += sum((y > x) + (y == x) / 2 for x in lows for y in highs)
    return won / pairs if pairs else 0.0, pairs


def correlations(
    boards: Sequence[Figures], scale: Calibration, levels: Sequence[str]
) -> Iterator[Sequence[str]]:
    """For each figure its rank correlation with the level, and its AUC; the heads first."""
    pairs = list(pairwise(levels))
    numbers = [auc(boards, lambda board: board["size"], *pair)[1] for pair in pairs]
    heads = zip(pairs, numbers, strict=True)
    yield (
        "figure",
        "Spearman",
        *(f"{low}/{high}, {number} pairs" for (low, high), number in heads),
    )
    ordered = [levels.index(level(board)) for board in boards]
    for figure in FIGURES:

        def value(board: Figures, figure: str = figure) -> float:
            known = {"points": scale.points(board["size"], board["difficulty"])} | dict(board)
            return float(known[figure])

        shares = [f"{auc(boards, value, *pair)[0]:.2f}" for pair in pairs]
        yield (figure, f"{spearman(ordered, [*map(value, boards)]):.2f}", *shares)


def confusion(
    boards: Sequence[Figures], scale: Calibration, levels: Sequence[str]
) -> Iterator[Sequence[str]]:
    """How many boards of each level have each grade of a calibration; the heads first."""
    found = Counter(
        (level(board), scale.grade(board["size"], board["difficulty"])) for board in boards
    )
    yield ("level", *scale.grades)
    for name in levels:
        yield (name, *(str(found[name, grade]) for grade in scale.grades))


class Ratings:
    """Ratings of boards as ``rate --json`` prints them, kept in a file."""

    def __init__(self, file: str = "", timeout: float | None = None) -> None:
        self._file, self._timeout = file, timeout
        lines = Path(file).read_text("utf-8").splitlines() if file and Path(file).is_file() else ()
        kept: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self._kept = {(figures["puzzle"], figures["instance"]): figures for figures in kept}

    def of(self, puzzle: str, board: Any) -> dict[str, Any]:
        """The figures of a board; it is rated if the file has none."""
        if (puzzle, board.name) not in self._kept:
            figures = rate(board, timeout=self._timeout).as_json()
            self._kept[puzzle, board.name] = figures
            if self._file:
                append_text(self._file, json.dumps(figures) + "\n")
        return self._kept[puzzle, board.name]


def is_rated(figures: Figures) -> bool:
    """Whether the derivation ended, and several answers share something."""
    status, steps = figures["status"], int(figures["steps"])
    return status == "solved" or (status == "open" and steps > 0)


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


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Ratings against published levels, for a puzzle that is calibrated; without "
        "PUZZLE the difficulties of all shipped boards."
    )
    parser.add_argument("puzzle", nargs="?", default="", metavar="PUZZLE")
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="its boards")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="for a board")
    parser.add_argument("--keep", default="", metavar="FILE", help="keep the ratings in FILE")
    found = parser.parse_args(arguments)
    if found.puzzle and not (found.folder and found.folder.is_dir()):
        parser.error(f"found {found.folder or 'no folder'}, expected a folder with boards")
    try:
        ratings = Ratings(found.keep, found.timeout)
        lines = study(found.puzzle, found.folder, ratings) if found.puzzle else shipped(ratings)
        for line in lines:
            print(line, flush=True)
    except PuzzleError as error:
        parser.error(str(error))
    return 0


def study(puzzle: str, folder: Path, ratings: Ratings) -> Iterator[str]:
    scale = find_puzzle(puzzle).calibration
    if scale is None:
        raise PuzzleError(f"{puzzle}: found no calibration, expected one to compare with")
    boards = list(rated_boards(puzzle, folder, scale.grades, ratings))
    several = sum(board["status"] == "open" for board in boards)
    yield f"{len(boards)} boards, {several} with several answers"
    for rows in (confusion, correlations):
        yield ""
        yield from markdown(rows(boards, scale, scale.grades))


def shipped(ratings: Ratings) -> Iterator[str]:
    heads = ("puzzle", "board", "difficulty", "grade", "steps", "effort", "hardest", "answers")
    rows = (
        _row(puzzle.title, ratings.of(puzzle.name, board))
        for puzzle in map(find_puzzle, puzzle_names())
        for file in puzzle.instance_files()
        for board in load_boards(puzzle, file)
    )
    return markdown(chain([heads], rows))


def _row(title: str, figures: Figures) -> Sequence[str]:
    first = (title, figures["instance"])
    answers = {"solved": "one", "open": "several", "none": "none"}.get(figures["status"], "")
    if not is_rated(figures):
        return (*first, figures["reason"] or "not rated", "", "", "", "", answers)
    return (
        *first,
        str(figures["difficulty"]),
        figures["grade"] or "",
        *(str(figures[name]) for name in ("steps", "effort", "hardest")),
        answers,
    )


def markdown(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for number, row in enumerate(rows):
        yield f"| {' | '.join(row)} |"
        if number == 0:
            yield f"| {' | '.join('---' for _ in row)} |"


if __name__ == "__main__":
    sys.exit(main())
