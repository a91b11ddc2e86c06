"""The studies as a command; the tables are Markdown."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from pyasp_puzzles.boards.registry import find_puzzle, load_boards, puzzle_names
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.explanation.rating.study.levels import (
    Figures,
    Ratings,
    confusion,
    correlations,
    is_rated,
    rated_boards,
)

Rows = Iterable[Sequence[str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Rate the boards and print tables."""
    parser = argparse.ArgumentParser(
        prog="python -m pyasp_puzzles.explanation.rating.study",
        description="Ratings against published levels, for a puzzle that is calibrated; without "
        "PUZZLE the difficulties of all shipped boards.",
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
    """The lines of the tables for a folder of boards with levels.

    Raises:
        PuzzleError: the puzzle is not calibrated.
    """
    scale = find_puzzle(puzzle).calibration
    if scale is None:
        raise PuzzleError(f"{puzzle}: found no calibration, expected one to compare with")
    boards = list(rated_boards(puzzle, folder, scale.grades, ratings))
    several = sum(board["status"] == "open" for board in boards)
    exact = sum(board["least"] == board["difficulty"] for board in boards)
    yield f"{len(boards)} boards, {several} with several answers; difficulty exact for {exact}"
    for rows in (confusion, correlations):
        yield ""
        yield from markdown(rows(boards, scale, scale.grades))


def shipped(ratings: Ratings) -> Iterator[str]:
    """The lines of a table with the difficulties of all shipped boards."""
    heads = ("puzzle", "board", "difficulty", "grade", "steps", "several", "hardest", "answers")
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
    least, difficulty = figures["least"], figures["difficulty"]
    return (
        *first,
        str(difficulty) if least == difficulty else f"{least} to {difficulty}",
        figures["grade"] or "",
        *(str(figures[name]) for name in ("steps", "several", "hardest")),
        answers,
    )


def markdown(rows: Rows) -> Iterator[str]:
    """A table, its heads first."""
    for number, row in enumerate(rows):
        yield f"| {' | '.join(row)} |"
        if number == 0:
            yield f"| {' | '.join('---' for _ in row)} |"


if __name__ == "__main__":
    sys.exit(main())
