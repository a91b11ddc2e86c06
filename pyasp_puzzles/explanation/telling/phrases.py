"""Many literals in few phrases: runs of cells, lists of values, what is left in a cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter

from clingo import Symbol

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Truth
from pyasp_puzzles.explanation.telling.frames import (
    Parts,
    Phrase,
    either,
    only_left,
    together,
    without_end,
)
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.words.syntax import Signature, signature_of
from pyasp_puzzles.explanation.words.templates import WordsTemplate, names_in
from pyasp_puzzles.pictures.positions import Place, kind, listed_cells, place_name

_CONFLICTS = 20
_FEW = 3  # values that are told as what is left
_LONG = 120  # signs of a list of places that nobody reads

Known = Mapping[Symbol, bool]
"""Atoms with whether they hold, as far as that is known."""

VERB = 3
"""So many parts of a sentence are its subject and verb."""


class Phrases:
    """Tells the literals of a theory; ``sentence``: the words of an atom that holds or not."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self.sentence, self._shape = cache(theory.parts), cache(self._shape_of)
        self._contradict: dict[Hashable, bool] = {}
        atoms = [*theory.atoms, *theory.facts]
        self._alternatives = by_key((self._key(atom), atom) for atom in atoms)
        places = by_key((theory.cells_of(atom), atom) for atom in atoms)
        self._at_cells = {
            cells: [*by_key((signature_of(x), x) for x in own).values()]
            for cells, own in places.items()
        }
        known = {cell for cells in places for cell in cells}
        self._names = {theory.cell_name(cell): cell for cell in known}

    # -- which literal of a cell follows from another one, with no clue at all

    def _without_implied(self, literals: Iterable[Literal]) -> list[Literal]:
        """The literals without those that follow from another one of the same cells."""
        chosen = defaultdict[object, list[Literal]](list)
        for literal in sorted(literals, key=_rank):
            own = chosen[literal.cells or literal.atom]
            if not any(self._implies(other, literal) for other in own):
                own.append(literal)
        return [literal for own in chosen.values() for literal in own]

    def _implies(self, given: Literal, literal: Literal) -> bool:
        """Whether a literal holds wherever another one of the same cells does."""
        pair = [given.truth, (literal.atom, not literal.holds)]
        return given.cells == literal.cells and self._contradictory(pair)

    def one_of(self, atoms: Iterable[Symbol], given: Iterable[Truth] = ()) -> bool:
        """Whether one of some atoms of a cell must hold, where other literals of it do."""
        return self._contradictory([*((atom, False) for atom in atoms), *given])

    def _contradictory(self, pairs: Sequence[Truth]) -> bool:
        """Whether the background has no model with some literals, as a short search shows."""
        theory, key = self._theory.original, frozenset((self._shape(x), own) for x, own in pairs)
        if len(key) < len(pairs):  # not of one cell
            return False
        if key not in self._contradict:
            literals = [theory.number(*x) for x in pairs if x[0] in theory.atom_numbers]
            theory.searcher.limit(_CONFLICTS)
            self._contradict[key] = (
                len(literals) == len(pairs)
                and theory.searcher.solve(literals).outcome is Outcome.UNSATISFIABLE
            )
        return self._contradict[key]

    def _shape_of(self, atom: Symbol) -> Hashable:
        """An atom without its cell: at each cell those of a shape imply each other alike."""
        cells = self._theory.program.words_of(atom).cell_arguments
        place, own = cells[0] if len(cells) == 1 else (), enumerate(atom.arguments)
        return *signature_of(atom), tuple(x for i, x in own if i not in place)

    # -- cells

    def cells(self, cells: Sequence[Place]) -> str:
        """The names of some places, as the program says them; else as cells."""
        return listed_cells(cells, [*map(self._cell, cells)])

    def look(self, cells: Collection[Place]) -> str:
        """Where to look, in a sentence; a long list of places by their first and last cells."""
        where = self.cells(sorted(cells))
        if len(where) > _LONG and all(len(cell) in (2, 4) for cell in cells):
            rows, columns = ([x[axis] or x[axis - 2] for x in cells] for axis in (0, 1))
            first, last = ((end(rows), end(columns)) for end in (min, max))
            where = f"the cells from {self._cell(first)} to {self._cell(last)}"
        return f"Look at {where or 'the whole board'}."

    def _cell(self, cell: Place) -> str:
        """The name of a cell; row and column, if the program's words do not name cells."""
        name = self._theory.cell_name(cell)
        if name[0].isalpha():
            return name
        the = "the " * (kind(cell) != "cell")
        return (
            f"{the}{place_name(cell)}"
            if len(cell) in (2, 4)
            else f"cell {'-'.join(map(str, cell))}"
        )

    def clues(self, clues: Iterable[GroundClue]) -> list[Phrase]:
        """Clues as sentences: those in a row that differ in one value only are told together."""
        kinds = (own for _, own in groupby(clues, key=attrgetter("kind")))
        parts = self._theory.clue_parts
        return [phrase for own in kinds for phrase in together(map(parts, own), each=True)]

    # -- literals

    def premises(self, literals: Sequence[Literal], known: Known) -> list[Phrase]:
        """Phrases for known literals that a step needs; a value of a cell says what it has not."""
        return self.told([self._raised(x, known) for x in literals], known)

    def _raised(self, literal: Literal, known: Known) -> Literal:
        """What a cell is known to hold in place of what it has not."""
        others = () if literal.holds else self._known_at(literal.cells, known)
        return next((x for x in others if self._implies(x, literal)), literal)

    def _known_at(self, cells: Sequence[Place], known: Known) -> list[Literal]:
        """What is known of some cells: values first, then what does not hold of no value."""
        atoms = self._at_cells.get(tuple(cells), ()) if cells else ()
        told = (x for own in atoms for x in own if known.get(x) or (x in known and len(own) == 1))
        return sorted((self._theory.literal(x, known[x]) for x in told), key=lambda x: not x.holds)

    def told(self, literals: Iterable[Literal], known: Known) -> list[Phrase]:
        """Phrases that together say these literals, what holds first, and what says most."""
        left, phrases = self._without_implied(literals), list[Phrase]()
        known = {**known, **{literal.atom: literal.holds for literal in left}}
        left.sort(key=lambda x: (not x.holds, signature_of(x.atom), x.atom))
        for (holds, _), group in groupby(left, lambda x: (x.holds, signature_of(x.atom))):
            atoms = [literal.atom for literal in group]
            sentences = (
                (self.sentence(x, True) for x in atoms) if holds else self._denied(atoms, known)
            )
            phrases += sorted(self.alike(sentences), key=lambda phrase: -phrase[1])
        return phrases

    def alike(self, sentences: Iterable[Parts]) -> list[Phrase]:
        """Sentences of the same words but for one value as one; runs of cells by their ends."""
        groups = by_key((parts[::2], parts) for parts in sentences)
        return [x for same in groups.values() for x in together(same, cells=self._names)]

    def _denied(self, atoms: Iterable[Symbol], known: Known) -> Iterator[Parts]:
        """The words of atoms of a predicate that do not hold, or of the few others that are left.

        Where a last value stands behind a comma, as in "r1c1 does not hold piece 3, upside down",
        it is left out if none is left.
        """
        for start, own in by_key((self.sentence(x, False)[:-2], x) for x in atoms).items():
            every = self._alternatives[self._key(own[0])]
            left = [x for x in every if known.get(x) is not False]
            parts, texts = [self.sentence(x, False) for x in own], list[Parts]()
            if 0 < len(left) <= _FEW:
                texts = [*(self.sentence(x, True) for x in left), *self._otherwise(every, known)]
            few = len(texts) <= min(_FEW, len(own) + 1) and len(texts) + len(own) > 2
            instead: Parts = ()
            if texts and all(texts) and few:
                instead = either(texts) if len(texts) > 1 else (only_left(texts[0]),)
            if instead:
                yield from [instead] * len(own)  # it says as many literals
            elif left or parts[0][-1] or not "".join(start[-1:]).endswith(", "):
                yield from parts
            else:
                yield from [without_end(parts[0])] * len(own)

    def _otherwise(self, every: Sequence[Symbol], known: Known) -> list[Parts]:
        """What may hold in place of all values, as "r1c1 is empty"; no words: it is not known."""
        if self.one_of(every):
            return []
        *start, _, last = self.sentence(every[0], True)
        for other, *more in self._at_cells[self._theory.cells_of(every[0])]:
            begin, end = "".join(start), self._theory.literal(other, False).words
            if not more and end.startswith(begin) and self.one_of(every, [(other, True)]):
                return [] if known.get(other) else [(*start, end.removeprefix(begin), last)]
        return [()]

    def _key(self, atom: Symbol) -> tuple[Signature, *tuple[Symbol, ...]]:
        """A predicate with what an atom names before the last value of its denial."""
        words = self._theory.program.words_of(atom)
        named = _named_first(words.false)
        pairs = zip(words.arguments, atom.arguments, strict=True)
        return signature_of(atom), *(value for name, value in pairs if name in named)


@cache
def _named_first(template: WordsTemplate) -> tuple[str, ...]:
    """The variables before the last value of a text."""
    return names_in("".join(template.pieces[:-2]))


def _rank(literal: Literal) -> tuple[int, int]:
    """A value goes first, then "is filled", then "is empty", then a value that is excluded."""
    number = len(literal.atom.arguments)
    return (0, -number) if literal.holds else (1, number)


def phrases_of(theory: Theory) -> Phrases:
    """The phrases of a theory; the next question about it has the same ones."""
    found: Phrases = theory.kept.get("phrases") or Phrases(theory.original)
    theory.kept["phrases"] = found
    return found
