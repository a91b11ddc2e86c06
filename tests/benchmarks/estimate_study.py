"""Estimates against finished searches: how often does an interval hold the truth?

Each tree is estimated as ``estimate`` does it, and then searched to its end, which may take long.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from pyasp_puzzles.boards.registry import find_puzzle, load_boards
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.counts.estimation.estimating import prober_of, sampled
from pyasp_puzzles.engines.job import make_job

ROW = "| {:24} | {:>15} | {:>15} | {:>15} | {:>15} | {:3} | {:>8} | {:>8} |"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Estimates against finished searches.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    parser.add_argument("boards", nargs="+", metavar="INSTANCE")
    parser.add_argument("--engine", required=True, metavar="ENGINE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--trial", type=int, metavar="NODES", help="search so many nodes before the probes"
    )
    parser.add_argument("--budget", type=int, metavar="NODES", help="let the probes visit so many")
    parser.add_argument(
        "--most",
        type=float,
        default=1e9,
        metavar="NODES",
        help="leave out trees that are estimated larger",
    )
    found = parser.parse_args(arguments)
    try:
        for line in _table(found):
            print(line, flush=True)
    except PuzzleError as error:
        parser.error(str(error))
    return 0


def _table(wanted: argparse.Namespace) -> Iterator[str]:
    yield ROW.format("board", "nodes", "estimate", "from", "to", "in", "CPU s", "estimate")
    yield ROW.format("---", *["---:"] * 4, "---", *["---:"] * 2)
    held = done = 0
    for address in wanted.boards:
        for board in load_boards(find_puzzle(wanted.puzzle), address):
            job = make_job(board, wanted.engine, task="count")
            prober = prober_of(job, _never)
            prober.load()
            prober.budget = wanted.budget or prober.budget
            first = prober.search(wanted.trial or prober.trial, _never)
            prober.fewer = False  # the truth is the whole tree
            if first.whole:
                yield ROW.format(board.name, f"{first.nodes:,}", *["exact"] * 3, "", "", "")
                continue
            sample = sampled(prober, first, wanted.seed, _never)
            if sample is None or sample.nodes.value > wanted.most:
                continue
            whole = prober_of(job, _never).search(sys.maxsize, _never)
            done, nodes = done + 1, sample.nodes
            held += whole.nodes in nodes
            numbers = (whole.nodes, nodes.value, nodes.low, nodes.high)
            inside = "yes" if whole.nodes in nodes else "no"
            seconds = f"{whole.seconds:.2f}", f"{sample.seconds.value:.2f}"
            yield ROW.format(board.name, *(f"{n:,.0f}" for n in numbers), inside, *seconds)
    yield f"{held} of {done} intervals hold the number of nodes"


def _never() -> bool:
    return False


if __name__ == "__main__":
    sys.exit(main())
