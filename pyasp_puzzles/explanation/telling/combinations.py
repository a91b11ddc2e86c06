"""What the sum of a clue still needs, in how many cells, and which numbers these can have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import reduce
from itertools import product
from operator import add, le, or_

from clingo import Number, Symbol

from pyasp_puzzles.core.errors import counted, listed
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.needs import Cells
from pyasp_puzzles.explanation.telling.phrases import Known, Phrases
from pyasp_puzzles.explanation.theory import Theory

Options = Mapping[Cells, Mapping[int, Symbol]]
"""Of each open cell the numbers that it may have, each with its atom."""
Numbers = tuple[int, ...]

_FEW, _MOST_CELLS, _MOST_ARGUMENTS = 3, 6, 8
NONE_FIT = "no numbers fit"
_SETS = 2
"""Sets of numbers that are told."""


class Combinations:
    """Says what the sums of clues need, as far as something of them is known."""

    def __init__(self, theory: Theory, phrases: Phrases) -> None:
        self._theory, self._phrases = theory, phrases

    def needed(self, step: Step, known: Known) -> tuple[str, set[Cells]]:
        """How much the sum of a step's one clue still needs, and in which cells, if these are few.

        Nothing where nothing of it is known, and where the clue only counts.
        """
        theory, nothing = self._theory, ("", set[Cells]())
        if len(step.reason) != 1 or step.parts or step.stages:
            return nothing
        sums = theory.sums_of(step.reason)
        wanted, held = {x.atom for x in step.follows}, {x.atom for x in step.follows if x.holds}
        for own in sums:
            added = self._added(own)
            if not added or (wanted and wanted.isdisjoint(atom for _, atom in added)):
                continue
            on = theory.with_implied(theory.number(*truth) for truth in known.items())
            rest, options, full = self._open(own.high, added, dict(map(theory.truth, on)))
            if rest > 0 and 0 < len(options) <= _MOST_CELLS:
                sets = self._sets(options, full, sums, theory.index.mask(on))
                sets = {numbers for numbers in sets if sum(numbers) == rest}
                placed = {n for x in options.values() for n, atom in x.items() if atom in held}
                fits = not sets or any(placed <= {*numbers} for numbers in sets)
                if fits and (text := self._told(rest, options, sets, rest == own.high)):
                    return text, {*options}
        return nothing

    def _added(self, own: LiteralSum) -> Sequence[tuple[int, Symbol]]:
        """The weights with their atoms, if each is a number in these, always at the same place."""
        if own.low != own.high or own.is_count or own.mask >> self._theory.index.atoms:
            return ()
        of, literals = self._theory.atom_of, self._theory.index.literals
        added = [(weight, of[x]) for weight, group in own.groups for x in literals(group)]
        for i in range(_MOST_ARGUMENTS):
            if all(atom.arguments[i : i + 1] == [Number(weight)] for weight, atom in added):
                return added
        return ()

    def _open(
        self, rest: int, added: Sequence[tuple[int, Symbol]], known: Known
    ) -> tuple[int, Options, Set[Cells]]:
        """What a sum still needs; the open cells; those that have a number in any case."""
        open_, full = dict[Cells, dict[int, Symbol]](), set[Cells]()
        for cells, own in by_key((self._theory.cells_of(x[1]), x) for x in added).items():
            held = [number for number, atom in own if known.get(atom)]
            rest -= sum(held)
            options = {number: atom for number, atom in own if atom not in known}
            if not held and self._phrases.one_of(atom for _, atom in own):
                full.add(cells)
            if not held and (options or cells in full):
                open_[cells] = options
        return rest, open_, full

    def _sets(
        self, options: Options, full: Set[Cells], sums: Sequence[LiteralSum], on: int
    ) -> set[Numbers]:
        """The numbers in the open cells, sorted, for which each sum of the clue has room."""
        theory, index = self._theory, self._theory.index
        literals = index.literals(reduce(or_, (own.mask for own in sums)))
        found: set[tuple[Numbers, Numbers]] = {((), tuple(own.of(on) for own in sums))}
        for cells, own_options in options.items():
            here = index.mask(x for x in literals if theory.cells_of(theory.truth(x)[0]) == cells)
            here |= index.opposite(here)
            ways: dict[Numbers, list[int]]
            ways = {(number,): [theory.number(x, True)] for number, x in own_options.items()}
            if cells not in full:
                ways[()] = [theory.number(x, False) for x in own_options.values()]
            more = list[tuple[Numbers, Numbers]]()
            for numbers, chosen in ways.items():
                given = theory.with_implied([*index.literals(here & on), *chosen])
                new = index.mask(given) & here & ~on
                more.append((numbers, tuple(own.of(new) for own in sums)))
            together = (
                (tuple(sorted(numbers + others)), tuple(map(add, before, new)))
                for (numbers, before), (others, new) in product(found, more)
            )
            highs = [own.high for own in sums]
            found = {x for x in together if all(map(le, x[1], highs))}
        return {numbers for numbers, _ in found}

    def _told(self, rest: int, options: Options, sets: Set[Numbers], whole: bool) -> str:
        """The rest in so many cells, and the numbers, if there are few sets of them."""
        sizes = {*map(len, sets)} or {len(options)}
        size, several = max(sizes), len(sizes) > 1
        few = 0 < len(sets) <= _SETS and size > 1 and not several
        if (len(options) if several else size) > _FEW or (whole and sets and not few):
            return ""
        if not sets:
            return NONE_FIT if whole else f"{rest} more, but {NONE_FIT}"
        if not few and any(len(cells) > 1 for cells in options):
            return f"{rest} more"  # one sees between which cells
        where = counted(len(options), "cell" if all(len(x) == 1 for x in options) else "place")
        if size < len(options):
            where = f"{size} of {where}"
        where = f"{'at most ' * several}{where}"
        if not few:
            return f"{rest} more in {where}"
        told = [listed(map(str, numbers)) for numbers in sorted(sets)]
        last = ", or" if "," in told[0] else "or"
        which = f"only {listed(told, last).replace(' ,', ',')} are left"
        return f"in {where} {which}" if whole else f"{rest} more in {where} ({which})"
