"""The study as a command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pyasp_puzzles.boards.formats.outputs import make_folder, write_text
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.puzzles.eternity.study.cells import cells
from pyasp_puzzles.puzzles.eternity.study.families import SIZES, families
from pyasp_puzzles.puzzles.eternity.study.measuring import (
    TASKS,
    Demand,
    estimate_all,
    measure_all,
)
from pyasp_puzzles.puzzles.eternity.study.plots import time_lines, time_map
from pyasp_puzzles.puzzles.eternity.study.records import ENGINES, Records
from pyasp_puzzles.puzzles.eternity.study.tables import page


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is missing, write the tables and the plots, return the exit code.

    It is 0 if all is measured, 3 if the budget did not suffice or Ctrl-C ended it.
    """
    options = _parser().parse_args(arguments)
    try:
        records = Records(options.folder / "eternity-times.jsonl")
        whole = True
        make_folder(str(options.folder))
        if options.cap:
            demand = Demand(
                tuple(families(map(_number, options.sizes.split()))),
                options.engines.split(),
                options.tasks.split(),
                options.seeds,
                options.cap,
                options.budget,
            )
            whole = measure_all(demand, records, _tell)
            whole = estimate_all(demand, records, _tell) and whole
        write(records, options.folder)
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: what was measured is kept", file=sys.stderr)
        return 3
    if not whole:
        print("the budget is spent: the same command measures the rest", file=sys.stderr)
    return 0 if whole else 3


def write(records: Records, folder: Path) -> None:
    """Write the tables and the plots of all records.

    Raises:
        PuzzleError: there are no records, a file cannot be written, or matplotlib is not installed.
    """
    if not (records.runs or records.estimates):
        raise PuzzleError(f"{records.path}: found no runs, expected some to draw")
    write_text(str(folder / "eternity-times.md"), page(records))
    for task in TASKS:
        if cells(records, task):
            write_text(str(folder / f"eternity-{task}.svg"), time_map(records, task))
    write_text(str(folder / "eternity-colours.svg"), time_lines(records))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pyasp_puzzles.puzzles.eternity.study",
        description="Measure where exact search ends: size of a board against number of colours.",
    )
    parser.add_argument("folder", type=Path, help="of the records, the tables and the plots")
    parser.add_argument("--sizes", default=" ".join(map(str, SIZES)), help="[%(default)s]")
    parser.add_argument("--engines", default=" ".join(ENGINES), help="[%(default)s]")
    parser.add_argument("--tasks", default=" ".join(TASKS), help="[%(default)s]")
    parser.add_argument("--seeds", type=int, default=1, help="boards of each kind [1]")
    parser.add_argument(
        "--cap", type=float, default=10.0, help="CPU seconds of a run [10]; 0: measure nothing"
    )
    parser.add_argument("--budget", type=float, default=600.0, help="CPU seconds of all runs [600]")
    return parser


def _tell(line: str) -> None:
    print(line, flush=True)


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise PuzzleError(f"sizes: found {text!r}, expected whole numbers") from None


if __name__ == "__main__":
    sys.exit(main())
