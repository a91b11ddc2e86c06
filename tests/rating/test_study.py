"""The study of ratings against published levels: its statistics, and what it leaves out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.rating.study.__main__ import main
from pyasp_puzzles.rating.study.levels import (
    Ratings,
    auc,
    interval,
    ranks,
    rated_boards,
    spearman,
)
from pyasp_puzzles.rating.study.shipped import shipped_grades


def board(file: str, level: str, size: int, score: float) -> dict[str, Any]:
    return {"instance": f"{file}#{level}", "size": size, "score": score}


def score(figures: Any) -> float:
    return float(figures["score"])


def test_only_boards_of_equal_size_are_compared() -> None:
    boards = [board("1", "medium", 8, 5), board("1", "hard", 9, 1), board("2", "hard", 8, 6)]
    assert auc(boards, score, "medium", "hard") == 1
    assert auc(boards[:2], score, "medium", "hard") is None


def test_a_tie_counts_half_and_a_wrong_order_nothing() -> None:
    boards = [board("1", "medium", 8, 5), board("1", "hard", 8, 5), board("2", "hard", 8, 4)]
    assert auc(boards, score, "medium", "hard") == 0.25


def test_the_interval_is_the_same_on_each_run_and_holds_the_share() -> None:
    boards = [
        board(str(day), name, 8, day % 5 + (name == "hard"))
        for day in range(20)
        for name in ("medium", "hard")
    ]
    found = interval(boards, score, "medium", "hard")
    assert found is not None
    assert found == interval(boards, score, "medium", "hard")
    share = auc(boards, score, "medium", "hard")
    assert share is not None
    assert found[0] <= share <= found[1]


def test_rank_correlation_of_equal_and_of_opposite_orders() -> None:
    assert spearman([1, 5, 9], [2, 3, 4]) == 1
    assert spearman([1, 5, 9], [4, 3, 2]) == -1
    assert spearman([1, 5, 9], [7, 7, 7]) == 0
    assert ranks([3, 3, 1, 2]) == [3.5, 3.5, 1, 2]


def test_a_folder_is_rated_once_and_what_is_no_board_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = pp.find_puzzle("pips").format(pp.load("pips", "document"))
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "day.txt").write_text(f"=== easy\n{small}\n=== other\n{small}", encoding="utf-8")
    (folder / "notes.json").write_text('{"counts": 3}', encoding="utf-8")
    keep = tmp_path / "kept.jsonl"
    (first,) = rated_boards("pips", folder, ["easy", "hard"], Ratings(str(keep)))
    notes = capsys.readouterr().err
    assert "day.txt#other: no label of easy, hard; left out" in notes
    assert "notes.json" in notes
    keep.write_text(keep.read_text().replace('"steps": ', '"steps": 1'), encoding="utf-8")
    (again,) = rated_boards("pips", folder, ["easy", "hard"], Ratings(str(keep)))
    assert again["steps"] == int(f"1{first['steps']}")
    assert main(["pips", str(folder), "--keep", str(keep)]) == 0
    assert "1 boards, 0 of them with several answers" in capsys.readouterr().out


def test_each_shipped_board_has_a_row_also_where_the_time_is_up() -> None:
    rows = [line for line in shipped_grades(Ratings(timeout=1e-9)) if "(time limit)" in line]
    boards = [
        board
        for name in pp.puzzle_names()
        for file in pp.find_puzzle(name).instance_files()
        for board in pp.load_all(name, file)
    ]
    assert [row.split("|")[1].strip() for row in rows] == [board.name for board in boards]
