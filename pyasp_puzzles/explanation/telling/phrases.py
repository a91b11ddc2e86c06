"""Many literals in few phrases: lines of the board, lists of values, what is left in a cell."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from clingo import Symbol

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.reasons.subproblems import Subproblem
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Literal
from pyasp_puzzles.explanation.telling.english import Cell
from pyasp_puzzles.explanation.telling.forms import (
    Excluded,
    Form,
    Phrase,
    by_place,
    form_of,
    lines,
    positive,
    rectangles,
)
from pyasp_puzzles.explanation.telling.patterns import Arguments
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.pictures.positions import kind, place_name

_CONFLICTS = 20

Shape = Callable[[Symbol], Hashable]


class Implied:
    """Which literal of a cell follows from another one, with no clue at all."""

    def __init__(self, theory: Theory, shape: Shape) -> None:
        self._theory, self._shape = theory.original, shape
        self._known: dict[Hashable, bool] = {}
        self._parts: dict[frozenset[int], Subproblem] = {}

    def without(self, literals: Sequence[Literal]) -> list[Literal]:
        """The literals without those that follow from another one of the same cells.

        An atom that holds, with its values, goes before one that does not hold.
        """
        by_cells: dict[object, list[Literal]] = {}
        for literal in literals:
            by_cells.setdefault(literal.cells or literal.atom, []).append(literal)
        kept: set[tuple[Symbol, bool]] = set()
        for group in by_cells.values():
            chosen: list[Literal] = []
            for literal in sorted(group, key=_rank):
                if not any(self.follows(other, literal) for other in chosen):
                    chosen.append(literal)
            kept.update((literal.atom, literal.holds) for literal in chosen)
        return [literal for literal in literals if (literal.atom, literal.holds) in kept]

    def follows(self, given: Literal, literal: Literal) -> bool:
        """Whether a literal holds wherever another one of the same cells does."""
        pair = [(given.atom, given.holds), (literal.atom, not literal.holds)]
        return given.cells == literal.cells and self._contradictory(pair)

    def one_of(self, atoms: Iterable[Symbol], otherwise: tuple[Symbol, bool] | None = None) -> bool:
        """Whether one of some atoms of a cell must hold, or else another literal of the cell."""
        pairs = [(atom, False) for atom in atoms]
        if otherwise:
            pairs.append((otherwise[0], not otherwise[1]))
        return self._contradictory(pairs)

    def _contradictory(self, pairs: Sequence[tuple[Symbol, bool]]) -> bool:
        key = frozenset((self._shape(atom), holds) for atom, holds in pairs)
        if key not in self._known:
            numbers = self._theory.atom_numbers
            wanted = [
                (numbers[atom] if holds else -numbers[atom])
                for atom, holds in pairs
                if atom in numbers
            ]
            self._known[key] = len(wanted) == len(pairs) and self._excludes(wanted)
        return self._known[key]

    def _excludes(self, literals: Sequence[int]) -> bool:
        """Whether no model of the background has all these literals."""
        index = self._theory.index
        components = index.dependencies.components
        touched = frozenset[int]().union(*(components(abs(literal)) for literal in literals))
        if touched not in self._parts:
            self._parts[touched] = index.build(touched, clues=())
        found = self._parts[touched].solve(0, literals, _CONFLICTS, read=False)
        return found.outcome is Outcome.UNSATISFIABLE


def _rank(literal: Literal) -> tuple[int, int]:
    """A value goes first, then "is filled", then "is empty", then a value that is excluded."""
    number = len(literal.atom.arguments)
    return (0, -number) if literal.holds else (1, number)


Signature = tuple[str, int]
Known = Mapping[Symbol, bool]
"""Atoms with whether they hold, as far as that is known."""

_FEW = 3
MOST_PHRASES = 12
"""Phrases of a sentence that is told short."""


@dataclass(frozen=True)
class _News:
    """What phrases have to know of what is new."""

    fresh: Collection[Symbol]
    said: set[Symbol]
    new: bool


@dataclass(frozen=True)
class _FewLeft:
    """A place where few values are left."""

    place: Arguments
    filled: Symbol | None
    older: bool
    enough: bool


class Phrases:
    """Tells the literals of a theory."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self._implied = Implied(theory, self._shape)
        self._atoms: dict[Signature, list[Symbol]] = {}
        for atom in (*theory.atoms, *theory.facts):
            self._atoms.setdefault(_signature(atom), []).append(atom)
        self._forms: dict[Signature, Form | None] = {}
        self._shapes: dict[Symbol, Hashable] = {}
        self._at_place: dict[tuple[Signature, Arguments], list[Symbol]] = {}

    def form(self, atom: Symbol) -> Form | None:
        """How the literals of an atom's predicate are told; ``None``: each with its own words."""
        signature = _signature(atom)
        if signature not in self._forms:
            words = self._theory.program.atoms.get(signature)
            place = words.cell_arguments if words else ()
            atoms = self._atoms.get(signature, [])
            self._forms[signature] = form_of(atoms, self._theory.literal, place)
        return self._forms[signature]

    def _shape(self, atom: Symbol) -> Hashable:
        found = self._shapes.get(atom)
        if found is None:
            form = self.form(atom)
            found = (*_signature(atom), form.parts(atom)[1:] if form else atom)
            self._shapes[atom] = found
        return found

    def premises(self, literals: Sequence[Literal], known: Known) -> list[str]:
        """Phrases for known literals that a step needs; shorter ones that say as much, if any.

        Where the cell of a literal is known to hold a value, the value may be shorter to say.
        """
        empty = self.told(self._raised(literals, known, values=False), known)
        raised = self.told(self._raised(literals, known, values=True), known)
        return min(empty, raised, key=lambda phrases: (len(" ".join(phrases)), len(phrases)))

    def _raised(self, literals: Iterable[Literal], known: Known, *, values: bool) -> list[Literal]:
        """The literals, each negative one replaced by what its cell is known to hold."""
        found: dict[tuple[Symbol, bool], Literal] = {}
        for literal in literals:
            best = literal
            if not literal.holds:
                for atom in self._known_at(literal, known):
                    other = self._theory.literal(atom, known[atom])
                    if (values or not other.holds) and self._implied.follows(other, literal):
                        best = other
                        break
            found[best.atom, best.holds] = best
        return list(found.values())

    def _known_at(self, literal: Literal, known: Known) -> Iterator[Symbol]:
        """Known atoms of a literal's place: values first, then what does not hold of no value."""
        form = self.form(literal.atom)
        if form is None:
            return
        place = form.parts(literal.atom)[0]
        for atom in self._of(_signature(literal.atom), place):
            if known.get(atom) is True:
                yield atom
        for signature, _ in self._forms_with_one_atom(place):
            for atom in self._of(signature, place):
                if known.get(atom) is False:
                    yield atom

    def cells(self, cells: Sequence[Cell]) -> str:
        """The names of some places, as the words of a predicate say them; else as cells."""
        if any(kind(cell) != "cell" for cell in cells):
            return listed(map(self._cell, cells))
        for atoms in self._atoms.values():
            form = self.form(atoms[0])
            if form and form.has_cells:
                places = {form.cell_of(place): place for place in form.domain}
                known = [form.cell(places[cell]) for cell in cells if cell in places]
                return form.board.name(known)
        return listed(map(self._cell, cells))

    def _cell(self, cell: Cell) -> str:
        """The name of a cell; row and column, if the program's words do not name cells."""
        name = self._theory.cell_name(cell)
        if name[0].isalpha():
            return name
        if kind(cell) != "cell":
            return f"the {place_name(cell)}"
        pair = len(cell) == len("rc")
        return f"r{cell[0]}c{cell[1]}" if pair else f"cell {'-'.join(map(str, cell))}"

    def follows(self, literals: Sequence[Literal], known: Known) -> list[str]:
        """Phrases for literals that are new: without those that something known implies."""
        new = [literal for literal in literals if not self._is_implied(literal, known)]
        return self.told(new or literals, known, new=True)

    def _is_implied(self, literal: Literal, known: Known) -> bool:
        """Whether what is known of the same cell says a negative literal already."""
        return not literal.holds and any(
            self._implied.follows(self._theory.literal(atom, known[atom]), literal)
            for atom in self._known_at(literal, known)
        )

    def told(
        self,
        literals: Iterable[Literal],
        known: Known,
        *,
        new: bool = False,
    ) -> list[str]:
        """Phrases that together say these literals; of many, those that say most come first.

        Of literals that are ``new`` "now" tells what follows only together with older knowledge.
        """
        left = self._implied.without(list(literals))
        left.sort(key=lambda x: (x.holds, *_signature(x.atom)))
        known = {**known, **{literal.atom: literal.holds for literal in left}}
        fresh = {literal.atom for literal in left} if new else set()
        said: set[Symbol] = set()
        groups: list[tuple[bool, list[Phrase]]] = []
        for (holds, *_), group in groupby(left, key=lambda x: (x.holds, *_signature(x.atom))):
            members = [literal for literal in group if literal.atom not in said]
            form = self.form(members[0].atom) if members else None
            if form is None:
                own = [(literal.words, 1) for literal in members]
            elif holds:
                own = list(positive(form, [form.parts(x.atom) for x in members]))
            else:
                atoms = [x.atom for x in members]
                own = list(self._negative(form, atoms, known, _News(fresh, said, new)))
            groups.append((holds, own))
        phrases = [
            phrase for wanted in (True, False) for h, own in groups if h is wanted for phrase in own
        ]
        if len(phrases) > MOST_PHRASES:
            phrases.sort(key=lambda pair: -pair[1])
        return [text for text, _ in phrases]

    def _negative(
        self, form: Form, atoms: Sequence[Symbol], known: Known, news: _News
    ) -> Iterator[Phrase]:
        new = by_place(form, atoms)
        false = [a for a in self._atoms[_signature(atoms[0])] if known.get(a) is False]
        excluded = by_place(form, [*atoms, *false])
        yield from self._options(form, _signature(atoms[0]), new, excluded, known, news)
        yield from lines(form, new, excluded, now=news.new)
        yield from rectangles(form, new, excluded)

    def _options(
        self,
        form: Form,
        signature: Signature,
        new: Excluded,
        excluded: Excluded,
        known: Known,
        news: _News,
    ) -> Iterator[Phrase]:
        """Of places where few values are left, these instead of the excluded ones."""
        found: dict[tuple[tuple[Arguments, ...], str], list[_FewLeft]] = {}
        if not form.lists_values:
            return
        for place, values in new.items():
            every = form.domain[place]
            left = tuple(v for v in sorted(every) if every[v] - excluded[place].get(v, set()))
            if not left or any(form.parts(a)[2] for a in self._of(signature, place)[:1]):
                continue
            otherwise, filled = self._otherwise(signature, place, known)
            options = len(left) + bool(otherwise)
            if otherwise is None or not 2 <= options <= _FEW:
                continue
            more = filled is not None and (filled in news.fresh or not news.new)
            older = len(values) < len(excluded[place]) or (filled is not None and not more)
            enough = len(values) + more >= options - 1
            own = _FewLeft(place, filled if more else None, older, enough)
            found.setdefault((left, otherwise), []).append(own)
        for (left, otherwise), places in found.items():
            if not any(place.enough for place in places):
                continue
            number = sum(len(new.pop(place.place)) for place in places)
            news.said.update(place.filled for place in places if place.filled is not None)
            now = news.new and any(place.older for place in places)
            yield form.options([x.place for x in places], left, otherwise, now=now), number

    def _of(self, signature: Signature, place: Arguments) -> list[Symbol]:
        """The atoms of a predicate at one place."""
        key = signature, place
        if key not in self._at_place:
            form = self._forms[signature]
            assert form
            for atom in self._atoms[signature]:
                own = signature, form.parts(atom)[0]
                self._at_place.setdefault(own, []).append(atom)
        return self._at_place[key]

    def _otherwise(
        self, signature: Signature, place: Arguments, known: Known
    ) -> tuple[str | None, Symbol | None]:
        """What may hold in place of all values of a place, such as "empty"."""
        values = self._of(signature, place)
        if self._implied.one_of(values):
            return "", None
        sample = self._theory.literal(values[0], holds=True)
        for other, form in self._forms_with_one_atom(place):
            atom = self._of(other, place)[0]
            literal = self._theory.literal(atom, holds=False)
            if literal.cells == sample.cells and self._implied.one_of(values, (atom, False)):
                if known.get(atom) is True:
                    return "", atom
                start = f"{form.place_name(place)} is "
                same = sample.words.startswith(start) and literal.words.startswith(start)
                return (literal.words.removeprefix(start) if same else None), None
        return None, None

    def _forms_with_one_atom(self, place: Arguments) -> Iterator[tuple[Signature, Form]]:
        """Predicates that have one atom at this place, such as filled(R,C)."""
        for signature, atoms in self._atoms.items():
            form = self.form(atoms[0])
            if form and list(form.domain.get(place, ())) == [()]:
                yield signature, form


def _signature(atom: Symbol) -> Signature:
    return atom.name, len(atom.arguments)


def phrases_of(theory: Theory) -> Phrases:
    """The phrases of a theory; the next question about it has the same ones."""
    return _phrases(theory.original)


@lru_cache(maxsize=1)
def _phrases(theory: Theory) -> Phrases:
    return Phrases(theory)
