"""Help and numbers of the command line: whole sentences, true lists, errors in our form."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles import cli
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.engines.kinds import KINDS

HelpOf = Callable[..., str]


@pytest.fixture
def help_of(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> HelpOf:
    """The help of a command on a terminal of 80 columns."""

    def told(*words: str) -> str:
        assert cli.run([*words, "--help"]) == 0
        return capsys.readouterr().out

    monkeypatch.setenv("COLUMNS", "80")
    return told


def test_the_list_of_commands_cuts_no_sentence(help_of: HelpOf) -> None:
    commands = help_of().partition("Commands:")[2].partition("\n\n")[0].strip().splitlines()
    assert len(commands) == len(cli.cli.every())
    assert [line for line in commands if not line.endswith(".") or line.endswith("..")] == []


def test_no_help_is_wider_than_the_terminal_or_names_files_of_a_checkout(help_of: HelpOf) -> None:
    for name in set(cli.cli.every()) - {"clingo"}:
        text = help_of(name)
        assert max(map(len, text.splitlines())) <= 80, name
        assert "lp/" not in text
    assert "lp/" not in help_of()


@pytest.mark.parametrize("command", ["solve", "count", "unique"])
def test_the_help_names_each_kind_of_engine(command: str, help_of: HelpOf) -> None:
    words = re.sub(r"\s+", "", help_of(command))
    for row in KINDS.values():
        assert row.form in words


def test_a_help_tells_what_is_alike_once(help_of: HelpOf) -> None:
    shown = help_of("generate")
    told = [part.partition("  These are")[0] for part in re.split("Parameters of .+:", shown)[1:]]
    assert len(told) == len(set(told)) < len(shipped_names()) / 2
    assert re.search(r"\d+ others +exactly one answer", shown)
    assert re.search(r"These are .*slitherlink", shown, re.DOTALL)
    assert re.search(r"\d+ others: url,\s+pzprv3", help_of("solve"))


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("solve", ["instead (eternity: board_edges, viewer; "]),
        ("count", ["What to count (pips: placement, filling)."]),
        ("generate pips", ["Parameters of pips:", "--dominoes 0-60"]),
        ("generate", ["Parameters of pips:", "--symmetry-of-clues none|half-turn"]),
    ],
)
def test_help_names_the_values_that_each_puzzle_has(
    words: str, parts: list[str], help_of: HelpOf
) -> None:
    for _ in range(2):  # the second time it is the same
        text = " ".join(help_of(*words.split()).split())
        assert all(part in text for part in parts)
        assert words != "generate pips" or "Parameters of twenty_four_seven:" not in text


def test_help_says_of_each_puzzle_whether_one_answer_or_one_class_is_meant(
    help_of: HelpOf,
) -> None:
    classes = "exactly one class of answers: they are images of one under the symmetries"
    for words, first in {
        "eternity": f"eternity {classes} of the board Options",
        "flower_finder": f"flower_finder {classes} of the board Options",
        "packing": f"packing exactly one answer; with --kind class: {classes} of the board",
        "pips": "pips exactly one answer Options",
        "": f"eternity, flower_finder {classes}",
    }.items():
        shown = " ".join(help_of("generate", *words.split()).split())
        assert f"Answers of a new board: {first}" in shown
    others = len(pp.puzzle_names()) - 3  # two make one class of answers only, packing either
    assert f"{others} others exactly one answer Options" in shown
