"""Chooses the check boards of a puzzle: small ones on which every mutant of its program is caught.

``PYTHONPATH=tests/shared python tests/shared/check_boards.py PUZZLE ...`` writes them anew, as
``checks.txt`` in the puzzle's folder. It takes some minutes. Boards that were chosen by hand stand
below these and are kept.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import clingo
from mutants import Answers, Mutant, Refused, Witness, answers, mutants, witness
from random_boards import random_boards
from support import ROOT

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.atoms import signature

MOST_ANSWERS = 30
"""Answers of a board that is taken."""

POOL, FURTHER = 40, 1_000
"""Boards of which each is tried on all mutants; boards tried on mutants that none of these told."""

BY_HAND = "% Chosen by hand, for faults that are several changes of the program.\n"
"""The line above the boards that were chosen by hand."""

TIMES = 5
"""Boards on which a mutant is caught, where there are so many."""


class Tried(NamedTuple):
    """A board, its facts as text, and its answers."""

    board: Any
    facts: str
    right: Answers


@cache
def program(puzzle: str) -> str:
    """The text of a puzzle's program."""
    return pp.find_puzzle(puzzle).program_path().read_text(encoding="utf-8")


@cache
def mutants_of(puzzle: str) -> list[Mutant]:
    """The mutants of a puzzle's program."""
    return mutants(program(puzzle), map(signature, pp.find_puzzle(puzzle).inputs))


@cache
def equivalent(puzzle: str) -> dict[str, str]:
    """The mutants of a puzzle that have the same answers on all boards, each with the reason."""
    path = ROOT / "tests" / "comparison" / "equivalent_mutants.txt"
    _, _, section = path.read_text(encoding="utf-8").partition(f"== {puzzle}\n")
    reasons: dict[str, str] = {}
    reason = ""
    for line in section.partition("\n== ")[0].splitlines():
        if line.startswith("    "):
            reasons[line.strip()] = reason
        elif line:
            reason = line
    return reasons


def tried(board: Any, puzzle: str, most: int = 10**6) -> Tried | None:
    """A board with its answers; ``None`` if it has more than ``most``."""
    facts = pp.facts(board)
    seen: list[frozenset[clingo.Symbol]] = []

    def enough(answer: frozenset[clingo.Symbol]) -> bool:
        seen.append(answer)
        return len(seen) > most

    right = answers(f"{program(puzzle)}\n{facts}", enough)
    return Tried(board, facts, right) if len(right) <= most else None


def pool(puzzle: str, seed: int = 0) -> Iterator[Tried]:
    """Random boards with few answers, each once."""
    seen = set()
    for board in random_boards(puzzle, seed):
        if board not in seen:
            seen.add(board)
            found = tried(board, puzzle, MOST_ANSWERS)
            if found:
                yield found


def first_witness(mutant: Mutant, boards: Sequence[Tried]) -> tuple[Tried, Witness] | None:
    """The first board on which a mutant has other answers, and in what it differs."""
    for each in boards:
        found = witness(mutant.text, each.facts, each.right)
        if found:
            return each, found
    return None


def chosen(puzzle: str, say: Any = lambda _: None) -> list[Tried]:
    """Boards that catch each mutant :data:`TIMES` times if they can, the best ones first."""
    boards = list(islice(pool(puzzle), POOL))
    further = pool(puzzle, 1)
    tried_further: list[Tried] = []
    caught: dict[str, set[int]] = {}
    for mutant in mutants_of(puzzle):
        if mutant.fault in equivalent(puzzle):
            continue
        try:
            seen = {n for n, b in enumerate(boards) if witness(mutant.text, b.facts, b.right)}
        except Refused:
            continue
        caught[mutant.fault] = seen
    for mutant in mutants_of(puzzle):
        if caught.get(mutant.fault) == set():
            for place in range(FURTHER):
                tried_further += islice(further, max(0, place + 1 - len(tried_further)))
                each = tried_further[place]
                if witness(mutant.text, each.facts, each.right):
                    caught[mutant.fault] = {len(boards)}
                    boards.append(each)
                    break
            else:
                say(f"{puzzle}: caught on no board: {mutant.fault}")
    # Every kind of fact is a thing to be caught, too.
    for kind in pp.find_puzzle(puzzle).inputs:
        caught[f"has {signature(kind)}"] = {
            place
            for place, each in enumerate(boards)
            if any(isinstance(fact, kind) for fact in pp.find_puzzle(puzzle).facts(each.board))
        }
    # So are boards with many facts, and with several answers: a program may miss one of them.
    places = range(len(boards))
    by_facts = sorted(places, key=lambda place: len(boards[place].facts))
    caught["large"] = {*by_facts[-(len(boards) // 4) :]}
    caught["several answers"] = {place for place in places if len(boards[place].right) > 1}
    by_answers = sorted(places, key=lambda place: len(boards[place].right))
    caught["many answers"] = {*by_answers[-(len(boards) // 4) :]}
    return [boards[place] for place in _cover(caught, boards)]


def _cover(caught: Mapping[str, set[int]], boards: Sequence[Tried]) -> list[int]:
    """Few boards that together catch everything, each time the one that catches most."""
    need = {fault: min(TIMES, len(places)) for fault, places in caught.items()}
    taken: list[int] = []
    while any(need.values()):
        gains: Counter[int] = Counter()
        for fault, places in caught.items():
            if need[fault]:
                gains.update(places)
        best = max(
            (place for place in gains if place not in taken),
            key=lambda place: (gains[place] / (150 + len(boards[place].facts)), -place),
        )
        taken.append(best)
        for fault, places in caught.items():
            need[fault] -= best in places and need[fault] > 0
    return taken


def write(puzzle: Puzzle[Any, Any], boards: Sequence[Tried]) -> str:
    """The boards as one file, with their numbers of answers; those chosen by hand are kept."""
    parts = []
    for number, each in enumerate(boards, start=1):
        board = replace(each.board, known=(("answers", len(each.right)),))
        _title, _, entries = puzzle.format(board).partition("\n")
        parts.append(f"=== {number}\n{entries}")
    path = puzzle.checks_path()
    old = path.read_text(encoding="utf-8") if path.is_file() else ""
    _, mark, by_hand = old.partition(BY_HAND)
    return "".join(parts) + mark + by_hand


if __name__ == "__main__":
    for name in sys.argv[1:] or pp.puzzle_names():
        found = chosen(name, print)
        path = pp.find_puzzle(name).checks_path()
        path.write_text(write(pp.find_puzzle(name), found), encoding="utf-8")
        print(f"{path}: {len(found)} boards, {path.stat().st_size:,} bytes")
