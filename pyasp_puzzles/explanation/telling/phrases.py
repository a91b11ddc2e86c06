"""Many literals in few phrases: runs of cells, lists of values, what is left in a cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter

from clingo import Symbol

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Truth
from pyasp_puzzles.explanation.telling.frames import (
    Parts,
    Phrase,
    only_left,
    together,
    without_end,
)
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.words.syntax import Signature, signature_of
from pyasp_puzzles.explanation.words.templates import names_in
from pyasp_puzzles.explanation.words.words import AtomWords
from pyasp_puzzles.pictures.positions import Place, kind, listed_cells, place_name

_CONFLICTS = 20
_LONG = 120  # signs of a list of places that nobody reads

Known = Mapping[Symbol, bool]
"""Atoms with whether they hold, as far as that is known."""

Arguments = tuple[Symbol, ...]

_FEW = 3  # values that are told as what is left
VERB = 3
"""So many parts of a sentence are its subject and verb."""


class Form:
    """The atoms of a predicate by what their sentences have in common but for the last value."""

    def __init__(self, words: AtomWords, atoms: Sequence[Symbol]) -> None:
        pieces, denied, cells = words.true.pieces, words.false.pieces, words.cell_arguments
        self.place = cells[0] if len(cells) == 1 else ()  # the arguments that are its only cell
        self.at = len(pieces) - 2 if len(pieces) > 1 else 0  # the last value; 0: there is none
        other = {name for text in pieces[: self.at] for name in names_in(text)}
        names = enumerate(words.arguments)
        self._fixed = [i for i, name in names if name in other or not self.at]
        # "r1c1 holds piece 3, upside down": the last value may be left out
        self.has_manner = denied[-1] == "" and "".join(denied[-3:-2]).endswith(", ")
        self.domain = by_key((self.key(atom), atom) for atom in sorted(atoms))

    def key(self, atom: Symbol) -> Arguments:
        """The arguments of an atom but for those of the last value."""
        return tuple(atom.arguments[i] for i in self._fixed)


class Phrases:
    """Tells the literals of a theory; ``sentence``: the words of an atom that holds or not."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self.sentence, self.form = cache(theory.parts), cache(self._form)
        self._shape = cache(self._shape_of)
        self._contradict: dict[Hashable, bool] = {}
        atoms = [*theory.atoms, *theory.facts]
        self._atoms = by_key((signature_of(atom), atom) for atom in atoms)
        places = by_key((theory.cells_of(atom), atom) for atom in atoms)
        self._at_cells = {
            cells: [*by_key((signature_of(x), x) for x in own).values()]
            for cells, own in places.items()
        }
        self._names = {theory.cell_name(cell): cell for cells in places for cell in cells}

    def _form(self, signature: Signature) -> Form:
        atoms = self._atoms[signature]
        return Form(self._theory.program.words_of(atoms[0]), atoms)

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
        place, own = self.form(signature_of(atom)).place, enumerate(atom.arguments)
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
        if kind(cell) != "cell":
            return f"the {place_name(cell)}"
        return place_name(cell) if len(cell) == len("rc") else f"cell {'-'.join(map(str, cell))}"

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

    def news(self, literals: Sequence[Literal], known: Known) -> list[Literal]:
        """The literals that nothing known of the same cell implies."""
        return [
            x
            for x in literals
            if x.holds or not any(self._implies(o, x) for o in self._known_at(x.cells, known))
        ]

    def follows(self, literals: Sequence[Literal], known: Known) -> list[Phrase]:
        """Phrases for literals that are new: without those that something known implies."""
        return self.told(self.news(literals, known) or literals, known, new=True)

    def told(self, literals: Iterable[Literal], known: Known, *, new: bool = False) -> list[Phrase]:
        """Phrases that together say these literals, what holds first, and what says most.

        Literals that are ``new`` are told as they are, others also by what little is left.
        """
        left = self._without_implied(literals)
        known = {**known, **{literal.atom: literal.holds for literal in left}}
        said, phrases = set[Symbol](), {True: list[Phrase](), False: list[Phrase]()}
        left.sort(key=lambda x: (x.holds, signature_of(x.atom), x.atom))
        for (holds, name), group in groupby(left, lambda x: (x.holds, signature_of(x.atom))):
            atoms = [literal.atom for literal in group if literal.atom not in said]
            sentences, own = [self.sentence(atom, holds) for atom in atoms], list[Phrase]()
            if not holds:
                sentences, own = self._denied(self.form(name), atoms, known, said, new)
            own += self.alike(sentences)
            phrases[holds] += sorted(own, key=lambda phrase: -phrase[1])
        return phrases[True] + phrases[False]

    def alike(self, sentences: Iterable[Parts]) -> list[Phrase]:
        """Sentences of the same words but for one value as one; runs of cells by their ends."""
        groups = groupby(sorted(dict.fromkeys(sentences), key=len), key=len)
        return [x for _, same in groups for x in together(same, cells=self._names)]

    def _denied(
        self, form: Form, atoms: Sequence[Symbol], known: Known, said: set[Symbol], new: bool
    ) -> tuple[list[Parts], list[Phrase]]:
        """Sentences that deny atoms; of known ones phrases that say what little is left instead."""
        sentences, options, values = list[Parts](), list[Parts](), list[Phrase]()
        for key, own in by_key((form.key(atom), atom) for atom in atoms).items():
            every, parts = form.domain[key], [self.sentence(atom, False) for atom in own]
            left = [atom for atom in every if known.get(atom) is not False]
            if form.has_manner:
                sentences += parts if left else [without_end(parts[0])]
                continue
            few = not new and 0 < len(left) <= _FEW
            otherwise, filled = self._otherwise(form, every, known) if few else (None, None)
            number = len(left) + len(otherwise or ())
            if otherwise == () and number == 1 and len(own) > 1:
                values.append((only_left(self.sentence(left[0], True)), len(own)))
            elif otherwise is None or not 2 <= number <= min(_FEW, len(own) + bool(filled) + 1):
                sentences += parts
                continue
            else:
                texts = [self.sentence(atom, True) for atom in left]
                items = [*(text[form.at] for text in texts), *otherwise]
                options.append((*texts[0][: form.at], listed(items, "or"), texts[0][form.at + 1]))
            said |= {filled} if filled else set()
        return sentences, values + self.alike(options)

    def _otherwise(
        self, form: Form, values: Sequence[Symbol], known: Known
    ) -> tuple[tuple[str, ...] | None, Symbol | None]:
        """What may hold in place of all values, such as "empty"; an atom that excludes it."""
        if self.one_of(values):
            return (), None
        start = "".join(self.sentence(values[0], True)[: form.at])
        for other, *more in self._at_cells[self._theory.cells_of(values[0])]:
            words = self._theory.literal(other, False).words
            if not more and words.startswith(start) and self.one_of(values, [(other, True)]):
                holds = known.get(other) is True
                return (() if holds else (words.removeprefix(start),)), other if holds else None
        return None, None


def _rank(literal: Literal) -> tuple[int, int]:
    """A value goes first, then "is filled", then "is empty", then a value that is excluded."""
    number = len(literal.atom.arguments)
    return (0, -number) if literal.holds else (1, number)


def phrases_of(theory: Theory) -> Phrases:
    """The phrases of a theory; the next question about it has the same ones."""
    found: Phrases = theory.kept.get("phrases") or Phrases(theory.original)
    theory.kept["phrases"] = found
    return found
