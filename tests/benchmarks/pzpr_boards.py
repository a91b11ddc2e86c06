"""Writes tests/puzzles/pzpr/NAME.toml: boards of pzpr with the rules that wrong ones break.

    python tests/benchmarks/pzpr_boards.py slitherlink ...

The folder of published instances has pzpr/boards.json: for each genre of pzpr the address of a
board, solved boards, and wrong ones with the code of the rule that each breaks. Facts alone are
copied: boards and codes. As ``rule`` of a wrong board, a regular expression, the first sentence of
``verify`` is written, without its numbers: *read* whether it is the rule that the code names, and
correct it where it is not. What a table says already is kept: its rules, and the boards left out
with the reason.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from gallery_page import PZPR

from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import PuzzleError

TABLES = Path(__file__).parents[1] / "puzzles" / "pzpr"
HEAD = """\
# Boards from robx/pzprjs (test/script), MIT: an address, solved boards, wrong boards with the code
# of the rule that pzpr names. `rule`: a part of one of our sentences about that board.
"""


def write(name: str, genres: dict[str, Any]) -> Path:
    """Write the table of a puzzle."""
    puzzle = find_puzzle(name)
    assert puzzle.site, name
    path = TABLES / f"{name}.toml"
    known = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    rules = {each["board"]: each.get("rule", "") for each in known.get("wrong", ())}
    left = {each["board"]: each["why"] for each in known.get("left", ())}
    genre = genres[puzzle.site.names[0]]
    right, wrong, out = [], "", ""
    for board in [*genre["right"], *genre["wrong"]]:
        text = board["board"]
        why = left.get(text) or _why_not(puzzle, text, board)
        if why:
            code = board.get("code", "")
            out += f"\n[[left]]\nboard = {_text(text)}\ncode = {_text(code)}\nwhy = {_text(why)}\n"
        elif "code" in board:
            rule = rules.get(text) or _broken(puzzle, text)
            code = board["code"]
            wrong += f"\n[[wrong]]\nboard = {_text(text)}\ncode = {_text(code)}\n"
            wrong += f"rule = {_text(rule)}\n"
        else:
            right.append(text)
    lines = "".join(f"    {_text(text)},\n" for text in right)
    head = f"{HEAD}url = {_text(genre['url'])}\nright = [\n{lines}]\n"
    path.write_text(head + wrong + out, encoding="utf-8")
    return path


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _why_not(puzzle: Any, text: str, board: dict[str, Any]) -> str:
    """Why a board says nothing about our rules; empty: it does."""
    if board.get("options"):
        return f"a variant of the rules: {', '.join(board['options'])}"
    if len(text.strip("/").split("/")) <= 4:
        return "a file without a board"
    try:
        _broken(puzzle, text)
    except PuzzleError as error:
        return f"not read: {error}"
    return ""


def _broken(puzzle: Any, text: str) -> str:
    """The first rule that a board breaks, as a pattern without its places and numbers."""
    from pyasp_puzzles.boards.formats.answers import read_answers

    (board,) = puzzle.parse(text, "file").values()
    (solution,) = read_answers(puzzle, board, text, "file")
    broken = puzzle.verify(board, solution)
    return re.sub(r"\d+", r"\\d+", broken[0].partition(":")[0]) if broken else "NONE"


if __name__ == "__main__":
    data = json.loads((PZPR / "boards.json").read_text(encoding="utf-8"))
    for each in sys.argv[1:]:
        print(write(each, data))
