"""The language of ``%@`` comments: what a program says of its constraints, atoms and terms.

A table of it stands in ``docs/reference/words.md``; what stands in braces is read by
:mod:`pyasp_puzzles.explanation.words.templates`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from clingo import ast

from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.explanation.words.templates import (
    CONSTANT,
    NamedWords,
    TermWords,
    WordsError,
    WordsTemplate,
    Written,
    is_variable,
)
from pyasp_puzzles.ground.grounding import readable

SIGN = "%@"

_HEAD = re.compile(
    r"(?P<price>\d*)\s*(?:\[\s*(?P<technique>\w[\w' -]*)\])?"
    r"|(?P<need>needs\s+)?(?P<name>[_']*[a-z][\w']*)?(?:\((?P<list>[^()]*)\))?"
)
_TAIL = re.compile(r"(?P<at>at\b.*?)?\s*(?:\bwhere\b(?P<where>\s*[^\s.].*?)\.?)?")


class PlaceWords(NamedTuple):
    """The places of a clue or an atom as text: a tuple, or several in a pool."""

    cell: str
    condition: str  # body literals that bind the variables, where the words do not


@dataclass(frozen=True)
class ClueWords(Written):
    """The words of a constraint, which is always known if its ``weight`` is 0."""

    template: WordsTemplate
    weight: int = 1
    condition: str = ""  # further body literals
    place: PlaceWords | None = None  # None: all places that it can bear upon
    only: WordsTemplate | None = None  # where one atom is left; may name its arguments
    none: WordsTemplate | None = None  # where no atom is left that it demands
    broken: WordsTemplate | None = None  # what is wrong where it is broken
    technique: str = ""  # what people call its use
    lemma: bool = False  # it follows from others
    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()  # atoms that it demands: names, arguments


@dataclass(frozen=True)
class AtomWords(NamedWords):
    """The words of an atom with arguments of these names, and the places that it belongs to."""

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
    if not form or not pieces or head.strip() == "()":
        what = 'words such as "row {R} has {N:cell}", 2 [closing a loop] "..." or row(R) "row {R}"'
        raise reader.error(text, what)
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

    def clue(self, head: re.Match[str], texts: dict[str, str], rest: str) -> ClueWords:
        tail = _TAIL.fullmatch(rest)
        if not tail:
            what = 'only "...", none "...", else "...", at (R,C), where BODY, or nothing, behind it'
            raise self.error(rest, what)
        place, weight = self.place(tail["at"]), int(head["price"] or 1)
        technique, condition = " ".join((head["technique"] or "").split()), tail["where"] or ""
        if condition:
            self.parsed(f":- {condition}.", condition.strip(), "the body of a rule")
        if technique and not weight:
            raise self.error(f"[{technique}]", "no name, as what has weight 0 is never told")
        template = self.template(texts.pop("first"), cells=place is not None)
        others = {
            sign: self.template(text, template.names if sign == "none" else None, sign == "only")
            for sign, text in texts.items()
        }
        words = template, weight, condition.strip(), place
        further = others.get("only"), others.get("none"), others.get("else")
        return ClueWords(*words, *further, technique, **vars(self))

    def atom(self, head: re.Match[str], texts: Mapping[str, str], rest: str) -> AtomWords:
        """One text does for an atom that a clue may demand."""
        true, false, name = texts["first"], texts.get(""), head["name"]
        if not name:
            raise self.error(f"({head['list']})", "one text, as a tuple is no atom")
        if true == false:
            raise self.error(true, "other words where the atom does not hold")
        arguments, place = self.arguments(head["list"]), self.place(rest)
        held, denied = (self.template(x, arguments, bool(place)) for x in (true, false or true))
        return AtomWords(name, arguments, held, denied, place, bool(head["need"]), **vars(self))

    def term(self, head: re.Match[str], texts: Mapping[str, str], rest: str) -> TermWords:
        if rest:
            raise self.error(rest, "nothing after the words of a term")
        arguments = self.arguments(head["list"], constants=True)
        words = (self.template(text, arguments) for text in texts.values())
        return TermWords(head["name"] or "", arguments, *words, **vars(self))

    def template(
        self, text: str, arguments: Sequence[str] | None = None, cells: bool = False
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
            if is_variable(name):
                if name in names[:place]:
                    raise self.error(name, "each variable once as an argument")
            elif name != "_" and not (constants and re.fullmatch(CONSTANT, name)):
                kinds = "a variable, _ or a constant" if constants else "a variable"
                raise self.error(name, f"{kinds} as argument")
        return names

    def place(self, text: str | None) -> PlaceWords | None:
        """The cells ``at (R,C)`` or ``at (R,C) : BODY``; ``None``: there is no text."""
        if not text:
            return None
        cell, expected = (
            re.fullmatch(r"at\s*(\(.*?)\.?", text),
            "a cell, at (R,C) or at (R,C) : BODY",
        )
        if not cell:
            raise self.error(text, expected)
        shown = self.parsed(f"#show {cell[1]}.", text, expected)
        return PlaceWords(str(shown.term), "; ".join(map(str, shown.body)))

    def parsed(self, statement: str, found: str, expected: str) -> ast.AST:
        """One statement, parsed by clingo; its message stands in the error if it cannot."""
        try:
            _, *statements = statements_of(statement)  # behind #program base
        except SolverError as error:
            reason = str(error).partition(": ")[2]
            raise self.error(found, f"{expected} (clingo: {reason})") from None
        if len(statements) != 1:
            raise self.error(found, expected)
        return statements[0]


def statements_of(program: Path | str) -> list[ast.AST]:
    """The statements of a file or of a text; SolverError: clingo refuses it."""
    statements: list[ast.AST] = []
    messages: list[str] = []
    parse: Any = ast.parse_string if isinstance(program, str) else ast.parse_files
    source = program if isinstance(program, str) else [str(program)]
    try:
        parse(source, statements.append, logger=lambda _code, text: messages.append(text))
    except RuntimeError:
        raise SolverError(readable(messages[0], "facts")) from None
    return statements


@lru_cache
def own_words(name: str, arity: int) -> AtomWords:
    """The words of an atom for which the program has none: the atom itself."""
    arguments = tuple(f"A{number}" for number in range(arity))
    sign = "-" if name.startswith("-") else ""
    term = f"{sign}{{{name.removeprefix('-')}({','.join(arguments)})}}" if arguments else name
    texts = WordsTemplate(f"{term} holds"), WordsTemplate(f"{term} does not hold")
    return AtomWords(name, arguments, *texts)


def whole_comments(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Statements, with the words between them, each in one piece, but no other comments.

    A line continues the words above it if it begins with more than one space after its sign.

    Raises:
        WordsError: words stand behind a statement, or continue nothing.
    """
    words: ast.AST | None = None
    ended = ("", 0)  # file and line where the last statement ended
    for statement in statements:
        begin, end = statement.location
        text = str(statement).rstrip() if statement.ast_type == ast.ASTType.Comment else ""
        if text and not text.startswith(SIGN):
            continue
        goes_on, wrong = text.startswith(f"{SIGN}  "), ""
        if text and ended == begin[:2]:
            wrong = "words on a line of their own"
        elif goes_on and not (words and words.location.end[:2] == (begin.filename, begin.line - 1)):
            wrong = "words above, which this line continues"
        if wrong:
            file, line = place_of(statement)
            raise WordsError(file, f"line {line}", text, wrong)
        if words and goes_on:
            text = f"{words.value} {text.removeprefix(SIGN).strip()}"
            words = words.update(value=text, location=ast.Location(words.location.begin, end))
            continue
        if words:
            yield words
        words = statement if text else None
        if not words:
            yield statement
            if statement.ast_type != ast.ASTType.Program:  # one stands before each file
                ended = end[:2]
    if words:
        yield words


def place_of(statement: ast.AST) -> tuple[str, int]:
    """The file where a statement stands, without its folder, and the line where it begins."""
    begin = statement.location.begin
    text = begin.filename == "<string>"
    return "the text" if text else Path(begin.filename).name, begin.line
