"""A store of more than a million answers: size, and seconds for what is done with it."""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyasp_puzzles as pp

if TYPE_CHECKING:
    from .conftest import Report

ROWS, COLUMNS = 7, 8
TILINGS = 1_292_697
ATOMS = 400
CUBES = 64
BOARD = f"lattice: square\nboard: {ROWS} x {COLUMNS}\npiece I x28:\n    ##\n"
VERIFIED = 20_000
"""Answers that are verified; all of them would take minutes."""
TITLE = """A store of {n:,} answers, each of 28 of {atoms} atoms, in {cubes} cubes: the domino
tilings of the {rows} x {columns} board.  Wall clock, one run; a command with its start and end"""


def test_a_million_answers_are_written_shown_and_exported(tmp_path: Path, report: Report) -> None:
    from pyasp_puzzles.counts.identity import CountIdentity
    from pyasp_puzzles.counts.store import export
    from pyasp_puzzles.counts.store.codec import AnswerFilter
    from pyasp_puzzles.counts.store.store import Store
    from pyasp_puzzles.engines.job import make_job
    from pyasp_puzzles.engines.search import Cube

    board = tmp_path / "tilings.txt"
    board.write_text(BOARD)
    file = tmp_path / "tilings.store"
    atoms = all_atoms()
    words = list(tilings(letters(atoms)))
    assert len(set(words)) == len(words) == TILINGS
    words.sort()
    bounds = [TILINGS * number // CUBES for number in range(CUBES + 1)]
    rows: list[tuple[str, str, str]] = []

    def timed(what: str, function: Callable[[], Any], of: int = TILINGS) -> Any:
        start = time.perf_counter()
        result = function()
        seconds = time.perf_counter() - start
        rows.append((what, f"{of:,}", f"{seconds:.2f} s"))
        return result

    run = CountIdentity.of(make_job(pp.load("packing", board), "asp"))

    def write() -> None:
        with Store.to_write(file, run) as store:
            store.begin(atoms, [Cube((atom,)) for atom in atoms[:CUBES]])  # any cubes will do
            for number in range(1, CUBES + 1):
                part = words[bounds[number - 1] : bounds[number]]
                store.finish(number, part, 1.0, "asp")

    def command(*options: str) -> str:
        line = [sys.executable, "-m", "pyasp_puzzles", "answers", str(file), *options]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout

    timed("write, cube by cube", write)
    size = file.stat().st_size
    timed("open to write: checks all", lambda: Store.to_write(file, run).close())
    assert "answer 10," in timed("command: first page", command)
    assert "Packing" in timed("command: first page, drawn", lambda: command("--draw"))
    last = -(-TILINGS // 10)
    shown = timed("command: last page", lambda: command("--page", str(last)))
    assert f"answer {TILINGS:,}," in shown
    with Store.to_read(file) as store:
        corner = AnswerFilter(store.codec, [place(1, 1, 1)])
        rest = AnswerFilter(store.codec, ['place("I",2,1,_,0)'], [place(1, 1, 1)])
        lying = timed("filter: with an atom", lambda: store.matching(corner))
        standing = timed("filter: any of 8, without one", lambda: store.matching(rest))
        assert lying + standing == TILINGS
        out = [str(tmp_path / name) for name in ("a.csv", "a.jsonl")]
        timed("CSV", lambda: export.write(store, out[0], "csv"))

        def verify() -> None:
            for answer in store.page(0, VERIFIED):
                assert answer.answer

        timed("verify", verify, VERIFIED)
        timed(
            "JSON lines, verified",
            lambda: export.write(store, out[1], "jsonl", 0, VERIFIED),
            VERIFIED,
        )
    with Path(out[0]).open(newline="") as lines:
        assert sum(1 for _ in csv.reader(lines)) == TILINGS + 1
    for name, path, of in (
        ("store", str(file), TILINGS),
        ("CSV", out[0], TILINGS),
        ("Parquet", out[1], TILINGS),
        ("JSON lines", out[1], VERIFIED),
    ):
        rows.append((f"size of {name}", f"{of:,}", f"{Path(path).stat().st_size / 1e6:.1f} MB"))
    assert Path(file).stat().st_size == size
    title = TITLE.format(n=TILINGS, atoms=ATOMS, cubes=CUBES, rows=ROWS, columns=COLUMNS)
    report(title, ("what", "answers", "figure"), rows)


def place(turn: int, row: int, column: int) -> str:
    return f'place("I",{turn},{row},{column},0)'


def all_atoms() -> list[str]:
    """Those of the board, and others that are not used: letters take two bytes then, as usual."""
    lying = [place(1, r, c) for r in range(1, ROWS + 1) for c in range(1, COLUMNS)]
    standing = [place(2, r, c) for r in range(1, ROWS) for c in range(1, COLUMNS + 1)]
    atoms = lying + standing
    return atoms + [place(3, 1, number) for number in range(1, ATOMS - len(atoms) + 1)]


def letters(atoms: Iterable[str]) -> dict[str, bytes]:
    from pyasp_puzzles.counts.store.codec import AnswerCodec

    codec = AnswerCodec(list(atoms))
    return {atom: codec.code(number) for number, atom in enumerate(codec.atoms)}


def tilings(
    letter: dict[str, bytes], cell: int = 0, taken: int = 0, lying: bytes = b"", rest: bytes = b""
) -> Iterator[bytes]:
    """The words of all tilings: lying dominoes, then standing ones, as in clingo's order.

    It goes from cell to cell; ``taken`` has a bit for each cell from there on that is covered.
    """
    if cell == ROWS * COLUMNS:
        yield lying + rest
        return
    if taken & 1:
        yield from tilings(letter, cell + 1, taken >> 1, lying, rest)
        return
    row, column = cell // COLUMNS + 1, cell % COLUMNS + 1
    if row < ROWS:
        standing = letter[place(2, row, column)]
        yield from tilings(letter, cell + 1, (taken | 1 << COLUMNS) >> 1, lying, rest + standing)
    if column < COLUMNS and not taken & 2:
        lies = letter[place(1, row, column)]
        yield from tilings(letter, cell + 1, (taken | 2) >> 1, lying + lies, rest)
