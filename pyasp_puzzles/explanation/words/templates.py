"""Texts with values in braces: ``"row {R} has {N:cell}"``.

In braces stands a variable, or a term of variables: ``{V}``, ``{(R,C)}``, ``{row(R,C)}``.  A noun
after it is counted: ``{N:cell}`` is "1 cell" or "3 cells", and ``{N:time}`` is "once", "twice" or
"3 times".  ``{L..H}`` and ``{L..H:time}`` are ranges: "2 to 4", "1 to 3 times", but "once" where
both are 1.  ``{(R,C,R',C'):place}`` is a cell, an edge or a corner: "upper side of r1c3"; its
``:middle`` is "r1c3/r2c3".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import clingo
from clingo import Symbol, SymbolType

from pyasp_puzzles.core.errors import BadInputError, counted, nouns, often
from pyasp_puzzles.pictures.positions import Place, kind, listed_cells, middle_name, place_name

VARIABLE = r"_*[A-Z]\w*'*"
CONSTANT = r"-?\d+|[_']*[a-z][\w']*"
CELLS = "cells"
"""In braces: the cells of an atom."""

_PLACES = ("place", "middle")
_OUTSIDE = ("above ", "left of ", "below ", "right of ")  # where a corner of two cells lies
_BRACES = re.compile(r"\{([^{}]*)\}")
_VALUES = re.compile(r"([^\s{}]*\{[^{}]*\}(?:(?: and | or )?[^\s{}]*\{[^{}]*\})*[^\s{},;.]*)")
"""Words with braces, such as "r{R}c{C}"; several such as "{X} and {Y}" are one value."""
_LIST = rf"(?:{VARIABLE}|{CONSTANT})(?:\s*,\s*(?:{VARIABLE}|{CONSTANT}))*"
_SLOT = re.compile(
    rf"(?:(?P<first>{VARIABLE})(?:\.\.(?P<last>{VARIABLE}))?"
    rf"|(?P<name>(?:[_']*[a-z][\w']*)?)\((?P<list>{_LIST})\)|{CELLS})"
    r"(?::(?P<noun>[a-z][\w -]*))?"
)


@dataclass(frozen=True)
class WordsTemplate:
    """A text with values in braces."""

    text: str

    @cached_property
    def _slots(self) -> dict[str, re.Match[str]]:
        matches = ((inside, _SLOT.fullmatch(inside)) for inside in _BRACES.findall(self.text))
        return {inside: match for inside, match in matches if match}

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The text cut into what is fixed and, in turn, its values."""
        return tuple(_VALUES.split(self.text))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables, each once, in their order."""
        return self.names_in(self.text)

    def names_in(self, text: str) -> tuple[str, ...]:
        """The variables of a part of the text."""
        names: dict[str, None] = {}
        for slot in (self._slots[each] for each in _BRACES.findall(text) if each in self._slots):
            terms = (slot["first"], slot["last"], *(slot["list"] or "").split(","))
            names.update(dict.fromkeys(t.strip() for t in terms if t and _is_variable(t.strip())))
        return tuple(names)

    @property
    def names_cells(self) -> bool:
        """Whether the text has ``{cells}``."""
        return any(inside.partition(":")[0] == CELLS for inside in self._slots)

    @property
    def unreadable(self) -> str:
        """The first part in braces that is none, or a brace that stands alone; else empty."""
        alone = re.search(r"[{}]", _BRACES.sub("", self.text))
        wrong = (f"{{{x}}}" for x in _BRACES.findall(self.text) if x not in self._slots)
        return next(wrong, alone[0] if alone else "")

    def fill(
        self, values: Mapping[str, Symbol], spell: Spelling, cells: Sequence[Place] = ()
    ) -> str:
        """The text with values in place of its braces."""
        return "".join(self.parts(values, spell, cells))

    def parts(
        self, values: Mapping[str, Symbol], spell: Spelling, cells: Sequence[Place] = ()
    ) -> tuple[str, ...]:
        """The same as :attr:`pieces`: what is fixed and, in turn, the values."""

        def filled(match: re.Match[str]) -> str:
            slot = self._slots[match[1]]
            noun = slot["noun"] or ""
            if slot["list"]:
                terms = map(str.strip, slot["list"].split(","))
                arguments = [values[t] if _is_variable(t) else clingo.parse_term(t) for t in terms]
                if noun in _PLACES and all(each.type == SymbolType.Number for each in arguments):
                    return spell.place(tuple(each.number for each in arguments), noun)
                return _things(spell(clingo.Function(slot["name"] or "", arguments)), noun)
            if not slot["first"]:
                return listed_cells(cells, [spell(symbol_of(cell)) for cell in cells])
            first, last = values[slot["first"]], values[slot["last"] or slot["first"]]
            if first != last:
                return _things(f"{spell(first)} to {spell(last)}", noun)
            if not noun or first.type != SymbolType.Number:
                return _things(spell(first), noun)
            return often(first.number) if noun == "time" else counted(first.number, noun)

        return tuple(_BRACES.sub(filled, piece) for piece in self.pieces)


def symbol_of(cell: Place) -> Symbol:
    """The symbol of a cell: a number, or a tuple of numbers."""
    numbers = [clingo.Number(part) for part in cell]
    return numbers[0] if len(numbers) == 1 else clingo.Function("", numbers)


def _is_variable(term: str) -> bool:
    return re.fullmatch(VARIABLE, term) is not None


def _things(value: str, noun: str) -> str:
    return f"{value} {nouns(noun)}" if noun else value


class WordsError(BadInputError):
    """The words of a program cannot be read, or do not fit the program."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """Words, and the file and line where they stand."""

    file: str = ""
    line: int = 0

    @property
    def where(self) -> str:
        """The file and the line."""
        return f"{self.file}, line {self.line}"

    def error(self, found: object, expected: str) -> WordsError:
        """What is wrong with the words."""
        return WordsError(self.file, f"line {self.line}", found, expected)


@dataclass(frozen=True)
class TermWords(Written):
    """The words of a term; a tuple has no name.

    An argument is a variable, ``_``, or a constant that it has to be; ``longer``: the words where
    two terms of one program would have the same.
    """

    name: str
    arguments: tuple[str, ...]
    template: WordsTemplate
    longer: WordsTemplate | None = None

    def match(self, symbol: Symbol) -> dict[str, Symbol] | None:
        """The values of the variables; ``None``: an argument is another constant."""
        pairs = list(zip(self.arguments, symbol.arguments, strict=True))
        fits = all(name == "_" or _is_variable(name) or name == str(x) for name, x in pairs)
        return dict(pairs) if fits else None

    def covers(self, later: TermWords) -> bool:
        """Whether these words match all that later ones match, so that those are never used."""
        pairs = zip(self.arguments, later.arguments, strict=True)
        return all(one == "_" or _is_variable(one) or one == other for one, other in pairs)


class Spelling:
    """Spells symbols with the words of a program's terms.

    Attributes:
        ambiguous: signatures of terms of which two had the same words; now they have longer words.
        values: the first words of the symbols without words that were spelled.
        size: rows and columns of the board, as far as cells are known.
    """

    def __init__(self, terms: Mapping[tuple[str, int], Sequence[TermWords]]) -> None:
        self._terms = terms
        self._seen: dict[str, Symbol] = {}
        self.ambiguous: set[tuple[str, int]] = set()
        self.values: set[str] = set()
        self.size = (0, 0)

    def place(self, place: Place, noun: str = "place") -> str:
        """A cell, an edge or a corner; a corner by two cells that meet there, if it has two."""
        if noun == "middle":
            return middle_name(place)
        if kind(place) == "corner" and all(self.size):
            (row, column, below, right), (rows, columns) = place, self.size
            near = max(row, 1), max(column, 1), min(below, rows), min(right, columns)
            outside = [side for side, a, b in zip(_OUTSIDE, place, near, strict=True) if a != b]
            if len(outside) < 2:
                return f"corner {''.join(outside)}{middle_name(near)}"
        return place_name(place)

    def __call__(self, symbol: Symbol) -> str:
        function = symbol.type == SymbolType.Function
        signature = (symbol.name, len(symbol.arguments)) if function else ("", 0)
        for words in self._terms.get(signature, ()) if function else ():
            values = words.match(symbol)
            if values is None:
                continue
            if words.longer and signature in self.ambiguous:
                return words.longer.fill(values, self)
            text = words.template.fill(values, self)
            if words.longer and self._seen.setdefault(text, symbol) != symbol:
                self.ambiguous.add(signature)
            return text
        text = symbol.string if symbol.type == SymbolType.String else str(symbol)
        self.values.add(text.partition(" ")[0])
        return text
