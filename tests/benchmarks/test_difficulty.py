"""How well ratings agree with the published levels of Pips."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rating_study import Ratings, confusion, correlations, rated_boards

import pyasp_puzzles as pp

if TYPE_CHECKING:
    from .conftest import Report


def test_ratings_of_published_boards_against_their_levels(data: Path, report: Report) -> None:
    scale = pp.find_puzzle("pips").calibration
    assert scale
    boards = list(rated_boards("pips", data / "pips", scale.grades, Ratings()))
    for table in (confusion, correlations):
        heads, *rows = table(boards, scale, scale.grades)
        report(f"Pips, {len(boards)} published boards: ratings and levels", heads, rows)
