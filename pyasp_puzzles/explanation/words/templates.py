"""Texts with values in braces: ``"row {R} has {N:cell}"``.

In braces stands a variable, or a term of variables; a noun after it is counted, ``{N:time}`` is
"once", ``{L..H}`` a range; a table stands in ``docs/reference/words.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import clingo
from clingo import Symbol, SymbolType

from pyasp_puzzles.core.errors import BadInputError, counted, nouns, often
from pyasp_puzzles.pictures.positions import Place, kind, listed_cells, middle_name, place_name

VARIABLE = r"_*[A-Z]\w*'*"
CONSTANT = r"-?\d+|[_']*[a-z][\w']*"
CELLS = "{cells}"
"""The cells of an atom."""

_PLACES = ("place", "middle")
_OUTSIDE = ("above ", "left of ", "below ", "right of ")  # where a corner of two cells lies
_LIST = rf"(?:{VARIABLE}|{CONSTANT})(?:\s*,\s*(?:{VARIABLE}|{CONSTANT}))*"
_SLOT = re.compile(
    rf"\{{(?:(?P<first>{VARIABLE})(?:\.\.(?P<last>{VARIABLE}))?"
    rf"|(?P<name>(?:[_']*[a-z][\w']*)?)\((?P<list>{_LIST})\))"
    rf"(?::(?P<noun>[a-z][\w -]*))?\}}|{CELLS}"
)
_VALUES = re.compile(r"([^\s{}]*\{[^{}]*\}(?:(?: and | or )?[^\s{}]*\{[^{}]*\})*[^\s{},;.]*)")
"""Words with braces, such as "r{R}c{C}"; several such as "{X} and {Y}" are one value."""


@dataclass(frozen=True)
class WordsTemplate:
    """A text with values in braces."""

    text: str

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The text cut into what is fixed and, in turn, its values."""
        return tuple(_VALUES.split(self.text))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables, each once, in their order."""
        return names_in(self.text)

    @property
    def names_cells(self) -> bool:
        """Whether the text has ``{cells}``."""
        return CELLS in self.text

    @property
    def unreadable(self) -> str:
        """The first part in braces that is none, or a brace that stands alone; else empty."""
        wrong = re.search(r"\{[^{}]*\}|[{}]", _SLOT.sub("-", self.text))
        return wrong[0] if wrong else ""

    def fill(
        self, values: Mapping[str, Symbol], spell: Spelling, cells: Sequence[Place] = ()
    ) -> str:
        """The text with values in place of its braces."""
        return "".join(self.parts(values, spell, cells))

    def parts(
        self, values: Mapping[str, Symbol], spell: Spelling, cells: Sequence[Place] = ()
    ) -> tuple[str, ...]:
        """The same as :attr:`pieces`: what is fixed and, in turn, the values."""

        def filled(slot: re.Match[str]) -> str:
            noun = slot["noun"] or ""
            if slot[0] == CELLS:
                return listed_cells(cells, [spell(symbol_of(cell)) for cell in cells])
            if slot["first"]:
                first, last = values[slot["first"]], values[slot["last"] or slot["first"]]
            else:
                terms = map(str.strip, slot["list"].split(","))
                arguments = [values[t] if is_variable(t) else clingo.parse_term(t) for t in terms]
                if noun in _PLACES and all(each.type == SymbolType.Number for each in arguments):
                    return spell.place(tuple(each.number for each in arguments), noun)
                first = last = clingo.Function(slot["name"], arguments)
            if noun and first == last and first.type == SymbolType.Number:
                return often(first.number) if noun == "time" else counted(first.number, noun)
            text = spell(first) if first == last else f"{spell(first)} to {spell(last)}"
            return f"{text} {nouns(noun)}" if noun else text

        return tuple(_SLOT.sub(filled, piece) for piece in self.pieces)


def names_in(text: str) -> tuple[str, ...]:
    """The variables in the braces of a text, each once, in their order."""
    slots = (slot[0].partition(":")[0] for slot in _SLOT.finditer(text))
    found = (name for slot in slots for name in re.findall(rf"(?<![\w'])(?:{VARIABLE})", slot))
    return tuple(dict.fromkeys(found))


def symbol_of(cell: Place) -> Symbol:
    """The symbol of a cell: a number, or a tuple of numbers."""
    numbers = [clingo.Number(part) for part in cell]
    return numbers[0] if len(numbers) == 1 else clingo.Function("", numbers)


def is_variable(term: str) -> bool:
    """Whether a term is a variable."""
    return re.fullmatch(VARIABLE, term) is not None


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
class NamedWords(Written):
    """The words of what has a name and arguments; a tuple has no name."""

    name: str
    arguments: tuple[str, ...]

    @property
    def signature(self) -> tuple[str, int]:
        """The name with the number of its arguments."""
        return self.name, len(self.arguments)


@dataclass(frozen=True)
class TermWords(NamedWords):
    """The words of a term.

    An argument is a variable, ``_``, or a constant that it has to be; ``longer``: the words where
    two terms of one program would have the same.
    """

    template: WordsTemplate
    longer: WordsTemplate | None = None

    def fit(self, arguments: Iterable[object]) -> bool:
        """Whether these arguments, or all that arguments of later words match, match these."""
        pairs = zip(self.arguments, arguments, strict=True)
        return all(own == "_" or is_variable(own) or own == str(other) for own, other in pairs)


class Spelling:
    """Spells symbols with the words of a program's terms."""

    def __init__(self, terms: Mapping[tuple[str, int], Sequence[TermWords]]) -> None:
        self._terms = terms
        self._seen: dict[str, Symbol] = {}
        self.ambiguous: set[tuple[str, int]] = set()  # two had the same words; now longer ones
        self.values: set[str] = set()  # the first words of what was spelled without words
        self.size = (0, 0)  # rows and columns of the board, as far as cells are known

    def place(self, place: Place, noun: str = "place") -> str:
        """A cell, an edge or a corner; a corner by two cells that meet there, if it has two."""
        if noun == "middle":
            return middle_name(place)
        (row, column, *far), (rows, columns) = place, self.size
        if kind(place) == "corner" and row <= rows and column <= columns and min(far) > 0:
            below, right = far
            near = max(row, 1), max(column, 1), min(below, rows), min(right, columns)
            outside = [side for side, a, b in zip(_OUTSIDE, place, near, strict=True) if a != b]
            if len(outside) < 2:
                return f"corner {''.join(outside)}{middle_name(near)}"
        return place_name(place)

    def __call__(self, symbol: Symbol) -> str:
        is_term = symbol.type == SymbolType.Function
        signature = (symbol.name, len(symbol.arguments)) if is_term else ("", 0)
        fitting = (x for x in self._terms.get(signature, ()) if x.fit(symbol.arguments))
        words = next(fitting, None)
        if words is None:
            text = symbol.string if symbol.type == SymbolType.String else str(symbol)
            self.values.add(text.partition(" ")[0])
            return text
        values = dict(zip(words.arguments, symbol.arguments, strict=True))
        if words.longer and signature in self.ambiguous:
            return words.longer.fill(values, self)
        text = words.template.fill(values, self)
        if words.longer and self._seen.setdefault(text, symbol) != symbol:
            self.ambiguous.add(signature)
        return text
