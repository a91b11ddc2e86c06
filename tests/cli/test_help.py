"""Help and numbers of the command line: whole sentences, true lists, errors in our form."""

from __future__ import annotations

import re

import pytest

from pyasp_puzzles import cli
from pyasp_puzzles.engines.kinds import KINDS


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.run([*words, "--help"]) == 0
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_the_list_of_commands_cuts_no_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    commands = help_of(capsys).partition("Commands:")[2].partition("\n\n")[0].strip().splitlines()
    assert len(commands) == len(cli.cli.commands)
    assert [line for line in commands if not line.endswith(".") or line.endswith("..")] == []


def test_no_help_is_wider_than_the_terminal_or_names_files_of_a_checkout(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in set(cli.cli.commands) - {"clingo"}:
        text = help_of(capsys, name)
        assert max(map(len, text.splitlines())) <= 80, name
        assert "lp/" not in text
    assert "lp/" not in help_of(capsys)


@pytest.mark.parametrize("command", ["solve", "count", "unique"])
def test_the_help_names_each_kind_of_engine(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = re.sub(r"\s+", "", help_of(capsys, command))
    for row in KINDS.values():
        assert row.form in words
