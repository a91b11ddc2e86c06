"""The language of ``%@`` comments: what a program says of its constraints, atoms and terms.

A table of it stands in ``docs/reference/words.md``; what stands in braces is read by
:mod:`pyasp_puzzles.explanation.words.templates`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from clingo import ast

from pyasp_puzzles.explanation.words.templates import (
    CONSTANT,
    VARIABLE,
    TermWords,
    WordsError,
    WordsTemplate,
    Written,
)

SIGN = "%@"

_HEAD = re.compile(
    r"(?P<price>\d*)\s*(?:\[(?P<technique>.*)\])?"
    r"|(?P<need>needs\s+)?(?P<name>[_']*[a-z][\w']*)?(?:\((?P<list>[^()]*)\))?"
)
_TAIL = re.compile(r"(?P<at>at\b.*?)?\s*(?:\bwhere\b(?P<where>.*))?")


@dataclass(frozen=True)
class PlaceWords:
    """The places of a clue or an atom as text: a tuple, or several in a pool."""

    cell: str
    condition: str = ""  # body literals that bind the variables, where the words do not


@dataclass(frozen=True)
class ClueWords(Written):
    """The words of a constraint, which is always known if its ``weight`` is 0.

    Attributes:
        only, none: where one atom alone is left that it demands, whose arguments the words may
            name, and where none is left.
        broken: what is wrong where it is broken.
        technique: what people call its use.
        facts: the atoms that the constraint demands, as names and arguments.
    """

    template: WordsTemplate
    weight: int = 1
    condition: str = ""  # further body literals
    place: PlaceWords | None = None  # None: all places that it can bear upon
    only: WordsTemplate | None = None
    none: WordsTemplate | None = None
    broken: WordsTemplate | None = None
    technique: str = ""
    lemma: bool = False  # it follows from others
    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class AtomWords(Written):
    """The words of an atom with arguments of these names, and the places that it belongs to."""

    name: str
    arguments: tuple[str, ...]
    true: WordsTemplate
    false: WordsTemplate
    place: PlaceWords | None = None
    need: bool = False  # it is no literal: steps tell it where a clue demands it

    @property
    def cell_arguments(self) -> tuple[tuple[int, ...], ...]:
        """Of each place which arguments are its numbers; none: the places are said otherwise."""
        if self.place is None or self.place.condition:
            return ()
        cells = [re.findall(r"[^\s(),]+", cell) for cell in self.place.cell.split(";")]
        if not all(name in self.arguments for cell in cells for name in cell):
            return ()
        return tuple(tuple(map(self.arguments.index, cell)) for cell in cells)

    def __str__(self) -> str:
        return f"{self.name}({','.join(self.arguments)})" if self.arguments else self.name


def read_words(comment: str, file: str, line: int) -> ClueWords | AtomWords | TermWords:
    """The words in a comment that begins with ``%@``; WordsError: it has another form."""
    reader = _WordsReader(file=file, line=line)
    text = comment.removeprefix(SIGN).strip()
    head, *pieces = text.split('"')
    if len(pieces) % 2:
        raise reader.error(text, 'a second " where the text ends')
    form = _HEAD.fullmatch(head.strip())
    if not form and head.lstrip("0123456789 ").startswith("["):
        raise reader.error(text, 'a name and a text, such as [closing a loop] "..."')
    if not form or not pieces or head.strip() == "()":
        raise reader.error(text, 'words such as "row {R} has {N:cell}" or row(R) "row {R}"')
    if form["name"] is None and form["list"] is None:
        return reader.clue(form, *_texts(pieces, "only", "none", "else"))
    texts, rest = _texts(pieces, "")
    if form["need"] or "" in texts:
        return reader.atom(form, texts, rest)
    return reader.term(form, *_texts(pieces, "else"))


def _texts(pieces: Sequence[str], *signs: str) -> tuple[dict[str, str], str]:
    """The first text, those behind some signs, by these, and what stands behind all of them."""
    texts, end = {"first": pieces[0]}, 1
    while end + 1 < len(pieces) and (sign := pieces[end].strip()) in {*signs}.difference(texts):
        texts[sign], end = pieces[end + 1], end + 2
    return texts, '"'.join(pieces[end:]).strip()


class _WordsReader(Written):
    """Reads parts of words and knows where they stand."""

    def clue(self, head: re.Match[str], texts: Mapping[str, str], rest: str) -> ClueWords:
        """The words of a constraint."""
        tail = _TAIL.fullmatch(rest)
        if not tail:
            what = 'only "...", none "...", else "...", at (R,C), where BODY, or nothing, behind it'
            raise self.error(rest, what)
        place, name = self.place(tail["at"] or ""), head["technique"]
        weight = int(head["price"] or 1)
        condition = (tail["where"] or "").strip().removesuffix(".").rstrip()
        if condition:
            self.parsed(f":- {condition}.", condition, "the body of a rule")
        elif tail["where"] is not None:
            raise self.error("where", "a body after 'where'")
        template = self.template(texts["first"], cells=place is not None)
        only = self.template(texts["only"], cells=True) if "only" in texts else None
        none = self.template(texts["none"], template.names) if "none" in texts else None
        broken = self.template(texts["else"]) if "else" in texts else None
        if name is not None and not re.fullmatch(r"\w[\w' -]*", name):
            raise self.error(f"[{name}]", "a name of letters, digits, blanks and hyphens")
        if name and not weight:
            raise self.error(f"[{name}]", "no name, as what has weight 0 is never told")
        name = " ".join((name or "").split())
        words = template, weight, condition, place, only, none, broken, name
        return ClueWords(*words, **vars(self))

    def atom(self, head: re.Match[str], texts: Mapping[str, str], rest: str) -> AtomWords:
        """The words of an atom; one text does for one that a clue may demand."""
        true, false, name = texts["first"], texts.get(""), head["name"]
        if not name:
            raise self.error(f"({head['list']})", "one text, as a tuple is no atom")
        if true == false:
            raise self.error(true, "other words where the atom does not hold")
        arguments, place = self.arguments(head["list"]), self.place(rest)
        held, denied = (self.template(x, arguments, bool(place)) for x in (true, false or true))
        return AtomWords(name, arguments, held, denied, place, bool(head["need"]), **vars(self))

    def term(self, head: re.Match[str], texts: Mapping[str, str], rest: str) -> TermWords:
        """The words of a term, perhaps with longer ones."""
        if rest:
            raise self.error(rest, "nothing after the words of a term")
        arguments = self.arguments(head["list"], constants=True)
        template = self.template(texts["first"], arguments)
        longer = self.template(texts["else"], arguments) if "else" in texts else None
        return TermWords(head["name"] or "", arguments, template, longer, **vars(self))

    def template(
        self, text: str, arguments: tuple[str, ...] | None = None, cells: bool = False
    ) -> WordsTemplate:
        """A text; where there are arguments, it may have no other variables."""
        template = WordsTemplate(text)
        if not text.strip():
            raise self.error(text, "a text that is not empty")
        if wrong := template.unreadable:
            raise self.error(wrong, "a variable in braces, as {N}, {N:cell} or {L..H}")
        if template.names_cells and not cells:
            raise self.error("{cells}", "no {cells}, as the words do not say where: at (R,C)")
        for name in template.names:
            if arguments is not None and name not in arguments:
                known = ", ".join(arguments) or "no variable, as there are no arguments"
                raise self.error(f"{{{name}}}", f"an argument: {known}")
        return template

    def arguments(self, text: str | None, *, constants: bool = False) -> tuple[str, ...]:
        names = tuple(name.strip() for name in text.split(",")) if text else ()
        for place, name in enumerate(names):
            variable = re.fullmatch(VARIABLE, name)
            if not (variable or name == "_" or (constants and re.fullmatch(CONSTANT, name))):
                kinds = "a variable, _ or a constant" if constants else "a variable"
                raise self.error(name, f"{kinds} as argument")
            if variable and name in names[:place]:
                raise self.error(name, "each variable once as an argument")
        return names

    def place(self, text: str) -> PlaceWords | None:
        """The cells ``at (R,C)`` or ``at (R,C) : BODY``; ``None``: the text is empty."""
        if not text:
            return None
        cell, expected = text.removeprefix("at").lstrip(), "a cell, at (R,C) or at (R,C) : BODY"
        if cell == text or not cell.startswith("("):
            raise self.error(text, expected)
        shown = self.parsed(f"#show {cell.removesuffix('.')}.", text, expected)
        return PlaceWords(str(shown.term), "; ".join(map(str, shown.body)))

    def parsed(self, statement: str, found: str, expected: str) -> ast.AST:
        """One statement, parsed by clingo; its message stands in the error if it cannot."""
        try:
            _, *statements = statements_of(statement)  # behind #program base
        except RuntimeError as error:
            reason = re.sub(r"^<string>:[\d:-]+: error: ", "", " ".join(error.args).strip())
            reason = f" (clingo: {reason})" if reason else ""
            raise self.error(found, expected + " ".join(reason.split("\n"))) from None
        if len(statements) != 1:
            raise self.error(found, expected)
        return statements[0]


def statements_of(program: Path | str) -> list[ast.AST]:
    """The statements of a file or of a text; a RuntimeError has clingo's messages as arguments."""
    statements: list[ast.AST] = []
    messages: list[str] = []
    parse: Any = ast.parse_string if isinstance(program, str) else ast.parse_files
    source = program if isinstance(program, str) else [str(program)]
    try:
        parse(source, statements.append, logger=lambda _code, text: messages.append(text))
    except RuntimeError:
        raise RuntimeError(*messages) from None
    return statements


@lru_cache
def own_words(name: str, arity: int) -> AtomWords:
    """The words of an atom for which the program has none: the atom itself."""
    arguments = tuple(f"A{number}" for number in range(arity))
    sign = "-" if name.startswith("-") else ""
    term = f"{sign}{{{name.removeprefix('-')}({','.join(arguments)})}}" if arguments else name
    texts = WordsTemplate(f"{term} holds"), WordsTemplate(f"{term} does not hold")
    return AtomWords(name, arguments, *texts)


@dataclass(frozen=True)
class Comment(Written):
    """Words of an explanation in a comment, with the lines that continue it up to the last."""

    text: str
    last: int


def whole_comments(statements: Iterable[ast.AST]) -> Iterator[ast.AST | Comment]:
    """Statements, with the words between them, each in one piece.

    A line continues the words above it if it begins with more than one space after its sign.

    Raises:
        WordsError: words stand behind a statement, or continue nothing.
    """
    words: Comment | None = None
    ended = ("", 0)  # file and line where the last statement ended
    for statement in statements:
        is_comment, end = statement.ast_type == ast.ASTType.Comment, statement.location.end
        text = str(statement).rstrip() if is_comment else ""
        if is_comment and not text.startswith(SIGN):
            continue
        (file, line), goes_on = place_of(statement), text.startswith(f"{SIGN}  ")
        if goes_on and words and (words.file, words.last + 1) == (file, line):
            more = text.removeprefix(SIGN).strip()
            words = replace(words, text=f"{words.text} {more}", last=line)
            continue
        if goes_on or (is_comment and ended == (statement.location.begin.filename, line)):
            above, alone = "words above, which this line continues", "words on a line of their own"
            raise WordsError(file, f"line {line}", text, above if goes_on else alone)
        if words:
            yield words
        words = Comment(text, line, file=file, line=line) if is_comment else None
        if not is_comment:
            yield statement
            if statement.ast_type != ast.ASTType.Program:  # one stands before each file
                ended = (end.filename, end.line)
    if words:
        yield words


def place_of(statement: ast.AST) -> tuple[str, int]:
    """The file where a statement stands, without its folder, and the line where it begins."""
    begin = statement.location.begin
    text = begin.filename == "<string>"
    return "the text" if text else Path(begin.filename).name, begin.line
