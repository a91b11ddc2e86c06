"""How well ratings agree with the published levels of Pips."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pyasp_puzzles.rating.study.levels import LEVELS, Ratings, rated_boards, table

if TYPE_CHECKING:
    from .conftest import Report


def test_ratings_of_published_boards_against_their_levels(data: Path, report: Report) -> None:
    boards = list(rated_boards("pips", data / "pips", LEVELS, Ratings()))
    heads, *rows = table(boards, LEVELS)
    report(f"Pips, {len(boards)} published boards: ratings and levels", heads, rows)
