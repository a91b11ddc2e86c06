"""What the sum of a clue still needs, in how many cells, and which numbers these can have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from operator import add, ge, le

from clingo import Number, Symbol

from pyasp_puzzles.core.errors import counted, listed
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.needs import Cells
from pyasp_puzzles.explanation.telling.phrases import Known, Phrases
from pyasp_puzzles.explanation.theory import Theory

Options = Mapping[Cells, Mapping[int, Symbol]]
"""Of each open cell the numbers that it may have, each with its atom."""

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
        for own in (x for x in sums if self._adds_numbers(x, wanted)):
            on = theory.with_implied(theory.number(*truth) for truth in known.items())
            rest, options, full = self._open(own, dict(map(theory.truth, on)))
            if rest > 0 and 0 < len(options) <= _MOST_CELLS:
                sets = self._sets(options, full, sums, theory.index.mask(on))
                sets = {numbers for numbers in sets if sum(numbers) == rest}
                placed = {n for x in options.values() for n, atom in x.items() if atom in held}
                fits = not sets or any(placed <= {*numbers} for numbers in sets)
                if fits and (text := self._told(rest, options, sets, own.high)):
                    return text, {*options}
        return nothing

    def _adds_numbers(self, own: LiteralSum, wanted: Set[Symbol]) -> bool:
        """Whether each weight is a number in its atoms, always at the same place."""
        if own.low != own.high or own.is_count or own.mask >> self._theory.index.atoms:
            return False
        atoms = {self._theory.atom_of[x] for x in self._theory.index.literals(own.mask)}
        if wanted and wanted.isdisjoint(atoms):
            return False
        places = set(range(_MOST_ARGUMENTS))
        for number, group in own.groups:
            for x in self._theory.index.literals(group):
                arguments = self._theory.atom_of[x].arguments
                places &= {i for i, each in enumerate(arguments) if each == Number(number)}
        return bool(places)

    def _open(self, own: LiteralSum, known: Known) -> tuple[int, Options, Set[Cells]]:
        """What a sum still needs; the open cells; those that have a number in any case."""
        theory, rest = self._theory, own.high
        every, done = defaultdict[Cells, list[Symbol]](list), set[Cells]()
        options = defaultdict[Cells, dict[int, Symbol]](dict)
        for number, group in own.groups:
            for atom in map(theory.atom_of.__getitem__, theory.index.literals(group)):
                cells = theory.cells_of(atom)
                every[cells].append(atom)
                if known.get(atom):
                    rest -= number
                    done.add(cells)
                elif atom not in known:
                    options[cells][number] = atom
        left = [cells for cells in every if cells not in done]
        full = {cells for cells in left if self._phrases.one_of(every[cells])}
        open_ = {x: options.get(x, {}) for x in left if x in full or x in options}
        return rest, open_, full

    def _sets(
        self, options: Options, full: Set[Cells], sums: Sequence[LiteralSum], on: int
    ) -> set[tuple[int, ...]]:
        """The numbers in the open cells, sorted, with which each sum of the clue is right."""
        theory, index = self._theory, self._theory.index
        literals = {x for own in sums for x in index.literals(own.mask)}
        known, start = on | index.opposite(on), tuple(own.of(on) for own in sums)
        highs = [own.high for own in sums]
        found: set[tuple[tuple[int, ...], tuple[int, ...]]] = {((), start)}
        for cells, own_options in options.items():
            ways: list[tuple[tuple[int, ...], list[int]]]
            ways = [((n,), [theory.number(x, True)]) for n, x in own_options.items()]
            if cells not in full:
                ways.append(((), [theory.number(x, False) for x in own_options.values()]))
            here = index.mask(x for x in literals if theory.cells_of(theory.truth(x)[0]) == cells)
            here |= index.opposite(here)
            more = list[tuple[tuple[int, ...], tuple[int, ...]]]()
            decided = here
            for numbers, chosen in ways:
                given = theory.with_implied([*index.literals(here & on), *chosen])
                new = index.mask(given) & here & ~on
                more.append((numbers, tuple(own.of(new) for own in sums)))
                decided &= new | index.opposite(new)
            known |= decided
            found = {
                (tuple(sorted((*numbers, *own))), totals)
                for numbers, before in found
                for own, added in more
                if all(map(le, totals := tuple(map(add, before, added)), highs))
            }
        lows = [0 if own.mask & ~known else own.low for own in sums]
        return {numbers for numbers, totals in found if all(map(ge, totals, lows))}

    def _told(self, rest: int, options: Options, sets: Set[tuple[int, ...]], whole: int) -> str:
        """The rest in so many cells, and the numbers, if there are few sets of them."""
        number = len(options)
        sizes = {*map(len, sets)}
        if number > _FEW and (len(sizes) != 1 or max(sizes) > _FEW):
            return ""
        few = len(sizes) == 1 and len(sets) <= _SETS and sizes != {1}
        if rest == whole and sets and not few:
            return ""
        if not sets:
            return NONE_FIT if rest == whole else f"{rest} more, but {NONE_FIT}"
        where = counted(number, "cell" if all(len(x) == 1 for x in options) else "place")
        if max(sizes) < number:
            where = f"{max(sizes)} of {where}"
        where = f"{'at most ' * (len(sizes) > 1)}{where}"
        if not few:
            return f"{rest} more in {where}"
        told = [listed(map(str, numbers)) for numbers in sorted(sets)]
        last = ", or" if "," in told[0] else "or"
        which = f"only {listed(told, last).replace(' ,', ',')} are left"
        if rest == whole:
            return f"in {where} {which}"
        return f"{rest} more in {where} ({which})"
