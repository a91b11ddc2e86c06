"""From a program with words to the program that explains.

A constraint ``:- B.`` with words becomes ``broken(k, (X, ...)) :- B.``, where ``k`` numbers the
words and ``X, ...`` are the variables that they name.  It holds if and only if that atom is false:
assuming the atom false switches the clue on, and without that assumption it is free.  So nothing
has to be chosen, declared or external.  A bounded choice ``L { ... } H :- B.`` with words becomes
the choice without bounds and ``broken(k, (X, ...)) :- B, not L { ... } H.``
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clingo import ast

from pyasp_puzzles.errors import SolverError
from pyasp_puzzles.explain.words import (
    SIGN,
    AtomWords,
    ClueWords,
    Spelling,
    TermWords,
    WordsError,
    read_words,
)

BROKEN = "broken"
CELL = "cell_of"

_LEFT_OUT = (
    ast.ASTType.ShowSignature,
    ast.ASTType.ShowTerm,
    ast.ASTType.Minimize,
    ast.ASTType.Heuristic,
    ast.ASTType.ProjectAtom,
    ast.ASTType.ProjectSignature,
)


@dataclass
class ExplainingProgram:
    """A program whose constraints are clues.

    Attributes:
        text: the program.
        clues: the words of the clues; the first argument of ``broken/2`` is an index.
        atoms: the words of atoms by signature.
        terms: the words of terms by signature.
        silent: constraints without words, as (file, line, text): they are always known.
        shown: signatures of ``#show`` statements.
    """

    text: str = ""
    clues: list[ClueWords] = field(default_factory=list)
    atoms: dict[tuple[str, int], AtomWords] = field(default_factory=dict)
    terms: dict[tuple[str, int], TermWords] = field(default_factory=dict)
    silent: list[tuple[str, int, str]] = field(default_factory=list)
    shown: list[tuple[str, int]] = field(default_factory=list)

    @property
    def spell(self) -> Spelling:
        """Spells symbols with the program's words."""
        return Spelling(self.terms)


def transform(files: Sequence[Path], lemmas: Sequence[Path] = ()) -> ExplainingProgram:
    """The explaining program of some files.

    Args:
        files: the program; facts may stand among them.
        lemmas: files with constraints that follow from the program; their clues are lemmas.

    Raises:
        WordsError: words cannot be read.
        SolverError: clingo cannot parse a file.
    """
    program = ExplainingProgram()
    lines: list[str] = []
    for path in (*files, *lemmas):
        _Reader(program, lines, path in lemmas).read(path)
    lines += [_cell_rule(words) for words in program.atoms.values() if words.cell]
    signatures = dict.fromkeys([*program.shown, *program.atoms, (BROKEN, 2), (CELL, 2)])
    lines += [f"#show {name}/{arity}." for name, arity in signatures]
    lines += [f"#defined {name}/2." for name in (BROKEN, CELL)]
    program.text = "\n".join([*lines, ""])
    return program


def _cell_rule(words: AtomWords) -> str:
    """A rule that derives the cells of an atom."""
    atom = f"{words.name}({','.join(words.arguments)})" if words.arguments else words.name
    body = "; ".join(filter(None, (atom, words.condition)))
    return f"{CELL}({atom},({words.cell})) :- {body}."


class _Reader:
    """Reads the statements of one file."""

    def __init__(self, program: ExplainingProgram, lines: list[str], lemma: bool) -> None:
        self._program, self._lines, self._lemma = program, lines, lemma
        self._words: ClueWords | None = None

    def read(self, path: Path) -> None:
        messages: list[str] = []
        self._file = path.name
        statements: list[ast.AST] = []
        try:
            ast.parse_files(
                [str(path)], statements.append, logger=lambda _code, text: messages.append(text)
            )
        except RuntimeError:
            raise SolverError("; ".join(messages) or f"{path.name} cannot be parsed") from None
        for statement in statements:
            self._take(statement)
        self._unused()

    def _take(self, statement: ast.AST) -> None:
        kind = statement.ast_type
        if kind == ast.ASTType.Comment:
            if str(statement).startswith(SIGN):
                self._take_words(str(statement), statement.location.begin.line)
        elif kind == ast.ASTType.ShowSignature:
            self._program.shown.append((statement.name, statement.arity))
        elif kind == ast.ASTType.Rule:
            self._take_rule(statement)
        elif kind not in _LEFT_OUT:
            self._lines.append(str(statement))

    def _take_words(self, comment: str, line: int) -> None:
        words = read_words(comment, self._file, line)
        if isinstance(words, AtomWords):
            self._program.atoms[words.name, len(words.arguments)] = words
        elif isinstance(words, TermWords):
            self._program.terms[words.name, len(words.arguments)] = words
        else:
            self._unused()
            self._words = words

    def _unused(self) -> None:
        if self._words:
            words = self._words
            expected = "a constraint or a bounded choice below these words"
            raise WordsError(self._file, f"line {words.line}", words.template.text, expected)

    def _take_rule(self, rule: ast.AST) -> None:
        head = rule.head
        words, self._words = self._words, None
        constraint = (
            head.ast_type == ast.ASTType.Literal
            and head.atom.ast_type == ast.ASTType.BooleanConstant
            and not head.atom.value
        )
        bounded = head.ast_type == ast.ASTType.Aggregate and (
            head.left_guard is not None or head.right_guard is not None
        )
        if words and not (constraint or bounded):
            self._words = words
            self._unused()
        if words is None or words.weight == 0:
            if constraint and words is None:
                line = rule.location.begin.line
                self._program.silent.append((self._file, line, str(rule)))
            self._lines.append(str(rule))
            return
        body = [str(literal) for literal in rule.body]
        if bounded:
            free = head.update(left_guard=None, right_guard=None)
            self._lines.append(str(rule.update(head=free)))
            body.append(f"not {head}")
        if words.condition:
            body.append(words.condition)
        names = words.template.names
        key = ",".join(names) + ("," if len(names) == 1 else "")
        self._lines.append(f"{BROKEN}({self._number(words)},({key})) :- {'; '.join(body)}.")

    def _number(self, words: ClueWords) -> int:
        """The number of the words; constraints with the same words are one clue."""
        for number, other in enumerate(self._program.clues):
            if other.template == words.template:
                return number
        if self._lemma:
            words = ClueWords(
                words.template, words.weight, words.condition, words.file, words.line, True
            )
        self._program.clues.append(words)
        return len(self._program.clues) - 1
