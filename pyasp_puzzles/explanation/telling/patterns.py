"""The words of one predicate: its arguments in groups, and what its sentences have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property

import clingo
from clingo import Symbol, SymbolType

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.steps import Literal
from pyasp_puzzles.explanation.telling.english import (
    AUXILIARIES,
    PREPOSITIONS,
    Cell,
    PlaceNames,
    is_negated,
)
from pyasp_puzzles.explanation.telling.frames import (
    Pattern,
    Sentence,
    SentenceFrame,
    Span,
    open_span,
)

Arguments = tuple[Symbol, ...]
Tell = Callable[[Symbol, bool], Literal]
Parts = tuple[Arguments, Arguments, Arguments]
"""The place, the value and the manner of an atom."""

PLACE, VALUE, MANNER = range(3)
_SAMPLE = 40


class AtomPatterns:
    """What the sentences of a predicate have in common, open at its place, value and manner.

    The *place* is the cell of an atom where the program says that its arguments name that, else
    the subject of its sentence.  The *manner* is an argument at the end of the sentence that may
    be left out, as in "r1c1 holds piece 3 after 2 turns".  The other arguments are its *value*.

    Args:
        atoms: all atoms of the predicate.
        tell: the words of a literal.
        place: which arguments are the numbers of its one cell; none: it has no cell of its own.
    """

    def __init__(self, atoms: Sequence[Symbol], tell: Tell, place: Sequence[int]) -> None:
        self._tell, self._atoms = tell, atoms
        self._arity = len(atoms[0].arguments)
        self._same: dict[tuple[int, ...], dict[Arguments, list[Symbol]]] = {}
        self._varying = [len({atom.arguments[i] for atom in atoms}) > 1 for i in range(self._arity)]
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
        return len(starts) == 1 and SentenceFrame(starts.pop(), "").is_subject

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
    def board(self) -> PlaceNames:
        """The places as cells: rows and columns if the words name them so, else numbers."""
        names = {self.cell(place): place for place in self.domain}
        return PlaceNames(names, lambda cell: self.place_name(names[cell]), flat=self._flat)

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
        if {yes.groups[:1], no.groups[:1]} != {(PLACE,)} or yes.texts[0] != no.texts[0]:
            return False
        one, other = (pattern.texts[1].split()[:2] for pattern in (yes, no))
        if not (one and other and SentenceFrame(yes.texts[0], "").is_subject):
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

    def _first(self, place: Arguments, value: Arguments, *, holds: bool) -> Sentence:
        """The sentence about a value in any of its manners."""
        return self._sentence(place, value, min(self.domain[place][value]), holds=holds)


def _named(text: str, argument: Symbol) -> Span | None:
    """The first word of a sentence that is the name of an argument."""
    name = argument.string if argument.type == SymbolType.String else str(argument)
    start = f" {text} ".find(f" {name} ")
    return (start, start + len(name)) if start >= 0 else None
