"""Boards and verdicts that nobody here wrote: those of pzpr, which puzz.link runs.

Each genre with a codec has a table pzpr/NAME.toml: an address, solved boards, wrong boards with the
rule that they break. tests/benchmarks/pzpr_boards.py writes a first draft of one. The judge itself
runs under node where the folder of published instances has pzpr/judge.js.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import DATA

import pyasp_puzzles as pp
from pyasp_puzzles.boards.board import layer_named
from pyasp_puzzles.boards.clues import Regions
from pyasp_puzzles.boards.formats.answers import read_answers
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.core.errors import PuzzleError

TABLES = Path(__file__).with_name("pzpr")
NAMES = [name for name in shipped_names() if find_puzzle(name).site]
JUDGE = DATA / "pzpr" / "judge.js"
judged = pytest.mark.skipif(
    not (JUDGE.is_file() and shutil.which("node")),
    reason="no node, or no judge.js (set PYASP_PUZZLES_DATA)",
)


def table(name: str) -> Mapping[str, Any]:
    return tomllib.loads((TABLES / f"{name}.toml").read_text(encoding="utf-8"))


def genre(name: str) -> Genre[Any, Any]:
    hands = find_puzzle(name).play
    assert isinstance(hands, Hands)
    return hands.genre


def is_beyond(name: str, board: Any) -> bool:
    """Whether a board has rules of ours that pzpr cannot write."""
    codec = genre(name).codec
    beyond = codec.beyond if codec else ()
    return any(list(layer_named(board, each).facts(board)) for each in beyond)


def read(name: str, text: str) -> tuple[Any, Any]:
    """The board and the answer of a pzprv3 text."""
    puzzle = find_puzzle(name)
    (board,) = puzzle.parse(text, "file").values()
    (solution,) = read_answers(puzzle, board, text, "file")
    return board, solution


@pytest.mark.parametrize("name", NAMES)
def test_the_solved_board_is_our_only_answer(name: str) -> None:
    puzzle, known = find_puzzle(name), table(name)
    boards = [read(name, text) for text in known["right"]]
    for board, solution in boards:
        assert puzzle.verify(board, solution) == []
    (board,) = puzzle.parse(known["url"], "link").values()
    found = pp.solve(board, limit=2, timeout=60)
    answers = [answer.solution for answer in found]
    assert len(answers) == 1
    assert found.exhausted or known.get("several")
    rows = [layer.rows(board) for layer in genre(name).layers]
    same = [x for b, x in boards if [layer.rows(b) for layer in genre(name).layers] == rows]
    assert answers == same[:1] or not same  # the solved boards may be others


@pytest.mark.parametrize("name", NAMES)
def test_each_wrong_board_breaks_the_rule_that_pzpr_names(name: str) -> None:
    for wrong in table(name).get("wrong", ()):
        broken = find_puzzle(name).verify(*read(name, wrong["board"]))
        assert len(wrong["rule"]) > 5
        assert any(re.search(wrong["rule"], rule) for rule in broken), (wrong["code"], broken)


@pytest.mark.parametrize("name", NAMES)
def test_addresses_and_files_survive_reading_and_writing(name: str) -> None:
    puzzle, known = find_puzzle(name), table(name)
    assert puzzle.site
    (board,) = puzzle.parse(known["url"], "link").values()
    address = puzzle.site.address(board)
    assert address.partition("?")[2].strip("/") == known.get("written", known["url"]).strip("/")
    for text in known["right"]:
        board, solution = read(name, text)
        written = genre(name).pzprv3(board, solution)
        assert read(name, written) == (board, solution)
    for file in puzzle.instance_files():
        for board in pp.load_all(name, file):
            if is_beyond(name, board):
                with pytest.raises(pp.InstanceError, match=r"found a board with .*puzz\.link"):
                    puzzle.site.address(board)
                continue
            texts = [puzzle.site.address(board), genre(name).pzprv3(board)]
            for text in texts:
                (again,) = puzzle.parse(text, "link").values()
                assert [puzzle.site.address(again), genre(name).pzprv3(again)] == texts
                for layer in genre(name).layers:
                    same = isinstance(layer, Regions) or layer.rows(again) == layer.rows(board)
                    assert same, (file, layer.name)  # regions have other names


@pytest.mark.parametrize("name", NAMES)
def test_an_address_that_is_cut_or_spoilt_says_where_and_what_was_expected(name: str) -> None:
    puzzle, url = find_puzzle(name), table(name)["url"]
    assert puzzle.site
    for spoilt in (*(url[:end] for end in range(len(url) - 1)), url + "!", url + "zz"):
        if not puzzle.site.reads(spoilt):
            continue
        try:
            puzzle.parse(spoilt, "link")
        except PuzzleError as error:
            assert re.match(r"link, (character \d+|the board).*: found .*, expected .*", str(error))
            assert "\n" not in str(error)


def verdicts(files: Iterable[str]) -> Iterator[str | None]:
    """The judge's verdicts of pzprv3 texts: the code of the first broken rule; ``None``: right."""
    asked = "".join(json.dumps({"id": 0, "file": text}) + "\n" for text in files)
    done = subprocess.run(
        ["node", JUDGE], input=asked, capture_output=True, text=True, check=True, timeout=600
    )
    for line in done.stdout.splitlines():
        yield json.loads(line)["code"]


def solved(name: str, number: int) -> Iterator[tuple[Any, Any]]:
    """Boards with an answer: shipped ones, then random ones."""
    puzzle = find_puzzle(name)
    boards = list(puzzle.parse(table(name)["url"], "link").values())
    shipped = (board for file in puzzle.instance_files() for board in pp.load_all(name, file))
    boards += [board for board in shipped if not is_beyond(name, board)]
    for board in boards[: number if number < 10 else None]:
        for answer in pp.solve(board, limit=1, timeout=60):
            yield board, answer.solution
    for seed in range(number if number >= 10 else 0):
        (board,) = pp.generate(name, seed=seed)
        for answer in pp.solve(board, limit=1, timeout=60):
            yield board, answer.solution


def mutated(name: str, board: Any, solution: Any, random: Random) -> Any:
    """An answer with a mark more, less or in place of another; ``None``: it cannot be decoded."""
    own = genre(name)
    atoms = []
    for marks in own.marks:
        places = list(marks.places(board))
        rows = {marks.place(row): row for row in marks.rows(solution)}
        for _ in range(random.choice([1, 1, 2]) if places else 0):
            place, before = random.choice(places), random.choice([*rows, None])
            if random.random() < 0.5 and before:
                rows.pop(before)
            values = list(marks.values(board))
            if random.random() < 0.8 and values:
                rows[place] = marks.row(board, place, random.choice(values))
        rows |= {marks.place(row): row for row in marks.given_rows(board)}
        atoms += [atom for row in rows.values() for atom in marks.atoms(row)]
    try:
        return own.decode(board, atoms)
    except PuzzleError:
        return None


def disagreements(names: Iterable[str], boards: int, mutants: int) -> list[str]:
    """The answers, ours and mutated ones, on which the judge and ``verify`` disagree."""
    found: list[tuple[str, Any, Any]] = []
    for name in names:
        random = Random(name)
        for board, solution in solved(name, boards):
            found.append((name, board, solution))
            tries = (mutated(name, board, solution, random) for _ in range(mutants // boards))
            found += [(name, board, wrong) for wrong in tries if wrong]
    files = [genre(name).pzprv3(board, solution) for name, board, solution in found]
    told = []
    for (name, board, solution), file, code in zip(found, files, verdicts(files), strict=True):
        broken = find_puzzle(name).verify(board, solution)
        deviates = any(
            each.get("code") == code and re.search(each.get("rule", ""), str(broken))
            for each in table(name).get("deviates", ())
        )
        lost = read(name, file)[1] != solution  # borders do not say whose an area is
        if (code is None) != (not broken) and not deviates and not lost:
            told.append(f"{name}: pzpr says {code}, verify {broken}\n{file}")
    return told


@judged
def test_the_judge_agrees_on_a_few_answers() -> None:
    assert disagreements(NAMES, 1, 8) == []


@judged
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_judge_agrees_on_many_answers(name: str) -> None:
    assert disagreements([name], 100, 500) == []
