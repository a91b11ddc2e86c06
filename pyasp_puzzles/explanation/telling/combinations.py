"""What the sum of a clue still needs, in how many cells, and which numbers these can have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from clingo import Number, Symbol

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import counted, listed
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.phrases import Known, Phrases
from pyasp_puzzles.explanation.theory import Theory

Cells = tuple[Place, ...]

_FEW, _MOST_CELLS, _MOST_ARGUMENTS = 3, 6, 8
NONE_FIT = ", but no numbers fit"
_SETS = 2
"""Sets of numbers that are told."""


@dataclass(frozen=True)
class OpenSum:
    """A sum of which something is known.

    ``options``: of each open cell the numbers that it may have, each with its atom; ``full``: the
    cells that have a number in any case.
    """

    rest: int
    options: Mapping[Cells, Mapping[int, Symbol]]
    full: Set[Cells]

    def sets(self) -> set[tuple[int, ...]]:
        """The numbers in some of the cells, sorted, that give the rest."""
        found: set[tuple[int, ...]] = {()}
        for cells, own in self.options.items():
            more = {tuple(sorted((*numbers, n))) for numbers in found for n in own}
            without = set() if cells in self.full else found
            found = without | {numbers for numbers in more if sum(numbers) <= self.rest}
        return {numbers for numbers in found if sum(numbers) == self.rest}


class Combinations:
    """Says what the sums of clues need, as far as something of them is known."""

    def __init__(self, theory: Theory, phrases: Phrases) -> None:
        self._theory, self._phrases, self._implied = theory, phrases, phrases.implied

    def needed(self, step: Step, known: Known) -> tuple[str, set[Cells]]:
        """How much the sum of a step's one clue still needs, and in which cells, if these are few.

        Nothing where nothing of it is known, and where the clue only counts.
        """
        theory, nothing = self._theory, ("", set[Cells]())
        if len(step.reason) != 1 or step.parts or step.stages:
            return nothing
        if step.reason[0] in theory.always_broken:
            return nothing
        mask = theory.mask_of(step.reason)
        sums = [own for own in theory.normal_form.sums if own.clues == mask]
        wanted = {x.atom for x in step.follows}
        added = [own for own in sums if self._adds_numbers(own, wanted)]
        known = self._seen(sums, known) if added else {}
        for own in added:
            open_ = self._open(own, known)
            text = self._told(open_, sums, known, own.high) if open_.rest > 0 else ""
            if text:
                return text, {*open_.options}
        return nothing

    def _adds_numbers(self, own: LiteralSum, wanted: Set[Symbol]) -> bool:
        """Whether each weight is a number in its atoms, always at the same place.

        ``wanted``: some of the atoms, if there are any.
        """
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

    def _seen(self, sums: Iterable[LiteralSum], known: Known) -> dict[Symbol, bool]:
        """What is known of the atoms of sums, or seen at a glance."""
        index, atom_of = self._theory.index, self._theory.atom_of
        atoms = {atom_of[abs(x)] for own in sums for x in index.literals(own.mask)}
        found = {x: self._phrases.seen(x, known) for x in atoms}
        return {x: holds for x, holds in found.items() if holds is not None}

    def _open(self, own: LiteralSum, known: Known) -> OpenSum:
        theory, rest = self._theory, own.high
        every, options = dict[Cells, list[Symbol]](), dict[Cells, dict[int, Symbol]]()
        done = set[Cells]()
        for number, group in own.groups:
            for atom in map(theory.atom_of.__getitem__, theory.index.literals(group)):
                cells = theory.cells_of(atom)
                every.setdefault(cells, []).append(atom)
                if known.get(atom):
                    rest -= number
                    done.add(cells)
                elif atom not in known:
                    options.setdefault(cells, {})[number] = atom
        left = [cells for cells in every if cells not in done]
        full = {cells for cells in left if self._implied.one_of(every[cells])}
        open_ = {x: options.get(x, {}) for x in left if x in full or x in options}
        return OpenSum(rest, open_, full)

    def _told(self, open_: OpenSum, sums: Sequence[LiteralSum], known: Known, whole: int) -> str:
        """The rest in so many cells, and the numbers, if there are few sets of them."""
        number = len(open_.options)
        if not 1 + (open_.rest == whole) <= number <= _MOST_CELLS:
            return ""
        sets = open_.sets()
        for own in sums:
            added = self._added(own, open_, known)
            if added is not None:
                sets = {x for x in sets if self._is_kept(own, added, x, number, known)}
        sizes = {*map(len, sets)}
        if number > _FEW and (len(sizes) != 1 or max(sizes) > _FEW):
            return ""
        few = len(sizes) == 1 and len(sets) <= _SETS and sizes != {1}
        if open_.rest == whole and sets and not few:
            return ""
        where = counted(number, "cell" if all(len(x) == 1 for x in open_.options) else "place")
        if len(sizes) == 1 and sizes != {number}:
            where = f"{max(sizes)} of {where}"
        if not few:
            return f"{open_.rest} more in {where}" + NONE_FIT * (not sets)
        told = [listed(map(str, numbers)) for numbers in sorted(sets)]
        last = ", or" if "," in told[0] else "or"
        alone = f"only {told[0]} are left"
        which = alone if len(told) == 1 else listed(told, last).replace(" ,", ",")
        if open_.rest == whole:
            return f"in {where} {which}"
        return f"{open_.rest} more in {where} ({which})"

    def _is_kept(
        self,
        own: LiteralSum,
        added: Mapping[int, int],
        numbers: Sequence[int],
        cells: int,
        known: Known,
    ) -> bool:
        theory = self._theory
        sure = [
            x
            for x in theory.index.literals(own.mask)
            if known.get(theory.atom_of[abs(x)]) == (x > 0)
        ]
        total = own.of(theory.index.mask(sure)) + sum(added[n] for n in numbers)
        return own.low <= total + added[0] * (cells - len(numbers)) <= own.high

    def _added(self, own: LiteralSum, open_: OpenSum, known: Known) -> dict[int, int] | None:
        """What each number in an open cell, and none, adds to a sum; ``None``: it depends."""
        theory, found = self._theory, dict[int, int]()
        literals = [
            x for x in theory.index.literals(own.mask) if theory.atom_of[abs(x)] not in known
        ]
        at = {
            cells: [x for x in literals if theory.cells_of(theory.atom_of[abs(x)]) == cells]
            for cells in open_.options
        }
        if sum(map(len, at.values())) < len(literals):
            return None
        for cells, options in open_.options.items():
            for number, chosen in (*options.items(), (0, None)):
                held = list[int]()
                for x in at[cells]:
                    holds = self._holds(theory.atom_of[abs(x)], chosen, [*options.values()])
                    if holds is None:
                        return None
                    held += [x] if holds == (x > 0) else []
                total = own.of(theory.index.mask(held))
                if found.setdefault(number, total) != total:
                    return None
        return found

    def _holds(self, atom: Symbol, chosen: Symbol | None, options: Sequence[Symbol]) -> bool | None:
        """Whether an atom of a cell holds where one of its options does, or none of them."""
        if atom in options:
            return atom == chosen
        for holds in (True, False):
            literal = self._theory.literal(atom, holds)
            if chosen is None and self._implied.one_of(options, literal.truth):
                return holds
            if chosen and self._implied.follows(self._theory.literal(chosen, True), literal):
                return holds
        return None
