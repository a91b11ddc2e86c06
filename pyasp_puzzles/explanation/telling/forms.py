"""How the literals of one predicate are told: its arguments in groups, its sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import permutations

import clingo
from clingo import Symbol, SymbolType

from pyasp_puzzles.errors import listed
from pyasp_puzzles.explanation.steps import Literal
from pyasp_puzzles.explanation.telling.english import (
    AUXILIARIES,
    PREPOSITIONS,
    Board,
    Cell,
    compound,
    is_negated,
    joined,
    neither,
    plural,
)
from pyasp_puzzles.explanation.telling.frames import Frame, Pattern, Sentence, Span, open_span

Arguments = tuple[Symbol, ...]
Tell = Callable[[Symbol, bool], Literal]
Parts = tuple[Arguments, Arguments, Arguments]
"""The place, the value and the manner of an atom."""

Phrase = tuple[str, int]
"""A text, and how many literals it says."""

PLACE, VALUE, MANNER = range(3)
_MARK = "\ue001"
_SAMPLE = 40
_LISTED = 8
"""Values, or places that have no rows, in one sentence."""


class Form:
    """The sentences of a predicate, open at its place, its value and its manner.

    The *place* is the cell of an atom where its arguments name that, else the subject of its
    sentence.  The *manner* is an argument at the end of the sentence that may be left out, as in
    "r1c1 holds piece 3 after 2 turns".  The other arguments are its *value*.

    Args:
        atoms: all atoms of the predicate.
        tell: the words of a literal.
    """

    def __init__(self, atoms: Sequence[Symbol], tell: Tell) -> None:
        self._tell, self._atoms = tell, atoms
        self._arity = len(atoms[0].arguments)
        self._same: dict[tuple[int, ...], dict[Arguments, list[Symbol]]] = {}
        self._varying = [len({atom.arguments[i] for atom in atoms}) > 1 for i in range(self._arity)]
        place = self._cell_arguments()
        self.has_cells = bool(place)
        self._indices = self._grouped(place)
        self._parts: dict[Symbol, Parts] = {}
        self.domain: dict[Arguments, dict[Arguments, set[Arguments]]] = {}
        for atom in atoms:
            place_, value, manner = self.parts(atom)
            self.domain.setdefault(place_, {}).setdefault(value, set()).add(manner)
        patterns = {holds: self._pattern(holds) for holds in (True, False)}
        self._patterns = {holds: found for holds, found in patterns.items() if found}

    # -- arguments

    def _cell_arguments(self) -> list[int]:
        """The arguments that are the coordinates of the one cell of each atom."""
        cells = [self._tell(atom, True).cells for atom in self._atoms[:_SAMPLE]]
        if any(len(found) != 1 for found in cells):
            return []
        numbers = [
            [x.number if x.type == SymbolType.Number else None for x in atom.arguments]
            for atom in self._atoms[:_SAMPLE]
        ]
        size = len(cells[0][0])
        for indices in permutations(range(self._arity), size):
            pairs = zip(numbers, cells, strict=True)
            if all(tuple(own[i] for i in indices) == found[0] for own, found in pairs):
                return list(indices)
        return []

    def _grouped(self, place: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
        """The indices of place, value and manner."""
        rest = [i for i in range(self._arity) if i not in place]
        chosen = list(place)
        if not chosen and len(rest) > 1 and self._is_subject(rest[0]):
            chosen, rest = rest[:1], rest[1:]
        if len(rest) > 1 and self._is_manner(rest[-1]):
            return chosen, rest[:-1], rest[-1:]
        return chosen, rest, []

    def _alike(self, atom: Symbol, free: Collection[int]) -> list[Symbol]:
        """Other atoms with the same arguments but for the free ones; some, if there are many."""
        fixed = [i for i in range(self._arity) if i not in free]
        if tuple(free) not in self._same:
            groups: dict[Arguments, list[Symbol]] = {}
            for other in self._atoms:
                arguments = other.arguments
                groups.setdefault(tuple(arguments[i] for i in fixed), []).append(other)
            self._same[tuple(free)] = groups
        arguments = atom.arguments
        same = self._same[tuple(free)][tuple(arguments[i] for i in fixed)]
        found = [other for other in same if other != atom]
        return found[:: len(found) // _SAMPLE + 1]

    def _opened_at(self, free: Collection[int], holds: bool) -> tuple[str, tuple[int, int]] | None:
        """A sentence, and the part of it that changes with some arguments."""
        for atom in self._atoms[:_SAMPLE]:
            alike = self._alike(atom, free)
            if alike:
                text = self._tell(atom, holds).words
                return text, open_span(text, [self._tell(a, holds).words for a in alike])
        return None

    def _is_subject(self, index: int) -> bool:
        """Whether each sentence begins with an argument, perhaps after a noun."""
        sample = self._atoms[:: len(self._atoms) // _SAMPLE + 1]
        starts = set()
        for atom in sample:
            text = self._tell(atom, True).words
            span = _named(text, atom.arguments[index])
            if span is None:
                return False
            starts.add(text[: span[0]])
        return len(starts) == 1 and Frame(starts.pop(), "").is_subject

    def _is_manner(self, index: int) -> bool:
        for holds in (True, False):
            found = self._opened_at([index], holds)
            if found is None:
                return False
            text, (start, end) = found
            before = text[:start].split()
            if end != len(text) or not before:
                return False
            if not (before[-1].endswith(",") or before[-1] in PREPOSITIONS):
                return False
        return True

    def parts(self, atom: Symbol) -> Parts:
        """Place, value and manner of an atom."""
        found = self._parts.get(atom)
        if found is None:
            arguments = atom.arguments
            place, value, manner = (tuple(arguments[i] for i in own) for own in self._indices)
            found = self._parts[atom] = place, value, manner
        return found

    def _atom(self, place: Arguments, value: Arguments, manner: Arguments) -> Symbol:
        """The atom with these parts."""
        found: dict[int, Symbol] = {}
        for indices, symbols in zip(self._indices, (place, value, manner), strict=True):
            found.update(zip(indices, symbols, strict=True))
        return clingo.Function(self._atoms[0].name, [found[i] for i in range(self._arity)])

    # -- places

    @cached_property
    def board(self) -> Board:
        """The places as cells: rows and columns if the words name them so, else numbers."""
        names = {self.cell(place): place for place in self.domain}
        return Board(names, lambda cell: self.place_name(names[cell]), flat=self._flat)

    @cached_property
    def _flat(self) -> bool:
        return self.has_cells and all(
            len(place) == len("rc") and self.place_name(place) == f"r{place[0]}c{place[1]}"
            for place in self.domain
        )

    @cached_property
    def _order(self) -> dict[Arguments, int]:
        return {place: i for i, place in enumerate(self.domain)}

    def cell(self, place: Arguments) -> Cell:
        """A place as a cell of :attr:`board`."""
        if self._flat:
            return tuple(symbol.number for symbol in place)
        return (self._order[place],)

    def cell_of(self, place: Arguments) -> Cell:
        """The cell of the program that a place is, where places are cells."""
        return tuple(symbol.number for symbol in place)

    def place_name(self, place: Arguments) -> str:
        """The words for a place, such as r2c3."""
        value, manners = next(iter(self.domain[place].items()))
        sentence = self._sentence(place, value, next(iter(manners)), holds=True)
        return sentence.part(PLACE) or listed([str(symbol) for symbol in place])

    @cached_property
    def lists_values(self) -> bool:
        """Whether one sentence can have several values: the verb stands outside of each of them."""
        if len({len(atom.arguments) for atom in self._atoms}) > 1 or not self._indices[VALUE]:
            return False
        for atom in self._atoms[:: len(self._atoms) // _SAMPLE + 1]:
            yes, no = (self._sentence(*self.parts(atom), holds=holds) for holds in (True, False))
            if yes.part(VALUE) != no.part(VALUE):
                return False
        return True

    @cached_property
    def _verb_follows(self) -> bool:
        """Whether each sentence begins with its place, perhaps after a noun, and then its verb."""
        yes, no = self._patterns[True], self._patterns[False]
        if yes.groups[0] != PLACE or no.groups[0] != PLACE or yes.texts[0] != no.texts[0]:
            return False
        one, other = (pattern.texts[1].split()[:2] for pattern in (yes, no))
        if not (one and other and Frame(yes.texts[0], "").is_subject):
            return False
        return one[0] not in PREPOSITIONS and (
            one[0] != other[0] or one[0] in AUXILIARIES or is_negated(" ".join(other[1:]))
        )

    @cached_property
    def has_predicate(self) -> bool:
        """Whether a place, the verb and a value follow each other in what holds."""
        pattern = self._patterns[True]
        return (
            self.lists_values
            and self._verb_follows
            and pattern.groups[:2] == (PLACE, VALUE)
            and not is_negated("".join(pattern.texts))
        )

    def _lists_places(self, holds: bool) -> bool:
        """Whether one sentence can have several places: as its subject, or after a preposition."""
        pattern = self._patterns[holds]
        if PLACE not in pattern.groups or self._verb_follows:
            return True
        words = pattern.texts[pattern.groups.index(PLACE)].split()
        return bool(words) and words[-1] in PREPOSITIONS

    @property
    def subject_is_place(self) -> bool:
        """Whether each sentence begins with its place, so that a row can stand for that."""
        return all(
            pattern.texts[0] == "" and pattern.groups[:1] == (PLACE,)
            for pattern in self._patterns.values()
        )

    # -- sentences

    def is_usable(self) -> bool:
        """Whether the words of all atoms keep place, value and manner apart."""
        return len(self._patterns) == len((True, False)) and all(
            self._patterns[holds].read(self._tell(atom, holds).words) is not None
            for atom in self._atoms[:: len(self._atoms) // _SAMPLE + 1]
            for holds in (True, False)
        )

    def _pattern(self, holds: bool) -> Pattern | None:
        """What the sentences of all atoms have in common; ``None``: no sample tells."""
        for atom in self._atoms[:_SAMPLE]:
            text = self._tell(atom, holds).words
            spans: dict[int, Span] = {}
            for group, indices in enumerate(self._indices):
                subject = group == PLACE and not self.has_cells and len(indices) == 1
                named = _named(text, atom.arguments[indices[0]]) if subject else None
                alike = self._alike(atom, indices) if indices else []
                if named:
                    spans[group] = named
                elif alike:
                    spans[group] = open_span(text, [self._tell(a, holds).words for a in alike])
            if len(spans) == sum(any(map(self._varying.__getitem__, own)) for own in self._indices):
                order = sorted(spans, key=lambda group: spans[group])
                cuts = [0, *(at for group in order for at in spans[group]), len(text)]
                if cuts == sorted(cuts):
                    texts = [text[cuts[i] : cuts[i + 1]] for i in range(0, len(cuts), 2)]
                    return Pattern(tuple(texts), tuple(order))
        return None

    def _sentence(
        self, place: Arguments, value: Arguments, manner: Arguments, *, holds: bool
    ) -> Sentence:
        text = self._tell(self._atom(place, value, manner), holds).words
        pattern = self._patterns[holds]
        return pattern.read(text) or Sentence(pattern, (text,) * len(pattern.groups))

    def told(
        self,
        places: Sequence[Arguments],
        values: Sequence[Arguments],
        manners: Collection[Arguments] = (),
        *,
        holds: bool,
    ) -> Iterator[Phrase]:
        """Sentences that say each of the values of each place, as few as are clear.

        Args:
            manners: those of a single value; empty where they need not be said.
        """
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

    def _first(self, place: Arguments, value: Arguments, *, holds: bool) -> Sentence:
        """The sentence about a value in any of its manners."""
        return self._sentence(place, value, min(self.domain[place][value]), holds=holds)

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
        if self.has_predicate and not one_of:
            if len(manners) > 1 and not holds:
                return self._without(places, values[0], sorted(manners))
            if len(values) > 1:
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
        return f"{subject}{after}" if subject else self._placed(Frame(before, after), places)

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
        return self._placed(Frame(before, f" {verb} {words}{end}"), places)

    def _without(
        self, places: Sequence[Arguments], value: Arguments, manners: Sequence[Arguments]
    ) -> str:
        """A sentence that denies a value in several manners."""
        ways = [self._sentence(places[0], value, manner, holds=True) for manner in manners]
        before, middle, *_ = ways[0].pattern.texts
        start = _preposition(ways[0])
        words = neither([f"{start} {way.part(MANNER)}".lstrip() for way in ways])
        value_ = f"{middle}{ways[0].part(VALUE)}{ways[0].without_end().pattern.texts[-1]}"
        return self._placed(Frame(before, f"{value_} {words}"), places)

    def in_turn(self, places: Sequence[Arguments], values: Sequence[Arguments]) -> str:
        """One sentence that says the value of each place, in their order."""
        verb, _, rest = self._patterns[True].texts[1].strip().partition(" ")
        sentences = [self._first(*pair, holds=True) for pair in zip(places, values, strict=True)]
        items = [f"{rest} {sentence.part(VALUE)}".lstrip() for sentence in sentences]
        return f"{listed(map(self.place_name, places))} {plural(verb)} {listed(items)}"

    def options(
        self, places: Sequence[Arguments], values: Sequence[Arguments], otherwise: str, *, now: bool
    ) -> str:
        """One sentence that says which values are left in each of the places.

        Args:
            otherwise: what may hold in place of all values, such as "empty"; or empty.
            now: whether to say that these are left now, since some were excluded before.
        """
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

    def _placed(self, frame: Frame, places: Sequence[Arguments]) -> str:
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


def _named(text: str, argument: Symbol) -> Span | None:
    """The first word of a sentence that is the name of an argument."""
    name = argument.string if argument.type == SymbolType.String else str(argument)
    start = f" {text} ".find(f" {name} ")
    return (start, start + len(name)) if start >= 0 else None


def _shortened(items: Sequence[str], values: Sequence[Arguments]) -> list[str]:
    """Items up to their first comma, where that is the value itself, as in "4, on hole 1"."""
    short = [item.partition(", ")[0] for item in items]
    if all(own and text == str(own[0]) for text, own in zip(short, values, strict=True)):
        return short
    return list(items)


def form_of(atoms: Sequence[Symbol], tell: Tell) -> Form | None:
    """The form of a predicate.

    Returns:
        ``None`` if it has no arguments, or if its words do not keep place and value apart.
    """
    if not atoms or not atoms[0].arguments:
        return None
    form = Form(atoms, tell)
    return form if form.is_usable() else None
