"""Write the page on how the engines compare, with everything measured anew.

``python -m pyasp_puzzles.comparison [FOLDER]`` writes ``comparison.md`` and its plots.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from pyasp_puzzles.comparison import Comparison, Plan, race
from pyasp_puzzles.comparison.live import LiveTable
from pyasp_puzzles.comparison.page import page
from pyasp_puzzles.core.errors import PuzzleError


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write the page and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m pyasp_puzzles.comparison",
        description="Compare all engines on all puzzles and write the page about it.",
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs"))
    parser.add_argument("--repeat", type=int, default=3, help="rounds that count [3]")
    parser.add_argument("--timeout", type=float, default=30.0, help="CPU seconds of a run [30]")
    parser.add_argument("--puzzle", action="append", help="only this one; several times: these")
    options = parser.parse_args(arguments)
    console = Console(stderr=True)

    def measure(plan: Plan) -> Comparison:
        with LiveTable(console, plan) as watcher:
            found = race(plan, watcher)
        if found.interrupted:
            raise KeyboardInterrupt
        return found

    try:
        files = page(options.puzzle or (), options.repeat, options.timeout, measure)
        options.folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (options.folder / name).write_text(text, encoding="utf-8")
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: nothing was written", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
