"""Many literals in few phrases: lines of the board, lists of values, what is left in a cell."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from clingo import Symbol

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.reasons.subproblems import Subproblem
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Literal
from pyasp_puzzles.explanation.telling.english import Cell, with_runs
from pyasp_puzzles.explanation.telling.forms import Arguments, Excluded, Form
from pyasp_puzzles.explanation.telling.frames import Phrase, together
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

    def form(self, signature: Signature) -> Form | None:
        """How the literals of a predicate are told; ``None``: each with its own words."""
        if signature not in self._forms:
            form = Form(self._theory, self._atoms[signature])
            self._forms[signature] = form if form.usable else None
        return self._forms[signature]

    def _shape(self, atom: Symbol) -> Hashable:
        form = self.form(_signature(atom))
        return (*_signature(atom), form.parts[atom][1:] if form else atom)

    # -- cells

    def cells(self, cells: Sequence[Cell]) -> str:
        """The names of some places, as the program says them; else as cells."""
        return listed(with_runs(cells, [*map(self._cell, cells)]))

    def _cell(self, cell: Cell) -> str:
        """The name of a cell; row and column, if the program's words do not name cells."""
        name = self._theory.cell_name(cell)
        if name[0].isalpha():
            return name
        if kind(cell) != "cell":
            return f"the {place_name(cell)}"
        return place_name(cell) if len(cell) == len("rc") else f"cell {'-'.join(map(str, cell))}"

    # -- literals

    def premises(self, literals: Sequence[Literal], known: Known) -> list[str]:
        """Phrases for known literals that a step needs; shorter ones that say as much, if any.

        Where the cell of a literal is known to hold a value, the value may be shorter to say.
        """
        raised = (
            self.told([self._raised(x, known, values) for x in literals], known)
            for values in (False, True)
        )
        return min(raised, key=lambda phrases: (len(" ".join(phrases)), len(phrases)))

    def _raised(self, literal: Literal, known: Known, values: bool) -> Literal:
        """What a cell is known to hold in place of what it has not; ``values``: also a value."""
        for other in () if literal.holds else self._known_at(literal, known):
            if (values or not other.holds) and self._implied.follows(other, literal):
                return other
        return literal

    def _known_at(self, literal: Literal, known: Known) -> Iterator[Literal]:
        """What is known of a literal's place: values first, then what does not hold of no value."""
        form = self.form(_signature(literal.atom))
        if form is None:
            return
        place = form.parts[literal.atom][0]
        for atom in _atoms_at(form, place):
            if known.get(atom) is True:
                yield self._theory.literal(atom, True)
        for _, atom in self._single(place):
            if known.get(atom) is False:
                yield self._theory.literal(atom, False)

    def _single(self, place: Arguments) -> Iterator[tuple[Form, Symbol]]:
        """The atoms of predicates that have one atom at this place, such as filled(R,C)."""
        for form in map(self.form, self._atoms):
            if form and list(form.domain.get(place, ())) == [()]:
                yield form, next(_atoms_at(form, place))

    def follows(self, literals: Sequence[Literal], known: Known) -> list[str]:
        """Phrases for literals that are new: without those that something known implies."""
        new = [
            x
            for x in literals
            if x.holds or not any(self._implied.follows(o, x) for o in self._known_at(x, known))
        ]
        return self.told(new or literals, known, new=True)

    def told(self, literals: Iterable[Literal], known: Known, *, new: bool = False) -> list[str]:
        """Phrases that together say these literals, what holds first.

        Of literals that are ``new`` "now" tells what follows only together with older knowledge.
        """
        left = self._implied.without(list(literals))
        known = {**known, **{literal.atom: literal.holds for literal in left}}
        fresh = {literal.atom for literal in left} if new else set()
        said: set[Symbol] = set()
        groups: list[tuple[bool, list[Phrase]]] = []
        left.sort(key=lambda x: (x.holds, _signature(x.atom)))
        for (holds, name), group in groupby(left, lambda x: (x.holds, _signature(x.atom))):
            atoms = [literal.atom for literal in group if literal.atom not in said]
            form = self.form(name)
            if form is None:
                own = together(self._theory.parts(atom, holds) for atom in atoms)
            elif holds:
                own = form.positive(atoms)
            else:
                own = self._negative(form, atoms, known, fresh, said)
            groups.append((holds, sorted(own, key=lambda phrase: -phrase[1])))
        groups.sort(key=lambda group: not group[0])
        return [text for _, own in groups for text, _ in own]

    def _negative(
        self,
        form: Form,
        atoms: Sequence[Symbol],
        known: Known,
        fresh: Set[Symbol],
        said: set[Symbol],
    ) -> Iterator[Phrase]:
        new = form.by_place(atoms)
        every = (x for place in form.domain for x in _atoms_at(form, place))
        excluded = form.by_place([*atoms, *(x for x in every if known.get(x) is False)])
        if form.has_options:
            yield from self._options(form, new, excluded, known, fresh, said)
        yield from form.denied(new)

    def _options(
        self,
        form: Form,
        new: Excluded,
        excluded: Excluded,
        known: Known,
        fresh: Set[Symbol],
        said: set[Symbol],
    ) -> Iterator[Phrase]:
        """Of places where few values are left, these instead of the excluded ones."""
        found: dict[tuple[tuple[Arguments, ...], tuple[str, ...]], list[_FewLeft]] = {}
        for place, values in new.items():
            left = tuple(x for x in form.domain[place] if x not in excluded[place])
            otherwise, filled = self._otherwise(form, place, known) if left else (None, None)
            if otherwise is None or not 2 <= len(left) + len(otherwise) <= _FEW:
                continue
            more = filled is not None and (filled in fresh or not fresh)
            older = len(values) < len(excluded[place]) or (filled is not None and not more)
            enough = len(values) + more >= len(left) + len(otherwise) - 1
            own = _FewLeft(place, filled if more else None, older, enough)
            found.setdefault((left, otherwise), []).append(own)
        for (left, otherwise), places in found.items():
            if any(own.enough for own in places):
                number = sum(len(new.pop(own.place)) for own in places)
                said.update(own.filled for own in places if own.filled is not None)
                now = "now " * (bool(fresh) and any(own.older for own in places))
                for text, _ in form.options([own.place for own in places], left, otherwise):
                    yield now + text, number

    def _otherwise(
        self, form: Form, place: Arguments, known: Known
    ) -> tuple[tuple[str, ...] | None, Symbol | None]:
        """What may hold in place of all values, such as "empty"; an atom that excludes it."""
        values = [*_atoms_at(form, place)]
        if self._implied.one_of(values):
            return (), None
        start = "".join(self._theory.parts(values[0], True)[:3])
        for _, atom in self._single(place):
            words = self._theory.literal(atom, False).words
            if words.startswith(start) and self._implied.one_of(values, (atom, False)):
                known_filled = known.get(atom) is True
                return ((), atom) if known_filled else ((words.removeprefix(start),), None)
        return None, None


def _atoms_at(form: Form, place: Arguments) -> Iterator[Symbol]:
    """The atoms of a predicate at one place."""
    for manners in form.domain.get(place, {}).values():
        yield from manners.values()


def _signature(atom: Symbol) -> Signature:
    return atom.name, len(atom.arguments)


def phrases_of(theory: Theory) -> Phrases:
    """The phrases of a theory; the next question about it has the same ones."""
    return _phrases(theory.original)


@lru_cache(maxsize=1)
def _phrases(theory: Theory) -> Phrases:
    return Phrases(theory)
