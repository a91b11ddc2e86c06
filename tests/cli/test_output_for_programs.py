"""What programs read from the command line: ``list``, ``show --text`` and ``count --json``."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

from support import puzzles

import pyasp_puzzles as pp

BOARDS = [
    (name, board) for name in pp.puzzle_names() for board in pp.find_puzzle(name).instance_files()
]
SLOTHOUBER = ("packing", "slothouber_graatsma")
DAY = """\
=== left
lattice: square
board: 1 x 2
piece I:
    ##
=== right
title: Two of them
lattice: square
board: 2 x 2
piece I x2:
    ##
"""


def test_list_has_each_shipped_board_as_a_json_object() -> None:
    lines = [json.loads(line) for line in puzzles("list", "--json").stdout.splitlines()]
    assert all(
        line.keys() == {"puzzle", "title", "kind", "instance", "size", "known"} for line in lines
    )
    shipped = [(line["puzzle"], line["instance"]) for line in lines if line["instance"]]
    boards = [(name, board.name) for name, file in BOARDS for board in pp.load_all(name, file)]
    assert shipped == boards
    (soma,) = [line for line in lines if line["instance"] == "soma"]
    assert soma["known"] == dict(pp.load("packing", "soma").known)
    assert (soma["title"], soma["size"]) == ("Polyform packing", "7 pieces, 27 cells")
    of_pips = puzzles("list", "pips", "--json").stdout.splitlines()
    assert [json.loads(line) for line in of_pips] == [
        line for line in lines if line["puzzle"] == "pips"
    ]


def test_several_boards_as_text_keep_their_labels(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(DAY, encoding="utf-8")
    shown = puzzles("show", "packing", str(file), "--text").stdout
    again = tmp_path / "again.txt"
    again.write_text(shown, encoding="utf-8")
    first, second = pp.load_all("packing", str(file)), pp.load_all("packing", str(again))
    assert [board.name.rpartition("#")[2] for board in second] == ["left", "right"]
    assert [dataclasses.replace(board, name="") for board in first] == [
        dataclasses.replace(board, name="") for board in second
    ]
    single = puzzles("show", "packing", f"{file}#right", "--text").stdout
    assert "===" not in single
    assert single.startswith("title: Two of them\n")


def test_a_board_that_text_cannot_say_is_shown_as_json_and_counted_in_cubes(tmp_path: Path) -> None:
    file = tmp_path / "turned.json"
    file.write_text(
        '{"name": "Lying", "lattice": "square", "board": [[1, 1], [1, 2], [2, 1], [2, 2]],'
        ' "optional": [[1, 1]], "pieces": {"I": [[1, 1], [1, 2]], "o": [[1, 1]]},'
        ' "piece_counts": {"I": [1, 2], "o": [0, 1]}, "orientations": {"I": [[[1, 1], [1, 2]]]}}',
        encoding="utf-8",
    )
    again = tmp_path / "again.json"
    again.write_text(puzzles("show", "packing", str(file), "--text").stdout, encoding="utf-8")
    first, second = pp.load("packing", str(file)), pp.load("packing", str(again))
    assert dataclasses.replace(first, name="") == dataclasses.replace(second, name="")
    assert first.pieces[0].orientations
    # both rows hold an I, or the second one does and an o lies beside the optional cell
    counts = [pp.count(first), pp.count(first, processes=1, cubes=2)]
    assert [count.answers for count in counts] == [2, 2]


def test_count_prints_a_json_object_for_each_board(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(DAY, encoding="utf-8")
    done = puzzles("count", "packing", str(file), "--json")
    assert done.returncode == 0
    left, right = map(json.loads, done.stdout.splitlines())
    assert left.keys() == {
        *("puzzle", "instance", "answers", "exhausted", "reason"),
        *("by", "symmetry", "engine", "cubes", "seconds"),
    }
    assert (left["puzzle"], left["instance"]) == ("packing", f"{file}#left")
    assert (left["answers"], right["answers"]) == (1, 2)
    assert (left["exhausted"], left["reason"], left["by"], left["cubes"]) == (True, "", "", None)
    assert left["symmetry"] is None
    assert left["engine"]
    assert list(left)[-1] == "seconds"
    assert all(isinstance(value, float) for value in left["seconds"].values())


def test_count_says_in_json_how_it_counted() -> None:
    (line,) = puzzles(
        "count", *SLOTHOUBER, "--symmetry", "--cubes", "4", "--json"
    ).stdout.splitlines()
    found = json.loads(line)
    assert (found["answers"], found["exhausted"]) == (1, True)
    assert found["symmetry"]["order"] > 1
    assert found["cubes"]["done"] == found["cubes"]["all"] > 0
    (line,) = puzzles("count", "pips", "--by", "filling", "--json").stdout.splitlines()
    assert json.loads(line)["by"] == "filling"


def test_a_count_that_gave_up_says_so_in_json(tmp_path: Path) -> None:
    file = tmp_path / "endless.txt"
    file.write_text("lattice: square\nboard: 16 x 16\npiece I x128:\n    ##\n", encoding="utf-8")
    done = puzzles("count", "packing", str(file), "--engine", "asp", "--timeout", "1", "--json")
    assert done.returncode == 3
    found = json.loads(done.stdout)
    assert (found["exhausted"], found["reason"][:10]) == (False, "time limit")
