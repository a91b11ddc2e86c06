"""The language of ``%@`` comments: what a program says of its constraints, atoms and terms.

Above an integrity constraint or a bounded choice::

    %@ "the pips in region {G} sum to {T}"
    %@ 2 "the filled cells are connected"                   a price; 0: always known
    %@ "sides of {X} and {Y} match" where joint(X, Y, R, C)  a further condition

Anywhere in the program, for an atom (words where it holds, and where not; the cells that it belongs
to), and for a term::

    %@ value(R,C,V) "r{R}c{C} is {V}" "r{R}c{C} is not {V}" at (R,C)
    %@ place(P,A,B) "{P} lies here" "{P} does not lie here" at (X,Y) : covers(P,A,B,X,Y)
    %@ row(R) "row {R}"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from clingo import Symbol, SymbolType

from pyasp_puzzles.errors import BadInputError

SIGN = "%@"

_NAME = re.compile(r"\{(_*[A-Z]\w*'*)\}")
_TEXT = r'"([^"]*)"'
_CLUE = re.compile(rf"(?:(\d+)\s+)?{_TEXT}(?:\s+where\s+(.+?)\.?)?$")
_ATOM = re.compile(rf"([a-z_]\w*'*)(?:\(([^()]*)\))?\s+{_TEXT}(?:\s+{_TEXT})?(?:\s+at\s+(.+))?$")
_PLACE = re.compile(r"\(([^()]*)\)(?:\s*:\s*(.+?)\.?)?$")

Spell = Callable[[Symbol], str]


class WordsError(BadInputError):
    """The words of a program cannot be read."""


@dataclass(frozen=True)
class Template:
    """A text with variables in braces."""

    text: str

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, each once, in their order."""
        return tuple(dict.fromkeys(_NAME.findall(self.text)))

    def fill(self, values: Mapping[str, Symbol], spell: Spell) -> str:
        """The text with values in place of its variables."""
        return _NAME.sub(lambda match: spell(values[match[1]]), self.text)


@dataclass(frozen=True)
class ClueWords:
    """The words of a constraint.

    Attributes:
        condition: further body literals, as text; empty for none.
        file, line: where the words stand.
    """

    template: Template
    weight: int = 1
    condition: str = ""
    file: str = ""
    line: int = 0
    lemma: bool = False


@dataclass(frozen=True)
class AtomWords:
    """The words of an atom.

    Attributes:
        arguments: names of its arguments.
        cell: the terms of the cell that it belongs to, as text; empty for none.
        condition: body literals that bind the cell's variables; empty where the arguments do.
    """

    name: str
    arguments: tuple[str, ...]
    true: Template
    false: Template
    cell: str = ""
    condition: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class TermWords:
    """The words of a term."""

    name: str
    arguments: tuple[str, ...]
    template: Template


def read_words(comment: str, file: str, line: int) -> ClueWords | AtomWords | TermWords:
    """The words in a comment that begins with ``%@``.

    Raises:
        WordsError: it has another form.
    """
    text = comment.removeprefix(SIGN).strip()
    clue = _CLUE.match(text)
    if clue:
        return ClueWords(Template(clue[2]), int(clue[1] or 1), clue[3] or "", file, line)
    atom = _ATOM.match(text)
    if not atom:
        raise WordsError(file, f"line {line}", text, 'words such as %@ "row {R} has {N} cells"')
    arguments = tuple(name.strip() for name in (atom[2] or "").split(",") if name.strip())
    if atom[4] is None and atom[5] is None:
        return TermWords(atom[1], arguments, Template(atom[3]))
    if atom[4] is None:
        raise WordsError(file, f"line {line}", text, "two texts: where it holds, and where not")
    place = _PLACE.match(atom[5] or "()")
    if not place:
        raise WordsError(file, f"line {line}", atom[5], "a cell such as at (R,C)")
    texts = Template(atom[3]), Template(atom[4])
    return AtomWords(atom[1], arguments, *texts, place[1], place[2] or "", file, line)


class Spelling:
    """Spells symbols with the words of the program's terms."""

    def __init__(self, terms: Mapping[tuple[str, int], TermWords]) -> None:
        self._terms = terms

    def __call__(self, symbol: Symbol) -> str:
        if symbol.type == SymbolType.String:
            return symbol.string
        if symbol.type == SymbolType.Function:
            words = self._terms.get((symbol.name, len(symbol.arguments)))
            if words:
                values = dict(zip(words.arguments, symbol.arguments, strict=True))
                return words.template.fill(values, self)
        return str(symbol)
