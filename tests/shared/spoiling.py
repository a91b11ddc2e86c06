"""Instances made contradictory: one fact of a small shipped instance is changed or left out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import clingo

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.theory import Theory, theory_of

CHANGES = (1, -1, 2, 3)
MOST_TRIED = 25
"""Facts of an instance that are changed."""


@cache
def small_facts(puzzle: str) -> tuple[str, ...]:
    """Facts of the shipped instances that have an answer, the shortest first."""
    found = []
    for name in pp.find_puzzle(puzzle).instance_files():
        for instance in pp.load_all(puzzle, name):
            if dict(instance.known).get("answers", 1):
                found.append(pp.facts(instance))
    return tuple(sorted(found, key=lambda text: len(read_facts(text))))


@cache
def contradictory(puzzle: str, most: int = 1, seed: int = 0) -> tuple[Theory, ...]:
    """Theories of small instances after one change each, which have no answer, but no clue alone is
    contradictory.

    A change adds a small number to the last argument of a fact, or leaves the fact out.  Facts of
    rare predicates come first: they are numbers of the puzzle rather than its geometry.
    """
    return tuple(islice(_contradictory(puzzle, seed), most))


def _contradictory(puzzle: str, seed: int) -> Iterator[Theory]:
    draw = random.Random(f"{puzzle} {seed}")
    for text in small_facts(puzzle):
        facts = read_facts(text)
        common = Counter(fact.name for fact in facts)
        order = sorted(range(len(facts)), key=lambda i: (common[facts[i].name], draw.random()))
        for place in order[:MOST_TRIED]:
            for change in (*draw.sample(CHANGES, 2), None):
                spoiled = [*facts[:place], *_changed(facts[place], change), *facts[place + 1 :]]
                theory = theory_of(pp.find_puzzle(puzzle), "\n".join(f"{f}." for f in spoiled))
                if theory.always_broken:
                    continue
                solver = theory.solver(conflicts=500)
                end = solver.solve(solver.all_on())
                if end.outcome is Outcome.UNSATISFIABLE and len(end.core) > 1:
                    yield theory
                    break


def read_facts(text: str) -> list[clingo.Symbol]:
    control = clingo.Control()
    control.add(text)
    control.ground()
    return [atom.symbol for atom in control.symbolic_atoms]


def _changed(fact: clingo.Symbol, change: int | None) -> list[clingo.Symbol]:
    if change is None or not fact.arguments:
        return []
    *others, last = fact.arguments
    if last.type != clingo.SymbolType.Number:
        return []
    return [clingo.Function(fact.name, [*others, clingo.Number(last.number + change)])]
