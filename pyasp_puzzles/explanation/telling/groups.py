"""Literals of one predicate in phrases: equal values, whole rows, cells with the same values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo import Symbol

from pyasp_puzzles.errors import listed
from pyasp_puzzles.explanation.telling.forms import Arguments, Form

Excluded = dict[Arguments, dict[Arguments, set[Arguments]]]
"""By place and value the manners in which it is excluded."""

Phrase = tuple[str, int]
"""A text, and how many literals it says."""

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


def lines(form: Form, new: Excluded, excluded: Excluded, *, now: bool) -> Iterator[Phrase]:
    """Values that no cell of some rows or columns has; what is told is removed from ``new``.

    Args:
        now: whether to say that some of these cells were without the value before.
    """
    if not (form.board.flat and form.subject_is_place):
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
        yield form.sentence(list(places), values, holds=True, subject=subject, last="or"), number


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
