"""Literals of one predicate in phrases: equal values, whole rows, cells with the same values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from clingo import Symbol

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.telling.english import compound, is_negated, joined, neither, plural
from pyasp_puzzles.explanation.telling.frames import Sentence, SentenceFrame
from pyasp_puzzles.explanation.telling.patterns import (
    MANNER,
    PLACE,
    VALUE,
    Arguments,
    AtomPatterns,
    Tell,
)

Phrase = tuple[str, int]
"""A text, and how many literals it says."""

_MARK = "\ue001"
_LISTED = 8
"""Values, or places that have no rows, in one sentence."""


class Form(AtomPatterns):
    """The sentences of a predicate."""

    def told(
        self,
        places: Sequence[Arguments],
        values: Sequence[Arguments],
        manners: Collection[Arguments] = (),
        *,
        holds: bool,
    ) -> Iterator[Phrase]:
        """Sentences that say each of the values of each place: as few as stay clear."""
        most = len(places) if self._flat else _LISTED
        for own in _parts(places, most if self._lists_places(holds) else 1):
            one = self.has_predicate or (len(own) == 1 and self._lists(own[0], values, holds))
            for some in _parts(values, _LISTED if self.lists_values and one else 1):
                number = len(own) * len(some) * max(1, len(manners))
                yield self.sentence(own, some, manners, holds=holds), number

    def _lists(self, place: Arguments, values: Sequence[Arguments], holds: bool) -> bool:
        """Whether a sentence takes several values of a place."""
        if len(values) == 1:
            return True
        frame = self._first(place, values[0], holds=holds).frame(VALUE, {})
        items = [self._first(place, value, holds=holds).part(VALUE) for value in values]
        return frame.lists == "object" or (frame.lists == "subject" and not compound(items))

    def sentence(
        self,
        places: Sequence[Arguments],
        values: Sequence[Arguments],
        manners: Collection[Arguments] = (),
        *,
        holds: bool,
        subject: str = "",
        one_of: bool = False,
        also: str = "",
    ) -> str:
        """One sentence that says each of the values of each place.

        Args:
            manners: those of a single value; empty where they need not be said.
            subject: in place of the places: "no cell of row 4".
            one_of: whether it says only that one of the values holds.
            also: a further item behind the values.
        """
        if self.has_predicate and not one_of and len(values) > 1:
            return self._with_values(places, values, manners, holds=holds)
        if self.has_predicate and not holds and self.subject_is_place and len(places) > 1:
            lines, left = self.board.whole_lines([self.cell(place) for place in places])
            if lines and not left:
                subject, holds = f"no cell of {lines}", True
        sentences = [self._first(places[0], value, holds=holds) for value in values]
        first = sentences[0]
        filled: dict[int, str] = {PLACE: _MARK}
        if manners:
            ways = [self._sentence(places[0], values[0], m, holds=holds) for m in sorted(manners)]
            last = f", nor {_preposition(first)} ".replace("  ", " ")
            filled[MANNER] = last.join(way.part(MANNER) for way in ways)
        elif MANNER in first.pattern.groups:
            first = first.without_end()
        if VALUE not in first.pattern.groups or (len(values) == 1 and not also):
            text = first.filled(filled) + f" or {also}" * bool(also)
        else:
            items = _shortened([x.part(VALUE) for x in sentences], [v[:1] for v in values])
            items += [also] * bool(also)
            frame = first.frame(VALUE, filled)
            text = frame.one_of(items) if one_of else frame.filled(items)
        if _MARK not in text:
            return text
        before, _, after = text.partition(_MARK)
        return (
            f"{subject}{after}" if subject else self._placed(SentenceFrame(before, after), places)
        )

    def _with_values(
        self,
        places: Sequence[Arguments],
        values: Sequence[Arguments],
        manners: Collection[Arguments],
        *,
        holds: bool,
    ) -> str:
        """A sentence that says or denies all of the values of each place."""
        sentences = [self._first(places[0], value, holds=True) for value in values]
        first = sentences[0]
        if MANNER in first.pattern.groups and not manners:
            first = first.without_end()
        before, middle, *after = first.pattern.texts
        verb, _, rest = middle.strip().partition(" ")
        parts = _shortened([each.part(VALUE) for each in sentences], [each[:1] for each in values])
        items = [f"{rest} {part}".lstrip() for part in parts]
        words = joined(items) if holds else neither(items)
        end = "".join([after[0], *(f"{first.part(MANNER)}{text}" for text in after[1:])])
        return self._placed(SentenceFrame(before, f" {verb} {words}{end}"), places)

    def in_turn(self, places: Sequence[Arguments], values: Sequence[Arguments]) -> str:
        """One sentence that says the value of each place, in their order."""
        verb, _, rest = self._patterns[True].texts[1].strip().partition(" ")
        sentences = [self._first(*pair, holds=True) for pair in zip(places, values, strict=True)]
        items = [f"{rest} {sentence.part(VALUE)}".lstrip() for sentence in sentences]
        return f"{listed(map(self.place_name, places))} {plural(verb)} {listed(items)}"

    def options(
        self, places: Sequence[Arguments], values: Sequence[Arguments], otherwise: str, *, now: bool
    ) -> str:
        """One sentence that says which values are left in each of the places."""
        text = self.sentence(places, values, holds=True, one_of=True, also=otherwise)
        if not now:
            return text
        frame = self._sentence(
            places[0], values[0], min(self.domain[places[0]][values[0]]), holds=True
        )
        if not self.subject_is_place:
            return f"now {text}"
        verb = frame.pattern.texts[1].strip().partition(" ")[0]
        for word in (verb, plural(verb)):
            before, found, after = text.partition(f" {word} ")
            if found:
                late = verb in ("is", "has", "was")
                return f"{before} {word} now {after}" if late else f"{before} now {word} {after}"
        return f"now {text}"

    def _placed(self, frame: SentenceFrame, places: Sequence[Arguments]) -> str:
        if len(places) == 1:
            return frame.filled([self.place_name(places[0])])
        cells = sorted(map(self.cell, places))
        if not self._flat or (frame.before and frame.is_subject):
            names = [self.board.name([cell]) for cell in cells]
            return frame.filled(names, each=not frame.is_subject)
        if frame.is_subject:
            return frame.about(self.board.name(cells, whole=not is_negated(frame.after)))
        return frame.each_of(self.board.name(cells, whole=False))


def _preposition(sentence: Sentence) -> str:
    """The preposition before the last open place; empty if a comma stands there."""
    last = sentence.pattern.texts[-2].rstrip()
    return "" if last.endswith(",") else last.rpartition(" ")[2]


def _parts(items: Sequence[Arguments], most: int) -> Iterator[Sequence[Arguments]]:
    """The items in lists of at most so many."""
    return (items[start : start + most] for start in range(0, len(items), most))


def _shortened(items: Sequence[str], values: Sequence[Arguments]) -> list[str]:
    """Items up to their first comma, where that is the value itself, as in "4, on hole 1"."""
    short = [item.partition(", ")[0] for item in items]
    if all(own and text == str(own[0]) for text, own in zip(short, values, strict=True)):
        return short
    return list(items)


def form_of(atoms: Sequence[Symbol], tell: Tell, place: Sequence[int] = ()) -> Form | None:
    """The form of a predicate; ``None``: its words do not keep place and value apart."""
    if not atoms or not atoms[0].arguments:
        return None
    form = Form(atoms, tell, place)
    return form if form.is_usable() else None


Excluded = dict[Arguments, dict[Arguments, set[Arguments]]]
"""By place and value the manners in which it is excluded."""

_LINE = 3


def by_place(form: Form, atoms: Iterable[Symbol]) -> Excluded:
    """The atoms by their place and value."""
    found: Excluded = {}
    for atom in atoms:
        place, value, manner = form.parts(atom)
        found.setdefault(place, {}).setdefault(value, set()).add(manner)
    return found


def positive(
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
            yield from form.told([place], values, manners, holds=True)
        return
    while left:
        equal = max(
            ([p for p in left if left[p] == own] for own in dict.fromkeys(left.values())), key=len
        )
        line = _longest_line(form, left)
        if len(line) > max(len(equal), _LINE - 1):
            yield form.in_turn(line, [left[place][0] for place in line]), len(line)
            chosen = line
        else:
            value, manner = left[equal[0]]
            manners = [manner] if manner else []
            yield from form.told(equal, [value], manners, holds=True)
            chosen = equal
        for place in chosen:
            del left[place]


def _longest_line(
    form: Form, left: Mapping[Arguments, tuple[Arguments, Arguments]]
) -> list[Arguments]:
    """The places in one row or column with the most values."""
    lines: dict[tuple[int, int], list[Arguments]] = {}
    if form.board.flat and form.subject_is_place and form.has_predicate:
        for place in sorted(left, key=form.cell):
            if left[place][0] and not left[place][1]:
                for axis in (0, 1):
                    lines.setdefault((axis, form.cell(place)[axis]), []).append(place)
    return max(lines.values(), key=len, default=[])


def lines(form: Form, new: Excluded, excluded: Excluded, *, now: bool) -> Iterator[Phrase]:
    """Values that no cell of some lines has, which are removed from ``new``.

    ``now`` says that some of these cells were without the value before.
    """
    if not (form.board.flat and form.subject_is_place and form.has_predicate):
        return
    found: dict[tuple[str, bool], tuple[list[Arguments], set[Arguments]]] = {}
    for value in dict.fromkeys(v for values in new.values() for v in values):
        domain = {p for p, values in form.domain.items() if value in values}
        gone = {p for p in domain if excluded.get(p, {}).get(value, set()) == form.domain[p][value]}
        cells = {form.cell(place): place for place in gone}
        name, left = form.board.whole_lines(cells)
        told = {place for cell, place in cells.items() if cell not in left}
        fresh = {place for place in told if value in new.get(place, {})}
        if name and len(fresh) >= _LINE and 2 * len(fresh) >= len(told):
            values, places = found.setdefault((name, fresh < told), ([], set()))
            values.append(value)
            places |= fresh
    for (name, older), (values, places) in found.items():
        number = 0
        for place in places:
            for value in values:
                number += len(new[place].pop(value, ()))
            if not new[place]:
                del new[place]
        subject = f"{'now ' * (now and older)}no cell of {name}"
        text = form.sentence(list(places), values, holds=True, subject=subject, one_of=True)
        yield text, number


def rectangles(form: Form, new: Excluded, excluded: Excluded) -> Iterator[Phrase]:
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
            yield from form.told(places, plain, holds=False)
        for value, some in sorted((value, sorted(manners)) for value, manners in told if manners):
            yield from form.told(places, [value], some, holds=False)


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
