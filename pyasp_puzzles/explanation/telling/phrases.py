"""Many literals in few phrases: lines of the board, lists of values, what is left in a cell."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from clingo import Symbol

from pyasp_puzzles.errors import listed
from pyasp_puzzles.explanation.reasons.implied import Implied
from pyasp_puzzles.explanation.steps import Literal
from pyasp_puzzles.explanation.telling.english import Cell
from pyasp_puzzles.explanation.telling.forms import Arguments, Form, form_of
from pyasp_puzzles.explanation.theory import Theory

Signature = tuple[str, int]
Known = Mapping[Symbol, bool]
"""Atoms with whether they hold, as far as that is known."""

Excluded = dict[Arguments, dict[Arguments, set[Arguments]]]
"""By place and value the manners in which it is excluded."""

Phrase = tuple[str, int]
"""A text, and how many literals it says."""

_LINE = 3
_FEW = 3
_MOST_PHRASES = 10


class Phrases:
    """Tells the literals of a theory."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self._implied = Implied(theory, self._shape)
        self._atoms: dict[Signature, list[Symbol]] = {}
        for atom in (*theory.atoms, *theory.facts):
            self._atoms.setdefault(_signature(atom), []).append(atom)
        self._forms: dict[Signature, Form | None] = {}
        self._at_place: dict[tuple[Signature, Arguments], list[Symbol]] = {}

    def form(self, atom: Symbol) -> Form | None:
        """How the literals of an atom's predicate are told; ``None``: each with its own words."""
        signature = _signature(atom)
        if signature not in self._forms:
            self._forms[signature] = form_of(self._atoms.get(signature, []), self._theory.literal)
        return self._forms[signature]

    def _shape(self, atom: Symbol) -> Hashable:
        form = self.form(atom)
        return (*_signature(atom), form.parts(atom)[1:] if form else atom)

    def premises(self, literals: Sequence[Literal], known: Known) -> list[str]:
        """Phrases for known literals that a step needs; shorter ones that say as much, if any.

        Where the cell of a literal is known to hold a value, the value may be shorter to say.
        """
        plain = self.told(literals, known)
        raised = self.told(self._raised(literals, known), known)
        return min(plain, raised, key=lambda phrases: (len(" ".join(phrases)), len(phrases)))

    def _raised(self, literals: Iterable[Literal], known: Known) -> list[Literal]:
        """The literals, each negative one replaced by what its cell is known to hold."""
        found: dict[tuple[Symbol, bool], Literal] = {}
        for literal in literals:
            best = literal
            if not literal.holds:
                for atom in self._known_at(literal, known):
                    other = self._theory.literal(atom, known[atom])
                    if self._implied.follows(other, literal):
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
        """The names of some cells, where the words of a predicate name cells; else empty."""
        for atoms in self._atoms.values():
            form = self.form(atoms[0])
            if form and form.has_cells:
                places = {form.cell_of(place): place for place in form.domain}
                known = [form.cell(places[cell]) for cell in cells if cell in places]
                return form.board.name(known)
        return listed([f"({', '.join(map(str, cell))})" for cell in cells])

    def told(
        self, literals: Iterable[Literal], known: Known, most: int = _MOST_PHRASES
    ) -> list[str]:
        """Phrases that together say these literals, at most so many; the last one counts the rest.

        Args:
            known: what is known besides; it tells which values are left in a cell.
        """
        left = self._implied.without(list(literals))
        left.sort(key=lambda x: (not x.holds, *_signature(x.atom)))
        phrases: list[Phrase] = []
        for _, group in groupby(left, key=lambda x: (x.holds, *_signature(x.atom))):
            members = list(group)
            form = self.form(members[0].atom)
            if form is None:
                phrases += [(literal.words, 1) for literal in members]
            elif members[0].holds:
                phrases += _positive(form, [form.parts(x.atom) for x in members])
            else:
                phrases += self._negative(form, [x.atom for x in members], known)
        if len(phrases) <= most:
            return [text for text, _ in phrases]
        phrases.sort(key=lambda pair: -pair[1])
        rest = sum(number for _, number in phrases[most - 1 :])
        return [*(text for text, _ in phrases[: most - 1]), f"{rest} more like these"]

    def _negative(self, form: Form, atoms: Sequence[Symbol], known: Known) -> Iterator[Phrase]:
        new = _by_place(form, atoms)
        false = [a for a in self._atoms[_signature(atoms[0])] if known.get(a) is False]
        excluded = _by_place(form, [*atoms, *false])
        yield from self._options(form, _signature(atoms[0]), new, excluded, known)
        yield from _lines(form, new, excluded)
        yield from _rectangles(form, new, excluded)

    def _options(
        self, form: Form, signature: Signature, new: Excluded, excluded: Excluded, known: Known
    ) -> Iterator[Phrase]:
        """Of places where few values are left, these instead of the excluded ones."""
        found: dict[tuple[tuple[Arguments, ...], str], list[Arguments]] = {}
        for place, values in new.items():
            every = form.domain[place]
            left = tuple(v for v in sorted(every) if every[v] - excluded[place].get(v, set()))
            if not left or any(form.parts(a)[2] for a in self._of(signature, place)[:1]):
                continue
            otherwise = self._otherwise(signature, place, known)
            options = len(left) + bool(otherwise)
            if otherwise is None or not 2 <= options <= _FEW or len(values) < options - 1:
                continue
            found.setdefault((left, otherwise), []).append(place)
        for (left, otherwise), places in found.items():
            number = sum(len(new.pop(place)) for place in places)
            text = form.sentence(places, left, holds=True, last="or")
            yield (f"{text} or {otherwise}" if otherwise else text), number

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

    def _otherwise(self, signature: Signature, place: Arguments, known: Known) -> str | None:
        """What may hold in place of all values of a place, such as "empty".

        Returns:
            The end of its words; empty if there is nothing, since one of the values holds;
            ``None`` if it is not known.
        """
        values = self._of(signature, place)
        if self._implied.one_of(values):
            return ""
        sample = self._theory.literal(values[0], holds=True)
        for other, form in self._forms_with_one_atom(place):
            atom = self._of(other, place)[0]
            literal = self._theory.literal(atom, holds=False)
            if literal.cells == sample.cells and self._implied.one_of(values, (atom, False)):
                if known.get(atom) is True:
                    return ""
                start = f"{form.place_name(place)} is "
                same = sample.words.startswith(start) and literal.words.startswith(start)
                return literal.words.removeprefix(start) if same else None
        return None

    def _forms_with_one_atom(self, place: Arguments) -> Iterator[tuple[Signature, Form]]:
        """Predicates that have one atom at this place, such as filled(R,C)."""
        for signature, atoms in self._atoms.items():
            form = self.form(atoms[0])
            if form and list(form.domain.get(place, ())) == [()]:
                yield signature, form


def _signature(atom: Symbol) -> Signature:
    return atom.name, len(atom.arguments)


def _by_place(form: Form, atoms: Iterable[Symbol]) -> Excluded:
    found: Excluded = {}
    for atom in atoms:
        place, value, manner = form.parts(atom)
        found.setdefault(place, {}).setdefault(value, set()).add(manner)
    return found


def _positive(
    form: Form, parts: Sequence[tuple[Arguments, Arguments, Arguments]]
) -> Iterator[Phrase]:
    """The atoms that hold: equal ones together, else those of one row or column."""
    left = {place: (value, manner) for place, value, manner in parts}
    if len(left) < len(parts):  # several values in one place
        several: dict[tuple[Arguments, Arguments], list[Arguments]] = {}
        for place, value, manner in parts:
            several.setdefault((place, manner), []).append(value)
        for (place, manner), values in several.items():
            manners = [manner] if manner else []
            yield form.sentence([place], values, manners, holds=True), len(values)
        return
    while left:
        equal = max(
            ([p for p in left if left[p] == own] for own in dict.fromkeys(left.values())), key=len
        )
        line, name = _longest_line(form, left)
        if len(line) > max(len(equal), _LINE - 1):
            axis = "columns" if name.startswith("row") else "rows"
            cells = [form.cell(place) for place in line]
            across = [str(cell[1] if axis == "columns" else cell[0]) for cell in cells]
            values = [left[place][0] for place in line]
            text = form.sentence(line, values, holds=True, subject=name)
            yield f"{text}, in {axis} {listed(across)}", len(line)
            chosen = line
        else:
            value, manner = left[equal[0]]
            manners = [manner] if manner else []
            yield form.sentence(equal, [value], manners, holds=True), len(equal)
            chosen = equal
        for place in chosen:
            del left[place]


def _longest_line(
    form: Form, left: Mapping[Arguments, tuple[Arguments, Arguments]]
) -> tuple[list[Arguments], str]:
    """The places in one row or column with the most values, and the name of that line."""
    lines: dict[tuple[int, int], list[Arguments]] = {}
    if form.board.flat and form.subject_is_place:
        for place in sorted(left, key=form.cell):
            if left[place][0] and not left[place][1]:
                for axis in (0, 1):
                    lines.setdefault((axis, form.cell(place)[axis]), []).append(place)
    if not lines:
        return [], ""
    axis, number = max(lines, key=lambda key: len(lines[key]))
    return lines[axis, number], f"{('row', 'column')[axis]} {number}"


def _lines(form: Form, new: Excluded, excluded: Excluded) -> Iterator[Phrase]:
    """Values that no cell of some rows or columns has; what is told is removed from ``new``."""
    if not (form.board.flat and form.subject_is_place):
        return
    found: dict[str, tuple[list[Arguments], set[Arguments]]] = {}
    for value in dict.fromkeys(v for values in new.values() for v in values):
        domain = {p for p, values in form.domain.items() if value in values}
        gone = {p for p in domain if excluded.get(p, {}).get(value, set()) == form.domain[p][value]}
        cells = {form.cell(place): place for place in gone}
        name, left = form.board.whole_lines(cells)
        told = {place for cell, place in cells.items() if cell not in left}
        fresh = {place for place in told if value in new.get(place, {})}
        if name and len(fresh) >= _LINE and 2 * len(fresh) >= len(told):
            values, places = found.setdefault(name, ([], set()))
            values.append(value)
            places |= fresh
    for name, (values, places) in found.items():
        number = 0
        for place in places:
            for value in values:
                number += len(new[place].pop(value, ()))
            if not new[place]:
                del new[place]
        subject = f"no cell of {name}"
        yield form.sentence(list(places), values, holds=True, subject=subject, last="or"), number


def _rectangles(form: Form, new: Excluded, excluded: Excluded) -> Iterator[Phrase]:
    """Places with the values that each of them has not, as few sentences as a greedy choice finds.

    A value that is excluded in some manners only stands alone, with these.
    """
    items: dict[tuple[Arguments, frozenset[Arguments]], int] = {}
    rows: dict[Arguments, set[int]] = {}
    for place, values in new.items():
        for value in values:
            gone = excluded[place][value]
            whole = gone == form.domain[place][value]
            item = value, frozenset() if whole else frozenset(gone)
            rows.setdefault(place, set()).add(items.setdefault(item, len(items)))
    named = list(items)
    while rows:
        places, chosen = _largest(rows)
        for place in places:
            rows[place] -= chosen
            if not rows[place]:
                del rows[place]
        told = [named[number] for number in chosen]
        plain = sorted(value for value, manners in told if not manners)
        if plain:
            yield form.sentence(places, plain, holds=False), len(places) * len(plain)
        for value, some in sorted((value, sorted(manners)) for value, manners in told if manners):
            yield form.sentence(places, [value], some, holds=False), len(places)


def _largest(rows: Mapping[Arguments, set[int]]) -> tuple[list[Arguments], set[int]]:
    """A large rectangle of places and values, grown from one row or from one column."""
    best: tuple[list[Arguments], set[int]] = ([], set())
    starts = [frozenset(items) for items in rows.values()]
    starts += [frozenset([item]) for item in set().union(*rows.values())]
    for start in dict.fromkeys(starts):
        places = [place for place, items in rows.items() if items >= start]
        items = set.intersection(*(rows[place] for place in places))
        if len(places) * len(items) > len(best[0]) * len(best[1]):
            best = places, items
    return best
