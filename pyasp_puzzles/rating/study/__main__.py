"""The studies as a command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.rating.study.levels import LEVELS, Ratings, rated_boards, table
from pyasp_puzzles.rating.study.shipped import shipped_grades


def main(arguments: Sequence[str] | None = None) -> int:
    """Rate the boards and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m pyasp_puzzles.rating.study",
        description="Ratings against published levels; without PUZZLE the grades of all shipped "
        "boards.",
    )
    parser.add_argument("puzzle", nargs="?", default="", metavar="PUZZLE")
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="its boards")
    parser.add_argument("--levels", default=",".join(LEVELS), help="labels, the easiest first")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="for a board")
    parser.add_argument("--keep", default="", metavar="FILE", help="keep the ratings in FILE")
    found = parser.parse_args(arguments)
    if found.puzzle and not (found.folder and found.folder.is_dir()):
        parser.error(f"found {found.folder or 'no folder'}, expected a folder with boards")
    try:
        ratings = Ratings(found.keep, found.timeout)
        if found.puzzle:
            lines = _study(found.puzzle, found.folder, found.levels.split(","), ratings)
        else:
            lines = shipped_grades(ratings)
        for line in lines:
            print(line, flush=True)
    except PuzzleError as error:
        parser.error(str(error))
    return 0


def _study(puzzle: str, folder: Path, levels: Sequence[str], ratings: Ratings) -> Iterator[str]:
    """The lines of the table for a folder of boards."""
    boards = list(rated_boards(puzzle, folder, levels, ratings))
    several = sum(board["status"] == "open" for board in boards)
    yield f"{len(boards)} boards, {several} of them with several answers"
    rows = list(table(boards, levels))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        yield "  ".join([first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]).rstrip()


if __name__ == "__main__":
    sys.exit(main())
