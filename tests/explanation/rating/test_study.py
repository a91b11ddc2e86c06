"""The study of ratings against published levels: its statistics, and what it leaves out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rating_study import (
    Ratings,
    auc,
    confusion,
    correlations,
    main,
    ranks,
    rated_boards,
    shipped,
    spearman,
)

import pyasp_puzzles as pp
from pyasp_puzzles.boards.generator import Calibration


def board(file: str, level: str, size: int, score: float) -> dict[str, Any]:
    return {"instance": f"{file}#{level}", "size": size, "score": score}


def score(figures: Any) -> float:
    return float(figures["score"])


def test_only_boards_of_equal_size_are_compared() -> None:
    boards = [board("1", "medium", 8, 5), board("1", "hard", 9, 1), board("2", "hard", 8, 6)]
    assert auc(boards, score, "medium", "hard") == (1, 1)
    assert auc(boards[:2], score, "medium", "hard") == (0, 0)


def test_a_tie_counts_half_and_a_wrong_order_nothing() -> None:
    boards = [board("1", "medium", 8, 5), board("1", "hard", 8, 5), board("2", "hard", 8, 4)]
    assert auc(boards, score, "medium", "hard") == (0.25, 2)


def test_each_level_has_a_row_with_its_grades_and_each_figure_its_correlation() -> None:
    scale, levels = Calibration(("easy", "hard"), (10,), "here"), ("easy", "hard")
    figures = {"difficulty": 2, "steps": 3, "effort": 5}
    sizes = (("easy", 5), ("easy", 9), ("hard", 9), ("hard", 12))
    boards = [board("1", name, size, 0) | figures for name, size in sizes]
    assert [*confusion(boards, scale, levels)] == [
        ("level", "easy", "hard"),
        ("easy", "1", "1"),
        ("hard", "0", "2"),
    ]
    heads, points, size, *_ = correlations(boards, scale, levels)
    assert heads == ("figure", "Spearman", "easy/hard, 1 pairs")
    assert (points[0], points[2]) == ("points", "0.50")
    assert points[1] == size[1] == f"{spearman([0, 0, 1, 1], [5, 9, 9, 12]):.2f}"


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
    found = capsys.readouterr().out
    assert "1 boards, 0 with several answers" in found
    assert "| easy | 1 | 0 | 0 |" in found


def test_a_puzzle_without_calibration_has_no_study(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["twenty_four_seven", str(tmp_path)])
    assert "found no calibration, expected one to compare with" in capsys.readouterr().err


def test_each_shipped_board_has_a_row_also_where_the_time_is_up() -> None:
    rows = [line for line in shipped(Ratings(timeout=1e-9)) if "| time limit |" in line]
    boards = [
        board
        for name in pp.puzzle_names()
        for file in pp.find_puzzle(name).instance_files()
        for board in pp.load_all(name, file)
    ]
    assert [row.split("|")[2].strip() for row in rows] == [board.name for board in boards]
