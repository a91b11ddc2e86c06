"""docs/start/reading_asp.md: its code stands in the programs, its commands print what it shows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support import PUZZLES, ROOT, pages

PAGE = pages()["docs/start/reading_asp.md"]
PROGRAMS = re.findall(r"^```prolog\n% (\S+)\n(.*?)^```", PAGE, flags=re.M | re.S)
QUOTED = [(file, program) for file, program in PROGRAMS if file.startswith("lp/")]
SHOWN = re.findall(
    r"^```console\n(?:\$ )?([^\n]+)\n```\n\n```text\n(.*?)^```", PAGE, flags=re.M | re.S
)


def rules(program: str) -> list[str]:
    """The rules of a program, without comments, each with single blanks."""
    bare = re.sub(r"%.*", "", program)
    return [" ".join(rule.split()) for rule in re.findall(r"\S.*?\.(?=\s|$)(?!\.)", bare, re.S)]


def test_each_block_of_code_names_its_file() -> None:
    assert len(PROGRAMS) == PAGE.count("```prolog") > 10


@pytest.mark.parametrize(("file", "program"), QUOTED, ids=range(len(QUOTED)))
def test_a_quoted_rule_stands_in_its_program(file: str, program: str) -> None:
    there = rules((ROOT / file).read_text(encoding="utf-8"))
    assert [rule for rule in rules(program) if rule not in there] == []


@pytest.mark.parametrize(("command", "text"), SHOWN, ids=range(len(SHOWN)))
def test_a_command_prints_what_is_shown(command: str, text: str, tmp_path: Path) -> None:
    for file, program in PROGRAMS:
        if not file.startswith("lp/"):
            (tmp_path / file).write_text(program)
    command = command.replace("pyasp-puzzles", " ".join(f"'{word}'" for word in PUZZLES))
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout == text
