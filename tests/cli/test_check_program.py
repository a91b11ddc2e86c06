"""``check --program``: whether programs of users are sound and complete."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.comparison.program_check import MOST_ANSWERS, MOST_FACTS, usual_boards


@pytest.fixture
def students(tmp_path: Path) -> Path:
    """A folder with a program of each kind."""
    rules = program_folder().joinpath("eternity.lp").read_text(encoding="utf-8")
    corner = "place(1,1,1,0;1,1,2,0)"
    texts = {
        "ada.lp": rules,
        "bob.lp": f"{rules}\n:- place(1,1,1,_).\n",
        "carl.lp": f"#show place/4.\n{{ {corner} }} = 1.\n",
        "dora.lp": f"{rules}\n#show colour/2.\ncolour(1,1).\n",
        "eve.lp": "place(1,1,\n",
        "fred.lp": "n(0). n(X+1) :- n(X). #show place/4.\n",
        "gus.lp": "",
        "hal.lp": "a(X) :- not b(X).\n",
        "ida.lp": f"{rules}\n{{ hidden(1..3) }}.\n",
        "jo.lp": "{ place(R,C,K,T) : cell(R,C), K = 1..9, T = 0..3 }. cell(1..3,1..3).\n",
    }
    (tmp_path / "students").mkdir()
    for name, text in texts.items():
        (tmp_path / "students" / name).write_text(text, encoding="utf-8")
    (tmp_path / "students" / "notes.txt").write_text("no program\n")
    return tmp_path


def check(folder: Path, *words: str) -> tuple[int, str]:
    done = puzzles("check", "eternity", *words, cwd=folder)
    return done.returncode, done.stdout + done.stderr


def results(folder: Path, *words: str) -> tuple[int, dict[str, Any]]:
    done = puzzles("check", "eternity", *words, "--json", cwd=folder)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, {Path(line["program"]).name: line for line in lines}


ADA = "students/ada.lp: sound and complete on"
SAID = {
    ("document_3x3 hints_6x6", "ada"): [
        "document_3x3: finds 16 of 16, sound and complete",
        "hints_6x6: finds 1 of 1, sound and complete",
        f"{ADA} 2 instances with 17 answers, which have facts of all 5 kinds: size, piece, copies, "
        "frame, hint",
    ],
    ("document_3x3", "ada"): [  # without a hint nothing is known of a program that ignores hints
        "document_3x3: finds 16 of 16, sound and complete",
        f"{ADA} 1 instance with 16 answers, which have facts of 4 kinds: size, piece, copies, "
        "frame; none has facts of this kind: hint",
    ],
    ("document_3x3", "bob"): [
        "document_3x3: finds 12 of 16",
        "  misses this one: place(1,1,1,",
        "students/bob.lp: right on 0 of 1 instance",
    ],
    ("document_3x3", "carl"): [
        "document_3x3: finds 0 of 16 and 2 wrong answers: not sound",
        "  misses this one: ",
        "  this one breaks a rule: place(1,1,1,0)",
        "    ",
    ],
    ("document_3x3", "gus"): [
        "document_3x3: finds 0 of 16 and 1 wrong answer: not sound",
        "  this one breaks a rule: the answer without atoms",
    ],
    ("document_3x3", "ida"): [],  # a hidden choice makes no answer twice
    ("document_3x3 hints_6x6", "dora"): ["students/dora.lp: cannot be run: "],
    ("document_3x3 hints_6x6", "eve"): [
        "students/eve.lp: cannot be run: line 2, column 1: syntax error, unexpected EOF"
    ],
    ("document_3x3 hints_6x6", "hal"): [
        "students/hal.lp: cannot be run: line 1: unsafe variables in"
    ],
}
"""How lines begin that are said of each student's program on some boards."""


@pytest.mark.parametrize(("boards", "name"), SAID)
def test_what_a_program_finds_is_said(boards: str, name: str, students: Path) -> None:
    code, text = check(students, *boards.split(), "--program", f"students/{name}.lp")
    assert code == (0 if name in ("ada", "ida") else 1)
    lines = iter(text.splitlines())
    assert all(any(line.startswith(start) for line in lines) for start in SAID[boards, name])
    assert "cannot be run" not in text or text.count("\n") == 1
    assert name != "dora" or ": found #show of colour/2, expected only place/4" in text


def test_json_has_the_kinds_of_facts_and_the_rules_that_are_broken(students: Path) -> None:
    _, found = results(students, "document_3x3", "--program", "students/ada.lp")
    line = found["ada.lp"]
    assert (line["answers"], line["facts_missing"]) == (16, ["hint"])
    assert line["facts"] == ["size", "piece", "copies", "frame"]
    _, found = results(students, "document_3x3", "--program", "students/carl.lp")
    (only,) = found["carl.lp"]["instances"]
    assert (only["sound"], only["complete"], only["wrong"]) == (False, False, 2)
    assert only["breaks"]["atoms"] == ["place(1,1,1,0)"]
    assert only["breaks"]["rules"]


def test_without_instances_it_runs_on_the_small_ones(students: Path) -> None:
    code, found = results(students, "--program", "students/ada.lp")
    assert code == 0
    names = [each["instance"] for each in found["ada.lp"]["instances"]]
    assert names == [board.name for board in usual_boards(pp.find_puzzle("eternity"))]
    assert len(names) > 3


def test_a_program_that_runs_for_ever_is_ended_by_its_limit(students: Path) -> None:
    words = ("document_3x3", "--program", "students/fred.lp", "--timeout", "0.5")
    code, text = check(students, *words)
    assert code == 1
    assert "document_3x3: finds 0 of 16, ended early: " in text


def test_a_program_that_is_ended_on_a_board_is_not_tried_on_the_next(students: Path) -> None:
    """Boards share a process, and a new one follows the one that was ended."""
    rules = (students / "students" / "ada.lp").read_text(encoding="utf-8")
    endless = f"{rules}\nn(0) :- size(3,_). n(X+1) :- n(X).\n"
    (students / "mine.lp").write_text(endless, encoding="utf-8")
    boards = ("framed_4x4", "document_3x3", "framed_4x4")
    code, found = results(students, *boards, "--program", "mine.lp", "--timeout", "1.5")
    assert code == 1
    first, ended, last = found["mine.lp"]["instances"]
    assert ended["ending"] in ("time limit", "memory limit")
    assert (ended["sound"], ended["complete"], ended["right"]) == (None, None, False)
    assert (first["right"], last["right"]) == (True, True)


def test_a_program_with_far_too_many_answers_is_stopped(students: Path) -> None:
    code, found = results(students, "document_3x3", "--program", "students/jo.lp")
    (only,) = found["jo.lp"]["instances"]
    assert (code, only["ending"], only["sound"]) == (1, "limit", False)
    assert only["wrong"] >= 1000
    text = check(students, "document_3x3", "--program", "students/jo.lp")[1]
    assert "ended early" not in text, "it is known to be wrong"
    assert f"finds 0 of 16 and at least {only['wrong']:,} wrong answers: not sound\n" in text


def test_a_folder_of_programs_has_a_line_for_each_student(students: Path) -> None:
    """One that cannot be run does not end the others'."""
    for name in ("fred.lp", "jo.lp"):
        (students / "students" / name).unlink()
    code, found = results(students, "document_3x3", "--program", "students")
    assert code == 1
    assert {name: line["right"] for name, line in found.items()} == {
        **dict.fromkeys(["bob.lp", "carl.lp", "dora.lp", "eve.lp", "gus.lp", "hal.lp"], False),
        **dict.fromkeys(["ada.lp", "ida.lp"], True),
    }
    refused = {name for name, line in found.items() if line["error"]}
    assert refused == {"dora.lp", "eve.lp", "hal.lp"}
    for name in ("carl.lp", "dora.lp", "eve.lp", "gus.lp", "ida.lp"):
        (students / "students" / name).unlink()
    _, text = check(students, "document_3x3", "--program", "students")
    assert "1 of 3 programs right" in text.splitlines()


@pytest.mark.parametrize("name", pp.puzzle_names())
def test_every_puzzle_has_usual_boards_with_answers_and_a_known_number(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    known = [dict(board.known)["answers"] for board in usual_boards(puzzle)]
    assert max(known) > 0
    assert all(number <= MOST_ANSWERS for number in known)
    for board in usual_boards(puzzle):
        assert len(list(puzzle.facts(board))) <= MOST_FACTS
