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


def test_no_help_is_wider_than_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for name in set(cli.cli.commands) - {"clingo"}:
        assert max(map(len, help_of(capsys, name).splitlines())) <= 80, name


@pytest.mark.parametrize("command", ["solve", "count", "unique"])
def test_the_help_names_each_kind_of_engine(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = re.sub(r"\s+", "", help_of(capsys, command))
    for row in KINDS.values():
        assert row.form in words


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "pips", "-n", "-1"], "'-n': found '-1', expected an integer of at least 0"),
        (["solve", "pips", "-n", "two"], "'-n': found 'two', expected an integer of at least 0"),
        (["count", "pips", "--threads", "65"], "found '65', expected an integer from 1 to 64"),
        (["serve", "--port", "65536"], "found '65536', expected an integer from 0 to 65535"),
        (["best", "packing", "--seed", str(2**31)], "an integer from 0 to 2147483647"),
        *(
            (
                ["estimate", "packing", "--timeout", text],
                f"'--timeout': found '{text}', expected seconds: more than 0, at most 1,000",
            )
            for text in ("0", "-1", "nan", "inf", "1e400", "", "soon")
        ),
        (["serve", "--timeout", "0.5"], "found '0.5', expected seconds: at least 1, at most"),
        (["sheet", "pips", "-o", "x.svg", "--cell", "2"], "expected mm: at least 3, at most 100"),
    ],
    ids=str,
)
def test_a_number_beyond_its_limits_is_refused_with_the_limits(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert message in " ".join(captured.err.split())


def test_a_parameter_of_zero_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "pips", "--seed", "3", "--board", "1x2", "--pips", "0"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("% pyasp-puzzles generate pips --seed 3 --board 1x2 --pips 0 ")
    assert "dominoes: 0-0\n" in text
