"""From a program with words to the program that explains.

A constraint ``:- B.`` with words becomes ``broken(k, (X, ...)) :- B.``, where ``k`` numbers the
words and ``X, ...`` are the variables that they name: to assume the atom false switches the clue
on, else it is free.  A bounded choice ``L { ... } H :- B.`` with words becomes the choice without
bounds and ``broken(k, (X, ...)) :- B, not L { ... } H.``
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from clingo import Symbol, ast
from clingo.ast import ASTType

from pyasp_puzzles.core.errors import MisfitError, counted, did_you_mean
from pyasp_puzzles.explanation.words import syntax
from pyasp_puzzles.explanation.words.syntax import Signature, signature_of
from pyasp_puzzles.explanation.words.templates import NamedWords, TermWords, WordsTemplate
from pyasp_puzzles.explanation.words.words import (
    AtomWords,
    ClueWords,
    own_words,
    place_of,
    read_words,
    statements_of,
    whole_comments,
)
from pyasp_puzzles.ground.grounding import Source

RESERVED = BROKEN, CELL, INSTANCE = "__broken", "__cell", "__instance"
"""Names of the explaining program's own atoms and terms."""

_SILENT = 5  # constraints without words that warnings name
_LEFT_OUT = (ASTType.Minimize, ASTType.Heuristic, ASTType.ProjectAtom, ASTType.ProjectSignature)
_UNKNOWN = (ASTType.External, ASTType.Script, ASTType.Edge, ASTType.TheoryDefinition)


@dataclass
class ExplainingProgram:
    """A program whose constraints are clues; words of atoms and terms by their signatures.

    Attributes:
        clues, broken: words of clues, and of what is wrong; their places are arguments of
            ``broken`` and ``instance``.
        needs: words of helper atoms that a clue may demand.
        silent: what excludes answers and has no words, so that it is always known: constraints,
            bounded choices, and rules with their own negation, as (file, line, what it is).
        ignored: #minimize, #maximize and weak constraints, as (file, line).
        conditional: words with a condition, the variables of the body as a tuple, the body.
    """

    text: str = ""
    clues: list[ClueWords] = field(default_factory=list)
    broken: list[WordsTemplate] = field(default_factory=list)
    atoms: dict[Signature, AtomWords] = field(default_factory=dict)
    terms: dict[Signature, list[TermWords]] = field(default_factory=dict)  # the first that match
    needs: dict[Signature, AtomWords] = field(default_factory=dict)
    silent: list[tuple[str, int, str]] = field(default_factory=list)
    background: list[ClueWords] = field(default_factory=list)  # of weight 0: always known, too
    ignored: list[tuple[str, int]] = field(default_factory=list)
    conditional: list[tuple[ClueWords, str, str]] = field(default_factory=list)
    shown: list[Signature] = field(default_factory=list)

    @property
    def tells_values(self) -> bool:
        """Whether there are words for helper atoms that do not hold."""
        return any(words.false != words.true for words in self.needs.values())

    def words_of(self, atom: Symbol) -> AtomWords:
        """The words of an atom: those of the program, or else the atom itself."""
        signature = signature_of(atom)
        own = self.needs.get(signature) or self.atoms.get(signature)
        return own or own_words(*signature)

    def warnings(self) -> list[str]:
        """What is known without words, and what is ignored, one line each."""
        known = "explanations take"
        silent = [
            f"{file}, line {line}: this {what} has no words: {known} it as known"
            for file, line, what in self.silent
        ]
        if more := silent[_SILENT:]:
            number = counted(len(more), "more constraint")
            silent[_SILENT:] = [f"{number} without words: {known} them as known, too"]
        ignored = "#minimize, #maximize and weak constraints are ignored: all answers are explained"
        where = [f"{file}, line {line}: " for file, line in dict.fromkeys(self.ignored)]
        return silent + [f"{place}{ignored}, not only the best" for place in where]


def transform(
    files: Sequence[Path], lemmas: Sequence[Path] = (), text: str = "", *, known: bool = True
) -> ExplainingProgram:
    """The explaining program of some files, and of a further text.

    Args:
        lemmas: files with constraints that follow from the program; their clues are lemmas.

    Raises:
        WordsError: words cannot be read, or do not fit the program.
        SolverError: clingo refuses a file.
        MisfitError: a file has statements that no explanation can use.
    """
    program = ExplainingProgram()
    reader = _ProgramReader(program, known)
    for path in (*files, *lemmas):
        reader.read(path, path in lemmas)
    if text:
        reader.read(text, False)
    reader.finish()
    syntax.check_rules(program.text, reader.owners, Source([*files, *lemmas], text))
    return program


class _ProgramReader:
    """Reads files, one statement after the other; ``owners``: the words of lines of the program."""

    def __init__(self, program: ExplainingProgram, known: bool) -> None:
        self._program, self._known = program, known
        self._lines: list[str] = []
        self.owners: dict[int, ClueWords | AtomWords] = {}
        self._words: ClueWords | None = None
        self._heads: list[Signature] = []
        self._atoms: set[Signature] = set()
        self._terms: set[Signature] = set()
        self._shows: tuple[str, int] | None = None

    def read(self, source: Path | str, lemma: bool) -> None:
        """Take all statements of a file, or of a text."""
        for statement in whole_comments(statements_of(source)):
            if statement.ast_type == ASTType.Comment:
                self._take_comment(str(statement), place_of(statement), lemma)
            else:
                self._take(statement)
        self._check_used()

    def finish(self) -> None:
        """Check words against the whole program, and add what shows its atoms."""
        program, lines = self._program, self._lines
        lines.append("#program base.")
        for atom in program.atoms.values():
            _check_known(atom, self._atoms, "an atom of the program")
            self._add_places(atom, str(atom))
        every = {name for words in program.atoms.values() for name in words.arguments}
        for clue in program.clues:
            known = dict.fromkeys([*clue.template.names, *sorted(every)])
            for name in clue.only.names if clue.only else ():
                if name not in known:
                    raise clue.error(f"{{{name}}}", f"an argument: {', '.join(known)}")
        for term in (term for terms in program.terms.values() for term in terms):
            if term.name and term.signature in self._atoms:
                expected = "two texts for an atom: where it holds, and where not"
                raise term.error(term.template.text, expected)
            if any(name == term.name for name, _ in self._terms):
                _check_known(term, self._terms, "a term of the program")
        program.shown = list(dict.fromkeys(program.shown if self._shows else self._heads))
        if self._shows and program.clues and not program.shown and not program.atoms:
            raise _misfit(self._shows, "found no #show of an atom, nor words of one")
        for signature, words in program.needs.items():
            _check_known(words, self._atoms, "an atom of the program")
            if signature in program.atoms or signature in program.shown:
                raise words.error(f"{signature[0]}/{signature[1]}", "an atom that is not shown")
            if words.place and not words.cell_arguments:
                expected = "places of arguments, without a condition"
                raise words.error(words.place.condition or words.place.cell, expected)
        shown = dict.fromkeys([*program.shown, *program.atoms, (BROKEN, 2)])
        lines += [f"#show {name}/{arity}." for name, arity in shown]
        program.text = "\n".join([*lines, f"#defined {BROKEN}/2.", ""])

    def _add_places(self, words: ClueWords | AtomWords, atom: str) -> None:
        if words.place:
            body = filter(None, (atom, words.place.condition))
            self._add(f"#show {CELL}({atom},{words.place.cell}) : {'; '.join(body)}.", words)

    def _add(self, line: str, words: ClueWords | AtomWords) -> None:
        self.owners[len(self._lines)] = words
        self._lines.append(line)

    def _take_comment(self, text: str, where: tuple[str, int], lemma: bool) -> None:
        words = read_words(text, *where)
        if isinstance(words, ClueWords):
            self._check_used()
            self._words = replace(words, lemma=lemma)
            return
        other: NamedWords | None
        if isinstance(words, AtomWords):
            atoms = self._program.needs if words.need else self._program.atoms
            other = atoms.setdefault(words.signature, words)
        else:
            terms = self._program.terms.setdefault(words.signature, [])
            terms.append(words)
            other = next(term for term in terms if term.fit(words.arguments))
        if other is not words:
            name = f"{words.name}/{len(words.arguments)}"
            expected = f"one line of words for {name}, which has some in {other.where}"
            raise words.error("other words", expected)

    def _check_used(self) -> None:
        if self._words:
            expected = "a constraint or a bounded choice right below these words"
            raise self._words.error(self._words.template.text, expected)

    def _take(self, statement: ast.AST) -> None:
        kind, where, text = statement.ast_type, place_of(statement), str(statement)
        if kind in _UNKNOWN or (kind == ASTType.Program and statement.name != "base"):
            what = re.findall(r"#program \w+|#\w+", text)[0]
            raise _misfit(where, f"no explanation can use {what}")
        for name in RESERVED:
            if name in text:
                raise _misfit(where, f"the name {name} is reserved")
        if kind == ASTType.Rule:
            self._take_rule(statement, where)
            return
        if kind != ASTType.Program:
            self._check_used()
        if kind in (ASTType.ShowSignature, ASTType.ShowTerm):
            self._shows = where
            self._program.shown += syntax.shown_by(statement)
        elif kind == ASTType.Minimize:
            self._program.ignored.append(where)
        elif kind not in _LEFT_OUT:
            self._lines.append(text)

    def _take_rule(self, rule: ast.AST, where: tuple[str, int]) -> None:
        program, broken = self._program, syntax.broken_if(rule.head)
        atoms, terms = syntax.names_of(rule)
        self._atoms.update(atoms)
        self._terms.update(terms)
        self._heads += syntax.derived(rule.head)
        bounded, what = rule.head.ast_type == ASTType.Aggregate, ""
        if broken is None:
            if any(part.ast_type == ASTType.TheoryAtom for part in syntax.parts_of(rule)):
                raise _misfit(where, f"no explanation can use {rule}")
            self._check_used()
            if rule.head.ast_type == ASTType.HeadAggregate:
                what = "aggregate in a head"
            elif any(str(literal) == f"not {rule.head}" for literal in rule.body):
                what = "odd loop"
        elif self._words is None:
            what = "bounded choice" if bounded else "constraint"
        else:
            words, self._words = self._words, None
            if words.weight and (words.file != where[0] or words.line >= where[1]):
                raise words.error(words.template.text, "words above a rule, not inside it")
            syntax.check_variables(words, rule)
            if words.weight or not self._known:
                if bounded:
                    free = rule.head.update(left_guard=None, right_guard=None)
                    self._lines.append(str(rule.update(head=free)))
                self._add_clue(words, rule, broken)
                return
            program.background.append(words)
        if what:
            program.silent.append((*where, what))
        self._lines.append(str(rule))

    def _add_clue(self, words: ClueWords, rule: ast.AST, broken: list[str]) -> None:
        """Add the rule that says when a clue is broken, and where it is."""
        program, body = self._program, [*map(str, rule.body), *broken]
        if words.condition:
            known = _tuple(sorted(syntax.variables(rule.body)))
            program.conditional.append((words, known, "; ".join(body)))
            body.append(words.condition)
        number = self._number(replace(words, facts=syntax.demanded(rule)))
        clue, condition = f"{BROKEN}({number},{_tuple(words.template.names)})", "; ".join(body)
        self._add(f"{clue} :- {condition}." if body else f"{clue}.", words)
        self._add_places(words, clue)
        if words.broken:
            instance = f"{clue},{len(program.broken)},{_tuple(words.broken.names)}"
            program.broken.append(words.broken)
            self._add(f"#show {INSTANCE}({instance}) : {condition}.", words)

    def _number(self, words: ClueWords) -> int:
        """The number of the words; constraints with the same words are one clue."""
        clues = self._program.clues
        same = (n for n, other in enumerate(clues) if other.template == words.template)
        if (number := next(same, None)) is None:
            clues.append(words)
            return len(clues) - 1
        other = clues[number]
        known, found = (
            f"weight {x.weight}, {f'[{x.technique}]' if x.technique else 'no name'}"
            for x in (other, words)
        )
        if known != found:
            raise words.error(found, f"{known}, as in {other.where}")
        clues[number] = replace(other, facts=(*other.facts, *words.facts))
        return number


def _misfit(where: tuple[str, int], problem: str) -> MisfitError:
    return MisfitError(f"{where[0]}, line {where[1]}: {problem}")


def _tuple(names: Sequence[str]) -> str:
    return f"({','.join(names)}{',' * (len(names) == 1)})"


def _check_known(words: NamedWords, known: set[Signature], expected: str) -> None:
    if words.signature not in known:
        arity, found = len(words.arguments), f"{words.name}/{len(words.arguments)}"
        similar = [f"{name}/{n}" for name, n in sorted(known) if name == words.name]
        names = [f"{name}/{n}" for name, n in sorted(known) if n == arity]
        hint = f", as {' or '.join(similar)}" if similar else did_you_mean(found, names)
        raise words.error(found, expected + hint)
