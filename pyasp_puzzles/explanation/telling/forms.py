"""Literals of one predicate in phrases: cells with equal values, whole rows, lists of values.

What is open in the sentences of a predicate is read from its two templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo import Symbol

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.telling.english import (
    AUXILIARIES,
    PREPOSITIONS,
    Cell,
    neither,
    plural,
    with_runs,
)
from pyasp_puzzles.explanation.telling.frames import (
    Parts,
    Phrase,
    SentenceFrame,
    frame_at,
    parted,
    together,
    without_end,
)
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.words.templates import WordsTemplate

Arguments = tuple[Symbol, ...]
Excluded = dict[Arguments, dict[Arguments, set[Arguments]]]
"""By place and value the manners in which it is excluded."""

PLACE, VALUE, MANNER = range(3)


class Form:
    """How the literals of one predicate are told, by what is open in its words.

    The *place* is the open part that names an atom's cell, else the subject of its sentence.  The
    *manner* is one at the end of the sentence that may be left out, as in "r1c1 holds piece 3
    after 2 turns".  What else is open is its *value*.

    Args:
        atoms: all atoms of the predicate.

    Attributes:
        usable: whether no more than these are open, in both texts; else each atom is told alone.
        parts: place, value and manner of each atom.
        domain: the atoms by place, value and manner.
    """

    def __init__(self, theory: Theory, atoms: Sequence[Symbol]) -> None:
        words = theory.program.words_of(atoms[0])
        self._theory, names = theory, words.arguments
        cell = {names[i] for i in words.cell_arguments}
        texts = {True: words.true, False: words.false}
        self._at = {holds: _open_parts(text, cell) for holds, text in texts.items()}
        own = {g: words.true.names_in(words.true.pieces[at]) for g, at in self._at[True].items()}
        other = {
            g: words.false.names_in(words.false.pieces[at]) for g, at in self._at[False].items()
        }
        own[VALUE] = tuple(x for x in names if x not in (*own.get(PLACE, ()), *own.get(MANNER, ())))
        groups = [own.get(group, ()) for group in (PLACE, VALUE, MANNER)]
        indices = [[i for i, name in enumerate(names) if name in group] for group in groups]
        self.usable = (
            bool(names)
            and self._at[True].keys() == self._at[False].keys()
            and (VALUE in self._at[True]) == bool(own[VALUE])
            and all(set(other[g]) <= set(own[g]) for g in other)
        )
        self._has_cells = bool(cell) and PLACE in self._at[True]
        self.denies = VALUE in self._at[True] and _denies(words.true.pieces, words.false.pieces)
        self.denies &= self._at[True].get(PLACE) == self._at[False].get(PLACE) == 1
        self.parts: dict[Symbol, tuple[Arguments, Arguments, Arguments]] = {}
        self.domain: dict[Arguments, dict[Arguments, dict[Arguments, Symbol]]] = {}
        for atom in sorted(atoms):
            arguments = atom.arguments
            place, value, manner = (tuple(arguments[i] for i in group) for group in indices)
            self.parts[atom] = place, value, manner
            self.domain.setdefault(place, {}).setdefault(value, {})[manner] = atom

    @property
    def has_options(self) -> bool:
        """Whether its sentences have a value, and no manner."""
        return VALUE in self._at[True] and MANNER not in self._at[True]

    def by_place(self, atoms: Iterable[Symbol]) -> Excluded:
        """The manners of some atoms by their place and value."""
        found: Excluded = {}
        for atom in atoms:
            place, value, manner = self.parts[atom]
            found.setdefault(place, {}).setdefault(value, set()).add(manner)
        return found

    # -- places

    def place_name(self, place: Arguments) -> str:
        """The words for a place, such as r2c3."""
        atom = next(iter(next(iter(self.domain[place].values())).values()))
        return self._theory.parts(atom, True)[self._at[True][PLACE]]

    # -- sentences

    def _sentence(self, place: Arguments, value: Arguments, holds: bool) -> Parts:
        """A sentence about a value, without its manner."""
        parts = self._theory.parts(next(iter(self.domain[place][value].values())), holds)
        return without_end(parts) if MANNER in self._at[holds] else parts

    def _placed(self, parts: Parts, places: Sequence[Arguments], holds: bool) -> Iterator[Phrase]:
        """A sentence about one place, said of each of several."""
        if len(places) == 1:
            yield "".join(parts), 1
            return
        frame = frame_at(parts, self._at[holds][PLACE])
        single = names = [self.place_name(place) for place in sorted(places)]
        if self._has_cells and frame.is_subject:
            names = with_runs([*map(_cell, sorted(places))], names)
        for part in parted(names, alone=not (frame.takes_list or frame.preposition)):
            some = names[part]
            several = len(some) > 1 or some[0] not in single
            yield frame.filled(some, each=not frame.is_subject, plural_subject=several), len(some)

    def _denied(self, places: Sequence[Arguments], values: Sequence[Arguments]) -> Iterator[Phrase]:
        """Sentences that deny each of the values of each place, in all manners."""
        own = [self._sentence(places[0], value, self.denies) for value in values]
        if len(values) > 1 and len(places) == 1 and not self.denies:
            yield from together(own)
            return
        texts = [parts[self._at[self.denies].get(VALUE, 0)] for parts in own]
        for part in parted(texts, alone=not self.denies):
            if len(own[part]) > 1:
                yield from self._placed(_neither(own[part]), places, True)
            else:
                one = self._sentence(places[0], values[part.start], False)
                yield from self._placed(one, places, False)

    def positive(self, atoms: Sequence[Symbol]) -> Iterator[Phrase]:
        """The atoms that hold: several values of one place together, else equal ones."""
        places: dict[tuple[Arguments, Arguments], list[Arguments]] = {}
        parts = [self.parts[atom] for atom in atoms]
        if len({place for place, _, _ in parts}) < len(parts):
            yield from together(self._theory.parts(atom, True) for atom in atoms)
            return
        for place, value, manner in parts:
            places.setdefault((value, manner), []).append(place)
        order = sorted(places.items(), key=lambda pair: (-len(pair[1]), min(pair[1])))
        for (value, manner), own in order:
            atom = self.domain[own[0]][value][manner]
            yield from self._placed(self._theory.parts(atom, True), own, True)

    def options(
        self, places: Sequence[Arguments], values: Sequence[Arguments], further: Sequence[str] = ()
    ) -> Iterator[Phrase]:
        """Sentences that say which values, or what else, are left in each of the places."""
        at = self._at[True][VALUE]
        own = [self._sentence(places[0], value, True) for value in values]
        items = [*(parts[at] for parts in own), *further]
        yield from self._placed(
            (*own[0][:at], listed(items, "or"), *own[0][at + 1 :]), places, True
        )

    def denied(self, new: Excluded) -> Iterator[Phrase]:
        """What does not hold: for each place its values, or for each value its places.

        A value that is excluded in some manners only is told with these.
        """
        rows: dict[Arguments, list[Arguments]] = {}
        alone: list[Parts] = []
        for place, values in new.items():
            for value, manners in sorted(values.items()):
                if len(manners) == len(self.domain[place][value]):
                    rows.setdefault(place, []).append(value)
                else:
                    atoms = (self.domain[place][value][manner] for manner in sorted(manners))
                    alone += [self._theory.parts(atom, False) for atom in atoms]
        by_values = [(places, own) for own, places in _grouped(rows).items()]
        by_places = list(_grouped(_turned(rows)).items())
        fewer: list[tuple[Sequence[Arguments], Sequence[Arguments]]] = [*by_values]
        if len(by_places) < len(by_values):
            fewer = [*by_places]
        for places, own in fewer:
            yield from self._denied(places, own)
        yield from together(alone)


def _cell(place: Arguments) -> Cell:
    return tuple(symbol.number for symbol in place)


def _open_parts(text: WordsTemplate, cell: set[str]) -> dict[int, int]:
    """Where place, value and manner stand among the parts of a text; none: more is open."""
    pieces, found = text.pieces, dict[int, int]()
    left = [*range(1, len(pieces), 2)]
    names = {at: set(text.names_in(pieces[at])) for at in left}
    own = [at for at in left if cell and names[at] == cell]
    if (
        not cell
        and len(left) > 1
        and len(names[1]) == 1
        and SentenceFrame(pieces[0], "").is_subject
    ):
        own = left[:1]
    if own:
        found[PLACE] = own[0]
        left.remove(own[0])
    if len(left) > 1 and left[-1] == len(pieces) - 2 and not pieces[-1]:
        before = pieces[-3].split() or [""]
        if before[-1].endswith(",") or before[-1] in PREPOSITIONS:
            found[MANNER] = left.pop()
    if left:
        found[VALUE] = left[0]
    return found if len(left) <= 1 else {}


def _denies(yes: Parts, no: Parts) -> bool:
    """Whether one text denies the verb of the other, which stands between place and value."""
    verb, _, rest = yes[2].strip().partition(" ") if len(yes) > len("p v") else ("", "", "")
    denied = f"{verb} not" if verb in AUXILIARIES - {"has"} else f"does not {plural(verb)}"
    return verb not in PREPOSITIONS and no == (
        *yes[:2],
        f" {denied} {rest}".rstrip() + " ",
        *yes[3:],
    )


def _neither(sentences: Sequence[Parts]) -> Parts:
    """That none of several values of a place is so."""
    start, place, verb, *_ = sentences[0]
    first, _, rest = verb.strip().partition(" ")
    items = [f"{rest} {parts[3]}".lstrip() for parts in sentences]
    return start, place, f" {first} {neither(items)}{sentences[0][4]}"


def _turned(rows: Mapping[Arguments, Sequence[Arguments]]) -> dict[Arguments, list[Arguments]]:
    """For each item of some rows the rows that have it."""
    found: dict[Arguments, list[Arguments]] = {}
    for row, items in rows.items():
        for item in items:
            found.setdefault(item, []).append(row)
    return found


def _grouped(
    rows: Mapping[Arguments, Sequence[Arguments]],
) -> dict[tuple[Arguments, ...], list[Arguments]]:
    """Rows with the same items together."""
    found: dict[tuple[Arguments, ...], list[Arguments]] = {}
    for row, items in rows.items():
        found.setdefault(tuple(items), []).append(row)
    return found
