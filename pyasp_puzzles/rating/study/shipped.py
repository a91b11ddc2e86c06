"""The grades of all shipped boards, as tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyasp_puzzles.rating.study.levels import Figures, Ratings, is_rated
from pyasp_puzzles.registry import find_puzzle, load_boards, puzzle_names

HEADS = (
    *("board", "grade", "score", "steps", "largest", "mean", "several", "possible", "decisions"),
    "conflicts",
)


def shipped_grades(ratings: Ratings) -> Iterator[str]:
    """The lines of the table, those of a puzzle under its title."""
    for name in puzzle_names():
        puzzle = find_puzzle(name)
        yield from (f"### {puzzle.title}", "")
        yield from (_line(HEADS), _line(["---", "---", *["--:"] * (len(HEADS) - 2)]))
        for file in puzzle.instance_files():
            for board in load_boards(puzzle, file):
                yield _line(_row(ratings.of(name, board)))
        yield ""


def _row(figures: Figures) -> tuple[str, ...]:
    grade = figures["grade"] or (
        "no answer" if figures["status"] == "none" else f"not rated ({figures['reason']})"
    )
    several = " (several answers)" if figures["status"] == "open" else ""
    if not is_rated(figures):
        return (figures["instance"], grade, *[""] * (len(HEADS) - 2))
    return (
        *(figures["instance"], f"{grade}{several}", f"{figures['score']:.1f}"),
        *(str(figures["steps"]), str(figures["largest"]), f"{figures['mean']:.2f}"),
        *(str(figures["several"]), f"{figures['mean_possible']:.1f}"),
        *(str(figures["decisions"]), str(figures["conflicts"])),
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
