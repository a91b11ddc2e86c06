"""Literals of one predicate in phrases: equal values, whole rows, cells with the same values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo import Symbol

from pyasp_puzzles.explanation.telling.forms import Form, Phrase
from pyasp_puzzles.explanation.telling.patterns import Arguments

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
    """Values that no cell of some rows or columns has; what is told is removed from ``new``.

    Args:
        now: whether to say that some of these cells were without the value before.
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
