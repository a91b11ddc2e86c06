"""The command ``rate``: its JSON, its table and its exit codes."""

from __future__ import annotations

import json
import re

from support import ROOT, puzzles

KEYS = (
    *("puzzle", "instance", "status", "grade", "calibrated", "difficulty", "least", "steps"),
    *("several", "hardest", "size", "certain", "reason"),
)


def test_json_has_the_figures_by_name() -> None:
    done = puzzles("rate", "pips", "document", "--json")
    assert done.returncode == 0
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert tuple(found) == KEYS
    assert (found["puzzle"], found["instance"], found["status"]) == ("pips", "document", "solved")
    assert (found["grade"], found["calibrated"], found["difficulty"]) == ("medium", True, 1)


def test_a_puzzle_that_is_not_calibrated_has_a_number_and_no_word() -> None:
    done = puzzles("rate", "twenty_four_seven", "four")
    assert done.stdout.startswith("four: difficulty 4, not calibrated\n")
    (line,) = puzzles("rate", "twenty_four_seven", "four", "--json").stdout.splitlines()
    found = json.loads(line)
    assert (found["grade"], found["calibrated"], found["difficulty"]) == (None, False, 4)


def test_the_page_shows_what_the_command_prints() -> None:
    """docs/use/difficulty.md: each command, and below it its output."""
    page = (ROOT / "docs/use/difficulty.md").read_text(encoding="utf-8")
    shown = re.findall(r"```console\n([^\n]+)\n```\n\n```text\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 2
    for words, text in shown:
        assert puzzles(*words.split()[1:]).stdout == text


def test_a_board_without_answer_is_not_rated() -> None:
    done = puzzles("rate", "pips", "mutilated_6x6")
    assert done.returncode == 1
    assert "no answer (proved)" in done.stdout
    (line,) = puzzles("rate", "pips", "mutilated_6x6", "--json").stdout.splitlines()
    assert (json.loads(line)["status"], json.loads(line)["grade"]) == ("none", None)


def test_without_time_there_are_no_figures_so_far() -> None:
    done = puzzles("rate", "pips", "document", "--timeout", "1e-9")
    assert done.returncode == 3
    assert done.stdout == "document: not rated (time limit)\n"


def test_several_boards_make_a_table() -> None:
    one, other = (
        puzzles("show", "pips", name, "--text").stdout for name in ("document", "mutilated_6x6")
    )
    text = f"=== easy\n{one}\n=== none\n{other}"
    done = puzzles("rate", "pips", "-", text=text)
    assert done.returncode == 1
    head, first, second = done.stdout.splitlines()
    assert head.split()[:4] == ["board", "difficulty", "grade", "steps"]
    assert first.split()[:2] == ["standard", "input#easy"] or "#easy" in first
    assert "no answer" in second


def test_an_unknown_board_is_one_line() -> None:
    done = puzzles("rate", "pips", "nowhere")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
