"""The language of ``%@`` comments: what a program says of its constraints, atoms and terms.

A table of it stands in ``docs/reference/words.md``; what stands in braces is read by
:mod:`pyasp_puzzles.explanation.words.templates`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

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

_FORM = re.compile(
    r"(?P<price>\d+(?=\s*\"))?(?:(?P<name>[_']*[a-z][\w']*)?(?:\((?P<list>[^()]*)\))?)\s*"
    r'"(?P<first>[^"]*)"(?P<rest>.*)$'
)
_SECOND = re.compile(r'\s*(?P<longer>else\b)?\s*"(?P<text>[^"]*)"(?P<rest>.*)$')
_TECHNIQUE = re.compile(r'(?P<price>\d*\s*)\[(?P<name>[^"]*?)\]\s*(?=")')
_LEFT = re.compile(r'\s*(?P<word>only|none|else)\s*"(?P<text>[^"]*)"(?P<rest>.*)$')
_NEED = re.compile(
    r"needs\s+(?P<name>[_']*[a-z][\w']*)\((?P<list>[^()]*)\)\s*"
    r'"(?P<text>[^"]*)"\s*(?:"(?P<false>[^"]*)")?(?P<rest>.*)$'
)
_CLUE = re.compile(r"(?P<at>\s*at\b.*?)?(?:\s*where\b(?P<where>.*))?$")
_ENTRY = re.compile(r"% ([a-z]\w*'*)(?:\(([^()]*)\))? - (.+)$", re.DOTALL)


@dataclass(frozen=True)
class PlaceWords:
    """The places of a clue or an atom: a tuple, or several in a pool, as text.

    ``condition``: body literals that bind the variables; empty where the words do.
    """

    cell: str
    condition: str = ""


@dataclass(frozen=True)
class ClueWords(Written):
    """The words of a constraint, which is always known if its ``weight`` is 0.

    ``only``: where one atom alone is left that it demands, whose arguments the words may name;
    ``none``: where none is left; ``broken``: what is wrong where it is broken.  ``facts``: the
    atoms that the constraint demands, as names and arguments.  ``technique``: what people call its
    use.
    """

    template: WordsTemplate
    weight: int = 1
    condition: str = ""  # further body literals
    place: PlaceWords | None = None  # None: all places that it can bear upon
    lemma: bool = False  # it follows from others
    only: WordsTemplate | None = None
    none: WordsTemplate | None = None
    broken: WordsTemplate | None = None
    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    technique: str = ""


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
    def cell_arguments(self) -> tuple[int, ...]:
        """Which arguments are the numbers of its one place; none: the place is said otherwise."""
        names = self.place.cell.strip("()").split(",") if self.place else []
        names = [name.strip() for name in names]
        known = all(name in self.arguments for name in names)
        return tuple(map(self.arguments.index, names)) if known else ()


def read_words(comment: str, file: str, line: int) -> ClueWords | AtomWords | TermWords:
    """The words in a comment that begins with ``%@``.

    Raises:
        WordsError: it has another form.
    """
    reader = _WordsReader(file=file, line=line)
    text = comment.removeprefix(SIGN).strip()
    if text.count('"') % 2:
        raise reader.error(text, 'a second " where the text ends')
    if need := _NEED.match(text):
        return reader.need(need)
    technique, text = reader.technique(text)
    form = _FORM.match(text)
    if form and form["list"] == "" and not form["name"]:
        form = None
    if not form or (form["price"] and (form["name"] or form["list"] is not None)):
        raise reader.error(text, 'words such as "row {R} has {N:cell}" or row(R) "row {R}"')
    name, first, rest = form["name"] or "", form["first"], form["rest"]
    if not (name or form["list"]):
        left, rest = _left(rest)
        clue = _CLUE.match(rest)
        if not clue:
            raise reader.error(
                rest.strip(),
                'only "...", none "...", else "...", at (R,C), where BODY, or nothing, behind it',
            )
        place = reader.place(clue["at"] or "")
        condition = "" if clue["where"] is None else reader.body(clue["where"], "where")
        template = reader.template(first, cells=place is not None)
        only = reader.template(left["only"], cells=True) if "only" in left else None
        none = reader.template(left["none"], template.names) if "none" in left else None
        broken = reader.template(left["else"]) if "else" in left else None
        price = int(form["price"] or 1)
        if technique and not price:
            raise reader.error(f"[{technique}]", "no name, as what has weight 0 is never told")
        words = ClueWords(template, price, condition, place, file=file, line=line)
        return replace(words, technique=technique, only=only, none=none, broken=broken)
    second = _SECOND.match(rest)
    if not second or second["longer"]:
        if more := (second["rest"] if second else rest).strip():
            raise reader.error(more, "nothing after the words of a term")
        arguments = reader.arguments(form["list"], constants=True)
        longer = reader.template(second["text"], arguments) if second else None
        template = reader.template(first, arguments)
        return TermWords(name, arguments, template, longer, file=file, line=line)
    if not name:
        raise reader.error(text, "one text, as a tuple is no atom")
    if first == second["text"]:
        raise reader.error(first, "other words where the atom does not hold")
    arguments, place = reader.arguments(form["list"]), reader.place(second["rest"])
    true, false = (reader.template(x, arguments, bool(place)) for x in (first, second["text"]))
    return AtomWords(name, arguments, true, false, place, file=file, line=line)


def _left(text: str) -> tuple[dict[str, str], str]:
    """The texts behind "only", "none" and "else", and what stands behind these."""
    found = dict[str, str]()
    while (match := _LEFT.match(text)) and match["word"] not in found:
        found[match["word"]], text = match["text"], match["rest"]
    return found, text


class _WordsReader(Written):
    """Reads parts of words and knows where they stand."""

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

    def need(self, found: re.Match[str]) -> AtomWords:
        """The words of an atom that a clue may demand."""
        arguments, place = self.arguments(found["list"]), self.place(found["rest"])
        text = self.template(found["text"], arguments, bool(place))
        false = found["false"]
        without = text if false is None else self.template(false, arguments, bool(place))
        own = found["name"], arguments, text, without, place
        return AtomWords(*own, need=True, file=self.file, line=self.line)

    def technique(self, text: str) -> tuple[str, str]:
        """The name of a technique in brackets before a text, and the words without it."""
        match = _TECHNIQUE.match(text)
        if not match:
            if text.lstrip("0123456789 ").startswith("["):
                raise self.error(text, 'a name and a text, such as [closing a loop] "..."')
            return "", text
        name = match["name"]
        if not re.fullmatch(r"\w[\w' -]*", name):
            raise self.error(f"[{name}]", "a name of letters, digits, blanks and hyphens")
        return " ".join(name.split()), match["price"] + text[match.end() :]

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

    def body(self, text: str, where: str) -> str:
        """Body literals as text, without a full stop."""
        body = text.strip().removesuffix(".").rstrip()
        if not body:
            raise self.error(where, f"a body after {where!r}")
        self.check(f":- {body}.", body, "the body of a rule")
        return body

    def place(self, text: str) -> PlaceWords | None:
        """The cells ``at (R,C)`` or ``at (R,C) : BODY``; ``None``: the text is empty."""
        if not text.strip():
            return None
        match, end = re.match(r"\s*at\s*\(", text), 0
        if match:
            end, depth = match.end(), 1
            while depth and end < len(text):
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
        if not match or depth or text[end:].strip()[:1] not in ("", ":"):
            raise self.error(text.strip(), "a cell, at (R,C) or at (R,C) : BODY")
        cell, rest = text[match.end() - 1 : end], text[end:].strip()
        self.check(f"x({cell}).", cell, "a cell such as (R,C)")
        return PlaceWords(cell, self.body(rest[1:], "at ... :") if rest else "")

    def check(self, statement: str, found: str, expected: str) -> None:
        """Let clingo parse one statement; its message stands in the error if it cannot."""
        messages: list[str] = []
        statements: list[ast.AST] = []
        try:
            ast.parse_string(
                statement, statements.append, logger=lambda _code, text: messages.append(text)
            )
        except RuntimeError:
            reason = re.sub(r"^<string>:[\d:-]+: error: ", "", " ".join(messages).strip())
            reason = f" (clingo: {reason})" if reason else ""
            raise self.error(found, expected + " ".join(reason.split("\n"))) from None
        if len(statements) != 2:  # #program base, and the rule
            raise self.error(found, expected)


def read_glossary_line(comment: str) -> AtomWords | None:
    """The words of an atom in a line ``% name(A,B) - what it says``; ``None``: another comment."""
    entry = _ENTRY.match(comment)
    if not entry or "{" in entry[3]:
        return None
    arguments = tuple(name.strip() for name in (entry[2] or "").split(",") if name.strip())
    if not all(re.fullmatch(VARIABLE, name) for name in arguments):
        return None
    says = " ".join(entry[3].split()).rstrip(".")
    for name in arguments:
        says = re.sub(rf"(?<![\w'{{]){re.escape(name)}(?![\w'])", f"{{{name}}}", says)
    atom = f"{{{entry[1]}({','.join(arguments)})}}" if arguments else entry[1]
    true, false = f"{atom} holds ({says})", f"{atom} does not hold ({says})"
    return AtomWords(entry[1], arguments, WordsTemplate(true), WordsTemplate(false))


@lru_cache
def own_words(name: str, arity: int) -> AtomWords:
    """The words of an atom for which the program has none: the atom itself."""
    arguments = tuple(f"A{number}" for number in range(arity))
    sign = "-" if name.startswith("-") else ""
    term = f"{name.removeprefix('-')}({','.join(arguments)})"
    atom = f"{sign}{{{term}}}" if arguments else name
    true, false = f"{atom} holds", f"{atom} does not hold"
    return AtomWords(name, arguments, WordsTemplate(true), WordsTemplate(false))


@dataclass(frozen=True)
class Comment:
    """A comment, with the lines that continue it."""

    text: str
    file: str
    line: int
    last: int

    @property
    def signed(self) -> bool:
        """Whether it has words of an explanation."""
        return self.text.startswith(SIGN)


def whole_comments(statements: Iterable[ast.AST]) -> Iterator[ast.AST | Comment]:
    """Statements, with each comment in one piece.

    A line continues the comment above it if it begins with more than one space after its sign.

    Raises:
        WordsError: words stand behind a statement, or continue nothing.
    """
    last: Comment | None = None
    ended = ("", 0)  # file and line where the last statement ended
    for statement in statements:
        begin, end = statement.location.begin, statement.location.end
        if statement.ast_type != ast.ASTType.Comment:
            if last:
                yield last
            yield statement
            last = None
            if statement.ast_type != ast.ASTType.Program:  # one stands before each file
                ended = (end.filename, end.line)
            continue
        line = Comment(str(statement).rstrip(), file_name(begin.filename), begin.line, begin.line)
        sign = SIGN if line.signed else "%"
        goes_on = line.text.startswith(f"{SIGN}  " if line.signed else "%   ")
        below = last and (last.file, last.last + 1) == (line.file, line.line)
        if goes_on and last and below and last.signed == line.signed:
            more = line.text.removeprefix(sign).strip()
            last = replace(last, text=f"{last.text} {more}", last=line.line)
            continue
        if line.signed and (goes_on or ended == (begin.filename, begin.line)):
            alone = "words on a line of their own"
            expected = "words above, which this line continues" if goes_on else alone
            raise WordsError(line.file, f"line {line.line}", line.text, expected)
        if last:
            yield last
        last = line
    if last:
        yield last


def file_name(filename: str) -> str:
    """A file of clingo's messages, without its folder."""
    return "the text" if filename == "<string>" else Path(filename).name
