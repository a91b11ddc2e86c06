"""Write docs/measured/gallery.md: how fast each of the classics is; docs/use/gallery.md lists them.

    python tests/benchmarks/gallery_page.py [NAME]... [--only large,new,explain,engines]

measures these puzzles (all that have a web site, without names), keeps the figures of the others,
which are in docs/measured/gallery.jsonl, and writes the page. The folder of published instances
(PYASP_PUZZLES_DATA) has pzpr/large_urls.json: for each genre of pzpr addresses of large boards.
"""

from __future__ import annotations

import argparse
import json
import os
import time
import tomllib
from dataclasses import replace
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import Puzzle, Task
from pyasp_puzzles.boards.registry import by_kind, find_puzzle, shipped_names, words_of
from pyasp_puzzles.comparison.run import Ending
from pyasp_puzzles.core.errors import PuzzleError

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("PYASP_PUZZLES_DATA", ROOT.parent / "shared" / "data"))
PZPR = DATA / "pzpr"
PAGE, FIGURES = (ROOT / "docs" / "measured" / f"gallery.{end}" for end in ("md", "jsonl"))
LIST = ROOT / "docs" / "use" / "gallery.md"
TABLES = ROOT / "tests" / "puzzles" / "pzpr"
RULES = "https://puzz.link/rules.html?"
WIDE = 120
"""Pixels of a picture in the list."""
SEEDS = 10
SIDES = {"sudoku": 9}
"""The rows of a new board, where they are not 10."""
LIMIT = 60.0
"""CPU seconds of a search."""
ENGINES = ("asp", "translate:cadical195", "translate:glucose4", "exact-cover")
PATIENCE = 40.0
"""Seconds on the clock that a new board may take."""
GIVEN_UP = 2
"""If a seed behind this one makes no board in that time, no further seed is tried."""
HINTS = 40
"""The most hints of a session."""
SMALL = 100
"""The most cells of a board that is explained, and on which engines are compared."""


def others(puzzle: Puzzle[Any, Any]) -> list[Any]:
    """The large boards of others."""
    urls = json.loads((PZPR / "large_urls.json").read_text(encoding="utf-8"))
    assert puzzle.site
    return [pp.load(puzzle.name, url) for url in urls.get(puzzle.site.names[0], ())]


def large(puzzle: Puzzle[Any, Any]) -> list[dict[str, Any]]:
    """Large boards of others: seconds to ground, to the first answer, to the proof that it is one.

    CPU seconds of a process of its own, facts included. ``several``: a second answer was found.
    """
    found = []
    for board in others(puzzle):
        row: dict[str, Any] = {"board": puzzle.size(board).split(",")[0]}
        tasks: tuple[Task, Task] = ("first", "all")
        for task, name in zip(tasks, ("first", "unique"), strict=True):
            (run,) = pp.compare([board], engines=["asp"], task=task, repeat=1, timeout=LIMIT).rows()
            row[name] = round(run.seconds["total"], 3) if run.ending is Ending.DONE else None
            row["ground"] = round(run.seconds.get("ground", 0), 3) or row.get("ground")
        two = [] if row["unique"] else list(pp.solve(board, limit=2, timeout=LIMIT))
        row["several"] = len(two) > 1
        found.append(row)
    return found


def new(puzzle: Puzzle[Any, Any]) -> dict[str, Any]:
    """Boards of our generator, unique and minimal: CPU seconds of a board."""
    assert puzzle.generator
    known = {each.name for each in puzzle.generator.parameters}
    side = SIDES.get(puzzle.name, 10)
    sizes = {name: side for name in ("size", "rows", "columns") if name in known}
    spent, facts = [], []
    for seed in range(SEEDS):
        start = time.process_time()
        try:
            (board,) = pp.generate(puzzle.name, seed=seed, timeout=PATIENCE, **sizes)
        except pp.GaveUpError:
            if seed > GIVEN_UP:
                return {"median": None, "worst": None, "last": f"{len(facts)} of {seed + 1} seeds"}
            spent.append(PATIENCE)
            continue
        spent.append(time.process_time() - start)
        facts.append(puzzle.size(board))
    worst = round(max(spent), 2) if max(spent) < PATIENCE else None
    return {"median": round(median(spent), 2), "worst": worst, "last": facts[-1]}


def small(puzzle: Puzzle[Any, Any]) -> Any:
    """The largest shipped board of at most so many cells."""
    boards = [board for name in puzzle.instance_files() for board in pp.load_all(puzzle.name, name)]
    fit = [board for board in boards if len(board.cells) <= SMALL]
    return max(fit, key=lambda board: len(board.cells))


def explain(puzzle: Puzzle[Any, Any]) -> dict[str, Any]:
    """The derivation of a shipped board, and the hints of a session on it: CPU seconds."""
    board = small(puzzle)
    start = time.process_time()
    steps = list(pp.explain(board))
    spent = time.process_time() - start
    largest = max(step.size for step in steps)
    told = {"board": board.name, "steps": len(steps), "seconds": round(spent, 2)}
    hints, state = [], pp.Partial()
    while len(hints) < HINTS:
        start = time.process_time()
        hint = pp.hint(board, state)
        hints.append(time.process_time() - start)
        if not hint:
            break
        state = state.together(hint.as_partial())
    return {
        **told,
        "largest": largest,
        "first": round(hints[0], 2),
        "hint": round(median(hints), 2),
    }


def engines(puzzle: Puzzle[Any, Any]) -> list[dict[str, Any]]:
    """ASP against SAT solvers on the translated program: the proof that an answer is the only one.

    CPU seconds on a shipped board and on those of others; the answers agree, else there is an
    error. ``None``: the engine needs more time, or the program is no exact cover.
    """
    rows = []
    for board in (small(puzzle), *others(puzzle)):
        found = pp.compare([board], engines=ENGINES, task="all", repeat=1, timeout=LIMIT / 3)
        done = {str(each.engine): each for each in found.rows() if each.ending is Ending.DONE}
        seconds = {name: round(each.seconds["total"], 3) for name, each in done.items()}
        name = board.name if board.name != "the link" else puzzle.size(board).split(",")[0]
        rows.append({"board": name, **{name: seconds.get(name) for name in ENGINES}})
    return rows


PARTS = {"large": large, "new": new, "explain": explain, "engines": engines}


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def about(puzzle: Puzzle[Any, Any]) -> list[str]:
    """Lines of the program and of the module, and boards of pzpr: right, wrong, left out."""
    module = Path(pp.__file__).parent / "puzzles" / f"{puzzle.name}.py"
    table = TABLES / f"{puzzle.name}.toml"
    known = tomllib.loads(table.read_text(encoding="utf-8")) if table.exists() else {}
    kinds = [len(known.get(kind, ())) for kind in ("right", "wrong", "left")]
    sizes = [lines_of(puzzle.program_path()), lines_of(module)]
    return [*map(str, sizes), " / ".join(map(str, kinds))]


def page(figures: dict[str, dict[str, Any]]) -> str:
    """The page of all figures."""

    def those(part: str) -> list[tuple[str, Any]]:
        return [(name, own[part]) for name, own in figures.items() if own.get(part)]

    boards = [(name, row) for name, rows in those("large") for row in rows]
    raced = [(name, row) for name, rows in those("engines") for row in rows]
    seconds = sorted(row["unique"] or LIMIT for _, row in boards if not row.get("several")) or [0.0]
    number, middle, most = len(seconds), shown(median(seconds)), shown(seconds[-1])
    return HEAD + "\n".join(
        (
            "## The programs\n",
            table(PROGRAMS, [[name, *about(find_puzzle(name))] for name in figures]),
            LARGE.format(number=number, middle=middle, most=most),
            table(
                ("puzzle", "board", "ground", "first", "unique"),
                [
                    [
                        *(name, row["board"], shown(row["ground"]), shown(row["first"])),
                        "several" if row.get("several") else shown(row["unique"]),
                    ]
                    for name, row in boards
                ],
            ),
            f"## New boards\n\nUnique and minimal, 10 x 10 (sudoku 9 x 9), {SEEDS} seeds.\n",
            table(
                ("puzzle", "median", "worst", "the last one"),
                [[n, shown(x["median"]), shown(x["worst"]), x["last"]] for n, x in those("new")],
            ),
            EXPLAINED,
            table(
                ("puzzle", "board", "steps", "seconds", "largest reason", "first hint", "hints"),
                [
                    [
                        *(name, x["board"], str(x["steps"]), shown(x["seconds"])),
                        *(str(x["largest"]), shown(x.get("first")), shown(x["hint"])),
                    ]
                    for name, x in those("explain")
                ],
            ),
            RACE.format(limit=LIMIT / 3, summary=summary([x for _, x in raced])),
            table(
                ("puzzle", "board", *(f"`{engine}`" for engine in ENGINES), "fastest"),
                [
                    [name, x["board"], *(shown(x[engine]) for engine in ENGINES), fastest(x)]
                    for name, x in raced
                ],
            ),
        )
    )


HEAD = """# The classics, measured

`python tests/benchmarks/gallery_page.py` measures and writes this page, or some puzzles of it. All
times are CPU seconds on one core of a shared machine, single runs.

"""
PROGRAMS = ("puzzle", "lines of lp", "of Python", "pzpr: right / wrong / left out")
LARGE = """## Large boards of others

The addresses are those of the examples of T0nyX1ang/noqx. The proof that the answer is the only one
takes {middle} s (median of {number} boards), {most} s at most; - is more, "several" means that a
second answer was found.

Two of them are not what the table asks for. country_road 10 x 12 has more than 200,000 answers, of
which the judge of pzpr accepts those that it was asked about. numberlink 26 x 26 is meant for lines
through all cells that never turn twice within 2 x 2 cells: with these rules its answer is found and
proved unique in 0.5 s; without them no answer was found in 20 s of CPU time.
"""
EXPLAINED = f"""## Explanations of shipped boards

The largest board of at most {SMALL} cells; hints: the median of the first {HINTS} of a session
that lays what they say.
"""
RACE = """## ASP and SAT on the same boards

The proof that the answer is the only one, facts and translation included; - is more than
{limit:.0f} s, or no exact cover. The engines agree on all answers. The
solvers get the same ground program as clauses; the distance is greatest where cells have to be
connected, which takes clauses of its own.

{summary}
"""


def summary(rows: list[dict[str, Any]]) -> str:
    """How often each engine is the fastest, and how far it is behind where it ends."""
    told = []
    for engine in ENGINES:
        done = [row for row in rows if row[engine] is not None]
        ratios = [row[engine] / min(row[x] for x in ENGINES if row[x] is not None) for row in done]
        if done:
            first = sum(ratio == 1 for ratio in ratios)
            often = f"is the fastest on {first} of {len(rows)} boards and ends on {len(done)}"
            told.append(f"`{engine}` {often}, at {median(ratios):.1f} times the fastest (median)")
    return f"{'; '.join(told)}." if told else ""


def fastest(row: dict[str, Any]) -> str:
    """The fastest engine, and how often faster than the next one it is."""
    done = sorted((row[engine], engine) for engine in ENGINES if row[engine] is not None)
    more = f", {done[1][0] / done[0][0]:.1f} times" if done[1:] else ", alone"
    return f"`{done[0][1]}`{more}" if done else "none"


def shown(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f}"


def table(heads: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def listed() -> str:
    """The page of all puzzles, by kind."""
    heads = ("", "puzzle", "what it is", "program", "puzz.link", "rules", "boards")
    sections = []
    for kind, puzzles in by_kind().items():
        rows = [
            [
                f'<img src="gallery/{puzzle.name}.svg" width="{WIDE}" alt="a solved board">',
                f"`{puzzle.name}`",
                words_of(puzzle)["about"],
                f"[{puzzle.name}.lp](../../lp/{puzzle.name}.lp)",
                f"`{puzzle.site.names[0]}`" if puzzle.site else "",
                f"[rules]({RULES}{puzzle.site.names[0]})" if puzzle.site else "",
                str(len(puzzle.instance_files())),
            ]
            for puzzle in puzzles
        ]
        sections.append(f"## {kind}\n\n{table(heads, rows)}")
    return LISTED + "\n".join(sections)


def pictures() -> dict[Path, str]:
    """A solved board of each puzzle, the first that is shipped, as SVG by the path of its file."""
    drawn = {}
    for puzzle in chain.from_iterable(by_kind().values()):
        board = pp.load(puzzle.name, next(iter(puzzle.instance_files())))
        picture = replace(next(pp.solve(board)).picture, title="", legend=())
        drawn[LIST.with_suffix("") / f"{puzzle.name}.svg"] = pp.svg(picture)
    return drawn


LISTED = """# The puzzles

Each is one program that plain clingo runs, a declaration, and a `verify` of its own; all commands
work on all of them. `pyasp-puzzles list PUZZLE` shows its boards. An address of puzz.link or pzv.jp
with a name of the column "puzz.link" is an address of a board, too: `pyasp-puzzles solve
'https://puzz.link/p?slither/5/5/cbcbcddad'`. The first lines of a program are its rules. Most are
puzzles of Nikoli; "rules" links to the rules as puzz.link states them. Figures:
[measured](../measured/gallery.md).

"""


def write_list() -> None:
    """Write docs/use/gallery.md and its pictures."""
    LIST.write_text(listed(), encoding="utf-8")
    for path, text in pictures().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def keep(figures: dict[str, dict[str, Any]]) -> None:
    """Write the figures and their page."""
    rows = (json.dumps({"puzzle": name, **row}) + "\n" for name, row in figures.items())
    FIGURES.write_text("".join(rows), encoding="utf-8")
    PAGE.write_text(page(figures), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--only", default=",".join(PARTS))
    asked = parser.parse_args()
    lines = FIGURES.read_text(encoding="utf-8").splitlines() if FIGURES.exists() else []
    figures = {row.pop("puzzle"): row for row in map(json.loads, lines)}
    known = [name for name in shipped_names() if find_puzzle(name).site]
    for name in asked.names or known:
        own = figures.setdefault(name, {})
        for part in asked.only.split(","):
            try:
                own[part] = PARTS[part](find_puzzle(name))
            except PuzzleError as error:
                print(name, part, error)
            print(name, part, own.get(part), flush=True)
        keep({each: figures[each] for each in sorted(figures) if each in known})
    write_list()


if __name__ == "__main__":
    main()
