"""Completion: what click's machinery offers for each word, and what bash makes of it."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete, ShellComplete, get_completion_class
from support import PUZZLES, ROOT, command_server

from pyasp_puzzles.cli import cli
from pyasp_puzzles.cli import run as cli_run

LEVEL = {"dominoes": [[1, 1]], "regions": [{"indices": [[0, 0], [0, 1]], "type": "equals"}]}
FILES = (
    *("answers|", "check packing soma|", "decode|", "decode f.cnf --result|"),
    *("translate|no_such_prog", "clingo|no_such_prog", "compare --program|no_such_prog"),
    *("solve packing|no_such_inst", "solve packing soma --summary|", "best packing --save|"),
    *("count packing soma --store|", *(f"answers s.store --{each}|" for each in ("csv", "jsonl"))),
    *("compare pips --csv|", "compare pips --jsonl|"),
    "compare pips --markdown|",
)
FOLDERS = "certify pips --write|", "compare pips document --plots|"
VALUES = {
    "so|": {"solve"},
    "solve|pa": {"packing"},
    "solve packing|so": {"soma"},
    "decode f.cnf|pa": {"packing"},
    "translate|pips": {"pips.lp"},
    "translate|examples/pi": {"examples/pips.lp"},
    "clingo|pips": {"pips.lp"},
    "compare --program|pips": {"pips.lp"},
    "compare pips|doc": {"document"},
    "solve packing soma --engine|asp:sw": {"asp:sweep"},
    "solve packing soma --engine|asp:tr": {"asp:trendy"},
    "solve pips --engine|cpsat": {"cpsat.joint", "cpsat.document"},
    "solve --engine|au": {"auto"},
    "solve pips --engine|fr": set(),
    "count pips --engine|fr": {"frontier"},
    "count packing --engine|fr": set(),
    "count pips --engine|sat.document:glucose4": {
        "sat.document:glucose4",
        "sat.document:glucose42",
    },
    "solve no_such_puzzle --engine|asp": {"asp"},
    "compare pips --engines|asp,cpsat.d": {"asp,cpsat.document"},
    "compare pips --engines|cpsat.document,cpsat": {"cpsat.document,cpsat.joint"},
    "compare --program p.lp --engines|asp,exact": {"asp,exact-cover"},
    "solve eternity --export|view": {"viewer"},
    "solve pips --export|": {"drawing"},
    "solve packing --export|board": set(),
    "best eternity --export|view": {"viewer"},
    "best pips --export|": set(),
    "count pips --by|": {"placement", "filling"},
    "compare pips --by|f": {"filling"},
    "count packing --by|": set(),
    "count pips --solver|glucose4": {"glucose4", "glucose42"},
    "certify pips --solver|cadical19": {"cadical195"},
    "translate p.lp --loops|": {"stages", "levels"},
}


def offered(words: str) -> list[tuple[str, str]]:
    """Type and value of what is offered at the bar."""
    before, _, start = words.partition("|")
    if before == "so":
        before, start = "", "so"
    machinery = ShellComplete(cli, {}, "pyasp-puzzles", "_UNUSED")
    return [(item.type, item.value) for item in machinery.get_completions(before.split(), start)]


@pytest.mark.parametrize(
    ("words", "kind"), [*((each, "file") for each in FILES), *((each, "dir") for each in FOLDERS)]
)
def test_the_shell_completes_names_of_files_and_folders_for(words: str, kind: str) -> None:
    assert [found for found, _ in offered(words)] == [kind]


def test_no_option_that_takes_a_file_is_forgotten() -> None:
    forgotten = []
    for name, command in cli.every().items():
        for option in command.params:
            expected = {"FILE": ["file"], "FOLDER": ["dir"]}.get(str(option.metavar))
            context = command.make_context(name, [], resilient_parsing=True)
            items = option.shell_complete(context, "")
            if expected and [item.type for item in items] != expected:
                forgotten.append((name, option.name))
    assert forgotten == []


@pytest.mark.parametrize("words", VALUES)
def test_values_are_offered_for(words: str) -> None:
    found = offered(words)
    assert {value for _, value in found} == VALUES[words]
    assert all(kind == "plain" for kind, _ in found)
    assert len(found) == len(VALUES[words])


def test_programs_of_the_users_own_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also behind ``+`` and in a folder; other files are not."""
    monkeypatch.chdir(tmp_path)
    for name in ("bad.lp", "bare.lp", "mine.lp", "bonus.txt", "sub/best.lp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    expected = {
        "l": {"lp:"},
        "lp:b": {"lp:bad.lp", "lp:bare.lp"},
        "lp:s": {"lp:sub/"},
        "lp:sub/": {"lp:sub/best.lp"},
        "lp:bad.lp+mi": {"lp:bad.lp+mine.lp"},
    }
    for start, values in expected.items():
        assert {value for _, value in offered(f"solve pips --engine|{start}")} == values
    assert offered("compare pips --engines|asp,lp:m") == [("plain", "asp,lp:mine.lp")]


def test_every_offered_engine_is_one() -> None:
    from pyasp_puzzles.engines.names import parse_engine

    for start in ("", "asp:", "exact-cover:", "sat:", "translate.lazy:"):
        engines = [value for _, value in offered(f"count pips --engine|{start}")]
        assert engines
        for engine in engines:
            assert str(parse_engine(engine)) == engine


def test_labels_of_a_file_are_offered(tmp_path: Path) -> None:
    day = tmp_path / "day.json"
    day.write_text(json.dumps({"easy": LEVEL, "medium": LEVEL, "hard": LEVEL}))
    labels = [f"{day}#{label}" for label in ("easy", "medium", "hard")]
    assert [value for _, value in offered(f"solve pips|{day}#")] == labels
    assert offered(f"count pips|{day}#h") == [("plain", labels[2])]
    assert offered(f"solve packing|{day}#") == []  # no file of that puzzle
    assert offered("solve pips|-#") == []  # nobody waits for standard input


BASH = """
eval "$(_PYASP_PUZZLES_COMPLETE=bash_source pyasp-puzzles)"
compopt() { echo "compopt $2"; }
offer() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _pyasp_puzzles_completion pyasp-puzzles
    echo "${COMPREPLY[*]}"
}
"""


def test_bash_completes_words_that_it_breaks_at_colons_and_equals_signs(tmp_path: Path) -> None:
    """As bash does by default, words are broken at : and =, and what is behind them is replaced."""
    program = tmp_path / "pyasp-puzzles"
    if sys.platform == "linux":
        command_server().write_program(program)
    else:
        program.write_text(f'#!/bin/sh\nexec {" ".join(PUZZLES)} "$@"\n')
        program.chmod(0o755)
    lines = {
        "solve pa": "packing",
        "solve packing soma --engine asp : sw": "sweep",
        "solve packing soma --engine = asp : sw": "sweep",
        "solve packing soma --engine asp:sw": "asp:sweep",  # bash told not to break there
        "solve eternity --export ''": "board_edges viewer",
        "count pips --by = f": "filling",
        "compare pips --engines asp,sat.document : glucose4,cpsat.d": "glucose4,cpsat.document",
        "answers ''": "compopt default\n",
        "certify pips --write ''": "compopt dirnames\n",
        "solve no_such_puzzle no": "compopt default\n",
    }
    script = BASH + "".join(f"offer pyasp-puzzles {line}\n" for line in lines)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        ["bash", "--norc", "-c", script], env=environment, capture_output=True, text=True
    )
    assert done.stderr == ""
    assert done.stdout == "".join(f"{offered}\n" for offered in lines.values())


def test_fish_keeps_the_commas_of_a_value() -> None:
    fish, bash = get_completion_class("fish"), get_completion_class("bash")
    assert fish is not None and 'split --max 1 ","' in fish.source_template
    assert bash is not None and issubclass(bash, BashComplete) and bash is not BashComplete


def test_a_shell_that_nobody_knows_gets_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_PYASP_PUZZLES_COMPLETE", "noshell_complete")
    assert cli_run([]) == 1
    assert capsys.readouterr() == ("", "")
    assert logging.getLogger().isEnabledFor(logging.WARNING), "the messages of later calls are lost"
