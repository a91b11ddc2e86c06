"""Turns covers into answers: checks the remaining constraints and drops repeated answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import clingo

from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.covering.cover import options
from pyasp_puzzles.engines.covering.recognition import Recognised
from pyasp_puzzles.engines.covering.rest import Rest

TRIAL = 1000
"""The search gives up after this number of covers if too few of them are answers."""

LEAST = 0.01
"""The least share of answers among the covers."""

_BATCH = 1024
"""The most covers that are evaluated together."""

Symbols = tuple[clingo.Symbol, ...]

Row = tuple[int, int]
"""The options of an answer, and the conditions of :class:`Rest` that hold in it; both as bits."""


def rows(recognised: Recognised, covers: Iterator[int], limit: int) -> Iterator[Row]:
    """The answers among covers, each once.

    Args:
        recognised: the program.
        covers: as bits.
        limit: number of answers wanted; 0: all.

    Raises:
        MisfitError: hardly any cover is an answer; raised before the first answer.
    """
    rest = recognised.rest
    found = _evaluated(rest, covers, limit) if rest else ((chosen, 0) for chosen in covers)
    if recognised.injective:
        yield from found
        return
    seen = set()
    named = sum(1 << option for option, symbols in enumerate(recognised.shown) if symbols)
    for chosen, conditions in found:
        if (chosen & named, conditions) not in seen:
            seen.add((chosen & named, conditions))
            yield chosen, conditions


def symbols(recognised: Recognised, row: Row) -> Symbols:
    """The shown symbols of an answer."""
    chosen, conditions = row
    found = list(recognised.always)
    for option in options(chosen):
        found += recognised.shown[option]
    found += (recognised.derived[number] for number in options(conditions))
    return tuple(found)


def assumed(
    recognised: Recognised, order: Sequence[int], literals: Sequence[tuple[str, bool]]
) -> tuple[list[int], int] | None:
    """Translate assumptions on shown atoms to options of a cover.

    Args:
        recognised: the program.
        order: for each option of the cover its number in the program.
        literals: shown atoms, each with its assumed value.

    Returns:
        The options that must be chosen, and as bits those that must not be; ``None``: the
        assumptions contradict the program.

    Raises:
        MisfitError: one of the atoms follows from several options.
    """
    if not literals:
        return [], 0
    numbers = {
        str(symbol): place
        for place, option in enumerate(order)
        for symbol in recognised.shown[option]
    }
    always = set(map(str, recognised.always))
    derived = set(map(str, recognised.derived))
    chosen, never = [], 0
    for atom, value in literals:
        if atom in derived:
            raise MisfitError(f"the cube is about {atom}, which is no option")
        if atom in numbers and value:
            chosen.append(numbers[atom])
        elif atom in numbers:
            never |= 1 << numbers[atom]
        elif value != (atom in always):
            return None
    return chosen, never


def _evaluated(rest: Rest, covers: Iterator[int], limit: int) -> Iterator[Row]:
    """The covers that break no constraint, evaluated in batches that grow.

    The first answers are yielded only when it is clear that enough of the covers are answers.
    """
    held: list[Row] = []
    tried, trying, size = 0, rest.restricts, 1
    while batch := list(itertools.islice(covers, size)):
        try:
            passing, columns = rest.evaluate(batch)
        except KeyboardInterrupt:  # yield what has passed so far
            yield from held
            raise
        held += ((batch[number], _bits(columns, number)) for number in options(passing))
        tried += len(batch)
        size = min(2 * size, _BATCH)
        if trying and tried < TRIAL and not 0 < limit <= len(held):
            continue
        if trying and len(held) < LEAST * tried:
            raise MisfitError(
                f"of the first {tried:,} covers {len(held)} keep the other constraints, "
                f"such as {rest.example()}"
            )
        trying = False
        yield from held
        held = []
    yield from held


def _bits(columns: Sequence[int], number: int) -> int:
    """Bit ``number`` of each column, as the bits of one integer."""
    return sum((column >> number & 1) << place for place, column in enumerate(columns))
